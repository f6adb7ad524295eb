"""Rounds of a match, and playing again when it is over."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.errors import ChannelTaken, Refused, StaleClick
from bot.storage import GameId
from bot.tables.autopilot import wake
from bot.tables.course import RoundEnd
from bot.tables.table import Table
from bot.tables.update import Update
from tests.games.uno.position import position as uno
from tests.tables.house import ANN, BO, CHANNEL, CY, House, open_house, play


async def round_over(house: House, **plan: Any) -> Table:
    """Ann has just won the first round of a match with 9 points."""
    state = uno("R1", "R4 G5", top="R7", match=500)
    table = await house.game(ANN, BO, given={"match": 500}, state=state, **plan)
    house.updates.clear()
    await play(table, "0 R1")
    return table


async def test_a_round_that_ended_is_looked_at_before_the_next_one_begins(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await round_over(house)
        assert table.round_end == RoundEnd(1, (9, 0))
        assert (table.phase, table.waiting, table.outcome) == ("playing", (), None)
        assert house.updates == [Update(table, "move", (), ANN)]  # nobody is asked anything yet
        seat = table.game.waiting(table.state)[0]
        with pytest.raises(StaleClick, match="The round is over"):
            await play(table, f"{seat} {table.game.moves(table.state, seat)[0].text}")
        assert (table.state.round, sum(map(len, table.state.hands))) >= (2, 14)  # dealt already (rule C7)


async def test_anybody_seated_can_go_on_and_only_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await round_over(house)
        with pytest.raises(Refused):
            await table.next_round(CY)
        house.updates.clear()
        outcomes = await asyncio.gather(table.next_round(BO), table.next_round(ANN), return_exceptions=True)
        assert outcomes[0] is None
        assert isinstance(outcomes[1], StaleClick)
        assert table.round_end is None
        assert table.waiting
        assert house.updates == [Update(table, "started", table.waiting)]
        assert table.clock.deadline(table.waiting[0]) == pytest.approx(house.time.now() + 60, abs=5)
        seat = table.waiting[0]
        await play(table, f"{seat} {table.game.moves(table.state, seat)[0].text}")


async def test_the_next_round_begins_by_itself_after_20_seconds(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await round_over(house)
        await house.pass_time(19)
        assert table.round_end is not None
        house.updates.clear()
        await house.pass_time(1.1)
        assert table.round_end is None
        assert house.kinds() == ["started"]
        assert table.revision == 1  # nobody has lost time


async def test_a_click_in_the_moment_in_which_the_round_begins_by_itself_is_no_trouble(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await round_over(house)
        house.time.advance(21)
        house.updates.clear()
        await asyncio.gather(table.next_round(ANN), wake(table))
        assert house.kinds() == ["started"]


async def test_computers_wait_for_the_next_round_too(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        state = uno("R1", "R4 G5", top="R7", match=500)
        table = await house.game(ANN, given={"match": 500}, computers=1, state=state)
        await play(table, "0 R1")
        await house.pass_time(10)
        assert table.revision == 1


async def test_in_a_parked_game_no_round_begins(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await round_over(house)
        await table.leave(BO)
        await table.leave(ANN)
        house.updates.clear()
        await house.pass_time(25)
        assert table.phase == "parked"
        assert house.kinds() == []


async def test_who_is_back_while_a_round_is_looked_at_has_time_to_look_too(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await round_over(house)
        await table.leave(BO)
        await house.pass_time(15)
        await table.back(BO)
        await house.pass_time(15)
        assert table.round_end is not None
        await house.pass_time(6)
        assert table.round_end is None


async def test_without_a_round_that_ended_there_is_no_next_one(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO)
        with pytest.raises(StaleClick):
            await table.next_round(ANN)


# Playing again


async def over(
    house: House, *members: Any, leavers: tuple[Any, ...] = (), dealer: int | None = None, **plan: Any
) -> Table:
    """A game that the first seat has won."""
    hands = ("R1", "R4 G5", "B1 B2", "Y1 Y2")
    table = await house.lobby(*members, **plan)
    await table.start(members[0])
    for member in leavers:
        await table.leave(member)
    if dealer is not None:
        await table._save(replace(table.saved, dealer=dealer))
    house.lay(table, uno(*hands[: len(table.seats)], top="R7"))
    await play(table, "0 R1")
    assert table.phase == "over"
    house.updates.clear()
    return table


async def test_a_rematch_has_the_same_seats_and_options_and_begins_at_once_with_the_next_dealer(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old = await over(house, ANN, BO, computers=1, pace="quick", level="easy", given={"hand_size": 5}, dealer=1)
        table = await house.directory.rematch(old.id, BO)
        assert table.id != old.id
        assert table.phase == "playing"
        assert table.seats == old.seats
        assert (table.options.hand_size, table.saved.pace, table.saved.level) == (5, "quick", "easy")
        assert (table.saved.dealer, table.state.dealer) == (2, 2)
        assert table.saved.host == BO
        assert table.saved.seed != old.saved.seed
        assert (table.revision, table.asks) == (0, [0, 0, 0])
        assert house.directory.in_channel(CHANNEL) is table
        assert await house.storage.journal(table.id) == []
        assert house.kinds() == ["started"]


async def test_the_deal_goes_round_to_the_first_seat(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old = await over(house, ANN, BO, CY, dealer=2)
        assert (await house.directory.rematch(old.id, ANN)).saved.dealer == 0


async def test_those_who_left_are_out_of_a_rematch_unless_they_ask_for_it(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old = await over(house, ANN, BO, CY, leavers=(BO, CY))
        table = await house.directory.rematch(old.id, CY)
        assert [(seat.member, seat.away) for seat in table.seats] == [(ANN, ""), (CY, "")]
        assert len(table.state.hands) == 2


async def test_when_everybody_else_left_a_computer_sits_down(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old = await over(house, ANN, BO, leavers=(BO,))
        table = await house.directory.rematch(old.id, ANN)
        assert [seat.member for seat in table.seats] == [ANN, None]
        assert table.state.dealer in (0, 1)


async def test_C5_the_deal_moves_to_the_next_of_those_who_stayed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old = await over(house, ANN, BO, CY, leavers=(BO,), dealer=1)  # Bo dealt and left: Cy is next
        table = await house.directory.rematch(old.id, ANN)
        assert [seat.member for seat in table.seats] == [ANN, CY]
        assert table.saved.dealer == 1


async def test_a_rematch_does_not_take_the_board_of_the_game_before(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old = await over(house, ANN, BO)
        await house.storage.set_board(old.id, 555, house.time.now())
        await house.storage.set_reminder(old.id, 666)
        table = await house.directory.rematch(old.id, ANN)
        assert table.saved == await house.storage.game(table.id)
        assert (table.saved.board, table.saved.reminder) == (None, None)


async def test_only_those_who_played_can_ask_for_a_rematch_and_only_of_a_game_that_is_over(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old = await over(house, ANN, BO)
        with pytest.raises(Refused, match="Only those who played"):
            await house.directory.rematch(old.id, CY)
        with pytest.raises(Refused, match="nothing to play again"):
            await house.directory.rematch(GameId(999), ANN)
        assert house.directory.in_channel(CHANNEL) is None
        table = await house.directory.rematch(old.id, ANN)
        with pytest.raises(Refused, match="nothing to play again"):
            await house.directory.rematch(table.id, ANN)


async def test_of_two_who_ask_for_a_rematch_at_once_one_gets_it(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        old = await over(house, ANN, BO)
        outcomes = await asyncio.gather(
            house.directory.rematch(old.id, ANN), house.directory.rematch(old.id, BO), return_exceptions=True
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["ChannelTaken", "Table"]
        with pytest.raises(ChannelTaken):
            await house.directory.rematch(old.id, BO)
        assert len(house.directory) == 1
