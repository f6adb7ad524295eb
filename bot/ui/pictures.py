"""The pictures of cards as Discord has them: emojis of the application, uploaded once, shown beside the board.

Nothing depends on them: the words say the same. Until a picture is there, and wherever Discord refuses one, the board
does without.
"""

import asyncio
import logging
from collections.abc import Iterable

import aiohttp
import discord

from bot.games import GAMES
from bot.games.show import Picture
from bot.ui.art import draw

log = logging.getLogger(__name__)

UPLOAD_PAUSE = 0.05
"""Seconds between two uploads: all calls together share one limit, and boards and answers come first."""


class Pictures:
    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._addresses: dict[str, str] = {}

    def address(self, picture: Picture | None) -> str:
        """Where the picture can be seen; empty where there is none."""
        return "" if picture is None else self._addresses.get(picture.key, "")

    def give_up(self) -> None:
        """Discord did not take a board with a picture: from now on there are none."""
        log.warning("boards are shown without pictures from now on")
        self._addresses.clear()

    async def upload(self) -> None:
        """Find out which pictures are there, and send those that are missing, one by one."""
        try:
            there = {emoji.name: emoji.url for emoji in await self._client.fetch_application_emojis()}
            wanted = list(_all())
            self._addresses |= {each.key: there[each.key] for each in wanted if each.key in there}
            for picture in wanted:
                if picture.key not in there:
                    image = await asyncio.to_thread(draw, picture)
                    emoji = await self._client.create_application_emoji(name=picture.key, image=image)
                    self._addresses[picture.key] = emoji.url
                    await asyncio.sleep(UPLOAD_PAUSE)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("not all pictures of cards could be uploaded (%s)", type(error).__name__)


def _all() -> Iterable[Picture]:
    return (picture for game in GAMES.values() for picture in game.pictures)
