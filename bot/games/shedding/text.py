"""What happens in any shedding game, as a person would tell it."""

from collections.abc import Callable
from typing import assert_never

from bot.games.base import Names
from bot.games.shedding.cards import Face
from bot.games.shedding.events import (
    Dealt,
    Drew,
    Kept,
    Passed,
    PutBack,
    Renewed,
    Reversed,
    RoundEnded,
    SharedEvent,
    Skipped,
    WentOut,
)
from bot.games.shedding.state import CLOCKWISE


def line(event: SharedEvent, names: Names, short: Callable[[Face], str], long: Callable[[Face], str]) -> str:
    """One sentence for an event. `short` and `long` name a face."""
    match event:
        case Dealt(number, dealer, starter):
            return f"Round {number}: {names[dealer]} deals and turns up {long(starter)}."
        case PutBack(face):
            return f"{long(face)} cannot start: it is shuffled back."
        case Drew(seat, count):
            return f"{names[seat]} draws {how_many(count)}."
        case Kept(seat):
            return f"{names[seat]} keeps the card."
        case Passed(seat):
            return f"{names[seat]} passes: nothing is left to draw."
        case Skipped(seat):
            return f"{names[seat]} is skipped."
        case Reversed(direction):
            return f"Play turns round and runs {way(direction)}."
        case Renewed(count):
            return f"The discards are shuffled into a new pile of {count} {'card' if count == 1 else 'cards'}."
        case WentOut(seat, place):
            return f"{names[seat]} is out of cards{'!' if place == 1 else f', number {place} to finish.'}"
        case RoundEnded():
            return _round(event, names, short)
        case _:
            assert_never(event)


def how_many(count: int) -> str:
    return "no card" if count == 0 else "a card" if count == 1 else f"{count} cards"


def way(direction: int) -> str:
    return "clockwise" if direction == CLOCKWISE else "counter-clockwise"


def _round(event: RoundEnded, names: Names, short: Callable[[Face], str]) -> str:
    parts = ["Everybody has passed: the round is over."] if event.blocked else ["The round is over."]
    parts += [
        f"{names[seat]} holds {' '.join(map(short, hand))} ({event.in_hand[seat]})."
        for seat, hand in enumerate(event.hands)
        if hand
    ]
    parts += [f"{names[seat]} scores {points}." for seat, points in enumerate(event.points) if points]
    return " ".join(parts)
