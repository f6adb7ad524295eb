"""Points at which a test lets the process die, as a power cut would. In a bot that serves people they do nothing.

CARDROOM_KILL_AT="after the write:3" in the environment kills it when it comes to that point for the third time.
"""

import os
import signal

POINTS = (
    "before the deal is written",
    "after the deal is written",
    "before the write",
    "inside the write",
    "inside the last write",
    "after the write",
    "before the answer",
    "after the answer",
    "before the board",
    "after the board",
    "before a computer moves",
    "inside a migration",
)

_point, _, _times = os.environ.get("CARDROOM_KILL_AT", "").partition(":")
_left = int(_times or 1)


def killpoint(name: str) -> None:
    """Die here, if that was ordered."""
    global _left  # noqa: PLW0603 - one process dies once
    if name != _point:
        return
    _left -= 1
    if _left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
