"""The end of a round and of a match of Crazy Eights: E8, E9, C4, C7, C8."""

import pytest

from bot.games.base import Outcome
from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.crazy_eights.cards import FACE
from bot.games.shedding.events import Dealt, RoundEnded
from tests.games.eights.position import PACK, face, hand, may, name, play, position, result


@pytest.mark.parametrize(
    ("card", "worth"),
    [
        ("8S", 50),
        ("KS", 10),
        ("QS", 10),
        ("JS", 10),
        ("10S", 10),
        ("AS", 1),
        ("2S", 2),
        ("3S", 3),
        ("4S", 4),
        ("5S", 5),
        ("6S", 6),
        ("7S", 7),
        ("9S", 9),
    ],
)
def test_E8_what_a_card_in_hand_is_worth(card: str, worth: int) -> None:
    state = position("5H", card, top="KH")
    play(state, "0 5H")
    assert result(state).points == (worth, 0)


def test_E8_the_winner_scores_all_the_other_hands() -> None:
    state = position("8D KC", "5H", "AC 9D", "JS", top="KH", turn=1)
    ended = play(state, "1 5H")[-1]
    assert isinstance(ended, RoundEnded)
    assert ended.in_hand == (60, 0, 10, 10)
    assert ended.points == (0, 80, 0, 0)


def test_E9_a_match_is_one_round_by_default() -> None:
    state = position("5H", "2C", top="KH")
    play(state, "0 5H")
    assert result(state).points == (2, 0)


@pytest.mark.parametrize("target", [100, 250])
def test_E9_a_match_ends_with_the_round_in_which_the_target_is_reached(target: int) -> None:
    state = position("5H", "2C", top="KH", match=target, scores=[target - 2, 0])
    play(state, "0 5H")
    assert result(state) == Outcome((1, 2), (target, 0))


@pytest.mark.parametrize("target", [100, 250])
def test_E9_a_match_goes_on_below_the_target(target: int) -> None:
    state = position("5H", "2C", top="KH", match=target, scores=[target - 3, 0])
    play(state, "0 5H")
    assert (state.outcome, state.scores, state.round) == (None, [target - 1, 0], 2)


def test_C8_the_most_points_win_the_match() -> None:
    state = position("2C", "5H", top="KH", turn=1, match=100, scores=[97, 99])
    play(state, "1 5H")
    assert result(state) == Outcome((2, 1), (97, 101))


def test_C8_a_tie_for_first_is_shared() -> None:
    state = position("3C", "3S", "KC KD", top="5H", pile="", match=100, scores=[90, 90, 0])
    play(state, "0 pass", "1 pass", "2 pass")
    assert result(state) == Outcome((1, 1, 3), (107, 107, 0))


def test_C8_several_seats_may_reach_the_target_at_once() -> None:
    state = position("3C", "3S", "KC KD", top="5H", pile="", match=100, scores=[90, 95, 0])
    play(state, "0 pass", "1 pass", "2 pass")
    assert result(state) == Outcome((2, 1, 3), (107, 112, 0))


def test_C4_in_one_round_the_others_are_placed_by_points_in_hand_and_ties_share() -> None:
    state = position("KC", "5H", "10C", "AC", top="KH", turn=1)
    play(state, "1 5H")
    assert result(state).places == (3, 1, 3, 2)


def test_C4_ties_leave_the_next_place_empty() -> None:
    state = position("5H", "3C", "3D", "KC", top="KH")
    play(state, "0 5H")
    assert result(state).places == (1, 2, 2, 4)


def test_C4_in_a_match_seats_are_placed_by_total_points() -> None:
    state = position("5H", "3C", "3D", "8C", top="KH", match=100, scores=[60, 20, 20, 99])
    play(state, "0 5H")
    assert result(state) == Outcome((1, 3, 3, 2), (116, 20, 20, 99))


def test_C7_the_next_round_is_dealt_in_the_move_that_ends_the_last_one() -> None:
    state = position("5H", "2C 9S", "KD", top="KH", match=100, scores=[10, 20, 30])
    *_, ended, dealt = play(state, "0 5H")
    shown = (), (face("2C"), face("9S")), (face("KD"),)
    assert ended == RoundEnded(False, shown, (0, 11, 10), (21, 0, 0), (31, 20, 30))
    assert dealt == Dealt(2, 0, state.top)
    assert [len(cards) for cards in state.hands] == [5, 5, 5]
    assert len(state.discards) == 1
    assert sorted(name(FACE[card]) for card in CRAZY_EIGHTS.cards(state)) == sorted(PACK)


def test_C7_a_new_round_begins_with_nobody_out_and_no_passes() -> None:
    state = position("3C", "KC", top="5H", pile="", match=100)
    play(state, "0 pass", "1 pass")
    assert (state.round, state.scores, state.out, state.passes) == (2, [7, 0], [], 0)
    assert [len(cards) for cards in state.hands] == [7, 7]
    assert may(state, state.turn)[-1] == "draw"


def test_C7_a_match_is_played_to_its_end_without_another_deal() -> None:
    state = position("5H", "2C", top="KH", match=100, scores=[99, 0])
    assert not any(isinstance(event, Dealt) for event in play(state, "0 5H"))
    assert [hand(state, seat) for seat in range(2)] == ["", "2C"]
