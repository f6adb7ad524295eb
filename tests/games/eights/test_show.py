"""What a table shows of Crazy Eights: the board, a hand and its buttons, the suit of an eight, news."""

from collections.abc import Sequence

import pytest

from bot.games.base import Seat
from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.crazy_eights.events import Event, Took
from bot.games.crazy_eights.state import State
from bot.games.dealer import QuickDealer
from bot.games.shedding.events import Dealt, Drew, RoundEnded
from bot.games.show import Board, Choice, Hand, Question, Standing
from tests.games.eights.position import NAMES, play, position


def held(state: State, seat: Seat, *, armed: bool = False) -> Hand:
    return CRAZY_EIGHTS.hand(CRAZY_EIGHTS.view(state, seat), NAMES, armed)


def board(state: State) -> Board:
    return CRAZY_EIGHTS.board(CRAZY_EIGHTS.view(state, None), NAMES)


def labels(rows: Sequence[Sequence[Choice]]) -> list[list[str]]:
    return [[choice.label for choice in row] for row in rows]


def does(hand: Hand) -> dict[str, str]:
    """What each button leads to: the text of a move, or of a question."""
    return {choice.label: choice.does.text for row in hand.rows for choice in row}


def question(hand: Hand, key: str) -> Question:
    found = hand.question(key)
    assert found is not None
    return found


def news(state: State, seat: Seat, move: str) -> str:
    """What a seat learns by itself from this move."""
    before = CRAZY_EIGHTS.view(state, seat)
    play(state, move, rng=QuickDealer(1))
    return CRAZY_EIGHTS.news(before, CRAZY_EIGHTS.view(state, seat))


# The board


def test_the_board_shows_the_top_card_the_hands_the_direction_and_the_stock() -> None:
    shown = board(position("2C 3C", "4D 5D 6D", "7H", top="10H", pile="AS 2S"))
    assert (shown.title, shown.seats, shown.asked) == ("10 of hearts ♥", ("2", "3", "1"), "to play")
    assert (shown.facts, shown.calls, shown.picture) == (("clockwise", "pile 2"), (), "")


def test_the_board_says_when_play_runs_the_other_way() -> None:
    state = position("AC 3C", "4D", "7H", top="10C", pile="AS", ace_reverses=True)
    play(state, "0 AC")
    assert board(state).facts == ("counter-clockwise", "pile 1")


def test_the_board_names_the_suit_of_an_eight() -> None:
    assert board(position("2C", "4D", top="8C", suit="H")).title == "8 of clubs, hearts ♥"
    assert board(position("2C", "4D", top="8C", suit="C")).title == "8 of clubs ♣"


def test_the_colour_of_the_board_is_that_of_the_suit_in_force() -> None:
    red, black = (board(position("2C", "4D", top=top)).colour for top in ("5H", "5S"))
    assert red != black
    assert board(position("2C", "4D", top="5D")).colour == red
    assert board(position("2C", "4D", top="5C")).colour == black
    assert board(position("2C", "4D", top="8C", suit="H")).colour == red


def test_the_board_says_who_is_out() -> None:
    state = position("2H", "4D 5D", "6C 7C", top="5H", play_on=True)
    play(state, "0 2H")
    assert board(state).seats == ("out", "2", "2")


# A hand


def test_a_hand_is_sorted_by_suit_and_equal_cards_stand_once() -> None:
    state = position("KS 2C 10H 8H 2C AD", *["4D"] * 2, *["5D"] * 2, "6D", top="9S")
    assert held(state, 0).cards == "2♣ x2 · A♦ · 8♥ 10♥ · K♠"


def test_a_hand_without_cards_says_so() -> None:
    state = position("2H", "4D 5D", "6C 7C", top="5H", play_on=True)
    play(state, "0 2H")
    hand = held(state, 0)
    assert (hand.title, hand.cards, hand.rows) == ("You are out of cards", "no cards", ())


def test_buttons_stand_in_rows_by_suit_and_eights_below_them() -> None:
    state = position("8C 5C 3D 5D 2H 7H 8H KS", "4D", top="5H")
    hand = held(state, 0)
    assert hand.title == "Your turn on the 5 of hearts ♥"
    assert labels(hand.rows) == [["5♣"], ["5♦"], ["2♥", "7♥"], ["8♣", "8♥"], ["Draw"]]
    assert {choice.tone for row in hand.rows[:-1] for choice in row} == {"main"}
    assert hand.rows[-1][0].tone == "plain"
    assert (hand.notes, hand.toggle) == ((), "")


def test_a_suit_with_more_than_five_cards_goes_on_in_another_row() -> None:
    state = position("AH 2H 3H 4H 6H 7H 9H", "4D", top="5H")
    assert labels(held(state, 0).rows) == [["A♥", "2♥", "3♥", "4♥", "6♥"], ["7♥", "9♥"], ["Draw"]]


def test_E1_equal_cards_of_two_packs_are_one_button() -> None:
    state = position("2H 2H 3C", *["4D"] * 2, *["5D"] * 2, "6D", top="9H")
    assert does(held(state, 0)) == {"2♥ x2": "2H", "Draw": "draw"}


def test_there_is_no_switch_so_arming_changes_nothing() -> None:
    state = position("2H 8C", "4D", top="9H")
    assert held(state, 0, armed=True) == held(state, 0)


def test_the_title_names_the_suit_of_an_eight_on_top() -> None:
    state = position("2H 3C", "4D", top="8C", suit="H")
    assert held(state, 0).title == "Your turn on the 8 of clubs, hearts ♥"


def test_who_waits_sees_the_hand_and_whose_turn_it_is() -> None:
    hand = held(position("2H", "4D", "7C 9C", top="9H", turn=1), 2)
    assert (hand.title, hand.cards, hand.rows) == ("Wait for your turn", "7♣ 9♣", ())


@pytest.mark.parametrize("seat", [0, 1])
def test_after_the_end_there_is_nothing_to_press(seat: Seat) -> None:
    state = position("2H", "4D", top="9H")
    play(state, "0 2H")
    hand = held(state, seat)
    assert (hand.title, hand.rows) == ("The game is over", ())


def test_E5_the_drawn_card_is_played_or_kept() -> None:
    state = position("2C 3C", "4D", top="5H", pile="7H 9H KS")
    play(state, "0 draw")
    hand = held(state, 0)
    assert hand.title == "You drew the 9 of hearts: play it or keep it"
    assert does(hand) == {"Play 9♥": "9H", "Keep it": "keep"}
    assert held(state, 1).title == "Wait for your turn"


def test_the_board_does_not_tell_which_card_was_drawn() -> None:
    boards = []
    for card in ("9H", "8S"):
        state = position("2C 3C", "4D", top="5H", pile=f"7H {card} KS")
        play(state, "0 draw")
        boards.append(board(state))
    assert boards[0] == boards[1]


def test_E6_where_nothing_is_left_there_is_a_pass_and_no_draw() -> None:
    state = position("2H 3C", "4D", top="5H", pile="")
    assert does(held(state, 0)) == {"2♥": "2H", "Pass": "pass"}


# The question of an eight


def test_E4_an_eight_asks_for_its_suit_and_tells_how_many_own_cards_there_are_of_each() -> None:
    """Eights go on anything, so they are not counted."""
    hand = held(position("8C 8H 2C KH 3H JH", "4D", top="5S"), 0)
    asked = question(hand, "8H")
    assert asked.text == does(hand)["8♥"] == "Which suit for the 8 of hearts?"
    assert {choice.label: choice.key for choice in asked.choices} == {
        "♣ Clubs · 1": "8H=C",
        "♦ Diamonds · 0": "8H=D",
        "♥ Hearts · 3": "8H=H",
        "♠ Spades · 0": "8H=S",
    }
    assert {choice.tone for choice in asked.choices} == {"main"}
    assert question(hand, "8C").text == "Which suit for the 8 of clubs?"
    assert hand.question("8D") is None


def test_E5_a_drawn_eight_asks_too() -> None:
    state = position("2C", "4D", top="5H", pile="7H 8S 6C")
    play(state, "0 draw")
    hand = held(state, 0)
    assert labels(hand.rows) == [["Play 8♠"], ["Keep it"]]
    assert [choice.key for choice in question(hand, "8S").choices] == ["8S=C", "8S=D", "8S=H", "8S=S"]


# News


def test_E5_all_that_came_until_a_card_fitted_is_told() -> None:
    state = position("2C 3C", "4D", top="5H", pile="7H 9H KS 6C")
    assert news(state, 0, "0 draw") == "You drew 6 of clubs, 9 of hearts, King of spades."


def test_E5_a_single_card_that_does_not_fit_is_told_with_the_turn_that_is_over() -> None:
    state = position("2H 3C", "4D", top="5H", pile="9H KS 6C")
    assert news(state, 0, "0 draw") == "You drew 6 of clubs; it does not fit, so your turn is over."


def test_E5_a_card_that_fits_is_told_and_the_turn_goes_on() -> None:
    state = position("2H 3C", "4D", top="5H", pile="9H")
    assert news(state, 0, "0 draw") == "You drew 9 of hearts."


def test_E10_when_no_card_fits_up_to_the_limit_the_turn_that_is_over_is_told() -> None:
    state = position("2C 3C", "4D", top="5H", pile="9H KS 7C 6C", draw_limit=3)
    told = news(state, 0, "0 draw")
    assert told.startswith("You drew 6 of clubs, 7 of clubs, King of spades")
    assert told.endswith("your turn is over.")


def test_E10_what_a_two_costs_is_told_to_who_draws_it() -> None:
    for seat, told in ((0, ""), (1, "You drew 9 of hearts, King of spades.")):
        state = position("2H 3C", "4D 5D", top="5H", pile="9H KS", two_draws_two=True)
        assert news(state, seat, "0 2H") == told


def test_E10_a_two_of_which_one_card_is_left_is_no_card_that_does_not_fit() -> None:
    state = position("2H 3C", "4D 5D", top="5H", pile="", two_draws_two=True)
    assert news(state, 1, "0 2H") == "You drew 5 of hearts."


def test_what_others_draw_is_no_news() -> None:
    state = position("2C 3C", "4D", top="5H", pile="9H KS")
    assert news(state, 1, "0 draw") == ""


def test_a_new_round_is_not_told_as_drawn_cards() -> None:
    state = position("2H", "4D 5D", top="5H", match=100)
    assert news(state, 1, "0 2H") == ""
    assert state.round == 2


# The whole game


def test_the_standing_is_the_round_and_the_points() -> None:
    state = position("2H", "KD 5D", top="5H", match=100)
    play(state, "0 2H", rng=QuickDealer(1))
    assert CRAZY_EIGHTS.standing(state) == Standing(2, (15, 0))


def ended(*in_hand: int) -> RoundEnded:
    return RoundEnded(False, ((),) * len(in_hand), in_hand, (0,) * len(in_hand), (0,) * len(in_hand))


def test_a_quiet_game_has_nothing_worth_telling() -> None:
    assert CRAZY_EIGHTS.highlights([Drew(0, 1), Drew(1, 2), Took(1, 2), ended(0, 0)], NAMES) == []
    assert CRAZY_EIGHTS.highlights([], NAMES) == []


def test_the_most_cards_at_once_and_the_heaviest_hand_are_told() -> None:
    events: list[Event] = [Drew(0, 3), Drew(1, 7), Took(2, 2), ended(0, 40, 12), ended(30, 0, 12)]
    assert CRAZY_EIGHTS.highlights(events, NAMES) == [
        "Most cards at once: Bo drew 7 cards.",
        "Heaviest hand: Bo was left with 40 points.",
    ]


def test_K7_nobody_ever_acts_out_of_turn() -> None:
    assert not CRAZY_EIGHTS.open_chance(position("2H", "4D", top="5H"))


@pytest.mark.parametrize("dealer", range(4))
def test_C5_a_dealer_can_be_given_and_the_next_seat_begins(dealer: Seat) -> None:
    for seed in range(5):
        state, events = CRAZY_EIGHTS.deal(4, CRAZY_EIGHTS.configure(), QuickDealer(seed), dealer)
        dealt = next(event for event in events if isinstance(event, Dealt))
        assert dealt.dealer == state.dealer == dealer
        assert state.turn == (dealer + 1) % 4


def test_C5_a_dealer_who_is_not_given_is_drawn_at_random() -> None:
    options = CRAZY_EIGHTS.configure()
    assert {CRAZY_EIGHTS.deal(4, options, QuickDealer(seed))[0].dealer for seed in range(40)} == {0, 1, 2, 3}


def test_the_guide_tells_of_rounds_drawing_piles_score_and_options() -> None:
    heads = [line.split("**")[1] for line in CRAZY_EIGHTS.guide.splitlines()]
    assert heads == ["A round.", "Drawing.", "Piles.", "Score.", "Options."]
    assert CRAZY_EIGHTS.guide.endswith("play can go on for second place.")
