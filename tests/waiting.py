"""Waiting for something to be so, instead of for a moment: long enough for any machine."""

import asyncio
from collections.abc import Callable

LONG_ENOUGH = 30.0


async def until(so: Callable[[], object], what: str) -> None:
    """Wait until something is so. `what` is said if it never is."""
    try:
        async with asyncio.timeout(LONG_ENOUGH):
            while not so():
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(what) from None
