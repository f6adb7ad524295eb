"""SIGKILL at every step of a move, of the deal, of the score and of a migration: what was answered stays, once."""

import asyncio
import sqlite3
from collections.abc import Coroutine
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from bot.database import migrations
from bot.killpoint import POINTS, killpoint
from bot.storage import open_storage
from tests.process.bot_process import BotProcess, open_house, run_to_the_end
from tests.process.party import Party

IN_A_GAME = [point for point in POINTS if not any(word in point for word in ("deal", "migration", "last", "computer"))]
QUICK_BOARDS = "from bot.ui import screens; screens.EDIT_EVERY = 0.01"


async def dies_in(party: Party, work: Coroutine[Any, Any, Any]) -> bool:
    """Do this until it is done or the process is dead. Whether it died."""
    task = asyncio.create_task(work)
    process = party.bot.process
    assert process is not None
    while not task.done() and process.poll() is None:
        await asyncio.sleep(0.002)
    if process.poll() is None:
        task.result()
        return False
    task.cancel()
    with suppress(asyncio.CancelledError, Exception):
        await task
    return True


async def raise_again(party: Party) -> None:
    """Start it anew, without the order to die."""
    assert await party.bot.end() == -9
    await party.discord.gone()
    del party.bot.settings["CARDROOM_KILL_AT"]
    await party.bot.start()


async def play_to_the_end(party: Party) -> None:
    while await party.move():
        pass
    position = party.nothing_lost_or_doubled()
    assert position.phase == "over"
    assert party.books.results() == [(position.id, seat) for seat in range(len(position.seats))]


@pytest.mark.parametrize("times", [1, 6])
@pytest.mark.parametrize("point", IN_A_GAME)
async def test_killed_in_a_move(tmp_path: Path, point: str, times: int) -> None:
    before_the_game = 10 if point.endswith(("answer", "board")) else 0
    async with open_house(tmp_path, QUICK_BOARDS, CARDROOM_KILL_AT=f"{point}:{before_the_game + times}") as bot:
        party = Party(bot, chance=times)
        # many moves may share one edit of the board, so it takes a longer game to come to many edits
        await party.sit_down("eights", match="250" if point.endswith("board") else "one")
        before = party.position()
        while not await dies_in(party, party.move()):
            before = party.position()
            assert not before.over, f"the game never came to {point}"
        await raise_again(party)
        await party.board_is_up_to_date()
        position = party.nothing_lost_or_doubled(before)
        party.hands_are_right(await party.hands(), position)
        await play_to_the_end(party)


@pytest.mark.parametrize("point", ["before the deal is written", "after the deal is written"])
async def test_killed_at_the_deal(tmp_path: Path, point: str) -> None:
    """The same cards after the restart, or none: no second shuffle."""
    async with open_house(tmp_path, CARDROOM_KILL_AT=point) as bot:
        party = Party(bot, chance=2)
        assert await dies_in(party, party.sit_down("uno", match="one"))
        with closing(sqlite3.connect(bot.database)) as db:
            ((phase, seed),) = db.execute("SELECT phase, seed FROM games").fetchall()
        assert (phase, seed is None) == (("lobby", True) if "before" in point else ("playing", False))
        await raise_again(party)
        if phase == "lobby":
            await party.people[0].press(party.board, "Start")
            await party.discord.settle()
        party.panels = {person: person.private(party.channel)[0] for person in party.people}
        assert seed in (None, party.position().seed)
        await party.board_is_up_to_date()
        await play_to_the_end(party)


async def test_killed_before_a_computer_moves(tmp_path: Path) -> None:
    """Whichever of its moves it is: none is lost, none is made twice, and the game goes on."""
    async with open_house(tmp_path, CARDROOM_KILL_AT="before a computer moves:4") as bot:
        party = Party(bot, chance=1)
        await party.sit_down("eights", match="one", computers=1)
        while not await dies_in(party, party.move()):
            assert not party.position().over
        before = party.position()
        await raise_again(party)
        party.nothing_lost_or_doubled(before)
        await play_to_the_end(party)


async def test_killed_between_result_and_commit_a_game_is_scored_once(tmp_path: Path) -> None:
    async with open_house(tmp_path, CARDROOM_KILL_AT="inside the last write") as bot:
        party = Party(bot, chance=6)
        await party.sit_down("nimmt", match="one")
        while not await dies_in(party, party.move()):
            assert not party.position().over
        assert party.books.results() == []
        assert not party.position().over, "the last move and the score are written together, or not at all"
        await raise_again(party)
        await party.board_is_up_to_date()
        await play_to_the_end(party)


@pytest.mark.parametrize("statement", [1, 2, 5])
async def test_killed_in_a_migration_the_old_database_is_whole(tmp_path: Path, statement: int) -> None:
    bot = BotProcess(tmp_path, CARDROOM_KILL_AT=f"inside a migration:{statement}")
    assert await run_to_the_end(bot) == -9
    with closing(sqlite3.connect(bot.database)) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    assert (version, tables) == (0, 0)
    async with open_storage(bot.database):
        pass
    with closing(sqlite3.connect(bot.database)) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == len(migrations())


def test_a_bot_that_nobody_ordered_to_die_lives() -> None:
    for point in POINTS:
        killpoint(point)
