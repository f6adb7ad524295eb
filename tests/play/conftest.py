"""Every test here plays on a fresh Discord with a fresh database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.play.room import Room, open_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with open_room(tmp_path / "cardroom.db") as room:
        yield room


@pytest.fixture
def first_lock_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A press of a button that is not on its message is refused for that alone. Here it is not, as if Discord had been
    deceived: what is behind has to hold by itself."""
    monkeypatch.setattr("bot.door._has_button", lambda components, custom_id: True)
