"""What a person does on the page: typing, pressing, choosing, filling in, dismissing, deleting, bringing in friends."""

import pytest

from bot.loopback.people import Member
from bot.loopback.world import Message
from bot.playground.deeds import LONGEST_LINE
from bot.playground.playground import Playground
from bot.playground.roster import LONGEST_NAME, MOST_MEMBERS
from tests.playground.bots import BusyBot, menus
from tests.playground.helpers import Page


class Hand:
    """What one member does on the page, with the ids filled in."""

    def __init__(self, page: Page, playground: Playground, member: Member) -> None:
        self.page = page
        self.member = member
        self.own = str(member.id)
        self.channel = playground.discord.channel
        self.there = {"member": self.own, "channel": str(self.channel.id)}

    async def says(self, line: str) -> None:
        assert await self.page.done("say", line=line, **self.there) == {}

    async def sends(self, line: str) -> Message:
        """A command that is answered with a message: the newest one she sees."""
        await self.says(line)
        return self.member.last(self.channel)

    async def helped(self, line: str) -> list[str]:
        return [each["line"] for each in (await self.page.done("help", line=line, **self.there))["offers"]]

    async def cannot(self, what: str, message: Message | None = None, **more: object) -> str:
        own = {} if message is None else {"message": str(message.id)}
        return await self.page.refused(what, **self.there | own | more)

    async def can(self, what: str, message: Message, **more: object) -> dict[str, object]:
        return await self.page.done(what, member=self.own, message=str(message.id), **more)


@pytest.fixture
def ann(page: Page, playground: Playground) -> Hand:
    """The moderator."""
    return Hand(page, playground, playground.roster.members[0])


@pytest.fixture
def bo(page: Page, playground: Playground) -> Hand:
    return Hand(page, playground, playground.roster.members[1])


# Typing


async def test_words_are_said_as_they_are(bo: Hand) -> None:
    await bo.says("good evening, /uno start?")
    (message,) = bo.channel.messages
    assert (message.content, message.author) == ("good evening, /uno start?", bo.member)


async def test_half_a_sign_becomes_a_question_mark(bo: Hand) -> None:
    await bo.says("half \ud83d")
    assert bo.channel.messages[0].content == "half ?"


async def test_a_command_is_sent_with_its_options(bot: BusyBot, bo: Hand) -> None:
    assert (await bo.sends("/hello words:good evening")).text == "good evening"
    assert (await bo.sends("/cards deal seats:4 preset:Party friend:@Ann")).text == "4 seats, party, Ann"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("/cards deal", "required"),
        ("/cards deal seats:11", "2 to 10"),
        ("/cards deal seats:-1", "2 to 10"),
        ("/cards deal seats:4 friend:@Nobody", "type @"),
        ("/cards", "goes on"),
        ("/nothing", "no command"),
        ("   ", "nothing to send"),
        ("", "nothing to send"),
        ("x" * (LONGEST_LINE + 1), f"{LONGEST_LINE}"),
    ],
)
async def test_a_line_that_cannot_be_sent_is_refused_and_the_bot_hears_nothing(
    bot: BusyBot, playground: Playground, bo: Hand, line: str, words: str
) -> None:
    assert words in await bo.cannot("say", line=line)
    assert (list(playground.discord.interactions), bo.channel.messages) == ([], [])


async def test_the_way_to_a_command_is_offered(bot: BusyBot, bo: Hand) -> None:
    assert set(await bo.helped("/")) == {"/hello ", "/cards deal ", "/travel "}
    assert await bo.helped("/cards deal seats:3 fr") == ["/cards deal seats:3 friend:"]


# Suggestions of the bot itself


async def test_the_bot_suggests_values_from_the_first_letter_on(bot: BusyBot, bo: Hand) -> None:
    assert await bo.helped("/travel town:") == ["/travel town:New York ", "/travel town:Oslo "]
    assert await bo.helped("/travel town:Os") == ["/travel town:Oslo "]
    assert await bo.helped("/travel nights:2 town:Os") == ["/travel nights:2 town:Oslo "]


async def test_the_bot_suggests_numbers_before_any_is_typed(bot: BusyBot, bo: Hand) -> None:
    assert len(await bo.helped("/cards deal seats:")) == 3


async def test_a_suggested_number_can_be_sent(bot: BusyBot, bo: Hand) -> None:
    first = (await bo.helped("/cards deal seats:2"))[0]
    assert (await bo.sends(first)).text == "2 seats, classic, nobody"


async def test_a_suggestion_means_its_value_as_at_discord(bot: BusyBot, bo: Hand) -> None:
    first = (await bo.helped("/travel town:New"))[0]
    assert (await bo.sends(first)).text == "to NYC for 1"


# Pressing, choosing, filling in


async def test_a_button_is_pressed_and_a_private_panel_opens(bot: BusyBot, bo: Hand) -> None:
    board = await bo.sends("/hello")
    assert await bo.can("press", board, custom_id="join") == {}
    panel = bo.member.last(bo.channel)
    assert (panel.private_to, panel.text) == (bo.member.id, "Your hand")
    await bo.can("press", panel, custom_id="play")
    assert panel.text == "Played"


async def test_a_menu_takes_words_and_members(bot: BusyBot, playground: Playground, ann: Hand, bo: Hand) -> None:
    menu = await menus(bot, playground.discord)
    await bo.can("choose", menu, custom_id="pile", values=["p1", "p3"])
    assert bo.member.last(bo.channel).text == "chosen: p1, p3"
    await bo.can("choose", menu, custom_id="who", values=[ann.own])
    assert bo.member.last(bo.channel).text == f"chosen: {ann.own}"
    for values in ([], ["p9"], ["p1", "p2", "p3"], [ann.own]):
        await bo.cannot("choose", menu, custom_id="pile", values=values)
    for values in ([], ["p1"], ["77"]):
        await bo.cannot("choose", menu, custom_id="who", values=values)
    await bo.cannot("choose", menu, custom_id="nothing", values=["p1"])


async def test_a_form_is_shown_and_filled_in_once(bot: BusyBot, bo: Hand) -> None:
    board = await bo.sends("/hello")
    asked = await bo.can("press", board, custom_id="ask")
    assert isinstance(asked["modal"], dict)
    assert asked["modal"]["title"] == "A question"
    for wrong in ({}, {"name": ""}, {"name": "much too long a name"}, {"other": "Bo"}):
        await bo.cannot("fill in", form=asked["form"], values=wrong)
    assert await bo.page.done("fill in", member=bo.own, form=asked["form"], values={"name": "Bo"}) == {}
    assert bo.member.last(bo.channel).text == "hello Bo"
    await bo.cannot("fill in", form=asked["form"], values={"name": "Bo"})


async def test_nobody_fills_in_the_form_of_another(bot: BusyBot, playground: Playground, ann: Hand, bo: Hand) -> None:
    board = await bo.sends("/hello")
    asked = await bo.can("press", board, custom_id="ask")
    before = len(playground.discord.interactions)
    await ann.cannot("fill in", form=asked["form"], values={"name": "Ann"})
    assert len(playground.discord.interactions) == before
    assert await bo.page.done("fill in", member=bo.own, form=asked["form"], values={"name": "Bo"}) == {}


# What only one sees


async def test_nobody_touches_what_only_another_sees(bot: BusyBot, playground: Playground, ann: Hand, bo: Hand) -> None:
    board = await bo.sends("/hello")
    await bo.can("press", board, custom_id="join")
    panel = bo.member.last(bo.channel)
    before = len(playground.discord.interactions)
    cleo = Hand(ann.page, playground, playground.roster.members[2])
    for other in (ann, cleo):
        await other.cannot("press", panel, custom_id="play")
        await other.cannot("choose", panel, custom_id="play", values=["x"])
        await other.cannot("dismiss", panel)
    await cleo.cannot("delete", panel)
    assert len(playground.discord.interactions) == before
    assert panel in bo.member.sees(bo.channel)
    assert panel.edits == 0


async def test_not_even_a_moderator_deletes_what_only_another_sees(bot: BusyBot, ann: Hand, bo: Hand) -> None:
    board = await bo.sends("/hello")
    await bo.can("press", board, custom_id="join")
    panel = bo.member.last(bo.channel)
    await ann.cannot("delete", panel)
    assert panel in bo.member.sees(bo.channel)


async def test_a_private_message_is_dismissed_once_and_gone_for_good(bot: BusyBot, bo: Hand) -> None:
    board = await bo.sends("/hello")
    await bo.cannot("dismiss", board)
    await bo.can("press", board, custom_id="join")
    panel = bo.member.last(bo.channel)
    await bo.can("dismiss", panel)
    assert bo.member.sees(bo.channel) == [board]
    await bo.cannot("press", panel, custom_id="play")


# Deleting


async def test_own_words_are_deleted_by_whoever_said_them_and_by_moderators(ann: Hand, bo: Hand) -> None:
    for words, deletes in (("mine", bo), ("also mine", ann)):
        await bo.says(words)
        (message,) = bo.channel.messages
        await deletes.can("delete", message)
        assert bo.channel.messages == []
        assert "not there any more" in await deletes.cannot("delete", message)
    await ann.says("of a moderator")
    assert "moderator" in await bo.cannot("delete", ann.channel.messages[0])
    assert len(bo.channel.messages) == 1


async def test_what_is_gone_can_be_neither_pressed_nor_chosen_from(
    bot: BusyBot, playground: Playground, ann: Hand, bo: Hand
) -> None:
    board, menu = await bo.sends("/hello"), await menus(bot, playground.discord)
    for message in (board, menu):
        await ann.can("delete", message)
    before = len(playground.discord.interactions)
    await bo.cannot("press", board, custom_id="join")
    await bo.cannot("choose", menu, custom_id="pile", values=["p1"])
    assert len(playground.discord.interactions) == before


# Friends


async def test_somebody_new_can_act_at_once(bot: BusyBot, playground: Playground, page: Page) -> None:
    own = (await page.done("add member", name="  Zoë   of Oz "))["member"]
    zoe = playground.roster.find(own)
    assert zoe.name == "Zoë of Oz"
    assert (await Hand(page, playground, zoe).sends("/hello")).text == "hello"


@pytest.mark.parametrize("name", ["", "   ", "\n\t", "x" * (LONGEST_NAME + 1), "x" * 50_000])
async def test_a_name_that_is_none_is_refused(playground: Playground, page: Page, name: str) -> None:
    await page.refused("add member", name=name)
    assert len(playground.roster.members) == 4


async def test_the_room_holds_only_so_many(playground: Playground, page: Page) -> None:
    for number in range(4, MOST_MEMBERS):
        await page.done("add member", name=f"Guest {number}")
    assert str(MOST_MEMBERS) in await page.refused("add member", name="One more")
    assert len(playground.roster.members) == MOST_MEMBERS


async def test_a_friend_who_cannot_be_written_down_does_not_come_in(playground: Playground, page: Page) -> None:
    file = playground.database.with_suffix(".json")
    file.unlink()
    file.mkdir()
    await page.refused("add member", name="Zoë")
    assert len(playground.roster.members) == 4
