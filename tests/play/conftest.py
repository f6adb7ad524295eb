"""Every test here plays on a fresh Discord with a fresh database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.play.room import Room, open_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with open_room(tmp_path / "cardroom.db") as room:
        yield room
