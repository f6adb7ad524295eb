"""What a table shows of a game, in words: the board that everybody sees, a seat's own hand, and what can be pressed.

Plain frozen values. A game fills them from its views; a chat, a page or a terminal draws them. No Discord in here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

Tone = Literal["plain", "main", "good", "danger"]
"""How a button looks: like any other, like the thing to do, like a chance, like a risk."""

T = TypeVar("T")


class Move(Protocol):
    """A game's move, as far as a button has to know it."""

    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to press: a complete move, or a question that completes it."""

    label: str
    does: "Move | Question"
    tone: Tone = "plain"
    sign: str = ""
    """A symbol before the label. It repeats what the label says: nobody has to tell colours apart."""
    enabled: bool = True
    """A choice that is not enabled only keeps its place: its move cannot be made now."""

    @property
    def key(self) -> str:
        """The text of the move, or of the question: unique in a hand."""
        return self.does.key if isinstance(self.does, Question) else self.does.text


@dataclass(frozen=True, slots=True)
class Question:
    """What is still open: the colour of a Wild, the seat to swap with."""

    key: str
    text: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat sees of its own."""

    title: str
    cards: str
    """The whole hand as text."""
    rows: tuple[tuple[Choice, ...], ...] = ()
    """What can be pressed, in rows that stay in place from turn to turn."""
    notes: tuple[str, ...] = ()
    toggle: str = ""
    """A switch that changes what the buttons do: call UNO with the play. Empty where there is none."""

    def question(self, key: str) -> Question | None:
        """The question with this key, if it can be asked now."""
        found = (choice.does for row in self.rows for choice in row)
        return next((each for each in found if isinstance(each, Question) and each.key == key), None)


@dataclass(frozen=True, slots=True)
class Picture:
    """A card as a picture: a few large signs on a colour. Words say the same: nobody needs it."""

    key: str
    """Its name: at most 32 letters, digits and underscores."""
    text: str
    """The signs, in lines parted by spaces."""
    colour: int


@dataclass(frozen=True, slots=True)
class Board:
    """What everybody sees."""

    title: str
    """The one thing to know: the card on top."""
    seats: tuple[str, ...]
    """A word or two about each seat: how many cards, whether it has chosen."""
    asked: str = "to play"
    """What the seats that are waited for have to do, after their names."""
    facts: tuple[str, ...] = ()
    picture: str = ""
    """Rows of cards and the like, in a typewriter's columns, at most 36 of them."""
    colour: int | None = None
    """The colour in force as 0xRRGGBB. The word stands in the title."""
    top: Picture | None = None
    """The card on top."""
    calls: tuple[Choice, ...] = ()
    """What anybody at the table may try, shown to all alike: catch somebody."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands: the round being played, and the totals so far."""

    round: int
    totals: tuple[int, ...]


def guide(prose: str | None) -> str:
    """The rules as players read them, from the prose that opens a game's `rules.py`: its paragraphs in bold words."""
    paragraphs = (" ".join(part.split()) for part in (prose or "").split("\n\n"))
    return "\n".join(part.split(" The numbers in comments")[0] for part in paragraphs if part.startswith("**"))


def rows_of(choices: Iterable[Choice], width: int = 5) -> Iterator[tuple[Choice, ...]]:
    """Choices of one kind in rows of at most so many."""
    left = list(choices)
    for start in range(0, len(left), width):
        yield tuple(left[start : start + width])


def counted(things: Sequence[T], name: Callable[[T], str]) -> str:
    """Sorted things by name, equal ones once: R7 B1 x2."""
    return " ".join(
        name(thing) + (f" x{things.count(thing)}" if things.count(thing) > 1 else "") for thing in dict.fromkeys(things)
    )
