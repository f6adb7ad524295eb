"""Playing an imagined round of a shedding game to its end, and what that is worth."""

from collections.abc import Callable
from math import fsum
from typing import Any, TypeVar

from bot.games.base import Seat
from bot.games.dealer import QuickDealer, Rng
from bot.games.shedding.scoring import ONE_ROUND
from bot.games.shedding.state import SheddingState

S = TypeVar("S", bound=SheddingState)
M = TypeVar("M")

AMONG_MORE = 2.7
"""With more than two seats, so many times the work: how one plays decides less, and shows only in more games."""
ENDLESS = 200
"""Moves after which nobody waits for the end of an imagined round."""
POINTS = 100
"""Points in a match that weigh as much as a round won."""
CLOSENESS = tuple(round(0.74**cards, 9) for cards in range(250))
"""By the cards left in a hand, how close it is to going out."""


def play_out(
    state: S,
    guess: S,
    me: Seat,
    target: int,
    apply: Callable[[S, Seat, M, Rng], Any],
    quick: Callable[[S, Seat], M],
    dice: QuickDealer,
) -> tuple[float, int]:
    """Play the round of a guess on with quick moves until it ends; what it is worth to a seat, and how much work that
    was, in moves; copying a hand counts as one. The state is the guess after its first move; it is used up."""
    for made in range(1, ENDLESS):
        turn = state.turn
        if turn < 0 or state.round != guess.round:
            return _worth(state, me, target, guess.scores), made + len(guess.hands)
        apply(state, turn, quick(state, turn), dice)
    return (_closeness(state, me) if target == ONE_ROUND else 0.0), ENDLESS


def _worth(state: SheddingState, me: Seat, target: int, before: list[int]) -> float:
    """A round won counts 1. How close each hand was to going out counts too: luck decides who wins an imagined round,
    but who comes close again and again holds the better cards. In a match it is the points, less those of others."""
    if target != ONE_ROUND:
        gains = [after - earlier for after, earlier in zip(state.scores, before, strict=True)]
        return (2 * gains[me] - sum(gains)) / POINTS
    assert state.outcome is not None
    seats = len(state.hands)
    if len(state.out) > 1:  # play went on for second place: 1 for the first to 0 for the last
        return (seats - state.outcome.places[me]) / (seats - 1)
    winners = state.outcome.winners
    return (1 / len(winners) if me in winners else 0.0) + _closeness(state, me)


def _closeness(state: SheddingState, me: Seat) -> float:
    """How close a hand is to going out, as a share of all hands."""
    close = [CLOSENESS[len(hand)] for hand in state.hands]
    return close[me] / fsum(close)
