"""Many lives, one seed each: python -m tests.simulation --seeds 1000 [--first N]"""

import argparse
import sys
import time
from collections import Counter

from tests.simulation.world import Failure, World


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="how many lives")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    asked = parser.parse_args()
    counted, began = Counter[str](), time.monotonic()
    for number in range(asked.seeds):
        seed = asked.first + number
        world = World(seed)
        try:
            world.run()
        except Failure as failure:
            say(f"\n{failure}\nRepeat it with: python -m tests.simulation --first {seed} --seeds 1")
            return 1
        counted.update(world.counted)
        if (number + 1) % 25 == 0 or number + 1 == asked.seeds:
            say(f"{number + 1} of {asked.seeds} lives, {time.monotonic() - began:.0f} s")
    say(", ".join(f"{counted[what]} {what}" for what in sorted(counted)))
    return 0


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
