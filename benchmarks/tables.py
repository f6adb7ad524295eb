"""Many tables at once: the real bot in this process, the loopback Discord with its members in another.

`python -m benchmarks.tables [--tables 10 100 500] [--seconds 20]`. Every table has two members and two computers; then
come tables with four members and no computer, whose calls are all for human moves, and last tables with two experts.
Prints HTTP calls for each human move, p50 and p99 from click to answer, the event loop's lag, memory per table, and how
often a computer's thought was not ready in time and its stand-in played.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

from benchmarks.figures import print_figures
from bot.client import CardBot
from bot.config import Settings, Times
from bot.serve import set_up_logging, use_other_discord
from bot.storage import open_storage
from bot.tables import directory
from bot.tables.time import RealTime

TOKEN = "token-of-the-benchmark"  # noqa: S105 - opens nothing but the loopback
LAG_EVERY = 0.02
PEOPLE_ONLY = 100
"""Tables without computers."""
EXPERTS = 50
"""Tables with two experts each."""
PAGE = resource.getpagesize()


@dataclass
class Lag:
    """How late the event loop wakes somebody up."""

    late: list[float] = field(default_factory=list)
    counting: bool = False

    async def watch(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(LAG_EVERY)
            if self.counting:
                self.late.append(time.perf_counter() - before - LAG_EVERY)


def main() -> None:
    parser = argparse.ArgumentParser(description="Many tables at once on one process.")
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 500])
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    set_up_logging("ERROR")
    figures: dict[str, float] = {}
    print("tables  presses/s  calls/move  answer p50    p99   loop lag p50    p99   memory/table  failed  stand-ins")
    for tables in given.tables:
        figures |= asyncio.run(measure(tables, given.seconds, 2, 2))
    figures |= asyncio.run(measure(PEOPLE_ONLY, given.seconds, 4, 0))
    figures |= asyncio.run(measure(EXPERTS, given.seconds, 2, 2, "expert"))
    print_figures(figures)


async def measure(tables: int, seconds: float, people: int, computers: int, level: str = "medium") -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.members", "--token", TOKEN]
    members = await asyncio.create_subprocess_exec(
        *command, "--tables", str(tables), "--seconds", str(seconds),
        "--members", str(people), "--computers", str(computers), "--level", level,
        stdout=asyncio.subprocess.PIPE, limit=2**26,
    )  # fmt: skip
    assert members.stdout is not None
    use_other_discord((await members.stdout.readline()).decode().split()[1])
    lag = Lag()
    with tempfile.TemporaryDirectory() as folder:
        directory.MOST_IN_A_SERVER = 10_000  # one server with far more tables than a bot would let it have
        settings = Settings(
            token=TOKEN, database=Path(folder) / "cardroom.db", times=Times(), pictures=False, presses=0
        )
        async with open_storage(settings.database) as storage:
            bot = CardBot(settings, storage, RealTime())
            running = asyncio.create_task(bot.start(TOKEN))
            watching = asyncio.create_task(lag.watch())
            await asyncio.sleep(1)
            before = memory()
            assert (await members.stdout.readline()).decode().strip() == "open"
            lag.counting = True
            seen = json.loads((await members.stdout.readline()).decode().removeprefix("seen "))
            lag.counting = False
            grown = memory() - before
            watching.cancel()
            seen["stand_ins"] = bot.directory.thinker.stand_ins
            await bot.close()
            await asyncio.wait({running, watching})
    await members.wait()
    kind = "" if level == "medium" else f"_{level}"
    name = f"tables_{tables}{kind}" if computers else f"tables_{tables}_people_only"
    return report(name, tables, seen["took"], lag.late, seen, grown)


def report(
    name: str, tables: int, took: list[float], late: list[float], seen: dict[str, float], grown: int
) -> dict[str, float]:
    answers, lags = quantiles(took, n=100), quantiles(late, n=100)
    per_move = seen["calls"] / max(seen["moves"], 1)
    print(
        f"{tables:>6}{len(took) / seen['seconds']:>11.1f}{per_move:>12.2f}{answers[49] * 1e3:>9.1f} ms"
        f"{answers[98] * 1e3:>7.1f}{lags[49] * 1e3:>12.1f} ms{lags[98] * 1e3:>7.1f}{grown / tables / 1024:>11.1f} KiB"
        f"{seen['failed']:>8}{seen['stand_ins']:>11}"
    )
    if seen["problems"]:
        print(f"        Discord complained: {seen['problems']}")
    return {
        f"{name}_presses_a_second": len(took) / seen["seconds"],
        f"{name}_calls_a_move": per_move,
        f"{name}_answer_p50_ms": answers[49] * 1e3,
        f"{name}_answer_p99_ms": answers[98] * 1e3,
        f"{name}_lag_p99_ms": lags[98] * 1e3,
        f"{name}_memory_kib_a_table": grown / tables / 1024,
        f"{name}_failed": seen["failed"],
        f"{name}_stand_ins": seen["stand_ins"],
    }


def memory() -> int:
    """Bytes that this process holds."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE


if __name__ == "__main__":
    main()
