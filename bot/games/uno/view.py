"""What one seat may know of a game of UNO."""

from dataclasses import dataclass

from bot.games.base import Outcome, Seat
from bot.games.shedding.cards import Face
from bot.games.uno.cards import ALL, FACE, Colour
from bot.games.uno.legal import moves
from bot.games.uno.moves import Move
from bot.games.uno.options import Options
from bot.games.uno.state import Asked, State


@dataclass(frozen=True, slots=True)
class View:
    seat: Seat | None
    options: Options
    hand: tuple[Face, ...]
    """This seat's own cards, in order. Empty for the public."""
    moves: tuple[Move, ...]
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    top: Face
    colour: Colour
    """The colour in force."""
    pile: int
    """How many cards are left to draw."""
    discards: tuple[Face, ...]
    """The discard pile, the top card last."""
    turn: Seat
    direction: int
    asked: Asked
    penalty: int
    drawn: Face | None
    """The card this seat has just drawn and may play."""
    owes: tuple[Seat, ...]
    """Who can be caught."""
    shown: tuple[Face, ...]
    """The hand that a challenge showed to this seat."""
    out: tuple[Seat, ...]
    dealer: Seat
    round: int
    scores: tuple[int, ...]
    outcome: Outcome | None


def view(state: State, seat: Seat | None) -> View:
    drawn = state.drawn if seat == state.turn else None
    return View(
        seat=seat,
        options=state.options,
        hand=() if seat is None else ALL.faces(state.hands[seat]),
        moves=() if seat is None else tuple(moves(state, seat)),
        counts=tuple([len(hand) for hand in state.hands]),
        top=state.top,
        colour=state.colour,
        pile=len(state.pile),
        discards=tuple([FACE[card] for card in state.discards]),
        turn=state.turn,
        direction=state.direction,
        asked=state.asked,
        penalty=state.penalty,
        drawn=None if drawn is None else FACE[drawn],
        owes=tuple(state.owes),
        shown=state.shown if seat == state.shown_to else (),
        out=tuple(state.out),
        dealer=state.dealer,
        round=state.round,
        scores=tuple(state.scores),
        outcome=state.outcome,
    )
