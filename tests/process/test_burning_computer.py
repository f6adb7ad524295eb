"""A computer that burns the processor (fault 74): it does so in a process of its own, and people at another table are
answered as ever."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot.loopback.interactions import AnswerKind
from bot.loopback.people import Member
from bot.loopback.world import Channel
from tests.process.bot_process import ROOT, open_house
from tests.process.party import Party

BURNING = '''
"""Every Python that is started with this knows a level of UNO that thinks for long: the bot, and its worker too."""
import os
import time
from dataclasses import replace
from pathlib import Path

from bot.games import GAMES

quick = GAMES["uno"].computer("easy")


class Burning:
    def choose(self, view, rng):
        with Path(os.environ["BURNERS"]).open("a") as log:
            log.write(f"{os.getpid()} ")
        end = time.monotonic() + 60
        while time.monotonic() < end:
            pass
        return quick.choose(view, rng)


levels = {**GAMES["uno"].computers, "easy": Burning()}
GAMES["uno"] = replace(GAMES["uno"], computers=levels, slow_levels=frozenset({"easy"}))
'''
GIVEN_UP = "a computer of uno at level easy did not answer: another one plays"
MOVES = 12


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """Where every process that burns says so. None is left burning."""
    log = tmp_path / "burners"
    yield log
    for process in burners(log):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def burners(log: Path) -> list[int]:
    """Each process that has begun to burn, as often as it has."""
    return list(map(int, log.read_text().split())) if log.exists() else []


async def sit_down_at_the_fire(party: Party, channel: Channel) -> Member:
    """Somebody who plays with three computers that think for long."""
    eve = party.discord.add_member("Eve")
    board = (await eve.command(channel, "/uno start", computers=3, level="easy", pace="none")).message
    await eve.press(board, "Start")
    return eve


async def burning(eve: Member, channel: Channel, log: Path, often: int) -> None:
    """Until a computer has begun to burn so often. When it is her turn, Eve draws."""
    async with asyncio.timeout(60):
        while len(burners(log)) < often:
            hand = (await eve.command(channel, "/uno hand")).message
            draw = next((each for each in hand.buttons if (each.custom_id or "").endswith((":draw", ":keep"))), None)
            if draw is not None and not draw.disabled:
                await eve.press(hand, custom_id=draw.custom_id)
            await asyncio.sleep(0.05)


def planted(folder: Path) -> str:
    """A path for Python with the level that burns in it."""
    plant = folder / "plant"
    plant.mkdir()
    (plant / "sitecustomize.py").write_text(BURNING, encoding="utf-8")
    return os.pathsep.join((str(plant), str(ROOT)))


async def test_a_worker_does_not_outlive_a_bot_that_is_killed(tmp_path: Path, log: Path) -> None:
    async with open_house(tmp_path, cold=True, PYTHONPATH=planted(tmp_path), BURNERS=str(log)) as bot:
        party = Party(bot)
        eve = await sit_down_at_the_fire(party, party.channel)
        await burning(eve, party.channel, log, 1)
        await bot.kill()
        (worker,) = burners(log)
        async with asyncio.timeout(10):
            while Path(f"/proc/{worker}").exists():
                await asyncio.sleep(0.05)


async def test_a_computer_that_burns_the_processor_keeps_nobody_at_another_table_waiting(
    tmp_path: Path, log: Path
) -> None:
    """Fault 74."""
    async with open_house(tmp_path, cold=True, PYTHONPATH=planted(tmp_path), BURNERS=str(log)) as bot:
        party = Party(bot)
        fireside = party.discord.guild.channels[1]
        eve = await sit_down_at_the_fire(party, fireside)
        await burning(eve, fireside, log, 1)
        await party.sit_down("eights", match="250")
        start = len(party.discord.interactions)
        kinds: list[AnswerKind] = []
        while len(kinds) < MOVES or GIVEN_UP not in bot.stderr:
            found = await party.turn()
            assert found is not None
            person, _ = found
            kinds.append((await party.play(person, await party.choose(person))).kind)
            await asyncio.sleep(0.05)
        assert set(kinds) == {AnswerKind.UPDATE}, "each with the answer itself: none had to be announced"
        assert not any(each.failed for each in party.discord.interactions[start:])
        party.nothing_lost_or_doubled()
        await burning(eve, fireside, log, 2)  # the next computer thinks in a new worker
        assert await party.move()
        await party.board_is_up_to_date(within=30)
        assert party.discord.problems == []
        assert bot.process is not None
        assert bot.process.pid not in burners(log)
        assert await bot.end(signal.SIGTERM) == 0, "and it can be stopped while a computer burns"
