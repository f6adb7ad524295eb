"""Why a move is refused, as a sentence that says what to do instead. Only reached when a move is not legal."""

from typing import assert_never

from bot.games.base import Seat
from bot.games.shedding.state import can_draw, in_play
from bot.games.uno.cards import FACE, WILD_FOUR
from bot.games.uno.legal import seat_before
from bot.games.uno.moves import SEVEN, Call, Catch, Challenge, Draw, Keep, Move, Name, Pass, Play, Take
from bot.games.uno.state import Asked, State, holds_colour

ASKED = {
    Asked.TURN: "Play a card that fits, or draw.",
    Asked.DRAWN: "You have drawn: play that card, or keep it.",
    Asked.ANSWER: "A penalty lies before you: answer that first.",
    Asked.NAME: "Name a colour first.",
}


def refusal(state: State, seat: Seat, move: Move) -> str:
    if state.outcome is not None:
        return "This game is over. Start another one to play on."
    if seat in state.out:
        return "You are out of this round already: watch the others finish."
    match move:
        case Call():
            return "There is nothing to call: you do not owe UNO now."
        case Catch():
            return "There is nobody to catch there: the call was made, or the next turn has begun."
        case Play() | Draw() | Keep() | Pass() | Take() | Challenge() | Name():
            if seat == state.turn:
                return _not_now(state, seat, move)
            if isinstance(move, Play) and state.options.jump_in:
                return "Out of turn only the very same card as the top may jump in, before the next seat has acted."
            return "It is not your turn yet: wait until the others have played."
        case _:
            assert_never(move)


def _not_now(state: State, seat: Seat, move: Play | Draw | Keep | Pass | Take | Challenge | Name) -> str:
    """It is this seat's turn, but not for this."""
    if isinstance(move, Play) and move.face not in [FACE[card] for card in state.hands[seat]]:
        return "You do not hold that card. Open your hand again to see what you have."
    if state.asked is not Asked.TURN:
        return ASKED[state.asked]
    if isinstance(move, Play):
        return _not_like_that(state, seat, move)
    if isinstance(move, Draw):
        return "Nothing is left to draw: pass instead." if not can_draw(state) else "You can play, so you may not draw."
    if isinstance(move, Pass):
        return "You can only pass when nothing is left to draw. Play a card that fits, or draw."
    return ASKED[Asked.TURN]


def _not_like_that(state: State, seat: Seat, play: Play) -> str:
    """The card is there, but this is not a way to play it."""
    if state.options.no_bluff and play.symbol == WILD_FOUR and holds_colour(state, seat):
        return "You hold a card of the colour in force, so a Wild Draw Four is not allowed."
    swaps = state.options.seven_zero and play.symbol == SEVEN and len(state.hands[seat]) > 1
    if swaps and (play.swap == seat or play.swap not in in_play(state)):
        return "Name another seat in play to swap hands with."
    if play.swap is not None and not swaps:
        return "There is nobody to swap hands with in this move: play the card alone."
    if play.call and not _comes_down_to_one(state, seat, play):
        return "Call UNO only with the play that leaves you one card."
    return "That card does not fit: match the colour, the number or the symbol, or play a Wild."


def _comes_down_to_one(state: State, seat: Seat, play: Play) -> bool:
    if not state.calls:
        return False
    if not state.options.seven_zero:
        return len(state.hands[seat]) == 2
    if play.swap is not None:
        return len(state.hands[play.swap]) == 1
    if play.symbol == 0:
        return len(state.hands[seat_before(state, seat)]) == 1
    return len(state.hands[seat]) == 2
