"""What is pressed once is done once, also where doing it again would be a legal move."""

import asyncio
from math import inf
from random import Random
from types import SimpleNamespace

import pytest

from bot import lateness
from bot.loopback.interactions import AnswerKind
from bot.loopback.people import Member
from bot.tables import table as table_module
from tests.games.uno import position as uno
from tests.play.room import Room
from tests.play.sitting import (
    board,
    boards_at_once,
    folk,
    lay,
    my_hand,
    playable,
    press_any_move,
    read,
    shown,
    tap,
)
from tests.waiting import until

DULL = (":draw", ":keep", ":take", ":pass")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


async def test_a_double_press_plays_once_though_the_same_move_is_legal_again(room: Room) -> None:
    """Between two, a Skip brings the turn back, and its twin fits on it."""
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position("RS RS G4 G5", "R1 G2 G3", top="R7"))
    hand = await my_hand(room, ann)
    replies = await asyncio.gather(ann.press(hand, "RS"), ann.press(hand, "RS"))
    assert [reply.kind for reply in replies] == [AnswerKind.UPDATE] * 2
    table = room.table()
    assert table.revision == 1
    assert uno.hand(table.state, 0) == "RS G4 G5"
    assert "RS" in uno.may(table.state, 0)  # which a second press could have played
    await shown(room)
    await ann.press(hand, "RS")
    assert (table.revision, uno.hand(table.state, 0)) == (2, "G4 G5")


async def down_to_one_card(room: Room, ann: Member, bo: Member, chance: Random) -> None:
    """Bo plays no card; Ann plays hers until one is left, and does not call."""
    while not room.table().state.owes:
        (person,) = room.to_move([ann, bo])
        hand = (await person.command(room.discord.channel, "/uno hand")).message
        if person is ann:
            await press_any_move(room, ann, hand, chance)
        else:
            await bo.press(hand, custom_id=next(each for each in playable(hand) if each.endswith(DULL)))
    await shown(room)


async def test_a_click_told_again_after_a_restart_does_not_catch_the_same_member_twice(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A catch answers no question, and the bot that has seen the click is gone: only the journal knows it."""
    monkeypatch.setattr(lateness, "TOO_OLD", inf)
    monkeypatch.setattr(table_module, "secrets", SimpleNamespace(token_bytes=Random(4).randbytes))
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    chance = Random(4)
    await down_to_one_card(room, ann, bo, chance)
    click = await tap(bo, board(room), "Catch Ann")
    assert len(room.table().state.hands[0]) == 3
    await room.restart()
    await shown(room)
    await down_to_one_card(room, ann, bo, chance)
    revision = room.table().revision
    await bo.again(click)
    await until(lambda: room.discord.problems, "the click that came again was not answered again")
    assert len(room.discord.problems) == 1  # the second answer, which this test has ordered
    room.discord.problems.clear()
    assert (room.table().revision, len(room.table().state.hands[0])) == (revision, 1)
    await tap(bo, board(room), "Catch Ann")  # a click of its own does catch
    assert (room.table().revision, len(room.table().state.hands[0])) == (revision + 1, 3)
    await shown(room)
    assert "Bo catches Ann" in read(board(room))
