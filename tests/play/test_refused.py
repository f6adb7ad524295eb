"""Where the bot may not write (faults 42, 43, 46): whoever presses is told what to do, no clock runs, refused calls
stay few, and all of it ends by itself."""

import asyncio
from random import Random

import pytest

from bot.loopback.permissions import BOT, SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL
from bot.loopback.world import Channel
from bot.storage import ChannelId, GuildId, MemberId
from bot.tables.directory import Plan
from bot.tables.table import Table
from bot.tables.time import MovableTime
from bot.ui import breaker, pacer
from bot.ui.breaker import Breaker, Held
from tests.play.room import Room
from tests.play.sitting import board, boards_at_once, folk, let_pass, press_any_move, read, shown

TURN = 60
HERE, THERE, ELSEWHERE = ChannelId(1), ChannelId(2), ChannelId(3)
CLUB, PUB = GuildId(10), GuildId(20)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


def refused(room: Room) -> int:
    return sum(call.status == 403 for call in room.discord.calls)


def waiting_for_boards(room: Room) -> list[Table]:
    """The tables whose clocks stand still because nobody can see their board."""
    return [table for table in room.bot.directory if table.halted is not None]


async def turned_away(room: Room, channel: Channel) -> None:
    """Until the bot has found out that it may not show its board."""
    room.bot.screens.redraw(room.table(channel))
    async with asyncio.timeout(5):
        while not waiting_for_boards(room):
            await asyncio.sleep(0.01)


# A permission is taken away


@pytest.mark.usefixtures("at_once")
async def test_without_permission_every_press_says_which_one_is_missing_and_no_clock_runs(room: Room) -> None:
    ann, bo = folk(room, 2)
    channel = room.discord.channel
    await room.sit_down("uno", [ann, bo])
    channel.forbid_bot(VIEW_CHANNEL)
    await turned_away(room, channel)
    revision = room.table().revision
    hand = (await ann.command(channel, "/uno hand")).message
    assert "I may not show the board here, so no clock runs. Ask a moderator to give me View Channel" in read(hand)
    assert "<t:" not in read(hand)
    room.time.advance(10 * TURN)
    await asyncio.sleep(0.2)
    assert (room.table().revision, room.table().phase) == (revision, "playing")
    assert not any(seat.away for seat in room.table().seats)


@pytest.mark.usefixtures("at_once")
async def test_a_permission_that_is_given_back_brings_board_and_clock_back_at_once(room: Room) -> None:
    """Discord tells that the channel has changed: nobody waits for the minute to pass."""
    ann, bo = folk(room, 2)
    channel = room.discord.channel
    message = await room.sit_down("uno", [ann, bo])
    channel.forbid_bot(VIEW_CHANNEL)
    await turned_away(room, channel)
    (mover,) = room.to_move([ann, bo])
    reply = await mover.command(channel, "/uno hand")
    await press_any_move(room, mover, reply.message, Random(1))  # people can play on, on their panels
    revision, edits = room.table().revision, message.edits
    assert revision > 0
    channel.permit_bot(BOT)
    await shown(room)
    assert message.edits > edits
    assert "no clock runs" not in read((await ann.command(channel, "/uno hand")).message)
    await let_pass(room, TURN / 2)
    assert room.table().revision == revision, "who is waited for has all their time again"
    await let_pass(room, TURN)
    assert room.table().revision > revision


@pytest.mark.usefixtures("at_once")
async def test_a_press_that_comes_with_the_permission_is_enough(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A role was changed somewhere and nobody told us: Discord says with every press what the bot may do."""
    ann, bo = folk(room, 2)
    channel = room.discord.channel
    message = await room.sit_down("uno", [ann, bo])
    channel.forbid_bot(VIEW_CHANNEL)
    await turned_away(room, channel)
    edits = message.edits
    monkeypatch.setattr(channel, "bot_permissions", BOT)
    await ann.command(channel, "/uno hand")
    await shown(room)
    assert message.edits > edits


@pytest.mark.usefixtures("at_once")
async def test_a_board_that_cannot_be_shown_for_a_day_parks_the_game_and_frees_the_channel(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo])
    table = room.table()
    room.discord.channel.forbid_bot(VIEW_CHANNEL)
    await turned_away(room, room.discord.channel)
    for phase in ("parked", "closed"):
        room.time.advance(24 * 3600 + 10)
        async with asyncio.timeout(5):
            while table.phase != phase:
                await asyncio.sleep(0.01)


@pytest.mark.usefixtures("at_once")
async def test_a_thread_that_is_archived_says_so_and_goes_on_when_it_is_opened(room: Room) -> None:
    ann, bo = folk(room, 2)
    thread = room.discord.guild.add_thread("late table")
    message = await room.sit_down("eights", [ann, bo], thread)
    thread.archive()
    await turned_away(room, thread)
    revision, edits = room.table(thread).revision, message.edits
    room.time.advance(10 * TURN)
    await asyncio.sleep(0.1)
    assert room.table(thread).revision == revision
    calls = len(room.discord.calls)
    await asyncio.sleep(0.2)
    assert len(room.discord.calls) == calls, "no storm of calls to a closed thread"
    thread.unarchive()
    await shown(room)
    assert message.edits > edits
    hand = (await ann.command(thread, "/eights hand")).message
    assert "archived" not in read(hand)


@pytest.mark.usefixtures("at_once")
async def test_a_press_on_the_panel_of_an_archived_thread_says_what_to_do(room: Room) -> None:
    ann, bo = folk(room, 2)
    thread = room.discord.guild.add_thread("late table")
    await room.sit_down("eights", [ann, bo], thread)
    panel = room.hand(ann, thread)
    room.discord.faults.next("PATCH", "/channels/*", status=400, code=160005, times=3)
    await turned_away(room, thread)
    (mover,) = room.to_move([ann, bo], thread)
    panel = room.hand(mover, thread)
    thread.bot_permissions &= ~SEND_MESSAGES_IN_THREADS  # or the press would count as news that we may write
    await press_any_move(room, mover, panel, Random(2))
    assert "This thread is archived or locked, so no clock runs" in read(panel)


# Five hundred channels at once


async def test_five_hundred_channels_that_turn_us_away_at_once_cost_less_than_fifty_refused_calls(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards_at_once(monkeypatch)
    monkeypatch.setattr(pacer, "A_SECOND", 100_000)
    room.bot.screens._pacer._gap = 0
    channels = []
    for number in range(10):
        guild = room.discord.add_guild(f"Club {number}")
        channels += [guild.add_channel(f"table-{each}") for each in range(50)]
    await room.discord.settle()
    tables = []
    for number, channel in enumerate(channels):
        assert channel.guild is not None
        host = MemberId(1000 + number)
        plan = Plan(guild=GuildId(channel.guild.id), channel=ChannelId(channel.id), game="uno", host=host, name="Ann")
        tables.append(await room.bot.directory.open(plan))
        room.bot.screens.redraw(tables[-1])
    await shown(room)
    assert all(len(channel.messages) == 1 for channel in channels)
    for channel in channels:
        channel.bot_permissions = 0
    room.discord.faults.latency = 0.05  # so that many are on their way before the first is refused
    for _ in range(20):  # ten minutes in which every table changes again and again
        for table in tables:
            room.bot.screens.redraw(table)
        await asyncio.sleep(0.15)
        room.time.advance(29)
    assert 10 <= refused(room) < 50
    room.discord.faults.latency = 0
    healthy = room.discord.guild.add_channel("far away")
    ann, bo = folk(room, 2)
    message = await room.sit_down("uno", [ann, bo], healthy)
    (mover,) = room.to_move([ann, bo], healthy)
    await press_any_move(room, mover, (await mover.command(healthy, "/uno hand")).message, Random(1))
    assert message.buttons, "a press is answered whatever happens to boards"
    for channel in channels:
        channel.permit_bot(BOT)
    room.time.advance(601)
    async with asyncio.timeout(30):
        while waiting_for_boards(room):
            await asyncio.sleep(0.02)
    await shown(room)
    assert "My hand" in message.labels
    await room.bot.directory.lose_guild(GuildId(0))


def a_breaker() -> tuple[Breaker, MovableTime]:
    time = MovableTime()
    return Breaker(time), time


def test_a_channel_that_refused_us_is_left_alone_for_a_minute_and_no_other() -> None:
    guard, time = a_breaker()
    guard.refused(CLUB, HERE)
    assert guard.free_at(CLUB, HERE) == pytest.approx(time.now() + breaker.PAUSE, abs=0.1)
    assert guard.free_at(CLUB, THERE) <= time.now()


def test_who_refuses_us_again_and_again_is_asked_less_and_less() -> None:
    guard, time = a_breaker()
    pauses = []
    for _ in range(9):
        guard.refused(CLUB, HERE)
        pauses.append(round(guard.free_at(CLUB, HERE) - time.now()))
    assert pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
    guard.proven(CLUB, HERE)
    guard.refused(CLUB, HERE)
    assert guard.free_at(CLUB, HERE) == pytest.approx(time.now() + 60, abs=0.1)


async def test_after_two_channels_the_others_of_a_server_wait_for_one_that_tries() -> None:
    guard, time = a_breaker()
    guard.refused(CLUB, HERE)
    guard.refused(CLUB, THERE)
    assert guard.free_at(CLUB, ELSEWHERE) > time.now()
    assert guard.free_at(PUB, ELSEWHERE) <= time.now(), "another server is no worse for it"
    time.advance(breaker.PAUSE * 2 + 1)
    async with guard.slot(CLUB, HERE):
        assert guard.free_at(CLUB, ELSEWHERE) > time.now(), "one tries, the others wait"
        with pytest.raises(Held):
            async with guard.slot(CLUB, ELSEWHERE):
                pass
    assert guard.proven(CLUB, HERE)
    assert guard.free_at(CLUB, THERE) <= time.now(), "it went well: the next may try"
    guard.proven(CLUB, THERE)
    assert not guard.proven(CLUB, ELSEWHERE), "all is forgotten"


def test_a_try_is_brought_forward_once_a_minute_however_often_somebody_says_that_all_is_well() -> None:
    guard, time = a_breaker()
    for _ in range(10):
        guard.refused(CLUB, HERE)
        guard.hurry(CLUB)
    assert guard.free_at(CLUB, HERE) > time.now()
    guard.hurry(PUB)
    time.advance(breaker.PAUSE + 1)
    guard.hurry(CLUB)
    assert guard.free_at(CLUB, HERE) <= time.now()
    guard.forget(CLUB, HERE)
    guard.forget(PUB, HERE)
    assert not guard._servers


def test_with_many_refusals_a_channel_is_left_alone_for_as_long_as_they_count() -> None:
    guard, time = a_breaker()
    for _ in range(breaker.MOST // 2):
        guard.heard(403)
    guard.refused(CLUB, HERE)
    assert guard.free_at(CLUB, HERE) == pytest.approx(time.now() + breaker.WINDOW, abs=0.1)


async def test_refusals_use_up_the_calls_that_may_be_on_their_way() -> None:
    guard, time = a_breaker()
    for status in (200, 204, 404, 500):
        guard.heard(status)
    for _ in range(breaker.MOST - 1):
        guard.heard(403)
    called = []

    async def call(guild: GuildId) -> None:
        async with guard.slot(guild, HERE):
            called.append(guild)

    async with guard.slot(CLUB, HERE):
        second = asyncio.create_task(call(PUB))
        await asyncio.sleep(0.01)
        assert called == [], "one is on its way, and there is no room for another"
    await asyncio.wait_for(second, 1)
    guard.heard(429)
    with pytest.raises(Held):
        await call(PUB)
    assert guard.free_at(PUB, HERE) == pytest.approx(time.now() + breaker.WINDOW, abs=1)
    time.advance(breaker.WINDOW + 1)
    await call(PUB)


async def test_the_last_calls_are_kept_for_servers_that_nobody_suspects() -> None:
    guard, time = a_breaker()
    guard.refused(CLUB, HERE)
    for _ in range(breaker.MOST - breaker.KEPT_BACK):
        guard.heard(403)
    time.advance(breaker.PAUSE + 1)
    assert guard.free_at(CLUB, HERE) > time.now()
    assert guard.free_at(PUB, HERE) <= time.now()


async def test_three_calls_to_a_server_are_on_their_way_at_once_and_no_more() -> None:
    guard, _ = a_breaker()
    running, most = 0, 0

    async def call() -> None:
        nonlocal running, most
        async with guard.slot(CLUB, HERE):
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.005)
            running -= 1

    await asyncio.gather(*(call() for _ in range(20)))
    assert most == breaker.IN_A_SERVER


@pytest.mark.usefixtures("at_once")
async def test_one_server_that_turns_us_away_costs_no_other_server_anything(room: Room) -> None:
    """Forty-five of its tables lose their boards at once; a game elsewhere has its board all the time."""
    club = room.discord.add_guild("Club")
    channels = [club.add_channel(f"table-{each}") for each in range(45)]
    await room.discord.settle()
    for number, channel in enumerate(channels):
        plan = Plan(
            guild=GuildId(club.id), channel=ChannelId(channel.id), game="uno", host=MemberId(1000 + number), name="Eve"
        )
        room.bot.screens.redraw(await room.bot.directory.open(plan))
    ann, bo = folk(room, 2)
    message = await room.sit_down("uno", [ann, bo], pace="none")
    await shown(room)
    for channel in channels:
        channel.bot_permissions = 0  # and nobody tells us
    for _ in range(10):
        for table in room.bot.directory.in_guild(GuildId(club.id)):
            room.bot.screens.redraw(table)
        await asyncio.sleep(0.05)
        edits = message.edits
        (mover,) = room.to_move([ann, bo])
        await press_any_move(room, mover, (await mover.command(room.discord.channel, "/uno hand")).message, Random(1))
        async with asyncio.timeout(5):
            while message.edits == edits:
                await asyncio.sleep(0.01)
        room.time.advance(30)
        if not room.bot.directory.in_guild(GuildId(room.discord.guild.id)):
            break  # that game is over
    assert refused(room) <= 10
    assert len(waiting_for_boards(room)) == len(channels), "nobody there loses time, tried or not"


async def test_who_has_waited_for_a_board_has_all_their_time_also_after_a_restart(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards_at_once(monkeypatch)
    ann, bo = folk(room, 2)
    channel = room.discord.channel
    message = await room.sit_down("uno", [ann, bo])
    channel.forbid_bot(VIEW_CHANNEL)
    await turned_away(room, channel)
    room.time.advance(10 * TURN)
    room.discord.time.advance(10 * TURN)
    channel.permit_bot(BOT)
    async with asyncio.timeout(5):
        while waiting_for_boards(room):
            await asyncio.sleep(0.01)
    await shown(room)
    deadline = int(message.text.split("<t:")[1].split(":")[0])
    assert deadline > room.time.now() + TURN / 2, "and the board counts down to the new moment"
    await room.restart()
    await asyncio.sleep(0.3)
    assert room.table().revision == 0


# Somebody has left the server


async def test_the_seat_of_somebody_who_left_the_server_is_played_on_without_waiting(room: Room) -> None:
    """Nobody tells the bot. It asks before it mentions somebody: no game without a time limit waits for ever."""
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    (late,) = room.to_move([ann, bo])
    other = bo if late is ann else ann
    del room.discord.guild.members[late.id]
    await let_pass(room, 61)
    seat = room.table().seat_of(MemberId(late.id))
    assert seat is not None
    assert room.table().seats[seat].away == "held"
    assert not [each for each in room.discord.channel.messages if each.pings], "nobody is there to be mentioned"
    assert room.to_move([ann, bo]) == [other]


async def test_when_discord_does_not_say_who_is_there_everybody_is_mentioned_as_ever(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    room.discord.faults.next("GET", "/guilds/*/members/*", status=403, code=50001)
    await let_pass(room, 61)
    (late,) = room.to_move([ann, bo])
    assert [each.pings for each in room.discord.channel.messages if each.pings] == [{late.id}]
    assert "My hand" in board(room).labels
