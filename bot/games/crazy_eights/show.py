"""What a table shows of Crazy Eights: the board, a hand with its buttons, the question of an eight."""

from collections.abc import Sequence

from bot.games.base import Names
from bot.games.crazy_eights.cards import (
    EIGHT,
    RANK_LETTERS,
    RANKS,
    SUIT_LETTERS,
    SUIT_SIGNS,
    SUITS,
    Suit,
    rank_of,
    short,
    suit_of,
)
from bot.games.crazy_eights.events import Event, Took
from bot.games.crazy_eights.moves import Play
from bot.games.crazy_eights.text import label, long, suit_name
from bot.games.crazy_eights.view import View
from bot.games.shedding.cards import Face
from bot.games.shedding.show import (
    drawings,
    drawn,
    facts,
    heaviest_hand,
    in_rows,
    most_drawn,
    seat_notes,
    spread,
    waits_for,
)
from bot.games.show import Board, Choice, Hand, Picture, Question

NO_SIGNS = ("",) * len(SUIT_SIGNS)
"""A card's short name has its suit's sign already."""
RED, BLACK = 0xC0392B, 0x2C3E50
PAINT = (BLACK, RED, RED, BLACK)
PICTURES = {
    (rank, suit): Picture(
        f"eights_{RANK_LETTERS[rank]}_{suit_name(suit)}", f"{RANK_LETTERS[rank]} {SUIT_SIGNS[suit]}", PAINT[suit]
    )
    for rank in RANKS
    for suit in SUITS
}
"""By rank and suit in force."""


def board(view: View, names: Names) -> Board:
    colour, top = PAINT[view.suit], PICTURES[rank_of(view.top), view.suit]
    return Board(title=_top(view), seats=seat_notes(view), facts=facts(view), colour=colour, top=top)


def hand(view: View, names: Names, armed: bool) -> Hand:
    plays = [move for move in view.moves if isinstance(move, Play)]
    faces = dict.fromkeys(play.face for play in plays)
    buttons = ((face, _play(view, [play for play in plays if play.face == face])) for face in faces)
    others = tuple(Choice(label(move, names), move) for move in view.moves if not isinstance(move, Play))
    rows = in_rows(buttons, _place)
    return Hand(
        title=_title(view, names),
        cards=spread(view.hand, suit_of, NO_SIGNS, short),
        rows=(*rows, others) if others else tuple(rows),
    )


def news(before: View, after: View) -> str:
    return drawn(before, after, long)


def highlights(events: Sequence[Event], names: Names) -> list[str]:
    taken = [(event.seat, event.count) for event in events if isinstance(event, Took)]
    return most_drawn([*drawings(events), *taken], names) + heaviest_hand(events, names)


def _top(view: View) -> str:
    named = rank_of(view.top) == EIGHT and view.suit != suit_of(view.top)
    title = long(view.top)
    return f"{title}, {suit_name(view.suit)} {SUIT_SIGNS[view.suit]}" if named else f"{title} {SUIT_SIGNS[view.suit]}"


def _title(view: View, names: Names) -> str:
    if view.seat != view.turn:
        return waits_for(view)
    if view.drawn is not None:
        return f"You drew the {long(view.drawn)}: play it or keep it"
    return f"Your turn on the {_top(view)}"


def _place(face: Face) -> int:
    """Eights have a row of their own, below the suits."""
    return len(SUIT_SIGNS) if rank_of(face) == EIGHT else suit_of(face)


def _play(view: View, plays: Sequence[Play]) -> Choice:
    face = plays[0].face
    copies = view.hand.count(face)
    text = short(face) + (f" x{copies}" if copies > 1 else "")
    text = text if view.drawn is None else f"Play {short(face)}"
    if len(plays) == 1:
        return Choice(text, plays[0], "main")
    suits = tuple(Choice(_own(view, play.suit), play, "main") for play in plays)
    return Choice(text, Question(_key(face), f"Which suit for the {long(face)}?", suits), "main")


def _own(view: View, suit: Suit) -> str:
    """A suit with the number of own cards of it, eights apart."""
    count = sum(suit_of(face) == suit and rank_of(face) != EIGHT for face in view.hand)
    return f"{SUIT_SIGNS[suit]} {suit_name(suit).capitalize()} · {count}"


def _key(face: Face) -> str:
    return RANK_LETTERS[rank_of(face)] + SUIT_LETTERS[suit_of(face)]
