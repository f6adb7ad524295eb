"""Which files have changed, and what is done about it."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.playground import playground as playground_module
from bot.playground.playground import Playground
from bot.playground.watch import Watch
from tests.playground.helpers import until


def write(file: Path, moment: int = 0) -> Path:
    """Write a file, as if at this second of the year 2001."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("text", encoding="utf-8")
    os.utime(file, (1_000_000_000 + moment,) * 2)
    return file


def test_changed_added_and_removed_files_are_found_once(tmp_path: Path) -> None:
    kept, old = write(tmp_path / "kept.py"), write(tmp_path / "inner" / "old.py")
    watch = Watch([tmp_path])
    assert watch.changed() == set()
    write(kept, 1)
    new = write(tmp_path / "inner" / "new.css")
    old.unlink()
    assert watch.changed() == {kept, old, new}
    assert watch.changed() == set()


def test_other_files_and_other_folders_do_not_matter(tmp_path: Path) -> None:
    watch = Watch([tmp_path / "bot", tmp_path / "not there"])
    for name in ("bot/x.pyc", "bot/cards.db", "bot/x.py.swp", "bot/notes.md", "elsewhere/x.py"):
        write(tmp_path / name)
    assert watch.changed() == set()


def test_every_kind_of_file_that_the_bot_and_the_page_are_made_of_counts(tmp_path: Path) -> None:
    watch = Watch([tmp_path])
    files = {write(tmp_path / f"file.{ending}") for ending in ("py", "sql", "js", "css", "html")}
    assert watch.changed() == files


def test_a_link_that_leads_nowhere_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "link.py").symlink_to(tmp_path / "nowhere.py")
    watch = Watch([tmp_path])
    assert watch.changed() == set()


@asynccontextmanager
async def watching(playground: Playground, folder: Path) -> AsyncIterator[None]:
    task = asyncio.create_task(playground.reload_on_changes([folder]))
    await asyncio.sleep(0)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with code and a page in it."""
    folder = tmp_path / "code"
    write(folder / "door.py")
    write(folder / "page" / "app.js")
    monkeypatch.setattr(playground_module, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(playground_module, "PAGE", folder / "page")
    return folder


async def test_the_bot_is_started_anew_when_its_code_changes(playground: Playground, code: Path) -> None:
    async with watching(playground, code):
        write(code / "door.py", 1)
        await until(lambda: playground.runner.starts == 2, "for the bot to be started anew")
        assert playground.guide.edition == 1
        write(code / "new.py")
        await until(lambda: playground.runner.starts == 3, "for the bot to be started anew")


async def test_the_page_is_loaded_anew_when_its_files_change_and_the_bot_stays(
    playground: Playground, code: Path
) -> None:
    async with watching(playground, code):
        write(code / "page" / "app.js", 1)
        await until(lambda: playground.guide.edition == 2, "for the new edition")
        (code / "page" / "app.js").unlink()
        await until(lambda: playground.guide.edition == 3, "for the third edition")
    assert playground.runner.starts == 1
