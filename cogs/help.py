"""/help and /about."""

from typing import TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CardBot
from bot.ui import pages
from bot.ui.answer import Answer, Person

On: TypeAlias = "discord.Interaction[CardBot]"


class Help(commands.Cog):
    def __init__(self, bot: CardBot) -> None:
        self.bot = bot

    @app_commands.command(description="How to play card games here")
    @app_commands.guild_only()
    async def help(self, interaction: On) -> None:
        await self.bot.order(interaction, _help)

    @app_commands.command(description="What this bot is")
    @app_commands.guild_only()
    async def about(self, interaction: On) -> None:
        await self.bot.order(interaction, _about)


async def _help(person: Person) -> Answer:
    return Answer(pages.help_page(), "private")


async def _about(person: Person) -> Answer:
    return Answer(pages.about(), "private")


async def setup(bot: CardBot) -> None:
    await bot.add_cog(Help(bot))
