"""Who is there from one start to the next."""

import json
import subprocess
from pathlib import Path

import pytest

from bot.errors import EX_CONFIG, EX_IOERR, CannotStart
from bot.loopback import Loopback
from bot.playground.playground import Playground
from bot.playground.roster import Roster
from tests.playground.helpers import child, playing

People = dict[str, int]


def people(playground: Playground) -> tuple[People, People]:
    """Channels and members by name, with their ids."""
    channels = {each.name: each.id for each in playground.discord.guild.channels}
    return channels, {each.name: each.id for each in playground.roster.members}


async def test_members_and_channels_keep_their_ids(elsewhere: Path) -> None:
    async with playing(elsewhere / "playground.db") as playground:
        playground.roster.add("Zoë")
        before = people(playground)
    async with playing(elsewhere / "playground.db") as playground:
        assert people(playground) == before
        assert list(before[1]) == ["Ann", "Bo", "Cleo", "Dev", "Zoë"]
        assert playground.roster.find(str(before[1]["Zoë"])).name == "Zoë"


async def test_the_same_member_is_the_moderator_each_time(elsewhere: Path) -> None:
    for _ in range(2):
        async with playing(elsewhere / "playground.db") as playground:
            guild = playground.discord.guild
            rights = {each.name: guild.members[each.id] for each in playground.roster.members}
            assert rights["Ann"] != rights["Bo"] == rights["Cleo"]


async def test_more_members_are_added_and_fewer_take_nobody_away(elsewhere: Path) -> None:
    async with playing(elsewhere / "playground.db", members=2) as playground:
        _, before = people(playground)
    async with playing(elsewhere / "playground.db", members=5) as playground:
        _, more = people(playground)
    async with playing(elsewhere / "playground.db", members=1) as playground:
        assert people(playground)[1] == more
    assert len(more) == 5
    assert before.items() < more.items()


async def test_as_many_members_as_can_be_asked_for_have_names_of_their_own(elsewhere: Path) -> None:
    async with playing(elsewhere / "playground.db", members=20) as playground:
        assert len(people(playground)[1]) == 20


async def test_new_ids_never_collide_with_kept_ones(elsewhere: Path) -> None:
    async with playing(elsewhere / "playground.db") as playground:
        first = {own for part in people(playground) for own in part.values()}
    async with playing(elsewhere / "playground.db") as playground:
        ann = playground.roster.members[0]
        made = {playground.roster.add("Zoë").id, (await ann.say(playground.discord.channel, "hi")).id}
        assert not made & first
        assert playground.discord.bot.id not in first | made


async def test_a_fresh_start_forgets_members_and_games(elsewhere: Path) -> None:
    database = elsewhere / "playground.db"
    async with playing(database) as playground:
        playground.roster.add("Zoë")
        before = people(playground)[1]
    kept = [database, *(database.with_name(f"playground.db-{each}") for each in ("wal", "shm"))]
    for file in (*kept, elsewhere / "cardroom.db"):
        file.write_bytes(b"games")
    async with playing(database, fresh=True) as playground:
        _, after = people(playground)
    assert "Zoë" not in after
    assert not set(before.values()) & set(after.values())
    assert not any(file.exists() for file in kept)
    assert (elsewhere / "cardroom.db").read_bytes() == b"games"


DAMAGED = [
    b"", b"{", b"\xff\xfe\x00", b"[]", b"null", b"5", b'"x"', b"{}", b'{"channels": []}',
    b'{"channels": 3, "members": []}',
    b'{"channels": [["a"]], "members": []}', b'{"channels": [["a", "x"]], "members": []}',
    b'{"channels": [["a", null]], "members": []}', b'{"channels": [["a", 1e999]], "members": []}',
    b'{"channels": {"a": 1}, "members": []}', b'{"channels": [], "members": [["Ann", {}]]}', b"[" * 100_000,
    b'{"channels": [["a", 1]], "members": [["An', b'{"channels": [], "members": []}',
]  # fmt: skip


@pytest.mark.parametrize("content", DAMAGED, ids=lambda content: content[:40].decode(errors="replace"))
async def test_a_damaged_file_stops_the_start_and_stays_as_it_is(elsewhere: Path, content: bytes) -> None:
    file, database = elsewhere / "playground.json", elsewhere / "playground.db"
    file.write_bytes(content)
    database.write_bytes(b"games")
    with pytest.raises((CannotStart, OverflowError, RecursionError)) as refused:
        async with playing(database):
            pass
    assert isinstance(refused.value, CannotStart), type(refused.value)
    assert refused.value.code == EX_CONFIG
    assert len(refused.value.reasons) == 1
    assert "--fresh" in str(refused.value)
    assert (file.read_bytes(), database.read_bytes()) == (content, b"games")


async def test_a_folder_that_cannot_be_written_is_told(elsewhere: Path) -> None:
    with pytest.raises(CannotStart) as refused:
        async with playing(elsewhere / "nowhere" / "playground.db"):
            pass
    assert refused.value.code == EX_IOERR
    assert "DATABASE_PATH" in str(refused.value)


FULL_DISK = """
import resource, sys
from pathlib import Path
from bot.loopback import Loopback
from bot.playground.roster import Roster

roster = Roster(Path("playground.json"), Loopback(channels=()))
roster.fill(3)
resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))
roster.add("Zoe")
"""


def test_nobody_is_lost_when_the_disk_is_full(elsewhere: Path) -> None:
    file = elsewhere / "playground.json"
    Roster(file, Loopback(channels=())).fill(3)
    before = file.read_bytes()
    done = subprocess.run(child(FULL_DISK), capture_output=True, text=True, check=False)
    assert done.returncode != 0, "the disk was not full"
    assert file.read_bytes() == before


async def test_the_file_is_plain_and_small(elsewhere: Path) -> None:
    roster = Roster(elsewhere / "playground.json", Loopback())
    roster.fill(2)
    kept = json.loads((elsewhere / "playground.json").read_text(encoding="utf-8"))
    assert [name for name, _ in kept["members"]] == ["Ann", "Bo"]
