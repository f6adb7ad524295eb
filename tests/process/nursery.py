"""Bot processes that are born with all modules loaded: for tests that kill thousands of them.

A server process loads everything once; each bot is forked from it. What runs is the same `python -m bot serve`, and a
SIGKILL is a SIGKILL; only the second that loading takes is saved.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
from functools import cache
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import BinaryIO

PRELOADED = ["bot.serve", "bot.__main__", "bot.killpoint", "cogs._game", "tests.process.nursery"]


class Forked:
    """A forked bot, with what the tests use of `subprocess.Popen`."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self.poll()

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired("a forked bot", timeout or 0)
        return code


@cache
def nursery() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    return context


def fork(folder: Path, environment: dict[str, str], first: str, stdout: Path, stderr: Path) -> Forked:
    """A bot that does this first, then serves."""
    process = nursery().Process(target=_serve, args=(folder, environment, first, stdout, stderr), daemon=True)
    process.start()
    return Forked(process)


def _serve(folder: Path, environment: dict[str, str], first: str, stdout: Path, stderr: Path) -> None:
    """What the child does: become a process like any other, then serve."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, path, mode in ((0, Path(os.devnull), "rb"), (1, stdout, "wb"), (2, stderr, "ab")):
        file: BinaryIO
        with path.open(mode) as file:  # type: ignore[assignment]  # all three modes are binary
            os.dup2(file.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115
    from bot import killpoint  # noqa: PLC0415 - loaded before the fork, with another environment
    from bot.__main__ import main  # noqa: PLC0415

    killpoint.order(environment.get("CARDROOM_KILL_AT", ""))
    exec(first, {})  # noqa: S102 - some constants of ours, changed by a test
    os._exit(main(["serve"]))
