"""Breaks of the line, and what a bot hears when it is back."""

import asyncio

import discord
import pytest

from bot.loopback import Loopback
from tests.loopback.helpers import TOKEN, ShardedBot, SmallBot, running


async def back(server: Loopback, resumed: int, identified: int) -> None:
    gateway = server.sessions
    await server.world.changed.until(
        lambda: (gateway.resumed, gateway.identified) == (resumed, identified) and gateway.complete(), 10, "for the bot"
    )


async def test_a_bot_that_was_cut_off_resumes_and_hears_what_it_missed(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    await server.faults.drop(4000)
    hand = await ann.press(board, "Join")
    assert hand.ephemeral
    await back(server, 1, 1)
    assert [click.id for click in bot.clicks] == [hand.interaction.id]


async def test_a_line_that_is_cut_without_a_word_is_resumed(server: Loopback, bot: SmallBot) -> None:
    await server.faults.drop(1006)
    await server.gone()
    await back(server, 1, 1)


async def test_old_clicks_arrive_after_a_long_break(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    await server.faults.drop()
    press = asyncio.create_task(ann.press(board, "Join"))
    await asyncio.sleep(0)
    server.time.advance(60)
    assert (await asyncio.gather(press, return_exceptions=True))[0] is not None
    await back(server, 1, 1)
    await server.settle()
    assert [click.id for click in bot.clicks] == [server.interactions[-1].id]
    assert [getattr(error, "code", None) for error in bot.errors] == [10062]


async def test_the_bot_reconnects_when_it_is_asked_to(server: Loopback, bot: SmallBot) -> None:
    await server.faults.reconnect()
    await back(server, 1, 1)


@pytest.mark.parametrize(("resumable", "resumed", "identified"), [(True, 1, 1), (False, 0, 2)])
async def test_an_invalid_session(
    server: Loopback, bot: SmallBot, resumable: bool, resumed: int, identified: int
) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    await server.faults.invalid_session(resumable)
    await back(server, resumed, identified)
    assert (await ann.press(board, "Join")).ephemeral


async def test_a_session_that_was_forgotten_cannot_be_resumed(server: Loopback, bot: SmallBot) -> None:
    (session,) = server.sessions.connected()
    await session.close(4000)
    server.sessions.forget(session)
    await back(server, 0, 2)


async def test_a_bot_notices_that_heartbeats_are_not_acknowledged() -> None:
    async with Loopback(token=TOKEN, heartbeat=0.1) as server:
        bot = SmallBot(heartbeat_timeout=0.5)
        async with running(bot, server):
            server.faults.stop_acks()
            await server.world.changed.until(lambda: server.sessions.resumed > 0, 10, "for the bot to come back")
            server.faults.stop_acks(False)


async def test_one_shard_comes_back_alone(server: Loopback) -> None:
    server.shards = 2
    server.add_guild("Other")
    bot = ShardedBot()
    async with running(bot, server):
        await bot.wait_until_ready()
        await server.faults.drop(4000, shard=1)
        assert [session.shard[0] for session in server.sessions.connected()] == [0]
        await back(server, 1, 2)


async def test_two_bots_at_once_both_hear_a_click(server: Loopback) -> None:
    ann = server.add_member("Ann")
    one, two = SmallBot(), SmallBot()
    async with running(one, server), running(two, server):
        await server.world.changed.until(lambda: len(server.sessions.connected()) == 2, 10, "for both")
        board = (await ann.command(server.channel, "/hello")).message
        await ann.press(board, "Join")
        await server.settle()
    assert one.clicks[0].id == two.clicks[0].id
    assert len(one.errors + two.errors) == 1


async def test_messages_are_heard_with_their_intent_only(server: Loopback) -> None:
    ann = server.add_member("Ann")
    deaf = SmallBot()
    async with running(deaf, server):
        await ann.say(server.channel, "hello")
        await asyncio.sleep(0.05)
        assert "MESSAGE_CREATE" not in deaf.heard
    await server.gone()
    bare: list[str] = []
    full: list[str] = []

    class Listener(discord.Client):
        async def on_message(self, message: discord.Message) -> None:
            (full if self.intents.message_content else bare).append(message.content)

    for content in (False, True):
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=content)
        async with running(Listener(intents=intents), server):
            await ann.say(server.channel, "hello")
            await asyncio.sleep(0.05)
        await server.gone()
    assert (bare, full) == ([""], ["hello"])


async def test_ephemeral_messages_never_pass_the_gateway(server: Loopback) -> None:
    ann = server.add_member("Ann")
    bot = SmallBot(discord.Intents(guilds=True, guild_messages=True))
    async with running(bot, server):
        board = (await ann.command(server.channel, "/hello")).message
        hand = await ann.press(board, "Join")
        await ann.press(hand.message, "Play")
        await server.settle()
        assert [name for name in bot.heard if name.startswith("MESSAGE")] == ["MESSAGE_CREATE"]


async def test_channels_and_threads_come_and_go(server: Loopback, bot: SmallBot) -> None:
    channel = server.guild.add_channel("table-three")
    thread = server.guild.add_thread("a game", channel)
    thread.archive()
    channel.forbid_bot(1 << 11)
    channel.delete()
    await asyncio.sleep(0.05)
    assert [name for name in bot.heard if name.startswith(("CHANNEL", "THREAD"))] == [
        "CHANNEL_CREATE",
        "THREAD_CREATE",
        "THREAD_UPDATE",
        "CHANNEL_UPDATE",
        "THREAD_DELETE",
        "CHANNEL_DELETE",
    ]
    assert server.guild.channels == [server.guild.channel("table-one"), server.guild.channel("table-two")]


async def test_events_can_be_held_back(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    server.faults.hold_events()
    command = asyncio.create_task(ann.command(server.channel, "/hello"))
    await asyncio.sleep(0.05)
    assert not command.done()
    server.faults.hold_events(False)
    assert (await command).text == "hello"
