"""Rate limits: how many calls a route takes in how many seconds, and the headers that say so."""

import hashlib
from dataclasses import dataclass

from bot.loopback.clock import Clock
from bot.loopback.refusals import Payload
from bot.loopback.routing import Ask, Route

Window = tuple[int, float]
"""So many calls in so many seconds."""


@dataclass(slots=True)
class Bucket:
    window: Window
    left: int
    resets: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the limits say to a call: the headers of its answer, and how long to wait if it came too early."""

    headers: dict[str, str]
    wait: float | None = None
    everywhere: bool = False

    def body(self) -> Payload:
        return {"message": "You are being rate limited.", "retry_after": self.wait, "global": self.everywhere}


class Limits:
    """The limits in force. `off()` for tests that have to be quick."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.on = True
        self.everywhere: Window = (50, 1.0)
        """For all calls together, except those by an interaction's token."""
        self._windows: dict[tuple[str, str], Window] = {
            ("POST", "/channels/{channel}/messages"): (5, 5.0),
            ("PATCH", "/channels/{channel}/messages/{message}"): (5, 5.0),
            ("DELETE", "/channels/{channel}/messages/{message}"): (5, 1.0),
            ("POST", "/webhooks/{application}/{token}"): (5, 5.0),
            ("PATCH", "/webhooks/{application}/{token}/messages/{message}"): (5, 5.0),
        }
        self._buckets: dict[tuple[str, str, str], Bucket] = {}
        self._all = Bucket(self.everywhere, self.everywhere[0], 0.0)

    def off(self) -> None:
        self.on = False

    def set(self, method: str, template: str, calls: int, seconds: float) -> None:
        """Change one route's limit, by its template, such as "/channels/{channel}/messages"."""
        self._windows[method, template] = (calls, seconds)
        self._buckets = {key: each for key, each in self._buckets.items() if key[:2] != (method, template)}

    def take(self, route: Route, ask: Ask) -> Verdict:
        """Count a call."""
        if not self.on:
            return Verdict({})
        if not route.by_token:
            wait = self._spend(self._all, self.everywhere)
            if wait is not None:
                headers = _refusal(wait, "global") | {"X-RateLimit-Global": "true"}
                return Verdict(headers, wait, everywhere=True)
        window = self._windows.get((route.method, route.template))
        if window is None:
            return Verdict({})
        key = route.method, route.template, ask.major
        bucket = self._buckets.setdefault(key, Bucket(window, window[0], 0.0))
        wait = self._spend(bucket, window)
        headers = self._headers(route, bucket)
        if wait is None:
            return Verdict(headers)
        return Verdict(headers | _refusal(wait, "user"), wait)

    def _spend(self, bucket: Bucket, window: Window) -> float | None:
        now = self._clock.now()
        if now >= bucket.resets:
            bucket.left, bucket.resets = window[0], now + window[1]
        if bucket.left <= 0:
            return round(bucket.resets - now + 0.001, 3)
        bucket.left -= 1
        return None

    def _headers(self, route: Route, bucket: Bucket) -> dict[str, str]:
        name = hashlib.sha256(f"{route.method} {route.template}".encode()).hexdigest()[:32]
        return {
            "X-RateLimit-Limit": str(bucket.window[0]),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset": f"{bucket.resets:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, bucket.resets - self._clock.now()):.3f}",
            "X-RateLimit-Bucket": name,
        }


def _refusal(wait: float, scope: str) -> dict[str, str]:
    return {"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": scope}
