"""What a member does and sees, in the words of somebody who sits at a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.loopback import permissions
from bot.loopback.command_book import CommandBook
from bot.loopback.component_shapes import BUTTON, STRING_SELECT, USER_SELECT
from bot.loopback.interactions import AnswerKind, Interaction, Interactions, Kind
from bot.loopback.modals import inputs
from bot.loopback.payloads import member_payload, user_payload
from bot.loopback.posting import Posting
from bot.loopback.refusals import Payload
from bot.loopback.typing_commands import NotPossible, Value, forged, typed
from bot.loopback.world import Button, Channel, Event, Guild, Intent, Message, User, World


@dataclass(frozen=True, slots=True)
class Reply:
    """What a member gets for something she did."""

    interaction: Interaction

    @property
    def kind(self) -> AnswerKind:
        assert self.interaction.answered is not None
        return self.interaction.answered

    @property
    def message(self) -> Message:
        """The message that answers, or the one that was pressed and changed. It may change further."""
        if self.interaction.original is None:
            raise LookupError(f"The answer was {self.kind.name}, not a message.")
        return self.interaction.original

    @property
    def text(self) -> str:
        return self.message.text

    @property
    def ephemeral(self) -> bool:
        return self.message.private_to is not None

    @property
    def followups(self) -> list[Message]:
        return self.interaction.followups

    @property
    def modal(self) -> Payload | None:
        return self.interaction.modal

    @property
    def took(self) -> float:
        assert self.interaction.took is not None
        return self.interaction.took


class Member(User):
    """Somebody at a keyboard. Made by `Loopback.add_member`."""

    def __init__(
        self,
        name: str,
        world: World,
        interactions: Interactions,
        posting: Posting,
        book: CommandBook,
        own_id: int | None = None,
    ) -> None:
        super().__init__(own_id or world.ids.make(), name)
        self.world = world
        self.timed_out_until = 0.0
        self._interactions = interactions
        self._posting = posting
        self._book = book

    # What she does

    async def command(self, channel: Channel, line: str, /, **options: Value) -> Reply:
        """Type a slash command, such as "/uno start", and wait for the first answer."""
        self._may_act(channel)
        data = typed(self._book, self.world, channel, line, options, self.permissions(channel))
        return await self._do(Kind.COMMAND, channel, line, data)

    async def forge_command(self, channel: Channel, line: str, /, **options: Value) -> Reply:
        """Send a command unchecked, as an old client or a cheat would."""
        return await self._do(Kind.COMMAND, channel, line, forged(self._book, channel, line, options))

    async def suggestions(self, channel: Channel, line: str, /, focused: str, **options: Value) -> list[str]:
        """The names that are offered while she types the option `focused`."""
        return [each["name"] for each in await self.suggested(channel, line, focused, options)]

    async def suggested(self, channel: Channel, line: str, focused: str, options: Mapping[str, Value]) -> list[Payload]:
        """The same, with the values that the names stand for."""
        data = forged(self._book, channel, line, dict(options))
        inner = data
        while inner.get("options") and inner["options"][0]["type"] <= 2:
            inner = inner["options"][0]
        for option in inner.get("options", ()):
            option["focused"] = option["name"] == focused
        reply = await self._do(Kind.AUTOCOMPLETE, channel, line, data)
        return reply.interaction.suggestions

    async def press(self, message: Message, label: str = "", /, *, custom_id: str | None = None) -> Reply:
        """Press a button that she sees and that is not grey: by label, the label's beginning, or custom id."""
        self._may_act(message.channel)
        self._can_see(message)
        button = self._find(message, label, custom_id)
        if button.disabled or button.custom_id is None:
            raise NotPossible(f"The button {button.label!r} cannot be pressed.")
        return await self.press_id(message, button.custom_id)

    async def press_id(self, message: Message, custom_id: str, /) -> Reply:
        """Press a button that may not even be there."""
        there = message.part(custom_id) or {"id": 0}
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": there["id"]}
        return await self._do(Kind.COMPONENT, message.channel, custom_id, data, message)

    async def select(self, message: Message, which: str, values: Sequence["str | User"], /) -> Reply:
        """Choose from a menu, found by its custom id or its placeholder. Values, or the labels she reads."""
        self._may_act(message.channel)
        self._can_see(message)
        menu = next((each for each in message.selects if which in (each["custom_id"], each.get("placeholder"))), None)
        if menu is None or menu.get("disabled"):
            raise NotPossible(f"There is no menu {which!r} to choose from.")
        chosen = [_chosen(menu, value) for value in values]
        low, high = menu.get("min_values", 1), menu.get("max_values", 1)
        if not (1 if low is None else low) <= len(chosen) <= (high or 1):
            raise NotPossible(f"The menu takes {low} to {high} values.")
        users = [value for value in values if isinstance(value, User)]
        return await self.select_values(message, menu["custom_id"], chosen, kind=menu["type"], users=users)

    async def select_values(
        self,
        message: Message,
        custom_id: str,
        values: Sequence[str],
        /,
        *,
        kind: int = STRING_SELECT,
        users: Sequence[User] = (),
    ) -> Reply:
        """Choose values that may not have been offered."""
        data: Payload = {"custom_id": custom_id, "component_type": kind, "id": 0, "values": list(values)}
        if kind != STRING_SELECT:
            guild = message.channel.guild
            data["resolved"] = {"users": {str(each.id): user_payload(each) for each in users}}
            if guild:
                members = {str(each.id): member_payload(guild, each, with_permissions=True) for each in users}
                for member in members.values():
                    del member["user"]
                data["resolved"]["members"] = members
        return await self._do(Kind.COMPONENT, message.channel, custom_id, data, message)

    async def submit(self, reply: Reply, /, **values: str) -> Reply:
        """Fill in the form that she was given, by the fields' custom ids, and send it."""
        modal = reply.modal
        if modal is None:
            raise NotPossible("There is no form to fill in.")
        filled: dict[str, str] = {}
        for field in inputs(modal):
            name = field["custom_id"]
            value = values.pop(name, field.get("value") or "")
            if not value and field.get("required", True):
                raise NotPossible(f"{name} is required.")
            if value and not (field.get("min_length") or 0) <= len(value) <= (field.get("max_length") or 4000):
                raise NotPossible(f"{name} is too short or too long.")
            filled[name] = value
        if values:
            raise NotPossible(f"The form has no field {', '.join(values)}.")
        data = {"custom_id": modal["custom_id"], "components": _submitted(modal, filled)}
        source = reply.interaction
        return await self._do(Kind.MODAL, source.channel, modal["custom_id"], data, source.message)

    async def again(self, reply: Reply, /) -> None:
        """The same interaction reaches the bot a second time."""
        self._interactions.deliver(reply.interaction)

    async def say(self, channel: Channel, words: str, /) -> Message:
        self._may_act(channel)
        return self._posting.say(channel, self, words)

    def delete(self, message: Message, /) -> None:
        """Delete a message: her own, or anybody's if she is a moderator."""
        self._can_see(message)
        if message.author is not self and not self.permissions(message.channel) & permissions.MANAGE_MESSAGES:
            raise NotPossible("Only a moderator deletes what others wrote.")
        self._posting.delete(message)

    def delete_many(self, messages: Sequence[Message], /) -> None:
        """Sweep messages away at once."""
        self._posting.delete_many(list(messages))

    def join(self, guild: Guild, *, moderator: bool = False) -> None:
        guild.members[self.id] = permissions.MODERATOR if moderator else permissions.MEMBER
        data = member_payload(guild, self) | {"guild_id": str(guild.id)}
        self.world.tell(Event("GUILD_MEMBER_ADD", data, guild.id, Intent.MEMBERS))

    def leave(self, guild: Guild) -> None:
        guild.members.pop(self.id, None)
        data = {"guild_id": str(guild.id), "user": user_payload(self)}
        self.world.tell(Event("GUILD_MEMBER_REMOVE", data, guild.id, Intent.MEMBERS))

    def time_out(self, seconds: float) -> None:
        """A moderator silences her: she can neither write nor click."""
        self.timed_out_until = self.world.time.now() + seconds

    # What she sees

    def sees(self, channel: Channel) -> list[Message]:
        """All that she can read here now, her own ephemeral messages included, newest last."""
        return [each for each in channel.timeline.values() if each.private_to in (None, self.id)]

    def last(self, channel: Channel) -> Message:
        """The newest message she sees here."""
        return self.sees(channel)[-1]

    def private(self, channel: Channel) -> list[Message]:
        """What only she sees here, newest last."""
        return [each for each in channel.timeline.values() if each.private_to == self.id]

    def dismiss(self, message: Message) -> None:
        """Close an ephemeral message. The bot is not told."""
        message.channel.timeline.pop(message.id, None)

    @property
    def direct(self) -> Channel:
        """Her direct messages with the bot."""
        return self.world.direct_channel(self)

    def permissions(self, channel: Channel) -> int:
        return channel.guild.members.get(self.id, 0) if channel.guild else permissions.MEMBER

    async def _do(
        self, kind: Kind, channel: Channel, what: str, data: Payload, message: Message | None = None
    ) -> Reply:
        interaction = self._interactions.open(self, kind, channel, what, data, message)
        await interaction.answer()
        return Reply(interaction)

    def _may_act(self, channel: Channel) -> None:
        if channel.guild and self.id not in channel.guild.members:
            raise NotPossible(f"{self.name} is not in this server.")
        if self.world.time.now() < self.timed_out_until:
            raise NotPossible(f"{self.name} is timed out.")

    def _can_see(self, message: Message) -> None:
        if message.id not in message.channel.timeline or message.private_to not in (None, self.id):
            raise NotPossible(f"{self.name} does not see this message.")

    def _find(self, message: Message, label: str, custom_id: str | None) -> Button:
        buttons = message.buttons
        if custom_id is not None:
            found = [each for each in buttons if each.custom_id == custom_id]
        else:
            found = [each for each in buttons if each.label == label]
            found = found or [each for each in buttons if label and each.label.startswith(label)]
        if not found:
            raise NotPossible(
                f"There is no button {custom_id or label!r}; there are {[each.label for each in buttons]}."
            )
        return found[0]


def _chosen(menu: Payload, value: "str | User") -> str:
    if isinstance(value, User):
        if menu["type"] not in (USER_SELECT, 7):
            raise NotPossible("This menu does not offer members.")
        return str(value.id)
    for option in menu.get("options") or ():
        if value in (option["value"], option["label"]):
            return str(option["value"])
    raise NotPossible(f"The menu does not offer {value!r}.")


def _submitted(modal: Payload, filled: Mapping[str, str]) -> list[Payload]:
    """The form as it comes back: the same order, each field with its value."""
    parts: list[Payload] = []
    for place, part in enumerate(modal["components"]):
        inner = part.get("component") or (part.get("components") or [None])[0]
        if inner is None:
            parts.append({"type": part["type"], "id": place})
            continue
        value = filled[inner["custom_id"]]
        back: Payload = {"type": inner["type"], "id": place, "custom_id": inner["custom_id"]}
        back |= {"value": value} if inner["type"] == 4 else {"values": [value] if value else []}
        if "component" in part:
            parts.append({"type": part["type"], "id": place, "component": back})
        else:
            parts.append({"type": part["type"], "id": place, "components": [back]})
    return parts
