"""What a page has been told, and what is new since. It looks at the world again and tells the difference."""

import time
from typing import Any

from bot.loopback import Loopback
from bot.loopback.calls import Call
from bot.loopback.payloads import message_payload
from bot.loopback.permissions import SEND_MESSAGES
from bot.loopback.refusals import Payload
from bot.loopback.world import Message
from bot.playground.knobs import Knobs
from bot.playground.roster import Roster
from bot.playground.runner import Runner

MOST_MESSAGES = 300
"""So many of the newest messages a page is told; older ones nobody scrolls to."""
SHOWN_CALLS = 200
MINUTE = 60.0


class Feed:
    def __init__(self, discord: Loopback, roster: Roster, runner: Runner, knobs: Knobs) -> None:
        self._discord = discord
        self._roster = roster
        self._runner = runner
        self._knobs = knobs
        self._parts: dict[str, Any] = {}
        self._messages: dict[int, tuple[int, int]] = {}
        self._calls = max(0, discord.calls.total - SHOWN_CALLS)
        self._problems = 0
        self._lines = 0

    def news(self) -> Payload:
        """Everything that is new, by its part. Empty: nothing."""
        news: Payload = {}
        for name, now in (("place", self._place()), ("bot", self._bot()), ("knobs", self._knobs.shown)):
            if self._parts.get(name) != now:
                self._parts[name] = news[name] = now
        news |= self._told_messages()
        calls = self._discord.calls.since(self._calls)
        if calls:
            news["calls"] = [_call(each) for each in calls]
            self._calls = self._discord.calls.total
        problems = self._discord.problems[self._problems :]
        if problems:
            news["problems"] = problems
            self._problems += len(problems)
        if self._runner.lines > self._lines:
            new = min(self._runner.lines - self._lines, len(self._runner.log))
            news["log"] = list(self._runner.log)[len(self._runner.log) - new :]
            self._lines = self._runner.lines
        return news

    def _place(self) -> Payload:
        guild = self._discord.guild
        return {
            "server": guild.name,
            "bot": {"id": str(self._discord.bot.id), "name": self._discord.bot.name},
            "channels": [
                {"id": str(each.id), "name": each.name, "writable": bool(each.bot_permissions & SEND_MESSAGES)}
                for each in guild.channels
            ],
            "members": [
                {"id": str(each.id), "name": each.name, "moderator": place == 0}
                for place, each in enumerate(self._roster.members)
            ],
        }

    def _bot(self) -> Payload:
        runner = self._runner
        since = time.perf_counter() - MINUTE
        return {
            "state": runner.state,
            "exit": runner.exit_code,
            "words": runner.last_words if runner.state == "stopped" else "",
            "minute": sum(1 for call in self._discord.calls if call.at > since),
            "invalid": self._discord.calls.invalid,
            "starts": runner.starts,
        }

    def _told_messages(self) -> Payload:
        there = {
            message.id: message
            for channel in self._discord.guild.channels
            for message in list(channel.timeline.values())[-MOST_MESSAGES:]
        }
        versions = {own: (each.edits, each.flags) for own, each in there.items()}
        changed = [there[own] for own, version in versions.items() if self._messages.get(own) != version]
        gone = [str(own) for own in self._messages if own not in versions]
        self._messages = versions
        news: Payload = {}
        if changed:
            commands = {str(each.id): each.what for each in self._discord.interactions}
            news["messages"] = [self._message(each, commands) for each in changed]
        if gone:
            news["gone"] = gone
        return news

    def _message(self, message: Message, commands: dict[str, str]) -> Payload:
        payload = message_payload(message, self._discord.world)
        source = message.interaction
        return payload | {
            "private_to": None if message.private_to is None else str(message.private_to),
            "command": commands.get(source["id"], "") if source and source["type"] == 2 else "",
            "edits": message.edits,
        }


def _call(call: Call) -> Payload:
    return {
        "method": call.method,
        "route": call.route,
        "status": call.status,
        "took": round(call.took * 1000, 1),
        "refusal": call.refusal,
        "private": call.private,
        "body": call.body,
    }
