"""Each knob does what it says, on Discord's side and to the bot's process."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.loopback import permissions
from bot.loopback.interactions import TOKEN_LIFE
from bot.playground.knobs import HOW, WHICH
from bot.playground.playground import Playground
from tests.loopback.helpers import Caller
from tests.playground.bots import BusyBot
from tests.playground.helpers import Page, until

HELLO = {"content": "hello", "allowed_mentions": {"parse": []}}


class Calling(Caller):
    """Calls as the bot would make them, letter by letter."""

    async def status(self, method: str, path: str) -> int:
        return (await self.call(method, path, HELLO, self.server.token))[0]

    async def new_message(self) -> int:
        return await self.status("POST", f"/channels/{self.server.channel.id}/messages")

    def paths(self) -> dict[str, tuple[str, str]]:
        """For each kind of call that can fail, one of it."""
        channel, bot = self.server.channel.id, self.server.bot.id
        return {
            "answer to a press or command": ("POST", "/interactions/1/token/callback"),
            "edit of a board": ("PATCH", f"/channels/{channel}/messages/1"),
            "new message": ("POST", f"/channels/{channel}/messages"),
            "edit of a private panel": ("PATCH", f"/webhooks/{bot}/token/messages/@original"),
        }


@pytest.fixture
async def caller(playground: Playground) -> AsyncIterator[Calling]:
    async with aiohttp.ClientSession() as session:
        yield Calling(playground.discord, session)


async def test_every_call_takes_as_much_longer_as_was_said(playground: Playground, page: Page, caller: Calling) -> None:
    await page.done("latency", value=80)
    await caller.new_message()
    assert playground.discord.calls[-1].took >= 0.08
    await page.sees(lambda seen: seen.parts["knobs"]["latency"] == 80, "for the knob")
    await page.done("latency", value=0)
    assert playground.discord.faults.latency == 0


async def test_rate_limits_are_turned_on_and_off(playground: Playground, page: Page, caller: Calling) -> None:
    await page.done("limits", value=True)
    assert [await caller.new_message() for _ in range(6)] == [200] * 5 + [429]
    await page.done("limits", value=False)
    assert await caller.new_message() == 200
    await page.sees(lambda seen: seen.parts["knobs"]["limits"] is False, "for the knob")


@pytest.mark.parametrize("how", HOW)
async def test_the_next_call_fails_as_was_ordered_and_only_that_one(
    playground: Playground, page: Page, caller: Calling, how: str
) -> None:
    await page.done("fail", which="new message", how=how)
    status, drop = HOW[how]
    if drop:
        with pytest.raises(aiohttp.ClientError):
            await caller.new_message()
    else:
        assert await caller.new_message() == status
    assert len(playground.discord.channel.messages) == (1 if drop == "after" else 0)
    assert await caller.new_message() == 200


@pytest.mark.parametrize("which", WHICH)
async def test_only_the_kind_of_call_that_was_ordered_fails(
    playground: Playground, page: Page, caller: Calling, which: str
) -> None:
    paths = caller.paths()
    others = {name: path for name, path in paths.items() if name != which}
    usual = {name: await caller.status(*path) for name, path in others.items()}
    assert 500 not in usual.values()
    await page.done("fail", which=which, how="500 server error")
    if which != "call of any kind":
        assert {name: await caller.status(*path) for name, path in others.items()} == usual
    assert await caller.status(*paths.get(which, paths["new message"])) == 500
    assert await caller.status("GET", "/users/@me") == 200


async def test_the_knobs_offered_are_those_that_can_be_turned(playground: Playground, page: Page) -> None:
    await page.sees(lambda seen: "knobs" in seen.parts, "for the knobs")
    offered = page.parts["knobs"]
    for which in offered["which"]:
        for how in offered["how"]:
            await page.done("fail", which=which, how=how)


async def test_time_leaps_and_old_interactions_die(
    bot: BusyBot, playground: Playground, page: Page, caller: Calling
) -> None:
    bo, discord = playground.roster.members[1], playground.discord
    await bo.command(discord.channel, "/hello")
    edit = "PATCH", f"/webhooks/{discord.bot.id}/{discord.interactions[-1].token}/messages/@original"
    before = await caller.status(*edit)
    await page.done("leap", value=int(TOKEN_LIFE) + 1)
    assert discord.time.moved == TOKEN_LIFE + 1
    assert (before, await caller.status(*edit)) != (before, before)
    assert await caller.status(*edit) == 401


async def test_the_bot_is_forbidden_to_write_and_allowed_again(
    playground: Playground, page: Page, caller: Calling
) -> None:
    channel = playground.discord.channel
    await page.done("permission", channel=str(channel.id), value=False)
    assert await caller.new_message() == 403
    others = [each.bot_permissions for each in playground.discord.guild.channels[1:]]
    assert others == [permissions.BOT] * 2
    await page.done("permission", channel=str(channel.id), value=True)
    assert await caller.new_message() == 200


async def test_a_dropped_gateway_is_resumed(bot: BusyBot, playground: Playground, page: Page) -> None:
    sessions = playground.discord.sessions
    await page.done("drop")
    await until(lambda: sessions.resumed == 1 and sessions.complete(), "for the bot to come back")
    assert sessions.identified == 1


async def test_after_a_new_session_the_bot_introduces_itself_anew(
    bot: BusyBot, playground: Playground, page: Page
) -> None:
    sessions = playground.discord.sessions
    await page.done("new session")
    await until(lambda: sessions.identified == 2 and sessions.complete(), "for the bot to come back")
    assert sessions.resumed == 0


@pytest.mark.parametrize("knob", ["restart", "kill"])
async def test_the_bot_is_started_anew(playground: Playground, page: Page, knob: str) -> None:
    await page.done(knob)
    assert (playground.runner.starts, playground.runner.state) == (2, "starting")
    await page.sees(lambda seen: seen.parts["bot"]["starts"] == 2, "for the new start")


async def test_a_stopped_bot_is_started_and_a_running_one_is_left_alone(playground: Playground, page: Page) -> None:
    await page.done("start")
    assert playground.runner.starts == 1
    await playground.runner.stop()
    await page.sees(lambda seen: seen.parts["bot"]["state"] == "stopped", "for it to stop")
    await page.done("start")
    assert (playground.runner.starts, playground.runner.state) == (2, "starting")


@pytest.mark.parametrize("knob", ["restart", "kill"])
async def test_a_stopped_bot_is_started_by_a_restart_too(playground: Playground, page: Page, knob: str) -> None:
    await playground.runner.stop()
    await page.done(knob)
    assert playground.runner.state == "starting"


async def test_knobs_turned_on_many_pages_at_once_leave_one_bot(playground: Playground, page: Page) -> None:
    await asyncio.gather(*(page.done(knob) for knob in ("restart", "kill", "start", "restart", "start", "kill")))
    assert (playground.runner.starts, playground.runner.state) == (5, "starting")
