"""How long a start takes: from the process to the first answered press, with many live games and with none.

`python -m benchmarks.start [--tables 500] [--moves 40]`. The games are dealt and played for a while first; then the
real process is started on that file, on one with no game, and again, a few times in turn. A member who sits at one of
the tables asks for her hand as soon as the bot is connected.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

from benchmarks.figures import print_figures
from bot.config import Times
from bot.games import GAMES
from bot.games.dealer import QuickDealer
from bot.loopback import Loopback
from bot.loopback.people import Member
from bot.loopback.world import Channel
from bot.storage import ChannelId, GuildId, MemberId, open_storage
from bot.tables import directory
from bot.tables.directory import Directory, Plan
from bot.tables.time import RealTime
from tests.process.bot_process import TOKEN, BotProcess

A_SERVER = 50
TIMES = 3


def main() -> None:
    parser = argparse.ArgumentParser(description="From the process to the first answered press.")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--moves", type=int, default=40)
    given = parser.parse_args()
    print_figures(asyncio.run(measure(given.tables, given.moves)))


async def measure(tables: int, moves: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as name:
        async with Loopback(TOKEN) as discord:
            discord.limits.off()
            channels = [
                discord.add_guild(f"Club {number}").add_channel(f"table-{each}")
                for number in range(-(-tables // A_SERVER))
                for each in range(A_SERVER)
            ]
            ann = discord.add_member("Ann", channels[0].guild)
            folders = {"none": Path(name) / "none", "many": Path(name) / "many"}
            for folder in folders.values():
                folder.mkdir()
            played = await play(folders["many"] / "cardroom.db", channels[:tables], ann, moves)
            print(f"{tables} live games with {played} moves in all")
            took: dict[str, list[float]] = {"none": [], "many": []}
            for _ in range(TIMES):
                for which, folder in folders.items():
                    took[which].append(await start(BotProcess(folder, discord), channels[0], ann))
    for which, seconds in took.items():
        print(f"{which:>5} games: {median(seconds):.2f} s to the first answered press ({min(seconds):.2f} at best)")
    return {
        "start_many_s": median(took["many"]),
        "start_none_s": median(took["none"]),
        "start_ratio": median(took["many"]) / median(took["none"]),
    }


async def play(database: Path, channels: list[Channel], ann: Member, moves: int) -> int:
    """Deal and play some moves at every table, as computers would."""
    directory.MOST_OF_ONE_HOST = directory.MOST_IN_ALL
    async with open_storage(database) as storage:
        house = Directory(storage, RealTime(), Times())
        counts = await asyncio.gather(
            *(play_one(house, channel, number, ann, moves) for number, channel in enumerate(channels))
        )
        await house.close()
    return sum(counts)


async def play_one(house: Directory, channel: Channel, number: int, ann: Member, moves: int) -> int:
    assert channel.guild is not None
    game, rng = list(GAMES)[number % len(GAMES)], QuickDealer(number)
    plan = Plan(
        guild=GuildId(channel.guild.id), channel=ChannelId(channel.id), game=game, host=MemberId(ann.id), name="Ann",
        computers=3, pace="none",
    )  # fmt: skip
    table = await house.open(plan)
    await table.start(plan.host)
    for _ in range(moves):
        if not table.waiting or table.round_end is not None:
            break
        seat = table.waiting[0]
        move = rng.choice(list(table.game.moves(table.state, seat)))
        await table.move_for(seat, move, "computer", lambda: True)
    return table.revision


async def start(bot: BotProcess, channel: Channel, ann: Member) -> float:
    """Seconds until Ann has her hand, or hears that there is none."""
    bot.settings["COMPUTER_PAUSE"] = "600"
    began = time.perf_counter()
    await bot.start()
    await ann.command(channel, "/uno hand")
    seconds = time.perf_counter() - began
    await bot.kill()
    return seconds


if __name__ == "__main__":
    main()
