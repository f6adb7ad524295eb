"""/leaderboard and /stats."""

from typing import TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client import CardBot
from bot.games import GAMES
from bot.storage import MemberId

On: TypeAlias = "discord.Interaction[CardBot]"


class Scores(commands.Cog):
    def __init__(self, bot: CardBot) -> None:
        self.bot = bot

    @app_commands.command(description="Who wins most here")
    @app_commands.guild_only()
    @app_commands.describe(game="One game; all of them if you leave it out", scope="This channel, or the whole server")
    @app_commands.choices(
        game=[Choice(name=game.title, value=game.key) for game in GAMES.values()],
        scope=[Choice(name="this channel", value="channel"), Choice(name="the whole server", value="server")],
    )
    async def leaderboard(self, interaction: On, game: str | None = None, scope: str = "channel") -> None:
        orders = self.bot.orders
        await self.bot.order(interaction, lambda person: orders.leaderboard(person, game, scope), public=True)

    @app_commands.command(description="The numbers of a member: wins, streaks, rivals")
    @app_commands.guild_only()
    @app_commands.describe(member="Whose numbers; your own if you leave it out")
    async def stats(self, interaction: On, member: discord.Member | None = None) -> None:
        who = member or interaction.user
        orders = self.bot.orders
        work = lambda person: orders.stats(person, MemberId(who.id), who.display_name)  # noqa: E731 - one line, used once
        await self.bot.order(interaction, work, public=True)


async def setup(bot: CardBot) -> None:
    await bot.add_cog(Scores(bot))
