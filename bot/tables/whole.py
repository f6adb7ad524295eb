"""Work that is done whole or not at all, also when whoever asked for it goes away in the middle."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def to_the_end(work: Coroutine[Any, Any, T], running: "set[asyncio.Task[Any]]", name: str) -> T:
    """See it through. While it runs it is one of those that run."""
    task = asyncio.create_task(work, name=name)
    running.add(task)
    task.add_done_callback(running.discard)
    task.add_done_callback(heard)
    return await asyncio.shield(task)


def heard(task: "asyncio.Future[Any]") -> None:
    """Whoever asked may have gone; then nobody else asks how it ended."""
    if not task.cancelled():
        task.exception()
