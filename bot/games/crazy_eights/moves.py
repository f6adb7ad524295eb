"""The moves of Crazy Eights. There is one object for each move, found by its text; moves are compared by identity.

10H  AS     play a card: rank, then suit
8C=H        play an eight and name a suit
draw  keep  pass
"""

from dataclasses import dataclass
from typing import final

from bot.errors import UnknownMove
from bot.games.crazy_eights.cards import (
    ALL,
    EIGHT,
    FACES,
    RANK_LETTERS,
    SUIT_LETTERS,
    SUITS,
    Rank,
    Suit,
    rank_of,
    suit_of,
)
from bot.games.shedding.cards import Card, Face


@dataclass(frozen=True, slots=True, eq=False)
class _Move:
    text: str

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its text, so that it stays one object in another process too."""
        return decode, (self.text,)


@final
@dataclass(frozen=True, slots=True, eq=False)
class Play(_Move):
    """Play a card. `suit` is the suit in force afterwards."""

    face: Face
    lowest: Card
    """Where to look for it in a sorted hand."""
    rank: Rank
    suit: Suit


@final
@dataclass(frozen=True, slots=True, eq=False)
class Draw(_Move):
    """Draw instead of playing."""


@dataclass(frozen=True, slots=True, eq=False)
class Keep(_Move):
    """Keep the card drawn last."""


@dataclass(frozen=True, slots=True, eq=False)
class Pass(_Move):
    """Do nothing, because nothing is left to draw."""


Move = Play | Draw | Keep | Pass


def decode(text: str) -> Move:
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise UnknownMove("That is no move in Crazy Eights. Open your hand again and press a button there.") from None


def _plays(face: Face) -> tuple[Play, ...]:
    """Every way to play a face: each suit for an eight."""
    rank, lowest = rank_of(face), ALL.lowest[face]
    text = RANK_LETTERS[rank] + SUIT_LETTERS[suit_of(face)]
    if rank != EIGHT:
        return (Play(text, face, lowest, rank, suit_of(face)),)
    return tuple(Play(f"{text}={SUIT_LETTERS[suit]}", face, lowest, rank, suit) for suit in SUITS)


DRAW = Draw("draw")
KEEP = Keep("keep")
PASS = Pass("pass")
PLAYS = {face: _plays(face) for face in FACES}

MOVES: tuple[Move, ...] = (DRAW, KEEP, PASS, *(play for plays in PLAYS.values() for play in plays))
_BY_TEXT: dict[str, Move] = {move.text: move for move in MOVES}
