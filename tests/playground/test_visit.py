"""One open page: frames that make no sense, unknown deeds, too much at once, and many pages together."""

import asyncio
import json
import logging

import pytest

from bot.playground.playground import Playground
from tests.playground.helpers import Page, page_at


@pytest.mark.parametrize("frame", ["", "{", "[]", "5", "null", '"x"', "[" * 60_000, '{"number":' * 6_000, "9" * 60_000])
async def test_a_frame_that_makes_no_sense_is_passed_over(
    playground: Playground, page: Page, caplog: pytest.LogCaptureFixture, frame: str
) -> None:
    await page.socket.send_str(frame)
    await page.socket.send_bytes(b"\0\xff")
    assert await page.refused("say") == await page.refused("say")
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]


@pytest.mark.parametrize("deed", [None, 5, "", "all", "__init__", ["say"], {"say": 1}, "\ud800"])
async def test_an_unknown_deed_is_refused(page: Page, deed: object) -> None:
    await page.socket.send_str(json.dumps({"do": deed, "number": 77}))
    page._answers[77] = waiting = asyncio.get_running_loop().create_future()
    assert "unknown" in (await asyncio.wait_for(waiting, 10))["refused"]


async def test_a_frame_that_is_too_large_ends_this_page_only(playground: Playground, page: Page) -> None:
    async with page_at(playground.address) as other:
        await other.socket.send_str("x" * 100_000)
        await other.sees(lambda seen: seen.closed, "for the socket to close")
        await page.refused("say")


async def test_each_of_many_deeds_at_once_is_answered(playground: Playground, page: Page) -> None:
    ann, channel = playground.roster.members[0], playground.discord.channel
    playground.discord.commands.create(None, {"name": "hello", "description": "Nobody answers"})
    sent = [page.do("say", member=str(ann.id), channel=str(channel.id), line="/hello") for _ in range(150)]
    together = asyncio.gather(*sent)
    while not together.done():
        playground.discord.time.advance(1)
        await asyncio.sleep(0.02)
    answers = await together
    assert all("failed" in each or "refused" in each for each in answers)


async def test_all_open_pages_are_told_the_same(playground: Playground, page: Page) -> None:
    ann, channel = playground.roster.members[0], playground.discord.channel
    async with page_at(playground.address) as other:
        await other.done("say", member=str(ann.id), channel=str(channel.id), line="hello")
        for each in (page, other):
            await each.sees(lambda seen: len(seen.messages) == 1, "for the message")
    await page.done("say", member=str(ann.id), channel=str(channel.id), line="still there?")
    await page.sees(lambda seen: len(seen.messages) == 2, "for the second message")


async def test_an_answer_that_never_comes_is_told_as_a_failure(playground: Playground, page: Page) -> None:
    ann, channel = playground.roster.members[0], playground.discord.channel
    playground.discord.commands.create(None, {"name": "hello", "description": "Nobody answers"})
    asked = asyncio.create_task(page.do("say", member=str(ann.id), channel=str(channel.id), line="/hello"))
    while not asked.done():
        playground.discord.time.advance(1)
        await asyncio.sleep(0.02)
    assert await asked == {"failed": True}
    assert channel.messages == []


async def test_a_new_edition_of_the_page_is_told_to_every_page(playground: Playground, page: Page) -> None:
    await page.sees(lambda seen: seen.edition == 1, "for the first edition")
    playground.guide.new_edition()
    await page.sees(lambda seen: seen.edition == 2, "for the second edition")
