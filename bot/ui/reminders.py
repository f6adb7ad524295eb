"""The one message that mentions somebody: it is your turn. Removed when the player acts."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord

from bot.errors import PlayError
from bot.games.base import Seat
from bot.storage import GameId
from bot.tables.directory import Directory
from bot.tables.table import Table
from bot.tables.update import Update

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Reminder:
    seats: tuple[Seat, ...]
    message: int | None = None


class Reminders:
    def __init__(self, client: discord.Client, directory: Directory) -> None:
        self._client = client
        self._directory = directory
        self._open: dict[GameId, Reminder] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, update: Update) -> None:
        table = update.table
        if update.kind == "reminder":
            self._remove(table)
            self._open[table.id] = reminder = Reminder(update.asked)
            self._run(self._send(table, reminder), table)
        elif table.id in self._open and not any(map(table.clock.is_late, self._open[table.id].seats)):
            self._remove(table)

    async def restore(self) -> None:
        """Whoever was reminded before a restart is not reminded again; the message goes when they act."""
        for table in self._directory:
            if table.saved.reminder is not None:
                seats = table.clock.was_reminded()
                self._open[table.id] = Reminder(seats, table.saved.reminder)
                if not seats:
                    self._remove(table)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _remove(self, table: Table) -> None:
        reminder = self._open.pop(table.id, None)
        if reminder is not None and reminder.message is not None:
            self._run(self._delete(table, reminder.message), table)

    async def _send(self, table: Table, reminder: Reminder) -> None:
        members = [table.seats[seat].member for seat in reminder.seats]
        people = [discord.Object(member) for member in members if member is not None]
        sent = await self._channel(table).send(
            " ".join(f"<@{person.id}>" for person in people) + f" it is your turn in {table.game.title}.",
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=people, replied_user=False),
        )
        reminder.message = sent.id
        if self._open.get(table.id) is not reminder:  # acted in the meantime
            await self._delete(table, sent.id)
        else:
            await self._directory.storage.set_reminder(table.id, sent.id)

    async def _delete(self, table: Table, message_id: int) -> None:
        await self._directory.storage.set_reminder(table.id, None)
        await self._channel(table).get_partial_message(message_id).delete()

    def _run(self, work: Coroutine[Any, Any, None], table: Table) -> None:
        async def guarded() -> None:
            try:
                await work
            except (discord.HTTPException, aiohttp.ClientError, OSError, PlayError) as error:
                log.info("a reminder of table %s failed (%s)", table.id, type(error).__name__)

        task = asyncio.create_task(guarded(), name=f"reminder of table {table.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.saved.channel, guild_id=table.saved.guild)
