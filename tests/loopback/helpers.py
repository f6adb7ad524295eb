"""A small bot that the loopback's own tests use, and a plain caller for payloads that discord.py would never send."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.loopback import Loopback
from bot.loopback.connect import point_discord_at
from bot.loopback.refusals import Payload

TOKEN = "a-token-for-tests"  # noqa: S105 # opens nothing
NOBODY = discord.AllowedMentions.none()
V2 = 1 << 15


class SmallBot(commands.Bot):
    """It greets, deals a private hand and notes what it hears."""

    def __init__(self, intents: discord.Intents | None = None, **more: Any) -> None:
        super().__init__(
            command_prefix="!",
            intents=intents or discord.Intents(guilds=True),
            allowed_mentions=NOBODY,
            help_command=None,
            guild_ready_timeout=0.05,
            **more,
        )
        self.heard: list[str] = []
        self.clicks: list[discord.Interaction] = []
        self.errors: list[BaseException] = []
        self.silent = False

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The library would sleep five seconds here; the loopback lets everybody in at once."""

    async def setup_hook(self) -> None:
        self.tree.add_command(hello)
        self.tree.add_command(Cards())
        await self.tree.sync()

    async def on_socket_event_type(self, name: str) -> None:
        self.heard.append(name)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component or self.silent:
            return
        self.clicks.append(interaction)
        try:
            await self.clicked(interaction)
        except (discord.HTTPException, aiohttp.ClientError) as error:
            self.errors.append(error)

    async def clicked(self, interaction: discord.Interaction) -> None:
        match interaction.data.get("custom_id") if interaction.data else None:
            case "join":
                await interaction.response.send_message(view=panel("Your hand", "play"), ephemeral=True)
            case "play":
                await interaction.response.edit_message(view=panel("Played", "play"), allowed_mentions=NOBODY)
            case "later":
                await interaction.response.defer()
            case "think":
                await interaction.response.defer(ephemeral=True, thinking=True)
            case "ask":
                await interaction.response.send_modal(Question())
            case other:
                await interaction.response.send_message(f"unknown: {other}", ephemeral=True)


class ShardedBot(commands.AutoShardedBot):
    def __init__(self) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        pass


class Question(discord.ui.Modal, title="A question"):
    name: discord.ui.TextInput["Question"] = discord.ui.TextInput(label="Name", custom_id="name", max_length=10)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"hello {self.name.value}", ephemeral=True)


@app_commands.command(description="Say hello")
async def hello(interaction: discord.Interaction, words: str = "hello") -> None:
    await interaction.response.send_message(view=panel(words, "join", "later", "think", "ask"))


class Cards(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="cards", description="Cards")

    @app_commands.command(description="Deal")
    @app_commands.choices(preset=[app_commands.Choice(name="Party", value="party")])
    async def deal(
        self,
        interaction: discord.Interaction,
        seats: app_commands.Range[int, 2, 10],
        preset: app_commands.Choice[str] | None = None,
        friend: discord.Member | None = None,
    ) -> None:
        with_whom = friend.display_name if friend else "nobody"
        words = f"{seats} seats, {preset.value if preset else 'classic'}, {with_whom}"
        await interaction.response.send_message(words, ephemeral=True)

    @deal.autocomplete("seats")
    async def seats(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return [app_commands.Choice(name=f"{number} seats", value=number) for number in (2, 3, 4)]


def panel(words: str, *buttons: str) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    for name in buttons:
        row.add_item(discord.ui.Button(label=name.title(), custom_id=name))
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(words), row, accent_colour=0x00FF00))
    view.stop()  # clicks are heard by the listener, not by the view
    return view


@asynccontextmanager
async def running(bot: discord.Client, server: Loopback, token: str = TOKEN) -> AsyncIterator[None]:
    """The bot, connected, for as long as the block lasts."""
    point_discord_at(server.api, server.gateway)
    task = asyncio.create_task(bot.start(token), name="bot")
    try:
        waiting = asyncio.create_task(server.ready(), name="ready")
        await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if task.done():
            await task
        yield
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


class Caller:
    """Calls with a payload of our own making."""

    def __init__(self, server: Loopback, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session

    async def call(self, method: str, path: str, payload: Any = None, token: str = TOKEN) -> tuple[int, Payload]:
        headers = {"Authorization": f"Bot {token}"}
        async with self.session.request(method, self.server.api + path, json=payload, headers=headers) as answer:
            return answer.status, (await answer.json() if answer.status != 204 else {})

    async def post(self, payload: Payload) -> tuple[int, Payload]:
        return await self.call("POST", f"/channels/{self.server.channel.id}/messages", payload)
