"""What a seat of Crazy Eights can remember of the other hands stands in its view (rule K1)."""

from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.crazy_eights.cards import FACES, HEARTS
from bot.games.crazy_eights.state import State
from bot.games.dealer import QuickDealer
from bot.games.shedding.memory import Memory
from tests.games.eights.position import name, play, position

FITS_KING_OF_HEARTS = {f"{rank}H" for rank in ("A", *range(2, 8), 9, 10, "J", "Q")} | {
    *("KC", "KD", "KH", "KS", "8C", "8D", "8H", "8S")
}


def remembering(*hands: str, **more: object) -> State:
    """A position whose seats have seen nothing yet, and remember from now on."""
    state = position(*hands, **more)  # type: ignore[arg-type]
    state.memory = Memory([[0] * len(hand) for hand in state.hands])
    return state


def cannot_be(state: State, seat: int) -> list[set[str]]:
    """For each card of a seat, oldest first, what it is not."""
    lacks = CRAZY_EIGHTS.view(state, None).lacks[seat]
    return [{name(face) for face in FACES if each >> face & 1} for each in lacks]


def test_who_draws_until_a_card_fits_held_nothing_that_does_and_drew_nothing_else() -> None:
    state = remembering("5C 9C", "4D 3C", top="KH", pile="2H 7C 6C")
    play(state, "0 draw")
    assert cannot_be(state, 0) == [FITS_KING_OF_HEARTS] * 4 + [set()]
    play(state, "0 2H")
    assert cannot_be(state, 0) == [FITS_KING_OF_HEARTS] * 4


def test_a_limit_of_draws_that_is_reached_tells_of_all_of_them() -> None:
    state = remembering("5C 9C", "4D 3C", top="KH", pile="2H 7C 6C 3D", draw_limit=3)
    play(state, "0 draw")
    assert cannot_be(state, 0) == [FITS_KING_OF_HEARTS] * 5


def test_who_draws_one_card_that_does_not_fit_and_no_more_could_have_played() -> None:
    """Who cannot play would have gone on: only of the new card something is known."""
    state = remembering("2H 5C 9C", "4D 3C", top="KH", pile="2S 7D 6C")
    play(state, "0 draw")
    assert cannot_be(state, 0) == [set(), set(), set(), FITS_KING_OF_HEARTS]


def test_who_takes_all_that_is_left_could_not_play() -> None:
    state = remembering("5C 9C", "4D 3C", top="KH", pile="6C", discards="")
    play(state, "0 draw")
    assert cannot_be(state, 0) == [FITS_KING_OF_HEARTS] * 3


def test_who_plays_an_eight_had_nothing_else_that_fits_but_perhaps_another_eight() -> None:
    state = remembering("8C 5C 9C", "4D 3C", top="KH")
    play(state, "0 8C=C")
    assert cannot_be(state, 0) == [FITS_KING_OF_HEARTS - {"8C", "8D", "8H", "8S"}] * 2
    play(state, "1 3C", "0 5C")
    assert cannot_be(state, 0) == [FITS_KING_OF_HEARTS - {"8C", "8D", "8H", "8S"}]


def test_what_was_chosen_is_remembered_and_what_was_drawn_and_played_is_not() -> None:
    state = remembering("2H 5C 9C", "4D 3C", top="KH", pile="2S 7D 6C")
    play(state, "0 2H", "1 draw", "1 2S")
    (choice,) = CRAZY_EIGHTS.view(state, None).choices[0]
    assert (name(choice.face), choice.named, choice.left) == ("2H", HEARTS, 2)
    assert {name(face) for face in FACES if choice.fitting >> face & 1} == FITS_KING_OF_HEARTS
    assert CRAZY_EIGHTS.view(state, 0).choices[1] == ()


def test_a_penalty_tells_nothing() -> None:
    state = remembering("2H 9C", "4D 3C", top="KH", preset="action")
    play(state, "0 2H")
    assert cannot_be(state, 1) == [set()] * 4


def test_a_new_round_is_a_new_memory() -> None:
    state = remembering("5C", "4D 3C", top="KC", match=100)
    before = state.memory
    play(state, "0 5C", rng=QuickDealer(1))
    assert state.memory is not before
    assert cannot_be(state, 0) == [set()] * 7
