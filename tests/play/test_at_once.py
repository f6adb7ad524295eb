"""Many who press in the same moment (faults 17, 29, 86): their presses reach the bot together, each counts once or is
told why not, and everybody is answered."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.games.six_nimmt.events import Revealed
from bot.loopback.interactions import AnswerKind
from bot.loopback.people import Member, Reply
from bot.loopback.world import Channel
from bot.storage import MemberId
from bot.ui import screens
from tests.games.uno import position as uno
from tests.play.room import Room, open_room
from tests.play.sitting import board, boards_at_once, folk, lay, my_hand, playable, read, shown

ROUNDS = 200
TRICKS = 3
CHANNELS = 20
AT_A_TIME = 5
"""So many tables press in the very same moment: fifty members, who share one processor with the bot and Discord."""


async def together(room: Room, *presses: Coroutine[Any, Any, Reply]) -> list[Reply]:
    """All of them press before the bot hears of the first."""
    room.discord.faults.hold_events()
    due = len(room.discord.interactions) + len(presses)
    tasks = [asyncio.create_task(each) for each in presses]
    while len(room.discord.interactions) < due:
        await asyncio.sleep(0)
    room.discord.faults.hold_events(False)
    return await asyncio.gather(*tasks)


async def test_two_hundred_times_two_press_at_once_and_one_of_them_wins(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 17: both catch Ann. The board is not drawn anew, so that its button stays where it is."""
    ann, bo, cy = folk(room, 3)
    await room.sit_down("uno", [ann, bo, cy], pace="none")
    lay(room, uno.position("B2 R5", "G1 G2 G3", "G4 G5 G6", top="B7"))
    boards_at_once(monkeypatch)
    await ann.press(await my_hand(room, ann), "B2")
    await shown(room)
    monkeypatch.setattr(screens, "EDIT_EVERY", 1e6)
    room.bot.screens.redraw(room.table())
    await shown(room)
    button = next(each.custom_id for each in board(room).buttons if each.label.startswith("Catch"))
    table, caught, chance = room.table(), room.table().state.copy(), Random(17)
    first, wins = table.revision, Counter[str]()
    for number in range(ROUNDS):
        table.state = caught.copy()
        pair = [bo, cy]
        chance.shuffle(pair)
        replies = await together(room, *(each.press_id(board(room), button or "") for each in pair))
        assert sorted(reply.kind for reply in replies) == [AnswerKind.MESSAGE, AnswerKind.LATER]
        for person, reply in zip(pair, replies, strict=True):
            if reply.kind is AnswerKind.LATER:
                wins[person.name] += 1
            else:
                assert reply.ephemeral
                assert read(reply).strip().endswith(".")
        assert table.revision == first + number + 1
        assert len(table.state.hands[0]) == 3, "two cards for one catch"
    assert wins.total() == ROUNDS
    assert min(wins.values()) > 0, "each of the two wins at times"
    journal = await room.bot.storage.journal(table.id)
    assert Counter(entry.move for entry in journal)["catch>0"] == ROUNDS
    assert len({entry.click for entry in journal}) == len(journal)


async def trick(room: Room, people: list[Member], chance: Random, channel: Channel | None = None) -> int:
    """Everybody chooses in the same moment; then rows are taken, where somebody has to. How many moves were made."""
    table, moves = room.table(channel), 0
    cards = len(table.state.hands[0])
    while len(table.state.hands[0]) == cards or len(table.waiting) < len(people):
        movers = room.to_move(people, channel)
        hands = [await room.ready_hand(each, channel) for each in movers]
        choices = [chance.choice(playable(hand)) for hand in hands]
        presses = [
            each.press(hand, custom_id=choice) for each, hand, choice in zip(movers, hands, choices, strict=True)
        ]
        revision = table.revision
        await (together(room, *presses) if channel is None else asyncio.gather(*presses))
        moves += len(movers)
        async with asyncio.timeout(30):
            while table.revision != revision + len(movers):  # where an answer was only announced
                await asyncio.sleep(0.01)
    return moves


async def test_ten_choose_in_the_same_moment_and_each_trick_is_revealed_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 29."""
    boards_at_once(monkeypatch)
    people = folk(room, 10)
    await room.sit_down("nimmt", people, pace="none")
    await shown(room)
    table, chance = room.table(), Random(29)
    for number in range(1, TRICKS + 1):
        written = len(await room.bot.storage.journal(table.id))
        moves = await trick(room, people, chance)
        journal = (await room.bot.storage.journal(table.id))[written:]
        assert len(journal) == moves
        assert sorted(entry.seat for entry in journal[:10]) == list(range(10)), "each choice is written, once"
        assert {each.id for each in room.discord.interactions[-moves:]} == {entry.click for entry in journal}
        revealed = [each for each in table.events if isinstance(each, Revealed)]
        assert len(revealed) == number
        chosen = {entry.seat: entry.move for entry in journal[:10]}
        assert [str(card) for card in revealed[-1].cards] == [chosen[seat] for seat in range(10)]
    await shown(room)
    is_shown(room, people)


def is_shown(room: Room, people: list[Member], channel: Channel | None = None) -> None:
    """The board shows the rows as they are, and every hand the cards that its owner has."""
    table = room.table(channel)
    names = [seat.name for seat in table.seats]
    seen = table.game.board(table.view(None), names)
    assert seen.picture
    for words in (seen.title, seen.picture, seen.asked, *seen.facts):
        assert words in board(room, channel).text
    for person in people:
        seat = table.seat_of(MemberId(person.id))
        assert seat is not None
        assert table.game.hand(table.view(seat), names, False).cards in room.hand(person, channel).text


async def test_two_hundred_members_at_twenty_tables_are_all_answered_within_discords_limits(tmp_path: Path) -> None:
    """Fault 86, small: ten at each table, and Discord's limits are on."""
    async with open_room(tmp_path / "cardroom.db", limits=True) as room:
        guild = room.discord.guild
        channels = [*guild.channels, *(guild.add_channel(f"hall-{number}") for number in range(2, CHANNELS))]
        parties = [[room.person(f"Guest {each} of {number}") for each in range(10)] for number in range(CHANNELS)]

        fingers = asyncio.Semaphore(AT_A_TIME)

        async def evening(number: int) -> int:
            people, channel, chance, moves = parties[number], channels[number], Random(number), 0
            async with fingers:
                await room.sit_down("nimmt", people, channel, pace="none")
            for _ in range(TRICKS):
                async with fingers:
                    moves += await trick(room, people, chance, channel)
            return moves

        moves = sum(await asyncio.gather(*map(evening, range(CHANNELS))))
        assert moves >= CHANNELS * 10 * TRICKS
        for channel in channels:
            assert len(room.table(channel).state.hands[0]) == 10 - TRICKS
        async with asyncio.timeout(60):
            while any(screen.dirty for screen in room.bot.screens._screens.values()):
                await asyncio.sleep(0.05)
        await shown(room)
        for channel, people in zip(channels, parties, strict=True):
            is_shown(room, people, channel)
            assert len(channel.messages) == 1
        assert all(each.answered is not None for each in room.discord.interactions)
        assert room.discord.problems == []
        assert room.discord.calls.invalid == 0, "no call came too early for Discord"
