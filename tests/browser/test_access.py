"""The page for everybody: axe-core finds nothing serious, in every state that people meet, by night and by day."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, ViewportSize, expect

from bot.playground import Playground
from tests.browser.visitor import PHONE, Visitor
from tests.process.bot_process import ROOT

AXE = ROOT / ".venv/npm/node_modules/axe-core/axe.min.js"
WIDE = ViewportSize(width=1280, height=900)
FOUND = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .filter((each) => ["serious", "critical"].includes(each.impact))
    .map((each) => each.id + ": " + each.nodes.map((node) => node.html.slice(0, 120)).join(" | "))"""

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="no axe-core here: make test fetches it where there is npm")


async def check(visitor: Visitor) -> None:
    await visitor.page.wait_for_timeout(100)  # what fades in has faded in
    assert await visitor.page.evaluate(FOUND) == []


@pytest.mark.parametrize("look", ["dark", "light"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
async def test_axe_finds_nothing_serious(
    browser: Browser, playground: Playground, size: ViewportSize, look: str
) -> None:
    async with Visitor.comes(browser, playground, size, look=look, motion=False) as visitor:
        await visitor.page.evaluate(Path(AXE).read_text(encoding="utf-8"))
        await check(visitor)  # nothing is played yet
        await visitor.page.keyboard.press("/")
        await expect(visitor.page.get_by_role("option").first).to_be_visible()
        await check(visitor)  # with offers
        await visitor.pane().get_by_role("combobox").fill("")
        await visitor.types("/uno start computers:2")
        await visitor.presses("Options")
        await visitor.panel().get_by_role("button", name="Rules: official").click()
        await check(visitor)  # a lobby, with a menu open
        await visitor.page.keyboard.press("Escape")
        await visitor.presses("Start")
        await expect(visitor.board()).to_contain_text("My hand")
        await check(visitor)  # a board and a hand
        await visitor.types("see **this** ||cover|| <t:1700000000:R> [link](https://example.org) `code`")
        for part in ("Workshop", "Calls", "Problems", "Bot log"):
            await visitor.page.get_by_role("button", name=part, exact=True).click()
            await check(visitor)
        if size is WIDE:
            await visitor.page.get_by_role("button", name="3", exact=True).click()
            await check(visitor)  # side by side


async def test_who_wants_no_motion_gets_none(browser: Browser, playground: Playground) -> None:
    async with Visitor.comes(browser, playground, WIDE, motion=False) as visitor:
        moving = "document.getAnimations().length"
        await visitor.types("/uno start")
        assert await visitor.page.evaluate(moving) == 0


async def test_a_screen_reader_is_told_of_new_messages_and_of_ones_own_turn(visitor: Visitor) -> None:
    live = visitor.pane().locator("[aria-live=polite]")
    await visitor.types("/uno start computers:1")
    await expect(live).to_contain_text("Cardroom: You are in")
    await visitor.presses("Start")
    await visitor.types("good luck")
    await expect(live).to_contain_text("Ann: good luck")


async def test_everything_that_can_be_pressed_has_a_name(visitor: Visitor) -> None:
    await visitor.types("/uno start")
    nameless = """[...document.querySelectorAll("button, input, textarea, select, a, summary")].filter((each) =>
        !(each.innerText || each.getAttribute("aria-label") || each.labels?.length)).map((each) => each.outerHTML)"""
    assert await visitor.page.evaluate(nameless) == []
