"""Places from points: shared by every game (rule C4)."""

from collections.abc import Sequence


def places(keys: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat, smallest key first. Equal keys share a place: 1, 2, 2, 4."""
    in_order = sorted(keys)
    return tuple([in_order.index(key) + 1 for key in keys])
