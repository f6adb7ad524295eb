"""How long an expert thinks: its decisions in games among experts alone, on one core, without a table.

`python -m benchmarks.thinking [--decisions N]`. Only decisions between several moves count. The aim is 300 ms at most.
"""

import argparse
import sys
import time
from collections.abc import Mapping
from statistics import mean, quantiles
from typing import Any

from benchmarks.figures import print_figures
from bot.games import GAMES
from bot.games.autoplay import play
from bot.games.base import AnyGame
from bot.games.dealer import QuickDealer
from bot.progress import show_progress

SEATS = (2, 4, 10)
LARGE: dict[str, Any] = {"hand_size": 10}
"""Two packs: the most cards that can be hidden."""


class Timed:
    def __init__(self, player: Any) -> None:
        self._player = player
        self.took: list[float] = []

    def choose(self, view: Any, rng: Any) -> Any:
        started = time.perf_counter()
        move = self._player.choose(view, rng)
        if len(view.moves) > 1:
            self.took.append(1e3 * (time.perf_counter() - started))
        return move


def main() -> None:
    parser = argparse.ArgumentParser(description="How long experts think.")
    parser.add_argument("--decisions", type=int, default=100, help="of each kind of game with each number of seats")
    given = parser.parse_args()
    one: dict[str, Any] = {"match": "one"}
    kinds = [(game, seats, preset, one) for game in GAMES.values() for seats in SEATS for preset in game.presets]
    kinds += [(GAMES["uno"], SEATS[-1], "official", {**LARGE, "match": 500}), (GAMES["uno"], SEATS[-1], "party", LARGE)]
    figures: dict[str, float] = {}
    print("game    seats  preset          decisions  mean ms   p99  slowest", flush=True)
    for done, (game, seats, preset, more) in enumerate(kinds, 1):
        took = decide(game, seats, preset, more, given.decisions)
        name = f"{preset}_large" if "hand_size" in more else preset
        p99 = quantiles(took, n=100, method="inclusive")[98]
        print(
            f"{game.key:<8}{seats:>5}  {name:<14}{len(took):>11}{mean(took):>9.0f}{p99:>6.0f}{max(took):>9.0f}",
            flush=True,
        )
        figures[f"{game.key}_{seats}_{name}_slowest_ms"] = max(took)
        show_progress(done, len(kinds), sys.stderr)
    print_figures(figures)


def decide(game: AnyGame, seats: int, preset: str, more: Mapping[str, Any], decisions: int) -> list[float]:
    """The milliseconds of so many decisions, in as many games as that takes."""
    timed, rng = Timed(game.computer("expert")), QuickDealer(f"thinking {game.key} {seats} {preset}")
    while len(timed.took) < decisions:
        for _ in play(game, game.configure(preset, more), [timed] * seats, lambda *_: rng):
            if len(timed.took) >= decisions:
                break
    return timed.took


if __name__ == "__main__":
    main()
