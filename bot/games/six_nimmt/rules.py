"""The rules of 6 nimmt!.

**A deal.** The cards are the numbers 1 to 104, each with one to seven bull heads. Everybody gets ten; four more start
four rows. Ten times, all choose a card secretly, and the cards are revealed and placed from the lowest up.

**Placing.** A card goes to the row whose last card is the highest one below it. If it would be the sixth there, its
seat takes the five and the card starts the row anew.

**A low card.** A card lower than all row ends goes nowhere: its seat takes any row it likes, and the card starts that
row. Only the lowest card of all that were revealed can need this, so it is asked before anything is placed.

**Score.** Cards taken count their heads against the seat. A match is one deal, or goes on until somebody has 66 heads
(or another number); the fewest heads win.

The numbers in comments are those of docs/rules/nimmt.md.
"""

from typing import assert_never

from bot.errors import IllegalMove
from bot.games.base import Outcome, Seat
from bot.games.dealer import Rng
from bot.games.places import places
from bot.games.six_nimmt.cards import HAND, HIGHEST, ROW_LENGTH, ROWS, Card, heads
from bot.games.six_nimmt.events import DealEnded, Dealt, Event, Revealed, TookRow, chose, placed
from bot.games.six_nimmt.moves import CHOOSE, TAKE_ROW, Choose, Move, TakeRow
from bot.games.six_nimmt.options import Options
from bot.games.six_nimmt.state import NOBODY, NOTHING, State


def begin(seats: int, options: Options, rng: Rng, dealer: Seat | None = None) -> tuple[State, list[Event]]:
    """Nobody deals in 6 nimmt! (rule C5): all seats are alike."""
    state = State(
        options=options,
        hands=[[] for _ in range(seats)],
        rows=[],
        aside=[],
        chosen=[],
        undecided=[],
        taken=[],
        scores=[0] * seats,
    )
    events: list[Event] = []
    _deal(state, rng, events)
    return state, events


def waiting(state: State) -> tuple[Seat, ...]:
    return tuple(state.undecided)


def outcome(state: State) -> Outcome | None:
    return state.outcome


def moves(state: State, seat: Seat) -> list[Move]:
    if state.outcome is not None:
        return []
    if state.chooser != NOBODY:
        return [*TAKE_ROW] if seat == state.chooser else []
    chosen = state.chosen[seat]
    return [CHOOSE[card] for card in state.hands[seat] if card != chosen]


def _legal(state: State, seat: Seat, move: Move) -> bool:
    """Whether a move is one of `moves`, without making the list."""
    if state.outcome is not None:
        return False
    if state.chooser != NOBODY:
        return seat == state.chooser and type(move) is TakeRow
    return type(move) is Choose and move.card != state.chosen[seat] and move.card in state.hands[seat]


def apply(state: State, seat: Seat, move: Move, rng: Rng) -> list[Event]:
    if not _legal(state, seat, move):
        raise IllegalMove(_refusal(state, seat, move))
    events: list[Event] = []
    match move:
        case Choose():
            again = state.chosen[seat] != NOTHING
            state.chosen[seat] = move.card
            events.append(chose(seat, again))
            if not again:
                state.undecided.remove(seat)
                if not state.undecided:
                    _reveal(state, rng, events)
        case TakeRow():
            _take_low(state, move.row, events)
            _place_all(state, rng, events)
        case _:
            assert_never(move)
    return events


def _reveal(state: State, rng: Rng, events: list[Event]) -> None:
    """N3, N6: all have chosen. A card lower than all row ends asks its seat for a row first."""
    chosen = state.chosen
    events.append(Revealed(tuple(chosen)))
    state.tricks += ((tuple([tuple(row) for row in state.rows]), tuple(chosen)),)
    for hand, card in zip(state.hands, chosen, strict=True):
        hand.remove(card)
    state.revealed = sorted([(card, seat) for seat, card in enumerate(chosen)])
    state.chosen = [NOTHING] * len(chosen)
    lowest, seat = state.revealed[0]
    if lowest < min([row[-1] for row in state.rows]):
        state.chooser = seat
        state.undecided = [seat]
    else:
        _place_all(state, rng, events)


def _take_low(state: State, row: int, events: list[Event]) -> None:
    card, seat = state.revealed[0]
    state.revealed = state.revealed[1:]
    state.chooser = NOBODY
    _take(state, seat, card, row, events, low=True)


def _place_all(state: State, rng: Rng, events: list[Event]) -> None:
    """N4, N5: from the lowest up; rows are judged anew after each card."""
    rows = state.rows
    for card, seat in state.revealed:
        nearest = index = -1
        for number, row in enumerate(rows):
            if nearest < row[-1] < card:
                nearest, index = row[-1], number
        if len(rows[index]) == ROW_LENGTH:
            _take(state, seat, card, index, events, low=False)
        else:
            rows[index].append(card)
            events.append(placed(seat, card, index))
    state.revealed = []
    left = len(state.hands[0])
    if left > 1:
        state.undecided = list(range(len(state.hands)))
    elif left == 1:  # N8: the last card plays itself
        state.chosen = [hand[0] for hand in state.hands]
        state.undecided = []
        _reveal(state, rng, events)
    else:
        _end_deal(state, rng, events)


def _take(state: State, seat: Seat, card: Card, row: int, events: list[Event], *, low: bool) -> None:
    """N5 to N7: the cards count against their seat; the card starts the row, which keeps its place."""
    taken = state.rows[row]
    state.taken[seat] += taken
    state.rows[row] = [card]
    events.append(TookRow(seat, card, row, tuple(taken), heads(taken), low))


def _deal(state: State, rng: Rng, events: list[Event]) -> None:
    """N2, N10."""
    seats = len(state.hands)
    highest = HAND * seats + ROWS if state.options.known_cards else HIGHEST
    pack = list(range(1, highest + 1))
    rng.shuffle(pack)
    for seat in range(seats):
        state.hands[seat] = sorted(pack[-HAND:])
        del pack[-HAND:]
    state.rows = [[card] for card in pack[-ROWS:]]
    state.aside = pack[:-ROWS]
    state.chosen = [NOTHING] * seats
    state.undecided = list(range(seats))
    state.taken = [[] for _ in range(seats)]
    state.tricks = ()
    events.append(Dealt(state.round, tuple(row[0] for row in state.rows)))


def _end_deal(state: State, rng: Rng, events: list[Event]) -> None:
    """N8, N9, C8."""
    in_deal = tuple(heads(cards) for cards in state.taken)
    state.scores = [total + more for total, more in zip(state.scores, in_deal, strict=True)]
    events.append(DealEnded(in_deal, tuple(state.scores)))
    if max(state.scores) >= state.options.target:
        state.undecided = []
        state.outcome = Outcome(places(state.scores), tuple(state.scores))
    else:
        state.round += 1
        _deal(state, rng, events)


def _refusal(state: State, seat: Seat, move: Move) -> str:
    """Why a move is refused, as a sentence that says what to do instead."""
    if state.outcome is not None:
        return "This game is over. Start another one to play on."
    if state.chooser == seat:
        return "Your card is lower than all rows: take one of the four rows."
    if state.chooser != NOBODY:
        return "The cards are revealed: wait until the row is taken."
    if isinstance(move, TakeRow):
        return "You take a row only when your card is lower than all rows. Choose a card."
    if state.chosen[seat] == move.card:
        return "You have chosen that card already. Choose another one to change your mind."
    return "You do not hold that card. Open your hand again to see what you have."
