"""The loop that the simulation runs on: no time is lost, any order is possible, and each comes again."""

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import pytest

from tests.simulation.disk import Disk, Fault, make_file
from tests.simulation.loop import Killed, Loop


def new_loop(seed: int = 1) -> Loop:
    return Loop(Random(seed), 1000.0)


def order(seed: int) -> list[int]:
    """In which order five tasks with three turns each are called."""
    called: list[int] = []

    async def task(number: int) -> None:
        for _ in range(3):
            called.append(number)
            await asyncio.sleep(0)

    async def main() -> None:
        await asyncio.gather(*(task(number) for number in range(5)))

    loop = new_loop(seed)
    loop.run(main())
    loop.bury()
    return called


def test_a_day_passes_at_once() -> None:
    loop = new_loop()
    loop.run(asyncio.sleep(86400))
    assert loop.time() == 1000.0 + 86400
    loop.bury()


def test_the_seed_says_who_goes_first() -> None:
    assert order(1) == order(1)
    assert len({tuple(order(seed)) for seed in range(20)}) == 20


def test_nothing_runs_after_the_process_has_died() -> None:
    loop, ran = new_loop(), list[str]()

    async def other() -> None:
        try:
            await asyncio.sleep(5)
            ran.append("slept")
        finally:
            ran.append("cleaned up")
            loop.call_soon(ran.append, "called")

    async def main() -> None:
        task = asyncio.create_task(other())
        await asyncio.sleep(1)
        await loop.die()
        await task

    with pytest.raises(Killed):
        loop.run(main())
    assert ran == []
    loop.bury()
    assert "slept" not in ran
    assert "called" not in ran


def test_an_exception_that_nobody_hears_is_noted() -> None:
    async def fail() -> None:
        raise ZeroDivisionError

    async def main() -> None:
        failing = asyncio.create_task(fail())
        await asyncio.wait({failing})

    loop = new_loop()
    loop.run(main())
    assert [type(error) for error in loop.unheard] == [ZeroDivisionError]
    loop.bury()


def test_an_exception_in_a_callback_ends_the_run() -> None:
    loop = new_loop()
    loop.call_soon(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        loop.run(asyncio.sleep(1))
    loop.bury()


def test_waiting_for_nothing_is_found() -> None:
    loop = new_loop()
    with pytest.raises(AssertionError, match="nothing will ever happen"):
        loop.run(asyncio.Event().wait())
    loop.bury()


@pytest.mark.parametrize(("kind", "open_after"), [("full", False), ("full, kept", True)])
def test_a_full_disk_with_and_without_a_rollback(kind: str, open_after: bool, tmp_path: Path) -> None:
    loop, path = new_loop(), tmp_path / "a.db"
    make_file(path)
    disk = Disk(path, loop, [Fault("full" if kind == "full" else "full, kept", 2)])
    db = disk.connect(writes=True)

    async def write() -> None:
        await db.execute("BEGIN IMMEDIATE")
        await db.execute("INSERT INTO notes VALUES ('a', 'b')")

    with pytest.raises(sqlite3.OperationalError, match="disk is full"):
        loop.run(write())
    assert db.in_transaction is open_after
    assert disk.look().execute("SELECT * FROM notes").fetchall() == []
    disk.close()
    loop.bury()


@pytest.mark.parametrize(("statement", "written"), [(1, 0), (2, 0), (3, 1)])
def test_what_is_committed_outlives_the_process(statement: int, written: int, tmp_path: Path) -> None:
    loop, path = new_loop(), tmp_path / "a.db"
    make_file(path)
    disk = Disk(path, loop, [Fault("killed after", statement)])
    db = disk.connect(writes=True)

    async def write() -> None:
        for sql in ("BEGIN IMMEDIATE", "INSERT INTO notes VALUES ('a', 'b')", "COMMIT"):
            await db.execute(sql)

    with pytest.raises(Killed):
        loop.run(write())
    loop.bury()
    disk.leave(tmp_path / "b.db")
    next_disk = Disk(tmp_path / "b.db", new_loop())
    assert len(next_disk.look().execute("SELECT * FROM notes").fetchall()) == written
    next_disk.close()
    next_disk.loop.bury()
