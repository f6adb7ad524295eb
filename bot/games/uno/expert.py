"""UNO's expert: it guesses the other hands and plays the round out with each of its moves (rules K1 and K5).

Its guesses agree with what it has seen: cards played, cards shown, cards given away, what others had to draw on. Who
plays a Wild Draw Four is mostly taken to be honest. In the rounds that it imagines everybody calls UNO in time, plays
action cards early and keeps Wilds for later.
"""

from dataclasses import dataclass

from bot.games.base import STAND_IN, Seat
from bot.games.dealer import QuickDealer, Rng
from bot.games.search import best_move
from bot.games.shedding.cards import Face
from bot.games.shedding.imagine import AMONG_MORE, play_out
from bot.games.shedding.tells import Tells
from bot.games.shedding.unseen import Unseen
from bot.games.uno.cards import ALL, COLOUR, COLOURS, FACES, WILD, WILD_FOUR, Symbol, colour_of, pack, symbol_of
from bot.games.uno.computer import COMPUTERS, DOUBTFUL_HAND, call_or_catch, colour_counts, stale
from bot.games.uno.legal import moves
from bot.games.uno.moves import CHALLENGE, DRAW, KEEP, TAKE, Move, Name, Play
from bot.games.uno.rules import apply
from bot.games.uno.state import Asked, State, Trial
from bot.games.uno.view import View

BUDGET = 36_000
"""Moves that it imagines for a decision between two seats."""
SWAPPING = 2.0
"""Where hands are swapped a move takes so many times as long, so there are fewer."""
CROWD = 5
"""With so many seats or more,"""
CROWDED = 1.4
"""it takes so many times as long."""
COLOURS_TRIED = 2
"""A Wild is tried with the colours that it holds most of,"""
SWAPS_TRIED = 2
"""and a 7 that swaps with the smallest hands."""
WORTH: tuple[int, ...] = (*[0] * 10, 4, 4, 5, -30, -40)
"""By symbol, what a quick move adds to the number of cards of the colour: action cards early, Wilds late."""
TELLS = Tells(
    groups=len(COLOURS),
    group=[colour_of(face) for face in FACES],
    kind=[symbol_of(face) for face in FACES],
    liking=WORTH,
)


@dataclass(frozen=True, slots=True)
class Expert:
    budget: int = BUDGET

    def choose(self, view: View, rng: Rng) -> Move | None:
        duty = call_or_catch(view)
        if duty is not None or not view.moves or stale(view):
            return duty if duty is not None else COMPUTERS[STAND_IN].choose(view, rng)
        table = Imagined(view)
        tried: list[Move | None] = [*worth_trying(view)]
        if view.seat != view.turn:  # it need not jump in
            tried.append(None)
        more = AMONG_MORE if len(view.counts) > 2 else 1
        slower = (SWAPPING if view.options.seven_zero else 1) * (CROWDED if len(view.counts) >= CROWD else 1)
        return best_move(tried, table.guess, table.finish, rng, int(self.budget * more / slower), table.guessing)


def worth_trying(view: View) -> list[Move]:
    """The legal moves but those that are hardly ever better than another: not calling, naming a colour it hardly has,
    swapping for a large hand. Where one draws until a card fits, who can play does: if all drew on purpose, hands would
    grow and no round would end."""
    counts = colour_counts(view)
    named = sorted((colour for colour in COLOURS if counts[colour]), key=lambda colour: -counts[colour])
    named = named[:COLOURS_TRIED] or [COLOURS[0]]
    small = sorted((seat for seat, count in enumerate(view.counts) if count), key=lambda seat: view.counts[seat])
    swapped = [None, *[seat for seat in small if seat != view.seat][:SWAPS_TRIED]]
    called = {(play.face, play.colour, play.swap) for play in view.moves if isinstance(play, Play) and play.call}
    must_play = view.options.draw_until_playable and any(isinstance(move, Play) for move in view.moves)

    def sensible(move: Move) -> bool:
        if move in (DRAW, KEEP):
            return not must_play
        if isinstance(move, Name):
            return move.colour in named
        if not isinstance(move, Play):
            return True
        silent = not move.call and (move.face, move.colour, move.swap) in called
        return not silent and move.swap in swapped and (move.symbol < WILD or move.colour in named)

    return [move for move in view.moves if sensible(move)]


class Imagined:
    """A table that looks like the real one from a seat."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None  # the public does not play
        options = view.options
        self._me, self._choices, self._accused = view.seat, view.choices, view.accused
        self._unseen = unseen = Unseen(
            view, self._me, pack(options.packs(len(view.counts)), options.wilds), ALL, self._explains
        )
        self._state = State(
            **unseen.seen(view),
            options=options,
            renew_below=options.renew_below,
            colour=view.colour,
            asked=view.asked,
            penalty=view.penalty,
        )
        self.guessing = unseen.work

    def guess(self, dice: QuickDealer) -> State:
        state = self._state.copy()
        state.hands, state.pile = self._unseen.deal(dice)
        if self._accused is not None:  # cards that it drew since, because it was caught, are not judged: hardly ever
            seat, colour = self._accused
            state.trial = Trial(seat, tuple(state.hands[seat]), colour)
        return state

    def _explains(self, seat: Seat, hand: list[Face]) -> float:
        return TELLS.explained(self._choices[seat], hand)

    def finish(self, guess: State, move: Move | None, dice: QuickDealer) -> tuple[float, int]:
        state = guess.copy()
        if move is not None:
            apply(state, self._me, move, dice)
        state.calls, state.owes = False, []
        return play_out(state, guess, self._me, state.options.target, apply, quick, dice)


def quick(state: State, seat: Seat) -> Move:
    """A sensible move in no time, for a seat in an imagined round."""
    listed = moves(state, seat)
    if len(listed) == 1:
        return listed[0]
    if state.asked is Asked.ANSWER:
        return _answer(state, listed)
    hands, counts = state.hands, [0] * 5
    for card in hands[seat]:
        counts[COLOUR[card]] += 1
    honest = not counts[state.colour] or state.options.challenge == "off"
    best, most = listed[-1], -1000
    for move in listed:
        if type(move) is Play:
            symbol: Symbol = move.symbol
            worth = counts[move.colour] + WORTH[symbol]
            if move.swap is not None:
                worth += len(hands[seat]) - len(hands[move.swap])
            if worth > most and (symbol != WILD_FOUR or honest):
                best, most = move, worth
    return best


def _answer(state: State, listed: list[Move]) -> Move:
    """Stack if possible; challenge a large hand; else take the penalty."""
    if type(listed[0]) is Play:
        return listed[0]
    trial = state.trial
    doubtful = trial is not None and len(state.hands[trial.seat]) >= DOUBTFUL_HAND
    return CHALLENGE if doubtful else TAKE


EXPERT = Expert()
