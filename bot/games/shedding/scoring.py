"""The end of a round: who won it, what it is worth, and whether the match goes on."""

from collections.abc import Sequence

from bot.games.base import Outcome, Seat
from bot.games.places import places
from bot.games.shedding.cards import Pack
from bot.games.shedding.events import Events, RoundEnded, went_out
from bot.games.shedding.state import NOBODY, SheddingState, in_play

ONE_ROUND = 0
"""The target of a match that is a single round."""

PLAY_ON_OUT = 3
"""With play_on and more than four seats, a round ends when so many are out."""


def round_over(state: SheddingState, play_on: bool) -> bool:
    """Whether enough seats are out."""
    seats, out = len(state.hands), len(state.out)
    if not play_on:
        return out > 0
    return out == seats - 1 or (seats > 4 and out == PLAY_ON_OUT)


def go_out(state: SheddingState, seat: Seat, events: Events) -> None:
    state.out.append(seat)
    events.append(went_out(seat, len(state.out)))


def blocked(state: SheddingState) -> bool:
    """Whether all seats in play have passed in a row."""
    return state.passes >= len(in_play(state))


def end_round(
    state: SheddingState,
    pack: Pack,
    *,
    play_on: bool,
    target: int,
    events: Events,
) -> bool:
    """Count the hands and score them. True: another round is due, and the deal has moved on (rules C5, C7, C8)."""
    in_hand = tuple([sum([pack.worth[card] for card in hand]) for hand in state.hands])
    is_blocked = not round_over(state, play_on)
    points = _no_points(in_hand) if play_on else _blocked_points(in_hand) if is_blocked else _points(state, in_hand)
    state.scores = [total + more for total, more in zip(state.scores, points, strict=True)]
    shown = tuple([pack.faces(hand) for hand in state.hands])
    events.append(RoundEnded(is_blocked, shown, in_hand, points, tuple(state.scores)))
    if target == ONE_ROUND:
        state.outcome = Outcome(_places_in_round(state, in_hand), tuple(state.scores))
    elif max(state.scores) >= target:
        state.outcome = Outcome(places([-total for total in state.scores]), tuple(state.scores))
    if state.outcome is not None:
        state.turn = NOBODY
        return False
    state.round += 1
    state.dealer = (state.dealer + 1) % len(state.hands)
    return True


def _no_points(in_hand: Sequence[int]) -> tuple[int, ...]:
    return (0,) * len(in_hand)


def _points(state: SheddingState, in_hand: Sequence[int]) -> tuple[int, ...]:
    """The one who went out scores all that the others hold."""
    (winner,) = state.out
    return tuple([sum(in_hand) if seat == winner else 0 for seat in range(len(in_hand))])


def _blocked_points(in_hand: Sequence[int]) -> tuple[int, ...]:
    """The fewest points in hand score the difference to each other hand; tied seats each score it in full."""
    fewest = min(in_hand)
    worth = sum(points - fewest for points in in_hand)
    return tuple(worth if points == fewest else 0 for points in in_hand)


def _places_in_round(state: SheddingState, in_hand: Sequence[int]) -> tuple[int, ...]:
    """The order of going out, then points in hand, fewest first."""
    keys = [points + 1 for points in in_hand]
    for place, seat in enumerate(reversed(state.out)):
        keys[seat] = -place
    return places(keys)
