"""A turn: U4 to U9, U21 to U23, U30 to U32."""

from typing import Any

import pytest

from bot.errors import IllegalMove
from bot.games.uno import UNO
from bot.games.uno.cards import BLUE, GREEN, RED
from bot.games.uno.state import Asked
from tests.games.uno.position import hand, may, play, position, told


def test_U4_cards_match_by_colour_by_number_or_by_symbol() -> None:
    assert may(position("R1 Y5 Y6 B+2", "G1", top="R5"), 0) == ["R1", "Y5", "draw"]
    assert may(position("YS BR GS R9", "G1", top="RS"), 0) == ["R9", "YS", "GS", "draw"]


def test_U4_a_wild_goes_on_anything() -> None:
    state = position("W G1 G2", "Y1", top="R5")
    assert may(state, 0) == ["W=R", "W=Y", "W=G", "W=B", "draw"]


def test_U4_after_a_wild_only_the_named_colour_counts() -> None:
    assert may(position("R1 Y5 B6 B7", "G1", top="W", colour="B"), 0) == ["B6", "B7", "draw"]


def test_U5_the_named_colour_may_be_the_one_in_force() -> None:
    state = position("W G1 G2", "Y1", top="R5")
    play(state, "0 W=R")
    assert state.colour == RED


def test_U6_a_seat_may_draw_although_it_could_play_and_then_plays_that_card_or_keeps_it() -> None:
    state = position("R1 R2", "G1 G2", top="R5", pile="B1 R9")
    assert told(play(state, "0 draw")) == ["Ann draws a card."]
    assert may(state, 0) == ["R9", "keep"]
    assert may(state, 1) == []
    kept = state.copy()
    assert told(play(kept, "0 keep")) == ["Ann keeps the card."]
    assert (kept.turn, hand(kept, 0), kept.drawn, kept.asked) == (1, "R1 R2 R9", None, Asked.TURN)
    play(state, "0 R9")
    assert (state.turn, hand(state, 0)) == (1, "R1 R2")


def test_U6_no_other_card_may_be_played_after_drawing() -> None:
    state = position("R1 R2", "G1 G2", top="R5", pile="R9")
    play(state, "0 draw")
    with pytest.raises(IllegalMove, match="You have drawn: play that card, or keep it"):
        play(state, "0 R1")


def test_U6_a_drawn_card_that_cannot_be_played_ends_the_turn_by_itself() -> None:
    state = position("R1 R2", "G1 G2", top="R5", pile="B9")
    play(state, "0 draw")
    assert (state.turn, hand(state, 0)) == (1, "R1 R2 B9")


def test_U7_a_skip_costs_the_next_seat_its_turn() -> None:
    state = position("RS R1 R2", "G1", "B1", top="R5")
    assert told(play(state, "0 RS")) == ["Ann plays Red Skip.", "Bo is skipped."]
    assert state.turn == 2


def test_U7_a_draw_two_is_drawn_at_once_and_costs_the_turn() -> None:
    state = position("R+2 R1 R2", "G1", "B1", top="R5")
    assert told(play(state, "0 R+2")) == ["Ann plays Red Draw Two.", "Bo takes 2 cards and loses the turn."]
    assert (state.turn, len(state.hands[1]), state.penalty) == (2, 3, 0)


def test_U7_there_is_no_stacking_by_default() -> None:
    state = position("R+2 R1 R2", "G+2 G1", "B1", top="R5")
    play(state, "0 R+2")
    assert state.turn == 2


@pytest.mark.parametrize("options", [{"challenge": "off"}, {"no_bluff": True}])
def test_U7_a_wild_draw_four_that_nobody_can_challenge_is_drawn_at_once(options: dict[str, Any]) -> None:
    state = position("W+4 G1 G2", "G3", "B1", top="R5", **options)
    assert told(play(state, "0 W+4=G"))[1] == "Bo takes 4 cards and loses the turn."
    assert (state.turn, len(state.hands[1]), state.trial) == (2, 5, None)


def test_a_reverse_turns_the_direction_round() -> None:
    state = position("RR R1 R2", "G1", "B1", top="R5")
    assert told(play(state, "0 RR")) == ["Ann plays Red Reverse.", "Play turns round and runs counter-clockwise."]
    assert (state.turn, state.direction) == (2, -1)
    state = position("G1", "RR R1 R2", "B1", top="R5", turn=1)
    state.direction = -1
    assert told(play(state, "1 RR"))[1] == "Play turns round and runs clockwise."
    assert (state.turn, state.direction) == (2, 1)


def test_U8_between_two_seats_a_reverse_acts_as_skip() -> None:
    state = position("RR R1 R2", "G1", top="R5")
    assert told(play(state, "0 RR")) == ["Ann plays Red Reverse.", "Bo is skipped."]
    assert (state.turn, state.direction) == (0, 1)


def test_U9_naming_the_colour_is_part_of_the_move() -> None:
    state = position("W R1 R2", "G1 G2", top="R5")
    assert told(play(state, "0 W=G")) == ["Ann plays Wild, green."]
    assert (state.turn, state.colour) == (1, GREEN)


def test_U9_also_as_a_last_card() -> None:
    state = position("W", "G1 G2", top="R5")
    assert may(state, 0) == ["W=R", "W=Y", "W=G", "W=B", "draw"]
    play(state, "0 W=B")
    assert state.colour == BLUE
    assert state.outcome is not None


def test_U21_an_empty_pile_is_renewed_from_all_discards_but_the_top() -> None:
    state = position("R1 R2", "G1 G2", top="R5", pile="", discards="B1 W Y2")
    events = told(play(state, "0 draw"))
    assert events == ["The discards are shuffled into a new pile of 3 cards.", "Ann draws a card."]
    assert len(state.discards) == 1
    assert len(state.pile) == 2


def test_U22_where_nothing_is_left_to_draw_a_seat_may_pass_and_only_then() -> None:
    stuck = position("R1 B2", "G1 G2", top="R5", pile="")
    assert may(stuck, 0) == ["R1", "R1!", "pass"]
    assert told(play(stuck, "0 pass")) == ["Ann passes: nothing is left to draw."]
    assert stuck.turn == 1
    assert "pass" not in may(position("R1 B2", "G1 G2", top="R5", pile="B1"), 0)
    assert "pass" not in may(position("R1 B2", "G1 G2", top="R5", pile="", discards="B1"), 0)


def test_U22_with_must_play_a_seat_may_pass_only_if_it_cannot_play() -> None:
    assert may(position("R1 B2 B3", "G1", top="R5", pile="", must_play=True), 0) == ["R1"]
    assert may(position("B2 B3 B4", "G1", top="R5", pile="", must_play=True), 0) == ["pass"]


def test_U22_when_all_pass_in_a_row_the_fewest_points_win_the_difference() -> None:
    state = position("B9 B8", "G1 G2", "Y4 Y5", top="R5", pile="", discards="")
    state.discards = state.discards[-1:]
    events = told(play(state, "0 pass", "1 pass", "2 pass"))
    assert events[1].startswith("Everybody has passed: the round is over.")
    assert state.outcome is not None
    assert state.outcome.points == (0, 14 + 6, 0)
    assert state.outcome.places == (3, 1, 2)


def test_U22_tied_seats_each_score_the_difference_in_full() -> None:
    state = position("B9 B8", "G1 G2", "Y3", top="R5", pile="")
    play(state, "0 pass", "1 pass", "2 pass")
    assert state.outcome is not None
    assert state.outcome.points == (0, 14, 14)
    assert state.outcome.places == (3, 1, 1)


def test_U22_a_play_in_between_starts_the_count_of_passes_anew() -> None:
    state = position("B9 B8", "R1 G2 G3", "Y3 Y4", top="R5", pile="")
    play(state, "0 pass", "1 R1", "2 draw")
    assert state.passes == 0
    assert state.outcome is None


def test_U22_a_draw_is_no_pass() -> None:
    state = position("B9 B8", "G2 G3", top="R5", pile="G9")
    play(state, "0 draw")
    assert state.passes == 0
    play(state, "1 pass", "0 pass")
    assert state.outcome is not None


def test_U22_a_blocked_round_of_a_match_deals_the_next() -> None:
    state = position("B9 B8", "G1 G2", top="R5", pile="", match=200)
    play(state, "0 pass", "1 pass")
    assert (state.round, state.scores, state.outcome) == (2, [0, 14], None)


def test_U23_a_penalty_larger_than_what_is_left_draws_what_is_left() -> None:
    state = position("R+2 R1 R2", "G1", "B1", top="R5", pile="Y1")
    state.discards = state.discards[-1:]
    events = told(play(state, "0 R+2"))
    assert len(state.hands[1]) == 3
    assert "The discards are shuffled into a new pile of 1 card." in events
    state = position("W+4 R1 R2", "G1", "B1", top="R5", pile="", challenge="off")
    assert told(play(state, "0 W+4=R"))[-1] == "Bo takes a card and loses the turn."


def test_U30_draw_until_a_drawn_card_can_be_played() -> None:
    state = position("R1 B7", "G1", top="R5", pile="R9 R8 B2 B1", draw_until_playable=True)
    assert told(play(state, "0 draw")) == ["Ann draws 3 cards."]
    assert may(state, 0) == ["R8", "keep"]
    assert hand(state, 0) == "R1 R8 B1 B2 B7"


def test_U30_cards_already_held_do_not_count_and_the_turn_passes_when_the_piles_are_empty() -> None:
    state = position("R1 B7", "G1", top="R5", pile="B3 B2 B1", draw_until_playable=True)
    assert told(play(state, "0 draw")) == ["Ann draws 3 cards."]
    assert (state.turn, state.passes) == (1, 0)


def test_U31_a_drawn_card_may_be_played_by_default() -> None:
    state = position("B1 B2", "G1", top="R5", pile="R9")
    play(state, "0 draw")
    assert may(state, 0) == ["R9", "keep"]


def test_U31_must_plays_it() -> None:
    state = position("B1 B2", "G1", top="R5", pile="R9", drawn_card="must")
    play(state, "0 draw")
    assert may(state, 0) == ["R9"]


def test_U31_keep_never_plays_it_this_turn() -> None:
    state = position("B1 B2", "G1", top="R5", pile="R9", drawn_card="keep")
    play(state, "0 draw")
    assert (state.turn, hand(state, 0)) == (1, "R9 B1 B2")


def test_U31_a_drawn_wild_draw_four_counts_as_playable_unless_bluffing_is_refused() -> None:
    state = position("R1 B2", "G1", top="R5", pile="W+4")
    play(state, "0 draw")
    assert may(state, 0) == ["W+4=R", "W+4=Y", "W+4=G", "W+4=B", "keep"]
    state = position("R1 B2", "G1", top="R5", pile="W+4", no_bluff=True)
    play(state, "0 draw")
    assert state.turn == 1
    state = position("Y1 B2", "G1", top="R5", pile="W+4", no_bluff=True)
    play(state, "0 draw")
    assert may(state, 0) == ["W+4=R", "W+4=Y", "W+4=G", "W+4=B", "keep"]


def test_U31_must_never_forces_a_bluff() -> None:
    bluff = position("R1 B2", "G1", top="R5", pile="W+4", drawn_card="must")
    play(bluff, "0 draw")
    assert "keep" in may(bluff, 0)
    honest = position("Y1 B2", "G1", top="R5", pile="W+4", drawn_card="must")
    play(honest, "0 draw")
    assert "keep" not in may(honest, 0)
    any_time = position("R1 B2", "G1", top="R5", pile="W+4", drawn_card="must", challenge="off")
    play(any_time, "0 draw")
    assert "keep" not in may(any_time, 0)


def test_U32_with_must_play_who_can_play_may_not_draw() -> None:
    assert may(position("R1 B2 B3", "G1", top="R5", must_play=True), 0) == ["R1"]
    assert may(position("Y1 B2 B3", "G1", top="R5", must_play=True), 0) == ["draw"]


def test_U32_the_drawn_card_itself_follows_drawn_card() -> None:
    state = position("Y1 B2", "G1", top="R5", pile="R9", must_play=True)
    play(state, "0 draw")
    assert may(state, 0) == ["R9", "keep"]


def test_P2_a_pile_of_fewer_than_four_is_renewed_before_each_single_card() -> None:
    state = position("Y1 B2", "G1", top="R5", pile="Y2 Y3 Y4", discards="B5 B6", preset="one")
    assert told(play(state, "0 draw"))[0] == "The discards are shuffled into a new pile of 5 cards."
    state = position("Y1 B2", "G1", top="R5", pile="Y2 Y3 Y4 Y5", discards="B5 B6", preset="one")
    assert told(play(state, "0 draw")) == ["Ann draws a card."]
    state = position("Y1 B2", "G1", top="R5", pile="Y2 Y3 Y4", preset="one")
    assert told(play(state, "0 draw")) == ["Ann draws a card."]


def test_P1_official_leaves_everything_as_it_is_by_default() -> None:
    assert next(iter(UNO.presets)) == "official"
    assert UNO.configure("official") == UNO.configure() == UNO.options()


@pytest.mark.parametrize(
    ("preset", "values"),
    [
        ("one", {"wilds": 3, "starter": "number", "drawn_card": "keep", "uno_call": "off", "challenge": "off"}),
        ("one", {"renew_below": 4, "match": "one"}),
        ("v26", {"starter": "no_wild", "must_play": True, "draw_until_playable": True, "drawn_card": "must"}),
        ("v26", {"uno_call": "call", "challenge": "off"}),
        ("party", {"stacking": "same", "jump_in": True, "seven_zero": True, "draw_until_playable": True}),
    ],
)
def test_P2_and_P3_and_P4_the_presets_set_what_they_promise(preset: str, values: dict[str, Any]) -> None:
    options = UNO.configure(preset)
    assert {name: getattr(options, name) for name in values} == values


def test_U36_single_options_override_a_preset() -> None:
    options = UNO.configure("party", {"stacking": "any", "hand_size": "5"})
    assert (options.stacking, options.hand_size, options.jump_in) == ("any", 5, True)
