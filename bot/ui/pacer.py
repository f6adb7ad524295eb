"""All boards together stay below Discord's limit of 50 calls a second for one bot. Answers to clicks do not count."""

import asyncio

A_SECOND = 40


class Pacer:
    def __init__(self, a_second: float = A_SECOND) -> None:
        self._gap = 1 / a_second
        self._next = 0.0

    async def turn(self) -> None:
        """Wait for one's turn; first come, first served."""
        now = asyncio.get_running_loop().time()
        mine = max(self._next, now)
        self._next = mine + self._gap
        await asyncio.sleep(mine - now)
