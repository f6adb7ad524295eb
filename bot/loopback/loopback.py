"""A Discord of our own, on this computer only: the real discord.py talks to it over real sockets.

    async with Loopback(token="secret") as discord:
        ann = discord.add_member("Ann")
        await discord.ready()
        reply = await ann.command(discord.channel, "/uno start")

Everything is in memory and ends with it; a bot may come and go as often as it likes.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableSequence, Sequence
from mimetypes import guess_type
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.loopback.calls import Calls
from bot.loopback.clock import Clock, Snowflakes
from bot.loopback.command_book import CommandBook
from bot.loopback.faults import Faults
from bot.loopback.front_door import PREFIX, FrontDoor
from bot.loopback.gateway import Gateway
from bot.loopback.http_channels import ChannelRoutes
from bot.loopback.http_commands import CommandRoutes, EmojiRoutes
from bot.loopback.http_interactions import InteractionRoutes
from bot.loopback.http_login import LoginRoutes
from bot.loopback.interactions import Interaction, Interactions
from bot.loopback.payloads import channel_payload
from bot.loopback.people import Member
from bot.loopback.posting import EMOJI_PLACE, Posting
from bot.loopback.ratelimits import Limits
from bot.loopback.refusals import Payload
from bot.loopback.routing import Routes
from bot.loopback.world import Channel, Event, Guild, Intent, User, World

Elsewhere = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class Loopback:
    def __init__(
        self,
        token: str = "loopback-token",  # noqa: S107 # opens nothing but this
        *,
        port: int = 0,
        shards: int = 1,
        heartbeat: float = 41.25,
        keep: int | None = None,
        bot_name: str = "Cardroom",
        channels: Sequence[str] = ("table-one", "table-two"),
    ) -> None:
        """`keep`: how many calls are remembered; None: all of them."""
        self.token = token
        self.shards = shards
        """How many shards a bot is told to open."""
        self.time = Clock()
        ids = Snowflakes(self.time)
        bot = User(ids.make(), bot_name, is_bot=True)
        self.world = World(self.time, ids, bot)
        self.world.users[bot.id] = bot
        self.calls = Calls(keep)
        self.limits = Limits(self.time)
        self.commands = CommandBook(ids, bot.id)
        self.sessions = Gateway(self.world, lambda: self.token, lambda: self.gateway, heartbeat)
        self.faults = Faults(self.sessions)
        self._posting = Posting(self.world)
        self._interactions = Interactions(self.world, keep is None)
        self._emojis = EmojiRoutes(self.world)
        routes = Routes(
            LoginRoutes(self.world, lambda: self.gateway, lambda: self.shards).table(),
            ChannelRoutes(self.world, self._posting).table(),
            InteractionRoutes(self.world, self._interactions, self._posting).table(),
            CommandRoutes(self.world, self.commands).table(),
            self._emojis.table(),
        )
        self._door = FrontDoor(self.world, routes, self.limits, self.faults, self.calls, lambda: self.token)
        self._port = port
        self._runner: web.ServerRunner | None = None
        self.world.tell = self.sessions.tell
        self.world.channel_event = self._channel_event
        self.guild = self.world.add_guild("Card Club")
        for channel in channels:
            self.guild.add_channel(channel)
        self.elsewhere: Elsewhere | None = None
        """What answers every path that is not Discord's."""

    # Where it is

    @property
    def port(self) -> int:
        return self._port

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self._port}{PREFIX}"

    @property
    def hosts(self) -> tuple[str, str]:
        """How this machine calls it."""
        return f"127.0.0.1:{self._port}", f"localhost:{self._port}"

    @property
    def gateway(self) -> str:
        return f"ws://127.0.0.1:{self._port}/gateway/"

    async def __aenter__(self) -> Self:
        self._runner = web.ServerRunner(web.Server(self._serve, access_log=None), shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self._posting.address = f"http://127.0.0.1:{self._port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._interactions.close()
        await self.sessions.close()
        if self._runner:
            await self._runner.cleanup()

    # What is there

    @property
    def bot(self) -> User:
        return self.world.bot

    @property
    def channel(self) -> Channel:
        """The first channel of the first server."""
        return self.guild.channels[0]

    @property
    def problems(self) -> list[str]:
        """What the bot did that it must not do. Tests expect it to be empty."""
        return self.world.problems

    @property
    def interactions(self) -> MutableSequence[Interaction]:
        """Everything that members did, and how it was answered."""
        return self._interactions.log

    @property
    def emojis(self) -> dict[int, Payload]:
        """The bot's own emojis."""
        return self._emojis.emojis

    def add_guild(self, name: str = "Another Club", *channels: str) -> Guild:
        """A server that the bot is invited to."""
        guild = self.world.add_guild(name)
        for channel in channels or ("table-one",):
            guild.add_channel(channel)
        self.sessions.tell_guild(guild, joined=True)
        return guild

    def remove_guild(self, guild: Guild) -> None:
        """The bot is kicked, or the server is deleted."""
        self.world.guilds.pop(guild.id, None)
        self.world.tell(Event("GUILD_DELETE", {"id": str(guild.id)}, guild.id, Intent.GUILDS))

    def invite_again(self, guild: Guild) -> None:
        self.world.guilds[guild.id] = guild
        self.sessions.tell_guild(guild, joined=True)

    def outage(self, guild: Guild) -> None:
        """The server cannot be reached for a while; it is not gone."""
        guild.available = False
        self.world.tell(Event("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild.id, Intent.GUILDS))

    def outage_over(self, guild: Guild) -> None:
        guild.available = True
        self.sessions.tell_guild(guild, joined=False)

    def add_member(
        self, name: str, guild: Guild | None = None, *, moderator: bool = False, own_id: int | None = None
    ) -> Member:
        """Somebody who plays. The name may be anything that Discord lets people call themselves."""
        member = Member(name, self.world, self._interactions, self._posting, self.commands, own_id)
        self.world.users[member.id] = member
        member.join(guild or self.guild, moderator=moderator)
        return member

    # Waiting

    async def ready(self, *, commands: bool = False, timeout: float = 10.0) -> None:
        """Until all shards of the bot are connected, and its commands are there if asked for."""

        def so() -> bool:
            return self.sessions.complete() and (not commands or any(self.commands.pages.values()))

        await self.world.changed.until(so, timeout, "for the bot to connect")

    async def gone(self, timeout: float = 10.0) -> None:
        """Until no bot is connected any more."""
        await self.world.changed.until(lambda: not self.sessions.lines, timeout, "for the bot to go")

    async def settle(self, quiet: float = 0.05, timeout: float = 10.0) -> None:
        """Until no call has come for a while."""
        end = time.perf_counter() + timeout
        started = time.perf_counter()
        while True:
            now = time.perf_counter()
            still = now - max(self._door.last, started)
            if not self._door.under_way and still >= quiet:
                return
            if now > end:
                raise TimeoutError(f"Calls kept coming for {timeout:g} s.")
            await asyncio.sleep(quiet / 5 if self._door.under_way else quiet - still + 0.001)

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.host not in self.hosts:  # a page elsewhere that points its own name here
            return web.Response(status=421, text="This is no address of this machine.")
        if request.path.startswith("/gateway"):
            return await self.sessions.serve(request)
        if request.path.startswith(("/attachments/", EMOJI_PLACE)):
            return self._file(request.path)
        if self.elsewhere is not None and not request.path.startswith(PREFIX):
            return await self.elsewhere(request)
        return await self._door.serve(request)

    def _file(self, path: str) -> web.Response:
        """A file of a message, or the picture of an emoji."""
        content = self._posting.files.get(path) or self._emojis.picture(path)
        if content is None:
            return web.Response(status=404)
        return web.Response(body=content, content_type=guess_type(path)[0] or "application/octet-stream")

    def _channel_event(self, what: str, channel: Channel) -> None:
        if channel.guild is None or self.world.guilds.get(channel.guild.id) is not channel.guild:
            return
        name = f"{'THREAD' if channel.is_thread else 'CHANNEL'}_{what}"
        data = channel_payload(channel, self.bot)
        self.world.tell(Event(name, data, channel.guild.id, Intent.GUILDS))
        self.world.changed.ring()
