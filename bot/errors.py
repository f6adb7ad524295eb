"""Every refusal that a player or a host can cause. `str(error)` is the sentence that they read.

A refusal is raised where it is known and caught at one door. It never repeats what the player typed:
that text is untrusted, and the sentence says what to do instead.
"""

from collections.abc import Sequence


class PlayError(Exception):
    """Something was asked for that cannot be done. Nothing has changed."""


class IllegalMove(PlayError):
    """The rules do not allow this move now."""


class UnknownMove(PlayError):
    """This text is no move of the game."""


class BadOption(PlayError):
    """An option, a preset, a level or a number of seats that cannot work."""


class BadRecord(PlayError):
    """A file that is not the record of a game."""


class Refused(PlayError):
    """A table cannot do this now: the seat is taken, the game is over, it is for the host."""


class StaleClick(PlayError):
    """The button belongs to a question that is answered by now. The panel shows the present, with this line."""


class ChannelTaken(PlayError):
    """There is a table in this channel already."""


class CannotSave(PlayError):
    """The database could not write. Nothing has changed."""


class CannotStart(Exception):
    """The bot cannot run. `reasons` are lines that say what to do; `code` tells a supervisor what kind it is."""

    def __init__(self, reasons: Sequence[str] | str, code: int) -> None:
        self.reasons = (reasons,) if isinstance(reasons, str) else tuple(reasons)
        self.code = code
        super().__init__("\n".join(self.reasons))


EX_UNAVAILABLE = 69
"""Discord cannot be reached: try again later. (The numbers are those of sysexits.h.)"""
EX_SOFTWARE = 70
"""It did not end in time after it was told to stop."""
EX_IOERR = 74
"""The database cannot be opened or written."""
EX_TEMPFAIL = 75
"""Another process is using the database."""
EX_CONFIG = 78
"""A setting is missing or wrong: a restart alone does not help."""
