"""Deal anew all that a seat cannot see. Tests use it to prove that nothing hidden reaches a view or a computer."""

from bot.games.base import Seat
from bot.games.dealer import Rng
from bot.games.shedding.state import reshuffle_hidden
from bot.games.uno.legal import fits
from bot.games.uno.state import State, Trial


def reshuffle(state: State, seat: Seat | None, rng: Rng) -> None:
    reshuffle_hidden(state, seat, rng, lambda mover, card: fits(state, mover, card))
    if state.trial is not None and state.trial.seat != seat:
        state.trial = Trial(state.trial.seat, tuple(state.hands[state.trial.seat]), state.trial.colour)
