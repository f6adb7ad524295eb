"""UNO: one folder, independent of the other games."""

from bot.games.uno.game import UNO

__all__ = ["UNO"]
