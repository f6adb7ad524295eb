"""Running the bot: settings, storage, client, in this order; or why it cannot run, in one sentence with a code."""

import asyncio
import logging
import signal
import sys
from contextlib import AsyncExitStack, suppress

import aiohttp
import discord
import yarl

from bot.claim import claimed
from bot.client import CardBot
from bot.config import Settings
from bot.errors import EX_CONFIG, EX_IOERR, EX_UNAVAILABLE, CannotSave, CannotStart
from bot.storage import open_storage
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
LOG_FORMAT = "{asctime} {levelname:<7} {name}: {message}"


def run(settings: Settings, *, attended: bool = False) -> None:
    """Serve Discord until told to stop. `attended`: also until whoever started it is gone."""
    set_up_logging(settings.log_level)
    asyncio.run(serve(settings, attended=attended))


async def serve(settings: Settings, *, attended: bool = False) -> None:
    if not settings.token:
        raise CannotStart(NOT_GIVEN, EX_CONFIG)
    if settings.discord_url:
        use_other_discord(settings.discord_url)
    async with AsyncExitStack() as stack:
        stack.enter_context(claimed(settings.database, IN_USE))
        storage = await stack.enter_async_context(open_storage(settings.database))
        bot = await stack.enter_async_context(CardBot(settings, storage, RealTime()))
        task = asyncio.create_task(bot.start(settings.token), name="the bot")
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(NotImplementedError):  # Windows has no such handlers
                asyncio.get_running_loop().add_signal_handler(number, _end, task)
        if attended and sys.stdin is not None:
            with suppress(NotImplementedError, OSError):  # Windows waits for sockets only
                asyncio.get_running_loop().add_reader(sys.stdin, _when_it_ends, task)
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


def _when_it_ends(task: "asyncio.Task[None]") -> None:
    """The standard input can be read: nobody writes there, so it has come to its end."""
    asyncio.get_running_loop().remove_reader(sys.stdin)
    _end(task)


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
