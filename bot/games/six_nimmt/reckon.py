"""What a card of 6 nimmt! costs on average, reckoned from the cards that are still out.

`Rows` are the four rows, as much of them as matters; `Odds` what the others may play. `hard` chooses by them, and the
expert imagines deals with them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, fsum, inf

from bot.games.base import Seat
from bot.games.dealer import Rng
from bot.games.six_nimmt.cards import HEADS, HIGHEST, ROW_LENGTH, ROWS, Card, heads

LOW, NEAR, AWAY = range(3)

# What is added to the heads that a card costs at once; chosen by playing against medium.
LOW_CARD = 0.5
"""A card lower than all rows loses the choice of a better moment,"""
DEAR_ROW = 1.6
"""and the row it takes weighs more than its heads."""
FAR = 0.02
"""Each unseen card between a row end and a card may come in between."""
LONG_ROW = 0.4
"""Each card in a row brings the others closer to taking it."""

CLOSE = 20
"""Up to this distance above a row end, a card lies close to it (rule K3)."""
FEELINGS = ((5, (LOW, NEAR, AWAY)), (60, (NEAR, LOW, AWAY)), (35, (AWAY, NEAR, LOW)))
"""How often in a hundred somebody who plays by feeling looks for which cards first: lower than all rows, close above a
row end, or further away."""
ORDERS = tuple(order for often, order in FEELINGS for _ in range(often))


class Odds:
    """How likely it is what the others play, if each plays any unseen card."""

    def __init__(self, unseen: Sequence[Card], others: int) -> None:
        out, count = set(unseen), max(1, len(unseen))
        self.lower = [0]
        """By card, how many unseen ones are lower."""
        for card in range(HIGHEST + 1):
            self.lower.append(self.lower[-1] + (card in out))
        self.sixth = _sixth(others, count)
        """By the room in a row and the unseen cards that fit in before a card: how likely it is the sixth."""
        self.lowest = _lowest(others, count)
        """By the unseen cards that are lower than a card: how likely nobody plays one and makes room."""


@dataclass(slots=True)
class Rows:
    ends: list[Card]
    lengths: list[int]
    costs: list[int]

    @classmethod
    def of(cls, rows: Sequence[Sequence[Card]]) -> "Rows":
        return cls([row[-1] for row in rows], [len(row) for row in rows], [heads(row) for row in rows])

    def copy(self) -> "Rows":
        return Rows(self.ends[:], self.lengths[:], self.costs[:])

    def cheapest(self) -> int:
        """The row with the fewest heads; of several, the shortest."""
        costs, lengths = self.costs, self.lengths
        return min(range(ROWS), key=lambda row: (costs[row], lengths[row]))

    def take(self, row: int, card: Card) -> int:
        """The heads of a row that a card starts anew."""
        cost = self.costs[row]
        self.ends[row], self.lengths[row], self.costs[row] = card, 1, HEADS[card]
        return cost

    def place(self, cards: Sequence[tuple[Card, Seat]], taken: list[int]) -> None:
        """Place revealed cards, lowest first; a card that is lower than all rows takes the cheapest."""
        ends, lengths, costs = self.ends, self.lengths, self.costs
        for card, seat in cards:
            end, at = 0, -1
            for row in range(ROWS):
                if end < ends[row] < card:
                    end, at = ends[row], row
            if at < 0:
                taken[seat] += self.take(self.cheapest(), card)
            elif lengths[at] == ROW_LENGTH:
                taken[seat] += self.take(at, card)
            else:
                ends[at] = card
                lengths[at] += 1
                costs[at] += HEADS[card]

    def best(self, hand: Sequence[Card], odds: Odds) -> Card:
        """The card of a sorted hand that costs the least; of several, the dearest to get rid of."""
        ends, lengths, costs = self.ends, self.lengths, self.costs
        lower, lowest, sixth = odds.lower, odds.lowest, odds.sixth
        low, dear = min(ends), DEAR_ROW * min(costs)
        best, least = hand[0], inf
        for card in hand:
            if card < low:
                cost = LOW_CARD + dear * lowest[lower[card]]
            else:
                end, at = 0, 0
                for row in range(ROWS):
                    if end < ends[row] < card:
                        end, at = ends[row], row
                length = lengths[at]
                between = lower[card] - lower[end + 1]
                cost = costs[at] * sixth[ROW_LENGTH - length][between] + FAR * between - LONG_ROW * length
            if cost < least or (cost == least and HEADS[card] >= HEADS[best]):
                best, least = card, cost
        return best

    def by_feeling(self, hand: Sequence[Card], rng: Rng) -> Card:
        """A card of a sorted hand as the source's player chooses it (rule K3)."""
        return rng.choice(_first(self._groups(hand), ORDERS[rng.below(len(ORDERS))]))

    def chance_by_feeling(self, hand: Sequence[Card], card: Card) -> float:
        """How likely it is that this card is chosen so."""
        groups, chance = self._groups(hand), 0.0
        for often, order in FEELINGS:
            group = _first(groups, order)
            if card in group:
                chance += often / (100 * len(group))
        return chance

    def _groups(self, hand: Sequence[Card]) -> tuple[list[Card], list[Card], list[Card]]:
        groups: tuple[list[Card], list[Card], list[Card]] = ([], [], [])
        ends = sorted(self.ends)
        for card in hand:
            if card < ends[0]:
                groups[LOW].append(card)
            else:
                end = max([end for end in ends if end < card])
                groups[NEAR if card - end <= CLOSE else AWAY].append(card)
        return groups


def _first(groups: tuple[list[Card], list[Card], list[Card]], order: tuple[int, int, int]) -> list[Card]:
    """The first group of these that has any card."""
    return next(groups[each] for each in order if groups[each])


@cache
def _sixth(others: int, unseen: int) -> list[list[float]]:
    """By room and cards in between: how likely at least so many of the others play one of those."""
    return [
        [1 - fsum(_exactly(hits, others, between / unseen) for hits in range(room)) for between in range(unseen + 1)]
        if room <= others
        else [0.0] * (unseen + 1)
        for room in range(ROW_LENGTH)
    ]


@cache
def _lowest(others: int, unseen: int) -> list[float]:
    return [_exactly(0, others, lower / unseen) for lower in range(unseen + 1)]


def _exactly(hits: int, tries: int, chance: float) -> float:
    """How likely it is that so many of some tries succeed."""
    return comb(tries, hits) * _power(chance, hits) * _power(1 - chance, tries - hits)


def _power(base: float, times: int) -> float:
    """By multiplying, which is the same on every machine."""
    result = 1.0
    for _ in range(times):
        result *= base
    return result
