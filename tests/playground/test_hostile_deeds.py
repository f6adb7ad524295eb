"""A page that sends anything at all: each deed is refused with a sentence, and nothing changes."""

import pytest

from bot.loopback.refusals import Payload
from bot.playground.playground import Playground
from tests.playground.bots import BusyBot, menus
from tests.playground.helpers import Page

MISSING = object()
NO_TEXTS = [MISSING, None, 5, 1.5, -1, True, [], {}, ["x"], {"x": 1}, "a\0b"]
NO_IDS = [*NO_TEXTS, "", "0", "-1", "²", "٣", "1e9", " 1", "\ud800", "9" * 100, "9" * 5000, "x" * 60_000]
NO_WORDS = [*NO_TEXTS, "", "nothing", "\ud800", "9" * 5000, "x" * 60_000]
NO_LISTS = [
    MISSING, None, 5, 1.5, True, [], {}, "p1", [None], [5], [["p1"]], [{}], ["a\0b"], ["\ud800"], ["9" * 5000],
    ["p1"] * 5000, {"p1": 1},
]  # fmt: skip
NO_FIELDS = [
    MISSING, None, 5, True, [], {}, "name", ["name"], [["name", "Bo"]], {"name": None}, {"name": 5}, {"name": ["Bo"]},
    {"name": "a\0b"}, {"name": ""}, {"name": "x" * 60_000}, {"self": "x"}, {"": "Bo"},
]  # fmt: skip


def state(playground: Playground) -> object:
    """All that people would see, and all that the bot was told."""
    discord = playground.discord
    seen = [
        (each.id, each.edits, each.flags) for channel in discord.guild.channels for each in channel.timeline.values()
    ]
    names = [each.name for each in playground.roster.members]
    return seen, names, len(discord.interactions), discord.faults.latency, discord.time.moved, playground.runner.starts


async def refuse_all(
    playground: Playground, page: Page, deed: str, good: Payload, field: str, wrong: list[object]
) -> None:
    before = state(playground)
    for value in wrong:
        sent = {name: each for name, each in good.items() if name != field}
        await page.refused(deed, **sent | ({} if value is MISSING else {field: value}))
        assert state(playground) == before, (deed, field, repr(value)[:80])


async def good_deeds(bot: BusyBot, playground: Playground, page: Page) -> dict[str, Payload]:
    """For each deed a payload that would be done."""
    bo, channel = playground.roster.members[1], playground.discord.channel
    who = {"member": str(bo.id)}
    await page.done("say", line="/hello", channel=str(channel.id), **who)
    board = bo.last(channel)
    await page.done("press", message=str(board.id), custom_id="join", **who)
    panel = bo.last(channel)
    asked = await page.done("press", message=str(board.id), custom_id="ask", **who)
    menu = await menus(bot, playground.discord)
    return {
        "say": who | {"channel": str(channel.id), "line": "/hello"},
        "help": who | {"channel": str(channel.id), "line": "/hello"},
        "press": who | {"message": str(panel.id), "custom_id": "play"},
        "choose": who | {"message": str(menu.id), "custom_id": "pile", "values": ["p1"]},
        "fill in": who | {"form": asked["form"], "values": {"name": "Bo"}},
        "dismiss": who | {"message": str(panel.id)},
        "delete": {"member": str(playground.roster.members[0].id), "message": str(board.id)},
        "add member": {"name": "Zoë"},
    }


@pytest.mark.parametrize("deed", ["say", "help", "press", "choose", "fill in", "dismiss", "delete", "add member"])
async def test_ids_and_words_that_make_no_sense_are_refused(
    bot: BusyBot, playground: Playground, page: Page, deed: str
) -> None:
    good = (await good_deeds(bot, playground, page))[deed]
    kinds = {
        "member": NO_IDS, "channel": NO_IDS, "message": NO_IDS, "form": NO_IDS, "custom_id": NO_WORDS,
        "line": NO_TEXTS, "name": NO_TEXTS,
    }  # fmt: skip
    for field in good.keys() & kinds.keys():
        await refuse_all(playground, page, deed, good, field, kinds[field])
    await page.done(deed, **good)


@pytest.mark.parametrize("wrong", NO_LISTS, ids=lambda value: repr(value)[:20])
async def test_values_of_a_menu_that_make_no_sense_are_refused(
    bot: BusyBot, playground: Playground, page: Page, wrong: object
) -> None:
    good = (await good_deeds(bot, playground, page))["choose"]
    for custom_id in ("pile", "who"):
        await refuse_all(playground, page, "choose", good | {"custom_id": custom_id}, "values", [wrong])


@pytest.mark.parametrize("wrong", NO_FIELDS, ids=lambda value: repr(value)[:20])
async def test_values_of_a_form_that_make_no_sense_are_refused(
    bot: BusyBot, playground: Playground, page: Page, wrong: object
) -> None:
    good = (await good_deeds(bot, playground, page))["fill in"]
    await refuse_all(playground, page, "fill in", good, "values", [wrong])
    await page.done("fill in", **good)


NUMBERS = [MISSING, None, "5", "", 1.5, -1, True, [], {}, 10**30]


@pytest.mark.parametrize(
    ("knob", "field", "wrong"),
    [
        ("latency", "value", [*NUMBERS, 10_001]),
        ("leap", "value", [*NUMBERS, 86_401]),
        ("fail", "which", [MISSING, None, 5, "", "nothing", "\ud800", ("call of any kind",), {"x": 1}, ["x"]]),
        ("fail", "how", [MISSING, None, 500, "", "nothing", {}, [], ["500 server error"]]),
        ("permission", "channel", [MISSING, None, True, [], {}, "", "0", "²", "٣", "-1", 1.5, "9" * 100, "9" * 5000]),
    ],
)  # fmt: skip
async def test_knobs_that_are_turned_too_far_are_refused(
    playground: Playground, page: Page, knob: str, field: str, wrong: list[object]
) -> None:
    good_knobs: dict[str, Payload] = {
        "latency": {"value": 1},
        "leap": {"value": 1},
        "fail": {"which": "call of any kind", "how": "500 server error"},
        "permission": {"channel": str(playground.discord.channel.id), "value": False},
    }
    good = good_knobs[knob]
    await refuse_all(playground, page, knob, good, field, wrong)
    assert playground.discord.faults._orders == []
    assert playground.discord.channel.bot_permissions
