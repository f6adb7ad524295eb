"""Moves of members: what is allowed, what is stale, and that nothing is told before it is written."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.errors import CannotSave, IllegalMove, PlayError, Refused, StaleClick, UnknownMove
from bot.storage import Entry, MemberId
from bot.tables.table import Table
from bot.tables.update import Update
from tests.games.nimmt.position import position as nimmt
from tests.games.uno.position import position as uno
from tests.tables.house import ANN, BO, CHANNEL, CY, House, open_house, play


async def refused(house: House, table: Table, asking: Any, error: type[PlayError]) -> str:
    """The sentence of a refusal, by which nothing changes."""
    state, saved, asks, revision = table.state.copy(), table.saved, table.asks[:], table.revision
    journal = await house.storage.journal(table.id)
    house.updates.clear()
    with pytest.raises(error) as sentence:
        await asking
    assert (table.state, table.saved, table.asks, table.revision) == (state, saved, asks, revision)
    assert await house.storage.journal(table.id) == journal
    assert house.updates == []
    return str(sentence.value)


async def test_a_move_changes_the_state_the_journal_and_what_is_asked(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, CY, state=uno("R1 R2 R3", "R4 R5 R6", "B1 B2 B3", top="R7"))
        house.updates.clear()
        await table.play(ANN, 0, "R1", 9001)
        assert (table.revision, table.waiting, table.asks) == (1, (1,), [1, 1, 0])
        (entry,) = await house.storage.journal(table.id)
        assert entry == Entry(0, 0, "R1", "member", 9001, entry.at)
        assert entry.at == pytest.approx(house.time.now(), abs=5)
        (update,) = house.updates
        assert update == Update(table, "move", (1,), ANN)
        assert table.recent[-1] == table.events[-len(table.recent[-1]) :]
        assert [table.game.line(event, ("Ann", "Bo", "Cy")) for event in table.recent[-1]] == ["Ann plays Red 1."]


async def test_moves_that_cannot_be_made_are_refused_and_nothing_changes(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, state=uno("R1 G2 R3", "R4 R5 R6", top="R7"))
        await refused(house, table, table.play(ANN, 0, "G2"), IllegalMove)
        await refused(house, table, table.play(ANN, 0, "B9"), IllegalMove)
        await refused(house, table, table.play(BO, 0, "R4"), IllegalMove)
        for text in ("", "r1", "R1 ", "nonsense", "R1!!", "catch>99", "x" * 100, "١"):
            await refused(house, table, table.play(ANN, 0, text), UnknownMove)
        sentence = await refused(house, table, table.play(CY, 0, "R1"), Refused)
        assert sentence == "You are not at this table. You can join the next game."
        for ask in (1, -1, 10**9):
            await refused(house, table, table.play(ANN, ask, "R1"), StaleClick)
        await table.play(ANN, 0, "R1")


async def test_nobody_can_move_in_a_lobby_or_after_the_end(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, BO)
        with pytest.raises(Refused, match="not begun"):
            await table.play(ANN, 0, "draw")
        await table.start(ANN)
        await table.end(ANN, moderator=False)
        for asking in (table.play(ANN, 0, "draw"), table.back(ANN), table.leave(ANN), table.next_round(ANN)):
            with pytest.raises(Refused, match="ended"):
                await asking


async def test_the_same_button_twice_moves_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        state = uno("R1 R2 R3", "R4 R5 R6", top="R7")
        table = await house.game(ANN, BO, state=state)
        outcomes = await asyncio.gather(
            table.play(ANN, 0, "R1", 1),
            table.play(ANN, 0, "R1", 2),
            table.play(ANN, 0, "R2", 3),
            return_exceptions=True,
        )
        assert outcomes[0] is None
        assert [type(outcome) for outcome in outcomes[1:]] == [StaleClick, StaleClick]
        assert table.revision == len(await house.storage.journal(table.id)) == 1


async def test_the_same_click_delivered_twice_is_applied_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, state=uno("R1 R2 R3", "RS R5 R6", top="R7"))
        await table.play(ANN, None, "R1", 77)
        await table.play(BO, None, "RS", 78)  # with two, a skip: Bo again
        assert "already" in await refused(house, table, table.play(BO, None, "R5", 78), StaleClick)
        await table.play(BO, None, "R5", 79)
        assert len(await house.storage.journal(table.id)) == 3


async def test_when_the_write_fails_nothing_has_changed_and_the_same_button_works_later(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, state=uno("R1 R2 R3", "R4 R5 R6", top="R7"))
        async with house.no_writing():
            sentence = await refused(house, table, table.play(ANN, 0, "R1", 5), CannotSave)
            assert "nothing has changed" in sentence
        await table.play(ANN, 0, "R1", 5)
        assert table.revision == 1


async def test_nothing_is_told_before_it_is_written(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        seen: list[tuple[str, int, str]] = []

        def look(update: Update) -> None:
            ((moves,),) = house.look("SELECT count(*) FROM journal WHERE game = ?", update.table.id)
            ((phase,),) = house.look("SELECT phase FROM games WHERE id = ?", update.table.id)
            ((seats,),) = house.look("SELECT count(*) FROM seats WHERE game = ?", update.table.id)
            assert moves == update.table.revision
            assert phase == update.table.phase
            assert seats == len(update.table.seats)
            seen.append((update.kind, moves, phase))

        house.directory.listeners.append(look)
        table = await house.game(ANN, BO, state=uno("R1 R2", "R4 R5 R6", top="R7"))
        await play(table, "0 R1!", "1 R4")
        await play(table, "0 R2")
        assert seen == [
            ("lobby", 0, "lobby"),
            ("started", 0, "playing"),
            ("move", 1, "playing"),
            ("move", 2, "playing"),
            ("over", 3, "over"),
        ]
        assert house.look("SELECT member, place FROM results ORDER BY seat") == [(ANN, 1), (BO, 2)]


async def test_the_last_move_ends_the_game_with_its_results(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, state=uno("R1", "R4 G5", top="R7"), computers=0)
        await play(table, "0 R1")
        assert (table.phase, table.live) == ("over", False)
        assert table.outcome is not None
        assert table.outcome.places == (1, 2)
        assert house.directory.in_channel(CHANNEL) is None
        (ann, bo) = await house.storage.leaderboard(table.saved.guild, CHANNEL, "uno", people=True)
        assert (ann.member, ann.points, bo.member, bo.points) == (ANN, 9, BO, 0)
        await refused(house, table, table.play(BO, None, "R4"), Refused)


async def test_a_last_move_that_cannot_be_written_ends_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, state=uno("R1", "R4 G5", top="R7"))
        async with house.no_writing():
            await refused(house, table, table.play(ANN, 0, "R1"), CannotSave)
        assert table.live
        assert house.look("SELECT count(*) FROM results") == [(0,)]
        await play(table, "0 R1")
        assert table.phase == "over"


async def test_who_clicks_and_goes_away_has_moved(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, state=uno("R1 R2 R3", "R4 R5 R6", top="R7"))
        task = asyncio.create_task(table.play(ANN, 0, "R1"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await table.settle()
        assert table.revision == len(await house.storage.journal(table.id)) == 1
        await play(table, "1 R4")


# Moves out of turn


async def test_a_call_and_a_catch_can_be_made_out_of_turn_and_ask_the_others_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, CY, state=uno("R1 R2", "R4 R5 R6", "B1 B2 B3", top="R7"))
        await play(table, "0 R1")
        assert table.state.owes == [0]
        asks, deadline = table.asks[1], table.clock.deadline(1)
        house.updates.clear()
        await table.play(CY, None, "catch>0")
        assert len(table.state.hands[0]) == 3
        assert (table.waiting, table.asks[1], table.clock.deadline(1)) == ((1,), asks, deadline)
        assert house.updates == [Update(table, "move", (1,), CY)]  # Bo's open hand loses its button
        await refused(house, table, table.play(BO, None, "catch>0"), IllegalMove)


async def test_of_a_call_and_a_catch_at_once_the_first_counts(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, CY, state=uno("R1 R2", "R4 R5 R6", "B1 B2 B3", top="R7"))
        await play(table, "0 R1")
        called, *caught = await asyncio.gather(
            table.play(ANN, table.asks[0], "call"),
            table.play(CY, None, "catch>0"),
            table.play(BO, None, "catch>0"),
            return_exceptions=True,
        )
        assert called is None
        assert [type(outcome) for outcome in caught] == [IllegalMove, IllegalMove]
        assert len(table.state.hands[0]) == 1


async def test_who_jumps_in_takes_the_turn_and_the_one_who_was_asked_is_asked_no_more(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        state = uno("R1 R2 R3", "R4 R5 R6", "B1 R7 B3", top="R7", jump_in=True)
        table = await house.game(ANN, BO, CY, state=state, given={"jump_in": True})
        await table.play(CY, table.asks[2], "R7")
        assert table.waiting == (0,)
        assert table.revision == 1
        await play(table, "0 R1")
        assert table.waiting == (1,)


# Everybody at once


async def test_in_6_nimmt_everybody_chooses_from_the_hand_they_were_shown(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        state = nimmt("6 61 70", "31 62 71", "41 63 72")
        table = await house.game(ANN, BO, CY, game="nimmt", state=state)
        house.updates.clear()
        asks = table.asks[:]
        await asyncio.gather(
            table.play(BO, asks[1], "31"), table.play(CY, asks[2], "41"), table.play(ANN, asks[0], "6")
        )
        assert table.revision == 3
        assert table.asks == [3, 3, 3]
        assert table.waiting == (0, 1, 2)
        assert [update.asked for update in house.updates] == [(), (), (0, 1, 2)]


async def test_in_6_nimmt_a_choice_can_be_changed_until_all_have_chosen(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, game="nimmt", state=nimmt("6 61 70", "31 62 71"))
        first = table.asks[0]
        await table.play(ANN, first, "6")
        assert (table.waiting, table.state.chosen) == ((1,), [6, 0])
        await refused(house, table, table.play(ANN, first, "61"), StaleClick)  # a double click
        await table.play(ANN, table.asks[0], "61")
        assert table.state.chosen == [61, 0]
        assert table.asks[1] == 0  # nothing new for Bo
        await table.play(BO, 0, "31")
        assert table.state.hands == [[6, 70], [62, 71]]
        await refused(house, table, table.play(ANN, 2, "6"), StaleClick)  # the trick is over


async def test_in_6_nimmt_ten_who_choose_at_once_reveal_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, game="nimmt", channel=CHANNEL, computers=0)
        await table.end(ANN, moderator=False)
        table = await house.lobby(ANN, game="nimmt")
        people = [ANN, *(MemberId(500 + number) for number in range(9))]
        for member in people[1:]:
            await table.join(member, f"P{member}")
        await table.start(ANN)
        for _ in range(3):
            revision = table.revision
            choices = [table.game.moves(table.state, seat)[0].text for seat in range(10)]
            clicks = [table.play(people[seat], table.asks[seat], choices[seat]) for seat in (*range(10), *range(10))]
            outcomes = await asyncio.gather(*clicks, return_exceptions=True)
            assert outcomes[:10] == [None] * 10
            assert all(isinstance(outcome, StaleClick | IllegalMove) for outcome in outcomes[10:])
            assert table.revision == revision + 10
            while table.state.chooser >= 0:
                seat = table.state.chooser
                await table.play(people[seat], table.asks[seat], "row1")
        assert all(len(hand) == 7 for hand in table.state.hands)
