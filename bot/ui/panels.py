"""The private panels: whose newest token can still change which message, and bringing open hands up to date.

A token works for 15 minutes. Afterwards a press on anything brings a new one.
"""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp
import discord

from bot.errors import PlayError
from bot.storage import GameId, MemberId, SavedPanel
from bot.tables.directory import Directory
from bot.tables.table import Table
from bot.tables.update import Update
from bot.ui.hand import hand
from bot.ui.holds import Holds
from bot.ui.parts import NOBODY, Item, message

log = logging.getLogger(__name__)

TOKEN_LIFE = 14.5 * 60
"""Seconds for which a token is used: half a minute less than it works."""
SERVER_TROUBLE = 500
MOST_ENDED = 100
"""Games that have ended whose panels are remembered for a rematch."""
KEEP_EVERY = 0.5
"""Seconds between two notes of new tokens in the database."""


@dataclass(slots=True)
class Panel:
    saved: SavedPanel
    seen: Any = None
    """The view that the panel shows, to tell what is new since."""
    armed: bool = False
    stale: bool = False
    """Whether it has to be drawn again."""
    busy: bool = field(default=False)
    """Whether an edit is on its way."""


class Panels:
    def __init__(self, client: discord.Client, directory: Directory, holds: Holds) -> None:
        self._client = client
        self._directory = directory
        self._holds = holds
        self._panels: dict[GameId, dict[MemberId, Panel]] = {}
        self._ended: dict[GameId, dict[MemberId, Panel]] = {}
        self._unsaved: dict[tuple[GameId, MemberId], SavedPanel] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # Drawing

    def draw(
        self, table: Table, member: MemberId, *, line: str = "", question: str = "", armed: bool | None = None
    ) -> list[Item]:
        """The member's panel as it is now; it remembers what was shown."""
        seat = table.seat_of(member)
        assert seat is not None  # whoever calls has found the seat
        panel = self._panels.get(table.id, {}).get(member)
        if armed is None:
            armed = panel is not None and panel.armed and seat in table.waiting
        view = None if table.state is None else table.view(seat)
        if panel is not None:
            line = line or self._news(table, panel, view)
            panel.seen, panel.armed = view, armed
        return hand(table, seat, armed=armed, line=line, question=question)

    def _news(self, table: Table, panel: Panel, view: Any) -> str:
        return "" if panel.seen is None or view is None else table.game.news(panel.seen, view)

    # Who has which

    def is_open(self, table: Table, member: MemberId) -> bool:
        """Whether the member has a panel that can still be changed."""
        panel = self._panels.get(table.id, {}).get(member)
        return panel is not None and self._works(panel)

    def opened(self, table: Table, member: MemberId, message_id: int, token: str) -> None:
        """A panel was sent or changed by this token: it is the newest now."""
        if not table.live:
            return
        saved = SavedPanel(table.id, member, message_id, token, self._directory.time.now())
        members = self._panels.setdefault(table.id, {})
        panel = members.get(member)
        if panel is None:
            seat = table.seat_of(member)
            view = None if table.state is None or seat is None else table.view(seat)
            members[member] = Panel(saved, seen=view)
        else:
            panel.saved = saved
        self._unsaved[table.id, member] = saved

    async def restore(self) -> None:
        """After a restart: the tokens that still work. Whoever is waited for sees the newest at once."""
        for saved in await self._directory.storage.panels(self._directory.time.now() - TOKEN_LIFE):
            table = self._directory.get(saved.game)
            if table is not None and table.seat_of(saved.member) is not None:
                self._panels.setdefault(saved.game, {})[saved.member] = Panel(saved)
                if table.seat_of(saved.member) in table.waiting:
                    self.refresh(table, saved.member)

    async def keep_tokens(self) -> None:
        """Note new tokens from time to time, for as long as the bot runs."""
        while True:
            await asyncio.sleep(KEEP_EVERY)
            await self.save_tokens()

    async def save_tokens(self) -> None:
        if self._unsaved:
            unsaved, self._unsaved = self._unsaved, {}
            oldest = self._directory.time.now() - TOKEN_LIFE
            try:
                await self._directory.storage.keep_panels(unsaved.values(), oldest)
            except PlayError:
                return  # logged where it happened; a panel that is not kept is opened again by a press

    # Keeping them up to date

    def changed(self, update: Update) -> None:
        """Refresh the open hands of those who are asked something new; of all when it was dealt, a round or the game is
        over, or it is closed."""
        table = update.table
        if update.kind in ("started", "over", "closed") or (update.kind == "move" and table.round_end is not None):
            members: Iterable[MemberId] = list(self._panels.get(table.id, ()))
        else:
            members = [seat.member for seat in map(table.seats.__getitem__, update.asked) if seat.member is not None]
        for member in members:
            if member != update.mover:
                self.refresh(table, member)
        for member in [each for each in self._panels.get(table.id, ()) if table.seat_of(each) is None]:
            del self._panels[table.id][member]  # left the lobby: the panel says so already
        if not table.live:
            self._ended[table.id] = self._panels.pop(table.id, {})
            while len(self._ended) > MOST_ENDED:
                del self._ended[next(iter(self._ended))]

    def carry_over(self, ended: GameId, table: Table) -> None:
        """A rematch is dealt into the panels that are still open from the game before."""
        for member, panel in self._ended.pop(ended, {}).items():
            if table.seat_of(member) is not None and not self.is_open(table, member):
                saved = replace(panel.saved, game=table.id)
                self._panels.setdefault(table.id, {})[member] = Panel(saved)
                self._unsaved[table.id, member] = saved
                self.refresh(table, member)

    def refresh(self, table: Table, member: MemberId) -> None:
        """Draw an open panel again, soon; the newest state, one edit at a time."""
        panel = self._panels.get(table.id, {}).get(member)
        if self._closed or panel is None or not self._works(panel) or table.seat_of(member) is None:
            return
        panel.stale = True
        if not panel.busy:
            panel.busy = True
            task = asyncio.create_task(self._edit(table, member, panel), name=f"panel of table {table.id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _edit(self, table: Table, member: MemberId, panel: Panel) -> None:
        """Edit until it shows the newest. What was in flight while the member pressed may have covered the answer, so
        it is shown once more."""
        try:
            while panel.stale and self._works(panel) and table.seat_of(member) is not None:
                await self._holds.free(table.id)
                panel.stale, saved = False, panel.saved
                view = message(self.draw(table, member))
                webhook = discord.Webhook.partial(self._application, saved.token, client=self._client)
                gone = False
                try:
                    await webhook.edit_message(saved.message, view=view, allowed_mentions=NOBODY)
                except (discord.HTTPException, aiohttp.ClientError, OSError, ValueError) as error:
                    gone = isinstance(error, discord.HTTPException) and error.status < SERVER_TROUBLE
                    log.info("a panel of table %s cannot be refreshed (%s)", table.id, type(error).__name__)
                if panel.saved is not saved:
                    panel.stale = True
                elif gone:  # dismissed, or its token is used up: the next press brings another
                    self._panels.get(table.id, {}).pop(member, None)
        finally:
            panel.busy = False

    async def close(self) -> None:
        """Draw nothing more: a press that is still being seen to comes too late for that."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await self.save_tokens()

    def _works(self, panel: Panel) -> bool:
        return self._directory.time.now() - panel.saved.made < TOKEN_LIFE

    @property
    def _application(self) -> int:
        assert self._client.application_id is not None  # known since the login
        return self._client.application_id
