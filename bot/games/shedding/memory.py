"""What a player with a perfect memory knows of the cards in other hands, and no more.

Everybody saw who had to draw on which card: what that seat held then did not fit. Who plays a card that goes on all
others had nothing else either, since those are kept for later: not certain, but nearly always so. And a seat may have
seen single cards in other hands: those that it gave away in a swap, those that a challenge showed it. Real games keep
this; the games that a computer imagines do without.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bot.games.base import Seat
from bot.games.shedding.cards import Card, Face, Pack

Faces = int
"""A set of faces, a bit for each."""


RECENT = 4
"""So many choices from a hand are remembered: what was chosen long ago tells little of the cards there now."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that a seat has played in its turn, and what is known of the hand that it chose it from."""

    face: Face
    named: int
    """The colour or suit in force afterwards."""
    fitting: Faces
    """All that could have been played."""
    left: int = 0
    """So many of the oldest cards that the seat holds now were there then."""
    gone: tuple[Face, ...] = ()
    """What else was there, and has been played since."""

    def without(self, place: int, face: Face) -> "Choice":
        """The same after a card has left its place in the hand."""
        return replace(self, left=self.left - 1, gone=(*self.gone, face)) if place < self.left else self


@dataclass(slots=True)
class Memory:
    lacks: list[list[Faces]]
    """By seat, for each card that it holds, oldest first: what it is not, as far as everybody saw."""
    seen: dict[Seat, set[Card]] = field(default_factory=dict)
    """By seat, the cards in other hands that it has seen."""
    choices: dict[Seat, tuple[Choice, ...]] = field(default_factory=dict)
    """By seat, what was chosen lately from the hand that it holds, oldest first."""

    def copy(self) -> "Memory":
        seen = {seat: set(cards) for seat, cards in self.seen.items()}
        return Memory([held[:] for held in self.lacks], seen, self.choices.copy())

    def drew(self, seat: Seat) -> None:
        self.lacks[seat].append(0)

    def lacked(self, seat: Seat, fitting: Faces) -> None:
        """Nothing that a seat holds fitted: it played a card that is kept for later."""
        self.lacks[seat] = [held | fitting for held in self.lacks[seat]]

    def drew_on(self, seat: Seat, count: int, fitting: Faces, *, had_to: bool, last_fits: bool) -> None:
        """Of the cards that a seat has just drawn none fitted, or only the last one; nor did those that it held before,
        if it had to draw."""
        held = self.lacks[seat]
        for place in range(0 if had_to else len(held) - count, len(held) - last_fits):
            held[place] |= fitting

    def played(self, seat: Seat, card: Card, rest: Sequence[Card], pack: Pack, *, drawn: bool) -> None:
        """A card left a hand. One that was just drawn is the newest; from which place another one came nobody knows:
        the oldest where it could have been. From none of them: the seat draws although it could play, and nothing is
        known of it."""
        face, held = pack.face[card], self.lacks[seat]
        places = range(len(held) - 1, len(held)) if drawn else range(len(held))
        place = next((place for place in places if not held[place] >> face & 1), None)
        if place is None:
            self.lacks[seat] = [0] * (len(held) - 1)
            self.choices[seat] = ()
        else:
            del held[place]
            self.choices[seat] = tuple([choice.without(place, face) for choice in self.choices.get(seat, ())])
        for cards in self.seen.values():
            if card in cards:
                cards.discard(card)
            else:  # an equal card that was seen may be the one that was played: nobody can tell
                cards.discard(next((other for other in rest if pack.face[other] == face and other in cards), card))

    def chose(self, seat: Seat, choice: Choice) -> None:
        """A card was played in a free choice; it has left the hand."""
        now = replace(choice, left=len(self.lacks[seat]))
        self.choices[seat] = (*self.choices.get(seat, ()), now)[-RECENT:]

    def judged(self, seat: Seat, there: int, faces: Faces, *, guilty: bool) -> None:
        """Everybody heard whether any of these faces was among the oldest cards of a hand, so many of them."""
        held = self.lacks[seat]
        for place in range(there):
            held[place] = held[place] & ~faces if guilty else held[place] | faces
        if guilty:
            self.choices[seat] = ()

    def saw(self, seat: Seat, cards: Iterable[Card]) -> None:
        self.seen.setdefault(seat, set()).update(cards)

    def moved(self, giver_of: dict[Seat, Seat], hands: Sequence[Sequence[Card]]) -> None:
        """Hands went to other seats, and lie there now. Everybody remembers what they gave away."""
        before, choices = self.lacks[:], self.choices.copy()
        for taker, giver in giver_of.items():
            self.lacks[taker] = before[giver]
            self.choices[taker] = choices.get(giver, ())
            self.saw(giver, hands[taker])

    def known(self, seat: Seat, hands: Sequence[Sequence[Card]], pack: Pack) -> tuple[tuple[Face, ...], ...]:
        """By seat, the cards there that this seat has seen."""
        cards = self.seen.get(seat, ())
        return tuple(
            () if other == seat else tuple(pack.face[card] for card in hand if card in cards)
            for other, hand in enumerate(hands)
        )
