"""6 nimmt!: one folder, independent of the other games."""

from bot.games.six_nimmt.game import SIX_NIMMT

__all__ = ["SIX_NIMMT"]
