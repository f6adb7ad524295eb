"""How a game stands, and how it got there: dealt from its seed, move by move, the same after every restart.

Nothing in here waits, writes or tells. `Table` does that, and lets the course go on only when a move is written.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.config import Times
from bot.errors import BadRecord
from bot.games import GAMES
from bot.games.base import AnyGame, Outcome, Seat
from bot.games.dealer import Dealer
from bot.games.options import configure
from bot.storage import LIVE, By, Entry, GameId, MemberId, Phase, SavedGame, SavedSeat, Storage
from bot.tables import fairness
from bot.tables.asks import Turn, asked_anew, turns
from bot.tables.clock import Clock
from bot.tables.thinking import Thinker
from bot.tables.time import Time
from bot.tables.update import Update

if TYPE_CHECKING:
    from bot.tables.table import Table

RECENT_MOVES = 8
"""How many moves a board can tell."""


@dataclass(frozen=True, slots=True)
class Room:
    """What all tables share."""

    storage: Storage
    time: Time
    times: Times
    thinker: Thinker
    tell: Callable[[Update], None]
    """Called when something has happened, after it was written."""
    plan: "Callable[[Table], None]"
    """Called when the table's next moment may have changed."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A round that has just ended: what each seat got in it."""

    number: int
    points: tuple[int, ...]


class Course:
    def __init__(self, saved: SavedGame, room: Room) -> None:
        self.saved = saved
        self.room = room
        self.game: AnyGame = GAMES[saved.game]
        self.options: Any = configure(self.game.options, saved.options)
        self.state: Any = None
        self.revision = 0
        self.asks: list[int] = []
        """By seat: the revision at which it was last asked something new."""
        self.events: list[Any] = []
        """Everything that everybody saw."""
        self.recent: deque[Sequence[Any]] = deque(maxlen=RECENT_MOVES)
        """The events of the last moves that have something to tell."""
        self._next_round: Sequence[Any] = ()
        """The deal of the next round, told when it begins."""
        self.round_end: RoundEnd | None = None
        """The round that just ended, until the next one begins."""
        self.clock = Clock(self)
        self.halted: float | None = None
        """Since when no clock runs, because the board cannot be shown. None: clocks run."""

    # What there is to know

    @property
    def id(self) -> GameId:
        return self.saved.id

    @property
    def phase(self) -> Phase:
        return self.saved.phase

    @property
    def live(self) -> bool:
        return self.saved.phase in LIVE

    @property
    def seats(self) -> tuple[SavedSeat, ...]:
        return self.saved.seats

    @property
    def outcome(self) -> Outcome | None:
        return None if self.state is None else self.game.outcome(self.state)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that the game waits for now; none while a round that ended is being looked at."""
        if self.state is None or self.phase != "playing" or self.round_end is not None:
            return ()
        return self.game.waiting(self.state)

    def chance(self, label: str, revision: int) -> Dealer:
        """The stream of chance with this label: all from the game's seed."""
        assert self.saved.seed is not None  # a game that runs was dealt from one
        return Dealer(self.saved.seed, label, revision)

    @property
    def seal(self) -> str:
        """What was promised before the first move: the seed cannot be another one."""
        return fairness.seal(self.saved)

    def view(self, seat: Seat | None) -> Any:
        return self.game.view(self.state, seat)

    def seat_of(self, member: MemberId) -> Seat | None:
        return next((number for number, seat in enumerate(self.seats) if seat.member == member), None)

    def is_computer(self, seat: Seat) -> bool:
        """Whether a computer plays this seat now, its own or somebody's who is away."""
        return self.seats[seat].member is None or self.seats[seat].away != ""

    @property
    def present(self) -> list[MemberId]:
        """The members who play themselves."""
        return [seat.member for seat in self.seats if seat.member is not None and not seat.away]

    # A move was made

    def _made(self, state: Any, seat: Seat, by: By, events: Sequence[Any], at: float) -> None:
        self.state = state
        self.revision += 1
        self.events += events
        ends = next((place for place, event in enumerate(events, 1) if self.game.ends_round(event)), len(events))
        if self.game.lines(events, [seat.name for seat in self.seats]):
            self.recent.append(events[:ends])
        self._next_round = events[ends:]
        self.clock.moved(seat, by, at)

    def _note_round(self, before: Any) -> None:
        after = self.game.standing(self.state)
        if after.round != before.round:
            points = tuple(new - old for new, old in zip(after.totals, before.totals, strict=True))
            self.round_end = RoundEnd(before.round, points)
            self.clock.rest()

    def _renew_asks(self, mover: Seat, move: Any, was: Mapping[Seat, Turn], at: float) -> tuple[Seat, ...]:
        """Ask whoever has to be asked. The seats whose open hands are out of date."""
        anew = asked_anew(mover, move, was, turns(self.game, self.state))
        for seat in anew.asks:
            self.asks[seat] = self.revision
        self.clock.ask(anew.asked, at)
        return anew.hands

    def _show_round(self, at: float) -> None:
        self.round_end = None
        self.recent.append(self._next_round)
        self.clock.ask(self.game.waiting(self.state), at)

    # Dealing and replaying

    def _deal(self, at: float) -> None:
        seats = len(self.seats)
        self.state, events = self.game.deal(seats, self.options, self.chance("deal", 0), self.saved.dealer)
        self.events = list(events)
        self.recent.append(events)
        self.asks = [0] * seats
        self.clock.deal(seats)
        self.clock.ask(self.game.waiting(self.state), at)

    def replay(self, journal: Sequence[Entry], shift: Callable[[float], float]) -> None:
        """Deal again and make all moves again. `shift` moves a moment by the time that the bot was away since."""
        started = self.saved.started or self.saved.opened
        self._deal(shift(started))
        for entry in journal:
            if entry.revision != self.revision:
                raise BadRecord("Its journal has a gap.")
            before, was = self.game.standing(self.state), turns(self.game, self.state)
            if self.round_end is not None:
                self._show_round(shift(entry.at))  # nearly when it began
            move, rng = self.game.decode(entry.move), self.chance("move", entry.revision)
            events = self.game.apply(self.state, entry.seat, move, rng)
            at = shift(entry.at)
            self._made(self.state, entry.seat, entry.by, events, at)
            self._note_round(before)
            self._renew_asks(entry.seat, move, was, at)
        if self.round_end is not None and self.saved.begun == self.revision:
            self._show_round(self.saved.changed)
        self.clock.restored(self.saved.changed)
