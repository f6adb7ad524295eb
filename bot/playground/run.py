"""Running the playground until it is told to stop: what the terminal says, the browser, the development loop."""

import asyncio
import os
import signal
import sys
import webbrowser
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bot.playground.playground import Playground

ROOT = Path(__file__).parents[2]
CODE = (ROOT / "bot", ROOT / "cogs")
SERVE = (sys.executable, "-m", "bot", "serve", "--attended")


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for on the command line."""

    database: Path
    port: int
    members: int
    fresh: bool
    reload: bool
    browser: bool


def run(plan: Plan) -> None:
    asyncio.run(_run(plan))


async def _run(plan: Plan) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGTERM)):
        with suppress(NotImplementedError):  # Windows has no such handlers
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    playground = Playground(
        plan.database, SERVE, port=plan.port, members=plan.members, fresh=plan.fresh, loud=plan.reload
    )
    async with playground:
        _greet(playground, plan)
        if plan.browser and _has_screen():
            webbrowser.open(playground.address)
        reloading = asyncio.create_task(_reload(playground, plan), name="the development loop")
        await stop.wait()
        reloading.cancel()


async def _reload(playground: Playground, plan: Plan) -> None:
    if plan.reload:
        await playground.reload_on_changes(CODE)


def _greet(playground: Playground, plan: Plan) -> None:
    """Two lines, and a third only if there is something to know."""
    if playground.port != plan.port:
        _say(f"Port {plan.port} is in use, so this is port {playground.port}.")
    _say("No Discord needed: this is the playground, with the real bot in a chat of your own on this computer.")
    _say(f"Open {playground.address} and type /uno start. Ctrl+C ends it; games are kept in {playground.database}.")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _has_screen() -> bool:
    """Whether a browser can be opened for the person at this terminal."""
    graphical = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return graphical and sys.stdout.isatty()
