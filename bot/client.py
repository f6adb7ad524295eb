"""The bot on Discord: logs in, brings the tables back, loads the cogs, and routes clicks by their text."""

import asyncio
import hashlib
import importlib
import json
import logging
import pkgutil
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.config import Settings
from bot.door import Door, person_of
from bot.errors import CannotSave, PlayError, Refused
from bot.lateness import DiscordClock
from bot.manners import Buckets
from bot.storage import ChannelId, GuildId, Storage
from bot.tables.directory import Directory
from bot.tables.time import RealTime, Time
from bot.tables.update import Update
from bot.ui.answer import Answer, Person
from bot.ui.breaker import Breaker
from bot.ui.custom_id import Press, parse
from bot.ui.desk import UNKNOWN, Desk
from bot.ui.holds import Holds
from bot.ui.orders import Orders, Wish
from bot.ui.panels import Panels
from bot.ui.pictures import Pictures
from bot.ui.screens import Screens

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
"""Cardroom does not speak: nobody needs to read at every start which libraries that would take."""

NOTE_CONNECTION_EVERY = 10.0
LOOK_FOR_GUILDS_EVERY = 0.1
FORGET_GUILDS_EVERY = 6 * 60 * 60.0
FORGET_GUILDS_AFTER = 30 * 24 * 60 * 60.0
MOST_CLICKS = 200
"""How many of the last clicks are remembered."""
TOO_LATE = "That reached me too late, so I have not done it. Please try again."
TOO_MUCH = "That is quicker than anybody can play. Wait a few seconds, then press again."
CHANGED = "This command has changed. Reload Discord (Ctrl+R, or restart the app) and try again."
GROUPS = (1, 2)
"""The types of options that are commands or groups of them themselves."""
NOT_IN_A_SERVER = "Cardroom plays in servers: use the command in a channel of one."
RESTARTING = "I am being restarted, so I have not done that. Please try again in a few seconds."
ANSWER_WITHIN = 3.0
SHOW_WITHIN = 4.0
"""Seconds at the end: for answers that are on their way, then for boards."""


class Tree(app_commands.CommandTree["CardBot"]):
    """Our commands. Whatever goes wrong in one goes through the door as well."""

    async def interaction_check(self, interaction: discord.Interaction["CardBot"], /) -> bool:
        if interaction.client.knows(interaction):
            return False
        refusal = interaction.client.refusal(interaction) or _old_options(interaction)
        if refusal:
            await interaction.client.door.answer(interaction, _refuse(refusal))
        return not refusal

    async def on_error(
        self, interaction: discord.Interaction["CardBot"], error: app_commands.AppCommandError, /
    ) -> None:
        await interaction.client.door.answer(interaction, _explain(error))


class CardBot(commands.AutoShardedBot):
    def __init__(self, settings: Settings, storage: Storage, clock: Time) -> None:
        self.discord_clock = DiscordClock()
        breaker = Breaker(clock)
        super().__init__(
            http_trace=self.discord_clock.trace(breaker.heard),
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.settings = settings
        self.storage = storage
        self.directory = Directory(storage, clock, settings.times)
        self.holds = Holds()
        self.panels = Panels(self, self.directory, self.holds)
        self.pictures = Pictures(self)
        self.screens = Screens(self, self.directory, self.holds, self.pictures, breaker)
        self.desk = Desk(self.directory, self.panels, self.screens)
        self.orders = Orders(self.directory, self.desk)
        self.door = Door(self.panels, self.screens)
        self.directory.listeners.append(self._changed)
        self._clicks: deque[int] = deque(maxlen=MOST_CLICKS)
        self._buckets = Buckets(settings.presses)
        self._own_tasks: set[asyncio.Task[None]] = set()
        self._stopping = False

    # Starting and stopping

    async def setup_hook(self) -> None:
        """After the login, before the first event: everything that was, is again."""
        self._compare_clocks()
        await self.directory.restore()
        waiting = {table.saved.guild for table in self.directory}
        for guild in waiting:  # no clock runs before Discord tells of its server
            self.directory.pause(guild)
        await self.panels.restore()
        for cog in _cogs():
            await self.load_extension(cog)
        await self._sync_commands()
        self._keep(self.directory.run(), "clock of all tables")
        self._keep(self._wait_for_guilds(waiting), "waiting for servers")
        self._keep(self.panels.keep_tokens(), "keeper of tokens")
        self._keep(self._note_connections(), "notes of the connection")
        self._keep(self._forget_guilds(), "forgetting of servers")
        if self.settings.pictures:
            self._keep(self.pictures.upload(), "upload of pictures")
        await self.screens.restore()
        await self.screens.reminders.restore()

    async def wind_down(self) -> None:
        """Before the end, while Discord still listens: take nothing more, finish what is begun, and say on every board
        that it goes on in a moment."""
        self._stopping = True
        for task in self._own_tasks:  # the clock of all tables is one of them
            task.cancel()
        await self.door.settle(ANSWER_WITHIN)
        await self.screens.say_goodbye(SHOW_WITHIN)
        await self.door.settle(1.0)  # whoever pressed meanwhile

    async def close(self) -> None:
        for task in self._own_tasks:
            task.cancel()
        await self.directory.close()
        await self.screens.close()
        await self.panels.close()
        await super().close()

    async def _wait_for_guilds(self, waiting: set[GuildId]) -> None:
        """Tables go on when their server is there. The library tells of that only when all servers are."""
        while waiting:
            for guild in [guild for guild in waiting if self._is_here(guild)]:
                self.directory.go_on(guild)
            waiting &= self.directory.paused  # those that removed the bot are not waited for either
            await asyncio.sleep(LOOK_FOR_GUILDS_EVERY)

    def _is_here(self, guild: GuildId) -> bool:
        found = self.get_guild(guild)
        return found is not None and not found.unavailable

    async def on_ready(self) -> None:
        """All servers are known. Those that removed the bot while it did not run are known by their absence."""
        now, here = self.directory.time.now(), {GuildId(guild.id) for guild in self.guilds}
        for guild in self.guilds:
            if guild.unavailable:
                self.directory.pause(GuildId(guild.id))
        with suppress(CannotSave):  # logged where it happened, and looked at again at the next start
            for gone in await self.storage.personal.guilds_but(here):
                await self._lose(GuildId(gone), now)

    async def _lose(self, guild: GuildId, now: float) -> None:
        self.screens.leave(guild)
        await self.storage.personal.guild_left(guild, now)
        await self.directory.lose_guild(guild)

    async def _sync_commands(self) -> None:
        """Tell Discord our commands, only when they have changed since it was last told."""
        guild = None if self.settings.dev_guild is None else discord.Object(self.settings.dev_guild)
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        definitions = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        mark = hashlib.sha256(json.dumps(definitions, sort_keys=True).encode()).hexdigest()
        name = f"commands of {self.application_id} in {'all servers' if guild is None else guild.id}"
        if await self.storage.note(name) == mark:
            return
        await self.tree.sync(guild=guild)
        await self.storage.set_note(name, mark)

    async def _note_connections(self) -> None:
        """Note that the bot is there and that Discord is heard, for whoever asks how it is."""
        while True:
            await asyncio.sleep(NOTE_CONNECTION_EVERY)
            self._compare_clocks()
            hears = self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())
            with suppress(CannotSave):  # logged where it happened
                await self.storage.set_note("beat", str(time.time()))  # by the clock that whoever asks has, too
                if hears:
                    await self.storage.set_note("connected", str(time.time()))

    def _compare_clocks(self) -> None:
        """Countdowns are right by Discord's clock, also where the machine's own is wrong."""
        ahead, clock = self.discord_clock.ahead, self.directory.time
        if ahead is not None and isinstance(clock, RealTime):
            clock.compare(ahead)

    async def _forget_guilds(self) -> None:
        """What is kept of servers that removed the bot goes after a month."""
        while True:
            with suppress(CannotSave):  # logged where it happened, tried again later
                count = await self.storage.personal.forget_guilds(self.directory.time.now() - FORGET_GUILDS_AFTER)
                if count:
                    log.info("the data of %s servers that removed the bot is deleted", count)
            await asyncio.sleep(FORGET_GUILDS_EVERY)

    def _keep(self, work: Coroutine[Any, Any, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._own_tasks.add(task)
        task.add_done_callback(self._stopped)

    def _stopped(self, task: "asyncio.Task[None]") -> None:
        self._own_tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.critical("the %s stopped", task.get_name(), exc_info=task.exception())

    def _changed(self, update: Update) -> None:
        self.screens.changed(update)
        self.panels.changed(update)

    # What Discord tells

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Presses and menus. Commands are answered by the cogs, through the same door."""
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            if self.knows(interaction):
                return
            refusal = self.refusal(interaction)
            if refusal:
                await self.door.answer(interaction, _refuse(refusal))
                return
            data: dict[str, Any] = {**(interaction.data or {})}
            press = parse(str(data.get("custom_id", "")))
            if press is None:
                await self.door.answer(interaction, _refuse(UNKNOWN))
                return
            with self.holds.held(press.game):
                values = [str(value) for value in data.get("values", ())]
                await self.door.answer(interaction, self._press(interaction, press, values))

    async def _press(self, interaction: discord.Interaction[Any], press: Press, values: list[str]) -> Answer:
        return await self.desk.press(press, self._person(interaction), values)

    def _person(self, interaction: discord.Interaction[Any]) -> Person:
        person = person_of(interaction)
        if person is None:
            raise Refused(NOT_IN_A_SERVER)
        if not person.missing:
            self.screens.may_write(person.guild, person.channel)
        return person

    async def on_message(self, message: discord.Message, /) -> None:
        """Words are never read; they only push a board up."""
        reminder = self.user is not None and message.author.id == self.user.id and not message.flags.components_v2
        if not reminder:  # which goes away again by itself
            self.screens.message_in(ChannelId(message.channel.id), message.id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self.screens.deleted(ChannelId(event.channel_id), event.message_id)

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        for message_id in event.message_ids:
            self.screens.deleted(ChannelId(event.channel_id), message_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.directory.lose_channel(ChannelId(channel.id))

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        await self.directory.lose_channel(ChannelId(event.thread_id))

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        self.screens.try_again(GuildId(after.guild.id), ChannelId(after.id))

    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        self.screens.try_again(GuildId(event.guild_id), ChannelId(event.thread_id))

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        self.screens.try_guild_again(GuildId(after.guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._lose(GuildId(guild.id), self.directory.time.now())

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.screens.come_back(GuildId(guild.id))
        await self.storage.personal.guild_back(guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self.directory.pause(GuildId(guild.id))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.directory.go_on(GuildId(guild.id))
        await self.storage.personal.guild_back(guild.id)
        self.screens.come_back(GuildId(guild.id))  # just after the start the library tells of an invitation so

    def knows(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether Discord delivers it for the second time: then it is being answered already."""
        known = interaction.id in self._clicks
        if not known:
            self._clicks.append(interaction.id)
        return known

    def refusal(self, interaction: discord.Interaction[Any]) -> str:
        """Why something is not even looked at: the bot is being stopped, its sender has seen it fail, or sends too
        much. Empty: it is."""
        if self._stopping:
            return RESTARTING
        if self.discord_clock.is_late(interaction.id):
            return TOO_LATE
        return "" if self._buckets.take(interaction.user.id) else TOO_MUCH

    # What the cogs use

    async def order(
        self,
        interaction: discord.Interaction[Any],
        work: Callable[[Person], Coroutine[Any, Any, Answer]],
        *,
        public: bool = False,
    ) -> None:
        """Do what a command asks for, for the one who typed it."""

        async def done() -> Answer:
            return await work(self._person(interaction))

        await self.door.answer(interaction, done(), public=public)

    async def start_table(self, interaction: discord.Interaction[Any], game: str, wish: Wish) -> None:
        """Open a table; its host gets a private panel too."""

        async def work() -> Answer:
            person = self._person(interaction)
            if person.missing:  # a board has to be posted and edited here: better said now than found out later
                raise Refused(f"I may not play here: ask a moderator to give me {person.missing} in this channel.")
            return await self.orders.start(person, game, wish)

        answer = await self.door.answer(interaction, work(), public=True)
        if answer is not None and answer.board is not None:
            await self.door.follow_up(interaction, answer.board)


def _old_options(interaction: discord.Interaction[Any]) -> str:
    """What to say to a command with options that it does not have: somebody's Discord knows an older one."""
    command, data = interaction.command, {**(interaction.data or {})}
    options: Any = data.get("options", ())
    while options and options[0].get("type") in GROUPS:
        options = options[0].get("options", ())
    known = {each.display_name for each in command.parameters} if isinstance(command, app_commands.Command) else set()
    return "" if {str(each.get("name")) for each in options} <= known else CHANGED


def _cogs() -> list[str]:
    """Every module in `cogs`, but those that only serve the others."""
    folder = importlib.import_module("cogs").__path__
    names = sorted(module.name for module in pkgutil.iter_modules(folder))
    return [f"cogs.{name}" for name in names if not name.startswith("_")]


async def _refuse(sentence: str) -> Answer:
    raise Refused(sentence)


async def _explain(error: app_commands.AppCommandError) -> Answer:
    """What a command's own failure means for the one who typed it."""
    if isinstance(error, app_commands.CheckFailure):
        raise Refused("You may not use this command here.") from error
    if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        raise Refused(CHANGED) from error
    if isinstance(error, app_commands.TransformerError):
        raise Refused("One of the values does not fit. Choose from those that Discord offers.") from error
    original = getattr(error, "original", error)
    if isinstance(original, PlayError):
        raise original
    raise error
