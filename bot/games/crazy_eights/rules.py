"""The rules of Crazy Eights.

**A round.** Everybody gets five cards, seven if two play, and one card is turned up; with six seats or more there are
two packs. In turn, a seat plays a card of the suit in force or of the rank on top. An eight goes on anything and names
the suit that follows. Whoever has no card left wins the round.

**Drawing.** Who cannot play draws until a card fits; who can play may draw one card instead. The card drawn last may
be played at once or kept; if it does not fit, the turn passes.

**Piles.** An empty stock is renewed by shuffling all discards but the top. Where nothing is left to draw a seat may
pass; when all have passed in a row the round is blocked, and the hand with the fewest points wins.

**Score.** The winner gets the points in the others' hands: an eight 50, tens and pictures 10, an ace 1, others their
number. A match is one round, or goes on until somebody has 100 or 250 points.

**Options.** A two can make the next seat draw two, a queen can skip it, an ace can turn the direction round; drawing
can be limited; and play can go on for second place. The numbers in comments are those of docs/rules/eights.md.
"""

from bisect import bisect_left
from typing import assert_never

from bot.errors import IllegalMove
from bot.games.base import Outcome, Seat
from bot.games.crazy_eights.cards import ACE, ALL, EIGHT, FACE, QUEEN, RANK, SUIT, TWO, Rank, pack
from bot.games.crazy_eights.events import PLAYED, Event, took
from bot.games.crazy_eights.legal import EIGHTS, FITTING, WAYS, moves
from bot.games.crazy_eights.moves import Draw, Keep, Move, Pass, Play
from bot.games.crazy_eights.options import Options
from bot.games.crazy_eights.state import State
from bot.games.dealer import Rng
from bot.games.shedding.events import Dealt, PutBack, drew, kept, passed, skipped, turned_round
from bot.games.shedding.memory import Choice, Memory
from bot.games.shedding.scoring import blocked, end_round, go_out, round_over
from bot.games.shedding.state import CLOCKWISE, can_draw, draw, draw_one, next_seat

ACTING = (TWO, QUEEN, ACE)
"""Ranks that an option can give an effect."""
TWO_SEATS_HAND = 7
HAND = 5


def begin(seats: int, options: Options, rng: Rng, dealer: Seat | None = None) -> tuple[State, list[Event]]:
    dealer = rng.below(seats) if dealer is None else dealer
    state = State(
        options=options,
        hands=[[] for _ in range(seats)],
        pile=[],
        discards=[],
        dealer=dealer,
        turn=dealer,
        suit=0,
        scores=[0] * seats,
    )
    events: list[Event] = []
    _deal_round(state, rng, events)
    return state, events


def outcome(state: State) -> Outcome | None:
    return state.outcome


def apply(state: State, seat: Seat, move: Move, rng: Rng) -> list[Event]:
    listed = state.listed if state.listed_for == seat else moves(state, seat)
    if move not in listed:
        raise IllegalMove(_refusal(state, seat, move))
    state.listed_for = None
    if type(move) is Play:
        return _play(state, seat, move, rng)
    if type(move) is Draw:
        return _draw(state, seat, rng, can_play=len(listed) > 1)
    events: list[Event] = []
    match move:
        case Keep():
            events.append(kept(seat))
            state.drawn = None
            state.turn = next_seat(state, seat)
        case Pass():
            events.append(passed(seat))
            state.passes += 1
            if blocked(state):  # E6
                _end_round(state, rng, events)
            else:
                state.turn = next_seat(state, seat)
        case _:
            assert_never(move)
    return events


def _play(state: State, seat: Seat, play: Play, rng: Rng) -> list[Event]:
    hand = state.hands[seat]
    events: list[Event] = [PLAYED[seat][play]]
    card = hand.pop(bisect_left(hand, play.lowest) if state.drawn is None else hand.index(state.drawn))
    state.discards.append(card)
    if state.memory is not None:
        state.memory.played(seat, card, hand, ALL, drawn=state.drawn is not None)
        fitting = FITTING[state.suit][RANK[state.discards[-2]]]
        if state.drawn is None:
            state.memory.chose(seat, Choice(play.face, play.suit, fitting))
        if play.rank == EIGHT:
            state.memory.lacked(seat, fitting & ~EIGHTS)
    state.suit = play.suit
    state.drawn = None
    state.passes = 0
    if not hand:
        go_out(state, seat, events)
        if round_over(state, state.options.play_on):
            if play.rank == TWO and state.options.two_draws_two:  # E10: drawn before the hands are counted
                loser = next_seat(state, seat)
                events.append(drew(loser, draw(state, loser, 2, rng, events)))
            _end_round(state, rng, events)
            return events
    if play.rank in ACTING and state.options.acts(play.rank):
        _act(state, seat, play.rank, rng, events)
    else:
        state.turn = next_seat(state, seat) if state.out else (seat + state.direction) % len(state.hands)
    return events


def _act(state: State, seat: Seat, rank: Rank, rng: Rng, events: list[Event]) -> None:
    """E10: what a two, a queen or an ace does to the seats after this one."""
    players = len(state.hands) - len(state.out) + (seat in state.out)  # who plays it counts, also as last card
    if rank == ACE and players > 2:
        state.direction = -state.direction
        events.append(turned_round(state.direction))
        state.turn = next_seat(state, seat)
        return
    loser = next_seat(state, seat)
    if rank == TWO:
        events.append(took(loser, draw(state, loser, 2, rng, events)))
    else:
        events.append(skipped(loser))
    state.turn = next_seat(state, loser)


def _draw(state: State, seat: Seat, rng: Rng, *, can_play: bool) -> list[Event]:
    """E5, E10: one card for who can play, else until one fits or the limit is reached."""
    events: list[Event] = []
    limit = 1 if can_play else state.options.most_draws
    table = WAYS[state.suit][RANK[state.discards[-1]]]
    count = 0
    while count != limit:
        card = draw_one(state, seat, rng, events)
        if card is None:
            break
        count += 1
        if table[card]:
            state.drawn = card
            break
    events.append(drew(seat, count))
    if state.memory is not None:
        fitted = state.drawn is not None
        had_to = fitted or count == state.options.most_draws or not can_draw(state)  # else it would have gone on
        fitting = FITTING[state.suit][RANK[state.discards[-1]]]
        state.memory.drew_on(seat, count, fitting, had_to=had_to, last_fits=fitted)
    state.passes = 0
    if state.drawn is None:
        state.turn = next_seat(state, seat)
    return events


def _deal_round(state: State, rng: Rng, events: list[Event]) -> None:
    seats = len(state.hands)
    size = TWO_SEATS_HAND if seats == 2 else HAND
    pile = state.pile = list(pack(seats))
    rng.shuffle(pile)
    for seat in range(seats):
        state.hands[seat] = sorted(pile[-size:])
        del pile[-size:]
    while RANK[pile[-1]] == EIGHT:  # E3
        events.append(PutBack(FACE[pile[-1]]))
        rng.shuffle(pile)
    starter = pile.pop()
    state.discards = [starter]
    state.suit = SUIT[starter]
    state.direction = CLOCKWISE
    state.out = []
    state.passes = 0
    state.memory = Memory([[0] * size for _ in range(seats)])
    state.turn = next_seat(state, state.dealer)
    events.append(Dealt(state.round, state.dealer, FACE[starter]))


def _end_round(state: State, rng: Rng, events: list[Event]) -> None:
    options = state.options
    if end_round(state, ALL, play_on=options.play_on, target=options.target, events=events):
        _deal_round(state, rng, events)


def _refusal(state: State, seat: Seat, move: Move) -> str:
    """Why a move is refused, as a sentence that says what to do instead."""
    if state.outcome is not None:
        return "This game is over. Start another one to play on."
    if seat in state.out:
        return "You are out of this round already: watch the others finish."
    if seat != state.turn:
        return "It is not your turn yet: wait until the others have played."
    if isinstance(move, Play) and move.face not in [FACE[card] for card in state.hands[seat]]:
        return "You do not hold that card. Open your hand again to see what you have."
    if state.drawn is not None:
        return "You have drawn: play that card, or keep it."
    if isinstance(move, Draw):
        return "Nothing is left to draw: pass instead."
    if isinstance(move, Keep):
        return "You have not drawn yet. Play a card that fits, or draw."
    if isinstance(move, Pass):
        return "You can only pass when nothing is left to draw. Play a card that fits, or draw."
    return "That card does not fit: match the suit or the rank, or play an eight."
