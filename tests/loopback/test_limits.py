"""What Discord refuses in a message or a command, one payload each."""

from typing import Any

import pytest

from bot.loopback import Loopback
from bot.loopback.refusals import Payload
from tests.loopback.helpers import V2, Caller

QUIET: Payload = {"allowed_mentions": {"parse": []}}


def words(content: str = "words") -> Payload:
    return {"type": 10, "content": content}


def button(number: int = 0, **more: Any) -> Payload:
    return {"type": 2, "style": 1, "label": "Press", "custom_id": f"id-{number}"} | more


def row(*inside: Payload) -> Payload:
    return {"type": 1, "components": list(inside)}


def select(**more: Any) -> Payload:
    options = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]
    return {"type": 3, "custom_id": "menu", "options": options} | more


def box(*inside: Payload, **more: Any) -> Payload:
    return {"type": 17, "components": list(inside)} | more


def section(*inside: Payload, **more: Any) -> Payload:
    return {"type": 9, "components": list(inside), "accessory": button()} | more


PICTURE = {"type": 11, "media": {"url": "https://example.com/card.png"}}

GOOD: list[list[Payload]] = [
    [words("x" * 4000)],
    [words() for _ in range(40)],
    [box(*(row(*(button(5 * line + place) for place in range(5))) for line in range(6)))],
    [box(section(words(), words(), words()), {"type": 14, "spacing": 2, "divider": True}, accent_color=0xFFFFFF)],
    [section(words(), accessory=PICTURE)],
    [{"type": 12, "items": [{"media": {"url": "https://example.com/card.png"}}]}],
    [row(select(min_values=1, max_values=2))],
    [row({"type": 5, "custom_id": "who"})],
    [row(button(label="x" * 80, custom_id="y" * 100))],
    [row({"type": 2, "style": 5, "label": "Rules", "url": "https://example.com"})],
    [row(button(label=None, emoji={"id": None, "name": "🂡"}))],
]

BAD: list[tuple[list[Payload], str]] = [
    ([words("x" * 4001)], "components.0.content"),
    ([words("x" * 2001), words("x" * 2000)], "components"),
    ([words("")], "components.0.content"),
    ([words() for _ in range(41)], "components"),
    ([box(*(words() for _ in range(40)))], "components"),
    ([box(*(section(words(), accessory=button(number)) for number in range(14)))], "components"),
    ([row(*(button(number) for number in range(6)))], "components.0.components"),
    ([row()], "components.0.components"),
    ([row(button(), button())], "components.0.components.1.custom_id"),
    ([row(button(label="x" * 81))], "components.0.components.0.label"),
    ([row(button(custom_id="x" * 101))], "components.0.components.0.custom_id"),
    ([row(button(custom_id=""))], "components.0.components.0.custom_id"),
    ([row({"type": 2, "style": 1, "label": "Press"})], "components.0.components.0"),
    ([row(button(style=7))], "components.0.components.0.style"),
    ([row(button(style=5))], "components.0.components.0"),
    ([row(button(url="https://example.com"))], "components.0.components.0"),
    ([row(button(label=None))], "components.0.components.0"),
    ([row(button(colour="red"))], "components.0.components.0.colour"),
    ([row(button(), select())], "components.0.components"),
    ([row(select(options=[]))], "components.0.components.0.options"),
    (
        [row(select(options=[{"label": "x", "value": str(each)} for each in range(26)]))],
        "components.0.components.0.options",
    ),
    ([row(select(options=[{"label": "x" * 101, "value": "1"}]))], "components.0.components.0.options.0.label"),
    ([row(select(options=[{"label": "x", "value": "1" * 101}]))], "components.0.components.0.options.0.value"),
    ([row(select(options=[{"label": "x", "value": "1"}] * 2))], "components.0.components.0.options"),
    ([row(select(min_values=2))], "components.0.components.0.max_values"),
    ([row(select(max_values=3))], "components.0.components.0.max_values"),
    ([row(words())], "components.0.components.0.type"),
    ([button()], "components.0.type"),
    ([{"type": 99}], "components.0.type"),
    ([box(box(words()))], "components.0.components.0.type"),
    ([box(words(), accent_color=0x1000000)], "components.0.accent_color"),
    ([box(words(), accent_color=-1)], "components.0.accent_color"),
    ([section()], "components.0.components"),
    ([section(words(), words(), words(), words())], "components.0.components"),
    ([section(words(), accessory=None)], "components.0.accessory"),
    ([section(words(), accessory=words())], "components.0.accessory.type"),
    ([section(button())], "components.0.components.0.type"),
    ([{"type": 12, "items": []}], "components.0.items"),
    ([{"type": 12, "items": [{"media": {"url": "attachment://none.png"}}]}], "components.0.items.0.media.url"),
    ([words() | {"id": 3}, words() | {"id": 3}], "components.1.id"),
]

WORDS: list[tuple[Payload, str]] = [
    ({"content": "x" * 2001}, "content"),
    ({"content": "x", "flags": V2, "components": [words()]}, "content"),
    ({"embeds": [{"title": "x"}], "flags": V2, "components": [words()]}, "embeds"),
    ({"content": "x", "components": [words()]}, "components.0.type"),
    ({"content": "x", "components": [row(button(each)) for each in range(6)]}, "components"),
    ({"content": "x", "colour": "red"}, "colour"),
    ({"content": "x", "nonce": "x" * 26}, "nonce"),
    ({"content": "x", "allowed_mentions": {"parse": ["all"]}}, "allowed_mentions.parse.0"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
    ({"embeds": [{"description": "x" * 4000}] * 2}, "embeds"),
    ({"content": "x", "attachments": [{"id": 0, "filename": "x.png"}]}, "attachments"),
]


def places(tree: Payload, path: str = "") -> list[str]:
    """Where the faults are."""
    found = [path] if "_errors" in tree else []
    for name, inner in tree.items():
        if name != "_errors":
            found += places(inner, f"{path}.{name}".lstrip("."))
    return found


@pytest.mark.parametrize("components", GOOD)
async def test_what_discord_takes_is_taken(server: Loopback, caller: Caller, components: list[Payload]) -> None:
    status, body = await caller.post({"flags": V2, "components": components} | QUIET)
    assert status == 200, body
    assert server.problems == []


@pytest.mark.parametrize(("components", "place"), BAD)
async def test_components_that_discord_refuses(
    server: Loopback, caller: Caller, components: list[Payload], place: str
) -> None:
    status, body = await caller.post({"flags": V2, "components": components} | QUIET)
    assert (status, body["code"]) == (400, 50035)
    assert place in places(body["errors"])
    assert len(server.problems) == 1
    assert server.channel.messages == []


@pytest.mark.parametrize(("payload", "place"), WORDS)
async def test_messages_that_discord_refuses(server: Loopback, caller: Caller, payload: Payload, place: str) -> None:
    status, body = await caller.post(QUIET | payload)
    assert (status, body["code"]) == (400, 50035)
    assert place in places(body["errors"])


async def test_an_empty_message_is_refused(caller: Caller) -> None:
    status, body = await caller.post({"content": ""} | QUIET)
    assert (status, body["code"]) == (400, 50006)


def command(**more: Any) -> Payload:
    return {"name": "deal", "description": "Deal the cards", "type": 1} | more


def option(name: str = "seats", **more: Any) -> Payload:
    return {"type": 4, "name": name, "description": "How many"} | more


@pytest.mark.parametrize(
    ("given", "place"),
    [
        (command(name="Deal"), "0.name"),
        (command(name="x" * 33), "0.name"),
        (command(name="two words"), "0.name"),
        (command(description=""), "0.description"),
        (command(description="x" * 101), "0.description"),
        (command(options=[option(f"o{each}") for each in range(26)]), "0.options"),
        (command(options=[option(), option()]), "0.options"),
        (command(options=[option("a"), option("b", required=True)]), "0.options"),
        (
            command(options=[option(choices=[{"name": str(each), "value": each} for each in range(26)])]),
            "0.options.0.choices",
        ),
        (command(options=[option("a", type=1), option("b")]), "0.options"),
        (command(options=[option(description="")]), "0.options.0.description"),
        (command(colour="red"), "0.colour"),
    ],
)
async def test_commands_that_discord_refuses(server: Loopback, caller: Caller, given: Payload, place: str) -> None:
    status, body = await caller.call("PUT", f"/applications/{server.bot.id}/commands", [given])
    assert (status, body["code"]) == (400, 50035)
    assert place in places(body["errors"])


async def test_commands_are_listed_created_and_deleted(server: Loopback, caller: Caller) -> None:
    for place in (f"/applications/{server.bot.id}", f"/applications/{server.bot.id}/guilds/{server.guild.id}"):
        _, made = await caller.call("POST", place + "/commands", command())
        _, again = await caller.call("POST", place + "/commands", command(description="Deal again"))
        assert again["id"] == made["id"]
        assert len(server.commands.listed(server.guild.id if "guild" in place else None)) == 1
        assert (await caller.call("GET", f"{place}/commands/{made['id']}"))[0] == 200
        assert (await caller.call("DELETE", f"{place}/commands/{made['id']}"))[0] == 204
        status, body = await caller.call("DELETE", f"{place}/commands/{made['id']}")
        assert (status, body["code"]) == (404, 10063)
