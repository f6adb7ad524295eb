"""A small bot with a menu, a form, a private panel and suggestions."""

from typing import cast

import discord
from discord import app_commands

from bot.loopback import Loopback
from bot.loopback.world import Message
from tests.loopback.helpers import NOBODY, SmallBot


class BusyBot(SmallBot):
    """It says what was chosen from its menus, and suggests towns."""

    async def setup_hook(self) -> None:
        self.tree.add_command(travel)
        await super().setup_hook()

    async def clicked(self, interaction: discord.Interaction) -> None:
        assert interaction.data is not None
        if interaction.data.get("component_type") == discord.ComponentType.button.value:
            await super().clicked(interaction)
            return
        values = cast("list[str]", interaction.data.get("values", []))
        await interaction.response.send_message(f"chosen: {', '.join(values)}", ephemeral=True)


@app_commands.command(description="Go somewhere")
async def travel(interaction: discord.Interaction, town: str, nights: int = 1) -> None:
    await interaction.response.send_message(f"to {town} for {nights}", ephemeral=True, allowed_mentions=NOBODY)


@travel.autocomplete("town")
async def towns(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    known = {"New York": "NYC", "Oslo": "OSL"}
    return [app_commands.Choice(name=name, value=code) for name, code in known.items() if typed in name]


async def menus(bot: SmallBot, server: Loopback) -> Message:
    """A message with a menu of words and one of members."""
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label=f"Pile {number}", value=f"p{number}") for number in (1, 2, 3)]
    view.add_item(discord.ui.Select(custom_id="pile", placeholder="Which pile?", max_values=2, options=options))
    view.add_item(discord.ui.UserSelect(custom_id="who", placeholder="Who?"))
    view.stop()
    await bot.get_partial_messageable(server.channel.id).send("choose", view=view, allowed_mentions=NOBODY)
    return server.channel.messages[-1]
