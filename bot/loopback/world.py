"""What there is in this Discord: users, servers, channels and messages, as plain records. It sends nothing itself.

Whatever happens here that a bot may hear of is told to `World.tell` as an event.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from bot.loopback import permissions
from bot.loopback.bell import Bell
from bot.loopback.clock import Clock, Snowflakes
from bot.loopback.component_shapes import BUTTON, SELECTS, TEXT
from bot.loopback.message_checks import EPHEMERAL, LAYOUT_FLAG, LOADING, every_component
from bot.loopback.refusals import Payload

_FIRST_GUILD_MS = 200_000_000_000


class Intent(IntFlag):
    """What a bot asks to hear of."""

    NONE = 0
    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


class ChannelKind(IntEnum):
    TEXT = 0
    DIRECT = 1
    THREAD = 11


@dataclass(frozen=True, slots=True)
class Event:
    """Something a bot may hear of: its name, its data, and who may hear it."""

    name: str
    data: Payload
    guild: int | None = None
    intent: Intent = Intent.NONE
    without_content: Payload | None = None
    """What a bot without the message content intent gets instead."""


@dataclass(eq=False)
class User:
    id: int
    name: str
    is_bot: bool = False
    locale: str = "en-US"

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(eq=False)
class Guild:
    """A server with its channels and members."""

    world: "World"
    id: int
    name: str
    owner: int
    channels: list["Channel"] = field(default_factory=list)
    members: dict[int, int] = field(default_factory=dict)
    """User id to the member's permissions."""
    available: bool = True

    def add_channel(self, name: str, own_id: int | None = None) -> "Channel":
        return self._open(Channel(self.world, own_id or self.world.ids.make(), name, self))

    def add_thread(self, name: str, parent: "Channel | None" = None) -> "Channel":
        parent = parent or self.channels[0]
        return self._open(Channel(self.world, self.world.ids.make(), name, self, ChannelKind.THREAD, parent))

    def channel(self, name: str) -> "Channel":
        return next(each for each in self.channels if each.name == name)

    def _open(self, channel: "Channel") -> "Channel":
        self.channels.append(channel)
        self.world.channels[channel.id] = channel
        self.world.channel_event("CREATE", channel)
        return channel


@dataclass(eq=False)
class Channel:
    world: "World"
    id: int
    name: str
    guild: Guild | None
    kind: ChannelKind = ChannelKind.TEXT
    parent: "Channel | None" = None
    bot_permissions: int = permissions.BOT
    archived: bool = False
    locked: bool = False
    recipient: User | None = None
    timeline: dict[int, "Message"] = field(default_factory=dict)
    """Every message that is still there, ephemeral ones too, oldest first."""

    @property
    def messages(self) -> list["Message"]:
        """What everybody sees, oldest first."""
        return [each for each in self.timeline.values() if each.private_to is None]

    @property
    def guild_id(self) -> int | None:
        return self.guild.id if self.guild else None

    @property
    def is_thread(self) -> bool:
        return self.kind is ChannelKind.THREAD

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    def permit_bot(self, bits: int) -> None:
        """Set all that the bot may do here."""
        self.bot_permissions = bits
        self.world.channel_event("UPDATE", self)

    def forbid_bot(self, bits: int) -> None:
        """Take something from the bot here."""
        self.permit_bot(self.bot_permissions & ~bits)

    def archive(self, locked: bool = True) -> None:
        """Put a thread away. If it is not locked, a new message would bring it back."""
        self.archived, self.locked = True, locked
        self.world.channel_event("UPDATE", self)

    def unarchive(self) -> None:
        self.archived = self.locked = False
        self.world.channel_event("UPDATE", self)

    def delete(self) -> None:
        """Take the channel away with all that is in it, as a moderator does."""
        for thread in [each for each in self.world.channels.values() if each.parent is self]:
            thread.delete()
        self.world.channels.pop(self.id, None)
        for message in self.timeline:
            self.world.messages.pop(message, None)
        if self.guild:
            self.guild.channels.remove(self)
        self.world.channel_event("DELETE", self)


@dataclass(eq=False)
class Message:
    """A message as it is now. `private_to` is the one user who sees it, if it is ephemeral."""

    id: int
    channel: Channel
    author: User
    created: float
    content: str = ""
    components: list[Payload] = field(default_factory=list)
    embeds: list[Payload] = field(default_factory=list)
    attachments: list[Payload] = field(default_factory=list)
    flags: int = 0
    private_to: int | None = None
    pings: frozenset[int] = frozenset()
    """The members who were notified when it was posted."""
    pings_everyone: bool = False
    edited: float | None = None
    edits: int = 0
    old_edits: int = 0
    """Edits made when it was older than an hour."""
    nonce: str | None = None
    interaction: Payload | None = None
    reply_to: int | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """The bot is thinking."""
        return bool(self.flags & LOADING)

    @property
    def is_layout(self) -> bool:
        return bool(self.flags & LAYOUT_FLAG)

    @property
    def text(self) -> str:
        """All words in it, in the order in which they are read; not those on buttons."""
        words = [self.content, *(each["content"] for each in self._parts() if each["type"] == TEXT)]
        for embed in self.embeds:
            words += [embed.get("title") or "", embed.get("description") or ""]
            words += [f"{part['name']}\n{part['value']}" for part in embed.get("fields") or ()]
            words.append((embed.get("footer") or {}).get("text") or "")
        return "\n".join(word for word in words if word)

    @property
    def buttons(self) -> list["Button"]:
        return [_button(each) for each in self._parts() if each["type"] == BUTTON]

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.buttons]

    @property
    def selects(self) -> list[Payload]:
        return [each for each in self._parts() if each["type"] in SELECTS]

    def part(self, custom_id: str) -> Payload | None:
        """The component with this custom id."""
        return next((each for each in self._parts() if each.get("custom_id") == custom_id), None)

    def _parts(self) -> list[Payload]:
        return [each for _, each in every_component(self.components)]


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    custom_id: str | None
    style: int
    disabled: bool
    url: str | None
    emoji: str


@dataclass(eq=False)
class World:
    """All of it, and the way to hear of changes."""

    time: Clock
    ids: Snowflakes
    bot: User
    tell: Callable[[Event], None] = lambda event: None
    channel_event: Callable[[str, Channel], None] = lambda what, channel: None
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    changed: Bell = field(default_factory=Bell)
    """Rung at every change that somebody could see."""

    def add_guild(self, name: str) -> Guild:
        """A server of its own millisecond, so that servers spread over shards."""
        made = (_FIRST_GUILD_MS + len(self.guilds)) << 22
        while made in self.guilds:
            made += 1 << 22
        guild = Guild(self, made, name, self.ids.make())
        guild.members[self.bot.id] = permissions.BOT
        self.guilds[made] = guild
        return guild

    def direct_channel(self, user: User) -> Channel:
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        channel = Channel(self, self.ids.make(), "", None, ChannelKind.DIRECT, recipient=user)
        self.channels[channel.id] = channel
        return channel


def _button(component: Payload) -> Button:
    emoji = component.get("emoji") or {}
    return Button(
        component.get("label") or "",
        component.get("custom_id"),
        component["style"],
        bool(component.get("disabled")),
        component.get("url"),
        emoji.get("name") or "",
    )
