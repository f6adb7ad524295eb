"""The README's pictures: a game of each kind is played in a headless browser, and looked at on the way.

make screenshots
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, ViewportSize, async_playwright, expect

from bot.playground import Playground
from tests.browser.conftest import CHROMIUM, QUIET, SERVE
from tests.browser.visitor import Visitor
from tests.process.bot_process import ROOT

PICTURES = ROOT / "docs/pictures"
DESKTOP = ViewportSize(width=1000, height=900)
PHONE = ViewportSize(width=390, height=800)
SHARP = 1.5
MOST_MOVES = 60


async def main() -> int:
    if CHROMIUM is None:
        sys.stderr.write("There is no Chromium on this machine. Install it (apt-get install chromium) and try again.\n")
        return 2
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = {"COMPUTER_PAUSE": "0.1", "CHANCE_PAUSE": "0.1", "PRESSES_A_SECOND": "0"}
        command = (sys.executable, *SERVE)
        async with (
            Playground(Path(folder) / "playground.db", command, settings=settings) as playground,
            async_playwright() as playwright,
        ):
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, "--no-sandbox"])
            await uno(browser, playground)
            await eights(browser, playground)
            await nimmt(browser, playground)
    return 0


async def uno(browser: Browser, playground: Playground) -> None:
    async with Visitor.comes(browser, playground, DESKTOP, sharp=SHARP) as ann:
        await all_pictures(ann)
        await ann.types("/uno start computers:2 level:expert")
        await expect(ann.board()).to_contain_text("Seats 3/10")
        await ann.presses("Start")
        await expect(ann.board()).to_contain_text("My hand")
        await until_choice(ann, moves=3, choices=3)
        await take(ann, "uno")


async def eights(browser: Browser, playground: Playground) -> None:
    """Two people side by side."""
    async with Visitor.comes(browser, playground, DESKTOP, sharp=SHARP, look="light") as both:
        await both.page.get_by_role("button", name="# practice").click()
        await both.page.get_by_role("button", name="2", exact=True).click()
        await both.types("/eights start computers:1")
        await both.presses("Join", both.board(1))
        await expect(both.panel(1)).to_contain_text("You are in")
        await both.presses("Start")
        await expect(both.board()).to_contain_text("My hand")
        for _ in range(2):
            for pane in (0, 1):
                await both.moves(pane)
        await until_choice(both, moves=0, choices=2)
        await take(both, "side-by-side")


async def nimmt(browser: Browser, playground: Playground) -> None:
    """On a phone."""
    async with Visitor.comes(browser, playground, PHONE, sharp=SHARP) as ann:
        await ann.page.get_by_role("button", name="# off-topic").click()
        await ann.types("/nimmt start computers:3 match:one")
        await ann.presses("Start")
        await expect(ann.board()).to_contain_text("My hand")
        await until_choice(ann, moves=2, choices=5)
        await ann.board().evaluate("each => each.scrollIntoView({block: 'start'})")
        await take(ann, "nimmt-board")


async def all_pictures(visitor: Visitor) -> None:
    """The bot uploads its cards one by one: wait until none has come for a while."""
    count = -1
    while len(visitor.playground.discord.emojis) != count:
        count = len(visitor.playground.discord.emojis)
        await asyncio.sleep(1)


async def until_choice(visitor: Visitor, moves: int, choices: int) -> None:
    """Play some moves, and then on until there is something to choose from."""
    for turn in range(MOST_MOVES):
        cards = visitor.panel().locator(".row .press.main:enabled")
        asked = "Which" in await visitor.panel().inner_text()
        if turn >= moves and not asked and await cards.count() >= choices:
            return
        await visitor.moves()
        await asyncio.sleep(0.3)


async def take(visitor: Visitor, name: str) -> None:
    await visitor.page.mouse.move(0, 0)
    await visitor.page.evaluate("document.activeElement.blur()")
    await asyncio.sleep(1.2)  # boards are shown at most once a second
    await visitor.page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
