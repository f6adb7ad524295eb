"""Which files have changed: looked at again and again, so that no library and no operating system has to help."""

from collections.abc import Iterable
from pathlib import Path

ENDINGS = {".py", ".sql", ".js", ".css", ".html"}


class Watch:
    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = list(folders)
        self._seen = self._look()

    def changed(self) -> set[Path]:
        """Files that were changed, added or removed since the last look."""
        before, self._seen = self._seen, self._look()
        return {path for path, _ in before.items() ^ self._seen.items()}

    def _look(self) -> dict[Path, int]:
        found: dict[Path, int] = {}
        for folder in self._folders:
            for path in folder.rglob("*"):
                if path.suffix in ENDINGS:
                    try:
                        found[path] = path.stat().st_mtime_ns
                    except FileNotFoundError:  # an editor is just writing it anew
                        continue
        return found
