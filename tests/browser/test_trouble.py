"""What the page shows when something goes wrong, and the workshop's knobs that make it go wrong."""

import os
import re
import signal

import pytest
from playwright.async_api import expect

from tests.browser.visitor import Visitor


async def turn_knob(visitor: Visitor, knob: str, says: str) -> None:
    if not await visitor.page.get_by_role("region", name="Knobs").count():
        await visitor.page.get_by_role("button", name="Workshop").click()
    knobs = visitor.page.get_by_role("region", name="Knobs")
    await knobs.get_by_role("button", name=knob).click()
    await expect(knobs.get_by_role("status")).to_contain_text(says)


@pytest.mark.parametrize(
    ("knob", "says"),
    [
        ("Restart the bot", "Restarted."),
        ("Kill it", "Killed and started again."),
        ("Drop the gateway", "The gateway was dropped."),
        ("Forget its session", "The session is forgotten."),
        ("Let 15 minutes pass", "15 minutes have passed"),
    ],
)
async def test_a_game_goes_on_after(visitor: Visitor, knob: str, says: str) -> None:
    await visitor.types("/eights start computers:1")
    await visitor.presses("Start")
    await expect(visitor.board()).to_contain_text("My hand")
    for _ in range(3):
        await visitor.moves()
    starts = visitor.playground.runner.starts
    await turn_knob(visitor, knob, says)
    await expect(visitor.page.locator(".strip")).to_contain_text("The bot is ready")
    assert visitor.playground.runner.starts == starts + (knob in ("Restart the bot", "Kill it"))
    if "15 minutes" in knob:  # the old panel cannot be changed any more; a new one can
        await visitor.presses("My hand")
    await visitor.plays_to_the_end()


async def test_a_click_that_is_not_answered_in_time_says_so_and_is_counted(visitor: Visitor) -> None:
    await visitor.types("/uno start")
    await visitor.page.get_by_role("button", name="Workshop").click()
    latency = visitor.page.get_by_label(re.compile("Every call takes"))
    await latency.fill("4000")
    await latency.press("Tab")
    await visitor.presses("Rules")
    await expect(visitor.board().get_by_role("alert")).to_have_text("This interaction failed")
    bad = visitor.page.get_by_role("button", name=re.compile("refused or late"))
    await expect(bad).to_have_class(re.compile("bad"))
    await latency.fill("0")
    await latency.press("Tab")
    await visitor.presses("Rules")
    await expect(visitor.panel()).to_contain_text("UNO")
    await expect(visitor.board().get_by_role("alert")).to_have_count(0)


async def test_a_command_that_is_not_answered_in_time_says_so_too(visitor: Visitor) -> None:
    visitor.playground.discord.faults.latency = 4
    await visitor.types("/about")
    await expect(visitor.pane().get_by_role("alert")).to_have_text("/about: the bot did not answer in time.")


async def test_the_next_call_fails_on_order_and_the_inspector_shows_it(visitor: Visitor) -> None:
    await visitor.types("/uno start")
    await visitor.page.get_by_role("button", name="Workshop").click()
    knobs = visitor.page.get_by_role("region", name="Knobs")
    await knobs.get_by_label("Which").select_option("edit of a board")
    await knobs.get_by_label("How").select_option("500 server error")
    await knobs.get_by_role("button", name="Fail it").click()
    await expect(knobs.get_by_role("status")).to_have_text("The next edit of a board fails: 500 server error.")
    await visitor.becomes("Bo")
    await visitor.presses("Join")
    await expect(visitor.board()).to_contain_text("Seats 2/10")  # the bot tries again
    await visitor.page.get_by_role("button", name="Calls", exact=True).click()
    failed = visitor.page.locator(".calls .bad", has_text="Ordered by you")
    await expect(failed).to_have_count(1)
    await failed.locator("summary").click()
    await expect(failed.locator("pre")).to_contain_text('"allowed_mentions"')


async def test_a_bot_that_died_is_told_with_its_last_words_and_can_be_started(visitor: Visitor) -> None:
    process = visitor.playground.runner.process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    strip = visitor.page.locator(".strip")
    await expect(strip).to_contain_text("The bot has stopped")
    await expect(strip).to_contain_text("The bot stopped with code -9.")
    await visitor.page.get_by_role("button", name="Start it").click()
    await expect(strip).to_contain_text("The bot is ready")
    await visitor.types("/help")
    await expect(visitor.panel()).to_contain_text("/uno start")


async def test_where_the_bot_may_not_write_it_says_which_permission_is_missing(visitor: Visitor) -> None:
    await visitor.page.get_by_role("button", name="Workshop").click()
    may_write = visitor.page.get_by_label("The bot may write in #game-night")
    await may_write.click()
    await expect(may_write).not_to_be_checked()  # in a moment: the page shows what Discord has, not what was clicked
    await visitor.types("/uno start")
    await expect(visitor.panel()).to_contain_text("Send Messages")
    await may_write.click()
    await expect(may_write).to_be_checked()
    await visitor.types("/uno start")
    await expect(visitor.board()).to_contain_text("table of")


async def test_a_moderator_can_delete_what_others_wrote_and_others_their_own(visitor: Visitor) -> None:
    await visitor.becomes("Bo")
    await visitor.types("mine")
    await visitor.becomes("Cleo")
    message = visitor.pane().locator(".message", has_text="mine")
    await message.hover()
    await expect(message.get_by_role("button", name="Inspect")).to_be_visible()
    await expect(message.get_by_role("button", name="Delete")).to_have_count(0)
    await visitor.becomes("Ann")
    await message.hover()
    await visitor.presses("Delete", message)
    await expect(visitor.pane().locator(".message")).to_have_count(0)


async def test_the_bots_log_can_be_read(visitor: Visitor) -> None:
    await visitor.page.get_by_role("button", name="Workshop").click()
    await visitor.page.get_by_role("button", name="Bot log").click()
    await expect(visitor.page.locator(".log")).to_contain_text("discord.gateway")


async def test_a_message_can_be_inspected(visitor: Visitor) -> None:
    await visitor.types("/uno start")
    await visitor.board().hover()
    await visitor.presses("Inspect")
    await expect(visitor.page.get_by_role("region", name="Message", exact=True)).to_contain_text('"custom_id": "join:')
