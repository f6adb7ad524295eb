"""What everybody sees happen in any shedding game. Events are public and never carry a secret.

Small events are made through the lower-case functions, which keep one object for each set of values: a playout makes
millions of them.
"""

from dataclasses import dataclass
from functools import cache
from typing import Protocol

from bot.games.base import Seat
from bot.games.shedding.cards import Face


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins: who dealt, and the card turned up as the first discard."""

    round: int
    dealer: Seat
    starter: Face


@dataclass(frozen=True, slots=True)
class PutBack:
    """A card turned up that may not be the first discard was shuffled back."""

    face: Face


@dataclass(frozen=True, slots=True)
class Drew:
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat kept the card that it had drawn and could have played."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Reversed:
    """Play turned round and now runs in this direction."""

    direction: int


@dataclass(frozen=True, slots=True)
class Renewed:
    """The discards but the top one were shuffled; the pile has so many cards now."""

    count: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat got rid of its last card."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The hands are shown and counted. `blocked`: everybody had passed in a row."""

    blocked: bool
    hands: tuple[tuple[Face, ...], ...]
    in_hand: tuple[int, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


SharedEvent = Dealt | PutBack | Drew | Kept | Passed | Skipped | Reversed | Renewed | WentOut | RoundEnded


class Events(Protocol):
    """Where the shared rules write down what happened: a list of the game's own events."""

    def append(self, event: SharedEvent, /) -> None: ...


drew = cache(Drew)
kept = cache(Kept)
passed = cache(Passed)
skipped = cache(Skipped)
turned_round = cache(Reversed)
renewed = cache(Renewed)
went_out = cache(WentOut)
