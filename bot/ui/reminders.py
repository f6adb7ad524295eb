"""The one message that mentions somebody: it is your turn. Removed when the player acts."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.errors import PlayError
from bot.games.base import Seat
from bot.storage import GameId, MemberId
from bot.tables.directory import Directory
from bot.tables.table import Table
from bot.tables.update import Update
from bot.ui.breaker import Breaker, Held

log = logging.getLogger(__name__)

LONGEST_NONCE = 25


@dataclass(slots=True)
class Reminder:
    seats: tuple[Seat, ...]
    message: int | None = None


class Reminders:
    def __init__(self, client: discord.Client, directory: Directory, breaker: Breaker) -> None:
        self._client = client
        self._directory = directory
        self._breaker = breaker
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
        if self._open.get(table.id) is not reminder:  # acted while it waited
            return
        people = [discord.Object(member) for member in await self._still_here(table, reminder.seats)]
        if not people:
            return
        send = partial(
            self._channel(table).send,
            " ".join(f"<@{person.id}>" for person in people) + f" it is your turn in {table.game.title}.",
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=people, replied_user=False),
            nonce=f"turn {table.id}.{table.revision}"[:LONGEST_NONCE],
        )
        try:
            sent = await send()
        except (aiohttp.ClientError, OSError):  # the line broke, and Discord may have taken it: one mention, not two
            sent = await send()
        reminder.message = sent.id
        if self._open.get(table.id) is not reminder:  # acted in the meantime
            await self._delete(table, sent.id)
        else:
            await self._directory.storage.set_reminder(table.id, sent.id)

    async def _still_here(self, table: Table, seats: tuple[Seat, ...]) -> list[MemberId]:
        """Those who are still in the server. A computer takes the seat of those who have left it: the bot is not told
        when that happens, so it asks before it mentions somebody."""
        here, guild = [], self._client.get_guild(table.saved.guild)
        for seat in seats:
            member = table.seats[seat].member
            if member is None:
                continue
            try:
                if guild is not None:
                    await guild.fetch_member(member)
                here.append(member)
            except discord.NotFound:
                await table.hold_seat(seat, at_once=True)
            except discord.HTTPException:  # not now; the mention does no harm
                here.append(member)
        return here

    async def _delete(self, table: Table, message_id: int) -> None:
        await self._directory.storage.set_reminder(table.id, None)
        await self._channel(table).get_partial_message(message_id).delete()

    def _run(self, work: Coroutine[Any, Any, None], table: Table) -> None:
        async def guarded() -> None:
            try:
                async with self._breaker.slot(table.saved.guild, table.saved.channel):
                    await work
            except (asyncio.CancelledError, Held) as error:
                work.close()
                if isinstance(error, asyncio.CancelledError):
                    raise
            except (discord.HTTPException, aiohttp.ClientError, OSError, PlayError) as error:
                log.info("a reminder of table %s failed (%s)", table.id, type(error).__name__)

        task = asyncio.create_task(guarded(), name=f"reminder of table {table.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.saved.channel, guild_id=table.saved.guild)
