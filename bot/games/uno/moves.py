"""The moves of UNO. There is one object for each move, found by its text; moves are compared by identity.

R7  G+2  BS  YR     play a card: colour, then number, +2, S for Skip or R for Reverse
W=G  W+4=B          play a Wild or a Wild Draw Four and name a colour
R7>2                play a 7 and swap hands with seat 2 (seven_zero)
R7!  W=G!  R7>2!    the same, calling UNO with the play
name=G              name the colour of a Wild that was turned up as the first discard
draw  keep  pass  take  challenge  call  catch>2
"""

from dataclasses import dataclass
from typing import final

from bot.errors import UnknownMove
from bot.games.base import MOST_SEATS, Seat
from bot.games.shedding.cards import Card, Face
from bot.games.uno.cards import (
    ALL,
    COLOUR_LETTERS,
    COLOURS,
    FACES,
    WILD_FACE,
    Colour,
    Symbol,
    colour_of,
    face_of,
    short,
    symbol_of,
)

SEATS = range(MOST_SEATS)
SEVEN: Symbol = 7
CALLED = "!"


@dataclass(frozen=True, slots=True, eq=False)
class _Move:
    text: str

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its text, so that it stays one object in another process too."""
        return decode, (self.text,)


@final
@dataclass(frozen=True, slots=True, eq=False)
class Play(_Move):
    """Play a card. `colour` is the colour in force afterwards."""

    face: Face
    lowest: Card
    """Where to look for it in a sorted hand."""
    symbol: Symbol
    colour: Colour
    swap: Seat | None
    call: bool


@final
@dataclass(frozen=True, slots=True, eq=False)
class Draw(_Move):
    """Draw instead of playing."""


@dataclass(frozen=True, slots=True, eq=False)
class Keep(_Move):
    """Keep the card just drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Pass(_Move):
    """Do nothing, because nothing is left to draw."""


@dataclass(frozen=True, slots=True, eq=False)
class Take(_Move):
    """Draw the penalty."""


@dataclass(frozen=True, slots=True, eq=False)
class Challenge(_Move):
    """Say that the Wild Draw Four was a bluff."""


@dataclass(frozen=True, slots=True, eq=False)
class Call(_Move):
    """Call UNO after the play."""


@dataclass(frozen=True, slots=True, eq=False)
class Catch(_Move):
    """Catch a seat that did not call UNO."""

    seat: Seat


@dataclass(frozen=True, slots=True, eq=False)
class Name(_Move):
    """Name the colour of a Wild turned up first."""

    colour: Colour


Other = Keep | Pass | Take | Challenge | Call | Catch | Name
Move = Play | Draw | Other


def decode(text: str) -> Move:
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise UnknownMove("That is no move in UNO. Open your hand again and press a button there.") from None


def _plays(face: Face, swaps: tuple[Seat | None, ...], calls: tuple[bool, ...]) -> tuple[Play, ...]:
    """Every way to play a face: each colour for a Wild, with each of these seats to swap, called or not."""
    wild = face >= WILD_FACE
    return tuple(
        Play(
            text=short(face)
            + (f"={COLOUR_LETTERS[colour]}" if wild else "")
            + ("" if swap is None else f">{swap}")
            + (CALLED if call else ""),
            face=face,
            lowest=ALL.lowest[face],
            symbol=symbol_of(face),
            colour=colour,
            swap=swap,
            call=call,
        )
        for colour in (COLOURS if wild else (colour_of(face),))
        for swap in swaps
        for call in calls
    )


DRAW = Draw("draw")
KEEP = Keep("keep")
PASS = Pass("pass")
TAKE = Take("take")
CHALLENGE = Challenge("challenge")
CALL = Call("call")
CATCH = tuple(Catch(f"catch>{seat}", seat) for seat in SEATS)
NAME = tuple(Name(f"name={COLOUR_LETTERS[colour]}", colour) for colour in COLOURS)

PLAIN = {face: _plays(face, (None,), (False,)) for face in FACES}
WITH_CALL = {face: _plays(face, (None,), (True,)) for face in FACES}
SWAPS = {
    face: tuple(_plays(face, (seat,), (False, True)) for seat in SEATS)
    for face in (face_of(colour, SEVEN) for colour in COLOURS)
}
"""For each 7, by seat: the plain move and the one that calls."""

MOVES: tuple[Move, ...] = (
    DRAW,
    KEEP,
    PASS,
    TAKE,
    CHALLENGE,
    CALL,
    *CATCH,
    *NAME,
    *(play for plays in PLAIN.values() for play in plays),
    *(play for plays in WITH_CALL.values() for play in plays),
    *(play for seats in SWAPS.values() for plays in seats for play in plays),
)
_BY_TEXT: dict[str, Move] = {move.text: move for move in MOVES}
