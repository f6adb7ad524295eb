"""What a table shows of 6 nimmt!: the rows, who has chosen, a hand with its buttons, the question of a low card."""

from collections.abc import Sequence

from bot.games.base import Names
from bot.games.show import Board, Choice, Hand, Standing, Tone, rows_of
from bot.games.six_nimmt.cards import HEADS, ROW_LENGTH, Card, heads
from bot.games.six_nimmt.events import Chose, DealEnded, Event, Placed, Revealed, TookRow
from bot.games.six_nimmt.moves import CHOOSE, TakeRow
from bot.games.six_nimmt.state import NOBODY, State
from bot.games.six_nimmt.text import how_many, label, line
from bot.games.six_nimmt.view import View

PAINT = 0x8E44AD
CHOSEN = " ✓"


def standing(state: State) -> Standing:
    return Standing(state.round, tuple(state.scores))


def ends_round(event: Event) -> bool:
    return isinstance(event, DealEnded)


def board(view: View, names: Names) -> Board:
    cards_left = max(view.counts)
    return Board(
        title=f"Deal {view.round}, {cards_left} {'card' if cards_left == 1 else 'cards'} left",
        seats=tuple(_note(view, seat) for seat in range(len(view.counts))),
        asked="to take a row" if view.chooser != NOBODY else "to choose",
        facts=(_revealed(view, names),) if view.revealed else (),
        picture="\n".join(_row(number, row) for number, row in enumerate(view.rows, 1)),
        colour=PAINT,
    )


def hand(view: View, names: Names, armed: bool) -> Hand:
    taking = [move for move in view.moves if isinstance(move, TakeRow)]
    if taking:
        choices = [Choice(_price(view, move.row), move, "main") for move in taking]
    else:
        choices = [_card(view, card, names) for card in view.hand if view.moves]
    return Hand(
        title=_title(view, names),
        cards=" ".join(f"[{card}]" if card == view.chosen else str(card) for card in view.hand) or "no cards",
        rows=tuple(rows_of(choices)),
        notes=("Another tap changes your choice, until all have chosen.",) if view.chosen and view.moves else (),
    )


def tell(events: Sequence[Event], names: Names) -> list[str]:
    """Choices are seen beside the names already; a trick is one line for each card."""
    lines = []
    for event in events:
        match event:
            case Chose() | Revealed():
                continue
            case Placed(seat, card, row):
                lines.append(f"{card} {names[seat]} → row {row + 1}")
            case TookRow(seat, card, row, _, cost, low):
                why = "too low" if low else "sixth card"
                lines.append(f"{card} {names[seat]} → row {row + 1}: {why}, takes {how_many(cost)}")
            case _:
                lines.append(line(event, names))
    return lines


def highlights(events: Sequence[Event], names: Names) -> list[str]:
    rows = [(event.heads, event.seat) for event in events if isinstance(event, TookRow)]
    cost, seat = max(rows, default=(0, 0))
    return [f"Dearest row: {names[seat]} took {how_many(cost)} at once."] if cost > ROW_LENGTH else []


def _note(view: View, seat: int) -> str:
    """The heads so far, and whether the seat has chosen."""
    total = view.scores[seat] + (0 if view.outcome is not None else heads(view.taken[seat]))
    chosen = view.chooser == NOBODY and seat not in view.waiting and view.outcome is None
    return f"{how_many(total)}{CHOSEN if chosen else ''}"


def _revealed(view: View, names: Names) -> str:
    return "revealed: " + ", ".join(f"{card} {names[seat]}" for card, seat in view.revealed)


def _row(number: int, row: Sequence[Card]) -> str:
    """Its number, up to five cards in columns, its heads: 36 columns."""
    cards = "".join(f"{card:>5}" for card in row)
    return f"{number}:{cards:<25} {how_many(heads(row)):>8}"


def _title(view: View, names: Names) -> str:
    if view.outcome is not None:
        return "The game is over"
    if view.chooser == view.seat:
        low = next(card for card, seat in view.revealed if seat == view.seat)
        return f"Your {low} is lower than all rows: take one"
    if view.chooser != NOBODY:
        return f"{names[view.chooser]} takes a row"
    if view.chosen:
        return f"You chose {view.chosen} ({how_many(HEADS[view.chosen])})"
    return "Choose a card"


def _card(view: View, card: Card, names: Names) -> Choice:
    """A card of the hand. The one that is chosen keeps its place, so that a second tap there hits no other."""
    chosen = card == view.chosen
    tone: Tone = "good" if chosen else "plain" if view.chosen else "main"
    return Choice(label(CHOOSE[card], names), CHOOSE[card], tone, enabled=not chosen)


def _price(view: View, row: int) -> str:
    return f"Row {row + 1} · {how_many(heads(view.rows[row]))}"
