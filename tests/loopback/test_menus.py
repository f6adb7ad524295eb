"""Menus, and answers that Discord refuses."""

import asyncio
from typing import cast

import discord
import pytest

from bot.loopback import Loopback
from bot.loopback.refusals import Payload
from bot.loopback.typing_commands import NotPossible
from bot.loopback.world import Message
from tests.loopback.helpers import NOBODY, Caller, SmallBot, running


class MenuBot(SmallBot):
    """It answers a menu with what was chosen."""

    async def clicked(self, interaction: discord.Interaction) -> None:
        assert interaction.data is not None
        values = cast("list[str]", interaction.data.get("values", []))
        await interaction.response.send_message(f"chosen: {', '.join(values)}", ephemeral=True)


async def menu(bot: SmallBot, server: Loopback) -> Message:
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label=f"Pile {number}", value=f"p{number}") for number in (1, 2, 3)]
    view.add_item(discord.ui.Select(custom_id="pile", placeholder="Which pile?", max_values=2, options=options))
    view.add_item(discord.ui.UserSelect(custom_id="who", placeholder="Who?"))
    view.stop()
    await bot.get_partial_messageable(server.channel.id).send("choose", view=view, allowed_mentions=NOBODY)
    return server.channel.messages[-1]


async def test_a_member_chooses_from_a_menu(server: Loopback) -> None:
    ann, ben = server.add_member("Ann"), server.add_member("Ben")
    bot = MenuBot()
    async with running(bot, server):
        message = await menu(bot, server)
        assert (await ann.select(message, "Which pile?", ["Pile 2", "p3"])).text == "chosen: p2, p3"
        assert (await ann.select(message, "who", [ben])).text == f"chosen: {ben.id}"
        for which, values in (("pile", ["p9"]), ("pile", []), ("pile", ["p1", "p2", "p3"]), ("none", ["p1"])):
            with pytest.raises(NotPossible):
                await ann.select(message, which, values)
        assert (await ann.select_values(message, "pile", ["never offered"])).text == "chosen: never offered"
    assert server.problems == []


async def test_an_answer_that_discord_refuses_can_be_given_again(server: Loopback, caller: Caller) -> None:
    ann = server.add_member("Ann")
    bot = SmallBot()
    async with running(bot, server):
        board = (await ann.command(server.channel, "/hello")).message
        bot.silent = True
        waiting = asyncio.create_task(ann.press(board, "Join"))
        await server.settle()
        click = server.interactions[-1]
        path = f"/interactions/{click.id}/{click.token}/callback"
        quiet: Payload = {"allowed_mentions": {"parse": []}}
        _, body = await caller.call("POST", path, {"type": 4, "data": {"content": "x" * 2001} | quiet})
        assert body["errors"]["data"]["content"]["_errors"]
        _, body = await caller.call("POST", path, {"type": 8, "data": {"choices": []}})
        assert "type" in body["errors"]
        hook = f"/webhooks/{server.bot.id}/{click.token}"
        assert (await caller.call("POST", hook, {"content": "too early"} | quiet))[1]["code"] == 10015
        assert (await caller.call("POST", path, {"type": 4, "data": {"content": "x"} | quiet}))[0] == 204
        assert (await waiting).text == "x"
        assert (await caller.call("GET", f"{hook}/messages/{board.id}"))[1]["code"] == 10008
        assert (await caller.call("GET", f"{hook}/messages/@original"))[1]["content"] == "x"


async def test_members_are_told_to_a_bot_that_may_know_them(server: Loopback) -> None:
    server.add_member("Ann")
    bot = SmallBot(discord.Intents(guilds=True, members=True))
    async with running(bot, server):
        await bot.wait_until_ready()
        assert {member.display_name for member in bot.guilds[0].members} == {"Ann", "Cardroom"}
        assert "GUILD_MEMBERS_CHUNK" in bot.heard or bot.guilds[0].chunked


async def test_a_client_that_does_not_ask_for_packing_gets_plain_frames(server: Loopback, caller: Caller) -> None:
    async with caller.session.ws_connect(server.gateway + "?v=10&encoding=json") as line:
        assert (await line.receive_json())["op"] == 10
        await line.send_json({"op": 1, "d": None})
        assert (await line.receive_json())["op"] == 11
        await line.send_json({"op": 2, "d": {"token": "wrong", "intents": 0}})
        await line.receive()
        assert line.close_code == 4004
