"""Fair play that can be checked: a seal that is shown while the game runs, a proof that is opened when it is over.

The seal is a SHA-256 over the game's parameters and its seed. It is shown before anybody has made a move, so the seed
cannot be changed afterwards; the proof holds seed and journal, so that anybody can deal the game again, make its moves
again, and let the computers choose again. What this shows and what not is said in docs/fairness.md.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from bot.errors import BadOption, BadRecord
from bot.games import GAMES
from bot.games.base import STAND_IN, AnyGame, Seat
from bot.games.dealer import SEED_BYTES, Dealer
from bot.games.record import ending
from bot.storage import Entry, SavedGame
from bot.tables.asks import asked_anew, turns

VERSION = 1
MOVE = re.compile(r"([0-9]) (member|computer|absent) ([!-~]{1,40})", re.ASCII)
SHORT = 32
"""Hex digits of the seal that a board shows: 128 bits, too many to find a second seed for."""


def seal(saved: SavedGame) -> str:
    """The seal of a game that has begun."""
    assert saved.seed is not None
    return _seal(saved.game, saved.rules, saved.options, saved.dealer, _levels(saved), saved.seed)


def proof(saved: SavedGame, journal: Sequence[Entry]) -> str:
    """All that is needed to check a game that is over, as a text."""
    assert saved.seed is not None
    return json.dumps(
        {
            "cardroom proof": VERSION,
            "game": saved.game,
            "rules": saved.rules,
            "options": dict(saved.options),
            "dealer": saved.dealer,
            "names": [seat.name for seat in saved.seats],
            "levels": _levels(saved),
            "seed": saved.seed.hex(),
            "seal": seal(saved),
            "moves": [f"{entry.seat} {entry.by} {entry.move}" for entry in journal],
        },
        indent=1,
    )


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has shown."""

    well: bool
    words: str


def holds(text: str) -> bool:
    """Whether a proof is right, as far as can be seen quickly: no computer has to think again."""
    try:
        return all(finding.well for finding in check(text, computers=False))
    except BadRecord:
        return False


def check(
    text: str, *, computers: bool = True, progress: Callable[[int, int], None] = lambda done, all_of_it: None
) -> Iterator[Finding]:
    """Check a proof, step by step. A text that is none is refused with a sentence. `computers`: whether their moves are
    chosen again, too; experts take their time for that, so `progress` is told after every move."""
    raw = _read(text)
    game, seed = GAMES[raw["game"]], bytes.fromhex(raw["seed"])
    own = _seal(game.key, raw["rules"], raw["options"], raw["dealer"], raw["levels"], seed)
    yield Finding(own == raw["seal"], f"The seal is {own}. Compare it with the one that the board showed.")
    names = [str(name) for name in raw["names"]]
    try:
        options = game.configure(None, raw["options"])
        game.check_seats(len(names))
    except BadOption as error:
        raise BadRecord(f"This proof cannot be dealt: {error}") from None
    state, _ = game.deal(len(names), options, Dealer(seed, "deal", 0), raw["dealer"])
    yield Finding(True, f"{game.title} was dealt again to {', '.join(names)}.")
    known = {move.text: move for move in game.every_move}
    asks, derived, hasty, others = [0] * len(names), 0, 0, list[int]()
    all_of_it = len(raw["moves"])
    for revision, (seat, by, word) in enumerate(_moves(raw["moves"])):
        move = known.get(word)
        if seat >= len(names) or move is None or move not in game.moves(state, seat):
            progress(all_of_it, all_of_it)
            yield Finding(False, f"Move {revision + 1} cannot be made in this game.")
            return
        if by != "member" and computers:
            level = (raw["levels"][seat] or STAND_IN) if by == "computer" else STAND_IN
            derived += 1
            streams = {asks[seat], revision}
            if move not in _choices(game, state, seat, level, seed, streams):
                if level in game.slow_levels and move in _choices(game, state, seat, STAND_IN, seed, streams):
                    hasty += 1
                else:
                    others.append(revision + 1)
        was = turns(game, state)
        game.apply(state, seat, move, Dealer(seed, "move", revision))
        for each in asked_anew(seat, move, was, turns(game, state)).asks:
            asks[each] = revision + 1
        progress(revision + 1, all_of_it)
    outcome = game.outcome(state)
    yield Finding(True, f"All {all_of_it} moves were made again, and each is allowed by the rules.")
    if computers:
        found = f"{derived} moves of computers were chosen again from what their seats could see"
        haste = f" {hasty} of them were made in haste, as {STAND_IN} makes them." if hasty else ""
        yield Finding(not others, (f"{found}: others at {others}." if others else f"{found}: all the same.") + haste)
    if outcome is None:
        yield Finding(False, "The game is not over at the end of this proof.")
    else:
        yield Finding(True, ending(outcome, names).strip())


def _choices(game: AnyGame, state: Any, seat: Seat, level: str, seed: bytes, streams: set[int]) -> Iterator[Any]:
    """What a computer chooses: in its turn by the stream of its question, out of turn by that of the moment."""
    view = game.view(state, seat)
    return (game.computer(level).choose(view, Dealer(seed, f"computer {seat}", each)) for each in sorted(streams))


def _levels(saved: SavedGame) -> list[str]:
    """The level of each computer's seat; empty for people."""
    return [seat.level or "" for seat in saved.seats]


def _seal(
    game: str, rules: int, options: Mapping[str, object], dealer: int | None, levels: Sequence[str], seed: bytes
) -> str:
    parts = ["cardroom seal", VERSION, game, rules, dict(options), dealer, list(levels), seed.hex()]
    return sha256(json.dumps(parts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _read(text: str) -> dict[str, Any]:
    refusal = BadRecord("This is no proof of a Cardroom game. Give the file that the button Fair play sends.")
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise refusal from None
    if not isinstance(raw, dict) or raw.get("cardroom proof") != VERSION:
        raise refusal
    kinds = {"game": str, "rules": int, "options": dict, "names": list, "levels": list, "seed": str, "seal": str}
    whole = all(type(raw.get(name)) is kind for name, kind in kinds.items()) and type(raw.get("moves")) is list
    seats = len(raw["names"]) if whole else 0
    if (
        not whole
        or raw["game"] not in GAMES
        or not re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", raw["seed"])
        or not all(isinstance(name, str) and name.isprintable() for name in raw["names"])
        or len(raw["levels"]) != seats
        or not all(level == "" or level in GAMES[raw["game"]].computers for level in raw["levels"])
        or not (raw.get("dealer") is None or (type(raw["dealer"]) is int and 0 <= raw["dealer"] < seats))
        or not all(isinstance(move, str) and MOVE.fullmatch(move) for move in raw["moves"])
    ):
        raise BadRecord("This proof is damaged. Ask for it again with the button Fair play.")
    return raw


def _moves(moves: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    for each in moves:
        found = MOVE.fullmatch(each)
        assert found is not None  # checked when it was read
        yield int(found[1]), found[2], found[3]
