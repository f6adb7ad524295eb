"""The command line as its user meets it: the real program, in its own process where that matters."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot import simulate
from bot.__main__ import main
from bot.games import GAMES
from bot.progress import show_progress
from bot.simulate import Plan, Tally, interval, run


def test_a_game_is_shown_move_by_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Round 1" in lines[0] or "cannot start" in lines[0]
    assert lines[-1].strip().startswith("Final: 1. ")


def test_the_program_runs_on_its_own() -> None:
    command = [sys.executable, "-m", "bot", "show", "nimmt", "--seed", "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("   0  Deal 1: the rows start with ")
    assert done.stderr == ""


@pytest.mark.parametrize("key", GAMES)
def test_simulate_prints_wins_with_intervals_points_length_and_speed(
    key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", key, "--seats", "easy,hard,hard", "--games", "20", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{GAMES[key].title}, 20 games, seed 1"
    assert GAMES[key].unit in lines[1]
    assert [line.split()[1] for line in lines[2:5]] == ["easy", "hard", "hard"]
    assert "moves a game" in lines[5]
    assert "games a second" in lines[5]


def test_the_same_seed_gives_the_same_result_with_any_number_of_jobs() -> None:
    options = GAMES["eights"].configure()
    plans = [Plan("eights", options, ("easy", "hard"), 130, "x", jobs) for jobs in (1, 2)]
    alone, together = (list(run(plan))[-1] for plan in plans)
    assert alone == together
    assert alone.games == 130
    assert sum(alone.wins) == pytest.approx(130)


def test_presets_and_single_options_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["simulate", "uno", "--preset", "party", "--option", "hand_size=3", "--games", "5"]
    assert main(given) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert "5 games" in first
    assert first.endswith("hand_size 3, stacking same, draw_until_playable on, jump_in on, seven_zero on")


@pytest.mark.parametrize("key", GAMES)
def test_a_saved_game_can_be_told_again(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    assert main(["simulate", key, "--save", str(file), "--seed", "7"]) == 0
    assert f"python -m bot replay {file}" in capsys.readouterr().out
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert main(["show", key, "--seats", "easy,hard", "--seed", "7"]) == 0
    assert capsys.readouterr().out == told


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["simulate", "chess"], f"There is no such game. The games are {', '.join(GAMES)}."),
        (["show", "chess"], f"There is no such game. The games are {', '.join(GAMES)}."),
        (["simulate", "uno", "--seats", "easy"], "seats can be a whole number from 2 to 10 in UNO."),
        (["simulate", "uno", "--seats", ",".join(["easy"] * 11)], "seats can be a whole number from 2 to 10 in UNO."),
        (
            ["simulate", "uno", "--seats", "easy,wizard"],
            "UNO has computers of these levels: easy, medium, hard, expert.",
        ),
        (["simulate", "uno", "--preset", "wild"], "UNO has these presets: official, one, v26, party."),
        (["simulate", "uno", "--option", "hand_size"], "Write a single option as NAME=VALUE"),
        (["simulate", "uno", "--option", "hand_size=99"], "hand_size can be a whole number from 3 to 10."),
        (["simulate", "uno", "--option", "play_on=on", "--option", "match=200"], "with play_on, match can only be one"),
        (["replay", "no-such-file"], "This file cannot be read."),
        (["simulate", "uno", "--save", "no/such/folder/file"], "This file cannot be written."),
    ],
)
def test_what_cannot_work_is_refused_with_a_sentence(
    given: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(given) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.out == ""


def test_saving_never_overwrites_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "diary.txt"
    file.write_text("Dear diary", encoding="utf-8")
    assert main(["simulate", "uno", "--save", str(file)]) == 2
    assert "There is a file of this name already" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "Dear diary"


def test_levels_may_be_set_apart_by_spaces(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "uno", "--seats", "easy, hard", "--games", "1"]) == 0
    assert main(["simulate", "uno", "--seats", ""]) == 2
    assert "seats can be" in capsys.readouterr().err


@pytest.mark.parametrize("seed", ["", "a", "\udcff", "🂡" * 100])
def test_any_text_is_a_seed(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    stories = []
    for _ in range(2):
        assert main(["show", "nimmt", "--seats", "easy,easy", "--seed", seed]) == 0
        stories.append(capsys.readouterr().out)
    assert stories[0] == stories[1]
    assert main(["simulate", "nimmt", "--games", "1", "--seed", seed]) == 0


def test_more_jobs_than_there_is_work_do_no_harm(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "eights", "--games", "3", "--jobs", "5000"]) == 0
    assert "3 games" in capsys.readouterr().out


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -u -m bot show uno --option match=500 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_ends_the_program_quietly() -> None:
    command = f"{sys.executable} -m bot show uno > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_terminal_without_suit_signs_shows_something_else() -> None:
    command = [sys.executable, "-m", "bot", "show", "eights", "--seed", "1"]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert done.returncode == 0
    assert b"?" in done.stdout


def test_an_interrupted_program_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(given: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.__main__._show", interrupt)
    assert main(["show"]) == 130


def test_a_file_that_is_no_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff")
    assert main(["replay", str(file)]) == 2
    assert "This file cannot be read." in capsys.readouterr().err


@pytest.mark.parametrize("games", ["0", "-5", "many", "1.5", "99999999", "9" * 5000, "٣"])
def test_a_number_of_games_that_is_none_is_refused(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["simulate", "uno", "--games", games])
    assert stopped.value.code == 2
    assert "give a whole number from 1 to 9999999" in capsys.readouterr().err


def test_the_interval_is_wilsons() -> None:
    low, high = interval(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    low, high = interval(0, 10)
    assert low == pytest.approx(0)
    assert round(high, 4) == 0.2775


def test_the_bar_is_drawn_on_a_terminal_only() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, file = Terminal(), io.StringIO()
    for out in (terminal, file):
        show_progress(50, 100, out)
        show_progress(100, 100, out)
    assert f"[{'#' * 20}{'.' * 20}] 50/100" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\033[K")
    assert file.getvalue() == ""


def test_people_watching_get_time_to_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("bot.__main__.time.sleep", pauses.append)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["show", "eights", "--seed", "1"]) == 0
    assert len(pauses) == len(capsys.readouterr().out.splitlines())


def test_tallies_add_up() -> None:
    total = Tally(2)
    part = Tally(2, games=1, moves=10, wins=[1.0, 0.0], points=[5, 0], places=[1, 2])
    total.add(part)
    total.add(part)
    assert (total.games, total.moves, total.wins, total.points, total.places) == (2, 20, [2.0, 0.0], [10, 0], [2, 4])
    assert simulate.CHUNK > 1
