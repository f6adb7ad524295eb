"""The playground put together: our own Discord, the bot as a process of its own, and the page."""

import asyncio
import errno
import os
import secrets
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.claim import claimed
from bot.errors import EX_UNAVAILABLE, CannotStart
from bot.loopback import Loopback
from bot.playground.deeds import Deeds
from bot.playground.knobs import Knobs
from bot.playground.roster import Roster
from bot.playground.runner import Runner
from bot.playground.site import PAGE, Site
from bot.playground.visit import Guide
from bot.playground.watch import Watch

RUNNING = "A playground is running here already. Open its page, or stop it first."
PORTS_TRIED = 50
KEPT_CALLS = 2000
OWN = Path(__file__).parent
DISCORD = OWN.parent / "loopback"
LOOK_EVERY = 0.4


class Playground:
    def __init__(
        self, database: Path, command: Sequence[str], *, port: int = 0, members: int = 4, fresh: bool = False,
        loud: bool = False, settings: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """`command` starts the bot; `settings` are its own, by their names in the environment."""
        self.database = database
        self.port = port
        self._wanted_port = port
        self._command = command
        self._members = members
        self._fresh = fresh
        self._loud = loud
        self._settings = settings or {}
        self._open = AsyncExitStack()
        self.discord: Loopback
        self.runner: Runner
        self.roster: Roster
        self.guide: Guide
        self.site: Site

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/{self.site.key}/"

    async def __aenter__(self) -> Self:
        kept = self.database.with_suffix(".json")
        self._open.enter_context(claimed(kept, RUNNING))
        if self._fresh:
            self._forget()
        token = secrets.token_urlsafe(32)
        self.discord = await self._listen(token)
        try:
            self.roster = Roster(kept, self.discord)
            self.roster.fill(self._members)
            self.runner = Runner(self._command, self._environment(token), self.discord, loud=self._loud)
            knobs = Knobs(self.discord, self.runner)
            deeds = Deeds(self.discord, self.roster)
            self.guide = Guide(self.discord, self.roster, self.runner, deeds, knobs)
            self.site = Site(self.guide)
            self.discord.elsewhere = self.site.serve
            self._open.push_async_callback(self.runner.stop)
            await self.runner.start()
        except BaseException:
            await self._open.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._open.aclose()

    async def reload_on_changes(self, folders: Sequence[Path]) -> None:
        """Start the bot anew whenever its code changes, and the page whenever its files do. Runs until cancelled."""
        watch = Watch(folders)
        while True:
            await asyncio.sleep(LOOK_EVERY)
            changed = watch.changed()
            page = {path for path in changed if path.is_relative_to(PAGE)}
            own = {path for path in changed - page if path.is_relative_to(OWN) or path.is_relative_to(DISCORD)}
            if own:
                self.runner.note("The playground's own code has changed: stop it and start it again to see that.")
            if changed - page - own:
                await self.runner.restart()
            if page:
                self.guide.new_edition()

    async def _listen(self, token: str) -> Loopback:
        """Take the port that was wished for, or the next one that is free."""
        for port in range(self._wanted_port, self._wanted_port + PORTS_TRIED):
            discord = Loopback(token, port=port, keep=KEPT_CALLS, channels=())
            try:
                await self._open.enter_async_context(discord)
            except OSError as error:
                if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                    raise
                continue
            self.port = discord.port
            return discord
        last = self._wanted_port + PORTS_TRIED - 1
        sentence = f"All ports from {self._wanted_port} to {last} are in use. Choose another with --port."
        raise CannotStart(sentence, EX_UNAVAILABLE)

    def _environment(self, token: str) -> dict[str, str]:
        """What the bot is started with. No token of a real Discord is in it."""
        return {
            **os.environ,
            **self._settings,
            "DISCORD_TOKEN": token,
            "DISCORD_TOKEN_FILE": "",
            "RESTART_PAUSES": "off",
            "DEV_GUILD_ID": "",
            "DISCORD_URL": f"http://127.0.0.1:{self.port}",
            "DATABASE_PATH": str(self.database),
        }

    def _forget(self) -> None:
        """Begin anew: no members, games or scores of before."""
        for ending in (".json", ".db", ".db-wal", ".db-shm"):
            self.database.with_suffix(ending).unlink(missing_ok=True)
