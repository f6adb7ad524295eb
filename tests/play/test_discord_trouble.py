"""Discord limits calls, fails, or takes a message and does not say so (faults 51 to 53): whoever presses is answered
all the same, and what the board shows is right in the end."""

import asyncio
import time
from collections.abc import Callable
from random import Random

import pytest

from bot.loopback.calls import Call
from bot.loopback.interactions import AnswerKind, InteractionFailed
from bot.loopback.people import Member, Reply
from bot.loopback.world import Channel
from bot.storage import MemberId
from bot.ui.screens import EDIT_EVERY
from tests.games.uno import position as uno
from tests.play.room import Room
from tests.play.sitting import (
    board,
    boards_at_once,
    folk,
    lay,
    let_pass,
    my_hand,
    own_calls,
    press_any_move,
    read,
    shown,
    tap,
)
from tests.waiting import until

REDS = "R1 R2 R3 R4 R5 R6 R7"
STATUSES = (500, 502, 503, 504)
LONG = 3.0


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


async def passing(room: Room, so: Callable[[], bool], what: str) -> None:
    """Let time go by, for the bot and for Discord, until something is so."""

    def later() -> bool:
        room.discord.time.advance(0.05)
        room.time.advance(0.05)
        return so()

    await until(later, what)


def edits(room: Room, start: int) -> list[Call]:
    """The calls that edited a board, in order."""
    return [each for each in own_calls(room, start) if each.method == "PATCH" and each.route.startswith("/channels/")]


def callbacks(room: Room, start: int) -> list[Call]:
    return [each for each in own_calls(room, start) if each.route.endswith("/callback")]


async def reds(room: Room) -> tuple[Member, Member]:
    """Two who can play red cards one after the other, with open hands."""
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    await until(lambda: "My hand" in board(room).labels, "the board of the game is there")
    lay(room, uno.position(REDS, REDS, top="R9"))
    await my_hand(room, ann)
    await my_hand(room, bo)
    await shown(room)
    return ann, bo


async def ten_moves(room: Room, ann: Member, bo: Member) -> list[Reply]:
    """Both play red cards from the hands that lie open before them. The last one is Bo's Red 5."""
    turns = [(person, number) for number in range(1, 6) for person in (ann, bo)]
    return [await tap(person, await room.ready_hand(person), f"R{number}") for person, number in turns]


# Limits


@pytest.mark.parametrize("everywhere", [False, True])
async def test_while_a_limit_holds_up_the_board_every_press_is_answered_and_then_few_edits_show_the_newest(
    room: Room, everywhere: bool
) -> None:
    """Fault 51: on the board's own route, and for all calls of the bot."""
    ann, bo = await reds(room)
    start, began = len(room.discord.calls), time.monotonic()
    room.discord.faults.next("PATCH", "/channels/*", status=429, retry_after=LONG, everywhere=everywhere)
    replies = await ten_moves(room, ann, bo)
    assert {reply.kind for reply in replies} == {AnswerKind.UPDATE}, "the answer itself, not that one will come"
    assert {call.status for call in callbacks(room, start)} <= {200, 204}
    assert room.table().revision == 10
    await until(lambda: "plays Red 5" in read(board(room)), "the board shows the newest after the limit")
    await shown(room)
    calls = edits(room, start)
    assert calls[0].status == 429
    assert [call.status for call in calls[1:]] == [200] * (len(calls) - 1)
    assert calls[1].at - calls[0].at >= LONG, "nobody knocks while the limit holds"
    assert len(calls) <= 2 + (time.monotonic() - began) / EDIT_EVERY


async def test_the_wall_in_front_of_discord_turns_boards_away_and_no_press(room: Room) -> None:
    """Fault 51: a refusal that the library does not wait for."""
    ann, bo = await reds(room)
    start = len(room.discord.calls)
    room.discord.faults.next("PATCH", "/channels/*", status=429, cloudflare=True, times=2)
    replies = await ten_moves(room, ann, bo)
    assert {reply.kind for reply in replies} == {AnswerKind.UPDATE}
    await passing(room, lambda: len(edits(room, start)) == 2, "the board is tried, and tried again")
    assert "plays Red 5" not in read(board(room))
    await passing(room, lambda: "plays Red 5" in read(board(room)), "the board shows the newest when the wall is gone")
    await shown(room)
    assert [call.status for call in edits(room, start)][:3] == [429, 429, 200]
    assert len(edits(room, start)) <= 4, "ten moves are no ten edits"


@pytest.mark.usefixtures("at_once")
async def test_a_limit_on_the_board_does_not_hold_up_another_channel(room: Room) -> None:
    """Fault 51: the limit of one channel's board is that of no other."""
    ann, bo = await reds(room)
    cy, dee = room.person("Cy"), room.person("Dee")
    other = room.discord.guild.channels[1]
    await room.sit_down("uno", [cy, dee], other, pace="none")
    lay(room, uno.position(REDS, REDS, top="R9"), other)
    hand = (await cy.command(other, "/uno hand")).message
    await shown(room)
    start = len(room.discord.calls)
    room.discord.faults.next("PATCH", f"/channels/{room.discord.channel.id}/*", status=429, retry_after=LONG)
    await tap(ann, await room.ready_hand(ann), "R1")
    await until(lambda: bool(edits(room, start)), "the board is refused")
    await tap(cy, hand, "R2")
    await until(lambda: "Red 2" in read(board(room, other)), "the other board is shown")
    await tap(bo, await room.ready_hand(bo), "R1")
    await until(lambda: "Red 1" in read(board(room)), "the board is shown after the limit")
    await shown(room)
    in_order = [(call.channel, call.status) for call in edits(room, start)]
    assert in_order[:3] == [(None, 429), (other.id, 200), (room.discord.channel.id, 200)]


# Server errors


async def four_tables(room: Room) -> list[tuple[Channel, Member, Member]]:
    """Four channels, each with two who play; the first is to move."""
    channels = [*room.discord.guild.channels, *map(room.discord.guild.add_channel, ("table-three", "table-four"))]
    tables = []
    for number, channel in enumerate(channels):
        ann, bo = room.person(f"Ann {number}"), room.person(f"Bo {number}")
        await room.sit_down("uno", [ann, bo], channel, pace="none")
        lay(room, uno.position(REDS, REDS, top="R9"), channel)
        await ann.command(channel, "/uno hand")
        tables.append((channel, ann, bo))
    await shown(room)
    return tables


@pytest.mark.usefixtures("at_once")
async def test_an_answer_that_meets_a_server_error_is_given_again_and_the_move_is_made_once(room: Room) -> None:
    """Fault 52: one server error of each kind, at four tables at once."""
    tables = await four_tables(room)
    start = len(room.discord.calls)
    for status in STATUSES:
        room.discord.faults.next("POST", "*/callback*", status=status)
    presses = [tap(ann, room.hand(ann, channel), "R7") for channel, ann, _ in tables]
    replies = await asyncio.gather(*presses)
    assert {reply.kind for reply in replies} == {AnswerKind.UPDATE}
    assert sorted(call.status for call in callbacks(room, start) if call.status >= 500) == list(STATUSES)
    await until(lambda: all("Red 7" in read(board(room, each)) for each, _, _ in tables), "the boards show it")
    for channel, ann, bo in tables:
        assert room.table(channel).revision == 1
        assert "Wait for your turn" in read(room.hand(ann, channel))
        assert room.to_move([ann, bo], channel) == [bo]


@pytest.mark.usefixtures("at_once")
async def test_when_no_answer_gets_through_board_and_panel_show_what_was_done(room: Room) -> None:
    """Fault 52: Discord fails for as long as an answer may take."""
    ann, bo = await reds(room)
    hand = await room.ready_hand(ann)
    order = room.discord.faults.next("POST", "*/callback*", status=503, times=100)
    press = asyncio.create_task(tap(ann, hand, "R7"))
    await until(lambda: room.table().revision == 1, "the move is made")
    await until(lambda: "Red 7" in read(board(room)), "the board shows it")
    await until(lambda: "Wait for your turn" in read(hand), "her panel shows it")
    room.discord.time.advance(3)
    (failed,) = await asyncio.gather(press, return_exceptions=True)
    assert isinstance(failed, InteractionFailed)
    assert order.times < 100
    room.discord.faults.clear()
    room.discord.problems.clear()  # it complains of the press that was not answered
    await tap(bo, await room.ready_hand(bo), "R5")
    await until(lambda: "plays Red 5" in read(board(room)), "the game goes on")
    assert room.table().revision == 2


@pytest.mark.usefixtures("at_once")
async def test_a_board_that_meets_a_server_error_is_right_later(room: Room) -> None:
    """Fault 52: one server error of each kind, at four boards at once."""
    tables = await four_tables(room)
    start = len(room.discord.calls)
    for status in STATUSES:
        room.discord.faults.next("PATCH", "/channels/*", status=status)
    for channel, ann, _ in tables:
        assert (await tap(ann, room.hand(ann, channel), "R7")).kind is AnswerKind.UPDATE
    channels = [channel for channel, _, _ in tables]
    await passing(room, lambda: all("Red 7" in read(board(room, each)) for each in channels), "they are right later")
    assert sorted(call.status for call in edits(room, start) if call.status >= 500) == list(STATUSES)
    assert all(len(channel.messages) == 1 for channel in channels)


# Taken, but not told


async def moved(room: Room, ann: Member, bo: Member, chance: Random) -> None:
    """One real move, which a restart finds again."""
    (mover,) = room.to_move([ann, bo])
    reply = await mover.command(room.discord.channel, "/uno hand")
    await press_any_move(room, mover, reply.message, chance)


async def is_the_one_board(room: Room, ann: Member, bo: Member) -> None:
    """There is one board, it is the one that is noted, and the one that is edited, also after a restart."""
    await shown(room)
    (message,) = room.discord.channel.messages
    async with asyncio.timeout(30):
        while (saved := await room.bot.storage.game(room.table().id)) is None or saved.board != message.id:
            await asyncio.sleep(0.01)
    for restarts in range(2):
        if restarts:
            await room.restart()
            await shown(room)
        text = message.text
        await moved(room, ann, bo, Random(restarts))
        await until(lambda: message.text != text, "it is edited")  # noqa: B023 - waited for in the same round
        assert room.discord.channel.messages == [message]


@pytest.mark.usefixtures("at_once")
async def test_a_new_board_that_discord_took_before_the_line_broke_is_there_once(room: Room) -> None:
    """Fault 53: a moderator deleted the board; the new one is tried three times, and Discord takes it each time."""
    ann, bo, mod = *folk(room, 2), room.person("Mod", moderator=True)
    old = await room.sit_down("uno", [ann, bo], pace="none")
    await shown(room)
    start = len(room.discord.calls)
    room.discord.faults.next("POST", "/channels/*/messages", drop="after", times=2)
    mod.delete(old)
    posts: Callable[[], list[int]] = lambda: [  # noqa: E731 - asked again and again
        each.status for each in own_calls(room, start) if each.route == "/channels/{channel}/messages"
    ]
    await passing(room, lambda: len(posts()) == 3, "it is posted until somebody says that it is")
    await shown(room)
    assert posts() == [0, 0, 200]
    await is_the_one_board(room, ann, bo)


@pytest.mark.usefixtures("at_once")
async def test_a_board_that_was_moved_down_over_a_broken_line_is_there_once_and_the_old_one_goes(room: Room) -> None:
    """Fault 53: with fifteen messages below it."""
    ann, bo = folk(room, 2)
    old = await room.sit_down("uno", [ann, bo], pace="none")
    await let_pass(room, 21)
    words = [await ann.say(room.discord.channel, "what a game") for _ in range(15)]
    room.discord.faults.next("POST", "/channels/*/messages", drop="after")
    await moved(room, ann, bo, Random(5))
    await passing(room, lambda: old.deleted, "the new one is known, so the old one goes")
    assert 0 in [each.status for each in room.discord.calls]
    for each in words:
        ann.delete(each)
    await is_the_one_board(room, ann, bo)


@pytest.mark.usefixtures("at_once")
async def test_a_reminder_that_discord_took_before_the_line_broke_mentions_nobody_twice(room: Room) -> None:
    """Fault 53."""
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    (late,) = room.to_move([ann, bo])
    room.discord.faults.next("POST", "/channels/*/messages", drop="after")
    await let_pass(room, 61)
    await let_pass(room, 300, step=60)
    assert [each.pings for each in room.discord.channel.messages if each.pings] == [{late.id}]
    assert room.table().seat_of(MemberId(late.id)) in room.table().waiting
    await moved(room, ann, bo, Random(1))
    assert room.table().revision == 1
    await shown(room)
    assert not [each for each in room.discord.channel.messages if each.pings], "it goes when the player acts"


async def test_a_board_that_was_taken_before_the_line_broke_is_brought_up_to_date(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 53: the second try gets the first message back, and somebody has moved since."""
    boards_at_once(monkeypatch)
    ann, bo = folk(room, 2)
    guard = room.person("Guard", moderator=True)
    await room.sit_down("uno", [ann, bo], pace="none")
    room.discord.faults.next("POST", "/channels/*/messages", drop="after")
    guard.delete(board(room))
    await room.discord.world.changed.until(lambda: bool(room.discord.channel.messages), 5, "for the new board")
    (mover,) = room.to_move([ann, bo])
    reply = await mover.command(room.discord.channel, "/uno hand")
    await press_any_move(room, mover, reply.message, Random(1))
    title = room.table().game.board(room.table().view(None), ["Ann", "Bo"]).title
    async with asyncio.timeout(10):
        while title not in read(board(room)):
            room.time.advance(1)
            await asyncio.sleep(0.02)
    assert len(room.discord.channel.messages) == 1
