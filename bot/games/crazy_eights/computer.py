"""Computer players for Crazy Eights. They see a view, never a state (rules K1 and K4).

`easy` plays any card that fits. `medium` keeps its eights and follows its longest suit. `hard` keeps its eights too,
but looks for the card that leaves it the most to play next, sheds points when somebody is about to go out, and then
uses what hurts the next seat.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.games.crazy_eights.cards import ACE, EIGHT, QUEEN, TWO, Suit, rank_of, suit_of, worth_of
from bot.games.crazy_eights.moves import Move, Play
from bot.games.crazy_eights.view import View
from bot.games.dealer import Rng

PickPlay = Callable[[View, Sequence[Play], Rng], Play]

NEARLY_OUT = 2
"""Somebody with so many cards may go out any moment."""


@dataclass(frozen=True, slots=True)
class Computer:
    pick: PickPlay

    def choose(self, view: View, rng: Rng) -> Move | None:
        plays = [move for move in view.moves if isinstance(move, Play)]
        if plays:
            return self.pick(view, plays, rng)
        return view.moves[0] if view.moves else None


def any_card(view: View, plays: Sequence[Play], rng: Rng) -> Play:
    """Any card that fits; after an eight, the suit that is left most."""
    face = rng.choice(list(dict.fromkeys(play.face for play in plays)))
    suits = _suits(view)
    return max((play for play in plays if play.face == face), key=lambda play: suits[play.suit])


def by_suit(view: View, plays: Sequence[Play], rng: Rng) -> Play:
    """Eights last, otherwise the longest suit."""
    suits = _suits(view)
    return max(plays, key=lambda play: (play.rank != EIGHT, suits[play.suit]))


def by_follow_up(view: View, plays: Sequence[Play], rng: Rng) -> Play:
    """The card that leaves the most to play next; points and sharp cards count more when somebody is nearly out."""
    suits = _suits(view)
    ranks = Counter(rank_of(face) for face in view.hand)
    others = [count for seat, count in enumerate(view.counts) if seat != view.seat and count]
    danger = min(others) <= NEARLY_OUT

    def value(play: Play) -> tuple[float, ...]:
        follow = suits[play.suit] + ranks[play.rank] - 1
        sharp = _acts(view, play.rank)
        points = worth_of(play.face)
        keep_eight = play.rank == EIGHT and not danger
        return (not keep_eight, danger and sharp, follow + sharp, points)

    return max(plays, key=value)


COMPUTERS = {"easy": Computer(any_card), "medium": Computer(by_suit), "hard": Computer(by_follow_up)}


def _acts(view: View, rank: int) -> bool:
    options = view.options
    return (
        (rank == TWO and options.two_draws_two)
        or (rank == QUEEN and options.queen_skips)
        or (rank == ACE and options.ace_reverses and len(view.counts) - len(view.out) == 2)
    )


def _suits(view: View) -> "Counter[Suit]":
    """How many cards of each suit are in hand. Eights go with any suit and count for none."""
    return Counter(suit_of(face) for face in view.hand if rank_of(face) != EIGHT)
