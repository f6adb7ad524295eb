"""One table: its seats, the game on it, and the single door through which every move goes.

Decide, write, swap, show: a move is tried on a copy of the state, written to the journal, and only then becomes the
state; whoever shows it hears of it last. Whatever changes a table holds its lock and cannot be interrupted half-way.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from bot.errors import Refused, StaleClick
from bot.games.base import Outcome, Seat
from bot.games.dealer import SEED_BYTES, Dealer
from bot.games.options import Value, configure
from bot.killpoint import killpoint
from bot.storage import By, Entry, MemberId, Result, SavedGame, SavedSeat
from bot.tables import lobby
from bot.tables.asks import turns
from bot.tables.course import Course, Room
from bot.tables.update import Kind, Update
from bot.tables.whole import to_the_end

T = TypeVar("T")

AWAY = 'A computer holds your seat. Press "I\'m back" first.'


class Table(Course):
    def __init__(self, saved: SavedGame, room: Room) -> None:
        super().__init__(saved, room)
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

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

        async def lose() -> None:
            closed = for_good or self.phase == "lobby"
            if self.live and (closed or self.phase == "playing"):
                await self._save(
                    replace(self.saved, phase="closed" if closed else "parked", changed=self.room.time.now())
                )
                self._told("closed" if closed else "seats")

        await self._uninterrupted(lose())

    async def go_on(self) -> None:
        """After a break that was nobody's fault: whoever is waited for has all their time again, also after a restart,
        and a lobby stays open for as long as a new one."""

        async def begin_anew() -> None:
            if self.phase in ("lobby", "playing"):
                now = self.room.time.now()
                await self._save(replace(self.saved, changed=now))
                self.clock.go_on(now)
                self._told("seats", asked=self.waiting)

        await self._uninterrupted(begin_anew())

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

    async def hold_seat(self, seat: Seat, *, at_once: bool = False) -> None:
        """A computer keeps the seat of somebody who is away, until they are back. `at_once`: not only if they have
        missed their time too often."""

        async def hold() -> None:
            away = at_once or self.clock.keeps_missing(seat)
            if away and not self.seats[seat].away and self.phase == "playing":
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

    async def _begin_round(self) -> None:
        if self.round_end is None:
            raise StaleClick("The round has begun already.")
        now = self.room.time.now()
        await self._save(replace(self.saved, begun=self.revision, changed=now))
        self._show_round(now)
        self._told("started", asked=self.waiting)

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

        return await to_the_end(locked(), self._tasks, f"table {self.id}")


def _results(seats: Sequence[SavedSeat], outcome: Outcome) -> tuple[Result, ...]:
    return tuple(
        Result(number, seat.member, seat.level, outcome.places[number], outcome.points[number])
        for number, seat in enumerate(seats)
    )
