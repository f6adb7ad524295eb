"""Messages in channels: posting, editing, deleting, permissions, files."""

import asyncio
import io
from typing import cast

import discord
import pytest

from bot.loopback import Loopback, permissions
from tests.loopback.helpers import NOBODY, Caller, SmallBot, panel, running


def channel_of(bot: SmallBot, server: Loopback) -> discord.TextChannel:
    return cast("discord.TextChannel", bot.get_channel(server.channel.id))


async def test_a_message_is_posted_edited_read_and_deleted(server: Loopback, bot: SmallBot) -> None:
    await bot.wait_until_ready()
    channel = channel_of(bot, server)
    message = await channel.send("one")
    await message.edit(content="two", allowed_mentions=NOBODY)
    assert [each.text for each in server.channel.messages] == ["two"]
    assert (await channel.fetch_message(message.id)).content == "two"
    second = await channel.send("three")
    assert [each.content async for each in channel.history()] == ["three", "two"]
    await message.delete()
    assert [each.id for each in server.channel.messages] == [second.id]
    with pytest.raises(discord.NotFound) as refused:
        await message.edit(content="four", allowed_mentions=NOBODY)
    assert refused.value.code == 10008
    async with channel.typing():
        pass
    assert server.problems == []


async def test_an_edit_without_allowed_mentions_is_a_problem(server: Loopback, bot: SmallBot, caller: Caller) -> None:
    _, posted = await caller.post({"content": "hello"})
    await caller.call("PATCH", f"/channels/{server.channel.id}/messages/{posted['id']}", {"content": "again"})
    assert server.problems == [
        "no allowed_mentions: POST /channels/{channel}/messages",
        "no allowed_mentions: PATCH /channels/{channel}/messages/{message}",
    ]


async def test_the_same_nonce_is_the_same_message_for_some_minutes(server: Loopback, bot: SmallBot) -> None:
    await bot.wait_until_ready()
    channel = channel_of(bot, server)
    first = await channel.send("board", nonce="game-7")
    assert (await channel.send("board", nonce="game-7")).id == first.id
    server.time.advance(600)
    assert (await channel.send("board", nonce="game-7")).id != first.id


async def test_a_post_that_was_cut_off_afterwards_is_not_doubled(server: Loopback, bot: SmallBot) -> None:
    await bot.wait_until_ready()
    channel = channel_of(bot, server)
    server.faults.next("POST", "*/messages", drop="after")
    with pytest.raises(OSError, match="104"):
        await channel.send("board", nonce="game-7")
    await channel.send("board", nonce="game-7")
    assert len(server.channel.messages) == 1


async def test_old_messages_take_few_edits(server: Loopback, bot: SmallBot) -> None:
    await bot.wait_until_ready()
    message = await channel_of(bot, server).send("board")
    for number in range(5):
        await message.edit(content=f"fresh {number}", allowed_mentions=NOBODY)
    server.time.advance(3601)
    for number in range(3):
        await message.edit(content=f"old {number}", allowed_mentions=NOBODY)
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="once more", allowed_mentions=NOBODY)
    assert (refused.value.status, refused.value.code) == (429, 30046)


@pytest.mark.parametrize(("taken", "code"), [(permissions.VIEW_CHANNEL, 50001), (permissions.SEND_MESSAGES, 50013)])
async def test_a_bot_without_permission_is_refused(server: Loopback, bot: SmallBot, taken: int, code: int) -> None:
    await bot.wait_until_ready()
    server.channel.forbid_bot(taken)
    await asyncio.sleep(0.05)
    channel = channel_of(bot, server)
    assert not channel.permissions_for(channel.guild.me).value & taken
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("hello")
    assert refused.value.code == code
    ann = server.add_member("Ann")
    assert (await ann.command(server.channel, "/hello")).text == "hello"  # answers need no permission
    assert server.calls.invalid == 1


async def test_a_channel_that_is_gone_is_unknown(server: Loopback, bot: SmallBot) -> None:
    gone = server.guild.channels[1]
    gone.delete()
    with pytest.raises(discord.NotFound) as refused:
        await bot.get_partial_messageable(gone.id).send("hello")
    assert refused.value.code == 10003


async def test_an_archived_thread_takes_nothing(server: Loopback, bot: SmallBot) -> None:
    await bot.wait_until_ready()
    thread = server.guild.add_thread("a game")
    place = bot.get_partial_messageable(thread.id)
    message = await place.send("board")
    thread.archive()
    for attempt in (place.send("more"), message.edit(content="changed", allowed_mentions=NOBODY)):
        with pytest.raises(discord.HTTPException) as refused:
            await attempt
        assert refused.value.code == 50083
    thread.archive(locked=False)
    await place.send("a message brings a thread back if it is not locked")
    assert not thread.archived


async def test_a_moderator_deletes_one_message_or_all(server: Loopback) -> None:
    bot = SmallBot(discord.Intents(guilds=True, guild_messages=True))
    ann = server.add_member("Ann", moderator=True)
    async with running(bot, server):
        boards = [(await ann.command(server.channel, "/hello")).message for _ in range(3)]
        ann.delete(boards[0])
        ann.delete_many(boards[1:])
        await asyncio.sleep(0.05)
        assert bot.heard[-2:] == ["MESSAGE_DELETE", "MESSAGE_DELETE_BULK"]
    assert server.channel.messages == []


async def test_files_are_kept_and_referred_to(server: Loopback, bot: SmallBot) -> None:
    await bot.wait_until_ready()
    view = discord.ui.LayoutView(timeout=None)
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    gallery.add_item(media="attachment://card.png")
    view.add_item(gallery)
    picture = discord.File(io.BytesIO(b"picture"), "card.png")
    message = await channel_of(bot, server).send(view=view, file=picture)
    assert await message.attachments[0].read() == b"picture"
    (shown,) = server.channel.messages
    assert shown.components[0]["items"][0]["media"]["url"] == shown.attachments[0]["url"]
    assert server.problems == []


async def test_only_those_are_pinged_who_may_be(server: Loopback, bot: SmallBot) -> None:
    await bot.wait_until_ready()
    ann, ben = server.add_member("Ann"), server.add_member("Ben")
    words = f"@everyone {ann.mention} {ben.mention}"
    channel = channel_of(bot, server)
    await channel.send(words)
    await channel.send(words, allowed_mentions=discord.AllowedMentions(everyone=False, users=[ann], roles=False))
    quiet, one = server.channel.messages
    assert (quiet.pings, quiet.pings_everyone) == (frozenset(), False)
    assert (one.pings, one.pings_everyone) == (frozenset({ann.id}), False)


async def test_a_layout_stays_a_layout(server: Loopback, bot: SmallBot, caller: Caller) -> None:
    await bot.wait_until_ready()
    message = await channel_of(bot, server).send(view=panel("board", "join"))
    path = f"/channels/{server.channel.id}/messages/{message.id}"
    for payload in ({"flags": 0}, {"content": "words"}, {"embeds": [{"title": "words"}]}):
        status, body = await caller.call("PATCH", path, payload | {"allowed_mentions": {"parse": []}})
        assert (status, body["code"]) == (400, 50035)
    words = await channel_of(bot, server).send("words")
    with pytest.raises(discord.HTTPException):
        await words.edit(view=panel("board", "join"), allowed_mentions=NOBODY)
    await words.edit(content=None, view=panel("board", "join"), allowed_mentions=NOBODY)
    assert server.channel.messages[-1].is_layout


async def test_the_bots_own_emojis(server: Loopback, bot: SmallBot) -> None:
    emoji = await bot.create_application_emoji(name="red_seven", image=b"\x89PNG\r\n\x1a\n picture")
    assert [each.name for each in await bot.fetch_application_emojis()] == ["red_seven"]
    with pytest.raises(discord.HTTPException):
        await bot.create_application_emoji(name="red_seven", image=b"\x89PNG\r\n\x1a\n picture")
    await emoji.delete()
    assert server.emojis == {}
