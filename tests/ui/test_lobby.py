"""What people read and press before a game."""

from dataclasses import replace
from typing import Any

import pytest

from bot.config import Times
from bot.games import GAMES
from bot.games.base import LEVELS, AnyGame
from bot.storage import MemberId
from bot.ui import lobby as levels
from bot.ui.board import board
from bot.ui.hand import hand
from bot.ui.lobby import options_panel, rules_line
from tests.ui.drawn import draw
from tests.ui.tables import NOW, PEOPLE, computer, lobby, people


@pytest.mark.parametrize("game", GAMES)
async def test_a_lobby_has_all_the_buttons_of_the_flow(game: str) -> None:
    labels = draw(board(lobby(game))).labels
    assert sorted(labels) == ["Add computer", "Join", "Leave", "Options", "Rules", "Start"]


async def test_a_lobby_says_what_is_played_who_sits_there_and_when_it_closes() -> None:
    text = draw(board(lobby("uno", (*people("Ann", "Bo"), computer("Kit", "hard"))))).text
    assert "UNO · table of \u2068Ann\u2069" in text
    assert "Seats 3/10" in text
    assert "- \u2068Ann\u2069 (host)" in text
    assert "- \u2068Bo\u2069\n" in text
    assert "- \u2068Kit\u2069 🤖 (hard)" in text
    assert f"<t:{int(NOW) + 600}:R>" in text


async def test_the_host_is_whoever_has_the_role_now() -> None:
    table = lobby("uno", people("Ann", "Bo"))
    table.saved = replace(table.saved, host=MemberId(2))
    text = draw(board(table)).text
    assert "table of \u2068Bo\u2069" in text
    assert "\u2068Bo\u2069 (host)" in text
    assert "\u2068Ann\u2069 (host)" not in text


async def test_nobody_can_join_a_full_table() -> None:
    full, free = draw(board(lobby("uno", people(*PEOPLE)))), draw(board(lobby("uno", people(*PEOPLE[:9]))))
    for label in ("Join", "Add computer"):
        assert full.button(label)["disabled"]
        assert not free.button(label)["disabled"]
    assert not full.button("Start")["disabled"]


@pytest.mark.parametrize(
    ("game", "preset", "options", "line"),
    [
        ("uno", None, {}, "Rules: **official** · one round · 60 s a turn"),
        ("uno", None, {"stacking": "any"}, "Rules: **official** (stacking any) · one round · 60 s a turn"),
        (
            "uno",
            None,
            {"match": 500, "jump_in": True},
            "Rules: **official** (jump in on) · to 500 points · 60 s a turn",
        ),
        (
            "uno",
            "party",
            {},
            "Rules: **party** (stacking same, draw until playable on, jump in on, seven zero on) · one round · "
            "60 s a turn",
        ),
        ("eights", None, {"draw_limit": 3}, "Rules: **classic** (draw limit 3) · one round · 60 s a turn"),
        ("nimmt", "quick", {}, "Rules: **quick** · one deal · 60 s a turn"),
    ],
)
def test_the_line_of_rules_shows_what_differs_from_the_usual(
    game: str, preset: str | None, options: dict[str, Any], line: str
) -> None:
    assert rules_line(lobby(game, preset=preset, **options)) == line


@pytest.mark.parametrize(
    ("pace", "time"),
    [("quick", "30 s a turn"), ("normal", "60 s a turn"), ("slow", "24 h a turn"), ("none", "no time limit")],
)
def test_the_line_of_rules_tells_the_time_for_a_turn(pace: str, time: str) -> None:
    assert rules_line(lobby(pace=pace)).endswith(f" · {time}")


def test_other_times_of_the_bot_are_told_as_they_are() -> None:
    assert rules_line(lobby(pace="quick", times=Times(quick=12.5))).endswith("12.5 s a turn")


async def test_the_line_of_rules_stands_in_the_lobby_and_above_the_options() -> None:
    table = lobby(stacking="same")
    for items in (board(table), options_panel(table), options_panel(table, 2)):
        assert rules_line(table) in draw(items).text


def test_the_line_of_rules_says_how_long_a_match_is() -> None:
    assert "one round" in rules_line(lobby("uno"))


async def test_a_preset_says_what_it_is() -> None:
    presets = draw(options_panel(lobby("uno"))).menus["preset"]["options"]
    assert all(option.get("description") for option in presets)


@pytest.mark.parametrize(("game", "more"), [("uno", True), ("eights", True), ("nimmt", False)])
async def test_the_options_have_a_second_page_where_there_is_more_to_set(game: str, more: bool) -> None:
    first, second = (draw(options_panel(lobby(game), page)) for page in (1, 2))
    assert first.labels == ["More rules", "Remove computer"]
    assert first.button("More rules")["disabled"] != more
    assert second.labels == ["Back", "Remove computer"]
    assert first.id_of("More rules").endswith(":2")
    assert second.id_of("Back").endswith(":1")


@pytest.mark.parametrize("game", GAMES)
async def test_every_option_can_be_set_in_exactly_one_menu(game: str) -> None:
    first, second = (draw(options_panel(lobby(game), page)).menus for page in (1, 2))
    flags = [option["value"] for option in first["flags"]["options"]]
    assert set(first) & set(second) == set()
    single = (set(first) | set(second)) - {"preset", "flags", "pace", "level"}
    assert sorted([*single, *flags]) == sorted(field for field in GAMES[game].options.__dataclass_fields__)


async def test_menus_show_what_is_chosen() -> None:
    table = lobby("uno", preset="party", pace="slow", level="hard", match=200)
    menus = draw(options_panel(table)).menus
    chosen = {
        name: [option["value"] for option in menu["options"] if option["default"]] for name, menu in menus.items()
    }
    assert chosen == {
        "preset": ["party"],
        "match": ["200"],
        "flags": ["draw_until_playable", "jump_in", "seven_zero"],
        "pace": ["slow"],
        "level": ["hard"],
    }
    assert menus["flags"]["min_values"] == 0
    assert menus["flags"]["max_values"] == len(menus["flags"]["options"])
    assert menus["pace"]["min_values"] == menus["pace"]["max_values"] == 1


async def test_who_joined_reads_that_the_cards_will_come() -> None:
    seen = draw(hand(lobby(), 1))
    assert "You are in" in seen.text
    assert "Your cards will appear here" in seen.text
    assert seen.labels == ["Refresh", "Leave"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_options_say_what_to_expect_of_each_level(game: AnyGame) -> None:
    assert set(game.computers) == set(LEVELS) == set(levels.LEVELS)
    assert all(0 < len(words) <= 100 for words in levels.LEVELS.values())
