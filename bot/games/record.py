"""A game written down: what is needed to deal it again and play it through. As text it is one JSON object.

{"cardroom": 1, "game": "uno", "options": {...}, "names": [...], "seed": "<64 hex digits>", "moves": ["0 R7", ...]}
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bot.errors import BadRecord, PlayError
from bot.games.autoplay import Step, seeded
from bot.games.base import AnyGame, Names, Outcome, Seat
from bot.games.dealer import SEED_BYTES

VERSION = 1


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
    except ValueError:
        raise BadRecord("This is not a game record: it is not JSON. Give a file that Cardroom saved.") from None
    if not isinstance(raw, dict) or raw.get("cardroom") != VERSION:
        raise BadRecord(f"This is not a game record of version {VERSION}. Give a file that Cardroom saved.")
    try:
        game = games[raw["game"]]
        options = game.configure(None, dict(raw["options"]))
        names = [str(name) for name in raw["names"]]
        seed = bytes.fromhex(raw["seed"])
        moves = [_move(line, len(names)) for line in raw["moves"]]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadRecord("This game record is damaged: something in it is missing or of the wrong kind.") from None
    game.check_seats(len(names))
    if len(seed) != SEED_BYTES:
        raise BadRecord(f"This game record is damaged: its seed has to be {2 * SEED_BYTES} hex digits.")
    return Record(game, options, names, seed, moves)


def replay(record: Record) -> Iterator[Step]:
    """Deal the game again and make its moves; a move that the rules refuse stops it with its number."""
    game, streams = record.game, seeded(record.seed)
    state, events = game.deal(len(record.names), record.options, streams("deal", 0))
    yield Step(None, None, events, None)
    for revision, (seat, text) in enumerate(record.moves):
        try:
            move = game.decode(text)
            events = game.apply(state, seat, move, streams("move", revision))
        except PlayError as error:
            raise BadRecord(f"Move {revision + 1} of this record cannot be made: {error}") from None
        yield Step(seat, move, events, game.outcome(state))


def tell(game: AnyGame, steps: Iterator[Step], names: Names) -> Iterator[str]:
    """The story of a game, a line for each move, and how it ended."""
    outcome: Outcome | None = None
    for number, step in enumerate(steps):
        told = " ".join(game.line(event, names) for event in step.events)
        yield f"{number:4}  {told}"
        outcome = step.outcome
    yield ending(outcome, names) if outcome is not None else "      The record ends here; the game is not over."


def ending(outcome: Outcome, names: Names) -> str:
    """The places, best first."""
    in_order = sorted(zip(outcome.places, names, outcome.points, strict=True))
    return "      Final: " + ", ".join(f"{place}. {name} ({points})" for place, name, points in in_order)


def _move(line: str, seats: int) -> tuple[Seat, str]:
    seat, text = line.split(" ")
    if int(seat) not in range(seats):
        raise ValueError("no such seat")
    return int(seat), text
