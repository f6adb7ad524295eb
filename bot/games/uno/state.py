"""All there is to know of a running game of UNO."""

from dataclasses import dataclass, field
from enum import Enum

from bot.games.base import Seat
from bot.games.shedding.cards import Card, Face
from bot.games.shedding.state import SheddingState
from bot.games.uno.cards import COLOUR, FACE, SYMBOL, Colour, Symbol
from bot.games.uno.options import Options


class Asked(Enum):
    """What the seat to move is asked."""

    TURN = "turn"
    """Play a card, or draw."""
    DRAWN = "drawn"
    """Play the card just drawn, or keep it."""
    ANSWER = "answer"
    """A penalty lies before it: take it, stack on it, or challenge."""
    NAME = "name"
    """Name the colour of a Wild turned up as the first discard."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What a challenge judges: the hand before the Wild Draw Four was played, without it, and the colour then."""

    seat: Seat
    hand: tuple[Card, ...]
    colour: Colour

    @property
    def guilty(self) -> bool:
        return any(COLOUR[card] == self.colour for card in self.hand)


@dataclass(kw_only=True)
class State(SheddingState):
    options: Options
    colour: Colour
    """The colour in force."""
    asked: Asked = Asked.TURN
    penalty: int = 0
    """Cards that the seat to move has to take, unless it stacks or challenges."""
    trial: Trial | None = None
    """What a challenge by the seat to move would judge."""
    owes: list[Seat] = field(default_factory=list)
    """Seats that came down to one card without calling, and can be caught."""
    shown: dict[Seat, tuple[Face, ...]] = field(default_factory=dict)
    """The hand that a challenge showed to a seat, until its next move."""
    calls: bool = field(init=False)
    """Whether UNO has to be called."""
    plays_change: bool = field(init=False)
    """Whether seven_zero, no_bluff or must_play changes which plays are legal. Looked at in every single move."""

    def __post_init__(self) -> None:
        options = self.options
        self.calls = options.uno_call == "call"
        self.plays_change = options.seven_zero or options.no_bluff or options.must_play

    def copy(self) -> "State":
        new = State.__new__(State)
        self.copy_into(new)
        new.options = self.options
        new.colour = self.colour
        new.asked = self.asked
        new.penalty = self.penalty
        new.trial = self.trial
        new.owes = self.owes[:]
        new.shown = self.shown.copy()
        new.calls = self.calls
        new.plays_change = self.plays_change
        return new

    @property
    def top(self) -> Face:
        return FACE[self.discards[-1]]

    @property
    def top_symbol(self) -> Symbol:
        return SYMBOL[self.discards[-1]]


def holds_colour(state: State, seat: Seat) -> bool:
    """Whether a seat holds a card of the colour in force: then a Wild Draw Four is a bluff (rule U10)."""
    colour = state.colour
    return any(COLOUR[card] == colour for card in state.hands[seat])
