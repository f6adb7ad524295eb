"""Crazy Eights' expert: it guesses the other hands and plays the round out with each of its moves (rules K1 and K5).

Its guesses agree with what it has seen: cards played, and what others had to draw on. In the rounds that it imagines
everybody keeps eights for later, stays in long suits, and leaves ranks behind that they can follow.
"""

from dataclasses import dataclass

from bot.games.base import STAND_IN, Seat
from bot.games.crazy_eights.cards import ALL, EIGHT, FACES, RANK, RANKS, SUIT, SUITS, pack, rank_of, suit_of
from bot.games.crazy_eights.computer import COMPUTERS, stale, suit_counts
from bot.games.crazy_eights.legal import moves
from bot.games.crazy_eights.moves import Move, Play
from bot.games.crazy_eights.rules import apply
from bot.games.crazy_eights.state import State
from bot.games.crazy_eights.view import View
from bot.games.dealer import QuickDealer, Rng
from bot.games.search import best_move
from bot.games.shedding.cards import Face
from bot.games.shedding.imagine import AMONG_MORE, play_out
from bot.games.shedding.tells import Tells
from bot.games.shedding.unseen import Unseen

BUDGET = 36_000
"""Moves that it imagines for a decision."""
SUITS_TRIED = 2
"""An eight is tried with the suits that it holds most of."""
LATE = -50
"""What a quick move thinks of an eight,"""
SHARP = 2
"""and of a card that does something to the others, in cards that follow it."""
TELLS = Tells(
    groups=len(SUITS),
    group=[len(SUITS) if rank_of(face) == EIGHT else suit_of(face) for face in FACES],
    kind=[rank_of(face) for face in FACES],
    liking=[LATE if rank == EIGHT else 0 for rank in range(RANKS[-1] + 1)],
)


@dataclass(frozen=True, slots=True)
class Expert:
    budget: int = BUDGET

    def choose(self, view: View, rng: Rng) -> Move | None:
        if not view.moves or stale(view):
            return COMPUTERS[STAND_IN].choose(view, rng)
        table = Imagined(view)
        more = AMONG_MORE if len(view.counts) > 2 else 1
        return best_move(worth_trying(view), table.guess, table.finish, rng, int(self.budget * more), table.guessing)


def worth_trying(view: View) -> list[Move]:
    """The legal moves but those that name a suit which one hardly has."""
    counts = suit_counts(view)
    named = sorted((suit for suit in SUITS if counts[suit]), key=lambda suit: -counts[suit])
    named = named[:SUITS_TRIED] or [SUITS[0]]
    return [move for move in view.moves if not isinstance(move, Play) or move.rank != EIGHT or move.suit in named]


class Imagined:
    """A table that looks like the real one from a seat."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None  # the public does not play
        self._me, self._choices = view.seat, view.choices
        self._unseen = unseen = Unseen(view, self._me, pack(len(view.counts)), ALL, self._explains)
        self._state = State(
            **unseen.seen(view),
            options=view.options,
            suit=view.suit,
        )
        self.guessing = unseen.work

    def guess(self, dice: QuickDealer) -> State:
        state = self._state.copy()
        state.hands, state.pile = self._unseen.deal(dice)
        return state

    def _explains(self, seat: Seat, hand: list[Face]) -> float:
        return TELLS.explained(self._choices[seat], hand)

    def finish(self, guess: State, move: Move, dice: QuickDealer) -> tuple[float, int]:
        state = guess.copy()
        apply(state, self._me, move, dice)
        return play_out(state, guess, self._me, state.options.target, apply, quick, dice)


def quick(state: State, seat: Seat) -> Move:
    """A sensible move in no time, for a seat in an imagined round."""
    listed = moves(state, seat)
    if len(listed) == 1:
        return listed[0]
    suits, ranks = [0] * len(SUITS), [0] * (RANKS[-1] + 1)
    for card in state.hands[seat]:
        if RANK[card] != EIGHT:
            suits[SUIT[card]] += 1
            ranks[RANK[card]] += 1
    acts = state.options.acts
    best, most = listed[-1], -1000
    for move in listed:
        if type(move) is Play:
            rank = move.rank
            worth = suits[move.suit] + (LATE if rank == EIGHT else ranks[rank] + SHARP * acts(rank))
            if worth > most:
                best, most = move, worth
    return best


EXPERT = Expert()
