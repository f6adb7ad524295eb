"""Copies of the database: made while the bot plays, whole or not at all, and put back without losing what was there."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot import copies
from bot.claim import claimed
from bot.errors import EX_CONFIG, EX_IOERR, EX_TEMPFAIL, CannotStart
from bot.storage import open_storage, read_notes
from tests.process.bot_process import ROOT, environment, open_house
from tests.process.party import Party


async def database(path: Path, **notes: str) -> Path:
    async with open_storage(path) as storage:
        for name, value in notes.items():
            await storage.set_note(name, value)
    return path


def files(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


async def test_a_copy_holds_what_the_database_holds(tmp_path: Path) -> None:
    copies.back_up(await database(tmp_path / "x.db", hello="you"), tmp_path / "copy.db")
    assert read_notes(tmp_path / "copy.db") == read_notes(tmp_path / "x.db")


async def test_a_copy_made_while_the_bot_writes_is_whole_and_has_what_is_still_in_the_log(tmp_path: Path) -> None:
    async with open_storage(tmp_path / "x.db") as storage:
        await storage.set_note("hello", "you")
        assert (tmp_path / "x.db-wal").exists()
        copies.back_up(tmp_path / "x.db", tmp_path / "copy.db")
        await storage.set_note("hello", "later")
    assert (read_notes(tmp_path / "copy.db") or {})["hello"] == "you"


async def test_no_copy_is_written_over(tmp_path: Path) -> None:
    await database(tmp_path / "x.db")
    (tmp_path / "copy.db").write_bytes(b"dear")
    with pytest.raises(CannotStart, match="exists already") as refused:
        copies.back_up(tmp_path / "x.db", tmp_path / "copy.db")
    assert refused.value.code == EX_CONFIG
    assert (tmp_path / "copy.db").read_bytes() == b"dear"


async def test_what_cannot_be_copied_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="no database"):
        copies.back_up(tmp_path / "none.db", tmp_path / "copy.db")
    (tmp_path / "x.db").write_bytes(b"no database, only words" * 100)
    before = files(tmp_path)
    with pytest.raises(CannotStart, match="cannot be written") as refused:
        copies.back_up(tmp_path / "x.db", tmp_path / "copy.db")
    assert refused.value.code == EX_IOERR
    with pytest.raises(CannotStart, match="cannot be written"):
        copies.back_up(tmp_path / "x.db", tmp_path / "nowhere" / "copy.db")
    assert files(tmp_path) == before


async def test_a_restored_copy_is_in_place_and_what_was_there_is_kept(tmp_path: Path) -> None:
    await database(tmp_path / "x.db", hello="first")
    copies.back_up(tmp_path / "x.db", tmp_path / "copy.db")
    await database(tmp_path / "x.db", hello="second")
    kept = copies.restore(tmp_path / "x.db", tmp_path / "copy.db")
    assert kept == tmp_path / "x.db.before-restore"
    assert (read_notes(tmp_path / "x.db") or {})["hello"] == "first"
    assert (read_notes(kept) or {})["hello"] == "second"
    again = copies.restore(tmp_path / "x.db", tmp_path / "copy.db")
    assert again not in (kept, None)
    assert (read_notes(kept) or {})["hello"] == "second"


async def test_a_log_left_behind_by_a_crash_is_not_played_over_the_copy(tmp_path: Path) -> None:
    await database(tmp_path / "x.db", hello="first")
    copies.back_up(tmp_path / "x.db", tmp_path / "copy.db")
    crash = "import asyncio, os, sys; from pathlib import Path; from bot.storage import open_storage\n"
    crash += "async def main():\n async with open_storage(Path(sys.argv[1])) as s:\n"
    crash += "  await s.set_note('hello', 'crashed'); os._exit(9)\nasyncio.run(main())"
    subprocess.run([sys.executable, "-c", crash, str(tmp_path / "x.db")], check=False, cwd=ROOT)
    assert (tmp_path / "x.db-wal").stat().st_size
    kept = copies.restore(tmp_path / "x.db", tmp_path / "copy.db")
    assert (read_notes(tmp_path / "x.db") or {})["hello"] == "first"
    assert kept is not None
    assert (read_notes(kept) or {})["hello"] == "crashed"


async def test_where_there_was_nothing_a_copy_can_be_restored_too(tmp_path: Path) -> None:
    await database(tmp_path / "x.db", hello="you")
    copies.back_up(tmp_path / "x.db", tmp_path / "copy.db")
    assert copies.restore(tmp_path / "new.db", tmp_path / "copy.db") is None
    assert (read_notes(tmp_path / "new.db") or {})["hello"] == "you"


async def test_nothing_is_restored_under_a_running_bot(tmp_path: Path) -> None:
    await database(tmp_path / "x.db", hello="first")
    copies.back_up(tmp_path / "x.db", tmp_path / "copy.db")
    await database(tmp_path / "x.db", hello="second")
    with claimed(tmp_path / "x.db", ""), pytest.raises(CannotStart, match="running") as refused:
        copies.restore(tmp_path / "x.db", tmp_path / "copy.db")
    assert refused.value.code == EX_TEMPFAIL
    assert (read_notes(tmp_path / "x.db") or {})["hello"] == "second"


@pytest.mark.parametrize("what", ["missing", "empty", "words", "cut", "newer"])
async def test_a_copy_that_does_not_do_is_refused_and_nothing_changes(tmp_path: Path, what: str) -> None:
    await database(tmp_path / "x.db", hello="you")
    copy = tmp_path / "copy.db"
    if what in ("cut", "newer"):
        copies.back_up(tmp_path / "x.db", copy)
    if what == "cut":
        copy.write_bytes(copy.read_bytes()[:5000])
    elif what == "newer":
        with closing(sqlite3.connect(copy)) as db:
            db.execute("PRAGMA user_version = 999")
    elif what != "missing":
        copy.write_bytes(b"" if what == "empty" else b"words" * 1000)
    before = (tmp_path / "x.db").read_bytes()
    with pytest.raises(CannotStart) as refused:
        copies.restore(tmp_path / "x.db", copy)
    assert refused.value.code == EX_CONFIG
    assert (tmp_path / "x.db").read_bytes() == before


async def test_a_game_goes_on_from_a_copy_that_was_made_in_the_middle_of_it(tmp_path: Path) -> None:
    """With the real process, the real commands, and moves that are undone by going back."""
    async with open_house(tmp_path) as bot:

        def run(*command: str) -> "subprocess.CompletedProcess[str]":
            settings = environment(DATABASE_PATH=str(bot.database))
            line = [sys.executable, "-m", "bot", *command]
            return subprocess.run(line, env=settings, cwd=tmp_path, capture_output=True, text=True, check=False)

        party = Party(bot, chance=4)
        await party.sit_down("eights")
        for _ in range(4):
            await party.move()
        then = party.position()
        assert run("backup", "copy.db").returncode == 0
        refused = run("restore", "copy.db")
        assert (refused.returncode, refused.stderr.count("\n")) == (EX_TEMPFAIL, 1)
        for _ in range(3):
            await party.move()
        assert len(party.position().journal) > len(then.journal)
        await bot.kill()
        done = run("restore", "copy.db")
        assert (done.returncode, done.stderr) == (0, "")
        assert party.position().journal == then.journal
        await bot.start()
        party.answered.clear()  # three of them are undone, as was asked for
        await party.move()
        assert len(party.position().journal) == len(then.journal) + 1
