"""The line that a member types: what it can become, and what it means once it is sent.

    /uno start computers:2 level:hard

A line is a command, its subcommands, and options as NAME:VALUE in any order.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from bot.loopback import command_book as kinds
from bot.loopback.people import Member
from bot.loopback.refusals import Payload
from bot.loopback.typing_commands import NotPossible, Value, is_offered
from bot.loopback.world import Channel, User

MOST_OFFERS = 25
Suggested = dict[str, dict[str, Value]]
"""Option to what its suggested names stand for."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something the line can go on with. `line` is what it becomes."""

    line: str
    label: str
    about: str


@dataclass(frozen=True, slots=True)
class Help:
    offers: list[Offer]
    hint: str = ""
    """What is being typed, or what is wrong with it."""
    focused: str = ""
    """The option whose values the bot itself suggests."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A command that can be sent, with all its subcommands."""

    path: str
    about: str
    options: list[Payload]


class Phrasebook:
    """The commands that a member can send in a channel."""

    def __init__(self, commands: list[Payload], member: Member, channel: Channel) -> None:
        self._member = member
        self._channel = channel
        offered = (each for each in commands if is_offered(each, channel, member.permissions(channel)))
        self.leaves = [leaf for each in sorted(offered, key=_name) for leaf in _leaves(each, "/")]

    def help(self, line: str) -> Help:
        """What the line can go on with."""
        leaf = self._leaf(line)
        if leaf is None or line == leaf.path:
            words = line.casefold().strip("/").split()
            found = [each for each in self.leaves if all(word in each.path.casefold() for word in words)]
            found.sort(key=lambda each: not each.path.startswith(line))
            return Help([Offer(each.path + " ", each.path, each.about) for each in found[:MOST_OFFERS]])
        given = _given(leaf, line)
        open_name = next((name for name, (_, end) in given.items() if end == len(line)), None)
        if open_name is not None:
            option = next(each for each in leaf.options if each["name"] == open_name)
            if self._still_typed(option, given[open_name][0]):
                return self._values(line, option, given[open_name][0])
        return _names(line, leaf, set(given))

    def read(self, line: str, suggested: Suggested | None = None) -> tuple[str, dict[str, Value]]:
        """The command and its options, or why the line cannot be sent. What the bot itself has suggested counts as it
        was meant."""
        leaf = self._leaf(line.strip())
        if leaf is None:
            typed = " ".join(word for word in line.split() if ":" not in word)
            longer = any(each.path.startswith(typed + " ") for each in self.leaves)
            sentence = "goes on: choose one of the commands below." if longer else "is no command here."
            raise NotPossible(f"{typed} {sentence}")
        given = _given(leaf, line)
        _check_options(leaf, line, given)
        meant = suggested or {}
        known = {each["name"]: each for each in leaf.options}
        texts = {name: text.strip() for name, (text, _) in given.items()}
        values = {name: meant.get(name, {}).get(text) or self._value(known[name], text) for name, text in texts.items()}
        return leaf.path, {name: value for name, value in values.items() if value != ""}

    def half_read(self, line: str, focused: str) -> tuple[str, dict[str, Value]]:
        """The command and as many of its options as can be read; the focused one as it was typed."""
        leaf = self._leaf(line)
        assert leaf is not None  # it has an option
        found: dict[str, Value] = {}
        for name, (text, _) in _given(leaf, line).items():
            with suppress(NotPossible):
                option = next(each for each in leaf.options if each["name"] == name)
                found[name] = text.strip() if name == focused else self._value(option, text.strip())
        return leaf.path, found

    def _leaf(self, line: str) -> Leaf | None:
        """The command that the line begins with."""
        return next((each for each in self.leaves if f"{line} ".startswith(each.path + " ")), None)

    def _still_typed(self, option: Payload, text: str) -> bool:
        """Whether what stands at the end still belongs to this option, and not to the next one's name."""
        if option["type"] == kinds.STRING and not option.get("choices"):
            return True
        begun = text.lstrip().casefold()
        return " " not in begun or any(value.casefold().startswith(begun) for value, _ in self._known_values(option))

    def _values(self, line: str, option: Payload, typed: str) -> Help:
        start = line[: len(line) - len(typed)]
        partial = typed.strip().casefold()
        offers = [
            Offer(f"{start}{value} ", value, about)
            for value, about in self._known_values(option)
            if partial.lstrip("@#") in value.casefold()
        ]
        if option.get("autocomplete"):
            return Help([], _hint(option), focused=option["name"])
        return Help(offers[:MOST_OFFERS], _hint(option))

    def _known_values(self, option: Payload) -> list[tuple[str, str]]:
        if option.get("choices"):
            return [(str(each["name"]), "") for each in option["choices"]]
        match option["type"]:
            case kinds.BOOLEAN:
                return [("true", ""), ("false", "")]
            case kinds.USER | kinds.MENTIONABLE:
                return [(f"@{each.name}", "") for each in self._users()]
            case kinds.CHANNEL:
                return [(f"#{each.name}", "") for each in self._channels()]
            case kinds.INTEGER if _short(option):
                return [(str(number), "") for number in range(option["min_value"], option["max_value"] + 1)]
        return []

    def _value(self, option: Payload, text: str) -> Value:
        name = option["name"]
        if option.get("choices"):
            for choice in option["choices"]:
                if text.casefold() in (str(choice["name"]).casefold(), str(choice["value"]).casefold()):
                    value: Value = choice["value"]
                    return value
            raise NotPossible(f"{name}: choose one of the values that are offered.")
        match option["type"]:
            case kinds.INTEGER:
                return _number(text, int, f"{name} is a whole number.")
            case kinds.NUMBER:
                return _number(text, float, f"{name} is a number.")
            case kinds.BOOLEAN if text.casefold() in ("true", "false"):
                return text.casefold() == "true"
            case kinds.BOOLEAN:
                raise NotPossible(f"{name} is true or false.")
            case kinds.USER | kinds.MENTIONABLE:
                return _called(text, "@", self._users(), f"{name} is a member: type @ and choose one.")
            case kinds.CHANNEL:
                return _called(text, "#", self._channels(), f"{name} is a channel: type # and choose one.")
        return text

    def _users(self) -> list[User]:
        world, guild = self._channel.world, self._channel.guild
        return [world.users[each] for each in guild.members] if guild else [self._member]

    def _channels(self) -> list[Channel]:
        return self._channel.guild.channels if self._channel.guild else []


def _name(command: Payload) -> str:
    return str(command["name"])


def _leaves(part: Payload, before: str) -> Iterator[Leaf]:
    path = before + part["name"]
    inner = [each for each in part.get("options") or () if each["type"] in (kinds.SUBCOMMAND, kinds.GROUP)]
    if not inner:
        yield Leaf(path, part.get("description") or "", part.get("options") or [])
    for each in inner:
        yield from _leaves(each, path + " ")


def _given(leaf: Leaf, line: str) -> dict[str, tuple[str, int]]:
    """The options in a line: name to the text after the colon, and where it ends."""
    names = "|".join(re.escape(each["name"]) for each in leaf.options)
    if not names:
        return {}
    starts = list(re.finditer(rf"(?<= )({names}):", line))
    ends = [*(each.start() for each in starts[1:]), len(line)]
    return {start[1]: (line[start.end() : end], end) for start, end in zip(starts, ends, strict=False)}


def _check_options(leaf: Leaf, line: str, given: dict[str, tuple[str, int]]) -> None:
    """Refuse what stands there and is no option, and an option that stands there twice."""
    rest = line.removeprefix(leaf.path).strip()
    for name in given:
        if len(re.findall(rf"(?<= ){re.escape(name)}:", line)) > 1:
            raise NotPossible(f"{name} stands there twice. Give it once.")
    if rest and not any(rest.startswith(f"{name}:") for name in given):
        unknown = re.match(r"([-\w]{1,32}):", rest)
        if unknown:
            raise NotPossible(f"There is no option {unknown[1]}. Choose one from the list.")
        raise NotPossible("Options are written as name:value. Choose one from the list.")


def _names(line: str, leaf: Leaf, used: set[str]) -> Help:
    """The options that are still free, the required ones first."""
    free = [each for each in leaf.options if each["name"] not in used]
    typed = line.removeprefix(leaf.path).rpartition(" ")[2]
    start = line[: len(line) - len(typed)]
    offers = [
        Offer(f"{start}{each['name']}:", each["name"] + (" (required)" if each.get("required") else ""), _hint(each))
        for each in free
        if each["name"].startswith(typed.casefold())
    ]
    return Help(offers, "" if offers or not typed else "There is no such option. Choose one, or send it as it is.")


def _hint(option: Payload) -> str:
    """What an option is for, and which values it takes."""
    low, high = option.get("min_value"), option.get("max_value")
    limits = "" if low is None or high is None else f" ({low} to {high})"
    return f"{option.get('description', '')}{limits}"


def _short(option: Payload) -> bool:
    low, high = option.get("min_value"), option.get("max_value")
    return low is not None and high is not None and high - low < MOST_OFFERS


def _number(text: str, kind: type[int] | type[float], sentence: str) -> int | float:
    try:
        return kind(text)
    except ValueError:
        raise NotPossible(sentence) from None


def _called(text: str, sign: str, things: "list[User] | list[Channel]", sentence: str) -> Value:
    wanted = text.removeprefix(sign).casefold()
    for each in things:
        if wanted in (each.name.casefold(), str(each.id), each.mention):
            return each
    raise NotPossible(sentence)
