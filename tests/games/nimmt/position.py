"""Positions of 6 nimmt!, laid out by hand."""

from collections.abc import Sequence
from typing import Any

from bot.games.dealer import QuickDealer, Rng
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.events import Event
from bot.games.six_nimmt.options import Options
from bot.games.six_nimmt.state import State
from tests.games.packs import NoChance

NO_CHANCE: Any = NoChance()
NAMES = ("Ann", "Bo", "Kit", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
SEEDS = range(100)
PUBLIC = None


def position(
    *hands: str,
    rows: str = "5 | 20 30 | 40 | 60",
    taken: Sequence[str] = (),
    scores: Sequence[int] = (),
    preset: str = "classic",
    **options: Any,
) -> State:
    """Hands of card numbers, the four rows, and by seat the cards taken in this deal and the heads of the deals before.
    Nobody has chosen yet; all the cards that are left are set aside."""
    chosen: Options = SIX_NIMMT.configure(preset, options)
    left = deck(len(hands), known_cards=chosen.known_cards)

    def take(names: str) -> list[int]:
        cards = [int(name) for name in names.split()]
        for card in cards:
            left.remove(card)
        return cards

    return State(
        options=chosen,
        hands=[sorted(take(hand)) for hand in hands],
        rows=[take(row) for row in rows.split("|")],
        taken=[take(cards) for cards in taken] or [[] for _ in hands],
        scores=list(scores) or [0] * len(hands),
        chosen=[0] * len(hands),
        undecided=list(range(len(hands))),
        aside=left,
    )


def deck(seats: int, *, known_cards: bool = False) -> list[int]:
    """All the cards of a deal, in order."""
    return list(range(1, (10 * seats + 4 if known_cards else 104) + 1))


def play(state: State, *moves: str, rng: Rng = NO_CHANCE) -> list[Event]:
    """Make moves written as "0 12" or "1 row3": seat and move. The events of the last one."""
    events: list[Event] = []
    for each in moves:
        seat, text = each.split()
        events = SIX_NIMMT.apply(state, int(seat), SIX_NIMMT.decode(text), rng)
    return events


def told(events: Sequence[Event]) -> list[str]:
    """Events in words."""
    return [SIX_NIMMT.line(event, NAMES) for event in events]


def may(state: State, seat: int) -> list[str]:
    """The texts of a seat's legal moves."""
    return [move.text for move in SIX_NIMMT.moves(state, seat)]


def rows(state: State) -> str:
    """The rows as `position` reads them."""
    return " | ".join(" ".join(map(str, row)) for row in state.rows)


def dealt(seats: int = 4, seed: int = 0, **options: Any) -> State:
    state, _ = SIX_NIMMT.deal(seats, SIX_NIMMT.configure(given=options), QuickDealer(seed))
    return state


def last_tricks(*scores: int, **more: Any) -> State:
    """Two cards left in each hand, none of which will take a row. Played out by `play_out`."""
    hands = ("6 61", "31 62", "41 63", "32 42", "7 64")
    return position(*hands[: len(scores)], scores=scores, **more)


def play_out(state: State) -> list[Any]:
    choices = ("0 6", "1 31", "2 41", "3 32", "4 7")
    return play(state, *choices[: len(state.hands)], rng=QuickDealer(1))


def low_card_revealed() -> State:
    """Seat 1 has to take a row; the others' cards wait."""
    state = position("6 7 8", "1 2 3", "41 50 51")
    play(state, "0 6", "1 1", "2 41")
    return state
