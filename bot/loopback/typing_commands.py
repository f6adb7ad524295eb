"""What a member types as a slash command, turned into what the bot gets. Discord's own client checks it first."""

from typing import Any

from bot.loopback import command_book as kinds
from bot.loopback.command_book import CommandBook
from bot.loopback.payloads import channel_payload, member_payload, user_payload
from bot.loopback.refusals import Payload
from bot.loopback.world import Channel, User, World

Value = str | int | float | bool | User | Channel
"""What a member can give as an option."""


class NotPossible(Exception):
    """Discord's client would not let a member do that."""


def typed(
    book: CommandBook, world: World, channel: Channel, line: str, options: dict[str, Value], bits: int
) -> Payload:
    """The data of a command interaction, or `NotPossible` where the client would not send it."""
    name, *path = line.removeprefix("/").split()
    command = book.find(channel.guild_id, name)
    if command is None:
        raise NotPossible(f"There is no command /{name}.")
    _offered(command, channel, bits)
    here = command
    for step in path:
        inner = next((each for each in here.get("options") or () if each["name"] == step and each["type"] <= 2), None)
        if inner is None:
            raise NotPossible(f"There is no command {line}.")
        here = inner
    if any(each["type"] <= 2 for each in here.get("options") or ()):
        raise NotPossible(f"{line} needs a subcommand.")
    resolved: Payload = {}
    given = _filled(here.get("options") or [], options, world, channel, resolved)
    return _data(command, path, given, resolved, here is not command)


def forged(book: CommandBook, channel: Channel, line: str, options: dict[str, Value]) -> Payload:
    """The same without any check: a command that is gone, or options that it never had."""
    name, *path = line.removeprefix("/").split()
    command = book.find(channel.guild_id, name) or {"id": "1", "name": name, "type": 1}
    given = [{"name": key, "type": _guess(value), "value": _plain(value)} for key, value in options.items()]
    return _data(command, path, given, {}, bool(path))


def is_offered(command: Payload, channel: Channel, bits: int) -> bool:
    """Whether a member with these permissions finds the command here."""
    try:
        _offered(command, channel, bits)
    except NotPossible:
        return False
    return True


def _offered(command: Payload, channel: Channel, bits: int) -> None:
    contexts = command.get("contexts")
    here = 0 if channel.guild else 1
    if contexts is not None and here not in contexts:
        raise NotPossible(f"/{command['name']} is not offered here.")
    if contexts is None and channel.guild is None and command.get("dm_permission") is False:
        raise NotPossible(f"/{command['name']} is not offered in direct messages.")
    needed = command.get("default_member_permissions")
    if needed is not None and channel.guild and (int(needed) == 0 or bits & int(needed) != int(needed)):
        raise NotPossible(f"/{command['name']} is not offered to this member.")


def _filled(
    known: list[Payload], options: dict[str, Value], world: World, channel: Channel, resolved: Payload
) -> list[Payload]:
    names = {each["name"] for each in known}
    for name in options:
        if name not in names:
            raise NotPossible(f"There is no option {name}.")
    given: list[Payload] = []
    for option in known:
        name = option["name"]
        if name not in options:
            if option.get("required"):
                raise NotPossible(f"{name} is required.")
            continue
        value = _checked(option, options[name], world, channel, resolved)
        given.append({"name": name, "type": option["type"], "value": value})
    return given


def _checked(option: Payload, value: Value, world: World, channel: Channel, resolved: Payload) -> Any:
    kind, name = option["type"], option["name"]
    choices = option.get("choices")
    if choices:
        for choice in choices:
            if value in (choice["value"], choice["name"]):
                return choice["value"]
        raise NotPossible(f"{name} has no choice {value!r}.")
    fits: dict[int, bool] = {
        kinds.STRING: isinstance(value, str),
        kinds.INTEGER: type(value) is int,
        kinds.BOOLEAN: isinstance(value, bool),
        kinds.NUMBER: type(value) in (int, float),
        kinds.USER: isinstance(value, User),
        kinds.MENTIONABLE: isinstance(value, User),
        kinds.CHANNEL: isinstance(value, Channel),
    }
    if not fits.get(kind, False):
        raise NotPossible(f"{name} cannot be {value!r}.")
    if isinstance(value, User | Channel):
        _resolve(value, world, channel, resolved)
        return str(value.id)
    if isinstance(value, str):
        low, high = option.get("min_length", 0), option.get("max_length", 6000)
        if not low <= len(value) <= high:
            raise NotPossible(f"{name} has {low} to {high} letters.")
    elif not isinstance(value, bool):
        low, high = option.get("min_value", value), option.get("max_value", value)
        if not low <= value <= high:
            raise NotPossible(f"{name} is from {low} to {high}.")
    return value


def _resolve(value: User | Channel, world: World, channel: Channel, resolved: Payload) -> None:
    own = str(value.id)
    if isinstance(value, Channel):
        resolved.setdefault("channels", {})[own] = channel_payload(value, world.bot) | {"permissions": "0"}
        return
    resolved.setdefault("users", {})[own] = user_payload(value)
    if channel.guild and value.id in channel.guild.members:
        member = member_payload(channel.guild, value, with_permissions=True)
        del member["user"]
        resolved.setdefault("members", {})[own] = member


def _data(command: Payload, path: list[str], given: list[Payload], resolved: Payload, nested: bool) -> Payload:
    for depth, step in enumerate(reversed(path)):
        given = [{"name": step, "type": kinds.SUBCOMMAND if depth == 0 else kinds.GROUP, "options": given}]
    data: Payload = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if given or nested:
        data["options"] = given
    if resolved:
        data["resolved"] = resolved
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data


def _guess(value: Value) -> int:
    if isinstance(value, bool):
        return kinds.BOOLEAN
    if isinstance(value, User):
        return kinds.USER
    if isinstance(value, Channel):
        return kinds.CHANNEL
    return {str: kinds.STRING, int: kinds.INTEGER}.get(type(value), kinds.NUMBER)


def _plain(value: Value) -> Any:
    return str(value.id) if isinstance(value, User | Channel) else value
