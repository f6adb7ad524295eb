"""Small pieces that all messages are made of, on discord.py's own components, within Discord's limits."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import discord
from discord import ButtonStyle, ui

from bot.games.show import Tone
from bot.tables.table import Table

Item: TypeAlias = "ui.Item[Any]"
Items: TypeAlias = "Sequence[ui.Item[Any]]"
Row: TypeAlias = "ui.ActionRow[Any]"
Button: TypeAlias = "ui.Button[Any]"

NEUTRAL = 0x4F545C
GOLD = 0xD4A017
MOST_TEXT = 3800
"""Discord allows 4,000 characters in all texts of a message together."""
STYLES = {
    "plain": ButtonStyle.secondary,
    "main": ButtonStyle.primary,
    "good": ButtonStyle.success,
    "danger": ButtonStyle.danger,
}
NOBODY = discord.AllowedMentions.none()


def card(*texts: str, rows: Iterable[Row] = (), colour: int | None = NEUTRAL, picture: str = "") -> list[Item]:
    """A message: texts above, what can be pressed below, in one frame. `picture` is an address, shown on top."""
    shown: list[Item] = [ui.TextDisplay(part) for part in _within_limit([text for text in texts if text])]
    if picture:
        shown[0] = ui.Section(shown[0], accessory=ui.Thumbnail(picture))
    return [ui.Container(*shown, *rows, accent_colour=colour)]


def row(*buttons: Button) -> Row:
    return ui.ActionRow(*buttons)


def button(
    label: str, custom_id: object, tone: Tone = "plain", *, sign: str = "", disabled: bool = False
) -> "ui.Button[Any]":
    return ui.Button(
        label=label[:80], custom_id=str(custom_id), style=STYLES[tone], emoji=sign or None, disabled=disabled
    )


def select(
    custom_id: object,
    placeholder: str,
    options: Sequence[tuple[str, str, str]],
    chosen: Iterable[str] = (),
    *,
    many: bool = False,
) -> Row:
    """A menu of (value, label, description); `many` allows any number of them, none included."""
    picked = set(chosen)
    entries = [
        discord.SelectOption(value=value, label=label[:100], description=about[:100] or None, default=value in picked)
        for value, label, about in options[:25]
    ]
    menu: ui.Select[Any] = ui.Select(
        custom_id=str(custom_id),
        placeholder=placeholder[:150],
        options=entries,
        min_values=0 if many else 1,
        max_values=len(entries) if many else 1,
    )
    return ui.ActionRow(menu)


def sentence(text: str) -> list[Item]:
    """A short answer."""
    return [ui.TextDisplay(text[:MOST_TEXT])]


def when(table: Table, moment: float) -> str:
    """A moment of a table, by Discord's clock, which counts down to it by itself."""
    return f"<t:{int(table.room.time.for_people(moment))}:R>"


def times(count: int, words: str) -> str:
    """A number with what it counts: 1 point, 2 points."""
    return f"{count} {words.removesuffix('s') if count == 1 else words}"


def together(names: Sequence[str]) -> str:
    """Ann, Bo and Cy."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def message(items: Items) -> ui.LayoutView:
    """What is sent. Stopped at once: clicks are routed by their text, never by a view that lives in memory."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def _within_limit(texts: Sequence[str]) -> list[str]:
    """Texts cut so that all together fit; the later ones give way first."""
    left, kept = MOST_TEXT, list[str]()
    for text in texts:
        if left <= 0:
            break
        kept.append(text if len(text) <= left else text[: left - 1] + "…")
        left -= len(text)
    return kept
