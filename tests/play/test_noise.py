"""Five hundred presses of everything by everybody, in any order: every one is answered, and the game goes on."""

import asyncio
import logging
import string
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from bot.games import GAMES
from bot.loopback.people import Member, Reply
from bot.loopback.world import Message
from bot.storage import ChannelId
from bot.tables.table import Table
from tests.play.room import Room
from tests.play.sitting import boards_at_once, folk, play_out, read, shown

PRESSES = 500
ACTIONS = (
    "join", "leave", "add", "remove", "options", "set", "start", "hand", "refresh", "play", "ask", "arm", "next",
    "back", "menu", "down", "over", "end", "rules", "rematch", "scores", "x", "",
)  # fmt: skip
NOT_PRESSED = ("ended:",)
"""The one thing that would end the game for good."""
ARGUMENTS = ("", "draw", "R7", "8C=H", "55", "row1", "0W", "1W+4", "take", "catch>1", "2", "flags", "pace", "-1", "99")
ODD = (
    "",
    "play",
    ":::",
    "play:1",
    "play:1:1",
    "a:b:c:d",
    "ＰＬＡＹ:1:1:R7",
    "play:١:1:R7",
    "🂡:1::",
    "play:1:1:R7\n",
    " ",
)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


class Crowd:
    """Members and strangers who press whatever they find."""

    def __init__(self, room: Room, key: str, members: list[Member], strangers: list[Member], chance: Random) -> None:
        self.room, self.key, self.chance = room, key, chance
        self.members, self.everybody = members, members + strangers
        self.pressed: list[str] = []
        self.doubled = 0
        self.tables: list[tuple[Table, list[int]]] = []

    async def sit_down(self) -> None:
        """A game for all members, unless one runs."""
        table = self.room.bot.directory.in_channel(ChannelId(self.room.discord.channel.id))
        if table is not None and table.phase == "lobby":
            await table.end(table.saved.host, moderator=True)
            table = None
        if table is None:
            await self.room.sit_down(self.key, self.members, pace="none")
            table = self.room.table()
            self.tables.append((table, sorted(table.game.cards(table.state))))

    async def step(self) -> None:
        person = self.chance.choice(self.everybody)
        messages = [message for message in person.sees(self.room.discord.channel) if message.author.is_bot]
        message = self.chance.choice(messages[-6:])
        ways: list[Callable[[Member, Message], Awaitable[Reply | None]]] = [
            self.press_something, self.press_something, self.press_something, self.make_a_move, self.make_a_move,
            self.stale, self.foreign, self.forged, self.never_offered, self.twice, self.at_once,
        ]  # fmt: skip
        await self.chance.choice(ways)(person, message)

    async def id_on(self, person: Member, message: Message, custom_id: str) -> Reply | None:
        if custom_id.startswith(NOT_PRESSED):
            return None
        self.pressed.append(custom_id)
        return await person.press_id(message, custom_id)

    async def press_something(self, person: Member, message: Message) -> Reply | None:
        if message.selects and self.chance.random() < 0.5:
            menu = self.chance.choice(message.selects)
            values = [option["value"] for option in menu["options"]]
            count = self.chance.randint(menu["min_values"], menu["max_values"])
            return await person.select(message, menu["custom_id"], self.chance.sample(values, count))
        ids = [button.custom_id for button in message.buttons if button.custom_id and not button.disabled]
        return await self.id_on(person, message, self.chance.choice(ids)) if ids else None

    async def make_a_move(self, person: Member, message: Message) -> Reply | None:
        """A move that is legal, so that the game goes on under all the noise."""
        table = self.room.bot.directory.in_channel(ChannelId(self.room.discord.channel.id))
        waiting = self.room.to_move(self.members) if table is not None and table.phase == "playing" else []
        panels = waiting[0].private(self.room.discord.channel) if waiting else []
        if table is None or not panels:
            return None
        seat = table.waiting[0]
        move = self.chance.choice(list(table.game.moves(table.state, seat)))
        mover = next((each for each in self.members if each.id == table.seats[seat].member), None)
        return None if mover is None else await self.id_on(
            mover, self.chance.choice(mover.private(self.room.discord.channel) or [message]),
            f"play:{table.id}:{table.asks[seat]}:{move.text}",
        )  # fmt: skip

    async def stale(self, person: Member, message: Message) -> Reply | None:
        return await self.id_on(person, message, self.chance.choice(self.pressed or ["play:1:0:draw"]))

    async def foreign(self, person: Member, message: Message) -> Reply | None:
        other = self.chance.choice(self.members)
        ids = [button.custom_id or "" for each in other.private(self.room.discord.channel) for button in each.buttons]
        return await self.id_on(person, message, self.chance.choice(ids)) if ids else None

    async def forged(self, person: Member, message: Message) -> Reply | None:
        number = self.chance.choice((0, 1, 2, 7, 999_999_999_999, -1))
        ask = self.chance.choice(("", "0", "5", "999999999", "x"))
        action, argument = self.chance.choice(ACTIONS), self.chance.choice(ARGUMENTS)
        made = f"{action}:{number}:{ask}:{argument}"
        noise = "".join(self.chance.choices(string.printable + "äß🂡\u202e\u0000", k=self.chance.randint(1, 100)))
        return await self.id_on(person, message, self.chance.choice((made, made, noise, self.chance.choice(ODD))))

    async def never_offered(self, person: Member, message: Message) -> Reply | None:
        name = self.chance.choice(("preset", "flags", "pace", "level", "match", "hand_size", "__init__", "", "x" * 60))
        game = self.tables[-1][0].id
        values = self.chance.choice(([], ["banana"], ["official", "party"], ["🂡" * 100], ["jump_in", "no"], ["-1"]))
        return await person.select_values(message, f"set:{game}::{name}", values)

    async def twice(self, person: Member, message: Message) -> Reply | None:
        reply = await self.press_something(person, message)
        if reply is not None:
            self.doubled += 1
            await person.again(reply)
        return reply

    async def at_once(self, person: Member, message: Message) -> Reply | None:
        """Three press the same thing at the same moment."""
        ids = [button.custom_id for button in message.buttons if button.custom_id and not button.disabled]
        ids = [each for each in ids if not each.startswith(NOT_PRESSED)]
        if not ids or message.private_to is not None:
            return None
        custom_id = self.chance.choice(ids)
        people = self.chance.sample(self.everybody, 3)
        await asyncio.gather(*(each.press_id(message, custom_id) for each in people))
        return None


@pytest.mark.parametrize("key", GAMES)
async def test_five_hundred_random_presses_leave_nothing_unanswered_and_a_game_that_can_be_finished(
    room: Room, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    failed: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(str(context)))
    members = folk(room, 4)
    crowd = Crowd(room, key, members, [room.person("Stranger"), room.person("Mod", moderator=True)], Random(500))
    begun = len(room.discord.interactions)
    while len(room.discord.interactions) - begun < PRESSES:
        await crowd.sit_down()
        await crowd.step()
        for table, cards in crowd.tables:
            assert table.state is None or sorted(table.game.cards(table.state)) == cards
    await shown(room)

    assert all(each.answered is not None and not each.failed for each in room.discord.interactions)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert not failed
    assert len(room.discord.problems) <= crowd.doubled
    assert all(problem.endswith("was answered twice") for problem in room.discord.problems), room.discord.problems
    room.discord.problems.clear()
    assert max(each.took for each in room.discord.interactions if each.took is not None) < 2

    await crowd.sit_down()
    table = room.table()
    for person in members:
        if table.is_computer(table.seat_of(person.id) or 0):  # type: ignore[arg-type]  # an id is an id
            await person.command(room.discord.channel, f"/{key} hand")
            await person.press_id(room.hand(person), f"back:{table.id}::")
    await play_out(room, members, Random(1))
    assert table.phase == "over"
    assert table.outcome is not None


async def test_a_command_that_is_delivered_twice_is_done_and_answered_once(room: Room) -> None:
    """Fault 19."""
    (ann,) = folk(room, 1)
    room.discord.faults.send_twice()
    reply = await ann.command(room.discord.channel, "/uno start")
    await shown(room)
    assert "table of" in read(reply)
    assert [text for text in map(read, room.discord.channel.messages) if "table of" in text] == [read(reply)]
    assert len(ann.private(room.discord.channel)) == 1
    assert room.discord.problems == []
