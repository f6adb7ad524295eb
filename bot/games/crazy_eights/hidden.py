"""Deal anew all that a seat cannot see. Tests use it to prove that nothing hidden reaches a view or a computer."""

from bot.games.base import Seat
from bot.games.crazy_eights.legal import fits
from bot.games.crazy_eights.state import State
from bot.games.dealer import Rng
from bot.games.shedding.state import reshuffle_hidden


def reshuffle(state: State, seat: Seat | None, rng: Rng) -> None:
    reshuffle_hidden(state, seat, rng, lambda _, card: fits(state, card))
