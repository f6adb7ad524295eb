"""The playground: a page on this computer like a chat, with the real bot in it and our own Discord behind it.

Imported by the command line only, and only when it is asked for. Of the bot it knows how to start it, nothing else.
"""

from bot.playground.playground import Playground

__all__ = ["Playground"]
