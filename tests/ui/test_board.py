"""What everybody reads and presses: the running game, the ends of rounds and games, the tables that wait."""

from dataclasses import replace
from typing import Any

import pytest

from bot.config import Times
from bot.games.base import Outcome
from bot.games.dealer import QuickDealer
from bot.storage import Away
from bot.tables.clock import PARKED_FOR
from bot.tables.course import RoundEnd
from bot.tables.table import Table
from bot.ui.board import board
from tests.games.eights import position as eights
from tests.games.nimmt import position as nimmt
from tests.games.uno import position as uno
from tests.ui.drawn import Seen, draw
from tests.ui.tables import (
    NOW,
    PEOPLE,
    computer,
    in_phase,
    laid_out,
    lobby,
    make,
    people,
    playing,
    step,
    with_away,
)


def bare(text: str) -> str:
    """Without the isolates around names."""
    return text.replace("\u2068", "").replace("\u2069", "")


def shown(table: Table) -> Seen:
    return draw(board(table))


def two_of_uno(**more: Any) -> Table:
    return laid_out("uno", uno.position("R7 R8 G1", "Y1 Y2", top="R1"), **more)


# While it runs


async def test_a_board_tells_the_card_who_is_to_play_and_how_many_cards_everybody_has() -> None:
    text = bare(shown(two_of_uno()).text)
    assert text.startswith("### Red 1\n**Ann** to play")
    assert "**▸\u00a0Ann** 3 · Bo 2" in text
    assert "clockwise" in text
    assert "pile 102" in text


async def test_a_board_says_who_is_a_computer_and_of_which_level() -> None:
    seats = (*people("Ann"), computer("Kit", "expert"))
    assert "**▸\u00a0Ann** 3 · Kit 🤖 (expert) 2" in bare(shown(two_of_uno(seats=seats)).text)


async def test_the_countdown_is_discords_own() -> None:
    assert f" · ⏳ <t:{int(NOW) + 60}:R>" in shown(two_of_uno()).text
    assert f" · ⏳ <t:{int(NOW) + 86400}:R>" in shown(two_of_uno(pace="slow")).text


async def test_without_a_limit_or_with_a_computer_to_move_there_is_no_countdown() -> None:
    assert "<t:" not in shown(two_of_uno(pace="none")).text
    seats = (computer(), *people("Ann", "Bo")[1:])
    assert "<t:" not in shown(two_of_uno(seats=seats)).text


@pytest.mark.parametrize(
    ("top", "colour", "title", "paint"),
    [
        ("R1", None, "Red 1", 0xD72600),
        ("YS", None, "Yellow Skip", 0xECD407),
        ("G+2", None, "Green Draw Two", 0x379711),
        ("W", "B", "Wild, blue", 0x0956BF),
        ("W+4", "R", "Wild Draw Four, red", 0xD72600),
    ],
)
async def test_the_word_for_the_colour_stands_beside_the_colour(
    top: str, colour: str | None, title: str, paint: int
) -> None:
    seen = shown(laid_out("uno", uno.position("R7 G1", "Y1 Y2", top=top, colour=colour)))
    assert seen.lines[0] == f"### {title}"
    assert seen.colour == paint


async def test_the_suit_that_an_eight_named_is_told_in_word_and_sign() -> None:
    assert shown(laid_out("eights", eights.position("2C", "3C", top="8H", suit="S"))).lines[0] == (
        "### 8 of hearts, spades ♠"
    )


async def test_a_board_has_my_hand_and_a_menu_and_nothing_else_in_a_quiet_moment() -> None:
    assert shown(two_of_uno()).rows == [["My hand", "…"]]


async def test_who_can_be_caught_is_there_for_all_to_press_below_my_hand() -> None:
    table = laid_out("uno", uno.position("R7 R8", "Y1 Y2", "G1 G2", top="R1"))
    assert len(shown(table).rows) == 1
    await make(table, "0 R7")
    seen = shown(table)
    assert [list(map(bare, line)) for line in seen.rows] == [["My hand", "…"], ["Catch Ann!"]]
    assert seen.ids[-1].endswith("::catch>0")
    await make(table, "0 call")
    assert shown(table).rows == [["My hand", "…"]]


async def test_several_to_catch_stand_in_one_row() -> None:
    state = uno.position("R7", "Y1", "G1 G2", top="R1", turn=2)
    state.owes = [0, 1]
    assert [list(map(bare, line)) for line in shown(laid_out("uno", state)).rows][1] == ["Catch Ann!", "Catch Bo!"]


@pytest.mark.parametrize("away", ["held", "left"])
async def test_who_is_away_is_told_and_finds_im_back(away: Away) -> None:
    seen = shown(with_away(two_of_uno(), 1, away))
    assert seen.rows == [["My hand", "…", "I'm back"]]
    assert "Bo (computer plays) 2" in bare(seen.text)


async def test_last_moves_are_told_oldest_first() -> None:
    table = two_of_uno()
    await make(table, "0 R7", "1 draw")
    told = [line for line in map(bare, shown(table).lines) if line.startswith("-# ")][2:]  # after facts and seal
    assert told[0] == "-# Ann plays Red 7."
    assert told[1].startswith("-# Bo draws")


async def test_a_penalty_that_grows_is_told() -> None:
    table = laid_out("uno", uno.position("R+2 R8 R9", "G+2 Y2 Y3", top="R1", stacking="same"))
    await make(table, "0 R+2")
    text = bare(shown(table).text)
    assert "2 cards to take" in text
    assert "**Bo** to take the cards or answer" in text


async def test_seats_that_are_out_are_told() -> None:
    state = eights.position("2C 3C", "", "4C 5C", top="6C", out=[1], play_on=True)
    assert "Bo out" in bare(shown(laid_out("eights", state)).text)


async def test_a_later_round_is_numbered() -> None:
    state = eights.position("2C 3C", "4C 5C", top="6C", scores=[10, 0], match=100)
    state.round = 2
    assert "round 2" in shown(laid_out("eights", state)).text


# 6 nimmt!


async def test_the_rows_of_6_nimmt_fit_on_a_phone() -> None:
    table = playing("nimmt", people("Ann", "Bo"))
    choices = QuickDealer(1)
    while table.live and table.round_end is None:
        text = shown(table).text
        rows = text.split("```\n")[1].splitlines()[:4]
        assert [line[0] for line in rows] == ["1", "2", "3", "4"]
        assert max(map(len, rows)) <= 36
        await step(table, choices)


async def test_the_board_of_6_nimmt_shows_who_has_chosen_and_not_what() -> None:
    table = laid_out("nimmt", nimmt.position("6 7", "31 32", "41 42"))
    assert "**Ann, Bo, Cem** to choose" in bare(shown(table).text)
    await make(table, "1 31")
    text = bare(shown(table).text)
    assert "Bo no heads ✓" in text
    assert "**▸\u00a0Ann** no heads ·" in text
    assert "**Ann, Cem** to choose" in text
    assert "31" not in text


async def test_many_to_choose_are_counted() -> None:
    assert "**10 players** to choose" in shown(playing("nimmt", people(*PEOPLE))).text


async def test_one_edit_shows_the_whole_trick_in_order() -> None:
    table = laid_out("nimmt", nimmt.position("6 7 8", "31 32 33", "41 42 43"))
    await make(table, "2 41", "0 6", "1 31")
    told = [line for line in map(bare, shown(table).lines) if "→" in line]
    assert told == ["-# 6 Ann → row 1", "-# 31 Bo → row 2", "-# 41 Cem → row 3"]


async def test_the_last_trick_stays_while_people_change_their_minds() -> None:
    table = laid_out("nimmt", nimmt.position("6 7 8", "31 32 33"))
    await make(table, "0 6", "1 31")
    await make(table, *["0 7", "0 8"] * 4)
    assert "6 Ann → row 1" in bare(shown(table).text)


async def test_the_last_trick_stays_until_the_last_of_ten_has_chosen() -> None:
    table = playing("nimmt", people(*PEOPLE))
    for _ in range(2):
        for seat in table.waiting[:-1] if table.revision else table.waiting:
            move = table.game.moves(table.state, seat)[-1]
            await make(table, f"{seat} {move.text}")
        while len(table.waiting) == 1 and table.revision < 15:  # somebody takes a row first
            await make(table, f"{table.waiting[0]} row1")
    assert "→" in shown(table).text


# Ends


def at_the_end_of_a_round(points: tuple[int, ...], totals: tuple[int, ...]) -> Table:
    table = laid_out("eights", eights.position(*["2C", "3C", "4C"][: len(points)], top="6C", scores=totals, match=100))
    table.round_end = RoundEnd(1, points)
    table.clock.rest()
    return table


async def test_the_end_of_a_round_shows_points_and_goes_on_by_itself() -> None:
    seen = shown(at_the_end_of_a_round((0, 38), (12, 50)))
    assert seen.labels == ["Next round", "Leave", "…"]
    text = bare(seen.text)
    assert "round 1 is over" in text
    assert f"<t:{int(NOW) + 20}:R>" in text
    assert "- Ann **+0** → 12 points" in text
    assert "- Bo **+38** → 50 points" in text


async def test_who_is_away_at_the_end_of_a_round_finds_im_back() -> None:
    assert shown(with_away(at_the_end_of_a_round((0, 38), (12, 50)), 0)).labels[-1] == "I'm back"


async def test_one_point_is_one_point_at_the_end_of_a_round() -> None:
    assert "→ 1 point\n" in bare(shown(at_the_end_of_a_round((0, 1, 0), (0, 1, 0))).text)


async def test_6_nimmt_calls_a_deal_a_deal_at_its_end_too() -> None:
    table = playing("nimmt")
    table.round_end = RoundEnd(1, (3, 4))
    table.clock.rest()
    assert "Round" not in shown(table).text


async def test_the_end_of_a_round_does_not_tell_the_next_one_yet() -> None:
    table = laid_out("eights", eights.position("2C", "3C 4D", top="6C", match=100))
    table.saved = replace(table.saved, seed=bytes(32))
    await make(table, "0 2C")
    assert table.round_end is not None
    assert "Round 2" not in shown(table).text


def ended(places: tuple[int, ...], points: tuple[int, ...], game: str = "uno") -> Table:
    """A game that ended so."""
    table = in_phase(playing(game, people(*PEOPLE[: len(places)])), "over")
    table.game = replace(table.game, outcome=lambda _: Outcome(places, points))
    table.recent.clear()
    return table


async def test_the_end_of_a_game_shows_places_points_and_what_to_do_next() -> None:
    seen = shown(ended((2, 1, 4, 2, 5), (30, 55, 7, 30, 0)))
    assert seen.labels == ["Rematch", "Leaderboard", "Rules", "Fair play"]
    lines = bare(seen.text).splitlines()
    assert lines[:4] == [
        "### UNO: Bo wins!",
        "🥇 **Bo** · 55 points",
        "🥈 **Ann** · 30 points",
        "🥈 **Dee** · 30 points",
    ]
    assert lines[4].startswith("**4.**")
    assert lines[4].endswith("**Cem** · 7 points")
    assert lines[5].startswith("**5.**")


async def test_two_who_win_win_together() -> None:
    assert bare(shown(ended((1, 1, 3), (3, 3, 9), "nimmt")).lines[0]) == "### 6 nimmt!: Ann and Bo win!"


async def test_points_are_left_out_where_none_were_counted() -> None:
    assert "points" not in shown(ended((1, 2, 3), (0, 0, 0))).text


async def test_one_head_is_one_head_at_the_end_of_a_game() -> None:
    assert "· 1 head\n" in bare(shown(ended((1, 2), (1, 70), "nimmt")).text)


async def test_places_below_the_medals_are_no_markdown_list() -> None:
    """Discord would show 4, 5, 6 for 4, 4, 6."""
    text = shown(ended((1, 2, 3, 4, 4, 6), (9, 8, 7, 6, 6, 5))).text
    assert not any(line.startswith("4. ") for line in text.splitlines())


async def test_three_who_win_are_a_list_with_one_and() -> None:
    assert bare(shown(ended((1, 1, 1), (3, 3, 3), "nimmt")).lines[0]) == "### 6 nimmt!: Ann, Bo and Cem win!"


async def test_something_worth_telling_is_told_at_the_end() -> None:
    table = laid_out("uno", uno.position("R7", "Y9 Y8 Y5", top="R1", uno_call="off"))
    await make(table, "0 R7")
    assert table.phase == "over"
    text = bare(shown(table).text)
    assert "Heaviest hand: Bo was left with 22 points." in text
    assert "Ann plays Red 7." in text


async def test_the_line_that_ends_a_large_game_is_told_to_its_end() -> None:
    hands = ["Y1 Y2 Y3 Y4 Y5 Y6", "G1 G2 G3 G4 G5 G6", "B1 B2 B3 B4 B5 B6", "Y7 Y8 Y9 G7 G8 G9", "B7 B8 B9 R2 R3 R4"]
    names = [f"{name} of the long and winding road"[:32] for name in PEOPLE[:6]]
    table = laid_out("uno", uno.position("R7", *hands, top="R1", uno_call="off"), people(*names))
    await make(table, "0 R7")
    last = bare(shown(table).lines[-1])
    assert last.endswith((".", "…"))


# Tables that wait or are gone


async def test_a_parked_table_can_be_resumed_and_says_until_when() -> None:
    seen = shown(in_phase(two_of_uno(), "parked"))
    assert seen.labels == ["Resume", "…"]
    assert f"<t:{int(NOW + PARKED_FOR)}:R>" in seen.text


async def test_a_lobby_that_nobody_started_says_so() -> None:
    seen = shown(in_phase(lobby(), "closed"))
    assert "closed before a game began" in seen.text
    assert "/uno start" in seen.text
    assert seen.labels == []


async def test_a_game_that_was_ended_says_that_nothing_was_scored() -> None:
    seen = shown(in_phase(two_of_uno(), "closed"))
    assert "nothing was scored" in seen.text
    assert seen.labels == []


async def test_times_of_the_bot_move_the_countdowns() -> None:
    times = Times(normal=90, lobby=30)
    assert f"<t:{int(NOW) + 90}:R>" in shown(two_of_uno(times=times)).text
    assert f"<t:{int(NOW) + 30}:R>" in shown(lobby(times=times)).text
