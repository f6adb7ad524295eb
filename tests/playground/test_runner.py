"""The bot's process: its states, its last words, its end, and what is left when it comes back."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.loopback import Loopback
from bot.playground import runner as runner_module
from bot.playground.feed import Feed
from bot.playground.playground import Playground
from bot.playground.runner import KEPT_LINES, Runner
from tests.playground.helpers import PATIENCE, WAITS, child, page_at, playing, until

STUBBORN = "import signal, sys, time; signal.signal(15, signal.SIG_IGN); print('here', file=sys.stderr); time.sleep(60)"
SLOW_TO_STOP = (
    "import signal, sys, time\n"
    "def stop(*_): time.sleep(0.5); sys.exit(0)\n"
    "signal.signal(15, stop); print('here', file=sys.stderr, flush=True); time.sleep(60)"
)
DIES = "import sys; print('The deck is empty.', file=sys.stderr); sys.exit(3)"


@asynccontextmanager
async def running(code: str, *, loud: bool = False) -> AsyncIterator[Runner]:
    async with Loopback() as discord:
        runner = Runner(child(code), dict(os.environ), discord, loud=loud)
        await runner.start()
        try:
            yield runner
        finally:
            await runner.stop(signal.SIGKILL)
            await put_away(runner)


async def put_away(runner: Runner) -> None:
    """Nothing of a runner that has lost sight of its process is left to the tests that follow."""
    assert runner._watcher is not None
    await asyncio.gather(runner._watcher, return_exceptions=True)
    if runner.process is not None:
        await runner.process.wait()
        vars(runner.process)["_transport"].close()


def process_of(runner: Runner) -> int:
    assert runner.process is not None
    return runner.process.pid


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_bot_that_is_told_to_stop_stops() -> None:
    async with running(WAITS) as runner:
        own = process_of(runner)
        assert runner.state == "starting"
        stopping = asyncio.create_task(runner.stop())
        await until(lambda: runner.state in ("stopping", "stopped"), "for it to stop")
        await stopping
        assert (runner.state, runner.exit_code) == ("stopped", -signal.SIGTERM)
        assert not is_alive(own)


async def test_while_it_stops_it_says_so() -> None:
    async with running(SLOW_TO_STOP) as runner:
        await until(lambda: runner.lines, "for it to be there")
        stopping = asyncio.create_task(runner.stop())
        await until(lambda: runner.state == "stopping", "for it to be stopping")
        await stopping
        assert (runner.state, runner.exit_code) == ("stopped", 0)


async def test_a_bot_that_dies_by_itself_leaves_its_code_and_its_last_words() -> None:
    async with running(DIES) as runner:
        await until(lambda: runner.state == "stopped", "for it to die")
        assert runner.exit_code == 3
        assert "The deck is empty." in runner.log
        assert any("code 3" in line for line in runner.log)


async def test_a_page_is_told_why_the_bot_died(elsewhere: Path) -> None:
    async with playing(elsewhere / "playground.db", DIES) as playground:
        await until(lambda: playground.runner.state == "stopped", "for it to die")
        guide = playground.guide
        told = Feed(guide.discord, guide.roster, guide.runner, guide.knobs).news()["bot"]
        assert (told["state"], told["exit"]) == ("stopped", 3)
        assert "The deck is empty." in told["words"]


async def test_a_bot_that_died_can_be_started_again() -> None:
    async with running(DIES) as runner:
        await until(lambda: runner.state == "stopped", "for it to die")
        await runner.start()
        assert (runner.starts, runner.exit_code) == (2, None)
        await until(lambda: runner.state == "stopped", "for it to die again")
        assert runner.exit_code == 3


@pytest.mark.parametrize("word", ["stop", "restart"])
async def test_a_bot_that_does_not_listen_is_killed(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setattr(runner_module, "STOP_WITHIN", 0.1)
    async with running(STUBBORN) as runner:
        await until(lambda: runner.lines, "for it to be there")
        own = process_of(runner)
        await asyncio.wait_for(runner.stop() if word == "stop" else runner.restart(), PATIENCE)
        assert not is_alive(own)
        assert runner.state == ("stopped" if word == "stop" else "starting")
        assert runner.starts == (1 if word == "stop" else 2)


async def test_stopping_and_starting_twice_is_as_once() -> None:
    async with running(WAITS) as runner:
        await runner.start()
        assert runner.starts == 1
        await asyncio.gather(runner.stop(), runner.stop())
        assert runner.state == "stopped"
        await runner.stop()


@pytest.mark.parametrize("ending", ["\\n", ""])
async def test_a_very_long_line_does_not_hide_that_the_bot_is_gone(ending: str) -> None:
    code = f"import sys; sys.stderr.write('x' * 300_000 + '{ending}'); sys.stderr.flush(); sys.exit(4)"
    async with running(code) as runner:
        await until(lambda: runner.state == "stopped", "for it to die")
        assert runner.exit_code == 4
        await runner.start()
        assert runner.starts == 2


async def test_a_log_that_is_no_text_is_kept_readable() -> None:
    async with running("import os; os.write(2, b'caf\\xe9 \\x00\\n\\n\\nlast'); os._exit(0)") as runner:
        await until(lambda: runner.state == "stopped", "for it to die")
        assert runner.log[0].startswith("caf\ufffd")
        assert "last" in runner.log


async def test_only_the_newest_lines_are_kept_and_all_are_counted() -> None:
    many = KEPT_LINES + 50
    async with running(f"import sys; [print(n, file=sys.stderr) for n in range({many})]") as runner:
        await until(lambda: runner.state == "stopped", "for it to end")
        assert runner.lines >= many
        assert len(runner.log) == KEPT_LINES


@pytest.mark.parametrize("loud", [False, True])
async def test_the_terminal_hears_of_troubles_and_of_all_when_it_is_to(
    capfd: pytest.CaptureFixture[str], loud: bool
) -> None:
    code = (
        "import sys; print('2026-01-01 10:00:00,000 INFO    bot: fine', file=sys.stderr);"
        "print('2026-01-01 10:00:00,000 WARNING bot: trouble', file=sys.stderr)"
    )
    async with running(code, loud=loud) as runner:
        await until(lambda: runner.state == "stopped", "for it to end")
    heard = capfd.readouterr().err
    assert ("bot: fine" in heard, "bot: trouble" in heard) == (loud, True)


async def test_a_bot_ends_when_whoever_started_it_lets_go_of_it() -> None:
    async with running(WAITS) as runner:
        assert runner.process is not None
        assert runner.process.stdin is not None
        runner.process.stdin.close()
        await until(lambda: runner.state == "stopped", "for it to end")
        assert runner.exit_code == 0


async def test_a_restart_is_finished_even_if_its_page_is_closed_meanwhile(elsewhere: Path) -> None:
    async with playing(elsewhere / "playground.db", SLOW_TO_STOP) as playground:
        await until(lambda: playground.runner.lines, "for it to be there")
        async with page_at(playground.address) as page:
            await page.socket.send_json({"do": "restart", "number": 1})
            await until(lambda: playground.runner.state == "stopping", "for it to be stopping")
        await until(lambda: playground.runner.state == "starting", "for it to be started anew")
        assert playground.runner.starts == 2


async def test_messages_stay_when_the_bot_is_started_anew(playground: Playground) -> None:
    ann, channel = playground.roster.members[0], playground.discord.channel
    message = await ann.say(channel, "before")
    await playground.runner.restart()
    await playground.runner.restart(signal.SIGKILL)
    assert channel.messages == [message]


async def test_no_process_is_left_when_the_playground_ends(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_module, "STOP_WITHIN", 0.1)
    for code in (WAITS, STUBBORN):
        async with playing(elsewhere / "playground.db", code) as playground:
            own = process_of(playground.runner)
        assert not is_alive(own)
