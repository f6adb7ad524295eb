"""How computers think: at once, or in a process of their own that may die or take too long."""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from bot.games import GAMES
from bot.games.base import AnyGame
from bot.games.dealer import Dealer
from bot.tables import thinking
from bot.tables.thinking import Thinker, think
from tests.games.uno.position import position as uno

SLOW = replace(GAMES["uno"], slow_levels=frozenset({"hard"}))
SEED = bytes(32)


def a_view(game: AnyGame = SLOW) -> Any:
    return game.view(uno("R1 R2 G3", "R4 R5", top="R7"), 0)


class Deadly(str):
    """A key that kills the process that unpacks it."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (1,)


def chance() -> Dealer:
    return Dealer(SEED, "computer 0", 0)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    monkeypatch.setattr(thinking, "PATIENCE", 30.0)
    one = Thinker(1)
    yield one
    one.close()


def worker(thinker: Thinker) -> BaseProcess:
    (process,) = thinker._workers[0]._processes
    return process


def idle(thinker: Thinker) -> bool:
    return not any(each._processes or each._pool for each in thinker._workers)


async def test_a_quick_level_thinks_at_once_without_a_worker() -> None:
    thinker = Thinker()
    move = await thinker.choose(GAMES["uno"], "hard", a_view(), chance())
    assert move is GAMES["uno"].computer("hard").choose(a_view(), chance())
    assert idle(thinker)
    thinker.close()


async def test_a_slow_level_thinks_in_another_process_and_the_move_is_the_same_object(thinker: Thinker) -> None:
    move = await thinker.choose(SLOW, "hard", a_view(), chance())
    assert move is think("uno", "hard", a_view(), chance())
    process = worker(thinker)
    assert process.pid != os.getpid()
    assert await thinker.choose(SLOW, "hard", a_view(), chance()) is move
    assert worker(thinker) is process  # one worker serves all
    assert thinker.stand_ins == 0


async def test_a_worker_that_died_is_replaced_and_the_thought_begun_again(
    thinker: Thinker, caplog: pytest.LogCaptureFixture
) -> None:
    expert = GAMES["uno"].computer("expert").choose(a_view(), chance())
    assert await thinker.choose(GAMES["uno"], "expert", a_view(), chance()) is expert
    process = worker(thinker)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join(5)
    assert await thinker.choose(GAMES["uno"], "expert", a_view(), chance()) is expert
    assert worker(thinker) is not process
    assert "another one takes its place" in caplog.text
    assert thinker.stand_ins == 0


async def test_a_thought_that_kills_every_worker_is_given_to_the_stand_in(thinker: Thinker) -> None:
    # The view cannot be read in another process: each that tries dies of it.
    with_death = replace(SLOW, key=Deadly("uno"))
    move = await thinker.choose(with_death, "hard", a_view(), chance())
    assert move is think("uno", "hard", a_view(), chance())
    assert thinker.stand_ins == 1
    assert await thinker.choose(SLOW, "hard", a_view(), chance()) is move  # the next thought has a worker again
    assert thinker.stand_ins == 1


async def test_a_worker_that_takes_too_long_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "STARTING", 0.01)  # less than a process takes to start
    thinker = Thinker()
    began = time.monotonic()
    move = await thinker.choose(SLOW, "hard", a_view(), chance())
    assert time.monotonic() - began < 1
    assert move is think("uno", "hard", a_view(), chance())
    assert "another one plays (1 since the start)" in caplog.text
    assert thinker.stand_ins == 1
    assert idle(thinker)


async def test_a_thought_that_goes_wrong_is_given_to_the_stand_in(
    thinker: Thinker, caplog: pytest.LogCaptureFixture
) -> None:
    """A mistake of ours: it would come again and again, and the table would stand still for ever."""
    unknown = replace(SLOW, key="a game that no worker knows")
    move = await thinker.choose(unknown, "hard", a_view(), chance())
    assert move is think("uno", "hard", a_view(), chance())
    assert "could not decide: another one plays (1 since the start)" in caplog.text
    process = worker(thinker)
    assert await thinker.choose(SLOW, "hard", a_view(), chance()) is move
    assert worker(thinker) is process
    assert thinker.stand_ins == 1


async def test_a_thought_that_takes_too_long_is_not_waited_for_though_its_worker_took_long_to_start(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0)
    assert await thinker.choose(SLOW, "hard", a_view(), chance())
    assert thinker.stand_ins == 1
    monkeypatch.setattr(thinking, "PATIENCE", 1)
    assert await thinker.choose(SLOW, "hard", a_view(), chance())
    assert thinker.stand_ins == 1


async def test_thoughts_wait_for_a_worker_that_is_free(thinker: Thinker) -> None:
    waiting = [thinker.choose(SLOW, "hard", a_view(), chance()) for _ in range(6)]
    move = think("uno", "hard", a_view(), chance())
    assert await asyncio.gather(*waiting) == [move] * 6
    assert thinker.stand_ins == 0


async def test_who_waits_too_long_for_a_worker_is_played_for_and_disturbs_nobody(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asyncio.create_task(thinker.choose(SLOW, "hard", a_view(), chance()))
    while not thinker._workers[0]._processes:
        await asyncio.sleep(0)
    process = worker(thinker)
    monkeypatch.setattr(thinking, "QUEUE", 0.01)
    move = await thinker.choose(SLOW, "hard", a_view(), chance())
    assert move is think("uno", "hard", a_view(), chance())
    assert thinker.stand_ins == 1
    assert await first is move
    assert worker(thinker) is process
    assert thinker.stand_ins == 1


async def test_who_loses_patience_with_a_worker_costs_nobody_at_another_one_a_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 30.0)
    thinker = Thinker(2)
    try:
        patient = asyncio.create_task(thinker.choose(SLOW, "hard", a_view(), chance()))
        while not thinker._workers[1]._processes:
            await asyncio.sleep(0)
        monkeypatch.setattr(thinking, "STARTING", 0.01)
        move = await thinker.choose(SLOW, "hard", a_view(), chance())
        assert thinker.stand_ins == 1
        assert await patient is move
        assert thinker.stand_ins == 1
    finally:
        thinker.close()


async def test_a_bot_that_ends_begins_no_thought_again(thinker: Thinker) -> None:
    thought = asyncio.create_task(thinker.choose(SLOW, "hard", a_view(), chance()))
    while not thinker._workers[0]._processes:
        await asyncio.sleep(0)
    thinker.close()
    assert await thought is think("uno", "hard", a_view(), chance())
    assert idle(thinker)


async def test_a_thought_that_is_given_up_troubles_nobody(thinker: Thinker) -> None:
    heard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context))
    thought = thinker._workers[0]._begin(think, "uno", "hard", a_view(), chance())
    thought.cancel()
    move = await thinker.choose(SLOW, "hard", a_view(), chance())
    assert move is think("uno", "hard", a_view(), chance())
    assert thought.cancelled()
    assert heard == []


async def test_a_thinker_can_be_closed_twice_and_used_again(thinker: Thinker) -> None:
    thinker.close()
    thinker.close()
    assert await thinker.choose(GAMES["uno"], "easy", a_view(), chance())


def test_a_worker_ends_when_its_bot_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a worker's place: a bot that has died already."""
    ended = threading.Event()
    bot = multiprocessing.get_context("spawn").Process()
    monkeypatch.setattr(bot, "join", lambda: None)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: bot)
    monkeypatch.setattr(os, "_exit", lambda code: ended.set())
    nice: list[int] = []
    monkeypatch.setattr(os, "nice", nice.append)
    thinking._get_ready()
    assert ended.wait(5)
    assert nice == [thinking.POLITE]
