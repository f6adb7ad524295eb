"""Forms and suggestions, with a bot that has some: the page knows nothing of Cardroom."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.playground import Playground
from tests.browser.test_access import WIDE
from tests.browser.test_words import post
from tests.browser.visitor import Visitor
from tests.process.bot_process import ROOT


@pytest_asyncio.fixture(loop_scope="session")
async def guest(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Visitor]:
    """Somebody at a page with the small bot behind it."""
    monkeypatch.chdir(tmp_path)
    command = (sys.executable, "-m", "tests.browser.small_bot")
    here = {"PYTHONPATH": str(ROOT)}
    async with (
        Playground(tmp_path / "playground.db", command, settings=here) as playground,
        Visitor.comes(browser, playground, WIDE) as visitor,
    ):
        yield visitor


async def test_a_form_is_filled_in_and_answered(guest: Visitor) -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Ask me", "custom_id": "ask"}]}
    message = await post(guest, content="a question", components=[row])
    await message.get_by_role("button", name="Ask me").click()
    form = guest.page.get_by_role("dialog", name="A question")
    await expect(form).to_be_visible()
    await form.get_by_role("button", name="Cancel").click()
    await expect(form).to_have_count(0)
    await message.get_by_role("button", name="Ask me").click()
    await form.get_by_label("Name").fill("Zora")
    await guest.page.keyboard.press("Enter")
    await expect(form).to_have_count(0)
    await expect(guest.panel()).to_contain_text("hello Zora")


async def test_what_the_bot_suggests_is_offered(guest: Visitor) -> None:
    field = guest.pane().get_by_role("combobox")
    await field.fill("/cards deal seats:")
    await expect(guest.page.get_by_role("option")).to_have_text(["2 seats", "3 seats", "4 seats"])
    await field.fill("/cards deal seats:3 friend:@b")
    await expect(guest.page.get_by_role("option")).to_have_text(["@Bo"])
    await guest.page.keyboard.press("Enter")
    await expect(field).to_have_value("/cards deal seats:3 friend:@Bo ")
    await guest.page.keyboard.press("Enter")
    await expect(guest.panel()).to_contain_text("3 seats, classic, Bo")


async def test_a_bot_that_thinks_says_so(guest: Visitor) -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Think", "custom_id": "think"}]}
    message = await post(guest, content="hm", components=[row])
    await message.get_by_role("button", name="Think").click()
    await expect(guest.panel()).to_contain_text("is thinking")
