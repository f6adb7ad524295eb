"""What a play tells of the hand that it was chosen from.

Most people play what goes with most of their other cards, cards that do something early, and cards that go on
everything late. How much they do so is a guess of its own; some play anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, prod

from bot.games.shedding.cards import Face
from bot.games.shedding.memory import Choice

SURE = 3
"""How many times as likely a card is chosen that goes with one more of the others."""
ANYHOW = 0.15
"""How often somebody plays anything."""
LEAST, MOST = -60, 240
WEIGHT = {liking: float(SURE**liking) if liking >= 0 else 1 / SURE**-liking for liking in range(LEAST, MOST)}
"""By how well a card goes, reckoned with whole numbers: that is the same on every machine."""


@dataclass(frozen=True, slots=True)
class Tells:
    """How the cards of a game go together."""

    groups: int
    """How many colours or suits there are."""
    group: Sequence[int]
    """By face, its colour or suit; as many as there are for a card that goes on everything."""
    kind: Sequence[int]
    """By face, its symbol or rank."""
    liking: Sequence[int]
    """By kind, what it adds to how many cards go with it."""

    def explained(self, choices: Sequence[Choice], hand: Sequence[Face]) -> float:
        """How likely all these plays are, if the hand is this one now, oldest cards first."""
        return prod([self.chance(choice, hand) for choice in choices])

    def chance(self, choice: Choice, hand: Sequence[Face]) -> float:
        """How likely one of them is."""
        held = [choice.face, *choice.gone, *hand[: choice.left]]
        groups, kinds = [0] * (self.groups + 1), [0] * len(self.liking)
        for face in held:
            groups[self.group[face]] += 1
            kinds[self.kind[face]] += 1
        weights = [
            WEIGHT[groups[self.group[face]] + kinds[self.kind[face]] + self.liking[self.kind[face]]]
            for face in held
            if choice.fitting >> face & 1
        ]
        chance = _mostly(weights[0], weights)
        if self.group[choice.face] == self.groups:
            named = [WEIGHT[count] for count in groups[: self.groups]]
            chance *= _mostly(named[choice.named], named)
        return chance


def _mostly(chosen: float, weights: Sequence[float]) -> float:
    return ANYHOW / len(weights) + (1 - ANYHOW) * chosen / fsum(weights)
