"""Crazy Eights: one folder, independent of the other games."""

from bot.games.crazy_eights.game import CRAZY_EIGHTS

__all__ = ["CRAZY_EIGHTS"]
