"""What can be set in Crazy Eights (rules E7, E9 and E10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.errors import BadOption
from bot.games.crazy_eights.cards import ACE, QUEEN, TWO, Rank
from bot.games.options import Value, choice, flag


@dataclass(frozen=True, slots=True)
class Options:
    match: Literal["one"] | int = choice(
        "one", 100, 250, about="One round, or rounds until somebody has so many points"
    )
    two_draws_two: bool = flag(about="A two makes the next seat draw two and lose its turn")
    queen_skips: bool = flag(about="A queen costs the next seat its turn")
    ace_reverses: bool = flag(about="An ace turns the direction of play round")
    draw_limit: Literal["off"] | int = choice("off", 1, 3, 5, about="Who cannot play draws at most so many cards")
    play_on: bool = flag(about="Go on for second place and so on")

    @property
    def target(self) -> int:
        """The points that end a match; 0 for one round."""
        return 0 if self.match == "one" else self.match

    @property
    def most_draws(self) -> int | None:
        """How many cards a seat that cannot play draws at most. None: until one fits."""
        return None if self.draw_limit == "off" else self.draw_limit

    def acts(self, rank: Rank) -> bool:
        """Whether a card of this rank does something to the seats after it."""
        return (
            (rank == TWO and self.two_draws_two)
            or (rank == QUEEN and self.queen_skips)
            or (rank == ACE and self.ace_reverses)
        )


PRESETS: Mapping[str, Mapping[str, Value]] = {
    "classic": {},
    "action": {"two_draws_two": True, "queen_skips": True, "ace_reverses": True},
}


def check(options: Options) -> None:
    if options.play_on and options.match != "one":
        raise BadOption("play_on counts no points: with play_on, match can only be one.")
