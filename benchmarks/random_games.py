"""Many random games of each kind, with random options and seats, to see that nothing ever goes wrong.

`python -m benchmarks.random_games [--games N] [--jobs N]`. The random player is the one of the tests.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from benchmarks.figures import print_figures
from bot.games import GAMES
from bot.progress import show_progress
from tests.games.walk import walk

CHUNK = 250


def play(key: str, first: int) -> int:
    """Play a chunk of games from their seeds; the number of moves. What goes wrong names its game."""
    moves = 0
    for seed in range(first, first + CHUNK):
        try:
            path = walk(GAMES[key], seed)
            cards = sorted(GAMES[key].cards(path.state))
            moves += sum(1 for _ in path.moves())
            assert sorted(GAMES[key].cards(path.state)) == cards
        except Exception as error:
            raise RuntimeError(f"walk(GAMES[{key!r}], {seed}) went wrong") from error
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games of each kind.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    figures: dict[str, float] = {}
    with ProcessPoolExecutor(given.jobs) as pool:
        for key in GAMES:
            starts, moves = range(0, given.games, CHUNK), 0
            for done, more in enumerate(pool.map(partial(play, key), starts), start=1):
                moves += more
                show_progress(done, len(starts), sys.stderr)
            figures |= {f"{key}_random_games": len(starts) * CHUNK, f"{key}_random_moves": moves, f"{key}_errors": 0}
    print("Random games of each kind, to the end, cards conserved:")
    print_figures(figures)


if __name__ == "__main__":
    main()
