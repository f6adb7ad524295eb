"""Wild Draw Four, the challenge, stacking: U10 to U15, U27, U33."""

import pytest

from bot.errors import IllegalMove
from bot.games.uno import UNO
from bot.games.uno.cards import GREEN, short
from bot.games.uno.state import Asked
from tests.games.uno.position import hand, may, play, position, told

FOURS = ["W+4=R", "W+4=Y", "W+4=G", "W+4=B"]


def test_U10_a_wild_draw_four_is_honest_without_a_card_of_the_colour_in_force() -> None:
    """Equal numbers, equal symbols and other Wilds do not matter."""
    state = position("W+4 B5 W", "G1 G2", top="R5")
    play(state, "0 W+4=G")
    assert state.trial is not None
    assert not state.trial.guilty


def test_U11_a_bluff_can_be_played_and_stands_until_challenged() -> None:
    state = position("W+4 R1 W", "G1 G2", "B1", top="R5")
    play(state, "0 W+4=G")
    assert (state.turn, state.asked, state.colour) == (1, Asked.ANSWER, GREEN)
    assert told(play(state, "1 take")) == ["Bo takes 4 cards and loses the turn."]
    assert (state.turn, len(state.hands[1]), state.trial) == (2, 6, None)


def test_U12_only_the_next_seat_may_challenge_instead_of_drawing() -> None:
    state = position("W+4 R1 W", "G1 G2", "B1", top="R5")
    play(state, "0 W+4=G")
    assert may(state, 1) == ["take", "challenge"]
    assert may(state, 2) == may(state, 0) == []
    with pytest.raises(IllegalMove, match="not your turn"):
        play(state, "2 challenge")


def test_U12_the_colour_before_the_play_is_judged_not_the_named_one() -> None:
    state = position("W+4 G7 W", "G1 G2", top="R5")
    play(state, "0 W+4=G")
    assert told(play(state, "1 challenge"))[0].startswith("Bo challenges Ann. It was honest")


def test_U12_the_hand_before_the_play_is_judged_not_what_came_after() -> None:
    state = position("W+4 B1", "G1 G2", "Y1", top="R5", pile="R1 R2 R3 R4 R6 R7 R8 R9")
    play(state, "0 W+4=G", "2 catch>0")
    assert hand(state, 0) == "R8 R9 B1"
    assert told(play(state, "1 challenge"))[0].startswith("Bo challenges Ann. It was honest")
    assert [short(face) for face in UNO.view(state, 1).shown] == ["B1"]


def test_U13_a_guilty_bluffer_draws_four_and_the_challenger_takes_its_turn() -> None:
    state = position("W+4 R1 W", "G1 G2", "B1", top="R5")
    play(state, "0 W+4=G")
    assert told(play(state, "1 challenge")) == ["Bo challenges Ann. It was a bluff: Ann draws 4 cards."]
    assert (state.turn, state.asked, len(state.hands[0]), len(state.hands[1])) == (1, Asked.TURN, 6, 2)
    assert (state.penalty, state.trial) == (0, None)


def test_U13_an_innocent_hand_costs_the_challenger_six_and_the_turn() -> None:
    state = position("W+4 B1 W", "G1 G2", "B2", top="R5")
    play(state, "0 W+4=G")
    assert told(play(state, "1 challenge")) == ["Bo challenges Ann. It was honest: Bo draws 6 cards."]
    assert (state.turn, state.asked, len(state.hands[0]), len(state.hands[1])) == (2, Asked.TURN, 2, 8)
    assert (state.penalty, state.trial) == (0, None)


@pytest.mark.parametrize("other", ["R1", "B1"])
def test_U13_the_named_colour_stands_either_way(other: str) -> None:
    state = position(f"W+4 {other} W", "G1 G2", "B2", top="R5")
    play(state, "0 W+4=G", "1 challenge")
    assert state.colour == GREEN


def test_U14_the_judged_hand_is_shown_to_the_challenger_alone_until_its_next_move() -> None:
    state = position("W+4 R1 W", "G1 G2", "B2 B3", top="R5")
    play(state, "0 W+4=G", "1 challenge")
    assert [short(face) for face in UNO.view(state, 1).shown] == ["R1", "W"]
    assert UNO.view(state, 0).shown == UNO.view(state, 2).shown == UNO.view(state, None).shown == ()
    play(state, "1 draw")
    assert UNO.view(state, 1).shown == ()
    assert state.shown == {}


def test_U14_an_innocent_hand_is_shown_too_and_moves_of_others_do_not_hide_it() -> None:
    state = position("W+4 B1 W", "G1 G2", "B2 B3", top="R5")
    play(state, "0 W+4=G", "1 challenge", "2 draw")
    assert [short(face) for face in UNO.view(state, 1).shown] == ["B1", "W"]


def test_U14_another_challenge_does_not_hide_what_the_first_one_showed() -> None:
    state = position("W+4 R1 G2", "B1 B2", "W+4 R3 G3", "B3 B4", top="Y5")
    play(state, "0 W+4=G", "1 challenge", "2 W+4=R", "3 challenge")
    assert [short(face) for face in UNO.view(state, 1).shown] == ["R1", "G2"]
    assert [short(face) for face in UNO.view(state, 3).shown] == ["R3", "G3"]


def test_U15_a_last_wild_draw_four_is_never_a_bluff() -> None:
    state = position("W+4", "G1 G2", "B2 B3", top="R5")
    events = told(play(state, "0 W+4=G"))
    assert events[2] == "Bo draws 4 cards."
    assert len(state.hands[1]) == 6
    assert state.outcome is not None


def test_U27_same_answers_a_draw_two_with_a_draw_two_of_any_colour() -> None:
    state = position("R+2 R1 R2", "G+2 W+4 G1", "B+2 B1", top="R5", stacking="same")
    play(state, "0 R+2")
    assert (state.turn, state.asked, state.penalty) == (1, Asked.ANSWER, 2)
    assert may(state, 1) == ["G+2", "take"]
    play(state, "1 G+2")
    assert state.penalty == 4
    assert may(state, 2) == ["B+2", "B+2!", "take"]
    assert told(play(state, "2 take")) == ["Kit takes 4 cards and loses the turn."]
    assert (state.turn, state.penalty) == (0, 0)


def test_U27_same_answers_a_wild_draw_four_with_a_wild_draw_four() -> None:
    state = position("W+4 R1 R2", "W+4 G+2 G1", "B1", top="Y5", stacking="same")
    play(state, "0 W+4=G")
    assert may(state, 1) == [*FOURS, "take", "challenge"]


def test_U27_any_also_puts_a_four_on_a_two_and_a_two_of_the_named_colour_on_a_four() -> None:
    state = position("R+2 R1 R2", "G+2 W+4 G1", "G+2 B+2 B1", top="R5", stacking="any")
    play(state, "0 R+2")
    assert may(state, 1) == ["G+2", *FOURS, "take"]
    play(state, "1 W+4=B")
    assert may(state, 2) == ["B+2", "take", "challenge"]
    play(state, "2 B+2")
    assert (state.penalty, state.trial) == (8, None)
    assert may(state, 0) == ["take"]


def test_U27_the_next_seat_is_always_asked_and_never_forced_to_stack() -> None:
    state = position("R+2 R1 R2", "G1 G2", top="R5", stacking="same")
    play(state, "0 R+2")
    assert may(state, 1) == ["take"]
    state = position("R+2 R1 R2", "G+2 G2 G3", top="R5", stacking="same", must_play=True)
    play(state, "0 R+2")
    assert may(state, 1) == ["G+2", "take"]


def test_U27_only_the_last_four_is_judged_against_the_colour_it_was_played_on() -> None:
    guilty = position("W+4 R1 R2", "W+4 G1 G2", "B1 B2", top="R5", stacking="same")
    play(guilty, "0 W+4=G", "1 W+4=B")
    assert told(play(guilty, "2 challenge")) == ["Kit challenges Bo. It was a bluff: Bo draws 8 cards."]
    assert (guilty.turn, guilty.asked, len(guilty.hands[1]), len(guilty.hands[2])) == (2, Asked.TURN, 10, 2)
    innocent = position("W+4 R1 R2", "W+4 Y1 Y2", "B1 B2", top="R5", stacking="same")
    play(innocent, "0 W+4=G", "1 W+4=B")
    assert told(play(innocent, "2 challenge")) == ["Kit challenges Bo. It was honest: Kit draws 10 cards."]
    assert (innocent.turn, len(innocent.hands[2])) == (0, 12)


def test_U27_a_four_on_a_two_is_judged_by_the_colour_of_the_two() -> None:
    state = position("R+2 R1 R2", "W+4 R9 G2", "B1 B2", top="R5", stacking="any")
    play(state, "0 R+2", "1 W+4=G")
    assert told(play(state, "2 challenge")) == ["Kit challenges Bo. It was a bluff: Bo draws 6 cards."]


def test_U27_without_stacking_nothing_can_be_stacked_on_a_four() -> None:
    state = position("W+4 R1 R2", "W+4 G1", "B1", top="Y5")
    play(state, "0 W+4=G")
    assert may(state, 1) == ["take", "challenge"]


def test_U27_with_no_bluff_a_four_may_be_stacked_only_honestly() -> None:
    state = position("R+2 R1 R2", "W+4 R9 G2", top="R5", stacking="any", no_bluff=True)
    play(state, "0 R+2")
    assert may(state, 1) == ["take"]
    state = position("R+2 R1 R2", "W+4 Y9 G2", top="R5", stacking="any", no_bluff=True)
    play(state, "0 R+2")
    assert may(state, 1) == [*FOURS, "take"]


def test_U33_no_bluff_refuses_an_illegal_wild_draw_four_and_there_is_no_challenge() -> None:
    state = position("W+4 R1 W", "G1 G2", "B1", top="R5", no_bluff=True)
    assert not set(FOURS) & set(may(state, 0))
    with pytest.raises(IllegalMove, match="You hold a card of the colour in force"):
        play(state, "0 W+4=G")
    state = position("W+4 B1 W", "G1 G2", "B2", top="R5", no_bluff=True)
    play(state, "0 W+4=G")
    assert (state.turn, len(state.hands[1])) == (2, 6)


def test_U36_challenge_off_means_a_wild_draw_four_at_any_time() -> None:
    state = position("W+4 R1 W", "G1 G2", "B1", top="R5", challenge="off")
    play(state, "0 W+4=G")
    assert (state.turn, len(state.hands[1])) == (2, 6)
