"""What a table shows of 6 nimmt!: the rows, who has chosen, a hand and its buttons, the trick as it is told."""

from collections.abc import Sequence

import pytest

from bot.games.base import Seat
from bot.games.dealer import QuickDealer
from bot.games.show import Board, Choice, Hand, Standing
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.events import Placed, TookRow
from bot.games.six_nimmt.state import State
from tests.games.nimmt.position import (
    NAMES,
    SEEDS,
    dealt,
    last_tricks,
    low_card_revealed,
    may,
    play,
    play_out,
    position,
)

COLUMNS = 36


def held(state: State, seat: Seat, *, armed: bool = False) -> Hand:
    return SIX_NIMMT.hand(SIX_NIMMT.view(state, seat), NAMES, armed)


def board(state: State) -> Board:
    return SIX_NIMMT.board(SIX_NIMMT.view(state, None), NAMES)


def labels(rows: Sequence[Sequence[Choice]]) -> list[list[str]]:
    return [[choice.label for choice in row] for row in rows]


# The board


def test_the_board_shows_the_rows_in_columns_with_their_heads() -> None:
    state = position("6 7", "8 9", rows="5 | 20 30 | 101 102 103 104 55 | 60")
    assert board(state).picture.splitlines() == [
        "1:    5                      2 heads",
        "2:   20   30                 6 heads",
        "3:  101  102  103  104   55 11 heads",
        "4:   60                      3 heads",
    ]


def test_the_widest_row_fits_in_36_columns() -> None:
    state = position("6 7", "8 9", rows="55 66 77 88 99 | 100 101 102 103 104 | 11 22 33 44 50 | 1")
    lines = board(state).picture.splitlines()
    assert len(lines) == 4
    assert max(map(len, lines)) <= COLUMNS
    assert lines[0].endswith("27 heads")
    assert len({len(line) for line in lines}) == 1


def test_the_board_says_which_deal_it_is_and_how_many_cards_are_left() -> None:
    state = dealt(3)
    assert board(state).title == "Deal 1, 10 cards left"
    state = position("6 7", "8 9")
    state.round = 4
    assert board(state).title == "Deal 4, 2 cards left"


def test_the_board_tells_of_a_single_card_in_the_singular() -> None:
    state = position("1 80", "61 90")
    play(state, "0 1", "1 61")
    assert board(state).title == "Deal 1, 1 card left"


def test_N3_a_tick_shows_who_has_chosen_and_nothing_shows_what() -> None:
    state = position("6 7 8", "61 62 63", "41 42 43")
    shown = board(state)
    assert (shown.seats, shown.asked) == (("no heads", "no heads", "no heads"), "to choose")
    play(state, "1 62")
    assert board(state).seats == ("no heads", "no heads ✓", "no heads")
    here = board(state)
    play(state, "1 63")
    assert board(state) == here
    assert here.facts == ()


def test_the_ticks_are_gone_when_the_trick_is_over() -> None:
    state = position("6 7 8", "61 62 63")
    play(state, "0 6", "1 61")
    assert board(state).seats == ("no heads", "no heads")


def test_beside_a_name_stand_the_heads_of_all_deals_and_of_this_one() -> None:
    state = position("6 7", "8 9", "41 42", taken=["55", "1", ""], scores=[10, 0, 0])
    assert board(state).seats == ("17 heads", "1 head", "no heads")


def test_N7_at_the_end_no_heads_count_twice() -> None:
    state = position("9 6", "61 62", "41 63", rows="1 2 3 4 5 | 20 30 | 40 | 60", preset="quick")
    play(state, "1 61", "2 41", "0 6")
    assert state.outcome is not None
    assert state.outcome.points == (6, 0, 0)
    assert board(state).seats == ("6 heads", "no heads", "no heads")


def test_N6_while_a_row_is_taken_the_revealed_cards_stand_on_the_board() -> None:
    state = low_card_revealed()
    shown = board(state)
    assert shown.asked == "to take a row"
    assert shown.facts == ("revealed: 1 Bo, 6 Ann, 41 Kit",)
    assert shown.seats == ("no heads", "no heads", "no heads")


def test_when_the_game_is_over_nobody_has_a_tick() -> None:
    state = last_tricks(0, 0, preset="quick")
    play_out(state)
    assert state.outcome is not None
    assert board(state).seats == ("no heads", "no heads")
    assert board(state).title == "Deal 1, 0 cards left"


# A hand


def test_ten_cards_are_ten_buttons_with_number_and_heads_in_two_rows() -> None:
    state = position("1 5 10 11 55 60 77 99 100 104", "2", rows="6 | 20 | 40 | 61")
    hand = held(state, 0)
    assert hand.title == "Choose a card"
    assert hand.cards == "1 5 10 11 55 60 77 99 100 104"
    assert labels(hand.rows) == [
        ["1 · 1", "5 · 2", "10 · 3", "11 · 5", "55 · 7"],
        ["60 · 3", "77 · 5", "99 · 5", "100 · 3", "104 · 1"],
    ]
    assert [choice.key for choice in hand.rows[0]] == ["1", "5", "10", "11", "55"]
    assert {choice.tone for row in hand.rows for choice in row} == {"main"}
    assert (hand.notes, hand.toggle) == ((), "")


def test_N3_the_chosen_card_is_marked_and_another_tap_changes_it() -> None:
    state = position("6 7 55", "61 62 63", "41 42 43")
    play(state, "0 55")
    hand = held(state, 0)
    assert hand.title == "You chose 55 (7 heads)"
    assert hand.cards == "6 7 [55]"
    assert labels(hand.rows) == [["6 · 1", "7 · 1", "55 · 7"]]
    assert [(choice.tone, choice.enabled) for row in hand.rows for choice in row] == [
        ("plain", True),
        ("plain", True),
        ("good", False),
    ]
    assert hand.notes == ("Another tap changes your choice, until all have chosen.",)
    play(state, "0 7")
    assert (held(state, 0).title, held(state, 0).cards) == ("You chose 7 (1 head)", "6 [7] 55")


def test_N3_nobody_else_sees_what_was_chosen() -> None:
    state = position("6 7 55", "61 62 63", "41 42 43")
    before = held(state, 1)
    play(state, "0 55")
    assert held(state, 1) == before


def test_there_is_no_switch_so_arming_changes_nothing() -> None:
    state = position("6 7 55", "61 62 63")
    assert held(state, 0, armed=True) == held(state, 0)


def test_N6_a_low_card_brings_four_rows_with_their_price() -> None:
    state = low_card_revealed()
    hand = held(state, 1)
    assert hand.title == "Your 1 is lower than all rows: take one"
    assert labels(hand.rows) == [["Row 1 · 2 heads", "Row 2 · 6 heads", "Row 3 · 3 heads", "Row 4 · 3 heads"]]
    assert [choice.key for choice in hand.rows[0]] == ["row1", "row2", "row3", "row4"]
    assert {choice.tone for choice in hand.rows[0]} == {"main"}
    assert (hand.cards, hand.notes) == ("2 3", ())


def test_a_row_of_one_head_has_its_price_in_the_singular() -> None:
    state = position("6 7 8", "1 2 3", rows="9 | 20 30 | 40 | 60")
    play(state, "0 6", "1 1")
    assert labels(held(state, 1).rows)[0][0] == "Row 1 · 1 head"


def test_N6_the_others_see_who_takes_a_row_and_have_nothing_to_press() -> None:
    hand = held(low_card_revealed(), 0)
    assert (hand.title, hand.rows, hand.notes) == ("Bo takes a row", (), ())


def test_N8_in_the_last_trick_a_low_card_is_asked_from_an_empty_hand() -> None:
    state = position("6 1", "61 62")
    play(state, "0 6", "1 61")
    assert may(state, 0) == ["row1", "row2", "row3", "row4"]
    assert (held(state, 0).cards, held(state, 0).title) == ("no cards", "Your 1 is lower than all rows: take one")


def test_after_the_end_there_is_nothing_to_press() -> None:
    state = last_tricks(0, 0, preset="quick")
    play_out(state)
    hand = held(state, 0)
    assert (hand.title, hand.cards, hand.rows, hand.notes) == ("The game is over", "no cards", (), ())


# The trick as it is told


def test_a_choice_is_no_line() -> None:
    state = position("6 7 8", "61 62 63")
    assert SIX_NIMMT.lines(play(state, "0 6"), NAMES) == []
    assert SIX_NIMMT.lines(play(state, "0 7"), NAMES) == []


def test_N4_a_trick_is_told_card_by_card_from_the_lowest() -> None:
    state = position("61 7 8", "6 62 63", "31 42 43")
    events = play(state, "0 61", "1 6", "2 31")
    assert SIX_NIMMT.lines(events, NAMES) == ["6 Bo → row 1", "31 Kit → row 2", "61 Ann → row 4"]


def test_N5_a_sixth_card_is_told_with_what_it_costs() -> None:
    state = position("6 7 8", "61 62 63", rows="1 2 3 4 5 | 20 30 | 40 | 60")
    events = play(state, "0 6", "1 61")
    assert SIX_NIMMT.lines(events, NAMES) == ["6 Ann → row 1: sixth card, takes 6 heads", "61 Bo → row 4"]


def test_N6_a_low_card_is_told_with_the_row_that_it_took() -> None:
    events = play(low_card_revealed(), "1 row2")
    assert SIX_NIMMT.lines(events, NAMES) == [
        "1 Bo → row 2: too low, takes 6 heads",
        "6 Ann → row 1",
        "41 Kit → row 3",
    ]


def test_the_end_of_a_deal_and_the_next_one_are_told_in_full() -> None:
    events = play_out(last_tricks(10, 0))
    assert SIX_NIMMT.lines(events, NAMES)[-2:] == [SIX_NIMMT.line(event, NAMES) for event in events[-2:]]
    assert SIX_NIMMT.lines(events, NAMES)[-2].startswith("The deal is over. Ann takes no heads (10).")


# The whole game


def test_the_standing_is_the_deal_and_the_heads_of_those_before() -> None:
    state = last_tricks(10, 0, taken=["55", ""])
    assert SIX_NIMMT.standing(state) == Standing(1, (10, 0))
    play_out(state)
    assert SIX_NIMMT.standing(state) == Standing(2, (17, 0))


def took(seat: Seat, heads: int) -> TookRow:
    return TookRow(seat, 6, 0, (1, 2, 3, 4, 5), heads, low=False)


def test_the_dearest_row_is_worth_telling_if_it_cost_more_than_a_head_a_card() -> None:
    assert SIX_NIMMT.highlights([took(0, 6), took(1, 11), took(2, 7)], NAMES) == [
        "Dearest row: Bo took 11 heads at once."
    ]
    assert SIX_NIMMT.highlights([Placed(1, 61, 3), took(0, 6)], NAMES) == ["Dearest row: Ann took 6 heads at once."]
    assert SIX_NIMMT.highlights([took(0, 5)], NAMES) == []
    assert SIX_NIMMT.highlights([], NAMES) == []


def test_a_hand_learns_nothing_that_the_others_do_not() -> None:
    state = position("6 7 8", "61 62 63")
    before = SIX_NIMMT.view(state, 0)
    play(state, "0 6", "1 61")
    assert SIX_NIMMT.news(before, SIX_NIMMT.view(state, 0)) == ""


def test_K7_nobody_ever_acts_out_of_turn() -> None:
    assert not SIX_NIMMT.open_chance(position("6 7", "8 9"))


@pytest.mark.parametrize("dealer", [0, 2])
def test_C5_whoever_is_said_to_deal_makes_no_difference(dealer: Seat) -> None:
    for seed in SEEDS[:5]:
        state, _ = SIX_NIMMT.deal(3, SIX_NIMMT.configure(), QuickDealer(seed), dealer)
        assert state == dealt(3, seed)


def test_the_guide_tells_of_the_deal_placing_low_cards_and_score() -> None:
    heads = [line.split("**")[1] for line in SIX_NIMMT.guide.splitlines()]
    assert heads == ["A deal.", "Placing.", "A low card.", "Score."]
