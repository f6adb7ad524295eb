"""A bot that dies again and again does not log in again and again (fault 11)."""

import asyncio
import json
import signal
from pathlib import Path

from bot import restarts
from bot.errors import EX_UNAVAILABLE
from bot.loopback import Loopback
from bot.restarts import DAY, FREE, LONGEST, pause
from bot.storage import open_storage
from tests.process.bot_process import TOKEN, BotProcess, run_to_the_end

DEATHS_IN_A_DAY = 50


def test_the_first_deaths_cost_nothing_and_then_each_costs_twice_as_much() -> None:
    now = 10 * DAY
    found = [pause([now - 60.0] * deaths, now) for deaths in range(FREE + 4)]
    assert found == [0] * FREE + [1, 2, 4, 8]
    assert pause([now - 60.0] * 40, now) == LONGEST


def test_deaths_of_the_day_before_are_forgotten() -> None:
    assert pause([0.0] * 40, DAY + 1) == 0


def test_a_clock_that_was_set_back_makes_nobody_wait() -> None:
    assert pause([10 * DAY] * 40, 9 * DAY) == 0


async def test_a_bot_that_always_dies_at_once_logs_in_less_than_fifty_times_a_day(tmp_path: Path) -> None:
    async with open_storage(tmp_path / "x.db") as storage:
        now, logins = 0.0, 0
        while now < DAY:
            now += await restarts.begin(storage, now)
            logins += 1
            now += 0.5  # it dies half a second later, and its supervisor starts it again
        assert 20 < logins <= DEATHS_IN_A_DAY


async def test_what_came_to_its_end_does_not_count(tmp_path: Path) -> None:
    async with open_storage(tmp_path / "x.db") as storage:
        for number in range(100):
            assert await restarts.begin(storage, float(number)) == 0
            await restarts.ended_well(storage)


async def test_killed_processes_count_stopped_ones_do_not_and_who_waits_can_be_stopped(tmp_path: Path) -> None:
    async with Loopback(TOKEN) as discord:
        discord.limits.off()
        bot = BotProcess(tmp_path, discord, RESTART_PAUSES="on")
        for number in (signal.SIGTERM, signal.SIGKILL):
            await bot.start()
            await bot.end(number)
            await discord.gone()
        async with open_storage(bot.database) as storage:
            (killed,) = json.loads(await storage.note(restarts.NOTE) or "")
            await storage.set_note(restarts.NOTE, json.dumps([killed] * (FREE + 7)))
        bot.begin()
        async with asyncio.timeout(10):
            while "waits 128 s before it logs in" not in bot.stderr:
                await asyncio.sleep(0.05)
        assert not discord.sessions.complete()
        assert await bot.end(signal.SIGTERM, 5) == 0


async def test_starts_that_are_refused_with_a_sentence_do_not_count(tmp_path: Path) -> None:
    bot = BotProcess(tmp_path, RESTART_PAUSES="on")  # nobody listens where its Discord should be
    for _ in range(2):
        assert await run_to_the_end(bot) == EX_UNAVAILABLE
    async with open_storage(bot.database) as storage:
        assert json.loads(await storage.note(restarts.NOTE) or "") == []
