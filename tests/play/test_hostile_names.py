"""People with hostile names (fault 78) play whole games: whatever shows a name shows it inert, to all and to each."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.games import GAMES
from bot.loopback.people import Member
from tests.play.room import Room, open_room
from tests.play.sitting import board, boards_at_once, let_pass, my_hand, play_out, shown
from tests.ui.hostile import HOSTILE, MEANT

AT_A_TABLE = 7
TABLES = [HOSTILE[start : start + AT_A_TABLE] for start in range(0, len(HOSTILE), AT_A_TABLE)]
FORBIDDEN = re.compile("@everyone|@here|<@&|</|<id:|[\0\x0b\x0c\x1b\x85\u061c\u2028\u2029\u202a-\u202e\u2066\u2067]")
"""Mentions of many, links to commands, and characters that turn or break a line."""
MENTION = re.compile("<@!?[0-9]+>")


def texts(value: Any) -> Iterator[str]:
    """Every text in a payload."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def meant(name: str) -> bool:
    """Whether a name would mean something to Discord."""
    return len(name) > 1 and any(sign in name for sign in MEANT)


async def everything_that_shows_names(room: Room, key: str, people: list[Member]) -> None:
    """A table from the lobby to the leaderboard, with every page on the way."""
    channel, (host, *others) = room.discord.channel, people
    lobby = (await host.command(channel, f"/{key} start", match="one", pace="quick")).message
    for person in others:
        await person.press(lobby, "Join")
    await host.press(lobby, "Options")
    await others[0].command(channel, f"/{key} start")  # there is a table already
    await host.press(lobby, "Start")
    await shown(room)
    await my_hand(room, others[-1])
    await let_pass(room, 16)  # somebody is reminded
    for person in people[:3]:
        menu = (await person.press(board(room), "…")).message
        over = [each for each in menu.buttons if (each.custom_id or "").startswith("over:")]
        if over:
            await person.press(menu, custom_id=over[0].custom_id)
    await others[0].command(channel, f"/{key} leave")
    seats = room.table().seats
    await play_out(room, [person for person, seat in zip(people, seats, strict=True) if not seat.away], Random(1))
    final = board(room)
    for person in people[:2]:
        await person.press(final, "Leaderboard")
        await person.press(final, "Fair play")
        await person.command(channel, "/stats")
        await person.command(channel, "/privacy show")
    await others[0].command(channel, "/stats", member=host)
    await host.command(channel, "/leaderboard")
    await host.press(final, "Rematch")
    await shown(room)


@pytest.mark.parametrize("number", range(len(TABLES)))
async def test_whatever_people_call_themselves_it_is_shown_as_plain_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    boards_at_once(monkeypatch)
    names, key = TABLES[number], list(GAMES)[number % len(GAMES)]
    async with open_room(tmp_path / "x.db") as room:
        people = [room.person(name) for name in names]
        await everything_that_shows_names(room, key, people)
        bodies = [call.body for call in room.discord.calls if "/commands" not in call.route]
        sent = [text for body in bodies for text in texts(body)]
        assert len(sent) > 100
        for text in sent:
            found = FORBIDDEN.search(text)
            assert found is None, f"{found[0]!a} in {text!a}"
            assert not [name for name in names if meant(name) and name in text], ascii(text)
            assert set(MENTION.findall(text)) <= {person.mention for person in people}
        for message in room.discord.channel.messages:
            assert not message.pings_everyone
        assert all("allowed_mentions" in body for body in bodies if isinstance(body, dict) and body.get("components"))
