"""The moves of 6 nimmt!. There is one object for each move, found by its text; moves are compared by identity.

55      choose a card, or change the choice
row1    take a row, counted from the top
"""

from dataclasses import dataclass
from typing import final

from bot.errors import UnknownMove
from bot.games.six_nimmt.cards import HIGHEST, ROWS, Card


@dataclass(frozen=True, slots=True, eq=False)
class _Move:
    text: str

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as its text, so that it stays one object in another process too."""
        return decode, (self.text,)


@final
@dataclass(frozen=True, slots=True, eq=False)
class Choose(_Move):
    """Choose a card secretly."""

    card: Card


@final
@dataclass(frozen=True, slots=True, eq=False)
class TakeRow(_Move):
    """Take a row, because the card is lower than all row ends."""

    row: int


Move = Choose | TakeRow


def decode(text: str) -> Move:
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise UnknownMove("That is no move in 6 nimmt!. Open your hand again and press a button there.") from None


CHOOSE = {card: Choose(str(card), card) for card in range(1, HIGHEST + 1)}
TAKE_ROW = tuple(TakeRow(f"row{row + 1}", row) for row in range(ROWS))

MOVES: tuple[Move, ...] = (*CHOOSE.values(), *TAKE_ROW)
_BY_TEXT: dict[str, Move] = {move.text: move for move in MOVES}
