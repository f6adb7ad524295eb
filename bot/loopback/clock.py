"""Time that can be moved, and the ids that are made from it. Nothing here waits longer than it has to."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""Ids count milliseconds from the first second of 2015."""


@dataclass(eq=False, slots=True)
class Alarm:
    """Something that happens at a moment of movable time, unless it is cancelled before."""

    clock: "Clock"
    at: float
    ring: Callable[[], None]
    handle: asyncio.TimerHandle | None = None

    def cancel(self) -> None:
        if self.handle:
            self.handle.cancel()
        self.clock.alarms.pop(self, None)


@dataclass(eq=False)
class Clock:
    """The time in this Discord: the computer's own, plus what a test has moved it on."""

    moved: float = 0.0
    alarms: dict[Alarm, None] = field(default_factory=dict)  # a set that keeps its order

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self.moved

    def stamp(self, at: float | None = None) -> str:
        return datetime.fromtimestamp(self.now() if at is None else at, UTC).isoformat()

    def advance(self, seconds: float) -> None:
        """Let time pass at once. What was due in between rings before this returns."""
        self.moved += seconds
        for alarm in sorted(self.alarms, key=lambda each: each.at):
            if alarm in self.alarms:
                self._arm(alarm)

    def alarm(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        alarm = Alarm(self, self.now() + seconds, ring)
        self.alarms[alarm] = None
        self._arm(alarm)
        return alarm

    def _arm(self, alarm: Alarm) -> None:
        if alarm.handle:
            alarm.handle.cancel()
        left = alarm.at - self.now()
        if left <= 0:
            self._ring(alarm)
        else:
            alarm.handle = asyncio.get_running_loop().call_later(left, self._arm, alarm)

    def _ring(self, alarm: Alarm) -> None:
        self.alarms.pop(alarm, None)
        alarm.ring()


class Snowflakes:
    """Ids in the order in which they were made; the time can be read from them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0
        self._own = secrets.randbits(20)  # what is made elsewhere in the same millisecond has another id

    def make(self) -> int:
        self._last = max(self._last + 1, int(self._clock.now() * 1000 - EPOCH_MS) << 22 | self._own)
        return self._last


def made_at(snowflake: int) -> float:
    """When an id was made, in seconds since 1970."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000
