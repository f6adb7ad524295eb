"""Running the bot: settings, storage, client, in this order; or why it cannot run, in one sentence with a code."""

import asyncio
import logging
import os
import signal
import sys
import threading
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import FrameType

import aiohttp
import discord
import yarl

from bot import restarts
from bot.claim import Claim, claimed
from bot.client import CardBot
from bot.config import Settings
from bot.database import look_at
from bot.errors import EX_CONFIG, EX_IOERR, EX_SOFTWARE, EX_UNAVAILABLE, CannotSave, CannotStart
from bot.storage import open_storage, read_notes
from bot.tables.time import RealTime

log = logging.getLogger(__name__)

NOT_GIVEN = "DISCORD_TOKEN is not set. Put the bot's token in .env or in the environment; .env.example says how."
NOT_ACCEPTED = "Discord does not accept the token. Copy it again from the bot's page at Discord into DISCORD_TOKEN."
NO_INTENTS = "Discord refuses the intents. Cardroom needs no privileged ones: check the bot's page at Discord."
NO_DISCORD = "Discord cannot be reached. Check the network; the bot can be started again at any time."
SHARDS = "Discord wants this bot to use more shards than it was told. Start it again; it asks how many there should be."
MORE_SHARDS = 4011
CLOSED_FOR_GOOD = {4004: NOT_ACCEPTED, MORE_SHARDS: SHARDS, 4013: NO_INTENTS, 4014: NO_INTENTS}
"""What a gateway's closing codes mean, where coming back with the same settings cannot help."""
REFUSED = "Discord refused a call at the start. Check that the bot was invited with the scope applications.commands."
IN_USE = (
    "Another Cardroom is running on this database, and two would play the same games. Stop that one first, or set "
    "DATABASE_PATH to another file."
)
DAMAGED = "The database cannot be read. Restore a copy of it, or set DATABASE_PATH to another file."
AGAIN_AFTER = 0.5
FORCED_AFTER = 10.0
"""Seconds from the order to stop until the process ends, whatever hangs. Supervisors wait longer."""
SLACK = 1.0
OLDER = (
    "The database {} is older than the one that was used here last, by {:.0f} s. If it was copied, its -wal file "
    "belongs to it: put it beside it. If it is an older copy on purpose, put it in place with: "
    "python -m bot restore FILE."
)
FILES = 4096
FEW_FILES = 256
LOG_FORMAT = "{asctime} {levelname:<7} {name}: {message}"


def run(settings: Settings, *, attended: bool = False) -> None:
    """Serve Discord until told to stop. `attended`: also until whoever started it is gone."""
    set_up_logging(settings.log_level)
    _raise_limit()
    asyncio.run(serve(settings, attended=attended))


async def serve(settings: Settings, *, attended: bool = False) -> None:
    if not settings.token:
        raise CannotStart(NOT_GIVEN, EX_CONFIG)
    if settings.discord_url:
        use_other_discord(settings.discord_url)
    async with AsyncExitStack() as stack:
        claim = stack.enter_context(claimed(settings.database, IN_USE))
        _check_newest(claim, settings.database)
        storage = await stack.enter_async_context(open_storage(settings.database))
        bot = await stack.enter_async_context(CardBot(settings, storage, RealTime(await storage.last_alive())))
        bot.directory.on_alive = lambda now: claim.note(str(now))
        task = asyncio.create_task(_start(bot, settings), name="the bot")
        stop = asyncio.Event()
        _listen(stop)
        if attended and sys.stdin is not None:
            with suppress(NotImplementedError, OSError):  # Windows waits for sockets only
                asyncio.get_running_loop().add_reader(sys.stdin, _when_it_ends, stop)
        stack.callback(asyncio.create_task(_stop_when_told(stop, bot, task), name="the end").cancel)
        stack.push_async_callback(restarts.ended_well, storage)  # whatever is refused with a sentence is no death
        try:
            await task
        except asyncio.CancelledError:
            log.info("stopping")
        except discord.LoginFailure:
            raise CannotStart(NOT_ACCEPTED, EX_CONFIG) from None
        except discord.PrivilegedIntentsRequired:
            raise CannotStart(NO_INTENTS, EX_CONFIG) from None
        except discord.ConnectionClosed as error:
            helps = error.code == MORE_SHARDS
            why = CLOSED_FOR_GOOD.get(error.code, NO_DISCORD)
            raise CannotStart(why, EX_UNAVAILABLE if helps else EX_CONFIG) from None
        except CannotSave as error:
            raise CannotStart(f"{DAMAGED} ({error.__cause__})", EX_IOERR) from None
        except (aiohttp.ClientError, discord.GatewayNotFound, discord.DiscordServerError, OSError):
            raise CannotStart(NO_DISCORD, EX_UNAVAILABLE) from None
        except discord.HTTPException as error:
            raise CannotStart(f"{REFUSED} (Discord says {error.status}, code {error.code}.)", EX_UNAVAILABLE) from None


async def _start(bot: CardBot, settings: Settings) -> None:
    """Log in, but not at once if it died again and again."""
    pause = await restarts.begin(bot.storage, time.time())
    if pause and settings.restart_pauses:
        log.warning("it died too often in the last day: it waits %.0f s before it logs in", pause)
        await asyncio.sleep(pause)
    await bot.start(settings.token)


def _check_newest(claim: Claim, database: Path) -> None:
    """A database that is older than what was noted beside it was copied without its log, or is an old copy. Nothing is
    written to it before that is known."""
    if not claim.line or not database.exists() or look_at(database)[0] != "ok":
        return  # whoever opens it will say what is wrong with it
    with suppress(ValueError):
        older = float(claim.line) - float((read_notes(database) or {}).get("alive", 0))
        if older > SLACK:
            raise CannotStart(OLDER.format(database, older), EX_IOERR)


def _raise_limit() -> None:
    """As many open files as this user may have: every connection is one."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415

    low, high = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if high == resource.RLIM_INFINITY else min(FILES, high)
    if low < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, high))
    if wanted < FEW_FILES:
        log.warning("only %s files may be open at once (ulimit -n): with many tables calls will fail", wanted)


def _listen(stop: asyncio.Event) -> None:
    """Listen to signals in good order; but if something hangs, the loop itself included, the process ends all the
    same."""
    loop = asyncio.get_running_loop()

    def told(number: int, frame: FrameType | None) -> None:
        if not stop.is_set():
            hurry = threading.Timer(FORCED_AFTER, _force)
            hurry.daemon = True
            hurry.start()
        loop.call_soon_threadsafe(stop.set)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, told)


async def _stop_when_told(stop: asyncio.Event, bot: CardBot, task: "asyncio.Task[None]") -> None:
    await stop.wait()
    log.info("told to stop")
    if bot.is_ready():
        await bot.wind_down()
    _end(task)


def _force() -> None:
    """Whatever was answered is on the disk, so nothing is lost. Nothing here waits for a lock, not even the log."""
    os.write(2, b"Something hangs: ending without waiting for it.\n")
    os._exit(EX_SOFTWARE)


def _when_it_ends(stop: asyncio.Event) -> None:
    """The standard input can be read: nobody writes there, so it has come to its end."""
    asyncio.get_running_loop().remove_reader(sys.stdin)
    stop.set()


def _end(task: "asyncio.Task[None]") -> None:
    """Cancel it, and again until it has ended: a library that waits with a time limit may swallow one."""
    if not task.done():
        task.cancel()
        asyncio.get_running_loop().call_later(AGAIN_AFTER, _end, task)


def use_other_discord(url: str) -> None:
    """Talk to another Discord on this machine."""
    discord.http.Route.BASE = f"{url}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{url.replace('http', 'ws', 1)}/gateway/")


def set_up_logging(level: str) -> None:
    """To stderr. Libraries never tell more than INFO: their details hold tokens and hands."""
    logging.basicConfig(level=level, format=LOG_FORMAT, style="{", force=True)
    for name in ("discord", "aiohttp", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
