"""Tables whose board cannot be shown: nobody sees how it stands, so they wait."""

import asyncio
from pathlib import Path

from bot.tables.clock import PARKED_FOR
from bot.tables.directory import HEARTBEAT, TRY_AGAIN
from tests.games.uno.position import position as uno
from tests.tables.house import ANN, BO, CHANNEL, House, open_house
from tests.tables.test_directory import running, until
from tests.tables.test_places import opened


async def long_enough(house: House, seconds: float) -> None:
    """Time goes by, and whoever wanted to do something has had the chance to."""
    house.time.advance(seconds)
    for _ in range(20):
        await asyncio.sleep(0.001)


async def test_while_a_board_cannot_be_shown_no_clock_runs_and_no_computer_moves(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):
        table = await house.game(ANN, computers=1, state=uno("R1 R2 R3", "R4 R5 R6", top="R7"))
        other = await opened(house, 1)
        house.directory.halt(table)
        await table.play(ANN, 0, "R1")
        house.time.advance(601)
        await until(lambda: not other.live)
        assert (table.revision, table.waiting) == (1, (1,))
        house.directory.carry_on(table)
        await until(lambda: table.revision == 2)


async def test_when_the_board_is_there_again_who_is_waited_for_has_all_their_time(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):
        table = await house.game(ANN, BO)
        house.directory.halt(table)
        await long_enough(house, 3000)
        house.directory.carry_on(table)
        await until(lambda: table.clock.deadline(table.waiting[0]) > house.time.now())
        await long_enough(house, 50)
        assert table.revision == 0
        house.time.advance(12)
        await until(lambda: table.revision >= 1)


async def test_a_board_that_was_never_in_trouble_moves_no_clock(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO)
        deadline = table.clock.deadline(table.waiting[0])
        house.time.advance(10)
        house.directory.carry_on(table)
        assert table.clock.deadline(table.waiting[0]) == deadline


async def test_a_lobby_whose_board_cannot_be_shown_closes_in_its_time(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):
        lobby = await house.lobby(ANN)
        house.directory.halt(lobby)
        house.time.advance(601)
        await until(lambda: not lobby.live)


async def test_after_a_day_without_a_board_a_game_is_parked_and_a_day_later_closed(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):
        table = await house.game(ANN, BO)
        house.directory.halt(table)
        await long_enough(house, PARKED_FOR - 60)
        assert table.phase == "playing"
        house.directory.halt(table)  # it still cannot be shown: the day goes on
        house.time.advance(60 + HEARTBEAT)
        await until(lambda: table.phase == "parked")
        house.time.advance(PARKED_FOR + 1)
        await until(lambda: table.phase == "closed")
        assert house.directory.in_channel(CHANNEL) is None


async def test_a_table_that_has_ended_waits_for_no_board(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):
        table = await house.game(ANN, BO)
        other = await opened(house, 1)
        await table.end(ANN, moderator=False)
        house.directory.halt(table)
        house.time.advance(PARKED_FOR + HEARTBEAT)
        await until(lambda: not other.live)  # the directory is well
        assert table.phase == "closed"
        assert await house.storage.game(table.id) == table.saved


async def test_when_the_time_that_is_given_back_cannot_be_written_the_clock_runs_on(tmp_path: Path) -> None:
    """Nobody is stuck for that: the game goes on as it stood."""
    async with open_house(tmp_path) as house, running(house):
        table = await house.game(ANN, BO)
        house.directory.halt(table)
        await long_enough(house, 61)
        async with house.no_writing():
            house.directory.carry_on(table)
            await until(lambda: not house.directory._going_on)
            assert table.revision == 0
        house.time.advance(TRY_AGAIN + 0.1)
        await until(lambda: table.revision == 1)


async def test_what_has_ended_or_is_parked_does_not_go_on(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO)
        await table.lose_place(for_good=False)
        parked = table.saved
        house.time.advance(100)
        await table.go_on()
        await table.lose_place(for_good=False)
        assert table.saved == parked, "neither does its day begin anew"
        await table.lose_place(for_good=True)
        closed = table.saved
        await table.lose_place(for_good=True)
        await table.go_on()
        assert table.saved == closed
