"""How computers think: at once, or in a process of their own that may die or take too long."""

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
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


def chance() -> Dealer:
    return Dealer(SEED, "computer 0", 0)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    monkeypatch.setattr(thinking, "PATIENCE", 30.0)
    one = Thinker()
    yield one
    one.close()


def worker(thinker: Thinker) -> Any:
    assert thinker._pool is not None
    ((_, process),) = thinker._pool._processes.items()
    return process


async def test_a_quick_level_thinks_at_once_without_a_worker() -> None:
    thinker = Thinker()
    move = await thinker.choose(GAMES["uno"], "hard", a_view(), chance())
    assert move is GAMES["uno"].computer("hard").choose(a_view(), chance())
    assert thinker._pool is None
    thinker.close()


async def test_a_slow_level_thinks_in_another_process_and_the_move_is_the_same_object(thinker: Thinker) -> None:
    move = await thinker.choose(SLOW, "hard", a_view(), chance())
    assert move is think("uno", "hard", a_view(), chance())
    process = worker(thinker)
    assert process.pid != os.getpid()
    assert await thinker.choose(SLOW, "hard", a_view(), chance()) is move
    assert worker(thinker) is process  # one worker serves all

    # It dies: another level plays this move, and the next thought has a worker again.
    os.kill(process.pid, signal.SIGKILL)
    process.join(5)
    assert await thinker.choose(SLOW, "hard", a_view(), chance()) is move
    assert await thinker.choose(SLOW, "hard", a_view(), chance()) is move
    assert worker(thinker) is not process


async def test_a_worker_that_takes_too_long_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "PATIENCE", 0.01)  # less than a process takes to start
    thinker = Thinker()
    began = time.monotonic()
    move = await thinker.choose(SLOW, "hard", a_view(), chance())
    assert time.monotonic() - began < 1
    assert move is think("uno", "hard", a_view(), chance())
    assert "another one plays" in caplog.text
    assert thinker._pool is None


async def test_who_loses_patience_with_the_worker_costs_nobody_else_a_move(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = [asyncio.create_task(thinker.choose(SLOW, "hard", a_view(), chance())) for _ in range(6)]
    while thinker._pool is None:
        await asyncio.sleep(0)
    pool = thinker._pool  # as long as somebody knows it, those who wait in its queue are cancelled
    monkeypatch.setattr(thinking, "PATIENCE", 0.01)
    move = await thinker.choose(SLOW, "hard", a_view(), chance())
    assert move is think("uno", "hard", a_view(), chance())
    assert await asyncio.gather(*patient, return_exceptions=True) == [move] * 6
    assert pool is not None


async def test_a_thought_that_is_given_up_troubles_nobody(thinker: Thinker) -> None:
    heard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context))
    thought = thinker._in_worker(SLOW, "hard", a_view(), chance())
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
    thinking._end_with_the_bot()
    assert ended.wait(5)
