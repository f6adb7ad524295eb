"""The expert of Crazy Eights: it guesses hands that agree with all it has seen, and plays rounds out (rules K1, K5)."""

from collections import Counter
from typing import Any

import pytest

from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.crazy_eights.cards import FACE
from bot.games.crazy_eights.expert import Expert, Imagined, quick, worth_trying
from bot.games.crazy_eights.state import State
from bot.games.dealer import Dealer, QuickDealer
from tests.games.eights.position import may, name, play, position
from tests.games.eights.test_memory import FITS_KING_OF_HEARTS, remembering
from tests.games.walk import walk

EXPERT = Expert(budget=8000)
SEEN = ("hand", "counts", "pile", "discards", "turn", "direction", "drawn", "moves", "suit", "out")


def choice(state: State, seat: int = 0, seed: int = 1) -> str | None:
    move = EXPERT.choose(CRAZY_EIGHTS.view(state, seat), QuickDealer(seed))
    return None if move is None else move.text


def test_K5_goes_out_when_it_can() -> None:
    assert choice(position("KC", "2D 3D", top="KH")) == "KC"


def test_K5_keeps_its_eight_for_the_last_card() -> None:
    assert choice(position("2H 8C", "4D 3C 9S", top="KH")) == "2H"


def test_K5_makes_a_seat_draw_that_is_about_to_go_out() -> None:
    assert choice(position("2H 3H", "9S", top="KH", preset="action")) == "2H"  # then the 3H: it has won


def test_K5_names_a_suit_that_it_holds() -> None:
    assert choice(position("8H 3S", "KC", top="JC")) == "8H=S"


def test_K5_says_nothing_when_it_has_nothing_to_do() -> None:
    assert choice(position("KC 2C", "2D 3D", top="KH"), 1) is None


def test_K5_takes_any_move_when_nearly_all_cards_are_in_hands() -> None:
    state = position("2H 8C", "4D 3C 9S", top="KH", pile="")
    assert choice(state) in may(state, 0)


def test_K5_a_suit_that_it_hardly_has_is_not_worth_trying() -> None:
    view = CRAZY_EIGHTS.view(position("8H 3S 4S 4C 5D 6D", "KC", top="JH"), 0)
    assert [move.text for move in worth_trying(view)] == ["8H=D", "8H=S", "draw"]
    view = CRAZY_EIGHTS.view(position("8H 8C", "KC", top="JH"), 0)
    assert [move.text for move in worth_trying(view)] == ["8C=C", "8H=C", "draw"]


def test_K5_follows_its_dice_and_nothing_else() -> None:
    view = CRAZY_EIGHTS.view(position("8H 3S 4S 4C 5D JD", "KC 9C 10S", top="JH"), 0)
    first, second = (Expert(3000).choose(view, Dealer(bytes(32), "computer 0", 3)) for _ in range(2))
    assert first is second


def test_K1_a_guess_is_a_state_of_the_same_view() -> None:
    """Whatever happened before: the seat could not tell the guess from the truth."""
    for seed in range(60):
        path = walk(CRAZY_EIGHTS, seed)
        for revision, _ in enumerate(path.moves()):
            seat = path.state.turn
            if revision % 9 or seat < 0:
                continue
            view = CRAZY_EIGHTS.view(path.state, seat)
            guess = Imagined(view).guess(QuickDealer(seed))
            assert printed(guess) == printed(path.state)
            for each in SEEN:
                assert getattr(CRAZY_EIGHTS.view(guess, seat), each) == getattr(view, each), each


def printed(state: State) -> "Counter[str]":
    """What is on all the cards of a game."""
    return Counter(name(FACE[card]) for card in CRAZY_EIGHTS.cards(state))


def test_K5_guesses_nothing_that_somebody_had_to_draw_on() -> None:
    state = remembering("4D 3C", "5C 9C", top="KH", pile="2H 7C 6C", turn=1)
    play(state, "1 draw", "1 2H")
    table, dice = Imagined(CRAZY_EIGHTS.view(state, 0)), QuickDealer(1)
    found = [{name(FACE[card]) for card in table.guess(dice).hands[1]} for _ in range(300)]
    agreeing = sum(not hand & FITS_KING_OF_HEARTS for hand in found)
    assert 0.85 * len(found) < agreeing < len(found)  # now and then somebody draws on purpose


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (position("2H 3H 3S 3D", "KC", top="KH"), "3H"),
        (position("2H 3H 5H", "KC", top="KH", preset="action"), "2H"),
        (position("2H 8C", "KC", top="KH"), "2H"),
        (position("8C 3S 4S 5D", "KC", top="JH"), "8C=S"),
        (position("3S", "KC", top="JH"), "draw"),
    ],
)
def test_a_quick_move_follows_long_suits_and_keeps_eights(state: State, move: str) -> None:
    assert quick(state, 0).text == move


@pytest.mark.parametrize(
    ("options", "low", "high"),
    [({}, 1, 2), ({"match": 250}, 0, 5), ({"play_on": True}, 0, 1)],
    ids=["a round", "points", "places"],
)
def test_what_a_round_is_worth(options: dict[str, Any], low: float, high: float) -> None:
    """Going out at once is worth a round won and how close it came, the others' points, or the first place."""
    state = position("KC", "2D 3D", "4S 5S", top="KH", **options)
    table, dice = Imagined(CRAZY_EIGHTS.view(state, 0)), QuickDealer(1)
    worth, _ = table.finish(table.guess(dice), CRAZY_EIGHTS.decode("KC"), dice)
    assert low < worth <= high
    if options.get("play_on"):
        assert worth == 1
