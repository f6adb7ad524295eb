"""Plants each bug in a copy of the project and sees whether the tests that are named for it catch it.

make planted, or python -m tests.planted --only 07

A patch begins with a sentence about its bug and a line `tests: ...` with the tests that should catch it. Those tests
have to pass without any bug first. A bug is caught when they fail; trouble of any other kind is no catch.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[2]
PATCHES = Path(__file__).with_name("patches")
AT_ONCE = 2
PATIENCE = 180.0
"""Seconds that the tests of one patch may take. A bug that makes them hang is not caught."""
PASSED, FAILED = 0, 1
"""What pytest ends with; other codes say that the tests were not run as they should be."""
TESTS = "tests: "


@dataclass(frozen=True, slots=True)
class Planted:
    """A bug, and the tests that should catch it."""

    patch: Path
    sentence: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    word: str
    seconds: float
    told: str = ""
    """What was said on the way, where that helps."""

    @property
    def caught(self) -> bool:
        return self.word == "caught"


def main() -> int:
    """0: all that were looked at are caught; 1: not all; 2: nothing could be said."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description="Do the tests catch planted bugs?")
    parser.add_argument("--only", metavar="NN", help="the number of one patch")
    only: str | None = parser.parse_args().only
    bugs = [read(patch) for patch in sorted(PATCHES.glob("*.patch")) if only is None or patch.name.startswith(only)]
    if not bugs:
        sys.stderr.write("There is no such patch.\n")
        return 2
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        sound = copy(Path(folder) / "sound")
        code, told = run(sound, sorted({test for bug in bugs for test in bug.tests}))
        if code != PASSED:
            sys.stderr.write(f"{told}\nThe tests do not pass without any bug: repair that first.\n")
            return 2
        with ThreadPoolExecutor(AT_ONCE) as pool:
            caught = 0
            for bug, verdict in zip(bugs, pool.map(partial(judge, Path(folder)), bugs), strict=True):
                caught += verdict.caught
                say(bug, verdict)
    sys.stdout.write(f"{caught} of {len(bugs)} caught\n")
    return 0 if caught == len(bugs) else 1


def read(patch: Path) -> Planted:
    """What stands above the first change of a patch."""
    sentence, tests, *_ = patch.read_text(encoding="utf-8").splitlines()
    if not tests.startswith(TESTS):
        raise ValueError(f"The second line of {patch.name} has to name tests.")
    return Planted(patch, sentence, tuple(tests.removeprefix(TESTS).split()))


def copy(folder: Path) -> Path:
    """The files that git knows, as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():  # else it was deleted, and nobody has told git yet
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def judge(folder: Path, bug: Planted) -> Verdict:
    """Plant one bug in a copy of its own and run its tests there."""
    start = time.monotonic()
    place = copy(folder / bug.patch.stem)
    planting = ["git", "apply", "--unidiff-zero", str(bug.patch)]  # some patches have no context, so that they last
    planted = subprocess.run(planting, cwd=place, env=surroundings(place), check=False, capture_output=True, text=True)
    if planted.returncode:
        return Verdict("does not apply", time.monotonic() - start, planted.stderr)
    code, told = run(place, bug.tests)
    shutil.rmtree(place)
    return Verdict("caught" if code == FAILED else "NOT CAUGHT", time.monotonic() - start, told)


def run(place: Path, tests: Sequence[str]) -> tuple[int, str]:
    """Run tests in a copy: pytest's code, and what it said."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            command,
            cwd=place,
            env=surroundings(place),
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return -1, f"The tests took more than {PATIENCE:.0f} seconds.\n"
    return done.returncode, done.stdout


def surroundings(place: Path) -> dict[str, str]:
    """Python finds the copy alone, and git takes it for no part of a repository around it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, "PYTHONPATH": str(place), "GIT_CEILING_DIRECTORIES": str(place.parent)}


def say(bug: Planted, verdict: Verdict) -> None:
    sys.stdout.write(f"{verdict.word:<14} {verdict.seconds:5.1f} s  {bug.patch.stem}: {bug.sentence}\n")
    if not verdict.caught:
        sys.stdout.write("".join(f"    {line}\n" for line in verdict.told.splitlines()[-15:]))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
