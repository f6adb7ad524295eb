"""Which public message shows which table. Each board has one keeper, so that an older state never covers a newer one.

A board is edited at most once a second, with the newest state, one edit at a time, and never while the click that
changed it waits for its answer. It is posted anew when it was deleted, gets too old to edit, or lies far up.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from math import inf

import aiohttp
import discord

from bot.killpoint import killpoint
from bot.storage import ChannelId, GameId, GuildId
from bot.tables.directory import Directory
from bot.tables.table import Table
from bot.tables.update import Update
from bot.ui.board import board
from bot.ui.breaker import Breaker, Held
from bot.ui.holds import Holds
from bot.ui.pacer import Pacer
from bot.ui.parts import NOBODY, message, sentence
from bot.ui.pictures import Pictures
from bot.ui.reminders import Reminders
from bot.ui.screen import ARCHIVED, ASK_FOR, DELETED, LOOK_AT, NO_PERMISSION, TURNED_AWAY, Screen

log = logging.getLogger(__name__)

EDIT_EVERY = 1.0
TOO_OLD = 50 * 60.0
"""Discord lets messages older than an hour be edited only rarely."""
FAR_UP = 15
"""So many messages below, and the board is posted anew with the next change."""
LONGEST_PAUSE = 60.0
MOST_FAILURES = 10
UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
CLOSED_THREAD = (50083, 160005)
"""Archived, locked."""
TOO_OLD_TO_EDIT = 30046
INVALID_BODY = 50035
BUSY_WITHIN = 15.0
ONCE_MORE_AFTER = 3.0
GOODBYE = "-# ⏳ I am being restarted. The game goes on when I am back, and no clock runs until then."
GOODBYE_STEP = 0.02


class Screens:
    def __init__(
        self, client: discord.Client, directory: Directory, holds: Holds, pictures: Pictures, breaker: Breaker
    ) -> None:
        self._client = client
        self._directory = directory
        self._holds = holds
        self._pictures = pictures
        self._breaker = breaker
        self._pacer = Pacer()
        self._screens: dict[GameId, Screen] = {}
        self._by_channel: dict[ChannelId, Screen] = {}
        self._left: set[GuildId] = set()
        self._goodbye = False
        self._once_more: asyncio.TimerHandle | None = None
        self.reminders = Reminders(client, directory, breaker)

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
        self._shown(screen)

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
            self._lost(screen)
            self.redraw(screen.table)

    def may_write(self, guild: GuildId, channel: ChannelId) -> None:
        """Discord said with a press that nothing is forbidden there: a board that waits is tried again soon."""
        screen = self._by_channel.get(channel)
        if screen is not None and screen.trouble:
            screen.believed = True
            self.try_again(guild, channel)

    def try_again(self, guild: GuildId, channel: ChannelId) -> None:
        """Something has changed about a channel: a board that could not be shown there is tried again soon."""
        screen = self._by_channel.get(channel)
        if screen is not None and screen.trouble not in ("", DELETED):
            self._breaker.hurry(guild)
            screen.not_before, screen.hurried = 0.0, True
            self.redraw(screen.table)

    def try_guild_again(self, guild: GuildId) -> None:
        """Something has changed about a server."""
        for table in self._directory.in_guild(guild):
            self.try_again(guild, table.saved.channel)

    def trouble(self, table: Table, missing: str) -> str:
        """Why the board cannot be shown, and what to do. Empty: it can. `missing`: what the bot may not do there."""
        screen = self._screens.get(table.id)
        if screen is None or screen.trouble != NO_PERMISSION:
            return "" if screen is None else screen.trouble
        return NO_PERMISSION + (ASK_FOR.format(missing) if missing else LOOK_AT)

    def link(self, table: Table) -> str:
        """The address of the board, if it is there."""
        screen, saved = self._screens.get(table.id), table.saved
        at = "" if screen is None or screen.message is None else f"/{screen.message}"
        return f"https://discord.com/channels/{saved.guild}/{saved.channel}{at}"

    async def restore(self) -> None:
        """After a restart: every board is brought up to date, the last one of games that ended just before too. An edit
        of the killed process may still be on its way to Discord: boards that it was busy with are drawn once more."""
        tables = [*self._directory, *await self._directory.unsettled()]
        for table in tables:
            self.redraw(table)
        since = self._directory.time.now() - BUSY_WITHIN
        busy = [screen for screen in self._screens.values() if screen.table.clock.last_change > since]
        self._once_more = asyncio.get_running_loop().call_later(ONCE_MORE_AFTER, self._draw_once_more, busy)

    def _draw_once_more(self, screens: Sequence[Screen]) -> None:
        for screen in screens:
            if screen.table.id not in self._screens:  # the game has ended
                self._keep_up(screen)
            screen.dirty = screen.table.saved.guild not in self._left
            screen.bell.set()

    async def say_goodbye(self, within: float) -> None:
        """Before a restart: say so on the boards of games that run, and show what has not been shown. As many as there
        is time for; after the restart all are drawn anew."""
        self._goodbye = True
        for table in self._directory:
            if table.phase == "playing":
                self.redraw(table)
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while any((screen.dirty or screen.calling) and not screen.trouble for screen in self._screens.values()):
                    await asyncio.sleep(GOODBYE_STEP)

    async def close(self) -> None:
        if self._once_more is not None:
            self._once_more.cancel()
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
            saved = table.saved
            screen = Screen(table, saved.board, saved.posted or 0.0, last=saved.board, unsure=bool(saved.board))
            self._by_channel[saved.channel] = screen
            self._keep_up(screen)
        return screen

    def _keep_up(self, screen: Screen) -> None:
        """Give a board its keeper."""
        table = screen.table
        self._screens[table.id] = screen
        screen.keeper = asyncio.create_task(self._keep(screen), name=f"board of table {table.id}")

    async def _keep(self, screen: Screen) -> None:
        while screen.table.live or screen.dirty:
            screen.bell.clear()
            try:
                await self._when_due(screen)
            except Exception:  # whatever it was, the board is kept
                log.exception("the board of table %s cannot be kept", screen.table.id)
                screen.not_before = self._directory.time.now() + self._failed(screen, LONGEST_PAUSE)
        self._forget(screen)
        await self._directory.storage.settle(screen.table.id)

    async def _when_due(self, screen: Screen) -> None:
        """Wait until there is something to show, or until something happens; then show it."""
        time, saved = self._directory.time, screen.table.saved
        free_at = self._breaker.free_at(saved.guild, saved.channel)
        if screen.dirty and free_at > time.now():
            refused = screen.trouble == NO_PERMISSION or self._missing(screen)
            self._hold_up(screen, NO_PERMISSION if refused else TURNED_AWAY)
        due = max(screen.due, free_at)
        if due > time.now():
            await time.wait(screen.bell, None if due == inf else due)
            return
        await self._pacer.turn()
        with suppress(Held):
            async with self._breaker.slot(saved.guild, saved.channel):
                await self._holds.free(screen.table.id)
                screen.dirty, screen.calling, screen.hurried = False, True, False
                try:
                    pause = await self._try_to_show(screen)
                finally:
                    screen.calling = False
            screen.not_before = time.now() + (0.0 if screen.hurried else pause)

    async def _try_to_show(self, screen: Screen) -> float:
        """Show it, or find out why that cannot be. The seconds to wait before the next try."""
        table = screen.table
        if self._missing(screen):
            self._hold_up(screen, NO_PERMISSION)
            return LONGEST_PAUSE
        try:
            killpoint("before the board")
            await self._show(screen)
            killpoint("after the board")
        except discord.Forbidden:
            self._breaker.refused(table.saved.guild, table.saved.channel)
            self._hold_up(screen, NO_PERMISSION)
            return EDIT_EVERY  # when it is tried again is the breaker's affair
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            code = error.code if isinstance(error, discord.HTTPException) else 0
            if code == UNKNOWN_CHANNEL:
                log.warning("the channel of table %s is gone", table.id)
                await self._directory.lose_channel(table.saved.channel)
                return EDIT_EVERY
            if code in CLOSED_THREAD:
                self._hold_up(screen, ARCHIVED)
                return LONGEST_PAUSE
            if code == INVALID_BODY:
                self._pictures.give_up()  # the one thing in a board that Discord may judge differently
            log.warning("the board of table %s cannot be shown (%s)", table.id, type(error).__name__)
            return self._failed(screen, 2.0 ** (screen.failures + 1))
        self._shown(screen)
        return EDIT_EVERY

    def _missing(self, screen: Screen) -> bool:
        """Whether we know without asking that the board cannot be shown. Unknown channels are asked."""
        saved, user = screen.table.saved, self._client.user
        guild = self._client.get_guild(saved.guild)
        if screen.believed or guild is None or guild.unavailable or user is None:
            return False
        me, place = guild.get_member(user.id), guild.get_channel_or_thread(saved.channel)
        if me is None or place is None:
            return False
        may = place.permissions_for(me)
        writes = may.send_messages_in_threads if isinstance(place, discord.Thread) else may.send_messages
        return not may.view_channel or (screen.message is None and not writes)

    def _failed(self, screen: Screen, pause: float) -> float:
        screen.failures += 1
        screen.dirty = screen.table.live or screen.failures < MOST_FAILURES
        return min(pause, LONGEST_PAUSE)

    def _hold_up(self, screen: Screen, trouble: str) -> None:
        """It cannot be shown now: whoever presses is told why, and no clock runs."""
        if screen.trouble != trouble:
            log.warning("the board of table %s is held up: %s", screen.table.id, trouble)
        screen.trouble, screen.believed = trouble, False
        screen.failures += 1
        screen.dirty = screen.table.live or screen.failures < MOST_FAILURES
        self._directory.halt(screen.table)

    def _shown(self, screen: Screen) -> None:
        saved = screen.table.saved
        screen.failures, screen.believed = 0, False
        if self._breaker.proven(saved.guild, saved.channel):
            for other in self._screens.values():
                if other.table.saved.guild == saved.guild:
                    other.bell.set()
        if screen.trouble and screen.message is not None:
            screen.trouble = ""
            self._directory.carry_on(screen.table)

    def _lost(self, screen: Screen) -> None:
        """The board was deleted. Who deletes it again and again has a game that waits."""
        screen.message = None
        if screen.may_post_at > self._directory.time.now():
            self._hold_up(screen, DELETED)

    async def _show(self, screen: Screen) -> None:
        """Edit the board, or post it anew where that is due."""
        now = self._directory.time.now()
        far = screen.below >= FAR_UP or now - screen.posted > TOO_OLD or screen.move_down
        if screen.message is not None and not (far and now >= screen.may_post_at):
            try:
                await self._edit(screen, screen.message)
            except discord.HTTPException as error:
                if error.code not in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT):
                    raise
                if error.code == UNKNOWN_MESSAGE:
                    self._lost(screen)
            else:
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
        unsure, screen.unsure = screen.unsure, True
        sent = await self._channel(table).send(
            view=self._draw(table),
            allowed_mentions=NOBODY,
            silent=True,
            nonce=screen.nonce,
        )
        self._note_post(screen, sent.id)
        screen.unsure = False
        screen.dirty = screen.dirty or unsure  # if Discord had taken an earlier try, it shows what was so then
        if old is not None:
            try:
                await self._channel(table).get_partial_message(old).delete()
            except discord.HTTPException as error:
                log.info("the old board of table %s stays (%s)", table.id, error.code)

    def _draw(self, table: Table) -> discord.ui.LayoutView:
        return message([*board(table, self._pictures.address), *(sentence(GOODBYE) if self._goodbye else ())])

    def _note_post(self, screen: Screen, message_id: int) -> None:
        screen.note_post(message_id, self._directory.time.now())
        task = asyncio.create_task(
            self._directory.storage.set_board(screen.table.id, message_id, screen.posted), name="note a board"
        )
        task.add_done_callback(_noted)

    def _forget(self, screen: Screen) -> None:
        self._screens.pop(screen.table.id, None)
        self._breaker.forget(screen.table.saved.guild, screen.table.saved.channel)
        if self._by_channel.get(screen.table.saved.channel) is screen:
            del self._by_channel[screen.table.saved.channel]

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.saved.channel, guild_id=table.saved.guild)


def _noted(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.warning("a board's message could not be noted")
