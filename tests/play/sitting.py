"""What the tests of play do again and again: sit down, lay out a position, open a hand, let time pass."""

import asyncio
import re
from random import Random
from typing import Any

import pytest

from bot.loopback.calls import Call
from bot.loopback.people import Member, Reply
from bot.loopback.world import Channel, Message
from bot.tables.table import Table
from bot.ui import screens
from tests.play.room import Room

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
QUIET = 0.05
MOST_WAITS = 100
SEVERAL_TURNS = 5
AT_WORK = ("an interaction", "an answer", "CommandTree-invoker", "discord.py: on_")
"""What the tasks are called in which the bot sees to a press or a command."""
MARKS = dict.fromkeys(map(ord, "\u2068\u2069"))
"""The marks around a name, which nobody sees."""


def boards_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are shown at once, not every second: for tests that are not about how often."""
    monkeypatch.setattr(screens, "EDIT_EVERY", 0.01)


def read(message: Message | Reply) -> str:
    """The words of a message as people see them."""
    return message.text.translate(MARKS)


def labels(message: Message) -> list[str]:
    return [label.translate(MARKS) for label in message.labels]


async def tap(person: Member, message: Message, label: str) -> Reply:
    """Press the button whose label begins with this, as people read it."""
    found = next((each for each in message.buttons if each.label.translate(MARKS).startswith(label)), None)
    assert found is not None, f"no {label!r} among {labels(message)}"
    return await person.press(message, custom_id=found.custom_id)


def folk(room: Room, count: int) -> list[Member]:
    return [room.person(name) for name in NAMES[:count]]


def board(room: Room, channel: Channel | None = None) -> Message:
    """The newest public message with buttons."""
    messages = (channel or room.discord.channel).messages
    return [each for each in messages if each.buttons][-1]


def lay(room: Room, state: Any, channel: Channel | None = None) -> Table:
    """Put a position on the table. It is not in the journal: a restart would not find it."""
    table = room.table(channel)
    table.state = state
    table.events.clear()
    table.recent.clear()  # the board would still tell which cards the real deal turned up
    return table


async def my_hand(room: Room, person: Member) -> Message:
    """A fresh hand, by the board's button."""
    if "My hand" not in board(room).labels:
        await shown(room)
    reply = await person.press(board(room), "My hand")
    assert reply.ephemeral
    return reply.message


async def shown(room: Room) -> None:
    """Until everything is shown: no call comes any more, and the bot has none in mind. On a busy machine what was sent
    may reach the bot only now, so it is looked at twice."""
    for _ in range(MOST_WAITS):
        await room.discord.settle(QUIET)
        if not _busy(room):
            for _ in range(SEVERAL_TURNS):
                await asyncio.sleep(0)
            if not _busy(room):
                return


def _busy(room: Room) -> bool:
    bot = room.bot
    panels = [panel for members in bot.panels._panels.values() for panel in members.values()]
    boards = any((each.dirty and not each.trouble) or each.calling for each in bot.screens._screens.values())
    moments = bot.directory._moments
    due = bool(moments) and moments[0][0] <= room.time.now()
    tables = bool(bot.directory._awake or bot.directory._going_on)
    at_work = any(task.get_name().startswith(AT_WORK) for task in asyncio.all_tasks())
    return at_work or due or tables or boards or any(each.busy for each in panels)


async def let_pass(room: Room, seconds: float, *, step: float | None = None) -> None:
    """Time goes by, for the bot and for Discord."""
    left = seconds
    while left > 0:
        now = min(left, step or left)
        room.discord.time.advance(now)
        room.time.advance(now)
        await asyncio.sleep(0)
        await shown(room)
        left -= now


def own_calls(room: Room, start: int) -> list[Call]:
    """Calls since a moment, in the order in which they came in."""
    return sorted(room.discord.calls[start:], key=lambda call: call.at)


def playable(message: Message) -> list[str]:
    """The custom ids of a hand's moves."""
    ids = [each.custom_id or "" for each in message.buttons if not each.disabled]
    return [each for each in ids if re.match("(play|ask):", each)]


async def press_any_move(room: Room, person: Member, hand: Message, chance: Random) -> None:
    """One whole move from a hand: a Wild takes two taps. Cards rather than draws."""
    for _ in range(3):
        ids = playable(hand)
        cards = [each for each in ids if not each.endswith((":draw", ":keep", ":pass"))]
        choice = chance.choice(cards or ids)
        await person.press(hand, custom_id=choice)
        if not choice.startswith("ask:"):
            return


async def play_out(room: Room, people: list[Member], chance: Random, channel: Channel | None = None) -> None:
    """Play the game to its end with fresh hands, whoever is to move."""
    table = room.table(channel)
    while table.live:
        if table.round_end is not None:
            await people[0].press_id(board(room, channel), f"next:{table.id}::")
        for person in room.to_move(people, channel):
            reply = await person.command(channel or room.discord.channel, f"/{table.game.key} hand")
            await press_any_move(room, person, reply.message, chance)
        await asyncio.sleep(0.001)
    await shown(room)
