"""What a table shows of UNO: the board, a hand with its buttons, the questions of a Wild and of a 7."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, assert_never

from bot.games.base import Names
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
from bot.games.shedding.state import seat_before
from bot.games.show import Board, Choice, Hand, Picture, Question, Tone, rows_of
from bot.games.uno.cards import (
    NO_COLOUR,
    SYMBOL_LETTERS,
    SYMBOLS,
    WILD,
    WILD_FOUR,
    Colour,
    colour_of,
    short,
    symbol_of,
)
from bot.games.uno.events import Caught, Challenged, Event, Took
from bot.games.uno.moves import CATCH, Call, Catch, Challenge, Move, Name, Play, Take
from bot.games.uno.state import Asked, State
from bot.games.uno.text import COLOUR_NAMES, SYMBOL_NAMES, colour_name, label, long
from bot.games.uno.view import View

SIGNS = ("🟥", "🟨", "🟩", "🟦", "⬛")
PAINT = (0xD72600, 0xECD407, 0x379711, 0x0956BF, 0x555555)
UNO: Final = "UNO!"
PICTURES = {
    (symbol, colour): Picture(
        f"uno_{COLOUR_NAMES[colour] if colour < NO_COLOUR else 'no_colour'}_{SYMBOL_NAMES[symbol].replace(' ', '_')}",
        "W +4" if symbol == WILD_FOUR else SYMBOL_LETTERS[symbol],
        PAINT[colour],
    )
    for symbol in SYMBOLS
    for colour in (range(NO_COLOUR) if symbol < WILD else range(NO_COLOUR + 1))
}
"""By symbol and colour in force."""
MOST_CATCHES = 2
"""More stand on the board only: a hand has room for so many buttons."""
ASKED = {
    Asked.TURN: "to play",
    Asked.DRAWN: "to play the drawn card or keep it",
    Asked.ANSWER: "to take the cards or answer",
    Asked.NAME: "to name the colour",
}


def board(view: View, names: Names) -> Board:
    penalty = (f"{view.penalty} cards to take",) if view.penalty else ()
    return Board(
        title=_top(view),
        seats=seat_notes(view),
        asked=ASKED[view.asked],
        facts=(*facts(view), *penalty),
        colour=PAINT[view.colour],
        top=PICTURES[symbol_of(view.top), view.colour],
        calls=tuple(Choice(label(CATCH[seat], names), CATCH[seat], "danger") for seat in view.owes),
    )


def hand(view: View, names: Names, armed: bool) -> Hand:
    plays = [move for move in view.moves if isinstance(move, Play)]
    faces = dict.fromkeys(play.face for play in plays)
    jumping = view.seat != view.turn
    buttons = ((face, _play(view, [play for play in plays if play.face == face], names, armed)) for face in faces)
    others = [_other(view, move, names) for move in view.moves if not isinstance(move, Play | Catch)]
    catches = [_other(view, move, names) for move in view.moves if isinstance(move, Catch)]
    rows = in_rows(buttons, colour_of)
    return Hand(
        title=_title(view, names),
        cards=spread(view.hand, colour_of, SIGNS, short),
        rows=(*rows, *rows_of(others), *rows_of(catches[:MOST_CATCHES])),
        notes=(*_notes(view, names), *(("You can jump in.",) if jumping and plays else ())),
        toggle=UNO if any(play.call for play in plays) else "",
    )


def news(before: View, after: View) -> str:
    in_turn = before.asked is Asked.TURN
    return drawn(before, after, long, fits=before.options.drawn_card == "keep" if in_turn else None)


def highlights(events: Sequence[Event], names: Names) -> list[str]:
    catches = Counter(event.by for event in events if isinstance(event, Caught))
    taken = [(event.seat, event.count) for event in events if isinstance(event, Took)]
    judged = [event for event in events if isinstance(event, Challenged)]
    taken += [(event.against if event.guilty else event.seat, event.count) for event in judged]
    best = [f"Best catcher: {names[seat]}, {count}." for seat, count in catches.most_common(1) if count > 1]
    return best + most_drawn([*drawings(events), *taken], names) + heaviest_hand(events, names)


def open_chance(state: State) -> bool:
    jump_in = state.options.jump_in and state.asked is Asked.TURN and state.top_symbol < WILD
    return state.outcome is None and (bool(state.owes) or jump_in)


def _top(view: View) -> str:
    named = colour_of(view.top) == NO_COLOUR and view.colour != NO_COLOUR
    return f"{long(view.top)}, {colour_name(view.colour)}" if named else long(view.top)


def _title(view: View, names: Names) -> str:
    if view.seat != view.turn:
        return waits_for(view)
    match view.asked:
        case Asked.TURN:
            return f"Your turn on {_top(view)}"
        case Asked.DRAWN:
            return f"You drew {long(_drawn(view))}: play it or keep it"
        case Asked.ANSWER:
            return f"{view.penalty} cards for you: {_top(view)}"
        case Asked.NAME:
            return "A Wild was turned up: name the colour"
        case _:
            assert_never(view.asked)


def _drawn(view: View) -> Face:
    assert view.drawn is not None  # it is what the seat is asked about
    return view.drawn


def _notes(view: View, names: Names) -> list[str]:
    notes = []
    if any(isinstance(move, Challenge) for move in view.moves):
        notes.append(
            f"Challenge: if it was a bluff, {names[_challenged(view)]} draws the {view.penalty} and you play on; "
            f"if not, you draw {view.penalty + 2}."
        )
    if view.shown:
        notes.append(f"The challenged hand was {spread(view.shown, colour_of, SIGNS, short)}.")
    if view.seat in view.owes:
        notes.append("You have one card and have not called UNO yet.")
    return notes


def _challenged(view: View) -> int:
    """Who played the Wild Draw Four: the seat in play right before this one."""
    assert view.seat is not None  # the public is never asked
    seats = [seat for seat in range(len(view.counts)) if seat not in view.out]
    return seat_before(seats, view.seat, view.direction)


def _play(view: View, plays: Sequence[Play], names: Names, armed: bool) -> Choice:
    """The button of a face: a move, or the question that is still open."""
    ways = _ways(plays, armed=armed)
    face = plays[0].face
    copies = view.hand.count(face)
    text = short(face) + (f" x{copies}" if copies > 1 else "")
    text = f"Play {short(face)}" if view.asked is Asked.DRAWN else text
    does = ways[0] if len(ways) == 1 else _question(view, ways, names)
    return Choice(text, does, _tone(ways[0]), SIGNS[colour_of(face)])


def _ways(plays: Sequence[Play], *, armed: bool) -> list[Play]:
    """One play for each colour and swap: when armed the one that calls, where there is one."""
    found: dict[tuple[Colour, int | None], Play] = {}
    for play in plays:
        if (play.colour, play.swap) not in found or play.call == armed:
            found[play.colour, play.swap] = play
    return list(found.values())


def _question(view: View, ways: Sequence[Play], names: Names) -> Question:
    face = ways[0].face
    if colour_of(face) == NO_COLOUR:
        choices = [Choice(_own(view, way.colour), way, _tone(way), SIGNS[way.colour]) for way in ways]
        return Question(short(face), f"Which colour for the {long(face)}?", tuple(choices))
    seats = [(way.swap, way) for way in ways if way.swap is not None]
    others = tuple(Choice(f"{names[seat]} · {view.counts[seat]}", way, _tone(way)) for seat, way in seats)
    return Question(short(face), f"Swap hands with whom, by the {long(face)}?", others)


def _tone(play: Play) -> Tone:
    return "good" if play.call else "main"


def _own(view: View, colour: Colour) -> str:
    """A colour with the number of own cards of it."""
    return f"{colour_name(colour).capitalize()} · {sum(colour_of(face) == colour for face in view.hand)}"


def _other(view: View, move: Move, names: Names) -> Choice:
    match move:
        case Take():
            return Choice(f"Take {view.penalty}", move)
        case Challenge() | Catch():
            return Choice(label(move, names), move, "danger")
        case Call():
            return Choice(label(move, names), move, "good")
        case Name():
            return Choice(_own(view, move.colour), move, "main", SIGNS[move.colour])
        case _:
            return Choice(label(move, names), move)
