"""What is known about one board: which message it is, what has to be shown, when that may be done, and what is in the
way."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from math import inf

from bot.tables.table import Table

POST_EVERY = 20.0
"""Seconds between two boards that are posted because the last one lies far up or is old."""
LOST_WITHIN = 600.0
MOST_LOST = 3
"""So often in that time a board that was deleted is posted again."""
NO_PERMISSION = "I may not show the board here, so no clock runs."
ASK_FOR = " Ask a moderator to give me {} in this channel."
LOOK_AT = " Ask a moderator to look at what I may do in this channel."
TURNED_AWAY = (
    "Discord turns me away in many places, so the board has to wait for some minutes. No clock runs until then."
)
ARCHIVED = "This thread is archived or locked, so no clock runs. Open it again, or ask a moderator to."
DELETED = "The board was deleted again and again. It comes back in a few minutes; until then no clock runs."


@dataclass(slots=True)
class Screen:
    table: Table
    message: int | None
    posted: float
    below: int = 0
    dirty: bool = False
    move_down: bool = False
    trouble: str = ""
    """Why it cannot be shown, in a sentence for those who play."""
    not_before: float = 0.0
    """When it may be shown next."""
    failures: int = 0
    last: int | None = None
    """The newest message that it was, also if that is gone."""
    unsure: bool = False
    """Whether a post may have reached Discord without our knowing, before a restart or over a line that broke."""
    believed: bool = False
    """Whether Discord said with a press that nothing is forbidden here, whatever we think."""
    calling: bool = False
    """Whether a call is on its way."""
    hurried: bool = False
    """Whether something happened, perhaps during a call, after which a new try makes sense."""
    replaced: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_LOST))
    """When boards were posted because the one before was gone."""
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    keeper: "asyncio.Task[None] | None" = None

    @property
    def may_post_at(self) -> float:
        """When a new message may be posted. One that is gone is replaced at once, but not again and again."""
        if self.message is not None:
            return self.posted + POST_EVERY
        return self.replaced[0] + LOST_WITHIN if len(self.replaced) == MOST_LOST else 0.0

    @property
    def due(self) -> float:
        """When there is something to show."""
        moments = []
        if self.dirty:
            moments.append(self.may_post_at if self.message is None else 0.0)
        if self.move_down:
            moments.append(self.may_post_at)
        return max(self.not_before, min(moments, default=inf))

    @property
    def nonce(self) -> str:
        """The same for every try to post the board that replaces the last one: Discord takes one of them."""
        return f"table {self.table.id}" if self.last is None else str(self.last)

    def note_post(self, message: int, now: float) -> None:
        if self.message is None and self.posted:
            self.replaced.append(now)
        self.message, self.last, self.posted = message, message, now
        self.below, self.move_down = 0, False
