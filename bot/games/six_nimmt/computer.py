"""Computer players for 6 nimmt!. They see a view, never a state (rules K1 and K3).

`easy` plays at random. `medium` is the source's player: it sorts its cards by how far they lie above the nearest row
end, and mostly plays one that lies close. `hard` reckons for each card how many heads it will cost on average, from
the cards that it has not seen yet.
"""

from collections.abc import Mapping

from bot.games.base import Computer
from bot.games.dealer import Rng
from bot.games.six_nimmt.cards import HAND, HIGHEST, ROWS, Card, heads
from bot.games.six_nimmt.moves import CHOOSE, Choose, Move, TakeRow
from bot.games.six_nimmt.reckon import Odds, Rows
from bot.games.six_nimmt.view import View


class Easy:
    def choose(self, view: View, rng: Rng) -> Move | None:
        return rng.choice(view.moves) if view.seat in view.waiting else None


class Medium:
    def choose(self, view: View, rng: Rng) -> Move | None:
        if view.seat not in view.waiting:
            return None
        if view.seat == view.chooser:
            return _cheapest_row(view)
        return CHOOSE[Rows.of(view.rows).by_feeling(_cards(view), rng)]


class Hard:
    def choose(self, view: View, rng: Rng) -> Move | None:
        if view.seat not in view.waiting:
            return None
        if view.seat == view.chooser:
            return _cheapest_row(view)
        odds = Odds(unseen_by(view), len(view.counts) - 1)
        return CHOOSE[Rows.of(view.rows).best(_cards(view), odds)]


COMPUTERS: Mapping[str, Computer[View, Move]] = {"easy": Easy(), "medium": Medium(), "hard": Hard()}


def _cheapest_row(view: View) -> Move:
    """The row with the fewest heads; of several, the shortest."""
    rows = [move for move in view.moves if isinstance(move, TakeRow)]
    return min(rows, key=lambda move: (heads(view.rows[move.row]), len(view.rows[move.row])))


def _cards(view: View) -> list[Card]:
    """The cards that can be chosen, in order."""
    return [move.card for move in view.moves if isinstance(move, Choose)]


def unseen_by(view: View) -> list[Card]:
    """Cards that others may hold: not in this hand, not on the table, not taken."""
    highest = HAND * len(view.counts) + ROWS if view.options.known_cards else HIGHEST
    seen = {card for cards in (view.hand, *view.rows, *view.taken) for card in cards}
    return [card for card in range(1, highest + 1) if card not in seen]
