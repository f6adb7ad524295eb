"""The rules of UNO.

**A round.** Everybody gets seven cards and one card is turned up. In turn, a seat plays a card that matches the top
one by colour, by number or by symbol, or draws a card; a drawn card that fits may be played at once. Whoever has no
card left wins the round.

**Action cards.** Skip costs the next seat its turn. Reverse turns the direction of play round; between two seats it
acts as Skip. Draw Two makes the next seat draw two cards and lose its turn. A Wild goes on anything and names a
colour. A Wild Draw Four names a colour and makes the next seat draw four and lose its turn; it is honest only from a
hand without a card of the colour in force, but it can be bluffed.

**Challenge.** Instead of drawing four, the next seat may challenge. A bluffer draws the four itself. An honest hand
costs the challenger six, and the turn.

**UNO.** Who comes down to one card calls UNO, with the play or right after it. Anybody else may catch a seat that
did not, until the next turn begins: that is two cards.

**Piles.** An empty pile is renewed by shuffling all discards but the top. Where nothing is left to draw a seat may
pass; when all have passed in a row the round is blocked, and the hand with the fewest points wins.

**Score.** The winner gets the points in the others' hands: numbers their value, action cards 20, Wilds 50. A match is
one round, or goes on until somebody has 200 or 500 points.

House rules (`options.py`) change single lines of this. The numbers in comments are those of docs/rules/uno.md.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import assert_never

from bot.errors import IllegalMove
from bot.games.base import Outcome, Seat
from bot.games.dealer import Rng
from bot.games.shedding.events import drew, kept, passed, turned_round
from bot.games.shedding.memory import Choice, Memory
from bot.games.shedding.scoring import blocked, go_out, round_over
from bot.games.shedding.state import draw, draw_one, in_play, next_seat, seat_before
from bot.games.uno.cards import ALL, DRAW_TWO, REVERSE, SKIP, SYMBOL, WILD, WILD_FOUR, Symbol
from bot.games.uno.events import PLAYED, Called, Caught, Challenged, Event, HandsPassed, Named, Played, Swapped
from bot.games.uno.legal import DRAW_FOURS, FITTING, OF_COLOUR, WILDS, fits, moves
from bot.games.uno.moves import Call, Catch, Challenge, Draw, Keep, Move, Name, Other, Pass, Play, Take
from bot.games.uno.refusals import refusal
from bot.games.uno.rounds import end_round
from bot.games.uno.state import Asked, State, Trial
from bot.games.uno.turns import DRAWS, next_turn, pay, skip

TURN, DRAWN, ANSWER = Asked.TURN, Asked.DRAWN, Asked.ANSWER
CATCH_PENALTY = 2
CHALLENGE_PENALTY = 2


def outcome(state: State) -> Outcome | None:
    return state.outcome


def apply(state: State, seat: Seat, move: Move, rng: Rng) -> list[Event]:
    if move not in (state.listed if state.listed_for == seat else moves(state, seat)):
        raise IllegalMove(refusal(state, seat, move))
    state.listed_for = None
    if state.shown:  # U14: what a challenge showed is seen until the next move
        state.shown.pop(seat, None)
    if type(move) is Play:
        return _play(state, seat, move, rng)
    if type(move) is Draw:
        return _draw(state, seat, rng)
    return _other(state, seat, move, rng)


def _other(state: State, seat: Seat, move: Other, rng: Rng) -> list[Event]:
    if state.owes and not isinstance(move, Call | Catch):  # U17: the next turn begins
        state.owes = []
    events: list[Event] = []
    match move:
        case Keep():
            events.append(kept(seat))
            next_turn(state, seat)
        case Pass():
            _pass(state, seat, rng, events)
        case Take():
            pay(state, seat, rng, events)
        case Challenge():
            _challenge(state, seat, rng, events)
        case Name():
            state.colour = move.colour
            state.asked = TURN
            events.append(Named(seat, move.colour))
        case Call():
            state.owes.remove(seat)
            events.append(Called(seat))
        case Catch():
            state.owes.remove(move.seat)
            events.append(Caught(move.seat, seat, draw(state, move.seat, CATCH_PENALTY, rng, events)))
        case _:
            assert_never(move)
    return events


# Playing a card


def _play(state: State, seat: Seat, play: Play, rng: Rng) -> list[Event]:
    hand, symbol = state.hands[seat], play.symbol
    events: list[Event] = [PLAYED[seat][play] if seat == state.turn else Played(seat, play, jumped=True)]
    card = hand.pop(bisect_left(hand, play.lowest) if state.drawn is None else hand.index(state.drawn))
    state.discards.append(card)
    if symbol == WILD_FOUR:
        state.trial = _trial(state, seat)
    if state.memory is not None:
        state.memory.played(seat, card, hand, ALL, drawn=state.drawn is not None)
        if seat == state.turn:
            _remember_choice(state, state.memory, seat, play)
    state.colour = play.colour
    state.passes = 0
    state.asked = TURN
    state.drawn = None
    if state.owes:
        state.owes = []
    if not hand:
        _play_last(state, seat, symbol, rng, events)
        return events
    if state.plays_change and state.options.seven_zero:
        _swap(state, seat, play, events)
    state.turn = next_seat(state, seat) if state.out else (seat + state.direction) % len(state.hands)
    if symbol >= SKIP:
        _act(state, seat, symbol, rng, events)
    if state.calls and (len(hand) == 1 or state.plays_change):
        _note_debts(state, seat, play)
    return events


def _remember_choice(state: State, memory: Memory, seat: Seat, play: Play) -> None:
    """What a card tells of the hand that it was chosen from, before the card counts. A Wild Draw Four that may be a
    bluff makes it unlikely, but not certain, that the colour was not there."""
    face, colour = play.face, play.colour
    if state.asked is TURN:
        fitting = FITTING[state.colour][SYMBOL[state.discards[-2]]]
        memory.chose(seat, Choice(face, colour, fitting))
        if play.symbol >= WILD:
            bluff = OF_COLOUR[state.colour] if play.symbol == WILD_FOUR and state.trial is not None else 0
            memory.lacked(seat, fitting & ~WILDS & ~bluff)
    elif state.asked is ANSWER and play.symbol == WILD_FOUR and state.trial is not None:
        memory.chose(seat, Choice(face, colour, OF_COLOUR[state.colour] | DRAW_FOURS))


def _trial(state: State, seat: Seat) -> Trial | None:
    """U12: what a challenge would judge: the rest of the hand, and the colour as it was. U15: a last card is never a
    bluff."""
    hand = state.hands[seat]
    if not hand or state.options.challenge == "off" or state.options.no_bluff:
        return None
    return Trial(seat, tuple(hand), state.colour)


def _play_last(state: State, seat: Seat, symbol: Symbol, rng: Rng, events: list[Event]) -> None:
    go_out(state, seat, events)
    if not round_over(state, state.options.play_on):
        next_turn(state, seat)
        if symbol >= SKIP:
            _act(state, seat, symbol, rng, events)
        return
    if symbol in DRAWS:  # U24: drawn before the hands are counted
        loser, count = next_seat(state, seat), state.penalty + DRAWS[symbol]
        events.append(drew(loser, draw(state, loser, count, rng, events)))
    state.penalty = 0
    state.trial = None
    end_round(state, rng, events)


def _act(state: State, seat: Seat, symbol: Symbol, rng: Rng, events: list[Event]) -> None:
    """What an action card does to the seat whose turn it would be now."""
    if symbol == SKIP:
        skip(state, events)
    elif symbol == REVERSE:
        _reverse(state, seat, events)
    elif symbol != WILD:
        _penalise(state, symbol, rng, events)


def _reverse(state: State, seat: Seat, events: list[Event]) -> None:
    players = len(state.hands) - len(state.out) + (seat in state.out)  # U8: who plays it counts, also as last card
    if players == 2:
        skip(state, events)
    else:
        state.direction = -state.direction
        state.turn = next_seat(state, seat)
        events.append(turned_round(state.direction))


def _penalise(state: State, symbol: Symbol, rng: Rng, events: list[Event]) -> None:
    """The seat whose turn it would be draws, unless it may challenge or stack."""
    state.penalty += DRAWS[symbol]
    if symbol == DRAW_TWO:
        state.trial = None
    if state.trial is not None or state.options.stacking != "off":
        state.asked = ANSWER
    else:  # U7: no choice is left, so it is part of the play
        pay(state, state.turn, rng, events)


def _swap(state: State, seat: Seat, play: Play, events: list[Event]) -> None:
    """U28: a 7 swaps with the seat that was named, a 0 passes every hand on."""
    hands = state.hands
    if play.swap is not None:
        hands[seat], hands[play.swap] = hands[play.swap], hands[seat]
        giver_of = {seat: play.swap, play.swap: seat}
        events.append(Swapped(seat, play.swap))
    elif play.symbol == 0:
        seats = in_play(state)
        giver_of = {each: seat_before(seats, each, state.direction) for each in seats}
        passed_on = {each: hands[giver] for each, giver in giver_of.items()}
        for each, hand in passed_on.items():
            hands[each] = hand
        events.append(HandsPassed(state.direction))
    else:
        return
    if state.memory is not None:
        state.memory.moved(giver_of, hands)


def _note_debts(state: State, seat: Seat, play: Play) -> None:
    """U16, U28: who holds one card now and did not a move ago, or got it by a swap, owes the call."""
    received: Sequence[Seat] = (seat,)
    if state.options.seven_zero and play.symbol == 0:
        received = in_play(state)
    elif play.swap is not None:
        received = (seat, play.swap)
    for each in received:
        if len(state.hands[each]) == 1 and not (each == seat and play.call):
            state.owes.append(each)


# Other turns


def _draw(state: State, seat: Seat, rng: Rng) -> list[Event]:
    """U6, U30: one card, or until one can be played."""
    events: list[Event] = []
    options = state.options
    count, playable, card = 0, False, None
    fitting = FITTING[state.colour][state.top_symbol]
    if options.no_bluff:  # a Wild Draw Four that is refused may be there all the same
        fitting &= ~DRAW_FOURS
    while not playable and (not count or options.draw_until_playable):
        card = draw_one(state, seat, rng, events)
        if card is None:
            break
        count += 1
        playable = fits(state, seat, card)
    events.append(drew(seat, count))
    if state.memory is not None:
        last_fits = playable or options.drawn_card == "keep"  # a card that is always kept may fit
        state.memory.drew_on(seat, count, fitting, had_to=True, last_fits=last_fits and count > 0)
    state.passes = 0
    if state.owes:
        state.owes = []
    if playable and options.drawn_card != "keep":
        state.drawn = card
        state.asked = DRAWN
    else:
        state.turn = next_seat(state, seat)
    return events


def _pass(state: State, seat: Seat, rng: Rng, events: list[Event]) -> None:
    events.append(passed(seat))
    state.passes += 1
    if blocked(state):  # U22
        end_round(state, rng, events)
    else:
        next_turn(state, seat)


def _challenge(state: State, seat: Seat, rng: Rng, events: list[Event]) -> None:
    trial = state.trial
    assert trial is not None  # only then a challenge is legal
    state.shown[seat] = ALL.faces(trial.hand)
    if state.memory is not None:
        state.memory.saw(seat, trial.hand)
        state.memory.judged(trial.seat, len(trial.hand), OF_COLOUR[trial.colour], guilty=trial.guilty)
    if trial.guilty:
        count = draw(state, trial.seat, state.penalty, rng, events)
        state.asked = TURN
    else:
        count = draw(state, seat, state.penalty + CHALLENGE_PENALTY, rng, events)
        next_turn(state, seat)
    events.append(Challenged(seat, trial.seat, trial.guilty, count))
    state.penalty = 0
    state.trial = None
