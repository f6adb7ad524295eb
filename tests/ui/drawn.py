"""Messages as Discord gets them, and the rules that it has for them (Components V2)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.loopback.message_checks import LAYOUT_FLAG, check_message
from bot.ui.custom_id import parse
from bot.ui.parts import Item, message

Payload = dict[str, Any]

ROW, BUTTON, SELECT, SECTION, TEXT, THUMBNAIL, CONTAINER = 1, 2, 3, 9, 10, 11, 17
INSIDE = {
    None: {ROW, SECTION, TEXT, CONTAINER},
    CONTAINER: {ROW, SECTION, TEXT},
    SECTION: {TEXT},
    ROW: {BUTTON, SELECT},
}
"""What may stand where, as far as we use it. None: the message itself."""
CAN_BE_PRESSED = {1, 2, 3, 4}
"""The styles of buttons that have a custom_id."""


@dataclass(frozen=True)
class Seen:
    """A message, for tests that read it."""

    payload: list[Payload]

    @property
    def text(self) -> str:
        return "\n".join(each["content"] for each in self.all(TEXT))

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def labels(self) -> list[str]:
        return [each["label"] for each in self.all(BUTTON)]

    @property
    def rows(self) -> list[list[str]]:
        """The labels of the buttons, row by row; the placeholder of a menu."""
        return [[each.get("label") or each["placeholder"] for each in row["components"]] for row in self.all(ROW)]

    @property
    def ids(self) -> list[str]:
        return [each["custom_id"] for each in (*self.all(BUTTON), *self.all(SELECT))]

    @property
    def menus(self) -> dict[str, Payload]:
        """Menus by the last part of their custom_id."""
        return {each["custom_id"].split(":")[3]: each for each in self.all(SELECT)}

    def id_of(self, label: str) -> str:
        (found,) = (each["custom_id"] for each in self.all(BUTTON) if each["label"] == label)
        return str(found)

    def button(self, label: str) -> Payload:
        (found,) = (each for each in self.all(BUTTON) if each["label"] == label)
        return found

    @property
    def colour(self) -> int | None:
        found: int | None = self.all(CONTAINER)[0].get("accent_color")
        return found

    def all(self, kind: int) -> list[Payload]:
        return [each for _, each in every(self.payload) if each["type"] == kind]


def draw(items: Sequence[Item]) -> Seen:
    """What is sent, after it was checked by our own reading of Discord's rules and by the loopback's."""
    payload: list[Payload] = message(items).to_components()  # type: ignore[no-untyped-call]  # of discord.py
    assert_discord_takes(payload)
    check_message({"components": payload, "flags": LAYOUT_FLAG}, layout=True)
    return Seen(payload)


def every(components: Sequence[Payload], parent: int | None = None) -> Iterator[tuple[int | None, Payload]]:
    """All components with the kind of thing that they stand in; accessories count too."""
    for each in components:
        yield parent, each
        yield from every(each.get("components", ()), each["type"])
        if "accessory" in each:
            yield SECTION, each["accessory"]


def assert_discord_takes(payload: Sequence[Payload]) -> None:
    found = list(every(payload))
    assert 1 <= len(found) <= 40
    texts = [each["content"] for _, each in found if each["type"] == TEXT]
    assert texts, "a message has to say something"
    assert sum(map(len, texts)) <= 4000
    ids = [each["custom_id"] for _, each in found if "custom_id" in each]
    assert [custom_id for custom_id, times in Counter(ids).items() if times > 1] == []
    for custom_id in ids:
        assert 1 <= len(custom_id) <= 100
        press = parse(custom_id)
        assert press is not None, "a button that we could not read"
        assert str(press) == custom_id
    for parent, each in found:
        _assert_one(parent, each)


def _assert_one(parent: int | None, each: Payload) -> None:
    kind = each["type"]
    if kind == THUMBNAIL:
        assert parent == SECTION
        assert each["media"]["url"].startswith(("https://", "attachment://"))
        return
    assert kind in INSIDE[parent]
    if kind == TEXT:
        assert each["content"].strip()
        assert_sendable(each["content"])
    elif kind == CONTAINER:
        assert each["components"]
        assert each.get("accent_color") is None or 0 <= each["accent_color"] <= 0xFFFFFF
    elif kind == SECTION:
        assert 1 <= len(each["components"]) <= 3
        assert each["accessory"]["type"] in (THUMBNAIL, BUTTON)
    elif kind == ROW:
        kinds = [inner["type"] for inner in each["components"]]
        assert kinds == [SELECT] or (set(kinds) == {BUTTON} and len(kinds) <= 5)
    elif kind == BUTTON:
        assert each["style"] in CAN_BE_PRESSED
        assert "url" not in each
        assert 1 <= len(each["label"]) <= 80
        assert each["label"].strip()
        assert_sendable(each["label"])
        _assert_emoji(each.get("emoji"))
    elif kind == SELECT:
        _assert_menu(each)


def _assert_menu(menu: Payload) -> None:
    options = menu["options"]
    assert 1 <= len(options) <= 25
    assert len({option["value"] for option in options}) == len(options)
    assert len(menu.get("placeholder", "")) <= 150
    assert 0 <= menu["min_values"] <= menu["max_values"] <= len(options)
    assert sum(option["default"] for option in options) <= menu["max_values"]
    for option in options:
        assert 1 <= len(option["label"]) <= 100
        assert 1 <= len(option["value"]) <= 100
        assert option.get("description") is None or 1 <= len(option["description"]) <= 100


def _assert_emoji(emoji: Payload | None) -> None:
    """One emoji of Unicode's own: a symbol, with nothing around it."""
    if emoji is not None:
        assert emoji.get("id") is None
        assert emoji["name"] in ("🟥", "🟨", "🟩", "🟦", "⬛")


def assert_sendable(text: str) -> None:
    """No lone surrogates, no NUL: it can be written as JSON in UTF-8 and stored."""
    text.encode("utf-8")
    assert "\0" not in text
