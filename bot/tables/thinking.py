"""How a computer comes to its move: from its view alone, and never for long on the event loop.

Levels that are rules of thumb take microseconds and choose at once. Those that a game calls slow think in processes of
their own, one thought at a time in each; the next thoughts wait, and people see no more than a longer pause. When a
process dies, another begins its thought again and comes to the same. When a thought takes too long, or none could
begin with it for too long, the level that stands in for absent people chooses instead, and that is counted.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from typing import Any

from bot.games import GAMES
from bot.games.base import STAND_IN, AnyGame
from bot.games.dealer import Dealer
from bot.tables.whole import heard

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that a thought may take,"""
QUEUE = 10.0
"""that it may wait for its turn,"""
STARTING = 20.0
"""and that a worker may take to come up: on a small machine that is a while."""
MOST_WORKERS = 4
POLITE = 10
"""How far a worker steps back behind the bot itself where the machine is busy."""


class Thinker:
    def __init__(self, workers: int | None = None) -> None:
        count = workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 1) - 1))
        self._workers = [_Worker() for _ in range(count)]
        self._resting = self._workers[:]
        self._free = asyncio.Semaphore(count)
        self.stand_ins = 0
        """How often a slow level did not come to its move."""

    async def choose(self, game: AnyGame, level: str, view: Any, rng: Dealer) -> Any:
        """A move; None leaves an optional move alone."""
        if level in game.slow_levels:
            try:
                return await self._in_worker(game.key, level, view, rng)
            except (BrokenProcessPool, TimeoutError):
                self._stand_in(game, level, "did not answer")
            except Exception:
                log.exception("a thought went wrong")
                self._stand_in(game, level, "could not decide")
            level = STAND_IN
        return game.computer(level).choose(view, rng)

    def _stand_in(self, game: AnyGame, level: str, what: str) -> None:
        self.stand_ins += 1
        log.warning(
            "a computer of %s at level %s %s: another one plays (%d since the start)",
            game.key,
            level,
            what,
            self.stand_ins,
        )

    async def _in_worker(self, key: str, level: str, view: Any, rng: Dealer) -> Any:
        async with asyncio.timeout(QUEUE):
            await self._free.acquire()
        worker = self._resting.pop()
        try:
            return await worker.think(key, level, view, rng)
        finally:
            self._resting.append(worker)
            self._free.release()

    def close(self) -> None:
        """Stop all workers, also those that are lost in thought; whoever waits for them hears that they are gone. The
        next slow thought starts another."""
        for worker in self._workers:
            worker.stop()


class _Worker:
    """A process that thinks, one thought at a time. It is started when it is needed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._processes: set[BaseProcess] = set()

    async def think(self, key: str, level: str, view: Any, rng: Dealer) -> Any:
        try:
            return await self._try(key, level, view, rng)
        except BrokenProcessPool:
            if self._pool is None:  # it did not die by itself: the bot is about to end
                raise
            log.warning("the process in which computers think has died: another one takes its place")
            self.stop()
            return await self._try(key, level, view, rng)

    async def _try(self, key: str, level: str, view: Any, rng: Dealer) -> Any:
        if self._pool is None:
            await self._ask(STARTING, come_up)
        return await self._ask(PATIENCE, think, key, level, view, rng)

    async def _ask(self, patience: float, what: Callable[..., Any], *given: Any) -> Any:
        answer = self._begin(what, *given)
        try:
            # Shielded: a thought that is cancelled while its worker dies brings the pool's own thread to fall.
            return await asyncio.wait_for(asyncio.shield(answer), patience)
        except TimeoutError:
            self.stop()
            raise

    def _begin(self, what: Callable[..., Any], *given: Any) -> "asyncio.Future[Any]":
        others = set(multiprocessing.active_children())
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_get_ready)
        with _deaf_to_ctrl_c():
            answer = asyncio.get_running_loop().run_in_executor(self._pool, what, *given)
        answer.add_done_callback(heard)
        self._processes |= set(multiprocessing.active_children()) - others
        return answer

    def stop(self) -> None:
        for process in self._processes:
            process.kill()
        self._processes.clear()
        if self._pool is not None:
            self._pool.shutdown(wait=False)
            self._pool = None


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Whatever is started in here never hears a Ctrl+C, which is meant for the bot. The bot hears it afterwards."""
    if sys.platform == "win32":  # no such signals there
        yield
        return
    resource_tracker.ensure_running()  # the first start of it would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _get_ready() -> None:
    """A worker lets the bot go first, and never outlives it, not even one that was killed."""
    if sys.platform != "win32":  # pragma: no branch
        os.nice(POLITE)
    bot = multiprocessing.parent_process()
    assert bot is not None

    def wait() -> None:
        bot.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def come_up() -> None:
    """What a worker answers first: it has loaded all it needs."""


def think(key: str, level: str, view: Any, rng: Dealer) -> Any:
    """What the worker does."""
    return GAMES[key].computer(level).choose(view, rng)
