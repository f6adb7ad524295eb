"""What Cardroom keeps, and the ONLY file that knows SQL (with the scripts in `bot/schema`).

Tables, seats, the journal of moves, results, settings, and the little that has to be remembered about Discord. A
running game is its options, its seed and its journal: it is dealt again and replayed after a restart.
"""

import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal, NewType

import aiosqlite

from bot.database import Database, open_database, read_only
from bot.errors import ChannelTaken
from bot.killpoint import killpoint
from bot.personal import Personal

log = logging.getLogger(__name__)

GameId = NewType("GameId", int)
MemberId = NewType("MemberId", int)
ChannelId = NewType("ChannelId", int)
GuildId = NewType("GuildId", int)

Phase = Literal["lobby", "playing", "parked", "over", "closed"]
Away = Literal["", "held", "left"]
"""Who plays a member's seat: the member, a computer while the member is away, a computer because the member left."""
By = Literal["member", "computer", "absent"]
"""Who made a move: a member, a computer in its own seat, a computer for somebody who was away."""
OUTAGES_KEPT = 60 * 24 * 60 * 60.0
"""Seconds: longer than any clock runs."""
LIVE = ("lobby", "playing", "parked")


@dataclass(frozen=True, slots=True)
class SavedSeat:
    member: MemberId | None
    name: str
    level: str | None
    away: Away = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedGame:
    """A table as it stands in the database."""

    id: GameId = GameId(0)
    guild: GuildId
    channel: ChannelId
    game: str
    phase: Phase
    host: MemberId
    preset: str
    options: Mapping[str, str | int | bool]
    pace: str
    level: str
    rules: int
    dealer: int | None = None
    seed: bytes | None = None
    opened: float
    started: float | None = None
    changed: float
    """When the phase last changed."""
    begun: int = 0
    """The revision at which the newest round was begun."""
    board: int | None = None
    posted: float | None = None
    reminder: int | None = None
    settled: int = 0
    """1 when the last board of a game that has ended was shown."""
    seats: tuple[SavedSeat, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A move in the journal."""

    revision: int
    seat: int
    move: str
    by: By
    click: int | None
    at: float


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for a seat."""

    seat: int
    member: MemberId | None
    level: str | None
    place: int
    points: int


@dataclass(frozen=True, slots=True)
class SavedPanel:
    """A member's private message, with the token that can change it for 15 minutes. Tokens are never logged."""

    game: GameId
    member: MemberId
    message: int
    token: str = field(repr=False)
    made: float


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of a leaderboard."""

    member: MemberId
    name: str
    games: int
    wins: int
    points: int
    place: float
    streak: int
    rating: float


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of a member."""

    game: GameId
    played: str
    place: int
    points: int
    seats: int
    people: int


class Storage:
    def __init__(self, database: Database) -> None:
        self._db = database
        self.personal = Personal(database)
        """What is kept about one member or one server."""

    # Tables

    async def open_game(self, game: SavedGame) -> GameId:
        """A new table with its seats. Only one can be live in a channel."""

        async def unit(db: aiosqlite.Connection) -> GameId:
            values = _columns(game)
            names, marks = ", ".join(values), ", ".join("?" * len(values))
            cursor = await db.execute(f"INSERT INTO games ({names}) VALUES ({marks})", tuple(values.values()))  # noqa: S608
            game_id = GameId(cursor.lastrowid or 0)
            await _put_seats(db, game_id, game.seats)
            await _see_members(db, game.seats, game.opened)
            return game_id

        try:
            return await self._db.write(unit)
        except sqlite3.IntegrityError:
            raise ChannelTaken("There is a table in this channel already.") from None

    async def change_game(self, game: SavedGame) -> None:
        """Write a table anew, its seats included; the board is not touched."""

        async def unit(db: aiosqlite.Connection) -> None:
            values = _columns(game)
            names = ", ".join(f"{name} = ?" for name in values)
            await db.execute(f"UPDATE games SET {names} WHERE id = ?", (*values.values(), game.id))  # noqa: S608
            before = await db.execute_fetchall("SELECT member, name FROM seats WHERE game = ?", (game.id,))
            known = {(row[0], row[1]) for row in before}
            await db.execute("DELETE FROM seats WHERE game = ?", (game.id,))
            await _put_seats(db, game.id, game.seats)
            new = [seat for seat in game.seats if (seat.member, seat.name) not in known]
            await _see_members(db, new, game.changed)

        await self._db.write(unit)

    async def append(self, game: SavedGame, entry: Entry, results: Sequence[Result] = ()) -> bool:
        """One move; the last one together with the results. False: this click has made its move before."""

        async def unit(db: aiosqlite.Connection) -> None:
            await db.execute(
                "INSERT INTO journal (game, revision, seat, move, by, click, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (game.id, entry.revision, entry.seat, entry.move, entry.by, entry.click, entry.at),
            )
            killpoint("inside the write")
            if results:
                await _end_game(db, game, results, entry.at)
                killpoint("inside the last write")

        try:
            await self._db.write(unit)
        except sqlite3.IntegrityError:
            if entry.click is None or not await self.has_click(entry.click):
                raise
            return False
        return True

    async def has_click(self, click: int) -> bool:
        return bool(await self._db.read("SELECT 1 FROM journal WHERE click = ?", click))

    async def live_games(self) -> list[SavedGame]:
        return await self._readable("SELECT * FROM games WHERE phase IN ('lobby', 'playing', 'parked') ORDER BY id")

    async def _readable(self, sql: str) -> list[SavedGame]:
        """Those that can be read; one that cannot is closed."""
        games = []
        for row in await self._db.read(sql):
            try:
                games.append(await self._with_seats(row))
            except ValueError:
                log.error("table %s cannot be read and is closed without a score", row["id"])  # noqa: TRY400
                await self._run("UPDATE games SET phase = 'closed', settled = 1 WHERE id = ?", row["id"])
        return games

    async def unsettled_games(self) -> list[SavedGame]:
        """Games that have ended, and whose last board may not have been shown: the bot was stopped right then."""
        return await self._readable("SELECT * FROM games WHERE phase IN ('over', 'closed') AND settled = 0 ORDER BY id")

    async def settle(self, game: GameId) -> None:
        await self._run("UPDATE games SET settled = 1 WHERE id = ?", game)

    async def game(self, game: GameId) -> SavedGame | None:
        rows = await self._db.read("SELECT * FROM games WHERE id = ?", game)
        return await self._with_seats(rows[0]) if rows else None

    async def journal(self, game: GameId) -> list[Entry]:
        sql = "SELECT revision, seat, move, by, click, at FROM journal WHERE game = ? ORDER BY revision"
        return [Entry(*row) for row in await self._db.read(sql, game)]

    async def _with_seats(self, row: sqlite3.Row) -> SavedGame:
        seats = await self._db.read(
            "SELECT member, name, level, away FROM seats WHERE game = ? ORDER BY seat", row["id"]
        )
        values = {**dict(row), "options": json.loads(row["options"])}
        return SavedGame(**values, seats=tuple(SavedSeat(*seat) for seat in seats))

    # What Discord shows

    async def set_board(self, game: GameId, message: int | None, posted: float) -> None:
        await self._run("UPDATE games SET board = ?, posted = ? WHERE id = ?", message, posted, game)

    async def set_reminder(self, game: GameId, message: int | None) -> None:
        await self._run("UPDATE games SET reminder = ? WHERE id = ?", message, game)

    async def keep_panels(self, panels: Iterable[SavedPanel], oldest: float) -> None:
        """Remember the newest token of each panel, and forget those that no longer work."""
        rows = [(each.game, each.member, each.message, each.token, each.made) for each in panels]

        async def unit(db: aiosqlite.Connection) -> None:
            await db.execute("DELETE FROM panels WHERE made < ?", (oldest,))
            await db.executemany(
                "INSERT OR REPLACE INTO panels (game, member, message, token, made) VALUES (?, ?, ?, ?, ?)", rows
            )

        await self._db.write(unit)

    async def panels(self, oldest: float) -> list[SavedPanel]:
        rows = await self._db.read("SELECT game, member, message, token, made FROM panels WHERE made >= ?", oldest)
        return [SavedPanel(*row) for row in rows]

    # Scores

    async def leaderboard(
        self, guild: GuildId, channel: ChannelId | None, played: str | None, *, people: bool
    ) -> list[Rank]:
        rows = await self._db.read_named(
            _script("leaderboard"), {"guild": guild, "channel": channel, "played": played, "people": people}
        )
        return [Rank(*row) for row in rows]

    async def games_of(self, member: MemberId, guild: GuildId) -> list[Played]:
        """All finished games of a member in a server, oldest first."""
        sql = (
            "SELECT game, played, place, points, seats, people FROM results WHERE member = ? AND guild = ? ORDER BY id"
        )
        return [Played(*row) for row in await self._db.read(sql, member, guild)]

    async def rivals(self, member: MemberId, guild: GuildId) -> list[tuple[str, int, int]]:
        """Names of the people met at a table, how often they came out ahead of the member, and behind."""
        rows = await self._db.read(_script("rivals"), member, guild)
        return [(row[0], row[1], row[2]) for row in rows]

    async def name_of(self, member: MemberId) -> str | None:
        rows = await self._db.read("SELECT name FROM members WHERE id = ?", member)
        return str(rows[0][0]) if rows else None

    # Settings and notes

    async def settings(self, guild: GuildId, channel: ChannelId) -> dict[str, str]:
        """What was set for a server, with what was set for the channel laid over it."""
        sql = "SELECT name, value FROM settings WHERE (scope, id) IN (('guild', ?), ('channel', ?)) ORDER BY scope DESC"
        return {row[0]: row[1] for row in await self._db.read(sql, guild, channel)}

    async def set_setting(self, scope: Literal["guild", "channel"], place: int, name: str, value: str | None) -> None:
        """None takes a setting away."""
        if value is None:
            await self._run("DELETE FROM settings WHERE scope = ? AND id = ? AND name = ?", scope, place, name)
        else:
            await self._run("INSERT OR REPLACE INTO settings VALUES (?, ?, ?, ?)", scope, place, name, value)

    async def note(self, name: str) -> str | None:
        rows = await self._db.read("SELECT value FROM notes WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    async def set_note(self, name: str, value: str) -> None:
        await self._run("INSERT OR REPLACE INTO notes VALUES (?, ?)", name, value)

    # Times when the bot did not run

    async def back_after_outage(self, now: float) -> None:
        """Note the time since the bot was last alive: it counts on no clock."""
        alive = await self.last_alive()
        if 0 < alive < now:
            await self._run("INSERT INTO outages VALUES (?, ?)", alive, now)
        await self._run("DELETE FROM outages WHERE ended < ?", now - OUTAGES_KEPT)
        await self.alive(now)

    async def alive(self, now: float) -> None:
        await self.set_note("alive", str(now))

    async def last_alive(self) -> float:
        """When the bot was last alive; 0 if it never was."""
        return float(await self.note("alive") or 0)

    async def outages(self) -> list[tuple[float, float]]:
        """When the bot was away, from and until."""
        return [(row[0], row[1]) for row in await self._db.read("SELECT began, ended FROM outages ORDER BY began")]

    async def _run(self, sql: str, *values: object) -> None:
        async def unit(db: aiosqlite.Connection) -> None:
            await db.execute(sql, values)

        await self._db.write(unit)


@asynccontextmanager
async def open_storage(path: Path) -> AsyncIterator[Storage]:
    async with open_database(path) as database:
        yield Storage(database)


def _columns(game: SavedGame) -> dict[str, object]:
    """What changes in the life of a table, without its id, its board and its seats."""
    return {
        "guild": game.guild,
        "channel": game.channel,
        "game": game.game,
        "phase": game.phase,
        "host": game.host,
        "preset": game.preset,
        "options": json.dumps(game.options),
        "pace": game.pace,
        "level": game.level,
        "rules": game.rules,
        "dealer": game.dealer,
        "seed": game.seed,
        "opened": game.opened,
        "started": game.started,
        "changed": game.changed,
        "begun": game.begun,
    }


async def _put_seats(db: aiosqlite.Connection, game: GameId, seats: Sequence[SavedSeat]) -> None:
    rows = [(game, number, seat.member, seat.name, seat.level, seat.away) for number, seat in enumerate(seats)]
    await db.executemany("INSERT INTO seats (game, seat, member, name, level, away) VALUES (?, ?, ?, ?, ?, ?)", rows)


async def _see_members(db: aiosqlite.Connection, seats: Sequence[SavedSeat], now: float) -> None:
    rows = [(seat.member, seat.name, now) for seat in seats if seat.member is not None]
    sql = "INSERT INTO members (id, name, seen) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE "
    await db.executemany(sql + "SET name = excluded.name, seen = excluded.seen", rows)  # whether they are hidden stays


async def _end_game(db: aiosqlite.Connection, game: SavedGame, results: Sequence[Result], at: float) -> None:
    people = sum(result.member is not None for result in results)
    rows = [
        (game.id, each.seat, game.guild, game.channel, game.game, each.member, each.level, each.place, each.points,
         len(results), people, at)
        for each in results
    ]  # fmt: skip
    await db.executemany(
        "INSERT INTO results (game, seat, guild, channel, played, member, level, place, points, seats, people, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    await db.execute("UPDATE games SET phase = 'over', changed = ? WHERE id = ?", (at, game.id))


@cache
def _script(name: str) -> str:
    return resources.files("bot.schema").joinpath(f"{name}.sql").read_text(encoding="utf-8")


def read_notes(path: Path) -> dict[str, str] | None:
    """All notes of a database that another process may be using; nothing is written. None: it cannot be read."""
    try:
        with closing(read_only(path)) as db:
            return {str(name): str(value) for name, value in db.execute("SELECT name, value FROM notes")}
    except sqlite3.Error:
        return None
