"""Calls that go wrong on order, rate limits, and time."""

import time

import aiohttp
import discord
import pytest

from bot.loopback import Loopback
from bot.loopback.clock import made_at
from tests.loopback.helpers import NOBODY, TOKEN, Caller, SmallBot, running

HELLO = {"content": "hello", "allowed_mentions": {"parse": []}}


async def test_the_next_calls_are_refused_and_no_more(server: Loopback, caller: Caller) -> None:
    server.faults.next("POST", "/channels/*/messages", status=403, code=50013, times=2)
    answers = [await caller.post(HELLO) for _ in range(3)]
    assert [status for status, _ in answers] == [403, 403, 200]
    assert answers[0][1]["code"] == 50013
    assert [call.status for call in server.calls] == [403, 403, 200]
    assert len(server.channel.messages) == 1


async def test_a_call_is_cut_off_before_or_after_it_was_done(server: Loopback, caller: Caller) -> None:
    for moment, posted in (("before", 0), ("after", 1)):
        server.faults.next("POST", drop="before" if moment == "before" else "after")
        with pytest.raises(aiohttp.ClientError):
            await caller.post(HELLO)
        assert len(server.channel.messages) == posted
    assert [call.status for call in server.calls] == [0, 0]


async def test_a_call_is_late(server: Loopback, caller: Caller) -> None:
    server.faults.next(latency=0.1)
    start = time.perf_counter()
    await caller.post(HELLO)
    assert time.perf_counter() - start >= 0.1


async def test_discord_py_waits_for_a_limit_and_tries_again(server: Loopback, bot: SmallBot) -> None:
    channel = bot.get_partial_messageable(server.channel.id)
    server.faults.next("POST", "*/messages", status=429, retry_after=0.05)
    await channel.send("hello", allowed_mentions=NOBODY)
    server.faults.next("POST", "*/messages", status=429, retry_after=0.05, everywhere=True)
    await channel.send("hello", allowed_mentions=NOBODY)
    assert [call.status for call in server.calls.to("POST", "/messages")] == [429, 200, 429, 200]
    server.faults.next("POST", "*/messages", status=429, cloudflare=True)
    with pytest.raises(discord.HTTPException):
        await channel.send("hello", allowed_mentions=NOBODY)


async def test_five_messages_in_five_seconds(caller: Caller, server: Loopback) -> None:
    server.limits.on = True
    answers = [(await caller.post(HELLO))[0] for _ in range(6)]
    assert answers == [200] * 5 + [429]
    server.time.advance(5)
    assert (await caller.post(HELLO))[0] == 200
    other = f"/channels/{server.guild.channels[1].id}/messages"
    assert (await caller.call("POST", other, HELLO))[0] == 200


async def test_limits_can_be_changed(caller: Caller, server: Loopback) -> None:
    server.limits.on = True
    server.limits.set("POST", "/channels/{channel}/messages", 2, 0.2)
    assert [(await caller.post(HELLO))[0] for _ in range(3)] == [200, 200, 429]
    server.limits.everywhere = (3, 60.0)
    server.time.advance(61)
    answers = [await caller.call("GET", "/users/@me") for _ in range(4)]
    assert [status for status, _ in answers] == [200, 200, 200, 429]
    assert answers[-1][1]["global"] is True


async def test_discord_py_keeps_to_the_limits_by_itself() -> None:
    async with Loopback(token=TOKEN) as server:
        server.limits.set("POST", "/channels/{channel}/messages", 2, 0.3)
        bot = SmallBot()
        async with running(bot, server):
            channel = bot.get_partial_messageable(server.channel.id)
            start = time.perf_counter()
            for _ in range(5):
                await channel.send("hello", allowed_mentions=NOBODY)
            assert time.perf_counter() - start >= 0.5
        assert {call.status for call in server.calls.to("POST", "/messages")} == {200}
        assert server.problems == []


async def test_answers_to_clicks_are_exempt_from_the_limit_for_all_calls() -> None:
    async with Loopback(token=TOKEN) as server:
        bot = SmallBot()
        async with running(bot, server):
            server.limits.everywhere = (0, 60.0)
            server.time.advance(60)
            ann = server.add_member("Ann")
            assert (await ann.command(server.channel, "/hello")).text == "hello"


async def test_a_server_error_on_an_edit_is_tried_again_by_the_library(server: Loopback, bot: SmallBot) -> None:
    channel = bot.get_partial_messageable(server.channel.id)
    message = await channel.send("hello", allowed_mentions=NOBODY)
    server.faults.next("PATCH", "*/messages/*", status=503)
    with pytest.raises(discord.DiscordServerError):
        await message.edit(content="again", allowed_mentions=NOBODY)


async def test_calls_need_not_be_kept() -> None:
    async with Loopback(token=TOKEN, keep=0) as server:
        async with running(SmallBot(), server):
            pass
        assert list(server.calls) == []
        assert server.calls.total > 0


async def test_ids_follow_the_clock(server: Loopback) -> None:
    before = server.world.ids.make()
    server.time.advance(3600)
    after = server.world.ids.make()
    assert made_at(after) - made_at(before) == pytest.approx(3600, abs=1)
    assert server.world.ids.make() > after


async def test_alarms_ring_when_time_is_moved(server: Loopback) -> None:
    rung: list[str] = []
    server.time.alarm(20, lambda: rung.append("second"))
    server.time.alarm(10, lambda: rung.append("first"))
    server.time.alarm(15, lambda: rung.append("never")).cancel()
    server.time.advance(9)
    assert rung == []
    server.time.advance(11)
    assert rung == ["first", "second"]
