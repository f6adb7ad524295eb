"""The page as a person uses it: who she is, what she sees of others, commands with help, the keyboard, the phone."""

import re

import aiohttp
from playwright.async_api import expect

from bot.loopback.people import Member
from bot.playground import Playground
from tests.browser.visitor import Visitor


def member(playground: Playground, name: str) -> Member:
    return next(each for each in playground.roster.members if each.name == name)


async def shown_in(visitor: Visitor, pane: int) -> set[int]:
    """The ids of the messages in a pane."""
    places = await visitor.pane(pane).locator("[data-message]").all()
    return {int(await each.get_attribute("data-message") or "") for each in places}


async def sit_down_together(visitor: Visitor) -> None:
    """Ann and Bo at one table, side by side."""
    await visitor.page.get_by_role("button", name="2", exact=True).click()
    await visitor.types("/uno start")
    await visitor.presses("Join", visitor.board(1))
    await expect(visitor.panel(1)).to_contain_text("You are in")
    await visitor.presses("Start")
    await expect(visitor.board()).to_contain_text("My hand")
    for pane in (0, 1):
        await expect(visitor.panel(pane)).not_to_contain_text("You are in")


async def test_two_members_side_by_side_never_see_each_others_hand(visitor: Visitor) -> None:
    await sit_down_together(visitor)
    channel = visitor.playground.discord.guild.channels[0]
    for turn in range(6):
        for pane, name in enumerate(("Ann", "Bo")):
            own = {each.id for each in member(visitor.playground, name).private(channel)}
            everybody = {each.id for each in channel.messages}
            await expect(visitor.panel(pane)).to_be_visible()
            assert await shown_in(visitor, pane) <= own | everybody, f"turn {turn}"
            assert await shown_in(visitor, pane) & own
            await visitor.moves(pane)


async def test_one_click_makes_you_somebody_else(visitor: Visitor) -> None:
    await sit_down_together(visitor)
    await visitor.page.get_by_role("button", name="1", exact=True).click()
    hand = await visitor.panel().inner_text()
    await visitor.becomes("Cleo")
    await expect(visitor.pane().locator(".message.private")).to_have_count(0)
    await visitor.becomes("Ann")
    assert (await visitor.panel().inner_text()).splitlines()[-4:] == hand.splitlines()[-4:]


async def test_a_private_panel_can_be_dismissed_and_opened_again(visitor: Visitor) -> None:
    await visitor.types("/uno start computers:1")
    await visitor.presses("Start")
    await expect(visitor.panel()).not_to_contain_text("You are in")
    await visitor.presses("Dismiss", visitor.panel())
    await expect(visitor.pane().locator(".message.private")).to_have_count(0)
    await visitor.presses("My hand")
    await expect(visitor.panel()).to_contain_text("Only you can see this")
    await expect(visitor.panel().get_by_role("button", name="Refresh")).to_be_visible()


async def test_commands_are_completed_with_their_options_and_choices(visitor: Visitor) -> None:
    field = visitor.pane().get_by_role("combobox")
    await visitor.page.keyboard.press("/")
    await expect(field).to_be_focused()
    await expect(visitor.page.get_by_role("option", name="/nimmt start")).to_be_visible()
    await visitor.page.keyboard.type("eights s")
    await visitor.page.keyboard.press("Enter")
    await expect(field).to_have_value("/eights start ")
    await visitor.page.keyboard.type("le")
    await visitor.page.keyboard.press("Tab")
    await expect(field).to_have_value("/eights start level:")
    await expect(visitor.page.get_by_role("option")).to_have_text(["easy", "medium", "hard", "expert"])
    await visitor.page.keyboard.press("ArrowDown")
    await visitor.page.keyboard.press("ArrowDown")
    await visitor.page.keyboard.press("Enter")
    await expect(field).to_have_value("/eights start level:hard ")
    await visitor.page.get_by_role("option", name="computers").click()
    await visitor.page.keyboard.type("3")
    await expect(visitor.page.get_by_text("Computers that sit down at once (0 to 9)")).to_be_visible()
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.board()).to_contain_text("Seats 4/10")
    await expect(visitor.board()).to_contain_text("(hard)")
    await expect(field).to_have_value("")


async def test_a_value_out_of_range_is_refused_with_a_sentence_and_stays_to_be_corrected(visitor: Visitor) -> None:
    field = visitor.pane().get_by_role("combobox")
    for line, sentence in (
        ("/uno start computers:99", "computers is from 0 to 9."),
        ("/uno start computers:many", "computers is a whole number."),
        ("/uno start level:godlike", "level: choose one of the values that are offered."),
        ("/poker start", "/poker start is no command here."),
    ):
        await field.fill(line)
        await visitor.pane().get_by_role("button", name="Send").click()
        await expect(visitor.pane().get_by_role("alert")).to_have_text(sentence)
        await expect(field).to_have_value(line)
    await expect(visitor.pane().locator(".message")).to_have_count(0)


async def test_a_command_for_moderators_is_offered_to_them_only(visitor: Visitor) -> None:
    field = visitor.pane().get_by_role("combobox")
    await field.fill("/set")
    await expect(visitor.page.get_by_role("option", name="/settings").first).to_be_visible()
    await visitor.becomes("Bo")
    await field.fill("/set")
    await field.fill("/sta")
    await expect(visitor.page.get_by_role("option", name="/stats")).to_be_visible()
    await field.fill("/settings")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.pane().get_by_role("alert")).to_have_text("/settings is no command here.")


async def test_plain_chat_is_shown_to_everybody_and_does_nothing_by_itself(visitor: Visitor) -> None:
    await visitor.types("hello **all** <script>alert(1)</script>")
    await visitor.becomes("Bo")
    message = visitor.pane().locator(".message")
    await expect(message).to_contain_text("hello all <script>alert(1)</script>")
    await expect(message.locator("strong")).to_have_text("all")


async def test_somebody_who_is_mentioned_lights_up_until_she_looks(visitor: Visitor) -> None:
    bo = member(visitor.playground, "Bo")
    await visitor.types(f"your turn, {bo.mention}")
    await expect(visitor.pane().locator(".member.lit")).to_have_text(re.compile("Bo"))
    await expect(visitor.pane().locator(".mention")).to_have_text("@Bo")
    await visitor.becomes("Bo")
    await expect(visitor.pane().locator(".message.pinged")).to_have_count(1)
    await expect(visitor.pane().locator(".member.lit")).to_have_count(0)


async def test_a_new_member_comes_in_and_plays(visitor: Visitor) -> None:
    await visitor.page.get_by_role("button", name="Add a member").click()
    await visitor.page.get_by_label("Name of the new member").fill("Zora")
    await visitor.page.keyboard.press("Enter")
    await expect(visitor.pane().get_by_role("radio", name="Zora")).to_be_checked()
    await visitor.types("/uno start")
    await expect(visitor.board()).to_contain_text("Zora")


async def test_a_channel_with_something_new_is_marked_and_a_link_leads_there(visitor: Visitor) -> None:
    practice = visitor.playground.discord.guild.channels[1]
    await member(visitor.playground, "Bo").say(practice, "anybody here?")
    await expect(visitor.page.locator(".channels .unread")).to_have_text(re.compile("practice"))
    await visitor.types(f"come to {practice.mention}")
    await visitor.pane().get_by_role("button", name="#practice").click()
    await expect(visitor.pane()).to_contain_text("anybody here?")
    await expect(visitor.page.locator(".channels .unread")).to_have_count(0)


async def test_a_second_table_in_a_channel_answers_with_a_link_to_the_first(visitor: Visitor) -> None:
    await visitor.types("/uno start")
    await visitor.types("/nimmt start")
    await expect(visitor.panel().locator("button.mention")).to_have_count(1)
    await visitor.panel().locator("button.mention").click()
    await expect(visitor.pane().locator(".message:not(.private)").first).to_be_focused()


async def test_options_are_chosen_from_menus(visitor: Visitor) -> None:
    await visitor.types("/uno start")
    await visitor.presses("Options")
    await visitor.panel().get_by_role("button", name="Rules: official").click()
    await visitor.page.get_by_role("option", name="Rules: party").click()
    await expect(visitor.board()).to_contain_text("Rules: party")
    menu = visitor.panel().get_by_role("button", name=re.compile("House rules|Jump in|Seven zero"))
    await menu.click()
    await visitor.page.get_by_role("option", name=re.compile("Jump in")).click()
    await visitor.panel().get_by_role("button", name="Apply").click()
    await expect(visitor.board()).not_to_contain_text("jump in")


async def test_a_whole_turn_needs_no_mouse(visitor: Visitor) -> None:
    keyboard = visitor.page.keyboard
    await keyboard.press("/")
    await keyboard.type("uno start computers:1")
    await expect(visitor.pane().get_by_role("combobox")).to_have_value("/uno start computers:1")
    await keyboard.press("Enter")
    await visitor.board().get_by_role("button", name="Start", exact=True).focus()
    await keyboard.press("Enter")
    await expect(visitor.board()).to_contain_text("My hand")
    hand = visitor.panel().locator(".row .press:enabled").first
    await hand.focus()
    before = await visitor.panel().inner_text()
    await keyboard.press("Enter")
    await expect(visitor.panel()).not_to_have_text(before, use_inner_text=True)
    # the focus stays in the panel that was redrawn; it is put there when the drawing is done
    await visitor.page.wait_for_function("document.activeElement.closest('[data-message]') !== null", timeout=5000)


async def test_at_phone_width_nothing_sticks_out_and_a_game_can_be_played(on_the_phone: Visitor) -> None:
    await on_the_phone.types("/nimmt start computers:3 match:one")
    await on_the_phone.presses("Start")
    await expect(on_the_phone.board()).to_contain_text("My hand")
    assert await on_the_phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    outside = """[...document.querySelectorAll("main button, main .words, footer button")].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.width && !each.closest(".members") && (box.left < 0 || box.right > 360);
    }).map((each) => each.innerText)"""
    assert await on_the_phone.page.evaluate(outside) == []
    await on_the_phone.plays_to_the_end()


WIDTHS = "[...document.querySelectorAll('.pane')].map((pane) => Math.round(pane.getBoundingClientRect().right))"


async def test_a_long_unbroken_line_moves_nothing_out_of_its_place(on_the_phone: Visitor) -> None:
    await on_the_phone.pane().get_by_role("combobox").fill("https://example.org/" + "x" * 400)
    assert await on_the_phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    await on_the_phone.pane().get_by_role("button", name="Send").click()
    await expect(on_the_phone.pane().locator(".message")).to_have_count(1)
    assert await on_the_phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    await on_the_phone.page.set_viewport_size({"width": 1200, "height": 800})
    await on_the_phone.page.get_by_role("button", name="4", exact=True).click()
    await on_the_phone.pane().get_by_role("combobox").fill("y" * 1500)
    assert await on_the_phone.page.evaluate(WIDTHS) == [300, 600, 900, 1200]


async def test_something_new_elsewhere_does_not_widen_a_phone(on_the_phone: Visitor) -> None:
    guild = on_the_phone.playground.discord.guild
    for channel in guild.channels[1:]:
        await member(on_the_phone.playground, "Bo").say(channel, "hello")
    await expect(on_the_phone.page.locator(".channels .unread")).to_have_count(2)
    assert await on_the_phone.page.evaluate("document.documentElement.scrollWidth") <= 360


async def test_who_one_is_stays_in_sight_among_many(on_the_phone: Visitor) -> None:
    for number in range(8):
        on_the_phone.playground.roster.add(f"Somebody with a long name {number}")
    last = on_the_phone.pane().locator(".member").last
    await on_the_phone.becomes("Somebody with a long name 7")
    await expect(last).to_be_in_viewport()
    await on_the_phone.page.reload()
    await expect(on_the_phone.pane().locator(".member:has(:checked)")).to_be_in_viewport()


async def test_a_menu_at_the_bottom_edge_is_all_in_sight(visitor: Visitor) -> None:
    await visitor.types("/nimmt start")
    await visitor.presses("Options")
    await visitor.panel().get_by_role("button", name="Computers: medium").click()
    await expect(visitor.page.get_by_role("option", name="Computers: hard")).to_be_in_viewport(ratio=1)


async def test_what_discord_would_refuse_is_told_in_red_with_the_reason(visitor: Visitor) -> None:
    discord = visitor.playground.discord
    url = f"{discord.api}/channels/{discord.guild.channels[0].id}/messages"
    too_long = {"content": "x" * 2001, "allowed_mentions": {"parse": []}}
    token = {"Authorization": f"Bot {discord.token}"}
    async with aiohttp.ClientSession(headers=token) as session, session.post(url, json=too_long) as answer:
        assert answer.status == 400
    await visitor.page.get_by_role("button", name="1 refused or late").click()
    await expect(visitor.page.locator(".problems .bad")).to_contain_text("Must be between 0 and 2000 in length")


async def test_the_look_can_be_light_or_dark_and_is_remembered(visitor: Visitor) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    dark = await visitor.page.evaluate(colour)
    await visitor.page.get_by_role("button", name="Look: auto").click()
    await visitor.page.get_by_role("button", name="Look: dark").click()
    await expect(visitor.page.locator("html")).to_have_attribute("data-look", "light")
    light = await visitor.page.evaluate(colour)
    assert light != dark
    await visitor.page.reload()
    await expect(visitor.page.get_by_role("button", name="Look: light")).to_be_visible()
    assert await visitor.page.evaluate(colour) == light
