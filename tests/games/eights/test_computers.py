"""The computers of Crazy Eights (rule K4), and what their seats may see (rule K1)."""

from collections import Counter
from typing import Any

import pytest

from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.crazy_eights.state import State
from bot.games.dealer import QuickDealer
from tests.games.eights.position import face, names, play, position

LEVELS = ("easy", "medium", "hard")
SIMPLE = ("easy", "medium")
FAR_FROM_OUT = "QC QD QS KC KS"


def choice(level: str, state: State, seat: int = 0, seed: int = 1) -> str | None:
    """What a computer of this level does, given the view of its seat."""
    move = CRAZY_EIGHTS.computer(level).choose(CRAZY_EIGHTS.view(state, seat), QuickDealer(seed))
    return None if move is None else move.text


# K1: what a seat may see


def test_K1_a_view_shows_its_own_hand_and_only_counts_of_the_others() -> None:
    view = CRAZY_EIGHTS.view(position("5H 9C", "4H", "7H 2C 3C", top="8H", suit="S", pile="KS QS"), 0)
    assert (view.seat, names(view.hand), view.counts) == (0, "9C 5H", (2, 1, 3))
    assert (view.top, view.suit, view.pile, view.turn, view.direction) == (face("8H"), 3, 2, 0, 1)
    assert (view.dealer, view.round, view.scores, view.out, view.outcome) == (2, 1, (0, 0, 0), (), None)
    assert [move.text for move in view.moves] == ["draw"]


@pytest.mark.parametrize("seat", [0, None])
def test_K1_a_view_does_not_depend_on_hidden_cards(seat: int | None) -> None:
    one = position("5H 9C", "4H", "7H 2C", top="KH", pile="KS QS")
    other = position("5H 9C", "8S", "JD 8D", top="KH", pile="AC 8C")
    assert CRAZY_EIGHTS.view(one, seat) == CRAZY_EIGHTS.view(other, seat)


def test_K1_the_public_sees_no_hand_and_has_no_moves() -> None:
    view = CRAZY_EIGHTS.view(position("5H 9C", "4H", top="KH"), None)
    assert (view.seat, view.hand, view.moves) == (None, (), ())


def test_K1_a_drawn_card_is_seen_by_its_seat_alone() -> None:
    state = position("5H 9C", "4H", top="KH", pile="QS QH")
    play(state, "0 draw")
    seen = [CRAZY_EIGHTS.view(state, seat).drawn for seat in (0, 1, None)]
    assert seen == [face("QH"), None, None]


# K4: every level


@pytest.mark.parametrize("level", LEVELS)
def test_K4_draws_when_nothing_fits(level: str) -> None:
    assert choice(level, position("5C 9C", "4H", top="KH")) == "draw"


@pytest.mark.parametrize("level", LEVELS)
def test_K4_passes_when_it_must(level: str) -> None:
    assert choice(level, position("5C 9C", "4H", top="KH", pile="")) == "pass"


@pytest.mark.parametrize("level", SIMPLE)
def test_K4_plays_when_it_can(level: str) -> None:
    assert choice(level, position("5C 9C 2H", "4H 3H", top="KH")) == "2H"


@pytest.mark.parametrize("level", SIMPLE)
def test_K4_plays_a_drawn_card(level: str) -> None:
    state = position("5C 9C", FAR_FROM_OUT, top="KH", pile="2S 2H")
    play(state, "0 draw")
    assert choice(level, state) == "2H"


@pytest.mark.parametrize("level", LEVELS)
def test_K4_has_no_move_when_it_is_not_to_move(level: str) -> None:
    state = position("5H", "4H", top="KH")
    assert choice(level, state, seat=1) is None
    play(state, "0 5H")
    assert [choice(level, state, seat) for seat in (0, 1)] == [None, None]


@pytest.mark.parametrize("level", SIMPLE)
@pytest.mark.parametrize(
    ("others", "suit"), [("2C 3C 4D", "C"), ("2D 3D 4C", "D"), ("2S 3S 4D", "S"), ("2C 3D 4D 5S", "D")]
)
def test_K4_names_the_suit_it_holds_most_of(level: str, others: str, suit: str) -> None:
    assert choice(level, position(f"8H {others}", "KC KD KS 10C 10S", top="JH")) == f"8H={suit}"


@pytest.mark.parametrize("level", SIMPLE)
def test_K4_other_eights_count_for_no_suit(level: str) -> None:
    state = position("8C 8S 8H 3D", "KC KD KS 10C 10S", top="JH")
    move = choice(level, state)
    assert move is not None
    assert move.endswith("=D")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3, 6, 10])
@pytest.mark.parametrize(
    "options", [{}, {"draw_limit": 1, "queen_skips": True}, {"play_on": True, "two_draws_two": True}, {"match": 100}]
)
def test_K4_always_answers_with_a_legal_move(level: str, seats: int, options: dict[str, Any]) -> None:
    rng = QuickDealer(seats)
    state, _ = CRAZY_EIGHTS.deal(seats, CRAZY_EIGHTS.configure("action", options), rng)
    computer = CRAZY_EIGHTS.computer(level)
    for _ in range(150):
        for seat in CRAZY_EIGHTS.waiting(state):
            view = CRAZY_EIGHTS.view(state, seat)
            move = computer.choose(view, rng)
            assert move in view.moves
            assert move is not None
            CRAZY_EIGHTS.apply(state, seat, move, rng)


# K4: easy


def test_K4_easy_plays_any_card_that_fits_each_as_often_as_the_others() -> None:
    state = position("5H 9H JC 8S KD", FAR_FROM_OUT, top="JH")
    played = Counter((choice("easy", state, seed=seed) or "").split("=")[0] for seed in range(800))
    assert sorted(played) == ["5H", "8S", "9H", "JC"]
    assert min(played.values()) > 140


# K4: medium


@pytest.mark.parametrize("seed", range(5))
def test_K4_medium_keeps_its_eights_when_something_else_fits(seed: int) -> None:
    assert choice("medium", position("8C 8S 2D 3C 4C", FAR_FROM_OUT, top="2S"), seed=seed) == "2D"


def test_K4_medium_plays_an_eight_when_nothing_else_fits() -> None:
    assert choice("medium", position("8C 2D 3C 4D", "KC KD", top="JS")) == "8C=D"


@pytest.mark.parametrize(
    ("cards", "move"),
    [("2C 3C 4C 2H", "2C"), ("2C 2H 3H 4H", "2H"), ("2D 3D 2C 2H", "2D"), ("2H 9H 2C 2D 4D KD", "2D")],
)
def test_K4_medium_follows_its_longest_suit(cards: str, move: str) -> None:
    assert choice("medium", position(cards, "KC KS", top="2S")) == move


def test_K4_medium_does_not_count_eights_to_a_suit() -> None:
    assert choice("medium", position("2C 8C 5D 2D", "KC KS", top="2S")) == "2D"


# K4: hard


@pytest.mark.parametrize("cards", ["8C 2D 3C 4C", "8C 8S 2D KC KD", "8D 9S 10C JC", "8H 3S"])
def test_K4_hard_keeps_its_eights_while_nobody_is_nearly_out(cards: str) -> None:
    move = choice("hard", position(cards, "AC AD AH 5C 5D", "6C 6D 6H 7C 7D", top="2S"))
    assert move is not None
    assert not move.startswith("8")
