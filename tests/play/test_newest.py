"""What is shown last is the newest: a board that changed while it was being edited, a hand whose token has run out."""

import asyncio

import pytest

from bot.loopback.interactions import AnswerKind
from bot.loopback.people import Member
from bot.loopback.world import Message
from bot.storage import MemberId
from tests.games.uno import position as uno
from tests.play.room import Room
from tests.play.sitting import board, boards_at_once, folk, lay, let_pass, my_hand, own_calls, read, shown

EDIT_BOARD = ("PATCH", "/channels/{channel}/messages/{message}")
EDIT_PANEL = ("PATCH", "/webhooks/{application}/{token}/messages/{message}")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


async def opened(room: Room, person: Member) -> Message:
    """A fresh hand. The bot has heard that it is there, and knows from when on its token counts."""
    hand = await my_hand(room, person)
    await shown(room)
    return hand


async def seated(room: Room, state: object) -> list[Member]:
    """Two at a table of UNO with this position on it. Nobody has a hand open."""
    people = folk(room, 2)
    await room.sit_down("uno", people, pace="none")
    lay(room, state)
    for person in people:
        for message in person.private(room.discord.channel):
            person.dismiss(message)
    return people


# Boards


async def test_what_happens_while_the_board_is_being_edited_is_shown_by_another_edit(room: Room) -> None:
    ann, bo = await seated(room, uno.position("R7 Y7 G4", "R1 G2 G3", top="B7"))
    hands = [await my_hand(room, ann), await my_hand(room, bo)]
    await shown(room)
    start = len(room.discord.calls)
    edit = room.discord.faults.next("PATCH", EDIT_BOARD[1], latency=0.5)
    await ann.press(hands[0], "R7")
    async with asyncio.timeout(5):
        while edit.times:  # until the edit that tells of it is on its way
            await asyncio.sleep(0.001)
    await room.ready_hand(bo)
    await bo.press(hands[1], "R1")
    await shown(room)
    edits = [call for call in own_calls(room, start) if (call.method, call.route) == EDIT_BOARD]
    assert len(edits) == 2
    assert "Bo plays" not in str(edits[0].body)
    assert "Bo plays Red 1" in read(board(room))
    assert room.to_move([ann, bo]) == [ann]


# Hands


async def test_a_token_that_has_run_out_is_not_even_tried(room: Room) -> None:
    ann, bo = await seated(room, uno.position("R7 R2 G4", "R1 R3 G3", top="B7"))
    old = await opened(room, bo)
    await let_pass(room, 15 * 60 + 1)
    start = len(room.discord.calls)
    await ann.press(await my_hand(room, ann), "R7")
    await shown(room)
    calls = own_calls(room, start)
    assert not [call for call in calls if (call.method, call.route) == EDIT_PANEL]
    assert not [call for call in calls if call.status >= 400]
    assert "Wait for your turn" in read(old)


async def test_a_token_is_used_until_shortly_before_it_runs_out(room: Room) -> None:
    ann, bo = await seated(room, uno.position("R7 R2 G4", "R1 R3 G3", top="B7"))
    old = await opened(room, bo)
    await let_pass(room, 14 * 60)
    await ann.press(await my_hand(room, ann), "R7")
    await shown(room)
    assert "Your turn on Red 7" in read(old)


async def test_an_edit_that_waits_is_not_sent_when_its_token_runs_out_in_the_meantime(room: Room) -> None:
    """The first edit is on its way for long; the second would come too late."""
    ann, bo = await seated(room, uno.position("R7 R2 G4", "R1 RS G3", top="B7"))
    hands = [await opened(room, ann), await opened(room, bo)]
    start = len(room.discord.calls)
    edit = room.discord.faults.next("PATCH", EDIT_PANEL[1], latency=0.3)
    await ann.press(hands[0], "R7")
    async with asyncio.timeout(5):
        while edit.times:
            await asyncio.sleep(0.001)
    room.bot.panels.refresh(room.table(), MemberId(bo.id))
    room.time.advance(15 * 60)
    room.discord.time.advance(15 * 60)
    await shown(room)
    assert len([call for call in own_calls(room, start) if (call.method, call.route) == EDIT_PANEL]) == 1


async def test_who_is_back_is_given_a_new_hand_where_the_old_ones_token_has_run_out(room: Room) -> None:
    ann, bo = await seated(room, uno.position("R7 R2 G4", "R1 R3 G3", top="B7"))
    old = await opened(room, bo)
    await bo.command(room.discord.channel, "/uno leave")
    await let_pass(room, 15 * 60 + 1)
    reply = await bo.press(board(room), "I'm back")
    assert reply.kind is AnswerKind.MESSAGE
    assert reply.ephemeral
    assert reply.message is not old
    await ann.press(await my_hand(room, ann), "R7")
    await shown(room)
    assert "Your turn on Red 7" in read(reply)


async def test_who_is_back_with_a_hand_that_is_open_is_given_no_second_one(room: Room) -> None:
    _, bo = await seated(room, uno.position("R7 R2 G4", "R1 R3 G3", top="B7"))
    await opened(room, bo)
    await bo.command(room.discord.channel, "/uno leave")
    await let_pass(room, 60)
    reply = await bo.press(board(room), "I'm back")
    assert reply.kind is not AnswerKind.MESSAGE


async def test_a_move_that_is_made_while_the_bot_ends_draws_no_hand_any_more(room: Room) -> None:
    """Its connection may be closed before the edit is sent."""
    ann, bo = await seated(room, uno.position("R7 R2 G4", "R1 R3 G3", top="B7"))
    hand = await opened(room, ann)
    await opened(room, bo)
    await room.bot.panels.close()
    start = len(room.discord.calls)
    await ann.press(hand, "R7")
    await shown(room)
    assert room.to_move([ann, bo]) == [bo]
    assert not [call for call in own_calls(room, start) if (call.method, call.route) == EDIT_PANEL]
