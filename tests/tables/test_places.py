"""Room for tables, and places that come and go: how many there may be, deleted channels, servers out of reach."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.storage import ChannelId, GuildId, MemberId
from bot.tables import directory as directory_module
from bot.tables.directory import MOST_IN_A_SERVER, MOST_OF_ONE_HOST, Plan
from bot.tables.table import Table
from tests.games.uno.position import position as uno
from tests.tables.house import ANN, BO, CHANNEL, GUILD, House, open_house, play
from tests.tables.test_directory import running, until

ELSEWHERE = GuildId(2)


async def opened(house: House, number: int, *, host: int | None = None, guild: GuildId = GUILD) -> Table:
    """A table in a channel of its own, with a host of its own if none is named."""
    member = MemberId(1000 + number if host is None else host)
    plan = Plan(guild=guild, channel=ChannelId(100 + number), game="uno", host=member, name=f"P{member}")
    return await house.directory.open(plan)


# How many tables there may be


async def test_nobody_is_the_host_of_more_than_five_tables_at_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        tables = [await opened(house, number, host=ANN) for number in range(MOST_OF_ONE_HOST)]
        with pytest.raises(Refused, match="You are the host of 5 tables already"):
            await opened(house, 50, host=ANN, guild=ELSEWHERE)
        assert len(house.directory) == len(await house.storage.live_games()) == 5
        await opened(house, 51, host=BO)
        await tables[2].end(ANN, moderator=False)
        await opened(house, 50, host=ANN)


async def test_a_server_has_fifty_tables_at_most(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        tables = [await opened(house, number) for number in range(MOST_IN_A_SERVER)]
        with pytest.raises(Refused, match="There are 50 tables in this server already"):
            await opened(house, 50)
        assert len(house.directory) == len(await house.storage.live_games()) == 50
        await opened(house, 51, guild=ELSEWHERE)
        await tables[7].end(tables[7].saved.host, moderator=False)
        await opened(house, 50)


async def test_there_are_never_more_tables_than_can_be_watched_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directory_module, "MOST_IN_ALL", 2)
    async with open_house(tmp_path) as house:
        await opened(house, 1)
        table = await opened(house, 2, guild=ELSEWHERE)
        with pytest.raises(Refused, match="Every table that I can watch over is taken"):
            await opened(house, 3, guild=GuildId(3))
        assert len(await house.storage.live_games()) == 2
        await table.end(table.saved.host, moderator=False)
        await opened(house, 3, guild=GuildId(3))


# Channels


async def test_a_channel_that_is_deleted_in_the_moment_of_the_end_changes_nothing_any_more(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, state=uno("R1", "R4 G5", top="R7"))
        await asyncio.gather(table.play(ANN, 0, "R1"), house.directory.lose_channel(CHANNEL))
        assert table.phase == "over"
        assert await house.storage.game(table.id) == table.saved
        assert len(house.directory) == 0
        assert house.look("SELECT member, place FROM results ORDER BY seat") == [(ANN, 1), (BO, 2)]


async def test_news_of_a_table_that_has_ended_do_not_touch_the_next_one_in_its_channel(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old = await house.lobby(ANN)
        await old.end(ANN, moderator=False)
        table = await house.lobby(BO)
        await old.lose_place(for_good=True)
        assert house.directory.in_channel(CHANNEL) is house.directory.get(table.id) is table
        assert table.phase == "lobby"


# Servers that cannot be reached for a while


async def test_a_lobby_that_ran_out_while_its_server_was_away_has_its_time_again(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):
        lobby = await house.lobby(ANN)
        other = await opened(house, 1, guild=ELSEWHERE)
        house.directory.pause(GUILD)
        house.time.advance(601)
        await until(lambda: not other.live)
        assert lobby.live
        house.directory.go_on(GUILD)
        await until(lambda: lobby.clock.closes_at() > house.time.now())
        assert lobby.live
        house.time.advance(601)
        await until(lambda: not lobby.live)


async def test_a_round_that_ended_is_looked_at_anew_when_its_server_is_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):
        state = uno("R1", "R4 G5", top="R7", match=500)
        table = await house.game(ANN, BO, given={"match": 500}, state=state)
        await play(table, "0 R1")
        house.directory.pause(GUILD)
        house.time.advance(1000)
        house.directory.go_on(GUILD)
        began = house.time.now()
        await until(lambda: table.clock.round_at > began)
        assert table.clock.round_at == pytest.approx(began + 20, abs=1)
        house.time.advance(15)
        await asyncio.sleep(0.01)
        assert table.round_end is not None
        house.time.advance(6)
        await until(lambda: table.round_end is None)


# Tables in trouble


async def test_a_table_that_cannot_say_when_it_is_due_does_not_stop_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path) as house, running(house):
        broken = await house.game(ANN, BO)
        lobby = await opened(house, 1)
        broken.state = object()
        broken.remind((0,))
        assert f"table {broken.id} has lost its clock" in caplog.text
        house.time.advance(601)
        await until(lambda: not lobby.live)
        assert broken.revision == 0


async def test_a_rematch_of_a_game_whose_dealer_is_not_known_has_one_all_the_same(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old = await house.game(ANN, BO, state=uno("R1", "R4 G5", top="R7"))
        await play(old, "0 R1")
        with closing(sqlite3.connect(house.path)) as db, db:
            db.execute("UPDATE games SET dealer = NULL WHERE id = ?", (old.id,))
        table = await house.directory.rematch(old.id, ANN)
        assert table.saved.dealer == table.state.dealer
        assert table.saved.dealer in (0, 1)
