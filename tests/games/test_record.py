"""Records: what is read, and what is refused with which sentence."""

import json
from typing import Any

import pytest

from bot.errors import BadRecord
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
    ("changes", "sentence"),
    [
        ({"cardroom": True}, "not a game record of version 1"),
        ({"game": "chess"}, f"The games are {', '.join(GAMES)}."),
        ({"game": []}, "damaged: game is missing or of the wrong kind"),
        ({"options": 7}, "damaged: options is missing"),
        ({"options": {"hand_size": 99}}, "This record cannot be dealt: hand_size can be"),
        ({"options": {"hand_size": []}}, "This record cannot be dealt: hand_size can be"),
        ({"names": "ab"}, "damaged: names is missing"),
        ({"names": [None, {}]}, "its names have to be plain texts"),
        ({"names": ["Ann", "B\n\u001b[2Jo"]}, "its names have to be plain texts"),
        ({"names": ["Ann", "\ud800"]}, "its names have to be plain texts"),
        ({"names": ["Ann"]}, "This record cannot be dealt: seats can be a whole number from 2 to 10"),
        ({"seed": None}, "damaged: seed is missing"),
        ({"seed": "00"}, "64 hex digits"),
        ({"seed": "zz" * 32}, "64 hex digits"),
        ({"moves": 7}, "damaged: moves is missing"),
        ({"moves": [7]}, 'like "0 draw"'),
        ({"moves": ["R7"]}, 'like "0 draw"'),
        ({"moves": ["x R7"]}, 'like "0 draw"'),
        ({"moves": ["-1 R7"]}, 'like "0 draw"'),
        ({"moves": ["٠ R7"]}, 'like "0 draw"'),
    ],
)
def test_a_damaged_record_is_refused_with_what_is_wrong(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadRecord) as refused:
        from_text(record(**changes), GAMES)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("move", ["0 G9", "1 nonsense", "2 draw", "9 draw"])
def test_a_move_that_cannot_be_made_is_named_by_its_number(move: str) -> None:
    broken = from_text(record(moves=[move]), GAMES)
    with pytest.raises(BadRecord, match=r"^Move 1 of this record cannot be made in this game\.$"):
        list(replay(broken))


def test_nothing_is_too_deep_to_be_refused() -> None:
    with pytest.raises(BadRecord, match="it is not JSON"):
        from_text("[" * 100_000, GAMES)


def test_a_game_that_is_not_over_is_told_as_far_as_it_goes() -> None:
    part = from_text(record(moves=[]), GAMES)
    story = list(tell(part.game, replay(part), part.names))
    assert story[-1].strip() == "The record ends here; the game is not over."
