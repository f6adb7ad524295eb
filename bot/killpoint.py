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

_point, _left = "", 0


def order(text: str) -> None:
    """Order a death: the point, and the how many-eth time at it."""
    global _point, _left  # noqa: PLW0603 - one process dies once
    _point, _, times = text.partition(":")
    _left = int(times or 1)


order(os.environ.get("CARDROOM_KILL_AT", ""))


def killpoint(name: str) -> None:
    """Die here, if that was ordered."""
    global _left  # noqa: PLW0603
    if name != _point:
        return
    _left -= 1
    if _left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
