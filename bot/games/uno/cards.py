"""The cards of UNO: colours, symbols, faces, and the pack.

Faces count through the colours, thirteen symbols each, then Wild and Wild Draw Four.
"""

from functools import cache
from typing import Final

from bot.games.shedding.cards import Card, Face, Pack

Colour = int
RED, YELLOW, GREEN, BLUE = COLOURS = (0, 1, 2, 3)
NO_COLOUR: Final = 4
"""The colour of a Wild, and the colour in force while a Wild that was turned up waits for its colour."""

Symbol = int
SKIP: Final = 10
REVERSE: Final = 11
DRAW_TWO: Final = 12
WILD: Final = 13
WILD_FOUR: Final = 14
SYMBOLS = range(15)
IN_COLOUR = range(13)
"""The numbers 0 to 9, then Skip, Reverse and Draw Two."""

COLOUR_LETTERS = "RYGB"
SYMBOL_LETTERS: tuple[str, ...] = (*"0123456789", "S", "R", "+2", "W", "W+4")

WILD_FACE = Face(52)
WILD_FOUR_FACE = Face(53)
FACES = tuple(Face(face) for face in range(54))


def face_of(colour: Colour, symbol: Symbol) -> Face:
    if symbol >= WILD:
        return (WILD_FACE, WILD_FOUR_FACE)[symbol - WILD]
    return Face(colour * len(IN_COLOUR) + symbol)


def colour_of(face: Face) -> Colour:
    return NO_COLOUR if face >= WILD_FACE else face // len(IN_COLOUR)


def symbol_of(face: Face) -> Symbol:
    return WILD + face - WILD_FACE if face >= WILD_FACE else face % len(IN_COLOUR)


def short(face: Face) -> str:
    """A face in one to three characters: R7, BS, G+2, W, W+4."""
    colour, letters = colour_of(face), SYMBOL_LETTERS[symbol_of(face)]
    return letters if colour == NO_COLOUR else COLOUR_LETTERS[colour] + letters


def _copies(packs: int, wilds: int) -> list[int]:
    """Per colour one 0 and two of each other symbol, so many Wilds, four Wild Draw Fours (rule U1)."""
    in_colour = [1 if symbol == 0 else 2 for symbol in IN_COLOUR]
    return [packs * count for count in (*in_colour * len(COLOURS), wilds, 4)]


def worth_of(face: Face) -> int:
    """Points in hand: numbers their value, action cards 20, Wilds 50 (rule U25)."""
    symbol = symbol_of(face)
    return symbol if symbol < SKIP else 20 if symbol < WILD else 50


ALL = Pack(_copies(packs=2, wilds=4), worth_of)
FACE = ALL.face
COLOUR = tuple(colour_of(face) for face in FACE)
SYMBOL = tuple(symbol_of(face) for face in FACE)
"""The colour and the symbol of each card: what the rules look up all the time."""


@cache
def pack(packs: int, wilds: int) -> tuple[Card, ...]:
    """The cards that a round is played with."""
    return ALL.only(_copies(packs, wilds))
