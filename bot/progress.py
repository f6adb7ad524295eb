"""A progress bar for long work in a terminal."""

from typing import TextIO


def show_progress(done: int, all_of_it: int, out: TextIO) -> None:
    """A bar that stays on its line. Nothing where the output is not a terminal."""
    if out.isatty():
        width = 40 * done // all_of_it
        end = "\r\033[K" if done >= all_of_it else ""
        out.write(f"\r[{'#' * width}{'.' * (40 - width)}] {done}/{all_of_it}{end}")
        out.flush()
