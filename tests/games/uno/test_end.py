"""The end of a round and of a match: U24 to U26, U34, C4, C7, C8."""

import pytest

from bot.errors import BadOption, IllegalMove
from bot.games.shedding.events import RoundEnded
from bot.games.uno import UNO
from bot.games.uno.cards import ALL, face_of, short, worth_of
from bot.games.uno.state import Asked
from tests.games.uno.position import may, play, position, told


@pytest.mark.parametrize("last", ["R1", "RS", "RR", "R+2", "W=R", "W+4=R"])
def test_U24_any_card_may_be_the_last(last: str) -> None:
    state = position(last.split("=", maxsplit=1)[0], "G1 G2", top="R5")
    play(state, f"0 {last}")
    assert state.outcome is not None
    assert state.outcome.winners == (0,)
    assert UNO.waiting(state) == ()
    assert may(state, 0) == may(state, 1) == []
    with pytest.raises(IllegalMove, match="This game is over"):
        play(state, "1 draw")


@pytest.mark.parametrize(("last", "count"), [("R+2", 2), ("W+4=R", 4)])
def test_U24_a_last_draw_card_is_still_drawn_before_scoring(last: str, count: int) -> None:
    state = position(last.split("=", maxsplit=1)[0], "G1", "B1", top="R5", pile="R9 R9 R8 R8")
    events = told(play(state, f"0 {last}"))
    assert events[1:3] == ["Ann is out of cards!", f"Bo draws {count} cards."]
    assert state.outcome is not None
    assert state.outcome.points == (1 + 1 + {2: 16, 4: 34}[count], 0, 0)


@pytest.mark.parametrize("last", ["RS", "RR"])
def test_U24_a_last_skip_or_reverse_does_nothing(last: str) -> None:
    state = position(last, "G1", "B1", top="R5")
    events = told(play(state, f"0 {last}"))
    assert events[1:] == [
        "Ann is out of cards!",
        "The round is over. Bo holds G1 (1). Kit holds B1 (1). Ann scores 2.",
    ]


def test_U24_with_stacking_the_next_seat_draws_the_whole_sum_and_may_not_stack() -> None:
    state = position("R+2 R1 R2", "G+2", "B+2 B1", top="R5", stacking="same")
    play(state, "0 R+2")
    events = told(play(state, "1 G+2"))
    assert events[2] == "Kit draws 4 cards."
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


@pytest.mark.parametrize(
    ("symbol", "points"), [*((n, n) for n in range(10)), (10, 20), (11, 20), (12, 20), (13, 50), (14, 50)]
)
def test_U25_cards_in_hand_count_these_points(symbol: int, points: int) -> None:
    assert worth_of(face_of(2, symbol)) == points


def test_U25_the_winner_scores_the_others_cards() -> None:
    state = position("R1", "G9 GS W", "B0 B+2", top="R5")
    events = play(state, "0 R1")
    assert state.outcome is not None
    assert state.outcome.points == (9 + 20 + 50 + 0 + 20, 0, 0)
    ended = events[-1]
    assert isinstance(ended, RoundEnded)
    assert ended.in_hand == (0, 79, 20)


def test_U26_a_match_is_one_round_by_default() -> None:
    state = position("R1", "G9", top="R5")
    play(state, "0 R1")
    assert state.outcome is not None


@pytest.mark.parametrize("target", [200, 500])
def test_U26_or_goes_on_to_200_or_500_points(target: int) -> None:
    state = position("R1", "G9 G8", top="R5", match=target)
    state.scores = [target - 18, 0]
    play(state.copy(), "0 R1")
    play(state, "0 R1")
    assert (state.round, state.outcome, state.scores) == (2, None, [target - 1, 0])
    state = position("R1", "G9 G8", top="R5", match=target)
    state.scores = [target - 17, 0]
    play(state, "0 R1")
    assert state.outcome is not None
    assert state.outcome.points == (target, 0)


def test_C4_in_one_round_the_others_are_placed_by_points_in_hand() -> None:
    state = position("R1", "G9", "B0", "Y9", top="R5")
    play(state, "0 R1")
    assert state.outcome is not None
    assert state.outcome.places == (1, 3, 2, 3)
    assert state.outcome.winners == (0,)


def test_C4_in_a_match_total_points_decide_and_ties_share_the_place() -> None:
    state = position("R1", "W W", "B0", "B1", top="R5", match=200)
    state.scores = [10, 150, 199, 150]
    play(state, "0 R1")
    assert state.outcome is None
    state = position("R1", "W W", "B0", "B1", top="R5", match=200)
    state.scores = [99, 150, 250, 150]
    play(state, "0 R1")
    assert state.outcome is not None
    assert state.outcome.points == (200, 150, 250, 150)
    assert state.outcome.places == (2, 3, 1, 3)


def test_C7_the_next_round_is_dealt_in_the_same_move_and_the_hands_stay_in_the_events() -> None:
    state = position("R1", "G9 W", top="R5", match=500)
    state.owes, state.shown = [1], {1: ALL.faces(state.hands[1])}
    events = play(state, "0 R1")
    ended = next(event for event in events if isinstance(event, RoundEnded))
    assert [[short(face) for face in hand] for hand in ended.hands] == [[], ["G9", "W"]]
    assert (ended.points, ended.totals) == ((59, 0), (59, 0))
    assert told(events)[-1].startswith("Round 2: Ann deals and turns up")
    assert UNO.waiting(state) != ()
    assert (state.out, state.owes, state.shown, state.passes, state.penalty) == ([], [], {}, 0, 0)
    assert len(UNO.cards(state)) == 108


def test_C7_a_new_round_runs_clockwise_again() -> None:
    state = position("R1", "G9 W", "G8", top="R5", match=500, starter="number")
    state.direction = -1
    play(state, "0 R1")
    assert state.direction == 1


def test_C8_several_seats_may_reach_the_target_at_once_and_a_tie_for_first_is_shared() -> None:
    state = position("B9 B8", "G1 G2", "Y3", top="R5", pile="", match=200)
    state.scores = [0, 190, 190]
    play(state, "0 pass", "1 pass", "2 pass")
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.points) == ((1, 2), (0, 204, 204))


def test_U34_play_on_goes_on_until_one_seat_is_left() -> None:
    state = position("R1", "R2", "B3 B4", top="R5", play_on=True)
    assert told(play(state, "0 R1"))[1] == "Ann is out of cards!"
    assert (state.outcome, state.turn) == (None, 1)
    assert told(play(state, "1 R2"))[1] == "Bo is out of cards, number 2 to finish."
    assert state.outcome is not None
    assert (state.outcome.places, state.outcome.points) == ((1, 2, 3), (0, 0, 0))


def test_U34_with_more_than_four_seats_it_ends_when_three_are_out() -> None:
    state = position("R1", "R2", "R3", "W W", "B9", top="R5", play_on=True)
    play(state, "0 R1", "1 R2")
    assert state.outcome is None
    play(state, "2 R3")
    assert state.outcome is not None
    assert state.outcome.places == (1, 2, 3, 5, 4)


def test_U34_with_four_seats_it_ends_with_the_last_but_one() -> None:
    state = position("R1", "R2", "R3", "W W", top="R5", play_on=True)
    play(state, "0 R1", "1 R2")
    assert state.outcome is None
    play(state, "2 R3")
    assert state.outcome is not None


def test_U34_a_last_card_has_its_full_effect_on_those_left() -> None:
    for last, turn, drawn in (("RS", 2, 0), ("R+2", 2, 2), ("W+4=R", 2, 4)):
        state = position(last.split("=")[0], "R2 R3", "B3 B4", top="R5", play_on=True)
        play(state, f"0 {last}")
        assert (state.turn, len(state.hands[1])) == (turn, 2 + drawn)
    state = position("RR", "R2 R3", "B3 B4", top="R5", play_on=True)
    play(state, "0 RR")
    assert (state.turn, state.direction) == (2, -1)
    state = position("W", "R2 R3", "B3 B4", top="R5", play_on=True)
    play(state, "0 W=B")
    assert state.turn == 1


def test_U34_a_last_draw_card_that_ends_the_round_is_drawn_before_the_places() -> None:
    state = position("R+2", "R2", "R3", "B1", "B9", top="R5", play_on=True, pile="G9 G9")
    state.out = [1, 2]
    state.hands[1] = state.hands[2] = []
    play(state, "0 R+2")
    assert state.outcome is not None
    assert state.outcome.places == (3, 1, 2, 5, 4)


def test_U34_with_stacking_a_last_card_that_does_not_end_the_round_may_be_stacked_on() -> None:
    state = position("R+2", "G+2 R3", "B3 B4", top="R5", play_on=True, stacking="same")
    play(state, "0 R+2")
    assert (state.asked, state.turn) == (Asked.ANSWER, 1)
    assert may(state, 1) == ["G+2", "G+2!", "take"]
    state = position("W+4", "W+4 R3", "B3 B4", top="R5", play_on=True, stacking="same")
    play(state, "0 W+4=G")
    assert "challenge" not in may(state, 1)


def test_U8_with_two_left_a_reverse_acts_as_skip() -> None:
    state = position("R1", "RR R3", "B3 B4", top="R5", play_on=True)
    play(state, "0 R1")
    assert told(play(state, "1 RR!")) == ["Bo plays Red Reverse and calls UNO!", "Kit is skipped."]
    assert (state.turn, state.direction) == (1, 1)


def test_U34_seats_that_are_out_are_passed_over_in_turns_and_catches() -> None:
    state = position("R1", "R2 R3", "B3 B4", "Y3 Y4", top="R5", play_on=True)
    play(state, "0 R1", "1 draw", "1 keep", "2 draw", "2 keep", "3 draw", "3 keep")
    assert state.turn == 1
    state.owes = [1]
    assert may(state, 0) == []
    assert may(state, 2) == ["catch>1"]
    with pytest.raises(IllegalMove, match="You are out of this round already"):
        play(state, "0 draw")


def test_U34_if_blocked_those_left_are_placed_by_points_in_hand() -> None:
    state = position("R1", "Y9", "B3 B4", top="R5", play_on=True, pile="")
    play(state, "0 R1")
    state.discards = state.discards[-1:]
    play(state, "1 pass")
    assert state.outcome is None
    play(state, "2 pass")
    assert state.outcome is not None
    assert (state.outcome.places, state.outcome.points) == ((1, 3, 2), (0, 0, 0))


@pytest.mark.parametrize("target", [200, 500])
def test_U34_play_on_is_refused_together_with_a_points_target(target: int) -> None:
    with pytest.raises(BadOption, match="with play_on, match can only be one"):
        UNO.configure(None, {"play_on": True, "match": target})


def test_no_bluff_contradicts_challenge_off() -> None:
    with pytest.raises(BadOption, match="with no_bluff, challenge can only be on"):
        UNO.configure(None, {"no_bluff": True, "challenge": "off"})
