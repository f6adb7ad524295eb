"""What every button does: finds the table, lets it act, and says what to show. Commands are in `orders.py`.

No Discord in here but components. Who somebody is and what they may do comes with the `Person`, never from a button.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Literal

from bot.errors import ChannelTaken, PlayError, Refused, StaleClick
from bot.games import GAMES
from bot.games.options import allowed, configure
from bot.storage import Rank
from bot.tables.directory import Directory
from bot.tables.fairness import holds, proof, seal
from bot.tables.table import Table
from bot.ui import pages, scores
from bot.ui.answer import QUIET, Answer, Person
from bot.ui.custom_id import Press
from bot.ui.lobby import options_panel
from bot.ui.panels import Panels
from bot.ui.parts import Item, sentence
from bot.ui.screens import Screens

log = logging.getLogger(__name__)

Values = Sequence[str]
"""What was chosen in a menu."""

UNKNOWN = "This button does not work any more. Open a table with /uno start, /eights start or /nimmt start."
ON_A_HAND = ("hand", "refresh", "play", "ask", "arm", "next", "back")
"""What is pressed on one's own panel: a refusal there is a line on the panel."""
NOT_THERE_ANY_MORE = "That button is not there any more. Open a table with the start command."
NOT_THERE = "That button is not there any more. This is how it stands now."
ENDED = "This game has ended. Open a new table with the start command."


class Desk:
    def __init__(self, directory: Directory, panels: Panels, screens: Screens) -> None:
        self._directory = directory
        self._panels = panels
        self._screens = screens
        self._actions: dict[str, Callable[[Table, Press, Person, Values], Awaitable[Answer]]] = {
            "join": self._join,
            "leave": self._leave,
            "add": self._add,
            "remove": self._remove,
            "options": self._options,
            "set": self._set,
            "start": self._start,
            "hand": self._hand,
            "refresh": self._hand,
            "play": self._play,
            "ask": self._ask,
            "arm": self._arm,
            "next": self._next,
            "back": self._back,
            "menu": self._menu,
            "down": self._down,
            "over": self._hand_over,
            "end": self._end,
            "ended": self._ended,
        }

    # Buttons

    async def press(self, press: Press, person: Person, values: Values = ()) -> Answer:
        """What a press does. A refusal on one's own panel leaves the panel there, with a line that says why."""
        if press.action == "scores":
            return await self._scores(press, person)
        if press.action == "rules":
            return await self._rules(press, person)
        if press.action == "rematch":
            if not person.listed:
                raise Refused(NOT_THERE_ANY_MORE)
            return await self._rematch(press, person)
        if press.action == "proof":
            return await self._proof(press, person)
        if press.action == "forget":
            return await self._forget(person)
        action, table = self._actions.get(press.action), self._directory.get(press.game)
        if action is None or (table is not None and table.saved.channel != person.channel):
            raise Refused(UNKNOWN)
        if table is None:
            raise Refused(ENDED)
        try:
            if not person.listed:
                raise StaleClick(NOT_THERE)
            return await action(table, press, person, values)
        except PlayError as error:
            if not person.private or table.seat_of(person.id) is None or press.action not in ON_A_HAND:
                raise
            return self.own_panel(table, person, line=str(error))

    async def _join(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        await table.join(person.id, person.name)
        return self.own_panel(table, person)

    async def _leave(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        return await self.leave(table, person)

    async def _add(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        await table.add_computer(person.id)
        return QUIET

    async def _remove(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        await table.remove_computer(person.id)
        return Answer(options_panel(table), _how(person))

    async def _options(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        if table.phase != "lobby":
            raise Refused("The game has begun: its rules stay as they are. Press Rules to read them.")
        if person.id != table.saved.host:
            raise Refused("The host sets the options. Press Rules to read them.")
        page = 2 if press.argument == "2" else 1
        return Answer(options_panel(table, page), _how(person))

    async def _set(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        name = press.argument
        if name == "flags":
            flags = [each for each, rule in allowed(table.game.options).items() if rule.words == (False, True)]
            if not set(values) <= set(flags):
                raise Refused("Choose from the house rules that the menu offers.")
            await table.set_flags(person.id, {flag: flag in values for flag in flags})
        elif len(values) == 1:
            await table.configure(person.id, name, values[0])
        else:
            raise Refused("Choose one value.")
        return Answer(
            options_panel(table, 1 if name in ("flags", "preset", "pace", "level", "match") else 2), _how(person)
        )

    async def _start(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        await table.start(person.id)
        return QUIET if self._panels.is_open(table, person.id) else self.own_panel(table, person)

    async def _hand(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        return self.own_panel(table, person)

    async def _play(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        await table.play(person.id, press.ask, press.argument, person.click)
        if not person.private:
            return QUIET
        return self.own_panel(table, person, armed=False)

    async def _ask(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        self._check_ask(table, press, person)
        armed, question = press.argument[:1] == "1", press.argument[1:]
        return self.own_panel(table, person, armed=armed, question=question)

    async def _arm(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        self._check_ask(table, press, person)
        return self.own_panel(table, person, armed=press.argument == "1")

    async def _next(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        await table.next_round(person.id)
        return self.own_panel(table, person) if person.private else QUIET

    async def _back(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        await table.back(person.id)
        open_elsewhere = not person.private and self._panels.is_open(table, person.id)
        return QUIET if open_elsewhere else self.own_panel(table, person)

    async def _menu(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        return Answer(pages.menu(table, person.id, moderator=person.moderator), _how(person))

    async def _down(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        self._screens.bring_down(table)
        return told(person, "The board comes down here in a moment.")

    async def _hand_over(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        seat = int(press.argument) if press.argument in set("0123456789") else -1
        done = await table.hand_over(person.id, seat)
        return told(
            person, "A computer plays on for that seat." if done else "Your vote counts. More than half are needed."
        )

    async def _end(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        may_end(table, person)
        return Answer(pages.confirm_end(table), _how(person))

    async def _ended(self, table: Table, press: Press, person: Person, values: Values) -> Answer:
        await table.end(person.id, moderator=person.moderator)
        return told(person, "The game is ended.")

    async def _rules(self, press: Press, person: Person) -> Answer:
        table = self._directory.get(press.game)
        if table is not None:
            return Answer(pages.rules(table.game, table.options), _how(person))
        saved = await self._directory.storage.game(press.game)
        if saved is None or saved.game not in GAMES:
            raise Refused(UNKNOWN)
        played = GAMES[saved.game]
        return Answer(pages.rules(played, configure(played.options, saved.options)), _how(person))

    async def _rematch(self, press: Press, person: Person) -> Answer:
        saved = await self._directory.storage.game(press.game)
        if saved is None or saved.channel != person.channel:
            raise Refused(UNKNOWN)
        await self.check_tables_allowed(person)
        try:
            table = await self._directory.rematch(press.game, person.id)
        except ChannelTaken:
            return self.taken(person)
        self._screens.redraw(table)
        self._panels.carry_over(press.game, table)
        return (
            QUIET if self._panels.is_open(table, person.id) else self.own_panel(table, replace(person, private=False))
        )

    async def _scores(self, press: Press, person: Person) -> Answer:
        played, scope, who, page = (*press.argument.split("."), "", "", "", "")[:4]
        if (
            (played not in GAMES and played != scores.NO_GAME)
            or scope not in ("channel", "server")
            or who not in scores.WHO
        ):
            raise Refused(UNKNOWN)
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 4 else 0
        items = await self.scoreboard(played, scope, who, number, person)
        return Answer(items, "update" if person.listed and not press.game else "private")

    # What commands use too

    async def leave(self, table: Table, person: Person) -> Answer:
        lobby = table.phase == "lobby"
        await table.leave(person.id)
        playing_on = "You left. A computer plays for you until you are back."
        return told(person, "You left the table." if lobby else playing_on)

    async def check_tables_allowed(self, person: Person) -> dict[str, str]:
        """What is usual in this channel, or a refusal where tables are switched off."""
        usual = await self._directory.storage.settings(person.guild, person.channel)
        if usual.get("tables") == "off":
            raise Refused("Tables are switched off in this channel. Those who manage the server can change that.")
        return usual

    async def _forget(self, person: Person) -> Answer:
        """Somebody wants to be forgotten, and has confirmed it."""
        if not person.private or not person.listed:
            raise Refused(UNKNOWN)
        await self._directory.storage.personal.forget(person.id)
        return told(person, "It is done: your id and your name are gone, and what you played belongs to nobody.")

    async def _proof(self, press: Press, person: Person) -> Answer:
        """The opened seed and the whole journal of a game that is over."""
        saved = await self._directory.storage.game(press.game)
        if saved is None or saved.channel != person.channel or saved.phase != "over":
            raise Refused("There is nothing to check here: a game is opened when it has come to its end.")
        name = f"cardroom-{saved.game}-{saved.id}.json"
        text = proof(saved, await self._directory.storage.journal(saved.id))
        if not await asyncio.to_thread(holds, text):
            log.critical("the proof of table %s does not hold: its seed or its journal was changed", saved.id)
            return Answer(pages.fair_play(seal(saved), name, well=False), "public", file=(name, text))
        return Answer(pages.fair_play(seal(saved), name), "private", file=(name, text))

    def own_panel(
        self, table: Table, person: Person, *, line: str = "", question: str = "", armed: bool | None = None
    ) -> Answer:
        if table.seat_of(person.id) is None:
            hint = " Press Join to sit down." if table.phase == "lobby" else " You can join the next game."
            raise Refused("You are not at this table." + hint)
        line = line or self._screens.trouble(table, person.missing)
        items = self._panels.draw(table, person.id, line=line, question=question, armed=armed)
        return Answer(items, _how(person), panel=table)

    def _check_ask(self, table: Table, press: Press, person: Person) -> None:
        seat = table.seat_of(person.id)
        if seat is not None and table.asks and press.ask != table.asks[seat]:
            raise StaleClick("That question is answered already. This is how it stands now.")

    def taken(self, person: Person) -> Answer:
        """The table that is here already, and a seat at it if one is free."""
        table = self._directory.in_channel(person.channel)
        if table is None:
            raise Refused("Another table was just opened here. Look for it below.")
        return Answer(pages.taken(table, self._screens.link(table)), "private")

    async def first_scoreboard(self, played: str, scope: str, person: Person) -> list[Item]:
        """Games among people; where there are none yet, those against computers."""
        among_people = await self._ranks(played, scope, "people", person)
        against = [] if among_people else await self._ranks(played, scope, "computers", person)
        return scores.leaderboard(against or among_people, played, scope, "computers" if against else "people", 0)

    async def scoreboard(self, played: str, scope: str, who: str, page: int, person: Person) -> list[Item]:
        return scores.leaderboard(await self._ranks(played, scope, who, person), played, scope, who, page)

    async def _ranks(self, played: str, scope: str, who: str, person: Person) -> list[Rank]:
        return await self._directory.storage.leaderboard(
            person.guild,
            person.channel if scope == "channel" else None,
            None if played == scores.NO_GAME else played,
            people=who == "people",
        )


def _how(person: Person) -> Literal["update", "private"]:
    """A private message is changed; beside a public one a private one appears."""
    return "update" if person.private else "private"


def may_end(table: Table, person: Person) -> None:
    if not person.moderator and person.id != table.saved.host:
        raise Refused("Only the host and moderators can end the game. You can leave it.")


def told(person: Person, text: str) -> Answer:
    return Answer(sentence(text), _how(person))
