"""UNO in words: cards, moves and events as plain text. Colour is always named, never only shown."""

from typing import assert_never

from bot.games.base import Names
from bot.games.shedding.cards import Face
from bot.games.shedding.text import how_many, way
from bot.games.shedding.text import line as shared_line
from bot.games.uno.cards import NO_COLOUR, Colour, colour_of, short, symbol_of
from bot.games.uno.events import Called, Caught, Challenged, Event, HandsPassed, Named, Played, Swapped, Took
from bot.games.uno.moves import Call, Catch, Challenge, Draw, Keep, Move, Name, Pass, Play, Take

COLOUR_NAMES = ("red", "yellow", "green", "blue")
SYMBOL_NAMES = (*"0123456789", "Skip", "Reverse", "Draw Two", "Wild", "Wild Draw Four")


def long(face: Face) -> str:
    """A card's full name: Red 7, Blue Skip, Wild Draw Four."""
    colour, name = colour_of(face), SYMBOL_NAMES[symbol_of(face)]
    return name if colour == NO_COLOUR else f"{colour_name(colour).capitalize()} {name}"


def colour_name(colour: Colour) -> str:
    return COLOUR_NAMES[colour]


def label(move: Move, names: Names) -> str:
    match move:
        case Play():
            swap = "" if move.swap is None else f", swapping with {names[move.swap]}"
            return _played(move) + swap + (", UNO!" if move.call else "")
        case Draw():
            return "Draw"
        case Keep():
            return "Keep it"
        case Pass():
            return "Pass"
        case Take():
            return "Take the cards"
        case Challenge():
            return "Challenge"
        case Call():
            return "UNO!"
        case Catch():
            return f"Catch {names[move.seat]}!"
        case Name():
            return colour_name(move.colour).capitalize()
        case _:
            assert_never(move)


def line(event: Event, names: Names) -> str:
    match event:
        case Played(seat, play, jumped):
            verb = "jumps in with" if jumped else "plays"
            return f"{names[seat]} {verb} {_played(play)}{' and calls UNO!' if play.call else '.'}"
        case Named(seat, colour):
            return f"{names[seat]} names {colour_name(colour)}."
        case Took(seat, count):
            return f"{names[seat]} takes {how_many(count)} and loses the turn."
        case Challenged(seat, against, guilty, count):
            loser, verdict = (against, "It was a bluff") if guilty else (seat, "It was honest")
            return f"{names[seat]} challenges {names[against]}. {verdict}: {names[loser]} draws {how_many(count)}."
        case Called(seat):
            return f"{names[seat]} calls UNO!"
        case Caught(seat, by, count):
            return f"{names[by]} catches {names[seat]} without a call: {names[seat]} draws {how_many(count)}."
        case Swapped(seat, other):
            return f"{names[seat]} and {names[other]} swap hands."
        case HandsPassed(direction):
            return f"Every hand moves on one seat, {way(direction)}."
        case _:
            return shared_line(event, names, short, long)


def _played(play: Play) -> str:
    return long(play.face) + (f", {colour_name(play.colour)}" if colour_of(play.face) == NO_COLOUR else "")
