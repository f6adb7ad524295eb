"""Tables to look at, on a clock that stands still and with storage that keeps nothing."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, cast

from bot.config import Times
from bot.games import GAMES
from bot.games.base import Seat
from bot.games.dealer import Rng
from bot.storage import ChannelId, GameId, GuildId, MemberId, Phase, SavedGame, SavedSeat, Storage
from bot.tables.course import Room
from bot.tables.table import Table
from bot.tables.thinking import Thinker

NOW = 1_800_000_000.0
LARGEST_ID = GameId(999_999_999_999)
"""The largest number of a table that fits into a button."""
PEOPLE = ("Ann", "Bo", "Cem", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")


class StandingStill:
    def __init__(self) -> None:
        self.at = NOW

    def now(self) -> float:
        return self.at

    def for_people(self, moment: float) -> float:
        return moment

    async def wait(self, bell: object, until: float | None) -> None:
        raise AssertionError("nobody waits here")


class Forgetful:
    """Storage that takes everything and keeps nothing."""

    async def append(self, *_: object) -> bool:
        return True

    async def change_game(self, _: object) -> None:
        return


def room(times: Times | None = None) -> Room:
    return Room(
        cast("Storage", Forgetful()), StandingStill(), times or Times(), Thinker(), lambda _: None, lambda *_: None
    )


def member(seat: Seat) -> MemberId:
    """The member who sits there."""
    return MemberId(seat + 1)


def people(*names: str) -> tuple[SavedSeat, ...]:
    return tuple(SavedSeat(member(seat), name, None) for seat, name in enumerate(names))


def computer(name: str = "Kit", level: str = "medium") -> SavedSeat:
    return SavedSeat(None, name, level)


def lobby(
    game: str = "uno",
    seats: Sequence[SavedSeat] = people("Ann", "Bo"),
    *,
    preset: str | None = None,
    pace: str = "normal",
    level: str = "medium",
    times: Times | None = None,
    **options: Any,
) -> Table:
    """A table that has not begun. The first seat is the host's."""
    played = GAMES[game]
    saved = SavedGame(
        id=LARGEST_ID,
        guild=GuildId(1),
        channel=ChannelId(2),
        game=game,
        phase="lobby",
        host=member(0),
        preset=preset or next(iter(played.presets)),
        options=asdict(played.configure(preset, options)),
        pace=pace,
        level=level,
        rules=1,
        opened=NOW,
        changed=NOW,
        seats=tuple(seats),
    )
    return Table(saved, room(times))


def playing(game: str = "uno", seats: Sequence[SavedSeat] = people("Ann", "Bo"), seed: int = 1, **more: Any) -> Table:
    """A game that was just dealt; the last seat is the dealer."""
    table = lobby(game, seats, **more)
    table.saved = replace(
        table.saved, phase="playing", seed=seed.to_bytes(32, "big"), dealer=len(seats) - 1, started=NOW
    )
    table._deal(NOW)
    return table


def laid_out(game: str, state: Any, seats: Sequence[SavedSeat] | None = None, **more: Any) -> Table:
    """A game in a position that was laid out by hand."""
    table = playing(game, seats or people(*PEOPLE[: len(state.hands)]), **more)
    table.state = state
    table.options = state.options
    table.events, table.asks = [], [7] * len(state.hands)
    table.recent.clear()
    table.clock.deal(len(state.hands))
    table.clock.ask(table.waiting, NOW)
    return table


async def make(table: Table, *moves: str) -> None:
    """Moves written as "0 R7": seat and move, through the table's one door."""
    for each in moves:
        seat, text = each.split()
        await table._commit(int(seat), table.game.decode(text), "member", None)


async def step(table: Table, choices: Rng) -> None:
    """Any legal move, optional ones now and then."""
    waiting = table.waiting
    seat = choices.choice(waiting)
    if not choices.below(4):
        other = choices.below(len(table.seats))
        seat = other if table.game.moves(table.state, other) else seat
    listed = table.game.moves(table.state, seat)
    lively = [move for move in listed if move.text not in ("draw", "keep")]
    await table._commit(seat, choices.choice(lively if lively and choices.below(8) else listed), "member", None)


def in_phase(table: Table, phase: Phase) -> Table:
    table.saved = replace(table.saved, phase=phase)
    return table


def with_away(table: Table, seat: Seat, away: Any = "held") -> Table:
    seats = list(table.seats)
    seats[seat] = replace(seats[seat], away=away)
    table.saved = replace(table.saved, seats=tuple(seats))
    return table
