"""All there is to know of a running game of 6 nimmt!."""

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.games.base import Outcome, Seat
from bot.games.six_nimmt.cards import Card
from bot.games.six_nimmt.options import Options

NOBODY: Final[Seat] = -1
NOTHING: Final[Card] = 0
"""No card chosen yet."""

Trick: TypeAlias = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]
"""The rows before it, and the cards by seat."""


@dataclass(kw_only=True)
class State:
    options: Options
    hands: list[list[Card]]
    """Sorted. A card that is chosen stays in the hand until all have chosen."""
    rows: list[list[Card]]
    aside: list[Card]
    """Cards that are not in this deal, unseen."""
    chosen: list[Card]
    """By seat; 0 for nothing yet."""
    undecided: list[Seat]
    """Seats that have not chosen yet."""
    taken: list[list[Card]]
    """The cards that each seat took in this deal."""
    scores: list[int]
    """Heads of the deals before."""
    revealed: list[tuple[Card, Seat]] = field(default_factory=list)
    """Chosen cards that wait for a row to be taken, lowest first."""
    tricks: tuple[Trick, ...] = ()
    """What was played in this deal: the rows as they were, and the cards by seat."""
    chooser: Seat = NOBODY
    """Who has to take a row."""
    round: int = 1
    outcome: Outcome | None = None

    def copy(self) -> "State":
        new = State.__new__(State)
        new.options = self.options
        new.hands = [hand[:] for hand in self.hands]
        new.rows = [row[:] for row in self.rows]
        new.aside = self.aside  # never changed in place, nor is `revealed`
        new.chosen = self.chosen[:]
        new.undecided = self.undecided[:]
        new.taken = [cards[:] for cards in self.taken]
        new.scores = self.scores[:]
        new.revealed = self.revealed
        new.tricks = self.tricks
        new.chooser = self.chooser
        new.round = self.round
        new.outcome = self.outcome
        return new


def cards(state: State) -> list[int]:
    """Every card wherever it lies."""
    places = (*state.hands, *state.rows, *state.taken, state.aside)
    return [card for place in places for card in place] + [card for card, _ in state.revealed]
