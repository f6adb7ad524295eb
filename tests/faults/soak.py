"""Everything that can go wrong, at random, for as long as one likes; then it is counted what was lost, which must be
nothing.

    make soak MINUTES=5        or        make soak KILLS=2000

Real bot processes play game after game on the loopback Discord. They are killed at random moments and at every kill
point, while calls fail, are cut or come late, the gateway drops, sessions are forgotten, presses are delivered twice or
are stale or foreign, boards are deleted, permissions vanish, the process is stopped and goes on, is told to stop, and
another program holds the database. Every game that comes to its end is compared with one that was not killed.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from threading import Thread

from tests.faults.life import Life

SHOWN_EVERY = 20.0
MUST_BE_NOTHING = (
    "answered moves lost",
    "moves made twice",
    "presses that failed while the bot was there",
    "games unlike those that were not killed",
)


async def work(seed: int, minutes: float, kills: int) -> Counter[str]:
    """Game after game, until the time is over or so many kills are done. Tells the counts now and then."""
    counted: Counter[str] = Counter()
    end, told = time.monotonic() + minutes * 60, time.monotonic()
    game = 0
    while time.monotonic() < end and killed(counted) < kills:
        with tempfile.TemporaryDirectory() as folder:
            life = Life(Path(folder), f"{seed}.{game}", counted, lambda: killed(counted) >= kills)
            await life.run(end)
        game += 1
        if time.monotonic() > told + SHOWN_EVERY:
            told = time.monotonic()
            say(counted)
    return counted


def killed(counted: Counter[str]) -> int:
    return sum(count for name, count in counted.items() if name.startswith("SIGKILL"))


def say(counted: Counter[str]) -> None:
    sys.stdout.write(json.dumps(counted) + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="make soak")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--kills", type=int, default=0, help="stop after so many kills instead")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    minutes, kills = (24 * 60.0, given.kills) if given.kills else (given.minutes, 10**9)
    if given.worker:
        say(asyncio.run(work(given.seed, minutes, kills)))
        return 0
    sys.stdout.write(f"seed {given.seed}, {f'{kills} kills' if given.kills else f'{minutes:g} minutes'}\n")
    share = -(-kills // given.jobs)
    command = [sys.executable, "-m", "tests.faults.soak", "--worker", "--minutes", str(given.minutes)]
    if given.kills:
        command += ["--kills", str(share)]
    workers = [
        subprocess.Popen([*command, "--seed", str(given.seed + number)], stdout=subprocess.PIPE, text=True)
        for number in range(given.jobs)
    ]
    return report(workers, time.monotonic())


def report(workers: "list[subprocess.Popen[str]]", began: float) -> int:
    """Listen to the workers until all have ended, or one has found something; then print what was tried."""
    newest: list[dict[str, int]] = [{} for _ in workers]

    def listen(number: int, worker: "subprocess.Popen[str]") -> None:
        assert worker.stdout is not None
        for line in worker.stdout:
            newest[number] = json.loads(line)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{killed(added(newest))} kills, {added(newest)['moves']} moves ")

    listeners = [Thread(target=listen, args=each, daemon=True) for each in enumerate(workers)]
    for listener in listeners:
        listener.start()
    while any(worker.poll() is None for worker in workers):
        time.sleep(0.2)
        if any(worker.poll() for worker in workers):
            for worker in workers:
                worker.terminate()
    for listener in listeners:
        listener.join()
    codes, counted = [worker.wait() for worker in workers], added(newest)
    for name, count in sorted(counted.items()):
        sys.stdout.write(f"{count:>7}  {name}\n")
    sys.stdout.write(f"{killed(counted):>7}  kills in all, in {(time.monotonic() - began) / 60:.1f} minutes\n")
    for name in MUST_BE_NOTHING:  # a worker that finds one stops with an error
        sys.stdout.write(f"{'0' if not any(codes) else '?':>7}  {name}\n")
    return 1 if any(codes) else 0


def added(counts: "list[dict[str, int]]") -> Counter[str]:
    total: Counter[str] = Counter()
    for each in counts:
        total.update(each)
    return total


if __name__ == "__main__":
    sys.exit(main())
