"""Where it is played: one process after the other on the same file, everything checked, every answer noted."""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Coroutine, Iterable
from contextlib import ExitStack
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from bot.errors import CannotSave, PlayError
from bot.tables import clock
from bot.tables import directory as directory_module
from bot.tables.update import Update
from tests.simulation.checks import Checks, standing
from tests.simulation.disk import Fault, make_file
from tests.simulation.loop import Killed
from tests.simulation.people import Deed
from tests.simulation.process import Process

BEGIN = 1_700_000_000.0
HOUR = 3600.0
"""At the end, when everybody is gone, the bot notes once an hour that it is alive; else a day would be long."""
MOST_HOURS = 6 * 24
"""Longer than any game waits, is parked, and is closed."""
IDLE_FOR = 2 * 24 * HOUR
"""A game without a time limit waits for some months; here it is two days."""
EXPECTED = ("cannot write: ", "cannot read: ")
"""What the bot may complain of when the disk is in trouble."""


class Stage(ExitStack):
    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.step = 0
        self.counted: Counter[str] = Counter()
        self._lines: list[bytes] = []
        self._number = 0
        self._now = BEGIN
        self._busy: set[int] = set()
        """Tables that were changing when the last process died."""
        self._folder = Path(self.enter_context(TemporaryDirectory(prefix="cardroom-simulation-")))
        self.enter_context(patch.object(secrets, "token_bytes", self.chance("cards").randbytes))
        self.enter_context(patch.object(clock, "IDLE_FOR", IDLE_FOR))
        self._listen_to_log()
        make_file(self._path)
        self.process = self._new_process(())
        self.checks = Checks(self.process)
        self.callback(lambda: self.process.end(self._folder / "last.db"))

    @property
    def trace(self) -> bytes:
        """What was done and answered, line by line."""
        return b"".join(self._lines)

    def chance(self, name: str) -> Random:
        """A stream of its own for each thing that is drawn: an order of faults changes nothing about the people."""
        return Random(f"{self.seed} {name}")

    def note(self, line: str) -> None:
        loop = self.process.loop
        self._lines.append(f"{self.step} {loop.time() - BEGIN:.3f} {loop.steps}: {line}\n".encode())

    # Processes

    def run(self, work: Coroutine[Any, Any, object]) -> bool:
        """Let the process do this. False: it was killed, and nothing of it goes on."""
        process = self.process
        try:
            process.loop.run(work)
        except Killed:
            self.counted["kills"] += 1
            self.note(f"killed while {[table.id for table in process.busy()]} are changing")
            return False
        self._check_unheard()
        return True

    def next_process(self, faults: Iterable[Fault], outage: float) -> None:
        """A new process finds what the last one left."""
        self.count_faults()
        self._busy |= {table.id for table in self.process.busy()}
        self._now = self.process.loop.time() + outage
        self._number += 1
        self.process.end(self._path)
        self.process = self.checks.process = self._new_process(faults)

    def count_faults(self) -> None:
        self.counted.update({f"times {kind}": times for kind, times in self.process.disk.happened.items()})

    async def start(self) -> bool:
        """False: the disk is in trouble, and a supervisor has to start it again."""
        try:
            await self.process.start()
        except CannotSave:
            self.note("cannot start")
            return False
        self.checks.restored(self._busy)
        self._busy.clear()
        await self.checks.everything()
        return True

    async def stop(self) -> None:
        await self.process.stop()
        self.note("stopped")

    async def rest(self, trouble: Iterable[Fault] = ()) -> None:
        """Everybody is gone. In the end every table is over or closed: nobody is stuck."""
        process = self.process
        process.disk.order(trouble)
        for guild in sorted({table.saved.guild for table in process.directory}):
            process.directory.go_on(guild)
        with patch.multiple(directory_module, HEARTBEAT=HOUR, STOOD_STILL=inf):
            for _ in range(MOST_HOURS):
                if not len(process.directory):
                    break
                await asyncio.sleep(HOUR)
        left = [(table.id, table.phase, table.revision) for table in process.directory]
        assert not left, f"stuck: {left}"
        process.disk.order(())
        await self.checks.everything()

    @property
    def _path(self) -> Path:
        return self._folder / f"{self._number}.db"

    def _new_process(self, faults: Iterable[Fault]) -> Process:
        return Process(self._path, self.chance(f"schedule {self._number}"), self._now, faults, self._hear)

    # What is done

    async def act(self, deed: Deed, patience: int | None = None) -> None:
        """Somebody does it; or goes away again before there is an answer, after so many turns of the loop."""
        asking = asyncio.create_task(self._answer(deed))
        for _ in range(patience or 0):
            await asyncio.sleep(0)
        if patience is not None:
            asking.cancel()
        await asyncio.wait({asking})
        outcome = "cancelled" if asking.cancelled() else asking.result()
        where = "" if deed.table is None else f", table {deed.table.id} is {deed.table.phase} at {deed.table.revision}"
        self.note(f"{deed.words} {outcome}{where}")
        kind = outcome.partition(":")[0]
        self.counted[f"{'deeds' if deed.press is None else 'presses'} {kind}"] += 1
        if deed.press is not None and deed.table is not None:
            deed.press.outcome = kind
            self.checks.answered(deed.press, deed.table)

    async def _answer(self, deed: Deed) -> str:
        table, checks = deed.table, self.checks
        if deed.press is not None:
            checks.presses[deed.press.click].append(deed.press)
        await asyncio.sleep(deed.at - self.process.loop.time())
        before = None if table is None else (checks.heard[table.id], standing(table))
        try:
            await deed.work()
        except PlayError as error:
            if table is not None and before is not None and checks.heard[table.id] == before[0]:
                assert standing(table) == before[1], f"{deed.words} was refused and changed table {table.id}"
            return f"refused: {type(error).__name__}"
        return "made"

    # What is heard

    def _hear(self, update: Update) -> None:
        self.note(f"  heard: table {update.table.id} {update.kind} at {update.table.revision}, asked {update.asked}")
        try:
            self.checks.listen(update)
        except AssertionError as error:
            self.complain(error)

    def complain(self, error: BaseException) -> None:
        self.process.loop.fail(error)

    def _check_unheard(self) -> None:
        """Nobody may fail alone."""
        for error in self.process.loop.unheard:
            raise error

    def _listen_to_log(self) -> None:
        """Hear what the bot logs, and let nobody else."""
        log, complaints = logging.getLogger("bot"), _Complaints(self)
        log.addHandler(complaints)
        self.callback(log.removeHandler, complaints)
        self.enter_context(patch.object(log, "propagate", new=False))


class _Complaints(logging.Handler):
    """What the bot logs as an error is one, unless the disk was ordered to fail."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(logging.ERROR)
        self._stage = stage

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        message = record.getMessage()
        if not isinstance(error, CannotSave) and not message.startswith(EXPECTED):
            self._stage.complain(error or AssertionError(message))
