"""A playground for a test, a page that is open in it, and small children that stand in for the bot."""

import asyncio
import itertools
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import aiohttp

from bot.loopback.refusals import Payload
from bot.playground.playground import Playground
from bot.playground.visit import BROKEN, UNKNOWN

WAITS = "import sys; sys.stdin.read()"
"""A bot that does nothing, until it is told to end."""
PATIENCE = 10.0
"""Seconds after which something does not come any more. Nothing in a test is to take so long."""


def child(code: str) -> list[str]:
    return [sys.executable, "-c", code]


async def until(so: Callable[[], object], what: str) -> None:
    """Wait until something is so."""
    end = time.perf_counter() + PATIENCE
    while not so():
        assert time.perf_counter() < end, f"Still waiting: {what}."
        await asyncio.sleep(0.01)


class Page:
    """What a browser does with the socket. `told` is all news, the newest state of each part."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.edition = 0
        self.parts: Payload = {}
        self.messages: dict[str, Payload] = {}
        self.gone: list[str] = []
        self.log: list[str] = []
        self.closed = False
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Payload]] = {}
        self._reader = asyncio.create_task(self._read(), name="a page of a test")

    async def do(self, what: str, **sent: object) -> Payload:
        """Ask for something, and get what is answered."""
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self.socket.send_json({"do": what, "number": number, **sent})
        answer = await asyncio.wait_for(self._answers[number], PATIENCE)
        del answer["answers"]
        return answer

    async def refused(self, what: str, **sent: object) -> str:
        """Ask for something that is refused: the sentence, which is about this deed and no accident."""
        answer = await self.do(what, **sent)
        assert set(answer) == {"refused"}, (what, answer)
        sentence = answer["refused"]
        assert sentence not in (BROKEN, UNKNOWN), (what, _short(sent), sentence)
        assert sentence.endswith("."), sentence
        return str(sentence)

    async def done(self, what: str, **sent: object) -> Payload:
        answer = await self.do(what, **sent)
        assert not {"refused", "failed"} & set(answer), answer
        return answer

    async def sees(self, so: Callable[[Self], object], what: str) -> None:
        await until(lambda: so(self), what)

    async def close(self) -> None:
        await self.socket.close()
        await self._reader

    async def _read(self) -> None:
        async for frame in self.socket:
            told = frame.json()
            if "answers" in told:
                self._answers.pop(told["answers"]).set_result(told)
                continue
            self.edition = told["edition"]
            news = told["news"]
            self.messages |= {each["id"]: each for each in news.pop("messages", ())}
            for gone in news.pop("gone", ()):
                self.gone.append(gone)
                del self.messages[gone]
            self.log += news.pop("log", ())
            self.parts |= news
        self.closed = True


def _short(sent: object) -> str:
    return repr(sent)[:200]


@asynccontextmanager
async def page_at(address: str) -> AsyncIterator[Page]:
    """A page that is open at this address, as a browser opens it."""
    origin = address.rsplit("/", 2)[0]
    async with aiohttp.ClientSession() as session:
        page = Page(await session.ws_connect(f"{address}socket", origin=origin))
        try:
            yield page
        finally:
            await page.close()


@asynccontextmanager
async def playing(
    database: Path, code: str = WAITS, *, members: int = 4, fresh: bool = False
) -> AsyncIterator[Playground]:
    """A playground whose bot is a small child."""
    async with Playground(database, child(code), members=members, fresh=fresh) as playground:
        playground.discord.limits.off()
        yield playground
