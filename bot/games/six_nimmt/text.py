"""6 nimmt! in words: cards, moves and events as plain text."""

from typing import assert_never

from bot.games.base import Names
from bot.games.six_nimmt.cards import HEADS, Card
from bot.games.six_nimmt.events import Chose, DealEnded, Dealt, Event, Placed, Revealed, TookRow
from bot.games.six_nimmt.moves import Choose, Move, TakeRow


def short(card: Card) -> str:
    """A card and its heads: 55 · 7."""
    return f"{card} · {HEADS[card]}"


def long(card: Card) -> str:
    """A card in full: 55 with 7 heads."""
    return f"{card} with {how_many(HEADS[card])}"


def how_many(heads: int) -> str:
    return "no heads" if heads == 0 else "1 head" if heads == 1 else f"{heads} heads"


def label(move: Move, names: Names) -> str:
    match move:
        case Choose():
            return short(move.card)
        case TakeRow():
            return f"Take row {move.row + 1}"
        case _:
            assert_never(move)


def line(event: Event, names: Names) -> str:
    match event:
        case Dealt(number, starts):
            return f"Deal {number}: the rows start with {_listed(starts)}."
        case Chose(seat, again):
            return f"{names[seat]} chooses another card." if again else f"{names[seat]} has chosen."
        case Revealed(cards):
            shown = sorted((card, names[seat]) for seat, card in enumerate(cards))
            return f"Revealed: {', '.join(f'{card} by {name}' for card, name in shown)}."
        case Placed(seat, card, row):
            return f"{names[seat]}'s {card} goes to row {row + 1}."
        case TookRow(seat, card, row, taken, heads, low):
            why = f"{card} is lower than all rows" if low else f"{card} is the sixth card"
            return f"{why}: {names[seat]} takes row {row + 1} with {_listed(taken)}, {how_many(heads)}."
        case DealEnded(heads, totals):
            scores = zip(names, heads, totals, strict=False)
            return (
                f"The deal is over. {' '.join(f'{name} takes {how_many(n)} ({total}).' for name, n, total in scores)}"
            )
        case _:
            assert_never(event)


def _listed(cards: tuple[Card, ...]) -> str:
    *others, last = map(str, cards)
    return f"{', '.join(others)} and {last}" if others else last
