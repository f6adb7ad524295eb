"""Things that go wrong on order: calls that are refused, late or cut off, and a gateway that misbehaves."""

import fnmatch
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bot.loopback.gateway import Gateway

Drop = Literal["before", "after"]


@dataclass(slots=True)
class Order:
    """The next `times` calls that match get this."""

    method: str
    path: str
    times: int
    status: int | None
    code: int
    message: str
    retry_after: float
    everywhere: bool
    cloudflare: bool
    drop: Drop | None
    latency: float


class CallFaults:
    """Orders for calls, in the order in which they were given."""

    def __init__(self) -> None:
        self.latency = 0.0
        """Seconds that every call takes longer."""
        self._orders: list[Order] = []

    def next(
        self,
        method: str = "*",
        path: str = "*",
        *,
        times: int = 1,
        status: int | None = None,
        code: int = 0,
        message: str = "Ordered by a test",
        retry_after: float = 0.1,
        everywhere: bool = False,
        cloudflare: bool = False,
        drop: Drop | None = None,
        latency: float = 0.0,
    ) -> Order:
        """Let the next calls that match go wrong.

        `path` is a pattern with stars, over the path or the route's template: "*/callback", "/channels/*/messages".
        `status` refuses the call before anything happens; 429 says `retry_after`, for all routes if `everywhere`, and
        as the wall in front of Discord says it if `cloudflare`. `drop` cuts the connection, "before" anything happened
        or "after" everything did. `latency` in seconds comes first.
        """
        order = Order(method, path, times, status, code, message, retry_after, everywhere, cloudflare, drop, latency)
        self._orders.append(order)
        return order

    def clear(self) -> None:
        self._orders.clear()

    def find(self, method: str, path: str, template: str) -> Order | None:
        if not self._orders:
            return None
        for order in self._orders:
            if order.method in ("*", method) and any(
                fnmatch.fnmatchcase(each, order.path) for each in (path, template)
            ):
                order.times -= 1
                if order.times <= 0:
                    self._orders.remove(order)
                return order
        return None


class Faults(CallFaults):
    """Orders for calls and for the gateway. `shard` limits a gateway fault to one shard."""

    def __init__(self, gateway: "Gateway") -> None:
        super().__init__()
        self._gateway = gateway

    async def drop(self, code: int = 4000, shard: int | None = None) -> None:
        """Close the connection with a code; with 1006 it is cut without a word."""
        for session in self._gateway.connected(shard):
            await session.close(code)

    async def reconnect(self, shard: int | None = None) -> None:
        """Ask the bot to connect again (op 7)."""
        for session in self._gateway.connected(shard):
            session.send({"op": 7, "d": None})

    async def invalid_session(self, resumable: bool = False, shard: int | None = None) -> None:
        """Tell the bot that its session is over (op 9)."""
        for session in self._gateway.connected(shard):
            session.send({"op": 9, "d": resumable})
            if not resumable:
                self._gateway.forget(session)

    def stop_acks(self, stop: bool = True) -> None:
        """Leave heartbeats unanswered."""
        self._gateway.acknowledges = not stop

    def send_twice(self, events: int = 1, name: str = "INTERACTION_CREATE") -> None:
        """Send the next events of this name twice."""
        self._gateway.twice[name] = self._gateway.twice.get(name, 0) + events

    def refuse_identify(self, code: int = 4014, times: int = 1) -> None:
        """Close with this code when the bot identifies: 4014 intents it may not have, 4011 too few shards."""
        self._gateway.refuse_identify = (code, times)

    def hold_events(self, hold: bool = True) -> None:
        """Keep events back, as if the line hung; they are sent when it is over."""
        self._gateway.hold(hold)
