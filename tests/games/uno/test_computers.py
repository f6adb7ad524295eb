"""Computers in UNO: K1, K2, K6. Positions by hand, choices over many seeds."""

from collections import Counter

import pytest

from bot.games.dealer import QuickDealer
from bot.games.uno import UNO
from bot.games.uno.state import State
from tests.games.uno.position import play, position


def choices(level: str, state: State, seat: int = 0, times: int = 300) -> "Counter[str]":
    """How often this computer makes each move; "-" where it leaves an optional one alone."""
    computer, view = UNO.computer(level), UNO.view(state, seat)
    found: Counter[str] = Counter()
    for seed in range(times):
        move = computer.choose(view, QuickDealer(seed))
        found["-" if move is None else move.text] += 1
    return found


def test_K1_a_computer_sees_nothing_but_its_view() -> None:
    state = position("R1 R2", "G1 G2", top="R5")
    view = UNO.view(state, 0)
    assert view.counts == (2, 2)
    assert not any(name in dir(view) for name in ("hands", "state"))
    assert UNO.view(state, None).hand == ()


def test_K2_easy_plays_any_card_that_fits() -> None:
    found = choices("easy", position("R1 R2 B5 Y1", "G1", top="R5"))
    assert set(found) == {"R1", "R2", "B5"}
    assert min(found.values()) > 60


def test_K2_medium_tosses_a_coin_between_its_commonest_symbol_and_its_commonest_colour() -> None:
    found = choices("medium", position("R1 R2 R3 B5 Y5 G5", "G1", top="R5"))
    assert set(found) == {"R1", "Y5"}
    assert 100 < found["R1"] < 200


def test_K2_hard_adds_both_frequencies_up() -> None:
    assert set(choices("hard", position("R1 R2 Y2 G2 B9 B8", "G1", top="R5"))) == {"R2"}


def test_K2_hard_prefers_draw_two_reverse_and_skip() -> None:
    for action in ("RS", "RR", "R+2"):
        assert set(choices("hard", position(f"R1 R2 R3 {action}", "G1", top="R5"))) == {action}


def test_K2_hard_holds_its_wilds_back() -> None:
    assert set(choices("hard", position("W W W+4 R1 B2", "G1", top="R5"))) == {"R1"}


def test_K2_hard_breaks_ties_by_the_points_it_sheds() -> None:
    assert set(choices("hard", position("R1 R9 B2", "G1", top="R5"))) == {"R9"}


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_K2_after_a_wild_everybody_names_the_commonest_colour_in_hand(level: str) -> None:
    assert set(choices(level, position("W B1 B2 G3", "G1", top="R5"))) == {"W=B"}
    named = position("B1 B2 G3", "G1", top="W", colour="R")
    named.asked = type(named.asked).NAME
    assert set(choices(level, named)) == {"name=B"}


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_K2_everybody_plays_a_drawn_card_and_draws_only_when_it_must(level: str) -> None:
    state = position("B1 B2", "G1", top="R5", pile="R9")
    assert set(choices(level, state)) == {"draw"}
    play(state, "0 draw")
    assert set(choices(level, state)) == {"R9"}
    assert set(choices(level, position("B1 B2", "G1", top="R5", pile=""))) == {"pass"}


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_K2_everybody_stacks_if_it_can(level: str) -> None:
    state = position("R+2 R1 R2", "G+2 G1 G2", top="R5", stacking="same")
    play(state, "0 R+2")
    assert set(choices(level, state, seat=1)) == {"G+2"}


def test_K2_easy_and_medium_never_challenge_and_hard_doubts_a_large_hand() -> None:
    large = position("W+4 R1 R2 R3 B1 B2 B3", "G1 G2", top="R5")
    play(large, "0 W+4=B")
    small = position("W+4 B1 B2", "G1 G2", top="R5")
    play(small, "0 W+4=B")
    for level in ("easy", "medium"):
        assert set(choices(level, large, seat=1)) == {"take"}
    assert set(choices("hard", large, seat=1)) == {"challenge"}
    assert set(choices("hard", small, seat=1)) == {"take"}


def test_K2_hard_never_bluffs() -> None:
    plenty = "Y1 Y2 Y3 Y4 Y6 Y7 Y8 Y9 G2 G3 G4 G6 G7 G8 G9 B9 B8 B7"
    drawn = position("R1 B2 B3", "G1", top="R5", pile=f"{plenty} W+4")
    play(drawn, "0 draw")
    assert set(choices("hard", drawn)) == {"keep"}
    assert set(choices("easy", drawn)) == {"W+4=B"}
    stack = position("R+2 R1 R2", "W+4 R9 G2", top="R5", stacking="any")
    play(stack, "0 R+2")
    assert set(choices("hard", stack, seat=1)) == {"take"}
    any_time = position("R1 B2 B3", "G1", top="R5", pile=f"{plenty} W+4", challenge="off")
    play(any_time, "0 draw")
    assert set(choices("hard", any_time)) == {"W+4=B"}


def test_K2_easy_and_medium_jump_in_half_the_time_and_hard_always() -> None:
    state = position("R1 R2 R3", "G1 G2", "R5 B1 B2", top="R5", jump_in=True)
    for level in ("easy", "medium"):
        found = choices(level, state, seat=2)
        assert set(found) == {"R5", "-"}
        assert 100 < found["R5"] < 200
    assert set(choices("hard", state, seat=2)) == {"R5"}


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_K2_everybody_swaps_with_the_smallest_hand(level: str) -> None:
    state = position("R7 B1 B2", "G1 G2 G3", "Y1 Y2", "Y3 Y4 Y5", top="R5", seven_zero=True)
    assert set(choices(level, state)) == {"R7>2"}


def test_K2_hard_does_not_give_a_small_hand_away() -> None:
    state = position("R7 R0 R1 R2", "G1 G2 G3 G4 G6", "Y1 Y2 Y3 Y4 Y6", top="R5", seven_zero=True)
    assert set(choices("hard", state)) <= {"R1", "R2"}
    state = position("R7 R0 R1 R2", "G1 G2 G3 G4 G6", "Y1", top="R5", seven_zero=True)
    assert set(choices("hard", state)) <= {"R7>2!", "R0!"}


def test_K6_easy_and_medium_sometimes_forget_to_call_and_hard_never_does() -> None:
    state = position("R1 B2", "G1 G2", top="R5")
    assert 100 < choices("easy", state)["R1!"] < 200
    assert 185 < choices("medium", state)["R1!"] < 265
    assert set(choices("hard", state)) == {"R1!"}


def test_K6_easy_and_medium_sometimes_forget_to_catch_and_hard_never_does() -> None:
    state = position("R1 B2", "G3 G4", "Y3 Y4", top="R5")
    play(state, "0 R1")
    assert 100 < choices("easy", state, seat=2)["catch>0"] < 200
    assert 185 < choices("medium", state, seat=2)["catch>0"] < 265
    assert set(choices("hard", state, seat=2)) == {"catch>0"}
    assert set(choices("easy", state, seat=1)) == {"catch>0", "draw"}
    assert set(choices("hard", state, seat=0)) == {"call"}


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_when_nearly_all_cards_are_in_hands_colours_are_named_at_random(level: str) -> None:
    """Otherwise everybody may name the only colour it holds for ever, while the Wilds go round."""
    state = position("W B1 B2 B3", "G1", top="R5", pile="")
    assert set(choices(level, state)) == {"W=R", "W=Y", "W=G", "W=B"}
