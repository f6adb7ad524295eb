"""The lobby before a game, and the host's options panel."""

from bot.games.base import AnyGame
from bot.games.options import Allowed, Value, allowed, differences, shown
from bot.storage import SavedSeat
from bot.tables.lobby import PACES
from bot.tables.table import Table
from bot.ui.custom_id import Press
from bot.ui.names import seat_names
from bot.ui.parts import Item, Row, button, card, row, select, when

MAIN_OPTIONS = ("match",)
"""Single options that stand on the first page."""
LEVELS = {
    "easy": "Plays any card that may be played, and forgets things",
    "medium": "Has an eye for its own cards, and forgets things now and then",
    "hard": "Plays well, and forgets nothing",
    "expert": "Imagines what the others may hold, and plays the game out",
}
"""What to expect of a level."""
SHORT_RANGE = 20
STEPS = 10


def lobby(table: Table) -> list[Item]:
    names, saved = seat_names(table.seats), table.saved
    host = next((name for name, seat in zip(names, table.seats, strict=True) if seat.member == saved.host), "somebody")
    seats = "\n".join(_seat(name, seat, table) for name, seat in zip(names, table.seats, strict=True))
    full = len(table.seats) == table.game.seats[-1]
    return card(
        f"### {table.game.title} · table of {host}\n"
        f"Seats {len(table.seats)}/{table.game.seats[-1]}\n{seats}\n"
        f"{rules_line(table)}\n-# Closes {when(table, table.clock.closes_at())} if nobody starts.",
        rows=[
            row(
                button("Join", Press("join", table.id), "main", disabled=full),
                button("Leave", Press("leave", table.id)),
                button("Start", Press("start", table.id), "good"),
            ),
            row(
                button("Add computer", Press("add", table.id), disabled=full),
                button("Options", Press("options", table.id)),
                button("Rules", Press("rules", table.id)),
            ),
        ],
    )


def rules_line(table: Table) -> str:
    """What is played: the preset, what differs from the usual, how long, and the time for a turn."""
    listed = changes(table.options)
    parts = (f"Rules: **{table.saved.preset}**" + (f" ({listed})" if listed else ""), match_length(table))
    return " · ".join(part for part in (*parts, pace_words(table.room.times.turn(table.saved.pace))) if part)


def changes(options: object) -> str:
    """What differs from the game's usual rules, apart from the length of a match."""
    return ", ".join(
        f"{_words(name)} {_words(shown(value))}" for name, value in differences(options).items() if name != "match"
    )


def match_length(table: Table) -> str:
    """One round, or to 500 points."""
    match, game = getattr(table.options, "match", None), table.game
    if match is None:
        return ""
    return f"one {game.round_name}" if match == "one" else f"to {match} {game.unit}"


def waiting_panel(table: Table, line: str = "") -> list[Item]:
    """What somebody sees who sits at a table that has not begun. `line` is what there is to say beside."""
    return card(
        f"### You are in: {table.game.title}\nYour cards will appear here when the game begins.",
        line and f"*{line}*",
        rows=[row(button("Refresh", Press("hand", table.id)), button("Leave", Press("leave", table.id)))],
    )


def options_panel(table: Table, page: int = 1) -> list[Item]:
    """Everything that the host can set. Page 1 has what people change; page 2 the rest, one menu an option."""
    rules = allowed(table.game.options)
    flags = {name: rule for name, rule in rules.items() if _is_flag(rule)}
    single = {name: rule for name, rule in rules.items() if name not in flags}
    rest = [name for name in single if name not in MAIN_OPTIONS]
    turn = row(
        button("More rules", Press("options", table.id, None, "2"), disabled=not rest)
        if page == 1
        else button("Back", Press("options", table.id, None, "1")),
        button("Remove computer", Press("remove", table.id)),
    )
    if page == 1:
        menus = [_presets(table), *(_option(table, name, single[name]) for name in MAIN_OPTIONS if name in single)]
        menus += [_flags(table, flags)] if flags else []
        menus += [_paces(table), _levels(table)]
    else:
        menus = [_option(table, name, single[name]) for name in rest]
    title = f"### {table.game.title}: options\n{rules_line(table)}"
    return card(title, rows=[*menus, turn])


def offered(rule: Allowed, current: Value) -> list[Value]:
    """The values that a menu shows: all words, and numbers in steps where there are many."""
    numbers: list[int] = []
    if rule.high:
        step = 1 if rule.high - rule.low <= SHORT_RANGE else (rule.high - rule.low) // STEPS
        numbers = sorted({*range(rule.low, rule.high + 1, step), *([current] if type(current) is int else [])})
    return [*rule.words, *numbers]


def _seat(name: str, seat: SavedSeat, table: Table) -> str:
    note = f" ({seat.level})" if seat.level else " (host)" if seat.member == table.saved.host else ""
    return f"- {name}{note}"


def pace_words(turn: float | None) -> str:
    """How long a turn may take."""
    if turn is None:
        return "no time limit"
    if turn < 120:
        return f"{turn:g} s a turn"
    return f"{turn / 60:.0f} min a turn" if turn < 7200 else f"{turn / 3600:.0f} h a turn"


def _words(name: str) -> str:
    """A name of the program as people read it."""
    return name.replace("_", " ")


def _is_flag(rule: Allowed) -> bool:
    return rule.words == (False, True)


def _presets(table: Table) -> Row:
    presets = [(name, f"Rules: {name}", _about(table.game, name)) for name in table.game.presets]
    return select(Press("set", table.id, None, "preset"), "Rules", presets, [table.saved.preset])


def _about(game: AnyGame, preset: str) -> str:
    """What a preset changes."""
    return changes(game.configure(preset)) or "the usual rules"


def _flags(table: Table, flags: dict[str, Allowed]) -> Row:
    entries = [(name, _words(name).capitalize(), rule.about) for name, rule in flags.items()]
    on = [name for name in flags if getattr(table.options, name)]
    return select(
        Press("set", table.id, None, "flags"), "House rules: choose those that are on", entries, on, many=True
    )


def _option(table: Table, name: str, rule: Allowed) -> Row:
    current = getattr(table.options, name)
    title = _words(name).capitalize()
    entries = [(shown(value), f"{title}: {_words(shown(value))}", rule.about) for value in offered(rule, current)]
    return select(Press("set", table.id, None, name), title, entries, [shown(current)])


def _paces(table: Table) -> Row:
    entries = [(pace, f"Pace: {pace}", pace_words(table.room.times.turn(pace))) for pace in PACES]
    return select(Press("set", table.id, None, "pace"), "Pace", entries, [table.saved.pace])


def _levels(table: Table) -> Row:
    entries = [(level, f"Computers: {level}", LEVELS.get(level, "")) for level in table.game.computers]
    return select(Press("set", table.id, None, "level"), "Computers", entries, [table.saved.level])
