"""/nimmt: 6 nimmt! in a channel."""

from cogs._game import game_cog

setup = game_cog("nimmt")
