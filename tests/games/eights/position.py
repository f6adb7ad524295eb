"""Positions of Crazy Eights, laid out by hand. Cards are named as in the texts of moves: 10H, AS, 8C."""

from collections.abc import Sequence
from typing import Any

from bot.games.base import Outcome
from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.crazy_eights.cards import ALL, RANK_LETTERS, SUIT, SUIT_LETTERS, pack, rank_of, suit_of
from bot.games.crazy_eights.events import Event
from bot.games.crazy_eights.options import Options
from bot.games.crazy_eights.state import State
from bot.games.dealer import Rng
from bot.games.shedding.cards import Face
from tests.games.packs import NoChance, Supply

NO_CHANCE: Any = NoChance()
NAMES = ("Ann", "Bo", "Kit", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
CLASSIC = CRAZY_EIGHTS.configure()
ACTION = CRAZY_EIGHTS.configure("action")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]


def name(face: Face) -> str:
    return RANK_LETTERS[rank_of(face)] + SUIT_LETTERS[suit_of(face)]


def face(text: str) -> Face:
    return next(each for each in ALL.face if name(each) == text)


def names(faces: Sequence[Face]) -> str:
    return " ".join(name(each) for each in faces)


def position(
    *hands: str,
    top: str,
    suit: str | None = None,
    pile: str | None = None,
    discards: str = "",
    turn: int = 0,
    out: Sequence[int] = (),
    scores: Sequence[int] = (),
    preset: str = "classic",
    **options: Any,
) -> State:
    """Hands of card names, the top card, and what differs from a quiet middle of a round. The pile is drawn from its
    end; None is all the cards that are left."""
    chosen: Options = CRAZY_EIGHTS.configure(preset, options)
    supply = Supply(ALL, name, pack(len(hands)))
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
        suit=SUIT[on_top] if suit is None else SUIT_LETTERS.index(suit),
        out=list(out),
        scores=list(scores) or [0] * len(hands),
    )


def play(state: State, *moves: str, rng: Rng = NO_CHANCE) -> list[Event]:
    """Make moves written as "0 10H": seat and move. The events of the last one."""
    events: list[Event] = []
    for each in moves:
        seat, text = each.split()
        events = CRAZY_EIGHTS.apply(state, int(seat), CRAZY_EIGHTS.decode(text), rng)
    return events


def told(events: Sequence[Event]) -> list[str]:
    """Events in words."""
    return [CRAZY_EIGHTS.line(event, NAMES) for event in events]


def may(state: State, seat: int) -> list[str]:
    """The texts of a seat's legal moves."""
    return [move.text for move in CRAZY_EIGHTS.moves(state, seat)]


def hand(state: State, seat: int) -> str:
    """A hand as names, sorted by suit and rank."""
    return names(ALL.faces(state.hands[seat]))


def result(state: State) -> Outcome:
    outcome = CRAZY_EIGHTS.outcome(state)
    assert outcome is not None
    return outcome
