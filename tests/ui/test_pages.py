"""Pages to read, and the small private menus."""

import pytest

from bot import __version__
from bot.games import GAMES
from bot.ui import pages
from bot.ui.orders import SETTINGS
from tests.ui.drawn import draw
from tests.ui.tables import NOW, PEOPLE, in_phase, lobby, member, people, playing, with_away


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_name_the_game_and_its_options(game: str) -> None:
    text = draw(pages.rules(GAMES[game])).text
    assert f"### {GAMES[game].title}: the rules" in text
    assert "The usual rules" in text
    assert "- match: **" in text


async def test_the_rules_of_a_table_are_those_that_are_played_there() -> None:
    text = draw(pages.rules(GAMES["uno"], lobby("uno", stacking="any", jump_in=True).options)).text
    assert "**At this table**" in text
    assert "- stacking: **any**" in text
    assert "- jump in: **on**" in text
    assert "- must play: **off**" in text


async def test_help_names_every_game_and_command() -> None:
    text = draw(pages.help_page()).text
    for word in [f"/{key} start" for key in GAMES] + [game.title for game in GAMES.values()]:
        assert word in text
    for word in ("hand", "rules", "leave", "end", "/leaderboard", "/stats", "/settings", "/about", "/privacy"):
        assert word in text
    for word in ("Join", "Add computer", "Start", "My hand"):
        assert f"**{word}**" in text


async def test_about_says_which_version_and_whose_trademarks() -> None:
    text = draw(pages.about()).text
    assert __version__ in text
    assert "not affiliated" in text
    assert "Mattel" in text
    assert "Amigo" in text


@pytest.mark.parametrize(("games", "words"), [(0, "0 games."), (1, "1 game."), (2, "2 games.")])
async def test_privacy_counts_the_games(games: int, words: str) -> None:
    assert f"you have finished {words}" in draw(pages.privacy(games)).text


async def test_settings_are_listed_or_said_to_be_the_usual() -> None:
    assert "Nothing is set" in draw(pages.settings({}, SETTINGS)).text
    text = draw(pages.settings({"pace": "slow", "level": "hard"}, SETTINGS)).text
    assert text.index("- level: **hard**") < text.index("- pace: **slow**")
    assert "level: easy, medium, hard, expert" in text


async def test_a_spectators_menu_has_nothing_to_leave_or_end() -> None:
    assert draw(pages.menu(playing(), member(5), moderator=False)).labels == ["Rules", "Bring the board here"]


async def test_a_players_menu_lets_leave_and_the_hosts_lets_end() -> None:
    table = playing()
    assert draw(pages.menu(table, member(1), moderator=False)).labels == ["Rules", "Bring the board here", "Leave"]
    assert draw(pages.menu(table, member(0), moderator=False)).labels[-1] == "End the game"
    assert draw(pages.menu(table, member(5), moderator=True)).labels[-1] == "End the game"


async def test_those_who_keep_a_table_waiting_can_be_handed_to_a_computer_by_the_others() -> None:
    table = playing("nimmt", people(*PEOPLE))
    assert len(draw(pages.menu(table, member(0), moderator=False)).rows) == 1
    table.clock.remind(NOW + 59)
    seen = draw(pages.menu(table, member(0), moderator=False))
    assert list(map(bare, seen.rows[1])) == [f"Let a computer play for {name}" for name in PEOPLE[1:6]]
    assert [custom_id.split(":")[3] for custom_id in seen.ids[-5:]] == list("12345")
    assert len(draw(pages.menu(table, member(99), moderator=True)).rows) == 1


async def test_nobody_is_handed_over_who_is_away_already() -> None:
    table = playing("nimmt", people("Ann", "Bo", "Cem"))
    table.clock.remind(NOW + 59)
    seen = draw(pages.menu(with_away(table, 1), member(0), moderator=False))
    assert list(map(bare, seen.rows[1])) == ["Let a computer play for Cem"]


async def test_a_second_start_leads_to_the_first_table() -> None:
    link = "https://discord.com/channels/1/2/3"
    for table, labels in [
        (lobby(), ["Join"]),
        (lobby("uno", people(*PEOPLE)), []),
        (playing(), []),
        (in_phase(playing(), "parked"), []),
    ]:
        seen = draw(pages.taken(table, link))
        assert link in seen.text
        assert "UNO" in seen.text
        assert seen.labels == labels


async def test_ending_a_game_has_to_be_confirmed() -> None:
    seen = draw(pages.confirm_end(playing()))
    assert "Nothing will be scored" in seen.text
    assert seen.labels == ["Yes, end it", "No"]
    assert [custom_id.split(":")[0] for custom_id in seen.ids] == ["ended", "menu"]
