"""The bot loses a permission in the middle of a game (fault 43): clicks are answered, refused calls stay few, and the
board is there again when the permission is.
"""

import asyncio
from pathlib import Path

from bot.loopback.permissions import BOT, SEND_MESSAGES, VIEW_CHANNEL
from tests.process.bot_process import open_house
from tests.process.party import Party

PAUSE = 3.0
HURRY = f"from bot.ui import breaker; breaker.PAUSE = {PAUSE}"
IMPATIENT = HURRY
"""It looks again after three seconds, not after a minute."""
MOVES = 8


async def play_answered(party: Party, moves: int = MOVES) -> None:
    """Moves that are all answered in time, on the panels, where no permission is needed."""
    for _ in range(moves):
        assert await party.move()
    assert not [each.what for each in party.discord.interactions if each.answered is None]
    party.nothing_lost_or_doubled()


def refused(party: Party) -> list[str]:
    return [f"{call.method} {call.route}" for call in party.discord.calls if call.status == 403]


async def test_without_send_messages_the_board_is_still_edited(tmp_path: Path) -> None:
    """Edits need no such permission: the game does not even notice."""
    async with open_house(tmp_path) as bot:
        party = Party(bot)
        await party.sit_down("uno", match="500")
        party.channel.forbid_bot(SEND_MESSAGES)
        await play_answered(party)
        await party.board_is_up_to_date()
        assert refused(party) == []
        party.no_complaints()


async def test_a_board_that_may_not_be_posted_comes_when_the_permission_does(tmp_path: Path) -> None:
    """Send Messages is taken away, and the board is deleted: only a new message could show it."""
    async with open_house(tmp_path, IMPATIENT) as bot:
        party = Party(bot)
        await party.sit_down("uno", match="500")
        guard = party.discord.add_member("Guard", moderator=True)
        party.channel.forbid_bot(SEND_MESSAGES)
        guard.delete(party.board)
        await play_answered(party)
        await party.discord.settle(1.2)
        assert party.channel.messages == []
        assert refused(party) == [], "Discord has told that it may not write there"
        assert "is held up: I may not show the board here" in bot.stderr
        party.channel.permit_bot(BOT)
        await party.discord.world.changed.until(lambda: bool(party.channel.messages), PAUSE + 2, "for the board")
        await party.board_is_up_to_date()
        assert await party.hands()
        party.no_complaints()


async def test_a_channel_that_the_bot_does_not_see_for_a_while(tmp_path: Path) -> None:
    async with open_house(tmp_path, IMPATIENT) as bot:
        party = Party(bot)
        await party.sit_down("eights", match="250")
        party.channel.forbid_bot(VIEW_CHANNEL)
        await play_answered(party)
        await party.discord.settle(1.2)
        assert refused(party) == []
        party.channel.permit_bot(BOT)
        await party.board_is_up_to_date(PAUSE + 2)
        party.no_complaints()


async def test_a_minute_passes_before_it_tries_again(tmp_path: Path) -> None:
    """Nobody tells that the permission is gone. However much is played, one refused call."""
    async with open_house(tmp_path) as bot:
        party = Party(bot)
        await party.sit_down("eights", match="250")
        party.channel.bot_permissions &= ~VIEW_CHANNEL
        await play_answered(party, 20)
        await party.discord.settle(3)
        assert len(refused(party)) == 1


async def test_a_kill_while_the_permission_is_missing_keeps_the_game(tmp_path: Path) -> None:
    async with open_house(tmp_path, IMPATIENT) as bot:
        party = Party(bot)
        await party.sit_down("uno", match="500")
        party.channel.forbid_bot(VIEW_CHANNEL)
        await play_answered(party, 3)
        before = party.position()
        await bot.restart()
        party.nothing_lost_or_doubled(before)
        await play_answered(party, 3)
        party.channel.permit_bot(BOT)
        await party.board_is_up_to_date(PAUSE + 2)
        party.no_complaints()


async def test_a_game_that_ends_while_the_permission_is_missing_is_announced_later(tmp_path: Path) -> None:
    async with open_house(tmp_path, IMPATIENT) as bot:
        party = Party(bot)
        await party.sit_down("nimmt", match="one")
        party.channel.forbid_bot(VIEW_CHANNEL)
        while await party.move():
            pass
        assert len(party.books.results()) == 3
        await asyncio.sleep(PAUSE + 1)
        party.channel.permit_bot(BOT)
        await party.board_is_up_to_date(PAUSE + 2)


async def test_a_table_is_not_opened_where_it_could_not_be_shown(tmp_path: Path) -> None:
    async with open_house(tmp_path) as bot:
        party = Party(bot)
        party.channel.forbid_bot(SEND_MESSAGES)
        reply = await party.people[0].command(party.channel, "/uno start")
        assert reply.ephemeral
        assert "ask a moderator to give me Send Messages in this channel" in reply.text
        assert party.books.rows("SELECT * FROM games") == []
