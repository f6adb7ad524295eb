"""Pictures of the card on top: uploaded once as emojis of the application, and never needed."""

import asyncio
import struct
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.games.show import Picture
from bot.loopback.world import Message
from bot.ui import pictures
from bot.ui.art import GLYPHS, SIZE, draw
from tests.play.room import Room, open_room

pytestmark = pytest.mark.usefixtures("in_a_hurry")
EVERY = [picture for game in GAMES.values() for picture in game.pictures]


@pytest.fixture
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "UPLOAD_PAUSE", 0)


async def with_pictures(room: Room) -> None:
    room.settings = replace(room.settings, pictures=True)
    await room.restart()
    while len(room.discord.emojis) < len(EVERY):
        await asyncio.sleep(0.05)
    await room.discord.settle()


def has_picture(board: Message) -> bool:
    return "emojis/" in str(board.components)


async def test_pictures_are_uploaded_once_and_shown_on_the_board(tmp_path: Path) -> None:
    async with open_room(tmp_path / "cardroom.db") as room:
        await with_pictures(room)
        assert {emoji["name"] for emoji in room.discord.emojis.values()} == {picture.key for picture in EVERY}
        uploads = len(room.discord.calls.to("POST", "emojis"))
        await room.restart()
        await room.discord.settle()
        assert len(room.discord.calls.to("POST", "emojis")) == uploads
        board = await room.sit_down("uno", [room.person("Ann"), room.person("Bo")])
        await room.discord.settle(1.1)
        assert has_picture(board)


async def test_a_board_that_discord_refuses_is_shown_without_a_picture(tmp_path: Path) -> None:
    async with open_room(tmp_path / "cardroom.db") as room:
        await with_pictures(room)
        ann = room.person("Ann")
        reply = await ann.command(room.discord.channel, "/eights start")
        room.discord.faults.next("PATCH", "*/channels/*", status=400, code=50035)
        await ann.press(reply.message, "Start")
        await room.discord.settle(2.5)
        assert "of" in reply.message.text
        assert not has_picture(reply.message)


@pytest.mark.parametrize("picture", EVERY, ids=lambda picture: picture.key)
def test_every_picture_can_be_drawn_with_a_name_that_discord_takes(picture: Picture) -> None:
    assert 2 <= len(picture.key) <= 32
    assert picture.key.replace("_", "").isalnum()
    assert picture.key.isascii()
    assert set(picture.text) <= {*GLYPHS, " "}


def test_a_picture_is_a_whole_png_file() -> None:
    image = draw(EVERY[0])
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    assert image.endswith(b"IEND\xaeB`\x82")
    assert struct.unpack(">II", image[16:24]) == (SIZE, SIZE)
    (length,) = struct.unpack(">I", image[33:37])
    assert len(zlib.decompress(image[41 : 41 + length])) == SIZE * (4 * SIZE + 1)
    assert len(image) < 256 * 1024
