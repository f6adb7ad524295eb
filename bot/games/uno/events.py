"""What everybody sees happen in UNO, besides what every shedding game has."""

from dataclasses import dataclass
from functools import cache

from bot.games.base import Seat
from bot.games.shedding.events import SharedEvent
from bot.games.uno.cards import Colour
from bot.games.uno.moves import MOVES, SEATS, Play


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played, with the colour that it named and the call that it carried. `jumped`: out of turn."""

    seat: Seat
    play: Play
    jumped: bool


@dataclass(frozen=True, slots=True)
class Named:
    """The colour of a Wild turned up first was named."""

    seat: Seat
    colour: Colour


@dataclass(frozen=True, slots=True)
class Took:
    """A penalty was drawn, and the turn is lost."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Challenged:
    """A Wild Draw Four was challenged; who was wrong drew so many cards."""

    seat: Seat
    against: Seat
    guilty: bool
    count: int


@dataclass(frozen=True, slots=True)
class Called:
    """UNO was called after the play."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Caught:
    """A seat that had not called UNO was caught and drew so many cards."""

    seat: Seat
    by: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two seats swapped hands."""

    seat: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class HandsPassed:
    """Every hand went to the next seat in this direction."""

    direction: int


Event = SharedEvent | Played | Named | Took | Challenged | Called | Caught | Swapped | HandsPassed

PLAYED = [{play: Played(seat, play, jumped=False) for play in MOVES if isinstance(play, Play)} for seat in SEATS]
"""By seat, every play in turn: the commonest event by far."""

took = cache(Took)
