"""What every shedding game keeps: hands, piles, whose turn it is, who is out, scores."""

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.games.base import MOST_SEATS, Outcome, Seat
from bot.games.dealer import Rng
from bot.games.shedding.cards import Card
from bot.games.shedding.events import Events, renewed
from bot.games.shedding.memory import Memory

CLOCKWISE = 1
COUNTER_CLOCKWISE = -1
NOBODY: Seat = -1
_ALONE: tuple[tuple[Seat, ...], ...] = (*((seat,) for seat in range(MOST_SEATS)), ())
"""Each seat alone, and last, where index -1 finds it, nobody."""


@dataclass(kw_only=True)
class SheddingState:
    """A round and the match it belongs to. Hands are kept sorted, so equal cards lie side by side."""

    hands: list[list[Card]]
    pile: list[Card]
    discards: list[Card]
    """The last one is the top."""
    dealer: Seat
    turn: Seat
    """Whose move it is; nobody's when the game is over."""
    direction: int = CLOCKWISE
    out: list[Seat] = field(default_factory=list)
    """Seats that went out in this round, in order; more than one only with play_on."""
    drawn: Card | None = None
    """The card that the seat to move has just drawn and may play."""
    passes: int = 0
    """Passes in a row."""
    scores: list[int]
    round: int = 1
    outcome: Outcome | None = None
    renew_below: int = 1
    """A pile smaller than this is shuffled anew before a card is drawn."""
    memory: Memory | None = None
    """What can be remembered of hands. None in games that are only imagined."""
    listed_for: Seat | None = field(default=None, compare=False)
    """Whose legal moves stand in `listed`; every move made sets it back to None."""
    listed: list[Any] = field(default_factory=list, compare=False)

    def copy_into(self, new: "SheddingState") -> None:
        new.hands = [hand[:] for hand in self.hands]
        new.pile = self.pile[:]
        new.discards = self.discards[:]
        new.dealer = self.dealer
        new.turn = self.turn
        new.direction = self.direction
        new.out = self.out[:]
        new.drawn = self.drawn
        new.passes = self.passes
        new.scores = self.scores[:]
        new.round = self.round
        new.outcome = self.outcome
        new.renew_below = self.renew_below
        new.memory = None if self.memory is None else self.memory.copy()
        new.listed_for = self.listed_for
        new.listed = self.listed


def cards(state: SheddingState) -> list[int]:
    """Every card wherever it lies."""
    return [card for place in (*state.hands, state.pile, state.discards) for card in place]


def waiting(state: SheddingState) -> tuple[Seat, ...]:
    """The seat to move, or nobody."""
    return _ALONE[state.turn]


def in_play(state: SheddingState) -> list[Seat]:
    """The seats that are still playing this round."""
    return [seat for seat in range(len(state.hands)) if seat not in state.out]


def next_seat(state: SheddingState, seat: Seat) -> Seat:
    """The next one in play, in the direction of play."""
    direction, out, seats = state.direction, state.out, len(state.hands)
    seat = (seat + direction) % seats
    if out:
        while seat in out:
            seat = (seat + direction) % seats
    return seat


def seat_before(seats: Sequence[Seat], seat: Seat, direction: int) -> Seat:
    """Of these seats in play, the one whose turn comes right before this one's."""
    return seats[(seats.index(seat) - direction) % len(seats)]


def can_draw(state: SheddingState) -> bool:
    """Whether a card is left anywhere but in hands and on top of the discards."""
    return bool(state.pile) or len(state.discards) > 1


def draw_one(state: SheddingState, seat: Seat, rng: Rng, events: Events) -> Card | None:
    """Draw a card into a hand, renewing the pile from the discards where it is too small. None: nothing is left."""
    if len(state.pile) < state.renew_below and len(state.discards) > 1:
        top = state.discards.pop()
        state.pile += state.discards
        state.discards = [top]
        rng.shuffle(state.pile)
        events.append(renewed(len(state.pile)))
    if not state.pile:
        return None
    card = state.pile.pop()
    insort(state.hands[seat], card)
    if state.memory is not None:
        state.memory.drew(seat)
    return card


def draw(state: SheddingState, seat: Seat, count: int, rng: Rng, events: Events) -> int:
    """Draw so many cards, or what is left. How many it were."""
    for done in range(count):
        if draw_one(state, seat, rng, events) is None:
            return done
    return count


def reshuffle_hidden(state: SheddingState, seat: Seat | None, rng: Rng, fits: Callable[[Seat, Card], bool]) -> None:
    """Shuffle the pile and all hands but this seat's together, and deal them out again in the same sizes. Cards that
    the seat has seen stay. Everybody saw that a card just drawn can be played, so there has to be one again."""
    _reshuffle_hands(state, seat, rng)
    if state.drawn is None or state.turn == seat:
        return
    while not (playable := [card for card in state.hands[state.turn] if fits(state.turn, card)]):
        _reshuffle_hands(state, seat, rng)
    state.drawn = rng.choice(playable)


def _reshuffle_hands(state: SheddingState, seat: Seat | None, rng: Rng) -> None:
    others = [hand for other, hand in enumerate(state.hands) if other != seat]
    seen = set() if state.memory is None or seat is None else state.memory.seen.get(seat, set())
    hidden = [card for place in (*others, state.pile) for card in place if card not in seen]
    rng.shuffle(hidden)
    for hand in others:
        hand[:] = sorted(card if card in seen else hidden.pop() for card in hand)
    state.pile = hidden
    state.listed_for = None
