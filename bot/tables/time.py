"""What time it is, and waiting for it. Tests and the playground move time; nothing here trusts the wall clock twice."""

import asyncio
import sys
import time
from typing import Protocol

WORTH_TELLING = 2.0
"""Seconds. Discord says its time to the second, so less than this means nothing."""


class Time(Protocol):
    def now(self) -> float:
        """Seconds since 1970. Never jumps, whatever happens to the machine's clock, and never goes back, not even from
        one start to the next."""

    def for_people(self, moment: float) -> float:
        """A moment by the clock that people see on Discord."""

    async def wait(self, bell: asyncio.Event, until: float | None) -> None:
        """Wait for the bell, or for a moment."""


class RealTime:
    """The wall clock as it was at the start, carried on by a clock that never jumps."""

    def __init__(self, not_before: float = 0.0) -> None:
        """`not_before`: a moment that has passed already, as somebody has noted. The clock may have been set back
        since."""
        self._offset = max(time.time(), not_before) - time.monotonic()
        self._astray = 0.0

    def now(self) -> float:
        return time.monotonic() + self._offset

    def for_people(self, moment: float) -> float:
        return moment - self._astray

    def compare(self, ahead: float) -> None:
        """Discord's clock is so far ahead of our count of seconds."""
        astray = self._offset - ahead
        self._astray = astray if abs(astray) > WORTH_TELLING else 0.0

    async def wait(self, bell: asyncio.Event, until: float | None) -> None:
        delay = None if until is None else until - self.now()
        if delay is not None and delay <= 0:
            return
        try:
            async with asyncio.timeout(delay):  # not wait_for: before Python 3.12 it can lose a cancellation
                await bell.wait()
        except TimeoutError:
            return


class Stopwatch:
    """Counts the seconds from one look to the next, those in which the machine slept included, where it tells."""

    def __init__(self) -> None:
        self._looked = self._seconds()

    def lap(self) -> float:
        before, self._looked = self._looked, self._seconds()
        return max(now - then for now, then in zip(self._looked, before, strict=True))

    def _seconds(self) -> tuple[float, float]:
        loop = asyncio.get_running_loop().time()
        return loop, time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else loop


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
