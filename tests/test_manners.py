"""Nobody takes more than their share (fault 85): presses are counted, tables are limited, and others notice nothing."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.manners import MOST_REMEMBERED, SECONDS_AT_ONCE, Buckets
from bot.storage import ChannelId, GuildId
from bot.tables import directory
from tests.play.room import open_room
from tests.play.sitting import folk, read
from tests.tables.house import ANN, BO, open_house


def test_a_bucket_empties_and_fills_up_again() -> None:
    now = 0.0
    buckets, most = Buckets(4, lambda: now), int(4 * SECONDS_AT_ONCE)
    assert [buckets.take(1) for _ in range(most + 1)] == [True] * most + [False]
    assert buckets.take(2), "others have their own"
    now += 1 / 4
    assert (buckets.take(1), buckets.take(1)) == (True, False)
    now += 1000
    assert [buckets.take(1) for _ in range(most + 1)].count(True) == most, "no more than full"


def test_a_crowd_takes_no_more_room_than_it_may() -> None:
    buckets = Buckets(4, lambda: 0.0)
    for member in range(MOST_REMEMBERED + 500):
        buckets.take(member)
    assert len(buckets._left) == MOST_REMEMBERED


def test_where_nobody_counts_nothing_is_too_much() -> None:
    buckets = Buckets(0, lambda: 0.0)
    assert all(buckets.take(1) for _ in range(10_000))


async def test_a_flood_of_presses_is_answered_and_the_game_goes_on_for_others(tmp_path: Path) -> None:
    async with open_room(tmp_path / "x.db") as room:
        room.settings = replace(room.settings, presses=5)
        await room.restart()
        ann, bo = folk(room, 2)
        await room.sit_down("uno", [ann, bo])
        revision = room.table().revision
        channel = room.discord.channel
        replies = await asyncio.gather(*(ann.command(channel, "/uno hand") for _ in range(60)))
        refused = [reply for reply in replies if "quicker than anybody can play" in read(reply)]
        assert 20 <= len(refused) <= 40
        assert all(reply.ephemeral for reply in replies)
        assert "quicker" not in read(await bo.command(channel, "/uno hand"))
        assert room.table().revision == revision


async def test_a_host_a_server_and_all_of_them_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory, "MOST_IN_A_SERVER", directory.MOST_OF_ONE_HOST + 1)
    async with open_house(tmp_path) as house:
        for number in range(directory.MOST_OF_ONE_HOST):
            await house.lobby(ANN, channel=ChannelId(100 + number))
        with pytest.raises(Refused, match="the host of 5 tables"):
            await house.lobby(ANN, channel=ChannelId(200))
        await house.lobby(BO, channel=ChannelId(201))
        with pytest.raises(Refused, match="6 tables in this server"):
            await house.lobby(BO, channel=ChannelId(202))
        monkeypatch.setattr(directory, "MOST_IN_ALL", len(house.directory))
        monkeypatch.setattr(directory, "MOST_IN_A_SERVER", 50)
        with pytest.raises(Refused, match="Every table"):
            await house.lobby(BO, channel=ChannelId(203))
        table = house.directory.in_channel(ChannelId(201))
        assert table is not None
        assert table.saved.guild == GuildId(1)
        await table.end(BO, moderator=False)
        await house.lobby(BO, channel=ChannelId(203))
