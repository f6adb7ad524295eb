"""Corners of 6 nimmt! that a mutation run found untested."""

from bot.games.six_nimmt import SIX_NIMMT
from tests.games.nimmt.position import play, position


def test_a_view_holds_all_that_is_public() -> None:
    state = position("7 8", "9 10", rows="5 | 20 30 | 40 | 60", taken=["1 2", ""], scores=[3, 4])
    state.round = 6
    play(state, "0 7")
    for seat in (0, 1, None):
        view = SIX_NIMMT.view(state, seat)
        assert (view.seat, view.options, view.rows, view.counts) == (
            seat,
            state.options,
            ((5,), (20, 30), (40,), (60,)),
            (2, 2),
        )
        assert (view.waiting, view.revealed, view.chooser, view.taken) == ((1,), (), -1, ((1, 2), ()))
        assert (view.round, view.scores, view.outcome) == (6, (3, 4), None)


def test_N3_the_public_has_chosen_nothing() -> None:
    state = position("7 8", "9 10")
    play(state, "0 7")
    assert SIX_NIMMT.view(state, None).chosen == 0
