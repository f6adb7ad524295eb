"""A person opens the page and plays: a whole round of each game against computers, then looks at the scores."""

import pytest
from playwright.async_api import expect

from tests.browser.visitor import OVER, Visitor


@pytest.mark.parametrize(
    ("start", "title"),
    [("/uno start", "UNO"), ("/eights start", "Crazy Eights"), ("/nimmt start match:one", "6 nimmt!")],
)
async def test_a_person_plays_a_whole_game_by_pressing_buttons(visitor: Visitor, start: str, title: str) -> None:
    await visitor.types(start)
    await expect(visitor.board()).to_contain_text(f"{title} · table of")
    await visitor.presses("Add computer")
    await expect(visitor.board()).to_contain_text("Seats 2/10")
    await visitor.presses("Add computer")
    await expect(visitor.board()).to_contain_text("Seats 3/10")
    await visitor.presses("Start")
    await visitor.plays_to_the_end()
    board = await visitor.board().inner_text()
    assert OVER.search(board)
    assert "Ann" in board
    await expect(visitor.panel()).to_contain_text("This game has ended.")
    await visitor.types("/leaderboard")
    await expect(visitor.board()).to_contain_text("used /leaderboard")
    await expect(visitor.board().locator(".container")).to_contain_text("Ann")
    assert visitor.playground.discord.problems == []
    await expect(visitor.page.locator(".strip")).to_contain_text("nothing refused")
