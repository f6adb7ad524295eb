"""What a page is told: everything at first, and later only what is new."""

import asyncio

from bot.loopback.refusals import Payload
from bot.playground.feed import MOST_MESSAGES, Feed
from bot.playground.playground import Playground
from tests.playground.bots import BusyBot
from tests.playground.helpers import Page, until


def new_feed(playground: Playground) -> Feed:
    guide = playground.guide
    return Feed(guide.discord, guide.roster, guide.runner, guide.knobs)


def told(news: Payload) -> list[str]:
    return [each["content"] for each in news.get("messages", ())]


async def test_a_page_is_told_everything_at_first(playground: Playground) -> None:
    ann, *_ = playground.roster.members
    for channel in playground.discord.guild.channels:
        await ann.say(channel, f"hello {channel.name}")
    news = new_feed(playground).news()
    assert {"place", "bot", "knobs", "messages"} <= set(news)
    assert told(news) == ["hello game-night", "hello practice", "hello off-topic"]
    assert [each["name"] for each in news["place"]["channels"]] == ["game-night", "practice", "off-topic"]
    assert all(each["writable"] for each in news["place"]["channels"])
    assert [(each["name"], each["moderator"]) for each in news["place"]["members"]] == [
        ("Ann", True), ("Bo", False), ("Cleo", False), ("Dev", False)
    ]  # fmt: skip
    assert news["place"]["bot"]["id"] == str(playground.discord.bot.id)


async def test_ids_are_texts_since_a_browser_cannot_count_so_far(playground: Playground) -> None:
    ann, *_ = playground.roster.members
    await ann.say(playground.discord.channel, "hello")
    news = new_feed(playground).news()
    for each in (*news["place"]["channels"], *news["place"]["members"], news["messages"][0]):
        assert isinstance(each["id"], str)


async def test_nothing_new_is_nothing(playground: Playground) -> None:
    feed = new_feed(playground)
    feed.news()
    assert feed.news() == {}


async def test_only_what_is_new_is_told_later(playground: Playground) -> None:
    ann, bo, *_ = playground.roster.members
    await ann.say(playground.discord.channel, "first")
    feed = new_feed(playground)
    feed.news()
    message = await bo.say(playground.discord.channel, "second")
    news = feed.news()
    assert (set(news), told(news)) == ({"messages"}, ["second"])
    bo.delete(message)
    assert feed.news() == {"gone": [str(message.id)]}


async def test_an_edit_is_told_and_an_answer_to_a_thought(bot: BusyBot, playground: Playground) -> None:
    bo, channel = playground.roster.members[1], playground.discord.channel
    board = (await bo.command(channel, "/hello")).message
    panel = (await bo.press(board, "Join")).message
    feed = new_feed(playground)
    feed.news()
    await bo.press(panel, "Play")
    (edited,) = feed.news()["messages"]
    assert (edited["id"], edited["edits"]) == (str(panel.id), 1)
    await bo.press(board, "Think")
    (thinking,) = feed.news()["messages"]
    assert thinking["flags"] & 128
    await bot.clicks[-1].followup.send("thought", ephemeral=True)
    (thought,) = feed.news()["messages"]
    assert (thought["id"], thought["content"], thought["flags"] & 128) == (thinking["id"], "thought", 0)


async def test_a_private_message_carries_for_whom_it_is(bot: BusyBot, playground: Playground) -> None:
    bo, channel = playground.roster.members[1], playground.discord.channel
    board = (await bo.command(channel, "/hello")).message
    panel = (await bo.press(board, "Join")).message
    found = {each["id"]: each for each in new_feed(playground).news()["messages"]}
    assert found[str(board.id)]["private_to"] is None
    assert found[str(panel.id)]["private_to"] == str(bo.id)
    assert found[str(board.id)]["command"] == "/hello"


async def test_a_dismissed_message_is_gone_for_a_page_that_is_open(
    bot: BusyBot, playground: Playground, page: Page
) -> None:
    bo, channel = playground.roster.members[1], playground.discord.channel
    board = (await bo.command(channel, "/hello")).message
    panel = (await bo.press(board, "Join")).message
    await page.sees(lambda seen: str(panel.id) in seen.messages, "for the panel")
    await page.done("dismiss", member=str(bo.id), message=str(panel.id))
    await page.sees(lambda seen: str(panel.id) in seen.gone, "for the panel to go")
    assert str(board.id) in page.messages


async def test_a_new_member_and_a_forbidden_channel_are_told(playground: Playground, page: Page) -> None:
    own = (await page.done("add member", name="Zoë"))["member"]
    await page.sees(lambda seen: seen.parts["place"]["members"][-1]["id"] == own, "for Zoë")
    await page.done("permission", channel=str(playground.discord.channel.id), value=False)
    await page.sees(lambda seen: not seen.parts["place"]["channels"][0]["writable"], "for the channel")


async def test_calls_of_the_bot_are_told_once_with_their_refusals(bot: BusyBot, playground: Playground) -> None:
    feed = new_feed(playground)
    assert any(each["route"].endswith("/commands") for each in feed.news()["calls"])
    playground.discord.faults.next("POST", "*/callback", status=403, message="Not today")
    bo = playground.roster.members[1]
    waiting = asyncio.create_task(bo.command(playground.discord.channel, "/travel", town="Oslo"))
    await until(lambda: playground.discord.calls[-1].status == 403, "for the refusal")
    (call,) = feed.news()["calls"]
    assert (call["method"], call["status"], call["refusal"]) == ("POST", 403, "Not today")
    assert "calls" not in feed.news()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def test_what_the_bot_must_not_do_is_told(playground: Playground) -> None:
    feed = new_feed(playground)
    feed.news()
    playground.discord.problems.append("It was late.")
    assert feed.news()["problems"] == ["It was late."]
    assert "problems" not in feed.news()


async def test_only_the_newest_of_very_many_messages_are_told(playground: Playground) -> None:
    ann, channel = playground.roster.members[0], playground.discord.channel
    for number in range(MOST_MESSAGES + 10):
        await ann.say(channel, f"{number}")
    feed = new_feed(playground)
    assert told(feed.news()) == [f"{number}" for number in range(10, MOST_MESSAGES + 10)]
    first = next(iter(list(channel.timeline.values())[10:]))
    await ann.say(channel, "one more")
    news = feed.news()
    assert (told(news), news["gone"]) == (["one more"], [str(first.id)])
