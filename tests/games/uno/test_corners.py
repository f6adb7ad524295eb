"""Corners of UNO that a mutation run found untested: small changes to the rules that no other test noticed."""

import pytest

from bot.errors import IllegalMove
from bot.games.base import Outcome
from bot.games.dealer import QuickDealer
from bot.games.uno import UNO
from bot.games.uno.cards import FACE, GREEN, face_of, short
from bot.games.uno.legal import fits
from bot.games.uno.moves import Play
from bot.games.uno.state import Asked, State
from tests.games.uno.position import may, play, position, told
from tests.games.uno.test_deal import turned_up

FIT = "That card does not fit: match the colour, the number or the symbol, or play a Wild."
EARLY = "Call UNO only with the play that leaves you one card."


def refused(state: State, move: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        play(state, move)
    return str(refusal.value)


def test_U8_a_reverse_as_a_last_card_turns_play_round_among_four() -> None:
    state = position("RR", "G1 G2", "B1 B2", "Y1 Y2", top="R5", play_on=True)
    assert told(play(state, "0 RR"))[-1] == "Play turns round and runs counter-clockwise."
    assert (state.turn, state.direction) == (3, -1)


def test_U28_the_movers_call_does_not_cover_the_seat_it_swaps_with() -> None:
    state = position("R7 R1", "G1", "B1 B2", top="R5", seven_zero=True)
    play(state, "0 R7>1!")
    assert state.owes == [1]
    state = position("R0 R1", "G1", "B1", top="R5", seven_zero=True)
    play(state, "0 R0!")
    assert state.owes == [1, 2]


def test_only_a_card_is_refused_as_a_jump_in() -> None:
    state = position("R1 R2", "G1 G2", top="R5", jump_in=True)
    assert refused(state, "1 draw") == "It is not your turn yet: wait until the others have played."
    assert (
        refused(state, "1 G1")
        == "Out of turn only the very same card as the top may jump in, before the next seat has acted."
    )


@pytest.mark.parametrize(
    ("hands", "move", "seven_zero"),
    [
        (("R1 B2", "G1 G2", "Y1 Y2"), "0 B2!", False),
        (("R1 B2", "G1 G2", "Y1 Y2"), "0 B2!", True),
        (("R1 B0", "G1 G2", "Y1 Y2"), "0 B0!", False),
        (("R1 R2 B7", "G1", "Y1 Y2"), "0 B7>1!", True),
        (("R1 R2 B0", "G1 G2", "Y1"), "0 B0!", True),
    ],
)
def test_a_rightful_call_with_a_card_that_does_not_fit_is_told_about_the_card(
    hands: tuple[str, ...], move: str, seven_zero: bool
) -> None:
    assert refused(position(*hands, top="R5", seven_zero=seven_zero), move) == FIT


@pytest.mark.parametrize(
    ("hands", "move"),
    [
        (("R1 R2 B7", "G1 G2", "Y1"), "0 B7>1!"),
        (("R1 B7", "G1 G2", "Y1 Y2"), "0 B7>1!"),
        (("R1 B0", "G1", "Y1 Y2"), "0 B0!"),
    ],
)
def test_with_swaps_a_call_is_judged_by_the_hand_that_comes(hands: tuple[str, ...], move: str) -> None:
    assert refused(position(*hands, top="R5", seven_zero=True), move) == EARLY


def test_a_wild_draw_four_called_too_early_is_not_called_a_bluff() -> None:
    assert refused(position("W+4 R1 R2", "G1", top="R5"), "0 W+4=G!") == EARLY


def test_U33_other_cards_are_not_refused_as_a_bluff() -> None:
    assert refused(position("W+4 R1 B2", "G1", top="R5", no_bluff=True), "0 B2") == FIT


def test_U28_a_last_seven_has_nobody_to_swap_with() -> None:
    sentence = "There is nobody to swap hands with in this move: play the card alone."
    assert refused(position("R7", "G1 G2", top="R5", seven_zero=True), "0 R7>1") == sentence
    assert refused(position("R7 R1", "G1 G2", top="R5"), "0 R7>1") == sentence


def test_a_view_holds_all_that_is_public() -> None:
    state = position(
        "R1 R2 W+4", "G1 G2", "", top="W", colour="G", pile="B1 B2 G9", turn=1, discards="Y1", play_on=True
    )
    state.out, state.scores, state.round, state.owes = [2], [3, 4, 5], 6, [0]
    for seat in (0, 1, None):
        view = UNO.view(state, seat)
        assert (view.seat, view.options, view.counts, short(view.top), view.colour) == (
            seat,
            state.options,
            (3, 2, 0),
            "W",
            GREEN,
        )
        assert (view.pile, [short(face) for face in view.discards]) == (3, ["Y1", "W"])
        assert (view.turn, view.direction, view.asked, view.penalty, view.owes) == (1, 1, Asked.TURN, 0, (0,))
        assert (view.out, view.dealer, view.round, view.scores, view.outcome) == ((2,), 2, 6, (3, 4, 5), None)
    play(state, "1 draw")
    assert [UNO.view(state, seat).asked for seat in (0, 1, None)] == [Asked.DRAWN] * 3
    assert [UNO.view(state, seat).drawn for seat in (0, 1, None)] == [None, face_of(GREEN, 9), None]


def test_a_view_tells_the_penalty_and_the_outcome() -> None:
    state = position("W+4 R1 R2", "G1", top="Y5")
    play(state, "0 W+4=G")
    assert (UNO.view(state, None).penalty, UNO.view(state, None).asked) == (4, Asked.ANSWER)
    state = position("R1", "G5", top="R5")
    play(state, "0 R1")
    assert UNO.view(state, None).outcome == state.outcome == Outcome((1, 2), (5, 0))


def test_U22_a_play_ends_a_row_of_passes() -> None:
    state = position("G1 G2", "R+2 Y1 Y2", "B1 B2", top="R5", pile="")
    play(state, "0 pass", "1 R+2", rng=QuickDealer(1))
    assert (state.passes, state.turn, len(state.hands[2])) == (0, 0, 3)
    play(state, "0 pass", "1 pass")
    assert state.outcome is None


def test_U33_with_no_bluff_any_other_drawn_card_may_be_played() -> None:
    state = position("R1 B2", "G1 G2", top="R5", pile="R9", no_bluff=True)
    play(state, "0 draw")
    assert may(state, 0) == ["R9", "keep"]
    state = position("G1 B2", "G2 G3", top="R5", pile="B9", no_bluff=True)
    play(state, "0 draw")
    assert (may(state, 0), state.turn) == ([], 1)


@pytest.mark.parametrize("uno_call", ["auto", "off"])
def test_U20_there_is_nothing_to_call_with_a_drawn_stacked_or_jumped_in_card(uno_call: str) -> None:
    state = position("B1", "G1 G2", top="R5", pile="R9", uno_call=uno_call)
    play(state, "0 draw")
    assert may(state, 0) == ["R9", "keep"]
    state = position("R1 R2", "R5 G2", top="R5", jump_in=True, uno_call=uno_call)
    assert may(state, 1) == ["R5"]
    state = position("R+2 R1 R2", "G+2 G1", top="R5", stacking="same", uno_call=uno_call)
    play(state, "0 R+2")
    assert may(state, 1) == ["G+2", "take"]


def test_U29_nobody_jumps_in_after_the_game() -> None:
    state = position("R5", "R5 G2", top="R4", jump_in=True)
    play(state, "0 R5")
    assert state.outcome is not None
    assert may(state, 1) == []


def test_a_draw_is_refused_for_want_of_cards_only_where_none_can_be_shuffled_in() -> None:
    state = position("R1 R2", "G1", top="R5", pile="", discards="B1", must_play=True)
    assert refused(state, "0 draw") == "You can play, so you may not draw."


def test_U33_an_honest_wild_draw_four_called_too_early_is_not_called_a_bluff() -> None:
    assert refused(position("W+4 G1 G2", "B1", top="R5", no_bluff=True), "0 W+4=G!") == EARLY


def test_a_copy_keeps_what_a_challenge_would_judge_and_owes_on_its_own() -> None:
    state = position("W+4 R1 R2", "G1 G2", top="R5")
    play(state, "0 W+4=G")
    assert state.copy() == state
    assert may(state.copy(), 1) == ["take", "challenge"]
    state = position("R1 R2", "G1 G2", top="R5")
    play(state, "0 R1")
    copy = state.copy()
    play(copy, "0 call")
    assert (state.owes, copy.owes) == ([0], [])


def test_U3_after_a_wild_anything_but_a_colour_is_refused() -> None:
    state, _ = turned_up("W")
    assert state.asked is Asked.NAME
    assert refused(state, "0 draw") == "Name a colour first."


def test_reshuffling_deals_the_drawn_card_and_the_judged_hand_anew() -> None:
    """What the secrecy tests stand on."""
    state = position("R1 B2 B3 B4", "G1 G2", top="R5", pile="Y1 Y2 Y3 R8 R9")
    play(state, "0 draw")
    drawn = set()
    for seed in range(40):
        twin = state.copy()
        UNO.moves(twin, 0)
        UNO.reshuffle(twin, 1, QuickDealer(seed))
        assert twin.drawn in twin.hands[0]
        assert FACE[twin.drawn] in {move.face for move in UNO.moves(twin, 0) if isinstance(move, Play)}
        assert fits(twin, 0, twin.drawn)
        drawn.add(twin.drawn)
        own = state.copy()
        UNO.reshuffle(own, 0, QuickDealer(seed))
        assert (own.drawn, own.hands[0]) == (state.drawn, state.hands[0])
    assert len(drawn) > 1
    state = position("W+4 R1 B2", "G1 G2", top="R5", pile="Y1 Y2 Y3 R8 R9")
    play(state, "0 W+4=G")
    judged = set()
    for seed in range(40):
        twin = state.copy()
        UNO.reshuffle(twin, 1, QuickDealer(seed))
        assert twin.trial is not None
        assert twin.trial.hand == tuple(twin.hands[0])
        judged.add(twin.trial.guilty)
        own = state.copy()
        UNO.reshuffle(own, 0, QuickDealer(seed))
        assert own.trial is state.trial
    assert judged == {True, False}
