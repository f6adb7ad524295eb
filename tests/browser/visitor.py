"""Somebody at the page: what she types, presses and reads. At the end she says whether anything was wrong with it."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Self
from urllib.parse import urlsplit

from playwright.async_api import Browser, Locator, Page, ViewportSize, expect
from playwright.async_api import TimeoutError as PageTimeout

from bot.playground import Playground

PHONE = ViewportSize(width=360, height=740)
WAIT = 15_000
NO_MOVES = re.compile(r"Refresh|Back|Leave|Next round|I'm back|UNO.*")
LAST_RESORTS = re.compile(r"Draw.*|Keep|Pass|Take.*")
OVER = re.compile(r": .* wins?!")


class Visitor:
    def __init__(self, page: Page, playground: Playground) -> None:
        self.page = page
        self.playground = playground
        self.complaints: list[str] = []
        page.on("console", lambda message: self._note(message.type in ("error", "warning"), message.text))
        page.on("pageerror", lambda error: self._note(True, str(error)))
        page.on("request", lambda request: self._note(not self._near(request.url), request.url))
        page.on("websocket", lambda socket: self._note(not self._near(socket.url), socket.url))

    @classmethod
    @asynccontextmanager
    async def comes(
        cls,
        browser: Browser,
        playground: Playground,
        size: ViewportSize,
        *,
        look: str = "dark",
        motion: bool = True,
        sharp: float = 1,
    ) -> AsyncIterator[Self]:
        context = await browser.new_context(
            viewport=size,
            color_scheme="light" if look == "light" else "dark",
            reduced_motion="no-preference" if motion else "reduce",
            device_scale_factor=sharp,
        )
        context.set_default_timeout(WAIT)
        expect.set_options(timeout=WAIT)
        visitor = cls(await context.new_page(), playground)
        await visitor.page.goto(playground.address)
        await expect(visitor.page.locator(".strip")).to_contain_text("The bot is ready")
        yield visitor
        await context.close()
        assert visitor.complaints == []

    # What she sees

    def pane(self, number: int = 0) -> Locator:
        return self.page.locator(".pane").nth(number)

    def board(self, pane: int = 0) -> Locator:
        """The newest message for everybody that the bot has written."""
        return self.pane(pane).locator(".message:not(.private)", has=self.page.locator(".container")).last

    def panel(self, pane: int = 0) -> Locator:
        """Her newest message that nobody else sees."""
        return self.pane(pane).locator(".message.private").last

    # What she does

    async def types(self, line: str, pane: int = 0) -> None:
        """Type a line letter by letter, and send it when it can be sent as it is."""
        field = self.pane(pane).get_by_role("combobox")
        await field.click()
        await field.press_sequentially(line)
        await expect(field).to_have_value(line)
        await self.pane(pane).get_by_role("button", name="Send").click()
        await expect(field).to_have_value("")

    async def presses(self, label: str, place: Locator | None = None) -> None:
        await (place or self.board()).get_by_role("button", name=label, exact=True).click()

    async def becomes(self, name: str, pane: int = 0) -> None:
        await self.pane(pane).get_by_role("radio", name=name).check()

    async def plays_to_the_end(self, moves: int = 400) -> None:
        """Play what can be played, a card rather than a draw, until the board names a winner."""
        for _ in range(moves):
            if OVER.search(await self.board().inner_text()):
                return
            await self.moves()
        raise AssertionError(f"No end after {moves} looks:\n{await self.board().inner_text()}")

    async def moves(self, pane: int = 0) -> None:
        """Press one button of the panel that makes a move, if there is one."""
        panel = self.panel(pane)
        buttons = panel.locator(".row .press:enabled")
        labels = [label.strip() for label in await buttons.all_inner_texts()]
        moves = [place for place, label in enumerate(labels) if not NO_MOVES.fullmatch(label)]
        cards = [place for place in moves if not LAST_RESORTS.fullmatch(labels[place])]
        if not moves:
            await asyncio.sleep(0.05)
            return
        before = await panel.inner_text()
        with suppress(PageTimeout):  # the game may end, or the panel be redrawn, under her finger
            await buttons.nth((cards or moves)[0]).click(timeout=1000)
        for _ in range(40):  # the panel answers within a blink
            if await panel.inner_text() != before:
                return
            await asyncio.sleep(0.025)

    def _note(self, wrong: bool, what: str) -> None:
        if wrong:
            self.complaints.append(what)

    def _near(self, url: str) -> bool:
        return url.startswith("data:") or urlsplit(url).netloc == f"127.0.0.1:{self.playground.port}"
