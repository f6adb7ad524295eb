"""Why a move is refused, as a sentence that says what to do instead. Only reached when a move is not legal."""

from typing import assert_never

from bot.games.base import Seat
from bot.games.shedding.state import can_draw, in_play
from bot.games.uno.cards import FACE, WILD_FOUR
from bot.games.uno.legal import cards_after, moves
from bot.games.uno.moves import KEEP, SEVEN, Call, Catch, Challenge, Draw, Keep, Move, Name, Pass, Play, Take
from bot.games.uno.state import Asked, State, holds_colour


def refusal(state: State, seat: Seat, move: Move) -> str:
    if state.outcome is not None:
        return "This game is over. Start another one to play on."
    if seat in state.out:
        return "You are out of this round already: watch the others finish."
    match move:
        case Call():
            return "There is nothing to call: you do not owe UNO now."
        case Catch():
            if move.seat == seat:
                return "You cannot catch yourself. If you owe UNO, call it."
            return "There is nobody to catch there: the call was made, or the next turn has begun."
        case Play() | Draw() | Keep() | Pass() | Take() | Challenge() | Name():
            if seat == state.turn:
                return _not_now(state, seat, move)
            if isinstance(move, Play) and state.options.jump_in:
                return _no_jump_in(state, seat, move)
            return "It is not your turn yet: wait until the others have played."
        case _:
            assert_never(move)


def _no_jump_in(state: State, seat: Seat, play: Play) -> str:
    if any(isinstance(move, Play) and move.face == play.face for move in moves(state, seat)):
        return _not_like_that(state, seat, play)
    return "Out of turn only the very same card as the top may jump in, before the next seat has acted."


def _not_now(state: State, seat: Seat, move: Play | Draw | Keep | Pass | Take | Challenge | Name) -> str:
    """It is this seat's turn, but not for this."""
    if isinstance(move, Play) and move.face not in [FACE[card] for card in state.hands[seat]]:
        return "You do not hold that card. Open your hand again to see what you have."
    if state.asked is not Asked.TURN:
        return _asked(state, seat)
    if isinstance(move, Play):
        return _not_like_that(state, seat, move)
    if isinstance(move, Draw):
        return "Nothing is left to draw: pass instead." if not can_draw(state) else "You can play, so you may not draw."
    if isinstance(move, Pass) and not can_draw(state):
        return "You can play, so you may not pass."
    if isinstance(move, Pass):
        return f"You can only pass when nothing is left to draw. {_turn(state, seat)}"
    return _turn(state, seat)


def _asked(state: State, seat: Seat) -> str:
    """What a seat has to do first."""
    if state.asked is Asked.ANSWER:
        return "A penalty lies before you: answer that first."
    if state.asked is Asked.NAME:
        return "Name a colour first."
    return "You have drawn: play that card" + (", or keep it." if KEEP in moves(state, seat) else ".")


def _turn(state: State, seat: Seat) -> str:
    """What a seat can do in a normal turn."""
    listed = moves(state, seat)
    can_play = any(isinstance(move, Play) for move in listed)
    other = next((move for move in listed if isinstance(move, Draw | Pass)), None)
    if other is None:
        return "Play a card that fits."
    return f"Play a card that fits, or {other.text}." if can_play else f"No card of yours fits: {other.text}."


def _not_like_that(state: State, seat: Seat, play: Play) -> str:
    """The card is there, but this is not a way to play it."""
    if state.options.no_bluff and play.symbol == WILD_FOUR and holds_colour(state, seat):
        return "You hold a card of the colour in force, so a Wild Draw Four is not allowed."
    swaps = state.options.seven_zero and play.symbol == SEVEN and len(state.hands[seat]) > 1
    if swaps and (play.swap == seat or play.swap not in in_play(state)):
        return "Name another seat in play to swap hands with."
    if play.swap is not None and not swaps:
        return "There is nobody to swap hands with in this move: play the card alone."
    if play.call and not state.calls:
        return "Nobody has to call UNO in this game: play the card without."
    if play.call and cards_after(state, seat, play) != 1:
        return "Call UNO only with the play that leaves you one card."
    return "That card does not fit: match the colour, the number or the symbol, or play a Wild."
