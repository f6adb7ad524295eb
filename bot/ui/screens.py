"""Which public message shows which table. Each board has one keeper, so that an older state never covers a newer one.

A board is edited at most once a second, with the newest state, one edit at a time, and never while the click that
changed it waits for its answer. It is posted anew when it was deleted, gets too old to edit, or lies far up.
"""

import asyncio
import logging
from dataclasses import dataclass, field

import aiohttp
import discord

from bot.killpoint import killpoint
from bot.storage import ChannelId, GameId, GuildId
from bot.tables.directory import Directory
from bot.tables.table import Table
from bot.tables.update import Update
from bot.ui.board import board
from bot.ui.holds import Holds
from bot.ui.pacer import Pacer
from bot.ui.parts import NOBODY, message
from bot.ui.pictures import Pictures
from bot.ui.reminders import Reminders

log = logging.getLogger(__name__)

EDIT_EVERY = 1.0
TOO_OLD = 50 * 60.0
"""Discord lets messages older than an hour be edited only rarely."""
FAR_UP = 15
"""So many messages below, and the board is posted anew with the next change."""
POST_EVERY = 20.0
NO_PERMISSION_PAUSE = 60.0
MOST_FAILURES = 10
GONE = (10003, 10008)
"""Unknown channel, unknown message."""
TOO_OLD_TO_EDIT = 30046
INVALID_BODY = 50035


@dataclass(slots=True)
class Screen:
    table: Table
    message: int | None
    posted: float
    below: int = 0
    dirty: bool = False
    move_down: bool = False
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    keeper: "asyncio.Task[None] | None" = None
    posts: int = 0

    @property
    def may_post_at(self) -> float:
        """When a new message may be posted."""
        return self.posted + POST_EVERY


class Screens:
    def __init__(self, client: discord.Client, directory: Directory, holds: Holds, pictures: Pictures) -> None:
        self._client = client
        self._directory = directory
        self._holds = holds
        self._pictures = pictures
        self._pacer = Pacer()
        self._screens: dict[GameId, Screen] = {}
        self._by_channel: dict[ChannelId, Screen] = {}
        self._left: set[GuildId] = set()
        self.reminders = Reminders(client, directory)

    # What happens

    def changed(self, update: Update) -> None:
        self.reminders.changed(update)
        if update.kind != "reminder":
            self.redraw(update.table)

    def redraw(self, table: Table) -> None:
        screen = self._screen(table)
        screen.dirty = table.saved.guild not in self._left
        screen.bell.set()

    def posted(self, table: Table, message_id: int) -> None:
        """The board was sent as an answer to a command."""
        screen = self._screen(table)
        self._note_post(screen, message_id)

    def bring_down(self, table: Table) -> None:
        """Post the board anew at the bottom of the channel."""
        screen = self._screen(table)
        screen.move_down = True
        self.redraw(table)

    def message_in(self, channel: ChannelId, message_id: int) -> None:
        """There is a new message in a channel: a board there moves up."""
        screen = self._by_channel.get(channel)
        if screen is not None and screen.message != message_id:
            screen.below += 1

    def leave(self, guild: GuildId) -> None:
        """The bot was removed from a server: nothing can be shown there."""
        self._left.add(guild)
        for screen in self._screens.values():
            if screen.table.saved.guild == guild:
                screen.dirty = False

    def come_back(self, guild: GuildId) -> None:
        """The bot is in a server; if it had been removed there, what waited is shown again."""
        if guild in self._left:
            self._left.discard(guild)
            for table in self._directory.in_guild(guild):
                self.redraw(table)

    def deleted(self, channel: ChannelId, message_id: int) -> None:
        screen = self._by_channel.get(channel)
        if screen is not None and screen.message == message_id:
            screen.message = None
            self.redraw(screen.table)

    def link(self, table: Table) -> str:
        """The address of the board, if it is there."""
        screen, saved = self._screens.get(table.id), table.saved
        at = "" if screen is None or screen.message is None else f"/{screen.message}"
        return f"https://discord.com/channels/{saved.guild}/{saved.channel}{at}"

    async def restore(self) -> None:
        """After a restart: every board is brought up to date, the last one of games that ended just before too."""
        for table in (*self._directory, *await self._directory.unsettled()):
            self.redraw(table)

    async def close(self) -> None:
        keepers = {screen.keeper for screen in self._screens.values() if screen.keeper is not None}
        for keeper in keepers:
            keeper.cancel()
        if keepers:
            await asyncio.wait(keepers)
        await self.reminders.close()

    # The keeper of a board

    def _screen(self, table: Table) -> Screen:
        screen = self._screens.get(table.id)
        if screen is None:
            screen = Screen(table, table.saved.board, table.saved.posted or 0.0)
            screen.keeper = asyncio.create_task(self._keep(screen), name=f"board of table {table.id}")
            self._screens[table.id] = screen
            self._by_channel[table.saved.channel] = screen
        return screen

    async def _keep(self, screen: Screen) -> None:
        loop = asyncio.get_running_loop()
        next_at, failures = 0.0, 0
        while screen.table.live or screen.dirty:
            if not screen.dirty or screen.message is None or screen.move_down:
                await self._directory.time.wait(screen.bell, screen.may_post_at if screen.dirty else None)
            screen.bell.clear()
            if not screen.dirty or (screen.message is None and self._directory.time.now() < screen.may_post_at):
                continue
            await asyncio.sleep(next_at - loop.time())
            await self._pacer.turn()
            await self._holds.free(screen.table.id)
            screen.dirty = False
            try:
                killpoint("before the board")
                await self._show(screen)
                killpoint("after the board")
                wait, failures = EDIT_EVERY, 0
            except discord.NotFound as error:
                log.warning("the board of table %s has no place any more (%s)", screen.table.id, error.code)
                wait, screen.dirty = EDIT_EVERY, False
                await self._directory.lose_channel(screen.table.saved.channel)
            except discord.Forbidden:
                failures += 1
                log.warning("no permission to show the board of table %s", screen.table.id)
                wait, screen.dirty = NO_PERMISSION_PAUSE, screen.table.live or failures < MOST_FAILURES
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                failures += 1
                if isinstance(error, discord.HTTPException) and error.code == INVALID_BODY:
                    self._pictures.give_up()  # the one thing in a board that Discord may judge differently
                log.warning("the board of table %s cannot be shown (%s)", screen.table.id, type(error).__name__)
                wait, screen.dirty = min(2.0**failures, NO_PERMISSION_PAUSE), failures < MOST_FAILURES
            except Exception:  # one board that cannot be drawn now is no reason to stop keeping it
                failures += 1
                log.exception("the board of table %s cannot be drawn", screen.table.id)
                wait, screen.dirty = NO_PERMISSION_PAUSE, failures < MOST_FAILURES
            next_at = loop.time() + wait
        self._forget(screen)
        await self._directory.storage.settle(screen.table.id)

    async def _show(self, screen: Screen) -> None:
        """Edit the board, or post it anew where that is due. It is posted every 20 seconds at most."""
        now = self._directory.time.now()
        far = screen.below >= FAR_UP or now - screen.posted > TOO_OLD or screen.move_down
        if screen.message is not None and not (far and now >= screen.may_post_at):
            try:
                await self._edit(screen, screen.message)
            except discord.HTTPException as error:
                if error.code not in (*GONE, TOO_OLD_TO_EDIT):
                    raise
                if error.code in GONE:
                    screen.message = None
            else:
                screen.dirty = screen.dirty or screen.move_down
                return
        if now < screen.may_post_at:
            screen.dirty = True
            return
        await self._post(screen)

    async def _edit(self, screen: Screen, message_id: int) -> None:
        partial = self._channel(screen.table).get_partial_message(message_id)
        await partial.edit(view=self._draw(screen.table), allowed_mentions=NOBODY)

    async def _post(self, screen: Screen) -> None:
        """A new board at the bottom, quietly; the old one goes."""
        table, old = screen.table, screen.message
        sent = await self._channel(table).send(
            view=self._draw(table),
            allowed_mentions=NOBODY,
            silent=True,
            nonce=f"{table.id}.{int(screen.posted)}.{screen.posts}",
        )
        screen.posts += 1
        self._note_post(screen, sent.id)
        if old is not None:
            try:
                await self._channel(table).get_partial_message(old).delete()
            except discord.HTTPException as error:
                log.info("the old board of table %s stays (%s)", table.id, error.code)

    def _draw(self, table: Table) -> discord.ui.LayoutView:
        return message(board(table, self._pictures.address))

    def _note_post(self, screen: Screen, message_id: int) -> None:
        screen.message, screen.posted = message_id, self._directory.time.now()
        screen.below, screen.move_down = 0, False
        task = asyncio.create_task(
            self._directory.storage.set_board(screen.table.id, message_id, screen.posted), name="note a board"
        )
        task.add_done_callback(_noted)

    def _forget(self, screen: Screen) -> None:
        self._screens.pop(screen.table.id, None)
        if self._by_channel.get(screen.table.saved.channel) is screen:
            del self._by_channel[screen.table.saved.channel]

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.saved.channel, guild_id=table.saved.guild)


def _noted(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.warning("a board's message could not be noted")
