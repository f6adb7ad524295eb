"""Cards as physical things, and hands of them.

A `Face` is what is printed on a card, a small number that each game gives a meaning. A `Card` is one piece of
cardboard: its face and which copy of it. Cards are kept apart by identity all through a game; moves, events and views
name faces only, so that equal cards are one choice and nobody can tell the copies apart.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NewType

Face = NewType("Face", int)
Card = NewType("Card", int)


class Pack:
    """All the cards that a game can have, numbered in the order of their faces. The numbers are small: Python keeps
    one object for each number up to 256, which makes looking cards up a good deal faster."""

    def __init__(self, copies: Sequence[int], worth: Callable[[Face], int]) -> None:
        """How many copies there are of each face, and the points of a face left in hand."""
        self.face = tuple(Face(face) for face, count in enumerate(copies) for _ in range(count))
        """The face of each card."""
        self.cards = tuple(Card(card) for card in range(len(self.face)))
        self.lowest = tuple(Card(self.face.index(Face(face))) for face in range(len(copies)))
        """The lowest card of each face: where to look for the face in a sorted hand."""
        self.worth = tuple(worth(face) for face in self.face)

    def only(self, copies: Sequence[int]) -> tuple[Card, ...]:
        """A part of the pack: so many copies of each face."""
        return tuple(Card(self.lowest[face] + copy) for face, count in enumerate(copies) for copy in range(count))

    def faces(self, cards: Iterable[Card]) -> tuple[Face, ...]:
        """What these cards show, in their order."""
        return tuple([self.face[card] for card in cards])
