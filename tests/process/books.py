"""What the bot has written down, read from its file beside it, and the position that follows: dealt from the seed and
replayed by the rules of the game alone. It is the judge of what boards and hands have to show.
"""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.games import GAMES
from bot.games.base import AnyGame
from bot.games.dealer import Dealer
from bot.games.options import configure
from bot.storage import MemberId, SavedSeat
from bot.ui.names import seat_names


@dataclass(frozen=True)
class Line:
    """A move in the journal."""

    revision: int
    seat: int
    move: str
    by: str
    click: int | None


@dataclass(frozen=True)
class Position:
    game: AnyGame
    id: int
    phase: str
    options: dict[str, Any]
    dealer: int
    seed: bytes
    state: Any
    seats: tuple[SavedSeat, ...]
    journal: tuple[Line, ...]
    round_over: bool
    """Whether the last move ended a round."""

    @property
    def names(self) -> list[str]:
        return seat_names(self.seats)

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.game.waiting(self.state)

    @property
    def over(self) -> bool:
        return self.game.outcome(self.state) is not None

    @property
    def clicks(self) -> list[int]:
        return [line.click for line in self.journal if line.click is not None]

    def seat_of(self, member: int) -> int:
        return next(number for number, seat in enumerate(self.seats) if seat.member == member)

    def cards(self, seat: int) -> str:
        """The hand of a seat, as its panel writes it."""
        return self.game.hand(self.game.view(self.state, seat), self.names, False).cards

    def ends_with(self, seat: int, move: str) -> bool:
        """Whether this move would end the game."""
        state = self.state.copy()
        self.game.apply(state, seat, self.game.decode(move), Dealer(self.seed, "move", len(self.journal)))
        return self.game.outcome(state) is not None

    def not_shown(self, text: str) -> str:
        """What is missing in a board's text. Empty: it shows this position."""
        if self.over:
            return "" if "wins!" in text or "win!" in text else "the winners"
        if self.round_over and "is over" in text:
            return ""
        seen = self.game.board(self.game.view(self.state, None), self.names)
        wanted = [seen.title, seen.picture, seen.asked, *seen.facts]
        for seat, (name, note) in enumerate(zip(self.names, seen.seats, strict=True)):
            level = f" ({self.seats[seat].level})" if self.seats[seat].level else ""
            wanted.append(f"**▸\u00a0{name}**{level} {note}" if seat in self.waiting else f"{name}{level} {note}")
        return next((each for each in wanted if each not in text), "")


class Books:
    def __init__(self, path: Path) -> None:
        self._path = path

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Read without taking part: a reader that may write would tidy up the file behind a killed bot."""
        with closing(sqlite3.connect(f"file:{self._path}?mode=ro", uri=True, timeout=5)) as db:
            return list(db.execute(sql, values))

    def position(self) -> Position:
        """The newest table, replayed. A gap, a move that is not legal or one made twice fails here."""
        sql = "SELECT id, game, phase, options, dealer, seed FROM games ORDER BY id DESC LIMIT 1"
        ((number, key, phase, options, dealer, seed),) = self.rows(sql)
        found = self.rows("SELECT member, name, level, away FROM seats WHERE game = ? ORDER BY seat", number)
        seats = tuple(
            SavedSeat(None if member is None else MemberId(member), name, level, away)
            for member, name, level, away in found
        )
        sql = "SELECT revision, seat, move, by, click FROM journal WHERE game = ? ORDER BY revision"
        journal = tuple(Line(*row) for row in self.rows(sql, number))
        assert [line.revision for line in journal] == list(range(len(journal)))
        game = GAMES[key]
        state, _ = game.deal(len(seats), configure(game.options, json.loads(options)), Dealer(seed, "deal", 0), dealer)
        every_card = sorted(game.cards(state))
        round_over = False
        for line in journal:
            before = game.standing(state).round
            game.apply(state, line.seat, game.decode(line.move), Dealer(seed, "move", line.revision))
            round_over = game.standing(state).round != before
        assert round_over or sorted(game.cards(state)) == every_card
        return Position(game, number, phase, json.loads(options), dealer, seed, state, seats, journal, round_over)

    def results(self) -> list[tuple[int, int]]:
        """Game and seat of everything that was scored."""
        return [(game, seat) for game, seat in self.rows("SELECT game, seat FROM results ORDER BY game, seat")]
