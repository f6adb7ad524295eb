"""What one seat may know of a game of 6 nimmt!."""

from dataclasses import dataclass

from bot.games.base import Outcome, Seat
from bot.games.six_nimmt.cards import Card
from bot.games.six_nimmt.moves import Move
from bot.games.six_nimmt.options import Options
from bot.games.six_nimmt.rules import moves, waiting
from bot.games.six_nimmt.state import State, Trick


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    options: Options
    hand: tuple[Card, ...]
    """This seat's own cards, in order. Empty for the public."""
    chosen: Card
    """What this seat has chosen; 0 for nothing."""
    moves: tuple[Move, ...]
    rows: tuple[tuple[Card, ...], ...]
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    waiting: tuple[Seat, ...]
    """Who has not chosen yet, or who has to take a row."""
    revealed: tuple[tuple[Card, Seat], ...]
    """Cards that wait for a row to be taken, lowest first."""
    chooser: Seat
    """Who has to take a row; -1 for nobody."""
    taken: tuple[tuple[Card, ...], ...]
    """What each seat took in this deal."""
    tricks: tuple[Trick, ...]
    """What was played in this deal: the rows as they were, and the cards by seat."""
    round: int
    scores: tuple[int, ...]
    """Heads of the deals before."""
    outcome: Outcome | None


def view(state: State, seat: Seat | None) -> View:
    return View(
        seat=seat,
        options=state.options,
        hand=() if seat is None else tuple(state.hands[seat]),
        chosen=0 if seat is None else state.chosen[seat],
        moves=() if seat is None else tuple(moves(state, seat)),
        rows=tuple([tuple(row) for row in state.rows]),
        counts=tuple([len(hand) for hand in state.hands]),
        waiting=waiting(state),
        revealed=tuple(state.revealed),
        chooser=state.chooser,
        taken=tuple([tuple(cards) for cards in state.taken]),
        tricks=state.tricks,
        round=state.round,
        scores=tuple(state.scores),
        outcome=state.outcome,
    )
