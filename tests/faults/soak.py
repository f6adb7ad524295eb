"""Everything that can go wrong, at random, for as long as one likes; then it is counted what was lost, which must be
nothing.

    make soak MINUTES=5

A real bot process plays game after game on the loopback Discord. It is killed at random moments and at kill points,
while calls fail, are cut or come late, the gateway drops, sessions are forgotten and clicks are delivered twice.
"""

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

from bot.games import GAMES
from bot.killpoint import POINTS
from bot.loopback.interactions import InteractionFailed
from bot.loopback.typing_commands import NotPossible
from tests.process.bot_process import BotProcess, open_house
from tests.process.party import Party

KILLED_AT = [point for point in POINTS if not any(word in point for word in ("deal", "migration"))]
MOVES_BETWEEN = (1, 4)


class Soak:
    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.counted: Counter[str] = Counter()

    async def run(self, minutes: float) -> None:
        end = time.monotonic() + minutes * 60
        while time.monotonic() < end:
            with tempfile.TemporaryDirectory() as folder:
                async with open_house(Path(folder)) as bot:
                    await self._game(bot, end)
            self.counted["games"] += 1

    async def _game(self, bot: BotProcess, end: float) -> None:
        party = Party(bot, chance=self.chance.randrange(10**6))
        key, computers = self.chance.choice(list(GAMES)), self.chance.choice((0, 1))
        await party.sit_down(key, match="one", computers=computers)
        while not party.position().over and time.monotonic() < end:
            for _ in range(self.chance.randint(*MOVES_BETWEEN)):
                await self._trouble(party)
                if not await self._move(party):
                    break
            await self._kill(party)
        self.counted["moves"] += len(party.position().journal)
        self.counted["answered presses"] += len(party.answered)

    async def _move(self, party: Party) -> bool:
        """One move; a press that fails while Discord is in trouble is made again later."""
        self.counted["presses"] += 1
        try:
            return await asyncio.wait_for(party.move(), 20)
        except (InteractionFailed, NotPossible, AssertionError, TimeoutError):
            self.counted["presses that failed"] += 1
            await party.bot.restart() if party.bot.process is None else None
            await self._fresh_panels(party)
            return not party.position().over

    async def _kill(self, party: Party) -> None:
        """SIGKILL now, or at a point of the next move; then look whether all is as it was written."""
        bot, before = party.bot, party.position()
        if before.over:
            return
        pressing = asyncio.create_task(self._press_any(party))
        await asyncio.sleep(self.chance.choice((0, 0.001, 0.003, 0.006, 0.012, 0.03)))
        await bot.end(signal.SIGKILL)
        bot.kills += 1
        self.counted["kills at random moments"] += 1
        pressing.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await pressing
        party.discord.faults.clear()
        await party.discord.gone()
        if self.chance.random() < 0.5:
            await self._die_at_a_point(party)
        await bot.start()
        party.nothing_lost_or_doubled(before)
        await party.board_is_up_to_date(within=10)
        await self._fresh_panels(party)

    async def _die_at_a_point(self, party: Party) -> None:
        """Start it with the order to die at a point, and press until it does."""
        bot, point = party.bot, self.chance.choice(KILLED_AT)
        bot.settings["CARDROOM_KILL_AT"] = f"{point}:{self.chance.randint(1, 4)}"
        bot.begin()
        process = bot.process
        assert process is not None
        end = time.monotonic() + 6
        while process.poll() is None and time.monotonic() < end and not party.position().over:
            with suppress(Exception):
                await asyncio.wait_for(self._press_any(party), 1)
            await asyncio.sleep(0.01)
        self.counted["kills at points" if process.poll() == -signal.SIGKILL else "kills at random moments"] += 1
        del bot.settings["CARDROOM_KILL_AT"]
        await bot.end(signal.SIGKILL) if process.poll() is None else await bot.end()
        await party.discord.gone()

    async def _press_any(self, party: Party) -> None:
        found = await party.turn()
        if found is not None:
            reply = await found[0].command(party.channel, f"/{party.position().game.key} hand")
            party.panels[found[0]] = reply.message
            await party.play(found[0], await party.choose(found[0]))

    async def _trouble(self, party: Party) -> None:
        """Something that Discord or the line to it may do."""
        faults = party.discord.faults
        kind = self.chance.choice(("nothing", "nothing", "late", "error", "cut", "twice", "drop", "forget", "limit"))
        if kind == "late":
            faults.next(latency=self.chance.choice((0.05, 0.3)))
        elif kind == "error":
            faults.next("PATCH", status=self.chance.choice((500, 502, 503)))
        elif kind == "cut":
            faults.next("PATCH", "/channels/*", drop=self.chance.choice(("before", "after")))
        elif kind == "limit":
            faults.next("PATCH", status=429, retry_after=0.2)
        elif kind == "twice":
            faults.send_twice()
        elif kind == "drop":
            await faults.drop()
        elif kind == "forget":
            await faults.invalid_session()
        if kind != "nothing":
            self.counted["faults of Discord"] += 1
        if kind in ("drop", "forget"):
            await party.discord.ready(timeout=20)

    async def _fresh_panels(self, party: Party) -> None:
        for person in party.people:
            if party.position().over:
                return
            with suppress(InteractionFailed, NotPossible):
                reply = await person.command(party.channel, f"/{party.position().game.key} hand")
                party.panels[person] = reply.message


def main() -> int:
    parser = argparse.ArgumentParser(prog="make soak")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    given = parser.parse_args()
    soak = Soak(given.seed)
    sys.stdout.write(f"seed {given.seed}, {given.minutes:g} minutes\n")
    try:
        asyncio.run(soak.run(given.minutes))
    finally:
        for name, count in sorted(soak.counted.items()):
            sys.stdout.write(f"{count:>7}  {name}\n")
    sys.stdout.write("      0  answered moves lost\n      0  moves made twice\n")  # or it would have stopped above
    return 0


if __name__ == "__main__":
    sys.exit(main())
