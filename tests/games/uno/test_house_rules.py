"""Swaps and jump-ins: U28, U29."""

import pytest

from bot.errors import IllegalMove
from bot.games.uno import UNO
from tests.games.uno.position import hand, may, play, position, told


def test_U28_a_seven_swaps_hands_with_the_seat_named_in_the_move() -> None:
    state = position("R7 R1 R2", "G1 G2", "B1 B2 B3", top="R5", seven_zero=True)
    assert may(state, 0) == ["R1", "R2", "R7>1", "R7>2", "draw"]
    assert told(play(state, "0 R7>2")) == ["Ann plays Red 7.", "Ann and Kit swap hands."]
    assert (hand(state, 0), hand(state, 2)) == ("B1 B2 B3", "R1 R2")
    assert state.turn == 1


def test_U28_a_zero_passes_every_hand_on_in_the_direction_of_play() -> None:
    state = position("R0 R1 R2", "G1 G2", "B1 B2 B3", top="R5", seven_zero=True)
    assert told(play(state, "0 R0")) == ["Ann plays Red 0.", "Every hand moves on one seat, clockwise."]
    assert [hand(state, seat) for seat in range(3)] == ["B1 B2 B3", "R1 R2", "G1 G2"]
    state = position("R0 R1 R2", "G1 G2", "B1 B2 B3", top="R5", seven_zero=True)
    state.direction = -1
    assert told(play(state, "0 R0"))[1] == "Every hand moves on one seat, counter-clockwise."
    assert [hand(state, seat) for seat in range(3)] == ["G1 G2", "B1 B2 B3", "R1 R2"]


@pytest.mark.parametrize("last", ["R7", "R0"])
def test_U28_as_a_last_card_neither_happens(last: str) -> None:
    state = position(last, "G1 G2", "B1", top="R5", seven_zero=True)
    assert may(state, 0) == [last, "draw"]
    play(state, f"0 {last}")
    assert state.outcome is not None
    assert [len(cards) for cards in state.hands] == [0, 2, 1]


def test_U28_as_a_last_card_under_play_on_neither_happens() -> None:
    state = position("R0", "G1 G2", "B1", top="R5", seven_zero=True, play_on=True)
    play(state, "0 R0")
    assert [len(cards) for cards in state.hands] == [0, 2, 1]


def test_U28_who_receives_one_card_owes_uno_also_if_it_held_one_before() -> None:
    state = position("R7 R1", "G1", "B1 B2 B3", top="R5", seven_zero=True)
    play(state, "0 R7>1")
    assert state.owes == [0, 1]
    state = position("R7 R1", "G1 G2", "B1 B2 B3", top="R5", seven_zero=True)
    play(state, "0 R7>1")
    assert state.owes == [1]
    state = position("R0 R1 R2", "G1", "B1", top="R5", seven_zero=True)
    play(state, "0 R0")
    assert state.owes == [0, 2]


def test_U28_the_mover_owes_only_for_the_hand_it_ends_with() -> None:
    state = position("R7 R1", "G1 G2 G3", top="R5", seven_zero=True)
    assert may(state, 0) == ["R1", "R1!", "R7>1", "draw"]
    play(state, "0 R7>1")
    assert state.owes == [1]
    assert may(state, 1)[-1] == "call"


def test_U28_the_call_can_be_armed_where_the_mover_will_then_hold_one_card() -> None:
    state = position("R7 R1 R2", "G1", "B1 B2", top="R5", seven_zero=True)
    assert may(state, 0) == ["R1", "R2", "R7>1", "R7>1!", "R7>2", "draw"]
    assert told(play(state, "0 R7>1!"))[0] == "Ann plays Red 7 and calls UNO!"
    assert state.owes == []
    state = position("R0 R1 R2", "B1 B2", "G1", top="R5", seven_zero=True)
    assert may(state, 0) == ["R0", "R0!", "R1", "R2", "draw"]
    play(state, "0 R0!")
    assert state.owes == []
    state = position("R0 W", "B1 B2", "G1 G2", top="R5", seven_zero=True)
    assert may(state, 0) == ["R0", "W=R", "W=R!", "W=Y", "W=Y!", "W=G", "W=G!", "W=B", "W=B!", "draw"]


@pytest.mark.parametrize("uno_call", ["auto", "off"])
def test_U28_without_the_call_swaps_offer_none_and_nobody_owes(uno_call: str) -> None:
    state = position("R7 R1", "G1", top="R5", seven_zero=True, uno_call=uno_call)
    assert may(state, 0) == ["R1", "R7>1", "draw"]
    play(state, "0 R7>1")
    assert state.owes == []


def test_U28_only_seats_in_play_swap_and_pass_on() -> None:
    state = position("R0 R7 R2", "", "B1 B2", "Y1 Y2 Y3", top="R5", seven_zero=True, play_on=True)
    state.out = [1]
    assert may(state, 0) == ["R0", "R2", "R7>2", "R7>3", "draw"]
    play(state, "0 R0")
    assert [hand(state, seat) for seat in range(4)] == ["Y1 Y2 Y3", "", "R2 R7", "B1 B2"]


def test_U28_a_seven_without_a_seat_and_a_swap_that_is_none_are_refused() -> None:
    state = position("R7 R1 R2", "G1 G2", top="R5", seven_zero=True)
    for move in ("0 R7", "0 R7>0"):
        with pytest.raises(IllegalMove, match="Name another seat in play to swap hands with"):
            play(state, move)
    with pytest.raises(IllegalMove, match="nobody to swap hands with"):
        play(position("R7 R1 R2", "G1 G2", top="R5"), "0 R7>1")


def test_U29_a_card_equal_to_the_top_may_jump_in() -> None:
    state = position("R1 R2 R3", "G1 G2", "R5 B1 B2", "Y1", top="R5", jump_in=True)
    assert may(state, 2) == ["R5"]
    assert may(state, 1) == may(state, 3) == []
    assert told(play(state, "2 R5")) == ["Kit jumps in with Red 5."]
    assert state.turn == 3


def test_U29_its_effects_count_from_the_jumper() -> None:
    state = position("R1 R2 R3", "G1 G2", "RS B1 B2", "Y1 Y2", top="RS", jump_in=True)
    assert told(play(state, "2 RS")) == ["Kit jumps in with Red Skip.", "Dee is skipped."]
    assert state.turn == 0


def test_U29_the_one_who_just_played_may_jump_in() -> None:
    state = position("R5 R5 R1 R2", "G1 G2", top="R1", jump_in=True)
    play(state, "0 R5")
    assert state.turn == 1
    assert told(play(state, "0 R5")) == ["Ann jumps in with Red 5."]
    assert state.turn == 1


def test_U29_no_wild_jumps_in() -> None:
    state = position("R1 R2", "W B1 B2", top="W", colour="R", jump_in=True)
    assert may(state, 1) == []


def test_U29_not_after_the_seat_to_move_has_acted() -> None:
    state = position("R1 R2 R3", "R5 B1", top="R5", jump_in=True, pile="R9")
    play(state, "0 draw")
    assert may(state, 1) == []
    with pytest.raises(IllegalMove, match="only the very same card as the top may jump in"):
        play(state, "1 R5")


def test_U29_not_while_a_penalty_or_a_colour_is_open() -> None:
    state = position("R+2 R1 R2", "G1 G2", "R+2 B1", top="R5", jump_in=True, stacking="same")
    play(state, "0 R+2")
    assert may(state, 2) == []
    state = position("R1 R2", "W B1 B2", top="W", colour="R", jump_in=True)
    state.asked = type(state.asked).NAME
    assert may(state, 1) == []


def test_U29_a_jump_in_begins_a_turn_and_ends_a_debt() -> None:
    state = position("R5 R1", "G1 G2", "R5 B1 B2", top="R2", jump_in=True)
    play(state, "0 R5")
    assert may(state, 2) == ["R5", "catch>0"]
    play(state, "2 R5")
    assert state.owes == []


def test_U29_a_jump_in_can_be_armed_and_can_win() -> None:
    state = position("R1 R2 R3", "R5 B1", top="R5", jump_in=True)
    assert may(state, 1) == ["R5", "R5!"]
    state = position("R1 R2 R3", "R5", top="R5", jump_in=True)
    play(state, "1 R5")
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def test_U29_is_off_by_default() -> None:
    state = position("R1 R2 R3", "R5 B1", top="R5")
    assert may(state, 1) == []
    with pytest.raises(IllegalMove, match="It is not your turn yet"):
        play(state, "1 R5")


def test_jump_ins_are_passed_over_for_seats_that_are_out() -> None:
    state = position("R1 R2 R3", "", "R5 B1", top="R5", jump_in=True, play_on=True)
    state.out = [1]
    assert UNO.moves(state, 1) == []
