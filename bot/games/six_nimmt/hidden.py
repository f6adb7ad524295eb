"""Deal anew all that a seat cannot see. Tests use it to prove that nothing hidden reaches a view or a computer."""

from bot.games.base import Seat
from bot.games.dealer import Rng
from bot.games.six_nimmt.state import NOTHING, State


def reshuffle(state: State, seat: Seat | None, rng: Rng) -> None:
    """Shuffle the cards set aside and the other hands together. Who has chosen still has, some card."""
    others = [other for other in range(len(state.hands)) if other != seat]
    hidden = [card for other in others for card in state.hands[other]] + state.aside
    rng.shuffle(hidden)
    for other in others:
        size = len(state.hands[other])
        state.hands[other] = sorted(hidden[:size])
        del hidden[:size]
        if state.chosen[other] != NOTHING:
            state.chosen[other] = rng.choice(state.hands[other])
    state.aside = hidden
