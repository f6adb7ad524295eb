"""What leaves a table after something has happened at it: no state, no cards, just what to look at anew."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from bot.games.base import Seat
from bot.storage import MemberId

if TYPE_CHECKING:
    from bot.tables.table import Table

Kind = Literal["lobby", "started", "move", "seats", "reminder", "over", "closed"]


@dataclass(frozen=True, slots=True)
class Update:
    table: "Table"
    kind: Kind
    asked: tuple[Seat, ...] = ()
    """Seats that are asked something new: their open hands are out of date."""
    mover: MemberId | None = None
    """Whose own hand is shown to them anyway, as the answer to their click."""
