"""The people at the tables: what they do next, drawn from the seed. Most play on; some press what they should not."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from bot.games import GAMES
from bot.games.base import Seat
from bot.games.options import Value
from bot.storage import ChannelId, GameId, GuildId, MemberId
from bot.tables.directory import Directory, Plan
from bot.tables.table import Table
from tests.simulation.checks import Press

NAMES = {MemberId(101 + number): name for number, name in enumerate(("Ann", "Bo", "Cy", "Dee", "Eve", "Flo"))}
PLACES = ((GuildId(1), ChannelId(11)), (GuildId(1), ChannelId(12)), (GuildId(2), ChannelId(21)))
SHORT: dict[str, list[dict[str, Value]]] = {
    "uno": [{}, {"hand_size": 3}, {"match": 200, "hand_size": 3}, {"jump_in": True, "seven_zero": True}],
    "eights": [{}, {"two_draws_two": True}, {"match": 100}],
    "nimmt": [{"match": "one"}, {"match": "one", "known_cards": True}, {"match": 30}],
}
"""Options under which a game comes to an end before everybody is tired."""
CONFIGURED: list[tuple[str, Value]] = [("pace", "quick"), ("pace", "nonsense"), ("level", "hard"), ("match", "one")]
DULL = ("draw", "keep", "challenge")
FORGED = ("", "nonsense", "R99", "draw draw", "x" * 41, "RW!")


@dataclass
class Deed:
    """Something that somebody does."""

    words: str
    work: Callable[[], Awaitable[object]]
    table: Table | None = None
    press: Press | None = None
    at: float = 0
    """Not before this moment."""


class People:
    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.clicks = 0
        self._pressed: list[Press] = []

    # What comes next

    def deeds(self, directory: Directory) -> list[Deed]:
        """What happens at once: mostly one thing, sometimes several."""
        count = self.chance.choice((1, 1, 1, 1, 2, 3))
        drawn = [self._deed(directory) for _ in range(count)]
        return [deed for deeds in drawn for deed in deeds]

    def _deed(self, directory: Directory) -> list[Deed]:
        tables = list(directory)
        if not tables or (len(tables) < len(PLACES) and self.chance.random() < 0.1):
            return [self._open(directory)]
        table = self.chance.choice(tables)
        if self.chance.random() < 0.72:
            return self._play_on(table)
        return self._anything(directory, table)

    def _play_on(self, table: Table) -> list[Deed]:
        people = [seat for seat in table.waiting if not table.is_computer(seat)]
        if people:
            return [self._legal(table, self.chance.choice(people))]
        if table.phase == "lobby":
            return [self._gather(table)]
        if table.phase == "parked":
            return [self._back(table)]
        if table.round_end is not None and table.present:
            member = self.chance.choice(table.present)
            return [Deed(f"{NAMES[member]} goes on", partial(table.next_round, member), table)]
        return [] if self.chance.random() < 0.8 else [self._back(table)]

    def _gather(self, table: Table) -> Deed:
        host = table.saved.host
        draw = self.chance.random()
        if len(table.seats) < 4 and draw < 0.5:
            member = self._anybody()
            return Deed(f"{NAMES[member]} joins", partial(table.join, member, NAMES[member]), table)
        if len(table.seats) < 5 and draw < 0.65:
            return Deed("a computer joins", partial(table.add_computer, host), table)
        return Deed(f"{NAMES[host]} starts", partial(table.start, host), table)

    def _anything(self, directory: Directory, table: Table) -> list[Deed]:
        member, draw = self._anybody(), self.chance.random()
        name = NAMES[member]
        if draw < 0.5 and table.state is not None:
            return self._mischief(table, member)
        if draw < 0.58:
            return [Deed(f"{name} leaves", partial(table.leave, member), table)]
        if draw < 0.68:
            return [self._back(table)]
        if draw < 0.75:
            seat = self.chance.randrange(len(table.seats))
            return [Deed(f"{name} lets a computer play seat {seat}", partial(table.hand_over, member, seat), table)]
        if draw < 0.79:
            return [Deed(f"{name} goes on", partial(table.next_round, member), table)]
        if draw < 0.83:
            return [Deed(f"{name} starts", partial(table.start, member), table)]
        if draw < 0.86:
            return [Deed(f"{name} takes a computer out", partial(table.remove_computer, member), table)]
        if draw < 0.89:
            option, value = self.chance.choice(CONFIGURED)
            return [Deed(f"{name} sets {option} {value}", partial(table.configure, member, option, value), table)]
        if draw < 0.905:
            moderator = self.chance.random() < 0.5
            return [
                Deed(f"{name} ends it, moderator {moderator}", partial(table.end, member, moderator=moderator), table)
            ]
        if draw < 0.93:
            game = self.chance.randint(1, table.id)
            return [Deed(f"{name} wants table {game} again", partial(directory.rematch, GameId(game), member))]
        if draw < 0.98:
            return [self._lose(directory, table)]
        return [self._open(directory)]

    def _lose(self, directory: Directory, table: Table) -> Deed:
        """Discord is in trouble, or gives the bot no place any more."""
        guild, channel = table.saved.guild, table.saved.channel
        things: list[tuple[str, Callable[[], Awaitable[object]]]] = [
            ("the channel is deleted", partial(directory.lose_channel, channel)),
            (f"server {guild} is lost", partial(directory.lose_guild, guild)),
            (f"server {guild} cannot be reached", partial(_at_once, partial(directory.pause, guild))),
            (f"server {guild} can be reached", partial(_at_once, partial(directory.go_on, guild))),
            ("the board cannot be shown", partial(_at_once, partial(directory.halt, table))),
            ("the board is shown", partial(_at_once, partial(directory.carry_on, table))),
        ]
        words, work = self.chance.choice(things)
        return Deed(words, work, table)

    def _open(self, directory: Directory) -> Deed:
        host, (guild, channel) = self._anybody(), self.chance.choice(PLACES)
        game = self.chance.choice(list(GAMES))
        plan = Plan(
            guild=guild,
            channel=channel,
            game=game,
            host=host,
            name=NAMES[host],
            computers=self.chance.randint(0, 2),
            level=self.chance.choice(("easy", "medium", "hard")),
            preset=self.chance.choice(list(GAMES[game].presets)),
            given=self.chance.choice(SHORT[game]),
            pace=self.chance.choice(("quick", "normal", "slow", "none")),
        )
        return Deed(f"{NAMES[host]} opens {game} in {channel}", partial(directory.open, plan))

    def _back(self, table: Table) -> Deed:
        away = [seat.member for seat in table.seats if seat.member is not None and seat.away]
        member = self.chance.choice(away) if away else self._anybody()
        return Deed(f"{NAMES[member]} is back", partial(table.back, member), table)

    # Presses

    def _mischief(self, table: Table, member: MemberId) -> list[Deed]:
        """Presses that should not be, or not any more."""
        seats = [number for number, seat in enumerate(table.seats) if seat.member is not None]
        seat, draw = self.chance.choice(seats), self.chance.random()
        owner = table.seats[seat].member
        assert owner is not None
        if draw < 0.15:  # an older question
            return [self._press(table, owner, self.chance.randint(0, table.revision), self._text(table, seat))]
        if draw < 0.35:  # the same click twice, at once
            first = self._legal(table, seat)
            assert first.press is not None
            return [first, self._again(table, first.press)]
        if draw < 0.45 and self._pressed:  # the same click again, later
            press = self.chance.choice(self._pressed[-20:])
            return [self._again(table, press)] if press.game == table.id else []
        if draw < 0.55:  # whatever it is, from whoever it is
            ask = table.asks[seat]
            return [self._press(table, member, ask, self._text(table, seat))]
        if draw < 0.65:
            return [self._press(table, owner, table.asks[seat], self.chance.choice(FORGED))]
        if draw < 0.75:  # somebody else's card
            other = self.chance.randrange(len(table.seats))
            return [self._press(table, owner, table.asks[seat], self._text(table, other))]
        if draw < 0.85:  # a chance that is open to all
            return [self._press(table, owner, None, self._text(table, seat))]
        late = self._legal(table, seat)
        deadline = table.clock.deadline(seat)
        if table.phase == "playing" and deadline < table.room.time.now() + 200:  # just when the time is over
            late.at, late.words = deadline, f"{late.words} when the time is over"
        return [late]

    def _legal(self, table: Table, seat: Seat) -> Deed:
        member = table.seats[seat].member
        assert member is not None
        return self._press(table, member, table.asks[seat], self._text(table, seat))

    def _text(self, table: Table, seat: Seat) -> str:
        """A move that the seat may make, as its owner sees it; cards rather than draws, so that it ends."""
        moves: list[str] = [move.text for move in table.view(seat).moves]
        lively = [text for text in moves if text not in DULL]
        return self.chance.choice(lively or moves or ["draw"])

    def _again(self, table: Table, press: Press) -> Deed:
        return self._press(table, press.member, press.ask, press.text, press.click)

    def _press(self, table: Table, member: MemberId, ask: int | None, text: str, click: int = 0) -> Deed:
        if not click:
            self.clicks += 1
            click = self.clicks
        press = Press(table.id, member, ask, text, click)
        self._pressed.append(press)
        words = f"{NAMES[member]} presses {text[:12]!r} for ask {ask}, click {click},"
        return Deed(words, partial(table.play, member, ask, text, click), table, press)

    def _anybody(self) -> MemberId:
        return self.chance.choice(list(NAMES))


async def _at_once(work: Callable[[], None]) -> None:
    work()
