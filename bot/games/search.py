"""How an expert decides: guess the hidden cards, play the game to its end with each move, count what comes of it.

All moves are tried on the same guesses, so that luck is the same for all of them and small differences show early. A
move that is clearly worse than the best one is not tried any more; when only one is left, or the budget is used up,
the best one is made. Everything follows from the dice that are handed in: the same view and the same dice give the
same move, however fast the machine is. (`fsum`, because `sum` of fractions differs between versions of Python.)
"""

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from typing import TypeVar

from bot.games.dealer import QuickDealer, Rng

S = TypeVar("S")
M = TypeVar("M")

BATCH = 64
"""Guesses after which the moves are compared."""
CLEAR = 1.5
"""Standard errors that make a difference clear."""

Guess = Callable[[QuickDealer], S]
"""A state of the game that agrees with all that the seat has seen."""
Finish = Callable[[S, M, QuickDealer], tuple[float, int]]
"""What a move is worth to the seat in a guessed state, by playing on to the end, and how much work that was."""


def best_move(moves: Sequence[M], guess: Guess[S], finish: Finish[S, M], rng: Rng, budget: int, guessing: int = 0) -> M:
    """The move that does best in as many imagined games as the budget of work allows; a guess costs some of it, too. A
    single move needs no thought."""
    if len(moves) == 1:
        return moves[0]
    dice = QuickDealer(rng.below(2**32))
    values: dict[M, list[float]] = {move: [] for move in moves}
    left = budget
    while len(values) > 1 and left > 0:
        for _ in range(BATCH):
            state = guess(dice)
            left -= guessing
            for move, found in values.items():
                worth, work = finish(state, move, dice)
                found.append(worth)
                left -= work
            if left <= 0:
                break
        values = _without_the_clearly_worse(values)
    return max(values, key=lambda move: fsum(values[move]))


def _without_the_clearly_worse(values: dict[M, list[float]]) -> dict[M, list[float]]:
    best = max(values.values(), key=fsum)
    return {move: found for move, found in values.items() if found is best or not _clearly_worse(found, best)}


def _clearly_worse(found: Sequence[float], best: Sequence[float]) -> bool:
    """Whether one move does worse than another, by the guesses on which both were tried."""
    count = len(best)
    gaps = [one - other for one, other in zip(best, found, strict=True)]
    mean = fsum(gaps) / count
    spread = fsum([gap * gap for gap in gaps]) / count - mean * mean
    return mean > CLEAR * sqrt(max(spread, 1 / count) / count)
