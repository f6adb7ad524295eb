"""What every table needs to show a game: choices, questions, rows, the guide, and what a game may leave unsaid."""

from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from bot.games import GAMES
from bot.games.base import AnyGame, Game
from bot.games.dealer import QuickDealer
from bot.games.show import Board, Choice, Hand, Question, Standing, counted, guide, rows_of
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.events import Chose, Event, Placed

NAMES = ("Ann", "Bo", "Kit", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")


@dataclass(frozen=True)
class Said:
    """A move of no game."""

    text: str


ODD, EVEN = Choice("Odd", Said("odd")), Choice("Even", Said("even"))
PARITY = Question("n", "Odd or even?", (ODD, EVEN))
NUMBER, PASS = Choice("A number", PARITY), Choice("Pass", Said("pass"))


def test_the_key_of_a_choice_is_the_text_of_its_move_or_of_its_question() -> None:
    assert [choice.key for choice in (ODD, PASS, NUMBER)] == ["odd", "pass", "n"]


def test_a_choice_looks_like_any_other_unless_the_game_says_so() -> None:
    assert (PASS.tone, PASS.sign) == ("plain", "")


def test_a_hand_finds_its_question_wherever_it_stands() -> None:
    hand = Hand("Your turn", "1 2 3", rows=((PASS,), (ODD, NUMBER)))
    assert hand.question("n") is PARITY


@pytest.mark.parametrize("key", ["odd", "pass", "even", "", "?"])
def test_a_move_is_no_question_and_neither_is_what_nobody_asked(key: str) -> None:
    assert Hand("Your turn", "1 2 3", rows=((PASS,), (ODD, NUMBER))).question(key) is None


def test_a_hand_and_a_board_need_little_to_be_shown() -> None:
    hand = Hand("Wait for your turn", "no cards")
    assert (hand.rows, hand.notes, hand.toggle, hand.question("n")) == ((), (), "", None)
    board = Board("Red 7", ("2", "3"))
    assert (board.asked, board.facts, board.picture, board.colour, board.calls) == ("to play", (), "", None, ())


@pytest.mark.parametrize(
    ("count", "width", "rows"),
    [(0, 5, []), (1, 5, [1]), (5, 5, [5]), (6, 5, [5, 1]), (13, 5, [5, 5, 3]), (5, 2, [2, 2, 1])],
)
def test_choices_stand_in_rows_of_at_most_so_many_and_in_order(count: int, width: int, rows: list[int]) -> None:
    choices = [Choice(str(number), Said(str(number))) for number in range(count)]
    found = list(rows_of(iter(choices), width))
    assert [len(row) for row in found] == rows
    assert [choice for row in found for choice in row] == choices


def test_a_row_has_five_places() -> None:
    assert [len(row) for row in rows_of([PASS] * 7)] == [5, 2]


def test_equal_things_are_named_once_with_their_number() -> None:
    assert counted([], str) == ""
    assert counted([7], str) == "7"
    assert counted([1, 1, 2, 3, 3, 3], lambda thing: f"B{thing}") == "B1 x2 B2 B3 x3"


def test_the_guide_is_the_paragraphs_in_bold_words_each_on_one_line() -> None:
    prose = """The rules of it.

    **A round.** In turn, everybody
    plays a card.

    House rules change single lines of this.

    **Score.** The winner gets the others' points. The numbers in comments are those of docs/rules/it.md.

    **End.** That is all.
    """
    assert guide(prose).splitlines() == [
        "**A round.** In turn, everybody plays a card.",
        "**Score.** The winner gets the others' points.",
        "**End.** That is all.",
    ]


@pytest.mark.parametrize("prose", [None, "", "The rules of it."])
def test_without_such_paragraphs_there_is_no_guide(prose: str | None) -> None:
    assert guide(prose) == ""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_guide_of_every_game_is_for_players(game: AnyGame) -> None:
    """Names of files and numbers of rules are for those who read the code. A message holds 4000 characters."""
    assert game.guide
    assert len(game.guide) < 3500
    for line in game.guide.splitlines():
        assert line.startswith("**")
        assert line.endswith(".")
        assert not any(word in line for word in ("docs/", ".py", "`", "The numbers in comments"))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_begins_in_its_first_round_with_nothing_scored(game: AnyGame) -> None:
    state, _ = game.deal(4, game.configure(), QuickDealer(1))
    assert game.standing(state) == Standing(1, (0, 0, 0, 0))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_without_a_shorter_telling_there_is_a_line_for_each_event(game: AnyGame) -> None:
    _, events = game.deal(3, game.configure(), QuickDealer(1))
    assert replace(game, tell=None).lines(events, NAMES) == [game.line(event, NAMES) for event in events]


def test_a_shorter_telling_comes_before_the_lines() -> None:
    events: list[Event] = [Chose(1, again=False), Placed(1, 21, 1)]
    assert SIX_NIMMT.lines(events, NAMES) == ["21 Bo → row 2"]
    assert replace(SIX_NIMMT, tell=None).lines(events, NAMES) == ["Bo has chosen.", "Bo's 21 goes to row 2."]


def test_a_game_need_not_have_news_highlights_or_chances_out_of_turn() -> None:
    unsaid: dict[str, Any] = {field.name: field.default for field in fields(Game)}
    kept_silent = {name: unsaid[name] for name in ("news", "highlights", "open_chance")}
    game: AnyGame = replace(SIX_NIMMT, **kept_silent)
    state, events = game.deal(3, game.configure(), QuickDealer(1))
    view = game.view(state, 0)
    assert game.news(view, view) == ""
    assert game.highlights(events, NAMES) == []
    assert game.open_chance(state) is False


def test_a_game_that_says_nothing_of_chances_news_or_rounds_has_none() -> None:
    usual = {field.name: field.default for field in fields(Game)}
    assert usual["news"](None, None) == ""  # type: ignore[operator]
    assert usual["highlights"]([], []) == []  # type: ignore[operator]
    assert not usual["open_chance"](None)  # type: ignore[operator]
    assert not usual["ends_round"](None)  # type: ignore[operator]
