"""The machine's side: stopped for a while, a clock that is wrong, a database without its log, no file left to open."""

import asyncio
import os
import resource
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors import EX_IOERR
from tests.process.bot_process import BotProcess, open_house, run_to_the_end
from tests.process.party import Party

TURN = 5.0
QUICK_TO_NOTICE = "from bot.tables import directory; directory.STOOD_STILL = 1.0; directory.HEARTBEAT = 0.3"
WRONG_CLOCK = "import time; real = time.time; time.time = lambda: real() {}"


async def sit_down_with_a_clock(party: Party) -> None:
    """A game in which a turn takes five seconds at most."""
    host, *others = party.people
    await host.command(party.channel, "/uno start", pace="normal")
    for person in others:
        await person.press(party.board, "Join")
    await party.discord.settle()
    await host.press(party.board, "Start")
    await party.board_is_up_to_date()


async def test_who_is_waited_for_while_the_process_is_stopped_loses_no_time(tmp_path: Path) -> None:
    """Fault 73."""
    run = QUICK_TO_NOTICE
    async with open_house(tmp_path, run, TURN_NORMAL=str(TURN)) as bot:
        party = Party(bot)
        await sit_down_with_a_clock(party)
        assert bot.process is not None
        await asyncio.sleep(0.5)
        bot.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(TURN + 2)
        bot.process.send_signal(signal.SIGCONT)
        await asyncio.sleep(TURN - 2.5)
        assert party.position().journal == (), "nobody was played for"
        assert "the process was stopped, or the machine slept" in bot.stderr
        async with asyncio.timeout(TURN + 5):
            while not party.position().journal:
                await asyncio.sleep(0.1)
        assert party.position().journal[0].by == "absent", "but the clock runs again"


@pytest.mark.parametrize("jump", ["+ 3600", "- 3600", "+ 30 * 86400"])
async def test_a_clock_that_jumps_between_two_starts_takes_no_time_from_anybody(tmp_path: Path, jump: str) -> None:
    """Fault 72. While it runs it does not look at the wall clock at all."""
    async with open_house(tmp_path, TURN_NORMAL=str(TURN)) as bot:
        party = Party(bot)
        await sit_down_with_a_clock(party)
        assert await bot.end(signal.SIGTERM) == 0
        await party.discord.gone()
        bot.first = WRONG_CLOCK.format(jump)
        await bot.start()
        await asyncio.sleep(TURN / 2)
        assert party.position().journal == (), "nobody was played for too early"
        async with asyncio.timeout(TURN + 3):
            while not party.position().journal:
                await asyncio.sleep(0.1)
        assert party.position().journal[0].by == "absent", "nor does anybody have an hour more"


async def test_a_wrong_clock_does_not_make_countdowns_wrong(tmp_path: Path) -> None:
    """Discord says its own time with every answer."""
    run = WRONG_CLOCK.format("+ 3600")
    async with open_house(tmp_path, run) as bot:
        party = Party(bot)
        await party.people[0].command(party.channel, "/uno start", pace="normal")
        board = party.board.text
        shown = int(board.split("<t:")[1].split(":")[0])
        assert abs(shown - party.discord.time.now() - 600) < 5


async def test_a_database_without_its_log_is_noticed(tmp_path: Path) -> None:
    """Fault 66: the file alone knows less than was noted beside it."""
    async with open_house(tmp_path, QUICK_TO_NOTICE) as bot:
        party = Party(bot)
        await party.sit_down("uno")
        await asyncio.sleep(1.5)
        await bot.kill()
    log = bot.database.with_name("cardroom.db-wal")
    assert log.stat().st_size > 0
    kept = shutil.move(log, tmp_path / "elsewhere")
    bot.database.with_name("cardroom.db-shm").unlink()
    before = bot.database.read_bytes()
    again = BotProcess(tmp_path)
    assert await run_to_the_end(again) in (EX_IOERR,)
    (sentence,) = [each for each in again.sentences if "older than the one that was used here last" in each]
    assert "-wal file" in sentence
    assert bot.database.read_bytes() == before
    shutil.move(kept, log)
    with closing(sqlite3.connect(bot.database)) as db:
        assert db.execute("SELECT count(*) FROM games").fetchone() == (1,)


async def test_no_file_can_be_opened_any_more_and_it_lives_on(tmp_path: Path) -> None:
    """Fault 76."""
    async with open_house(tmp_path) as bot:
        party = Party(bot)
        await party.sit_down("eights", match="250")
        assert await party.move()
        assert bot.process is not None
        low, high = resource.prlimit(bot.process.pid, resource.RLIMIT_NOFILE)
        open_now = len(os.listdir(f"/proc/{bot.process.pid}/fd"))
        resource.prlimit(bot.process.pid, resource.RLIMIT_NOFILE, (open_now, high))
        party.discord.faults.next(
            "PATCH", "/channels/*", drop="before", times=3
        )  # its lines are cut: it needs new ones
        for _ in range(3):
            try:
                await asyncio.wait_for(party.move(), 3)
            except (Exception, TimeoutError):  # noqa: BLE001, S112 - whatever fails while there is nothing to open
                continue
        assert bot.process.poll() is None
        resource.prlimit(bot.process.pid, resource.RLIMIT_NOFILE, (low, high))
        party.discord.faults.clear()
        await party.board_is_up_to_date(within=30)
        party.nothing_lost_or_doubled()
        assert await party.move()


async def test_few_files_are_warned_about(tmp_path: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))"
    async with open_house(tmp_path, limit) as bot:
        party = Party(bot)
        await party.sit_down("nimmt", match="one")
        while await party.move():
            pass
        assert "only 64 files may be open at once" in bot.stderr
        party.no_complaints()


@pytest.mark.parametrize("locale", ["C", "POSIX", "tr_TR.UTF-8", "ar_EG.UTF-8", "nonsense"])
async def test_the_machines_language_changes_nothing(tmp_path: Path, locale: str) -> None:
    """Fault 81."""
    async with open_house(tmp_path, cold=True, LC_ALL=locale, LANG=locale, PYTHONUTF8="") as bot:
        party = Party(bot)
        await party.sit_down("uno", match="one", computers=1)
        for _ in range(3):
            await party.move()
        party.no_complaints()
