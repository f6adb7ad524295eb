"""The bot as a process of its own: started, watched, stopped and started again, while page and messages stay."""

import asyncio
import re
import signal
import sys
from collections import deque
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Literal

from bot.loopback import Loopback

State = Literal["starting", "connecting", "ready", "stopping", "stopped"]
KEPT_LINES = 400
LONGEST_LINE = 4000
STOP_WITHIN = 10.0
QUIET = re.compile(r"\S+ \S+ (DEBUG|INFO) ")
"""Lines of the log that say nothing but that all is well."""


class Runner:
    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], discord: Loopback, *, loud: bool = False
    ) -> None:
        """`loud`: everything the bot says goes to the terminal as well, not only its troubles."""
        self.log: deque[str] = deque(maxlen=KEPT_LINES)
        self.lines = 0
        """How many lines there were, kept or not."""
        self.starts = 0
        self.exit_code: int | None = None
        self.last_words = ""
        """What it said last beside that all is well, for whoever wonders why it stopped."""
        self._command = command
        self._environment = environment
        self._discord = discord
        self._loud = loud
        self._stopping = False
        self.process: asyncio.subprocess.Process | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()

    @property
    def state(self) -> State:
        if self.process is None:
            return "stopped"
        if self._stopping:
            return "stopping"
        if not any(self._discord.commands.pages.values()):
            return "starting"
        return "ready" if self._discord.sessions.complete() else "connecting"

    async def start(self) -> None:
        await self._to_the_end(self._start())

    async def stop(self, number: int = signal.SIGTERM) -> None:
        await self._to_the_end(self._stop(number))

    async def restart(self, number: int = signal.SIGTERM) -> None:
        """Stop it, by a word or by force, and start it anew."""
        await self._to_the_end(self._stop(number), self._start())

    async def _to_the_end(self, *steps: Coroutine[None, None, None]) -> None:
        """Take these steps, one caller after the other, even if the caller goes away in the middle."""

        async def all_steps() -> None:
            async with self._turn:
                for step in steps:
                    await step

        task = asyncio.create_task(all_steps(), name="the bot is started or stopped")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await asyncio.shield(task)

    async def _start(self) -> None:
        if self.process is not None:
            return
        self.starts += 1
        self.exit_code, self.last_words = None, ""
        self.process = await asyncio.create_subprocess_exec(
            *self._command,
            env=dict(self._environment),
            stdin=asyncio.subprocess.PIPE,  # it ends when this does: no bot stays behind alone
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,  # a Ctrl+C in the terminal is for us; we stop it ourselves
        )
        self._watcher = asyncio.create_task(self._watch(self.process), name="the bot's log")
        self._discord.world.changed.ring()

    async def _stop(self, number: int) -> None:
        process, watcher = self.process, self._watcher
        if process is None or watcher is None:
            return
        self._stopping = True
        self._discord.world.changed.ring()
        with suppress(ProcessLookupError):
            process.send_signal(number)
        _, hanging = await asyncio.wait({watcher}, timeout=STOP_WITHIN)
        if hanging:
            with suppress(ProcessLookupError):
                process.kill()
            await watcher

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        async for line in _lines(process.stderr):
            self.note(line)
        self.exit_code = await process.wait()
        if not self._stopping:
            self.note(f"The bot stopped with code {self.exit_code}.")
        self.process, self._stopping = None, False
        self._discord.world.changed.ring()

    def note(self, line: str) -> None:
        """Write a line into the log that page and terminal show."""
        self.log.append(line)
        self.lines += 1
        troubled = bool(line) and not QUIET.match(line)
        if troubled and (self.exit_code is None or not self.last_words):
            self.last_words = line
        if self._loud or troubled:
            sys.stderr.write(line + "\n")
            sys.stderr.flush()


async def _lines(stream: asyncio.StreamReader) -> AsyncIterator[str]:
    """Line by line, as long as they may be; of a very long one the beginning is enough."""
    rest = b""
    while chunk := await stream.read(2**16):
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield line[:LONGEST_LINE].decode(errors="replace").rstrip()
        rest = rest[:LONGEST_LINE]
    if rest:
        yield rest.decode(errors="replace").rstrip()
