"""The real bot in the playground: it plays, is started anew and killed, and its messages and games are still there."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.loopback import Loopback
from bot.playground.playground import Playground
from bot.playground.run import SERVE
from tests.playground.helpers import PATIENCE, Page, child, page_at, until
from tests.process.bot_process import TOKEN, environment


@pytest.fixture
async def real(elsewhere: Path) -> AsyncIterator[Playground]:
    settings = {"COMPUTER_PAUSE": "0", "CHANCE_PAUSE": "0", "LOG_LEVEL": "DEBUG"}
    async with Playground(elsewhere / "playground.db", SERVE, members=3, settings=settings) as playground:
        yield playground


def ready(playground: Playground) -> bool:
    return playground.runner.state == "ready"


async def test_a_game_outlives_restart_and_kill(real: Playground) -> None:
    states: list[str] = []
    async with page_at(real.address) as page:

        def settled() -> bool:
            state = real.runner.state
            if states[-1:] != [state]:
                states.append(state)
            return state == "ready"

        await until(settled, "for the bot")
        assert [each for each in states if each != "connecting"] == ["starting", "ready"]
        ann, channel = real.roster.members[0], real.discord.channel
        there = {"member": str(ann.id), "channel": str(channel.id)}
        assert (await page.done("help", line="/uno st", **there))["offers"][0]["line"] == "/uno start "
        await page.done("say", line="/uno start computers:2", **there)
        board = channel.messages[-1]
        await start_playing(page, real)
        words = await ann.say(channel, "still here")
        for knob in ("restart", "kill"):
            await page.done(knob)
            await until(lambda: ready(real), "for the bot to come back")
            assert words in channel.messages
            await page.done("say", line="/uno hand", **there)
            assert ann.private(channel)[-1].text
        assert str(board.id) in page.messages
        assert real.runner.starts == 3
    assert not [each for each in real.discord.problems if "not answered" not in each]


async def start_playing(page: Page, playground: Playground) -> None:
    """Press the button that starts the game."""
    ann, board = playground.roster.members[0], playground.discord.channel.messages[-1]
    button = next(each for each in board.buttons if "start" in each.label.lower())
    await page.done("press", member=str(ann.id), message=str(board.id), custom_id=button.custom_id)


def start(folder: Path, discord: Loopback, *command: str) -> "subprocess.Popen[bytes]":
    """A bot with a standard input that is ours to close."""
    settings = {"DISCORD_TOKEN": TOKEN, "DISCORD_URL": discord.api.removesuffix("/api/v10"), "CARD_PICTURES": "off"}
    said = (folder / "stderr").open("wb")
    with said:
        return subprocess.Popen(command, cwd=folder, env=environment(**settings), stdin=subprocess.PIPE, stderr=said)


def put_away(bot: "subprocess.Popen[bytes]") -> None:
    with bot:
        bot.kill()


@pytest.mark.parametrize("attended", [True, False])
async def test_the_bot_ends_with_its_standard_input_only_if_it_is_attended(elsewhere: Path, attended: bool) -> None:
    async with Loopback(TOKEN) as discord:
        bot = start(elsewhere, discord, sys.executable, "-m", "bot", "serve", *(["--attended"] if attended else []))
        try:
            await discord.ready(commands=True, timeout=15)
            await discord.settle(quiet=0.2)
            assert bot.stdin is not None
            bot.stdin.close()
            if attended:
                assert await asyncio.to_thread(bot.wait, PATIENCE) == 0
            else:
                await discord.settle(quiet=0.3)
                assert bot.poll() is None
        finally:
            put_away(bot)


ENDS_WHILE_CONNECTING = """
import os, sys
import discord

reader, writer = os.pipe()
os.dup2(reader, 0)
usual = discord.gateway.DiscordWebSocket.from_client.__func__

async def connect(*given, **more):
    made = await usual(*given, **more)
    os.close(writer)  # whoever started it is gone, just now
    return made

discord.gateway.DiscordWebSocket.from_client = classmethod(connect)
from bot.__main__ import main
sys.exit(main(["serve", "--attended"]))
"""


async def test_an_attended_bot_ends_even_if_it_is_left_alone_just_while_it_connects(elsewhere: Path) -> None:
    async with Loopback(TOKEN) as discord:
        bot = start(elsewhere, discord, *child(ENDS_WHILE_CONNECTING))
        try:
            assert await asyncio.to_thread(bot.wait, PATIENCE) == 0
        finally:
            put_away(bot)


async def test_an_attended_bot_without_a_standard_input_says_no_more_than_a_sentence(elsewhere: Path) -> None:
    async with Loopback(TOKEN) as discord:
        bot = start(elsewhere, discord, "/bin/sh", "-c", 'exec "$0" -m bot serve --attended <&-', sys.executable)
        try:
            await until(lambda: discord.sessions.complete() or bot.poll() is not None, "for the bot")
            assert "Traceback" not in (elsewhere / "stderr").read_text(encoding="utf-8")
        finally:
            put_away(bot)
