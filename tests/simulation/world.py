"""A whole life of the bot from one seed: people play, things go wrong, processes die and start again.

Everything that could differ from one run to the next comes from the seed: who acts, which callback goes first, what is
dealt, what goes wrong. So a failure is repeated by its number: `python -m tests.simulation --first SEED --seeds 1`.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random

from tests.simulation.disk import Fault, Kind
from tests.simulation.people import People
from tests.simulation.stage import Stage

PAUSES = (0, 0, 0, 0.3, 1.3, 5, 30)
"""Seconds between two steps."""
TROUBLE: tuple[Kind, ...] = ("full", "full, kept", "locked", "slow", "unreadable")
DEATHS: tuple[Kind, ...] = ("killed before", "killed after", "killed between")
ABOUT = {"unreadable": 15, "killed between": 2000}
"""After how many statements something goes wrong, on average; for a death between two callbacks, after how many."""
USUAL = 250


class Failure(AssertionError):
    """A life in which something was not as it has to be."""


class World:
    def __init__(self, seed: int, faults: Sequence[Sequence[Fault]] | None = None) -> None:
        """`faults` orders what goes wrong, a list for each process; after the last list one more process lives on
        without any. None draws it all from the seed."""
        self.seed = seed
        self.trace = b""
        """What was done and answered, line by line."""
        self.counted: Counter[str] = Counter()
        self._ordered = faults
        self._stage: Stage
        self._fate: Random
        self._people: People

    def run(self) -> None:
        """The whole life, or a Failure that tells it."""
        with Stage(self.seed) as stage:
            self._stage, self._fate, self._people = stage, stage.chance("fate"), People(stage.chance("people"))
            try:
                self._run()
            except Exception as error:
                stage.note(f"failed: {type(error).__name__}: {error}")
                raise Failure(f"seed {self.seed}, step {stage.step}: {error!r}\n{stage.trace.decode()}") from error
            finally:
                stage.count_faults()
                self.trace, self.counted = stage.trace, stage.counted
                self.counted.update(lives=1, steps=stage.step)

    def _run(self) -> None:
        processes = self._fate.randint(1, 4) if self._ordered is None else len(self._ordered)
        for number in range(processes):
            self._stage.process.disk.order(self._faults(number))
            self._stage.run(self._live(self._fate.randint(10, 60)))
            self._stage.next_process((), outage=self._fate.choice((0.0, 1.0, 7.5, 400.0)))
        self._stage.run(self._live(self._fate.randint(10, 60), last=True))

    async def _live(self, steps: int, *, last: bool = False) -> None:
        if not await self._stage.start():
            return
        for _ in range(steps):
            self._stage.step += 1
            await self._step()
        if last:
            await self._stage.rest(() if self._ordered is not None else self._trouble(-1))
            self._count_games()
        await self._stage.stop()

    def _count_games(self) -> None:
        shadows, counted = self._stage.checks.shadows.values(), self._stage.counted
        counted["moves"] += sum(len(shadow.journal) for shadow in shadows)
        counted["games over"] += sum(shadow.outcome is not None for shadow in shadows)

    # What goes wrong

    def _faults(self, number: int) -> list[Fault]:
        if self._ordered is not None:
            return list(self._ordered[number])
        faults, fate = self._trouble(number), self._stage.chance(f"death {number}")
        return [*faults, _soon(fate, DEATHS)] if fate.random() < 0.8 else faults

    def _trouble(self, number: int) -> list[Fault]:
        fate = self._stage.chance(f"trouble {number}")
        return [_soon(fate, TROUBLE) for _ in range(fate.choice((0, 1, 2, 5)))]

    # Steps

    async def _step(self) -> None:
        deeds = self._people.deeds(self._stage.process.directory)
        acts = [asyncio.create_task(self._stage.act(deed, self._patience())) for deed in deeds]
        for act in acts:
            await act
        if self._fate.random() < 0.01:
            self._stage.note("the machine sleeps")
            self._stage.process.loop.sleep_through(self._fate.choice((10.0, 100.0, 100_000.0)))
        await asyncio.sleep(self._fate.choice(PAUSES))
        self._stage.checks.tables()

    def _patience(self) -> int | None:
        """After how many turns of the loop whoever asked goes away; None: they wait for the answer."""
        return self._fate.randint(0, 25) if self._fate.random() < 0.08 else None


def _soon(chance: Random, kinds: Sequence[Kind]) -> Fault:
    kind = chance.choice(kinds)
    return Fault(kind, 1 + int(chance.expovariate(1 / ABOUT.get(kind, USUAL))))
