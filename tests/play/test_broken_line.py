"""The line on which Discord tells what happens breaks (faults 48 and 58): what was pressed meanwhile is told later, and
done once, or not any more if its sender has seen it fail."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from aiohttp import web

from bot.client import TOO_LATE
from bot.loopback import Loopback
from bot.loopback.connect import point_discord_at
from bot.loopback.interactions import AnswerKind, InteractionFailed
from bot.loopback.people import Member
from bot.loopback.world import Channel
from tests.games.uno import position as uno
from tests.play.room import AT_ONCE, TOKEN, Room
from tests.play.sitting import board, boards_at_once, folk, lay, my_hand, press_any_move, read, shown, tap
from tests.waiting import until

REDS = "R1 R2 R3 R4 R5 R6 R7"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


class Gate:
    """Whether Discord lets anybody in who wants to listen. Who comes while it is shut waits."""

    def __init__(self, discord: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
        self._way = asyncio.Event()
        self._way.set()
        serve = discord.sessions.serve

        async def behind(request: web.BaseRequest) -> web.WebSocketResponse:
            await self._way.wait()
            return await serve(request)

        monkeypatch.setattr(discord.sessions, "serve", behind)

    def shut(self) -> None:
        self._way.clear()

    def open(self) -> None:
        self._way.set()


async def back(room: Room, resumed: int) -> None:
    sessions = room.discord.sessions
    await until(lambda: sessions.resumed == resumed and sessions.complete(), "the bot comes back")


async def reds(room: Room) -> tuple[Member, Member]:
    """Two who can play red cards one after the other, with open hands."""
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position(REDS, REDS, top="R9"))
    await my_hand(room, ann)
    await my_hand(room, bo)
    await shown(room)
    return ann, bo


def answers(room: Room) -> Counter[str]:
    """How often the bot tried to answer each interaction, by its id."""
    return Counter(call.path.split("/")[2] for call in room.discord.calls if call.route.endswith("/callback"))


@pytest.mark.parametrize("code", [4000, 1006])
async def test_presses_while_the_line_is_broken_are_told_later_and_each_is_done_and_answered_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """Fault 48: closed with a word, and cut without one."""
    ann, bo = await reds(room)
    stranger, gate = room.person("Stranger"), Gate(room.discord, monkeypatch)
    mine, his = room.hand(ann), room.hand(bo)
    gate.shut()
    await room.discord.faults.drop(code)
    presses = [
        asyncio.create_task(each)
        for each in (tap(ann, mine, "R1"), tap(ann, mine, "R1"), stranger.press(board(room), "My hand"))
    ]
    await asyncio.sleep(0.1)
    assert room.discord.sessions.connected() == []
    assert room.table().revision == 0
    gate.open()
    once, twice, strange = await asyncio.gather(*presses)
    await back(room, 1)
    assert room.discord.sessions.identified == 1, "it went on where it was"
    assert room.table().revision == 1
    assert once.kind is twice.kind is AnswerKind.UPDATE
    assert strange.ephemeral
    for reply in (once, twice, strange):
        await ann.again(reply)
    await tap(bo, await room.ready_hand(bo), "R1")
    assert room.hand(bo) is his, "the same panel, the same buttons"
    await shown(room)
    assert room.table().revision == 2
    assert room.to_move([ann, bo]) == [ann]
    assert set(answers(room).values()) == {1}, "nothing is answered twice"
    journal = await room.bot.storage.journal(room.table().id)
    assert [(entry.revision, entry.seat, entry.move) for entry in journal] == [(0, 0, "R1"), (1, 1, "R1")]


async def test_a_press_that_was_seen_to_fail_while_the_line_was_broken_is_not_done_and_a_newer_one_is(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 48. The time is real here: where a line is opened, the loopback tells the computer's own."""
    ann, _ = await reds(room)
    gate, hand = Gate(room.discord, monkeypatch), room.hand(ann)
    gate.shut()
    await room.discord.faults.drop()
    early = asyncio.create_task(tap(ann, hand, "R1"))
    (failed,) = await asyncio.gather(early, return_exceptions=True)
    assert isinstance(failed, InteractionFailed)
    await asyncio.sleep(0.4)  # Discord says its time to the second only
    newer = asyncio.create_task(tap(ann, hand, "R2"))
    await asyncio.sleep(0.01)
    gate.open()
    reply = await newer
    assert reply.kind is AnswerKind.UPDATE
    await until(lambda: len(answers(room)) == len(room.discord.interactions), "both are answered")
    journal = await room.bot.storage.journal(room.table().id)
    assert [(entry.move, entry.click) for entry in journal] == [("R2", reply.interaction.id)]
    told = [call for call in room.discord.calls if call.status == 404]
    assert len(told) == 1, "it was told that it came too late, which nobody reads"
    assert TOO_LATE in str(told[0].body)
    assert set(answers(room).values()) == {1}
    room.discord.problems.clear()  # it complains of the one that was not answered in time


# Shards


@asynccontextmanager
async def open_wide_room(database: Path) -> AsyncIterator[Room]:
    """A room with two servers, each on a shard of its own."""
    async with Loopback(TOKEN, shards=2) as discord:
        discord.limits.off()
        discord.add_guild("Far Club")
        point_discord_at(discord.api, discord.gateway)
        room = Room(discord, database, AT_ONCE)
        await room.start()
        try:
            yield room
        finally:
            await room.stop()
        assert discord.problems == []


async def sit_down_in(room: Room, shard: int) -> tuple[Channel, list[Member]]:
    """Two at a table in the server that belongs to a shard."""
    guild = next(each for each in room.discord.world.guilds.values() if (each.id >> 22) % 2 == shard)
    people = [room.discord.add_member(f"{name} of {shard}", guild) for name in ("Ann", "Bo")]
    await room.sit_down("uno", people, guild.channels[0], pace="none")
    return guild.channels[0], people


async def move(room: Room, channel: Channel, people: list[Member], chance: Random) -> None:
    """One move of whoever is to move."""
    table = room.table(channel)
    before, (mover,) = table.revision, room.to_move(people, channel)
    await press_any_move(room, mover, await room.ready_hand(mover, channel), chance)
    assert table.revision == before + 1


async def test_while_one_shard_comes_back_the_games_of_the_other_go_on_and_afterwards_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 58."""
    async with open_wide_room(tmp_path / "cardroom.db") as room:
        near, near_people = await sit_down_in(room, 0)
        far, far_people = await sit_down_in(room, 1)
        await shown(room)
        gate, chance = Gate(room.discord, monkeypatch), Random(58)
        gate.shut()
        await room.discord.faults.drop(4000, shard=1)
        waiting = asyncio.create_task(move(room, far, far_people, chance))
        for _ in range(4):
            await move(room, near, near_people, chance)
        await shown(room)
        assert [each.shard[0] for each in room.discord.sessions.connected()] == [0]
        assert room.table(near).revision == 4
        assert (room.table(far).revision, waiting.done()) == (0, False)
        gate.open()
        await waiting
        await back(room, 1)
        assert room.discord.sessions.identified == 2, "one for each shard, at the start"
        for _ in range(2):
            await move(room, far, far_people, chance)
            await move(room, near, near_people, chance)
        assert (room.table(near).revision, room.table(far).revision) == (6, 3)
        for channel, people in ((near, near_people), (far, far_people)):
            (mover,) = room.to_move(people, channel)
            shows = f"▸\u00a0{mover.name}"
            await until(lambda: shows in read(board(room, channel)), "the board shows it")  # noqa: B023 - waited for in the same round
