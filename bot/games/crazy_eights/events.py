"""What everybody sees happen in Crazy Eights, besides what every shedding game has."""

from dataclasses import dataclass
from functools import cache

from bot.games.base import MOST_SEATS, Seat
from bot.games.crazy_eights.moves import MOVES, Play
from bot.games.shedding.events import SharedEvent


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played, with the suit that it named."""

    seat: Seat
    play: Play


@dataclass(frozen=True, slots=True)
class Took:
    """A two made this seat draw so many cards, and lose its turn."""

    seat: Seat
    count: int


Event = SharedEvent | Played | Took

PLAYED = [{play: Played(seat, play) for play in MOVES if isinstance(play, Play)} for seat in range(MOST_SEATS)]
"""By seat, every play: the commonest event by far."""

took = cache(Took)
