"""The computer players of 6 nimmt! (rules K1 and K3)."""

from collections import Counter

import pytest

from bot.games.dealer import QuickDealer
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.state import State
from tests.games.nimmt.position import NO_CHANCE, play, position
from tests.games.walk import thinking_little

LEVELS = list(SIX_NIMMT.computers)
ENDS = "10 | 11 | 12 | 50"
LOW, CLOSE, FAR = ("1", "9"), ("13", "32", "51", "70"), ("33", "49", "71", "104")
OTHERS = " ".join(map(str, range(80, 90)))


def chosen(level: str, state: State, times: int = 1, seat: int = 0) -> Counter[str]:
    """How often a computer makes each move."""
    computer, view, rng = SIX_NIMMT.computer(level), SIX_NIMMT.view(state, seat), QuickDealer(7)
    moves = Counter[str]()
    for _ in range(times):
        move = computer.choose(view, rng)
        assert move in view.moves
        moves[move.text] += 1
    return moves


def holding(*groups: tuple[str, ...], rows: str = ENDS) -> State:
    cards = [card for group in groups for card in group]
    return position(" ".join(cards), " ".join(OTHERS.split()[: len(cards)]), rows=rows)


def asked_for_a_row(rows: str) -> State:
    state = position("1 101 102", "80 81 82", rows=rows)
    play(state, "0 1", "1 80")
    return state


@pytest.mark.parametrize("level", LEVELS)
def test_K3_a_computer_that_has_chosen_leaves_its_choice(level: str) -> None:
    state = position("6 7 8", "31 32 33")
    play(state, "0 6")
    for seed in range(50):
        assert SIX_NIMMT.computer(level).choose(SIX_NIMMT.view(state, 0), QuickDealer(seed)) is None


@pytest.mark.parametrize("level", LEVELS)
def test_K3_a_computer_waits_while_another_seat_takes_a_row(level: str) -> None:
    view = SIX_NIMMT.view(asked_for_a_row("5 | 20 30 | 40 | 60"), 1)
    assert SIX_NIMMT.computer(level).choose(view, NO_CHANCE) is None


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("known_cards", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 10])
def test_K3_a_computer_always_makes_a_legal_move(level: str, known_cards: bool, seats: int) -> None:
    computer, options = thinking_little(SIX_NIMMT, level), SIX_NIMMT.configure("quick", {"known_cards": known_cards})
    for seed in range(10):
        rng = QuickDealer(seed)
        state, _ = SIX_NIMMT.deal(seats, options, rng)
        while SIX_NIMMT.outcome(state) is None:
            seat = SIX_NIMMT.waiting(state)[0]
            view = SIX_NIMMT.view(state, seat)
            move = computer.choose(view, rng)
            assert move in view.moves
            SIX_NIMMT.apply(state, seat, move, rng)


@pytest.mark.parametrize("level", LEVELS)
def test_K3_a_computer_moves_when_every_unseen_card_fits_before_its_own(level: str) -> None:
    taken = ["3 4 5 6 7 8 9 10", "11 12 13 14"]
    state = position("20 24", "18 19", rows="1 | 2 | 15 | 16 17 21 22 23", taken=taken, known_cards=True)
    assert chosen(level, state).total() == 1


@pytest.mark.parametrize("level", LEVELS)
def test_K1_a_computer_chooses_alike_whatever_it_cannot_see(level: str) -> None:
    one, other = position("6 45 90", "31 32 33"), position("6 45 90", "1 50 104")
    play(one, "1 32")
    play(other, "1 104")
    assert chosen(level, one, 20) == chosen(level, other, 20)


def test_K3_easy_chooses_any_of_its_cards_at_random() -> None:
    times = 10_000
    moves = chosen("easy", holding(LOW, CLOSE, FAR), times)
    assert set(moves) == {*LOW, *CLOSE, *FAR}
    assert all(0.08 < count / times < 0.12 for count in moves.values())


def test_K3_easy_takes_any_row_at_random() -> None:
    times = 10_000
    moves = chosen("easy", asked_for_a_row("5 | 20 30 | 40 | 51 52 53 54 55"), times)
    assert set(moves) == {"row1", "row2", "row3", "row4"}
    assert all(0.22 < count / times < 0.28 for count in moves.values())


def test_K3_easy_follows_its_chance() -> None:
    state = holding(LOW, CLOSE, FAR)
    view = SIX_NIMMT.view(state, 0)
    moves = {SIX_NIMMT.computer("easy").choose(view, QuickDealer(seed)) for seed in range(200)}
    assert moves == set(view.moves)


def test_K3_medium_plays_5_in_100_low_60_close_and_35_far() -> None:
    times = 100_000  # a right player strays by 0.008 less than once in a million runs
    moves = chosen("medium", holding(LOW, CLOSE, FAR), times)
    for group, share in ((LOW, 0.05), (CLOSE, 0.60), (FAR, 0.35)):
        assert sum(moves[card] for card in group) / times == pytest.approx(share, abs=0.008)
        assert all(moves[card] for card in group)


def test_K3_medium_falls_back_from_close_to_low() -> None:
    moves = chosen("medium", holding(LOW, FAR), 10_000)
    assert sum(moves[card] for card in LOW) / 10_000 == pytest.approx(0.65, abs=0.03)


def test_K3_medium_falls_back_from_far_to_close() -> None:
    moves = chosen("medium", holding(LOW, CLOSE), 10_000)
    assert sum(moves[card] for card in CLOSE) / 10_000 == pytest.approx(0.95, abs=0.03)


def test_K3_medium_without_a_low_card_keeps_the_shares_of_the_others() -> None:
    moves = chosen("medium", holding(CLOSE, FAR), 10_000)
    close = sum(moves[card] for card in CLOSE) / 10_000
    assert 0.60 - 0.03 < close < 0.65 + 0.03


@pytest.mark.parametrize("group", [LOW, CLOSE, FAR], ids=["low", "close", "far"])
def test_K3_medium_plays_from_the_only_group_that_it_has(group: tuple[str, ...]) -> None:
    assert set(chosen("medium", holding(group), 500)) == set(group)


@pytest.mark.parametrize("level", ["medium", "hard"])
@pytest.mark.parametrize(
    ("rows", "row"),
    [
        ("6 | 20 30 | 40 | 60", "row1"),
        ("60 | 6 | 20 30 | 40", "row2"),
        ("5 | 20 30 | 7 | 60", "row3"),
        ("55 | 44 | 33 | 2 3 4 6", "row4"),
        ("10 | 44 | 25 | 55", "row3"),
    ],
)
def test_K3_medium_and_hard_take_the_row_with_the_fewest_heads(level: str, rows: str, row: str) -> None:
    assert set(chosen(level, asked_for_a_row(rows), 20)) == {row}


@pytest.mark.parametrize(
    ("hand", "rows", "safe"),
    [
        ("2 101 102", "1 | 20 | 40 | 96 97 98 99 100", "2"),
        ("21 56 57", "1 | 20 | 51 52 53 54 55 | 60", "21"),
        ("3 62 101", "1 2 | 20 | 61 | 96 97 98 99 100", "3 62"),
        ("61 31 7", "5 6 | 26 27 28 29 30 | 40 | 56 57 58 59 60", "7"),
    ],
)
@pytest.mark.parametrize("others", [("80 81 82",), ("80 81 82", "70 71 72", "90 91 92")])
def test_K3_hard_prefers_a_card_that_costs_nothing_to_one_that_takes_five(
    hand: str, rows: str, safe: str, others: tuple[str, ...]
) -> None:
    assert set(chosen("hard", position(hand, *others, rows=rows), 20)) <= set(safe.split())
