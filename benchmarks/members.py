"""The other side of `benchmarks.tables`: a loopback Discord in a process of its own, with members who press buttons.

Prints its address, waits until the bot is there, opens tables, lets members play for a while, and prints what they
saw: how many presses, how long each answer took, how many calls the bot made.
"""

import argparse
import asyncio
import json
import time
from random import Random

from bot.loopback import Loopback
from bot.loopback.interactions import InteractionFailed
from bot.loopback.people import Member
from bot.loopback.typing_commands import NotPossible
from bot.loopback.world import Channel, Message

GAMES = ("uno", "eights", "nimmt")
THINK = (1.0, 3.0)
"""Seconds that a member looks at the cards before pressing, from and to."""
LOOK = 0.2
"""Seconds between two looks at the own panel."""


class Seen:
    """What members saw while it counted."""

    def __init__(self) -> None:
        self.counting = False
        self.took: list[float] = []
        self.failed = 0
        self.moves = 0

    def note(self, took: float, *, move: bool) -> None:
        if self.counting:
            self.took.append(took)
            self.moves += move


async def main(token: str, tables: int, seconds: float, members: int, computers: int, level: str) -> None:
    async with Loopback(token, keep=0) as discord:
        discord.limits.off()
        print(f"address {discord.api.removesuffix('/api/v10')}", flush=True)
        await discord.ready(commands=True, timeout=60)
        while len(discord.guild.channels) < tables:
            discord.guild.add_channel(f"table-{len(discord.guild.channels)}")
        seen, chance = Seen(), Random("members")
        sessions = []
        for number, channel in enumerate(discord.guild.channels[:tables]):
            people = [discord.add_member(f"Player {number}.{each}") for each in range(members)]
            board = await open_table(people, channel, GAMES[number % len(GAMES)], computers, level)
            sessions += [play(each, board, channel, seen, Random(chance.random())) for each in people]
        print("open", flush=True)
        tasks = [asyncio.create_task(each) for each in sessions]
        await asyncio.sleep(min(seconds / 3, 5))
        seen.counting, calls, begun = True, discord.calls.total, time.perf_counter()
        await asyncio.sleep(seconds)
        seen.counting = False
        calls, passed = discord.calls.total - calls, time.perf_counter() - begun
        print("seen " + json.dumps({
            "took": seen.took, "moves": seen.moves, "failed": seen.failed, "calls": calls, "seconds": passed,
            "problems": discord.problems[:5],
        }), flush=True)  # fmt: skip
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await discord.gone(timeout=60)


async def open_table(people: list[Member], channel: Channel, game: str, computers: int, level: str) -> Message:
    reply = await people[0].command(channel, f"/{game} start", computers=computers, level=level)
    for person in people[1:]:
        await person.press(reply.message, "Join")
    await people[0].press(reply.message, "Start")
    return reply.message


async def play(person: Member, board: Message, channel: Channel, seen: Seen, chance: Random) -> None:
    """Look at the hand; when something can be pressed, think and press it. After the game, ask for a rematch."""
    while True:
        await asyncio.sleep(LOOK)
        hand = person.private(channel)[-1]
        buttons = [each for each in hand.buttons if (each.custom_id or "").startswith(("play:", "ask:", "next:"))]
        buttons = [each for each in buttons if not each.disabled]
        target = hand
        if not buttons:
            target = channel.messages[-1]
            buttons = [each for each in target.buttons if each.label == "Rematch"]
        if not buttons or person_has_chosen(hand):
            continue
        await asyncio.sleep(chance.uniform(*THINK))
        choice = chance.choice(buttons)
        try:
            reply = await person.press(target, custom_id=choice.custom_id)
        except NotPossible:
            continue  # the panel changed while she thought
        except InteractionFailed:
            seen.failed += seen.counting
            continue
        seen.note(reply.took, move=(choice.custom_id or "").startswith("play:"))


def person_has_chosen(hand: Message) -> bool:
    return hand.text.startswith("### You chose")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--token", required=True)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--members", type=int, required=True)
    parser.add_argument("--computers", type=int, required=True)
    parser.add_argument("--level", required=True)
    given = parser.parse_args()
    asyncio.run(main(given.token, given.tables, given.seconds, given.members, given.computers, given.level))
