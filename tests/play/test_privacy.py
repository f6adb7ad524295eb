"""What is kept about people: shown to them, hidden for them, taken away for good (fault 91)."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from bot import client
from bot.loopback.people import Member, Reply
from bot.storage import GameId, GuildId
from tests.play.room import Room, open_room
from tests.play.sitting import board, folk, play_out, read


async def a_game(room: Room, people: list[Member]) -> None:
    await room.sit_down("nimmt", people, pace="none", match="one")
    await play_out(room, people, Random(3))


def attached(room: Room, reply: Reply) -> str:
    (file,) = reply.message.attachments
    return room.discord._posting.files[file["url"].removeprefix(room.discord._posting.address)].decode()


def dump(path: Path) -> str:
    """Every value in the file."""
    with closing(sqlite3.connect(path)) as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return "\n".join(str(row) for table in tables for row in db.execute(f"SELECT * FROM {table}"))  # noqa: S608


async def test_an_export_holds_all_that_is_kept_and_nothing_of_others(room: Room) -> None:
    ann, bo = folk(room, 2)
    await a_game(room, [ann, bo])
    reply = await ann.command(room.discord.channel, "/privacy export")
    assert reply.ephemeral
    kept = json.loads(attached(room, reply))
    assert (kept["id"], kept["known as"][0]["name"]) == (str(ann.id), "Ann")
    own = [entry for entry in await room.bot.storage.journal(GameId(1)) if entry.seat == 0 and entry.by == "member"]
    assert [move["move"] for move in kept["moves"]] == [entry.move for entry in own]
    assert (len(kept["games"]), len(kept["results"])) == (1, 1)
    assert "Bo" not in attached(room, reply)
    assert str(bo.id) not in attached(room, reply)


async def test_who_hides_is_in_nobodys_list_and_may_come_back(room: Room) -> None:
    ann, bo = folk(room, 2)
    await a_game(room, [ann, bo])
    channel = room.discord.channel
    await ann.command(channel, "/privacy hide")
    assert "Ann" not in read(await bo.command(channel, "/leaderboard"))
    assert "Ann" not in read(await bo.command(channel, "/stats"))
    assert "to themselves" in read(await bo.command(channel, "/stats", member=ann))
    own = await ann.command(channel, "/stats")
    assert own.ephemeral
    assert "stand on no leaderboard" in read(await ann.command(channel, "/privacy show"))
    await a_game(room, [ann, bo])
    assert "Ann" not in read(await bo.command(channel, "/leaderboard")), "another game does not undo it"
    await ann.command(channel, "/privacy hide", hidden=False)
    assert "Ann" in read(await bo.command(channel, "/leaderboard"))


async def test_somebody_who_never_played_can_hide_and_export_too(room: Room) -> None:
    (ann,) = folk(room, 1)
    await ann.command(room.discord.channel, "/privacy hide")
    kept = json.loads(attached(room, await ann.command(room.discord.channel, "/privacy export")))
    assert kept["known as"][0]["hidden"] == 1


async def test_who_is_forgotten_is_nowhere_and_the_others_keep_their_games(tmp_path: Path) -> None:
    async with open_room(tmp_path / "x.db") as room:
        ann, bo = folk(room, 2)
        await a_game(room, [ann, bo])
        channel = room.discord.channel
        final = board(room)
        before = read(await bo.command(channel, "/stats"))
        asked = await ann.command(channel, "/privacy delete")
        assert str(ann.id) in dump(tmp_path / "x.db"), "nothing happens before it is confirmed"
        done = await ann.press(asked.message, "Yes, forget me")
        assert "It is done" in read(done)
        assert str(ann.id) not in dump(tmp_path / "x.db")
        assert "Ann" not in dump(tmp_path / "x.db")
        assert "Ann" not in read(await bo.command(channel, "/leaderboard"))
        after = read(await bo.command(channel, "/stats"))
        assert before.split("Rivals")[0].splitlines()[:3] == after.split("Rivals")[0].splitlines()[:3]
        assert "a former player" in attached(room, await bo.press(final, "Fair play"))
        await bo.press(final, "Rematch")
        assert [seat.member for seat in room.table().seats if seat.member is not None] == [bo.id]


async def test_nobody_is_forgotten_in_the_middle_of_a_game(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo])
    asked = await ann.command(room.discord.channel, "/privacy delete")
    refused = await ann.press(asked.message, "Yes, forget me")
    assert f"<#{room.discord.channel.id}>" in read(refused)
    assert room.table().seat_of(room.table().saved.host) is not None


async def test_nobody_is_forgotten_by_a_button_that_was_never_shown(room: Room) -> None:
    ann, bo = folk(room, 2)
    await a_game(room, [ann, bo])
    for message in (board(room), (await ann.command(room.discord.channel, "/help")).message):
        reply = await ann.press_id(message, "forget:0::")
        assert "It is done" not in read(reply)
    assert len(await room.bot.storage.games_of(ann.id, GuildId(room.discord.guild.id))) == 1  # type: ignore[arg-type]


async def test_what_is_kept_of_a_server_goes_a_month_after_it_removed_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "FORGET_GUILDS_EVERY", 0.01)
    async with open_room(tmp_path / "x.db") as room:
        ann, bo = folk(room, 2)
        await a_game(room, [ann, bo])
        guild = room.discord.guild
        room.discord.remove_guild(guild)
        while not await room.bot.storage._db.read("SELECT 1 FROM left_guilds"):
            await asyncio.sleep(0.01)
        room.time.advance(29 * 86400)
        await asyncio.sleep(0.1)
        assert str(ann.id) in dump(tmp_path / "x.db")
        room.time.advance(2 * 86400)
        async with asyncio.timeout(5):
            while str(ann.id) in dump(tmp_path / "x.db"):
                await asyncio.sleep(0.01)
        left = dump(tmp_path / "x.db")
        assert str(guild.id) not in left
        assert "Ann" not in left


async def test_a_server_that_comes_back_in_time_keeps_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FORGET_GUILDS_EVERY", 0.01)
    async with open_room(tmp_path / "x.db") as room:
        ann, bo = folk(room, 2)
        await a_game(room, [ann, bo])
        room.discord.remove_guild(room.discord.guild)
        while not await room.bot.storage._db.read("SELECT 1 FROM left_guilds"):
            await asyncio.sleep(0.01)
        room.discord.invite_again(room.discord.guild)
        while await room.bot.storage._db.read("SELECT 1 FROM left_guilds"):
            await asyncio.sleep(0.01)
        room.time.advance(40 * 86400)
        await asyncio.sleep(0.1)
        assert str(ann.id) in dump(tmp_path / "x.db")


async def test_a_name_with_half_a_sign_in_it_can_sit_down(room: Room) -> None:
    """Fault 79."""
    odd = room.person("half \ud83c a sign")
    reply = await odd.command(room.discord.channel, "/uno start")
    assert "half ? a sign" in read(reply)
