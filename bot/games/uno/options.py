"""What can be set in UNO, the presets, and what contradicts itself (rules U26 to U36, P1 to P4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.errors import BadOption
from bot.games.options import Value, choice, flag, number

TWO_PACKS_SEATS = 8
TWO_PACKS_HAND = 8


@dataclass(frozen=True, slots=True)
class Options:
    match: Literal["one"] | int = choice(
        "one", 200, 500, about="One round, or rounds until somebody has so many points"
    )
    hand_size: int = number(7, 3, 10, about="Cards dealt to each seat")
    uno_call: Literal["call", "auto", "off"] = choice(
        "call", "auto", "off", about="Call UNO at your last card, have it called for you, or do without"
    )
    challenge: Literal["on", "off"] = choice(
        "on", "off", about="A Wild Draw Four may be challenged; off also allows it at any time"
    )
    stacking: Literal["off", "same", "any"] = choice(
        "off", "same", "any", about="Answer a draw card with a draw card: never, of the same kind, of either kind"
    )
    drawn_card: Literal["may", "must", "keep"] = choice(
        "may", "must", "keep", about="A drawn card that fits may be played, must be played, or is kept"
    )
    draw_until_playable: bool = flag(about="Draw until a card fits")
    must_play: bool = flag(about="Who can play may not draw")
    no_bluff: bool = flag(about="A Wild Draw Four only without a card of the colour in force")
    jump_in: bool = flag(about="Play the very same card out of turn")
    seven_zero: bool = flag(about="A 7 swaps two hands, a 0 passes all hands on")
    play_on: bool = flag(about="Go on for second place and so on")
    starter: Literal["any", "number", "no_wild"] = choice(
        "any", "number", "no_wild", about="What may be turned up first: any card but Wild Draw Four, a number, no Wild"
    )
    wilds: int = choice(4, 3, about="Wilds in a pack")
    renew_below: int = choice(1, 4, about="The pile is shuffled anew when fewer cards than this are left")

    @property
    def target(self) -> int:
        """The points that end a match; 0 for one round."""
        return 0 if self.match == "one" else self.match

    def packs(self, seats: int) -> int:
        return 2 if seats >= TWO_PACKS_SEATS and self.hand_size >= TWO_PACKS_HAND else 1


PRESETS: Mapping[str, Mapping[str, Value]] = {
    "official": {},
    "one": {
        "wilds": 3,
        "starter": "number",
        "drawn_card": "keep",
        "uno_call": "off",
        "challenge": "off",
        "renew_below": 4,
    },
    "v26": {
        "starter": "no_wild",
        "must_play": True,
        "draw_until_playable": True,
        "drawn_card": "must",
        "challenge": "off",
    },
    "party": {"stacking": "same", "jump_in": True, "seven_zero": True, "draw_until_playable": True},
}


def check(options: Options) -> None:
    if options.play_on and options.match != "one":
        raise BadOption("play_on counts no points: with play_on, match can only be one.")
    if options.no_bluff and options.challenge == "off":
        raise BadOption("challenge off allows a Wild Draw Four at any time: with no_bluff, challenge can only be on.")
