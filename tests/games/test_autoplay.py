"""Whole games among computers end, whatever the options."""

from typing import Any

import pytest

from bot.games import GAMES
from bot.games.autoplay import play, seeded
from bot.games.base import AnyGame
from bot.games.dealer import QuickDealer, Rng
from tests.games.walk import Walk

EVERYTHING: dict[str, dict[str, Any]] = {
    "uno": {
        "stacking": "any",
        "jump_in": True,
        "seven_zero": True,
        "draw_until_playable": True,
        "must_play": True,
        "drawn_card": "must",
        "no_bluff": True,
        "play_on": True,
        "hand_size": 10,
    },
    "eights": {"two_draws_two": True, "queen_skips": True, "ace_reverses": True, "draw_limit": 3, "play_on": True},
    "nimmt": {"known_cards": True, "match": 150},
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_of_ten_seats_with_every_house_rule_on_ends(game: AnyGame) -> None:
    options = game.configure(None, EVERYTHING[game.key])
    for level in game.computers:
        *_, last = play(game, options, [game.computer(level)] * 10, seeded(level.encode().ljust(32)))
        assert last.outcome is not None
    for seed in range(5):
        rng = QuickDealer(seed)
        path = Walk(game, 10, options, rng, game.deal(10, options, rng)[0])
        assert list(path.moves())
        assert game.outcome(path.state) is not None


@pytest.mark.parametrize(("key", "name"), [(game.key, preset) for game in GAMES.values() for preset in game.presets])
def test_games_among_computers_end_even_when_nearly_all_cards_are_in_hands(key: str, name: str) -> None:
    """Four seats that each hold one suit and name it again and again would play for ever."""
    game = GAMES[key]
    rng = QuickDealer(name)
    for level in game.computers:
        for _ in range(60):
            computers = [game.computer(level)] * 4
            for number, _ in enumerate(play(game, game.configure(name), computers, lambda *_: rng)):
                assert number < 20_000


def test_a_computer_that_is_waited_for_has_to_move() -> None:
    class Asleep:
        def choose(self, view: object, rng: Rng) -> None:
            return None

    game = GAMES["nimmt"]
    with pytest.raises(AssertionError, match="has to move"):
        list(play(game, game.configure(), [Asleep(), Asleep()], seeded(bytes(32))))
