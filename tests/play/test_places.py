"""Channels that are deleted, servers that remove the bot or cannot be reached (faults 41, 44, 45): nobody is stuck."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

from bot.errors import CannotSave
from bot.loopback.typing_commands import NotPossible
from bot.loopback.world import Channel
from tests.play.room import Room
from tests.play.sitting import board, boards_at_once, folk, let_pass, press_any_move, read, shown

TURN = 60


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not so():
            await asyncio.sleep(0.01)


def is_free(room: Room, channel: Channel) -> bool:
    return room.bot.directory.in_channel(channel.id) is None  # type: ignore[arg-type]  # a plain id will do


async def test_a_game_in_a_deleted_channel_is_void_and_its_players_are_free(room: Room) -> None:
    ann, bo = folk(room, 2)
    channel = room.discord.channel
    await room.sit_down("uno", [ann, bo])
    table = room.table()
    calls = len(room.discord.calls)
    channel.delete()
    await until(lambda: is_free(room, channel))
    await shown(room)
    assert table.phase == "closed"
    assert len(room.discord.calls) - calls <= 3, "no storm of calls to a channel that is gone"
    assert await room.bot.storage.games_of(table.saved.host, table.saved.guild) == []
    await room.sit_down("uno", [ann, bo], room.discord.guild.channels[0])


async def test_a_deleted_thread_is_a_deleted_channel(room: Room) -> None:
    ann, bo = folk(room, 2)
    thread = room.discord.guild.add_thread("late table")
    await room.sit_down("eights", [ann, bo], thread)
    table = room.table(thread)
    thread.delete()
    await until(lambda: is_free(room, thread))
    assert table.phase == "closed"


async def test_a_channel_that_went_while_nobody_told_is_found_out_by_the_next_board(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards_at_once(monkeypatch)
    ann, bo = folk(room, 2)
    channel = room.discord.channel
    await room.sit_down("uno", [ann, bo])
    table = room.table()
    room.discord.world.tell = lambda event: None  # the gateway hangs
    channel.delete()
    room.bot.screens.redraw(table)
    await let_pass(room, 25)
    await until(lambda: is_free(room, channel))
    assert table.phase == "closed"


async def test_a_server_that_removes_the_bot_finds_its_game_again_when_it_comes_back(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards_at_once(monkeypatch)
    ann, bo = folk(room, 2)
    guild, channel = room.discord.guild, room.discord.channel
    await room.sit_down("uno", [ann, bo])
    table, revision = room.table(), room.table().revision
    room.discord.remove_guild(guild)
    await until(lambda: table.phase == "parked")
    await shown(room)
    room.discord.invite_again(guild)
    await until(lambda: "the game is parked" in read(board(room)))
    await ann.press(board(room), "Resume")
    await bo.command(channel, "/uno hand")
    assert (room.table() is table, table.phase, table.revision) == (True, "playing", revision)


async def test_a_lobby_in_a_server_that_removes_the_bot_is_closed(room: Room) -> None:
    (ann,) = folk(room, 1)
    await ann.command(room.discord.channel, "/uno start")
    table = room.table()
    room.discord.remove_guild(room.discord.guild)
    await until(lambda: table.phase == "closed")


async def test_no_clock_runs_while_discord_cannot_reach_the_server(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo])
    table, guild = room.table(), room.discord.guild
    before = table.revision
    room.discord.outage(guild)
    await until(lambda: bool(room.bot.directory._paused))
    await let_pass(room, 10 * TURN)
    assert (table.revision, table.phase) == (before, "playing")
    assert not any(seat.away for seat in table.seats)
    room.discord.outage_over(guild)
    await until(lambda: not room.bot.directory._paused)
    await let_pass(room, TURN / 2)
    assert table.revision == before, "who is waited for has all their time again"
    (mover,) = room.to_move([ann, bo])
    reply = await mover.command(room.discord.channel, "/uno hand")
    await press_any_move(room, mover, reply.message, Random(3))
    assert table.revision > before


async def test_after_the_outage_time_runs_again(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo])
    table, guild = room.table(), room.discord.guild
    before = table.revision
    room.discord.outage(guild)
    await until(lambda: bool(room.bot.directory._paused))
    room.discord.outage_over(guild)
    await until(lambda: not room.bot.directory._paused)
    await let_pass(room, TURN + 1)
    assert table.revision > before


async def test_nobody_can_press_in_a_channel_that_is_gone(room: Room) -> None:
    ann, bo = folk(room, 2)
    message = await room.sit_down("uno", [ann, bo])
    room.discord.channel.delete()
    with pytest.raises(NotPossible):
        await ann.press(message, "My hand")


async def test_a_server_that_is_out_of_reach_from_the_start_has_no_clock_running(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo])
    guild = room.discord.guild
    await room.stop()
    room.discord.outage(guild)
    await room.start()
    table = room.table()
    room.time.advance(10 * TURN)
    await asyncio.sleep(0.2)
    assert (table.revision, table.phase) == (0, "playing")
    room.discord.outage_over(guild)
    await until(lambda: not room.bot.directory._paused)
    await let_pass(room, TURN / 2)
    assert table.revision == 0
    await let_pass(room, TURN)
    assert table.revision > 0


async def test_a_server_that_removed_the_bot_while_it_did_not_run_is_known_by_its_absence(room: Room) -> None:
    ann, bo = folk(room, 2)
    other = room.discord.add_guild("Another")
    await room.sit_down("uno", [ann, bo])
    guild = room.discord.guild
    await room.stop()
    room.discord.remove_guild(guild)
    await room.start()
    await until(lambda: all(table.phase == "parked" for table in room.bot.directory))
    async with asyncio.timeout(5):
        while not await room.bot.storage._db.read("SELECT 1 FROM left_guilds WHERE id = ?", guild.id):
            await asyncio.sleep(0.02)
    ((at,),) = await room.bot.storage._db.read("SELECT at FROM left_guilds")
    await room.restart()
    await shown(room)
    ((later,),) = await room.bot.storage._db.read("SELECT at FROM left_guilds")
    assert at == later, "the thirty days do not begin anew with every start"
    assert other.id != guild.id


@pytest.mark.parametrize("code", [0, 10015])
async def test_a_strange_404_does_not_end_a_game(room: Room, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Only Discord's word that the channel is unknown means that it is gone."""
    boards_at_once(monkeypatch)
    ann, bo = folk(room, 2)
    message = await room.sit_down("uno", [ann, bo], pace="none")
    edits, table = message.edits, room.table()
    room.discord.faults.next("PATCH", "/channels/*", status=404, code=code)
    room.bot.screens.redraw(table)
    async with asyncio.timeout(10):
        while message.edits == edits:
            room.time.advance(1)
            await asyncio.sleep(0.02)
    assert table.phase == "playing"


async def test_a_board_whose_keeper_met_trouble_is_kept_on(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The channel is gone, and that cannot be written either: it is tried again."""
    boards_at_once(monkeypatch)
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    table, save = room.table(), room.bot.storage.change_game

    async def full(*_: object) -> None:
        raise CannotSave("I cannot save right now.")

    monkeypatch.setattr(room.bot.storage, "change_game", full)
    room.discord.faults.next("PATCH", "/channels/*", status=404, code=10003, times=2)
    room.bot.screens.redraw(table)
    await asyncio.sleep(0.2)
    assert table.live
    monkeypatch.setattr(room.bot.storage, "change_game", save)
    async with asyncio.timeout(5):
        while table.live:
            room.time.advance(61)
            await asyncio.sleep(0.02)


async def test_a_board_that_failed_ten_times_is_not_given_up_while_the_game_lives(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards_at_once(monkeypatch)
    ann, bo = folk(room, 2)
    message = await room.sit_down("uno", [ann, bo], pace="none")
    await shown(room)
    edits = message.edits
    room.discord.faults.next("PATCH", "/channels/*", status=400, code=12345, times=12)
    room.bot.screens.redraw(room.table())
    async with asyncio.timeout(10):
        while message.edits == edits:
            room.time.advance(61)
            await asyncio.sleep(0.01)
