"""What everybody sees happen in 6 nimmt!. Who has chosen is public, what is not."""

from dataclasses import dataclass
from functools import cache

from bot.games.base import Seat
from bot.games.six_nimmt.cards import Card


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins with these four rows."""

    round: int
    starts: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Chose:
    """A seat has chosen its card, or changed its choice."""

    seat: Seat
    again: bool


@dataclass(frozen=True, slots=True)
class Revealed:
    """The cards chosen, by seat."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card went to the end of a row."""

    seat: Seat
    card: Card
    row: int


@dataclass(frozen=True, slots=True)
class TookRow:
    """A seat took a row, and its card starts it anew. `low`: the card was lower than all row ends."""

    seat: Seat
    card: Card
    row: int
    taken: tuple[Card, ...]
    heads: int
    low: bool


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The heads of this deal, and the totals of the match."""

    heads: tuple[int, ...]
    totals: tuple[int, ...]


Event = Dealt | Chose | Revealed | Placed | TookRow | DealEnded

chose = cache(Chose)
placed = cache(Placed)
