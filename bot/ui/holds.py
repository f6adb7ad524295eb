"""Who pressed sees the result first: what else shows a table waits until the clicks on it are answered."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from bot.storage import GameId

LONGEST = 1.0
"""Seconds that a board waits."""


class Holds:
    def __init__(self) -> None:
        self._clicks: Counter[GameId] = Counter()
        self._free: dict[GameId, asyncio.Event] = {}

    @contextmanager
    def held(self, game: GameId) -> Iterator[None]:
        """While a click on this table is being answered."""
        self._clicks[game] += 1
        try:
            yield
        finally:
            self._clicks[game] -= 1
            if not self._clicks[game]:
                del self._clicks[game]
                if game in self._free:
                    self._free.pop(game).set()

    async def free(self, game: GameId) -> None:
        """Until no click on this table waits for its answer; a second at most: busy fingers stop nothing."""
        try:
            async with asyncio.timeout(LONGEST):
                while self._clicks[game]:
                    await self._free.setdefault(game, asyncio.Event()).wait()
        except TimeoutError:
            return
