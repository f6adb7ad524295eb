"""Names made inert: the one place where text that members chose becomes safe to show.

Every sign that Discord gives a meaning is replaced by one that looks like it, so that the same text can stand in a
message and on a button. Characters that hide, reorder or break lines are dropped.
"""

import re
import unicodedata
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
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Control, format (bidi and zero-width among them), surrogates, private and unassigned characters."""
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks by their category, nothing by their look."""
EMOJI = re.compile("[\u2190-\u2bff\u3030-\u303d\u3297\u3299\U0001f000-\U0001faff]")
"""Where emojis live, those too that this Python does not know yet."""
JOINERS = "\u200d\ufe0f"
"""They hold an emoji together; anywhere else they only hide."""
MOST_MARKS = 2
"""Combining marks in a row; more of them climb over the lines above."""
ISOLATE, END = "\u2068", "\u2069"
"""Around a name, so that one written from right to left does not turn the line round."""


def inert(name: str) -> str:
    """A name as it can be shown anywhere."""
    clean = unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode("utf-8", "replace"))
    shown = " ".join(_harmless(clean).translate(LOOKALIKES).split())[:LONGEST].rstrip(JOINERS[0] + " ")
    return f"{ISOLATE}{shown}{END}" if any(_is_seen(character) for character in shown) else NOBODY


def seat_names(seats: Sequence[SavedSeat]) -> list[str]:
    """What to call each seat: computers have a sign, names that look alike a number."""
    names: list[str] = []
    taken: set[str] = set()
    for seat in seats:
        plain = inert(seat.name) + (f" {COMPUTER}" if seat.member is None else "")
        name, number = plain, 1
        while _look(name) in taken:
            number += 1
            name = f"{plain} ({number})"
        taken.add(_look(name))
        names.append(name)
    return names


def _harmless(name: str) -> str:
    """Without what hides or climbs; line breaks become spaces."""
    kept: list[str] = []
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        if character in JOINERS:
            if kept and (EMOJI.match(kept[-1]) or kept[-1] in JOINERS or unicodedata.category(kept[-1]) == "Sk"):
                kept.append(character)
        elif category.startswith("Z") or character in "\t\n\r\v\f\x85":
            kept.append(" ")
            marks = 0
        elif BLANK.match(character) or (category in HIDDEN and not EMOJI.match(character)):
            continue
        elif not category.startswith("M"):
            kept.append(character)
            marks = 0
        elif marks < MOST_MARKS:
            kept.append(character)
            marks += 1
    return "".join(kept)


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] not in "MZC" or EMOJI.match(character) is not None


def _look(name: str) -> str:
    """What two names have in common that people cannot tell apart."""
    return "".join(each for each in name.casefold() if each not in JOINERS + ISOLATE + END)
