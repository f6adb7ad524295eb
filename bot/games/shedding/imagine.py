"""Imagining a shedding game: hidden cards dealt in a way that agrees with all that a seat remembers, and rounds played
out from there."""

from collections.abc import Callable, Iterable
from math import fsum
from typing import Any, TypeVar

from bot.games.base import Seat
from bot.games.dealer import QuickDealer, Rng
from bot.games.shedding.cards import Card, Face, Pack
from bot.games.shedding.memory import Faces
from bot.games.shedding.scoring import ONE_ROUND
from bot.games.shedding.state import SheddingState
from bot.games.shedding.view import SheddingView

Place = tuple[Faces, Seat]
"""A hidden card in a hand: what it is not, and whose it is."""
S = TypeVar("S", bound=SheddingState)
M = TypeVar("M")

AMONG_MORE = 2.7
"""With more than two seats, so many times the work: how one plays decides less, and shows only in more games."""
UNMINDFUL = 10
"""In so many of a hundred guesses memory is left out: people draw on purpose, too."""
ENDLESS = 200
"""Moves after which nobody waits for the end of an imagined round."""
POINTS = 100
"""Points in a match that weigh as much as a round won."""
COPYING = 3
"""A copy of a guess is as much work as so many moves,"""
DEALING = 8
"""and so many hidden cards that are dealt out as much as one."""
CLOSENESS = tuple(round(0.74**cards, 9) for cards in range(250))
"""By the cards left in a hand, how close it is to going out."""


class Unseen:
    """The cards that a seat does not see. All it does see becomes cards again: the copies of a face are all alike."""

    def __init__(self, view: SheddingView, me: Seat, cards: Iterable[Card], pack: Pack) -> None:
        copies: dict[Face, list[Card]] = {}
        for card in cards:
            copies.setdefault(pack.face[card], []).append(card)

        def take(faces: Iterable[Face]) -> list[Card]:
            return [copies[face].pop() for face in faces]

        self._pack = pack
        self.discards = take(view.discards)
        self.known = [take(faces) for faces in view.known] or [[] for _ in view.counts]
        """By seat, the cards there that are seen: in the own hand all."""
        self.known[me] = sorted(take(view.hand))
        self.drawn = next((card for card in self.known[me] if pack.face[card] == view.drawn), None)
        self.hidden = [card for left in copies.values() for card in left]
        self.places: list[Place] = []
        for seat, count in enumerate(view.counts):
            left = count - len(self.known[seat])
            lacks = sorted(view.lacks[seat] if view.lacks else (0,) * count, key=int.bit_count)
            self.places += [(each, seat) for each in lacks[:left]]
        self.places.sort(key=lambda place: -place[0].bit_count())
        self.work = len(self.hidden) // DEALING
        """How much work a guess is, in moves."""
        self._any = [(0, seat) for _, seat in self.places]

    def seen(self, view: SheddingView) -> dict[str, Any]:
        """What the state of every shedding game has, as far as this seat sees it. Hands and pile come with a guess."""
        return {
            "hands": [],
            "pile": [],
            "discards": self.discards,
            "dealer": view.dealer,
            "turn": view.turn,
            "direction": view.direction,
            "out": list(view.out),
            "drawn": self.drawn,
            "scores": list(view.scores),
            "round": view.round,
        }

    def lacking(self, seat: Seat, faces: Faces) -> list[Place]:
        """The places, if one seat has none of these faces."""
        places = [(lacks | faces if owner == seat else lacks, owner) for lacks, owner in self.places]
        return sorted(places, key=lambda place: -place[0].bit_count())

    def deal(self, places: list[Place], dice: QuickDealer) -> tuple[list[list[Card]], list[Card]]:
        """Hands and a pile that agree with the places. Those that can hold the least are filled first."""
        if dice.below(100) < UNMINDFUL:
            places = self._any
        face, hidden = self._pack.face, self.hidden[:]
        hands = [hand[:] for hand in self.known]
        dice.shuffle(hidden)
        for lacks, seat in places:
            at = -1
            if lacks:
                at = next((at for at in range(len(hidden) - 1, -1, -1) if not lacks >> face[hidden[at]] & 1), -1)
            hands[seat].append(hidden.pop(at))
        for hand in hands:
            hand.sort()
        return hands, hidden


def play_out(
    state: S,
    guess: S,
    me: Seat,
    target: int,
    apply: Callable[[S, Seat, M, Rng], Any],
    quick: Callable[[S, Seat], M],
    dice: QuickDealer,
) -> tuple[float, int]:
    """Play the round of a guess on with quick moves until it ends; what it is worth to a seat, and how much work that
    was, in moves. The state is the guess after its first move; it is used up."""
    for made in range(1, ENDLESS):
        turn = state.turn
        if turn < 0 or state.round != guess.round:
            return _worth(state, me, target, guess.scores), made + COPYING
        apply(state, turn, quick(state, turn), dice)
    return (_closeness(state, me) if target == ONE_ROUND else 0.0), ENDLESS


def _worth(state: SheddingState, me: Seat, target: int, before: list[int]) -> float:
    """A round won counts 1. How close each hand was to going out counts too: luck decides who wins an imagined round,
    but who comes close again and again holds the better cards. In a match it is the points, less those of others."""
    if target != ONE_ROUND:
        gains = [after - earlier for after, earlier in zip(state.scores, before, strict=True)]
        return (2 * gains[me] - sum(gains)) / POINTS
    assert state.outcome is not None
    seats = len(state.hands)
    if len(state.out) > 1:  # play went on for second place: 1 for the first to 0 for the last
        return (seats - state.outcome.places[me]) / (seats - 1)
    winners = state.outcome.winners
    return (1 / len(winners) if me in winners else 0.0) + _closeness(state, me)


def _closeness(state: SheddingState, me: Seat) -> float:
    """How close a hand is to going out, as a share of all hands."""
    close = [CLOSENESS[len(hand)] for hand in state.hands]
    return close[me] / fsum(close)
