"""What one seat may know of a game of Crazy Eights."""

from dataclasses import dataclass

from bot.games.base import Seat
from bot.games.crazy_eights.cards import ALL, Suit
from bot.games.crazy_eights.legal import moves
from bot.games.crazy_eights.moves import Move
from bot.games.crazy_eights.options import Options
from bot.games.crazy_eights.state import State
from bot.games.shedding.view import SheddingView, shared_view


@dataclass(frozen=True, slots=True, kw_only=True)
class View(SheddingView):
    options: Options
    moves: tuple[Move, ...]
    suit: Suit
    """The suit in force."""


def view(state: State, seat: Seat | None) -> View:
    return View(
        **shared_view(state, seat, ALL),
        options=state.options,
        moves=() if seat is None else tuple(moves(state, seat)),
        suit=state.suit,
    )
