"""Positions of UNO, laid out by hand."""

from collections.abc import Sequence
from typing import Any

from bot.games.dealer import Rng
from bot.games.uno import UNO
from bot.games.uno.cards import ALL, COLOUR, COLOUR_LETTERS, pack, short
from bot.games.uno.events import Event
from bot.games.uno.options import Options
from bot.games.uno.state import State
from tests.games.packs import NoChance, Supply

NO_CHANCE: Any = NoChance()


def position(
    *hands: str,
    top: str,
    colour: str | None = None,
    pile: str | None = None,
    discards: str = "",
    turn: int = 0,
    preset: str = "official",
    **options: Any,
) -> State:
    """Hands of card names, the top card, and what differs from a quiet middle of a round. The pile is drawn from its
    end; None is all the cards that are left."""
    chosen: Options = UNO.configure(preset, options)
    supply = Supply(ALL, short, pack(chosen.packs(len(hands)), chosen.wilds))
    dealt = [sorted(supply.take(hand)) for hand in hands]
    below = supply.take(discards)
    (on_top,) = supply.take(top)
    return State(
        options=chosen,
        hands=dealt,
        pile=supply.rest() if pile is None else supply.take(pile),
        discards=[*below, on_top],
        dealer=len(hands) - 1,
        turn=turn,
        colour=COLOUR[on_top] if colour is None else COLOUR_LETTERS.index(colour),
        scores=[0] * len(hands),
        renew_below=chosen.renew_below,
    )


def play(state: State, *moves: str, rng: Rng = NO_CHANCE) -> list[Event]:
    """Make moves written as "0 R7": seat and move. The events of the last one."""
    events: list[Event] = []
    for each in moves:
        seat, text = each.split()
        events = UNO.apply(state, int(seat), UNO.decode(text), rng)
    return events


def told(events: Sequence[Event]) -> list[str]:
    """Events in words."""
    return [UNO.line(event, ("Ann", "Bo", "Kit", "Dee", "Eli", "Fay")) for event in events]


def may(state: State, seat: int) -> list[str]:
    """The texts of a seat's legal moves."""
    return [move.text for move in UNO.moves(state, seat)]


def hand(state: State, seat: int) -> str:
    """A hand as names."""
    return " ".join(short(face) for face in ALL.faces(state.hands[seat]))
