"""One open page: it is told what is new, and what a person does on it is done and answered."""

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass

from aiohttp import WSMsgType, web

from bot.loopback import Loopback
from bot.loopback.interactions import InteractionFailed
from bot.loopback.refusals import Payload
from bot.loopback.typing_commands import NotPossible
from bot.playground.deeds import Deeds
from bot.playground.feed import Feed
from bot.playground.knobs import Knobs
from bot.playground.roster import Roster
from bot.playground.runner import Runner

log = logging.getLogger(__name__)

LOOK_EVERY = 0.5
"""Seconds after which a page is told what no bell was rung for: calls, lines of the log."""
TOGETHER = 0.02
"""Changes that follow each other this quickly are told together."""
LARGEST_FRAME = 64 * 1024
MOST_AT_ONCE = 100
"""Deeds of one page that may be waiting for their answers."""
TOO_MANY = "Too much at once. Wait for the answers, then try again."
UNKNOWN = "The page asks for something unknown. Reload it."
BROKEN = "Something broke in the playground itself. The terminal says what."


@dataclass(eq=False, slots=True)
class Guide:
    """All that pages are led by."""

    discord: Loopback
    roster: Roster
    runner: Runner
    deeds: Deeds
    knobs: Knobs
    edition: int = 1
    """The page's files have changed when this has: whoever shows an older one loads it anew."""

    def new_edition(self) -> None:
        self.edition += 1
        self.discord.world.changed.ring()


async def visit(request: web.BaseRequest, guide: Guide) -> web.WebSocketResponse:
    """See a page through, from its first look to its last."""
    socket = web.WebSocketResponse(max_msg_size=LARGEST_FRAME, heartbeat=20)
    await socket.prepare(request)
    teller = asyncio.create_task(_tell(socket, guide), name="a page is told the news")
    doing: set[asyncio.Task[None]] = set()
    try:
        async for frame in socket:
            sent = _read(frame.data) if frame.type is WSMsgType.TEXT else None
            if sent is None:
                continue  # not our page
            if len(doing) >= MOST_AT_ONCE:
                await socket.send_json({"answers": sent.get("number"), "refused": TOO_MANY})
                continue
            task = asyncio.create_task(_do(socket, guide, sent), name="a deed on the page")
            doing.add(task)
            task.add_done_callback(doing.discard)
    finally:
        for task in (teller, *doing):
            task.cancel()
        await asyncio.gather(teller, *doing, return_exceptions=True)
    return socket


async def _tell(socket: web.WebSocketResponse, guide: Guide) -> None:
    feed = Feed(guide.discord, guide.roster, guide.runner, guide.knobs)
    told = 0
    with suppress(ConnectionError):  # the page was closed
        while True:
            news = feed.news()
            if news or told != guide.edition:
                told = guide.edition
                await socket.send_json({"edition": told, "news": news})
            with suppress(TimeoutError):
                await asyncio.wait_for(guide.discord.world.changed.rung(), LOOK_EVERY)
            await asyncio.sleep(TOGETHER)


def _read(text: str) -> Payload | None:
    try:
        sent = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return sent if isinstance(sent, dict) else None


async def _do(socket: web.WebSocketResponse, guide: Guide, sent: Payload) -> None:
    """Do what the page asks, and answer with the number it gave."""
    answer: Payload = {"answers": sent.get("number")}
    try:
        deed = (guide.deeds.all | guide.knobs.all).get(str(sent.get("do")))
        answer |= {"refused": UNKNOWN} if deed is None else await deed(sent)
    except NotPossible as error:
        answer["refused"] = str(error)
    except InteractionFailed:
        answer["failed"] = True
    except Exception:
        log.exception("a deed on the page failed")
        answer["refused"] = BROKEN
    with suppress(ConnectionError):
        await socket.send_json(answer)
