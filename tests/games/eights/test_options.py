"""The options of Crazy Eights: E7 and E10."""

import pytest

from bot.errors import BadOption
from bot.games.base import Outcome
from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.shedding.events import RoundEnded
from tests.games.eights.position import ACTION, hand, may, names, play, position, result, told


def test_E7_the_round_ends_when_a_seat_has_no_card() -> None:
    state = position("5H", "2C", "3C", top="KH")
    assert told(play(state, "0 5H"))[1] == "Ann is out of cards!"
    assert result(state).winners == (0,)
    assert CRAZY_EIGHTS.waiting(state) == ()


def test_E7_the_round_goes_on_while_every_seat_has_a_card() -> None:
    state = position("5H 2S", "2C", "3C", top="KH")
    play(state, "0 5H")
    assert state.outcome is None


def test_E7_with_play_on_the_others_go_on_until_one_is_left() -> None:
    state = position("5H", "6H", "7H 2C", "9H", top="KH", play_on=True)
    play(state, "0 5H", "1 6H", "2 7H")
    assert state.outcome is None
    assert told(play(state, "3 9H"))[1] == "Dee is out of cards, number 3 to finish."
    assert result(state).places == (1, 2, 4, 3)


def test_E7_with_play_on_seats_that_are_out_are_passed_over() -> None:
    state = position("5H", "6H 2C", "7H 3C", top="KH", play_on=True)
    play(state, "0 5H", "1 6H", "2 7H")
    assert CRAZY_EIGHTS.waiting(state) == (1,)
    assert may(state, 0) == []


def test_E7_with_play_on_two_neighbours_that_are_out_are_passed_over() -> None:
    state = position("5H", "6H", "7H 2C", "9H 3C", top="KH", play_on=True)
    play(state, "0 5H", "1 6H", "2 7H", "3 9H")
    assert CRAZY_EIGHTS.waiting(state) == (2,)


@pytest.mark.parametrize("seats", [5, 6, 10])
def test_E7_with_play_on_and_more_than_four_seats_the_round_ends_when_three_are_out(seats: int) -> None:
    others = ["KC", "9C", "7C", "6C", "4C", "3C", "2C"][: seats - 3]
    state = position("5H", "6H", "7H", *others, top="KH", play_on=True)
    play(state, "0 5H", "1 6H")
    assert state.outcome is None
    play(state, "2 7H")
    assert result(state).places == (1, 2, 3, *range(seats, 3, -1))


def test_E7_with_play_on_four_seats_play_until_three_are_out() -> None:
    state = position("5H", "6H", "7H 2C", "9C", top="KH", play_on=True)
    play(state, "0 5H", "1 6H", "2 7H")
    assert CRAZY_EIGHTS.waiting(state) == (3,)


def test_E7_with_play_on_two_seats_end_when_one_is_out() -> None:
    state = position("5H", "6H", top="KH", play_on=True)
    play(state, "0 5H")
    assert result(state).places == (1, 2)


def test_E7_with_play_on_no_points_are_counted() -> None:
    state = position("5H", "6H", "KS", top="KH", play_on=True)
    events = play(state, "0 5H", "1 6H")
    ended = events[-1]
    assert isinstance(ended, RoundEnded)
    assert (ended.in_hand, ended.points, ended.totals) == ((0, 0, 10), (0, 0, 0), (0, 0, 0))
    assert result(state) == Outcome((1, 2, 3), (0, 0, 0))


@pytest.mark.parametrize("match", [100, 250])
def test_E7_play_on_is_refused_together_with_a_points_target(match: int) -> None:
    with pytest.raises(BadOption):
        CRAZY_EIGHTS.configure("classic", {"play_on": True, "match": match})


def test_E7_with_play_on_and_blocked_those_left_are_placed_by_points_in_hand() -> None:
    state = position("", "KC", "3S", "4C", top="5H", pile="", turn=1, out=[0], play_on=True)
    play(state, "1 pass", "2 pass", "3 pass")
    assert result(state) == Outcome((1, 4, 2, 3), (0, 0, 0, 0))


def test_E7_with_play_on_a_last_queen_skips() -> None:
    state = position("QH", "6H", "7H", "9H", top="KH", play_on=True, queen_skips=True)
    assert told(play(state, "0 QH"))[1:] == ["Ann is out of cards!", "Bo is skipped."]
    assert CRAZY_EIGHTS.waiting(state) == (2,)


def test_E7_with_play_on_a_last_two_makes_the_next_seat_draw() -> None:
    state = position("2H", "6H", "7H", top="KH", pile="AC 3C 4C", play_on=True, two_draws_two=True)
    play(state, "0 2H")
    assert (hand(state, 1), CRAZY_EIGHTS.waiting(state)) == ("3C 4C 6H", (2,))


def test_E7_with_play_on_a_last_ace_turns_play_round_for_those_left() -> None:
    state = position("AH", "6H", "7H", "9H", top="KH", play_on=True, ace_reverses=True)
    play(state, "0 AH")
    assert CRAZY_EIGHTS.waiting(state) == (3,)
    play(state, "3 9H")
    assert CRAZY_EIGHTS.waiting(state) == (2,)


def test_E10_the_options_are_off_by_default() -> None:
    for card in ("2H", "QH", "AH"):
        state = position(f"{card} 9C", "4D", "6D", top="KH")
        assert told(play(state, f"0 {card}"))[1:] == []
        assert (CRAZY_EIGHTS.waiting(state), hand(state, 1)) == ((1,), "4D")


def test_E10_a_two_makes_the_next_seat_draw_two_and_lose_its_turn() -> None:
    state = position("2H 9C", "4D", "6D", top="KH", pile="QS KS JS", two_draws_two=True)
    assert told(play(state, "0 2H"))[1:] == ["Bo takes 2 cards and loses the turn."]
    assert (hand(state, 1), CRAZY_EIGHTS.waiting(state)) == ("4D JS KS", (2,))


def test_E10_with_two_seats_who_plays_a_two_plays_again() -> None:
    state = position("2H 9C", "4D", top="KH", two_draws_two=True)
    play(state, "0 2H")
    assert CRAZY_EIGHTS.waiting(state) == (0,)


def test_E10_a_two_is_not_stacked_on() -> None:
    state = position("2H 9C", "2D", "6D", top="KH", two_draws_two=True)
    play(state, "0 2H")
    assert may(state, 1) == []
    assert len(state.hands[1]) == 3


def test_E10_the_seat_after_the_one_that_drew_two_plays_as_usual() -> None:
    state = position("2H 9C", "4D", "2D 6D 7H", top="KH", pile="QS KS JS", two_draws_two=True)
    play(state, "0 2H")
    assert set(may(state, 2)) == {"2D", "7H", "draw"}


def test_E10_a_two_draws_what_is_left() -> None:
    state = position("2H 9C", "4D", "6D", top="KH", pile="", two_draws_two=True)
    assert told(play(state, "0 2H"))[-1] == "Bo takes a card and loses the turn."
    assert hand(state, 1) == "4D KH"


def test_E10_a_two_as_last_card_is_drawn_before_scoring() -> None:
    state = position("2H", "4D", "6D", top="KH", pile="9S KS 3S", two_draws_two=True)
    ended = play(state, "0 2H")[-1]
    assert isinstance(ended, RoundEnded)
    assert [names(cards) for cards in ended.hands] == ["", "4D 3S KS", "6D"]
    assert ended.points == (23, 0, 0)


def test_E10_a_two_as_last_card_is_drawn_before_the_last_places_are_counted() -> None:
    state = position(
        "", "", "2H", "4D", "6D", top="KH", pile="KS 3S", turn=2, out=[0, 1], play_on=True, two_draws_two=True
    )
    play(state, "2 2H")
    assert result(state).places == (1, 2, 3, 5, 4)


def test_E10_a_queen_costs_the_next_seat_its_turn() -> None:
    state = position("QH 9C", "4H", "6H", top="KH", queen_skips=True)
    assert told(play(state, "0 QH"))[1:] == ["Bo is skipped."]
    assert (hand(state, 1), CRAZY_EIGHTS.waiting(state)) == ("4H", (2,))


def test_E10_with_two_seats_who_plays_a_queen_plays_again() -> None:
    state = position("QH 9C", "4H", top="KH", queen_skips=True)
    play(state, "0 QH")
    assert CRAZY_EIGHTS.waiting(state) == (0,)


def test_E10_an_ace_turns_the_direction_round() -> None:
    state = position("AH 9C", "4H", "6H 6C", "7H", top="KH", ace_reverses=True)
    assert told(play(state, "0 AH"))[1:] == ["Play turns round and runs counter-clockwise."]
    assert CRAZY_EIGHTS.waiting(state) == (3,)


def test_E10_a_second_ace_turns_it_back() -> None:
    state = position("AH 9C", "4H", "6H 6C", "AD 7H", top="KH", ace_reverses=True)
    assert told(play(state, "0 AH", "3 AD"))[1:] == ["Play turns round and runs clockwise."]
    assert CRAZY_EIGHTS.waiting(state) == (0,)


def test_E10_skips_and_draws_follow_the_direction_of_play() -> None:
    state = position("AH 9C", "4H", "6H 6C", "QH 7H", top="KH", preset="action")
    assert told(play(state, "0 AH", "3 QH"))[1:] == ["Kit is skipped."]
    assert CRAZY_EIGHTS.waiting(state) == (1,)


def test_E10_with_two_seats_an_ace_acts_as_a_skip() -> None:
    state = position("AH 9C", "4H", top="KH", ace_reverses=True)
    assert told(play(state, "0 AH"))[1:] == ["Bo is skipped."]
    assert CRAZY_EIGHTS.waiting(state) == (0,)


def test_E10_with_two_seats_left_in_play_an_ace_acts_as_a_skip() -> None:
    state = position("AH 9C", "", "4H", top="KH", out=[1], play_on=True, ace_reverses=True)
    assert told(play(state, "0 AH"))[1:] == ["Kit is skipped."]
    assert CRAZY_EIGHTS.waiting(state) == (0,)


def test_E10_a_last_ace_of_three_seats_in_play_still_turns_play_round() -> None:
    state = position("AH", "4H 2C", "6H 3C", top="KH", play_on=True, ace_reverses=True)
    assert told(play(state, "0 AH"))[2:] == ["Play turns round and runs counter-clockwise."]
    assert CRAZY_EIGHTS.waiting(state) == (2,)


@pytest.mark.parametrize("card", ["QH", "AH"])
@pytest.mark.parametrize("play_on", [False, True])
def test_E10_a_last_queen_or_ace_does_nothing_where_play_is_over(card: str, play_on: bool) -> None:
    state = position(card, "4D", top="KH", preset="action", play_on=play_on)
    lines = told(play(state, f"0 {card}"))
    assert len(lines) == 3
    assert lines[1] == "Ann is out of cards!"
    assert lines[2].startswith("The round is over.")


@pytest.mark.parametrize("limit", [1, 3, 5])
def test_E10_a_seat_that_cannot_play_draws_at_most_its_limit(limit: int) -> None:
    state = position("2C", "4D", top="5H", pile="9H 3S 4S 6S 7S 9S JS", draw_limit=limit)
    play(state, "0 draw")
    assert len(state.hands[0]) == 1 + limit
    assert CRAZY_EIGHTS.waiting(state) == (1,)


def test_E10_a_limited_draw_stops_at_a_card_that_fits() -> None:
    state = position("2C", "4D", top="5H", pile="3S 9H 4S", draw_limit=3)
    play(state, "0 draw")
    assert (len(state.hands[0]), may(state, 0)) == (3, ["9H", "keep"])


def test_E10_the_last_card_of_a_limited_draw_may_be_played() -> None:
    state = position("2C", "4D", top="5H", pile="9H 3S 4S", draw_limit=3)
    play(state, "0 draw")
    assert may(state, 0) == ["9H", "keep"]


def test_E10_a_limit_leaves_who_can_play_at_one_card() -> None:
    state = position("2H", "4D", top="5H", pile="9H 3S 4S", draw_limit=3)
    assert told(play(state, "0 draw")) == ["Ann draws a card."]


def test_E10_a_turn_that_ends_at_the_limit_is_not_a_pass() -> None:
    state = position("2C", "4D", top="5H", pile="3S", draw_limit=1)
    play(state, "0 draw", "1 pass")
    assert state.outcome is None


def test_E10_the_preset_action_turns_on_two_queen_and_ace() -> None:
    assert (ACTION.two_draws_two, ACTION.queen_skips, ACTION.ace_reverses) == (True, True, True)
    assert (ACTION.draw_limit, ACTION.play_on, ACTION.match) == ("off", False, "one")
