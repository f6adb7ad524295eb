"""The same game at a table that nobody ever killed: the same seed, the same presses, computers that think for
themselves. What a bot that was killed has written has to be what this one writes."""

from dataclasses import asdict
from pathlib import Path
from unittest.mock import patch

from bot.config import Times
from bot.games.base import STAND_IN
from bot.storage import ChannelId, Entry, GuildId, MemberId, SavedGame, open_storage
from bot.tables.directory import RULES_VERSION, Directory
from bot.tables.table import Table
from bot.tables.time import RealTime
from tests.process.books import Line, Position


async def assert_like_a_run_that_was_not_killed(position: Position, folder: Path) -> None:
    """Played once more without a kill, it is the same game: every move, every hand, every place."""
    async with open_storage(folder / "twin.db") as storage:
        directory = Directory(storage, RealTime(), Times())
        with patch("secrets.token_bytes", lambda size: position.seed):
            table = await _dealt(directory, position)
        for line in position.journal:
            await _play(table, line)
        journal = [_without_time(entry) for entry in await storage.journal(table.id)]
        assert journal == [asdict(line) for line in position.journal]
        for seat in (None, *range(len(position.seats))):
            assert table.view(seat) == position.game.view(position.state, seat)
        assert table.outcome == position.game.outcome(position.state)
        await directory.close()


async def _dealt(directory: Directory, position: Position) -> Table:
    host = next(seat.member for seat in position.seats if seat.member is not None)
    saved = SavedGame(
        guild=GuildId(1),
        channel=ChannelId(1),
        game=position.game.key,
        phase="lobby",
        host=host,
        preset=next(iter(position.game.presets)),
        options=position.options,
        pace="none",
        level="medium",
        rules=RULES_VERSION,
        dealer=position.dealer,
        opened=0.0,
        changed=0.0,
        seats=position.seats,
    )
    table = await directory._open(saved)
    await table.start(host)
    return table


async def _play(table: Table, line: Line) -> None:
    member = table.seats[line.seat].member
    if table.round_end is not None:
        await table.next_round(next(seat.member for seat in table.seats if seat.member is not None))
    if line.by == "member":
        assert member is not None
        optional = line.seat not in table.waiting
        await table.play(MemberId(member), None if optional else table.asks[line.seat], line.move, line.click)
        return
    level = table.seats[line.seat].level or STAND_IN
    question = table.asks[line.seat] if line.seat in table.waiting else table.revision
    rng = table.chance(f"computer {line.seat}", question)
    move = table.game.computer(level).choose(table.view(line.seat), rng)
    assert move is not None
    assert move.text == line.move, f"move {line.revision}: the computer would have chosen otherwise"
    assert await table.move_for(line.seat, move, "computer" if line.by == "computer" else "absent", lambda: True)


def _without_time(entry: Entry) -> dict[str, object]:
    values = asdict(entry)
    del values["at"]
    return values
