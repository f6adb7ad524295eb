"""Answers and edits that are late, lost or refused: what people see is right in the end."""

import asyncio

import pytest

from bot.errors import Refused
from bot.ui.answer import Answer
from bot.ui.parts import card
from tests.games.uno import position as uno
from tests.play.room import Room
from tests.play.sitting import board, boards_at_once, folk, labels, lay, let_pass, my_hand, read, shown


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


async def test_an_old_edit_that_lands_late_does_not_stay_over_a_newer_hand(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position("R7 R1 R2", "R4 R5 R6", top="R9"))
    mine, his = await my_hand(room, ann), await my_hand(room, bo)
    room.discord.faults.next("PATCH", "*/webhooks/*", latency=0.5)
    await ann.press(mine, "R7")
    await asyncio.sleep(0.1)
    await bo.press(his, "Refresh")
    await bo.press(his, "R4")
    await asyncio.sleep(0.6)
    await shown(room)
    assert "Wait for your turn" in read(his)


async def test_a_panel_opened_while_the_old_one_is_found_gone_is_kept_up_to_date(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position("R7 R1 R2", "R4 R5 R6", top="R9"))
    mine, _ = await my_hand(room, ann), await my_hand(room, bo)
    room.discord.faults.next("PATCH", "*/webhooks/*", latency=0.3, status=404, code=10008)
    await ann.press(mine, "R7")
    await asyncio.sleep(0.1)
    newer = (await bo.press(board(room), "My hand")).message
    await asyncio.sleep(0.4)
    await bo.press(newer, "R4")
    await ann.press(await my_hand(room, ann), "R1")
    await shown(room)
    assert "Your turn on Red 1" in read(newer)


async def test_who_was_away_sees_what_was_done_for_them(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="normal")
    lay(room, uno.position("R7 R1 R2", "R4 R5 R6", top="R9"))
    hand = await my_hand(room, ann)
    await let_pass(room, 61)
    await shown(room)
    assert "Wait for your turn" in read(hand)


async def test_a_start_whose_answer_is_lost_still_shows_its_lobby(room: Room) -> None:
    (ann,) = folk(room, 1)
    room.discord.faults.next("POST", "*/callback*", status=404, code=10062)
    task = asyncio.create_task(ann.command(room.discord.channel, "/uno start"))
    await asyncio.sleep(0.5)
    room.discord.time.advance(4)
    await asyncio.wait({task})
    assert task.exception() is not None
    await shown(room)
    assert "Join" in labels(board(room))
    room.discord.problems.clear()


async def test_an_answer_that_cannot_be_made_is_a_sentence_with_a_reference(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = folk(room, 1)

    async def too_much(*_: object) -> Answer:
        return Answer([*card("x")] * 50, "private")

    monkeypatch.setattr(room.bot.orders, "hand", too_much)
    reply = await ann.command(room.discord.channel, "/uno hand")
    assert "Something broke on our side, your cards are safe. Please try again" in read(reply)


async def test_a_refusal_that_took_long_is_seen_by_the_one_who_asked_alone(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = folk(room, 1)
    monkeypatch.setattr("bot.door.ANNOUNCE_AFTER", 0.05)

    async def slow(*_: object) -> Answer:
        await asyncio.sleep(0.3)
        raise Refused("Not today.")

    monkeypatch.setattr(room.bot.orders, "leaderboard", slow)
    await ann.command(room.discord.channel, "/leaderboard")
    await asyncio.sleep(0.5)
    await shown(room)
    assert room.discord.channel.messages == []
    assert "Not today." in read(ann.private(room.discord.channel)[-1])


async def test_a_slow_answer_on_a_panel_is_announced_and_then_shown(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position("R7 R1 R2", "R4 R5 R6", top="R9"))
    hand = await my_hand(room, ann)
    monkeypatch.setattr("bot.door.ANNOUNCE_AFTER", 0.05)
    append = room.bot.storage.append

    async def slowly(*values: object) -> bool:
        await asyncio.sleep(0.3)
        return await append(*values)  # type: ignore[arg-type]

    monkeypatch.setattr(room.bot.storage, "append", slowly)
    await ann.press(hand, "R7")
    await asyncio.sleep(0.5)
    await shown(room)
    assert "Wait for your turn" in read(hand)


async def test_many_fingers_do_not_stop_the_board(room: Room) -> None:
    ann, bo, stranger = *folk(room, 2), room.person("Stranger")
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position("R7 R1 R2", "R4 R5 R6", top="R9"))
    hand = await my_hand(room, ann)
    room.discord.faults.next("POST", "*/callback*", times=100, latency=0.15)
    busy = [asyncio.create_task(press_later(room, stranger, 0.1 * number)) for number in range(25)]
    await ann.press(hand, "R7")
    await asyncio.sleep(1.8)
    assert "Red 7" in read(board(room))
    await asyncio.wait(busy)


async def press_later(room: Room, person: object, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await person.press(board(room), "My hand")  # type: ignore[attr-defined]
