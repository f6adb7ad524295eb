"""A record of every call the bot made: what tests count and look into."""

from dataclasses import dataclass

from bot.loopback.refusals import Payload


@dataclass(frozen=True, slots=True)
class Call:
    at: float
    """When it came in, by `time.perf_counter`."""
    took: float
    method: str
    route: str
    """The template, such as "/channels/{channel}/messages"."""
    path: str
    body: Payload | list[Payload] | None
    status: int
    """0: the connection was dropped."""
    private: bool
    """It is about a message that only `user` sees."""
    channel: int | None
    user: int | None
    """Whose interaction it answers."""
    refusal: str = ""
    """Why it was refused, in Discord's words."""


class Calls(list[Call]):
    """The calls, oldest first: all of them, or the last `most`. And how many there were, kept or not."""

    def __init__(self, most: int | None = None) -> None:
        super().__init__()
        self.total = 0
        self.invalid = 0
        """Calls answered with 401, 403 or 429: ten thousand in ten minutes, and Discord bans the address."""
        self._most = most

    def note(self, call: Call) -> None:
        self.total += 1
        self.invalid += call.status in (401, 403, 429)
        self.append(call)
        if self._most is not None and len(self) > self._most:
            del self[: len(self) - self._most]

    def since(self, total: int) -> list[Call]:
        """Those that came after the first `total`, as far as they are kept."""
        new = min(self.total - total, len(self))
        return self[len(self) - new :]

    def to(self, method: str, route: str) -> list[Call]:
        """Those to one route; `route` is a part of its template, such as "/messages"."""
        return [call for call in self if call.method == method and route in call.route]
