"""How old a click is when it reaches us, by Discord's clock; ours may be wrong, or jump.

After three seconds without an answer a person reads "This interaction failed". A click that comes later than that, told
again after a broken connection, is not done any more: the person has seen it fail and may have pressed something else.
"""

import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from math import inf
from types import SimpleNamespace

import aiohttp
from discord.utils import snowflake_time

TOO_OLD = 2.5
"""Seconds. What is older cannot be answered before the person sees it fail."""
NARROW = 1.5
"""Seconds. A date says no more than the second; a slow call says less."""


class DiscordClock:
    """Discord's time, learnt from the Date of its answers: it lies between that second and the next."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._least, self._most = -inf, inf
        """How far Discord's time is ahead of our own count of seconds, at the least and at the most."""

    def heard(self, date: str, sent: float, received: float) -> None:
        """An answer that was made between these two moments carries this date."""
        try:
            second = parsedate_to_datetime(date).timestamp()
        except ValueError:
            return
        least, most = second - received, second + 1 - sent
        if least > self._most or most < self._least:  # a clock has jumped: what was known is worth nothing
            self._least, self._most = least, most
        self._least, self._most = max(self._least, least), min(self._most, most)

    def age(self, snowflake: int) -> float:
        """How old something is, in seconds: in the middle of what is possible where that is a narrow space, else at the
        least. Nothing is old before Discord's time is known."""
        ahead = self._least if self.ahead is None else self.ahead
        return self._now() + ahead - snowflake_time(snowflake).timestamp()

    @property
    def ahead(self) -> float | None:
        """How far Discord's time is ahead of our own count of seconds, where that is known to the second."""
        return (self._least + self._most) / 2 if self._most - self._least < NARROW else None

    def is_late(self, snowflake: int) -> bool:
        return self.age(snowflake) > TOO_OLD

    def trace(self, heard: Callable[[int], None] = lambda status: None) -> aiohttp.TraceConfig:
        """Listens to the dates of all answers, and tells their status."""
        trace = aiohttp.TraceConfig()

        async def start(session: object, context: SimpleNamespace, given: object) -> None:
            context.sent = self._now()

        async def end(session: object, context: SimpleNamespace, given: aiohttp.TraceRequestEndParams) -> None:
            self.heard(given.response.headers.get("Date", ""), context.sent, self._now())
            heard(given.response.status)

        trace.on_request_start.append(start)
        trace.on_request_end.append(end)
        return trace
