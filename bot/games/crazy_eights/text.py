"""Crazy Eights in words: cards, moves and events as plain text."""

from typing import assert_never

from bot.games.base import Names
from bot.games.crazy_eights.cards import EIGHT, RANK_LETTERS, SUIT_SIGNS, Suit, rank_of, short, suit_of
from bot.games.crazy_eights.events import Event, Played, Took
from bot.games.crazy_eights.moves import Draw, Keep, Move, Pass, Play
from bot.games.shedding.cards import Face
from bot.games.shedding.text import how_many
from bot.games.shedding.text import line as shared_line

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = {1: "Ace", 11: "Jack", 12: "Queen", 13: "King"}


def long(face: Face) -> str:
    """A card's full name: 10 of hearts, Ace of spades."""
    rank = rank_of(face)
    return f"{RANK_NAMES.get(rank, RANK_LETTERS[rank])} of {suit_name(suit_of(face))}"


def suit_name(suit: Suit) -> str:
    return SUIT_NAMES[suit]


def label(move: Move, names: Names) -> str:
    match move:
        case Play():
            return short(move.face) + (
                f", {suit_name(move.suit)} {SUIT_SIGNS[move.suit]}" if move.rank == EIGHT else ""
            )
        case Draw():
            return "Draw"
        case Keep():
            return "Keep it"
        case Pass():
            return "Pass"
        case _:
            assert_never(move)


def line(event: Event, names: Names) -> str:
    match event:
        case Played(seat, play):
            named = f" and names {suit_name(play.suit)}" if play.rank == EIGHT else ""
            return f"{names[seat]} plays the {long(play.face)}{named}."
        case Took(seat, count):
            return f"{names[seat]} takes {how_many(count)} and loses the turn."
        case _:
            return shared_line(event, names, short, long)
