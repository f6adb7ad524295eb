"""The command line: `python -m bot`."""

import argparse
import asyncio
import io
import os
import re
import secrets
import shlex
import signal
import sys
import time
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

from bot import config, copies
from bot.errors import EX_CONFIG, BadOption, BadRecord, CannotStart, PlayError
from bot.games import GAMES
from bot.games.autoplay import play, seeded
from bot.games.base import AnyGame
from bot.games.dealer import SEED_BYTES
from bot.games.record import Record, from_text, replay, tell
from bot.health import complaints
from bot.progress import show_progress
from bot.simulate import Plan, simulate

NAMES = ("Ann", "Bo", "Kit", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
PORT = 8710
NOT_BOTH = (
    "DISCORD_TOKEN is set, and the playground has no use for it. To serve Discord: python -m bot serve. "
    "To start the playground all the same, without that token: python -m bot playground --ignore-token."
)
PAUSE = 0.3
"""Seconds between two moves of a game that is shown to a person."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. 0: done. 1: the output could not be written. 2: it cannot be done, and a sentence says why. The
    bot itself ends with the codes of `bot.errors`, which supervisors know."""
    given = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that has no ♠ shows a ? instead
    try:
        done = int(given.run(given))
        sys.stdout.flush()
    except PlayError as error:
        print(error, file=sys.stderr)
        return 2
    except CannotStart as error:
        print(error, file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return 130
    except OSError:
        # Whoever read the output went away, or its disk is full: what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return done


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Cardroom: card games in a Discord channel.",
        epilog="For instance: python -m bot simulate nimmt --seats easy,medium,hard --games 500",
    )
    parser.set_defaults(run=_default)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    serve = commands.add_parser("serve", help="serve Discord (the default where DISCORD_TOKEN is set)")
    serve.add_argument("--attended", action="store_true", help="stop when the standard input ends")
    serve.set_defaults(run=_serve)

    well = commands.add_parser("health", help="say whether the running bot is well (for a container's health check)")
    well.set_defaults(run=_health)

    look = commands.add_parser("doctor", help="look at token, database, permissions and clock, and say what to fix")
    look.set_defaults(run=_doctor)

    copy = commands.add_parser("backup", help="copy the database, also while the bot runs")
    copy.add_argument("file", type=Path, help="where the copy goes; it must not exist")
    copy.set_defaults(run=_back_up)

    put_back = commands.add_parser("restore", help="put a copy in the place of the database; the bot must not run")
    put_back.add_argument("file", type=Path, help="a copy that `backup` made")
    put_back.set_defaults(run=_restore)

    page = commands.add_parser("playground", help="try it in a browser, without Discord (the default without a token)")
    _add_playground(page)

    show = commands.add_parser("show", help="watch computers play one game, move by move")
    _add_game(show, levels="medium,hard,easy")
    show.set_defaults(run=_show)

    many = commands.add_parser("simulate", help="play many games among computers and count who wins")
    _add_game(many, levels="easy,hard")
    many.add_argument("--games", type=_positive, default=1000, help="how many games (default: 1000)")
    many.add_argument("--jobs", type=_positive, default=1, help="how many processes (default: 1)")
    many.add_argument("--save", type=Path, metavar="FILE", help="play one game and save its record instead")
    many.set_defaults(run=_simulate)

    proof = commands.add_parser("verify", help="check a game that was played on Discord: its seal, cards and moves")
    proof.add_argument("file", type=Path, help="the file that the button Fair play sends")
    proof.set_defaults(run=_verify)

    again = commands.add_parser("replay", help="tell a saved game move by move")
    again.add_argument("file", type=Path, help="a record made by simulate --save")
    again.set_defaults(run=_replay)
    return parser


def _add_game(command: argparse.ArgumentParser, levels: str) -> None:
    command.add_argument("game", nargs="?", default="uno", help=f"{', '.join(GAMES)} (default: uno)")
    command.add_argument("--seats", dest="levels", default=levels, help=f"a level for each seat (default: {levels})")
    command.add_argument("--preset", help="a named set of options; docs/rules lists them for each game")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a single option; may be given often",
    )
    command.add_argument("--seed", help="repeat the same games with the same seed")


def _add_playground(command: argparse.ArgumentParser) -> None:
    command.add_argument("--port", type=_port, default=PORT, help=f"the page's port (default: {PORT})")
    command.add_argument("--members", type=_members, default=4, help="how many people there are at least (default: 4)")
    command.add_argument("--fresh", action="store_true", help="forget the games and members of before")
    command.add_argument("--reload", action="store_true", help="start the bot anew whenever its code changes")
    command.add_argument("--no-browser", action="store_true", help="only print the address")
    command.add_argument("--ignore-token", action="store_true", help="start although a DISCORD_TOKEN is set")
    command.set_defaults(run=_playground)


def _port(text: str) -> int:
    if not re.fullmatch("[0-9]{1,5}", text) or not 1024 <= int(text) <= 65000:
        raise argparse.ArgumentTypeError("give a port from 1024 to 65000")
    return int(text)


def _members(text: str) -> int:
    if not re.fullmatch("[0-9]{1,2}", text) or not 1 <= int(text) <= 20:
        raise argparse.ArgumentTypeError("give a number of members from 1 to 20")
    return int(text)


def _positive(text: str) -> int:
    if not re.fullmatch("[0-9]{1,7}", text) or not int(text):
        raise argparse.ArgumentTypeError("give a whole number from 1 to 9999999")
    return int(text)


def _default(given: argparse.Namespace) -> int:
    name = "serve" if config.read(os.environ).token else "playground"
    chosen = _parser().parse_args([name])
    return int(chosen.run(chosen))


def _serve(given: argparse.Namespace) -> int:
    # Until the bot listens itself, Ctrl+C simply ends it: while modules are loaded, Python may swallow an exception.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from bot.serve import run  # noqa: PLC0415 - discord.py takes a second to load, and nothing else here needs it

    run(config.read(os.environ), attended=given.attended)
    return 0


def _health(given: argparse.Namespace) -> int:
    found = complaints(config.read(os.environ).database, time.time())
    print("\n".join(found) or "The bot is well.")
    return 1 if found else 0


def _doctor(given: argparse.Namespace) -> int:
    from bot.doctor import examine  # noqa: PLC0415 - only here is the network asked

    async def look() -> int:
        wrong = 0
        async for finding in examine(config.read(os.environ)):
            print(finding, flush=True)
            wrong += bool(finding.fix)
        return 1 if wrong else 0

    return asyncio.run(look())


def _back_up(given: argparse.Namespace) -> int:
    copies.back_up(config.read(os.environ).database, given.file)
    print(f"Copied to {given.file}, and the copy is whole.")
    return 0


def _restore(given: argparse.Namespace) -> int:
    kept = copies.restore(config.read(os.environ).database, given.file)
    print(f"{given.file} is in place." + (f" What was there before is {kept}." if kept else ""))
    return 0


def _playground(given: argparse.Namespace) -> int:
    from bot.playground.run import Plan, run  # noqa: PLC0415 - who serves Discord never loads it

    settings = config.read({**os.environ, "DISCORD_TOKEN": "", "DISCORD_TOKEN_FILE": ""})
    if config.names_token(os.environ) and not given.ignore_token:
        raise CannotStart(NOT_BOTH, EX_CONFIG)
    run(
        Plan(
            database=settings.database.with_name("playground.db"),
            port=given.port,
            members=given.members,
            fresh=given.fresh,
            reload=given.reload,
            browser=not given.no_browser,
        )
    )
    return 0


def _show(given: argparse.Namespace) -> int:
    game = _game(given.game)
    record = _play_one(game, given)
    for line in tell(game, replay(record), record.names):
        print(line, flush=True)
        if sys.stdout.isatty():
            time.sleep(PAUSE)
    return 0


def _simulate(given: argparse.Namespace) -> int:
    game = _game(given.game)
    if given.save is not None:
        _write(given.save, _play_one(game, given).to_text() + "\n")
        print(f"Saved. Tell it with: python -m bot replay {shlex.quote(str(given.save))}")
        return 0
    plan = Plan(
        game=game.key,
        options=game.configure(given.preset, _options(given)),
        levels=_levels(game, given.levels),
        games=given.games,
        seed=secrets.token_hex(4) if given.seed is None else os.fsencode(given.seed).decode(errors="backslashreplace"),
        jobs=given.jobs,
    )
    print(simulate(plan))
    return 0


def _verify(given: argparse.Namespace) -> int:
    from bot.tables.fairness import check  # noqa: PLC0415 - storage and what it needs take time to load

    well = True
    for finding in check(_text_of(given.file), progress=partial(show_progress, out=sys.stderr)):
        print(f"[{'ok' if finding.well else 'NOT SO'}]  {finding.words}")
        well = well and finding.well
    return 0 if well else 1


def _text_of(file: Path) -> str:
    try:
        return str(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeError):
        raise BadRecord("This file cannot be read. Give the path of a file that Cardroom made.") from None


def _replay(given: argparse.Namespace) -> int:
    record = from_text(_text_of(given.file), GAMES)
    for line in tell(record.game, replay(record), record.names):
        print(line)
    return 0


def _play_one(game: AnyGame, given: argparse.Namespace) -> Record:
    """One game among computers, dealt as a real one is, from 32 bytes."""
    levels = _levels(game, given.levels)
    options = game.configure(given.preset, _options(given))
    seed = _seed(given.seed)
    steps = play(game, options, [game.computer(level) for level in levels], seeded(seed))
    moves = [(step.seat, step.move.text) for step in steps if step.seat is not None]
    return Record(game, options, [f"{name} ({level})" for name, level in zip(NAMES, levels, strict=False)], seed, moves)


def _seed(text: str | None) -> bytes:
    return secrets.token_bytes(SEED_BYTES) if text is None else sha256(os.fsencode(text)).digest()


def _game(key: str) -> AnyGame:
    if key not in GAMES:
        raise BadOption(f"There is no such game. The games are {', '.join(GAMES)}.")
    return GAMES[key]


def _levels(game: AnyGame, text: str) -> tuple[str, ...]:
    levels = tuple(level.strip() for level in text.split(","))
    game.check_seats(len(levels))
    for level in levels:
        game.computer(level)
    return levels


def _options(given: argparse.Namespace) -> dict[str, str | int | bool]:
    pairs = [pair.partition("=") for pair in given.option]
    if not all(equals for _, equals, _ in pairs):
        raise BadOption("Write a single option as NAME=VALUE, for instance --option hand_size=5.")
    return {name: value for name, _, value in pairs}


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadRecord("There is a file of this name already. Choose another path with --save.") from None
    except OSError:
        raise BadRecord("This file cannot be written. Choose another path with --save.") from None


if __name__ == "__main__":
    sys.exit(main())
