"""Turns, tap by tap: every button of a hand from positions laid out by hand, and taps that come too late."""

import asyncio
import re

import pytest

from bot.errors import CannotSave
from bot.games.uno import UNO
from bot.loopback.interactions import AnswerKind
from bot.loopback.people import Member
from bot.loopback.world import Message
from tests.games.eights import position as eights
from tests.games.nimmt import position as nimmt
from tests.games.uno import position as uno
from tests.play.room import Room
from tests.play.sitting import board, boards_at_once, folk, labels, lay, let_pass, my_hand, read, shown, tap


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


async def seated(room: Room, game: str, state: object, count: int = 2) -> list[Member]:
    """So many members at a table with this position on it. Nobody has a hand open."""
    people = folk(room, count)
    await room.sit_down(game, people, pace="none")
    lay(room, state)
    for person in people:
        for message in person.private(room.discord.channel):
            person.dismiss(message)
    return people


def names_of(message: Message, prefix: str = "") -> list[str]:
    return [label for label in labels(message) if label.startswith(prefix)]


# UNO: playing


async def test_a_normal_turn_is_one_tap_on_the_hand(room: Room) -> None:
    ann, bo = await seated(room, "uno", uno.position("R2 R7 Y7 G4 B1 B1 BS W+4", "G1 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    assert "Your turn on Blue 7" in read(hand)
    assert "R2 R7" in read(hand)
    assert "B1 x2" in read(hand)
    assert labels(hand) == ["R7", "Y7", "B1 x2", "BS", "W+4", "Draw", "Refresh"]
    reply = await ann.press(hand, "R7")
    assert reply.kind is AnswerKind.UPDATE
    assert "Wait for your turn" in read(hand)
    assert labels(hand) == ["Refresh"]
    await shown(room)
    assert "Red 7" in read(board(room))
    assert "Ann plays Red 7" in read(board(room))
    assert room.to_move([ann, bo]) == [bo]


async def test_the_next_players_open_hand_says_your_turn_by_itself(room: Room) -> None:
    ann, bo = await seated(room, "uno", uno.position("R7 Y7 G4", "R1 G2 G3", top="B7"))
    waiting = await my_hand(room, bo)
    assert "Wait for your turn" in read(waiting)
    assert labels(waiting) == ["Refresh"]
    await ann.press(await my_hand(room, ann), "R7")
    await shown(room)
    assert "Your turn on Red 7" in read(waiting)
    assert "R1" in labels(waiting)


async def test_a_wild_asks_for_a_colour_with_the_number_of_own_cards(room: Room) -> None:
    ann, _ = await seated(room, "uno", uno.position("R2 R5 G4 W", "G1 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    await ann.press(hand, "W")
    assert "Which colour" in read(hand)
    assert labels(hand) == ["Red · 2", "Yellow · 0", "Green · 1", "Blue · 0", "Back"]
    await ann.press(hand, "Red")
    assert "Wait for your turn" in read(hand)
    await shown(room)
    assert "Wild, red" in read(board(room))


async def test_back_leads_from_the_colours_to_the_hand_and_nothing_was_played(room: Room) -> None:
    ann, _ = await seated(room, "uno", uno.position("R2 R5 G4 W", "G1 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    await ann.press(hand, "W")
    await ann.press(hand, "Back")
    assert "Your turn on Blue 7" in read(hand)
    assert room.table().revision == 0


# UNO: drawing


async def test_a_drawn_card_that_fits_may_be_played(room: Room) -> None:
    state = uno.position("R2 R5 G4", "G1 G2 G3", top="B7", pile="R9 R9 B9")
    ann, bo = await seated(room, "uno", state)
    hand = await my_hand(room, ann)
    await ann.press(hand, "Draw")
    assert "You drew Blue 9" in read(hand)
    assert names_of(hand, "Play B9")
    assert names_of(hand, "Keep")
    await tap(ann, hand, "Play B9")
    assert room.to_move([ann, bo]) == [bo]
    await shown(room)
    assert "Blue 9" in read(board(room))


async def test_a_drawn_card_that_fits_may_be_kept(room: Room) -> None:
    state = uno.position("R2 R5 G4", "G1 G2 G3", top="B7", pile="R9 R9 B9")
    ann, bo = await seated(room, "uno", state)
    hand = await my_hand(room, ann)
    await ann.press(hand, "Draw")
    await ann.press(hand, "Keep")
    assert room.to_move([ann, bo]) == [bo]
    assert "B9" in read(hand)
    await shown(room)
    assert "Blue 9" not in read(board(room))


async def test_a_drawn_card_that_does_not_fit_ends_the_turn_by_itself(room: Room) -> None:
    state = uno.position("R2 R5 G4", "G1 G2 G3", top="B7", pile="B9 B9 Y4")
    ann, bo = await seated(room, "uno", state)
    hand = await my_hand(room, ann)
    await ann.press(hand, "Draw")
    assert "You drew Yellow 4; it does not fit" in read(hand)
    assert room.to_move([ann, bo]) == [bo]
    await shown(room)
    assert "Ann draws" in read(board(room))
    assert "Yellow 4" not in read(board(room))


# UNO: the call


async def test_uno_is_armed_by_a_toggle_and_called_with_the_play(room: Room) -> None:
    ann, _ = await seated(room, "uno", uno.position("B2 R5", "G1 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    await ann.press(hand, "UNO! with the play: off")
    assert "UNO! with the play: on" in labels(hand)
    await ann.press(hand, "B2")
    await shown(room)
    assert "Ann plays Blue 2 and calls UNO!" in read(board(room))
    assert not names_of(board(room), "Catch")


async def test_the_toggle_can_be_taken_off_again(room: Room) -> None:
    ann, _ = await seated(room, "uno", uno.position("B2 R5", "G1 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    await ann.press(hand, "UNO! with the play: off")
    await ann.press(hand, "UNO! with the play: on")
    await ann.press(hand, "B2")
    await shown(room)
    assert "calls UNO" not in read(board(room))
    assert names_of(board(room), "Catch Ann")


async def test_a_wild_played_with_the_toggle_on_calls_too(room: Room) -> None:
    ann, _ = await seated(room, "uno", uno.position("W R5", "G1 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    await ann.press(hand, "UNO! with the play: off")
    await ann.press(hand, "W")
    await ann.press(hand, "Red")
    await shown(room)
    assert "calls UNO" in read(board(room))


async def test_uno_can_be_called_after_the_play_as_long_as_it_is_owed(room: Room) -> None:
    ann, _ = await seated(room, "uno", uno.position("B2 R5", "G1 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    await ann.press(hand, "B2")
    assert "have not called UNO" in read(hand)
    await ann.press(hand, "UNO!")
    assert "UNO!" not in labels(hand)
    await shown(room)
    assert "Ann calls UNO!" in read(board(room))
    assert not names_of(board(room), "Catch")


async def test_another_member_catches_on_the_public_board(room: Room) -> None:
    ann, _, cy = await seated(room, "uno", uno.position("B2 R5", "G1 G2 G3", "G4 G5", top="B7", pile="Y1 Y2 Y3"), 3)
    await ann.press(await my_hand(room, ann), "B2")
    await shown(room)
    reply = await tap(cy, board(room), "Catch Ann")
    assert reply.kind is AnswerKind.LATER
    await shown(room)
    assert "Cy catches Ann" in read(board(room))
    assert "Ann 3" in read(board(room))
    assert not names_of(board(room), "Catch")


async def test_a_stranger_cannot_catch(room: Room) -> None:
    ann, _ = await seated(room, "uno", uno.position("B2 R5", "G1 G2 G3", top="B7"))
    await ann.press(await my_hand(room, ann), "B2")
    await shown(room)
    reply = await tap(room.person("Stranger"), board(room), "Catch Ann")
    assert reply.ephemeral
    assert "not at this table" in read(reply)
    assert len(room.table().state.hands[0]) == 1


async def test_of_two_who_catch_at_once_one_does_and_the_other_is_told(room: Room) -> None:
    ann, bo, cy = await seated(room, "uno", uno.position("B2 R5", "G1 G2 G3", "G4 G5", top="B7"), 3)
    await ann.press(await my_hand(room, ann), "B2")
    await shown(room)
    replies = await asyncio.gather(tap(bo, board(room), "Catch Ann"), tap(cy, board(room), "Catch Ann"))
    assert sorted(reply.kind for reply in replies) == [AnswerKind.MESSAGE, AnswerKind.LATER]
    assert len(room.table().state.hands[0]) == 3


async def test_one_cannot_catch_oneself(room: Room) -> None:
    ann, _ = await seated(room, "uno", uno.position("B2 R5", "G1 G2 G3", top="B7"))
    await ann.press(await my_hand(room, ann), "B2")
    await shown(room)
    reply = await tap(ann, board(room), "Catch Ann")
    assert reply.ephemeral
    assert "cannot catch yourself" in read(reply)


async def test_who_catches_on_the_board_in_their_turn_can_go_on_with_their_open_hand(room: Room) -> None:
    ann, bo = await seated(room, "uno", uno.position("B2 R5", "B1 G2 G3", top="B7"))
    mine = await my_hand(room, bo)
    await ann.press(await my_hand(room, ann), "B2")
    await shown(room)
    await tap(bo, board(room), "Catch Ann")
    await shown(room)
    await bo.press(mine, "B1")
    assert room.to_move([ann, bo]) == [ann]


async def test_who_is_caught_in_their_own_turn_sees_the_new_cards_in_the_open_hand(room: Room) -> None:
    ann, bo = await seated(room, "uno", uno.position("BS R5", "B1 G2 G3", top="B7", pile="Y1 Y2 Y3"))
    hand = await my_hand(room, ann)
    await ann.press(hand, "BS")  # with two seats it is Ann's turn again
    await shown(room)
    await tap(bo, board(room), "Catch Ann")
    await shown(room)
    assert room.to_move([ann, bo]) == [ann]
    assert "Y2 Y3" in read(hand)


# UNO: Wild Draw Four


async def test_a_draw_four_can_be_taken(room: Room) -> None:
    state = uno.position("R2 W+4 R5", "G1 G2 G3", top="B7", pile="Y9 Y1 Y2 Y3 Y4")
    ann, bo = await seated(room, "uno", state)
    mine = await my_hand(room, ann)
    await ann.press(mine, "W+4")
    await ann.press(mine, "Red")
    hand = await my_hand(room, bo)
    assert labels(hand) == ["Take 4", "Challenge", "Refresh"]
    assert "Ann draws the 4" in read(hand)
    assert "you draw 6" in read(hand)
    await bo.press(hand, "Take 4")
    assert "You drew Yellow 1, Yellow 2, Yellow 3, Yellow 4" in read(hand)
    await shown(room)
    assert "Bo takes 4 cards" in read(board(room))
    assert room.to_move([ann, bo]) == [ann]


async def test_a_bluff_is_challenged_and_the_proof_is_seen_by_the_challenger_alone(room: Room) -> None:
    state = uno.position("B2 W+4 R5 Y8", "G1 G2 G3", "G4 G5 G6", top="B7", pile="Y9 Y1 Y2 Y3 Y4")
    ann, bo, cy = await seated(room, "uno", state, 3)
    mine = await my_hand(room, ann)
    others = await my_hand(room, cy)
    await ann.press(mine, "W+4")
    await ann.press(mine, "Red")
    hand = await my_hand(room, bo)
    await bo.press(hand, "Challenge")
    assert "The challenged hand was" in read(hand)
    assert "B2" in read(hand)
    assert room.to_move([ann, bo, cy]) == [bo]
    await shown(room)
    assert "It was a bluff: Ann draws 4 cards" in read(board(room))
    public = "".join(message.text for message in room.discord.channel.messages)
    assert "B2" not in public
    assert "challenged hand" not in public + read(others) + read(await my_hand(room, cy)) + read(mine)


async def test_an_honest_draw_four_costs_the_challenger_six(room: Room) -> None:
    state = uno.position("R2 W+4 R5", "G1 G2 G3", top="B7", pile="R9 Y1 Y2 Y3 Y4 Y5 Y6")
    ann, bo = await seated(room, "uno", state)
    mine = await my_hand(room, ann)
    await ann.press(mine, "W+4")
    await ann.press(mine, "Red")
    hand = await my_hand(room, bo)
    await bo.press(hand, "Challenge")
    assert "The challenged hand was" in read(hand)
    assert "R2" in read(hand)
    assert "You drew Yellow 1" in read(hand)
    await shown(room)
    assert "It was honest: Bo draws 6 cards" in read(board(room))
    assert room.to_move([ann, bo]) == [ann]


# UNO: house rules


async def test_somebody_jumps_in_with_the_very_same_card(room: Room) -> None:
    state = uno.position("R2 R5 G4", "G1 G2 G3", "B7 G5 G6", top="B7", jump_in=True)
    ann, bo, cy = await seated(room, "uno", state, 3)
    hand = await my_hand(room, cy)
    assert "You can jump in" in read(hand)
    await cy.press(hand, "B7")
    await shown(room)
    assert "Cy jumps in with Blue 7" in read(board(room))
    assert room.to_move([ann, bo, cy]) == [ann]


async def test_a_tap_after_somebody_jumped_in_shows_the_present(room: Room) -> None:
    state = uno.position("R2 B5 G4", "B7 G2 G3", "G5 G6 B8", top="B7", jump_in=True)
    ann, bo, cy = await seated(room, "uno", state, 3)
    mine = await my_hand(room, ann)
    await bo.press(await my_hand(room, bo), "B7")
    assert room.to_move([ann, bo, cy]) == [cy]
    await ann.press(mine, "B5")
    assert "not your turn" in read(mine) or "Out of turn" in read(mine)
    assert "Wait for your turn" in read(mine)


async def test_a_seven_asks_for_a_seat_and_swaps_the_hands(room: Room) -> None:
    state = uno.position("B7 R5 G4", "G1 G2", "Y5 Y6 Y8 Y9", top="B1", seven_zero=True)
    ann, _, _ = await seated(room, "uno", state, 3)
    hand = await my_hand(room, ann)
    await ann.press(hand, "B7")
    assert "Swap hands with whom" in read(hand)
    assert labels(hand) == ["Bo · 2", "Cy · 4", "Back"]
    await tap(ann, hand, "Cy")
    assert "Y5 Y6 Y8 Y9" in read(hand)
    await shown(room)
    assert "Ann and Cy swap hands" in read(board(room))


async def test_a_swapped_hand_is_not_told_as_drawn(room: Room) -> None:
    state = uno.position("B7 R5 G4", "G1 G2", "Y5 Y6 Y8 Y9", top="B1", seven_zero=True)
    ann, _, _ = await seated(room, "uno", state, 3)
    hand = await my_hand(room, ann)
    await ann.press(hand, "B7")
    await tap(ann, hand, "Cy")
    assert "You drew" not in read(hand)


async def test_a_draw_two_can_be_stacked(room: Room) -> None:
    state = uno.position("B+2 R5 G4", "G+2 G1 G2", top="B1", stacking="same", pile="Y9 Y1 Y2 Y3 Y4")
    ann, bo = await seated(room, "uno", state)
    await ann.press(await my_hand(room, ann), "B+2")
    hand = await my_hand(room, bo)
    assert labels(hand) == ["G+2", "Take 2", "Refresh"]
    await bo.press(hand, "G+2")
    assert labels(await my_hand(room, ann)) == ["Take 4", "Refresh"]


# Crazy Eights


async def test_an_eight_asks_for_a_suit(room: Room) -> None:
    ann, bo = await seated(room, "eights", eights.position("8C 2H 3H 4S", "5D 6D", top="KD"))
    hand = await my_hand(room, ann)
    assert "Draw" in labels(hand)
    await ann.press(hand, "8")
    assert "Which suit" in read(hand)
    assert [label.split(" ", 1)[1] for label in labels(hand)[:4]] == [
        "Clubs · 0",
        "Diamonds · 0",
        "Hearts · 2",
        "Spades · 1",
    ]
    await ann.press(hand, "Back")
    assert "Your turn" in read(hand)
    await ann.press(hand, "8")
    hearts = next(label for label in hand.labels if "Hearts" in label)
    await ann.press(hand, hearts)
    await shown(room)
    assert "hearts" in read(board(room))
    assert room.to_move([ann, bo]) == [bo]


async def test_draw_draws_until_a_card_fits_and_lists_what_came(room: Room) -> None:
    state = eights.position("2H 3H 4S", "5C 6C", top="KD", pile="AD QC 9D JS 7C")
    ann, bo = await seated(room, "eights", state)
    hand = await my_hand(room, ann)
    await ann.press(hand, "Draw")
    text = read(hand)
    assert all(card in text for card in ("7 of clubs", "Jack of spades", "9 of diamonds")), text
    assert "Queen of clubs" not in text
    await shown(room)
    assert "9 of diamonds" not in read(board(room))
    assert room.to_move([ann, bo]) == [ann]
    assert any("9" in label for label in labels(hand))


# 6 nimmt!


async def test_a_card_is_chosen_and_another_tap_changes_the_choice(room: Room) -> None:
    state = nimmt.position("12 55 70", "31 41 62")
    ann, bo = await seated(room, "nimmt", state)
    hand = await my_hand(room, ann)
    assert labels(hand)[:3] == ["12 · 1", "55 · 7", "70 · 3"]
    await ann.press(hand, "55")
    assert "You chose 55 (7 heads)" in read(hand)
    assert "[55]" in read(hand)
    await ann.press(hand, "12")
    assert "You chose 12" in read(hand)
    await shown(room)
    assert "✓" in read(board(room))
    assert not re.search(r"\b55\b", read(board(room)))
    await bo.press(await my_hand(room, bo), "31")
    await shown(room)
    text = read(board(room))
    assert "12 Ann → row 1" in text
    assert "31 Bo → row 2" in text
    assert not re.search(r"\b55\b", text)  # the seal may have these digits in it


async def test_a_low_card_brings_four_row_buttons_with_prices(room: Room) -> None:
    state = nimmt.position("1 55 70", "31 41 62", rows="5 | 20 30 | 40 | 60")
    ann, bo = await seated(room, "nimmt", state)
    await ann.press(await my_hand(room, ann), "1")
    await bo.press(await my_hand(room, bo), "31")
    hand = await my_hand(room, ann)
    assert "Your 1 is lower than all rows" in read(hand)
    assert labels(hand)[:4] == ["Row 1 · 2 heads", "Row 2 · 6 heads", "Row 3 · 3 heads", "Row 4 · 3 heads"]
    await shown(room)
    assert "**Ann** to take a row" in read(board(room))
    await ann.press(hand, "Row 1")
    await shown(room)
    text = read(board(room))
    assert "1 Ann → row 1: too low, takes 2 heads" in text
    assert "31 Bo → row 2" in text


async def test_the_sixth_card_takes_the_row_and_the_board_says_who_and_what(room: Room) -> None:
    state = nimmt.position("35 55 70", "61 41 62", rows="5 | 20 21 22 23 24 | 40 | 60")
    ann, bo = await seated(room, "nimmt", state)
    await ann.press(await my_hand(room, ann), "35")
    await bo.press(await my_hand(room, bo), "61")
    await shown(room)
    text = read(board(room))
    assert "35 Ann → row 2: sixth card, takes" in text
    assert text.index("35 Ann") < text.index("61 Bo")


# Too late, twice, not now


async def test_a_stale_tap_shows_the_present_with_one_line_why(room: Room) -> None:
    ann, bo = await seated(room, "uno", uno.position("R7 Y7 G4", "R1 G2 G3", top="B7"))
    old, new = await my_hand(room, ann), await my_hand(room, ann)
    await ann.press(new, "R7")
    reply = await ann.press(old, "Y7")
    assert reply.kind is AnswerKind.UPDATE
    assert "answered already" in read(old)
    assert "Wait for your turn" in read(old)
    assert labels(old) == ["Refresh"]
    assert room.table().revision == 1
    assert room.to_move([ann, bo]) == [bo]


async def test_a_question_from_an_earlier_turn_is_stale_too(room: Room) -> None:
    ann, bo = await seated(room, "uno", uno.position("W R5 G4", "R1 G2 G3", top="B7", pile="Y1 Y2 Y3"))
    old, new = await my_hand(room, ann), await my_hand(room, ann)
    await ann.press(old, "W")
    await ann.press(new, "Draw")
    await ann.press(old, "Red")
    assert "answered already" in read(old)
    assert room.table().revision == 1
    assert room.to_move([ann, bo]) == [bo]


async def test_a_double_press_plays_once(room: Room) -> None:
    ann, _ = await seated(room, "uno", uno.position("R7 R7 G4", "R1 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    first, second = await asyncio.gather(ann.press(hand, "R7"), ann.press(hand, "R7"))
    assert first.kind is second.kind is AnswerKind.UPDATE
    assert room.table().revision == 1
    assert len(room.table().state.hands[0]) == 2


async def test_the_same_click_delivered_twice_is_applied_once(room: Room) -> None:
    state = nimmt.position("12 55 70", "31 41 62", "1 2 3")
    ann, _, _ = await seated(room, "nimmt", state, 3)
    hand = await my_hand(room, ann)
    reply = await ann.press(hand, "55")
    await ann.again(reply)
    await shown(room)
    assert room.table().revision == 1
    assert room.discord.problems == []  # not even a second answer


async def test_a_button_that_is_not_on_its_message_does_nothing(room: Room) -> None:
    """Fault 25: a legal move of the one who presses, but no message offers it."""
    ann, _ = await seated(room, "uno", uno.position("R7 W G4", "R7 G2 G3", top="B7"))
    hand, table = await my_hand(room, ann), room.table()
    await ann.press_id(hand, f"play:{table.id}:{table.asks[0]}:WG")  # the panel asks for the colour first
    assert "That button is not there any more" in read(hand)
    assert "R7" in labels(hand)
    reply = await ann.press_id(board(room), f"play:{table.id}:{table.asks[0]}:R7")
    assert reply.ephemeral
    assert "That button is not there any more" in read(reply)
    assert table.revision == 0
    await ann.press(hand, "R7")
    assert table.revision == 1


@pytest.mark.usefixtures("first_lock_open")
async def test_not_your_turn_leaves_the_panel_with_one_line(room: Room) -> None:
    ann, bo = await seated(room, "uno", uno.position("R7 Y7 G4", "R7 G2 G3", top="B7"))
    hand = await my_hand(room, bo)
    table = room.table()
    await bo.press_id(hand, f"play:{table.id}:{table.asks[1]}:R7")
    assert "not your turn" in read(hand)
    assert "Wait for your turn" in read(hand)
    assert table.revision == 0
    assert room.to_move([ann, bo]) == [ann]


@pytest.mark.usefixtures("first_lock_open")
async def test_a_card_that_is_not_held_is_refused_on_the_panel(room: Room) -> None:
    ann, _ = await seated(room, "uno", uno.position("R7 Y7 G4", "R7 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    table = room.table()
    await ann.press_id(hand, f"play:{table.id}:{table.asks[0]}:B1")
    assert "do not hold" in read(hand)
    assert "R7" in labels(hand)


@pytest.mark.parametrize("tail", [" ", "x", "\n", ":", "\u202e", " and more", "!" * 80])
async def test_an_id_with_something_behind_it_is_no_move(room: Room, tail: str) -> None:
    ann, _ = await seated(room, "uno", uno.position("R7 Y7 G4", "R7 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    table = room.table()
    reply = await ann.press_id(hand, f"play:{table.id}:{table.asks[0]}:R7{tail}"[:100])
    assert "broke" not in read(reply)
    assert table.revision == 0


async def test_a_move_that_cannot_be_written_is_not_made_and_says_so(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = await seated(room, "uno", uno.position("R7 Y7 G4", "R7 G2 G3", top="B7"))
    hand = await my_hand(room, ann)
    before = room.table().state.copy()

    async def full(*_: object) -> bool:
        raise CannotSave("I cannot save right now, so nothing has changed.")

    with monkeypatch.context() as patch:
        patch.setattr(room.bot.storage, "append", full)
        await ann.press(hand, "R7")
    assert "cannot save" in read(hand)
    assert "R7" in labels(hand)
    assert room.table().state.hands == before.hands
    assert room.to_move([ann, bo]) == [ann]
    await ann.press(hand, "R7")
    assert room.to_move([ann, bo]) == [bo]


@pytest.mark.usefixtures("first_lock_open")
async def test_a_stranger_has_no_hand(room: Room) -> None:
    await seated(room, "uno", uno.position("R7 Y7 G4", "R7 G2 G3", top="B7"))
    stranger = room.person("Stranger")
    replies = [
        await stranger.press(board(room), "My hand"),
        await stranger.command(room.discord.channel, "/uno hand"),
        await stranger.press_id(board(room), f"play:{room.table().id}:0:R7"),
        await stranger.press_id(board(room), f"refresh:{room.table().id}::"),
    ]
    for reply in replies:
        assert reply.ephemeral
        assert "not at this table" in read(reply)
    assert room.table().revision == 0


# Panels that are older than their token


async def test_a_panel_is_not_refreshed_after_its_fifteen_minutes_but_a_press_brings_it_back(room: Room) -> None:
    ann, bo = await seated(room, "uno", uno.position("R7 Y7 G4", "R1 G2 G3", top="B7"))
    old = await my_hand(room, bo)
    await let_pass(room, 901)
    await ann.press(await my_hand(room, ann), "R7")
    await shown(room)
    assert "Wait for your turn" in read(old)  # nobody could change it
    reply = await bo.press(old, "Refresh")
    assert reply.kind is AnswerKind.UPDATE
    assert "Your turn on Red 7" in read(old)
    await bo.press(old, "R1")
    mine = await my_hand(room, ann)
    await ann.press(mine, "Draw")
    if "Keep" in "".join(labels(mine)):
        await ann.press(mine, "Keep")
    await shown(room)
    assert "Your turn" in read(old)  # by its new token it is refreshed again


async def test_a_move_on_an_old_panel_still_works(room: Room) -> None:
    ann, bo = await seated(room, "uno", uno.position("R7 Y7 G4", "R1 G2 G3", top="B7"))
    old = await my_hand(room, ann)
    await let_pass(room, 901)
    reply = await ann.press(old, "R7")
    assert reply.kind is AnswerKind.UPDATE
    assert "Wait for your turn" in read(old)
    assert room.to_move([ann, bo]) == [bo]


async def test_my_hand_opens_a_fresh_panel_that_is_kept_up_to_date(room: Room) -> None:
    ann, bo = await seated(room, "uno", uno.position("R7 Y7 G4", "R1 G2 G3", top="B7"))
    old = await my_hand(room, bo)
    await let_pass(room, 901)
    fresh = await my_hand(room, bo)
    assert fresh is not old
    await ann.press(await my_hand(room, ann), "R7")
    await shown(room)
    assert "Your turn on Red 7" in read(fresh)


async def test_cards_are_conserved_through_all_of_a_turn(room: Room) -> None:
    state = uno.position("B7 R5 G4", "G1 G2", "Y5 Y6 Y8 Y9", top="B1", seven_zero=True)
    cards = sorted(UNO.cards(state))
    ann, bo, _ = await seated(room, "uno", state, 3)
    hand = await my_hand(room, ann)
    await ann.press(hand, "B7")
    await tap(ann, hand, "Bo")
    await bo.press(await my_hand(room, bo), "Draw")
    assert sorted(UNO.cards(room.table().state)) == cards
