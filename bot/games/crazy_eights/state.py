"""All there is to know of a running game of Crazy Eights."""

from dataclasses import dataclass

from bot.games.crazy_eights.cards import FACE, Suit
from bot.games.crazy_eights.options import Options
from bot.games.shedding.cards import Face
from bot.games.shedding.state import SheddingState


@dataclass(kw_only=True)
class State(SheddingState):
    options: Options
    suit: Suit
    """The suit in force."""

    def copy(self) -> "State":
        new = State.__new__(State)
        self.copy_into(new)
        new.options = self.options
        new.suit = self.suit
        return new

    @property
    def top(self) -> Face:
        return FACE[self.discards[-1]]
