"""/privacy: what is kept about the one who asks, and how to have it hidden or taken away."""

from typing import TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CardBot

On: TypeAlias = "discord.Interaction[CardBot]"


@app_commands.guild_only()
class Privacy(commands.GroupCog, group_name="privacy", group_description="What this bot keeps about you"):
    def __init__(self, bot: CardBot) -> None:
        self.bot = bot
        super().__init__()

    @app_commands.command(description="What is kept about you, in short")
    async def show(self, interaction: On) -> None:
        await self.bot.order(interaction, self.bot.orders.privacy)

    @app_commands.command(description="All that is kept about you, as a file")
    async def export(self, interaction: On) -> None:
        await self.bot.order(interaction, self.bot.orders.export)

    @app_commands.command(description="Stay out of leaderboards and other people's numbers")
    @app_commands.describe(hidden="False lets you in again")
    async def hide(self, interaction: On, hidden: bool = True) -> None:
        await self.bot.order(interaction, lambda person: self.bot.orders.hide(person, hidden=hidden))

    @app_commands.command(description="Be forgotten, everywhere")
    async def delete(self, interaction: On) -> None:
        await self.bot.order(interaction, self.bot.orders.delete)


async def setup(bot: CardBot) -> None:
    await bot.add_cog(Privacy(bot))
