"""When a table has to do something by itself: remind, move for somebody, go on, close.

The ladder of absence: somebody who does not move is reminded once, 25 seconds before the time is over; then a computer
makes that one move; the second time in a row it keeps the seat until its owner is back. All times come from the room.
"""

from math import inf
from typing import TYPE_CHECKING

from bot.games.base import Seat
from bot.storage import By, MemberId

if TYPE_CHECKING:
    from bot.tables.course import Course

REMIND_BEFORE = 25.0
REMIND_UNTIMED = 60.0
"""Without a time limit there is a reminder all the same."""
MISSES = 2
PARKED_FOR = 24 * 60 * 60.0
FIRST_SECONDS = 10.0
"""After a start, before anybody is played for: boards have to be there first."""
IDLE_FOR = 90 * 24 * 60 * 60.0
"""Without a move for so long, a game without a time limit is parked."""


class Clock:
    def __init__(self, table: "Course") -> None:
        self._table = table
        self._asked: list[float] = []
        self._reminded: set[Seat] = set()
        self._missed: list[int] = []
        self._votes: dict[Seat, set[MemberId]] = {}
        self._last_move = 0.0
        self._considered = -1
        self._stood_in: Seat | None = None
        """For whom the last move was made, because they were away."""
        self._round_at = inf

    # What happens at the table

    def deal(self, seats: int) -> None:
        self._asked = [0.0] * seats
        self._missed = [0] * seats

    def ask(self, seats: tuple[Seat, ...], at: float) -> None:
        """These seats are asked something: their time begins."""
        self._last_move = at
        same_turn = seats == (self._stood_in,)  # what a computer begins for somebody it also finishes: no new time
        for seat in seats:
            if not same_turn:
                self._asked[seat] = at
            self._reminded.discard(seat)
        if self._table.round_end is None:
            self._round_at = inf

    def moved(self, seat: Seat, by: By, at: float) -> None:
        self._last_move = at
        if by != "absent":
            self._missed[seat] = 0
        elif seat != self._stood_in:
            self._missed[seat] += 1
        self._stood_in = seat if by == "absent" else None
        self._reminded.discard(seat)
        self._votes.pop(seat, None)

    def rest(self) -> None:
        """A round is over: time to look at the points."""
        self._round_at = self._last_move + self._table.room.times.round_pause

    def back(self, seat: Seat, at: float, *, parked: bool) -> None:
        """Somebody took the seat again: nothing is held against them, and they have time; all have if it was parked."""
        self._missed[seat] = 0
        self._stood_in = None
        self.ask(tuple(each for each in self._table.waiting if parked or each == seat), at)
        if self._table.round_end is not None:
            self._round_at = at + self._table.room.times.round_pause

    def go_on(self, at: float) -> None:
        """After a break that was nobody's fault: everybody who is waited for has all their time again."""
        self._stood_in = None
        self.ask(self._table.waiting, at)
        if self._table.round_end is not None:
            self._round_at = at + self._table.room.times.round_pause

    def restored(self, since: float) -> None:
        """After a restart nobody loses a seat for what happened before it. No time began before `since`, when the game
        last went on, and nobody's is over in the first seconds."""
        turn = self._table.room.times.turn(self._table.saved.pace) or 0.0
        latest = self._table.room.time.now() + min(FIRST_SECONDS, turn) - turn
        self._asked = [max(asked, since, latest if turn else asked) for asked in self._asked]
        self._missed = [min(missed, MISSES - 1) for missed in self._missed]
        if self._table.round_end is not None:
            self._round_at = self._table.room.time.now() + self._table.room.times.round_pause

    @property
    def last_change(self) -> float:
        """When something was last done at the table."""
        return max(self._last_move, self._table.saved.changed)

    # When something is due

    def due(self) -> float:
        """The next moment at which the table has to do something."""
        alone = (self.closes_at(), self.idle_at(), self.round_at, self.computers_at())
        return min(*alone, self._next_reminder(), self._next_deadline())

    @property
    def round_at(self) -> float:
        """When the next round begins by itself."""
        return self._round_at if self._table.phase == "playing" else inf

    def closes_at(self) -> float:
        saved = self._table.saved
        if saved.phase == "lobby":
            return saved.changed + self._table.room.times.lobby
        return saved.changed + PARKED_FOR if saved.phase == "parked" else inf

    def idle_at(self) -> float:
        """When a game that nobody plays is parked."""
        return self._last_move + IDLE_FOR if self._table.phase == "playing" else inf

    def computers_at(self) -> float:
        """When a computer moves, or thinks about catching somebody (rule K7)."""
        table = self._table
        waiting = table.waiting
        if not waiting:
            return inf
        chance = table.game.open_chance(table.state)
        moments = [max(self._asked[seat], self._last_move) for seat in waiting if table.is_computer(seat)]
        if len(waiting) > 1:  # all choose at the same time: nobody has to follow one by one
            moments = [self._asked[seat] for seat in waiting if table.is_computer(seat)]
        if chance and self._considered != table.revision and self._chancers():
            moments.append(self._last_move)
        return min(moments, default=inf) + self._pause(chance=chance)

    def chances(self, revision: int) -> list[Seat]:
        """The computers that may act out of turn now, in a random order; asked once for each revision."""
        table = self._table
        if self._considered == revision or not table.game.open_chance(table.state):
            return []
        self._considered = revision
        seats = self._chancers()
        table.chance("order", revision).shuffle(seats)
        return seats

    def remind(self, now: float) -> tuple[Seat, ...]:
        """The seats to remind now; each is reminded once."""
        seats = tuple(seat for seat in self._people() if seat not in self._reminded and self._remind_at(seat) <= now)
        self._reminded.update(seats)
        return seats

    def overdue(self, now: float) -> list[Seat]:
        """The seats whose time is over."""
        return [seat for seat in self._people() if self.deadline(seat) <= now]

    def deadline(self, seat: Seat) -> float:
        turn = self._table.room.times.turn(self._table.saved.pace)
        return inf if turn is None else self._asked[seat] + turn

    def keeps_missing(self, seat: Seat) -> bool:
        return self._missed[seat] >= MISSES

    def is_late(self, seat: Seat) -> bool:
        """Whether a seat keeps the table waiting: it was reminded and has not moved."""
        return seat in self._reminded and seat in self._people()

    def was_reminded(self) -> tuple[Seat, ...]:
        """After a restart: whoever is waited for has been reminded before it."""
        self._reminded.update(self._people())
        return tuple(self._people())

    def late(self) -> list[Seat]:
        return [seat for seat in self._people() if seat in self._reminded]

    def vote(self, member: MemberId, seat: Seat) -> bool:
        """A vote to let a computer play that seat: the host decides alone, the others by majority."""
        votes = self._votes.setdefault(seat, set())
        votes.add(member)
        others = {each for each in self._table.present if each != self._table.seats[seat].member}
        return member == self._table.saved.host or 2 * len(votes & others) > len(others)

    # Helpers

    def _pause(self, *, chance: bool) -> float:
        """How long computers wait now. It varies a little, as thinking does, but not with what they hold (rule K7): it
        follows from the seed. An expert thinks after it, for a tenth of a second or two where it has a choice."""
        table, times = self._table, self._table.room.times
        least = max(times.chance_pause, times.computer_pause) if chance else times.computer_pause
        return least * (1 + times.variety * table.chance("pause", table.revision).below(100) / 100)

    def _people(self) -> list[Seat]:
        """The seats that are waited for and played by their owners."""
        return [seat for seat in self._table.waiting if not self._table.is_computer(seat)]

    def _chancers(self) -> list[Seat]:
        table = self._table
        seats = [seat for seat in range(len(table.seats)) if seat not in table.waiting and table.is_computer(seat)]
        return [seat for seat in seats if table.game.moves(table.state, seat)]

    def _remind_at(self, seat: Seat) -> float:
        """25 seconds before the time is over, but not before half of it; at once in slow games."""
        pace, turn = self._table.saved.pace, self._table.room.times.turn(self._table.saved.pace)
        if turn is None:
            return self._asked[seat] + REMIND_UNTIMED
        return self._asked[seat] if pace == "slow" else self._asked[seat] + max(turn - REMIND_BEFORE, turn / 2)

    def _next_reminder(self) -> float:
        return min((self._remind_at(seat) for seat in self._people() if seat not in self._reminded), default=inf)

    def _next_deadline(self) -> float:
        return min((self.deadline(seat) for seat in self._people()), default=inf)
