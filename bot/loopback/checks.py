"""Checking JSON that comes in against a shape, and telling every fault at its place, in Discord's form.

A shape names the fields that may be there. A field that it does not name is refused: a misspelt field would otherwise
be a silent loss.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.loopback.refusals import Payload, invalid_form

Path = tuple[str | int, ...]


class Faults:
    """The faults found in one payload, each at its path."""

    def __init__(self) -> None:
        self.tree: Payload = {}

    def add(self, path: Path, code: str, sentence: str) -> None:
        place = self.tree
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": sentence})

    def refuse(self) -> None:
        """Refuse the payload if anything was wrong with it."""
        if self.tree:
            raise invalid_form(self.tree)


Check = Callable[[Any, Path, Faults], None]


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields an object may have, and those it must have. Except those, any may be null."""

    fields: Mapping[str, Check]
    required: tuple[str, ...] = ()

    def __call__(self, value: Any, path: Path, faults: Faults) -> None:
        if not isinstance(value, dict):
            faults.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used here.")
            return
        for name in self.required:
            if value.get(name) is None:
                faults.add((*path, name), "BASE_TYPE_REQUIRED", "This field is required.")
        for name, given in value.items():
            if name not in self.fields:
                faults.add((*path, name), "UNKNOWN_FIELD", "The loopback knows no such field.")
            elif given is not None:
                self.fields[name](given, (*path, name), faults)


def text(low: int, high: int) -> Check:
    def check(value: Any, path: Path, faults: Faults) -> None:
        if not isinstance(value, str):
            faults.add(path, "STRING_TYPE_CONVERT", "Could not interpret the value as string.")
        elif not low <= len(value) <= high:
            faults.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    return check


def number(low: int, high: int) -> Check:
    def check(value: Any, path: Path, faults: Faults) -> None:
        if type(value) is not int:
            faults.add(path, "NUMBER_TYPE_COERCE", "The value is not an int.")
        elif not low <= value <= high:
            faults.add(path, "NUMBER_TYPE_RANGE", f"The value must be from {low} to {high}.")

    return check


def one_of(*values: object) -> Check:
    def check(value: Any, path: Path, faults: Faults) -> None:
        if value not in values:
            faults.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {values}.")

    return check


def listed(low: int, high: int, each: Check) -> Check:
    def check(value: Any, path: Path, faults: Faults) -> None:
        if not isinstance(value, list):
            faults.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used here.")
            return
        if not low <= len(value) <= high:
            faults.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        for place, item in enumerate(value):
            each(item, (*path, place), faults)

    return check


def flag(value: Any, path: Path, faults: Faults) -> None:
    if not isinstance(value, bool):
        faults.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def snowflake(value: Any, path: Path, faults: Faults) -> None:
    if not str(value).isdecimal() or isinstance(value, bool):
        faults.add(path, "NUMBER_TYPE_COERCE", f"Value {value!r} is not snowflake.")


def anything(value: Any, path: Path, faults: Faults) -> None:
    """For what no game uses: it is let through unchecked."""
