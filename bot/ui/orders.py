"""What every command does. Like the desk, it says what to show and leaves the sending to the door."""

from dataclasses import dataclass
from typing import Literal

from bot.errors import ChannelTaken, Refused
from bot.games import GAMES
from bot.storage import ChannelId, GuildId, MemberId
from bot.tables.directory import Directory, Plan
from bot.tables.lobby import PACES
from bot.tables.table import Table
from bot.ui import pages, scores
from bot.ui.answer import Answer, Person, say
from bot.ui.board import board
from bot.ui.desk import Desk, may_end

NOT_HERE = "There is no table in this channel. Open one with /uno start, /eights start or /nimmt start."
USUAL = "usual"
"""The word that takes a setting away."""


SETTINGS = {"tables": ("on", "off"), "pace": PACES, "level": tuple(next(iter(GAMES.values())).computers)}
"""What can be set for a server or a channel, and to what."""

EXPORT = "cardroom-my-data.json"
HIDDEN = "You stand on no leaderboard and in nobody's numbers any more. Your games still count for the others."
SHOWN = "You stand on leaderboards again."


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody who opens a table asked for. None: as it is usual here."""

    computers: int = 0
    level: str | None = None
    preset: str | None = None
    match: str | None = None
    pace: str | None = None


class Orders:
    def __init__(self, directory: Directory, desk: Desk) -> None:
        self._directory = directory
        self._desk = desk

    async def start(self, person: Person, game: str, wish: Wish) -> Answer:
        """Open a table in this channel; its lobby is the answer. A second one is refused with the way to the first."""
        usual = await self._desk.check_tables_allowed(person)
        if self._directory.in_channel(person.channel) is not None:
            return self._desk.taken(person)
        plan = Plan(
            guild=person.guild,
            channel=person.channel,
            game=game,
            host=person.id,
            name=person.name,
            computers=wish.computers,
            level=wish.level or usual.get("level", "medium"),
            preset=wish.preset,
            given={} if wish.match is None else {"match": wish.match},
            pace=wish.pace or usual.get("pace", "normal"),
        )
        try:
            table = await self._directory.open(plan)
        except ChannelTaken:
            return self._desk.taken(person)
        return Answer(board(table), "public", board=table)

    async def hand(self, person: Person) -> Answer:
        return self._desk.own_panel(self._table_here(person), person)

    async def leave(self, person: Person) -> Answer:
        return await self._desk.leave(self._table_here(person), person)

    async def end(self, person: Person) -> Answer:
        table = self._table_here(person)
        may_end(table, person)
        return Answer(pages.confirm_end(table), "private")

    async def rules(self, person: Person, game: str) -> Answer:
        table = self._directory.in_channel(person.channel)
        here = table is not None and table.game.key == game
        return Answer(pages.rules(GAMES[game], table.options if table is not None and here else None), "private")

    async def leaderboard(self, person: Person, game: str | None, scope: str) -> Answer:
        if game not in (None, *GAMES) or scope not in scores.SCOPES:
            raise Refused("Choose one of the games and scopes that Discord offers.")
        return Answer(await self._desk.first_scoreboard(game or scores.NO_GAME, scope, person), "public")

    async def stats(self, person: Person, member: MemberId, name: str) -> Answer:
        storage = self._directory.storage
        hidden = await storage.personal.is_hidden(member)
        if hidden and member != person.id:
            raise Refused("This member keeps their numbers to themselves.")
        games = await storage.games_of(member, person.guild)
        found = scores.stats(name, games, await storage.rivals(member, person.guild))
        return Answer(found, "private" if hidden else "public")

    async def privacy(self, person: Person) -> Answer:
        storage = self._directory.storage
        games = await storage.games_of(person.id, person.guild)
        return Answer(pages.privacy(len(games), hidden=await storage.personal.is_hidden(person.id)), "private")

    async def export(self, person: Person) -> Answer:
        text = await self._directory.storage.personal.everything(person.id)
        return Answer(pages.export(EXPORT), "private", file=(EXPORT, text))

    async def hide(self, person: Person, *, hidden: bool) -> Answer:
        now = self._directory.time.now()
        await self._directory.storage.personal.hide(person.id, person.name, now, hidden=hidden)
        return say(HIDDEN if hidden else SHOWN)

    async def delete(self, person: Person) -> Answer:
        return Answer(pages.confirm_delete(), "private")

    async def settings(
        self, person: Person, scope: Literal["guild", "channel"], changes: dict[str, str | None]
    ) -> Answer:
        """Show what is set, after changing what was given."""
        if not person.manager:
            raise Refused("Only those who may manage the server can change the settings.")
        if any(value not in (None, USUAL, *SETTINGS[name]) for name, value in changes.items()):
            raise Refused("Choose one of the values that Discord offers.")
        storage = self._directory.storage
        place: GuildId | ChannelId = person.guild if scope == "guild" else person.channel
        for name, value in changes.items():
            if value is not None:
                await storage.set_setting(scope, place, name, None if value == USUAL else value)
        return Answer(pages.settings(await storage.settings(person.guild, person.channel), SETTINGS), "private")

    def _table_here(self, person: Person) -> Table:
        table = self._directory.in_channel(person.channel)
        if table is None:
            raise Refused(NOT_HERE)
        return table
