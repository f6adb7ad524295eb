"""What a person does on the page, done by the member she is: typing, pressing, choosing, filling in, dismissing."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any, TypeVar

from bot.loopback import Loopback
from bot.loopback.component_shapes import MENTIONABLE_SELECT, USER_SELECT
from bot.loopback.interactions import AnswerKind
from bot.loopback.modals import inputs
from bot.loopback.people import Member, Reply
from bot.loopback.refusals import Payload
from bot.loopback.typing_commands import NotPossible
from bot.loopback.world import Channel, Message, User
from bot.playground.lines import Help, Offer, Phrasebook, Suggested
from bot.playground.roster import Roster

T = TypeVar("T")

LONGEST_LINE = 2000
MOST_FORMS = 50
NO_TEXT = "The page sent something that is no text. Reload it."
GONE = "This is not there any more."


class Deeds:
    """Each deed takes what the page sent and gives what the page is answered. Texts of the page are never trusted."""

    def __init__(self, discord: Loopback, roster: Roster) -> None:
        self._discord = discord
        self._roster = roster
        self._forms: dict[str, Reply] = {}
        self._suggestions: dict[int, Suggested] = {}
        """What the bot has suggested to each member, by option."""
        self.all: dict[str, Callable[[Payload], Awaitable[Payload]]] = {
            "say": self.say,
            "help": self.help,
            "press": self.press,
            "choose": self.choose,
            "fill in": self.fill_in,
            "dismiss": self.dismiss,
            "delete": self.delete,
            "add member": self.add_member,
        }

    async def say(self, sent: Payload) -> Payload:
        """Send the line: a command if it begins with a slash, else words."""
        member, channel = self._who(sent), self._where(sent)
        line = _text(sent, "line", LONGEST_LINE)
        if not line.strip():
            raise NotPossible("There is nothing to send.")
        if not line.startswith("/"):
            await member.say(channel, line)
            return {}
        path, options = self._phrases(member, channel).read(line, self._suggestions.get(member.id))
        return self._answered(await member.command(channel, path, **options))

    async def help(self, sent: Payload) -> Payload:
        """What the line can go on with; the bot itself is asked where it makes suggestions."""
        member, channel = self._who(sent), self._where(sent)
        line = _text(sent, "line", LONGEST_LINE)
        found = self._phrases(member, channel).help(line)
        if found.focused:
            found = await self._suggested(member, channel, line, found)
        return asdict(found)

    async def press(self, sent: Payload) -> Payload:
        member, message = self._who(sent), self._message(sent)
        return self._answered(await member.press(message, custom_id=_text(sent, "custom_id")))

    async def choose(self, sent: Payload) -> Payload:
        member, message = self._who(sent), self._message(sent)
        chosen = [_string(each) for each in _all(sent, "values", list)]
        menu = message.part(_text(sent, "custom_id")) or {}
        if menu.get("type") in (USER_SELECT, MENTIONABLE_SELECT):  # these offer ids
            users = {str(each): user for each, user in self._discord.world.users.items()}
            values: list[str | User] = [users.get(each, each) for each in chosen]
        else:
            values = [*chosen]
        return self._answered(await member.select(message, _text(sent, "custom_id"), values))

    async def fill_in(self, sent: Payload) -> Payload:
        """Send a form that the bot has asked to be filled in."""
        member = self._who(sent)
        reply = self._forms.get(_text(sent, "form"))
        if reply is None or reply.interaction.user is not member:
            raise NotPossible(GONE)
        assert reply.modal is not None
        known = {field["custom_id"] for field in inputs(reply.modal)}
        given = _all(sent, "values", dict)
        values = {name: _string(value) for name, value in given.items() if name in known}
        answer = self._answered(await member.submit(reply, **values))
        self._forms.pop(_text(sent, "form"), None)
        return answer

    async def dismiss(self, sent: Payload) -> Payload:
        member, message = self._who(sent), self._message(sent)
        if message.private_to != member.id:
            raise NotPossible("Only a message that nobody else sees can be dismissed.")
        member.dismiss(message)
        self._discord.world.changed.ring()
        return {}

    async def delete(self, sent: Payload) -> Payload:
        self._who(sent).delete(self._message(sent))
        return {}

    async def add_member(self, sent: Payload) -> Payload:
        return {"member": str(self._roster.add(_text(sent, "name")).id)}

    def _who(self, sent: Payload) -> Member:
        return self._roster.find(_text(sent, "member"))

    def _where(self, sent: Payload) -> Channel:
        channel = self._discord.world.channels.get(_number(sent, "channel"))
        if channel is None:
            raise NotPossible(GONE)
        return channel

    def _message(self, sent: Payload) -> Message:
        message = self._discord.world.messages.get(_number(sent, "message"))
        if message is None:
            raise NotPossible(GONE)
        return message

    def _phrases(self, member: Member, channel: Channel) -> Phrasebook:
        book = self._discord.commands
        own = {each["name"]: each for each in (*book.listed(None), *book.listed(channel.guild_id)) if each["type"] == 1}
        return Phrasebook(list(own.values()), member, channel)

    async def _suggested(self, member: Member, channel: Channel, line: str, found: Help) -> Help:
        path, options = self._phrases(member, channel).half_read(line, found.focused)
        choices = await member.suggested(channel, path, found.focused, options)
        known = self._suggestions.setdefault(member.id, {}).setdefault(found.focused, {})
        known |= {each["name"]: each["value"] for each in choices}
        start = line[: line.rindex(f"{found.focused}:") + len(found.focused) + 1]
        return Help([Offer(f"{start}{each['name']} ", each["name"], "") for each in choices], found.hint)

    def _answered(self, reply: Reply) -> Payload:
        """What the page does next: show a form, or nothing, since messages come by themselves."""
        if reply.kind is not AnswerKind.MODAL:
            return {}
        own = str(reply.interaction.id)
        self._forms[own] = reply
        while len(self._forms) > MOST_FORMS:
            del self._forms[next(iter(self._forms))]
        return {"form": own, "modal": reply.modal}


def _all(sent: Payload, name: str, kind: type[T]) -> T:
    """Several things at once: a list or fields, as the page sends them."""
    value = sent.get(name)
    if not isinstance(value, kind):
        raise NotPossible(NO_TEXT)
    return value


def _text(sent: Payload, name: str, most: int = 200) -> str:
    value = _string(sent.get(name))
    if len(value) > most:
        raise NotPossible(f"At most {most} letters can be sent at once.")
    return value


def _number(sent: Payload, name: str) -> int:
    """An id; nonsense is one that nobody has."""
    value = _text(sent, name)
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 25 else 0


def _string(value: Any) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise NotPossible(NO_TEXT)
    return value.encode(errors="replace").decode()  # half a sign, as some phones send, becomes a question mark
