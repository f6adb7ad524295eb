"""Many games among computers: who wins how often, with what certainty, and how fast it goes."""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from typing import Any, TextIO

from bot.games import GAMES
from bot.games.autoplay import play
from bot.games.dealer import QuickDealer
from bot.games.options import differences, shown
from bot.progress import show_progress

CHUNK = 50
"""Games that one process plays at a time. Each chunk has its own seed, so the result does not depend on the jobs."""

SURE = 1.96
"""Standard deviations of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Plan:
    game: str
    options: Any
    levels: tuple[str, ...]
    games: int
    seed: str
    jobs: int = 1


@dataclass(slots=True)
class Tally:
    """What came of some games, by seat. A shared win counts as a share."""

    seats: int
    games: int = 0
    moves: int = 0
    wins: list[float] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wins = self.wins or [0.0] * self.seats
        self.points = self.points or [0] * self.seats
        self.places = self.places or [0] * self.seats

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.moves += other.moves
        for seat in range(self.seats):
            self.wins[seat] += other.wins[seat]
            self.points[seat] += other.points[seat]
            self.places[seat] += other.places[seat]


def run(plan: Plan) -> Iterator[Tally]:
    """Play the plan. Yields the tally so far, again and again, until it is whole."""
    total = Tally(len(plan.levels))
    chunks = range(-(-plan.games // CHUNK))
    jobs = min(plan.jobs, len(chunks), os.cpu_count() or 1)
    if jobs == 1:
        for chunk in chunks:
            total.add(_play_chunk(plan, chunk))
            yield total
        return
    with ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(partial(_play_chunk, plan), chunks):
            total.add(part)
            yield total


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share, spread = wins / games, SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = SURE * sqrt(share * (1 - share) / games + spread / 4 / games) / (1 + spread)
    return middle - half, middle + half


def report(plan: Plan, tally: Tally, seconds: float) -> str:
    """The table that `simulate` prints."""
    game = GAMES[plan.game]
    changed = "".join(f", {name} {shown(value)}" for name, value in differences(plan.options).items())
    lines = [
        f"{game.title}, {tally.games} games, seed {plan.seed}{changed}",
        f"seat  level    wins     95 % interval  {game.unit:>8}  place",
    ]
    for seat, level in enumerate(plan.levels):
        low, high = interval(tally.wins[seat], tally.games)
        share = tally.wins[seat] / tally.games
        lines.append(
            f"{seat + 1:>4}  {level:<7}{share:>7.1%}  {low:>6.1%} to {high:>6.1%}"
            f"{tally.points[seat] / tally.games:>10.1f}{tally.places[seat] / tally.games:>7.2f}"
        )
    lines.append(f"{tally.moves / tally.games:.1f} moves a game, {tally.games / seconds:.0f} games a second")
    return "\n".join(lines)


def simulate(plan: Plan, progress: TextIO = sys.stderr) -> str:
    """Play the plan with a progress bar; the table."""
    started = time.perf_counter()
    for tally in run(plan):
        show_progress(tally.games, plan.games, progress)
    return report(plan, tally, time.perf_counter() - started)


def _play_chunk(plan: Plan, chunk: int) -> Tally:
    game, tally = GAMES[plan.game], Tally(len(plan.levels))
    computers: Sequence[Any] = [game.computer(level) for level in plan.levels]
    rng = QuickDealer(f"{plan.seed}/{chunk}")
    for _ in range(min(CHUNK, plan.games - chunk * CHUNK)):
        _deal, *moves = play(game, plan.options, computers, lambda *_: rng)
        outcome = moves[-1].outcome
        assert outcome is not None
        tally.moves += len(moves)
        tally.games += 1
        for seat in range(tally.seats):
            tally.wins[seat] += (seat in outcome.winners) / len(outcome.winners)
            tally.points[seat] += outcome.points[seat]
            tally.places[seat] += outcome.places[seat]
    return tally
