"""How often the bot calls Discord, in which order, and when a board is posted anew."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from bot.config import Times
from bot.games import GAMES
from bot.loopback.calls import Call
from bot.loopback.people import Member
from bot.loopback.world import Message
from tests.games.uno import position as uno
from tests.play.room import Room, open_room
from tests.play.sitting import (
    board,
    boards_at_once,
    folk,
    lay,
    let_pass,
    my_hand,
    own_calls,
    playable,
    read,
    shown,
)

BOARD_EDIT = ("PATCH", "/channels/{channel}/messages/{message}")
BOARD_POST = ("POST", "/channels/{channel}/messages")
SILENT = 1 << 12


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


@pytest.fixture
async def paced(tmp_path: Path) -> AsyncIterator[Room]:
    """A room whose computers take a moment."""
    async with open_room(tmp_path / "cardroom.db", Times(computer_pause=0.05, chance_pause=0.05)) as room:
        yield room


def kind(call: Call) -> tuple[str, str]:
    return call.method, call.route


def is_callback(call: Call) -> bool:
    return call.route.endswith("/callback")


async def taps(room: Room, person: Member, hand: Message, chance: Random) -> list[list[Call]]:
    """A whole move from a hand; the calls of each of its taps."""
    counted = []
    for _ in range(3):
        ids = playable(hand)
        cards = [each for each in ids if not each.endswith((":draw", ":keep", ":pass"))]
        choice = chance.choice(cards or ids)
        start = len(room.discord.calls)
        await person.press(hand, custom_id=choice)
        await shown(room)
        counted.append(own_calls(room, start))
        if not choice.startswith("ask:"):
            break
    return counted


# Calls for a move


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("key", ["uno", "eights"])
async def test_a_move_is_at_most_three_calls_with_every_hand_open(room: Room, key: str, seats: int) -> None:
    people = folk(room, seats)
    await room.sit_down(key, people, pace="none")
    await shown(room)
    chance = Random(seats)
    table = room.table()
    for _ in range(10):
        (person,) = room.to_move(people)
        *questions, move = await taps(room, person, room.hand(person), chance)
        assert all(len(calls) == 1 for calls in questions)
        assert len(move) <= 3, move
        assert [kind(call) for call in move].count(BOARD_EDIT) == 1
        assert is_callback(move[0])
        if not table.live:
            break


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("key", GAMES)
async def test_a_move_is_two_calls_where_nobody_elses_hand_is_open(room: Room, key: str, seats: int) -> None:
    people = folk(room, seats)
    lobby = (await people[0].command(room.discord.channel, f"/{key} start", pace="none")).message
    for person in people[1:]:
        await person.press(lobby, "Join")
    for pace in ("slow", "none"):  # the panels from joining grow old while the host changes his mind
        await let_pass(room, 500)
        panel = (await people[0].press(lobby, "Options")).message
        await people[0].select(panel, "Pace", [pace])
    await let_pass(room, 1)
    await people[0].press(lobby, "Start")
    await shown(room)
    opener = people[0]
    moved: list[Member] = [opener]
    while len(moved) < seats:
        ready = [person for person in room.to_move(people) if person not in moved]
        if not ready:
            break  # the host, whose hand is open, is next
        hand = await my_hand(room, ready[0])
        *questions, move = await taps(room, ready[0], hand, Random(1))
        assert all(len(calls) == 1 for calls in questions)
        others = [person for person in room.to_move(people) if person in moved]
        allowed = 3 if others and key != "nimmt" else 2
        assert len(move) <= allowed, move
        moved.append(ready[0])


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("seats", [2, 4, 10])
async def test_a_trick_of_6_nimmt_is_at_most_three_calls_a_choice(room: Room, seats: int) -> None:
    people = folk(room, seats)
    await room.sit_down("nimmt", people, pace="none")
    await shown(room)
    chance = Random(seats)
    for _ in range(2):
        start, choices = len(room.discord.calls), 0
        before = room.table().view(None).rows
        while room.table().view(None).rows == before:
            person = room.to_move(people)[0]
            await taps(room, person, room.hand(person), chance)
            choices += 1
        assert choices >= seats
        assert len(own_calls(room, start)) <= 3 * choices


@pytest.mark.usefixtures("at_once")
async def test_the_mover_sees_the_result_before_the_board_and_the_next_hand_change(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position("R7 Y7 G4", "R1 G2 G3", top="B7"))
    await my_hand(room, bo)
    hand = await my_hand(room, ann)
    start = len(room.discord.calls)
    await ann.press(hand, "R7")
    await shown(room)
    first, *others = own_calls(room, start)
    assert is_callback(first)
    assert first.user == ann.id
    assert sorted(map(kind, others)) == [
        ("PATCH", "/channels/{channel}/messages/{message}"),
        ("PATCH", "/webhooks/{application}/{token}/messages/{message}"),
    ]
    assert all(call.at >= first.at + first.took for call in others)
    assert {call.user for call in others if call.private} == {bo.id}


@pytest.mark.usefixtures("at_once")
async def test_who_is_to_move_again_is_shown_it_by_the_answer_alone(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position("R2 R5 G4", "G1 G2 G3", top="B7", pile="R9 R9 B9"))
    hand = await my_hand(room, ann)
    await shown(room)
    start = len(room.discord.calls)
    await ann.press(hand, "Draw")
    await shown(room)
    calls = own_calls(room, start)
    assert len(calls) == 2
    assert is_callback(calls[0])
    assert kind(calls[1]) == BOARD_EDIT


# How often a board is edited


async def test_a_board_is_edited_at_most_once_a_second_with_the_newest_state(room: Room) -> None:
    people = folk(room, 10)
    await room.sit_down("nimmt", people, pace="none")
    await shown(room)
    start = len(room.discord.calls)
    for number in (0, 1, 2):  # everybody changes their mind, twice
        for person in people[:9]:
            await person.press(room.hand(person), custom_id=playable(room.hand(person))[number])
    await room.discord.settle(1.2)
    edits = [call for call in own_calls(room, start) if kind(call) == BOARD_EDIT]
    assert 1 <= len(edits) <= 3
    gaps = [after.at - before.at for before, after in pairwise(edits)]
    assert all(gap >= 0.99 for gap in gaps)
    assert read(board(room)).count("✓") == 9


@pytest.mark.usefixtures("at_once")
async def test_a_run_of_computers_is_at_most_one_board_edit_a_step(paced: Room) -> None:
    (ann,) = folk(paced, 1)
    lobby = (await ann.command(paced.discord.channel, "/uno start", computers=3, pace="none")).message
    await ann.press(lobby, "Start")
    await anns_turn(paced, ann)
    table, steps, start = paced.table(), 0, 0
    while steps < 2:  # until a move of hers is followed by one of a computer: what she draws may be hers to play
        before, start = table.revision, len(paced.discord.calls)
        await taps(paced, ann, paced.hand(ann), Random(1))
        await anns_turn(paced, ann)
        await shown(paced)
        steps = table.revision - before
    calls = own_calls(paced, start)
    assert sum(kind(call) == BOARD_EDIT for call in calls) <= steps
    private = [call for call in calls if call.private]
    assert {call.user for call in private} <= {ann.id}
    assert len(private) <= 4


async def anns_turn(room: Room, ann: Member) -> None:
    while not room.to_move([ann]):
        await asyncio.sleep(0.01)
    await shown(room)


# A board posted anew


async def moved(room: Room, ann: Member, bo: Member) -> None:
    """Somebody moves, so that the board changes."""
    (person,) = room.to_move([ann, bo])
    await taps(room, person, await my_hand(room, person), Random(1))


@pytest.mark.usefixtures("at_once")
async def test_a_deleted_board_is_posted_anew_quietly(room: Room) -> None:
    ann, bo = folk(room, 2)
    moderator = room.person("Mod", moderator=True)
    old = await room.sit_down("uno", [ann, bo], pace="none")
    await let_pass(room, 21)
    start = len(room.discord.calls)
    moderator.delete(old)
    await shown(room)
    (post,) = [call for call in own_calls(room, start) if kind(call) == BOARD_POST]
    assert isinstance(post.body, dict)
    assert post.body["flags"] & SILENT
    new = board(room)
    assert new is not old
    assert "My hand" in new.labels
    await moved(room, ann, bo)
    assert new.edits == 1


@pytest.mark.usefixtures("at_once")
async def test_a_board_swept_away_with_others_is_posted_anew(room: Room) -> None:
    ann, bo = folk(room, 2)
    old = await room.sit_down("uno", [ann, bo], pace="none")
    talk = await ann.say(room.discord.channel, "hello")
    await let_pass(room, 21)
    room.person("Mod", moderator=True).delete_many([old, talk])
    await shown(room)
    assert "My hand" in board(room).labels


@pytest.mark.usefixtures("at_once")
async def test_a_board_that_is_deleted_comes_back_at_once_but_not_more_than_three_times_in_ten_minutes(
    room: Room,
) -> None:
    """Then the game waits: whoever presses is told why, and no clock runs until the board is there again."""
    ann, bo = folk(room, 2)
    moderator = room.person("Mod", moderator=True)
    await room.sit_down("uno", [ann, bo])
    start = len(room.discord.calls)

    def posts() -> int:
        calls = [call for call in own_calls(room, start) if kind(call) == BOARD_POST]
        return sum("components" in str(call.body) for call in calls)  # a reminder has none

    for number in (1, 2, 3):
        moderator.delete(board(room))
        await shown(room)
        assert posts() == number
    moderator.delete(board(room))
    await asyncio.sleep(0.1)
    await room.discord.settle(0.05)
    assert (posts(), room.discord.channel.messages) == (3, [])
    revision = room.table().revision
    hand = (await ann.command(room.discord.channel, "/uno hand")).message
    assert "deleted again and again" in read(hand)
    room.time.advance(500)
    await room.discord.settle(0.05)
    assert (posts(), room.table().revision) == (3, revision), "nobody is played for while the board is gone"
    await let_pass(room, 101)
    assert posts() == 4
    assert "deleted" not in read((await ann.command(room.discord.channel, "/uno hand")).message)
    await shown(room)
    await let_pass(room, 61)
    assert room.table().revision > revision, "the clock runs again"


@pytest.mark.usefixtures("at_once")
async def test_a_board_older_than_fifty_minutes_is_posted_anew_and_the_old_one_removed(room: Room) -> None:
    ann, bo = folk(room, 2)
    old = await room.sit_down("uno", [ann, bo], pace="slow")
    await let_pass(room, 49 * 60)
    await moved(room, ann, bo)
    assert board(room) is old
    await let_pass(room, 2 * 60)
    await moved(room, ann, bo)
    assert board(room) is not old
    assert old.deleted
    assert "My hand" in board(room).labels


@pytest.mark.usefixtures("at_once")
async def test_a_board_that_is_more_than_an_hour_old_is_never_edited(room: Room) -> None:
    ann, bo = folk(room, 2)
    old = await room.sit_down("uno", [ann, bo], pace="slow")
    await shown(room)  # an edit that is on its way would come after the three hours
    edits = old.edits
    await let_pass(room, 3 * 3600)
    await moved(room, ann, bo)
    assert old.edits == edits
    assert old.deleted


@pytest.mark.usefixtures("at_once")
async def test_with_fifteen_messages_below_the_board_comes_down_with_the_next_change(room: Room) -> None:
    ann, bo = folk(room, 2)
    old = await room.sit_down("uno", [ann, bo], pace="slow")
    await let_pass(room, 21)
    for number in range(14):
        await ann.say(room.discord.channel, f"talk {number}")
    await shown(room)
    await moved(room, ann, bo)
    assert board(room) is old
    await ann.say(room.discord.channel, "the fifteenth")
    await shown(room)
    await moved(room, ann, bo)
    assert old.deleted
    assert board(room) is room.discord.channel.messages[-1] or "your turn" in room.discord.channel.messages[-1].text


@pytest.mark.usefixtures("at_once")
async def test_a_board_does_not_come_down_twice_in_twenty_seconds(room: Room) -> None:
    ann, bo = folk(room, 2)
    first = await room.sit_down("uno", [ann, bo], pace="slow")
    for number in range(20):
        await ann.say(room.discord.channel, f"talk {number}")
    await shown(room)
    await moved(room, ann, bo)
    assert board(room) is first
    await let_pass(room, 21)
    await moved(room, ann, bo)
    second = board(room)
    assert second is not first
    for number in range(20):
        await ann.say(room.discord.channel, f"more {number}")
    await shown(room)
    await moved(room, ann, bo)
    assert board(room) is second


@pytest.mark.usefixtures("at_once")
async def test_the_menu_brings_the_board_down_here(room: Room) -> None:
    ann, bo = folk(room, 2)
    old = await room.sit_down("uno", [ann, bo], pace="slow")
    await let_pass(room, 21)
    await ann.say(room.discord.channel, "hello")
    menu = (await bo.press(board(room), "…")).message
    assert menu.private_to == bo.id
    await bo.press(menu, "Bring the board here")
    assert "comes down" in read(menu)
    await shown(room)
    assert old.deleted
    assert board(room) is room.discord.channel.messages[-1]


@pytest.mark.usefixtures("at_once")
async def test_a_board_that_was_just_posted_comes_down_when_its_twenty_seconds_are_over(room: Room) -> None:
    ann, bo = folk(room, 2)
    old = await room.sit_down("uno", [ann, bo], pace="none")
    menu = (await bo.press(board(room), "…")).message
    await bo.press(menu, "Bring the board here")
    await shown(room)
    assert board(room) is old
    await let_pass(room, 21)
    assert old.deleted


# Commands


async def test_commands_are_told_to_discord_once_and_not_again_after_a_restart(room: Room) -> None:
    assert len(room.discord.calls.to("PUT", "/commands")) == 1
    await room.restart()
    await room.restart()
    assert len(room.discord.calls.to("PUT", "/commands")) == 1
