"""A member's own panel: the hand with its buttons, the question that completes a move, the row of last resort."""

from bot.games.base import Seat
from bot.games.show import Choice, Hand, Question, rows_of
from bot.tables.table import Table
from bot.ui.board import deadline
from bot.ui.custom_id import Press
from bot.ui.lobby import waiting_panel
from bot.ui.names import seat_names
from bot.ui.parts import NEUTRAL, Button, Item, Row, button, card, row

MOST_CARDS = 1500
"""Characters of a hand's text: far more than sixty cards take."""


def hand(table: Table, seat: Seat, *, armed: bool = False, line: str = "", question: str = "") -> list[Item]:
    """The panel of a seat. `line` says what just happened; `question` is the key of a question to ask."""
    if table.phase == "lobby":
        return waiting_panel(table, line)
    if table.phase in ("over", "closed"):
        ended = "This game has ended. The result is on the board." if table.phase == "over" else "This table is closed."
        return card(_lines(f"### {table.game.title}", line, ended))
    if table.phase == "parked" or table.seats[seat].away:
        return _away(table, line)
    names = seat_names(table.seats)
    if table.round_end is not None:
        return _between_rounds(table, line)
    seen = table.game.hand(table.view(seat), names, armed)
    asked = seen.question(question) if question else None
    if asked is not None:
        return _question(table, seat, seen, asked, armed=armed)
    mine = seat in table.waiting
    title = f"### {seen.title}{deadline(table, seat) if mine else ''}"
    colour = table.game.board(table.view(None), names).colour
    return card(
        _lines(title, line and f"*{line}*", seen.cards[:MOST_CARDS]),
        "\n".join(f"-# {note}" for note in seen.notes),
        rows=[*_rows(table, seat, seen, armed=armed), _last_row(table, seat, seen, armed=armed)],
        colour=colour if mine else NEUTRAL,
    )


def _rows(table: Table, seat: Seat, seen: Hand, *, armed: bool) -> list[Row]:
    return [row(*(_choice(table, seat, choice, armed=armed) for choice in line)) for line in seen.rows]


def _choice(table: Table, seat: Seat, choice: Choice, *, armed: bool) -> Button:
    asks = isinstance(choice.does, Question)
    argument = f"{'1' if armed else '0'}{choice.key}" if asks else choice.key
    press = Press("ask" if asks else "play", table.id, table.asks[seat], argument)
    return button(choice.label, press, choice.tone, sign=choice.sign, disabled=not choice.enabled)


def _question(table: Table, seat: Seat, seen: Hand, asked: Question, *, armed: bool) -> list[Item]:
    lines = [row(*(_choice(table, seat, choice, armed=armed) for choice in line)) for line in rows_of(asked.choices)]
    back = button("Back", Press("arm", table.id, table.asks[seat], "1" if armed else "0"))
    return card(f"### {asked.text}\n{seen.cards[:MOST_CARDS]}", rows=[*lines, row(back)])


def _last_row(table: Table, seat: Seat, seen: Hand, *, armed: bool) -> Row:
    """The switch, where there is one, and *Refresh*."""
    buttons = [button("Refresh", Press("refresh", table.id))]
    if seen.toggle:
        on = f"{seen.toggle} with the play: {'on' if armed else 'off'}"
        press = Press("arm", table.id, table.asks[seat], "0" if armed else "1")
        buttons.insert(0, button(on, press, "good" if armed else "plain"))
    return row(*buttons)


def _away(table: Table, line: str) -> list[Item]:
    parked = table.phase == "parked"
    title, back = ("The game waits for its players", "Resume") if parked else ("A computer plays for you", "I'm back")
    return card(
        _lines(f"### {title}", line),
        rows=[row(button(back, Press("back", table.id), "good"), button("Refresh", Press("refresh", table.id)))],
    )


def _between_rounds(table: Table, line: str) -> list[Item]:
    return card(
        _lines("### The round is over", line, "The points are on the board."),
        rows=[
            row(button("Next round", Press("next", table.id), "good"), button("Refresh", Press("refresh", table.id)))
        ],
    )


def _lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)
