"""Computer players for Crazy Eights. They see a view, never a state (rules K1 and K4).

`easy` plays any card that fits. `medium` keeps its eights and follows its longest suit. `hard` keeps its eights too,
remembers what was played, and looks for the card that leaves itself the most and the others the least to play next.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.games.crazy_eights.cards import (
    ACE,
    EIGHT,
    FACES,
    TWO_PACKS_SEATS,
    Suit,
    rank_of,
    suit_of,
    worth_of,
)
from bot.games.crazy_eights.moves import Move, Play
from bot.games.crazy_eights.view import View
from bot.games.dealer import Rng
from bot.games.shedding.cards import Face

PickPlay = Callable[[View, Sequence[Play], Rng], Play]

HARDLY_ANY = 10
"""So few cards outside hands may be nothing but eights."""
OTHERS = 10
"""What it is worth that no unseen card follows, in cards of this seat's own that do."""
SHARP = 2
"""What a card is worth that costs the next seat its turn."""
DEAR = 10
"""So many points shed are worth one card that follows."""


@dataclass(frozen=True, slots=True)
class Computer:
    pick: PickPlay

    def choose(self, view: View, rng: Rng) -> Move | None:
        plays = [move for move in view.moves if isinstance(move, Play)]
        if not plays:
            return view.moves[0] if view.moves else None
        return rng.choice(plays) if stale(view) else self.pick(view, plays, rng)


def any_card(view: View, plays: Sequence[Play], rng: Rng) -> Play:
    """Any card that fits; after an eight, the suit that is left most."""
    face = rng.choice(list(dict.fromkeys(play.face for play in plays)))
    suits = suit_counts(view)
    return max((play for play in plays if play.face == face), key=lambda play: suits[play.suit])


def by_suit(view: View, plays: Sequence[Play], rng: Rng) -> Play:
    """Eights last, otherwise the longest suit."""
    suits = suit_counts(view)
    return max(plays, key=lambda play: (play.rank != EIGHT, suits[play.suit]))


def by_what_follows(view: View, plays: Sequence[Play], rng: Rng) -> Play:
    """Eights last, otherwise much to follow for this seat and little for the others; then sharp and dear cards."""
    unseen = _unseen(view)
    hand = Counter(face for face in view.hand if rank_of(face) != EIGHT)

    def value(play: Play) -> tuple[bool, float]:
        own = _following(hand, play) - (play.rank != EIGHT)
        others = _following(unseen, play) / max(1, unseen.total())
        return play.rank != EIGHT, own - OTHERS * others + SHARP * _acts(view, play.rank) + worth_of(play.face) / DEAR

    return max(plays, key=value)


COMPUTERS = {"easy": Computer(any_card), "medium": Computer(by_suit), "hard": Computer(by_what_follows)}


def stale(view: View) -> bool:
    """Whether nearly all cards are in hands. Then players who each hold one suit and always name it may go round in
    circles for ever, with nothing but eights: everybody plays at random until there are more cards."""
    return view.pile + len(view.discards) <= HARDLY_ANY


def _acts(view: View, rank: int) -> bool:
    """Whether a card costs the next seat its turn. An ace only turns play round, unless two are left."""
    return view.options.acts(rank) and (rank != ACE or len(view.counts) - len(view.out) == 2)


def _unseen(view: View) -> "Counter[Face]":
    """What the others may hold: not in this hand, not on the discard pile."""
    copies = 2 if len(view.counts) >= TWO_PACKS_SEATS else 1
    return Counter(dict.fromkeys(FACES, copies)) - Counter(view.hand) - Counter(view.discards)


def _following(faces: "Counter[Face]", play: Play) -> int:
    """How many of these cards can follow a play."""
    return sum(
        count for face, count in faces.items() if suit_of(face) == play.suit or rank_of(face) in (play.rank, EIGHT)
    )


def suit_counts(view: View) -> "Counter[Suit]":
    """How many cards of each suit are in hand. Eights go with any suit and count for none."""
    return Counter(suit_of(face) for face in view.hand if rank_of(face) != EIGHT)
