"""A few lives of games in which everything goes wrong; `make soak` lives as many as one likes."""

import time
from collections import Counter
from pathlib import Path

import pytest

from tests.faults.life import Life

MINUTE = 60.0
KILLS = 8


@pytest.mark.parametrize("seed", ["one", "two", "three"])
async def test_a_game_in_which_everything_goes_wrong(tmp_path: Path, seed: str) -> None:
    counted: Counter[str] = Counter()

    def killed() -> int:
        return sum(count for name, count in counted.items() if name.startswith("SIGKILL"))

    await Life(tmp_path, seed, counted, lambda: killed() >= KILLS).run(time.monotonic() + MINUTE)
    assert killed()
    assert counted["moves"]
