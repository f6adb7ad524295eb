"""What one seat may know of a game of Crazy Eights."""

from dataclasses import dataclass

from bot.games.base import Outcome, Seat
from bot.games.crazy_eights.cards import ALL, FACE, Suit
from bot.games.crazy_eights.legal import moves
from bot.games.crazy_eights.moves import Move
from bot.games.crazy_eights.options import Options
from bot.games.crazy_eights.state import State
from bot.games.shedding.cards import Face


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
    suit: Suit
    """The suit in force."""
    pile: int
    """How many cards are left to draw."""
    discards: tuple[Face, ...]
    """The discard pile, the top card last."""
    turn: Seat
    direction: int
    drawn: Face | None
    """The card this seat has just drawn and may play."""
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
        suit=state.suit,
        pile=len(state.pile),
        discards=tuple([FACE[card] for card in state.discards]),
        turn=state.turn,
        direction=state.direction,
        drawn=None if drawn is None else FACE[drawn],
        out=tuple(state.out),
        dealer=state.dealer,
        round=state.round,
        scores=tuple(state.scores),
        outcome=state.outcome,
    )
