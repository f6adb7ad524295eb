"""Who sits where: joining, leaving, computers, options, the host. Pure: a saved table in, a changed one out."""

from collections.abc import Mapping
from dataclasses import asdict, replace

from bot.errors import BadOption, Refused
from bot.games.base import AnyGame, Seat
from bot.games.options import Value, configure
from bot.storage import Away, MemberId, SavedGame, SavedSeat

PACES = ("quick", "normal", "slow", "none")
HOST_GONE = 120.0
"""After so many seconds without the host, anybody at the table may start."""
COMPUTER_NAMES = ("Kit", "Dot", "Max", "Zoe", "Rex", "Ivy", "Gus", "Pip", "Uma", "Leo")


def join(saved: SavedGame, game: AnyGame, member: MemberId, name: str, now: float) -> SavedGame:
    if any(seat.member == member for seat in saved.seats):
        return saved
    if saved.phase in ("over", "closed"):
        raise Refused("This table is closed. Open a new one with the start command.")
    if saved.phase != "lobby":
        raise Refused("The game has begun. You can join the next one.")
    if len(saved.seats) == game.seats[-1]:
        computers = any(seat.member is None for seat in saved.seats)
        more = " The host can take a computer out." if computers else ""
        raise Refused(f"All {game.seats[-1]} seats are taken.{more}")
    return replace(saved, seats=(*saved.seats, SavedSeat(member, name, None)), changed=now)


def add_computer(saved: SavedGame, game: AnyGame, member: MemberId, now: float) -> SavedGame:
    _in_lobby(saved)
    _seated(saved, member)
    if len(saved.seats) == game.seats[-1]:
        raise Refused(f"All {game.seats[-1]} seats are taken.")
    return with_computers(saved, 1, now)


def with_computers(saved: SavedGame, count: int, now: float) -> SavedGame:
    """More computers, each with a name that nobody at the table has."""
    taken = {seat.name for seat in saved.seats}
    names = [name for name in COMPUTER_NAMES if name not in taken]
    more = tuple(SavedSeat(None, name, saved.level) for name in names[:count])
    return replace(saved, seats=saved.seats + more, changed=now)


def remove_computer(saved: SavedGame, member: MemberId, now: float) -> SavedGame:
    """The computer that came last goes."""
    _in_lobby(saved)
    _host(saved, member)
    computers = [seat for seat in saved.seats if seat.member is None]
    if not computers:
        raise Refused("There is no computer at this table.")
    return replace(saved, seats=tuple(seat for seat in saved.seats if seat is not computers[-1]), changed=now)


def configured(saved: SavedGame, game: AnyGame, member: MemberId, now: float, given: Mapping[str, Value]) -> SavedGame:
    """A preset replaces all options; single options are laid over what there is; pace and level are the table's own."""
    _in_lobby(saved)
    _host(saved, member)
    single = dict(given)
    for name in ("preset", "pace", "level"):
        if name in single:
            saved = _WORDS[name](saved, game, str(single.pop(name)))
    options = configure(game.options, saved.options, single)
    game.check(options)
    return replace(saved, options=asdict(options), changed=now)


def _with_preset(saved: SavedGame, game: AnyGame, preset: str) -> SavedGame:
    return replace(saved, preset=preset, options=asdict(game.configure(preset)))


def _with_pace(saved: SavedGame, game: AnyGame, pace: str) -> SavedGame:
    check_pace(pace)
    return replace(saved, pace=pace)


def _with_level(saved: SavedGame, game: AnyGame, level: str) -> SavedGame:
    game.computer(level)
    seats = tuple(replace(seat, level=level) if seat.member is None else seat for seat in saved.seats)
    return replace(saved, level=level, seats=seats)


_WORDS = {"preset": _with_preset, "pace": _with_pace, "level": _with_level}


def check_pace(pace: str) -> None:
    if pace not in PACES:
        raise BadOption(f"The pace can be {', '.join(PACES)}.")


def ready(saved: SavedGame, game: AnyGame, member: MemberId, now: float) -> SavedGame:
    """The table as it is dealt for, or why not."""
    if saved.phase in ("playing", "parked"):
        raise Refused("The game has begun already.")
    _in_lobby(saved)
    _seated(saved, member)
    if member != saved.host and now - saved.changed < HOST_GONE:
        raise Refused("The host starts the game. If the host is gone, anybody at the table can, after two minutes.")
    missing = game.seats[0] - len(saved.seats)
    return with_computers(saved, missing, now) if missing > 0 else saved


def left(saved: SavedGame, member: MemberId, now: float) -> SavedGame:
    """A lobby loses the seat; in a game a computer plays it on."""
    if saved.phase in ("over", "closed"):
        raise Refused("This game has ended.")
    seat = _seated(saved, member)
    if saved.phase != "lobby":
        return moved_on(with_away(saved, seat, "left"), now)
    seats = saved.seats[:seat] + saved.seats[seat + 1 :]
    return moved_on(replace(saved, seats=seats, changed=now), now)


def with_away(saved: SavedGame, seat: Seat, away: Away) -> SavedGame:
    seats = list(saved.seats)
    seats[seat] = replace(seats[seat], away=away)
    return replace(saved, seats=tuple(seats))


def held(saved: SavedGame, seat: Seat, now: float) -> SavedGame:
    """A computer keeps the seat of somebody who is away."""
    return moved_on(with_away(saved, seat, "held"), now)


def moved_on(saved: SavedGame, now: float) -> SavedGame:
    """The host's role goes to somebody who is there. Nobody there: a lobby closes, a game is parked."""
    there = [seat.member for seat in saved.seats if seat.member is not None and not seat.away]
    if not there:
        return replace(saved, phase="closed" if saved.phase == "lobby" else "parked", changed=now)
    return saved if saved.host in there else replace(saved, host=there[0])


def _in_lobby(saved: SavedGame) -> None:
    if saved.phase in ("over", "closed"):
        raise Refused("This table is closed. Open a new one with the start command.")
    if saved.phase != "lobby":
        raise Refused("The game has begun: seats and rules stay as they are.")


def _seated(saved: SavedGame, member: MemberId) -> Seat:
    for number, seat in enumerate(saved.seats):
        if seat.member == member:
            return number
    raise Refused("You are not at this table." + (" Press Join first." if saved.phase == "lobby" else ""))


def _host(saved: SavedGame, member: MemberId) -> None:
    if member != saved.host:
        raise Refused("Only the host can change that.")
