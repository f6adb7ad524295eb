"""Interactions: a member does something, the bot has three seconds to answer and fifteen minutes to add to it."""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import MutableSequence
from dataclasses import dataclass, field
from enum import IntEnum

from bot.loopback import permissions, refusals
from bot.loopback.clock import Alarm
from bot.loopback.payloads import channel_payload, member_payload, message_payload, user_payload
from bot.loopback.refusals import Payload
from bot.loopback.world import Channel, Event, Message, User, World

FIRST_ANSWER = 3.0
TOKEN_LIFE = 15 * 60.0


class InteractionFailed(Exception):
    """What a member reads as "This interaction failed": the bot did not answer in time."""


class Kind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class AnswerKind(IntEnum):
    """How an interaction was answered."""

    PONG = 1
    MESSAGE = 4
    THINKING = 5
    LATER = 6
    UPDATE = 7
    SUGGESTIONS = 8
    MODAL = 9


@dataclass(eq=False)
class Interaction:
    """One thing a member did, and what became of it."""

    id: int
    token: str
    user: User
    kind: Kind
    channel: Channel
    what: str
    """The custom id, or the command with its subcommands."""
    data: Payload
    message: Message | None = None
    """The message whose button was pressed."""
    at: float = 0.0
    answered: AnswerKind | None = None
    failed: bool = False
    took: float | None = None
    """Seconds of real time until the first answer."""
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Payload | None = None
    suggestions: list[Payload] = field(default_factory=list)
    opened: float = 0.0
    alarm: Alarm | None = None
    outcome: "asyncio.Future[None] | None" = None

    @property
    def private(self) -> bool:
        return self.original is not None and self.original.private_to is not None

    def reaches(self, message: Message) -> bool:
        return message is self.original or message in self.followups

    async def answer(self) -> None:
        """Wait for the first answer."""
        assert self.outcome is not None
        await asyncio.shield(self.outcome)


class Interactions:
    """All of them, found by token."""

    def __init__(self, world: World, keep: bool = True) -> None:
        """`keep`: remember all of them, not only the newest."""
        self.world = world
        self.log: MutableSequence[Interaction] = [] if keep else deque(maxlen=1000)
        self._by_token: dict[str, Interaction] = {}
        self._keep = keep

    def open(
        self, user: User, kind: Kind, channel: Channel, what: str, data: Payload, message: Message | None
    ) -> Interaction:
        """A member does something: tell the bot, and give it three seconds."""
        own = self.world.ids.make()
        opened = Interaction(own, secrets.token_urlsafe(48), user, kind, channel, what, data, message)
        opened.at, opened.opened = self.world.time.now(), time.perf_counter()
        opened.outcome = asyncio.get_running_loop().create_future()
        opened.alarm = self.world.time.alarm(FIRST_ANSWER, lambda: self._too_late(opened))
        self.log.append(opened)
        self._by_token[opened.token] = opened
        if not self._keep and len(self._by_token) > 20_000:
            del self._by_token[next(iter(self._by_token))]
        self.deliver(opened)
        return opened

    def deliver(self, interaction: Interaction) -> None:
        """Send it to the bot. Once is usual; a test may send it again."""
        self.world.tell(Event("INTERACTION_CREATE", self._payload(interaction), interaction.channel.guild_id))

    def to_answer(self, own: int, token: str) -> Interaction:
        """The interaction that a callback is for, if it still may be answered."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != own or interaction.failed:
            raise refusals.unknown("Interaction")
        if interaction.answered is not None:
            self.world.problems.append(f"{interaction.kind.name} {interaction.what!r} was answered twice")
            raise refusals.already_answered()
        return interaction

    def by_token(self, token: str) -> Interaction:
        """The interaction that a follow-up is for: answered, and not older than fifteen minutes."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.answered is None:
            raise refusals.unknown("Webhook")
        if self.world.time.now() - interaction.at > TOKEN_LIFE:
            raise refusals.invalid_token()
        return interaction

    def find(self, token: str) -> Interaction | None:
        return self._by_token.get(token)

    def answered(self, interaction: Interaction, kind: AnswerKind) -> None:
        interaction.answered = kind
        interaction.took = time.perf_counter() - interaction.opened
        if interaction.alarm:
            interaction.alarm.cancel()
        if interaction.outcome and not interaction.outcome.done():
            interaction.outcome.set_result(None)

    def close(self) -> None:
        """Forget whoever still waits: the server stops."""
        for interaction in self.log:
            if interaction.alarm:
                interaction.alarm.cancel()
            if interaction.outcome and not interaction.outcome.done():
                interaction.outcome.cancel()

    def _too_late(self, interaction: Interaction) -> None:
        interaction.failed = True
        sentence = f"{interaction.kind.name} {interaction.what!r} of {interaction.user.name!r} was not answered in time"
        self.world.problems.append(sentence)
        if interaction.outcome and not interaction.outcome.done():
            interaction.outcome.set_exception(InteractionFailed(sentence))
            interaction.outcome.exception()  # somebody may have stopped waiting: that is no error of theirs

    def _payload(self, interaction: Interaction) -> Payload:
        bot = self.world.bot
        channel, guild = interaction.channel, interaction.channel.guild
        bits = channel.bot_permissions if guild else permissions.BOT
        payload: Payload = {
            "id": str(interaction.id),
            "application_id": str(bot.id),
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "channel_id": str(channel.id),
            "channel": channel_payload(channel, bot) | {"permissions": str(bits)},
            "app_permissions": str(bits),
            "locale": interaction.user.locale,
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id if guild else 0)},
            "context": 0 if guild else 1,
            "attachment_size_limit": 10 * 1024 * 1024,
            "data": interaction.data,
        }
        if guild:
            payload["guild_id"] = str(guild.id)
            payload["guild"] = {"id": str(guild.id), "locale": "en-US", "features": []}
            payload["guild_locale"] = "en-US"
            payload["member"] = member_payload(guild, interaction.user, with_permissions=True)
        else:
            payload["user"] = user_payload(interaction.user)
        if interaction.message:
            payload["message"] = message_payload(interaction.message, self.world)
        return payload


def metadata(interaction: Interaction) -> Payload:
    """What a message tells about the interaction it answers."""
    payload: Payload = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "user": user_payload(interaction.user),
        "authorizing_integration_owners": {},
    }
    if interaction.message:
        payload["interacted_message_id"] = str(interaction.message.id)
    return payload
