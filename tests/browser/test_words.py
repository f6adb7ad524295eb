"""What the page makes of a message: Discord's markdown, and every kind of component, the newer and the older."""

import base64
import json
import time
from typing import Any

import aiohttp
from playwright.async_api import Locator, expect

from tests.browser.visitor import Visitor

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
V2 = 1 << 15


async def post(visitor: Visitor, **payload: Any) -> Locator:
    """The bot writes this; the message as it is shown."""
    discord = visitor.playground.discord
    url = f"{discord.api}/channels/{discord.guild.channels[0].id}/messages"
    form = aiohttp.FormData(default_to_multipart=True)
    files = payload.pop("files", {})
    form.add_field("payload_json", json.dumps({**payload, "allowed_mentions": {"parse": []}}))
    for number, (name, content) in enumerate(files.items()):
        form.add_field(f"files[{number}]", content, filename=name, content_type="image/png")
    token = {"Authorization": f"Bot {discord.token}"}
    async with aiohttp.ClientSession(headers=token) as session, session.post(url, data=form) as answer:
        body = await answer.json()
        assert answer.status == 200, body
    return visitor.pane().locator(f'[data-message="{body["id"]}"]')


async def words(visitor: Visitor, text: str) -> Locator:
    return (await post(visitor, content=text)).locator(".words")


async def test_headings_small_text_lists_quotes_and_code(visitor: Visitor) -> None:
    titles, lists = "# One\n## Two\n### Three\n-# small\n", "- a\n- b\n  - c\n1. x\n2. y\n"
    text = f"{titles}{lists}> said\n> again\n```py\na = 1\n```\nplain\nlines"
    shown = await words(visitor, text)
    for kind, content in (("h3", "One"), ("h4", "Two"), ("h5", "Three"), (".small", "small"), ("pre", "a = 1")):
        await expect(shown.locator(kind)).to_have_text(content)
    await expect(shown.locator("ul li")).to_have_text(["a", "b", "c"])
    await expect(shown.locator("li.deeper")).to_have_text("c")
    await expect(shown.locator("ol li")).to_have_text(["x", "y"])
    await expect(shown.locator("blockquote")).to_have_text("said\nagain")
    await expect(shown.locator("p", has_text="plain")).to_have_text("plain\nlines")


async def test_letters_are_bold_slanted_underlined_struck_and_code(visitor: Visitor) -> None:
    shown = await words(visitor, "**b** *i* _j_ __u__ ~~s~~ `c` **b *both* b** snake_case_name 2 * 3 * 4 \\*no\\* a*b")
    await expect(shown.locator("strong").first).to_have_text("b")
    await expect(shown.locator("em")).to_have_text(["i", "j", "both"])
    await expect(shown.locator("u")).to_have_text("u")
    await expect(shown.locator("s")).to_have_text("s")
    await expect(shown.locator("code")).to_have_text("c")
    await expect(shown).to_contain_text("snake_case_name 2 * 3 * 4 *no* a*b")


async def test_a_spoiler_is_covered_until_it_is_pressed(visitor: Visitor) -> None:
    shown = await words(visitor, "the card is ||Red 7||")
    cover = shown.get_by_role("button", name="Spoiler: show it")
    await expect(cover.locator("span")).to_be_hidden()
    await cover.click()
    await expect(shown.locator(".spoiler.open")).to_have_text("Red 7")


async def test_a_moment_counts_down_by_itself(visitor: Visitor) -> None:
    shown = await words(visitor, f"ends <t:{int(time.time()) + 30}:R>, began <t:1700000000:D>")
    moment = shown.locator("time").first
    first = await moment.inner_text()
    assert first.startswith("in ")
    await expect(moment).not_to_have_text(first)
    await expect(shown.locator("time").nth(1)).to_have_text("14 November 2023")


async def test_mentions_emojis_and_links(visitor: Visitor) -> None:
    bo, guild = visitor.playground.roster.members[1], visitor.playground.discord.guild
    shown = await words(
        visitor,
        f"{bo.mention} {guild.channels[1].mention} @everyone [site](https://example.org/x) https://example.org/y.",
    )
    await expect(shown.locator(".mention")).to_have_text(["@Bo", "#practice", "@everyone"])
    links = shown.locator("a")
    await expect(links).to_have_text(["site", "https://example.org/y"])
    await expect(links.first).to_have_attribute("rel", "noopener noreferrer")


async def test_text_is_only_ever_text(visitor: Visitor) -> None:
    hostile = "<img src=x onerror=alert(1)> [x](javascript:alert(1)) `<b>` <svg/onload=alert(1)>"
    shown = await words(visitor, hostile)
    await expect(shown).to_contain_text("<img src=x onerror=alert(1)> [x](javascript:alert(1)) <b>")
    await expect(shown.locator("img, svg, a, b")).to_have_count(0)


async def test_every_component_of_a_layout_is_drawn(visitor: Visitor) -> None:
    message = await post(
        visitor,
        flags=V2,
        files={"card.png": PIXEL, "notes.txt": b"hello"},
        attachments=[{"id": 0, "filename": "card.png"}, {"id": 1, "filename": "notes.txt"}],
        components=[
            {
                "type": 17,
                "accent_color": 0xC02020,
                "components": [
                    {
                        "type": 9,
                        "components": [{"type": 10, "content": "### Title"}, {"type": 10, "content": "second"}],
                        "accessory": {"type": 11, "media": {"url": "attachment://card.png"}, "description": "Red 7"},
                    },
                    {"type": 14, "divider": True, "spacing": 2},
                    {"type": 12, "items": [{"media": {"url": "attachment://card.png"}, "spoiler": True}]},
                    {"type": 13, "file": {"url": "attachment://notes.txt"}},
                    {
                        "type": 12,
                        "items": [{"media": {"url": "https://example.org/far.png"}, "description": "far away"}],
                    },
                    {
                        "type": 1,
                        "components": [
                            {"type": 2, "style": 1, "label": "Main", "custom_id": "a", "emoji": {"name": "🟥"}},
                            {"type": 2, "style": 3, "label": "Good", "custom_id": "b"},
                            {"type": 2, "style": 4, "label": "Danger", "custom_id": "c", "disabled": True},
                            {"type": 2, "style": 5, "label": "Away", "url": "https://example.org/z"},
                        ],
                    },
                    {"type": 1, "components": [{"type": 5, "custom_id": "who", "placeholder": "Whom?"}]},
                ],
            },
            {"type": 10, "content": "below"},
        ],
    )
    container = message.locator(".container")
    assert await container.evaluate("each => each.style.getPropertyValue('--accent')") == "#c02020"
    picture = container.get_by_alt_text("Red 7")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("each => each.complete && each.naturalWidth") == 1
    await expect(container.locator("hr")).to_have_count(1)
    await container.get_by_role("button", name="Spoiler: show it").click()
    await expect(container.locator(".gallery img")).to_have_count(1)
    await expect(container.get_by_text("far away")).to_be_visible()
    await expect(container.get_by_role("link", name="notes.txt")).to_be_visible()
    await expect(container.get_by_role("button", name="Main")).to_be_enabled()
    await expect(container.get_by_role("button", name="Danger")).to_be_disabled()
    await expect(container.get_by_role("link", name="Away")).to_have_attribute("href", "https://example.org/z")
    await container.get_by_role("button", name="Whom?").click()
    await expect(message.get_by_role("option")).to_have_text(["@Ann", "@Bo", "@Cleo", "@Dev"])
    await expect(message.locator(".words").last).to_have_text("below")


async def test_the_older_kind_of_message_is_drawn_too(visitor: Visitor) -> None:
    first = await post(visitor, content="first")
    await expect(first).to_be_visible()
    message = await post(
        visitor,
        content="with an embed",
        message_reference={"message_id": await first.get_attribute("data-message")},
        embeds=[
            {
                "title": "Scores",
                "description": "**Ann** wins",
                "color": 255,
                "fields": [{"name": "Ann", "value": "12", "inline": True}],
                "footer": {"text": "the end"},
            }
        ],
        components=[{"type": 1, "components": [{"type": 2, "style": 2, "label": "Again", "custom_id": "x"}]}],
    )
    await expect(message.locator(".source")).to_have_text("↪ Cardroom: first")
    for text in ("Scores", "Ann wins", "12", "the end"):
        await expect(message.locator(".embed")).to_contain_text(text)
    await expect(message.get_by_role("button", name="Again")).to_be_visible()


async def test_a_button_that_the_bot_does_not_know_is_answered_with_a_sentence(visitor: Visitor) -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 2, "label": "Odd", "custom_id": "nobody knows this"}]}
    message = await post(visitor, content="press me", components=[row])
    await message.get_by_role("button", name="Odd").click()
    await expect(visitor.panel()).to_contain_text("Only you can see this")
