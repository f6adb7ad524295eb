"""Waiting until something is so: a bell is rung at every change, and whoever waits looks again."""

import asyncio
from collections.abc import Callable


class Bell:
    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def ring(self) -> None:
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def rung(self) -> None:
        """Wait for the next change."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        try:
            await future
        finally:
            if future in self._waiting:
                self._waiting.remove(future)

    async def until(self, so: Callable[[], bool], timeout: float, what: str) -> None:
        """Wait until `so()` is true; the computer's own time counts, since that is what a test costs."""
        try:
            async with asyncio.timeout(timeout):
                while not so():
                    await self.rung()
        except TimeoutError:
            raise TimeoutError(f"After {timeout:g} s still waiting: {what}.") from None
