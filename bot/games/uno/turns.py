"""Whose turn it is: passing it on, losing it, paying for it."""

from bot.games.base import Seat
from bot.games.dealer import Rng
from bot.games.shedding.events import skipped
from bot.games.shedding.state import draw, next_seat
from bot.games.uno.cards import DRAW_TWO, WILD_FOUR
from bot.games.uno.events import Event, took
from bot.games.uno.state import Asked, State

DRAWS = {DRAW_TWO: 2, WILD_FOUR: 4}
"""How many cards a card makes the next seat draw."""


def next_turn(state: State, seat: Seat) -> None:
    """The seat after this one takes its turn."""
    state.asked = Asked.TURN
    state.drawn = None
    state.turn = next_seat(state, seat)


def skip(state: State, events: list[Event]) -> None:
    """The seat whose turn it would be loses it."""
    events.append(skipped(state.turn))
    state.turn = next_seat(state, state.turn)


def pay(state: State, seat: Seat, rng: Rng, events: list[Event]) -> None:
    """Draw the penalty, or what is left, and lose the turn."""
    events.append(took(seat, draw(state, seat, state.penalty, rng, events)))
    state.penalty = 0
    state.trial = None
    next_turn(state, seat)
