"""Nobody takes more than their share: a bucket of presses for each member, filled up again bit by bit."""

import time
from collections import OrderedDict
from collections.abc import Callable

SECONDS_AT_ONCE = 6.0
"""A full bucket holds what comes back in so many seconds: far more than a turn takes."""
MOST_REMEMBERED = 10_000
"""Members whose buckets are kept; whoever has pressed nothing for longest has a full one anyway."""


class Buckets:
    def __init__(self, each_second: float, now: Callable[[], float] = time.monotonic) -> None:
        """`each_second`: how many presses come back in a second. 0: nobody counts."""
        self._each_second = each_second
        self._most = each_second * SECONDS_AT_ONCE
        self._now = now
        self._left: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def take(self, member: int) -> bool:
        """One press of this member. False: that was one too many."""
        if not self._each_second:
            return True
        now = self._now()
        left, since = self._left.pop(member, (self._most, now))
        left = min(self._most, left + (now - since) * self._each_second)
        enough = left >= 1
        self._left[member] = (left - 1 if enough else left, now)
        if len(self._left) > MOST_REMEMBERED:
            self._left.popitem(last=False)
        return enough
