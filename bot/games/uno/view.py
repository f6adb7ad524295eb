"""What one seat may know of a game of UNO."""

from dataclasses import dataclass

from bot.games.base import Seat
from bot.games.shedding.cards import Face
from bot.games.shedding.view import SheddingView, shared_view
from bot.games.uno.cards import ALL, Colour
from bot.games.uno.legal import moves
from bot.games.uno.moves import Move
from bot.games.uno.options import Options
from bot.games.uno.state import Asked, State


@dataclass(frozen=True, slots=True, kw_only=True)
class View(SheddingView):
    options: Options
    moves: tuple[Move, ...]
    colour: Colour
    """The colour in force."""
    asked: Asked
    """What the seat to move is asked."""
    penalty: int
    """Cards that the seat to move has to take, unless it stacks or challenges."""
    owes: tuple[Seat, ...]
    """Who can be caught."""
    accused: tuple[Seat, Colour] | None
    """Who played the Wild Draw Four that may be challenged, and on which colour."""
    shown: tuple[Face, ...]
    """The hand that a challenge showed to this seat."""


def view(state: State, seat: Seat | None) -> View:
    return View(
        **shared_view(state, seat, ALL),
        options=state.options,
        moves=() if seat is None else tuple(moves(state, seat)),
        colour=state.colour,
        asked=state.asked,
        penalty=state.penalty,
        owes=tuple(state.owes),
        accused=None if state.trial is None else (state.trial.seat, state.trial.colour),
        shown=() if seat is None else state.shown.get(seat, ()),
    )
