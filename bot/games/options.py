"""Options of a game: what may be set, to which values, and the sentence for everything else.

A game's options are a frozen dataclass whose fields are made with `choice`, `flag` and `number`, so that the values
allowed stand beside the name and a lobby can show them without knowing the game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, TypeVar

from bot.errors import BadOption

Value = str | int | bool
Opt = TypeVar("Opt")

YES = ("on", "yes", "true")
NO = ("off", "no", "false")


@dataclass(frozen=True, slots=True)
class Allowed:
    """What one option may be: one of `words`, or a whole number from `low` to `high` where `high` is given."""

    about: str
    words: tuple[Value, ...] = ()
    low: int = 0
    high: int = 0

    def read(self, name: str, given: Value) -> Value:
        """The value as the game uses it. Text, as it comes from a command line or a select menu, is understood."""
        if isinstance(given, str):
            given = self._from_text(given.strip().lower())
        for word in self.words:
            if word == given and type(word) is type(given):
                return word
        if type(given) is int and self.high and self.low <= given <= self.high:
            return given
        raise BadOption(f"{name} can be {self.sentence()}.")

    def _from_text(self, text: str) -> Value:
        if text in YES + NO and any(word is True for word in self.words):
            return text in YES
        if text in YES + NO and "off" in self.words and text not in self.words:
            return "on" if text in YES else "off"
        if text.isascii() and text.isdigit() and len(text) <= 9:
            return int(text)
        return text

    def sentence(self) -> str:
        parts = [shown(word) for word in self.words]
        if self.high:
            parts.append(f"a whole number from {self.low} to {self.high}")
        return _either(parts)


def choice(*words: Value, about: str) -> Any:
    """One of these values; the first is the default."""
    return field(default=words[0], metadata={"allowed": Allowed(about, words)})


def flag(*, about: str) -> Any:
    """On or off; off is the default."""
    return field(default=False, metadata={"allowed": Allowed(about, (False, True))})


def number(default: int, low: int, high: int, *words: Value, about: str) -> Any:
    """A whole number in a range, or one of a few words."""
    return field(default=default, metadata={"allowed": Allowed(about, words, low, high)})


def allowed(options: type) -> dict[str, Allowed]:
    """Each option of a game with what it may be, in the order in which a lobby shows them."""
    return {each.name: _allowed(each) for each in fields(options)}


def configure(options: type[Opt], *sets: Mapping[str, Value]) -> Opt:
    """Options with the given sets of values laid over the defaults, later sets over earlier ones."""
    rules = allowed(options)
    values: dict[str, Value] = {}
    for given in sets:
        for name, value in given.items():
            if name not in rules:
                raise BadOption(f"There is no such option. The options are {_either(rules, 'and')}.")
            values[name] = rules[name].read(name, value)
    return options(**values)


def differences(options: object) -> dict[str, Value]:
    """What differs from the game's defaults: the line that a lobby shows."""
    return {
        each.name: getattr(options, each.name)
        for each in fields(type(options))  # type: ignore[arg-type]  # always one of our option dataclasses
        if getattr(options, each.name) != each.default
    }


def shown(value: Value) -> str:
    """A value as people read and type it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _allowed(each: "Field[Any]") -> Allowed:
    rule = each.metadata["allowed"]
    assert isinstance(rule, Allowed)
    return rule


def _either(parts: Iterable[str], word: str = "or") -> str:
    *others, last = parts
    return f"{', '.join(others)} {word} {last}" if others else last
