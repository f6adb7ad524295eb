"""A trick of 6 nimmt!: N3 to N7."""

import pytest

from bot.games.base import Outcome
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.events import Chose, DealEnded, Placed, Revealed, TookRow
from tests.games.nimmt.position import PUBLIC, SEEDS, dealt, low_card_revealed, may, play, position, rows


def test_N3_all_choose_in_any_order() -> None:
    state = position("6 7 8", "21 31 41", "61 62 63")
    assert SIX_NIMMT.waiting(state) == (0, 1, 2)
    play(state, "1 31")
    assert SIX_NIMMT.waiting(state) == (0, 2)
    play(state, "2 61")
    assert SIX_NIMMT.waiting(state) == (0,)


def test_N3_any_card_in_the_hand_can_be_chosen() -> None:
    state = position("1 55 104", "6 7 8")
    assert may(state, 0) == ["1", "55", "104"]
    assert may(state, 1) == ["6", "7", "8"]


def test_N3_nothing_is_revealed_or_placed_until_all_have_chosen() -> None:
    state = position("6 7 8", "21 31 41", "61 62 63")
    before = rows(state)
    assert play(state, "0 6") == [Chose(0, again=False)]
    assert play(state, "1 31") == [Chose(1, again=False)]
    assert rows(state) == before
    assert state.hands == [[6, 7, 8], [21, 31, 41], [61, 62, 63]]


def test_N3_a_choice_can_be_changed_until_the_last_seat_has_chosen() -> None:
    state = position("6 7 8", "21 31 41")
    play(state, "0 6")
    assert may(state, 0) == ["7", "8"]
    assert play(state, "0 8") == [Chose(0, again=True)]
    assert play(state, "0 7") == [Chose(0, again=True)]
    assert may(state, 0) == ["6", "8"]
    play(state, "1 31")
    assert rows(state) == "5 7 | 20 30 31 | 40 | 60"
    assert state.hands == [[6, 8], [21, 41]]


def test_N3_a_changed_choice_is_still_waited_for_by_nobody() -> None:
    state = position("6 7 8", "21 31 41")
    play(state, "0 6", "0 8")
    assert SIX_NIMMT.waiting(state) == (1,)


def test_N3_choosing_the_same_card_again_is_no_move() -> None:
    state = position("6 7 8", "21 31 41")
    play(state, "0 6")
    assert "6" not in may(state, 0)


def test_N3_who_has_chosen_is_public() -> None:
    state = position("6 7 8", "21 31 41", "61 62 63")
    play(state, "1 31")
    for seat in (0, 1, 2, PUBLIC):
        assert SIX_NIMMT.view(state, seat).waiting == (0, 2)


def test_N3_what_was_chosen_is_seen_by_nobody_else() -> None:
    one, other = position("6 7 8", "21 31 41"), position("6 7 8", "21 31 41")
    assert play(one, "1 31") == play(other, "1 21")
    for seat in (0, PUBLIC):
        assert SIX_NIMMT.view(one, seat) == SIX_NIMMT.view(other, seat)


def test_N3_a_seat_sees_its_own_choice() -> None:
    state = position("6 7 8", "21 31 41")
    play(state, "1 31")
    assert SIX_NIMMT.view(state, 1).chosen == 31
    assert SIX_NIMMT.view(state, 0).chosen == 0


def test_N3_the_last_choice_reveals_at_once() -> None:
    state = position("6 7 8", "21 31 41", "61 62 63")
    events = play(state, "2 61", "0 6", "1 31")
    assert events[:2] == [Chose(1, again=False), Revealed((6, 31, 61))]


def test_N3_the_last_choice_cannot_be_changed() -> None:
    state = position("6 7 8", "1 2 3")
    play(state, "0 6", "1 1")
    assert may(state, 0) == []
    assert may(state, 1) == ["row1", "row2", "row3", "row4"]


def test_N3_after_a_trick_all_choose_anew() -> None:
    state = position("6 7 8", "21 31 41")
    play(state, "0 6", "1 31")
    assert SIX_NIMMT.waiting(state) == (0, 1)
    assert may(state, 0) == ["7", "8"]
    assert may(state, 1) == ["21", "41"]


def test_N4_cards_are_placed_from_the_lowest_up() -> None:
    state = position("63 80 81", "61 82 83", "62 84 85")
    events = play(state, "0 63", "1 61", "2 62")
    assert events[2:] == [Placed(1, 61, 3), Placed(2, 62, 3), Placed(0, 63, 3)]
    assert rows(state) == "5 | 20 30 | 40 | 60 61 62 63"


@pytest.mark.parametrize(
    ("card", "after"),
    [
        (6, "5 6 | 20 30 | 40 | 60 104"),
        (29, "5 29 | 20 30 | 40 | 60 104"),
        (31, "5 | 20 30 31 | 40 | 60 104"),
        (39, "5 | 20 30 39 | 40 | 60 104"),
        (41, "5 | 20 30 | 40 41 | 60 104"),
        (59, "5 | 20 30 | 40 59 | 60 104"),
        (61, "5 | 20 30 | 40 | 60 61 104"),
    ],
)
def test_N4_a_card_goes_to_the_row_whose_last_card_is_the_highest_below_it(card: int, after: str) -> None:
    state = position(f"{card} 90 91", "104 92 93")
    play(state, f"0 {card}", "1 104")
    assert rows(state) == after


def test_N4_the_order_of_the_rows_does_not_matter() -> None:
    state = position("45 80 81", "104 92 93", rows="60 | 44 | 43 | 5")
    play(state, "0 45", "1 104")
    assert rows(state) == "60 104 | 44 45 | 43 | 5"


def test_N4_rows_are_judged_anew_after_each_placement() -> None:
    state = position("41 80 81", "59 82 83", "42 84 85", rows="5 | 20 | 40 | 60")
    play(state, "0 41", "1 59", "2 42")
    assert rows(state) == "5 | 20 | 40 41 42 59 | 60"


def test_N4_a_row_filled_in_this_trick_is_full_for_the_next_card_of_it() -> None:
    state = position("64 80 81", "65 82 83", rows="5 | 20 | 40 | 60 61 62 63")
    events = play(state, "1 65", "0 64")
    assert events[2:] == [Placed(0, 64, 3), TookRow(1, 65, 3, (60, 61, 62, 63, 64), 7, low=False)]


def test_N4_a_card_that_starts_a_row_is_judged_as_its_end() -> None:
    state = position("64 80 81", "66 82 83", rows="5 | 20 | 40 | 59 60 61 62 63")
    play(state, "0 64", "1 66")
    assert rows(state) == "5 | 20 | 40 | 64 66"


def test_N5_a_fifth_card_takes_nothing() -> None:
    state = position("64 80 81", "6 82 83", rows="5 | 20 | 40 | 60 61 62 63")
    play(state, "0 64", "1 6")
    assert rows(state) == "5 6 | 20 | 40 | 60 61 62 63 64"
    assert state.taken == [[], []]


def test_N5_a_sixth_card_takes_the_five() -> None:
    state = position("65 80 81", "6 82 83", rows="5 | 20 | 40 | 60 61 62 63 64")
    events = play(state, "0 65", "1 6")
    assert events[-1] == TookRow(0, 65, 3, (60, 61, 62, 63, 64), 7, low=False)
    assert state.taken == [[60, 61, 62, 63, 64], []]


def test_N5_a_sixth_card_starts_the_row_anew() -> None:
    state = position("65 80 81", "6 82 83", rows="5 | 20 | 40 | 60 61 62 63 64")
    play(state, "0 65", "1 6")
    assert rows(state) == "5 6 | 20 | 40 | 65"


def test_N5_a_sixth_card_leaves_no_choice_of_the_row() -> None:
    state = position("65 80 81", "6 82 83", rows="5 | 20 | 40 | 60 61 62 63 64")
    play(state, "0 65", "1 6")
    assert SIX_NIMMT.waiting(state) == (0, 1)
    assert may(state, 0) == ["80", "81"]


def test_N5_two_rows_can_be_taken_in_one_trick() -> None:
    state = position("65 80 81", "6 82 83", rows="1 2 3 4 5 | 20 | 40 | 60 61 62 63 64")
    play(state, "0 65", "1 6")
    assert rows(state) == "6 | 20 | 40 | 65"
    assert state.taken == [[60, 61, 62, 63, 64], [1, 2, 3, 4, 5]]


@pytest.mark.parametrize(
    ("row", "after", "taken"),
    [
        ("row1", "1 6 | 20 30 | 40 41 | 60", [5]),
        ("row2", "5 6 | 1 | 40 41 | 60", [20, 30]),
        ("row3", "5 6 | 20 30 41 | 1 | 60", [40]),
        ("row4", "5 6 | 20 30 | 40 41 | 1", [60]),
    ],
)
def test_N6_a_card_lower_than_all_row_ends_takes_any_row_and_starts_it(row: str, after: str, taken: list[int]) -> None:
    state = low_card_revealed()
    play(state, f"1 {row}")
    assert rows(state) == after
    assert state.taken == [[], taken, []]


def test_N6_the_row_is_asked_right_after_the_reveal_before_anything_is_placed() -> None:
    state = position("6 7 8", "1 2 3", "41 50 51")
    events = play(state, "0 6", "1 1", "2 41")
    assert events == [Chose(2, again=False), Revealed((6, 1, 41))]
    assert rows(state) == "5 | 20 30 | 40 | 60"
    assert SIX_NIMMT.waiting(state) == (1,)


def test_N6_all_revealed_cards_are_public_while_the_row_is_asked() -> None:
    state = low_card_revealed()
    for seat in (0, 1, 2, PUBLIC):
        view = SIX_NIMMT.view(state, seat)
        assert view.revealed == ((1, 1), (6, 0), (41, 2))
        assert view.chooser == 1
        assert view.waiting == (1,)


def test_N6_nobody_else_can_move_while_the_row_is_asked() -> None:
    state = low_card_revealed()
    assert [may(state, seat) for seat in range(3)] == [[], ["row1", "row2", "row3", "row4"], []]


def test_N6_a_row_of_five_can_be_taken_too() -> None:
    state = position("1 80 81", "6 82 83", rows="5 | 20 | 40 | 60 61 62 63 64")
    play(state, "0 1", "1 6")
    events = play(state, "0 row4")
    assert events[0] == TookRow(0, 1, 3, (60, 61, 62, 63, 64), 7, low=True)


def test_N6_the_other_cards_are_placed_after_the_row_is_taken() -> None:
    state = low_card_revealed()
    assert play(state, "1 row4")[1:] == [Placed(0, 6, 0), Placed(2, 41, 2)]
    assert SIX_NIMMT.waiting(state) == (0, 1, 2)
    assert SIX_NIMMT.view(state, 0).revealed == ()


def test_N6_of_several_low_cards_only_the_lowest_takes_a_row() -> None:
    state = position("4 80 81", "2 82 83", "3 84 85")
    play(state, "0 4", "1 2", "2 3")
    assert SIX_NIMMT.waiting(state) == (1,)
    assert play(state, "1 row3")[1:] == [Placed(2, 3, 2), Placed(0, 4, 2)]
    assert rows(state) == "5 | 20 30 | 2 3 4 | 60"


def test_N6_a_card_above_the_lowest_row_end_asks_for_no_row() -> None:
    state = position("6 80 81", "61 82 83")
    play(state, "0 6", "1 61")
    assert rows(state) == "5 6 | 20 30 | 40 | 60 61"
    assert SIX_NIMMT.waiting(state) == (0, 1)


def test_N6_only_the_end_of_a_row_counts_not_its_lower_cards() -> None:
    state = position("6 80 81", "61 82 83", rows="5 7 | 20 30 | 40 | 60")
    play(state, "0 6", "1 61")
    assert SIX_NIMMT.waiting(state) == (0,)


def test_N6_there_is_at_most_one_row_choice_in_a_trick() -> None:
    asked = 0
    for seed in SEEDS:
        state = dealt(10, seed)
        play(state, *(f"{seat} {may(state, seat)[0]}" for seat in range(10)))
        if len(SIX_NIMMT.waiting(state)) == 1:
            asked += 1
            (seat,) = SIX_NIMMT.waiting(state)
            play(state, f"{seat} row{seed % 4 + 1}")
        assert SIX_NIMMT.waiting(state) == tuple(range(10))
    assert asked > 50


def test_N7_taken_cards_count_against_their_seat() -> None:
    state = position("9 6", "61 62", "41 63", rows="1 2 3 4 5 | 20 30 | 40 | 60", preset="quick")
    events = play(state, "1 61", "2 41", "0 6")
    assert events[-1] == DealEnded((6, 0, 0), (6, 0, 0))
    assert state.outcome == Outcome(places=(3, 1, 1), points=(6, 0, 0))


def test_N7_cards_taken_for_a_low_card_count_as_well() -> None:
    state = position("1 6", "61 62", preset="quick")
    events = play(state, "0 1", "1 61", "0 row2")
    assert events[-1] == DealEnded((6, 0), (6, 0))


def test_N7_the_card_that_takes_a_row_does_not_count() -> None:
    state = position("55 6", "61 62", rows="5 | 51 52 53 54 | 40 | 60", preset="quick")
    play(state, "0 55", "1 61")
    assert state.outcome is not None
    assert state.outcome.points == (0, 0)
    state = position("55 6", "61 62", rows="5 | 50 51 52 53 54 | 40 | 60", preset="quick")
    play(state, "0 55", "1 61")
    assert state.outcome is not None
    assert state.outcome.points == (7, 0)


def test_N7_taken_cards_never_return_to_the_hand() -> None:
    state = low_card_revealed()
    play(state, "1 row2")
    assert state.hands == [[7, 8], [2, 3], [50, 51]]
    assert may(state, 1) == ["2", "3"]


def test_N7_rows_taken_one_after_the_other_add_up() -> None:
    state = position("1 80 81", "6 82 83", taken=["55", "11"])
    play(state, "0 1", "1 6", "0 row2")
    assert state.taken == [[55, 20, 30], [11]]
