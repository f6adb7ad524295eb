"""What a table shows of UNO: the board, a hand and its buttons, questions, news, lines worth telling."""

from collections.abc import Sequence

import pytest

from bot.games.base import Seat
from bot.games.dealer import QuickDealer
from bot.games.shedding.events import Dealt, Drew, RoundEnded
from bot.games.show import Board, Choice, Hand, Question, Standing
from bot.games.uno import UNO
from bot.games.uno.cards import FACES, short
from bot.games.uno.events import Caught, Challenged, Event, Took
from bot.games.uno.state import Asked, State
from tests.games.uno.position import play, position

NAMES = ("Ann", "Bo", "Kit", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")


def held(state: State, seat: Seat, *, armed: bool = False) -> Hand:
    return UNO.hand(UNO.view(state, seat), NAMES, armed)


def board(state: State) -> Board:
    return UNO.board(UNO.view(state, None), NAMES)


def labels(rows: Sequence[Sequence[Choice]]) -> list[list[str]]:
    return [[choice.label for choice in row] for row in rows]


def does(hand: Hand) -> dict[str, str]:
    """What each button leads to: the text of a move, or of a question."""
    buttons = [choice for row in hand.rows for choice in row]
    return {each.label: each.does.text for each in buttons}


def question(hand: Hand, key: str) -> Question:
    found = hand.question(key)
    assert found is not None
    return found


def asks(hand: Hand, key: str) -> dict[str, str]:
    """A question's choices with their moves."""
    return {choice.label: choice.key for choice in question(hand, key).choices}


def news(state: State, seat: Seat, *moves: str) -> str:
    """What a seat learns by itself from the last of these moves."""
    *earlier, last = moves
    play(state, *earlier)
    before = UNO.view(state, seat)
    play(state, last, rng=QuickDealer(1))
    return UNO.news(before, UNO.view(state, seat))


# The board


def test_the_board_shows_the_top_card_the_hands_the_direction_and_the_pile() -> None:
    shown = board(position("R1 R2", "G1 G2 G3", "Y1", top="B7", pile="R3 R4 R5"))
    assert (shown.title, shown.seats, shown.asked) == ("Blue 7", ("2", "3", "1"), "to play")
    assert shown.facts == ("clockwise", "pile 3")
    assert (shown.calls, shown.picture) == ((), "")


def test_the_board_says_when_play_runs_the_other_way() -> None:
    state = position("RR R2 R3", "G1", "Y1", top="R7", pile="R4")
    play(state, "0 RR")
    assert board(state).facts == ("counter-clockwise", "pile 1")


def test_the_board_has_the_colour_in_force_and_its_word() -> None:
    tops = {"R7": "Red 7", "Y7": "Yellow 7", "G7": "Green 7", "B7": "Blue 7"}
    boards = [board(position("R1", "G1", top=top)) for top in tops]
    assert [each.title for each in boards] == [*tops.values()]
    assert len({each.colour for each in boards}) == 4
    wild = board(position("R1", "G1", top="W", colour="B"))
    assert (wild.title, wild.colour) == ("Wild, blue", boards[3].colour)
    assert board(position("R1", "G1", top="W+4", colour="Y")).title == "Wild Draw Four, yellow"


def test_a_wild_turned_up_first_has_no_colour_yet() -> None:
    state = position("R1", "G1", top="W")
    state.asked = Asked.NAME
    shown = board(state)
    assert (shown.title, shown.asked) == ("Wild", "to name the colour")
    assert shown.colour not in {board(position("R1", "G1", top=top)).colour for top in ("R7", "Y7", "G7", "B7")}


def test_the_board_says_that_a_card_was_drawn_but_not_which() -> None:
    boards = []
    for card in ("R9", "W"):
        state = position("Y1", "G1", top="R7", pile=f"Y9 {card}")
        play(state, "0 draw")
        boards.append(board(state))
    assert (boards[0].asked, boards[0].title) == ("to play the drawn card or keep it", "Red 7")
    assert boards[0] == boards[1]


def test_the_board_says_how_many_cards_are_to_be_taken() -> None:
    state = position("W+4 B2 B3", "G3 G2", top="R5", pile="Y1")
    play(state, "0 W+4=G")
    shown = board(state)
    assert (shown.title, shown.asked) == ("Wild Draw Four, green", "to take the cards or answer")
    assert shown.facts == ("clockwise", "pile 1", "4 cards to take")


def test_the_board_says_who_is_out() -> None:
    state = position("R1", "G1 G2", "Y1 Y2", top="R7", play_on=True)
    play(state, "0 R1")
    assert board(state).seats == ("out", "2", "2")


def test_catching_stands_on_the_board_for_everybody_alike() -> None:
    state = position("R1 B2", "G3 G4", "Y3 Y4", top="R5")
    assert board(state).calls == ()
    play(state, "0 R1")
    (call,) = board(state).calls
    assert (call.label, call.key, call.tone) == ("Catch Ann!", "catch>0", "danger")
    play(state, "0 call")
    assert board(state).calls == ()


def test_each_seat_that_can_be_caught_has_its_call_on_the_board() -> None:
    state = position("R1 B2", "G3", "Y3 Y4", top="R5")
    state.owes = [0, 1]
    assert [call.label for call in board(state).calls] == ["Catch Ann!", "Catch Bo!"]


# A hand


def test_a_hand_is_sorted_by_colour_with_sign_and_letter_and_equal_cards_once() -> None:
    state = position("W+4 B1 R7 G4 R2 B1 BS", "G1", top="Y5")
    assert held(state, 0).cards == "🟥 R2 R7 · 🟩 G4 · 🟦 B1 x2 BS · ⬛ W+4"


def test_a_hand_without_cards_says_so() -> None:
    state = position("R1", "G1 G2", "Y1 Y2", top="R7", play_on=True)
    play(state, "0 R1")
    assert held(state, 0).cards == "no cards"


def test_there_is_one_button_for_each_face_that_can_be_played_in_rows_by_colour() -> None:
    state = position("R2 R7 Y7 G4 G9 B1 B1 BS W W+4", "G1", top="B7")
    hand = held(state, 0)
    assert hand.title == "Your turn on Blue 7"
    assert labels(hand.rows) == [["R7"], ["Y7"], ["B1 x2", "BS"], ["W", "W+4"], ["Draw"]]
    assert [[choice.sign for choice in row] for row in hand.rows] == [["🟥"], ["🟨"], ["🟦"] * 2, ["⬛"] * 2, [""]]
    assert {choice.tone for row in hand.rows[:-1] for choice in row} == {"main"}
    assert hand.rows[-1][0].tone == "plain"
    assert (hand.notes, hand.toggle) == ((), "")


def test_a_colour_with_more_than_five_cards_goes_on_in_another_row() -> None:
    state = position("R0 R1 R2 R3 R4 R5 B9", "G1", top="R9")
    assert labels(held(state, 0).rows) == [["R0", "R1", "R2", "R3", "R4"], ["R5"], ["B9"], ["Draw"]]


def test_no_row_has_more_than_five_buttons_however_many_can_be_caught() -> None:
    """With seven_zero a 0 can leave many seats with one card."""
    state = position("R1 R2 R3", *["G1"] * 2, *["G2"] * 2, *["G3"] * 2, top="R9", seven_zero=True)
    state.owes = [1, 2, 3, 4, 5, 6]
    assert max(map(len, held(state, 0).rows)) <= 5
    assert [call.key for call in board(state).calls] == [f"catch>{seat}" for seat in range(1, 7)]


def test_the_fullest_hand_that_there_can_be_has_21_buttons_at_most() -> None:
    reds = " ".join(f"R{symbol}" for symbol in (*range(10), "S", "R", "+2"))
    state = position(f"{reds} Y7 G7 B7 W W+4", *["G1"] * 2, *["G2"] * 2, *["G3"] * 2, top="R7", seven_zero=True)
    state.owes = [1, 2, 3, 4, 5, 6]
    rows = held(state, 0).rows
    assert sum(map(len, rows)) <= 21
    assert len(rows) <= 10


def test_the_title_names_the_colour_of_a_wild_on_top() -> None:
    assert held(position("R1", "G1", top="W", colour="G"), 0).title == "Your turn on Wild, green"


def test_who_waits_sees_the_hand_and_whose_turn_it_is() -> None:
    hand = held(position("R1 R2", "G1", "Y1 Y7", top="R7", turn=1), 2)
    assert (hand.title, hand.cards, hand.rows) == ("Wait for your turn", "🟨 Y1 Y7", ())
    assert (hand.notes, hand.toggle) == ((), "")


def test_who_is_out_watches() -> None:
    state = position("R1", "G1 G2", "Y1 Y2", top="R7", play_on=True)
    play(state, "0 R1")
    hand = held(state, 0)
    assert (hand.title, hand.rows) == ("You are out of cards", ())


@pytest.mark.parametrize("seat", [0, 1])
def test_after_the_end_there_is_nothing_to_press(seat: Seat) -> None:
    state = position("R1", "G1 G2", top="R7")
    play(state, "0 R1")
    hand = held(state, seat)
    assert (hand.title, hand.rows, hand.toggle) == ("The game is over", (), "")


def test_U6_the_drawn_card_is_played_or_kept() -> None:
    state = position("Y1 Y2", "G1", top="R7", pile="Y9 R9")
    play(state, "0 draw")
    hand = held(state, 0)
    assert hand.title == "You drew Red 9: play it or keep it"
    assert does(hand) == {"Play R9": "R9", "Keep it": "keep"}
    assert held(state, 1).title == "Wait for your turn"


def test_U22_where_nothing_is_left_there_is_a_pass_and_no_draw() -> None:
    state = position("Y1 Y2 R1", "G1", top="R7", pile="")
    assert does(held(state, 0)) == {"R1": "R1", "Pass": "pass"}


def test_U9_the_colour_of_a_wild_turned_up_is_named_with_the_own_cards_in_view() -> None:
    state = position("R1 Y1 Y2 W", "G1", top="W")
    state.asked = Asked.NAME
    hand = held(state, 0)
    assert hand.title == "A Wild was turned up: name the colour"
    assert does(hand) == {"Red · 1": "name=R", "Yellow · 2": "name=Y", "Green · 0": "name=G", "Blue · 0": "name=B"}
    assert [choice.sign for choice in hand.rows[0]] == ["🟥", "🟨", "🟩", "🟦"]
    assert {choice.tone for choice in hand.rows[0]} == {"main"}


# Questions


@pytest.mark.parametrize(("card", "name"), [("W", "Wild"), ("W+4", "Wild Draw Four")])
def test_a_wild_asks_for_its_colour_and_tells_how_many_own_cards_there_are_of_each(card: str, name: str) -> None:
    hand = held(position(f"{card} R1 B1 B2 B2", "G1", top="Y7"), 0)
    assert labels(hand.rows) == [[card], ["Draw"]]
    assert does(hand)[card] == f"Which colour for the {name}?"
    assert asks(hand, card) == {
        "Red · 1": f"{card}=R",
        "Yellow · 0": f"{card}=Y",
        "Green · 0": f"{card}=G",
        "Blue · 3": f"{card}=B",
    }
    assert [choice.sign for choice in question(hand, card).choices] == ["🟥", "🟨", "🟩", "🟦"]


def test_U28_a_seven_asks_whom_to_swap_with_by_name_and_number_of_cards() -> None:
    state = position("R7 R1 R2", "G1 G2", "Y1", "B1 B2 B3", top="R9", seven_zero=True)
    hand = held(state, 0)
    assert does(hand)["R7"] == "Swap hands with whom, by the Red 7?"
    assert asks(hand, "R7") == {"Bo · 2": "R7>1", "Kit · 1": "R7>2", "Dee · 3": "R7>3"}
    assert does(hand)["R1"] == "R1"


def test_U28_who_is_out_cannot_be_swapped_with() -> None:
    state = position("R1", "R7 G1 G2", "Y1 Y2", "B1 B2", top="R9", seven_zero=True, play_on=True)
    play(state, "0 R1")
    assert asks(held(state, 1), "R7") == {"Kit · 2": "R7>2", "Dee · 2": "R7>3"}


def test_U28_between_two_seats_a_seven_asks_nothing() -> None:
    state = position("R7 R1 R2", "G1 G2", top="R9", seven_zero=True)
    assert does(held(state, 0)) == {"R7": "R7>1", "R1": "R1", "R2": "R2", "Draw": "draw"}


# Calling UNO


def test_U16_the_switch_is_there_with_two_cards_only() -> None:
    assert held(position("R1 B2", "G1", top="R5"), 0).toggle == "UNO!"
    assert held(position("R1 B2 B3", "G1", top="R5"), 0).toggle == ""
    assert held(position("R1", "G1", top="R5"), 0).toggle == ""
    assert held(position("Y1 B2", "G1", top="R5"), 0).toggle == ""


@pytest.mark.parametrize("uno_call", ["auto", "off"])
def test_U20_where_nothing_is_called_there_is_no_switch(uno_call: str) -> None:
    assert held(position("R1 B2", "G1", top="R5", uno_call=uno_call), 0).toggle == ""


def test_U16_an_armed_play_carries_the_call_and_looks_like_it() -> None:
    state = position("R1 B5", "G1", top="R5")
    off, on = held(state, 0), held(state, 0, armed=True)
    assert does(off) == {"R1": "R1", "B5": "B5", "Draw": "draw"}
    assert does(on) == {"R1": "R1!", "B5": "B5!", "Draw": "draw"}
    assert [[choice.tone for choice in row] for row in off.rows] == [["main"], ["main"], ["plain"]]
    assert [[choice.tone for choice in row] for row in on.rows] == [["good"], ["good"], ["plain"]]
    assert labels(on.rows) == labels(off.rows)


def test_U16_the_colours_of_an_armed_wild_carry_the_call() -> None:
    state = position("W B2", "G1", top="R5")
    assert [*asks(held(state, 0), "W").values()] == ["W=R", "W=Y", "W=G", "W=B"]
    on = held(state, 0, armed=True)
    assert [*asks(on, "W").values()] == ["W=R!", "W=Y!", "W=G!", "W=B!"]
    assert {choice.tone for choice in question(on, "W").choices} == {"good"}


def test_U16_a_drawn_card_can_be_armed_too() -> None:
    state = position("B2", "G3 G4", top="R5", pile="R9")
    play(state, "0 draw")
    assert held(state, 0).toggle == "UNO!"
    assert does(held(state, 0, armed=True)) == {"Play R9": "R9!", "Keep it": "keep"}


def test_arming_changes_nothing_where_there_is_nothing_to_call() -> None:
    state = position("R7 R1 R2", "G1 G2", "Y1 Y2", top="R9", seven_zero=True)
    assert held(state, 0, armed=True) == held(state, 0)


def test_U28_an_armed_seven_still_asks_for_the_seat_and_calls_where_one_card_comes() -> None:
    """The switch changes what a button calls, not whom one can swap with."""
    state = position("R7 R1 R2", "G1 G2", "Y1", "B1 B2", top="R9", seven_zero=True)
    assert held(state, 0).toggle == "UNO!"
    on = held(state, 0, armed=True)
    assert asks(on, "R7") == {"Bo · 2": "R7>1", "Kit · 1": "R7>2!", "Dee · 2": "R7>3"}
    assert does(on)["R1"] == "R1"


def test_U16_after_the_play_there_is_a_button_as_long_as_the_call_is_owed() -> None:
    state = position("R1 B2", "G3 G4", top="R5")
    play(state, "0 R1")
    hand = held(state, 0)
    assert hand.title == "Wait for your turn"
    assert hand.notes == ("You have one card and have not called UNO yet.",)
    assert does(hand) == {"UNO!": "call"}
    assert hand.rows[0][0].tone == "good"
    play(state, "0 call")
    assert (held(state, 0).rows, held(state, 0).notes) == ((), ())


def test_U17_the_others_can_catch_from_their_hands_too() -> None:
    state = position("R1 B2", "G3 G4", "Y3 Y4", top="R5")
    play(state, "0 R1")
    assert does(held(state, 1)) == {"Draw": "draw", "Catch Ann!": "catch>0"}
    assert does(held(state, 2)) == {"Catch Ann!": "catch>0"}
    assert held(state, 2).rows[0][0].tone == "danger"
    assert held(state, 2).notes == ()


# Penalties and challenges


def test_U13_a_draw_four_is_taken_or_challenged_and_both_costs_are_told() -> None:
    state = position("W+4 B2 B3", "G3 G2", "Y1 Y2", top="R5")
    play(state, "0 W+4=G")
    hand = held(state, 1)
    assert hand.title == "4 cards for you: Wild Draw Four, green"
    assert does(hand) == {"Take 4": "take", "Challenge": "challenge"}
    assert [choice.tone for choice in hand.rows[0]] == ["plain", "danger"]
    assert hand.notes == ("Challenge: if it was a bluff, Ann draws the 4 and you play on; if not, you draw 6.",)
    assert (held(state, 2).title, held(state, 2).notes) == ("Wait for your turn", ())


def test_the_challenge_names_who_played_the_card_whichever_way_play_runs_and_whoever_is_out() -> None:
    state = position("W+4 B2 B3", "G3 G2", "Y1 Y2", "Y3", top="R5", play_on=True)
    state.direction = -1
    state.out = [3]
    state.hands[3] = []
    play(state, "0 W+4=G")
    assert held(state, 2).notes[0].startswith("Challenge: if it was a bluff, Ann draws the 4")


def test_U27_stacked_cards_add_up_in_the_title_the_button_and_the_cost() -> None:
    state = position("W+4 R1 R2", "W+4 G1 G2", "W+4 B1 B2", top="R5", stacking="same")
    play(state, "0 W+4=G", "1 W+4=B")
    hand = held(state, 2)
    assert hand.title == "8 cards for you: Wild Draw Four, blue"
    assert labels(hand.rows) == [["W+4"], ["Take 8", "Challenge"]]
    assert hand.notes == ("Challenge: if it was a bluff, Bo draws the 8 and you play on; if not, you draw 10.",)
    assert board(state).facts[-1] == "8 cards to take"


def test_U27_a_stacked_draw_two_cannot_be_challenged() -> None:
    state = position("R+2 R1 R2", "G+2 G1 G2", top="R5", stacking="same")
    play(state, "0 R+2")
    hand = held(state, 1)
    assert hand.title == "2 cards for you: Red Draw Two"
    assert does(hand) == {"G+2": "G+2", "Take 2": "take"}
    assert hand.notes == ()


def test_U14_the_proof_is_shown_to_the_challenger_alone() -> None:
    state = position("W+4 R1 R1 W", "G1 G2", "B2 B3", top="R5")
    play(state, "0 W+4=G", "1 challenge")
    assert held(state, 1).notes == ("The challenged hand was 🟥 R1 x2 · ⬛ W.",)
    assert held(state, 0).notes == held(state, 2).notes == ()
    play(state, "1 draw")
    assert held(state, 1).notes == ()


# Jumping in


def test_U29_who_can_jump_in_is_told_and_has_the_card_to_press() -> None:
    state = position("G1 G2", "R5 R4 B1", "Y5 R4", top="R5", jump_in=True)
    jumper, other = held(state, 1), held(state, 2)
    assert (jumper.title, jumper.notes) == ("Wait for your turn", ("You can jump in.",))
    assert does(jumper) == {"R5": "R5"}
    assert (other.title, other.rows, other.notes) == ("Wait for your turn", (), ())


def test_U29_a_jump_can_be_armed_too() -> None:
    state = position("G1 G2", "R5 B1", top="R5", jump_in=True)
    assert held(state, 1).toggle == "UNO!"
    assert does(held(state, 1, armed=True)) == {"R5": "R5!"}


def test_who_can_only_catch_cannot_jump_in() -> None:
    state = position("R1 B2", "G3 G4", "Y3 Y4", top="R5", jump_in=True)
    play(state, "0 R1")
    assert (does(held(state, 2)), held(state, 2).notes) == ({"Catch Ann!": "catch>0"}, ())


def test_U29_the_seat_to_move_plays_and_does_not_jump() -> None:
    state = position("R5 G2 G3", "B1", top="R5", jump_in=True)
    assert held(state, 0).notes == ()


# News


def test_a_drawn_card_that_does_not_fit_is_told_with_the_turn_that_is_over() -> None:
    state = position("Y1 Y2", "G1", top="R7", pile="R9 G4")
    assert news(state, 0, "0 draw") == "You drew Green 4; it does not fit, so your turn is over."


def test_a_drawn_card_that_fits_is_told_and_the_turn_goes_on() -> None:
    state = position("Y1 Y2", "G1", top="R7", pile="R9")
    assert news(state, 0, "0 draw") == "You drew Red 9."


def test_a_card_like_one_in_hand_is_told_too() -> None:
    state = position("Y1 Y2", "G1", top="R7", pile="Y1")
    assert news(state, 0, "0 draw") == "You drew Yellow 1; it does not fit, so your turn is over."


def test_P2_a_card_that_fits_but_must_be_kept_is_not_said_not_to_fit() -> None:
    state = position("Y1 Y2", "G1", top="R7", pile="B1 R9 B2 B3 R8", drawn_card="keep")
    told = news(state, 0, "0 draw")
    assert told.startswith("You drew Red 8")
    assert "does not fit" not in told


def test_U30_cards_drawn_until_one_fits_are_all_told() -> None:
    state = position("Y1 Y2", "G1", top="R7", pile="R9 G4 G4 B3", draw_until_playable=True)
    assert news(state, 0, "0 draw") == "You drew Red 9, Green 4, Green 4, Blue 3."


def test_U30_when_none_of_them_fits_the_turn_that_is_over_is_told() -> None:
    state = position("Y1 Y2", "G1", top="R7", pile="G4 B3", draw_until_playable=True)
    told = news(state, 0, "0 draw")
    assert told.startswith("You drew Green 4, Blue 3")
    assert told.endswith("your turn is over.")


def test_a_penalty_is_told_to_who_draws_it_and_to_nobody_else() -> None:
    for seat, told in ((0, ""), (1, "You drew Red 9, Blue 3."), (2, "")):
        state = position("R+2 R1 R2", "G3 G2", "Y1 Y2", top="R5", pile="R9 B3")
        assert news(state, seat, "0 R+2") == told


def test_a_penalty_of_which_one_card_is_left_is_no_card_that_does_not_fit() -> None:
    state = position("R+2 R1 R2", "G3 G2", top="B+2", pile="R9", stacking="same")
    state.discards = state.discards[-1:]
    play(state, "0 R+2")
    state.discards = state.discards[-1:]
    told = news(state, 1, "1 take")
    assert told.startswith("You drew Red 9")
    assert "does not fit" not in told


def test_a_lost_challenge_and_a_bluff_are_told_card_by_card() -> None:
    state = position("W+4 B1 B2", "G1 G2", top="R5", pile="Y1 Y2 Y3 Y4 Y5 Y6")
    told = "You drew Yellow 1, Yellow 2, Yellow 3, Yellow 4, Yellow 5, Yellow 6."
    assert news(state, 1, "0 W+4=G", "1 challenge") == told
    state = position("W+4 R1 R2", "G1 G2", top="R5", pile="Y1 Y2 Y3 Y4")
    told = "You drew Yellow 1, Yellow 2, Yellow 3, Yellow 4."
    assert news(state, 0, "0 W+4=G", "1 challenge") == told


def test_who_is_caught_is_told_the_two_cards() -> None:
    state = position("R1 B2", "G3 G4", top="R5", pile="Y1 Y2")
    assert news(state, 0, "0 R1", "1 catch>0") == "You drew Yellow 1, Yellow 2."


def test_a_card_that_was_played_is_no_news() -> None:
    state = position("R1 B2 B3", "G3 G4", top="R5")
    assert news(state, 0, "0 R1") == ""


def test_a_new_round_is_not_told_as_drawn_cards() -> None:
    state = position("R1", "G3 G4", top="R5", match=500)
    assert news(state, 1, "0 R1") == ""
    assert state.round == 2


@pytest.mark.parametrize(("seat", "hands"), [(0, ("R7 R1 R2", "Y1")), (1, ("R7 R1 R2", "Y1")), (1, ("R7 R1", "Y1"))])
def test_U28_a_hand_that_was_swapped_was_not_drawn(seat: Seat, hands: tuple[str, str]) -> None:
    state = position(*hands, top="R9", seven_zero=True)
    told = news(state, seat, "0 R7>1")
    assert "drew" not in told
    assert "does not fit" not in told


def test_U28_a_hand_that_was_passed_on_was_not_drawn() -> None:
    for seat in range(3):
        state = position("R0 R1 R2", "Y1 Y2", "G1 G2", top="R9", seven_zero=True)
        assert "drew" not in news(state, seat, "0 R0")


# The whole game


def test_the_standing_is_the_round_and_the_points() -> None:
    state = position("R1", "G3 G4", top="R5", match=500)
    assert UNO.standing(state) == Standing(1, (0, 0))
    play(state, "0 R1", rng=QuickDealer(1))
    assert UNO.standing(state) == Standing(2, (7, 0))


def ended(*in_hand: int) -> RoundEnded:
    return RoundEnded(False, ((),) * len(in_hand), in_hand, (0,) * len(in_hand), (0,) * len(in_hand))


def test_a_quiet_game_has_nothing_worth_telling() -> None:
    assert UNO.highlights([Drew(0, 1), Drew(1, 2), Took(1, 2), Caught(0, 1, 2), ended(0, 0)], NAMES) == []
    assert UNO.highlights([], NAMES) == []


def test_the_best_catcher_caught_more_than_once() -> None:
    events = [Caught(0, 2, 2), Caught(0, 1, 2), Caught(1, 2, 2)]
    assert UNO.highlights(events, NAMES) == ["Best catcher: Kit, 2."]
    assert UNO.highlights([Caught(2, 1, 2), *events, Caught(1, 2, 2)], NAMES) == ["Best catcher: Kit, 3."]


def test_the_most_cards_at_once_were_drawn_or_taken() -> None:
    assert UNO.highlights([Drew(0, 3), Drew(1, 5), Took(2, 4)], NAMES) == ["Most cards at once: Bo drew 5 cards."]
    assert UNO.highlights([Drew(0, 3), Drew(1, 5), Took(2, 8)], NAMES) == ["Most cards at once: Kit drew 8 cards."]
    assert UNO.highlights([Drew(0, 2), Drew(1, 3)], NAMES) == ["Most cards at once: Bo drew 3 cards."]


@pytest.mark.parametrize(("guilty", "loser"), [(False, "Bo"), (True, "Kit")])
def test_cards_drawn_by_a_challenge_count_among_the_most_at_once(guilty: bool, loser: str) -> None:
    events: list[Event] = [Drew(0, 3), Challenged(seat=1, against=2, guilty=guilty, count=6)]
    assert UNO.highlights(events, NAMES) == [f"Most cards at once: {loser} drew 6 cards."]


def test_the_heaviest_hand_is_that_of_all_rounds() -> None:
    events = [ended(0, 40, 12), ended(70, 0, 12), ended(0, 20, 0)]
    assert UNO.highlights(events, NAMES) == ["Heaviest hand: Ann was left with 70 points."]


def test_a_heaviest_hand_of_one_point_is_told_in_the_singular() -> None:
    assert UNO.highlights([ended(0, 1)], NAMES) == ["Heaviest hand: Bo was left with 1 point."]


def test_K7_there_is_an_open_chance_while_a_call_is_owed() -> None:
    state = position("R1 B2", "G3 G4", top="R5")
    assert not UNO.open_chance(state)
    play(state, "0 R1")
    assert UNO.open_chance(state)
    play(state, "0 call")
    assert not UNO.open_chance(state)


def test_K7_there_is_an_open_chance_while_somebody_might_jump_in() -> None:
    """Whether anybody holds the card must not show."""
    state = position("Y1 Y2 W+4", "G3 G4", top="R5", pile="Y9 R9", jump_in=True)
    assert UNO.open_chance(state)
    play(state, "0 draw")
    assert not UNO.open_chance(state)
    play(state, "0 keep")
    assert UNO.open_chance(state)
    assert not UNO.open_chance(position("Y1 Y2", "G3 G4", top="R5"))


def test_K7_nobody_can_jump_in_while_a_penalty_is_open() -> None:
    state = position("W+4 Y1 Y2", "G3 G4", top="R5", jump_in=True)
    play(state, "0 W+4=G")
    assert not UNO.open_chance(state)


def test_K7_nobody_can_jump_in_on_a_wild() -> None:
    assert not UNO.open_chance(position("Y1 Y2", "G3 G4", top="W", colour="R", jump_in=True))


def test_K7_there_is_no_chance_left_when_the_game_is_over() -> None:
    state = position("R1", "G3 G4", top="R5", jump_in=True)
    play(state, "0 R1")
    assert state.outcome is not None
    assert not UNO.open_chance(state)


@pytest.mark.parametrize("dealer", range(4))
def test_C5_a_dealer_can_be_given_and_the_next_seat_begins(dealer: Seat) -> None:
    for seed in range(5):
        state, events = UNO.deal(4, UNO.configure(None, {"starter": "number"}), QuickDealer(seed), dealer)
        dealt = next(event for event in events if isinstance(event, Dealt))
        assert dealt.dealer == state.dealer == dealer
        assert state.turn == (dealer + 1) % 4


def test_C5_a_dealer_who_is_not_given_is_drawn_at_random() -> None:
    assert {UNO.deal(4, UNO.configure(), QuickDealer(seed))[0].dealer for seed in range(40)} == {0, 1, 2, 3}


def test_the_guide_tells_of_rounds_cards_the_challenge_the_call_piles_and_score() -> None:
    heads = [line.split("**")[1] for line in UNO.guide.splitlines()]
    assert heads == ["A round.", "Action cards.", "Challenge.", "UNO.", "Piles.", "Score."]


def test_every_card_can_be_on_top() -> None:
    for face in FACES:
        title = board(position("R1", "G1", top=short(face), colour="R")).title
        assert title.startswith(UNO.long(face))
