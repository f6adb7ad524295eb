"""People at a table of a real process: they press what their panels offer, and remember what was answered."""

import asyncio
import re
import time
from collections import Counter
from random import Random

from bot.loopback.interactions import Kind
from bot.loopback.people import Member, Reply
from bot.loopback.world import Button, Message
from tests.process.books import Books, Position
from tests.process.bot_process import BotProcess

NAMES = ("Ann", "Bo", "Cy")
NOT_DONE = (
    "That question is answered already",
    "That button is not there any more",
    "The next one begins in a moment",
    "I cannot save right now",
    "I am being stopped",
    "I am being restarted",
    "That reached me too late",
)
"""Answers that say that nothing was done. Every other answer to a press that makes a move is a promise."""
MOMENT = re.compile(r" · <t:\d+:R>")
NEWS = re.compile(r"^\*.*\*$\n?", re.MULTILINE)


def as_it_stands(panel: Message) -> tuple[str, list[tuple[str, str | None]]]:
    """A panel without its countdown and its line of news: the title, the cards, the buttons."""
    text = NEWS.sub("", MOMENT.sub("", panel.text))
    return text, [(button.label, button.custom_id) for button in panel.buttons]


class Party:
    def __init__(self, bot: BotProcess, chance: int = 0) -> None:
        assert bot.discord is not None
        self.bot = bot
        self.discord = bot.discord
        self.channel = bot.discord.channel
        self.books = Books(bot.database)
        self.chance = Random(chance)
        self.people = [self.discord.add_member(name) for name in NAMES]
        self.panels: dict[Member, Message] = {}
        """The panels that they opened when they sat down. They are never opened anew."""
        self.answered: list[int] = []
        """Every press that was to make a move and was answered."""

    async def sit_down(self, game: str, **options: str | int) -> None:
        host, *others = self.people
        await host.command(self.channel, f"/{game} start", pace="none", **options)
        for person in others:
            await person.press(self.board, "Join")
        await self.discord.settle()
        await host.press(self.board, "Start")
        await self.board_is_up_to_date()
        await self.discord.settle()
        self.panels = {person: person.private(self.channel)[0] for person in self.people}

    @property
    def board(self) -> Message:
        """The one public message. A second one would be a board posted twice."""
        (board,) = self.channel.messages
        return board

    def position(self) -> Position:
        return self.books.position()

    # What they do

    async def turn(self) -> tuple[Member, Position] | None:
        """Somebody whom the game waits for, once the computers have moved. None: it is over."""
        for _ in range(1000):
            position = self.position()
            if position.over:
                return None
            for person in self.people:
                if position.seat_of(person.id) in position.waiting:
                    return person, position
            await asyncio.sleep(0.005)
        raise AssertionError("The computers do not move.")

    async def offered(self, person: Member) -> list[Button]:
        """What her old panel offers; one that is behind is refreshed, one of a round that is over goes on."""
        panel = self.panels[person]
        for _ in range(3):
            if found := _moves(panel, person, self.position()):
                return found
            helps = [label for label in ("Next round", "Refresh", "Back") if label in panel.labels]
            await person.press(panel, helps[0])
        raise AssertionError(f"Nothing to press: {panel.text} {panel.labels}")

    async def choose(self, person: Member) -> Button:
        """A button that makes a move. A Wild asks for its colour first."""
        while True:
            found = await self.offered(person)
            cards = [each for each in found if "draw" not in (each.custom_id or "")]
            choice = self.chance.choice(cards or found)
            if (choice.custom_id or "").startswith("play:"):
                return choice
            await person.press(self.panels[person], custom_id=choice.custom_id)

    async def play(self, person: Member, button: Button) -> Reply:
        reply = await person.press(self.panels[person], custom_id=button.custom_id)
        if not refused(reply):
            self.answered.append(reply.interaction.id)
        return reply

    async def move(self) -> bool:
        """One move of whoever is to move. False: the game is over. A panel that a kill left behind answers the first
        tap with the present; the second has to do."""
        found = await self.turn()
        if found is None:
            return False
        person, _ = found
        reply = await self.play(person, await self.choose(person))
        if refused(reply):
            reply = await self.play(person, await self.choose(person))
        assert not refused(reply)
        return True

    async def hands(self) -> dict[str, tuple[str, list[tuple[str, str | None]]]]:
        """What *My hand* brings to each; between rounds the board has no such button, so it is the command then. The
        fresh panels are put away again."""
        found, key = {}, self.position().game.key
        for person in self.people:
            if "My hand" in self.board.labels:
                reply = await person.press(self.board, "My hand")
            else:
                reply = await person.command(self.channel, f"/{key} hand")
            found[person.name] = as_it_stands(reply.message)
            person.dismiss(reply.message)
        return found

    # What has to hold

    async def board_is_up_to_date(self, within: float = 2.0) -> float:
        """Wait until the board shows what is written. The seconds that it took."""
        started = time.perf_counter()
        while True:
            position = self.position()
            missing = position.not_shown(self.board.text)
            if not missing and self.position().journal == position.journal:
                return time.perf_counter() - started
            waited = time.perf_counter() - started
            shown = f"{self.board.text}\n{self.bot.stderr[-1500:]}"
            assert waited < within, f"After {waited:.1f} s the board does not show {missing!r}:\n{shown}"
            await asyncio.sleep(0.02)

    def nothing_lost_or_doubled(self, before: Position | None = None) -> Position:
        """What was answered is written exactly once, and what was written before is written still."""
        position = self.position()
        times = Counter(position.clicks)
        lost = [click for click in self.answered if not times[click]]
        assert not lost, f"{len(lost)} of {len(self.answered)} answered moves are lost"
        assert set(times.values()) <= {1}
        pressed = {each.id for each in self.discord.interactions if each.kind is Kind.COMPONENT}
        assert set(times) <= pressed
        if before is not None:
            assert position.journal[: len(before.journal)] == before.journal
            assert (position.id, position.seed) == (before.id, before.seed)
        return position

    def hands_are_right(self, hands: dict[str, tuple[str, list[tuple[str, str | None]]]], position: Position) -> None:
        for person in self.people:
            text, _ = hands[person.name]
            if text.startswith("### The round is over"):  # the next hand is shown when the next round begins
                continue
            assert position.cards(position.seat_of(person.id)) in text

    def no_complaints(self) -> None:
        """Discord complains of nothing but clicks that a kill left without an answer."""
        assert [each for each in self.discord.problems if "not answered in time" not in each] == []
        assert "Traceback" not in self.bot.stderr


def refused(reply: Reply) -> bool:
    """Whether a press was answered with the reason why nothing was done."""
    return any(words in reply.text for words in NOT_DONE)


def _moves(panel: Message, person: Member, position: Position) -> list[Button]:
    """The buttons of her panel that make or begin a move which the game waits for: no calls, no catches. A grey one can
    name a card of the round before, which she holds again."""
    seat = position.seat_of(person.id)
    legal = {move.text for move in position.game.moves(position.state, seat)}
    found = []
    for button in panel.buttons:
        if button.disabled:
            continue
        action, _, _, argument = (button.custom_id or ":::").split(":", 3)
        if action == "ask" or (action == "play" and argument in legal and not argument.startswith(("call", "catch"))):
            found.append(button)
    return found
