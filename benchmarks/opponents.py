"""Players that only the leagues know: a plain search to measure against, and experts that cheat.

Nothing in the bot can play like these. The plain search is what one would write first: for each card as many random
deals as for the others, a hundred in all, and the card that costs itself the fewest heads. The cheats are the experts
with the true hands laid open; if the honest ones peeked, they would be as strong.
"""

from dataclasses import replace
from typing import Any

from bot.games import GAMES
from bot.games.base import AnyGame
from bot.games.crazy_eights import computer as eights_rules
from bot.games.crazy_eights import expert as eights
from bot.games.dealer import QuickDealer, Rng
from bot.games.search import best_move
from bot.games.six_nimmt import expert as nimmt
from bot.games.six_nimmt.cards import Card
from bot.games.six_nimmt.moves import TakeRow
from bot.games.six_nimmt.reckon import Rows
from bot.games.uno import computer as uno_rules
from bot.games.uno import expert as uno

PLAIN_BUDGET = 100


class PlainSearch:
    """6 nimmt! by a hundred random deals, spread evenly, for the fewest heads of its own."""

    def choose(self, view: Any, rng: Rng) -> Any:
        if view.seat not in view.waiting:
            return None
        dice = QuickDealer(rng.below(2**32))
        table = nimmt.Imagined(view, dice, 1)
        rounds = PLAIN_BUDGET // len(view.moves)
        return min(view.moves, key=lambda move: sum(self._heads(table, view, move, dice) for _ in range(rounds)))

    def _heads(self, table: nimmt.Imagined, view: Any, move: Any, dice: QuickDealer) -> int:
        hands, rows, taken = table.deal(dice), Rows.of(view.rows), [0] * len(view.counts)
        for hand in hands:
            dice.shuffle(hand)
        if isinstance(move, TakeRow):
            (card, seat), *others = view.revealed
            taken[seat] += rows.take(move.row, card)
            rows.place(others, taken)
        else:
            own = hands[view.seat]
            own.remove(move.card)
            own.insert(0, move.card)
        for trick in zip(*hands, strict=True):
            cards: list[tuple[Card, int]] = [(card, seat) for seat, card in enumerate(trick)]
            rows.place(sorted(cards), taken)
        heads: int = taken[view.seat]
        return heads


class Cheat:
    """An expert that sees all hands. The pile stays hidden: it is shuffled for every guess."""

    def __init__(self) -> None:
        self._state: Any = None

    def opened(self, game: AnyGame) -> AnyGame:
        """The game, with its states laid open to this player."""

        def view(state: Any, seat: int | None) -> Any:
            self._state = state
            return game.view(state, seat)

        return replace(game, view=view)

    def _true(self, dice: QuickDealer) -> Any:
        state = self._state.copy()
        state.memory = None
        dice.shuffle(state.pile)
        return state


class UnoCheat(Cheat):
    def choose(self, view: Any, rng: Rng) -> Any:
        if uno_rules.call_or_catch(view) is not None or not view.moves or uno_rules.stale(view):
            return GAMES["uno"].computer("hard").choose(view, rng)
        return best_move(uno.worth_trying(view), self._true, uno.Imagined(view).finish, rng, uno.BUDGET)


class EightsCheat(Cheat):
    def choose(self, view: Any, rng: Rng) -> Any:
        if not view.moves or eights_rules.stale(view):
            return GAMES["eights"].computer("hard").choose(view, rng)
        return best_move(eights.worth_trying(view), self._true, eights.Imagined(view).finish, rng, eights.BUDGET)


class NimmtCheat(Cheat):
    def choose(self, view: Any, rng: Rng) -> Any:
        if view.seat not in view.waiting:
            return None
        table = nimmt.Imagined(view, rng, nimmt.BUDGET // nimmt.FROM_ONE_DEAL)
        hands = self._state.hands

        def guess(dice: QuickDealer) -> Any:
            return hands, table.guess(dice)[1]

        return best_move(view.moves, guess, table.finish, rng, nimmt.BUDGET)


CHEATS: dict[str, type[Cheat]] = {"uno": UnoCheat, "eights": EightsCheat, "nimmt": NimmtCheat}
