"""What a table shows of any shedding game: the words that UNO and Crazy Eights share."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from bot.games.base import Names, Seat
from bot.games.shedding.cards import Face
from bot.games.shedding.events import Drew, RoundEnded
from bot.games.shedding.state import SheddingState
from bot.games.shedding.text import how_many, way
from bot.games.shedding.view import SheddingView
from bot.games.show import Choice, Standing, counted, rows_of

Group = Callable[[Face], int]
"""The colour or suit of a face: what hands are sorted by."""

WORTH_TELLING = 3
"""From so many cards drawn on, it is a line at the end of a game."""


def standing(state: SheddingState) -> Standing:
    return Standing(state.round, tuple(state.scores))


def ends_round(event: object) -> bool:
    return isinstance(event, RoundEnded)


def seat_notes(view: SheddingView) -> tuple[str, ...]:
    """How many cards each seat holds, or that it is out; in a match, its points so far."""
    points = [f" ({score})" if any(view.scores) else "" for score in view.scores]
    cards = ["out" if seat in view.out else str(count) for seat, count in enumerate(view.counts)]
    return tuple(held + score for held, score in zip(cards, points, strict=True))


def facts(view: SheddingView) -> tuple[str, ...]:
    return (way(view.direction), f"pile {view.pile}")


def waits_for(view: SheddingView) -> str:
    """The title of a hand whose seat has nothing to do. Whose turn it is, only the board says: an open hand is drawn
    anew when its owner is asked something, and would soon name the wrong one."""
    if view.outcome is not None:
        return "The game is over"
    return "You are out of cards" if view.seat in view.out else "Wait for your turn"


def spread(hand: Sequence[Face], group: Group, signs: Sequence[str], short: Callable[[Face], str]) -> str:
    """A hand as text, sorted into colours or suits: 🟥 R2 R7 x2 · 🟨 Y7."""
    groups = sorted({group(face) for face in hand})
    parts = (f"{signs[each]} {counted([face for face in hand if group(face) == each], short)}" for each in groups)
    return " · ".join(part.strip() for part in parts) or "no cards"


def in_rows(choices: Iterable[tuple[Face, Choice]], group: Group) -> list[tuple[Choice, ...]]:
    """One row or more for each colour or suit, so that places do not jump about."""
    left = list(choices)
    groups = sorted({group(face) for face, _ in left})
    return [row for each in groups for row in rows_of(choice for face, choice in left if group(face) == each)]


def drawn(before: SheddingView, after: SheddingView, long: Callable[[Face], str], *, fits: bool | None = False) -> str:
    """The cards that came to a hand between two views of the same round, and whether the turn passed by itself.
    `fits` says whether a card just drawn could have been played; None where nothing was drawn in turn."""
    if before.round != after.round:
        return ""
    came, went = Counter(after.hand) - Counter(before.hand), Counter(before.hand) - Counter(after.hand)
    if not came:
        return ""
    cards = ", ".join(long(face) for face in sorted(came.elements()))
    if went:
        return f"You hold another hand now: {cards}."
    if fits is None or before.turn != before.seat or after.turn == after.seat:
        return f"You drew {cards}."
    why = "" if fits else "it does not fit, so " if came.total() == 1 else "none of them fits, so "
    return f"You drew {cards}; {why}your turn is over."


def most_drawn(drawings: Iterable[tuple[Seat, int]], names: Names) -> list[str]:
    """Who drew the most cards in one go."""
    seat, count = max(drawings, key=lambda each: each[1], default=(0, 0))
    return [f"Most cards at once: {names[seat]} drew {how_many(count)}."] if count >= WORTH_TELLING else []


def drawings(events: Iterable[object]) -> Iterable[tuple[Seat, int]]:
    return ((event.seat, event.count) for event in events if isinstance(event, Drew))


def heaviest_hand(events: Iterable[object], names: Names) -> list[str]:
    """The hand that cost most at the end of a round."""
    ends = (event for event in events if isinstance(event, RoundEnded))
    held = [(points, seat) for event in ends for seat, points in enumerate(event.in_hand)]
    points, seat = max(held, default=(0, 0))
    left_with = f"{points} point{'' if points == 1 else 's'}"
    return [f"Heaviest hand: {names[seat]} was left with {left_with}."] if points else []
