"""How a computer comes to its move: from its view alone, and never for long on the event loop.

Levels that are rules of thumb take microseconds and choose at once. Those that a game calls slow think in a worker
process; when it dies or takes too long, the level that stands in for absent people chooses instead.
"""

import asyncio
import logging
import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from bot.games import GAMES
from bot.games.base import STAND_IN, AnyGame
from bot.games.dealer import Dealer
from bot.tables.whole import heard

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds that a slow level may take."""


class Thinker:
    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, game: AnyGame, level: str, view: Any, rng: Dealer) -> Any:
        """A move; None leaves an optional move alone."""
        if level in game.slow_levels:
            try:
                # Shielded: a thought that is cancelled while its worker dies brings the pool's own thread to fall.
                return await asyncio.wait_for(asyncio.shield(self._in_worker(game, level, view, rng)), PATIENCE)
            except (BrokenProcessPool, TimeoutError):
                log.warning("a computer of %s at level %s did not answer: another one plays", game.key, level)
                self.close()
                level = STAND_IN
        return game.computer(level).choose(view, rng)

    def _in_worker(self, game: AnyGame, level: str, view: Any, rng: Dealer) -> "asyncio.Future[Any]":
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_end_with_the_bot)
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(self._pool, think, game.key, level, view, rng)
        thought.add_done_callback(heard)
        return thought

    def close(self) -> None:
        """Stop the worker, also one that is lost in thought; whoever else waits for it hears that it is gone. The next
        slow thought starts another."""
        if self._pool is not None:
            for worker in multiprocessing.active_children():
                worker.terminate()
            self._pool.shutdown(wait=False)
            self._pool = None


def _end_with_the_bot() -> None:
    """A worker never outlives its bot, not even one that was killed."""
    bot = multiprocessing.parent_process()
    assert bot is not None

    def wait() -> None:
        bot.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def think(key: str, level: str, view: Any, rng: Dealer) -> Any:
    """What the worker does."""
    return GAMES[key].computer(level).choose(view, rng)
