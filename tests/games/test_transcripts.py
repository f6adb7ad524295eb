"""Whole games against their golden transcripts: played anew from the seed, and replayed from the record."""

import pytest

from bot.games import GAMES
from bot.games.record import from_text, replay, tell
from tests.games.golden import CASES, FOLDER, path, split, transcript


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{case[2]}")
def test_a_game_goes_as_its_transcript_says(case: tuple[str, str, int]) -> None:
    assert transcript(*case) == path(*case).read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{case[2]}")
def test_a_record_replays_to_the_same_story(case: tuple[str, str, int]) -> None:
    text, story = split(path(*case).read_text(encoding="utf-8"))
    record = from_text(text, GAMES)
    assert record.to_text() == text
    assert list(tell(record.game, replay(record), record.names)) == list(story)


def test_there_is_a_transcript_for_each_preset_and_no_other() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(path(*case) for case in CASES)
