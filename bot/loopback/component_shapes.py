"""The components of a message: which fields each kind has, and what may stand inside what.

Discord's limits are numbers in these tables. What needs the whole message (counting, ids that repeat) is in
`message_checks`.
"""

from typing import Any

from bot.loopback.checks import Check, Faults, Path, Shape, anything, flag, listed, number, one_of, snowflake, text

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(1, 9)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL = 17, 18

SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK_STYLE, PREMIUM_STYLE = 5, 6

_ID = number(0, (1 << 31) - 1)
_EMOJI = Shape({"id": snowflake, "name": text(0, 32), "animated": flag})
_MEDIA = Shape({"url": text(1, 2048)}, ("url",))
_OPTION = Shape(
    {
        "label": text(1, 100),
        "value": text(1, 100),
        "description": text(0, 100),
        "emoji": _EMOJI,
        "default": flag,
    },
    ("label", "value"),
)


def component(*allowed: int) -> Check:
    """A component of one of these kinds."""

    def check(value: Any, path: Path, faults: Faults) -> None:
        kind = value.get("type") if isinstance(value, dict) else None
        if kind not in allowed:
            faults.add((*path, "type"), "UNION_TYPE_CHOICES", f"Value of field 'type' must be one of {allowed}.")
            return
        _SHAPES[kind](value, path, faults)
        if kind == ROW:
            _row(value, path, faults)
        elif kind == BUTTON:
            _button(value, path, faults)
        elif kind in SELECTS:
            _select(value, path, faults)

    return check


def _row(row: Any, path: Path, faults: Faults) -> None:
    """A row has up to five buttons, or one select alone."""
    inside = [each.get("type") for each in row.get("components") or () if isinstance(each, dict)]
    if len(inside) > 1 and any(kind != BUTTON for kind in inside):
        faults.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A row has one select or five buttons.")


def _button(button: Any, path: Path, faults: Faults) -> None:
    """A link has an address and no id, any other button the opposite. A button shows a label, an emoji or both."""
    style = button.get("style")
    has_id, has_url = button.get("custom_id") is not None, button.get("url") is not None
    if style == LINK_STYLE and (has_id or not has_url):
        faults.add(path, "BUTTON_COMPONENT_URL", "A link button needs a url and cannot have a custom id.")
    elif style == PREMIUM_STYLE and (has_id or has_url or not button.get("sku_id")):
        faults.add(path, "BUTTON_COMPONENT_SKU", "A premium button needs a sku id and nothing else.")
    elif style not in (LINK_STYLE, PREMIUM_STYLE) and (has_url or not has_id):
        faults.add(path, "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required, and no url.")
    if style != PREMIUM_STYLE and not button.get("label") and not button.get("emoji"):
        faults.add(path, "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or an emoji.")
    emoji = button.get("emoji")
    if isinstance(emoji, dict) and not emoji.get("id") and not emoji.get("name"):
        faults.add((*path, "emoji"), "BASE_TYPE_REQUIRED", "An emoji needs a name or an id.")


def _select(select: Any, path: Path, faults: Faults) -> None:
    options = [each for each in select.get("options") or () if isinstance(each, dict)]
    values = [each.get("value") for each in options]
    if len(set(map(str, values))) < len(values):
        faults.add((*path, "options"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Option values must be unique.")
    low = select.get("min_values", 1)
    high = select.get("max_values", 1)
    if type(low) is int and type(high) is int and low > high:
        faults.add((*path, "max_values"), "SELECT_COMPONENT_RANGE", "max_values must not be below min_values.")
    if select.get("type") == STRING_SELECT and type(high) is int and high > len(options) > 0:
        faults.add((*path, "max_values"), "SELECT_COMPONENT_RANGE", "max_values is more than there are options.")
    chosen = sum(1 for each in options if each.get("default"))
    if type(high) is int and chosen > high:
        faults.add((*path, "options"), "SELECT_COMPONENT_RANGE", "More options are chosen than max_values.")


def _kind(must: tuple[str, ...], /, **fields: Check) -> Shape:
    return Shape({"type": anything, "id": _ID, **fields}, must)


def _select_kind(**fields: Check) -> Shape:
    return _kind(
        ("custom_id",),
        custom_id=text(1, 100),
        placeholder=text(0, 150),
        min_values=number(0, 25),
        max_values=number(1, 25),
        disabled=flag,
        required=flag,
        **fields,
    )


_DEFAULTS = listed(0, 25, anything)
_SHAPES: dict[int, Shape] = {
    ROW: _kind(("components",), components=listed(1, 5, component(BUTTON, *SELECTS))),
    BUTTON: _kind(
        ("style",),
        style=one_of(1, 2, 3, 4, 5, 6),
        label=text(0, 80),
        emoji=_EMOJI,
        custom_id=text(1, 100),
        sku_id=snowflake,
        url=text(1, 512),
        disabled=flag,
    ),
    STRING_SELECT: _select_kind(options=listed(1, 25, _OPTION)),
    USER_SELECT: _select_kind(default_values=_DEFAULTS),
    ROLE_SELECT: _select_kind(default_values=_DEFAULTS),
    MENTIONABLE_SELECT: _select_kind(default_values=_DEFAULTS),
    CHANNEL_SELECT: _select_kind(default_values=_DEFAULTS, channel_types=listed(0, 25, anything)),
    SECTION: _kind(
        ("components", "accessory"),
        components=listed(1, 3, component(TEXT)),
        accessory=component(BUTTON, THUMBNAIL),
    ),
    TEXT: _kind(("content",), content=text(1, 4000)),
    THUMBNAIL: _kind(("media",), media=_MEDIA, description=text(1, 1024), spoiler=flag),
    GALLERY: _kind(
        ("items",),
        items=listed(1, 10, Shape({"media": _MEDIA, "description": text(1, 1024), "spoiler": flag}, ("media",))),
    ),
    FILE: _kind(("file",), file=_MEDIA, spoiler=flag),
    SEPARATOR: _kind((), spacing=one_of(1, 2), divider=flag),
    CONTAINER: _kind(
        ("components",),
        components=listed(1, 40, component(ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)),
        accent_color=number(0, 0xFFFFFF),
        spoiler=flag,
    ),
}

CLASSIC = listed(0, 5, component(ROW))
"""What stands below a message that has words of its own: rows, at most five."""

LAYOUT = listed(0, 40, component(ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER))
"""A message that is made of components only."""
