"""Every refusal that a player can cause. `str(error)` is the sentence that the player reads.

A refusal is raised where it is known and caught at one door. It never repeats what the player typed:
that text is untrusted, and the sentence says what to do instead.
"""


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
