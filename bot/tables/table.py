"""One table: its seats, the game on it, and the single door through which every move goes.

Decide, write, swap, show: a move is tried on a copy of the state, written to the journal, and only then becomes the
state; whoever shows it hears of it last. Whatever changes a table holds its lock and cannot be interrupted half-way.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.config import Times
from bot.errors import BadRecord, Refused, StaleClick
from bot.games import GAMES
from bot.games.base import AnyGame, Outcome, Seat
from bot.games.dealer import SEED_BYTES, Dealer
from bot.games.options import Value, configure
from bot.killpoint import killpoint
from bot.storage import LIVE, By, Entry, GameId, MemberId, Phase, Result, SavedGame, SavedSeat, Storage
from bot.tables import fairness, lobby
from bot.tables.asks import Turn, asked_anew, turns
from bot.tables.clock import Clock
from bot.tables.thinking import Thinker
from bot.tables.time import Time
from bot.tables.update import Kind, Update

T = TypeVar("T")

AWAY = 'A computer holds your seat. Press "I\'m back" first.'
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


class Table:
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
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

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

    # Before the game

    async def join(self, member: MemberId, name: str) -> None:
        await self._change("lobby", lambda now: lobby.join(self.saved, self.game, member, name, now))

    async def add_computer(self, member: MemberId) -> None:
        await self._change("lobby", lambda now: lobby.add_computer(self.saved, self.game, member, now))

    async def remove_computer(self, member: MemberId) -> None:
        await self._change("lobby", lambda now: lobby.remove_computer(self.saved, member, now))

    async def configure(self, member: MemberId, name: str, value: Value) -> None:
        """Another `preset`, `pace` or `level`, or a single option; for the host."""
        await self._change("lobby", lambda now: lobby.configured(self.saved, self.game, member, now, {name: value}))

    async def set_flags(self, member: MemberId, flags: Mapping[str, bool]) -> None:
        """House rules that are on or off, all at once; for the host."""
        await self._change("lobby", lambda now: lobby.configured(self.saved, self.game, member, now, flags))

    async def start(self, member: MemberId) -> None:
        """Deal. Alone, a computer sits down too."""

        async def begin() -> None:
            now = self.room.time.now()
            ready = lobby.ready(self.saved, self.game, member, now)
            seed = secrets.token_bytes(SEED_BYTES)
            dealer = ready.dealer
            if dealer is None:
                dealer = Dealer(seed, "dealer", 0).below(len(ready.seats))
            saved = replace(ready, phase="playing", seed=seed, dealer=dealer, started=now, changed=now)
            killpoint("before the deal is written")
            await self.room.storage.change_game(saved)
            killpoint("after the deal is written")
            self._swap(saved)
            self._deal(now)
            self._told("started", asked=self.waiting)

        await self._uninterrupted(begin())

    # In the game

    async def play(self, member: MemberId, ask: int | None, text: str, click: int | None = None) -> None:
        """A member's move. `ask` is the question that the button belongs to; None for a chance that is open to all."""

        async def move() -> None:
            seat = self._own_seat(member)
            if self.phase == "parked" or self.seats[seat].away:
                raise Refused(AWAY)
            if ask is not None and ask != self.asks[seat]:
                raise StaleClick("That question is answered already. This is how it stands now.")
            if self.round_end is not None:
                raise StaleClick("The round is over. The next one begins in a moment.")
            await self._commit(seat, self.game.decode(text), "member", click)

        await self._uninterrupted(move())

    async def next_round(self, member: MemberId) -> None:
        """Go on with the round that is dealt already."""

        async def go_on() -> None:
            self._own_seat(member)
            await self._begin_round()

        await self._uninterrupted(go_on())

    async def leave(self, member: MemberId) -> None:
        """Out of the lobby; out of a game, where a computer plays the seat on."""
        await self._change("seats", lambda now: lobby.left(self.saved, member, now))

    async def back(self, member: MemberId) -> None:
        """Take one's seat again. A parked game goes on."""

        async def take_seat() -> None:
            seat, now = self._own_seat(member), self.room.time.now()
            if not self.seats[seat].away and self.phase == "playing":
                return
            parked = self.phase == "parked"
            since = now if parked else self.saved.changed
            saved = replace(lobby.with_away(self.saved, seat, ""), phase="playing", changed=since)
            await self._save(lobby.moved_on(saved, now))
            self.clock.back(seat, now, parked=parked)
            self._told("seats", asked=tuple({*self.waiting, seat}))

        await self._uninterrupted(take_seat())

    async def hand_over(self, member: MemberId, seat: Seat) -> bool:
        """Let a computer play for somebody who keeps the table waiting: the host may, or a majority. Whether it
        plays now."""

        async def decide() -> bool:
            if self.seats[self._own_seat(member)].away:
                raise Refused(AWAY)
            if not self.clock.is_late(seat):
                raise Refused("Nobody has to wait for that seat now.")
            if not self.clock.vote(member, seat):
                return False
            await self._save(lobby.held(self.saved, seat, self.room.time.now()))
            self._told("seats", asked=(seat,))
            return True

        return await self._uninterrupted(decide())

    async def end(self, member: MemberId, *, moderator: bool) -> None:
        """Close the table without a score; for the host and moderators."""

        def change(now: float) -> SavedGame:
            if not self.live:
                raise Refused("This table is closed already.")
            if not moderator and member != self.saved.host:
                raise Refused("Only the host and moderators can end the game. You can leave it.")
            return replace(self.saved, phase="closed", changed=now)

        await self._change("closed", change)

    async def lose_place(self, *, for_good: bool) -> None:
        """The channel was deleted, or the bot removed from the server: close without a score. What may come back is
        parked."""

        def change(now: float) -> SavedGame:
            if not self.live:
                return self.saved
            closed = for_good or self.phase == "lobby"
            return replace(self.saved, phase="closed" if closed else "parked", changed=now)

        await self._change("seats", change)

    async def settle(self) -> None:
        """Wait for what has begun."""
        if self._tasks:
            await asyncio.wait(set(self._tasks))

    # What the autopilot does for a table

    async def close(self) -> None:
        """Nobody started, or nobody came back: close without a score."""

        def change(now: float) -> SavedGame:
            """If nobody came in the last moment."""
            return replace(self.saved, phase="closed", changed=now) if self.clock.closes_at() <= now else self.saved

        await self._change("seats", change)

    async def begin_round(self) -> None:
        """Go on with the next round, if its time has come and nobody was quicker."""

        async def begin() -> None:
            if self.clock.round_at <= self.room.time.now():
                await self._begin_round()

        await self._uninterrupted(begin())

    def remind(self, seats: tuple[Seat, ...]) -> None:
        self._told("reminder", asked=seats)

    async def move_for(self, seat: Seat, move: Any, by: By, still: Callable[[], bool]) -> bool:
        """A computer's move, if it still fits after the time it took to think. Whether it was made."""

        async def make() -> bool:
            if self.phase != "playing" or not still():
                return False
            await self._commit(seat, move, by, None)
            return True

        return await self._uninterrupted(make())

    async def hold_seat(self, seat: Seat) -> None:
        """A computer keeps the seat of somebody who is away, until they are back."""

        async def hold() -> None:
            if not self.seats[seat].away and self.phase == "playing" and self.clock.keeps_missing(seat):
                await self._save(lobby.held(self.saved, seat, self.room.time.now()))
                self._told("seats", asked=(seat,))

        await self._uninterrupted(hold())

    # The door

    async def _commit(self, seat: Seat, move: Any, by: By, click: int | None) -> None:
        """The one way in which a move is made, whoever makes it. The lock is held."""
        before, now = self.state, self.room.time.now()
        was, standing = turns(self.game, before), self.game.standing(before)
        state = before.copy()
        events = self.game.apply(state, seat, move, self.chance("move", self.revision))
        outcome = self.game.outcome(state)
        entry = Entry(self.revision, seat, move.text, by, click, now)
        results = () if outcome is None else _results(self.seats, outcome)
        killpoint("before the write")
        if not await self.room.storage.append(self.saved, entry, results):
            raise StaleClick("That was played already.")
        killpoint("after the write")
        self._made(state, seat, by, events, now)
        if outcome is not None:
            self._swap(replace(self.saved, phase="over", changed=now))
            self._told("over", mover=self.seats[seat].member)
            return
        self._note_round(standing)
        hands = self._renew_asks(seat, move, was, now)
        hands = () if self.round_end else hands
        if by == "absent":  # whoever was away sees what was done for them
            self._told("move", asked=(*hands, *(() if seat in hands else (seat,))))
        else:
            self._told("move", asked=hands, mover=self.seats[seat].member)

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

    async def _begin_round(self) -> None:
        if self.round_end is None:
            raise StaleClick("The round has begun already.")
        now = self.room.time.now()
        await self._save(replace(self.saved, begun=self.revision, changed=now))
        self._show_round(now)
        self._told("started", asked=self.waiting)

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

    # Helpers

    def _own_seat(self, member: MemberId) -> Seat:
        seat = self.seat_of(member)
        if self.phase in ("over", "closed"):
            raise Refused("This game has ended.")
        if seat is None:
            raise Refused("You are not at this table. You can join the next game.")
        if self.state is None:
            raise Refused("The game has not begun yet.")
        return seat

    async def _change(self, kind: Kind, change: Callable[[float], SavedGame]) -> None:
        """Everything about a table that is not a move: decided under the lock, written, then shown."""

        async def make() -> None:
            await self._save(change(self.room.time.now()))
            self._told("closed" if self.phase == "closed" else kind)

        await self._uninterrupted(make())

    async def _save(self, saved: SavedGame) -> None:
        if saved != self.saved:
            await self.room.storage.change_game(saved)
            self._swap(saved)

    def _swap(self, saved: SavedGame) -> None:
        if saved.options != self.saved.options:
            self.options = configure(self.game.options, saved.options)
        self.saved = saved

    def _told(self, kind: Kind, asked: tuple[Seat, ...] = (), mover: MemberId | None = None) -> None:
        self.room.plan(self)
        self.room.tell(Update(self, kind, asked, mover))

    async def _uninterrupted(self, work: Coroutine[Any, Any, T]) -> T:
        """Hold the lock and see it through, also when whoever asked for it goes away."""

        async def locked() -> T:
            async with self._lock:
                return await work

        task = asyncio.create_task(locked(), name=f"table {self.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)


def _results(seats: Sequence[SavedSeat], outcome: Outcome) -> tuple[Result, ...]:
    return tuple(
        Result(number, seat.member, seat.level, outcome.places[number], outcome.points[number])
        for number, seat in enumerate(seats)
    )
