"""Who is asked something new after a move. An ask is the revision at which that happened; a button carries it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.games.base import AnyGame, Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat that is waited for holds, and may do."""

    hand: tuple[Any, ...]
    moves: frozenset[Any]

    def is_rest_of(self, before: "Turn", move: Any) -> bool:
        """Whether the same turn goes on with one chance less: somebody was caught, and no card of this hand moved."""
        return self.hand == before.hand and move not in self.moves and self.moves < before.moves


@dataclass(frozen=True, slots=True)
class Anew:
    """What a move changed for the seats."""

    asked: tuple[Seat, ...]
    """Whose time begins: waited for now and not before, or moved and still waited for."""
    asks: tuple[Seat, ...]
    """Whose older buttons are stale: those asked, and the one who moved."""
    hands: tuple[Seat, ...]
    """Whose open hands are out of date: those asked, and those whose turn looks different now."""


def turns(game: AnyGame, state: Any) -> dict[Seat, Turn]:
    """The turns of all seats that the game waits for."""
    views = ((seat, game.view(state, seat)) for seat in game.waiting(state))
    return {seat: Turn(tuple(view.hand), frozenset(view.moves)) for seat, view in views}


def asked_anew(mover: Seat, move: Any, was: Mapping[Seat, Turn], now: Mapping[Seat, Turn]) -> Anew:
    goes_on = mover in now and mover in was and now[mover].is_rest_of(was[mover], move)
    asked = tuple(seat for seat in now if seat not in was or (seat == mover and not goes_on))
    asks = asked if goes_on or mover in asked else (*asked, mover)
    others = (seat for seat in now if seat in was and seat != mover and now[seat] != was[seat])
    return Anew(asked, asks, (*asked, *others))
