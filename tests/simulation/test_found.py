"""What the simulation has found, each in a few lines of its own."""

import asyncio
from dataclasses import replace
from functools import partial

from bot.storage import ChannelId, GuildId, MemberId
from bot.tables.clock import PARKED_FOR
from bot.tables.directory import Plan
from tests.simulation.people import Deed
from tests.simulation.stage import Stage

ANN, BO = MemberId(101), MemberId(102)
PLAN = Plan(guild=GuildId(1), channel=ChannelId(11), game="uno", host=ANN, name="Ann")
TURNS = range(30)
"""Whoever asked goes away after so many turns of the loop."""


def test_a_table_whose_opener_has_gone_is_there_or_is_not() -> None:
    """Else the channel is taken until the next start, by a table that nobody finds."""

    async def play(stage: Stage, patience: int) -> None:
        await stage.start()
        await stage.act(Deed("Ann opens uno", partial(stage.process.directory.open, PLAN)), patience)
        await asyncio.sleep(1)
        await stage.checks.everything()

    for patience in TURNS:
        with Stage(1) as stage:
            stage.run(play(stage, patience))


def test_a_refusal_whose_caller_has_gone_is_heard_all_the_same() -> None:
    """shield() forgets its task when the caller is cancelled: then nobody asks how it ended."""

    async def play(stage: Stage, patience: int) -> None:
        await stage.start()
        table = await stage.process.directory.open(PLAN)
        await stage.act(Deed("Bo leaves", partial(table.leave, BO), table), patience)
        await asyncio.sleep(1)

    for patience in TURNS:
        with Stage(patience) as stage:
            stage.run(play(stage, patience % 10))


def test_a_table_may_close_while_another_is_parked_because_its_board_cannot_be_shown() -> None:
    """Else the clock of all tables stops."""

    async def play(stage: Stage) -> None:
        await stage.start()
        directory = stage.process.directory
        tables = [await directory.open(PLAN), await directory.open(replace(PLAN, channel=ChannelId(12)))]
        for table in tables:
            await table.start(ANN)
            directory.halt(table)
        parking = asyncio.create_task(directory._park_halted(directory.time.now() + PARKED_FOR))
        await tables[1].end(ANN, moderator=False)
        await parking

    for seed in TURNS:
        with Stage(seed) as stage:
            stage.run(play(stage))
