"""One process has a file to itself. The claim ends with the process, however that ends.

The claim's own file, beside the claimed one, holds a line of whoever had it last: a database that knows less than that
was copied without its log.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from bot.errors import EX_TEMPFAIL, CannotStart


class Claim:
    def __init__(self, file: BinaryIO | None = None) -> None:
        self._file = file

    @property
    def line(self) -> str:
        """What was noted last, by this process or one before."""
        if self._file is None:
            return ""
        self._file.seek(0)
        return self._file.read(100).decode(errors="replace")

    def note(self, line: str) -> None:
        """Write a line in the place of the last. Nothing depends on it but a warning."""
        if self._file is not None:
            with suppress(OSError):
                self._file.seek(0)
                self._file.truncate()
                self._file.write(line.encode())
                self._file.flush()


@contextmanager
def claimed(path: Path, sentence: str) -> Iterator[Claim]:
    """Nobody else claims this path until the block ends; who comes second is refused with the sentence."""
    try:
        whole = path.resolve()  # the same file by whatever name
        beside = whole.with_name(f"{whole.name}.lock")
        beside.touch()
        lock = beside.open("r+b")
    except (OSError, ValueError):  # whoever opens the file itself will say what is wrong with the place
        yield Claim()
        return
    with lock:
        _lock(lock.fileno(), sentence)
        yield Claim(lock)


def _lock(number: int, sentence: str) -> None:
    if sys.platform == "win32":  # no such locks there
        return
    import fcntl  # noqa: PLC0415

    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CannotStart(sentence, EX_TEMPFAIL) from None
