"""The rules of 6 nimmt!, line by line. The numbers are those of the rules document."""

from typing import Any

import pytest

from bot.games.base import Outcome
from bot.games.dealer import QuickDealer
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.cards import HEADS, heads
from bot.games.six_nimmt.events import Chose, DealEnded, Dealt, Placed, Revealed, TookRow
from bot.games.six_nimmt.state import State
from tests.games.nimmt.position import deck, may, play, position, rows

SEEDS = range(100)
PUBLIC = None


def dealt(seats: int = 4, seed: int = 0, **options: Any) -> State:
    state, _ = SIX_NIMMT.deal(seats, SIX_NIMMT.configure(given=options), QuickDealer(seed))
    return state


def last_tricks(*scores: int, **more: Any) -> State:
    """Two cards left in each hand, none of which will take a row. Played out by `play_out`."""
    hands = ("6 61", "31 62", "41 63", "32 42", "7 64")
    return position(*hands[: len(scores)], scores=scores, **more)


def play_out(state: State) -> list[Any]:
    choices = ("0 6", "1 31", "2 41", "3 32", "4 7")
    return play(state, *choices[: len(state.hands)], rng=QuickDealer(1))


def low_card_revealed() -> State:
    """Seat 1 has to take a row; the others' cards wait."""
    state = position("6 7 8", "1 2 3", "41 50 51")
    play(state, "0 6", "1 1", "2 41")
    return state


# N1: the cards


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


# N2: the deal


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


# N3: choosing


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


# N4: placing


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


# N5: the sixth card


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


# N6: a low card


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


# N7: taken cards


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


# N8: the end of a deal


def test_N8_a_deal_has_ten_tricks() -> None:
    for seed in SEEDS:
        state = dealt(4, seed, match="one")
        rng = QuickDealer(seed)
        tricks = 0
        while SIX_NIMMT.outcome(state) is None:
            seat = SIX_NIMMT.waiting(state)[0]
            events = SIX_NIMMT.apply(state, seat, rng.choice(SIX_NIMMT.moves(state, seat)), rng)
            tricks += sum(isinstance(event, Revealed) for event in events)
        assert tricks == 10


def test_N8_the_tenth_trick_plays_itself() -> None:
    state = last_tricks(0, 0, preset="quick")
    events = play_out(state)
    assert events[1:] == [
        Revealed((6, 31)),
        Placed(0, 6, 0),
        Placed(1, 31, 1),
        Revealed((61, 62)),
        Placed(0, 61, 3),
        Placed(1, 62, 3),
        DealEnded((0, 0), (0, 0)),
    ]


def test_N8_the_ninth_trick_is_still_chosen() -> None:
    state = position("6 7 61", "31 32 62")
    play(state, "0 6", "1 31")
    assert SIX_NIMMT.waiting(state) == (0, 1)
    assert may(state, 0) == ["7", "61"]


def test_N8_the_tenth_trick_plays_itself_after_a_row_choice_in_the_ninth() -> None:
    state = position("1 61", "31 62", preset="quick")
    events = play(state, "0 1", "1 31", "0 row1")
    assert events[:2] == [TookRow(0, 1, 0, (5,), 2, low=True), Placed(1, 31, 1)]
    assert events[2] == Revealed((61, 62))
    assert state.outcome is not None


def test_N8_a_row_choice_is_still_asked_in_the_tenth_trick() -> None:
    state = position("1 6", "31 61", preset="quick")
    events = play(state, "0 6", "1 61")
    assert events[-1] == Revealed((1, 31))
    assert state.outcome is None
    assert SIX_NIMMT.waiting(state) == (0,)
    assert [may(state, 0), may(state, 1)] == [["row1", "row2", "row3", "row4"], []]
    assert play(state, "0 row2") == [
        TookRow(0, 1, 1, (20, 30), 6, low=True),
        Placed(1, 31, 0),
        DealEnded((6, 0), (6, 0)),
    ]


def test_N8_heads_are_added_to_those_of_the_deals_before() -> None:
    state = last_tricks(10, 20, taken=["55 1", "100"])
    assert DealEnded((8, 3), (18, 23)) in play_out(state)
    assert state.scores == [18, 23]


def test_N8_cards_left_in_the_rows_count_for_nobody() -> None:
    state = last_tricks(0, 0, preset="quick")
    play_out(state)
    assert state.outcome is not None
    assert state.outcome.points == (0, 0)


# N9: the match


@pytest.mark.parametrize(("preset", "match"), [("classic", 66), ("quick", "one"), ("tactical", 66)])
def test_N9_a_match_goes_to_66_heads_or_is_one_deal(preset: str, match: object) -> None:
    assert SIX_NIMMT.configure(preset).match == match


@pytest.mark.parametrize("target", [30, 66, 150])
def test_N9_a_match_ends_when_a_seat_reaches_the_target(target: int) -> None:
    state = last_tricks(target - 1, 3, match=target)
    play_out(state)
    assert state.outcome is None
    state = last_tricks(target, 3, match=target)
    play_out(state)
    assert state.outcome == Outcome(places=(2, 1), points=(target, 3))


def test_N9_one_deal_ends_the_game_whatever_the_heads() -> None:
    state = last_tricks(0, 0, match="one")
    play_out(state)
    assert state.outcome == Outcome(places=(1, 1), points=(0, 0))


def test_N9_the_fewest_heads_win() -> None:
    state = last_tricks(40, 12, 66)
    play_out(state)
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def test_N9_when_the_game_is_over_nobody_can_move() -> None:
    state = last_tricks(66, 0)
    play_out(state)
    assert SIX_NIMMT.waiting(state) == ()
    assert [may(state, 0), may(state, 1)] == [[], []]


# N10: the cards of a deal


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


# What is common to all games


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


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ((66, 1, 2), (3, 1, 2)),
        ((10, 66, 20, 20), (1, 4, 2, 2)),
        ((20, 10, 66, 20), (2, 1, 4, 2)),
        ((70, 66, 80, 75), (2, 1, 4, 3)),
        ((66, 5, 66, 5, 5), (4, 1, 4, 1, 1)),
    ],
)
def test_C4_places_go_by_the_fewest_heads_and_ties_share_one(scores: tuple[int, ...], places: tuple[int, ...]) -> None:
    state = last_tricks(*scores)
    play_out(state)
    assert state.outcome == Outcome(places=places, points=scores)


def test_C4_heads_of_this_deal_count_for_the_places() -> None:
    state = last_tricks(60, 58, taken=["", "55 50"])
    play_out(state)
    assert state.outcome == Outcome(places=(1, 2), points=(60, 68))


def test_C7_the_next_deal_comes_in_the_move_that_ends_the_last_one() -> None:
    state = last_tricks(1, 2)
    events = play_out(state)
    assert events[-1] == Dealt(2, tuple(row[0] for row in state.rows))
    assert [len(hand) for hand in state.hands] == [10, 10]
    assert SIX_NIMMT.waiting(state) == (0, 1)
    assert SIX_NIMMT.view(state, PUBLIC).round == 2


def test_C7_a_row_choice_that_ends_a_deal_deals_the_next_one() -> None:
    state = position("1 6", "31 61")
    events = play(state, "0 6", "1 61", "0 row1")
    assert isinstance(events[-1], Dealt)
    assert SIX_NIMMT.waiting(state) == (0, 1)


def test_C7_the_points_of_the_finished_deal_stay_in_its_events() -> None:
    state = last_tricks(1, 2, taken=["55", ""])
    assert play_out(state)[-2] == DealEnded((7, 0), (8, 2))


def test_C7_the_last_deal_of_a_match_is_followed_by_none() -> None:
    assert isinstance(play_out(last_tricks(66, 0))[-1], DealEnded)


def test_C8_a_match_goes_on_to_the_end_of_the_deal_that_reaches_the_target() -> None:
    state = position("6 7 8", "31 32 33", taken=["55", ""], scores=[65, 0])
    play(state, "0 6", "1 31")
    assert state.outcome is None
    play(state, "0 7", "1 32")
    assert state.outcome == Outcome(places=(2, 1), points=(72, 0))


def test_C8_a_tie_for_the_fewest_heads_is_shared_without_another_deal() -> None:
    state = last_tricks(7, 70, 7)
    play_out(state)
    assert state.outcome is not None
    assert state.outcome.winners == (0, 2)


def test_C8_several_seats_may_reach_the_target_at_once() -> None:
    state = last_tricks(66, 70, 80)
    play_out(state)
    assert state.outcome == Outcome(places=(1, 2, 3), points=(66, 70, 80))


def test_a_copy_goes_its_own_way() -> None:
    state = position("1 6 7", "31 61 62", taken=["55", "44"], scores=[1, 2])
    before, copied = state.copy(), state.copy()
    assert copied == state
    play(copied, "0 1", "1 31", "0 row1")
    play(copied, "0 6", "1 61")
    assert copied.round == 2
    assert state == before


def test_a_copy_made_while_a_row_is_asked_goes_its_own_way() -> None:
    state = low_card_revealed()
    before, copied = state.copy(), state.copy()
    play(copied, "1 row1")
    assert state == before
