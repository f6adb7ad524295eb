"""Rounds of UNO: the deal, the first discard, the end (rules U2, U3, U24 to U26, and C5, C7, C8)."""

from bot.games.base import Seat
from bot.games.dealer import Rng
from bot.games.shedding.events import Dealt, PutBack, turned_round
from bot.games.shedding.memory import Memory
from bot.games.shedding.scoring import end_round as score
from bot.games.shedding.state import CLOCKWISE, COUNTER_CLOCKWISE
from bot.games.uno.cards import (
    ALL,
    COLOUR,
    DRAW_TWO,
    FACE,
    NO_COLOUR,
    REVERSE,
    SKIP,
    SYMBOL,
    WILD,
    WILD_FOUR,
    Symbol,
    pack,
)
from bot.games.uno.events import Event
from bot.games.uno.options import Options
from bot.games.uno.state import Asked, State
from bot.games.uno.turns import DRAWS, next_turn, pay, skip


def begin(seats: int, options: Options, rng: Rng, dealer: Seat | None = None) -> tuple[State, list[Event]]:
    dealer = rng.below(seats) if dealer is None else dealer
    state = State(
        options=options,
        hands=[[] for _ in range(seats)],
        pile=[],
        discards=[],
        dealer=dealer,
        turn=dealer,
        colour=NO_COLOUR,
        scores=[0] * seats,
        renew_below=options.renew_below,
    )
    events: list[Event] = []
    _deal(state, rng, events)
    return state, events


def _deal(state: State, rng: Rng, events: list[Event]) -> None:
    options, seats = state.options, len(state.hands)
    state.pile = list(pack(options.packs(seats), options.wilds))
    rng.shuffle(state.pile)
    size = options.hand_size
    for seat in range(seats):
        state.hands[seat] = sorted(state.pile[-size:])
        del state.pile[-size:]
    state.direction = CLOCKWISE
    state.out = []
    state.passes = 0
    state.shown = {}
    state.memory = Memory([[0] * size for _ in range(seats)])
    _turn_up(state, rng, events)
    _first_effect(state, rng, events)


def end_round(state: State, rng: Rng, events: list[Event]) -> None:
    options = state.options
    if score(state, ALL, play_on=options.play_on, target=options.target, events=events):
        _deal(state, rng, events)


def _turn_up(state: State, rng: Rng, events: list[Event]) -> None:
    """U3: turn up the first discard; what may not start is shuffled back into the whole pile."""
    while not _may_start(state.options, SYMBOL[state.pile[-1]]):
        events.append(PutBack(FACE[state.pile[-1]]))
        rng.shuffle(state.pile)
    card = state.pile.pop()
    state.discards = [card]
    state.colour = COLOUR[card]
    events.append(Dealt(state.round, state.dealer, FACE[card]))


def _may_start(options: Options, symbol: Symbol) -> bool:
    if options.starter == "number":
        return symbol < SKIP
    if options.starter == "no_wild":
        return symbol < WILD
    return symbol != WILD_FOUR


def _first_effect(state: State, rng: Rng, events: list[Event]) -> None:
    """U3: the first discard acts on the first seat; a Reverse makes the dealer begin, a Wild asks for a colour."""
    next_turn(state, state.dealer)
    symbol = state.top_symbol
    if symbol == SKIP or (symbol == REVERSE and len(state.hands) == 2):
        skip(state, events)
    elif symbol == DRAW_TWO:
        state.penalty = DRAWS[DRAW_TWO]
        pay(state, state.turn, rng, events)
    elif symbol == REVERSE:
        state.direction = COUNTER_CLOCKWISE
        state.turn = state.dealer
        events.append(turned_round(COUNTER_CLOCKWISE))
    elif symbol == WILD:
        state.asked = Asked.NAME
