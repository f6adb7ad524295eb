"""A game as its journal tells it: dealt from the seed and made again move by move, beside the table."""

import json
import sqlite3
from typing import Any

from bot.games import GAMES
from bot.games.base import Outcome, Seat
from bot.games.dealer import Dealer
from bot.games.options import configure
from bot.storage import Entry
from bot.tables.asks import asked_anew, turns


class Shadow:
    def __init__(self, row: sqlite3.Row, seats: int) -> None:
        self.seed = bytes(row["seed"])
        self.game = GAMES[row["game"]]
        options = configure(self.game.options, json.loads(row["options"]))
        self.state: Any = self.game.deal(seats, options, Dealer(self.seed, "deal", 0), row["dealer"])[0]
        self.seats = seats
        self.journal: list[Entry] = []
        """All that was read from the file."""
        self.revision = 0
        """How much of it was made again."""
        self.asks = [0] * seats
        self._asked: list[tuple[int, ...]] = []

    def make(self, revision: int) -> None:
        """Go on to this revision."""
        while self.revision < revision:
            entry = self.journal[self.revision]
            was, move = turns(self.game, self.state), self.game.decode(entry.move)
            self.game.apply(self.state, entry.seat, move, Dealer(self.seed, "move", self.revision))
            self._asked.append(tuple(self.asks))
            self.revision += 1
            for seat in asked_anew(entry.seat, move, was, turns(self.game, self.state)).asks:
                self.asks[seat] = self.revision

    def ask_before(self, revision: int, seat: Seat) -> int:
        """What the seat was asked when that move was made."""
        self.make(revision + 1)
        return self._asked[revision][seat]

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def views(self) -> list[Any]:
        return views(self.game, self.state, self.seats)


def views(game: Any, state: Any, seats: int) -> list[Any]:
    """What everybody sees, and each seat."""
    return [game.view(state, seat) for seat in (None, *range(seats))]
