"""One simulated process of the bot: its loop, its file, its tables. It is started, and it stops or dies."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any, cast

import aiosqlite

from bot.config import Times
from bot.database import Database
from bot.storage import Storage
from bot.tables.directory import Directory
from bot.tables.table import Table
from bot.tables.update import Update
from tests.simulation.disk import Connection, Disk, Fault
from tests.simulation.loop import Loop

TIMES = Times(slow=900.0)
"""A slow game is over before the simulation gets old."""


class LoopTime:
    """Time as the loop tells it."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def now(self) -> float:
        return self._loop.time()

    def for_people(self, moment: float) -> float:
        return moment

    async def wait(self, bell: asyncio.Event, until: float | None) -> None:
        if until is not None and until <= self.now():
            return
        try:
            async with asyncio.timeout_at(until):
                await bell.wait()
        except TimeoutError:
            return


class Process:
    def __init__(
        self,
        path: Path,
        chance: Random,
        now: float,
        faults: Iterable[Fault] = (),
        heard: Callable[[Update], None] | None = None,
    ) -> None:
        self.loop = Loop(chance, now)
        self.disk = Disk(path, self.loop, faults)
        self.look = self.disk.look()
        reader = self.disk.connect(writes=False)
        reader.row_factory = sqlite3.Row
        self._database = Database(_as_aiosqlite(self.disk.connect(writes=True)), _as_aiosqlite(reader))
        self.storage = Storage(self._database)
        self.directory = Directory(self.storage, LoopTime(self.loop), TIMES)
        if heard is not None:
            self.directory.listeners.append(heard)
        self._own: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self._keep(self._database.write_all())
        await self.directory.restore()
        self._keep(self.directory.run())

    async def stop(self) -> None:
        """As a host stops it: what has begun is finished and written."""
        writing, clock = self._own
        clock.cancel()
        await self.directory.close()
        self._database.close()
        await asyncio.wait({writing})

    def end(self, path: Path) -> None:
        """Nothing of it runs any more. The next process finds the file under another name."""
        self.loop.bury()
        self.disk.leave(path)

    def busy(self) -> list[Table]:
        """The tables that are changing at this moment."""
        return [table for table in self.directory if table._lock.locked()]

    def _keep(self, work: Any) -> None:
        """A task that only ends when the process does."""
        task: asyncio.Task[None] = self.loop.create_task(work)
        task.add_done_callback(self._lost)
        self._own.append(task)

    def _lost(self, task: "asyncio.Task[None]") -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.loop.fail(error)


def _as_aiosqlite(connection: Connection) -> aiosqlite.Connection:
    return cast("aiosqlite.Connection", connection)
