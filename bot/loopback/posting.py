"""Posting, editing and deleting messages: what a payload does to the world, and what the bot hears of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.loopback import permissions, refusals
from bot.loopback.checks import Faults
from bot.loopback.message_checks import EPHEMERAL, LAYOUT_FLAG, LOADING, check_message, every_component
from bot.loopback.payloads import message_event
from bot.loopback.refusals import Payload
from bot.loopback.world import Channel, Event, Intent, Message, User, World

HOUR = 3600.0
OLD_EDITS = 3
"""So many edits a message takes when it is older than an hour; Discord does not tell its own number."""
NONCE_MEMORY = 300.0
EMOJI_PLACE = "/emojis/"
"""Where the pictures of emojis are, here as at Discord."""
_KEPT_FLAGS = LAYOUT_FLAG | EPHEMERAL | (1 << 2) | (1 << 12)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a message."""

    name: str
    content: bytes


Uploads = Mapping[int, Upload]


class Posting:
    def __init__(self, world: World, address: str = "") -> None:
        self.world = world
        self.address = address
        """Where attachments can be fetched."""
        self.files: dict[str, bytes] = {}
        self._nonces: dict[tuple[int, str], tuple[float, Message]] = {}

    def post(
        self,
        channel: Channel,
        payload: Payload,
        uploads: Uploads,
        *,
        private_to: int | None = None,
        interaction: Payload | None = None,
    ) -> Message:
        """A new message of the bot."""
        flags = payload.get("flags") or 0
        check_message(payload, bool(flags & LAYOUT_FLAG) if isinstance(flags, int) else False)
        earlier = self._posted_before(channel, payload)
        if earlier:
            return earlier
        message = self._fresh(channel, self.world.bot, flags & _KEPT_FLAGS)
        message.private_to, message.interaction = private_to, interaction
        if private_to is None:
            message.flags &= ~EPHEMERAL
        message.nonce = payload.get("nonce")
        message.reply_to = _reply(payload)
        self._fill(message, payload, uploads)
        self._ping(message, payload.get("allowed_mentions"))
        self._show(message)
        if message.nonce and payload.get("enforce_nonce"):
            self._nonces[channel.id, message.nonce] = self.world.time.now(), message
        return message

    def think(self, channel: Channel, private_to: int | None, interaction: Payload) -> Message:
        """The message that says that the bot is thinking."""
        message = self._fresh(channel, self.world.bot, LOADING | (EPHEMERAL if private_to else 0))
        message.private_to, message.interaction = private_to, interaction
        self._show(message)
        return message

    def say(self, channel: Channel, user: User, words: str) -> Message:
        """A message of a member."""
        message = self._fresh(channel, user, 0)
        message.content = words
        self._ping(message, {"parse": ["users"]})
        self._show(message)
        return message

    def edit(self, message: Message, payload: Payload, uploads: Uploads) -> None:
        flags = payload.get("flags")
        layout = message.is_layout or bool(isinstance(flags, int) and flags & LAYOUT_FLAG)
        left = tuple(name for name in ("content", "embeds") if getattr(message, name) and name not in payload)
        check_message(payload, layout, left if layout and not message.is_layout else ())
        if isinstance(flags, int) and message.is_layout and not flags & LAYOUT_FLAG:
            faults = Faults()
            faults.add(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "That flag cannot be taken off.")
            faults.refuse()
        self._fill(message, payload, uploads)
        message.flags = (message.flags & ~LOADING) | (LAYOUT_FLAG if layout else 0)
        message.edited = self.world.time.now()
        message.edits += 1
        self._tell("MESSAGE_UPDATE", message)
        self.world.changed.ring()

    def delete(self, message: Message) -> None:
        self._remove(message)
        data = {"id": str(message.id), "channel_id": str(message.channel.id)}
        self._tell("MESSAGE_DELETE", message, data)
        self.world.changed.ring()

    def delete_many(self, messages: list[Message]) -> None:
        """A moderator sweeps a channel: one event for all."""
        for message in messages:
            self._remove(message)
        if messages:
            channel = messages[0].channel
            data = {"ids": [str(each.id) for each in messages], "channel_id": str(channel.id)}
            self._tell("MESSAGE_DELETE_BULK", messages[0], data)
        self.world.changed.ring()

    def count_old_edit(self, message: Message) -> None:
        """Messages older than an hour take few edits. (Judgement: answers to clicks are not counted.)"""
        if self.world.time.now() - message.created > HOUR:
            if message.old_edits >= OLD_EDITS:
                raise refusals.too_many_old_edits()
            message.old_edits += 1

    def _remove(self, message: Message) -> None:
        message.deleted = True
        message.channel.timeline.pop(message.id, None)
        self.world.messages.pop(message.id, None)

    def _fresh(self, channel: Channel, author: User, flags: int) -> Message:
        return Message(self.world.ids.make(), channel, author, self.world.time.now(), flags=flags)

    def _show(self, message: Message) -> None:
        message.channel.timeline[message.id] = message
        self.world.messages[message.id] = message
        self._tell("MESSAGE_CREATE", message)
        self.world.changed.ring()

    def _tell(self, name: str, message: Message, data: Payload | None = None) -> None:
        """Tell the bot. An ephemeral message never passes the gateway."""
        if message.private_to is not None:
            return
        guild = message.channel.guild
        intent = Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES
        if data is not None:
            data |= {"guild_id": str(guild.id)} if guild else {}
            self.world.tell(Event(name, data, message.channel.guild_id, intent))
            return
        full = message_event(message, self.world)
        own = message.author is self.world.bot or guild is None or self.world.bot.id in message.pings
        hidden = None if own else full | {"content": "", "embeds": [], "attachments": [], "components": []}
        self.world.tell(Event(name, full, message.channel.guild_id, intent, hidden))

    def _posted_before(self, channel: Channel, payload: Payload) -> Message | None:
        """The same nonce again, within a few minutes: that is the same message, not another one."""
        if not payload.get("enforce_nonce") or not payload.get("nonce"):
            return None
        at, message = self._nonces.get((channel.id, payload["nonce"]), (0.0, None))
        return message if self.world.time.now() - at < NONCE_MEMORY else None

    def _fill(self, message: Message, payload: Payload, uploads: Uploads) -> None:
        """Put a checked payload into the message."""
        attachments = self._attachments(message, payload, uploads)
        components = message.components
        if payload.get("components") is not None:
            components = _with_ids(_copied(payload["components"]))
            _resolve(components, attachments, self.address)
        content = payload.get("content", message.content) or ""
        embeds = payload.get("embeds", message.embeds) or []
        if not (content or embeds or components or attachments or payload.get("sticker_ids")):
            raise refusals.empty_message()
        message.content, message.embeds = content, [{"type": "rich"} | each for each in embeds]
        message.components, message.attachments = components, attachments

    def _attachments(self, message: Message, payload: Payload, uploads: Uploads) -> list[Payload]:
        """Those that stay, and those that came as files. Without a list, everything old stays."""
        listed = payload.get("attachments")
        if listed is None:
            kept = list(message.attachments)
            fresh: list[Payload] = [{"id": place} for place in uploads]
        else:
            ids = {str(each["id"]) for each in listed}
            kept = [each for each in message.attachments if each["id"] in ids]
            old = {each["id"] for each in message.attachments}
            fresh = [each for each in listed if str(each["id"]) not in old]
        for each in fresh:
            upload = uploads.get(int(each["id"]))
            if upload is None:
                faults = Faults()
                faults.add(("attachments",), "ATTACHMENT_NOT_FOUND", "That file was not sent.")
                faults.refuse()
                continue
            kept.append(self._store(message, upload, each.get("description")))
        return kept

    def _store(self, message: Message, upload: Upload, description: str | None) -> Payload:
        own = self.world.ids.make()
        path = f"/attachments/{message.channel.id}/{own}/{upload.name}"
        self.files[path] = upload.content
        url = self.address + path
        attachment: Payload = {"id": str(own), "filename": upload.name, "size": len(upload.content), "url": url}
        return attachment | {"proxy_url": url} | ({"description": description} if description else {})

    def _ping(self, message: Message, allowed: Payload | None) -> None:
        """Whom it notifies. Edits never do."""
        words = message.text
        named = {int(each) for each in re.findall(r"<@!?(\d+)>", words)} & set(self.world.users)
        if allowed is None:
            message.pings, message.pings_everyone = frozenset(named), bool(re.search("@(everyone|here)", words))
            return
        parse = allowed.get("parse") or []
        if "users" not in parse:
            named &= {int(each) for each in allowed.get("users") or ()}
        message.pings = frozenset(named)
        message.pings_everyone = "everyone" in parse and bool(re.search("@(everyone|here)", words))


def may_post(channel: Channel) -> None:
    """Refuse if the bot may not write here."""
    may_see(channel)
    if channel.guild is None:
        return
    needed = permissions.SEND_MESSAGES_IN_THREADS if channel.is_thread else permissions.SEND_MESSAGES
    if not channel.bot_permissions & needed:
        raise refusals.missing_permissions()
    if channel.locked:
        raise refusals.archived()
    if channel.archived:
        channel.unarchive()  # a new message brings a thread back


def may_edit(channel: Channel) -> None:
    may_see(channel)
    if channel.archived:
        raise refusals.archived()


def may_see(channel: Channel) -> None:
    if channel.guild is not None and not channel.bot_permissions & permissions.VIEW_CHANNEL:
        raise refusals.missing_access()


def _copied(value: Any) -> Any:
    """JSON of our own: the payload stays as it came, for the log of calls."""
    if isinstance(value, dict):
        return {name: _copied(each) for name, each in value.items()}
    return [_copied(each) for each in value] if isinstance(value, list) else value


def _with_ids(components: list[Payload]) -> list[Payload]:
    """Every component has a number; Discord gives those that came without."""
    taken = {each["id"] for _, each in every_component(components) if each.get("id")}
    number = 0
    for _, each in every_component(components):
        if not each.get("id"):
            number += 1
            while number in taken:
                number += 1
            each["id"] = number
    return components


def _resolve(components: list[Payload], attachments: list[Payload], address: str) -> None:
    """Pictures and files: `attachment://name` stands for a file of the message."""
    places = {each["filename"]: each["url"] for each in attachments}
    faults = Faults()
    for path, component in every_component(components):
        for where, media in _media(component):
            url: str = media["url"]
            if url.startswith("attachment://"):
                found = places.get(url.removeprefix("attachment://"))
                if found is None:
                    faults.add((*path, *where), "UNFURLED_MEDIA_ITEM_NOT_FOUND", "No attachment has this name.")
                media["url"] = found or url
            elif not url.startswith(("http://", "https://")):
                faults.add((*path, *where), "URL_TYPE_INVALID_SCHEME", "Scheme must be one of http, https, attachment.")
            shown = {"proxy_url": _nearby(media["url"], address), "content_type": "image/png"}
            media.update(shown, width=0, height=0, flags=0, loading_state=2)
    faults.refuse()


def _nearby(url: str, address: str) -> str:
    """Where a picture is really fetched: an emoji's own address is far away, its picture is here."""
    emoji = re.search(EMOJI_PLACE + r"\d+\.\w+$", url)
    return address + emoji[0] if emoji else url


def _media(component: Payload) -> list[tuple[tuple[str | int, ...], Any]]:
    """Everything in a component that has an address of its own, with its place."""
    items = enumerate(component.get("items") or ())
    found: list[tuple[tuple[str | int, ...], Any]] = [
        (("items", place, "media", "url"), each["media"]) for place, each in items
    ]
    return found + [((name, "url"), component[name]) for name in ("media", "file") if name in component]


def _reply(payload: Payload) -> int | None:
    reference = payload.get("message_reference")
    return int(reference["message_id"]) if reference and reference.get("message_id") else None
