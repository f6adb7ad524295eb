"""Told to stop (faults 8 and 9): nothing more is done, what was begun is finished, boards say so, it ends in time."""

import asyncio
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bot.errors import EX_SOFTWARE
from bot.loopback.interactions import InteractionFailed
from bot.loopback.typing_commands import NotPossible
from tests.process.bot_process import open_house
from tests.process.party import Party

SLOW_GOODBYE = "from bot.ui import screens; screens.EDIT_EVERY = 2.0"
"""The last edit of the board has to wait for two seconds: time in which people press."""
HANGS = (
    "import asyncio, threading, time; from bot import serve, database; serve.FORCED_AFTER = 1.5; "
    "database.Database.close = lambda self: time.sleep(60)"
)


BLOCKS = (
    "import time; from bot import serve; from bot.door import Door; serve.FORCED_AFTER = 1.0; "
    "Door.settle = Door.answer = lambda *_, **__: time.sleep(60)"
)


async def test_who_presses_while_it_stops_is_told_to_try_again_and_nothing_is_done(tmp_path: Path) -> None:
    async with open_house(tmp_path, SLOW_GOODBYE) as bot:
        party = Party(bot)
        await party.sit_down("uno")
        await party.move()
        before = party.position()
        found = await party.turn()
        assert found is not None
        person, _ = found
        button = await party.choose(person)
        assert bot.process is not None
        bot.process.send_signal(signal.SIGTERM)
        await asyncio.sleep(0.2)
        reply = await person.press(party.panels[person], custom_id=button.custom_id)
        assert "I am being restarted, so I have not done that" in reply.text
        assert reply.ephemeral
        assert await bot.end() == 0
        assert party.position().journal == before.journal
        assert "I am being restarted. The game goes on when I am back" in party.board.text
        party.no_complaints()
        await bot.start()
        await party.board_is_up_to_date()
        await party.discord.settle(0.5)
        assert "restarted" not in party.board.text
        assert await party.move()


async def test_a_stream_of_presses_and_a_signal_every_press_is_answered_or_told(tmp_path: Path) -> None:
    """No press fails while the process lives. What was answered is there, once."""
    async with open_house(tmp_path) as bot:
        party = Party(bot, chance=4)
        await party.sit_down("eights", match="250")
        failed: list[str] = []

        async def stream() -> None:
            while bot.process is not None and bot.process.poll() is None:
                try:
                    if not await party.move():
                        return
                except (InteractionFailed, NotPossible, AssertionError) as error:
                    failed.append(type(error).__name__)
                    return

        pressing = asyncio.create_task(stream())
        await asyncio.sleep(0.3)
        assert await bot.end(signal.SIGTERM) == 0
        await asyncio.wait({pressing}, timeout=5)
        answers = [each for each in party.discord.interactions if each.answered is None]
        assert len(answers) <= 1, "but for the one that met a process which had gone already"
        assert "Traceback" not in bot.stderr
        await bot.start()
        party.nothing_lost_or_doubled()


async def test_a_loop_that_hangs_does_not_keep_it_alive_either(tmp_path: Path) -> None:
    async with open_house(tmp_path, BLOCKS) as bot:
        party = Party(bot)
        with suppress(InteractionFailed):
            await party.people[0].command(party.channel, "/about")
        assert await bot.end(signal.SIGTERM) == EX_SOFTWARE


async def test_something_that_hangs_does_not_keep_it_alive(tmp_path: Path) -> None:
    async with open_house(tmp_path, HANGS) as bot:
        party = Party(bot)
        await party.sit_down("uno")
        assert await party.move()
        started = time.perf_counter()
        assert await bot.end(signal.SIGTERM) == EX_SOFTWARE
        assert time.perf_counter() - started < 8
        assert "Something hangs: ending without waiting for it" in bot.stderr
        party.nothing_lost_or_doubled()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_second_signal_changes_nothing(tmp_path: Path, number: int) -> None:
    async with open_house(tmp_path, SLOW_GOODBYE) as bot:
        party = Party(bot)
        await party.sit_down("uno")
        assert bot.process is not None
        for _ in range(3):
            bot.process.send_signal(number)
            await asyncio.sleep(0.05)
        assert await bot.end() == 0
        assert "Traceback" not in bot.stderr
