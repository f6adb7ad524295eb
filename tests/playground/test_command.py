"""`python -m bot playground`, as whoever starts it meets it."""

import asyncio
import json
import shutil
import signal
import socket
from pathlib import Path

import pytest

from bot.errors import EX_CONFIG
from tests.playground.helpers import Page, page_at, until
from tests.playground.terminal import Terminal, is_there, run, terminal
from tests.process.bot_process import ROOT

REAL = "a-real-token-of-a-real-bot-that-must-never-be-seen"
GO = ("playground", "--no-browser")

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked at in /proc")


async def ready(page: Page) -> None:
    await page.sees(lambda seen: seen.parts.get("bot", {}).get("state") == "ready", "for the bot to be ready")


def settings_of(process: int) -> dict[str, str]:
    """The environment a process was started with."""
    pairs = Path(f"/proc/{process}/environ").read_bytes().decode().split("\0")
    return {name: value for name, _, value in (pair.partition("=") for pair in pairs if pair)}


def one_sentence(opened: Terminal) -> str:
    (line,) = opened.stderr.splitlines()
    assert opened.process.returncode == EX_CONFIG
    assert REAL not in opened.stderr
    assert opened.lines == []
    return line


# Starting and ending


async def test_without_a_command_and_a_token_it_is_the_playground_and_ctrl_c_ends_it(elsewhere: Path) -> None:
    async with terminal(elsewhere) as opened:
        assert len([line for line in opened.lines if "is in use" not in line]) == 2
        assert "No Discord needed" in opened.lines[-2]
        assert "playground.db" in opened.lines[-1]
        (bot,) = opened.children
        async with page_at(opened.address) as page:
            await ready(page)
            assert await opened.end(signal.SIGINT) == 0
            await page.sees(lambda seen: seen.closed, "for the page to be told")
        assert not is_there(bot)
        assert opened.stderr == ""
    assert {each.name for each in elsewhere.iterdir()} >= {"playground.db", "playground.json"}
    assert not (elsewhere / "cardroom.db").exists()


async def test_a_port_in_use_is_told_and_the_next_one_is_taken_and_sigterm_ends_it(elsewhere: Path) -> None:
    games = elsewhere / "games"
    games.mkdir()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings = {"DATABASE_PATH": str(games / "mine.db")}
        async with terminal(elsewhere, *GO, "--port", str(port), "--members", "6", **settings) as opened:
            assert opened.lines[0] == f"Port {port} is in use, so this is port {opened.port}."
            assert port < opened.port < port + 50
            assert len(opened.lines) == 3
            assert str(games / "playground.db") in opened.lines[2]
            (bot,) = opened.children
            assert await opened.end(signal.SIGTERM) == 0
            assert not is_there(bot)
    members = json.loads((games / "playground.json").read_text(encoding="utf-8"))["members"]
    assert len(members) == 6
    assert not (games / "mine.db").exists()


async def test_a_real_token_never_reaches_the_bot_and_the_bot_ends_with_a_killed_playground(elsewhere: Path) -> None:
    (elsewhere / ".env").write_text(f"DISCORD_TOKEN={REAL}\nDEV_GUILD_ID=12345678901234567\n", encoding="utf-8")
    async with terminal(elsewhere, *GO, "--ignore-token", DISCORD_TOKEN=REAL) as opened:
        (bot,) = opened.children
        given = settings_of(bot)
        assert REAL not in "".join(given.values())
        assert given["DISCORD_URL"] == f"http://127.0.0.1:{opened.port}"
        assert (given["DISCORD_TOKEN_FILE"], given["DEV_GUILD_ID"]) == ("", "")
        async with page_at(opened.address) as page:
            await ready(page)  # so that it is our token by which it is let in
            await opened.end(signal.SIGKILL)
        await until(lambda: not is_there(bot), "for the bot to end by itself")


async def test_fresh_begins_anew_even_with_a_damaged_file(elsewhere: Path) -> None:
    (elsewhere / "playground.json").write_bytes(b"{")
    (elsewhere / "playground.db").write_bytes(b"no database")
    async with terminal(elsewhere, *GO, "--fresh") as opened, page_at(opened.address) as page:
        await ready(page)
        assert [each["name"] for each in page.parts["place"]["members"]] == ["Ann", "Bo", "Cleo", "Dev"]
        assert await opened.end(signal.SIGTERM) == 0


# Refusing to start


@pytest.mark.parametrize("where", ["environment", "file", ".env"])
async def test_where_a_token_is_set_it_does_not_start_and_says_how(elsewhere: Path, where: str) -> None:
    (elsewhere / "secret").write_text(REAL, encoding="utf-8")
    settings = {"environment": {"DISCORD_TOKEN": REAL}, "file": {"DISCORD_TOKEN_FILE": "secret"}}.get(where, {})
    if where == ".env":
        (elsewhere / ".env").write_text(f"DISCORD_TOKEN={REAL}\n", encoding="utf-8")
    opened = await run(elsewhere, *GO, **settings)
    assert "--ignore-token" in one_sentence(opened)
    assert not list(elsewhere.glob("playground.*"))


@pytest.mark.parametrize("settings", [{"DISCORD_TOKEN": "changeme"}, {"DISCORD_TOKEN_FILE": "/not/there"}])
async def test_a_token_that_is_to_be_ignored_may_be_anything(elsewhere: Path, settings: dict[str, str]) -> None:
    async with terminal(elsewhere, *GO, "--ignore-token", **settings) as opened:
        assert await opened.end(signal.SIGTERM) == 0


async def test_a_damaged_file_is_one_sentence_and_nothing_is_lost(elsewhere: Path) -> None:
    (elsewhere / "playground.json").write_bytes(b"{")
    opened = await run(elsewhere, *GO)
    assert "--fresh" in one_sentence(opened)
    assert (elsewhere / "playground.json").read_bytes() == b"{"


@pytest.mark.parametrize("wrong", [("--port", "80"), ("--port", "x"), ("--members", "0"), ("--members", "21")])
async def test_a_number_that_cannot_be_is_refused(elsewhere: Path, wrong: tuple[str, str]) -> None:
    opened = await run(elsewhere, *GO, *wrong)
    assert opened.process.returncode == 2
    assert wrong[0] in opened.stderr
    assert "Traceback" not in opened.stderr


# Working on it


async def test_with_reload_changed_code_restarts_the_bot_and_a_changed_page_is_loaded_anew(elsewhere: Path) -> None:
    for folder in ("bot", "cogs"):
        shutil.copytree(ROOT / folder, elsewhere / folder, ignore=shutil.ignore_patterns("__pycache__"))
    async with terminal(elsewhere, *GO, "--reload", PYTHONPATH=str(elsewhere)) as opened:
        async with page_at(opened.address) as page:
            await ready(page)
            await asyncio.sleep(0.5)  # until it has had its first look at the files
            (elsewhere / "bot" / "playground" / "page" / "new.js").write_text("// new\n", encoding="utf-8")
            await page.sees(lambda seen: seen.edition == 2 or seen.parts["bot"]["starts"] > 1, "for the new page")
            assert (page.edition, page.parts["bot"]["starts"]) == (2, 1)
            (elsewhere / "cogs" / "new.py").write_text("", encoding="utf-8")
            await page.sees(lambda seen: seen.parts["bot"]["starts"] == 2, "for the bot to be started anew")
            assert page.edition == 2
        assert await opened.end(signal.SIGTERM) == 0
