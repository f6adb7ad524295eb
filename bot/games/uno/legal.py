"""What a seat may do now. This list is the one definition of a legal move: `apply` refuses whatever is not on it."""

from collections.abc import Mapping, Sequence

from bot.games.base import Seat
from bot.games.shedding.cards import Card, Face
from bot.games.shedding.state import can_draw, in_play, seat_before
from bot.games.uno.cards import (
    ALL,
    COLOUR,
    COLOURS,
    DRAW_TWO,
    FACE,
    FACES,
    NO_COLOUR,
    SYMBOL,
    SYMBOLS,
    WILD,
    WILD_FOUR,
    Colour,
    Symbol,
    colour_of,
    symbol_of,
)
from bot.games.uno.moves import (
    CALL,
    CATCH,
    CHALLENGE,
    DRAW,
    KEEP,
    NAME,
    PASS,
    PLAIN,
    SEVEN,
    SWAPS,
    TAKE,
    WITH_CALL,
    Move,
    Play,
)
from bot.games.uno.state import Asked, State, holds_colour

Ways = tuple[tuple[Play, ...], ...]
"""By card, the ways to play it; none where it may not be played. Equal cards share one tuple."""

TURN, ANSWER = Asked.TURN, Asked.ANSWER


def moves(state: State, seat: Seat) -> list[Move]:
    """The legal moves of a seat, optional ones included. Kept until the next move is made."""
    if state.listed_for == seat:
        return state.listed
    if seat == state.turn and state.asked is TURN:
        hand = state.hands[seat]
        table = CALLING if state.calls and len(hand) == 2 else PLAIN_WAYS
        plays = _ways(hand, table[state.colour][SYMBOL[state.discards[-1]]])
        if state.plays_change:
            plays = _by_house_rules(state, seat, plays)
        found: list[Move] = plays  # type: ignore[assignment]  # a list that nobody else holds; a copy costs time
        if not (state.plays_change and plays and state.options.must_play):
            found.append(DRAW if state.pile or can_draw(state) else PASS)
        if state.owes:
            found += _calls(state, seat)
    else:
        found = _other(state, seat)
    state.listed = found
    state.listed_for = seat
    return found


def fits(state: State, seat: Seat, card: Card) -> bool:
    """Whether a card in this hand can go on the top in a normal turn (rules U4, U11 and U33)."""
    if state.plays_change and state.options.no_bluff and SYMBOL[card] == WILD_FOUR:
        return not holds_colour(state, seat)
    return bool(PLAIN_WAYS[state.colour][SYMBOL[state.discards[-1]]][card])


def cards_after(state: State, seat: Seat, play: Play) -> int:
    """How many cards a seat will hold when a play is complete, swaps included (U16, U28)."""
    left = len(state.hands[seat]) - 1
    if not left or not state.options.seven_zero:
        return left
    if play.symbol == 0:
        return len(state.hands[seat_before(in_play(state), seat, state.direction)])
    return left if play.swap is None else len(state.hands[play.swap])


def _other(state: State, seat: Seat) -> list[Move]:
    """Any other moment: asked for something else, or not asked at all."""
    if state.outcome is not None or seat in state.out:
        return []
    found: list[Move] = []
    if seat == state.turn:
        found = _asked(state, seat)
    elif state.options.jump_in and state.asked is TURN:
        found = _jump_ins(state, seat)
    return found + _calls(state, seat)


def _calls(state: State, seat: Seat) -> list[Move]:
    """Call what this seat owes, catch the others (rule U17)."""
    return [CALL if debtor == seat else CATCH[debtor] for debtor in state.owes]


def _asked(state: State, seat: Seat) -> list[Move]:
    if state.asked is ANSWER:
        return _answers(state, seat)
    drawn = state.drawn
    if drawn is None:
        return [*NAME]
    plays = _plays(state, seat, [drawn])
    if state.options.drawn_card == "may" or _would_bluff(state, seat, drawn):
        return [*plays, KEEP]
    return [*plays]


def _answers(state: State, seat: Seat) -> list[Move]:
    """Take the penalty, stack on it, or challenge (rules U12 and U27)."""
    stacks = _plays(state, seat, [card for card in state.hands[seat] if _stacks(state, card)])
    return [*stacks, TAKE] if state.trial is None else [*stacks, TAKE, CHALLENGE]


def _stacks(state: State, card: Card) -> bool:
    stacking, symbol = state.options.stacking, SYMBOL[card]
    if stacking == "off" or symbol not in (DRAW_TWO, WILD_FOUR):
        return False
    if symbol == state.top_symbol:
        return True
    return stacking == "any" and (symbol == WILD_FOUR or COLOUR[card] == state.colour)


def _jump_ins(state: State, seat: Seat) -> list[Move]:
    """Cards equal to the top in colour and symbol, no Wilds (rule U29)."""
    top = state.top
    equal = [card for card in state.hands[seat] if FACE[card] == top and SYMBOL[card] < WILD]
    return [*_plays(state, seat, equal)]


def _plays(state: State, seat: Seat, cards: Sequence[Card]) -> list[Play]:
    """The ways to play any of these cards of a hand."""
    plays = _ways(cards, ANY_CALLING if state.calls and len(state.hands[seat]) == 2 else ANY)
    return _by_house_rules(state, seat, plays) if state.plays_change else plays


def _ways(cards: Sequence[Card], table: Ways) -> list[Play]:
    """The ways to play those of these sorted cards that the table lets play, equal cards once."""
    found: list[Play] = []
    last: tuple[Play, ...] = ()
    for card in cards:
        ways = table[card]
        if ways and ways is not last:
            found += ways
            last = ways
    return found


def _by_house_rules(state: State, seat: Seat, plays: list[Play]) -> list[Play]:
    if state.options.no_bluff and holds_colour(state, seat):
        plays = [play for play in plays if play.symbol != WILD_FOUR]
    if state.options.seven_zero:
        plays = [each for play in plays if not play.call for each in _with_swaps(state, seat, play)]
    return plays


def _with_swaps(state: State, seat: Seat, play: Play) -> list[Play]:
    """A play with the seats to swap with, and with a call where the mover will then hold one card (U16, U28)."""
    if play.symbol != SEVEN and not state.calls:
        return [play]
    if play.symbol == SEVEN and len(state.hands[seat]) > 1:
        ways = [swap for other in in_play(state) if other != seat for swap in SWAPS[play.face][other]]
    else:
        ways = [play, *(called for called in WITH_CALL[play.face] if called.colour == play.colour)]
    return [way for way in ways if not way.call or (state.calls and cards_after(state, seat, way) == 1)]


def _would_bluff(state: State, seat: Seat, card: Card) -> bool:
    """Whether playing this card would be a bluff, which no rule forces (rule U31)."""
    return SYMBOL[card] == WILD_FOUR and state.options.challenge == "on" and holds_colour(state, seat)


def _goes_on(card: Card, colour: Colour, symbol: Symbol) -> bool:
    """Whether a card goes on a top card with this symbol while this colour is in force (rule U4)."""
    return SYMBOL[card] >= WILD or COLOUR[card] == colour or SYMBOL[card] == symbol


def _tables(ways: Mapping[Face, tuple[Play, ...]]) -> list[list[Ways]]:
    """By the colour in force and the symbol on top, the ways to play each card."""
    return [
        [tuple(ways[FACE[card]] if _goes_on(card, colour, symbol) else () for card in ALL.cards) for symbol in SYMBOLS]
        for colour in (*COLOURS, NO_COLOUR)
    ]


_BOTH = {face: PLAIN[face] + WITH_CALL[face] for face in FACES}
ANY: Ways = tuple(PLAIN[face] for face in FACE)
ANY_CALLING: Ways = tuple(_BOTH[face] for face in FACE)
PLAIN_WAYS = _tables(PLAIN)
CALLING = _tables(_BOTH)
FITTING = tuple(
    tuple(sum(1 << face for face in FACES if ways[ALL.lowest[face]]) for ways in by_symbol) for by_symbol in PLAIN_WAYS
)
"""By the colour in force and the symbol on top: which faces fit, as a set of bits."""
WILDS = sum(1 << face for face in FACES if symbol_of(face) >= WILD)
OF_COLOUR = tuple(sum(1 << face for face in FACES if colour_of(face) == colour) for colour in COLOURS)
DRAW_FOURS = sum(1 << face for face in FACES if symbol_of(face) == WILD_FOUR)
