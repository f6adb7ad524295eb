"""One process has a file to itself. The claim ends with the process, however that ends."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.errors import EX_TEMPFAIL, CannotStart


@contextmanager
def claimed(path: Path, sentence: str) -> Iterator[None]:
    """Nobody else claims this path until the block ends; who comes second is refused with the sentence."""
    try:
        lock = path.with_name(f"{path.name}.lock").open("ab")
    except (OSError, ValueError):  # whoever opens the file itself will say what is wrong with the place
        yield
        return
    with lock:
        _lock(lock.fileno(), sentence)
        yield


def _lock(number: int, sentence: str) -> None:
    if sys.platform == "win32":  # no such locks there
        return
    import fcntl  # noqa: PLC0415

    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CannotStart(sentence, EX_TEMPFAIL) from None
