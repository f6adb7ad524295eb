"""Channels that are deleted, servers that remove the bot or cannot be reached (faults 41, 44, 45): nobody is stuck."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

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
    await until(lambda: "everybody is away" in read(board(room)))
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
