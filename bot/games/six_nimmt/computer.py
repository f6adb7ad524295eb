"""Computer players for 6 nimmt!. They see a view, never a state (rules K1 and K3).

`easy` plays at random. `medium` is the source's player: it sorts its cards by how far they lie above the nearest row
end, and mostly plays one that lies close. `hard` reckons for each card how many heads it will cost on average, from
the cards that it has not seen yet.
"""

from collections.abc import Mapping, Sequence
from math import comb

from bot.games.base import Computer
from bot.games.dealer import Rng
from bot.games.six_nimmt.cards import HAND, HEADS, HIGHEST, ROW_LENGTH, ROWS, Card, heads
from bot.games.six_nimmt.moves import Choose, Move, TakeRow
from bot.games.six_nimmt.view import View

# What hard adds to the heads that a card costs at once; chosen by playing against medium.
LOW_CARD = 0.5
"""A card lower than all rows loses the choice of a better moment,"""
DEAR_ROW = 1.6
"""and the row it takes weighs more than its heads."""
FAR = 0.02
"""Each unseen card between a row end and a card may come in between."""
LONG_ROW = 0.4
"""Each card in a row brings the others closer to taking it."""

CLOSE = 20
"""Up to this distance above a row end, a card lies close to it."""


class Easy:
    def choose(self, view: View, rng: Rng) -> Move | None:
        return rng.choice(view.moves) if view.seat in view.waiting else None


class Medium:
    def choose(self, view: View, rng: Rng) -> Move | None:
        if view.seat not in view.waiting:
            return None
        if view.seat == view.chooser:
            return _cheapest_row(view)
        cards = [move for move in view.moves if isinstance(move, Choose)]
        above = {move: _above(view, move.card) for move in cards}
        low = [move for move in cards if above[move] is None]
        close = [move for move in cards if (above[move] or HIGHEST) <= CLOSE]
        far = [move for move in cards if (above[move] or 0) > CLOSE]
        toss = rng.below(100)
        if toss < 5:
            groups = (low, close, far)
        elif toss < 65:
            groups = (close, low, far)
        else:
            groups = (far, close, low)
        return rng.choice(next(group for group in groups if group))


class Hard:
    def choose(self, view: View, rng: Rng) -> Move | None:
        if view.seat not in view.waiting:
            return None
        if view.seat == view.chooser:
            return _cheapest_row(view)
        unseen = _unseen(view)
        cards = [move for move in view.moves if isinstance(move, Choose)]
        return min(cards, key=lambda move: (_cost(view, move.card, unseen), -HEADS[move.card], -move.card))


COMPUTERS: Mapping[str, Computer[View, Move]] = {"easy": Easy(), "medium": Medium(), "hard": Hard()}


def _cheapest_row(view: View) -> Move:
    """The row with the fewest heads; of several, the shortest."""
    rows = [move for move in view.moves if isinstance(move, TakeRow)]
    return min(rows, key=lambda move: (heads(view.rows[move.row]), len(view.rows[move.row])))


def _above(view: View, card: Card) -> int | None:
    """How far a card lies above the nearest row end below it. None: it is lower than all."""
    below = [row[-1] for row in view.rows if row[-1] < card]
    return card - max(below) if below else None


def _unseen(view: View) -> list[Card]:
    """Cards that others may hold: not in this hand, not on the table, not taken."""
    highest = HAND * len(view.counts) + ROWS if view.options.known_cards else HIGHEST
    seen = {card for cards in (view.hand, *view.rows, *view.taken) for card in cards}
    return [card for card in range(1, highest + 1) if card not in seen]


def _cost(view: View, card: Card, unseen: Sequence[Card]) -> float:
    """What playing a card costs in heads, on average, if the others play any unseen card."""
    others = len(view.counts) - 1
    below = [row for row in view.rows if row[-1] < card]
    if not below:
        lower = sum(other < card for other in unseen) / len(unseen)
        alone = (1 - lower) ** others  # nobody plays lower still and makes room
        return LOW_CARD + DEAR_ROW * min(heads(row) for row in view.rows) * alone
    row = max(below, key=lambda row: row[-1])
    between = sum(row[-1] < other < card for other in unseen)
    taken = heads(row) * _at_least(ROW_LENGTH - len(row), others, between / len(unseen))
    return taken + FAR * between - LONG_ROW * len(row)


def _at_least(wanted: int, tries: int, chance: float) -> float:
    """How likely it is that at least so many of some tries succeed."""
    if wanted > tries:
        return 0.0
    return 1 - sum(comb(tries, hits) * chance**hits * (1 - chance) ** (tries - hits) for hits in range(wanted))
