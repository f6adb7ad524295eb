"""6 nimmt!'s expert: it guesses the other hands and plays the deal out with each of its cards (rules K1 and K5).

Others are imagined to reckon or to play by feeling, as the quicker computers do, by what they have played so far. Its
own later cards it imagines at random: how the deal goes on is not known yet, and a card that leaves many good ways open
does well then.
"""

from bisect import bisect, insort
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from bot.games.dealer import QuickDealer, Rng
from bot.games.search import best_move
from bot.games.six_nimmt.cards import Card, heads
from bot.games.six_nimmt.computer import unseen_by
from bot.games.six_nimmt.moves import Move, TakeRow
from bot.games.six_nimmt.reckon import Odds, Rows
from bot.games.six_nimmt.view import View

BUDGET = 2000
"""How often it plays a deal out for a decision, with up to four seats. With more it takes longer, so less often."""
FOUR = 4
FROM_ONE_DEAL = 12
"""How often it does that, on average, from one guess of the hidden cards. Likely guesses are used more often."""
MARGIN = 0.02
"""What a head less than the others' average is worth, against a deal won."""
SLIPS = 0.3
"""How often somebody plays any card."""
BY_FEELING = 0.5
"""How likely somebody plays by feeling, before anything was seen of them."""


@dataclass(frozen=True, slots=True)
class Expert:
    budget: int = BUDGET

    def choose(self, view: View, rng: Rng) -> Move | None:
        if view.seat not in view.waiting:
            return None
        budget = self.budget * FOUR // max(FOUR, len(view.counts))
        table = Imagined(view, rng, 1 + budget // FROM_ONE_DEAL)
        return best_move(view.moves, table.guess, table.finish, rng, budget)


Deal = tuple[list[list[Card]], list[float]]
"""Hands, and by seat how likely it plays by feeling, if these were its cards."""


class Imagined:
    """A table that looks like the real one from a seat."""

    def __init__(self, view: View, rng: Rng, deals: int) -> None:
        assert view.seat is not None  # the public does not play
        self._me, self._view = view.seat, view
        self._others = len(view.counts) - 1
        self._rows = Rows.of(view.rows)
        self._taken = [heads(cards) for cards in view.taken]
        shown = {card for card, _ in view.revealed}
        self._unseen = [card for card in unseen_by(view) if card not in shown]
        out = [*self._unseen, *view.hand]
        self._odds = Odds(out, self._others)
        self._tricks = []
        for rows, cards in reversed(view.tricks):
            out += cards
            self._tricks.append((Rows.of(rows), cards, Odds(out, self._others)))
        dice = QuickDealer(rng.below(2**32))
        likely = [self._judged(self.deal(dice)) for _ in range(deals)]
        self._deals = [deal for deal, _ in likely]
        self._weights = list(accumulate(weight for _, weight in likely))

    def deal(self, dice: QuickDealer) -> list[list[Card]]:
        """Hands that agree with what was seen."""
        hidden = self._unseen[:]
        dice.shuffle(hidden)
        hands = []
        for seat, count in enumerate(self._view.counts):
            hands.append(list(self._view.hand) if seat == self._me else sorted(hidden[:count]))
            if seat != self._me:
                del hidden[:count]
        return hands

    def _judged(self, hands: list[list[Card]]) -> tuple[Deal, float]:
        """A deal, and how well it explains what the others have played."""
        styles, weight = [], 1.0
        for seat, hand in enumerate(hands):
            if seat == self._me:
                styles.append(0.0)
                continue
            held, reckons, feels = hand[:], 1 - BY_FEELING, BY_FEELING
            for rows, cards, odds in self._tricks:
                insort(held, cards[seat])
                slip = SLIPS / len(held)
                reckons *= slip + (1 - SLIPS) * (rows.best(held, odds) == cards[seat])
                feels *= slip + (1 - SLIPS) * rows.chance_by_feeling(held, cards[seat])
            styles.append(feels / (feels + reckons))
            weight *= feels + reckons
        return (hands, styles), weight

    def guess(self, dice: QuickDealer) -> tuple[list[list[Card]], list[bool]]:
        """Hands, and who plays by feeling."""
        at = bisect(self._weights, self._weights[-1] * dice.below(2**30) / 2**30)
        hands, styles = self._deals[at]
        return hands, [dice.below(1000) < 1000 * chance for chance in styles]

    def finish(self, guess: tuple[list[list[Card]], list[bool]], move: Move, dice: QuickDealer) -> tuple[float, int]:
        hands, feels = [hand[:] for hand in guess[0]], guess[1]
        rows, taken = self._rows.copy(), self._taken[:]
        mine: Card | None = None
        if isinstance(move, TakeRow):
            (card, seat), *others = self._view.revealed
            taken[seat] += rows.take(move.row, card)
            rows.place(others, taken)
        else:
            mine = move.card
        while hands[0]:
            cards = []
            for seat, hand in enumerate(hands):
                if mine is not None and seat == self._me:
                    card = mine
                elif seat == self._me or dice.below(100) < 100 * SLIPS:
                    card = dice.choice(hand)
                elif feels[seat]:
                    card = rows.by_feeling(hand, dice)
                else:
                    card = rows.best(hand, self._odds)
                hand.remove(card)
                cards.append((card, seat))
            mine = None
            cards.sort()
            rows.place(cards, taken)
        return self._worth(taken), 1

    def _worth(self, taken: Sequence[int]) -> float:
        """Whether it wins, if this deal decides; and by how much it is ahead."""
        view, me = self._view, self._me
        totals = [before + now for before, now in zip(view.scores, taken, strict=True)]
        own, fewest = totals[me], min(totals)
        ahead = MARGIN * ((sum(totals) - own) / self._others - own)
        if own > fewest or max(totals) < view.options.target:
            return ahead
        return ahead + 1 / totals.count(fewest)


EXPERT = Expert()
