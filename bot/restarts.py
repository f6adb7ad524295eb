"""A bot that dies again and again must not log in again and again: Discord takes the token of one that does so a
thousand times in a day. A start that ended well, or was refused with a sentence, does not count."""

import json
from collections.abc import Sequence

from bot.storage import Storage

FREE = 5
"""So many starts that ended in death within a day cost nothing."""
LONGEST = 60 * 60.0
DAY = 24 * 60 * 60.0
NOTE = "starts that did not end"


def pause(starts: Sequence[float], now: float) -> float:
    """Seconds to wait before the next login: 1, 2, 4 and so on, up to an hour. No more than 50 logins in a day."""
    recent = sum(now - DAY < start <= now for start in starts)
    return 0.0 if recent < FREE else min(2.0 ** (recent - FREE), LONGEST)


async def begin(storage: Storage, now: float) -> float:
    """Note a start. The seconds to wait before the login."""
    starts = [start for start in await _starts(storage) if start > now - DAY]
    await storage.set_note(NOTE, json.dumps([*starts, now]))
    return pause(starts, now)


async def ended_well(storage: Storage) -> None:
    """The newest start does not count: it came to its end."""
    await storage.set_note(NOTE, json.dumps((await _starts(storage))[:-1]))


async def _starts(storage: Storage) -> list[float]:
    return [float(start) for start in json.loads(await storage.note(NOTE) or "[]")]
