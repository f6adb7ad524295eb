"""The slash commands a bot has registered, for all servers and for single ones, checked as they come in."""

import re
from dataclasses import dataclass, field
from typing import Any

from bot.loopback.checks import Faults, Path, Shape, anything, flag, listed, number, one_of, text
from bot.loopback.clock import Snowflakes
from bot.loopback.refusals import Payload

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
_NAME = re.compile(r"[-_'\w]{1,32}")

_CHOICE = Shape({"name": text(1, 100), "value": anything, "name_localizations": anything}, ("name", "value"))


def _options(value: Any, path: Path, faults: Faults) -> None:
    listed(0, 25, _option)(value, path, faults)
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        return
    names = [each.get("name") for each in value]
    if len(set(names)) < len(names):
        faults.add(path, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique.")
    needed = [bool(each.get("required")) for each in value]
    if needed != sorted(needed, reverse=True):
        faults.add(path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options come before the others.")
    kinds = {each.get("type") in (SUBCOMMAND, GROUP) for each in value}
    if len(kinds) > 1:
        faults.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands and options cannot be mixed.")


def _option(value: Any, path: Path, faults: Faults) -> None:
    _OPTION(value, path, faults)
    if isinstance(value, dict):
        _name(value.get("name"), path, faults)


_OPTION = Shape(
    {
        "type": one_of(*range(1, 12)),
        "name": text(1, 32),
        "description": text(1, 100),
        "required": flag,
        "choices": listed(0, 25, _CHOICE),
        "options": _options,
        "channel_types": anything,
        "min_value": anything,
        "max_value": anything,
        "min_length": number(0, 6000),
        "max_length": number(1, 6000),
        "autocomplete": flag,
        "name_localizations": anything,
        "description_localizations": anything,
    },
    ("type", "name", "description"),
)
_COMMAND = Shape(
    {
        "name": text(1, 32),
        "description": text(0, 100),
        "type": one_of(1, 2, 3),
        "options": _options,
        "default_member_permissions": anything,
        "dm_permission": flag,
        "contexts": listed(1, 3, one_of(0, 1, 2)),
        "integration_types": listed(1, 2, one_of(0, 1)),
        "nsfw": flag,
        "id": anything,
        "name_localizations": anything,
        "description_localizations": anything,
    },
    ("name",),
)


def _name(name: Any, path: Path, faults: Faults) -> None:
    if isinstance(name, str) and (not _NAME.fullmatch(name) or name != name.lower()):
        faults.add((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid.")


def check_command(command: Payload, path: Path, faults: Faults) -> None:
    _COMMAND(command, path, faults)
    if command.get("type", 1) == 1:
        _name(command.get("name"), path, faults)
        if not command.get("description"):
            faults.add((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required.")
        size = _size(command)
        if size > 8000:
            faults.add(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size (8000): {size}.")


def _size(part: Payload) -> int:
    own = len(str(part.get("name", ""))) + len(str(part.get("description", "")))
    own += sum(len(str(each.get("name", ""))) + len(str(each.get("value", ""))) for each in part.get("choices") or ())
    return own + sum(_size(each) for each in part.get("options") or ())


@dataclass
class CommandBook:
    """Commands by server; those for all servers stand under None."""

    ids: Snowflakes
    application: int
    pages: dict[int | None, dict[int, Payload]] = field(default_factory=dict)

    def listed(self, guild: int | None) -> list[Payload]:
        return list(self.pages.get(guild, {}).values())

    def overwrite(self, guild: int | None, commands: list[Payload]) -> list[Payload]:
        faults = Faults()
        for place, command in enumerate(commands):
            check_command(command, (place,), faults)
        if len(commands) > 100:
            faults.add((), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
        keys = [(each.get("type", 1), each.get("name")) for each in commands]
        if len(set(keys)) < len(keys):
            faults.add((), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique.")
        faults.refuse()
        old = {(each["type"], each["name"]): int(each["id"]) for each in self.listed(guild)}
        page: dict[int, Payload] = {}
        for key, command in zip(keys, commands, strict=True):
            own = old.get((key[0], str(key[1]))) or self.ids.make()
            page[own] = self._stored(own, guild, command)
        self.pages[guild] = page
        return list(page.values())

    def create(self, guild: int | None, command: Payload) -> Payload:
        faults = Faults()
        check_command(command, (), faults)
        faults.refuse()
        page = self.pages.setdefault(guild, {})
        for own, known in page.items():
            if (known["type"], known["name"]) == (command.get("type", 1), command["name"]):
                page[own] = self._stored(own, guild, command)
                return page[own]
        own = self.ids.make()
        page[own] = self._stored(own, guild, command)
        return page[own]

    def delete(self, guild: int | None, own: int) -> bool:
        return self.pages.get(guild, {}).pop(own, None) is not None

    def find(self, guild: int | None, name: str) -> Payload | None:
        """A command as a member in this server types it: the server's own come first."""
        for page in (guild, None) if guild else (None,):
            for command in self.listed(page):
                if command["name"] == name and command["type"] == 1:
                    return command
        return None

    def _stored(self, own: int, guild: int | None, command: Payload) -> Payload:
        given = {name: value for name, value in command.items() if value is not None}
        stored: Payload = {
            "type": 1,
            "description": "",
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
            "default_member_permissions": None,
            **given,
            "id": str(own),
            "application_id": str(self.application),
            "version": str(self.ids.make()),
        }
        bits = stored["default_member_permissions"]
        stored["default_member_permissions"] = None if bits is None else str(bits)
        return stored if guild is None else stored | {"guild_id": str(guild)}
