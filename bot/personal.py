"""What is kept about one member or one server: shown, hidden, and taken away. (All other SQL is in `storage.py`.)

Deletion keeps other people's games whole: the member's seats and results stay, under a number that leads to nobody.
"""

import json
import secrets
from collections.abc import Collection
from typing import Any

import aiosqlite

from bot.database import Database
from bot.errors import Refused

FORMER = "a former player"
LIVE = "('lobby', 'playing', 'parked')"


class Personal:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def everything(self, member: int) -> str:
        """All that is stored about a member, as a text."""
        known = await self._db.read("SELECT name, seen, hidden FROM members WHERE id = ?", member)
        games = await self._db.read(
            "SELECT games.id, games.game, guild, channel, phase, started, seats.seat, seats.name FROM seats "
            "JOIN games ON games.id = seats.game WHERE member = ? ORDER BY games.id",
            member,
        )
        results = await self._db.read(
            "SELECT game, place, points, at FROM results WHERE member = ? ORDER BY id", member
        )
        moves = await self._db.read(
            "SELECT journal.game, revision, move, at FROM journal JOIN seats USING (game, seat) "
            "WHERE member = ? AND by = 'member' ORDER BY journal.game, revision",
            member,
        )
        parts: dict[str, Any] = {
            "id": str(member),
            "known as": known,
            "games": games,
            "results": results,
            "moves": moves,
        }
        return json.dumps(parts, default=dict, indent=1)

    async def is_hidden(self, member: int) -> bool:
        return bool(await self._db.read("SELECT 1 FROM members WHERE id = ? AND hidden", member))

    async def hide(self, member: int, name: str, at: float, *, hidden: bool) -> None:
        """Keep a member out of everybody's lists, or let them in again."""

        async def unit(db: aiosqlite.Connection) -> None:
            await db.execute(
                "INSERT INTO members (id, name, seen, hidden) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET hidden = excluded.hidden",
                (member, name, at, hidden),
            )

        await self._db.write(unit)

    async def forget(self, member: int) -> None:
        """Take a member's id and name away, everywhere. Refused while they have a seat in a game that is not over."""
        nobody = -1 - secrets.randbits(62)

        async def unit(db: aiosqlite.Connection) -> None:
            live = await db.execute_fetchall(
                f"SELECT DISTINCT channel FROM games JOIN seats ON seats.game = games.id "  # noqa: S608
                f"WHERE member = ? AND phase IN {LIVE}",
                (member,),
            )
            if live:
                places = ", ".join(f"<#{row[0]}>" for row in live)
                raise Refused(f"You have a seat in a game that is not over yet: {places}. Ask again when it is.")
            for sql in (
                f"UPDATE seats SET member = ?, name = '{FORMER}' WHERE member = ?",  # noqa: S608
                "UPDATE results SET member = ? WHERE member = ?",
                "UPDATE games SET host = ? WHERE host = ?",
            ):
                await db.execute(sql, (nobody, member))
            await db.execute("DELETE FROM panels WHERE member = ?", (member,))
            await db.execute("DELETE FROM members WHERE id = ?", (member,))
            await db.execute("INSERT INTO members (id, name, seen, hidden) VALUES (?, ?, 0, 1)", (nobody, FORMER))

        await self._db.write(unit)

    async def guild_left(self, guild: int, at: float) -> None:
        """The bot was removed from a server: what is kept of it goes some time later."""

        async def unit(db: aiosqlite.Connection) -> None:
            await db.execute("INSERT OR REPLACE INTO left_guilds VALUES (?, ?)", (guild, at))

        await self._db.write(unit)

    async def guilds_but(self, here: Collection[int]) -> list[int]:
        """Servers of which something is kept: not those that are here, nor those that are known to be left."""
        rows = await self._db.read(
            "SELECT guild FROM games UNION SELECT id FROM settings WHERE scope = 'guild' "
            "EXCEPT SELECT id FROM left_guilds"
        )
        return [row[0] for row in rows if row[0] not in here]

    async def guild_back(self, guild: int) -> None:
        if not await self._db.read("SELECT 1 FROM left_guilds WHERE id = ?", guild):
            return

        async def unit(db: aiosqlite.Connection) -> None:
            await db.execute("DELETE FROM left_guilds WHERE id = ?", (guild,))

        await self._db.write(unit)

    async def forget_guilds(self, before: float) -> int:
        """Delete all that is kept of servers that removed the bot before this moment. How many there were."""

        async def unit(db: aiosqlite.Connection) -> int:
            rows = await db.execute_fetchall("SELECT id FROM left_guilds WHERE at < ?", (before,))
            for (guild,) in rows:
                await db.execute("DELETE FROM settings WHERE scope = 'guild' AND id = ?", (guild,))
                channels = "SELECT channel FROM games WHERE guild = ?"
                await db.execute(
                    f"DELETE FROM settings WHERE scope = 'channel' AND id IN ({channels})",  # noqa: S608
                    (guild,),
                )
                await db.execute("DELETE FROM games WHERE guild = ?", (guild,))  # seats, moves and results go with them
                await db.execute("DELETE FROM left_guilds WHERE id = ?", (guild,))
            if rows:
                await db.execute("DELETE FROM members WHERE id NOT IN (SELECT member FROM seats WHERE member NOT NULL)")
            return len(list(rows))

        return await self._db.write(unit)
