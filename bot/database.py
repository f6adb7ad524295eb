"""The SQLite file: opening, migrating, and the one writer. What is stored in it is the affair of `storage.py`.

A write is a *unit*: a function that runs some statements. All units that wait are written in one transaction, each in
a savepoint of its own, and a caller hears of its unit only after the commit has reached the disk. The writer is a task
of its own, so a caller that is cancelled never leaves half a transaction behind.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.errors import EX_CONFIG, EX_IOERR, EX_TEMPFAIL, CannotSave, CannotStart
from bot.killpoint import killpoint

T = TypeVar("T")
Unit = Callable[[aiosqlite.Connection], Awaitable[T]]

log = logging.getLogger(__name__)

MOST_UNITS = 200
"""How many units share a transaction at most, so that nobody waits long."""
MOST_WAITING = 5000
"""How many units wait at most: with a disk that hangs, they would pile up."""
BUSY_MS = 1000
"""How long to wait for another program that is writing to the file."""


class Database:
    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self._writer = writer
        self._reader = reader
        self._units: list[tuple[Unit[Any], asyncio.Future[Any]]] = []
        self._wake = asyncio.Event()
        self._closing = False

    async def write(self, unit: Unit[T]) -> T:
        """Run a unit and wait until it is on the disk. Integrity errors are the caller's affair."""
        if self._closing:
            raise CannotSave("I am being stopped, so nothing has changed. Please try again in a moment.")
        if len(self._units) >= MOST_WAITING:
            raise CannotSave("Too much is going on right now, so nothing has changed. Please try again in a moment.")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._units.append((unit, future))
        self._wake.set()
        try:
            return await future
        except sqlite3.IntegrityError:
            raise
        except sqlite3.Error as error:
            log.error("cannot write: %s", error)  # noqa: TRY400 - the trace says nothing more
            raise CannotSave(
                "I cannot save right now, so nothing has changed. Please try again in a moment."
            ) from error

    async def read(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return await self._read(sql, values)

    async def read_named(self, sql: str, values: Mapping[str, object]) -> list[sqlite3.Row]:
        return await self._read(sql, dict(values))

    async def _read(self, sql: str, values: "tuple[object, ...] | dict[str, object]") -> list[sqlite3.Row]:
        try:
            return list(await self._reader.execute_fetchall(sql, values))
        except sqlite3.Error as error:
            log.error("cannot read: %s", error)  # noqa: TRY400
            raise CannotSave("I cannot read my notes right now. Please try again in a moment.") from error

    async def write_all(self) -> None:
        """The writer's task, until `close` is called and all is written. It is never cancelled half-way."""
        while self._units or not self._closing:
            await self._wake.wait()
            batch = self._units[:MOST_UNITS]
            del self._units[:MOST_UNITS]
            if not self._units and not self._closing:
                self._wake.clear()
            if batch:
                await self._commit(batch)

    def close(self) -> None:
        """Write what still waits, then stop."""
        self._closing = True
        self._wake.set()

    async def _commit(self, batch: list[tuple[Unit[Any], asyncio.Future[Any]]]) -> None:
        db, done = self._writer, list[tuple[asyncio.Future[Any], Any]]()
        try:
            await db.execute("BEGIN IMMEDIATE")
            for unit, future in batch:
                done.append((future, await _one(db, unit)))
            await db.execute("COMMIT")
        except sqlite3.Error as error:
            if db.in_transaction:  # with a full disk SQLite has rolled back by itself
                with suppress(sqlite3.Error):  # then the next one tries again
                    await db.execute("ROLLBACK")
            done = [(future, error) for _, future in batch]
        for future, outcome in done:
            if future.done():  # its caller was cancelled
                continue
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)


async def _one(db: aiosqlite.Connection, unit: Unit[T]) -> T | Exception:
    """One unit in its savepoint. What it did wrong concerns nobody else; trouble with the file concerns all."""
    await db.execute("SAVEPOINT unit")
    try:
        outcome: T | Exception = await unit(db)
    except Exception as error:
        if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
            raise
        await db.execute("ROLLBACK TO unit")
        outcome = error
    await db.execute("RELEASE unit")
    return outcome


@asynccontextmanager
async def open_database(path: Path) -> AsyncIterator[Database]:
    """The database, migrated and ready; closed again whatever happens: its threads would keep the process alive."""
    async with AsyncExitStack() as stack:
        try:
            _try_out(path)
            writer = await stack.enter_async_context(_connect(path))
            await _prepare(writer, path)
            reader = await stack.enter_async_context(_connect(path))
        except sqlite3.Error as error:
            raise _cannot_open(path, error) from error
        reader.row_factory = sqlite3.Row
        database = Database(writer, reader)
        writing = asyncio.create_task(database.write_all(), name="database writer")
        try:
            yield database
        finally:
            database.close()
            await asyncio.wait({writing})


def _try_out(path: Path) -> None:
    """Find out whether the file can be opened at all, and is whole, before threads are started for it."""
    with closing(sqlite3.connect(path, timeout=BUSY_MS / 1000)) as db:
        (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"malformed: {verdict}")


def look_at(path: Path) -> tuple[str, int]:
    """Whether a file is a whole database ("ok", or what is wrong), and its schema. Nothing is written."""
    try:
        with closing(read_only(path)) as db:
            (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
            (schema,) = db.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        return str(error), 0
    return str(verdict), int(schema)


def read_only(path: Path) -> sqlite3.Connection:
    """A look at a database that another process may be using."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_MS / 1000)


def _connect(path: Path) -> aiosqlite.Connection:
    return aiosqlite.connect(path, isolation_level=None, timeout=BUSY_MS / 1000)


async def _prepare(db: aiosqlite.Connection, path: Path) -> None:
    steps = migrations()
    version = await _version(db)
    if version > len(steps):
        raise CannotStart(
            f"The database {path} has schema {version}, and this program knows up to {len(steps)}: "  # noqa: S608
            "update Cardroom, or set DATABASE_PATH to another file.",
            EX_CONFIG,
        )
    await db.execute("PRAGMA journal_mode = WAL")
    await db.execute("PRAGMA synchronous = FULL")
    await db.execute("PRAGMA foreign_keys = ON")
    if 0 < version < len(steps):
        await _back_up(db, path.with_name(f"{path.name}.before-schema-{version + 1}"))
    for number, script in enumerate(steps[version:], version + 1):
        await _migrate(db, number, script)


def migrations() -> list[str]:
    """The numbered scripts in `bot/schema`, oldest first."""
    files = sorted(resources.files("bot.schema").iterdir(), key=lambda file: file.name)
    return [file.read_text(encoding="utf-8") for file in files if file.name[:4].isdigit()]


async def _version(db: aiosqlite.Connection) -> int:
    (row,) = await db.execute_fetchall("PRAGMA user_version")
    return int(row[0])


async def _migrate(db: aiosqlite.Connection, number: int, script: str) -> None:
    """One script in one transaction: it is there, or it is not."""
    await db.execute("BEGIN IMMEDIATE")
    try:
        for statement in _statements(script):
            await db.execute(statement)
            killpoint("inside a migration")
        await db.execute(f"PRAGMA user_version = {number}")
        await db.execute("COMMIT")
    except sqlite3.Error:
        if db.in_transaction:
            await db.execute("ROLLBACK")
        raise


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement


async def _back_up(db: aiosqlite.Connection, target: Path) -> None:
    log.info("a copy of the database from before its migration is %s", target)
    async with _connect(target) as copy:
        await db.backup(copy)


def _cannot_open(path: Path, error: sqlite3.Error) -> CannotStart:
    if "not a database" in str(error) or "malformed" in str(error):
        what = f"{path} is not a database, or it is damaged. Restore a copy, or set DATABASE_PATH to another file."
        return CannotStart(what, EX_IOERR)
    if "locked" in str(error):
        what = f"The database {path} is used by another program. Stop that program and start again."
        return CannotStart(what, EX_TEMPFAIL)
    what = (
        f"The database {path} cannot be opened for writing. Its folder has to exist and this user has to be allowed to "
        "write there; or set DATABASE_PATH to another file."
    )
    return CannotStart(what, EX_IOERR)
