"""The end of a deal and of a match of 6 nimmt!: N8, N9, C4, C7, C8, and copies of a state."""

import pytest

from bot.games.base import Outcome
from bot.games.dealer import QuickDealer
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.events import DealEnded, Dealt, Placed, Revealed, TookRow
from tests.games.nimmt.position import (
    PUBLIC,
    SEEDS,
    dealt,
    last_tricks,
    low_card_revealed,
    may,
    play,
    play_out,
    position,
)


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
