"""Starting and stopping: why it cannot start in one sentence, an exit code that a supervisor knows, and no hanging."""

import asyncio
import hashlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors import EX_CONFIG, EX_IOERR, EX_UNAVAILABLE
from bot.loopback import Loopback
from tests.process.bot_process import TOKEN, BotProcess, open_house, run_to_the_end
from tests.process.party import Party

OTHER = "another-token-that-nobody-accepts"
QUICKLY = 5.0


def the_sentence(bot: BotProcess) -> str:
    """The one line that was said beside the log."""
    (line,) = bot.sentences
    assert TOKEN not in bot.stderr
    assert OTHER not in bot.stderr
    assert "Traceback" not in bot.stderr
    return line


def told(bot: BotProcess, words: str) -> None:
    """The sentence is there once. (That nothing else is there is another test.)"""
    assert sum(words in line for line in bot.sentences) == 1


def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


# Settings (faults 56, 57, 77)


async def test_no_token(tmp_path: Path) -> None:
    bot = BotProcess(tmp_path, DISCORD_TOKEN="")
    assert await run_to_the_end(bot, QUICKLY) == EX_CONFIG
    assert the_sentence(bot).startswith("DISCORD_TOKEN is not set.")
    assert not bot.database.exists()


async def test_a_token_that_discord_refuses_at_the_login(tmp_path: Path) -> None:
    async with Loopback(TOKEN) as discord:
        bot = BotProcess(tmp_path, discord, DISCORD_TOKEN=OTHER)
        assert await run_to_the_end(bot, QUICKLY) == EX_CONFIG
        assert "does not accept the token" in the_sentence(bot)
        assert [call.status for call in discord.calls] == [401]  # tried once


@pytest.mark.parametrize(("code", "exit_code"), [(4004, EX_CONFIG), (4011, EX_UNAVAILABLE), (4013, EX_CONFIG)])
async def test_the_gateway_refuses_for_good(tmp_path: Path, code: int, exit_code: int) -> None:
    """A token that is withdrawn between login and gateway, too few shards, intents that there are not."""
    async with Loopback(TOKEN) as discord:
        discord.faults.refuse_identify(code, times=100)
        bot = BotProcess(tmp_path, discord)
        ended = await run_to_the_end(bot, QUICKLY)
        assert (ended, len(bot.sentences)) == (exit_code, 1)
        assert "Traceback" not in bot.stderr


async def test_a_token_that_is_withdrawn_while_it_runs_is_not_tried_again(tmp_path: Path) -> None:
    async with open_house(tmp_path, cold=True) as bot:
        assert bot.discord is not None
        bot.discord.token = OTHER
        await bot.discord.faults.drop(4004)
        assert await bot.end(within=QUICKLY) not in (0, None)
        assert bot.discord.sessions.identified == 1
        assert TOKEN not in bot.stderr


async def test_intents_that_are_not_allowed(tmp_path: Path) -> None:
    async with Loopback(TOKEN) as discord:
        discord.faults.refuse_identify(4014, times=100)
        bot = BotProcess(tmp_path, discord)
        assert await run_to_the_end(bot, QUICKLY) == EX_CONFIG
        assert "intents" in the_sentence(bot)


async def test_every_mistake_in_the_settings_has_its_line(tmp_path: Path) -> None:
    wrong = {
        "DISCORD_TOKEN": "wrong-value-1",
        "LOG_LEVEL": "wrong-value-2",
        "DEV_GUILD_ID": "wrong-value-3",
        "COMPUTER_PAUSE": "wrong-value-4",
        "TURN_QUICK": "-1",
        "TURN_NORMAL": "1e3",
        "TURN_SLOW": "nan",
        "ROUND_PAUSE": "99999999",
        "LOBBY_TIME": "٣٠",
        "DISCORD_URL": "http://wrong-value-5.example",
    }
    bot = BotProcess(tmp_path)
    bot.settings.update(wrong)
    assert await run_to_the_end(bot, QUICKLY) == EX_CONFIG
    lines = bot.stderr.splitlines()
    for name in wrong:
        called = "The Discord token" if name == "DISCORD_TOKEN" else name
        assert sum(line.startswith(called) for line in lines) == 1, name
    assert len(lines) == len(wrong)
    assert not any(value in bot.stderr for value in wrong.values() if len(value) > 3)
    assert not bot.database.exists()


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe\x00", b"two words that are no token"])
async def test_a_token_file_that_does_not_do(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "token"
    if content is not None:
        file.write_bytes(content)
    bot = BotProcess(tmp_path, None, DISCORD_TOKEN="", DISCORD_TOKEN_FILE=str(file))
    assert await run_to_the_end(bot, QUICKLY) == EX_CONFIG
    assert "two words" not in the_sentence(bot)


async def test_a_token_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text(TOKEN + "\n", encoding="utf-8")
    async with open_house(tmp_path, cold=True, DISCORD_TOKEN="", DISCORD_TOKEN_FILE=str(tmp_path / "token")) as bot:
        assert await bot.end(signal.SIGTERM) == 0
        assert TOKEN not in bot.stderr


async def test_a_dotenv_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xff\xfe\x00DISCORD_TOKEN=x")
    bot = BotProcess(tmp_path)
    assert await run_to_the_end(bot, QUICKLY) == EX_CONFIG
    assert ".env" in the_sentence(bot)


# The database (faults 10, 15, 62, 65)


@pytest.mark.parametrize("path", ["nowhere/cardroom.db", "/proc/cardroom.db", "/"])
async def test_a_database_where_nobody_can_write(tmp_path: Path, path: str) -> None:
    bot = BotProcess(tmp_path, DATABASE_PATH=path)
    assert await run_to_the_end(bot, QUICKLY) == EX_IOERR
    told(bot, "cannot be opened for writing. Its folder has to exist")


SLOW_THREAD = (
    "import time; from aiosqlite.core import Connection; stop = Connection.stop; "
    "Connection.stop = lambda db: (db._tx.put_nowait((None, lambda: time.sleep(0.3))), stop(db))[1]"
)


async def test_a_database_that_cannot_be_opened_is_told_in_one_sentence(tmp_path: Path) -> None:
    """The thread of aiosqlite comes late here, as it does by chance in about a fifth of all starts."""
    run = SLOW_THREAD
    bot = BotProcess(tmp_path, None, run, DATABASE_PATH="nowhere/cardroom.db")
    assert await run_to_the_end(bot, QUICKLY) == EX_IOERR
    assert "Its folder has to exist" in the_sentence(bot)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
@pytest.mark.parametrize("mode", [0o555, 0o000])
async def test_a_database_in_a_folder_of_somebody_else(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=mode)
    bot = BotProcess(tmp_path, DATABASE_PATH=str(folder / "cardroom.db"))
    assert await run_to_the_end(bot, QUICKLY) == EX_IOERR
    told(bot, "cannot be opened for writing")


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    bot = BotProcess(tmp_path)
    bot.database.write_bytes(b"These are notes about card games. " * 100)
    before = bot.database.read_bytes()
    assert await run_to_the_end(bot, QUICKLY) == EX_IOERR
    assert "is not a database" in the_sentence(bot)
    assert bot.database.read_bytes() == before


async def test_a_database_with_a_damaged_page(tmp_path: Path) -> None:
    """Fault 65: found at the start, not in the middle of a game."""
    async with open_house(tmp_path, cold=True) as bot:
        party = Party(bot)
        await party.sit_down("uno")
        for _ in range(3):
            await party.move()
        assert await bot.end(signal.SIGTERM) == 0
        with closing(sqlite3.connect(bot.database)) as db:
            ((root,),) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'journal'")
            ((size,),) = db.execute("PRAGMA page_size")
        content = bytearray(bot.database.read_bytes())
        content[(root - 1) * size : root * size] = b"\x5a" * size
        bot.database.write_bytes(content)
        assert await run_to_the_end(bot, 3) == EX_IOERR
        assert "damaged" in the_sentence(bot)
        assert bot.database.read_bytes() == content


async def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    bot = BotProcess(tmp_path)
    with closing(sqlite3.connect(bot.database)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, something_new TEXT)")
        db.execute("PRAGMA user_version = 999")
        db.commit()
    before = hashlib.sha256(bot.database.read_bytes()).digest()
    assert await run_to_the_end(bot, QUICKLY) == EX_CONFIG
    assert "schema 999, and this program knows up to" in the_sentence(bot)
    assert hashlib.sha256(bot.database.read_bytes()).digest() == before
    left = {"cardroom.db", "cardroom.db.lock", "stderr", "stdout"}  # the lock is empty, and says who is first
    assert {each.name for each in tmp_path.iterdir()} == left


async def test_a_database_that_another_program_is_writing_to(tmp_path: Path) -> None:
    bot = BotProcess(tmp_path)
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        assert await run_to_the_end(bot, QUICKLY) in (EX_IOERR, 75)
        assert "used by another program" in the_sentence(bot)


# Discord is away


async def test_discord_cannot_be_reached(tmp_path: Path) -> None:
    bot = BotProcess(tmp_path, None, DISCORD_URL=f"http://127.0.0.1:{closed_port()}")
    assert await run_to_the_end(bot, QUICKLY) == EX_UNAVAILABLE
    assert "cannot be reached" in the_sentence(bot)


async def test_a_start_that_fails_after_the_login_ends_too(tmp_path: Path) -> None:
    """Fault 10: the database is open, its threads run, and what comes next is refused."""
    async with Loopback(TOKEN) as discord:
        discord.faults.next("PUT", "*/commands", status=403, code=50001, times=100)
        bot = BotProcess(tmp_path, discord)
        assert await run_to_the_end(bot, QUICKLY) != 0
        assert TOKEN not in bot.stderr


async def test_commands_that_discord_refuses_are_told_in_one_sentence(tmp_path: Path) -> None:
    async with Loopback(TOKEN) as discord:
        discord.faults.next("PUT", "*/commands", status=403, code=50001, times=100)
        bot = BotProcess(tmp_path, discord)
        await run_to_the_end(bot, QUICKLY)
        the_sentence(bot)


# Stopping (faults 8 and 9)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_it(tmp_path: Path, number: int) -> None:
    async with open_house(tmp_path, cold=True) as bot:
        party = Party(bot)
        await party.sit_down("uno", computers=1)
        seen = await party.hands()
        assert await bot.end(number, QUICKLY) == 0
        assert bot.sentences == []
        await bot.start()
        assert await party.hands() == seen


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("seconds", [0.02, 0.2, 0.4])
async def test_a_signal_while_it_starts_ends_it(tmp_path: Path, number: int, seconds: float) -> None:
    async with Loopback(TOKEN) as discord:
        discord.faults.next("GET", "/users/@me", latency=3)
        bot = BotProcess(tmp_path, discord)
        bot.begin()
        assert bot.process is not None
        await asyncio.sleep(seconds)
        bot.process.send_signal(number)
        if seconds < 0.1 and number == signal.SIGINT:  # Python itself, while it starts, may swallow the first
            await asyncio.sleep(1)
        ended = await bot.end(number, QUICKLY)
        before_us = "Fatal Python error: init" in bot.stderr  # Python was not ready to run a line of ours
        assert ended in ((1,) if before_us else (0, 130, -number))


async def test_a_signal_in_the_middle_of_clicks_loses_none_that_was_answered(tmp_path: Path) -> None:
    async with open_house(tmp_path, cold=True) as bot:
        party = Party(bot)
        await party.sit_down("nimmt")
        buttons = {person: await party.choose(person) for person in party.people}
        pressing = [asyncio.create_task(party.play(person, button)) for person, button in buttons.items()]
        await asyncio.sleep(0.002)
        assert await bot.end(signal.SIGTERM, QUICKLY) == 0
        for task in pressing:
            task.cancel()
        await asyncio.wait(pressing)
        assert "Traceback" not in bot.stderr
        await bot.start()
        party.nothing_lost_or_doubled()


async def test_a_signal_while_discord_hangs_still_stops_it(tmp_path: Path) -> None:
    """Nobody answers its goodbye: this test keeps the event loop of the loopback busy."""
    async with open_house(tmp_path, cold=True) as bot:
        assert bot.process is not None
        bot.process.terminate()
        started = time.perf_counter()
        try:
            code = bot.process.wait(10)
        except subprocess.TimeoutExpired:
            code = None
        assert (code, time.perf_counter() - started < 10) == (0, True)


# Nothing is told


async def test_the_log_tells_no_token_and_no_card(tmp_path: Path) -> None:
    """Fault 92, at the level that tells most, over a game with a kill, a wrong click and a command."""
    async with open_house(tmp_path, cold=True) as bot:
        party = Party(bot, chance=9)
        await party.sit_down("uno", match="one", computers=1)
        hands: set[str] = set()
        moves = 0
        while await party.move():
            moves += 1
            position = party.position()
            hands |= {position.cards(seat) for seat in range(len(position.seats))}
            if moves == 5:
                await bot.restart()
                await party.people[0].press_id(party.board, "no such button")
                await party.people[0].press_id(party.board, f"play:{position.id}:0:R7")
        await bot.end(signal.SIGTERM)
        said = bot.stderr + bot.stdout
        assert moves > 5
        assert bot.settings["LOG_LEVEL"] == "DEBUG"
        assert TOKEN not in said
        assert len(party.discord.interactions) > 20
        assert not [each.what for each in party.discord.interactions if each.token in said]
        assert party.position().seed.hex() not in said
        faces = {part for hand in hands for part in hand.replace("·", " ").split() if part[0] in "RYGBW"}
        words = set(re.split(r"[^A-Za-z0-9+]+", said))
        assert not faces & words
        assert not any(hand in said for hand in hands if len(hand) > 3)
