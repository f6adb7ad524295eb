"""A small Discord on this computer, to play and to test against. No other part of the bot knows of it."""

from bot.loopback.loopback import Loopback

__all__ = ["Loopback"]
