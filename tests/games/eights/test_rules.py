"""The rules of Crazy Eights, line by line: E1 to E10, and what C3 to C8 say of this game."""

from collections import Counter

import pytest

from bot.errors import BadOption
from bot.games.base import Outcome
from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.crazy_eights.cards import ALL, FACE, rank_of
from bot.games.crazy_eights.state import State
from bot.games.dealer import QuickDealer
from bot.games.shedding.events import Dealt, PutBack, RoundEnded
from tests.games.eights.position import face, hand, may, name, names, play, position, told

CLASSIC = CRAZY_EIGHTS.configure()
ACTION = CRAZY_EIGHTS.configure("action")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]


def result(state: State) -> Outcome:
    outcome = CRAZY_EIGHTS.outcome(state)
    assert outcome is not None
    return outcome


# E1: the pack


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (8, 2), (9, 2), (10, 2)])
def test_E1_one_pack_of_52_and_from_six_seats_on_two(seats: int, packs: int) -> None:
    state, _ = CRAZY_EIGHTS.deal(seats, CLASSIC, QuickDealer(1))
    cards = CRAZY_EIGHTS.cards(state)
    assert Counter(name(FACE[card]) for card in cards) == Counter(PACK * packs)
    assert len(set(cards)) == 52 * packs


def test_E1_equal_cards_of_two_packs_are_one_choice() -> None:
    state = position("5H 5H 8C 8C", *["2C"] * 2, *["3C"] * 2, "4C", top="KH")
    assert sorted(may(state, 0)) == ["5H", "8C=C", "8C=D", "8C=H", "8C=S", "draw"]


def test_E1_equal_cards_of_two_packs_are_played_one_at_a_time() -> None:
    state = position("5H 5H", *["2C"] * 2, *["3C"] * 2, "4C", top="KH")
    both = list(state.hands[0])
    play(state, "0 5H")
    assert both[0] != both[1]
    assert sorted([*state.hands[0], state.discards[-1]]) == both


# E2, E3: the deal


@pytest.mark.parametrize(("seats", "size"), [(2, 7), (3, 5), (4, 5), (5, 5), (6, 5), (10, 5)])
def test_E2_seven_cards_each_with_two_seats_else_five(seats: int, size: int) -> None:
    state, _ = CRAZY_EIGHTS.deal(seats, CLASSIC, QuickDealer(2))
    assert [len(cards) for cards in state.hands] == [size] * seats


def test_E2_hands_differ_from_deal_to_deal() -> None:
    assert len({hand(CRAZY_EIGHTS.deal(4, CLASSIC, QuickDealer(seed))[0], 0) for seed in range(20)}) == 20


def test_E3_one_card_that_is_no_eight_starts_the_discard_pile() -> None:
    starters = set()
    for seed in range(1000):
        state, events = CRAZY_EIGHTS.deal(2, CLASSIC, QuickDealer(seed))
        (starter,) = state.discards
        assert events[-1] == Dealt(1, state.dealer, FACE[starter])
        assert may(state, state.turn)[-1] == "draw"
        starters.add(name(FACE[starter]))
    assert starters == {card for card in PACK if "8" not in card}


def test_E3_the_suit_of_the_starter_is_in_force() -> None:
    for seed in range(100):
        state, _ = CRAZY_EIGHTS.deal(3, CLASSIC, QuickDealer(seed))
        assert CRAZY_EIGHTS.view(state, None).suit == "CDHS".index(name(state.top)[-1])


def test_E3_an_eight_turned_up_is_shuffled_back_into_the_stock() -> None:
    places, most = set(), 0
    for seed in range(2000):
        state, events = CRAZY_EIGHTS.deal(2, CLASSIC, QuickDealer(seed))
        back = [event.face for event in events if isinstance(event, PutBack)]
        stock = ALL.faces(state.pile)
        assert all(rank_of(each) == 8 and each in stock for each in back)
        places |= {stock.index(each) for each in back}
        most = max(most, len(back))
    assert len(places) > 25
    assert most >= 2


def test_E3_the_starter_has_no_effect() -> None:
    ranks = set()
    for seed in range(300):
        state, events = CRAZY_EIGHTS.deal(4, ACTION, QuickDealer(seed))
        assert state.turn == (state.dealer + 1) % 4
        assert CRAZY_EIGHTS.view(state, None).direction == 1
        assert [len(cards) for cards in state.hands] == [5] * 4
        assert all(isinstance(event, PutBack | Dealt) for event in events)
        ranks.add(rank_of(state.top))
    assert {1, 2, 12} <= ranks


# E4: playing a card


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


# E5: drawing


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


# E6: piles


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


# E7: going out


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


# E8: points


@pytest.mark.parametrize(
    ("card", "worth"),
    [
        ("8S", 50),
        ("KS", 10),
        ("QS", 10),
        ("JS", 10),
        ("10S", 10),
        ("AS", 1),
        ("2S", 2),
        ("3S", 3),
        ("4S", 4),
        ("5S", 5),
        ("6S", 6),
        ("7S", 7),
        ("9S", 9),
    ],
)
def test_E8_what_a_card_in_hand_is_worth(card: str, worth: int) -> None:
    state = position("5H", card, top="KH")
    play(state, "0 5H")
    assert result(state).points == (worth, 0)


def test_E8_the_winner_scores_all_the_other_hands() -> None:
    state = position("8D KC", "5H", "AC 9D", "JS", top="KH", turn=1)
    ended = play(state, "1 5H")[-1]
    assert isinstance(ended, RoundEnded)
    assert ended.in_hand == (60, 0, 10, 10)
    assert ended.points == (0, 80, 0, 0)


# E9, C8: the match


def test_E9_a_match_is_one_round_by_default() -> None:
    state = position("5H", "2C", top="KH")
    play(state, "0 5H")
    assert result(state).points == (2, 0)


@pytest.mark.parametrize("target", [100, 250])
def test_E9_a_match_ends_with_the_round_in_which_the_target_is_reached(target: int) -> None:
    state = position("5H", "2C", top="KH", match=target, scores=[target - 2, 0])
    play(state, "0 5H")
    assert result(state) == Outcome((1, 2), (target, 0))


@pytest.mark.parametrize("target", [100, 250])
def test_E9_a_match_goes_on_below_the_target(target: int) -> None:
    state = position("5H", "2C", top="KH", match=target, scores=[target - 3, 0])
    play(state, "0 5H")
    assert (state.outcome, state.scores, state.round) == (None, [target - 1, 0], 2)


def test_C8_the_most_points_win_the_match() -> None:
    state = position("2C", "5H", top="KH", turn=1, match=100, scores=[97, 99])
    play(state, "1 5H")
    assert result(state) == Outcome((2, 1), (97, 101))


def test_C8_a_tie_for_first_is_shared() -> None:
    state = position("3C", "3S", "KC KD", top="5H", pile="", match=100, scores=[90, 90, 0])
    play(state, "0 pass", "1 pass", "2 pass")
    assert result(state) == Outcome((1, 1, 3), (107, 107, 0))


def test_C8_several_seats_may_reach_the_target_at_once() -> None:
    state = position("3C", "3S", "KC KD", top="5H", pile="", match=100, scores=[90, 95, 0])
    play(state, "0 pass", "1 pass", "2 pass")
    assert result(state) == Outcome((2, 1, 3), (107, 112, 0))


# E10: options


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


# C3, C4, C5, C7: common to all games


def test_C3_an_eight_stays_the_card_it_is() -> None:
    state = position("8C 2S", "4H KD", top="5S", pile="")
    eight = state.hands[0][0]
    play(state, "0 8C=H")
    assert names(ALL.faces(state.discards)) == "5S 8C"
    play(state, "1 4H", "0 draw")
    assert eight in state.hands[0]
    assert set(may(state, 0)) == {"8C=C", "8C=D", "8C=H", "8C=S", "keep"}


@pytest.mark.parametrize("seed", range(12))
def test_C3_every_card_is_in_one_place_after_every_move(seed: int) -> None:
    rng = QuickDealer(seed)
    state, _ = CRAZY_EIGHTS.deal(2 + seed % 9, CRAZY_EIGHTS.configure("action", {"match": 100}), rng)
    cards = sorted(CRAZY_EIGHTS.cards(state))
    for _ in range(400):
        if state.outcome is not None:
            break
        CRAZY_EIGHTS.apply(state, state.turn, rng.choice(CRAZY_EIGHTS.moves(state, state.turn)), rng)
        assert sorted(CRAZY_EIGHTS.cards(state)) == cards


def test_C4_in_one_round_the_others_are_placed_by_points_in_hand_and_ties_share() -> None:
    state = position("KC", "5H", "10C", "AC", top="KH", turn=1)
    play(state, "1 5H")
    assert result(state).places == (3, 1, 3, 2)


def test_C4_ties_leave_the_next_place_empty() -> None:
    state = position("5H", "3C", "3D", "KC", top="KH")
    play(state, "0 5H")
    assert result(state).places == (1, 2, 2, 4)


def test_C4_in_a_match_seats_are_placed_by_total_points() -> None:
    state = position("5H", "3C", "3D", "8C", top="KH", match=100, scores=[60, 20, 20, 99])
    play(state, "0 5H")
    assert result(state) == Outcome((1, 3, 3, 2), (116, 20, 20, 99))


def test_C5_the_first_dealer_is_drawn_at_random() -> None:
    dealers = Counter(CRAZY_EIGHTS.deal(4, CLASSIC, QuickDealer(seed))[0].dealer for seed in range(400))
    assert sorted(dealers) == [0, 1, 2, 3]
    assert min(dealers.values()) > 60


def test_C5_the_seat_left_of_the_dealer_begins() -> None:
    for seed in range(50):
        state, _ = CRAZY_EIGHTS.deal(5, CLASSIC, QuickDealer(seed))
        assert CRAZY_EIGHTS.waiting(state) == ((state.dealer + 1) % 5,)


@pytest.mark.parametrize(("dealer", "following"), [(0, 1), (1, 2), (2, 0)])
def test_C5_the_deal_moves_one_seat_clockwise_each_round(dealer: int, following: int) -> None:
    state = position("5H", "2C", "3C", top="KH", match=100)
    state.dealer = dealer
    play(state, "0 5H")
    assert state.dealer == following
    assert CRAZY_EIGHTS.waiting(state) == ((following + 1) % 3,)


def test_C5_each_round_starts_clockwise() -> None:
    state = position("AH 9H", "4H", "6H", top="KH", match=100, ace_reverses=True)
    events = play(state, "0 AH", "2 6H")
    assert isinstance(events[-1], Dealt)
    assert (state.direction, state.dealer, state.turn) == (1, 0, 1)


def test_C7_the_next_round_is_dealt_in_the_move_that_ends_the_last_one() -> None:
    state = position("5H", "2C 9S", "KD", top="KH", match=100, scores=[10, 20, 30])
    *_, ended, dealt = play(state, "0 5H")
    shown = (), (face("2C"), face("9S")), (face("KD"),)
    assert ended == RoundEnded(False, shown, (0, 11, 10), (21, 0, 0), (31, 20, 30))
    assert dealt == Dealt(2, 0, state.top)
    assert [len(cards) for cards in state.hands] == [5, 5, 5]
    assert len(state.discards) == 1
    assert sorted(name(FACE[card]) for card in CRAZY_EIGHTS.cards(state)) == sorted(PACK)


def test_C7_a_new_round_begins_with_nobody_out_and_no_passes() -> None:
    state = position("3C", "KC", top="5H", pile="", match=100)
    play(state, "0 pass", "1 pass")
    assert (state.round, state.scores, state.out, state.passes) == (2, [7, 0], [], 0)
    assert [len(cards) for cards in state.hands] == [7, 7]
    assert may(state, state.turn)[-1] == "draw"


def test_C7_a_match_is_played_to_its_end_without_another_deal() -> None:
    state = position("5H", "2C", top="KH", match=100, scores=[99, 0])
    assert not any(isinstance(event, Dealt) for event in play(state, "0 5H"))
    assert [hand(state, seat) for seat in range(2)] == ["", "2C"]
