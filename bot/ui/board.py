"""The board that everybody sees: a game that runs, a round that ended, a game that is over, parked or closed.

Made from the public view alone.
"""

from collections.abc import Callable
from itertools import islice

from bot.games.base import Seat
from bot.games.show import Picture, rows_of
from bot.tables.clock import PARKED_FOR
from bot.tables.fairness import SHORT
from bot.tables.table import Table
from bot.ui.custom_id import Press
from bot.ui.lobby import lobby, match_length
from bot.ui.names import seat_names
from bot.ui.parts import GOLD, Button, Item, button, card, row, times, together, when

MOST_LINES = 12
LONGEST_LINE = 300
LONGEST_STORY = 1200
TO_MOVE = "▸\u00a0"
"""Before the name of whoever is waited for, and never alone at the end of a line."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def no_pictures(picture: Picture | None) -> str:
    return ""


def board(table: Table, address: Callable[[Picture | None], str] = no_pictures) -> list[Item]:
    """The table's public message, whatever its phase. `address` knows where pictures can be seen."""
    if table.phase == "lobby":
        return lobby(table)
    if table.phase == "closed":
        return closed(table)
    if table.phase == "over":
        return match_end(table)
    if table.phase == "parked":
        return parked(table)
    return running(table, address) if table.round_end is None else round_end(table)


def running(table: Table, address: Callable[[Picture | None], str] = no_pictures) -> list[Item]:
    names = seat_names(table.seats)
    seen = table.game.board(table.view(None), names)
    return card(
        f"### {seen.title}\n{_who(table, names, seen.asked)}",
        f"```\n{seen.picture}\n```" if seen.picture else "",
        f"{_seats(table, names, seen.seats)}\n-# {' · '.join((*_match(table), *seen.facts))}\n{_seal(table)}",
        _story(table, names),
        rows=[
            row(
                button("My hand", Press("hand", table.id), "main"),
                button("…", Press("menu", table.id)),
                *_back(table),
            ),
            *(row(*(button(each.label, Press("play", table.id, None, each.key), each.tone) for each in line))
              for line in rows_of(seen.calls)),
        ],
        colour=seen.colour,
        picture=address(seen.top),
    )  # fmt: skip


def round_end(table: Table) -> list[Item]:
    names, ended, unit = seat_names(table.seats), table.round_end, table.game.unit
    assert ended is not None  # it is what is shown
    totals = table.game.standing(table.state).totals
    lines = [
        f"- {name} **+{more}** → {times(total, unit)}"
        for name, more, total in zip(names, ended.points, totals, strict=True)
    ]
    return card(
        f"### {table.game.title}: {table.game.round_name} {ended.number} is over\n"
        f"The next one begins {when(table, table.clock.round_at)}.",
        "\n".join(lines),
        _seal(table),
        _story(table, names, 3),
        rows=[
            row(
                button("Next round", Press("next", table.id), "good"),
                button("Leave", Press("leave", table.id)),
                button("…", Press("menu", table.id)),
                *_back(table),
            )
        ],
        colour=GOLD,
    )


def match_end(table: Table) -> list[Item]:
    names, outcome = seat_names(table.seats), table.outcome
    assert outcome is not None  # it is over
    counted = any(outcome.points)
    order = sorted(range(len(names)), key=lambda seat: (outcome.places[seat], seat))
    lines = [
        f"{MEDALS.get(outcome.places[seat], f'**{outcome.places[seat]}.**')} **{names[seat]}**"
        + (f" · {times(outcome.points[seat], table.game.unit)}" if counted else "")
        for seat in order
    ]
    winners = together([names[seat] for seat in outcome.winners])
    told = [f"-# {line}" for line in table.game.highlights(table.events, names)]
    return card(
        f"### {table.game.title}: {winners} {'win' if len(outcome.winners) > 1 else 'wins'}!",
        "\n".join(lines),
        "\n".join(told),
        _seal(table),
        _story(table, names, 2),
        rows=[
            row(
                button("Rematch", Press("rematch", table.id), "good"),
                button("Leaderboard", Press("scores", table.id, None, f"{table.game.key}.channel.people.0")),
                button("Rules", Press("rules", table.id)),
                button("Fair play", Press("proof", table.id)),
            )
        ],
        colour=GOLD,
    )


def parked(table: Table) -> list[Item]:
    why = "the game is parked" if table.present else "everybody is away"
    return card(
        f"### {table.game.title}: {why}\n"
        f"The game waits for its players. It closes without a score {when(table, table.saved.changed + PARKED_FOR)}.",
        rows=[row(button("Resume", Press("back", table.id), "good"), button("…", Press("menu", table.id)))],
    )


def closed(table: Table) -> list[Item]:
    begun = table.saved.started is not None
    why = (
        "The game has ended without a result; nothing was scored."
        if begun
        else "This table closed before a game began."
    )
    return card(f"### {table.game.title}\n{why}\n-# Open another with /{table.game.key} start.")


def deadline(table: Table, seat: Seat) -> str:
    """When a seat's time is over, if there is a limit and somebody sits there."""
    moment = table.clock.deadline(seat)
    stands = table.halted is not None or table.is_computer(seat) or moment == float("inf")
    return "" if stands else f" · ⏳ {when(table, moment)}"


def _who(table: Table, names: list[str], asked: str) -> str:
    waiting = table.waiting
    people = [seat for seat in waiting if not table.is_computer(seat)] or list(waiting)
    if len(people) > 3:
        return f"**{len(people)} players** {asked}{deadline(table, people[0])}"
    return f"**{', '.join(names[seat] for seat in people)}** {asked}{deadline(table, people[0])}"


def _seats(table: Table, names: list[str], notes: tuple[str, ...]) -> str:
    waiting = table.waiting
    parts = []
    for seat, (name, note) in enumerate(zip(names, notes, strict=True)):
        level, away = table.seats[seat].level, table.seats[seat].away
        played_by = " (computer plays)" if away else f" ({level})" if level else ""
        shown = f"**{TO_MOVE}{name}**" if seat in waiting else name
        parts.append(f"{shown}{played_by} {note}")
    return " · ".join(parts)


def _seal(table: Table) -> str:
    return f"-# seal {table.seal[:SHORT]}"


def _match(table: Table) -> tuple[str, ...]:
    """What is played, and where a match stands."""
    standing, length = table.game.standing(table.state), match_length(table)
    single = length.startswith("one") or not length
    return (table.game.title,) if single else (table.game.title, f"{table.game.round_name} {standing.round}", length)


def _story(table: Table, names: list[str], moves: int = MOST_LINES) -> str:
    """The last moves, newest last: as many lines as are pleasant to read."""
    lines: list[str] = []
    for events in islice(reversed(table.recent), moves):
        told = [_cut(line) for line in table.game.lines(events, names)]
        if lines and (len(lines) + len(told) > MOST_LINES // 2 or sum(map(len, lines + told)) > LONGEST_STORY):
            break
        lines = told + lines
    return "\n".join(f"-# {line}" for line in lines[-MOST_LINES:])[:LONGEST_STORY]


def _cut(line: str) -> str:
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1].rsplit(" ", 1)[0] + " …"


def _back(table: Table) -> list[Button]:
    away = any(seat.away for seat in table.seats)
    return [button("I'm back", Press("back", table.id), "good")] if away else []
