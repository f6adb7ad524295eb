"""What time it is, and waiting for it. Tests and the playground move time; nothing here trusts the wall clock twice."""

import asyncio
import time
from typing import Protocol


class Time(Protocol):
    def now(self) -> float:
        """Seconds since 1970. Never jumps, whatever happens to the machine's clock."""

    async def wait(self, bell: asyncio.Event, until: float | None) -> None:
        """Wait for the bell, or for a moment."""


class RealTime:
    """The wall clock as it was at the start, carried on by a clock that never jumps."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        return time.monotonic() + self._offset

    async def wait(self, bell: asyncio.Event, until: float | None) -> None:
        delay = None if until is None else until - self.now()
        if delay is not None and delay <= 0:
            return
        try:
            async with asyncio.timeout(delay):  # not wait_for: before Python 3.12 it can lose a cancellation
                await bell.wait()
        except TimeoutError:
            return


class MovableTime(RealTime):
    """Time that goes on by itself and can be moved forward."""

    def __init__(self) -> None:
        super().__init__()
        self._bells: set[asyncio.Event] = set()

    def advance(self, seconds: float) -> None:
        self._offset += seconds
        for bell in self._bells:
            bell.set()

    async def wait(self, bell: asyncio.Event, until: float | None) -> None:
        self._bells.add(bell)
        try:
            await super().wait(bell, until)
        finally:
            self._bells.discard(bell)
