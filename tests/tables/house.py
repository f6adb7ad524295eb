"""A house to play in: a real database file, a directory of tables, and time that tests move."""

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.config import Times
from bot.games.base import Seat
from bot.games.dealer import Dealer, Rng
from bot.storage import ChannelId, Entry, GuildId, MemberId, Storage, open_storage
from bot.tables.autopilot import wake
from bot.tables.directory import Directory, Plan
from bot.tables.table import Table
from bot.tables.time import MovableTime
from bot.tables.update import Update

ANN, BO, CY, DEE = MemberId(101), MemberId(102), MemberId(103), MemberId(104)
NAMES = {ANN: "Ann", BO: "Bo", CY: "Cy", DEE: "Dee"}
GUILD, CHANNEL = GuildId(1), ChannelId(7)
AT_ONCE = Times(computer_pause=0, chance_pause=0)


@dataclass
class House:
    path: Path
    storage: Storage
    directory: Directory
    time: MovableTime
    updates: list[Update] = field(default_factory=list)

    async def lobby(self, *members: MemberId, game: str = "uno", channel: ChannelId = CHANNEL, **plan: Any) -> Table:
        """A table of the first member at which the others have sat down, and computers after them."""
        host, *others = members
        computers = plan.pop("computers", 0) if others else 0
        table = await self.directory.open(
            Plan(guild=GUILD, channel=channel, game=game, host=host, name=NAMES[host], **plan)
        )
        for member in others:
            await table.join(member, NAMES[member])
        for _ in range(computers):
            await table.add_computer(host)
        return table

    async def game(self, *members: MemberId, state: Any = None, **plan: Any) -> Table:
        """A game that has begun, in this position if one is given."""
        table = await self.lobby(*members, **plan)
        await table.start(members[0])
        if state is not None:
            self.lay(table, state)
        return table

    def lay(self, table: Table, state: Any) -> None:
        """Put a position on the table, and ask whose turn it is."""
        assert len(state.hands) == len(table.seats)
        table.state = state
        table.options = state.options
        table.asks = [table.revision] * len(table.seats)
        table.clock.ask(table.waiting, self.time.now())

    async def pass_time(self, seconds: float) -> None:
        """Move time, and let every table do what is due by then."""
        self.time.advance(seconds)
        await self.wake()

    async def wake(self) -> None:
        for table in self.directory:
            while table.live and table.clock.due() <= self.time.now():
                await wake(table)

    def kinds(self) -> list[str]:
        """What was told since this was last asked."""
        kinds = [update.kind for update in self.updates]
        self.updates.clear()
        return [str(kind) for kind in kinds]

    def look(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Read the file as another program would."""
        with closing(sqlite3.connect(self.path)) as db:
            return db.execute(sql, values).fetchall()

    @asynccontextmanager
    async def no_writing(self) -> AsyncIterator[None]:
        """A time in which the database cannot be written."""
        writer = self.storage._db._writer
        await writer.execute("PRAGMA query_only = ON")
        yield
        await writer.execute("PRAGMA query_only = OFF")


@asynccontextmanager
async def open_house(
    folder: Path, times: Times = AT_ONCE, *, time: MovableTime | None = None, restore: bool = False
) -> AsyncIterator[House]:
    time = time or MovableTime()
    async with open_storage(folder / "cards.db") as storage:
        directory = Directory(storage, time, times)
        house = House(folder / "cards.db", storage, directory, time)
        directory.listeners.append(house.updates.append)
        if restore:
            await directory.restore()
        try:
            yield house
        finally:
            await directory.close()


def hold(table: Table) -> dict[MemberId, str]:
    """Who plays each member's seat."""
    return {seat.member: seat.away for seat in table.seats if seat.member is not None}


def member_at(table: Table, seat: Seat) -> MemberId:
    member = table.seats[seat].member
    assert member is not None
    return member


async def play(table: Table, *moves: str) -> None:
    """Moves written as "0 R7": seat and move, each from the hand as it is shown then."""
    for each in moves:
        seat, text = each.split()
        await table.play(member_at(table, int(seat)), table.asks[int(seat)], text)


def any_move(table: Table, rng: Rng) -> tuple[Seat, str]:
    """A move that somebody may make now, mostly of those who are waited for. Cards rather than draws: it has to end."""
    seats = table.waiting
    optional = [seat for seat in range(len(table.seats)) if table.game.moves(table.state, seat)]
    if not rng.below(4):
        seats = tuple(optional)
    seat = rng.choice(seats)
    moves: Sequence[Any] = table.game.moves(table.state, seat)
    lively = [move for move in moves if move.text not in ("draw", "keep", "challenge")]
    return seat, rng.choice(lively or moves).text


async def step(table: Table, rng: Rng) -> None:
    """Go on by one move; the next round is begun where one has ended."""
    if table.round_end is not None:
        await table.next_round(table.present[0])
    seat, text = any_move(table, rng)
    await table.play(member_at(table, seat), table.asks[seat], text)


def replayed(table: Table, journal: Sequence[Entry]) -> Any:
    """The state that a journal leads to."""
    seed, game = table.saved.seed, table.game
    assert seed is not None
    state, _ = game.deal(len(table.seats), table.options, Dealer(seed, "deal", 0), table.saved.dealer)
    for number, entry in enumerate(journal):
        assert entry.revision == number
        game.apply(state, entry.seat, game.decode(entry.move), Dealer(seed, "move", number))
    return state
