"""Experts in the real process: they think in a worker, whatever becomes of that, and end with the bot."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from bot.loopback.people import Member
from bot.loopback.world import Channel
from tests.process.bot_process import BotProcess, open_house
from tests.process.party import Party


async def table_of_experts(party: Party, channel: Channel, game: str) -> Member:
    eve = party.discord.add_member("Eve")
    board = (await eve.command(channel, f"/{game} start", computers=2, level="expert", pace="none")).message
    await eve.press(board, "Start")
    return eve


def workers(bot: BotProcess) -> list[int]:
    """The processes that think for it; the one that watches over what they share does not."""
    assert bot.process is not None
    children = Path(f"/proc/{bot.process.pid}/task/{bot.process.pid}/children").read_text(encoding="ascii").split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def until_a_worker_lives(bot: BotProcess, other_than: int = 0) -> int:
    async with asyncio.timeout(20):
        while not [each for each in workers(bot) if each != other_than]:
            await asyncio.sleep(0.01)
    return next(each for each in workers(bot) if each != other_than)


async def play_on(eve: Member, channel: Channel, game: str, moves: int) -> int:
    """So many moves of Eve: the first thing that her hand lets her do. How many there were until the game was over."""
    made = 0
    async with asyncio.timeout(60):
        while made < moves and "Final" not in channel.messages[0].text:
            hand = (await eve.command(channel, f"/{game} hand")).message
            able = [each for each in hand.buttons if (each.custom_id or "").startswith("play:") and not each.disabled]
            if able and not hand.text.startswith("### You chose"):
                await eve.press(hand, custom_id=able[0].custom_id)
                made += 1
            await asyncio.sleep(0.02)
    return made


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
async def test_a_worker_that_is_killed_is_replaced_and_the_game_goes_on(tmp_path: Path) -> None:
    async with open_house(tmp_path, cold=True) as bot:
        party = Party(bot)
        eve = await table_of_experts(party, party.channel, "nimmt")
        first = await until_a_worker_lives(bot)
        assert await play_on(eve, party.channel, "nimmt", 2) == 2
        os.kill(first, signal.SIGKILL)
        assert await play_on(eve, party.channel, "nimmt", 4) == 4
        await until_a_worker_lives(bot, other_than=first)
        assert "did not answer" not in bot.stderr, "no stand-in was needed"
        assert "could not do what was due" not in bot.stderr
        assert party.discord.problems == []


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_bot_that_is_told_to_stop_takes_its_thinkers_along_without_a_word(tmp_path: Path, number: int) -> None:
    async with open_house(tmp_path, cold=True) as bot:
        party = Party(bot)
        await table_of_experts(party, party.channel, "nimmt")
        worker = await until_a_worker_lives(bot)
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGINT)  # as Ctrl+C in a terminal does: everybody hears it
        await asyncio.sleep(0.3)
        assert await bot.end(number) == 0
        assert "Traceback" not in bot.stderr
        async with asyncio.timeout(5):
            while Path(f"/proc/{worker}").exists():
                await asyncio.sleep(0.02)
