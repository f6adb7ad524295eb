"""Logging in with the real library."""

import asyncio

import discord
import pytest

from bot.loopback import Loopback
from tests.loopback.helpers import TOKEN, Caller, ShardedBot, SmallBot, running


async def test_a_bot_logs_in_and_finds_its_server(server: Loopback, bot: SmallBot) -> None:
    await bot.wait_until_ready()
    assert bot.user is not None
    assert bot.user.id == server.bot.id
    assert [guild.name for guild in bot.guilds] == ["Card Club"]
    assert [channel.name for channel in bot.guilds[0].text_channels] == ["table-one", "table-two"]
    assert server.problems == []


async def test_a_plain_client_logs_in(server: Loopback) -> None:
    client = discord.Client(intents=discord.Intents.none())
    async with running(client, server):
        assert server.sessions.connected()


async def test_a_wrong_token_is_refused_before_connecting(server: Loopback) -> None:
    with pytest.raises(discord.LoginFailure):
        async with running(SmallBot(), server, "wrong"):
            pass


async def test_a_token_that_changes_is_refused_by_the_gateway(server: Loopback) -> None:
    client = discord.Client(intents=discord.Intents.none())
    server.faults.refuse_identify(4004)
    with pytest.raises(discord.ConnectionClosed) as closed:
        async with running(client, server):
            pass
    assert closed.value.code == 4004


async def test_intents_that_are_not_allowed_end_the_bot(server: Loopback) -> None:
    server.faults.refuse_identify(4014)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(SmallBot(), server):
            pass


async def test_shards_share_the_servers(server: Loopback) -> None:
    server.shards = 2
    others = [server.add_guild(f"Club {number}") for number in range(3)]
    bot = ShardedBot()
    async with running(bot, server):
        await bot.wait_until_ready()
        assert len(bot.guilds) == 4
        assert {guild.shard_id for guild in bot.guilds} == {0, 1}
        assert len(server.sessions.connected()) == 2
        assert bot.get_guild(others[0].id) is not None


async def test_a_bot_comes_back_and_finds_what_it_left(server: Loopback) -> None:
    ann = server.add_member("Ann")
    async with running(SmallBot(), server):
        reply = await ann.command(server.channel, "/hello")
    await server.gone()
    assert server.sessions.connected() == []
    async with running(SmallBot(), server):
        hand = await ann.press(reply.message, "Join")
    assert hand.ephemeral
    assert server.sessions.identified == 2


async def test_a_server_is_left_and_joined_and_fails_for_a_while(server: Loopback, bot: SmallBot) -> None:
    await bot.wait_until_ready()
    server.outage(server.guild)
    server.outage_over(server.guild)
    server.remove_guild(server.guild)
    server.invite_again(server.guild)
    await asyncio.sleep(0.05)
    assert [name for name in bot.heard if name.startswith("GUILD_")] == [
        "GUILD_CREATE",
        "GUILD_DELETE",
        "GUILD_CREATE",
        "GUILD_DELETE",
        "GUILD_CREATE",
    ]


async def test_a_route_nobody_knows_is_a_problem(server: Loopback, caller: Caller) -> None:
    status, body = await caller.call("GET", "/no/such/thing")
    assert status == 404
    assert body["code"] == 0
    assert server.problems == ["no such route: GET /no/such/thing"]


async def test_a_call_with_a_wrong_token_is_not_answered(caller: Caller) -> None:
    assert (await caller.call("GET", "/users/@me", None, "wrong"))[0] == 401


async def test_the_date_is_that_of_the_movable_clock(server: Loopback, caller: Caller) -> None:
    server.time.advance(86_400 * 400)
    headers = {"Authorization": f"Bot {TOKEN}"}
    async with caller.session.get(server.api + "/users/@me", headers=headers) as answer:
        first = answer.headers["Date"]
    server.time.advance(60)
    async with caller.session.get(server.api + "/users/@me", headers=headers) as answer:
        assert answer.headers["Date"] != first
