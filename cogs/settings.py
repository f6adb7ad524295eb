"""/settings, for those who manage the server."""

from typing import Literal, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client import CardBot
from bot.ui.orders import SETTINGS, USUAL

On: TypeAlias = "discord.Interaction[CardBot]"


class Settings(commands.Cog):
    def __init__(self, bot: CardBot) -> None:
        self.bot = bot

    @app_commands.command(description="See or change how tables are opened here")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.describe(
        scope="For this channel, or for the whole server",
        tables="Whether tables may be opened",
        pace="The time for a turn, unless the host says otherwise",
        level="How well computers play, unless the host says otherwise",
    )
    @app_commands.choices(
        scope=[Choice(name="this channel", value="channel"), Choice(name="the whole server", value="guild")],
        tables=[Choice(name=word, value=word) for word in (*SETTINGS["tables"], USUAL)],
        pace=[Choice(name=word, value=word) for word in (*SETTINGS["pace"], USUAL)],
        level=[Choice(name=word, value=word) for word in (*SETTINGS["level"], USUAL)],
    )
    async def settings(
        self,
        interaction: On,
        scope: str = "channel",
        tables: str | None = None,
        pace: str | None = None,
        level: str | None = None,
    ) -> None:
        place: Literal["guild", "channel"] = "guild" if scope == "guild" else "channel"
        changes = {"tables": tables, "pace": pace, "level": level}
        await self.bot.order(interaction, lambda person: self.bot.orders.settings(person, place, changes))


async def setup(bot: CardBot) -> None:
    await bot.add_cog(Settings(bot))
