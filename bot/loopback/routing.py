"""From a path to what answers it. The calls that come in, and the answers that go out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.loopback.posting import Upload
from bot.loopback.refusals import Payload


@dataclass(slots=True)
class Ask:
    """A call as it came in, and what is found out about it on the way."""

    method: str
    path: str
    template: str
    parts: Mapping[str, str]
    query: Mapping[str, str]
    body: Payload | list[Payload] | None = None
    uploads: dict[int, Upload] = field(default_factory=dict)
    private: bool = False
    """It is about a message that only one member sees."""
    channel: int | None = None
    user: int | None = None

    def number(self, name: str) -> int:
        """An id in the path; nonsense is an id that nobody has."""
        given = self.parts[name]
        return int(given) if given.isdecimal() and len(given) < 25 else 0

    @property
    def payload(self) -> Payload:
        """The body, where an object is expected."""
        return self.body if isinstance(self.body, dict) else {}

    @property
    def major(self) -> str:
        """What a rate limit counts apart."""
        return self.parts.get("token") or self.parts.get("channel") or self.parts.get("guild") or ""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: Payload | list[Payload] | None = None
    raw: bytes | None = None


Handler = Callable[[Ask], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    template: str
    handler: Handler
    by_token: bool = False
    """Whoever has the token in the path may call it; the bot's own token is not asked for."""


class Routes:
    """Every route there is, found by method and number of steps."""

    def __init__(self, *tables: list[Route]) -> None:
        self._found: dict[tuple[str, int], list[tuple[list[str], Route]]] = {}
        for table in tables:
            for route in table:
                steps = route.template.split("/")[1:]
                self._found.setdefault((route.method, len(steps)), []).append((steps, route))
        for routes in self._found.values():  # fixed words before open places: @original before {message}
            routes.sort(key=lambda each: sum(step.startswith("{") for step in each[0]))

    def match(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        given = path.split("/")[1:]
        for steps, route in self._found.get((method, len(given)), ()):
            parts: dict[str, str] = {}
            for step, word in zip(steps, given, strict=True):
                if step[0] == "{":
                    parts[step[1:-1]] = word
                elif step != word:
                    break
            else:
                return route, parts
        return None
