"""The life of one game in which everything goes wrong, from the deal to the score."""

import asyncio
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from bot.games import GAMES
from bot.killpoint import POINTS
from bot.loopback import Loopback
from bot.loopback.interactions import FIRST_ANSWER, InteractionFailed
from bot.loopback.permissions import BOT, VIEW_CHANNEL
from bot.loopback.typing_commands import NotPossible
from tests.faults.twin import assert_like_a_run_that_was_not_killed
from tests.process.bot_process import TOKEN, BotProcess
from tests.process.party import Party

IN_A_GAME = [point for point in POINTS if not any(word in point for word in ("deal", "migration"))]
AT_THE_DEAL = [point for point in POINTS if "deal" in point]
HURRY = """
from bot.client import CardBot
from bot.ui import screen, screens

async def at_once(self, shard_id, *, initial=False):
    pass

CardBot.before_identify_hook = at_once
screens.EDIT_EVERY = 0.02
screen.MOST_LOST = 1000
"""
"""No pause before it introduces itself to Discord again, which takes the library five seconds, nor between boards; and
a board may be deleted as often as one likes."""
USUAL_TROUBLE = (InteractionFailed, NotPossible, AssertionError, TimeoutError)
"""What a press may meet while Discord or the bot is in trouble. What was lost is found by looking, not by these."""
MOMENTS = (0, 0.001, 0.002, 0.003, 0.005, 0.008, 0.012, 0.03)


class Life:
    def __init__(
        self,
        folder: Path,
        seed: str,
        counted: "Counter[str]",
        enough: Callable[[], bool],
    ) -> None:
        self._folder = folder
        self._chance = Random(seed)
        self._counted = counted
        self._enough = enough
        self._away: list[list[float]] = []
        """From when until when the bot could not hear: killed, starting, or without a line to Discord."""
        self._troubles: dict[str, Callable[[], Awaitable[None]]] = {
            "nothing": self._nothing,
            "a call that is late": self._late,
            "a call that fails": self._fails,
            "a line that is cut": self._cut,
            "a rate limit": self._limit,
            "a press delivered twice": self._twice,
            "a gateway that drops": self._drop,
            "a session that is forgotten": self._forget,
            "an old button": self._stale,
            "a stranger's press": self._foreign,
            "a deleted board": self._delete,
            "a permission that goes and comes": self._forbid,
            "a stopped process": self._freeze,
            "a locked database": self._lock,
            "a restart in good order": self._restart,
        }

    async def run(self, end: float) -> None:
        async with Loopback(TOKEN) as discord:
            discord.limits.off()
            self._bot = bot = BotProcess(self._folder, discord, HURRY, cold=False)
            try:
                await self._live(end)
            finally:
                await bot.clean_up()

    async def _live(self, end: float) -> None:
        chance, counted = self._chance, self._counted
        self._party = party = Party(self._bot, chance=chance.randrange(10**6))
        await self._deal(party)
        while not party.position().over and time.monotonic() < end and not self._enough():
            for _ in range(chance.randint(1, 4)):
                name = chance.choice(["nothing", *self._troubles])
                counted[f"fault: {name}"] += name != "nothing"
                await self._troubles[name]()
                await self._move()
            await (self._killed_now() if chance.random() < 0.5 else self._killed_at_a_point())
        position = party.nothing_lost_or_doubled()
        counted["moves"] += len(position.journal)
        counted["answered presses"] += len(party.answered)
        counted["presses and commands"] += len(party.discord.interactions)
        if position.over:
            assert party.books.results() == [(position.id, seat) for seat in range(len(position.seats))]
            await assert_like_a_run_that_was_not_killed(position, self._folder)
            counted["games that came to their end"] += 1
        self._all_answered()

    # The deal

    async def _deal(self, party: Party) -> None:
        """Sit down; now and then it dies right when it deals."""
        key, computers = self._chance.choice(list(GAMES)), self._chance.choice((0, 1, 1))
        self._counted["games"] += 1
        if self._chance.random() < 0.6:
            await self._bot.start()
            await party.sit_down(key, match="one", computers=computers)
            return
        point = self._chance.choice(AT_THE_DEAL)
        self._bot.settings["CARDROOM_KILL_AT"] = point
        await self._bot.start()
        with suppress(*USUAL_TROUBLE):
            await asyncio.wait_for(party.sit_down(key, match="one", computers=computers), 4)
        await self._buried(f"SIGKILL {point}")
        await self._bot.start()
        if "Start" in party.board.labels and "Join" in party.board.labels:
            with suppress(*USUAL_TROUBLE):
                await party.people[0].press(party.board, "Start")
        async with asyncio.timeout(10):
            while party.books.rows("SELECT phase FROM games") != [("playing",)]:
                await asyncio.sleep(0.01)
        await party.board_is_up_to_date(within=10)
        await self._fresh_panels()

    # Kills

    async def _killed_now(self) -> None:
        """In the middle of whatever it does."""
        if self._party.position().over:
            return
        pressing = asyncio.create_task(self._press())
        await asyncio.sleep(self._chance.choice(MOMENTS))
        await self._kill("SIGKILL at random moments")
        pressing.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await pressing
        await self._look()

    async def _killed_at_a_point(self) -> None:
        """It is started with the order to die at a point, and pressed until it does."""
        party, bot, point = self._party, self._bot, self._chance.choice(IN_A_GAME)
        if party.position().over:
            return
        await self._kill("SIGKILL at random moments")
        bot.settings["CARDROOM_KILL_AT"] = f"{point}:{self._chance.randint(1, 4)}"
        bot.begin()
        process, end = bot.process, time.monotonic() + 4
        assert process is not None
        while process.poll() is None and time.monotonic() < end and not party.position().over:
            with suppress(Exception):
                await asyncio.wait_for(self._press(), 1)
            await asyncio.sleep(0.005)
        if process.poll() is None:
            await self._kill("SIGKILL at random moments")
        else:
            await self._buried(f"SIGKILL {point}")
        await self._look()

    async def _kill(self, name: str) -> None:
        self._away.append([time.perf_counter(), float("inf")])
        await self._bot.end(signal.SIGKILL)
        self._counted[name] += 1
        await self._party.discord.gone()

    async def _buried(self, name: str) -> None:
        """It has died by itself."""
        self._away.append([time.perf_counter() - 1, float("inf")])
        assert await self._bot.end() == -signal.SIGKILL, self._bot.stderr[-2000:]
        self._counted[name] += 1
        self._bot.settings.pop("CARDROOM_KILL_AT", None)
        await self._party.discord.gone()

    async def _look(self) -> None:
        """Start it again and see whether all is as it was written."""
        party = self._party
        self._bot.settings.pop("CARDROOM_KILL_AT", None)
        party.discord.faults.clear()
        before = party.position()
        await self._bot.start()
        self._heard_again()
        party.nothing_lost_or_doubled(before)
        if party.channel.messages or not party.position().over:  # a last board that was deleted stays so
            await party.board_is_up_to_date(within=15)
        await self._fresh_panels()

    def _heard_again(self) -> None:
        for each in self._away:
            each[1] = min(each[1], time.perf_counter() + 0.1)

    # Presses

    async def _move(self) -> None:
        """One move; a press that fails while something is in trouble is made again later."""
        try:
            await asyncio.wait_for(self._party.move(), 20)
        except USUAL_TROUBLE:
            self._counted["presses that met trouble"] += 1
            await self._fresh_panels()

    async def _press(self) -> None:
        party = self._party
        found = await party.turn()
        if found is not None:
            reply = await found[0].command(party.channel, f"/{party.position().game.key} hand")
            party.panels[found[0]] = reply.message
            await party.play(found[0], await party.choose(found[0]))

    async def _fresh_panels(self) -> None:
        party = self._party
        for person in party.people:
            if party.position().over:
                return
            with suppress(*USUAL_TROUBLE):
                reply = await person.command(party.channel, f"/{party.position().game.key} hand")
                party.panels[person] = reply.message

    def _all_answered(self) -> None:
        """No press failed but those whose bot was dead, or had no line to Discord, within their three seconds."""
        now, interactions = time.perf_counter(), self._party.discord.interactions
        for each in interactions:
            late = each.answered is None and now - each.opened > FIRST_ANSWER
            excused = any(began - FIRST_ANSWER <= each.opened <= ended for began, ended in self._away)
            assert not late or excused, f"{each.what} of {each.user.name} was not answered\n{self._bot.stderr[-3000:]}"
        self._counted["presses that failed with their bot"] += sum(each.failed for each in interactions)
        assert [each for each in self._party.discord.problems if "not answered in time" not in each] == []

    # What else may happen

    async def _nothing(self) -> None:
        return

    async def _late(self) -> None:
        self._party.discord.faults.next(latency=self._chance.choice((0.05, 0.3)))

    async def _fails(self) -> None:
        self._party.discord.faults.next("PATCH", status=self._chance.choice((500, 502, 503)))

    async def _cut(self) -> None:
        self._party.discord.faults.next("PATCH", "/channels/*", drop=self._chance.choice(("before", "after")))

    async def _limit(self) -> None:
        self._party.discord.faults.next("PATCH", status=429, retry_after=0.2)

    async def _twice(self) -> None:
        self._party.discord.faults.send_twice()

    async def _drop(self) -> None:
        await self._without_a_line(self._party.discord.faults.drop())

    async def _forget(self) -> None:
        await self._without_a_line(self._party.discord.faults.invalid_session())

    async def _without_a_line(self, trouble: Awaitable[None]) -> None:
        self._away.append([time.perf_counter(), float("inf")])
        await trouble
        await asyncio.sleep(0.05)
        await self._party.discord.ready(timeout=20)
        self._heard_again()

    async def _stale(self) -> None:
        """Somebody presses what stood on a panel long ago."""
        person = self._chance.choice(self._party.people)
        number, ask = self._party.position().id, self._chance.randint(0, 5)
        with suppress(*USUAL_TROUBLE):
            await person.press_id(self._party.panels[person], f"play:{number}:{ask}:draw")

    async def _foreign(self) -> None:
        person, other = self._chance.sample(self._party.people, 2)
        theirs = self._party.panels[other].buttons
        if theirs:
            with suppress(*USUAL_TROUBLE):
                await person.press_id(self._party.panels[person], self._chance.choice(theirs).custom_id or "")

    async def _delete(self) -> None:
        """A moderator deletes the board: there is another one soon. The last one of a game stays deleted."""
        party = self._party
        if not party.channel.messages:
            return
        party.discord.add_member("Guard", moderator=True).delete(party.board)
        end = time.monotonic() + 20
        while not party.channel.messages and not party.position().over:
            assert time.monotonic() < end, f"there is no new board\n{self._bot.stderr[-3000:]}"
            await asyncio.sleep(0.01)

    async def _forbid(self) -> None:
        self._party.channel.forbid_bot(VIEW_CHANNEL)
        await self._move()
        self._party.channel.permit_bot(BOT)

    async def _freeze(self) -> None:
        process = self._bot.process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(0.2)
        process.send_signal(signal.SIGCONT)

    async def _lock(self) -> None:
        """Another program writes to the database for a moment; a move waits, or is refused and not made."""
        with closing(sqlite3.connect(self._bot.database, isolation_level=None, timeout=5)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(self._move())
            await asyncio.sleep(self._chance.choice((0.05, 0.3, 1.3)))
            other.execute("ROLLBACK")
            await waiting

    async def _restart(self) -> None:
        """Told to stop, it stops; it is started again."""
        if self._party.position().over:
            return
        self._away.append([time.perf_counter(), float("inf")])
        assert await self._bot.end(signal.SIGTERM, within=15) == 0
        await self._party.discord.gone()
        await self._look()
