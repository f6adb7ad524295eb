"""What Discord checks before it takes a message: the fields, the lengths, and the count of everything inside."""

from collections.abc import Iterator
from typing import Any

from bot.loopback.checks import Check, Faults, Shape, anything, flag, listed, number, one_of, snowflake, text
from bot.loopback.component_shapes import CLASSIC, LAYOUT, TEXT
from bot.loopback.refusals import Payload

EPHEMERAL = 1 << 6
LOADING = 1 << 7
LAYOUT_FLAG = 1 << 15
"""The message is made of components, and stays so for ever."""

_ALLOWED_MENTIONS = Shape(
    {
        "parse": listed(0, 3, one_of("roles", "users", "everyone")),
        "users": listed(0, 100, snowflake),
        "roles": listed(0, 100, snowflake),
        "replied_user": flag,
    }
)
_EMBED = Shape(
    {
        "title": text(0, 256),
        "description": text(0, 4096),
        "fields": listed(
            0, 25, Shape({"name": text(1, 256), "value": text(1, 1024), "inline": flag}, ("name", "value"))
        ),
        "footer": Shape({"text": text(0, 2048), "icon_url": anything, "proxy_icon_url": anything}),
        "author": Shape({"name": text(0, 256), "url": anything, "icon_url": anything, "proxy_icon_url": anything}),
        "color": number(0, 0xFFFFFF),
        **dict.fromkeys(("type", "url", "timestamp", "image", "thumbnail", "video", "provider", "flags"), anything),
    }
)
_ATTACHMENT = Shape({"id": anything, "filename": text(1, 1024), "description": text(0, 1024), "title": text(0, 1024)})
_FIELDS: dict[str, Check] = {
    "content": text(0, 2000),
    "embeds": listed(0, 10, _EMBED),
    "allowed_mentions": _ALLOWED_MENTIONS,
    "attachments": listed(0, 10, _ATTACHMENT),
    "flags": number(0, (1 << 31) - 1),
    "tts": flag,
    "components": anything,  # checked below, since the flag decides what may be there
    "nonce": text(0, 25),
    "enforce_nonce": flag,
    "message_reference": anything,
    "sticker_ids": listed(0, 3, snowflake),
}
_MESSAGE = Shape(_FIELDS)


def check_message(payload: Payload, layout: bool, left: tuple[str, ...] = ()) -> None:
    """Refuse a message that Discord would not take.

    `layout`: it is, or becomes, a message of components. `left`: the words of its own that an edit would leave in it.
    """
    faults = Faults()
    _MESSAGE(payload, (), faults)
    components = payload.get("components")
    if components is not None:
        (LAYOUT if layout else CLASSIC)(components, ("components",), faults)
    if layout:
        _words_beside(payload, left, faults)
    else:
        _embed_length(payload.get("embeds") or [], faults)
    faults.refuse()
    if components:
        _whole(components, faults)
        faults.refuse()


def every_component(components: Any) -> Iterator[tuple[tuple[str | int, ...], Payload]]:
    """All components, nested ones and accessories included, each with its path."""
    for place, each in enumerate(components or ()):
        yield from _inside(each, ("components", place))


def _inside(component: Payload, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Payload]]:
    yield path, component
    for place, each in enumerate(component.get("components") or ()):
        yield from _inside(each, (*path, "components", place))
    for name in ("accessory", "component"):
        if component.get(name):
            yield from _inside(component[name], (*path, name))


def _words_beside(payload: Payload, left: tuple[str, ...], faults: Faults) -> None:
    for name in ("content", "embeds", "sticker_ids"):
        if payload.get(name) or name in left:
            faults.add((name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", f"No {name} beside components.")


def _embed_length(embeds: Any, faults: Faults) -> None:
    length = 0
    for embed in embeds if isinstance(embeds, list) else ():
        if isinstance(embed, dict):
            words = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
            words += [(embed.get("author") or {}).get("name")]
            words += [part.get(name) for part in embed.get("fields") or () for name in ("name", "value")]
            length += sum(len(word) for word in words if isinstance(word, str))
    if length > 6000:
        faults.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000.")


def _whole(components: Any, faults: Faults) -> None:
    """The limits that count the whole message."""
    count, letters = 0, 0
    seen: set[str] = set()
    numbers: set[int] = set()
    for path, each in every_component(components):
        count += 1
        if each["type"] == TEXT:
            letters += len(each["content"])
        custom_id = each.get("custom_id")
        if custom_id is not None:
            if custom_id in seen:
                faults.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "A custom id cannot be used twice.")
            seen.add(custom_id)
        own_id = each.get("id")
        if own_id:
            if own_id in numbers:
                faults.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "A component id cannot be used twice.")
            numbers.add(own_id)
    if count > 40:
        faults.add(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"At most 40 components, not {count}.")
    if letters > 4000:
        faults.add(
            ("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"At most 4000 characters, not {letters}."
        )
