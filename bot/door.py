"""The one door: every interaction is answered, once, in time, with what was asked for or with a sentence.

Answers that take long are announced first. A refusal is told to the one who asked; anything unexpected gets a
reference that stands in the log, where neither hands nor tokens ever do.
"""

import asyncio
import io
import logging
import secrets
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import Any

import aiohttp
import discord

from bot.errors import PlayError
from bot.killpoint import killpoint
from bot.storage import ChannelId, GuildId, MemberId
from bot.tables.table import Table
from bot.ui.answer import Answer, How, Person, say
from bot.ui.panels import Panels
from bot.ui.parts import NOBODY, message
from bot.ui.screens import Screens

log = logging.getLogger(__name__)

ANNOUNCE_AFTER = 1.5
"""Discord waits 3 seconds for the first answer; after this time it is told that one will come."""
SEND_WITHIN = 2.5
"""Seconds that sending may take; a library would go on trying for much longer."""
INVALID_BODY = 50035
ALWAYS_NEEDED = {"view_channel": "View Channel", "read_message_history": "Read Message History"}
TO_WRITE = {"send_messages": "Send Messages"}
TO_WRITE_IN_THREADS = {"send_messages_in_threads": "Send Messages in Threads"}
TROUBLE = (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError, OSError, TimeoutError)


class Door:
    def __init__(self, panels: Panels, screens: Screens) -> None:
        self._panels = panels
        self._screens = screens
        self._open: set[asyncio.Task[Any]] = set()

    async def answer(
        self, interaction: discord.Interaction[Any], work: Coroutine[Any, Any, Answer], *, public: bool = False
    ) -> Answer | None:
        """See an interaction through; what it was answered with, None if that failed. `public` says that a command will
        be answered for all to see."""
        task = asyncio.create_task(self._answer(interaction, work, public=public), name="an interaction")
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        return await task

    async def settle(self, within: float) -> None:
        """Wait for the answers that are on their way, but not for ever."""
        if self._open:
            await asyncio.wait(set(self._open), timeout=within)

    async def _answer(
        self, interaction: discord.Interaction[Any], work: Coroutine[Any, Any, Answer], *, public: bool
    ) -> Answer | None:
        task = asyncio.create_task(self._work_out(work), name="an answer")
        done, _ = await asyncio.wait({task}, timeout=ANNOUNCE_AFTER)
        try:
            if not done:
                await asyncio.wait_for(_announce(interaction, public=public), SEND_WITHIN)
            answer = await task
            await asyncio.wait_for(self._send(interaction, answer), SEND_WITHIN)
        except TROUBLE as error:
            code = error.code if isinstance(error, discord.HTTPException) else 0
            log.warning("an interaction could not be answered: %s %s", type(error).__name__, code or "")
            if code == INVALID_BODY:
                await self._apologise(interaction)
        except Exception:
            if interaction.client.is_closed():  # nothing can be sent any more; what was done is written
                return None
            log.exception("an answer could not be made")
            await self._apologise(interaction)
        else:
            return answer
        if task.done():
            self._show_anyway(interaction, task.result())
        return None

    def _show_anyway(self, interaction: discord.Interaction[Any], answer: Answer) -> None:
        """The answer did not get through, but what was done is done: the board and the open panel show it."""
        if answer.board is not None:
            self._screens.redraw(answer.board)
        if answer.panel is not None:
            self._panels.refresh(answer.panel, MemberId(interaction.user.id))

    async def _apologise(self, interaction: discord.Interaction[Any]) -> None:
        """Discord did not take our answer: a plain sentence instead."""
        with suppress(*TROUBLE):
            await asyncio.wait_for(self._send(interaction, await self._work_out(_broken())), SEND_WITHIN)

    async def follow_up(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """The private panel of somebody whose command was answered in public."""
        member = MemberId(interaction.user.id)
        if table.seat_of(member) is None:  # gone again already
            return
        view = message(self._panels.draw(table, member))
        try:
            sent = await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=NOBODY, wait=True)
        except TROUBLE as error:
            log.warning("a panel could not be sent: %s", type(error).__name__)
            return
        self._panels.opened(table, member, sent.id, interaction.token)

    async def _work_out(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        try:
            return await work
        except PlayError as error:
            return say(str(error))
        except Exception:
            reference = secrets.token_hex(2).upper()
            log.exception("something broke, reference %s", reference)
            again = "Please try again; if it stays so, tell whoever runs this bot."
            return say(f"Something broke on our side, your cards are safe. {again} Reference {reference}")

    async def _send(self, interaction: discord.Interaction[Any], answer: Answer) -> None:
        killpoint("before the answer")
        if interaction.response.is_done():
            message_id = await _send_late(interaction, answer)
        else:
            message_id = await _send_now(interaction, answer)
        killpoint("after the answer")
        if message_id is None:
            return
        if answer.panel is not None:
            member = MemberId(interaction.user.id)
            self._panels.opened(answer.panel, member, message_id, interaction.token)
        if answer.board is not None:
            self._screens.posted(answer.board, message_id)


async def _broken() -> Answer:
    raise RuntimeError("Discord refused an answer of ours")


def person_of(interaction: discord.Interaction[Any]) -> Person | None:
    """Who it is, as Discord says. None outside of servers."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return None
    allowed = interaction.permissions
    return Person(
        id=MemberId(interaction.user.id),
        name=interaction.user.display_name.encode(errors="replace").decode(),  # half a sign cannot be stored
        guild=GuildId(interaction.guild_id),
        channel=ChannelId(interaction.channel_id),
        moderator=allowed.manage_messages or allowed.manage_guild or allowed.administrator,
        manager=allowed.manage_guild or allowed.administrator,
        click=interaction.id,
        private=interaction.message is not None and interaction.message.flags.ephemeral,
        listed=interaction.message is not None and _has_button(interaction.message.components, _pressed(interaction)),
        missing=missing_permissions(interaction),
    )


def missing_permissions(interaction: discord.Interaction[Any]) -> str:
    """What the bot needs and may not do where somebody pressed or typed. Empty: nothing is missing."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = ALWAYS_NEEDED | (TO_WRITE_IN_THREADS if in_thread else TO_WRITE)
    return ", ".join(title for name, title in needed.items() if not getattr(interaction.app_permissions, name))


def _pressed(interaction: discord.Interaction[Any]) -> str:
    return str({**(interaction.data or {})}.get("custom_id", ""))


def _parts(component: Any) -> list[Any]:
    """What stands in a component: its children, and what stands beside its text."""
    beside = getattr(component, "accessory", None)
    return [*getattr(component, "children", ()), *(() if beside is None else (beside,))]


def _has_button(components: Iterable[Any], custom_id: str) -> bool:
    """Whether a button with this text stands anywhere among the components of a message."""
    return any(
        getattr(each, "custom_id", None) == custom_id or _has_button(_parts(each), custom_id) for each in components
    )


async def _announce(interaction: discord.Interaction[Any], *, public: bool) -> None:
    pressed = interaction.type is discord.InteractionType.component
    interaction.extras["announced"] = "public" if public else "private"
    await interaction.response.defer(ephemeral=not public, thinking=not pressed)


async def _send_now(interaction: discord.Interaction[Any], answer: Answer) -> int | None:
    """The first answer. The id of the message that shows it."""
    response = interaction.response
    if answer.how == "quiet":
        await response.defer()
        return None
    view = message(answer.items)
    if answer.how == "update":
        await response.edit_message(view=view, allowed_mentions=NOBODY)
        return None if interaction.message is None else interaction.message.id
    private = answer.how == "private"
    sent = await response.send_message(view=view, ephemeral=private, allowed_mentions=NOBODY, files=_files(answer))
    return sent.message_id


def _files(answer: Answer) -> list[discord.File]:
    if answer.file is None:
        return []
    name, text = answer.file
    return [discord.File(io.BytesIO(text.encode()), name)]


async def _send_late(interaction: discord.Interaction[Any], answer: Answer) -> int | None:
    """After the announcement, by the token."""
    if answer.how == "quiet":
        return None
    view = message(answer.items)
    how: How = answer.how
    pressed = interaction.type is discord.InteractionType.component
    if how == "private" and not pressed and interaction.extras.get("announced") == "public":
        await interaction.delete_original_response()
    elif how == "update" or not pressed:
        edited = await interaction.edit_original_response(view=view, allowed_mentions=NOBODY)
        return edited.id
    sent = await interaction.followup.send(
        view=view, ephemeral=how == "private", allowed_mentions=NOBODY, wait=True, files=_files(answer)
    )
    return sent.id
