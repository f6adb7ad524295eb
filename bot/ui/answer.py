"""What a press or a command is answered with. A plain value: how it is sent is the affair of the door."""

from dataclasses import dataclass
from typing import Literal

from bot.storage import ChannelId, GuildId, MemberId
from bot.tables.table import Table
from bot.ui.parts import Items, sentence

How = Literal["private", "update", "public", "quiet"]
"""A new message that only this member sees; the pressed message, changed; a message for all; nothing to see."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who pressed or typed, where, and what they may do. All of it as Discord says, none of it from a button."""

    id: MemberId
    name: str
    guild: GuildId
    channel: ChannelId
    moderator: bool = False
    """Whether they may end other people's games: Manage Messages."""
    manager: bool = False
    """Whether they may change settings: Manage Server."""
    click: int | None = None
    """The id of the interaction: the same click is applied once."""
    private: bool = False
    """Whether the pressed message is seen by this member alone."""
    listed: bool = False
    """Whether the pressed message really has this button."""
    missing: str = ""
    """What the bot may not do in this channel, though it should. Empty: nothing is missing."""


@dataclass(frozen=True, slots=True)
class Answer:
    items: Items
    how: How
    panel: Table | None = None
    """The table whose private panel this is: it will be kept up to date."""
    board: Table | None = None
    """The table whose public board this is."""
    file: tuple[str, str] | None = None
    """A text that is sent along, with its file's name."""


QUIET = Answer((), "quiet")


def say(text: str) -> Answer:
    """A sentence to one member."""
    return Answer(sentence(text), "private")
