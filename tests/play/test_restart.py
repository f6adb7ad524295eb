"""The bot goes away and comes back, in every phase of a table: nothing is lost, and every button works again."""

import asyncio
from random import Random
from typing import Any

import pytest

from bot.games import GAMES
from bot.loopback.interactions import AnswerKind
from bot.loopback.people import Member
from bot.tables.table import Table
from bot.ui import screens
from tests.play.room import Room
from tests.play.sitting import (
    board,
    boards_at_once,
    folk,
    labels,
    let_pass,
    my_hand,
    play_out,
    playable,
    press_any_move,
    read,
    shown,
)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


async def restarted(room: Room, *, away: float = 0) -> None:
    """The bot is gone for so many seconds."""
    await room.stop()
    room.time.advance(away)
    room.discord.time.advance(away)
    await room.start()
    await shown(room)


def remembered(table: Table) -> tuple[Any, ...]:
    """All that must be the same after a restart."""
    views = [repr(table.view(seat)) for seat in (None, *range(len(table.seats)))] if table.state is not None else []
    return (table.id, table.phase, table.revision, table.asks, table.waiting, table.saved.seats, table.round_end, views)


async def move(room: Room, people: list[Member], chance: Random) -> Member:
    """Whoever is to move makes a move on their open hand."""
    person = room.to_move(people)[0]
    hand = room.hand(person)
    if not playable(hand):
        await person.press(hand, "Refresh")
    await press_any_move(room, person, hand, chance)
    return person


# The lobby


async def test_a_lobby_is_there_again_and_all_its_buttons_work(room: Room) -> None:
    ann, bo, cy = folk(room, 3)
    lobby = (await ann.command(room.discord.channel, "/uno start", preset="party", computers=1)).message
    panel = (await bo.press(lobby, "Join")).message
    options = (await ann.press(lobby, "Options")).message
    await shown(room)
    before = remembered(room.table())
    edits = lobby.edits
    await restarted(room)
    assert remembered(room.table()) == before
    assert lobby.edits == edits + 1
    assert len(room.discord.channel.messages) == 1
    await cy.press(lobby, "Join")
    await ann.select(options, "Pace", ["quick"])
    await ann.press(lobby, "Add computer")
    await bo.press(panel, "Leave")
    await shown(room)
    assert "Seats 4/10" in read(lobby)
    assert "30 s a turn" in read(lobby)
    await ann.press(lobby, "Start")
    await shown(room)
    assert room.table().phase == "playing"


async def test_the_time_of_a_lobby_goes_on_without_the_time_away(room: Room) -> None:
    (ann,) = folk(room, 1)
    await ann.command(room.discord.channel, "/uno start")
    await let_pass(room, 400)
    await restarted(room, away=5000)
    assert room.table().phase == "lobby"
    await let_pass(room, 190)
    assert room.table().phase == "lobby"
    await let_pass(room, 15)
    assert len(room.bot.directory) == 0


async def test_panels_of_a_lobby_become_hands_after_a_restart(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = (await ann.command(room.discord.channel, "/nimmt start")).message
    panel = (await bo.press(lobby, "Join")).message
    await restarted(room)
    await ann.press(lobby, "Start")
    await shown(room)
    assert "Choose a card" in read(panel)


# In mid-game


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_goes_on_where_it_was_with_the_panels_that_were_open(room: Room, key: str) -> None:
    people = folk(room, 3)
    await room.sit_down(key, people, pace="none")
    chance = Random(7)
    for _ in range(7):
        await move(room, people, chance)
        await shown(room)
    before, shown_before, edits = remembered(room.table()), read(board(room)), board(room).edits
    await restarted(room)
    assert remembered(room.table()) == before
    assert read(board(room)) == shown_before
    assert board(room).edits == edits + 1
    assert len(room.discord.channel.messages) == 1
    mover = room.to_move(people)[0]
    hand = room.hand(mover)
    revision = room.table().revision
    await press_any_move(room, mover, hand, chance)  # its buttons are from before the restart
    assert room.table().revision == revision + 1
    assert "answered already" not in read(hand)
    await shown(room)
    asked = [person for person in room.to_move(people) if person is not mover]
    assert all(playable(room.hand(person)) for person in asked)  # refreshed by tokens from before the restart
    await play_out(room, people, chance)
    assert "win" in read(board(room))


@pytest.mark.parametrize("key", GAMES)
async def test_a_restart_before_every_single_move_changes_nothing(room: Room, key: str) -> None:
    people = folk(room, 2)
    await room.sit_down(key, people, pace="none")
    chance = Random(3)
    for number in range(8):
        await room.restart()
        assert room.table().revision == number
        await move(room, people, chance)


async def test_every_button_of_an_old_board_and_menu_works_after_a_restart(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    menu = (await ann.press(board(room), "…")).message
    rules = (await bo.press(board(room), "…")).message
    await restarted(room)
    assert read(await my_hand(room, bo))
    await bo.press(rules, "Rules")
    assert "the rules" in read(rules)
    await ann.press(menu, "End the game")
    await restarted(room)
    await ann.press(menu, "Yes, end it")
    assert len(room.bot.directory) == 0


async def test_a_token_older_than_fifteen_minutes_is_not_used_after_a_restart(room: Room) -> None:
    people = folk(room, 2)
    await room.sit_down("uno", people, pace="none")
    await let_pass(room, 901)
    await restarted(room)
    start = len(room.discord.calls)
    mover = room.to_move(people)[0]
    await press_any_move(room, mover, room.hand(mover), Random(1))
    await shown(room)
    used = [call for call in room.discord.calls[start:] if call.route.endswith("/messages/{message}") and call.private]
    assert used == []
    assert not [call for call in room.discord.calls[start:] if call.status >= 400]


async def test_a_click_that_is_delivered_again_after_a_restart_is_applied_once(room: Room) -> None:
    people = folk(room, 3)
    await room.sit_down("nimmt", people, pace="none")
    reply = await people[0].press(room.hand(people[0]), custom_id=playable(room.hand(people[0]))[0])
    await restarted(room)
    await people[0].again(reply)
    await shown(room)
    assert room.table().revision == 1
    assert len(room.discord.problems) == 1  # the second answer, which this test has ordered
    room.discord.problems.clear()


async def test_a_board_that_was_deleted_while_the_bot_was_away_is_posted_anew(room: Room) -> None:
    ann, bo = folk(room, 2)
    old = await room.sit_down("uno", [ann, bo], pace="none")
    moderator = room.person("Mod", moderator=True)
    await room.stop()
    moderator.delete(old)
    room.time.advance(30)
    await room.start()
    await shown(room)
    assert "My hand" in labels(board(room))


async def test_computers_play_on_after_a_restart(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = (await ann.command(room.discord.channel, "/eights start", computers=3, pace="none")).message
    await ann.press(lobby, "Start")
    await restarted(room)
    await play_out(room, [ann], Random(2))
    assert "win" in read(board(room))


# Clocks


async def test_the_time_for_a_turn_goes_on_without_the_time_away(room: Room) -> None:
    people = folk(room, 2)
    await room.sit_down("eights", people)
    await let_pass(room, 20)
    await restarted(room, away=1000)
    assert room.table().revision == 0
    await let_pass(room, 30)
    assert room.table().revision == 0
    await let_pass(room, 16)
    assert room.table().revision >= 1


async def test_a_reminder_from_before_is_removed_and_there_is_one_afterwards(room: Room) -> None:
    people = folk(room, 2)
    await room.sit_down("eights", people)
    await let_pass(room, 40)
    reminders = [message for message in room.discord.channel.messages if "your turn in" in message.text]
    assert len(reminders) == 1
    await restarted(room, away=100)
    now = [message for message in room.discord.channel.messages if "your turn in" in message.text]
    assert len(now) == 1
    mover = room.to_move(people)[0]
    await press_any_move(room, mover, await my_hand(room, mover), Random(1))
    await shown(room)
    assert not [message for message in room.discord.channel.messages if "your turn in" in message.text]


async def test_nobody_loses_a_seat_for_a_miss_before_the_restart(room: Room) -> None:
    people = folk(room, 2)
    await room.sit_down("nimmt", people)
    await let_pass(room, 61)
    await restarted(room, away=500)
    assert not any(map(room.table().is_computer, range(2)))


# Between rounds, and parked


async def until_the_round_ends(room: Room, people: list[Member]) -> None:
    chance = Random(5)
    while room.table().round_end is None:
        for person in room.to_move(people):
            reply = await person.command(room.discord.channel, "/nimmt hand")
            await press_any_move(room, person, reply.message, chance)
            if room.table().round_end is not None:
                break


async def test_between_rounds_the_points_are_still_shown_and_the_next_round_begins(room: Room) -> None:
    people = folk(room, 2)
    await room.sit_down("nimmt", people, pace="none", match="150")
    await until_the_round_ends(room, people)
    await shown(room)
    before, text = remembered(room.table()), read(board(room))
    await restarted(room, away=3)
    assert remembered(room.table()) == before
    assert "1 is over" in read(board(room))
    assert read(board(room)).splitlines()[2:] == text.splitlines()[2:]
    await people[1].press(board(room), "Next round")
    await shown(room)
    assert "Deal 2" in read(board(room))


async def test_between_rounds_the_next_one_begins_by_itself_after_a_restart_too(room: Room) -> None:
    people = folk(room, 2)
    await room.sit_down("nimmt", people, pace="none", match="150")
    await until_the_round_ends(room, people)
    await restarted(room, away=3)
    await let_pass(room, 21)
    assert room.table().round_end is None


@pytest.mark.parametrize("key", GAMES)
async def test_a_parked_game_is_parked_and_can_be_resumed(room: Room, key: str) -> None:
    people = folk(room, 2)
    await room.sit_down(key, people, pace="none")
    chance = Random(1)
    for _ in range(3):
        await move(room, people, chance)
    for person in people:
        await person.command(room.discord.channel, f"/{key} leave")
    await shown(room)
    before = remembered(room.table())
    await restarted(room, away=3600)
    assert remembered(room.table()) == before
    assert "everybody is away" in read(board(room))
    reply = await people[1].press(board(room), "Resume")
    assert reply.kind in (AnswerKind.MESSAGE, AnswerKind.LATER)
    await shown(room)
    assert room.table().phase == "playing"
    assert "My hand" in labels(board(room))


async def test_a_seat_that_is_held_is_still_held(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("eights", [ann, bo], pace="none")
    await bo.command(room.discord.channel, "/eights leave")
    await restarted(room)
    assert room.table().is_computer(1)
    await bo.press(board(room), "I'm back")
    assert not room.table().is_computer(1)


async def test_a_board_that_is_deleted_before_and_after_a_restart_comes_back_each_time(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All within a second: Discord must not take the second new board for the first one."""
    boards_at_once(monkeypatch)
    ann, bo = folk(room, 2)
    moderator = room.person("Mod", moderator=True)
    await room.sit_down("uno", [ann, bo], pace="none")
    for _ in range(2):
        moderator.delete(board(room))
        await shown(room)
        assert len([each for each in room.discord.channel.messages if each.buttons]) == 1
        await room.restart()
        await shown(room)
    moderator.delete(board(room))
    await shown(room)
    assert "My hand" in board(room).labels


async def test_an_edit_of_a_killed_bot_that_lands_late_does_not_stay_over_a_newer_board(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was on its way to Discord when the bot died: the next bot draws what it was busy with once more."""
    boards_at_once(monkeypatch)
    monkeypatch.setattr(screens, "ONCE_MORE_AFTER", 0.5)
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    message = board(room)
    before = message.components
    await room.restart()
    await shown(room)
    message.components = []  # as if it had shown something older
    async with asyncio.timeout(5):
        while message.components != before:
            await asyncio.sleep(0.02)
