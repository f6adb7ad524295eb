"""The bot as it runs in earnest: a process of its own, that can be killed at any moment and started again."""

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

from bot.loopback import Loopback
from tests.canary import CANARY
from tests.process.nursery import Forked, fork

ROOT = Path(__file__).parents[2]
TOKEN = "loopback-token-of-a-real-process"  # noqa: S105 - opens nothing but the loopback
NOWHERE = "http://127.0.0.1:9"
"""Nobody listens there. No test ever talks to the real Discord."""
SETTINGS = (
    "DISCORD_",
    "DATABASE_",
    "LOG_",
    "DEV_GUILD",
    "TURN_",
    "COMPUTER_",
    "CHANCE_",
    "ROUND_",
    "LOBBY_",
    "CARD_",
    "PRESSES_",
    "RESTART_",
    "CARDROOM_",
)
SERVE = ("-m", "bot", "serve")
SERVE_WITH = "import sys; {}; from bot.__main__ import main; sys.exit(main(['serve']))"
"""The same, with one constant of ours or one delay changed first, for what would take a minute otherwise."""
LOG_LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ ")


def environment(**settings: str) -> dict[str, str]:
    """This environment with these settings of the bot, and no others."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    return {**kept, "PYTHONPATH": str(ROOT), **settings}


class BotProcess:
    """`stderr` is all that was said there, by every process since the first. `first` is what it does before it serves.
    A `cold` one is a Python of its own; others are forked with all modules loaded."""

    def __init__(
        self, folder: Path, discord: Loopback | None = None, first: str = "", *, cold: bool = True, **settings: str
    ) -> None:
        self.discord = discord
        self.database = folder / "cardroom.db"
        self.starts = 0
        self.kills = 0
        self._folder = folder
        self.first = first
        self._cold = cold
        self._log = folder / "stderr"
        usual = {
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_PATH": str(self.database),
            "COMPUTER_PAUSE": "0",
            "CHANCE_PAUSE": "0",
            "CARD_PICTURES": "off",
            "PRESSES_A_SECOND": "0",
            "RESTART_PAUSES": "off",
            "LOG_LEVEL": "DEBUG",
        }
        usual["DISCORD_URL"] = NOWHERE if discord is None else discord.api.removesuffix("/api/v10")
        self.settings = {**usual, **settings}
        self.process: subprocess.Popen[bytes] | Forked | None = None

    @property
    def stderr(self) -> str:
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    @property
    def sentences(self) -> list[str]:
        """What was said on stderr beside the log: the lines for whoever started it."""
        return [line for line in self.stderr.splitlines() if line and not LOG_LINE.match(line)]

    @property
    def stdout(self) -> str:
        return (self._folder / "stdout").read_text(encoding="utf-8")

    def begin(self) -> None:
        """Start it, and wait for nothing. The folder is its own, so that no .env of ours is read."""
        assert self.process is None
        self.starts += 1
        settings = environment(**{name: value for name, value in self.settings.items() if value})
        if not self._cold:
            self.process = fork(self._folder, settings, self.first, self._folder / "stdout", self._log)
            return
        run = ("-c", SERVE_WITH.format(self.first)) if self.first else SERVE
        with self._log.open("ab") as errors, (self._folder / "stdout").open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, *run],
                cwd=self._folder,
                env=settings,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
            )

    async def start(self) -> None:
        """Start it and wait until it is connected."""
        assert self.discord is not None
        self.begin()
        end = time.perf_counter() + 15
        while not (self.discord.sessions.complete() and any(self.discord.commands.pages.values())):
            assert self.process is not None
            assert self.process.poll() is None, f"It ended with {self.process.returncode}:\n{self.stderr}"
            assert time.perf_counter() < end, f"It does not connect:\n{self.stderr}"
            await asyncio.sleep(0.005)

    async def kill(self) -> None:
        """As the machine's power would: it gets no chance to say goodbye."""
        assert self.process is not None
        assert self.process.poll() is None, f"It is dead already: {self.process.returncode}\n{self.stderr}"
        self.kills += 1
        await self.end(signal.SIGKILL)
        if self.discord is not None:
            await self.discord.gone()

    async def restart(self) -> None:
        await self.kill()
        await self.start()

    async def end(self, number: int | None = None, within: float = 10.0) -> int:
        """Its exit code, after this signal if one is given. A process that hangs fails the test."""
        process, self.process = self.process, None
        assert process is not None
        if number is not None:
            process.send_signal(number)
        try:
            return await asyncio.to_thread(process.wait, within)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"It did not end within {within:g} s:\n{self.stderr}") from None

    async def clean_up(self) -> None:
        if self.process is not None:
            await self.end(signal.SIGKILL)
        self.tells_no_secret()

    def tells_no_secret(self) -> None:
        """Neither a token nor a seed stands in what it logged (fault 92)."""
        said = self.stderr
        assert TOKEN not in said
        for interaction in () if self.discord is None else self.discord.interactions:
            CANARY.know(interaction.token)
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
            for (seed,) in db.execute("SELECT seed FROM games WHERE seed IS NOT NULL"):
                CANARY.know(seed.hex())
                CANARY.know(repr(seed))
        assert CANARY.leaks(said) == []


@asynccontextmanager
async def open_house(
    folder: Path, first: str = "", *, cold: bool = False, **settings: str
) -> AsyncIterator[BotProcess]:
    """Discord and a bot that is connected to it."""
    async with Loopback(TOKEN) as discord:
        discord.limits.off()
        bot = BotProcess(folder, discord, first, cold=cold, **settings)
        try:
            await bot.start()
            yield bot
        finally:
            await bot.clean_up()


async def run_to_the_end(bot: BotProcess, within: float = 10.0) -> int:
    """Start a process that is to end by itself. Its exit code."""
    bot.begin()
    return await bot.end(within=within)
