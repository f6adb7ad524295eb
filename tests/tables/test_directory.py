"""The directory at work: tables are woken when their moment comes, and all ends in good order."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import sleep

import pytest

from bot.errors import CannotSave
from bot.storage import ChannelId
from bot.tables import directory
from bot.tables.directory import HEARTBEAT, _shift
from bot.tables.time import MovableTime, RealTime
from tests.games.uno.position import position as uno
from tests.tables.house import ANN, BO, CHANNEL, CY, House, open_house, play


@asynccontextmanager
async def running(house: House) -> AsyncIterator[None]:
    task = asyncio.create_task(house.directory.run())
    await asyncio.sleep(0)
    try:
        yield
    finally:
        while not task.done():  # more than once: see the test about being told to stop, below
            task.cancel()
            await asyncio.sleep(0)


async def until(true: Callable[[], object]) -> None:
    """Give way until something is true, for a few seconds at most."""
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0.001)


async def test_computers_play_on_as_long_as_the_directory_runs(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):
        table = await house.game(ANN, computers=3, pace="none")
        other = await house.game(BO, channel=ChannelId(8), game="nimmt", computers=4)
        await until(lambda: table.waiting == (0,) and other.waiting == (0,))
        await play(other, f"0 {other.game.moves(other.state, 0)[0].text}")
        await until(lambda: other.waiting == (0,) and other.revision >= 5)


async def test_moving_time_wakes_what_is_due(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):
        table = await house.game(ANN, BO)
        lobby = await house.lobby(CY, channel=ChannelId(8))
        house.time.advance(40)
        await until(lambda: "reminder" in [update.kind for update in house.updates])
        house.time.advance(21)
        await until(lambda: table.revision == 1)
        house.time.advance(600)
        await until(lambda: not lobby.live)


async def test_the_directory_notes_that_it_is_alive(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):

        async def alive() -> float:
            return float(await house.storage.note("alive") or 0)

        async with asyncio.timeout(5):
            while not await alive():
                await asyncio.sleep(0.001)
            first = await alive()
            house.time.advance(HEARTBEAT + 1)
            while await alive() == first:
                await asyncio.sleep(0.001)
        assert await alive() - first == pytest.approx(HEARTBEAT + 1, abs=2)


async def test_a_table_that_cannot_write_tries_again_a_second_later_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(tmp_path) as house, running(house):
        table = await house.game(ANN, computers=1, pace="none", state=uno("R1 R2 R3", "R4 R5 R6 B6", top="R7"))
        await until(lambda: not house.directory._awake)
        async with house.no_writing():
            house.lay(table, uno("R1 R2 R3", "R4 R5 R6 B6", top="R7", turn=1))
            house.directory._plan(table)
            await until(lambda: "could not do what was due" in caplog.text)
            assert table.revision == 0
            await asyncio.sleep(0.02)
            assert caplog.text.count("could not do what was due") == 1
            assert "readonly" in caplog.text
        house.time.advance(1.1)
        await until(lambda: table.revision >= 1)


async def test_closing_finishes_what_has_begun_and_notes_the_time(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO, state=uno("R1 R2 R3", "R4 R5 R6", top="R7"))
        moves = [asyncio.create_task(table.play(ANN, 0, "R1")), asyncio.create_task(table.play(BO, None, "R4"))]
        await asyncio.sleep(0)
        for move in moves:
            move.cancel()
        await house.directory.close()
        assert table.revision == 2
    async with open_house(tmp_path, time=time) as house:
        assert len(await house.storage.journal(table.id)) == 2
        alive = await house.storage.note("alive")
        assert alive is not None
        assert float(alive) == pytest.approx(time.now(), abs=5)


async def test_closing_while_a_table_is_awake_ends_in_good_order(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, running(house):
        table = await house.game(ANN, BO, computers=3, game="nimmt")
        await asyncio.sleep(0)
    assert table.revision <= 3


async def test_closing_does_not_fail_when_nothing_can_be_written(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await house.storage._db._writer.execute("PRAGMA query_only = ON")
        with pytest.raises(CannotSave):
            await house.storage.alive(1.0)


async def test_a_closed_table_is_found_no_more(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN)
        await table.end(ANN, moderator=False)
        assert house.directory.get(table.id) is None
        assert house.directory.in_channel(CHANNEL) is None
        again = await house.lobby(BO)
        assert house.directory.in_channel(CHANNEL) is again
        assert len(house.directory) == 1


@pytest.mark.parametrize(
    ("moment", "expected"),
    [(0, 30), (100, 130), (105, 130), (110, 130), (150, 170), (205, 220), (220, 220), (300, 300)],
)
def test_a_moment_moves_on_by_the_time_away_since(moment: float, expected: float) -> None:
    assert _shift([(100, 110), (200, 220)], moment) == expected


async def test_real_time_waits_for_a_bell_or_a_moment_and_never_for_the_past() -> None:
    time, bell = RealTime(), asyncio.Event()
    await time.wait(bell, time.now() - 5)
    before = time.now()
    await time.wait(bell, before + 0.01)
    assert time.now() >= before + 0.009
    bell.set()
    await time.wait(bell, None)
    await time.wait(bell, time.now() + 100)


async def test_a_directory_that_is_told_to_stop_while_the_bell_rings_stops(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        task = asyncio.create_task(house.directory.run())
        await until(lambda: house.time._bells)
        house.directory._bell.set()
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task}, timeout=0.2)
        stopped = task.cancelled()
        task.cancel()
        await asyncio.wait({task})
        assert stopped


async def test_time_that_is_moved_rings_for_those_who_wait() -> None:
    time, bell = MovableTime(), asyncio.Event()
    before = time.now()
    waiting = asyncio.create_task(time.wait(bell, before + 1000))
    await asyncio.sleep(0)
    time.advance(1000)
    await asyncio.wait_for(waiting, 5)
    assert time.now() >= before + 1000


async def test_a_process_that_was_stopped_for_a_while_takes_no_time_from_anybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Fault 73: nobody looked at the clocks for a while, so as after a restart all have their time again."""
    monkeypatch.setattr(directory, "STOOD_STILL", 0.05)
    async with open_house(tmp_path) as house, running(house):
        table = await house.game(ANN, BO, state=uno("R1 R2 R3", "R4 R5 R6", top="R7"))
        await asyncio.sleep(0.01)
        sleep(0.2)
        house.time.advance(10 * 60)
        async with asyncio.timeout(5):
            while not any(ended - began >= 10 * 60 for began, ended in await house.storage.outages()):
                await asyncio.sleep(0.001)
        await until(lambda: table.clock.deadline(0) > house.time.now())
        assert table.revision == 0
        assert "the machine slept" in caplog.text
        monkeypatch.setattr(directory, "STOOD_STILL", 60)  # a busy machine stands still for a moment, too
        async with asyncio.timeout(5):
            while table.revision == 0:  # again, if it was just about to get its time back once more
                house.time.advance(61)
                await asyncio.sleep(0.05)


async def test_a_table_that_is_being_opened_when_it_ends_is_there_at_the_next_start(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        opening = asyncio.create_task(house.lobby(ANN))
        await asyncio.sleep(0)
        opening.cancel()
        await house.directory.close()
        assert len(house.directory) == 1
    async with open_house(tmp_path, restore=True) as house:
        assert len(house.directory) == 1
