"""Records: what is read, and what is refused with which sentence."""

import json
from typing import Any

import pytest

from bot.errors import BadOption, BadRecord
from bot.games import GAMES
from bot.games.record import from_text, replay, tell
from tests.games.golden import path, split


def record(**changes: Any) -> str:
    text, _ = split(path("uno", "party", 2).read_text(encoding="utf-8"))
    return json.dumps({**json.loads(text), **changes})


@pytest.mark.parametrize("text", ["", "nonsense", "{", "\x00"])
def test_text_that_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="it is not JSON"):
        from_text(text, GAMES)


@pytest.mark.parametrize("text", ["[]", "7", "{}", '{"cardroom": 2}'])
def test_json_that_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match="not a game record of version 1"):
        from_text(text, GAMES)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"game": []},
        {"options": 7},
        {"names": 7},
        {"seed": "xyz"},
        {"seed": None},
        {"moves": 7},
        {"moves": [7]},
        {"moves": ["R7"]},
        {"moves": ["x R7"]},
        {"moves": ["2 R7"]},
        {"moves": ["-1 R7"]},
    ],
)
def test_a_damaged_record_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadRecord, match="something in it is missing or of the wrong kind"):
        from_text(record(**changes), GAMES)


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(BadRecord, match="64 hex digits"):
        from_text(record(seed="00"), GAMES)


def test_options_that_cannot_work_are_refused_by_name() -> None:
    with pytest.raises(BadOption, match="hand_size can be"):
        from_text(record(options={"hand_size": 99}), GAMES)


def test_a_number_of_seats_that_cannot_work_is_refused() -> None:
    with pytest.raises(BadOption, match="seats can be a whole number from 2 to 10"):
        from_text(record(names=["Ann"], moves=[]), GAMES)


@pytest.mark.parametrize("move", ["0 G9", "1 nonsense"])
def test_a_move_that_cannot_be_made_is_named_by_its_number(move: str) -> None:
    broken = from_text(record(moves=[move]), GAMES)
    with pytest.raises(BadRecord, match="Move 1 of this record cannot be made: "):
        list(replay(broken))


def test_a_game_that_is_not_over_is_told_as_far_as_it_goes() -> None:
    part = from_text(record(moves=[]), GAMES)
    story = list(tell(part.game, replay(part), part.names))
    assert story[-1].strip() == "The record ends here; the game is not over."
