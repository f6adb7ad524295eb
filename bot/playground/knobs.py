"""Knobs for developers: let Discord be slow, refuse, forget and drop, and let the bot die, to see what people see."""

import signal
from collections.abc import Awaitable, Callable

from bot.loopback import Loopback, permissions
from bot.loopback.faults import Drop
from bot.loopback.refusals import Payload
from bot.loopback.typing_commands import NotPossible
from bot.playground.runner import Runner

WHICH = {
    "call of any kind": ("*", "*"),
    "answer to a press or command": ("POST", "*/callback"),
    "edit of a board": ("PATCH", "/channels/*"),
    "new message": ("POST", "/channels/{channel}/messages"),
    "edit of a private panel": ("PATCH", "/webhooks/*"),
}
HOW: dict[str, tuple[int | None, Drop | None]] = {
    "500 server error": (500, None),
    "403 not allowed": (403, None),
    "404 not there": (404, None),
    "429 too many, for 2 s": (429, None),
    "cut before it is done": (None, "before"),
    "cut after it is done": (None, "after"),
}
LONGEST_LATENCY = 10_000
LONGEST_LEAP = 24 * 60 * 60


class Knobs:
    def __init__(self, discord: Loopback, runner: Runner) -> None:
        self._discord = discord
        self._runner = runner
        self.all: dict[str, Callable[[Payload], Awaitable[Payload]]] = {
            "latency": self.latency,
            "limits": self.limits,
            "fail": self.fail,
            "leap": self.leap,
            "permission": self.permission,
            "drop": self.drop,
            "new session": self.new_session,
            "start": self.start,
            "restart": self.restart,
            "kill": self.kill,
        }

    @property
    def shown(self) -> Payload:
        """How the knobs stand, and what they offer."""
        return {
            "latency": round(self._discord.faults.latency * 1000),
            "limits": self._discord.limits.on,
            "which": list(WHICH),
            "how": list(HOW),
        }

    async def latency(self, sent: Payload) -> Payload:
        """Milliseconds that every call takes longer."""
        self._discord.faults.latency = _whole(sent.get("value"), LONGEST_LATENCY) / 1000
        return {}

    async def limits(self, sent: Payload) -> Payload:
        self._discord.limits.on = bool(sent.get("value"))
        return {}

    async def fail(self, sent: Payload) -> Payload:
        """Let the next call of a kind go wrong."""
        which, how = sent.get("which"), sent.get("how")
        if not isinstance(which, str) or which not in WHICH or not isinstance(how, str) or how not in HOW:
            raise NotPossible("Choose one of the calls, and one of the ways in which it fails.")
        method, path = WHICH[which]
        status, drop = HOW[how]
        self._discord.faults.next(method, path, status=status, drop=drop, retry_after=2.0, message="Ordered by you")
        return {}

    async def leap(self, sent: Payload) -> Payload:
        """Time passes on Discord's side: tokens of old interactions die, boards grow old."""
        self._discord.time.advance(_whole(sent.get("value"), LONGEST_LEAP))
        return {}

    async def permission(self, sent: Payload) -> Payload:
        """Let the bot write in a channel, or forbid it."""
        channel = next((each for each in self._discord.guild.channels if str(each.id) == sent.get("channel")), None)
        if channel is None:
            raise NotPossible("There is no such channel.")
        channel.permit_bot(permissions.BOT if sent.get("value") else permissions.VIEW_CHANNEL)
        return {}

    async def drop(self, sent: Payload) -> Payload:
        """The gateway closes; the bot comes back and is told what it missed."""
        await self._discord.faults.drop()
        return {}

    async def new_session(self, sent: Payload) -> Payload:
        """The gateway forgets the bot; it has to introduce itself anew."""
        await self._discord.faults.invalid_session()
        return {}

    async def start(self, sent: Payload) -> Payload:
        await self._runner.start()
        return {}

    async def restart(self, sent: Payload) -> Payload:
        await self._runner.restart()
        return {}

    async def kill(self, sent: Payload) -> Payload:
        """As a power cut would, and start it again."""
        await self._runner.restart(signal.SIGKILL)
        return {}


def _whole(value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise NotPossible(f"Give a whole number from 0 to {most}.")
    return value
