"""A game written down: what is needed to deal it again and play it through. As text it is one JSON object.

{"cardroom": 1, "game": "uno", "options": {...}, "names": [...], "seed": "<64 hex digits>", "moves": ["0 R7", ...]}
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from bot.errors import BadOption, BadRecord
from bot.games.autoplay import Step, seeded
from bot.games.base import AnyGame, Names, Outcome, Seat
from bot.games.dealer import SEED_BYTES

VERSION = 1
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Record:
    game: AnyGame
    options: Any
    names: Names
    seed: bytes
    moves: Sequence[tuple[Seat, str]]

    def to_text(self) -> str:
        return json.dumps(
            {
                "cardroom": VERSION,
                "game": self.game.key,
                "options": asdict(self.options),
                "names": list(self.names),
                "seed": self.seed.hex(),
                "moves": [f"{seat} {move}" for seat, move in self.moves],
            },
            indent=1,
        )


def from_text(text: str, games: Mapping[str, AnyGame]) -> Record:
    """The record that a text holds, or a refusal that says what is wrong with it."""
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord("This is not a game record: it is not JSON. Give a file that Cardroom saved.") from None
    if type(raw) is not dict or type(raw.get("cardroom")) is not int or raw["cardroom"] != VERSION:
        raise BadRecord(f"This is not a game record of version {VERSION}. Give a file that Cardroom saved.")
    game = games.get(_checked(raw, "game", str))
    names, seed = _checked(raw, "names", list), _checked(raw, "seed", str)
    given, moves = _checked(raw, "options", dict), _checked(raw, "moves", list)
    if game is None:
        raise BadRecord(f"This record is of a game that is not known here. The games are {', '.join(games)}.")
    if not all(type(name) is str and name.isprintable() for name in names):
        raise BadRecord("This record is damaged: its names have to be plain texts.")
    if not re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", seed):
        raise BadRecord(f"This record is damaged: its seed has to be {2 * SEED_BYTES} hex digits.")
    if not all(type(move) is str and re.fullmatch("[0-9] [!-~]{1,40}", move) for move in moves):
        raise BadRecord('This record is damaged: its moves have to be seats and moves like "0 draw".')
    try:
        options = game.configure(None, given)
        game.check_seats(len(names))
    except BadOption as error:
        raise BadRecord(f"This record cannot be dealt: {error}") from None
    return Record(game, options, names, bytes.fromhex(seed), [(int(move[0]), move[2:]) for move in moves])


def replay(record: Record) -> Iterator[Step]:
    """Deal the game again and make its moves; a move that the rules refuse stops it with its number."""
    game, streams = record.game, seeded(record.seed)
    state, events = game.deal(len(record.names), record.options, streams("deal", 0))
    yield Step(None, None, events, None)
    by_text = {move.text: move for move in game.every_move}
    for revision, (seat, text) in enumerate(record.moves):
        move = by_text.get(text)
        if seat >= len(record.names) or move not in game.moves(state, seat):
            raise BadRecord(f"Move {revision + 1} of this record cannot be made in this game.")
        yield Step(seat, move, game.apply(state, seat, move, streams("move", revision)), game.outcome(state))


def tell(game: AnyGame, steps: Iterator[Step], names: Names) -> Iterator[str]:
    """The story of a game: each move with its number, each event on a line of its own, and how it ended."""
    outcome: Outcome | None = None
    for number, step in enumerate(steps):
        for index, event in enumerate(step.events):
            yield f"{'' if index else number:>4}  {game.line(event, names)}"
        outcome = step.outcome
    yield ending(outcome, names) if outcome is not None else "      The record ends here; the game is not over."


def ending(outcome: Outcome, names: Names) -> str:
    """The places, best first, with what was counted, if anything was."""
    counted = any(outcome.points)
    in_order = sorted(zip(outcome.places, names, outcome.points, strict=True))
    places = (f"{place}. {name}" + (f" ({points})" if counted else "") for place, name, points in in_order)
    return f"      Final: {', '.join(places)}"


def _checked(raw: dict[str, Any], name: str, kind: type[T]) -> T:
    value = raw.get(name)
    if type(value) is not kind:
        raise BadRecord(f"This record is damaged: {name} is missing or of the wrong kind.")
    return value
