"""Computers at a table: they play by themselves, after a pause in which people can follow and act."""

import asyncio
from math import inf
from pathlib import Path
from typing import Any

import pytest

from bot.config import Times
from bot.errors import CannotSave
from bot.storage import Result
from bot.tables.autopilot import wake
from bot.tables.thinking import Thinker
from bot.tables.update import Update
from tests.games.nimmt.position import position as nimmt
from tests.games.uno.position import position as uno
from tests.tables.house import ANN, BO, CHANNEL, CY, open_house, play, replayed

TIMES = Times(computer_pause=1.5, chance_pause=4, variety=0)


async def test_computers_play_a_whole_game_by_themselves_once_the_people_are_done(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, computers=3, level="hard", pace="none")
        while table.live:
            await house.wake()
            if table.live:
                move = table.game.computer("hard").choose(table.view(0), table.chance("test", 0))
                assert move is not None
                await play(table, f"0 {move.text}")
        journal = await house.storage.journal(table.id)
        assert {(entry.seat == 0, entry.by) for entry in journal} == {(True, "member"), (False, "computer")}
        assert replayed(table, journal) == table.state
        assert house.kinds()[-1] == "over"
        assert house.look("SELECT count(*), sum(people) FROM results") == [(4, 4)]


async def test_a_computer_waits_a_little_before_it_moves(tmp_path: Path) -> None:
    async with open_house(tmp_path, TIMES) as house:
        state = uno("R1 R2 R3", "R4 R5 R6 B6", top="R7")
        table = await house.game(ANN, computers=1, state=state)
        assert table.clock.computers_at() == inf
        await play(table, "0 R1")
        await house.pass_time(1.2)
        assert table.revision == 1
        house.updates.clear()
        await house.pass_time(0.4)
        assert (table.revision, table.waiting) == (2, (0,))
        assert house.updates == [Update(table, "move", (0,), None)]


async def test_computers_do_not_move_like_a_clock(tmp_path: Path) -> None:
    async with open_house(tmp_path, Times(computer_pause=1, chance_pause=4)) as house:
        table = await house.game(ANN, computers=3, level="easy", pace="none")
        pauses: set[float] = set()
        while table.live and len(pauses) < 10:
            if table.waiting != (0,) and not table.game.open_chance(table.state):
                pauses.add(round(table.clock.computers_at() - table.clock.last_change, 2))
                assert table.clock.computers_at() == table.clock.computers_at()  # decided once for each move
            if table.waiting == (0,):
                move = table.game.computer("hard").choose(table.view(0), table.chance("test", 0))
                assert move is not None
                await play(table, f"0 {move.text}")
            else:
                await house.pass_time(6)
        assert len(pauses) > 5
        assert 1 <= min(pauses) < max(pauses) <= 1.4


@pytest.mark.parametrize("variety", [0, 0.4])
async def test_nobody_is_caught_before_a_person_could_have_reacted_however_quick_computers_move(
    tmp_path: Path, variety: float
) -> None:
    async with open_house(tmp_path, Times(computer_pause=0, chance_pause=4, variety=variety)) as house:
        state = uno("R1 R2", "B1 B2 B3", "R4 R5 R6", top="R7", jump_in=True)
        table = await house.game(ANN, BO, computers=1, level="hard", state=state, given={"jump_in": True})
        await play(table, "0 R1")
        assert table.state.owes == [0]
        await house.pass_time(3.9)
        assert table.state.owes == [0]
        await house.pass_time(0.2 + 4 * variety)
        assert table.state.owes == []


@pytest.mark.parametrize("computer_could", [True, False])
async def test_K7_while_a_call_is_owed_a_computer_begins_its_turn_later_whether_or_not_it_could_catch(
    tmp_path: Path, *, computer_could: bool
) -> None:
    async with open_house(tmp_path, TIMES) as house:
        hand = "R1 R2 R3" if computer_could else "R1 R2"
        table = await house.game(
            ANN, BO, computers=1, level="hard", state=uno("G1 G2", "R4 R5", hand, top="R7", turn=2)
        )
        table.state.owes = [0] if computer_could else [2]  # its own: nothing to catch
        table.clock.ask((2,), house.time.now())
        house.updates.clear()
        await house.pass_time(3.5)
        assert table.revision == 0
        await house.pass_time(0.6)
        assert table.revision == 1


@pytest.mark.parametrize("hand", ["R7 G8 B9", "R1 G8 B9"], ids=["could jump in", "could not"])
async def test_K7_with_jump_in_a_computer_begins_its_turn_later_whether_or_not_it_could_jump_in(
    tmp_path: Path, hand: str
) -> None:
    async with open_house(tmp_path, TIMES) as house:
        state = uno("G1 G2 G3", "R4 R5 R6", hand, top="R7", turn=2, jump_in=True)
        table = await house.game(ANN, BO, computers=1, level="hard", given={"jump_in": True}, state=state)
        await house.pass_time(3.5)
        assert table.revision == 0
        await house.pass_time(0.6)
        assert table.revision == 1


async def test_K7_a_person_has_the_time_of_the_pause_to_call(tmp_path: Path) -> None:
    async with open_house(tmp_path, TIMES) as house:
        table = await house.game(ANN, computers=2, level="hard", state=uno("R1 R2", "R4 R5 R6", "G1 G2 G3", top="R7"))
        await play(table, "0 R1")
        await house.pass_time(3.5)
        await play(table, "0 call")
        await house.pass_time(1.4)
        assert table.revision == 2  # the pause begins anew with the call, and is the short one
        await house.pass_time(0.2)
        assert table.revision == 3
        assert len(table.state.hands[0]) == 1


async def test_K7_who_forgets_to_call_is_caught_by_a_computer_after_the_pause(tmp_path: Path) -> None:
    async with open_house(tmp_path, TIMES) as house:
        table = await house.game(
            ANN, BO, computers=1, level="hard", state=uno("R1 R2", "R4 R5 R6", "G1 G2 G3", top="R7")
        )
        await play(table, "0 R1")  # then Bo, a person, thinks
        await house.pass_time(3.9)
        assert table.revision == 1
        await house.pass_time(0.2)
        assert (await house.storage.journal(table.id))[-1].move == "catch>0"
        assert len(table.state.hands[0]) == 3


async def test_a_chance_that_a_computer_leaves_alone_is_considered_once(tmp_path: Path) -> None:
    async with open_house(tmp_path, TIMES) as house:
        state = uno("R1 R2 R3", "R4 R5 R6", "G1 G2 G3", top="R7", jump_in=True)
        table = await house.game(ANN, BO, computers=1, given={"jump_in": True}, state=state)
        assert table.clock.chances(table.revision) == []  # nothing to jump in with
        assert table.clock.computers_at() == inf
        await house.pass_time(5)
        assert table.revision == 0


async def test_a_computer_that_is_caught_while_it_thinks_thinks_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With seven_zero a seat that is to move may owe the call; then its card would be another one's second."""
    async with open_house(tmp_path) as house:
        state = uno("R1 R2 R3", "R4 R5", top="R7")
        table = await house.game(ANN, computers=1, level="hard", state=state)
        table.state.turn = 1
        table.state.owes = [1]
        table.clock.ask((1,), house.time.now())
        thoughts = 0

        async def slowly(*given: Any) -> Any:
            nonlocal thoughts
            thoughts += 1
            if thoughts == 1:
                move = table.game.decode("R4!")
                await table.play(ANN, None, "catch>1")
                return move
            return await Thinker().choose(*given)

        monkeypatch.setattr(table.room.thinker, "choose", slowly)
        await house.wake()
        await house.wake()
        journal = await house.storage.journal(table.id)
        assert [entry.move for entry in journal][:1] == ["catch>1"]
        assert thoughts >= 2
        assert len(journal) == 2


async def test_a_computer_thinks_again_when_somebody_jumps_in_while_it_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its turn and its card may be as they were, but it would decide by what it sees now; and after a pause, so that
    others can jump in too."""
    async with open_house(tmp_path, TIMES) as house:
        state = uno("R5 R5 B1 B2", "R6 G6 G7 Y5 W", top="R7", jump_in=True)
        table = await house.game(ANN, computers=1, level="hard", state=state, given={"jump_in": True})
        await play(table, "0 R5")
        seen: list[Any] = []

        async def slowly(game: Any, _: str, view: Any, rng: Any) -> Any:
            seen.append(view.counts)
            if view.counts == (3, 5):
                await play(table, "0 R5")
            return game.decode("R6")

        monkeypatch.setattr(table.room.thinker, "choose", slowly)
        await house.pass_time(4)
        assert [entry.move for entry in await house.storage.journal(table.id)] == ["R5", "R5"]
        await house.pass_time(3.9)
        assert seen == [(3, 5)]
        await house.pass_time(0.2)
        assert [entry.move for entry in await house.storage.journal(table.id)] == ["R5", "R5", "R6"]
        assert seen == [(3, 5), (2, 5)]


async def test_in_6_nimmt_computers_choose_while_people_still_think(tmp_path: Path) -> None:
    async with open_house(tmp_path, TIMES) as house:
        table = await house.game(ANN, BO, game="nimmt", computers=3)
        await house.pass_time(1.6)
        assert table.waiting == (0, 1)
        assert table.revision == 3


async def test_the_last_chooser_is_not_made_to_wait_for_computers_that_have_chosen(tmp_path: Path) -> None:
    async with open_house(tmp_path, TIMES) as house:
        table = await house.game(ANN, game="nimmt", computers=1, state=nimmt("6 61 70", "31 62 71"))
        await house.pass_time(1.6)
        await play(table, "0 6")
        assert all(len(hand) == 2 for hand in table.state.hands)


async def test_a_computer_that_cannot_write_tries_again(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, computers=1, state=uno("R1 R2 R3", "R4 R5 R6 B6", top="R7"))
        await play(table, "0 R1")
        async with house.no_writing():
            with pytest.raises(CannotSave):
                await wake(table)
            assert table.revision == 1
        await wake(table)
        assert table.revision == 2


async def test_a_computer_whose_turn_is_over_before_it_has_thought_does_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, state=uno("R1 R2 R3", "R4 R5 R6", top="R7"))
        await table.leave(ANN)
        await asyncio.gather(table.back(ANN), wake(table))  # back before the computer comes to its move
        assert table.revision == 0
        await play(table, "0 R1")


async def test_a_computer_catches_nobody_for_somebody_who_is_back(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, CY, state=uno("R1 R2", "R4 R5 R6", "G1 G2 G3", top="R7"))
        await table.leave(CY)
        await play(table, "0 R1")
        await asyncio.gather(table.back(CY), wake(table))
        assert table.revision == 1
        assert len(table.state.hands[0]) == 1


async def test_a_game_against_computers_only_is_scored_apart(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, computers=1, state=uno("R1", "R4 G5", top="R7"))
        await play(table, "0 R1")
        assert await house.storage.leaderboard(table.saved.guild, CHANNEL, None, people=True) == []
        (ann,) = await house.storage.leaderboard(table.saved.guild, CHANNEL, None, people=False)
        assert (ann.member, ann.wins) == (ANN, 1)
        assert Result(1, None, "medium", 2, 0) == Result(
            *house.look("SELECT seat, member, level, place, points FROM results WHERE seat = 1")[0]
        )
