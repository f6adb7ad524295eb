"""An event loop without waiting: time jumps to the next moment, and a seeded draw says who goes next.

There are no threads and no sockets in it. Any callback that is ready may go first, so what passes here does not lean on
the order in which asyncio happens to call. The process that the loop stands for can die between any two callbacks.
"""

import asyncio
import heapq
from asyncio import base_events
from collections.abc import Callable, Coroutine
from contextvars import Context
from random import Random
from typing import Any, TypeVar, TypeVarTuple, Unpack
from warnings import catch_warnings, simplefilter

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

MOST_STEPS = 3_000_000
"""More callbacks than any life needs: somebody runs in a circle."""


class Killed(Exception):
    """The simulated process has died."""


class Loop(base_events.BaseEventLoop):
    def __init__(self, chance: Random, now: float) -> None:
        super().__init__()
        self._chance = chance
        self._now = now
        self._due: list[asyncio.Handle] = []
        self._later: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._made = 0
        self._tasks: list[asyncio.Task[Any]] = []
        self.steps = 0
        """Callbacks so far."""
        self.kill_at: int | None = None
        """The process dies before this callback."""
        self.dead = False
        self.unheard: list[BaseException] = []
        """How tasks failed that nobody asked."""
        self.trouble: BaseException | None = None
        """What ends the run: a check that failed, or an exception that nobody caught."""

    def time(self) -> float:
        return self._now

    def sleep_through(self, seconds: float) -> None:
        """The machine sleeps: time is later all at once, and whatever was due in between is due now."""
        self._now += seconds

    # What asyncio asks of a loop

    def call_soon(
        self, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        if not self.dead:
            self._due.append(handle)
        return handle

    def call_at(
        self, when: float, callback: Callable[[Unpack[Ts]], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.dead:
            self._made += 1  # of two with the same moment the older one is found first, whatever a heap likes
            heapq.heappush(self._later, (when, self._made, handle))
        return handle

    def create_task(self, coro: Any, **how: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = super().create_task(coro, **how)
        self._tasks.append(task)  # kept: when a task is thrown away must not depend on the garbage collector
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.dead:
            self.fail(context.get("exception") or AssertionError(context["message"]))

    def is_running(self) -> bool:
        return asyncio._get_running_loop() is self

    # Running

    def run(self, main: Coroutine[Any, Any, T]) -> T:
        """Run until this is done; all else waits where it is for the next run."""
        task: asyncio.Task[T] = self.create_task(main)
        asyncio._set_running_loop(self)
        try:
            while not task.done():
                self._step()
        finally:
            asyncio._set_running_loop(None)
        self._sweep(but=task)
        return task.result()

    def _step(self) -> None:
        if not self._due:
            assert self._later, "everybody waits, and nothing will ever happen"
            self._now = max(self._now, self._later[0][0])
        while self._later and self._later[0][0] <= self._now:
            self._due.append(heapq.heappop(self._later)[-1])
        last, place = len(self._due) - 1, int(self._chance.random() * len(self._due))
        self._due[place], self._due[last] = self._due[last], self._due[place]
        handle = self._due.pop()
        if handle.cancelled():
            return
        self.steps += 1
        if self.steps == self.kill_at:
            self.dead = True
        else:
            handle._run()
        if self.dead:
            raise Killed
        if self.trouble is not None:
            raise self.trouble
        assert self.steps < MOST_STEPS, "somebody runs in a circle"

    def _sweep(self, but: "asyncio.Task[Any]") -> None:
        """Forget what is done, and note who failed without being heard."""
        for task in self._tasks:
            if task.done() and task is not but and _unheard(task):
                error = task.exception()
                assert error is not None
                self.unheard.append(error)
        self._tasks = [task for task in self._tasks if not task.done()]

    def fail(self, error: BaseException) -> None:
        """End the run with this, as soon as whoever runs now lets go."""
        self.trouble = self.trouble or error

    async def die(self) -> None:
        """The process dies here: whoever calls this never goes on, and nobody else does."""
        self.dead = True
        await self.create_future()

    def bury(self) -> None:
        """Take away what the process left behind, without letting any of it do something."""
        self.dead = True
        with catch_warnings():
            simplefilter("ignore", RuntimeWarning)  # what never began to run is not awaited any more
            for task in self._tasks:
                _close(task)
            self._tasks.clear()
            self._due.clear()
            self._later.clear()
        self.close()


def _close(task: "asyncio.Task[Any]") -> None:
    task._log_destroy_pending = False  # type: ignore[attr-defined]
    coro = task.get_coro()
    assert isinstance(coro, Coroutine)
    if task.done():
        task._log_traceback = False
    else:
        coro.close()


def _unheard(task: "asyncio.Task[Any]") -> bool:
    """Whether it failed and nobody has asked how."""
    return bool(task._log_traceback)
