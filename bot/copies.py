"""Copies of the database: made while the bot runs, checked before they count, and put back when it does not."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.claim import claimed
from bot.database import look_at, migrations, read_only
from bot.errors import EX_CONFIG, EX_IOERR, CannotStart

RUNNING = "The bot is running on this database. Stop it, then restore the copy."


def back_up(database: Path, target: Path) -> None:
    """Copy the database as it is at one moment, also while the bot writes to it."""
    if not database.exists():
        raise CannotStart(f"There is no database {database} to copy. Check DATABASE_PATH.", EX_CONFIG)
    if target.exists():
        raise CannotStart(f"{target} exists already, and no copy is ever written over. Choose another name.", EX_CONFIG)
    fresh = target.with_name(f"{target.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        _copy(database, fresh)
        fresh.replace(target)  # it bears its name only when it is whole
    except (sqlite3.Error, OSError) as error:
        fresh.unlink(missing_ok=True)
        raise CannotStart(f"The copy cannot be written to {target} ({error}). Nothing was changed.", EX_IOERR) from None


def restore(database: Path, source: Path) -> Path | None:
    """Put a copy in the place of the database. Where what was there before lies now; None if there was nothing."""
    check(source)
    with claimed(database, RUNNING) as claim:
        try:
            kept = _exchange(database, source)
        except (sqlite3.Error, OSError) as error:
            raise CannotStart(f"The copy cannot be put in place ({error}). Nothing was changed.", EX_IOERR) from None
        claim.note("")  # that it knows less than the one before is what was asked for
        return kept


def check(copy: Path) -> int:
    """Whether a copy is whole and of a schema that this program knows. Its schema."""
    if not copy.is_file():
        raise CannotStart(f"There is no file {copy}. Give the path of a copy that `backup` made.", EX_CONFIG)
    verdict, schema = look_at(copy)
    if verdict != "ok" or not schema:
        raise CannotStart(f"{copy} is no whole copy of a Cardroom database. Choose an older one.", EX_CONFIG)
    if schema > len(migrations()):
        raise CannotStart(
            f"{copy} was made by a newer Cardroom (schema {schema}). Update the program first.", EX_CONFIG
        )
    return int(schema)


def _exchange(database: Path, source: Path) -> Path | None:
    fresh = database.with_name(f"{database.name}.new")
    fresh.unlink(missing_ok=True)
    _copy(source, fresh)
    kept = None
    if database.exists():
        kept = _free_name(database.with_name(f"{database.name}.before-restore"))
        _copy(database, kept)  # with all that stands in its log
    for beside in ("-wal", "-shm"):
        database.with_name(database.name + beside).unlink(missing_ok=True)
    fresh.replace(database)
    return kept


def _copy(source: Path, target: Path) -> None:
    with closing(read_only(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)
    verdict, _ = look_at(target)
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"the copy is not whole: {verdict}")
    with target.open("rb") as file:
        os.fsync(file.fileno())


def _free_name(path: Path) -> Path:
    number, found = 1, path
    while found.exists():
        number, found = number + 1, path.with_name(f"{path.name}-{number + 1}")
    return found
