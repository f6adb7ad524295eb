"""Discord shuts out a bot whose calls are refused too often (10,000 in ten minutes). Ours stops long before: at forty.

Every call to a channel takes a slot, a few in each server at once; refusals of the last ten minutes use slots up. A
server in which two channels refuse us is suspected as a whole: one of its channels tries, with longer and longer
pauses, and the others wait for the outcome. The last slots are kept for servers that nobody suspects. Answers to
presses need no slot: they go on whatever happens.
"""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.storage import ChannelId, GuildId
from bot.tables.time import Time

WINDOW = 600.0
MOST = 40
KEPT_BACK = 10
"""Slots that only servers without a refusal may use."""
IN_A_SERVER = 3
"""Calls to one server that are on their way at once."""
PAUSE = 60.0
"""Seconds until a channel that refused us is tried again; as long as the window when many do; then twice as long."""
LONGEST_PAUSE = 3600.0
SUSPICIOUS = 2
"""So many channels of a server refuse us, and its other channels are believed to do so too."""
REFUSED = (401, 403, 429)
MOST_COUNTED = 1000
"""More than that stops everything anyway."""


class Held(Exception):
    """Not now: see `free_at`."""


@dataclass(slots=True)
class Server:
    """A server that has refused us."""

    refusing: set[ChannelId] = field(default_factory=set)
    proven: set[ChannelId] = field(default_factory=set)
    """Channels in which we may write all the same."""
    until: float = 0.0
    """Until when it is left alone."""
    pauses: int = 0
    hurried: float = 0.0
    """When a try was last brought forward."""

    def concerns(self, channel: ChannelId) -> bool:
        return channel in self.refusing or (len(self.refusing) >= SUSPICIOUS and channel not in self.proven)


class Breaker:
    def __init__(self, time: Time) -> None:
        self._time = time
        self._refusals: deque[float] = deque(maxlen=MOST_COUNTED)
        self._running: Counter[GuildId] = Counter()
        self._bell = asyncio.Event()
        self._servers: dict[GuildId, Server] = {}

    def heard(self, status: int) -> None:
        """Every answer of Discord, to whatever call."""
        if status in REFUSED:
            self._refusals.append(self._time.now())

    def free_at(self, guild: GuildId, channel: ChannelId) -> float:
        """From when on a channel may be called; a moment that has passed: now."""
        server = self._servers.get(guild)
        moment = server.until if server is not None and server.concerns(channel) else 0.0
        return max(moment, self._refusals[0] + WINDOW) if self._recent() >= self._limit(guild) else moment

    @asynccontextmanager
    async def slot(self, guild: GuildId, channel: ChannelId) -> AsyncIterator[None]:
        """While a call to a channel is on its way. Waits for a slot, but not for minutes: then it is `Held`."""
        while self._running.total() + self._recent() >= self._limit(guild) or self._running[guild] >= IN_A_SERVER:
            self._check(guild, channel)
            self._bell.clear()
            await self._bell.wait()
        self._check(guild, channel)
        server = self._servers.get(guild)
        if server is not None and server.concerns(channel):
            server.until = self._time.now() + self._pause(server.pauses)  # the others wait for what this one finds out
        self._running[guild] += 1
        try:
            yield
        finally:
            self._running[guild] -= 1
            if not self._running[guild]:
                del self._running[guild]
            self._bell.set()

    def refused(self, guild: GuildId, channel: ChannelId) -> None:
        """A channel does not let us write."""
        server = self._servers.setdefault(guild, Server())
        if channel not in server.refusing and len(server.refusing) == SUSPICIOUS - 1:
            server.proven.clear()  # what was seen before the suspicion proves nothing
        server.proven.discard(channel)
        server.refusing.add(channel)
        server.pauses += 1
        server.until = self._time.now() + self._pause(server.pauses)

    def proven(self, guild: GuildId, channel: ChannelId) -> bool:
        """A call went well. Whether others in the server waited for that: they may try now."""
        server = self._servers.get(guild)
        if server is None:
            return False
        server.refusing.discard(channel)
        server.proven.add(channel)
        server.until = 0.0
        if not server.refusing:
            del self._servers[guild]
        return True

    def hurry(self, guild: GuildId) -> None:
        """Something has changed in a server, or Discord says that we may write there: one try at once. Who says so
        again and again, and is wrong, brings nothing forward."""
        server, now = self._servers.get(guild), self._time.now()
        if server is not None and now - server.hurried >= PAUSE:
            server.until, server.hurried = 0.0, now

    def forget(self, guild: GuildId, channel: ChannelId) -> None:
        """There is no table in that channel any more."""
        server = self._servers.get(guild)
        if server is not None:
            server.refusing.discard(channel)
            server.proven.discard(channel)
            if not server.refusing:
                del self._servers[guild]

    def _check(self, guild: GuildId, channel: ChannelId) -> None:
        if self.free_at(guild, channel) > self._time.now():
            raise Held

    def _limit(self, guild: GuildId) -> int:
        return MOST - KEPT_BACK if guild in self._servers else MOST

    def _pause(self, pauses: int) -> float:
        first = PAUSE if 2 * self._recent() < MOST else WINDOW
        return float(min(first * 2 ** max(pauses - 1, 0), LONGEST_PAUSE))

    def _recent(self) -> int:
        while self._refusals and self._refusals[0] <= self._time.now() - WINDOW:
            self._refusals.popleft()
        return len(self._refusals)
