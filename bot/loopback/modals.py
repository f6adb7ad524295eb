"""Forms that pop up, and suggestions while a member types: what the bot may send."""

from typing import Any

from bot.loopback.checks import Check, Faults, Path, Shape, anything, flag, listed, number, one_of, text
from bot.loopback.component_shapes import LABEL, ROW, TEXT, TEXT_INPUT, component
from bot.loopback.message_checks import every_component
from bot.loopback.refusals import Payload

_INPUT = Shape(
    {
        "type": one_of(TEXT_INPUT),
        "id": number(0, (1 << 31) - 1),
        "custom_id": text(1, 100),
        "style": one_of(1, 2),
        "label": text(1, 45),
        "value": text(0, 4000),
        "placeholder": text(0, 100),
        "required": flag,
        "min_length": number(0, 4000),
        "max_length": number(1, 4000),
    },
    ("custom_id", "style"),
)


def _input(value: Any, path: Path, faults: Faults) -> None:
    """A text to type, or a select; what else a form can hold no game needs."""
    if isinstance(value, dict) and value.get("type") == TEXT_INPUT:
        _INPUT(value, path, faults)
    else:
        component(3, 5, 6, 7, 8)(value, path, faults)


_KINDS: dict[int, Shape] = {
    ROW: Shape({"type": anything, "id": anything, "components": listed(1, 1, _INPUT)}, ("components",)),
    TEXT: Shape({"type": anything, "id": anything, "content": text(1, 4000)}, ("content",)),
    LABEL: Shape(
        {
            "type": anything,
            "id": anything,
            "label": text(1, 45),
            "description": text(1, 100),
            "component": _input,
        },
        ("label", "component"),
    ),
}


def _part(value: Any, path: Path, faults: Faults) -> None:
    kind = value.get("type") if isinstance(value, dict) else None
    if kind not in _KINDS:
        faults.add((*path, "type"), "UNION_TYPE_CHOICES", f"Value of field 'type' must be one of {(*_KINDS,)}.")
    else:
        _KINDS[kind](value, path, faults)


_MODAL = Shape(
    {"custom_id": text(1, 100), "title": text(1, 45), "components": listed(1, 5, _part)},
    ("custom_id", "title", "components"),
)
_VALUE: Check = anything
_SUGGESTIONS = Shape(
    {
        "choices": listed(
            0,
            25,
            Shape({"name": text(1, 100), "value": _VALUE, "name_localizations": anything}, ("name", "value")),
        )
    },
    ("choices",),
)


def check_modal(data: Payload) -> None:
    faults = Faults()
    _MODAL(data, (), faults)
    faults.refuse()


def check_suggestions(data: Payload) -> list[Payload]:
    faults = Faults()
    _SUGGESTIONS(data, (), faults)
    faults.refuse()
    choices: list[Payload] = data["choices"]
    return choices


def inputs(modal: Payload) -> list[Payload]:
    """The fields of a form that a member fills in."""
    return [each for _, each in every_component(modal["components"]) if "custom_id" in each]
