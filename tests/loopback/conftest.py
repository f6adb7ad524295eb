"""Each test has a Discord of its own; rate limits are off unless the test is about them."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.loopback import Loopback
from tests.loopback.helpers import TOKEN, Caller, SmallBot, running


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback(token=TOKEN) as server:
        server.limits.off()
        yield server


@pytest.fixture
async def bot(server: Loopback) -> AsyncIterator[SmallBot]:
    bot = SmallBot()
    async with running(bot, server):
        yield bot


@pytest.fixture
async def caller(server: Loopback) -> AsyncIterator[Caller]:
    async with aiohttp.ClientSession() as session:
        yield Caller(server, session)
