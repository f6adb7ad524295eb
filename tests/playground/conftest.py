"""Each test is in a folder of its own, without this machine's settings."""

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground.playground import Playground
from tests.loopback.helpers import running
from tests.playground.bots import BusyBot
from tests.playground.helpers import Page, page_at, playing
from tests.process.bot_process import ROOT, SETTINGS


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No .env is read here, and nothing is written into the project."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in os.environ:
        if name.startswith(SETTINGS):
            monkeypatch.delenv(name)
    return tmp_path


@pytest.fixture
async def playground(elsewhere: Path) -> AsyncIterator[Playground]:
    """A playground without a bot; the child only waits."""
    async with playing(elsewhere / "playground.db") as playground:
        yield playground


@pytest.fixture
async def page(playground: Playground) -> AsyncIterator[Page]:
    async with page_at(playground.address) as page:
        yield page


@pytest.fixture
async def bot(playground: Playground) -> AsyncIterator[BusyBot]:
    """A small bot in this process, connected to the playground."""
    bot = BusyBot()
    async with running(bot, playground.discord, playground.discord.token):
        yield bot
