"""A real browser, a real bot, and a page between them. Without a browser these tests are skipped, and say so."""

import os
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ViewportSize, async_playwright

from bot.playground import Playground
from tests.browser.visitor import PHONE, Visitor
from tests.process.bot_process import ROOT, SETTINGS

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update")
SERVE = ("-m", "bot", "serve", "--attended")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One loop for all of them, since they share one browser."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine: apt-get install chromium"))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        arguments = [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else [*QUIET]
        yield await playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    """A playground of its own for each test, in a folder of its own, with computers that do not pause."""
    for name in os.environ:
        if name.startswith(SETTINGS):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    command = (sys.executable, *SERVE)
    quick = {
        "PYTHONPATH": str(ROOT),
        "COMPUTER_PAUSE": "0",
        "CHANCE_PAUSE": "0",
        "CARD_PICTURES": "off",
        "PRESSES_A_SECOND": "0",
    }
    async with Playground(tmp_path / "playground.db", command, settings=quick) as playground:
        yield playground


@pytest_asyncio.fixture(loop_scope="session")
async def visitor(browser: Browser, playground: Playground) -> AsyncIterator[Visitor]:
    """Somebody who has opened the page."""
    async with Visitor.comes(browser, playground, ViewportSize(width=1280, height=900)) as visitor:
        yield visitor


@pytest_asyncio.fixture(loop_scope="session")
async def on_the_phone(browser: Browser, playground: Playground) -> AsyncIterator[Visitor]:
    async with Visitor.comes(browser, playground, PHONE) as visitor:
        yield visitor
