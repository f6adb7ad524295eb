"""The doctor looks at an installation and says what to fix; the loopback Discord plays the patient's other half."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot import doctor
from bot.config import Settings
from bot.database import migrations
from bot.doctor import Finding, examine
from bot.loopback import Loopback, permissions
from bot.storage import open_storage

TOKEN = "a-token-for-the-doctor"  # noqa: S105 - opens nothing


async def findings(settings: Settings) -> list[Finding]:
    return [finding async for finding in examine(settings)]


def fixes(found: list[Finding]) -> str:
    return "\n".join(str(each) for each in found if each.fix)


def at(discord: Loopback, folder: Path) -> Settings:
    return Settings(token=TOKEN, database=folder / "x.db", discord_url=discord.api.removesuffix("/api/v10"))


async def test_where_all_is_well_every_line_says_ok(tmp_path: Path) -> None:
    async with Loopback(TOKEN) as discord:
        async with open_storage(tmp_path / "x.db"):
            pass
        found = await findings(at(discord, tmp_path))
        assert fixes(found) == ""
        words = "\n".join(map(str, found))
        schema = f"schema {len(migrations())} of {len(migrations())}"
        for part in ("database", schema, "disk", "clock", "token", "intents", f"server {discord.guild.id}"):
            assert part in words
        assert TOKEN not in words


async def test_a_token_that_discord_refuses(tmp_path: Path) -> None:
    async with Loopback("another-token") as discord:
        found = await findings(at(discord, tmp_path))
        assert "[fix] token: Discord does not accept it." in fixes(found)
        assert TOKEN not in str(found)


async def test_no_token(tmp_path: Path) -> None:
    assert "DISCORD_TOKEN is not set" in fixes(await findings(Settings(database=tmp_path / "x.db")))


async def test_permissions_that_are_missing_or_too_many(tmp_path: Path) -> None:
    async with Loopback(TOKEN) as discord:
        discord.guild.members[discord.bot.id] = permissions.BOT & ~permissions.SEND_MESSAGES
        assert "lacks Send Messages." in fixes(await findings(at(discord, tmp_path)))
        discord.guild.members[discord.bot.id] = 1 << 3
        assert "administrator" in fixes(await findings(at(discord, tmp_path)))


async def test_a_bot_that_is_nowhere(tmp_path: Path) -> None:
    async with Loopback(TOKEN) as discord:
        discord.world.guilds.clear()
        assert "the bot is in none" in fixes(await findings(at(discord, tmp_path)))


async def test_a_clock_that_is_wrong(tmp_path: Path) -> None:
    async with Loopback(TOKEN) as discord:
        discord.time.moved = 3600
        assert "away from Discord's" in fixes(await findings(at(discord, tmp_path)))


async def test_discord_out_of_reach_or_in_trouble(tmp_path: Path) -> None:
    async with Loopback(TOKEN) as discord:
        settings = at(discord, tmp_path)
        discord.faults.next(status=503)
        assert "it answers 503" in fixes(await findings(settings))
    assert "cannot be reached" in fixes(await findings(settings))


@pytest.mark.parametrize(("content", "sentence"), [(b"words" * 1000, "cannot be read"), (None, "does not exist")])
async def test_a_database_that_does_not_do(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    settings = Settings(database=tmp_path / "x.db")
    if content is None:
        settings = replace(settings, database=tmp_path / "nowhere" / "x.db")
    else:
        settings.database.write_bytes(content)
    assert sentence in fixes(await findings(settings))


async def test_a_full_disk_and_a_newer_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_storage(tmp_path / "x.db"):
        pass
    monkeypatch.setattr(doctor, "ROOM_NEEDED", 2**60)
    monkeypatch.setattr(doctor, "migrations", list)
    words = fixes(await findings(Settings(database=tmp_path / "x.db")))
    assert "Make some room" in words
    assert "newer than this program knows" in words


async def test_an_answer_without_a_date_is_no_fault(tmp_path: Path) -> None:
    assert doctor._clock("", 0.0).fix == ""


async def test_a_database_that_this_user_may_not_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is whole, so nobody is told to put a copy in its place."""
    async with open_storage(tmp_path / "x.db"):
        pass
    monkeypatch.setattr("bot.doctor.os.access", lambda *_: False)
    found = fixes(await findings(Settings(database=tmp_path / "x.db")))
    assert "may not write to" in found
    assert "restore" not in found
