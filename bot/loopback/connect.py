"""Point discord.py at another Discord. The only file of the loopback that knows the library."""

import discord
import yarl


def point_discord_at(api: str, gateway: str) -> None:
    """From now on every client of this process talks to this address."""
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
