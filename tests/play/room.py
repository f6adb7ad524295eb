"""A room to play in: the loopback Discord, and the real bot connected to it in the same process.

`Room.restart` ends the bot and starts another on the same database, while Discord and its messages stay.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.client import CardBot
from bot.config import Settings, Times
from bot.loopback import Loopback
from bot.loopback.connect import point_discord_at
from bot.loopback.people import Member
from bot.loopback.world import Channel, Message
from bot.storage import ChannelId, MemberId, open_storage
from bot.tables.table import Table
from bot.tables.time import MovableTime

TOKEN = "loopback-token-of-the-tests"  # noqa: S105 - opens nothing but the loopback
AT_ONCE = Times(computer_pause=0, chance_pause=0)


class QuickBot(CardBot):
    """The bot, without the pauses that discord.py makes before it introduces itself to Discord again."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        return


class Room:
    def __init__(self, discord: Loopback, database: Path, times: Times) -> None:
        self.discord = discord
        self.time = MovableTime()
        self.settings = Settings(token=TOKEN, database=database, times=times, pictures=False, presses=0)
        self._stop = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self.bot: CardBot

    async def start(self) -> None:
        """Start a bot and wait until it is connected."""
        started = asyncio.Event()
        self._stop = asyncio.Event()
        self._running = asyncio.create_task(self._run(started), name="the bot of a room")
        waiting = asyncio.create_task(started.wait())
        await asyncio.wait({waiting, self._running}, return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            waiting.cancel()
            self._running.result()
        await self.discord.ready(commands=True)

    async def stop(self) -> None:
        self._stop.set()
        if self._running is not None:
            await self._running
        await self.discord.gone()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def _run(self, started: asyncio.Event) -> None:
        async with open_storage(self.settings.database) as storage:
            self.bot = bot = QuickBot(self.settings, storage, self.time)
            task = asyncio.create_task(bot.start(TOKEN))
            started.set()
            stop = asyncio.create_task(self._stop.wait())
            await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            await bot.close()
            await asyncio.wait({task})
            if not task.cancelled() and task.exception() is not None:
                raise task.exception()  # type: ignore[misc]  # there is one

    # Playing

    def person(self, name: str, *, moderator: bool = False) -> Member:
        return self.discord.add_member(name, moderator=moderator)

    def table(self, channel: Channel | None = None) -> Table:
        """The live table of a channel, as the bot has it: to look at, not to touch."""
        table = self.bot.directory.in_channel(ChannelId((channel or self.discord.channel).id))
        assert table is not None
        return table

    async def sit_down(
        self, game: str, people: list[Member], channel: Channel | None = None, **options: str | int
    ) -> Message:
        """The first opens a table, the others join, the first starts. The board."""
        channel = channel or self.discord.channel
        reply = await people[0].command(channel, f"/{game} start", **options)
        board = reply.message
        for person in people[1:]:
            await person.press(board, "Join")
        await people[0].press(board, "Start")
        await self.discord.settle()
        return board

    def hand(self, person: Member, channel: Channel | None = None) -> Message:
        """The newest private message of a person."""
        return person.private(channel or self.discord.channel)[-1]

    async def ready_hand(self, person: Member, channel: Channel | None = None) -> Message:
        """The hand of somebody who is to move, once it shows the newest question."""
        table = self.table(channel)
        seat = table.seat_of(MemberId(person.id))
        assert seat is not None
        asked = re.compile(f"(play|ask):{table.id}:{table.asks[seat]}:")
        async with asyncio.timeout(5):
            while not any(asked.match(each.custom_id or "") for each in self.hand(person, channel).buttons):
                await asyncio.sleep(0.005)
        return self.hand(person, channel)

    def to_move(self, people: list[Member], channel: Channel | None = None) -> list[Member]:
        """Those of the people that the table waits for."""
        table = self.table(channel)
        return [person for person in people if table.seat_of(MemberId(person.id)) in table.waiting]


@asynccontextmanager
async def open_room(database: Path, times: Times = AT_ONCE, *, limits: bool = False) -> AsyncIterator[Room]:
    """Discord and a bot that is ready. Nothing may be left that Discord would complain about."""
    async with Loopback(TOKEN) as discord:
        if not limits:
            discord.limits.off()
        point_discord_at(discord.api, discord.gateway)
        room = Room(discord, database, times)
        await room.start()
        try:
            yield room
        finally:
            await room.stop()
        assert discord.problems == []
