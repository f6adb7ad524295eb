"""A power cut (fault 13): whatever the disk had not been told to keep is gone, or is rubbish.

A write is answered after SQLite has told the disk to keep its log (synchronous=FULL). So at every answer the size of
the log is noted, and afterwards the log is cut there, or followed by rubbish: every answered write is found in it.
"""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import aiosqlite
import pytest

from bot.database import Database, open_database
from bot.storage import open_storage

WRITES = 60
WRITER = """
import asyncio, os, sys
from pathlib import Path
from bot.storage import open_storage

async def main():
    async with open_storage(Path(sys.argv[1])) as storage:
        for number in range(5):
            await storage.set_note("move", str(number))
            os.write(1, b"answered\\n")

asyncio.run(main())
"""


async def note(database: Database, number: int) -> None:
    async def unit(db: aiosqlite.Connection) -> None:
        await db.execute("INSERT INTO notes VALUES (?, ?)", (f"write {number}", "x" * (number * 37 % 900)))

    await database.write(unit)


async def written(file: Path) -> list[tuple[int, int]]:
    """Write a lot, some of it at the same time. How many writes were answered when the log had which size."""
    log, answered, sizes = file.with_name(f"{file.name}-wal"), set[int](), list[tuple[int, int]]()

    async def one(database: Database, number: int) -> None:
        await note(database, number)
        answered.add(number)
        sizes.append((len(answered), log.stat().st_size))

    async with open_database(file) as database:
        for start in range(0, WRITES, 3):
            await asyncio.gather(*(one(database, number) for number in range(start, start + 3)))
        for beside in ("", "-wal"):
            shutil.copy(f"{file}{beside}", f"{file}.cut{beside}")  # as they are while the bot runs
    return sizes


def found(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(db.execute("SELECT count(*) FROM notes WHERE name LIKE 'write %'").fetchone()[0])


@pytest.mark.parametrize("rubbish", ["", "zeros", "noise", "half a page"])
async def test_what_was_answered_survives_a_power_cut(tmp_path: Path, rubbish: str) -> None:
    file, chance = tmp_path / "x.db", Random(3)
    async with open_storage(file):
        pass
    sizes = await written(file)
    assert len(sizes) == WRITES
    whole = Path(f"{file}.cut-wal").read_bytes()
    for number, (answered, size) in enumerate(sizes):
        copy = tmp_path / f"after {number}.db"
        shutil.copy(f"{file}.cut", copy)
        tails = {
            "": b"",
            "zeros": bytes(9000),
            "noise": chance.randbytes(9000),
            "half a page": whole[size : size + 2000],
        }
        copy.with_name(f"{copy.name}-wal").write_bytes(whole[:size] + tails[rubbish])
        assert found(copy) >= answered


async def test_the_disk_is_told_to_keep_every_write_before_it_is_answered(tmp_path: Path) -> None:
    """2 is FULL: with less, a log that was answered may still be on its way to the disk."""
    async with open_database(tmp_path / "x.db") as database:
        for connection in (database._writer, database._reader):
            ((level,),) = await connection.execute_fetchall("PRAGMA synchronous")
            ((mode,),) = await connection.execute_fetchall("PRAGMA journal_mode")
            assert (level, mode) == (2, "wal")


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_each_answered_write_is_followed_by_a_word_to_the_disk(tmp_path: Path) -> None:
    """Seen from outside: the log is synced before the answer is printed, every time."""
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-qq", "-y", "-e", "trace=fdatasync,fsync,write", "-o", str(trace)]
    done = subprocess.run(
        [*command, sys.executable, "-c", WRITER, str(tmp_path / "x.db")],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    if done.returncode and "ptrace" in done.stderr:
        pytest.skip("strace may not trace here")
    assert done.returncode == 0, done.stderr
    synced, answers = False, 0
    for line in trace.read_text(encoding="utf-8", errors="replace").splitlines():
        if "sync(" in line and "x.db-wal" in line:
            synced = True
        elif "answered" in line and "write(1<" in line:
            assert synced, f"answer {answers} was given before the log was synced"
            synced, answers = False, answers + 1
    assert answers == 5
