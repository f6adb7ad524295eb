"""The cards of 6 nimmt!: the numbers 1 to 104 and the bull heads on them. A card is its number."""

from collections.abc import Iterable

Card = int

HIGHEST = 104
HAND = 10
ROWS = 4
ROW_LENGTH = 5
"""A sixth card takes the row."""


def _heads(card: Card) -> int:
    """Rule N1."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


HEADS = (0, *(_heads(card) for card in range(1, HIGHEST + 1)))
"""The heads on each card."""


def heads(cards: Iterable[Card]) -> int:
    return sum([HEADS[card] for card in cards])
