"""Anything, in any order: Hypothesis draws what people do and what goes wrong, and shortens what fails."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.games import GAMES
from bot.storage import MemberId
from bot.tables.directory import Plan
from bot.tables.table import Table
from tests.simulation import planted
from tests.simulation.checks import Press
from tests.simulation.disk import KINDS, Fault, Kind
from tests.simulation.people import FORGED, NAMES, PLACES, SHORT, Deed
from tests.simulation.planted import BUGS, Plant
from tests.simulation.stage import Stage

USUAL = settings(
    max_examples=150,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
QUICK = settings(USUAL, max_examples=150, phases=[Phase.generate])
MANY = st.integers(0, 2**16)
"""Which one of those there are."""
WHO = st.sampled_from(list(NAMES))
SECONDS = st.sampled_from((0.5, 1.3, 5.0, 31.0, 61.0, 121.0, 901.0))
OUTAGES = st.sampled_from((0.0, 1.0, 400.0))

some_table = precondition(lambda self: len(self.stage.process.directory) > 0)
some_game = precondition(lambda self: any(table.state is not None for table in self.stage.process.directory))


class Tables(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.broken = False
        self.stage: Stage
        self.pressed: list[Press] = []
        self.clicks = 0

    @initialize(seed=MANY, game=st.sampled_from(list(GAMES)), computers=st.integers(0, 2), which=MANY)
    def begin(self, seed: int, game: str, computers: int, which: int) -> None:
        """A game has begun; other tables may follow."""
        self.stage = Stage(seed)
        self._run(self.stage.start())
        ann, bo, *_ = NAMES
        self.open(ann, PLACES[0], game, computers, "normal", which)
        self.gather(0, bo, "join")
        self.gather(0, ann, "start")

    # Before the game

    @rule(who=WHO, place=st.sampled_from(PLACES), game=st.sampled_from(list(GAMES)), computers=st.integers(0, 2),
          pace=st.sampled_from(("quick", "normal", "slow", "none")), which=MANY)  # fmt: skip
    def open(self, who: MemberId, place: Any, game: str, computers: int, pace: str, which: int) -> None:
        given = SHORT[game][which % len(SHORT[game])]
        plan = Plan(
            guild=place[0], channel=place[1], game=game, host=who, name=NAMES[who], computers=computers, pace=pace,
            given=given,
        )  # fmt: skip
        self._do(Deed(f"{NAMES[who]} opens {game}", partial(self.stage.process.directory.open, plan)))

    @some_table
    @rule(which=MANY, who=WHO, what=st.sampled_from(("join", "add_computer", "start", "start")))
    def gather(self, which: int, who: MemberId, what: str) -> None:
        table = self._table(which)
        member = who if what == "join" else table.saved.host
        name = (NAMES[who],) if what == "join" else ()
        self._do(Deed(f"{NAMES[member]}: {what}", partial(getattr(table, what), member, *name), table))

    # In the game

    @some_game
    @rule(which=MANY, picks=st.lists(MANY, min_size=1, max_size=12))
    def play_on(self, which: int, picks: list[int]) -> None:
        """Some moves, each by somebody who is waited for."""
        table = self._game(which)
        for pick in picks:
            seats = [seat for seat in table.waiting if not table.is_computer(seat)]
            if self.stage.process.directory.get(table.id) is not table:
                return
            if seats:
                self._do(*self._presses(table, seats[pick % len(seats)], pick, "legal"))
            else:
                self._run(asyncio.sleep(1.3))

    @some_game
    @rule(which=MANY, picks=st.lists(MANY, min_size=8, max_size=30))
    def play_far(self, which: int, picks: list[int]) -> None:
        self.play_on(which, picks)

    @some_game
    @rule(which=MANY, seat=MANY, pick=MANY, how=st.sampled_from(("legal", "twice", "late", "again")))
    def press(self, which: int, seat: int, pick: int, how: str) -> None:
        table = self._game(which)
        people = [number for number, each in enumerate(table.seats) if each.member is not None]
        waiting = [number for number in table.waiting if not table.is_computer(number)]
        seats = waiting if waiting and pick % 3 else people
        self._do(*self._presses(table, seats[seat % len(seats)], pick, how))

    @some_game
    @rule(which=MANY, seat=MANY, pick=MANY, how=st.sampled_from(("stale", "stale", "forged", "foreign", "open to all")))
    def press_what_one_should_not(self, which: int, seat: int, pick: int, how: str) -> None:
        self.press(which, seat, pick, how)

    @some_table
    @rule(which=MANY, who=WHO, seat=MANY, what=st.sampled_from(("leave", "back", "next round", "hand over", "end")))
    def do(self, which: int, who: MemberId, seat: int, what: str) -> None:
        table = self._table(which)
        work: dict[str, Callable[[], Awaitable[object]]] = {
            "leave": partial(table.leave, who),
            "back": partial(table.back, who),
            "next round": partial(table.next_round, who),
            "hand over": partial(table.hand_over, who, seat % len(table.seats)),
            "end": partial(table.end, who, moderator=seat % 4 == 0),
        }
        self._do(Deed(f"{NAMES[who]}: {what}", work[what], table))

    # Time, and what goes wrong

    @rule(seconds=SECONDS)
    def let_time_pass(self, seconds: float) -> None:
        self._run(asyncio.sleep(seconds))

    @some_table
    @rule(which=MANY)
    def let_time_run_out(self, which: int) -> None:
        due = self._table(which).clock.due()
        self._run(asyncio.sleep(max(0.0, min(due, self._now + 1000) - self._now)))

    @rule(kind=st.sampled_from(KINDS), at=st.integers(1, 60))
    def order(self, kind: Kind, at: int) -> None:
        """The disk fails, or the process dies, in one of the next rules."""
        self.stage.process.disk.order([Fault(kind, at)])

    @rule(outage=OUTAGES, kill=st.booleans())
    def restart(self, outage: float, kill: bool) -> None:
        if kill or self._run(self.stage.stop()):
            self._next(outage)

    # What is always true

    @invariant()
    def all_is_well(self) -> None:
        if not self.broken and hasattr(self, "stage"):
            self.stage.checks.tables()

    def teardown(self) -> None:
        """In the end nobody is stuck, and nothing is lost."""
        if not hasattr(self, "stage"):
            return
        with self.stage:
            if not self.broken:
                self.stage.process.disk.order(())
                self.stage.process.loop.run(self.stage.rest())

    # Helpers

    @property
    def _now(self) -> float:
        return self.stage.process.loop.time()

    def _table(self, which: int) -> Table:
        tables = list(self.stage.process.directory)
        return tables[which % len(tables)]

    def _game(self, which: int) -> Table:
        games = [table for table in self.stage.process.directory if table.state is not None]
        return games[which % len(games)]

    def _presses(self, table: Table, seat: int, pick: int, how: str) -> list[Deed]:
        owner = table.seats[seat].member
        assert owner is not None
        moves = [move.text for move in table.view(seat).moves] or ["draw"]
        ask, text, legal = table.asks[seat], moves[pick % len(moves)], how in ("legal", "twice", "late")
        if how == "again" and self.pressed:
            old = self.pressed[-1 - pick % min(5, len(self.pressed))]
            known = old.game == table.id
            return [self._press(table, old.member, old.ask, old.text, old.click)] if known else []
        if how == "stale":
            return [self._press(table, owner, pick % (table.revision + 1), text)]
        if how == "forged":
            return [self._press(table, owner, ask, FORGED[pick % len(FORGED)])]
        if how == "foreign":
            return [self._press(table, list(NAMES)[pick % len(NAMES)], ask, text)]
        press = self._press(table, owner, ask if legal else None, text)
        if how == "late" and table.phase == "playing":
            press.at = min(table.clock.deadline(seat), self._now + 1000)
        assert press.press is not None
        return [press, self._press(table, owner, ask, text, press.press.click)] if how == "twice" else [press]

    def _press(self, table: Table, member: MemberId, ask: int | None, text: str, click: int = 0) -> Deed:
        self.clicks += 1
        press = Press(table.id, member, ask, text, click or self.clicks)
        self.pressed.append(press)
        words = f"{NAMES[member]} presses {text[:12]!r} for ask {ask}, click {press.click},"
        return Deed(words, partial(table.play, member, ask, text, press.click), table, press)

    def _do(self, *deeds: Deed) -> None:
        async def all_at_once() -> None:
            acts = [asyncio.create_task(self.stage.act(deed)) for deed in deeds]
            for act in acts:
                await act

        self._run(all_at_once())

    def _run(self, work: Coroutine[Any, Any, object]) -> bool:
        """False: the process died of it, and another one goes on."""
        try:
            alive = self.stage.run(work)
        except BaseException:
            self.broken = True
            raise
        if not alive:
            self._next(7.5)
        return alive

    def _next(self, outage: float) -> None:
        self.stage.next_process((), outage)
        self._run(self.stage.start())


def test_whatever_happens_in_whatever_order() -> None:
    run_state_machine_as_test(Tables, settings=USUAL)


@pytest.mark.parametrize(
    "plant",
    [
        planted.takes_any_ask,
        planted.skips_a_move_of_the_journal,
        planted.believes_that_it_wrote,
        planted.writes_a_wrong_result,
    ],
    ids=lambda plant: plant.__name__,
)
def test_a_planted_bug_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError, match=BUGS[plant]):
        run_state_machine_as_test(Tables, settings=QUICK)
