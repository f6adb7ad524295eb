"""Abandoned games leave memory (fault 75): however many are opened, what stays is the tables that live."""

import gc
import tracemalloc
from pathlib import Path

from bot.storage import ChannelId, MemberId
from bot.tables.directory import Directory
from tests.tables.house import GUILD, House, open_house

ROUNDS = 150
MOST_A_GAME = 1024


async def abandon(house: House, number: int) -> None:
    """A game that begins and is left: it is parked, and closed after a day."""
    from bot.tables.directory import Plan  # noqa: PLC0415 - keeps what is counted below free of imports

    host = MemberId(10_000 + number)
    table = await house.directory.open(
        Plan(guild=GUILD, channel=ChannelId(number), game="uno", host=host, name="Somebody", computers=1)
    )
    await table.start(host)
    await table.leave(host)
    assert table.phase == "parked"


def size(directory: Directory) -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def test_what_abandoned_games_leave_behind_is_less_than_a_kilobyte_each(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        tracemalloc.start()
        try:
            sizes = []
            for times in range(4):
                for number in range(ROUNDS):
                    await abandon(house, times * ROUNDS + number)
                    if number % 40 == 39:  # a server has no more than fifty tables at once
                        await house.pass_time(25 * 3600)
                await house.pass_time(25 * 3600)
                assert len(house.directory) == 0
                house.updates.clear()  # which the house of the tests remembers
                sizes.append(size(house.directory))
        finally:
            tracemalloc.stop()
        growth = (sizes[-1] - sizes[0]) / (3 * ROUNDS)
        assert growth < MOST_A_GAME, f"{growth:.0f} bytes a game"
