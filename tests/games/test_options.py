"""Options: what is understood, what is refused and with which sentence, for any game."""

import pytest

from bot.errors import BadOption
from bot.games import GAMES
from bot.games.base import AnyGame
from bot.games.options import Value, allowed, configure, differences, shown

UNO = GAMES["uno"]


@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        ("hand_size", "5", 5),
        ("hand_size", 10, 10),
        ("match", " 500 ", 500),
        ("match", "ONE", "one"),
        ("jump_in", "on", True),
        ("jump_in", "Yes", True),
        ("jump_in", "off", False),
        ("jump_in", "no", False),
        ("jump_in", "true", True),
        ("jump_in", "false", False),
        ("hand_size", "3", 3),
        ("challenge", "yes", "on"),
        ("challenge", "no", "off"),
        ("jump_in", True, True),
        ("challenge", "off", "off"),
        ("stacking", "any", "any"),
    ],
)
def test_values_are_understood_as_text_and_as_they_are(name: str, given: Value, read: Value) -> None:
    assert getattr(UNO.configure(None, {name: given}), name) == read


@pytest.mark.parametrize(
    ("name", "given", "sentence"),
    [
        ("hand_size", "2", "hand_size can be a whole number from 3 to 10."),
        ("hand_size", True, "hand_size can be a whole number from 3 to 10."),
        ("hand_size", "9" * 5000, "hand_size can be a whole number from 3 to 10."),
        ("hand_size", "٥", "hand_size can be a whole number from 3 to 10."),
        ("match", 300, "match can be one, 200 or 500."),
        ("match", 0, "match can be one, 200 or 500."),
        ("jump_in", 1, "jump_in can be off or on."),
        ("jump_in", "perhaps", "jump_in can be off or on."),
        ("stacking", "on", "stacking can be off, same or any."),
        ("stacking", True, "stacking can be off, same or any."),
        ("wilds", 5, "wilds can be 4 or 3."),
    ],
)
def test_other_values_are_refused_with_the_option_and_what_it_can_be(name: str, given: Value, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        UNO.configure(None, {name: given})
    assert str(refused.value) == sentence


def test_a_number_or_a_word() -> None:
    with pytest.raises(BadOption, match=r"^match can be one or a whole number from 30 to 150\.$"):
        GAMES["nimmt"].configure(None, {"match": 10})


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_unknown_options_presets_and_levels_are_refused_with_what_there_is(game: AnyGame) -> None:
    with pytest.raises(BadOption, match=r"^There is no such option\. The options are match.* and \w+\.$"):
        game.configure(None, {"rocket": "on"})
    with pytest.raises(BadOption, match=f"{game.title} has these presets: {', '.join(game.presets)}."):
        game.configure("rocket")
    with pytest.raises(BadOption, match="levels: easy, medium, hard"):
        game.computer("rocket")


def test_nothing_that_was_typed_is_repeated() -> None:
    for given in ({"hand_size": "<@123>"}, {"<@123>": "on"}):
        with pytest.raises(BadOption) as refused:
            UNO.configure(None, given)
        assert "123" not in str(refused.value)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_is_described_and_its_default_is_allowed(game: AnyGame) -> None:
    default = game.options()
    for name, rule in allowed(game.options).items():
        assert rule.about
        assert rule.read(name, getattr(default, name)) == getattr(default, name)


def test_later_sets_of_options_are_laid_over_earlier_ones() -> None:
    options = configure(UNO.options, {"hand_size": 5, "jump_in": True}, {"hand_size": 6})
    assert (options.hand_size, options.jump_in) == (6, True)


def test_differences_say_what_is_not_as_usual() -> None:
    assert differences(UNO.configure()) == {}
    assert differences(UNO.configure(None, {"hand_size": 5, "jump_in": "on"})) == {"hand_size": 5, "jump_in": True}


@pytest.mark.parametrize(("value", "text"), [(True, "on"), (False, "off"), (66, "66"), ("one", "one")])
def test_values_are_shown_as_people_type_them(value: Value, text: str) -> None:
    assert shown(value) == text
