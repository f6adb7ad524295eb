"""Whether the bot is well, as a container asks: of a database that the running bot writes."""

import subprocess
import sys
from pathlib import Path

import pytest

from bot.errors import CannotSave
from bot.health import ALIVE_WITHIN, CONNECTED_WITHIN, complaints
from bot.storage import open_storage
from tests.play.room import open_room

NOW = 1_800_000_000.0


async def notes(database: Path, **given: float) -> None:
    async with open_storage(database) as storage:
        for name, value in given.items():
            await storage.set_note(name, str(value))


async def test_a_bot_that_writes_and_hears_discord_is_well(tmp_path: Path) -> None:
    await notes(tmp_path / "x.db", beat=NOW - 5, connected=NOW - 20)
    assert complaints(tmp_path / "x.db", NOW) == []


async def test_a_bot_that_has_written_nothing_for_long_is_not(tmp_path: Path) -> None:
    await notes(tmp_path / "x.db", beat=NOW - ALIVE_WITHIN - 1, connected=NOW - 1)
    (sentence,) = complaints(tmp_path / "x.db", NOW)
    assert "46 s" in sentence


async def test_a_bot_without_discord_is_not(tmp_path: Path) -> None:
    await notes(tmp_path / "x.db", beat=NOW - 1, connected=NOW - CONNECTED_WITHIN - 1)
    (sentence,) = complaints(tmp_path / "x.db", NOW)
    assert "no connection to Discord" in sentence


@pytest.mark.parametrize("content", [None, b"", b"no database at all, only words"])
def test_a_file_that_holds_no_notes_is_told(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "x.db").write_bytes(content)
    (sentence,) = complaints(tmp_path / "x.db", NOW)
    assert "cannot be read" in sentence
    assert (tmp_path / "x.db").exists() == (content is not None), "asking makes no file"


async def test_the_bot_notes_that_it_hears_discord_and_stops_when_it_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.client.NOTE_CONNECTION_EVERY", 0.01)
    async with open_room(tmp_path / "x.db") as room:
        while await room.bot.storage.note("connected") is None:
            await room.discord.settle(0.02)
        monkeypatch.setattr(type(room.bot), "is_ready", lambda bot: False)
        await room.discord.settle(0.1)  # a note may be under way
        await room.bot.storage.set_note("connected", "0")
        await room.discord.settle(0.1)
        assert await room.bot.storage.note("connected") == "0"


async def test_a_disk_that_is_full_for_a_moment_does_not_end_the_notes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.client.NOTE_CONNECTION_EVERY", 0.01)
    async with open_room(tmp_path / "x.db") as room:
        usual = room.bot.storage.set_note

        async def full(name: str, value: str) -> None:
            raise CannotSave("full")

        monkeypatch.setattr(room.bot.storage, "set_note", full)
        await room.discord.settle(0.05)
        monkeypatch.setattr(room.bot.storage, "set_note", usual)
        await room.bot.storage.set_note("connected", "0")
        while await room.bot.storage.note("connected") == "0":
            await room.discord.settle(0.02)


def test_the_command_ends_with_one_where_no_bot_runs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "health"],
        env={"DATABASE_PATH": str(tmp_path / "none.db")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "cannot be read" in done.stdout
