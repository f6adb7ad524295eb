"""A turn of Crazy Eights: E4 to E6."""

import pytest

from bot.games.base import Outcome
from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.crazy_eights.cards import ALL
from bot.games.dealer import QuickDealer
from bot.games.shedding.events import RoundEnded
from tests.games.eights.position import PACK, hand, may, name, names, play, position, result, told


@pytest.mark.parametrize(
    ("card", "top", "fits"),
    [
        ("5H", "KH", True),
        ("5H", "5S", True),
        ("AS", "AC", True),
        ("10D", "10C", True),
        ("KD", "2D", True),
        ("5H", "KS", False),
        ("AS", "KH", False),
        ("JD", "QC", False),
        ("10C", "AH", False),
        ("7C", "8H", False),
    ],
)
def test_E4_follow_suit_or_rank(card: str, top: str, fits: bool) -> None:
    state = position(f"{card} 3C", "4D", top=top)
    assert (card in may(state, 0)) == fits


def test_E4_a_card_played_is_the_new_top_and_the_turn_passes() -> None:
    state = position("5H 9C", "4D", "6D", top="KH")
    assert told(play(state, "0 5H")) == ["Ann plays the 5 of hearts."]
    assert (name(state.top), hand(state, 0)) == ("5H", "9C")
    assert [may(state, seat) for seat in range(3)] == [[], ["draw"], []]


@pytest.mark.parametrize("top", [card for card in PACK if card != "8C"])
def test_E4_an_eight_goes_on_anything_and_names_a_suit(top: str) -> None:
    state = position("8C", "", top=top)
    assert set(may(state, 0)) == {"8C=C", "8C=D", "8C=H", "8C=S", "draw"}


def test_E4_after_an_eight_only_the_named_suit_or_another_eight_follows() -> None:
    state = position("8C 2S", "3H KH 4C 9D 7S 8D", top="5S")
    play(state, "0 8C=H")
    assert set(may(state, 1)) == {"3H", "KH", "8D=C", "8D=D", "8D=H", "8D=S", "draw"}


def test_E4_the_printed_suit_of_an_eight_does_not_count() -> None:
    state = position("8C 2S", "4C KC", top="5S")
    play(state, "0 8C=D")
    assert may(state, 1) == ["draw"]


def test_E4_the_printed_suit_of_an_eight_counts_if_it_is_named() -> None:
    state = position("8C 2S", "4C KD", top="5S")
    play(state, "0 8C=C")
    assert may(state, 1) == ["4C", "draw"]


def test_E4_the_named_suit_may_be_the_one_in_force() -> None:
    state = position("8C 2S", "4S KD", top="5S")
    play(state, "0 8C=S")
    assert may(state, 1) == ["4S", "draw"]


def test_E4_an_eight_on_an_eight_names_anew() -> None:
    state = position("4C 4D 4H 4S", "8D 2C", top="8C", suit="H", turn=1)
    play(state, "1 8D=S")
    assert may(state, 0) == ["4S", "draw"]


def test_E4_after_the_next_card_its_own_suit_and_rank_count_again() -> None:
    state = position("5C 6C 6H", "5H 2S", top="8C", suit="H", turn=1)
    play(state, "1 5H")
    assert set(may(state, 0)) == {"5C", "6H", "draw"}


def test_E4_an_eight_names_a_suit_also_as_last_card() -> None:
    state = position("8C", "4S KD", top="5S")
    assert told(play(state, "0 8C=H"))[:2] == ["Ann plays the 8 of clubs and names hearts.", "Ann is out of cards!"]


def test_E5_who_cannot_play_draws_until_a_drawn_card_fits() -> None:
    state = position("2C 3C", "4D", top="5H", pile="7H 9H KS 6C")
    assert told(play(state, "0 draw")) == ["Ann draws 3 cards."]
    assert (hand(state, 0), names(ALL.faces(state.pile))) == ("2C 3C 6C 9H KS", "7H")
    assert may(state, 0) == ["9H", "keep"]


def test_E5_a_drawn_eight_fits() -> None:
    state = position("2C", "4D", top="5H", pile="7H 8S 6C")
    play(state, "0 draw")
    assert set(may(state, 0)) == {"8S=C", "8S=D", "8S=H", "8S=S", "keep"}


def test_E5_a_drawn_card_fits_by_rank() -> None:
    state = position("2C", "4D", top="5H", pile="7H 5S 6C")
    play(state, "0 draw")
    assert may(state, 0) == ["5S", "keep"]


def test_E5_who_can_play_may_draw_exactly_one() -> None:
    state = position("2H 3C", "4D", top="5H", pile="9H KS 6C")
    assert told(play(state, "0 draw")) == ["Ann draws a card."]
    assert hand(state, 0) == "3C 6C 2H"


def test_E5_who_holds_an_eight_can_play_and_draws_one() -> None:
    state = position("8S 3C", "4D", top="5H", pile="9H KS 6C")
    assert told(play(state, "0 draw")) == ["Ann draws a card."]


def test_E5_a_single_drawn_card_that_does_not_fit_passes_the_turn() -> None:
    state = position("2H 3C", "4D", top="5H", pile="9H KS 6C")
    play(state, "0 draw")
    assert CRAZY_EIGHTS.waiting(state) == (1,)
    assert may(state, 0) == []


def test_E5_only_the_last_card_drawn_may_be_played_that_turn() -> None:
    state = position("2H 8S", "4D", top="5H", pile="KS 9H")
    play(state, "0 draw")
    assert may(state, 0) == ["9H", "keep"]


def test_E5_the_drawn_card_may_be_played_at_once() -> None:
    state = position("2H 3C", "4D", top="5H", pile="KS 9H")
    play(state, "0 draw", "0 9H")
    assert (name(state.top), hand(state, 0), state.turn) == ("9H", "3C 2H", 1)


def test_E5_the_drawn_card_may_be_kept() -> None:
    state = position("2H 3C", "4D 6D", top="5H", pile="KS 9H")
    assert told(play(state, "0 draw", "0 keep")) == ["Ann keeps the card."]
    assert (name(state.top), hand(state, 0), state.turn) == ("5H", "3C 2H 9H", 1)
    assert may(state, 1) == ["draw"]


def test_E5_nobody_else_moves_before_the_drawn_card_is_played_or_kept() -> None:
    state = position("2H 3C", "4H", top="5H", pile="KS 9H")
    play(state, "0 draw")
    assert CRAZY_EIGHTS.waiting(state) == (0,)
    assert may(state, 1) == []


def test_E5_the_turn_passes_when_the_last_card_of_all_does_not_fit() -> None:
    state = position("2C", "4D", top="5H", pile="KS 6C")
    assert told(play(state, "0 draw")) == ["Ann draws 2 cards."]
    assert (hand(state, 0), state.turn) == ("2C 6C KS", 1)


def test_E5_a_card_kept_may_be_played_in_the_next_turn() -> None:
    state = position("2H 3C", "4H 6D", top="5H", pile="KS 9H")
    play(state, "0 draw", "0 keep", "1 4H")
    assert set(may(state, 0)) == {"2H", "9H", "draw"}


def test_E6_an_empty_stock_is_renewed_from_all_discards_but_the_top() -> None:
    state = position("2C", "4D", top="5H", pile="", discards="9H 7S")
    assert told(play(state, "0 draw")) == [
        "The discards are shuffled into a new pile of 2 cards.",
        "Ann draws 2 cards.",
    ]
    assert (hand(state, 0), may(state, 0)) == ("2C 9H 7S", ["9H", "keep"])
    assert names(ALL.faces(state.discards)) == "5H"


def test_E6_the_stock_is_renewed_in_the_middle_of_drawing() -> None:
    state = position("2C", "4D", top="5H", pile="6C", discards="9H 7S")
    assert told(play(state, "0 draw"))[-1] == "Ann draws 3 cards."


def test_E6_the_stock_is_renewed_only_when_a_card_is_needed() -> None:
    state = position("2C", "4D", top="5H", pile="9H", discards="6C 7S")
    assert told(play(state, "0 draw", "0 keep")) == ["Ann keeps the card."]
    assert (state.pile, names(ALL.faces(state.discards))) == ([], "6C 7S 5H")


def test_E6_the_discards_are_shuffled() -> None:
    orders = set()
    for seed in range(30):
        state = position("5C", "4D", top="5H", pile="", discards="6C 7S KS JC")
        play(state, "0 draw", rng=QuickDealer(seed))
        orders.add((hand(state, 0), names(ALL.faces(state.pile))))
    assert len(orders) > 12


def test_E6_the_named_suit_stays_in_force_when_the_stock_is_renewed() -> None:
    state = position("2C", "4D", top="8C", suit="H", pile="", discards="9H KC")
    play(state, "0 draw")
    assert may(state, 0) == ["9H", "keep"]


def test_E6_where_nothing_is_left_a_seat_may_pass_instead_of_drawing() -> None:
    state = position("2H 3C", "4D", top="5H", pile="")
    assert may(state, 0) == ["2H", "pass"]
    assert told(play(state, "0 pass")) == ["Ann passes: nothing is left to draw."]
    assert CRAZY_EIGHTS.waiting(state) == (1,)


@pytest.mark.parametrize(("pile", "discards"), [("KC", ""), ("", "KC"), ("KC", "QC")])
def test_E6_nobody_may_pass_while_a_card_is_left(pile: str, discards: str) -> None:
    state = position("2C", "4D", top="5H", pile=pile, discards=discards)
    assert may(state, 0) == ["draw"]


def test_E6_when_all_have_passed_in_a_row_the_fewest_points_win_the_differences() -> None:
    state = position("KC 3C", "2C", "AC 4C", top="5H", pile="")
    events = play(state, "0 pass", "1 pass", "2 pass")
    ended = events[1]
    assert isinstance(ended, RoundEnded)
    assert (ended.blocked, ended.in_hand, ended.points) == (True, (13, 2, 5), (0, 14, 0))
    assert result(state) == Outcome((3, 1, 2), (0, 14, 0))


def test_E6_tied_seats_each_score_a_blocked_round_in_full() -> None:
    state = position("3C", "KC", "3S", "4C", top="5H", pile="")
    play(state, "0 pass", "1 pass", "2 pass", "3 pass")
    assert result(state) == Outcome((1, 4, 1, 3), (8, 0, 8, 0))


def test_E6_a_round_is_not_blocked_before_all_have_passed() -> None:
    state = position("3C", "KC", "3S", top="5H", pile="")
    play(state, "0 pass", "1 pass")
    assert CRAZY_EIGHTS.waiting(state) == (2,)
    play(state, "2 pass")
    assert result(state).places == (1, 3, 1)


def test_E6_only_passes_in_a_row_block() -> None:
    state = position("3C 4C", "KC", "3H 9S", top="5H", pile="")
    play(state, "0 pass", "1 pass", "2 3H")
    assert set(may(state, 0)) == {"3C", "draw"}
    play(state, "0 3C", "1 KC")
    assert result(state).winners == (1,)


def test_E6_passes_before_a_card_was_played_count_no_longer() -> None:
    state = position("7C 4C", "KC", "3H 9S", top="5H", pile="")
    play(state, "0 pass", "1 pass", "2 3H", "0 draw", "0 keep", "1 pass", "2 pass")
    assert state.outcome is None
    play(state, "0 pass")
    assert CRAZY_EIGHTS.waiting(state) == ()


def test_E6_a_turn_that_ends_after_drawing_is_not_a_pass() -> None:
    state = position("3C", "KC", "3S", top="5H", pile="QC")
    play(state, "0 draw", "1 pass", "2 pass")
    assert state.outcome is None
    play(state, "0 pass")
    assert CRAZY_EIGHTS.waiting(state) == ()


def test_E6_a_turn_lost_to_a_two_is_not_a_pass_and_the_two_ends_the_row() -> None:
    state = position("3C", "KC", "2H 9S", top="5H", pile="", two_draws_two=True)
    play(state, "0 pass", "1 pass", "2 2H", "1 pass", "2 pass")
    assert CRAZY_EIGHTS.waiting(state) == (0,)
    play(state, "0 pass")
    assert CRAZY_EIGHTS.waiting(state) == ()


def test_E6_seats_that_are_out_need_not_pass() -> None:
    state = position("", "KC", "3S", top="5H", pile="", turn=1, out=[0], play_on=True)
    play(state, "1 pass", "2 pass")
    assert result(state) == Outcome((1, 3, 2), (0, 0, 0))
