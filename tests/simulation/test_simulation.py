"""Whole lives of the bot, each from one seed. What goes wrong once goes wrong again in the same way."""

import os
import re
import subprocess
import sys

import pytest

from tests.simulation.disk import Fault
from tests.simulation.planted import BUGS, Plant
from tests.simulation.world import Failure, World

LIVES = 180
BLOCK = 20
TRIED = 60
"""In so many lives every planted bug shows itself."""
ORDERS = [
    [Fault("locked", 20), Fault("full", 60), Fault("full, kept", 90), Fault("slow", 120), Fault("killed before", 150)],
    [Fault("killed after", 40)],
    [Fault("killed between", 200)],
]
TELL = (
    "import sys\n"
    "from tests.simulation.world import World\n"
    "for seed in range(3):\n"
    "    world = World(seed)\n"
    "    world.run()\n"
    "    sys.stdout.buffer.write(world.trace)\n"
)


@pytest.mark.parametrize("first", range(0, LIVES, BLOCK))
def test_nothing_is_lost_doubled_or_shown_too_early(first: int) -> None:
    for seed in range(first, first + BLOCK):
        World(seed).run()


def test_a_seed_tells_the_same_story_byte_for_byte_in_another_process() -> None:
    stories = [_told_by_another_process(hash_seed) for hash_seed in ("1", "2")]
    assert stories[0] == stories[1]
    assert stories[0].count(b"\n") > 100


def _told_by_another_process(hash_seed: str) -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run([sys.executable, "-c", TELL], env=environment, capture_output=True, check=True).stdout


def test_faults_come_as_they_are_ordered_and_come_again() -> None:
    worlds = [World(5, ORDERS), World(5, ORDERS)]
    for world in worlds:
        world.run()
    assert worlds[0].trace == worlds[1].trace
    assert worlds[0].counted["kills"] == 3
    for kind in ("locked", "full", "full, kept", "slow", "killed before", "killed after"):
        assert worlds[0].counted[f"times {kind}"] == 1


@pytest.mark.parametrize("statement", range(1, 60))
def test_a_process_may_die_at_any_statement(statement: int) -> None:
    world = World(statement % 3, [[Fault("killed before", statement)], [Fault("killed after", statement)]])
    world.run()
    assert world.counted["kills"] == 2


@pytest.mark.parametrize("plant", BUGS, ids=lambda plant: plant.__name__)
def test_a_planted_bug_is_found_and_found_again(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    seed, trace = _first_failure(BUGS[plant])
    again = World(seed)
    with pytest.raises(Failure, match=f"seed {seed}, step "):
        again.run()
    assert again.trace == trace


def _first_failure(words: str) -> tuple[int, bytes]:
    """The first seed that complains in these words."""
    for seed in range(TRIED):
        world = World(seed)
        try:
            world.run()
        except Failure as failure:
            if re.search(words, str(failure).partition("\n")[0]):
                return seed, world.trace
    pytest.fail(f"{TRIED} lives, and nobody noticed")
