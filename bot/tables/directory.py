"""All live tables: found by channel or by number, opened, restored at start, and woken when their moment comes."""

import asyncio
import heapq
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from math import inf

from bot.config import Times
from bot.errors import BadOption, BadRecord, CannotSave, PlayError, Refused
from bot.games import GAMES
from bot.games.options import Value
from bot.storage import ChannelId, GameId, GuildId, MemberId, SavedGame, SavedSeat, Storage
from bot.tables import lobby
from bot.tables.autopilot import wake
from bot.tables.clock import PARKED_FOR
from bot.tables.course import Room
from bot.tables.table import Table
from bot.tables.thinking import Thinker
from bot.tables.time import Stopwatch, Time
from bot.tables.update import Update
from bot.tables.whole import to_the_end

log = logging.getLogger(__name__)

MOST_OF_ONE_HOST = 5
MOST_IN_A_SERVER = 50
MOST_IN_ALL = 2000
RULES_VERSION = 1
"""Raised when a change of the rules would replay running games differently."""
HEARTBEAT = 5.0
"""Seconds between two notes that the bot is alive: after a crash, clocks are as exact as this."""
MOST_OLD_NOTES = 8
"""So many notes of moments for a table, on average, and those that count no more are thrown away."""
STOOD_STILL = 15.0
"""Seconds without a look at the clocks: the process was stopped, or the machine slept. Nobody loses time by that."""
A_BLINK = 5.0
"""Seconds. A server that is away for less has lost nothing worth giving back."""
TRY_AGAIN = 1.0
"""Seconds to wait when a table could not do what was due."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a new table is to be."""

    guild: GuildId
    channel: ChannelId
    game: str
    host: MemberId
    name: str
    computers: int = 0
    level: str = "medium"
    preset: str | None = None
    given: dict[str, Value] = field(default_factory=dict)
    pace: str = "normal"


class Directory:
    def __init__(self, storage: Storage, time: Time, times: Times) -> None:
        self.storage = storage
        self.time = time
        self.listeners: list[Callable[[Update], None]] = []
        self.on_alive: Callable[[float], None] = lambda now: None
        """Told after every note that the bot is alive."""
        self.thinker = Thinker()
        self._room = Room(storage, time, times, self.thinker, self._tell, self._plan)
        self._tables: dict[GameId, Table] = {}
        self._by_channel: dict[ChannelId, Table] = {}
        self._moments: list[tuple[float, GameId]] = []
        self._planned: dict[GameId, float] = {}
        """The moment of each table that counts; others in the heap are passed over."""
        self._bell = asyncio.Event()
        self._awake: dict[GameId, asyncio.Task[None]] = {}
        self._opening: set[asyncio.Task[Table]] = set()
        self._going_on: set[asyncio.Task[None]] = set()
        self._paused: dict[GuildId, float] = {}
        """Servers that Discord cannot reach, since when."""

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, game: GameId) -> Table | None:
        return self._tables.get(game)

    def in_channel(self, channel: ChannelId) -> Table | None:
        return self._by_channel.get(channel)

    async def open(self, plan: Plan) -> Table:
        """A new table in a channel, with its host and computers seated."""
        self._check_room(plan.guild, plan.host)
        game, now = GAMES[plan.game], self.time.now()
        options = game.configure(plan.preset, plan.given)
        game.computer(plan.level)
        lobby.check_pace(plan.pace)
        if not 0 <= plan.computers < game.seats[-1]:
            raise BadOption(f"There can be 0 to {game.seats[-1] - 1} computers.")
        saved = SavedGame(
            guild=plan.guild,
            channel=plan.channel,
            game=plan.game,
            phase="lobby",
            host=plan.host,
            preset=plan.preset or next(iter(game.presets)),
            options=asdict(options),
            pace=plan.pace,
            level=plan.level,
            rules=RULES_VERSION,
            opened=now,
            changed=now,
            seats=(SavedSeat(plan.host, plan.name, None),),
        )
        return await self._open(lobby.with_computers(saved, plan.computers, now))

    async def rematch(self, game: GameId, member: MemberId) -> Table:
        """The same seats again, without those who left; the deal moves on. It begins at once."""
        old = await self.storage.game(game)
        if old is None or old.phase != "over":
            raise Refused("There is nothing to play again here. Open a table with the start command.")
        if not any(seat.member == member for seat in old.seats):
            raise Refused("Only those who played can ask for a rematch. Open a table of your own instead.")
        self._check_room(old.guild, member)
        now = self.time.now()
        seats = tuple(seat for seat in old.seats if seat.member == member or not (seat.away or _is_former(seat)))
        again = replace(
            old,
            phase="lobby",
            host=member,
            dealer=_next_dealer(old, seats),
            seed=None,
            started=None,
            opened=now,
            changed=now,
            rules=RULES_VERSION,
            begun=0,
            board=None,
            posted=None,
            reminder=None,
            settled=0,
            seats=tuple(replace(seat, away="") for seat in seats),
        )

        async def begin() -> Table:
            table = await self._open(again)
            try:
                await table.start(member)
            except PlayError:  # nothing has changed, as the sentence says
                await table.lose_place(for_good=True)
                raise
            return table

        return await to_the_end(begin(), self._opening, "a rematch")

    def _check_room(self, guild: GuildId, host: MemberId) -> None:
        """Nobody, and no server, takes all the room there is."""
        if sum(table.saved.host == host for table in self._tables.values()) >= MOST_OF_ONE_HOST:
            raise Refused(f"You are the host of {MOST_OF_ONE_HOST} tables already. End or leave one of them first.")
        if len(self.in_guild(guild)) >= MOST_IN_A_SERVER:
            raise Refused(f"There are {MOST_IN_A_SERVER} tables in this server already. Join one, or wait for an end.")
        if len(self) >= MOST_IN_ALL:
            raise Refused("Every table that I can watch over is taken. Please try again later.")

    # Places that come and go

    def in_guild(self, guild: GuildId) -> list[Table]:
        return [table for table in self if table.saved.guild == guild]

    async def lose_channel(self, channel: ChannelId) -> None:
        """The channel is deleted: its game is void, and its players may start elsewhere."""
        table = self.in_channel(channel)
        if table is not None:
            await table.lose_place(for_good=True)

    async def lose_guild(self, guild: GuildId) -> None:
        """The bot was removed from a server: its games wait for a day, in case that was a mistake."""
        self._paused.pop(guild, None)
        for table in self.in_guild(guild):
            await table.lose_place(for_good=False)

    def pause(self, guild: GuildId) -> None:
        """Discord cannot reach a server for a while: nobody there can play, so no clock runs."""
        self._paused.setdefault(guild, self.time.now())

    @property
    def paused(self) -> set[GuildId]:
        """Servers in which no clock runs."""
        return set(self._paused)

    def go_on(self, guild: GuildId) -> None:
        """The server is back: who is waited for has all their time again, unless it was away for a blink only."""
        since = self._paused.pop(guild, None)
        if since is None:
            return
        for table in self.in_guild(guild):
            if self.time.now() - since > A_BLINK:
                self._go_on(table)
            else:
                self._plan(table)

    def halt(self, table: Table) -> None:
        """A table's board cannot be shown: nobody sees how it stands, so no clock runs and no computer moves."""
        if table.halted is None:
            table.halted = self.time.now()

    def carry_on(self, table: Table) -> None:
        """The board is there again."""
        if table.halted is not None:
            table.halted = None
            self._go_on(table)

    def _go_on(self, table: Table) -> None:
        """Give everybody at a table their time back, soon: it is written first."""

        async def go_on() -> None:
            try:
                await table.go_on()
            except PlayError:  # logged where it happened; then clocks run on as they stood
                self._plan(table)

        task = asyncio.create_task(go_on(), name=f"table {table.id} goes on")
        self._going_on.add(task)
        task.add_done_callback(self._going_on.discard)

    async def restore(self) -> None:
        """Bring every live table back: dealt from its seed, all moves made again, clocks moved on by the time away."""
        await self.storage.back_after_outage(self.time.now())
        shift = partial(_shift, await self.storage.outages())
        for saved in await self.storage.live_games():
            try:
                self._add(await self._restored(saved, shift))
            except CannotSave:
                raise  # the file is in trouble, not the game
            except (PlayError, KeyError) as error:
                log.error("table %s cannot go on and is closed without a score: %s", saved.id, error)  # noqa: TRY400
                await self.storage.change_game(replace(saved, phase="closed", changed=self.time.now()))

    async def unsettled(self) -> list[Table]:
        """Tables that were stopped before their last board was shown: to be looked at once more, not to be played."""
        tables = []
        for saved in await self.storage.unsettled_games():
            try:
                tables.append(await self._restored(saved, lambda moment: moment))
            except CannotSave:
                raise
            except (PlayError, KeyError):
                await self.storage.settle(saved.id)
        return tables

    async def run(self) -> None:
        """Wake tables when their moment has come, for as long as the bot runs."""
        stopwatch = Stopwatch()
        next_beat = self.time.now()
        while True:
            self._bell.clear()
            now = self.time.now()
            if stopwatch.lap() > STOOD_STILL:
                await self._wake_up(now)
            if now >= next_beat:
                next_beat = now + HEARTBEAT
                await self._note_alive(now)
                await self._park_halted(now)
            self._wake_all(now)
            moment = self._moments[0][0] if self._moments else inf
            await self.time.wait(self._bell, min(moment, next_beat))

    async def _wake_up(self, now: float) -> None:
        """As after a restart: whoever is waited for has all their time again."""
        log.warning("nothing was done for a while: the process was stopped, or the machine slept")
        with suppress(PlayError):  # logged where it happened
            await self.storage.back_after_outage(now)
        for table in self:
            with suppress(PlayError):
                await table.go_on()

    async def close(self) -> None:
        """Let what has begun be finished, and note when it was."""
        for task in self._awake.values():
            task.cancel()
        if self._opening or self._going_on:
            await asyncio.wait({*self._opening, *self._going_on})
        for table in list(self._tables.values()):
            await table.settle()
        self.thinker.close()
        await self._note_alive(self.time.now())

    async def _restored(self, saved: SavedGame, shift: Callable[[float], float]) -> Table:
        lobby.check_pace(saved.pace)
        table = Table(replace(saved, changed=shift(saved.changed)), self._room)
        if saved.seed is not None and saved.phase != "closed":
            if saved.rules != RULES_VERSION:
                raise Refused("It was played by rules that have changed since.")
            table.replay(await self.storage.journal(saved.id), shift)
        elif saved.phase not in ("lobby", "closed"):
            raise BadRecord("Its seed is missing.")
        return table

    async def _open(self, saved: SavedGame) -> Table:
        async def open_it() -> Table:
            table = Table(replace(saved, id=await self.storage.open_game(saved)), self._room)
            self._add(table)
            return table

        return await to_the_end(open_it(), self._opening, "a new table")

    def _add(self, table: Table) -> None:
        self._tables[table.id] = table
        self._by_channel[table.saved.channel] = table
        self._plan(table)

    def _tell(self, update: Update) -> None:
        table = update.table
        if not table.live and self._tables.pop(table.id, None) is not None:
            del self._by_channel[table.saved.channel]
        for listener in self.listeners:
            listener(update)

    def _plan(self, table: Table, not_before: float = 0) -> None:
        """Note the table's next moment, in the place of the one that was noted before."""
        moment = max(self._due(table), not_before) if table.live else inf
        if moment == inf:
            self._planned.pop(table.id, None)
        elif moment != self._planned.get(table.id):
            if not self._moments or moment < self._moments[0][0]:
                self._bell.set()
            self._planned[table.id] = moment
            heapq.heappush(self._moments, (moment, table.id))
            if len(self._moments) > MOST_OLD_NOTES * (len(self._planned) + 1):
                self._moments = [(moment, game) for game, moment in self._planned.items()]
                heapq.heapify(self._moments)

    def _due(self, table: Table) -> float:
        """When a table has to be woken. One that cannot say is left alone: it must not stop the others."""
        try:
            return table.clock.due()
        except Exception:
            log.exception("table %s has lost its clock", table.id)
            return inf

    def _wake_all(self, now: float) -> None:
        while self._moments and self._moments[0][0] <= now:
            moment, game = heapq.heappop(self._moments)
            if self._planned.get(game) != moment:
                continue  # another was noted since
            del self._planned[game]
            table = self._tables.get(game)
            if table is None or table.saved.guild in self._paused:
                continue
            if table.halted is not None and table.phase == "playing":
                continue
            if game not in self._awake:
                task = asyncio.create_task(wake(table), name=f"wake table {game}")
                self._awake[game] = task
                task.add_done_callback(partial(self._slept, table))

    def _slept(self, table: Table, task: "asyncio.Task[None]") -> None:
        self._awake.pop(table.id, None)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("table %s could not do what was due", table.id, exc_info=error)
        self._plan(table, self.time.now() + TRY_AGAIN if error is not None else 0)

    async def _park_halted(self, now: float) -> None:
        """A board that could not be shown for a day: the game waits for its players, and closes a day later."""
        for table in self:
            if table.halted is not None and table.halted + PARKED_FOR <= now:
                with suppress(PlayError):  # logged where it happened, tried again with the next beat
                    await table.lose_place(for_good=False)
                    table.halted = None

    async def _note_alive(self, now: float) -> None:
        try:
            await self.storage.alive(now)
        except PlayError:
            return  # logged where it happened; nothing depends on this one note
        self.on_alive(now)


def _shift(outages: Sequence[tuple[float, float]], moment: float) -> float:
    """A moment moved on by the time that the bot has been away since."""
    return moment + sum(ended - max(began, moment) for began, ended in outages if ended > moment)


def _is_former(seat: SavedSeat) -> bool:
    """Whether it was the seat of somebody who has had their data deleted since."""
    return seat.member is not None and seat.member < 0


def _next_dealer(old: SavedGame, seats: Sequence[SavedSeat]) -> int | None:
    """The deal moves to the next seat of those that stay."""
    if old.dealer is None:
        return None
    after = (*old.seats[old.dealer + 1 :], *old.seats[: old.dealer + 1])
    return next(seats.index(seat) for seat in after if seat in seats)
