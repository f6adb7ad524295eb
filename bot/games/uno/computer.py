"""Computer players for UNO. They see a view, never a state (rules K1, K2 and K6).

`easy` plays any card that fits. `medium` tosses a coin and plays its most frequent symbol or its most frequent colour.
`hard` adds both frequencies up, prefers Draw Two, Reverse and Skip, holds its Wilds back, never bluffs, and decides
about challenges and swaps by what it sees. The two weaker ones sometimes forget to call UNO, or to catch.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.games.base import Seat
from bot.games.dealer import Rng
from bot.games.shedding.cards import Face
from bot.games.shedding.state import seat_before
from bot.games.uno.cards import COLOURS, SKIP, WILD, WILD_FOUR, Colour, colour_of, symbol_of, worth_of
from bot.games.uno.moves import CALL, CHALLENGE, KEEP, SEVEN, TAKE, Catch, Move, Name, Play
from bot.games.uno.state import Asked
from bot.games.uno.view import View

PickFace = Callable[[View, Sequence[Face], Rng], Face]

ACTION_BONUS = 100
"""More than two frequencies add up to: Draw Two, Reverse and Skip come first,"""
WILD_MALUS = 1000
"""and Wilds last."""
SWAP_WEIGHT = 25
"""What a card less in hand is worth when a 7 or a 0 changes hands."""
HARDLY_ANY = 18
"""So few cards outside hands may be nothing but Wilds, or nothing but Draw Twos."""
DOUBTFUL_HAND = 6
"""From so many cards on, a hand hardly ever has none of the colour in force: worth a challenge."""


@dataclass(frozen=True, slots=True)
class Computer:
    pick: PickFace
    """Which of the faces that fit to play."""
    forgets: int
    """How often in a hundred a call or a catch is forgotten."""
    jumps: int
    """How often in a hundred a chance to jump in is taken."""
    careful: bool
    """Whether it weighs a bluff or a challenge, or does whatever it can."""

    def choose(self, view: View, rng: Rng) -> Move | None:
        duty = call_or_catch(view)
        if duty is not None and not self._forgets(rng):
            return duty
        plays = [move for move in view.moves if isinstance(move, Play)]
        if view.seat != view.turn:
            return self._play(view, plays, rng) if plays and rng.below(100) < self.jumps else None
        if self.careful:
            plays = [play for play in plays if not _is_bluff(view, play)] or _unless_optional(view, plays)
        if plays:
            return self._play(view, plays, rng)
        if view.asked is Asked.NAME:
            return _name(view)
        if self.careful and CHALLENGE in view.moves and _doubts(view):
            return CHALLENGE
        return next(move for move in view.moves if not isinstance(move, Play | Catch) and move is not CALL)

    def _play(self, view: View, plays: Sequence[Play], rng: Rng) -> Play:
        """The face by this computer's own way; then the best colour and the smallest hand to swap with."""
        pick = any_face if stale(view) else self.pick
        face = pick(view, list(dict.fromkeys(play.face for play in plays)), rng)
        ways = [play for play in plays if play.face == face]
        calls = [play for play in ways if play.call]
        if calls and not self._forgets(rng):
            ways = calls
        if stale(view):
            return rng.choice(ways)
        colours = colour_counts(view)
        return max(ways, key=lambda play: (colours[play.colour], -_size(view, play.swap)))

    def _forgets(self, rng: Rng) -> bool:
        return rng.below(100) < self.forgets


def any_face(view: View, faces: Sequence[Face], rng: Rng) -> Face:
    return rng.choice(faces)


def by_coin(view: View, faces: Sequence[Face], rng: Rng) -> Face:
    """The most frequent symbol in hand, or the most frequent colour."""
    colours, symbols = colour_counts(view), _symbol_counts(view)
    if rng.below(2):
        return max(faces, key=lambda face: symbols[symbol_of(face)])
    return max(faces, key=lambda face: colours[colour_of(face)])


def by_both(view: View, faces: Sequence[Face], rng: Rng) -> Face:
    """The source's Smart Bot: both frequencies, action cards first, Wilds last; ties by the points they shed."""
    colours, symbols = colour_counts(view), _symbol_counts(view)

    def value(face: Face) -> tuple[int, int]:
        symbol = symbol_of(face)
        rate = symbols[symbol] + colours[colour_of(face)]
        if symbol >= WILD:
            rate -= WILD_MALUS
        elif symbol >= SKIP:
            rate += ACTION_BONUS
        return rate + SWAP_WEIGHT * _shed_by_swap(view, symbol), worth_of(face)

    return max(faces, key=value)


COMPUTERS = {
    "easy": Computer(any_face, forgets=50, jumps=50, careful=False),
    "medium": Computer(by_coin, forgets=25, jumps=50, careful=False),
    "hard": Computer(by_both, forgets=0, jumps=100, careful=True),
}


def call_or_catch(view: View) -> Move | None:
    return next((move for move in view.moves if move is CALL or isinstance(move, Catch)), None)


def _unless_optional(view: View, plays: Sequence[Play]) -> list[Play]:
    """Only bluffs are left: no play, if there is anything else to do."""
    return [] if KEEP in view.moves or TAKE in view.moves else list(plays)


def _is_bluff(view: View, play: Play) -> bool:
    if play.symbol != WILD_FOUR or view.options.challenge == "off":
        return False
    return any(colour_of(face) == view.colour for face in view.hand)


def _name(view: View) -> Move:
    """The most frequent colour in hand."""
    colours = colour_counts(view)
    return max((move for move in view.moves if isinstance(move, Name)), key=lambda move: colours[move.colour])


def _doubts(view: View) -> bool:
    """Whether the Wild Draw Four before this seat was played from a hand too large to be honest."""
    return view.counts[_seat_before(view, view.turn)] >= DOUBTFUL_HAND


def _seat_before(view: View, seat: Seat) -> Seat:
    return seat_before([each for each in range(len(view.counts)) if each not in view.out], seat, view.direction)


def _shed_by_swap(view: View, symbol: int) -> int:
    """How many cards fewer this seat holds after the swap that a 7 or a 0 brings."""
    left = len(view.hand) - 1
    if view.seat is None or not view.options.seven_zero or not left or symbol not in (0, SEVEN):
        return 0
    if symbol == 0:
        return left - view.counts[_seat_before(view, view.seat)]
    return left - min(count for seat, count in enumerate(view.counts) if seat != view.seat and count)


def stale(view: View) -> bool:
    """Whether nearly all cards are in hands. Then players who always know best may go round in circles for ever, with
    the few cards that are left: everybody plays like easy until there are more."""
    return view.pile + len(view.discards) <= HARDLY_ANY


def _size(view: View, seat: Seat | None) -> int:
    return 0 if seat is None else view.counts[seat]


def colour_counts(view: View) -> "Counter[Colour]":
    """How many cards of each colour are in hand. Wilds count for no colour."""
    colours = [colour_of(face) for face in view.hand]
    return Counter(colour for colour in colours if colour in COLOURS)


def _symbol_counts(view: View) -> "Counter[int]":
    return Counter(symbol_of(face) for face in view.hand)
