"""Corners of Crazy Eights that a mutation run found untested."""

from typing import Any

import pytest

from bot.errors import IllegalMove
from bot.games.crazy_eights import CRAZY_EIGHTS
from tests.games.eights.position import face, name, names, play, position


def test_E10_a_two_as_the_last_card_of_a_round_costs_nothing_unless_it_acts() -> None:
    state = position("2H", "3C 4C", top="5H")
    play(state, "0 2H")
    assert len(state.hands[1]) == 2


@pytest.mark.parametrize(
    ("option", "plain"), [("two_draws_two", "QH AH"), ("queen_skips", "2H AH"), ("ace_reverses", "2H QH")]
)
def test_E10_each_option_gives_only_its_own_rank_an_effect(option: str, plain: str) -> None:
    options: dict[str, Any] = {option: True}
    for card in plain.split():
        state = position(f"{card} 3C", "4C 5C", "6C 7C", top="5H", **options)
        assert len(play(state, f"0 {card}")) == 1
        assert (state.turn, state.direction, len(state.hands[1])) == (1, 1, 2)


def test_keeping_before_drawing_says_what_to_do() -> None:
    with pytest.raises(IllegalMove) as refused:
        play(position("2C", "4D", top="5H"), "0 keep")
    assert str(refused.value) == "You have not drawn yet. Play a card that fits, or draw."


def test_a_view_holds_all_that_is_public() -> None:
    state = position(
        "5H 9C",
        "4H",
        "",
        top="8H",
        suit="S",
        pile="KS QS",
        discards="2C",
        turn=1,
        out=[2],
        scores=[3, 4, 5],
        play_on=True,
    )
    state.round, state.direction = 6, -1
    for seat in (0, 1, None):
        view = CRAZY_EIGHTS.view(state, seat)
        assert (view.seat, view.options, view.counts, name(view.top), view.suit) == (
            seat,
            state.options,
            (2, 1, 0),
            "8H",
            3,
        )
        assert (view.pile, names(view.discards), view.turn, view.direction) == (2, "2C 8H", 1, -1)
        assert (view.out, view.dealer, view.round, view.scores, view.outcome) == ((2,), 2, 6, (3, 4, 5), None)
    play(state, "1 draw")
    assert [CRAZY_EIGHTS.view(state, seat).drawn for seat in (0, 1, None)] == [None, face("QS"), None]
