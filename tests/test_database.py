"""The file: opening and migrating it, one writer for many, and what happens when it cannot be written."""

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from bot import database
from bot.database import MOST_UNITS, Database, Unit, look_at, migrations, open_database, read_only
from bot.errors import EX_CONFIG, EX_IOERR, EX_TEMPFAIL, CannotSave, CannotStart

FIRST = "-- One.\nCREATE TABLE cards (\n  name TEXT NOT NULL UNIQUE\n) STRICT;\n"
SECOND = "ALTER TABLE cards ADD COLUMN heads INTEGER;\nUPDATE cards SET heads = 1;\n"
BROKEN = "CREATE TABLE more (a INTEGER) STRICT;\nINSERT INTO nowhere VALUES (1);\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cards.db"


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set the migrations that the program knows."""

    def use(*steps: str) -> None:
        monkeypatch.setattr(database, "migrations", lambda: list(steps))

    return use


def put(name: str) -> Unit[None]:
    async def unit(db: aiosqlite.Connection) -> None:
        await db.execute("INSERT INTO cards (name) VALUES (?)", (name,))

    return unit


def look(file: Path, sql: str) -> list[tuple[object, ...]]:
    """Read the file as another program would."""
    with closing(sqlite3.connect(file)) as db:
        return db.execute(sql).fetchall()


def names(file: Path) -> list[object]:
    return [row[0] for row in look(file, "SELECT name FROM cards ORDER BY rowid")]


def try_to_put(file: Path, name: str) -> str:
    """Write to the file as another program would that does not wait. Empty: it is written."""
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as db:
        try:
            db.execute("INSERT INTO cards (name) VALUES (?)", (name,))
        except sqlite3.OperationalError as error:
            return str(error)
    return ""


def version(file: Path) -> object:
    return look(file, "PRAGMA user_version")[0][0]


async def value(db: aiosqlite.Connection, pragma: str) -> object:
    (row,) = await db.execute_fetchall(f"PRAGMA {pragma}")
    return row[0]


async def refusal(file: Path) -> CannotStart:
    with pytest.raises(CannotStart) as refused:
        async with open_database(file):
            pass
    while any("_connection_worker_thread" in thread.name for thread in threading.enumerate()):
        await asyncio.sleep(0)  # aiosqlite's thread still has to tell the event loop that it ends
    return refused.value


# Opening and migrating


async def test_a_new_file_gets_all_migrations_in_order_and_no_copy_is_made(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST, SECOND)
    async with open_database(file):
        assert version(file) == 2
    assert [column[1] for column in look(file, "PRAGMA table_info(cards)")] == ["name", "heads"]
    assert [each.name for each in file.parent.iterdir()] == ["cards.db"]


async def test_only_missing_migrations_are_made_after_a_copy_of_the_file(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST)
    async with open_database(file) as db:
        await db.write(put("R7"))
    scripts(FIRST, SECOND)
    async with open_database(file) as db:
        assert [tuple(row) for row in await db.read("SELECT name, heads FROM cards")] == [("R7", 1)]
    copy = file.with_name("cards.db.before-schema-2")
    assert version(file) == 2
    assert version(copy) == 1
    assert names(copy) == ["R7"]
    assert look(copy, "PRAGMA integrity_check") == [("ok",)]


async def test_the_copy_also_holds_what_a_crash_left_in_the_write_ahead_log(
    file: Path, tmp_path: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST)
    crashed = tmp_path / "crashed" / "cards.db"
    crashed.parent.mkdir()
    async with open_database(file) as db:
        await db.write(put("R7"))
        for each in ("cards.db", "cards.db-wal"):
            shutil.copy(tmp_path / each, crashed.parent / each)
    scripts(FIRST, SECOND)
    async with open_database(crashed):
        pass
    assert names(crashed) == ["R7"]
    assert names(crashed.with_name("cards.db.before-schema-2")) == ["R7"]


async def test_a_file_that_is_up_to_date_is_not_copied(file: Path, scripts: Callable[..., None]) -> None:
    scripts(FIRST)
    for _ in range(2):
        async with open_database(file):
            pass
    assert [each.name for each in file.parent.iterdir()] == ["cards.db"]


async def test_a_migration_that_fails_leaves_nothing_of_itself_and_keeps_those_before_it(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST)
    async with open_database(file) as db:
        await db.write(put("R7"))
    scripts(FIRST, SECOND, BROKEN)
    error = await refusal(file)
    assert error.code == EX_IOERR
    assert version(file) == 2
    assert look(file, "SELECT name FROM sqlite_master WHERE name = 'more'") == []
    assert names(file) == ["R7"]
    scripts(FIRST, SECOND, FIRST.replace("cards", "more"))
    async with open_database(file):
        assert version(file) == 3


async def test_a_migration_that_fills_the_disk_leaves_the_file_as_it_was(
    file: Path, scripts: Callable[..., None]
) -> None:
    """SQLite takes such a transaction back by itself: there is none left to roll back."""
    scripts(FIRST)
    async with open_database(file) as db:
        await db.write(put("R7"))
    too_much = "CREATE TABLE more (a BLOB) STRICT;\nINSERT INTO more VALUES (zeroblob(1000000));\n"
    scripts(FIRST, f"PRAGMA max_page_count = 10;\n{too_much}")
    error = await refusal(file)
    assert error.code == EX_IOERR
    assert isinstance(error.__cause__, sqlite3.OperationalError)
    assert "full" in str(error.__cause__)
    assert version(file) == 1
    assert look(file, "SELECT name FROM sqlite_master WHERE name = 'more'") == []
    scripts(FIRST, too_much)
    async with open_database(file):
        assert version(file) == 2
    assert names(file) == ["R7"]


async def test_nobody_else_writes_in_the_middle_of_a_migration(
    file: Path, scripts: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts(FIRST)
    async with open_database(file) as db:
        await db.write(put("R7"))
    scripts(FIRST, "CREATE TEMP TABLE kept AS SELECT name FROM cards;\nINSERT INTO cards SELECT name || 2 FROM kept;\n")
    tries: list[str] = []
    monkeypatch.setattr(database, "killpoint", lambda _: tries.append(try_to_put(file, f"try {len(tries)}")))
    async with open_database(file):
        assert version(file) == 2
    assert tries == ["database is locked"] * 2
    assert names(file) == ["R7", "R72"]


async def test_a_newer_schema_is_refused_and_the_file_stays_byte_for_byte(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST, SECOND)
    async with open_database(file) as db:
        await db.write(put("R7"))
    before = file.read_bytes()
    scripts(FIRST)
    error = await refusal(file)
    assert error.code == EX_CONFIG
    assert error.reasons == (
        f"The database {file} has schema 2, and this program knows up to 1: "  # noqa: S608 - no query
        "update Cardroom, or set DATABASE_PATH to another file.",
    )
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == ["cards.db"]


async def test_a_newer_schema_in_another_journal_mode_stays_in_it(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE t (a)")
        db.execute("PRAGMA user_version = 999")
    before = file.read_bytes()
    assert (await refusal(file)).code == EX_CONFIG
    assert file.read_bytes() == before


async def test_what_is_no_database_is_refused_with_the_fix_and_stays_as_it_is(file: Path) -> None:
    file.write_bytes(b"These are my holiday letters. " * 100)
    before = file.read_bytes()
    error = await refusal(file)
    assert error.code == EX_IOERR
    assert str(error) == (
        f"{file} is not a database, or it is damaged. Restore a copy, or set DATABASE_PATH to another file."
    )
    assert file.read_bytes() == before


async def test_a_damaged_database_is_refused_with_the_fix_and_stays_as_it_is(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST)
    async with open_database(file) as db:
        await asyncio.gather(*(db.write(put(f"card {number} {'x' * 500}")) for number in range(100)))
    content = bytearray(file.read_bytes())
    content[4096 * 3 : 4096 * 5] = bytes(4096 * 2)
    file.write_bytes(content)
    error = await refusal(file)
    assert error.code == EX_IOERR
    assert "is not a database, or it is damaged. Restore a copy" in str(error)
    assert file.read_bytes() == content


@pytest.mark.parametrize("place", ["nowhere/cards.db", "letter/cards.db", "."])
async def test_a_place_that_cannot_be_written_is_refused_with_the_fix(tmp_path: Path, place: str) -> None:
    (tmp_path / "letter").write_text("no folder")
    error = await refusal(tmp_path / place)
    assert error.code == EX_IOERR
    (sentence,) = error.reasons
    assert str(tmp_path / place) in sentence
    assert "Its folder has to exist" in sentence
    assert "set DATABASE_PATH to another file" in sentence


async def hold(file: Path, monkeypatch: pytest.MonkeyPatch) -> CannotStart:
    """What a start says while another program is writing to the file."""
    monkeypatch.setattr(database, "BUSY_MS", 10)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("CREATE TABLE t (a)")
        return await refusal(file)


async def test_a_file_that_another_program_holds_is_refused_with_the_fix(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = await hold(file, monkeypatch)
    assert str(error) == f"The database {file} is used by another program. Stop that program and start again."


async def test_a_file_that_another_program_holds_has_a_code_of_its_own(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await hold(file, monkeypatch)).code == EX_TEMPFAIL


async def test_trouble_of_the_one_who_uses_the_database_is_not_called_trouble_at_the_start(file: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        async with open_database(file):
            raise ZeroDivisionError


async def test_an_sql_error_of_the_one_who_uses_the_database_stays_what_it_is(file: Path) -> None:
    async with open_database(file) as db:
        with pytest.raises(sqlite3.IntegrityError):
            raise await _integrity_error(db)
    with pytest.raises(sqlite3.IntegrityError):
        async with open_database(file):
            raise sqlite3.IntegrityError


async def _integrity_error(db: Database) -> sqlite3.IntegrityError:
    async def unit(connection: aiosqlite.Connection) -> None:
        await connection.execute("INSERT INTO notes VALUES (NULL, NULL)")

    with pytest.raises(sqlite3.IntegrityError) as raised:
        await db.write(unit)
    return raised.value


async def test_the_file_is_safe_against_power_cuts_and_checks_its_references(file: Path) -> None:
    async with open_database(file) as db:
        assert await value(db._writer, "journal_mode") == "wal"
        assert await value(db._writer, "synchronous") == 2  # FULL
        assert await value(db._writer, "foreign_keys") == 1


def test_our_migrations_are_numbered_from_one_without_a_gap() -> None:
    folder = Path(database.__file__).parent / "schema"
    files = sorted(each.name for each in folder.glob("[0-9]*.sql"))
    assert [int(name[:4]) for name in files] == list(range(1, len(files) + 1))
    assert len(migrations()) == len(files)
    assert migrations()[0] == (folder / files[0]).read_text()
    assert all(script.rstrip().endswith(";") for script in migrations())


async def test_all_our_tables_are_strict(file: Path) -> None:
    async with open_database(file):
        pass
    tables = look(file, "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite_%'")
    assert len(tables) >= 9
    assert all(strict for _, strict in tables)


async def test_a_migration_whose_last_statement_has_no_semicolon_is_not_left_out(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST.rstrip().removesuffix(";"))
    async with open_database(file):
        pass
    assert names(file) == []


# One writer


async def test_many_writers_at_once_share_one_commit(file: Path, scripts: Callable[..., None]) -> None:
    scripts(FIRST)
    async with open_database(file) as db:
        said: list[str] = []
        await db._writer.set_trace_callback(said.append)
        await asyncio.gather(*(db.write(put(f"card {number}")) for number in range(100)))
        assert said.count("COMMIT") == 1
        assert said.count("BEGIN IMMEDIATE") == 1
        assert names(file) == [f"card {number}" for number in range(100)]


async def test_no_transaction_grows_without_limit(file: Path, scripts: Callable[..., None]) -> None:
    scripts(FIRST)
    async with open_database(file) as db:
        said: list[str] = []
        await db._writer.set_trace_callback(said.append)
        await asyncio.gather(*(db.write(put(f"card {number}")) for number in range(2 * MOST_UNITS + 1)))
        assert said.count("COMMIT") == 3
    assert len(names(file)) == 2 * MOST_UNITS + 1


async def test_a_caller_hears_of_a_write_when_others_can_read_it(file: Path, scripts: Callable[..., None]) -> None:
    scripts(FIRST)

    async def one(db: Database, name: str) -> None:
        await db.write(put(name))
        assert name in names(file)
        assert [row["name"] for row in await db.read("SELECT name FROM cards WHERE name = ?", name)] == [name]

    async with open_database(file) as db:
        await asyncio.gather(*(one(db, f"card {number}") for number in range(30)))


async def test_a_unit_that_breaks_a_rule_of_the_schema_hurts_nobody_else(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST)

    async def two(db: aiosqlite.Connection) -> None:
        await put("half of a pair")(db)
        await put("R7")(db)

    async with open_database(file) as db:
        said: list[str] = []
        await db._writer.set_trace_callback(said.append)
        outcomes = await asyncio.gather(db.write(put("R7")), db.write(two), db.write(put("G2")), return_exceptions=True)
        assert said.count("COMMIT") == 1
    assert outcomes[0] is outcomes[2] is None
    assert isinstance(outcomes[1], sqlite3.IntegrityError)
    assert names(file) == ["R7", "G2"]


async def test_a_unit_gives_back_what_it_found(file: Path, scripts: Callable[..., None]) -> None:
    scripts(FIRST)

    async def count(db: aiosqlite.Connection) -> int:
        (row,) = await db.execute_fetchall("SELECT count(*) FROM cards")
        return int(row[0])

    async with open_database(file) as db:
        await db.write(put("R7"))
        assert await db.write(count) == 1


async def test_a_unit_with_a_mistake_of_its_own_hurts_nobody_else(file: Path, scripts: Callable[..., None]) -> None:
    scripts(FIRST)

    async def too_large(db: aiosqlite.Connection) -> None:
        await put("half")(db)
        await db.execute("INSERT INTO cards VALUES (?)", (2**64,))  # OverflowError

    async with open_database(file) as db:
        async with asyncio.timeout(0.5):
            outcomes = await asyncio.gather(db.write(too_large), db.write(put("R7")), return_exceptions=True)
        assert isinstance(outcomes[0], OverflowError)
        assert outcomes[1] is None
    assert names(file) == ["R7"]


async def test_nobody_else_writes_between_what_a_unit_reads_and_what_it_writes(
    file: Path, scripts: Callable[..., None]
) -> None:
    """Else SQLite would refuse what the unit writes: it was decided on what is no longer so."""
    scripts(FIRST)
    tries: list[str] = []

    async def count_and_put(connection: aiosqlite.Connection) -> None:
        (row,) = await connection.execute_fetchall("SELECT count(*) FROM cards")
        tries.append(try_to_put(file, "theirs"))
        await connection.execute("INSERT INTO cards (name) VALUES (?)", (f"ours, after {row[0]}",))

    async with open_database(file) as db:
        await db.write(count_and_put)
        assert tries == ["database is locked"]
        assert names(file) == ["ours, after 0"]
        assert try_to_put(file, "theirs") == ""
        await db.write(count_and_put)
    assert names(file) == ["ours, after 0", "theirs", "ours, after 2"]


async def test_a_cancelled_caller_leaves_nothing_half_done(file: Path, scripts: Callable[..., None]) -> None:
    scripts(FIRST)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def pair(db: aiosqlite.Connection) -> None:
        await put("left")(db)
        begun.set()
        await go_on.wait()
        await put("right")(db)

    async with open_database(file) as db:
        task = asyncio.create_task(db.write(pair))
        await begun.wait()
        task.cancel()
        other = asyncio.create_task(db.write(put("after")))
        with pytest.raises(asyncio.CancelledError):
            await task
        assert names(file) == []
        go_on.set()
        await other
        assert names(file) == ["left", "right", "after"]


async def test_a_caller_cancelled_before_its_turn_does_not_stop_the_writer(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST)
    async with open_database(file) as db:
        tasks = [asyncio.create_task(db.write(put(f"card {number}"))) for number in range(20)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.wait(tasks)
        await db.write(put("last"))
    kept = names(file)
    assert {f"card {number}" for number in range(1, 20, 2)} < set(kept)
    assert kept[-1] == "last"


async def test_closing_writes_what_waits(file: Path, scripts: Callable[..., None]) -> None:
    scripts(FIRST)
    async with open_database(file) as db:
        tasks = [asyncio.create_task(db.write(put(f"card {number}"))) for number in range(2 * MOST_UNITS)]
        await asyncio.sleep(0)
    assert all(task.done() and task.exception() is None for task in tasks)
    assert len(names(file)) == 2 * MOST_UNITS


async def test_closing_with_nothing_to_write_does_not_wait(file: Path) -> None:
    async with asyncio.timeout(5), open_database(file):
        pass


async def test_a_write_after_closing_is_refused_and_does_not_wait_for_ever(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST)
    async with open_database(file) as db:
        pass
    with pytest.raises(CannotSave):
        await asyncio.wait_for(db.write(put("late")), 0.2)


# A look from outside


async def test_a_look_says_whether_a_file_is_whole_and_which_schema_it_has_and_writes_nothing(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST, SECOND)
    async with open_database(file) as db:
        await db.write(put("R7"))
        assert look_at(file) == ("ok", 2)  # also while it is used
    before = file.read_bytes()
    assert look_at(file) == ("ok", 2)
    assert file.read_bytes() == before
    with closing(read_only(file)) as other, pytest.raises(sqlite3.OperationalError, match="readonly"):
        other.execute("INSERT INTO cards (name) VALUES ('G1')")


async def test_a_look_at_what_is_no_database_says_so(file: Path) -> None:
    verdict, schema = look_at(file)
    assert ("unable to open" in verdict, schema) == (True, 0)
    assert not file.exists()
    file.write_bytes(b"These are my holiday letters. " * 100)
    assert look_at(file) == ("file is not a database", 0)


# When it cannot be written


async def test_a_full_disk_refuses_with_a_sentence_and_recovers_by_itself(
    file: Path, scripts: Callable[..., None]
) -> None:
    scripts(FIRST)
    async with open_database(file) as db:
        await db.write(put("R7"))
        pages = await value(db._writer, "page_count")
        await db._writer.execute(f"PRAGMA max_page_count = {pages}")
        outcomes = await asyncio.gather(
            db.write(put("small")), db.write(put("large " * 5000)), db.write(put("other")), return_exceptions=True
        )
        for outcome in outcomes:  # the disk is everybody's trouble: one commit, one refusal
            assert isinstance(outcome, CannotSave)
            assert str(outcome) == "I cannot save right now, so nothing has changed. Please try again in a moment."
        assert names(file) == ["R7"]
        assert not db._writer.in_transaction
        assert [row[0] for row in await db.read("SELECT name FROM cards")] == ["R7"]
        await db._writer.execute("PRAGMA max_page_count = 1000000")
        await db.write(put("large " * 5000))
        await db.write(put("G2"))
    assert len(names(file)) == 3


async def test_a_file_locked_by_another_program_refuses_and_recovers(
    file: Path, scripts: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts(FIRST)
    monkeypatch.setattr(database, "BUSY_MS", 10)
    async with open_database(file) as db:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(CannotSave):
                await db.write(put("R7"))
            assert await db.read("SELECT name FROM cards") == []
            other.execute("ROLLBACK")
        await db.write(put("R7"))
    assert names(file) == ["R7"]


async def test_a_statement_that_cannot_run_is_refused_with_a_sentence(
    file: Path, scripts: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    scripts(FIRST)

    async def nonsense(db: aiosqlite.Connection) -> None:
        await db.execute("INSERT INTO nowhere VALUES (1)")

    async with open_database(file) as db:
        with pytest.raises(CannotSave):
            await db.write(nonsense)
        with pytest.raises(CannotSave, match="read my notes"):
            await db.read("SELECT * FROM nowhere")
        with pytest.raises(CannotSave, match="read my notes"):
            await db.read_named("SELECT :a FROM nowhere", {"a": 1})
        await db.write(put("R7"))
    assert names(file) == ["R7"]
    assert "nowhere" in caplog.text


async def test_when_the_disk_hangs_writes_do_not_pile_up_for_ever(
    file: Path, scripts: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts(FIRST)
    monkeypatch.setattr(database, "MOST_WAITING", 10)
    async with open_database(file) as db:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # the writer waits for it
            waiting = [asyncio.create_task(db.write(put(f"card {number}"))) for number in range(40)]
            done, _ = await asyncio.wait(waiting, timeout=0.2)
            assert all("Too much is going on" in str(each.exception()) for each in done)
            assert len(done) == 30
            other.execute("ROLLBACK")
        await asyncio.gather(*(each for each in waiting if each not in done))
        assert len(names(file)) == 10
        await db.write(put("one more"))
