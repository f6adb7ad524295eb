"""The cards of Crazy Eights: a French pack without jokers, or two of them.

Faces count through the suits, ace to king.
"""

from functools import cache
from typing import Final

from bot.games.shedding.cards import Card, Face, Pack

Suit = int
CLUBS, DIAMONDS, HEARTS, SPADES = SUITS = (0, 1, 2, 3)
SUIT_LETTERS = "CDHS"
SUIT_SIGNS = "♣♦♥♠"

Rank = int
ACE: Final = 1
TWO: Final = 2
EIGHT: Final = 8
QUEEN: Final = 12
RANKS = range(1, 14)
RANK_LETTERS: tuple[str, ...] = ("", "A", *map(str, range(2, 11)), "J", "Q", "K")

FACES = tuple(Face(face) for face in range(52))
TWO_PACKS_SEATS = 6


def suit_of(face: Face) -> Suit:
    return face // len(RANKS)


def rank_of(face: Face) -> Rank:
    return face % len(RANKS) + 1


def short(face: Face) -> str:
    """A face in two or three characters: 10♥, A♠."""
    return RANK_LETTERS[rank_of(face)] + SUIT_SIGNS[suit_of(face)]


def worth_of(face: Face) -> int:
    """Points in hand: an eight 50, tens and pictures 10, an ace 1, others their number (rule E8)."""
    rank = rank_of(face)
    return 50 if rank == EIGHT else min(rank, 10)


ALL = Pack([2] * len(FACES), worth_of)
FACE = ALL.face
SUIT = tuple(suit_of(face) for face in FACE)
RANK = tuple(rank_of(face) for face in FACE)
"""The suit and the rank of each card: what the rules look up all the time."""


@cache
def pack(seats: int) -> tuple[Card, ...]:
    """One pack, from six seats on two (rule E1)."""
    return ALL.only([2 if seats >= TWO_PACKS_SEATS else 1] * len(FACES))
