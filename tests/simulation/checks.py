"""What has to be true at every moment, seen from outside: in the file as another program reads it, and at the tables.

The checks outlive every process: what was once answered or told has to be there for ever.
"""

import json
import sqlite3
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from bot.errors import PlayError
from bot.storage import LIVE, Entry, GameId, MemberId, Rank
from bot.tables.table import Table
from bot.tables.update import Update
from tests.simulation.process import Process
from tests.simulation.shadow import Shadow, views

SAVED = ("guild", "channel", "game", "phase", "host", "preset", "pace", "level", "dealer", "seed", "started", "begun")
"""What a table and its row agree on. (`changed` is moved on by an outage in memory alone.)"""


@dataclass(eq=False)
class Press:
    """A press on a card, and what became of it."""

    game: GameId
    member: MemberId
    ask: int | None
    text: str
    click: int
    outcome: str = "open"
    """made, refused, cancelled; open: the process died before there was an answer."""


@dataclass
class Checks:
    process: Process
    """The one that runs now."""
    presses: dict[int, list[Press]] = field(default_factory=lambda: defaultdict(list))
    made: dict[tuple[int, int], Entry] = field(default_factory=dict)
    """Moves that a member was told of, by game and revision."""
    shadows: dict[int, Shadow] = field(default_factory=dict)
    told: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """How each table stood when somebody last heard of it."""
    heard: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    """How often a table was heard of."""

    # One thing that happened

    def listen(self, update: Update) -> None:
        """Nothing is shown before it is stored."""
        table = update.table
        self.heard[table.id] += 1
        stored = self._read(table.id)
        assert table.revision <= stored, f"table {table.id} tells of move {table.revision - 1} before it is stored"
        if update.kind != "reminder":  # all others are told while the table is locked
            assert table.revision == stored, f"table {table.id} has a move that nobody was told of"
            self._saved(table)
            self.told[table.id] = standing(table)
        if update.kind == "over":
            self._results(table.id)

    def answered(self, press: Press, table: Table) -> None:
        """A move that was made stands in the journal, once; one that was refused does not."""
        rows = self._look("SELECT * FROM journal WHERE click = ?", press.click)
        same = self.presses[press.click]
        assert sum(each.outcome == "made" for each in same) <= 1, f"click {press.click} made two moves"
        if press.outcome == "refused":
            assert not rows or len(same) > 1, f"click {press.click} was refused and is in the journal"
        if press.outcome != "made":
            return
        assert len(rows) == 1, f"click {press.click} was answered and stands in the journal {len(rows)} times"
        entry = Entry(*(rows[0][name] for name in ("revision", "seat", "move", "by", "click", "at")))
        assert (rows[0]["game"], entry.move, entry.by) == (press.game, press.text, "member"), entry
        assert entry.revision < table.revision, f"move {entry.revision} is stored and not at the table"
        assert table.seats[entry.seat].member == press.member, f"{press.member} moved for seat {entry.seat}"
        self._read(press.game)
        ask = self.shadows[press.game].ask_before(entry.revision, entry.seat)
        assert press.ask in (None, ask), f"a press for ask {press.ask} was taken for ask {ask}"
        self.made[press.game, entry.revision] = entry

    # All tables, after every step

    def tables(self) -> None:
        for table in self.process.directory:
            self.table(table)

    def table(self, table: Table) -> None:
        """What is at the table is what its journal leads to."""
        stored, changing = self._read(table.id), table._lock.locked()
        assert table.revision <= stored <= table.revision + changing, f"table {table.id}: {table.revision} of {stored}"
        if not changing:
            self._saved(table)
        shadow = self.shadows.get(table.id)
        if shadow is None or table.state is None:
            assert changing or (shadow is None and table.state is None), f"table {table.id} is dealt on one side only"
            return
        shadow.make(table.revision)
        if shadow.revision > table.revision:
            assert changing, f"table {table.id} is behind its journal"
            return
        assert shadow.views() == views(table.game, table.state, len(table.seats)), f"table {table.id} shows other cards"
        assert shadow.asks == table.asks, f"table {table.id} asks {table.asks}, its journal {shadow.asks}"

    # Everything, at a restart and at the end

    def restored(self, before: set[int]) -> None:
        """A new process has brought back what the last one told of; `before` are tables that were changing then."""
        for table in self.process.directory:
            told = self.told.get(table.id)
            if table.id not in before and told is not None:
                assert standing(table) == told, f"table {table.id} is back as {standing(table)}, it was {told}"
            self.told[table.id] = standing(table)
        gone = self.told.keys() - {table.id for table in self.process.directory}
        for game in sorted(gone):
            live = self.told.pop(game)[0] in LIVE
            assert game in before or not live, f"table {game} did not come back"

    async def everything(self) -> None:
        """The whole file, and the leaderboards."""
        self.tables()
        for row in self._look("SELECT id, phase, channel FROM games ORDER BY id"):
            self._journal(row["id"])
            self._results(row["id"])
        for (game, revision), entry in self.made.items():
            assert self.shadows[game].journal[revision] == entry, f"table {game} lost move {revision}"
        live = self._look("SELECT id, channel FROM games WHERE phase IN ('lobby', 'playing', 'parked') ORDER BY id")
        channels = [row["channel"] for row in live]
        assert len(channels) == len(set(channels)), "two live tables in a channel"
        if not self.process.busy():
            there = sorted((table.id, table.saved.channel) for table in self.process.directory)
            assert there == [(row["id"], row["channel"]) for row in live], f"{there} are live, the file has others"
        for channel in channels:
            table = self.process.directory.in_channel(channel)
            assert table is not None, f"the table in channel {channel} is not found"
        await self._leaderboards()

    # Helpers

    def _look(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return self.process.look.execute(sql, values).fetchall()

    def _read(self, game: int) -> int:
        """Read on in a journal. How many moves are stored."""
        shadow = self.shadows.get(game)
        if shadow is None:
            (row,) = self._look("SELECT * FROM games WHERE id = ?", game)
            if row["seed"] is None:
                return 0
            ((seats,),) = self._look("SELECT count(*) FROM seats WHERE game = ?", game)
            shadow = self.shadows[game] = Shadow(row, seats)
        for entry in self._entries(game, len(shadow.journal)):
            assert entry.revision == len(shadow.journal), f"table {game} has no move {len(shadow.journal)}"
            shadow.journal.append(entry)
        return len(shadow.journal)

    def _entries(self, game: int, since: int) -> list[Entry]:
        sql = (
            "SELECT revision, seat, move, by, click, at FROM journal WHERE game = ? AND revision >= ? ORDER BY revision"
        )
        return [Entry(*row) for row in self._look(sql, game, since)]

    def _journal(self, game: int) -> None:
        """From the first move on: none is missing, changed, or made twice by one click."""
        self._read(game)
        entries = self._entries(game, 0)
        known = self.shadows[game].journal if game in self.shadows else []
        assert entries == known, f"the journal of table {game} has changed"
        clicks = [entry.click for entry in entries if entry.click is not None]
        assert len(clicks) == len(set(clicks)), f"table {game} has two moves of one click"

    def _saved(self, table: Table) -> None:
        """The table's row and seats are those that it has in memory."""
        (row,) = self._look("SELECT * FROM games WHERE id = ?", table.id)
        for name in SAVED:
            there, here = row[name], getattr(table.saved, name)
            assert there == here, f"table {table.id} has {name} {here}, the file has {there}"
        assert json.loads(row["options"]) == table.saved.options, f"table {table.id} has other options"
        seats = self._look("SELECT member, name, level, away FROM seats WHERE game = ? ORDER BY seat", table.id)
        here = [(seat.member, seat.name, seat.level, seat.away) for seat in table.seats]
        assert [tuple(seat) for seat in seats] == here, f"table {table.id} has other seats"

    def _results(self, game: int) -> None:
        """A finished game has one result for each seat, as the rules have it; all others have none."""
        ((phase,),) = self._look("SELECT phase FROM games WHERE id = ?", game)
        rows = self._look("SELECT seat, place, points FROM results WHERE game = ? ORDER BY seat", game)
        self._read(game)
        shadow = self.shadows.get(game)
        if shadow is not None:
            shadow.make(len(shadow.journal))
        outcome = None if shadow is None else shadow.outcome
        assert (outcome is not None) == (phase == "over"), f"table {game} is {phase}, its journal says {outcome}"
        ended = [] if outcome is None else list(zip(outcome.places, outcome.points, strict=True))
        here = [tuple(row) for row in rows]
        assert here == [(seat, *each) for seat, each in enumerate(ended)], f"table {game} has results {here}"

    async def _leaderboards(self) -> None:
        """Counted again by hand."""
        for people in (True, False):
            for (guild,) in self._look("SELECT DISTINCT guild FROM games ORDER BY guild"):
                try:
                    ranks = await self.process.storage.leaderboard(guild, None, None, people=people)
                except PlayError:
                    continue  # the disk is in trouble: ordered so
                sql = "SELECT * FROM results WHERE guild = ? AND member NOT NULL AND (people > 1) = ? ORDER BY id"
                rows = self._look(sql, guild, people)
                assert sorted(map(_counted, ranks)) == _count(rows), "a leaderboard does not fit the results"


def standing(table: Table) -> tuple[Any, ...]:
    """How a table stands, as far as a restart keeps it."""
    asks = () if table.outcome else tuple(table.asks)
    return (table.phase, table.revision, asks, table.round_end, table.seats, table.saved.host, table.saved.begun)


def _counted(rank: Rank) -> tuple[Any, ...]:
    return rank.member, rank.games, rank.wins, rank.points, rank.streak, round(rank.place, 9), round(rank.rating, 9)


def _count(rows: list[sqlite3.Row]) -> list[tuple[Any, ...]]:
    counted = []
    for member in sorted({row["member"] for row in rows}):
        own = [row for row in rows if row["member"] == member]
        streak = next((number for number, row in enumerate(reversed(own)) if row["place"] > 1), len(own))
        beaten = sum((row["seats"] - row["place"]) / (row["seats"] - 1) for row in own)
        wins, points = sum(row["place"] == 1 for row in own), sum(row["points"] for row in own)
        place, rating = sum(row["place"] for row in own) / len(own), (beaten + 2) / (len(own) + 4)
        counted.append((member, len(own), wins, points, streak, round(place, 9), round(rating, 9)))
    return counted
