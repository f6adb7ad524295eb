"""The playground as it is started in a terminal: the real program, in a process of its own."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.playground.helpers import PATIENCE, until
from tests.process.bot_process import environment

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/([\w-]+)/")


class Terminal:
    def __init__(self, folder: Path, arguments: Sequence[str], settings: dict[str, str]) -> None:
        self._out, self._err = folder / "stdout", folder / "stderr"
        with self._out.open("wb") as output, self._err.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bot", *arguments],
                cwd=folder,
                env=environment(**settings),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
            )

    @property
    def lines(self) -> list[str]:
        return self._out.read_text(encoding="utf-8").splitlines()

    @property
    def stderr(self) -> str:
        return self._err.read_text(encoding="utf-8")

    @property
    def address(self) -> str:
        found = ADDRESS.search("\n".join(self.lines))
        assert found, f"There is no address: {self.lines}\n{self.stderr}"
        return found[0]

    @property
    def port(self) -> int:
        found = ADDRESS.search(self.address)
        assert found
        return int(found[1])

    @property
    def children(self) -> list[int]:
        """The processes it has started, which are the bot and nothing else."""
        own = self.process.pid
        return [int(each) for each in Path(f"/proc/{own}/task/{own}/children").read_text(encoding="ascii").split()]

    async def greeted(self) -> None:
        def so() -> bool:
            assert self.process.poll() is None, f"It ended with {self.process.returncode}:\n{self.stderr}"
            return any(ADDRESS.search(line) for line in self.lines)

        await until(so, "for the address")

    async def end(self, number: int | None = None) -> int:
        """Its exit code, after this signal."""
        if number is not None:
            self.process.send_signal(number)
        try:
            return await asyncio.to_thread(self.process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"It did not end:\n{self.stderr}") from None


def is_there(process: int) -> bool:
    """Whether a process runs; one that has ended and was not asked for its code does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


@asynccontextmanager
async def terminal(folder: Path, *arguments: str, **settings: str) -> AsyncIterator[Terminal]:
    """A terminal with a playground that has told its address."""
    opened = Terminal(folder, arguments, settings)
    children: list[int] = []
    try:
        await opened.greeted()
        children = opened.children
        yield opened
    finally:
        if opened.process.poll() is None:
            opened.process.kill()
            opened.process.wait()
        _sweep(children)


def _sweep(children: list[int]) -> None:
    """What a failing test has left behind; a child whose playground is gone ends by itself, in a moment."""
    end = time.perf_counter() + 5
    while any(is_there(each) for each in children) and time.perf_counter() < end:
        time.sleep(0.02)
    for each in children:
        if is_there(each):
            os.kill(each, signal.SIGKILL)


async def run(folder: Path, *arguments: str, **settings: str) -> Terminal:
    """The command, to its end. It is one that refuses to start."""
    opened = Terminal(folder, arguments, settings)
    try:
        await opened.end()
    finally:
        if opened.process.poll() is None:
            opened.process.kill()
            opened.process.wait()
    return opened
