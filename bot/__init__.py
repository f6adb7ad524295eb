"""Cardroom: card games in a Discord channel."""

__version__ = "0.1.0"
