"""The database file, with a disk that can be full, locked or slow, and a process that can die at any statement.

A `Connection` does what the bot asks of aiosqlite, on the real sqlite3 and a real file, but without a thread: each
statement is one instant, and before and after it everybody else may get a turn.
"""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any, Literal

from bot.database import migrations
from tests.simulation.loop import Loop

Kind = Literal["full", "full, kept", "locked", "slow", "unreadable", "killed before", "killed after", "killed between"]
KINDS: tuple[Kind, ...] = (
    "full",  # SQLite has rolled the transaction back by itself
    "full, kept",  # the statement failed, the transaction is still there
    "locked",  # another program is writing: no transaction begins
    "slow",
    "unreadable",
    "killed before",
    "killed after",
    "killed between",  # two callbacks of the loop, wherever they are
)
SLOW = 3.0
"""Seconds that a slow statement takes."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong. `at` counts the writer's statements in one life of the process; for "unreadable" the
    reader's, for "killed between" the loop's callbacks. What cannot go wrong at that statement does at the next."""

    kind: Kind
    at: int


class Disk:
    """The file as one process sees it, and what goes wrong with it."""

    def __init__(self, path: Path, loop: Loop, faults: Iterable[Fault] = ()) -> None:
        self.path = path
        self.loop = loop
        self.faults: list[Fault] = []
        self.written = self.read = 0
        """Statements so far."""
        self.happened: Counter[str] = Counter()
        self._open: list[sqlite3.Connection] = []
        self.order(faults)

    def order(self, faults: Iterable[Fault]) -> None:
        """These, counted from here, and none that were ordered before."""
        since = {"unreadable": self.read, "killed between": self.loop.steps}
        later = (replace(fault, at=fault.at + since.get(fault.kind, self.written)) for fault in faults)
        self.faults = sorted(later, key=lambda fault: (fault.at, fault.kind))
        self.loop.kill_at = next((fault.at for fault in self.faults if fault.kind == "killed between"), None)

    def connect(self, *, writes: bool) -> "Connection":
        db = sqlite3.connect(self.path, isolation_level=None, timeout=0)
        self._open.append(db)
        db.execute("PRAGMA synchronous = OFF")  # a simulated process dies, not the machine
        db.execute("PRAGMA foreign_keys = ON")
        return Connection(self, db, writes=writes)

    def look(self) -> sqlite3.Connection:
        """The file as another program sees it: only what is committed."""
        db = sqlite3.connect(f"{self.path.as_uri()}?mode=ro", uri=True, isolation_level=None)
        db.row_factory = sqlite3.Row
        self._open.append(db)
        return db

    def due(self, at: int, kinds: Sequence[Kind]) -> Kind | None:
        """What goes wrong now; it happens once."""
        for fault in self.faults:
            if fault.at <= at and fault.kind in kinds:
                self.faults.remove(fault)
                self.happened[fault.kind] += 1
                return fault.kind
        return None

    def leave(self, path: Path) -> None:
        """The process is gone. What a new one finds is the file and its log, as they lie there now."""
        copyfile(self.path, path)
        log = self.path.with_name(f"{self.path.name}-wal")
        if log.exists():
            copyfile(log, path.with_name(f"{path.name}-wal"))
        self.close()

    def close(self) -> None:
        for db in self._open:
            db.close()
        self._open.clear()


class Connection:
    """What `bot/database.py`, `bot/storage.py` and `bot/personal.py` use of `aiosqlite.Connection`."""

    def __init__(self, disk: Disk, db: sqlite3.Connection, *, writes: bool) -> None:
        self._disk = disk
        self._db = db
        self._writes = writes

    @property
    def in_transaction(self) -> bool:
        return self._db.in_transaction

    @property
    def row_factory(self) -> Any:
        return self._db.row_factory

    @row_factory.setter
    def row_factory(self, factory: Any) -> None:
        self._db.row_factory = factory

    async def execute(self, sql: str, values: Any = ()) -> sqlite3.Cursor:
        await self._before(sql)
        cursor = self._db.execute(sql, values)
        await self._after()
        return cursor

    async def executemany(self, sql: str, rows: Iterable[Any]) -> sqlite3.Cursor:
        await self._before(sql)
        cursor = self._db.executemany(sql, rows)
        await self._after()
        return cursor

    async def execute_fetchall(self, sql: str, values: Any = ()) -> list[Any]:
        await self._before(sql)
        rows = self._db.execute(sql, values).fetchall()
        await self._after()
        return rows

    async def _before(self, sql: str) -> None:
        await asyncio.sleep(0)
        disk = self._disk
        if not self._writes:
            disk.read += 1
            if disk.due(disk.read, ("unreadable",)):
                raise sqlite3.OperationalError("disk I/O error")
            return
        disk.written += 1
        if disk.due(disk.written, ("killed before",)):
            await disk.loop.die()
        if disk.due(disk.written, ("slow",)):
            await asyncio.sleep(SLOW)
        if sql.startswith("BEGIN") and disk.due(disk.written, ("locked",)):
            raise sqlite3.OperationalError("database is locked")
        if sql.startswith(("INSERT", "UPDATE", "DELETE", "COMMIT")):
            self._fill(disk.due(disk.written, ("full", "full, kept")))

    def _fill(self, kind: Kind | None) -> None:
        if kind is None:
            return
        if kind == "full":
            self._db.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    async def _after(self) -> None:
        if self._writes and self._disk.due(self._disk.written, ("killed after",)):
            await self._disk.loop.die()
        await asyncio.sleep(0)


def make_file(path: Path) -> None:
    """A new database with the newest schema."""
    path.write_bytes(_blank())


@cache
def _blank() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "blank.db"
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            for script in migrations():
                db.executescript(script)
            db.execute(f"PRAGMA user_version = {len(migrations())}")
        return path.read_bytes()
