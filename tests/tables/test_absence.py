"""Somebody does not move, leaves, or comes back: nobody waits for ever, and no seat is lost."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.config import DAY
from bot.errors import Refused, StaleClick
from bot.storage import MemberId
from bot.tables.autopilot import wake
from bot.tables.table import Table
from bot.tables.update import Update
from tests.games.uno.position import position as uno
from tests.tables.house import ANN, BO, CHANNEL, CY, DEE, House, hold, open_house, play

LONG = "R1 R2 R3 R4 R5 R6 R8 R9", "Y1 Y2 Y3 Y4 Y5 Y6 Y8 Y9", "B1 B2 B3 B4 B5 B6 B8 B9", "G1 G2 G3 G4 G5 G6 G8 G9"


async def sitting(house: House, *members: MemberId, **plan: Any) -> Table:
    """A game in which nobody will be done soon. Ann is to play."""
    table = await house.game(*members, state=uno(*LONG[: len(members)], top="R7"), **plan)
    house.updates.clear()
    return table


async def miss(house: House) -> None:
    """Let the time of whoever is to play run out."""
    await house.pass_time(61)


async def missed_twice(house: House, table: Table) -> None:
    """Ann, at the table with Bo, lets her time run out twice in a row; Bo plays in between."""
    await miss(house)
    await draw(table, BO)
    await miss(house)


async def draw(table: Table, member: MemberId) -> None:
    """Draw and keep what was drawn."""
    seat = table.seat_of(member)
    assert seat is not None
    await table.play(member, table.asks[seat], "draw")
    if table.waiting == (seat,):
        await table.play(member, table.asks[seat], "keep")


@pytest.mark.parametrize(("pace", "after"), [("quick", 15), ("normal", 35), ("slow", 0), ("none", 60)])
async def test_who_is_waited_for_is_reminded_once(tmp_path: Path, pace: str, after: float) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO, pace=pace)
        if after:
            await house.pass_time(after - 1)
            assert house.updates == []
            assert not table.clock.is_late(0)
        await house.pass_time(1)
        (update,) = house.updates
        assert (update.kind, update.asked) == ("reminder", (0,))
        assert table.clock.is_late(0)
        assert table.clock.late() == [0]
        await house.pass_time(3)
        assert house.kinds() == ["reminder"]
        await play(table, "0 R1")
        assert table.clock.late() == []


async def test_a_reminder_is_due_again_at_the_next_turn(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        await house.pass_time(40)
        await play(table, "0 R1")
        await house.pass_time(40)
        await draw(table, BO)
        await house.pass_time(40)
        assert [update.asked for update in house.updates if update.kind == "reminder"] == [(0,), (1,), (0,)]


async def test_in_6_nimmt_those_who_have_not_chosen_are_reminded_together(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, CY, game="nimmt")
        await play(table, f"1 {table.game.moves(table.state, 1)[0].text}")
        house.updates.clear()
        await house.pass_time(36)
        (update,) = house.updates
        assert update.asked == (0, 2)
        await house.pass_time(25)
        assert [entry.by for entry in await house.storage.journal(table.id)] == ["member", "absent", "absent"]


async def test_computers_are_not_reminded(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, computers=1, pace="slow", state=uno(*LONG[:2], top="R7"))
        await play(table, "0 R1")
        house.updates.clear()
        await wake(table)
        assert "reminder" not in house.kinds()


async def test_when_the_time_is_over_a_computer_makes_that_one_move(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        ask = table.asks[0]
        await house.pass_time(59)
        assert table.revision == 0
        await house.pass_time(1.1)
        (entry,) = await house.storage.journal(table.id)
        assert (entry.seat, entry.by) == (0, "absent")
        assert hold(table) == {ANN: "", BO: ""}
        with pytest.raises(StaleClick):
            await table.play(ANN, ask, "R1")
        await draw(table, BO)
        await play(table, f"0 {table.game.moves(table.state, 0)[0].text}")


async def test_a_slow_game_waits_a_day_and_one_without_a_limit_for_three_months(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO, pace="slow")
        await house.pass_time(DAY - 10)
        assert table.revision == 0
        await house.pass_time(11)
        assert table.revision == 1
        await table.end(ANN, moderator=False)
        table = await sitting(house, ANN, BO, pace="none")
        await house.pass_time(89 * DAY)
        assert (table.revision, table.phase) == (0, "playing")
        await house.pass_time(2 * DAY)
        assert (table.revision, table.phase) == (0, "parked")
        await house.pass_time(DAY + 1)
        assert table.phase == "closed"


async def test_who_misses_twice_in_a_row_has_the_seat_held_until_they_are_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        await missed_twice(house, table)
        assert hold(table) == {ANN: "held", BO: ""}
        assert table.saved.host == BO  # the host's role moves on
        assert await house.storage.game(table.id) == table.saved
        assert house.kinds()[-2:] == ["move", "seats"]
        with pytest.raises(Refused, match="I'm back"):
            await table.play(ANN, table.asks[0], "draw")
        await draw(table, BO)
        await house.wake()  # the computer plays on at once
        assert table.waiting == (1,)
        await table.back(ANN)
        assert hold(table) == {ANN: "", BO: ""}
        await draw(table, BO)
        await house.wake()
        assert table.waiting == (0,)
        await draw(table, ANN)


async def test_a_move_of_ones_own_in_between_forgives_a_miss(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        for _ in range(3):
            await miss(house)
            await draw(table, BO)
            await draw(table, ANN)
            await draw(table, BO)
        assert hold(table) == {ANN: "", BO: ""}


async def test_who_is_back_may_miss_once_again_before_the_seat_is_held(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        await missed_twice(house, table)
        await table.back(ANN)
        await draw(table, BO)
        await miss(house)
        assert hold(table) == {ANN: "", BO: ""}


async def test_who_leaves_in_the_moment_of_the_second_miss_has_left(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        await miss(house)
        await draw(table, BO)
        house.time.advance(61)
        await asyncio.gather(wake(table), table.leave(ANN))
        assert hold(table) == {ANN: "left", BO: ""}


async def test_a_click_in_the_moment_in_which_time_is_over_counts_or_does_not_but_only_one_move_is_made(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        house.time.advance(61)
        ask = table.asks[0]
        await asyncio.gather(table.play(ANN, ask, "R1"), wake(table))
        assert [(entry.seat, entry.by) for entry in await house.storage.journal(table.id)] == [(0, "member")]
        house.time.advance(61)
        ask = table.asks[1]
        outcomes = await asyncio.gather(wake(table), table.play(BO, ask, "draw"), return_exceptions=True)
        assert len([entry for entry in await house.storage.journal(table.id) if entry.seat == 1]) == 1
        assert isinstance(outcomes[1], StaleClick)


async def test_who_is_back_in_the_turn_of_another_leaves_the_turn_where_it_is(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        await table.leave(BO)
        await house.pass_time(50)
        await table.back(BO)
        assert table.waiting == (0,)
        assert table.phase == "playing"


async def test_saying_back_while_being_there_does_not_stop_the_clock(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        deadline = table.clock.deadline(0)
        house.time.advance(50)
        with suppress(Refused):
            await table.back(ANN)
        assert table.clock.deadline(0) == deadline


# Handing over


async def test_the_host_can_hand_a_late_seat_over(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO, CY)
        await play(table, "0 R1")
        with pytest.raises(Refused, match="Nobody has to wait"):
            await table.hand_over(ANN, 1)
        await house.pass_time(36)
        for seat in (0, 2, 9, -1):
            with pytest.raises(Refused):
                await table.hand_over(ANN, seat)
        with pytest.raises(Refused, match="not at this table"):
            await table.hand_over(DEE, 1)
        assert hold(table)[BO] == ""
        assert await table.hand_over(ANN, 1)
        assert hold(table) == {ANN: "", BO: "held", CY: ""}
        assert await house.storage.game(table.id) == table.saved
        await house.wake()
        assert table.waiting != (1,)


async def test_others_hand_a_late_seat_over_by_majority(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO, CY, DEE)
        await house.pass_time(36)  # the host is late: three others
        assert not await table.hand_over(BO, 0)
        assert not await table.hand_over(BO, 0)  # a vote counts once
        assert hold(table)[ANN] == ""
        assert await table.hand_over(CY, 0)
        assert hold(table)[ANN] == "held"
        assert table.saved.host == BO


async def test_votes_are_forgotten_when_the_one_who_was_late_moves(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO, CY, DEE)
        await house.pass_time(36)
        await table.hand_over(BO, 0)
        await draw(table, ANN)
        for member in (BO, CY, DEE):
            await draw(table, member)
        await house.pass_time(36)
        assert table.waiting == (0,)
        assert not await table.hand_over(CY, 0)


async def test_who_is_away_has_no_vote(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO, CY, DEE)
        await table.leave(CY)
        await table.leave(DEE)
        await house.pass_time(36)
        assert table.clock.late() == [0]
        with pytest.raises(Refused):
            await table.hand_over(CY, 0)


# Leaving


async def test_a_leavers_seat_goes_on_as_a_computer_and_the_host_moves_on(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO, CY)
        await table.leave(ANN)
        assert (table.saved.host, hold(table)[ANN]) == (BO, "left")
        assert table.present == [BO, CY]
        await house.wake()
        assert [(entry.seat, entry.by) for entry in await house.storage.journal(table.id)] == [(0, "absent")]
        assert table.waiting == (1,)
        with pytest.raises(Refused):
            await table.leave(DEE)
        await table.back(ANN)
        assert hold(table)[ANN] == ""
        assert table.saved.host == BO


async def test_with_nobody_left_the_game_is_parked_and_resumes_when_somebody_is_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO, computers=0)
        await table.leave(BO)
        house.updates.clear()
        await table.leave(ANN)
        assert (table.phase, table.live, table.waiting) == ("parked", True, ())
        assert house.kinds() == ["seats"]
        await house.pass_time(DAY - 100)
        assert (table.phase, table.revision) == ("parked", 0)
        with pytest.raises(Refused, match="I'm back"):
            await table.play(ANN, 0, "R1")
        await table.back(ANN)
        assert (table.phase, table.waiting) == ("playing", (0,))
        await house.pass_time(50)
        assert table.revision == 0  # the time begins anew
        await play(table, "0 R1")
        assert house.directory.in_channel(CHANNEL) is table


async def test_both_who_miss_all_the_time_park_the_game(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        for _ in range(6):
            await miss(house)
        assert hold(table) == {ANN: "held", BO: "held"}
        assert table.phase == "parked"
        assert await house.storage.game(table.id) == table.saved


async def test_a_parked_game_closes_after_a_day_without_a_score(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        await table.leave(BO)
        await table.leave(ANN)
        await house.pass_time(DAY - 5)
        assert table.live
        house.updates.clear()
        await house.pass_time(6)
        assert table.phase == "closed"
        assert house.kinds() == ["closed"]
        assert house.look("SELECT count(*) FROM results") == [(0,)]
        assert house.directory.in_channel(CHANNEL) is None
        with pytest.raises(Refused):
            await table.back(ANN)


async def test_a_parked_game_resumed_in_its_last_moment_does_not_close(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        await table.leave(BO)
        await table.leave(ANN)
        house.time.advance(DAY + 1)
        await asyncio.gather(table.back(ANN), wake(table))
        assert table.phase == "playing"


async def test_who_resumes_a_parked_game_gets_the_role_of_a_host_who_is_away(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await sitting(house, ANN, BO)
        await table.leave(BO)
        await table.leave(ANN)
        await table.back(BO)
        assert table.present == [BO]
        assert table.saved.host == BO


async def test_in_a_lobby_there_is_nothing_to_come_back_to(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, BO)
        with pytest.raises(Refused, match="not begun"):
            await table.back(ANN)
        assert table.phase == "lobby"


async def test_a_seat_can_be_held_at_once_for_somebody_who_cannot_be_reached(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, CY)
        await table.hold_seat(1)
        assert hold(table) == {ANN: "", BO: "", CY: ""}  # nobody has missed anything
        house.updates.clear()
        await table.hold_seat(1, at_once=True)
        assert hold(table) == {ANN: "", BO: "held", CY: ""}
        assert house.updates == [Update(table, "seats", (1,))]
        await table.hold_seat(1, at_once=True)
        assert len(house.updates) == 1  # held already
        await table.end(ANN, moderator=False)
        await table.hold_seat(2, at_once=True)
        assert hold(table) == {ANN: "", BO: "held", CY: ""}
