"""What a seat may do now. This list is the one definition of a legal move: `apply` refuses whatever is not on it."""

from bot.games.base import Seat
from bot.games.crazy_eights.cards import ALL, EIGHT, FACE, FACES, RANK, RANKS, SUIT, SUITS, Rank, Suit, rank_of
from bot.games.crazy_eights.moves import DRAW, KEEP, PASS, PLAYS, Move, Play
from bot.games.crazy_eights.state import State
from bot.games.shedding.cards import Card
from bot.games.shedding.state import can_draw

Ways = tuple[tuple[Play, ...], ...]
"""By card, the ways to play it; none where it may not be played. Equal cards share one tuple."""


def moves(state: State, seat: Seat) -> list[Move]:
    """The legal moves of a seat. Kept until the next move is made."""
    if state.listed_for != seat:
        state.listed = _list(state, seat)
        state.listed_for = seat
    return state.listed


def fits(state: State, card: Card) -> bool:
    """Whether a card can go on the top: by suit, by rank, or because it is an eight (rule E4)."""
    return bool(WAYS[state.suit][RANK[state.discards[-1]]][card])


def _list(state: State, seat: Seat) -> list[Move]:
    if seat != state.turn:
        return []
    if state.drawn is not None:
        return [*PLAYS[FACE[state.drawn]], KEEP]
    table = WAYS[state.suit][RANK[state.discards[-1]]]
    found: list[Move] = []
    last: tuple[Play, ...] = ()
    for card in state.hands[seat]:
        ways = table[card]
        if ways and ways is not last:  # equal cards lie side by side and are one choice
            found += ways
            last = ways
    found.append(DRAW if state.pile or can_draw(state) else PASS)
    return found


def _goes_on(card: Card, suit: Suit, rank: Rank) -> bool:
    return SUIT[card] == suit or RANK[card] in (rank, EIGHT)


WAYS: dict[Suit, dict[Rank, Ways]] = {
    suit: {rank: tuple(PLAYS[FACE[card]] if _goes_on(card, suit, rank) else () for card in ALL.cards) for rank in RANKS}
    for suit in SUITS
}
"""By the suit in force and the rank on top, the ways to play each card."""
FITTING: dict[Suit, dict[Rank, int]] = {
    suit: {rank: sum(1 << face for face in FACES if ways[ALL.lowest[face]]) for rank, ways in by_rank.items()}
    for suit, by_rank in WAYS.items()
}
"""The same as sets of faces, a bit for each."""
EIGHTS = sum(1 << face for face in FACES if rank_of(face) == EIGHT)
