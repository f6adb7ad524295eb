"""A line that is open but dead, one that breaks again and again, and none at all (fault 50): the real process comes
back by itself, the game goes on with the same buttons, and its health says so."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.loopback import Loopback
from tests.process.bot_process import ROOT, TOKEN, BotProcess, environment
from tests.process.party import Party
from tests.waiting import until

SOON = 1.0
IMPATIENT = (
    "from discord.gateway import DiscordWebSocket as Line; "
    f"Line._max_heartbeat_timeout = property(lambda line: {SOON}, lambda line, value: None)"
)
"""The library waits a second for a sign of life, not a minute."""
NOTES = "from bot import client; client.NOTE_CONNECTION_EVERY = 0.1"
HEALTH = "import sys; from bot import health; {}; from bot.__main__ import main; sys.exit(main(['health']))"


@asynccontextmanager
async def open_house(folder: Path, first: str = "", heartbeat: float = 41.25) -> AsyncIterator[BotProcess]:
    """Discord, which wants a sign of life so often, and a bot that is connected to it."""
    async with Loopback(TOKEN, heartbeat=heartbeat) as discord:
        discord.limits.off()
        bot = BotProcess(folder, discord, first, cold=False)
        try:
            await bot.start()
            yield bot
        finally:
            await bot.clean_up()


async def health(database: Path, changed: str = "pass") -> tuple[int, str]:
    """What `python -m bot health` says."""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", HEALTH.format(changed)],
        cwd=database.parent,
        env=environment(DATABASE_PATH=str(database), PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def noted(party: Party, name: str) -> float:
    """The moment that the bot noted last under this name."""
    return float(dict(party.books.rows("SELECT name, value FROM notes")).get(name, 0))


async def hears_discord(party: Party) -> None:
    """Until it is noted that Discord is heard: the library waits two seconds for servers that may not come."""
    await until(lambda: noted(party, "connected") > 0, "it notes that it hears Discord")


async def came_back(party: Party, resumed: int) -> None:
    sessions = party.discord.sessions
    await until(lambda: sessions.resumed >= resumed and sessions.complete(), "it comes back")


async def test_heartbeats_that_nobody_acknowledges_are_noticed_and_the_game_goes_on(tmp_path: Path) -> None:
    """Fault 50: the line is open, but nobody is at its other end; then it is so again on the next."""
    async with open_house(tmp_path, IMPATIENT, heartbeat=SOON / 5) as bot:
        party = Party(bot)
        await party.sit_down("eights", match="250")
        before, sessions = party.position(), party.discord.sessions
        party.discord.faults.stop_acks()
        for _ in range(2):
            await came_back(party, sessions.resumed + 1)
            assert await party.move()
        party.discord.faults.stop_acks(False)
        for _ in range(3):
            assert await party.move()
        await party.board_is_up_to_date(within=30)
        assert len(party.nothing_lost_or_doubled(before).journal) == 5
        assert sessions.identified == 1, "it goes on where it was"
        party.no_complaints()


async def test_a_line_that_is_closed_again_and_again_hurts_no_game_and_no_health(tmp_path: Path) -> None:
    """Fault 50: Discord asks for another line eight times, while people press."""
    async with open_house(tmp_path, NOTES) as bot:
        party = Party(bot)
        await party.sit_down("eights", match="250")
        await hears_discord(party)
        before = party.position()
        for number in range(1, 9):
            await party.discord.faults.reconnect()
            assert await party.move()
            await came_back(party, number)
        assert len(party.nothing_lost_or_doubled(before).journal) == 8
        assert await health(bot.database) == (0, "The bot is well.\n")
        await party.board_is_up_to_date(within=30)
        party.no_complaints()


async def test_health_complains_of_a_lost_line_only_when_it_stays_away(tmp_path: Path) -> None:
    """Fault 50: Discord is gone. Two minutes are nothing to complain of; with less patience it would be."""
    bot = BotProcess(tmp_path, first=NOTES)
    try:
        async with Loopback(TOKEN) as discord:
            bot.discord, bot.settings["DISCORD_URL"] = discord, discord.api.removesuffix("/api/v10")
            await bot.start()
            party = Party(bot)
            await party.sit_down("uno")
            await hears_discord(party)
            assert await health(bot.database, "health.CONNECTED_WITHIN = 30") == (0, "The bot is well.\n")
        last = noted(party, "connected")
        await until(lambda: noted(party, "beat") > last + SOON, "it lives on without Discord")
        assert bot.process is not None
        assert bot.process.poll() is None
        assert await health(bot.database) == (0, "The bot is well.\n")
        code, words = await health(bot.database, f"health.CONNECTED_WITHIN = {SOON / 4}")
        assert code == 1
        assert "no connection to Discord" in words
    finally:
        await bot.clean_up()
