"""Names made inert: the one place where text that members chose becomes safe to show.

Every sign that Discord gives a meaning is replaced by one that looks like it, so that the same text can stand in a
message and on a button. Characters that hide, reorder or break lines are dropped.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence

from bot.storage import SavedSeat

LONGEST = 32
NOBODY = "somebody"
COMPUTER = "\N{ROBOT FACE}"
LOOKALIKES = str.maketrans(
    {
        "*": "∗",
        "_": "ˍ",
        "~": "∼",
        "`": "ˋ",
        "|": "ǀ",
        "<": "‹",
        ">": "›",
        "@": "＠",
        "#": "＃",
        ":": "∶",
        "[": "［",
        "]": "］",
        "\\": "∖",
        "/": "∕",
        "-": "‐",
    }
)
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control, format (bidi and zero-width among them), surrogates, private and unassigned characters, line breaks."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters by their category, nothing by their look."""
MOST_MARKS = 2
"""Combining marks in a row; more of them climb over the lines above."""
JOINER, VARIATION = "\u200d", "\ufe0f"
"""They hold emojis together and do no harm inside a name."""
ISOLATE, END = "\u2068", "\u2069"
"""Around a name, so that one written from right to left does not turn the line round."""


def inert(name: str) -> str:
    """A name as it can be shown anywhere."""
    shown = "".join(_harmless(unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode("utf-8", "replace"))))
    shown = " ".join(shown.translate(LOOKALIKES).split())[:LONGEST].strip(JOINER + " ")
    return f"{ISOLATE}{shown}{END}" if shown.strip(JOINER + VARIATION) else NOBODY


def seat_names(seats: Sequence[SavedSeat]) -> list[str]:
    """What to call each seat: computers have a sign, equal names a number."""
    names = [inert(seat.name) + (f" {COMPUTER}" if seat.member is None else "") for seat in seats]
    times = Counter(name.casefold() for name in names)
    return [f"{name} ({number})" if times[name.casefold()] > 1 else name for number, name in enumerate(names, 1)]


def _harmless(name: str) -> list[str]:
    kept: list[str] = []
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") and character != VARIATION else 0
        if marks > MOST_MARKS or character in BLANK or (category in HIDDEN and character != JOINER):
            continue
        kept.append(" " if category.startswith("Z") else character)
    return kept
