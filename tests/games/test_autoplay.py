"""Whole games among computers end, whatever the options."""

from typing import Any

import pytest

from bot.games import GAMES
from bot.games.autoplay import finish, play, seeded
from bot.games.base import AnyGame
from bot.games.dealer import QuickDealer, Rng
from tests.games.eights.position import position as eights_position
from tests.games.uno.position import position as uno_position
from tests.games.walk import thinking_little, walk_on

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
    options = game.configure(None, EVERYTHING.get(game.key, {}))
    for level in game.computers:
        *_, last = play(game, options, [thinking_little(game, level)] * 10, seeded(level.encode().ljust(32)))
        assert last.outcome is not None
    for seed in range(5):
        path = walk_on(game, 10, options, QuickDealer(seed))
        assert list(path.moves())
        assert game.outcome(path.state) is not None


@pytest.mark.parametrize("level", GAMES["eights"].computers)
def test_computers_that_each_hold_one_suit_do_not_pass_the_eights_round_for_ever(level: str) -> None:
    ranks = ("A", *"2345679", "10", *"JQK")
    suits = [" ".join(f"{rank}{suit}" for rank in ranks) for suit in "CDHS"]
    ends(GAMES["eights"], eights_position(*suits, top="8S", suit="S", pile="8H 8D 8C"), level)


@pytest.mark.parametrize("level", GAMES["uno"].computers)
@pytest.mark.parametrize("preset", GAMES["uno"].presets)
def test_computers_that_each_hold_one_colour_do_not_pass_the_wilds_round_for_ever(preset: str, level: str) -> None:
    symbols = ("0", *(*"123456789SR", "+2") * 2)
    colours = [" ".join(f"{colour}{symbol}" for symbol in symbols) for colour in "RYGB"]
    ends(GAMES["uno"], uno_position(*colours, top="W", colour="B", preset=preset), level)


@pytest.mark.parametrize("options", [{}, {"no_bluff": True, "uno_call": "auto"}, {"stacking": "same", "jump_in": True}])
def test_experts_who_draw_until_a_card_fits_do_not_draw_on_purpose_until_all_hands_are_full(
    options: dict[str, Any],
) -> None:
    game = GAMES["uno"]
    chosen, expert = game.configure(None, {**options, "draw_until_playable": True}), thinking_little(game, "expert")
    for seed in range(6):
        rng = QuickDealer(seed)
        steps = play(game, chosen, [expert] * 3, lambda *_: rng)  # noqa: B023
        assert sum(1 for _ in steps) < 1000


def ends(game: AnyGame, state: Any, level: str) -> None:
    rng = QuickDealer(level)
    for _ in range(5):
        for number, _step in enumerate(finish(game, state.copy(), [thinking_little(game, level)] * 4, lambda *_: rng)):
            assert number < 20_000


def test_a_computer_that_is_waited_for_has_to_move() -> None:
    class Asleep:
        def choose(self, view: object, rng: Rng) -> None:
            return None

    game = GAMES["nimmt"]
    with pytest.raises(AssertionError, match="has to move"):
        list(play(game, game.configure(), [Asleep(), Asleep()], seeded(bytes(32))))
