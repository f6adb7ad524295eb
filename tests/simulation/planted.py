"""Bugs to be planted: each breaks one promise, so that the simulation can show that it notices."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.database import Database
from bot.errors import CannotSave, StaleClick
from bot.storage import By, Entry, Rank, Result, SavedGame, Storage
from bot.tables.asks import turns
from bot.tables.clock import Clock
from bot.tables.directory import Directory
from bot.tables.table import Table
from tests.simulation import disk, stage

Plant = Callable[[pytest.MonkeyPatch], None]


def swaps_before_it_writes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "_commit", _careless(tells=False))


def tells_before_it_writes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "_commit", _careless(tells=True))


def _careless(*, tells: bool) -> Any:
    async def commit(self: Table, seat: int, move: Any, by: By, click: int | None) -> None:
        now, was, standing = self.room.time.now(), turns(self.game, self.state), self.game.standing(self.state)
        entry, state = Entry(self.revision, seat, move.text, by, click, now), self.state.copy()
        events = self.game.apply(state, seat, move, self.chance("move", self.revision))
        self._made(state, seat, by, events, now)
        self._note_round(standing)
        self._renew_asks(seat, move, was, now)
        if tells:
            self._told("move")
        if not await self.room.storage.append(self.saved, entry):
            raise StaleClick
        self._told("move")

    return commit


def takes_any_ask(patch: pytest.MonkeyPatch) -> None:
    play = Table.play

    async def any_ask(self: Table, member: Any, ask: int | None, text: str, click: int | None = None) -> None:
        await play(self, member, None, text, click)

    patch.setattr(Table, "play", any_ask)


def moves_for_others(patch: pytest.MonkeyPatch) -> None:
    """Whoever presses plays for the seat whose turn it is."""
    own_seat = Table._own_seat

    def somebody(self: Table, member: Any) -> int:
        seat = own_seat(self, member)
        return self.waiting[0] if self.waiting else seat

    patch.setattr(Table, "_own_seat", somebody)


def skips_a_move_of_the_journal(patch: pytest.MonkeyPatch) -> None:
    replay = Table.replay

    def shorter(self: Table, journal: Sequence[Entry], shift: Callable[[float], float]) -> None:
        replay(self, journal[:-1], shift)

    patch.setattr(Table, "replay", shorter)


def forgets_who_left(patch: pytest.MonkeyPatch) -> None:
    """At a restart everybody is taken to be there."""
    live_games = Storage.live_games

    async def all_there(self: Storage) -> list[SavedGame]:
        games = await live_games(self)
        return [replace(game, seats=tuple(replace(seat, away="") for seat in game.seats)) for game in games]

    patch.setattr(Storage, "live_games", all_there)


def ignores_the_click(patch: pytest.MonkeyPatch) -> None:
    append = Storage.append

    async def without(self: Storage, game: SavedGame, entry: Entry, results: Sequence[Result] = ()) -> bool:
        return await append(self, game, replace(entry, click=None), results)

    patch.setattr(Storage, "append", without)


def believes_that_it_wrote(patch: pytest.MonkeyPatch) -> None:
    append = Storage.append

    async def hopeful(self: Storage, game: SavedGame, entry: Entry, results: Sequence[Result] = ()) -> bool:
        try:
            return await append(self, game, entry, results)
        except CannotSave:
            return True

    patch.setattr(Storage, "append", hopeful)


def writes_a_wrong_result(patch: pytest.MonkeyPatch) -> None:
    append = Storage.append

    async def wrong(self: Storage, game: SavedGame, entry: Entry, results: Sequence[Result] = ()) -> bool:
        return await append(self, game, entry, [replace(result, points=result.points + 1) for result in results])

    patch.setattr(Storage, "append", wrong)


def answers_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    async def too_early(self: Database, batch: list[Any]) -> None:
        db = self._writer
        try:
            await db.execute("BEGIN IMMEDIATE")
            for unit, future in batch:
                outcome = await unit(db)
                if not future.done():
                    future.set_result(outcome)
            await db.execute("COMMIT")
        except sqlite3.Error as error:
            if db.in_transaction:
                await db.execute("ROLLBACK")
            for _, future in batch:
                if not future.done():
                    future.set_exception(error)

    patch.setattr(Database, "_commit", too_early)


def never_runs_out_of_time(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Clock, "overdue", lambda self, now: [])
    patch.setattr(Clock, "_next_deadline", lambda self: float("inf"))
    patch.setattr(Clock, "idle_at", lambda self: float("inf"))


def leaves_somebody_off_the_leaderboard(patch: pytest.MonkeyPatch) -> None:
    leaderboard = Storage.leaderboard

    async def shorter(self: Storage, *where: Any, people: bool) -> list[Rank]:
        return (await leaderboard(self, *where, people=people))[1:]

    patch.setattr(Storage, "leaderboard", shorter)


def falls_over_its_own_reminder(patch: pytest.MonkeyPatch) -> None:
    def remind(self: Table, seats: tuple[int, ...]) -> None:
        raise ZeroDivisionError

    patch.setattr(Table, "remind", remind)


def changes_what_it_refuses(patch: pytest.MonkeyPatch) -> None:
    """A refused press costs its owner the question."""
    play = Table.play

    async def costly(self: Table, member: Any, ask: int | None, text: str, click: int | None = None) -> None:
        try:
            await play(self, member, ask, text, click)
        except StaleClick:
            self.asks = [each + 1 for each in self.asks]
            raise

    patch.setattr(Table, "play", costly)


def takes_a_click_twice(patch: pytest.MonkeyPatch) -> None:
    takes_any_ask(patch)
    _without_index(patch, "one_move_a_click")


def opens_two_tables_in_a_channel(patch: pytest.MonkeyPatch) -> None:
    _without_index(patch, "one_live_table")


def _without_index(patch: pytest.MonkeyPatch, index: str) -> None:
    make_file = disk.make_file

    def without(path: Path) -> None:
        make_file(path)
        with closing(sqlite3.connect(path)) as db:
            db.execute(f"DROP INDEX {index}")

    patch.setattr(stage, "make_file", without)


def deals_other_cards_than_it_wrote(patch: pytest.MonkeyPatch) -> None:
    chance = Table.chance
    patch.setattr(Table, "chance", lambda self, label, revision: chance(self, label, revision + 1))


def leaves_a_gap_in_the_journal(patch: pytest.MonkeyPatch) -> None:
    append = Storage.append

    async def further(self: Storage, game: SavedGame, entry: Entry, results: Sequence[Result] = ()) -> bool:
        return await append(self, game, replace(entry, revision=entry.revision + entry.revision // 5), results)

    patch.setattr(Storage, "append", further)


def loses_a_move_at_a_restart(patch: pytest.MonkeyPatch) -> None:
    live_games = Storage.live_games

    async def shorter(self: Storage) -> list[SavedGame]:
        await self._run("DELETE FROM journal WHERE revision = (SELECT max(revision) FROM journal)")
        return await live_games(self)

    patch.setattr(Storage, "live_games", shorter)


def leaves_a_table_behind_at_a_restart(patch: pytest.MonkeyPatch) -> None:
    live_games = Storage.live_games

    async def fewer(self: Storage) -> list[SavedGame]:
        return (await live_games(self))[1:]

    patch.setattr(Storage, "live_games", fewer)


def fails_where_nobody_hears_it(patch: pytest.MonkeyPatch) -> None:
    settle = Table.settle

    async def fail() -> None:
        raise ZeroDivisionError

    async def careless(self: Table) -> None:
        asyncio.get_running_loop().create_task(fail())
        await settle(self)

    patch.setattr(Table, "settle", careless)


def refuses_what_it_wrote(patch: pytest.MonkeyPatch) -> None:
    append = Storage.append

    async def forgetful(self: Storage, game: SavedGame, entry: Entry, results: Sequence[Result] = ()) -> bool:
        return await append(self, game, entry, results) and entry.revision % 5 != 4

    patch.setattr(Storage, "append", forgetful)


def cannot_find_its_tables(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Directory, "in_channel", lambda self, channel: None)


BUGS: dict[Plant, str] = {
    refuses_what_it_wrote: "was refused and is in the journal",
    cannot_find_its_tables: "is not found",
    swaps_before_it_writes: "table [0-9]+: ([0-9]+) of",
    tells_before_it_writes: "before it is stored",
    takes_any_ask: "was taken for ask",
    moves_for_others: "moved for seat",
    skips_a_move_of_the_journal: "is back as|table [0-9]+: ",
    forgets_who_left: "is back as",
    ignores_the_click: "in the journal 0 times",
    believes_that_it_wrote: "before it is stored",
    writes_a_wrong_result: "has results",
    answers_before_the_commit: "before it is stored|has other seats",
    never_runs_out_of_time: "stuck",
    leaves_somebody_off_the_leaderboard: "a leaderboard does not fit",
    falls_over_its_own_reminder: "ZeroDivisionError",
    changes_what_it_refuses: "its journal|was refused and changed",
    takes_a_click_twice: "made two moves|in the journal 2 times|two moves of one click",
    opens_two_tables_in_a_channel: "two live tables",
    deals_other_cards_than_it_wrote: "shows other cards",
    leaves_a_gap_in_the_journal: "has no move",
    loses_a_move_at_a_restart: "is back as|has changed|lost move|table [0-9]+: ",
    leaves_a_table_behind_at_a_restart: "did not come back",
    fails_where_nobody_hears_it: "ZeroDivisionError",
}
"""Each with the words in which the simulation complains of it."""
