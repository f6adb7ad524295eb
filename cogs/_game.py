"""The commands that every game has: start, hand, rules, leave, end. A game's cog is this, with its name and choices."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.client import CardBot
from bot.games import GAMES
from bot.games.options import allowed, shown
from bot.tables.lobby import PACES
from bot.ui.lobby import offered
from bot.ui.orders import Wish

Setup: TypeAlias = "Callable[[CardBot], Coroutine[Any, Any, None]]"
On: TypeAlias = "discord.Interaction[CardBot]"


def game_cog(key: str) -> Setup:
    """The `setup` of a game's cog."""
    game = GAMES[key]
    lengths = allowed(game.options).get("match")
    lengths_offered = [] if lengths is None else [shown(value) for value in offered(lengths, game.options().match)]

    @app_commands.guild_only()
    class GameCog(
        commands.GroupCog, name=game.title, group_name=key, group_description=f"Play {game.title} in this channel"
    ):
        def __init__(self, bot: CardBot) -> None:
            self.bot = bot
            super().__init__()

        @app_commands.command(description=f"Open a table of {game.title} here")
        @app_commands.describe(
            computers="Computers that sit down at once",
            level="How well they play",
            preset="A set of rules",
            match="How long to play",
            pace="How much time there is for a turn",
        )
        @app_commands.choices(
            level=_choices(list(game.computers)),
            preset=_choices(list(game.presets)),
            match=_choices(lengths_offered),
            pace=_choices(PACES),
        )
        async def start(
            self,
            interaction: On,
            computers: Range[int, 0, 9] = 0,
            level: str | None = None,
            preset: str | None = None,
            match: str | None = None,
            pace: str | None = None,
        ) -> None:
            await self.bot.start_table(interaction, key, Wish(computers, level, preset, match, pace))

        @app_commands.command(description="See your own cards")
        async def hand(self, interaction: On) -> None:
            await self.bot.order(interaction, self.bot.orders.hand)

        @app_commands.command(description=f"The rules of {game.title}, in short")
        async def rules(self, interaction: On) -> None:
            await self.bot.order(interaction, lambda person: self.bot.orders.rules(person, key))

        @app_commands.command(description="Leave the table; a computer plays your seat on")
        async def leave(self, interaction: On) -> None:
            await self.bot.order(interaction, self.bot.orders.leave)

        @app_commands.command(description="End the game for everybody, without a score (host and moderators)")
        async def end(self, interaction: On) -> None:
            await self.bot.order(interaction, self.bot.orders.end)

    async def setup(bot: CardBot) -> None:
        await bot.add_cog(GameCog(bot))

    return setup


def _choices(words: Sequence[str]) -> list[Choice[str]]:
    return [Choice(name=word, value=word) for word in words]
