"""What one seat may know in any shedding game."""

from dataclasses import dataclass
from typing import Any

from bot.games.base import Outcome, Seat
from bot.games.shedding.cards import Face, Pack
from bot.games.shedding.memory import Choice, Faces
from bot.games.shedding.state import SheddingState


@dataclass(frozen=True, slots=True, kw_only=True)
class SheddingView:
    seat: Seat | None
    """Whose view it is; None is the public."""
    hand: tuple[Face, ...]
    """This seat's own cards, in order. Empty for the public."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    pile: int
    """How many cards are left to draw."""
    discards: tuple[Face, ...]
    """The discard pile, the top card last."""
    turn: Seat
    """Whose move it is; -1 when the game is over."""
    direction: int
    drawn: Face | None
    """The card this seat has just drawn and may play."""
    lacks: tuple[tuple[Faces, ...], ...]
    """By seat, for each card that it holds: what it is not, as far as everybody saw. Empty where nothing is known."""
    known: tuple[tuple[Face, ...], ...]
    """By seat, the cards there that this seat has seen: given away in a swap, shown by a challenge."""
    choices: tuple[tuple[Choice, ...], ...]
    """By seat, what everybody saw it choose lately from the cards that it holds."""
    out: tuple[Seat, ...]
    """Seats that went out in this round, in order."""
    dealer: Seat
    round: int
    scores: tuple[int, ...]
    outcome: Outcome | None

    @property
    def top(self) -> Face:
        return self.discards[-1]


def shared_view(state: SheddingState, seat: Seat | None, pack: Pack) -> dict[str, Any]:
    """The fields above, for a game's own view to be made with."""
    drawn = state.drawn if seat == state.turn else None
    memory = state.memory
    return {
        "seat": seat,
        "hand": () if seat is None else pack.faces(state.hands[seat]),
        "counts": tuple([len(hand) for hand in state.hands]),
        "pile": len(state.pile),
        "discards": pack.faces(state.discards),
        "turn": state.turn,
        "direction": state.direction,
        "drawn": None if drawn is None else pack.face[drawn],
        "lacks": () if memory is None else tuple([tuple(held) for held in memory.lacks]),
        "known": () if memory is None or seat is None else memory.known(seat, state.hands, pack),
        "choices": tuple([() if memory is None else memory.choices.get(each, ()) for each in range(len(state.hands))]),
        "out": tuple(state.out),
        "dealer": state.dealer,
        "round": state.round,
        "scores": tuple(state.scores),
        "outcome": state.outcome,
    }
