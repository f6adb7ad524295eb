"""What can be set in 6 nimmt! (rules N9 and N10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.games.options import Value, flag, number


@dataclass(frozen=True, slots=True)
class Options:
    match: Literal["one"] | int = number(
        66, 30, 150, "one", about="One deal, or deals until somebody has so many heads"
    )
    known_cards: bool = flag(about="Only the cards 1 to ten for each seat and four more are used")

    @property
    def target(self) -> int:
        """The heads that end a match; 0 for one deal."""
        return 0 if self.match == "one" else self.match


PRESETS: Mapping[str, Mapping[str, Value]] = {
    "classic": {},
    "quick": {"match": "one"},
    "tactical": {"known_cards": True},
}


def check(options: Options) -> None:
    """Every combination works."""
