"""One process has a database to itself (fault 68): two would play the same games."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.claim import claimed
from bot.errors import EX_TEMPFAIL, CannotStart
from tests.process.bot_process import BotProcess, open_house, run_to_the_end

HOLDS = """
import sys
from pathlib import Path
from bot.claim import claimed
with claimed(Path(sys.argv[1]), "taken"):
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_who_comes_second_is_refused_and_may_come_when_the_first_is_done(tmp_path: Path) -> None:
    with claimed(tmp_path / "x.db", "taken"):
        with pytest.raises(CannotStart, match="taken") as refused, claimed(tmp_path / "x.db", "taken"):
            pass
        assert refused.value.code == EX_TEMPFAIL
    with claimed(tmp_path / "x.db", "taken"):
        pass


def test_a_claim_ends_with_a_killed_process(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDS, str(tmp_path / "x.db")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"mine\n"
        with pytest.raises(CannotStart), claimed(tmp_path / "x.db", "taken"):
            pass
        other.send_signal(signal.SIGKILL)
        other.wait()
        with claimed(tmp_path / "x.db", "taken"):
            pass


def test_a_place_where_nothing_can_be_written_is_for_others_to_complain_about(tmp_path: Path) -> None:
    with claimed(tmp_path / "nowhere" / "x.db", "taken"):
        pass


async def test_a_second_bot_on_the_same_database_ends_with_its_code_and_a_sentence(tmp_path: Path) -> None:
    async with open_house(tmp_path, cold=True) as first:
        (tmp_path / "second").mkdir()
        second = BotProcess(tmp_path / "second", first.discord, DATABASE_PATH=str(first.database))
        assert await run_to_the_end(second) == EX_TEMPFAIL
        assert len(second.sentences) == 1
        assert "Another Cardroom is running on this database" in second.sentences[0]
        assert first.process is not None
        assert first.process.poll() is None


def test_another_name_for_the_same_file_is_no_way_around(tmp_path: Path) -> None:
    (tmp_path / "x.db").touch()
    (tmp_path / "link.db").symlink_to(tmp_path / "x.db")
    with (
        claimed(tmp_path / "x.db", "taken"),
        pytest.raises(CannotStart, match="taken"),
        claimed(tmp_path / "link.db", "taken"),
    ):
        pass
