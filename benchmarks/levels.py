"""Each level of computer against the one below it: one seat of the stronger, all others of the weaker.

`python -m benchmarks.levels [--jobs N] [--scale X]`. A level beats the one below if the 95 % interval of its wins lies
above the even share (50 % with two seats, 25 % with four).
"""

import argparse
import sys
from itertools import pairwise

from benchmarks.figures import print_figures
from bot.games import GAMES
from bot.progress import show_progress
from bot.simulate import Plan, Tally, interval, run

GAMES_PLAYED = {("uno", 2): 8000, ("uno", 4): 12000, ("eights", 2): 8000, ("eights", 4): 20000}
"""Enough for the intervals to come apart; 6 nimmt! needs far fewer."""
OTHERWISE = 3000


def main() -> None:
    parser = argparse.ArgumentParser(description="Each level of computer against the one below it.")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1.0, help="play so many times as many games")
    given = parser.parse_args()
    figures: dict[str, float] = {}
    names: list[str] = []
    print("game    seats  level   against    wins    95 % interval   even  apart")
    for key, game in GAMES.items():
        levels = list(game.computers)
        for seats in (2, 4):
            for weaker, stronger in pairwise(levels):
                games = int(GAMES_PLAYED.get((key, seats), OTHERWISE) * given.scale)
                plan = Plan(key, game.configure(), (stronger, *[weaker] * (seats - 1)), games, "levels", given.jobs)
                share, low, high = play(plan)
                print(
                    f"{key:<8}{seats:>5}  {stronger:<8}{weaker:<8}{share:>7.1%}  {low:>6.1%} to {high:>6.1%}"
                    f"{1 / seats:>7.0%}  {'yes' if low > 1 / seats else 'NO'}"
                )
                name = f"{key}_{seats}_{stronger}_over_{weaker}"
                names.append(name)
                figures |= {f"{name}_wins": round(share, 4), f"{name}_low": round(low, 4), f"{name}_games": games}
    print_figures(figures)
    beaten = all(figures[f"{name}_low"] > 1 / int(name.split("_")[1]) for name in names)
    sys.exit(0 if beaten else "A level does not beat the one below it.")


def play(plan: Plan) -> tuple[float, float, float]:
    """The share of games that the first seat wins, and its interval."""
    *_, tally = (show(tally, plan) for tally in run(plan))
    return tally.wins[0] / tally.games, *interval(tally.wins[0], tally.games)


def show(tally: Tally, plan: Plan) -> Tally:
    show_progress(tally.games, plan.games, sys.stderr)
    return tally


if __name__ == "__main__":
    main()
