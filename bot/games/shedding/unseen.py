"""The cards that a seat does not see, dealt out in ways that agree with all that it has seen.

What it remembers for certain holds in every guess. What others chose to play only makes some hands likelier than
others, so each guess is the one before it with some cards changed round: always, if that explains better what was
played, and now and then if it explains it worse. After a while every deal comes as often as it is likely (this walk is
known as the Metropolis algorithm).
"""

from collections.abc import Callable, Iterable
from typing import Any

from bot.games.base import Seat
from bot.games.dealer import QuickDealer
from bot.games.shedding.cards import Card, Face, Pack
from bot.games.shedding.memory import Faces
from bot.games.shedding.state import NOBODY
from bot.games.shedding.view import SheddingView

Explains = Callable[[Seat, list[Face]], float]
"""How likely a seat does all that it did, if these are its cards, oldest first. Never 0: people do anything."""

UNMINDFUL = 10
"""In so many of a hundred guesses memory is left out: people draw on purpose, too."""
WARMING_UP = 10
"""So many times longer than later the walk goes before the first guess."""
DEALING = 8
"""So many hidden cards are as much work to deal as a move is to make,"""
CHANGING = 3
"""and changing a card round as much as so many moves."""
FINE = 2**30


class Unseen:
    """All that a seat does see becomes cards again: the copies of a face are all alike."""

    def __init__(self, view: SheddingView, me: Seat, cards: Iterable[Card], pack: Pack, explains: Explains) -> None:
        copies: dict[Face, list[Card]] = {}
        for card in cards:
            copies.setdefault(pack.face[card], []).append(card)

        def take(faces: Iterable[Face]) -> list[Card]:
            return [copies[face].pop() for face in faces]

        self._face, self._explains = pack.face, explains
        self._discards = take(view.discards)
        self._known = [take(faces) for faces in view.known] or [[] for _ in view.counts]
        """By seat, the cards there that are seen: in the own hand all."""
        self._known[me] = sorted(take(view.hand))
        self._drawn = next((card for card in self._known[me] if pack.face[card] == view.drawn), None)
        self._hidden = [card for left in copies.values() for card in left]
        self._held: list[list[int]] = []
        """By seat, the places where its hidden cards lie, oldest first. The pile lies behind them."""
        self._lacks: list[Faces] = []
        """By place, what lies not there."""
        self._owner: list[Seat] = []
        """By place, whose it is."""
        for seat, count in enumerate(view.counts):
            lacks = list(view.lacks[seat] if view.lacks else (0,) * count)
            for _ in self._known[seat]:  # a card that is seen may lie on any note: the one that says most is wasted
                lacks.remove(max(lacks, key=int.bit_count))
            self._held.append([*range(len(self._lacks), len(self._lacks) + len(lacks))])
            self._lacks += lacks
            self._owner += [seat] * len(lacks)
        self._places = len(self._lacks)
        pile = len(self._hidden) - self._places
        self._lacks += [0] * pile
        self._owner += [NOBODY] * pile
        self._dealt: list[Card] = []
        """By place, what the last guess dealt there."""
        self._likely: dict[Seat, float] = {}
        """By seat, how well that explains what it did."""
        self.work = len(self._hidden) // DEALING + CHANGING * self._places
        """How much work a guess is, in moves."""

    def seen(self, view: SheddingView) -> dict[str, Any]:
        """What the state of every shedding game has, as far as this seat sees it. Hands and pile come with a guess."""
        return {
            "hands": [],
            "pile": [],
            "discards": self._discards,
            "dealer": view.dealer,
            "turn": view.turn,
            "direction": view.direction,
            "out": list(view.out),
            "drawn": self._drawn,
            "scores": list(view.scores),
            "round": view.round,
        }

    def deal(self, dice: QuickDealer) -> tuple[list[list[Card]], list[Card]]:
        """The hands and the pile of a guess."""
        if dice.below(100) < UNMINDFUL:
            return self._laid(self._anyhow(dice))
        if not self._dealt:
            self._dealt = self._agreeing(dice)
            self._likely = {seat: self._explained(seat) for seat in range(len(self._held))}
            self._walk(WARMING_UP * self._places, dice)
        self._walk(self._places, dice)
        pile = self._dealt[self._places :]
        dice.shuffle(pile)
        return self._laid(self._dealt[: self._places] + pile)

    def _anyhow(self, dice: QuickDealer) -> list[Card]:
        dealt = self._hidden[:]
        dice.shuffle(dealt)
        return dealt

    def _agreeing(self, dice: QuickDealer) -> list[Card]:
        """Places that can hold the least are filled first."""
        hidden, dealt = self._anyhow(dice), [Card(0)] * self._places
        for place in sorted(range(self._places), key=lambda place: -self._lacks[place].bit_count()):
            at = next((at for at in range(len(hidden) - 1, -1, -1) if self._may_lie(hidden[at], place)), -1)
            dealt[place] = hidden.pop(at)
        return dealt + hidden

    def _walk(self, steps: int, dice: QuickDealer) -> None:
        dealt, likely = self._dealt, self._likely
        for _ in range(steps):
            one, other = dice.below(self._places), dice.below(len(dealt))
            if not self._may_lie(dealt[one], other) or not self._may_lie(dealt[other], one):
                continue
            dealt[one], dealt[other] = dealt[other], dealt[one]
            touched = {self._owner[one], self._owner[other]} - {NOBODY}
            now = {seat: self._explained(seat) for seat in touched}
            better = 1.0
            for seat in touched:
                better *= now[seat] / likely[seat]
            if dice.below(FINE) < better * FINE:
                likely.update(now)
            else:
                dealt[one], dealt[other] = dealt[other], dealt[one]

    def _may_lie(self, card: Card, place: int) -> bool:
        return not self._lacks[place] >> self._face[card] & 1

    def _explained(self, seat: Seat) -> float:
        cards = [*self._known[seat], *[self._dealt[place] for place in self._held[seat]]]
        return self._explains(seat, [self._face[card] for card in cards])

    def _laid(self, dealt: list[Card]) -> tuple[list[list[Card]], list[Card]]:
        hands = [
            sorted([*known, *[dealt[place] for place in held]])
            for known, held in zip(self._known, self._held, strict=True)
        ]
        return hands, dealt[self._places :]
