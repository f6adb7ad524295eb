"""The cards and the deal of 6 nimmt!: N1, N2, N10, C3."""

import pytest

from bot.games.dealer import QuickDealer
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.cards import HEADS, heads
from bot.games.six_nimmt.events import Dealt
from tests.games.nimmt.position import (
    PUBLIC,
    SEEDS,
    dealt,
    deck,
    last_tricks,
    low_card_revealed,
    play,
    play_out,
    position,
    rows,
)


def test_N1_the_cards_are_1_to_104() -> None:
    assert sorted(SIX_NIMMT.cards(dealt())) == list(range(1, 105))


def test_N1_55_has_seven_heads() -> None:
    assert HEADS[55] == 7


@pytest.mark.parametrize("card", [11, 22, 33, 44, 66, 77, 88, 99])
def test_N1_other_multiples_of_eleven_have_five_heads(card: int) -> None:
    assert HEADS[card] == 5


@pytest.mark.parametrize("card", range(10, 101, 10))
def test_N1_multiples_of_ten_have_three_heads(card: int) -> None:
    assert HEADS[card] == 3


@pytest.mark.parametrize("card", [5, 15, 25, 35, 45, 65, 75, 85, 95])
def test_N1_other_multiples_of_five_have_two_heads(card: int) -> None:
    assert HEADS[card] == 2


def test_N1_the_rest_have_one_head() -> None:
    rest = [card for card in deck(2) if card % 5 and card % 11]
    assert len(rest) == 76
    assert {HEADS[card] for card in rest} == {1}


def test_N1_all_together_there_are_171_heads() -> None:
    assert heads(deck(2)) == 171


@pytest.mark.parametrize("seats", range(2, 11))
def test_N2_ten_cards_each_and_four_that_start_four_rows(seats: int) -> None:
    state = dealt(seats)
    assert [len(hand) for hand in state.hands] == [10] * seats
    assert [len(row) for row in state.rows] == [1, 1, 1, 1]


@pytest.mark.parametrize("seats", range(2, 11))
def test_N2_the_rest_is_set_aside(seats: int) -> None:
    assert len(dealt(seats).aside) == 104 - 10 * seats - 4


def test_N2_the_cards_set_aside_and_the_other_hands_are_unseen() -> None:
    one = position("6 7 8", "1 2 3", "70 71 72")
    other = position("6 7 8", "9 10 11", "101 102 103")
    for seat in (0, PUBLIC):
        assert SIX_NIMMT.view(one, seat) == SIX_NIMMT.view(other, seat)


def test_N2_the_rows_keep_the_order_in_which_they_were_dealt() -> None:
    orders = set()
    for seed in SEEDS:
        state, events = SIX_NIMMT.deal(3, SIX_NIMMT.configure(), QuickDealer(seed))
        starts = tuple(row[0] for row in state.rows)
        assert events == [Dealt(1, starts)]
        orders.add(tuple(sorted(range(4), key=lambda row: starts[row])))
    assert len(orders) == 24


def test_N2_a_row_keeps_its_place_when_a_sixth_card_takes_it() -> None:
    state = position("54 80 81", "6 82 83", rows="5 | 49 50 51 52 53 | 20 | 60")
    play(state, "0 54", "1 6")
    assert rows(state) == "5 6 | 54 | 20 | 60"


def test_N2_a_row_keeps_its_place_when_a_low_card_takes_it() -> None:
    state = position("1 80 81", "61 82 83", rows="60 | 40 | 20 30 | 5")
    play(state, "0 1", "1 61", "0 row3")
    assert rows(state) == "60 61 | 40 | 1 | 5"


def test_N2_everybody_may_get_any_card() -> None:
    deals = [dealt(3, seed) for seed in range(300)]
    for seat in range(3):
        assert {card for state in deals for card in state.hands[seat]} == set(deck(3))
    assert {row[0] for state in deals for row in state.rows} == set(deck(3))


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_N10_each_deal_uses_all_104_cards(seats: int) -> None:
    assert sorted(SIX_NIMMT.cards(dealt(seats))) == deck(seats)
    state = last_tricks(0, 0, 0, taken=["1 2 3", "99", "104"])
    play_out(state)
    assert sorted(SIX_NIMMT.cards(state)) == deck(3)
    assert state.taken == [[], [], []]


def test_N10_each_deal_is_shuffled_anew() -> None:
    deals = set()
    for seed in SEEDS:
        state = last_tricks(0, 0)
        play(state, "0 6", "1 31", rng=QuickDealer(seed))
        deals.add(str((state.hands, state.rows)))
    assert len(deals) == len(SEEDS)


@pytest.mark.parametrize("seats", range(2, 11))
def test_N10_known_cards_are_1_to_ten_for_each_seat_and_four(seats: int) -> None:
    state = dealt(seats, known_cards=True)
    assert sorted(SIX_NIMMT.cards(state)) == list(range(1, 10 * seats + 5))
    assert state.aside == []


def test_N10_known_cards_hold_for_every_deal_of_a_match() -> None:
    state = position("6 23", "7 24", rows="5 | 20 | 21 | 22", taken=["1 2", "3"], known_cards=True)
    play(state, "0 6", "1 7")
    assert state.round == 2
    assert sorted(SIX_NIMMT.cards(state)) == list(range(1, 25))


def test_N10_known_cards_are_off_unless_asked_for() -> None:
    assert not SIX_NIMMT.configure().known_cards
    assert SIX_NIMMT.configure("tactical").known_cards


@pytest.mark.parametrize("known_cards", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_C3_every_card_is_in_exactly_one_place_after_every_move(seats: int, known_cards: bool) -> None:
    rng = QuickDealer(seats)
    state, _ = SIX_NIMMT.deal(seats, SIX_NIMMT.configure(given={"match": 30, "known_cards": known_cards}), rng)
    while SIX_NIMMT.outcome(state) is None:
        seat = SIX_NIMMT.waiting(state)[0]
        SIX_NIMMT.apply(state, seat, rng.choice(SIX_NIMMT.moves(state, seat)), rng)
        assert sorted(SIX_NIMMT.cards(state)) == deck(seats, known_cards=known_cards)


def test_C3_cards_that_wait_for_a_row_to_be_taken_are_not_lost() -> None:
    assert sorted(SIX_NIMMT.cards(low_card_revealed())) == deck(3)
