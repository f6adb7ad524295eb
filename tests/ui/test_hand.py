"""What a seat reads and presses in its own panel."""

from typing import Any

import pytest

from bot.tables.course import RoundEnd
from bot.tables.table import Table
from bot.ui.custom_id import parse
from bot.ui.hand import hand
from bot.ui.parts import NEUTRAL
from tests.games.eights import position as eights
from tests.games.nimmt import position as nimmt
from tests.games.uno import position as uno
from tests.ui.drawn import Seen, draw
from tests.ui.tables import NOW, in_phase, laid_out, lobby, make, playing, with_away

GOOD_STYLE = 3


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def shown(table: Table, seat: int = 0, **more: Any) -> Seen:
    return draw(hand(table, seat, **more))


def of_uno(*hands: str, top: str = "B7", **more: Any) -> Table:
    return laid_out("uno", uno.position(*hands, top=top, **more))


def flow_example() -> Table:
    """The hand that flow.md shows."""
    return of_uno("W+4 BS B1 G9 R2 B1 Y7 G4 R7", "Y1 Y2")


async def test_the_whole_hand_is_text_sorted_by_colour() -> None:
    seen = shown(flow_example())
    assert seen.lines[0] == f"### Your turn on Blue 7 · ⏳ <t:{int(NOW) + 60}:R>"
    assert seen.lines[1] == "🟥 R2 R7 · 🟨 Y7 · 🟩 G4 G9 · 🟦 B1 x2 BS · ⬛ W+4"


async def test_one_button_for_each_playable_face_in_rows_by_colour() -> None:
    assert shown(flow_example()).rows == [["R7"], ["Y7"], ["B1 x2", "BS"], ["W+4"], ["Draw"], ["Refresh"]]


async def test_every_button_of_a_card_shows_its_colour_by_letter_and_sign() -> None:
    signs = {"R7": "🟥", "Y7": "🟨", "B1 x2": "🟦", "BS": "🟦", "W+4": "⬛"}
    seen = shown(flow_example())
    assert {label: seen.button(label)["emoji"]["name"] for label in signs} == signs


async def test_a_card_is_played_by_one_tap_that_belongs_to_this_question() -> None:
    press = parse(shown(flow_example()).id_of("R7"))
    assert press is not None
    assert (press.action, press.ask, press.argument) == ("play", 7, "R7")


async def test_the_panel_has_the_colour_in_force_only_in_ones_own_turn() -> None:
    table = flow_example()
    assert shown(table).colour == 0x0956BF
    assert shown(table, 1).colour == NEUTRAL


async def test_out_of_turn_there_is_nothing_to_press_but_refresh() -> None:
    seen = shown(flow_example(), 1)
    assert bare(seen.lines[0]) == "### Wait for your turn"
    assert seen.lines[1] == "🟨 Y1 Y2"
    assert seen.rows == [["Refresh"]]
    assert "<t:" not in seen.text


async def test_a_line_says_what_just_happened() -> None:
    seen = shown(flow_example(), line="You drew Green 4; it does not fit, so your turn is over.")
    assert seen.lines[1] == "*You drew Green 4; it does not fit, so your turn is over.*"
    assert seen.lines[2].startswith("🟥")


# Questions


async def test_a_wild_asks_for_the_colour_with_four_buttons_and_back() -> None:
    table = flow_example()
    opening = parse(shown(table).id_of("W+4"))
    assert opening is not None
    assert (opening.action, opening.argument) == ("ask", "0W+4")
    seen = shown(table, question="W+4")
    assert seen.rows == [["Red · 2", "Yellow · 1", "Green · 2", "Blue · 3"], ["Back"]]
    assert [parse(each).argument for each in seen.ids[:4]] == ["W+4=R", "W+4=Y", "W+4=G", "W+4=B"]  # type: ignore[union-attr]
    assert {parse(each).action for each in seen.ids[:4]} == {"play"}  # type: ignore[union-attr]
    assert seen.lines == ["### Which colour for the Wild Draw Four?", shown(table).lines[1]]


async def test_back_brings_the_hand_again_armed_as_it_was() -> None:
    table = of_uno("W R2", "Y1 Y2")
    for armed in (False, True):
        back = parse(shown(table, question="W", armed=armed).id_of("Back"))
        assert back is not None
        assert (back.action, back.ask, back.argument) == ("arm", 7, "1" if armed else "0")


async def test_an_armed_wild_is_played_with_the_call() -> None:
    seen = shown(of_uno("W R2", "Y1 Y2"), question="W", armed=True)
    assert [parse(each).argument for each in seen.ids[:4]] == ["W=R!", "W=Y!", "W=G!", "W=B!"]  # type: ignore[union-attr]


async def test_a_7_asks_whom_to_swap_with_and_tells_how_many_cards_they_have() -> None:
    table = of_uno("B7 R2 R3", "Y1 Y2", "G1", top="B1", seven_zero=True)
    seen = shown(table, question="B7")
    assert [list(map(bare, line)) for line in seen.rows] == [["Bo · 2", "Cem · 1"], ["Back"]]
    assert [parse(each).argument for each in seen.ids[:2]] == ["B7>1", "B7>2"]  # type: ignore[union-attr]


@pytest.mark.parametrize("question", ["W", "R7", "nonsense", "9" * 50])
async def test_a_question_that_is_not_open_shows_the_hand_instead(question: str) -> None:
    table = flow_example()
    assert shown(table, question=question).payload == shown(table).payload


async def test_an_eight_asks_for_the_suit_with_four_buttons_and_back() -> None:
    table = laid_out("eights", eights.position("8H 2C 3C KD", "4C 5C", top="2S"))
    assert shown(table).rows == [["2♣"], ["8♥"], ["Draw"], ["Refresh"]]
    seen = shown(table, question="8H")
    assert seen.rows == [["♣ Clubs · 2", "♦ Diamonds · 1", "♥ Hearts · 0", "♠ Spades · 0"], ["Back"]]


# Drawing, calling, challenging


async def test_a_drawn_card_that_fits_can_be_played_or_kept() -> None:
    table = of_uno("R2 R3", "Y1 Y2", pile="B9", discards="G1 G2")
    await make(table, "0 draw")
    seen = shown(table)
    assert seen.lines[0].startswith("### You drew Blue 9: play it or keep it")
    assert seen.rows == [["Play B9"], ["Keep it"], ["Refresh"]]


async def test_with_two_cards_a_switch_arms_the_call() -> None:
    table = of_uno("B1 R2", "Y1 Y2")
    off, on = shown(table), shown(table, armed=True)
    assert off.rows[-1] == ["UNO! with the play: off", "Refresh"]
    assert on.rows[-1] == ["UNO! with the play: on", "Refresh"]
    assert parse(off.id_of("UNO! with the play: off")).argument == "1"  # type: ignore[union-attr]
    assert parse(on.id_of("UNO! with the play: on")).argument == "0"  # type: ignore[union-attr]
    assert parse(off.id_of("B1")).argument == "B1"  # type: ignore[union-attr]
    assert parse(on.id_of("B1")).argument == "B1!"  # type: ignore[union-attr]
    assert on.button("UNO! with the play: on")["style"] == on.button("B1")["style"] == GOOD_STYLE


async def test_there_is_no_switch_where_there_is_nothing_to_call() -> None:
    assert not any("UNO" in label for label in shown(flow_example()).labels)
    assert not any("UNO" in label for label in shown(of_uno("B1 R2", "Y1 Y2", uno_call="auto")).labels)


async def test_a_call_that_is_owed_is_a_button_until_it_is_made() -> None:
    table = of_uno("B1 R2", "Y1 Y2")
    await make(table, "0 B1")
    seen = shown(table)
    assert seen.rows == [["UNO!"], ["Refresh"]]
    assert "You have one card and have not called UNO yet." in seen.text
    assert [list(map(bare, line)) for line in shown(table, 1).rows][-2] == ["Catch Ann!"]
    await make(table, "0 call")
    assert shown(table).rows == [["Refresh"]]


async def test_four_cards_against_you_can_be_taken_or_challenged_at_a_price() -> None:
    table = of_uno("W+4 R2 R3", "Y1 Y2 Y3")
    await make(table, "0 W+4=G")
    seen = shown(table, 1)
    assert seen.rows == [["Take 4", "Challenge"], ["Refresh"]]
    text = bare(seen.text)
    assert "4 cards for you: Wild Draw Four, green" in text
    assert "if it was a bluff, Ann draws the 4 and you play on; if not, you draw 6." in text


async def test_the_proof_goes_to_the_challenger_alone() -> None:
    table = of_uno("W+4 B2 R3", "Y1 Y2 Y3", "G1 G2")
    await make(table, "0 W+4=G", "1 challenge")
    assert "The challenged hand was 🟥 R3 · 🟦 B2." in shown(table, 1).text
    for seat in (0, 2):
        assert "challenged hand" not in shown(table, seat).text


async def test_out_of_turn_one_can_jump_in_where_that_is_played() -> None:
    table = of_uno("R2 R3", "B7 Y2", "G1 G2", jump_in=True)
    seen = shown(table, 1)
    assert seen.rows[0] == ["B7"]
    assert "You can jump in." in seen.text


# 6 nimmt!


async def test_ten_cards_are_ten_buttons_sorted_with_their_heads() -> None:
    table = laid_out("nimmt", nimmt.position("55 10 1 99 20 33 104 7 11 50", "2 3 4", rows="5 | 21 30 | 40 | 60"))
    seen = shown(table)
    assert seen.rows == [
        ["1 · 1", "7 · 1", "10 · 3", "11 · 5", "20 · 3"],
        ["33 · 5", "50 · 3", "55 · 7", "99 · 5", "104 · 1"],
        ["Refresh"],
    ]
    assert seen.lines[1] == "1 7 10 11 20 33 50 55 99 104"
    assert seen.lines[0].startswith("### Choose a card · ⏳ <t:")


async def test_a_choice_is_shown_and_can_be_changed() -> None:
    table = laid_out("nimmt", nimmt.position("6 7 8", "31 32 33"))
    await make(table, "0 7")
    seen = shown(table)
    assert seen.lines[0] == "### You chose 7 (1 head)"
    assert seen.lines[1] == "6 [7] 8"
    assert "Another tap changes your choice" in seen.text
    assert {"6 · 1", "8 · 1"} <= set(seen.labels)


async def test_buttons_stay_in_their_places_after_a_choice() -> None:
    """flow.md: places do not jump about. A second tap on the same place would choose the next card."""
    table = laid_out("nimmt", nimmt.position("6 7 8", "31 32 33"))
    before = shown(table).labels
    await make(table, "0 7")
    after = shown(table).labels
    assert after == before
    assert shown(table).button("7 · 1")["disabled"]
    assert not shown(table).button("8 · 1")["disabled"]


async def test_a_low_card_brings_four_rows_with_their_price() -> None:
    table = laid_out("nimmt", nimmt.low_card_revealed())
    seen = shown(table, 1)
    assert seen.rows == [["Row 1 · 2 heads", "Row 2 · 6 heads", "Row 3 · 3 heads", "Row 4 · 3 heads"], ["Refresh"]]
    assert "Your 1 is lower than all rows" in seen.text
    assert shown(table, 0).rows == [["Refresh"]]


# Phases


async def test_who_is_away_can_come_back() -> None:
    for away in ("held", "left"):
        seen = shown(with_away(flow_example(), 0, away))
        assert "A computer plays for you" in seen.text
        assert seen.rows == [["I'm back", "Refresh"]]


async def test_a_panel_of_a_parked_game_brings_it_back() -> None:
    assert "Resume" in shown(in_phase(flow_example(), "parked")).labels


async def test_a_panel_of_a_parked_game_says_that_it_waits() -> None:
    assert "A computer plays for you" not in shown(in_phase(flow_example(), "parked")).text


async def test_between_rounds_the_next_one_can_be_begun() -> None:
    table = playing("nimmt")
    table.round_end = RoundEnd(1, (3, 4))
    assert shown(table).rows == [["Next round", "Refresh"]]


async def test_after_the_game_the_panel_points_to_the_board() -> None:
    seen = shown(in_phase(playing(), "over"), line="Too late.")
    assert "This game has ended. The result is on the board." in seen.text
    assert "Too late." in seen.text
    assert seen.labels == []


@pytest.mark.parametrize("table", [lobby, playing])
async def test_a_table_that_was_closed_has_no_result_to_look_at(table: Any) -> None:
    assert "result" not in shown(in_phase(table(), "closed")).text
