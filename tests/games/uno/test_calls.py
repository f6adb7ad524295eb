"""Calling UNO and catching: U16 to U20, C2."""

import pytest

from bot.errors import IllegalMove
from bot.games.base import STAND_IN
from bot.games.dealer import QuickDealer
from bot.games.uno import UNO
from bot.games.uno.moves import Play
from tests.games.uno.position import may, play, position, told


def test_U16_the_call_is_armed_with_the_play() -> None:
    state = position("R1 B2", "G3 G4", top="R5")
    assert may(state, 0) == ["R1", "R1!", "draw"]
    assert told(play(state, "0 R1!")) == ["Ann plays Red 1 and calls UNO!"]
    assert state.owes == []
    assert may(state, 1) == ["draw"]


def test_U16_or_pressed_after_it_while_it_is_owed() -> None:
    state = position("R1 B2", "G3 G4", top="R5")
    play(state, "0 R1")
    assert state.owes == [0]
    assert may(state, 0) == ["call"]
    assert told(play(state, "0 call")) == ["Ann calls UNO!"]
    assert state.owes == []
    assert (state.turn, may(state, 1)) == (1, ["draw"])


def test_U16_arming_is_offered_only_to_who_will_hold_one_card() -> None:
    assert may(position("R1 B2 B3", "G1", top="R5"), 0) == ["R1", "draw"]
    assert may(position("R1", "G1", top="R5"), 0) == ["R1", "draw"]
    with pytest.raises(IllegalMove, match="Call UNO only with the play that leaves you one card"):
        play(position("R1 B2 B3", "G1", top="R5"), "0 R1!")


def test_U16_a_wild_and_a_drawn_card_can_be_armed_too() -> None:
    state = position("W B2", "G3 G4", top="R5")
    assert may(state, 0) == ["W=R", "W=Y", "W=G", "W=B", "W=R!", "W=Y!", "W=G!", "W=B!", "draw"]
    state = position("B2", "G3 G4", top="R5", pile="R9")
    play(state, "0 draw")
    assert may(state, 0) == ["R9", "R9!", "keep"]


def test_U17_any_other_seat_may_catch_and_the_caught_one_draws_two() -> None:
    state = position("R1 B2", "G3 G4", "Y3 Y4", top="R5")
    play(state, "0 R1")
    assert may(state, 1) == ["draw", "catch>0"]
    assert may(state, 2) == ["catch>0"]
    assert told(play(state, "2 catch>0")) == ["Kit catches Ann without a call: Ann draws 2 cards."]
    assert (len(state.hands[0]), state.owes, state.turn) == (3, [], 1)


def test_U17_caught_draws_what_is_left() -> None:
    state = position("R1 B2", "G3 G4", top="R5", pile="")
    play(state, "0 R1")
    assert told(play(state, "1 catch>0"))[-1] == "Bo catches Ann without a call: Ann draws a card."


@pytest.mark.parametrize("move", ["draw", "G5", "W=R"])
def test_U17_the_next_turn_ends_the_debt(move: str) -> None:
    state = position("G1 B2", "G5 G2 W", "Y3 Y4", top="G9")
    play(state, "0 G1", f"1 {move}")
    assert state.owes == []
    with pytest.raises(IllegalMove, match="the call was made, or the next turn has begun"):
        play(state, "2 catch>0")


def test_U17_a_pass_a_take_and_a_challenge_end_the_debt_too() -> None:
    state = position("B2", "G3 G2", "Y3 Y4", top="R5", pile="", turn=1)
    state.owes = [0]
    play(state, "1 pass")
    assert state.owes == []
    for answer in ("take", "challenge"):
        state = position("W+4 B2", "G3 G2", "Y3 Y4", top="R5")
        play(state, "0 W+4=G")
        assert state.owes == [0]
        assert may(state, 2) == ["catch>0"]
        play(state, f"1 {answer}")
        assert state.owes == []


def test_U17_naming_a_colour_ends_a_debt() -> None:
    state = position("R1", "G3 G2", top="W", colour="R")
    state.asked = type(state.asked).NAME
    state.owes = [1]
    play(state, "0 name=B")
    assert state.owes == []


def test_U17_the_same_seat_moving_again_ends_its_own_debt() -> None:
    state = position("RS B2", "G3 G2", top="R5")
    play(state, "0 RS")
    assert (state.turn, state.owes) == (0, [0])
    assert may(state, 0) == ["draw", "call"]
    play(state, "0 draw")
    assert state.owes == []


def test_U17_calling_and_catching_begin_no_turn() -> None:
    state = position("R1 B2", "G3 G4", "Y3 Y4", top="R5")
    play(state, "0 R1")
    state.owes = [0, 2]
    play(state, "0 call")
    assert (state.owes, state.turn) == ([2], 1)
    play(state, "0 catch>2")
    assert (state.owes, state.turn) == ([], 1)


def test_U18_a_call_where_nothing_is_owed_is_refused_and_costs_nothing() -> None:
    state = position("R1 B2", "G3 G4", top="R5")
    before = state.copy()
    with pytest.raises(IllegalMove, match="you do not owe UNO"):
        play(state, "0 call")
    with pytest.raises(IllegalMove, match="There is nobody to catch there"):
        play(state, "1 catch>0")
    assert state == before


def test_U19_the_call_is_owed_again_each_time() -> None:
    state = position("R1 R2", "G3 G4", top="R5", pile="Y8 R9 Y9")
    play(state, "0 R1!", "1 draw", "0 draw", "0 R9")
    assert state.owes == [0]
    play(state, "0 call", "1 draw", "0 R2")
    assert state.outcome is not None


@pytest.mark.parametrize("uno_call", ["auto", "off"])
def test_U20_without_the_call_nobody_owes_and_nothing_is_offered(uno_call: str) -> None:
    state = position("R1 B2", "G3 G4", top="R5", uno_call=uno_call)
    assert may(state, 0) == ["R1", "draw"]
    play(state, "0 R1")
    assert state.owes == []
    assert may(state, 1) == ["draw"]


def test_C2_a_move_made_for_somebody_who_is_away_carries_its_call() -> None:
    state = position("R1 B2", "G3 G4", top="R5")
    for seed in range(50):
        move = UNO.computer(STAND_IN).choose(UNO.view(state, 0), QuickDealer(seed))
        assert isinstance(move, Play)
        assert move.call
