"""The leagues of the levels can be played, and say who has lost. How strong anybody is they say elsewhere."""

from dataclasses import replace

import pytest

from benchmarks import compiled, strength
from benchmarks.strength import League, Result
from bot.games import GAMES
from bot.games.base import LEVELS
from bot.games.crazy_eights import expert as eights
from bot.games.six_nimmt import expert as nimmt
from bot.games.uno import expert as uno
from tests.games.walk import thinking_little

LEAGUES = strength.leagues(1)
UNO_2 = League("uno", 2, "expert", "hard", 4000, 0.58)


@pytest.fixture
def little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, game in GAMES.items():
        levels = {level: thinking_little(game, level) for level in game.computers}
        monkeypatch.setitem(GAMES, key, replace(game, computers=levels))
    for searching in (uno, eights, nimmt):
        monkeypatch.setattr(searching, "BUDGET", 40)


@pytest.mark.usefixtures("little_thought")
@pytest.mark.parametrize("league", LEAGUES, ids=[each.name for each in LEAGUES])
def test_every_league_can_be_played_and_comes_to_the_same_again(league: League) -> None:
    played = [strength.play_chunk(league, "a seed", 2) for _ in range(2)]
    assert played[0] == played[1]
    assert played[0].games == 2
    assert 0 <= played[0].wins <= 2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_each_level_meets_the_one_below(game: str, seats: int) -> None:
    pairs = {(each.level, each.against) for each in LEAGUES if (each.game, each.seats) == (game, seats)}
    assert pairs >= set(zip(LEVELS[1:], LEVELS, strict=False))


@pytest.mark.parametrize(
    ("league", "wins", "well"),
    [
        (UNO_2, 2330, True),
        (UNO_2, 2310, False),  # 57.75 %: less than is wanted
        (replace(UNO_2, wanted=None), 2310, True),
        (replace(UNO_2, wanted=None), 2050, False),  # 51.25 %: it might be chance
    ],
)
def test_a_league_is_lost_below_what_is_wanted_and_where_it_may_be_chance(
    league: League, wins: float, well: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    figures: dict[str, float] = {}
    assert strength._tell(league, Result(4000, wins), figures) is well
    assert ("LOST" in capsys.readouterr().out) is not well
    assert figures["uno_2_expert_over_hard_wins"] == wins / 4000


def test_rules_that_cannot_be_compiled_play_as_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> None:
        raise SystemExit("no header files")

    monkeypatch.setattr(compiled, "possible", lambda: True)
    monkeypatch.setattr(compiled, "build", fails)
    assert compiled.instead("benchmarks.strength", []) is False
    assert "no header files" in capsys.readouterr().err
