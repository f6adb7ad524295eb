"""What a table does by itself when its moment has come: close, park, go on, remind, let computers and stand-ins move.

Thinking never holds the table's lock: a move that no longer fits when it is ready is dropped.
"""

from bot.games.base import STAND_IN, Seat
from bot.killpoint import killpoint
from bot.storage import By
from bot.tables.table import Table


async def wake(table: Table) -> None:
    """Do what is due by now."""
    clock, now = table.clock, table.room.time.now()
    if clock.closes_at() <= now:
        await table.close()
    elif clock.idle_at() <= now:
        await table.lose_place(for_good=False)
    elif clock.round_at <= now:
        await table.begin_round()
    else:
        late = clock.remind(now)
        if late:
            table.remind(late)
        if clock.computers_at() <= now:
            await _computers_move(table)
        for seat in clock.overdue(now):
            await _move_for_absent(table, seat)


async def _computers_move(table: Table) -> None:
    """Who wants to catch or jump in comes first, in a random order; then the seats that are waited for."""
    revision = table.revision
    for seat in table.clock.chances(revision):
        if await _take_chance(table, seat) or table.revision != revision:
            return
    for seat in table.waiting:
        if table.is_computer(seat) and seat in table.waiting:
            await _take_turn(table, seat)


async def _take_chance(table: Table, seat: Seat) -> bool:
    """An optional move of a computer, if it wants one."""
    revision, chair = table.revision, table.seats[seat]
    rng = table.chance(f"computer {seat}", revision)
    move = await table.room.thinker.choose(table.game, chair.level or STAND_IN, table.view(seat), rng)
    still = lambda: table.revision == revision and table.is_computer(seat)  # noqa: E731 - one line, used once
    return move is not None and await table.move_for(seat, move, _by(table, seat), still)


async def _take_turn(table: Table, seat: Seat) -> None:
    """The move of a computer that is waited for, in its own seat or in somebody's who is away."""
    killpoint("before a computer moves")
    ask, chair = table.asks[seat], table.seats[seat]
    rng = table.chance(f"computer {seat}", ask)
    seen = table.view(seat)
    move = await table.room.thinker.choose(table.game, chair.level or STAND_IN, seen, rng)

    def still() -> bool:
        """It is the same question, and while it thought nothing happened that it would see: nobody jumped in."""
        return table.asks[seat] == ask and table.is_computer(seat) and table.view(seat) == seen

    await table.move_for(seat, move, _by(table, seat), still)


async def _move_for_absent(table: Table, seat: Seat) -> None:
    """Time is over: a computer makes this one move. Twice in a row, and it keeps the seat."""
    ask, clock = table.asks[seat], table.clock
    rng = table.chance(f"computer {seat}", ask)
    move = await table.room.thinker.choose(table.game, STAND_IN, table.view(seat), rng)
    still = lambda: table.asks[seat] == ask and seat in clock.overdue(table.room.time.now())  # noqa: E731
    if await table.move_for(seat, move, "absent", still):
        await table.hold_seat(seat)


def _by(table: Table, seat: Seat) -> By:
    """A computer in its own seat, or for somebody who is away."""
    return "computer" if table.seats[seat].member is None else "absent"
