"""What is wrong with an installation, if anything: a list with ok or the fix, made without starting the bot."""

import os
import shutil
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import aiohttp

from bot.config import Settings
from bot.database import look_at, migrations

DISCORD = "https://discord.com"
NEEDED = {1 << 10: "View Channels", 1 << 11: "Send Messages", 1 << 16: "Read Message History"}
IN_THREADS = {1 << 38: "Send Messages in Threads"}
ADMINISTRATOR = 1 << 3
ROOM_NEEDED = 100 * 2**20
WORST_CLOCK = 60.0
PATIENCE = aiohttp.ClientTimeout(total=10)


@dataclass(frozen=True, slots=True)
class Finding:
    what: str
    fix: str = ""
    """What to do about it. Empty: it is well."""

    def __str__(self) -> str:
        return f"[fix] {self.what}: {self.fix}" if self.fix else f"[ok]  {self.what}"


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Everything that can be looked at, one after the other."""
    for finding in (_database(settings.database), _room(settings.database)):
        yield finding
    if not settings.token:
        yield Finding("token", "DISCORD_TOKEN is not set. Copy it from the bot's page at Discord into .env.")
        return
    address = settings.discord_url or DISCORD
    async with aiohttp.ClientSession(f"{address}/api/v10/", timeout=PATIENCE) as session:
        try:
            async for finding in _discord(session, settings.token):
                yield finding
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            yield Finding("Discord", f"it cannot be reached ({type(error).__name__}). Check the network.")


def _database(path: Path) -> Finding:
    if not path.parent.is_dir():
        return Finding("database", f"its folder {path.parent} does not exist. Make it, or change DATABASE_PATH.")
    if not path.exists():
        return Finding(f"database: {path} will be made at the first start")
    if not (os.access(path, os.R_OK | os.W_OK) and os.access(path.parent, os.W_OK)):
        return Finding("database", f"this user may not write to {path} and its folder. Change their owner or rights.")
    verdict, schema = look_at(path)
    if verdict != "ok":
        return Finding("database", f"{path} cannot be read ({verdict}). Put a copy back: python -m bot restore FILE.")
    if schema > len(migrations()):
        return Finding("database", f"it has schema {schema}, newer than this program knows. Update Cardroom.")
    return Finding(f"database: {path} is whole, schema {schema} of {len(migrations())}")


def _room(path: Path) -> Finding:
    if not path.parent.is_dir():
        return Finding("disk: to be seen when the folder exists")
    free = shutil.disk_usage(path.parent).free
    if free < ROOM_NEEDED:
        return Finding("disk", f"only {free // 2**20} MiB are free beside the database. Make some room.")
    return Finding(f"disk: {free // 2**20} MiB are free")


async def _discord(session: aiohttp.ClientSession, token: str) -> AsyncIterator[Finding]:
    sent = time.time()
    async with session.get("users/@me", headers={"Authorization": f"Bot {token}"}) as answer:
        yield _clock(answer.headers.get("Date", ""), sent)
        if answer.status == 401:
            yield Finding("token", "Discord does not accept it. Copy it again from the bot's page at Discord.")
            return
        if answer.status != 200:
            yield Finding("Discord", f"it answers {answer.status}. Try again later.")
            return
        yield Finding(f"token: Discord knows this bot as {(await answer.json())['username']!r}")
    yield Finding("intents: none that Discord has to grant are needed")
    async with session.get("users/@me/guilds", headers={"Authorization": f"Bot {token}"}) as answer:
        guilds = await answer.json() if answer.status == 200 else []
    if not guilds:
        yield Finding("servers", "the bot is in none. Invite it; the README has the address.")
    for guild in guilds:
        yield _permissions(guild)


def _clock(date: str, sent: float) -> Finding:
    try:
        apart = abs(parsedate_to_datetime(date).timestamp() - sent)
    except ValueError:
        return Finding("clock: Discord did not say its own time")
    if apart > WORST_CLOCK:
        return Finding("clock", f"it is {apart:.0f} s away from Discord's. Let the machine set its time (NTP).")
    return Finding("clock: as Discord's")


def _permissions(guild: dict[str, Any]) -> Finding:
    bits = int(guild.get("permissions") or 0)
    wanted = NEEDED | IN_THREADS
    missing = [] if bits & ADMINISTRATOR else [title for bit, title in wanted.items() if not bits & bit]
    server = f"server {guild['id']}"
    if missing:
        return Finding(server, f"the bot's role lacks {', '.join(missing)}. Allow it in the server's settings, Roles.")
    if bits & ADMINISTRATOR:
        return Finding(server, "the bot is an administrator there, which it never needs. Take that away from its role.")
    return Finding(f"{server}: all permissions that are needed")
