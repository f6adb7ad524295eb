"""Every body that the bot sends, against Discord's own description of its API, and whom a message may mention."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.loopback.calls import Call
from tests.games.eights import position as eights
from tests.games.nimmt import position as nimmt
from tests.games.uno import position as uno
from tests.play.room import Room
from tests.play.schema import Spec
from tests.play.sitting import board, boards_at_once, folk, labels, lay, let_pass, my_hand, play_out, shown, tap

PROJECT = Path(__file__).parents[2]
DESCRIPTION = PROJECT.parent / "shared/discord-api-spec/openapi.json"

needs_description = pytest.mark.skipif(
    not DESCRIPTION.exists(), reason="Discord's description of its API is not at ../shared/discord-api-spec"
)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


async def everything(room: Room) -> None:
    """All commands and all buttons, once at least."""
    await _lobbies(room)
    await _uno(room)
    await _other_games(room)
    await _absence(room)
    await _pages(room)


async def _lobbies(room: Room) -> None:
    names = ("Ann", "W" * 32, "**b** @everyone", "\u202e\u200b", "名" * 32)
    ann, bo, *others = (room.person(name) for name in names)
    stranger = room.person("Stranger")
    lobby = (await ann.command(room.discord.channel, "/uno start", computers=2, level="easy", pace="quick")).message
    for person in (bo, bo, *others):
        await person.press(lobby, "Join")
    await bo.press((await bo.command(room.discord.channel, "/uno hand")).message, "Leave")
    for button in ("Leave", "Start", "Add computer", "Options", "Rules"):
        await stranger.press(lobby, button)
    await bo.press((await bo.command(room.discord.channel, "/eights start")).message, "Join")
    await ann.press(lobby, "Add computer")
    options = (await ann.press(lobby, "Options")).message
    for menu in [*options.selects]:
        values = [option["value"] for option in menu["options"]]
        await ann.select(options, menu["custom_id"], values[-1:])
    await ann.press(options, "More rules")
    for menu in [*options.selects]:
        await ann.select(options, menu["custom_id"], [menu["options"][-1]["value"]])
    await ann.press(options, "Back")
    await ann.press(options, "Remove computer")
    await ann.select(options, "Rules", ["party"])
    await ann.press(lobby, "Start")
    await shown(room)
    await ann.press((await ann.press(board(room), "…")).message, "Rules")
    await ann.press((await ann.command(room.discord.channel, "/uno end")).message, "Yes, end it")
    await shown(room)


async def _uno(room: Room) -> None:
    ann, bo, cy = people = folk(room, 3)
    await room.sit_down("uno", people, pace="none", match="200")
    house: dict[str, Any] = {"seven_zero": True, "jump_in": True, "match": 200}
    lay(room, uno.position("B7 R5", "G1 G2 G3", "R1 R2", top="B1", pile="Y9 Y1 Y2 Y3 Y4", **house))
    hand = await my_hand(room, ann)
    await tap(ann, hand, "B7")
    await tap(ann, hand, "Back")
    await tap(ann, hand, "Draw")
    lay(room, uno.position("W R5", "G1 G2 G3", "R1 R2", top="B1", pile="Y9 Y1 Y2 Y3 Y4", **house))
    hand = await my_hand(room, ann)
    await tap(ann, hand, "W")
    await tap(ann, hand, "Back")
    await tap(ann, hand, "UNO!")
    await tap(ann, hand, "UNO!")
    await tap(ann, hand, "W")
    await tap(ann, hand, "Red")
    await tap(ann, hand, "UNO!")
    lay(room, uno.position("B2 R5", "W+4 G2 G3", "R1 R2", top="B1", pile="Y9 Y1 Y2 Y3 Y4 Y5 Y6 Y7", **house))
    await tap(ann, await my_hand(room, ann), "B2")
    await shown(room)
    await tap(bo, board(room), "Catch Ann")
    hand = await my_hand(room, bo)
    await tap(bo, hand, "W+4")
    await tap(bo, hand, "Green")
    await tap(cy, await my_hand(room, cy), "Challenge")
    lay(room, uno.position("B2", "G1 G2 G3", "R1 R2", top="B1", **house))
    await tap(ann, await my_hand(room, ann), "B2")
    await shown(room)
    await bo.press(board(room), "Next round")
    lay(room, uno.position("B2", "G1 " * 2 + "G+2 G+2 GS GS GR GR W W W W W+4 W+4 W+4 W+4", "R1 R2", top="B1", **house))
    await tap(ann, await my_hand(room, ann), "B2")
    await shown(room)
    final = board(room)
    scores = (await bo.press(final, "Leaderboard")).message
    await bo.press(scores, "Against computers")
    await bo.press(final, "Rules")
    await room.person("Stranger").press(final, "Rematch")
    await bo.press(final, "Rematch")
    await shown(room)
    await bo.press((await bo.command(room.discord.channel, "/uno end")).message, "Yes, end it")
    await shown(room)


async def _other_games(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("eights", [ann, bo], pace="none", match="one")
    lay(room, eights.position("8C 2H 3H", "5D 6D", top="KD"))
    hand = await my_hand(room, ann)
    await tap(ann, hand, "8")
    await tap(ann, hand, "Back")
    await tap(ann, hand, "Draw")
    lay(room, eights.position("2H", "5D 6D", top="KH"))
    await tap(ann, await my_hand(room, ann), "2")
    await shown(room)
    await room.sit_down("nimmt", [ann, bo], pace="none", match="one")
    lay(room, nimmt.position("1 55 70", "31 41 62"))
    hand = await my_hand(room, ann)
    await tap(ann, hand, "55")
    await tap(ann, hand, "1 ")
    await tap(bo, await my_hand(room, bo), "31")
    await tap(ann, await my_hand(room, ann), "Row 2")
    await play_out(room, [ann, bo], Random(1))


async def _absence(room: Room) -> None:
    ann, bo, cy = folk(room, 3)
    await room.sit_down("nimmt", [ann, bo, cy])
    await let_pass(room, 36)
    menu = (await ann.press(board(room), "…")).message
    await tap(ann, menu, "Let a computer play for Bo")
    await let_pass(room, 61)
    await let_pass(room, 61)
    if "I'm back" in labels(board(room)):
        await bo.press(board(room), "I'm back")
    for person in (ann, bo, cy):
        await person.command(room.discord.channel, "/nimmt leave")
    await shown(room)
    await bo.press(board(room), "Resume")
    await let_pass(room, 3100)
    menu = (await bo.press(board(room), "…")).message
    await bo.press(menu, "Bring the board here")
    await shown(room)
    room.person("Mod", moderator=True).delete(board(room))
    await let_pass(room, 21)
    await shown(room)
    menu = (await bo.press(board(room), "…")).message
    if "End the game" in labels(menu):
        await bo.press(menu, "End the game")
        await bo.press(menu, "No")
    moderator = room.person("Mod", moderator=True)
    await moderator.press((await moderator.command(room.discord.channel, "/nimmt end")).message, "Yes, end it")


async def _pages(room: Room) -> None:
    ann, bo = folk(room, 2)
    moderator = room.person("Mod", moderator=True)
    for line in ("/help", "/about", "/privacy show", "/uno rules", "/eights rules", "/nimmt rules", "/uno hand"):
        await ann.command(room.discord.channel, line)
    for scope in ("channel", "server"):
        await ann.command(room.discord.channel, "/leaderboard", scope=scope)
    await ann.command(room.discord.channel, "/stats")
    await ann.command(room.discord.channel, "/stats", member=bo)
    await moderator.command(room.discord.channel, "/settings", pace="slow")
    await ann.forge_command(room.discord.channel, "/settings")
    await ann.forge_command(ann.direct, "/uno start")
    await ann.press_id(room.discord.channel.messages[0], "nonsense")


@needs_description
async def test_every_body_that_the_bot_sends_fits_discords_own_description(room: Room) -> None:
    spec = Spec(DESCRIPTION)
    await everything(room)
    wrong: dict[str, str] = {}
    bodies = {(call.method, call.route, json.dumps(call.body)) for call in room.discord.calls if call.body is not None}
    for method, route, body in bodies:
        schema = spec.body(method, route)
        assert schema is not None, f"{method} {route} takes no body"
        for fault in spec.faults(json.loads(body), schema):
            wrong.setdefault(fault, f"{method} {route}")
    assert wrong == {}
    assert len({(method, route) for method, route, _ in bodies}) >= 6


@needs_description
def test_the_validator_finds_what_is_wrong() -> None:
    spec = Spec(DESCRIPTION)
    schema = spec.body("POST", "/channels/{channel}/messages")
    assert schema is not None
    button = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "x"}
    for bad in (
        {"content": 7},
        {"content": "x" * 4001},
        {"no_such_field": 1},
        {"components": [{"type": 1, "components": [button]}]},
        {"components": [{"type": 17, "components": []}]},
        {"components": [{"type": 99}]},
        {"allowed_mentions": {"parse": ["nobody"]}},
        {"allowed_mentions": {"users": ["12", "12"]}},
        {"flags": "many"},
    ):
        assert spec.faults(bad, schema), bad
    assert not spec.faults({"content": "hello", "allowed_mentions": {"parse": [], "users": ["12"]}}, schema)
    with pytest.raises(KeyError):
        spec.body("POST", "/no/such/route")


def messages_in(calls: list[Call]) -> Iterator[tuple[Call, dict[str, Any]]]:
    """Every body that makes or changes a message."""
    for call in calls:
        if call.method not in ("POST", "PATCH") or not isinstance(call.body, dict):
            continue
        if call.route.endswith("/callback"):
            if call.body["type"] in (4, 7):
                yield call, call.body["data"]
        elif "/messages" in call.route or call.route.startswith("/webhooks"):
            yield call, call.body


async def test_every_message_says_whom_it_mentions_and_only_the_reminder_mentions_anybody(room: Room) -> None:
    await everything(room)
    reminders = 0
    for call, body in messages_in(room.discord.calls):
        allowed = body["allowed_mentions"]
        assert allowed["parse"] == [], call
        assert not allowed.get("roles"), call
        assert not allowed.get("replied_user"), call
        if allowed.get("users"):
            reminders += 1
            assert "it is your turn" in body["content"]
            assert call.route == "/channels/{channel}/messages"
            assert not call.private
        else:
            assert "content" not in body or not body["content"]
    assert reminders >= 2
    assert not any(message.pings_everyone for message in room.discord.channel.messages)
