"""Random games a second through the public contract, side by side with other engines, in one run.

The engines take turns in short bursts, so that a machine that is slow for a while is slow for all of them; what counts
is the ratio. `python -m benchmarks.playouts [--bursts N] [--prefix P]`

Random players do what rlcard's rules make its players do: play a random card that fits, draw only when none does,
play a drawn card, take every penalty. (A player that chose evenly among all legal moves would draw so often that a
game of UNO took twenty times as long.) 6 nimmt! has no such choices: its players choose evenly.
"""

import argparse
import copy
import random
import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any

from benchmarks.figures import print_figures
from bot.games import GAMES
from bot.games.dealer import QuickDealer

DULL = frozenset(
    GAMES["uno"].decode(text)
    for text in ("draw", "keep", "challenge", "call", *(f"catch>{seat}" for seat in range(10)))
) | {GAMES["eights"].decode(text) for text in ("draw", "keep")}
"""Moves that a player only makes when it has no other."""

Burst = Callable[[int], object]


def ours(key: str, seats: int, options: Any, games: int) -> None:
    game, rng, uniform = GAMES[key], QuickDealer(), random.random
    deal, waiting, moves, apply = game.deal, game.waiting, game.moves, game.apply
    for _ in range(games):
        state, _events = deal(seats, options, rng)
        while awaited := waiting(state):
            seat = awaited[0]
            listed = moves(state, seat)
            move = listed[int(uniform() * len(listed))]
            if move in DULL:
                move = listed[0]  # cards come first in the list
            apply(state, seat, move, rng)


def rlcard_uno(seats: int, games: int) -> None:
    from rlcard.games.uno import Game  # noqa: PLC0415 - only this benchmark needs it

    game, choice = Game(num_players=seats), random.choice
    for _ in range(games):
        state, _player = game.init_game()
        while not game.is_over():
            state, _player = game.step(choice(state["legal_actions"]))


def openspiel_eights(seats: int, games: int) -> None:
    import pyspiel  # noqa: PLC0415 - only this benchmark needs it

    game, choice = pyspiel.load_game(f"crazy_eights(players={seats})"), random.choice
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))


def our_copies(times: int) -> None:
    game = GAMES["uno"]
    state, _events = game.deal(4, game.configure(), QuickDealer(1))
    for _ in range(times):
        state.copy()


def rlcard_copies(times: int) -> None:
    from rlcard.games.uno import Game  # noqa: PLC0415 - only this benchmark needs it

    game = Game(num_players=4)
    game.init_game()
    for _ in range(times):
        copy.deepcopy(game)


def rates(bursts: int, sizes: dict[str, tuple[Burst, int]]) -> dict[str, list[float]]:
    """How many a second each of them makes, burst by burst, taking turns."""
    found: dict[str, list[float]] = {name: [] for name in sizes}
    for _ in range(bursts):
        for name, (burst, size) in sizes.items():
            started = time.perf_counter()
            burst(size)
            found[name].append(size / (time.perf_counter() - started))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games a second, against other engines.")
    parser.add_argument("--bursts", type=int, default=30)
    parser.add_argument("--prefix", default="", help="what to put before the name of each figure")
    given = parser.parse_args()
    bursts: int = given.bursts
    uno, eights = GAMES["uno"].configure(), GAMES["eights"].configure()
    one_deal = GAMES["nimmt"].configure("quick")
    measured = rates(
        bursts,
        {
            "uno_2": (partial(ours, "uno", 2, uno), 200),
            "rlcard_uno_2": (partial(rlcard_uno, 2), 80),
            "uno_4": (partial(ours, "uno", 4, uno), 200),
            "rlcard_uno_4": (partial(rlcard_uno, 4), 80),
            "eights_2": (partial(ours, "eights", 2, eights), 300),
            "openspiel_eights_2": (partial(openspiel_eights, 2), 200),
            "eights_4": (partial(ours, "eights", 4, eights), 300),
            "openspiel_eights_4": (partial(openspiel_eights, 4), 200),
            "nimmt_2": (partial(ours, "nimmt", 2, one_deal), 200),
            "nimmt_4": (partial(ours, "nimmt", 4, one_deal), 150),
            "uno_copy": (our_copies, 5000),
            "rlcard_deepcopy": (rlcard_copies, 20),
        },
    )
    figures: dict[str, float] = {f"{name}_a_second": round(median(values)) for name, values in measured.items()}
    for name, ours_, theirs in (
        ("uno_2_to_rlcard", "uno_2", "rlcard_uno_2"),
        ("uno_4_to_rlcard", "uno_4", "rlcard_uno_4"),
        ("uno_copy_to_rlcard_deepcopy", "uno_copy", "rlcard_deepcopy"),
        ("eights_2_to_openspiel", "eights_2", "openspiel_eights_2"),
        ("eights_4_to_openspiel", "eights_4", "openspiel_eights_4"),
        ("nimmt_2_deals_to_rlcard_uno_games", "nimmt_2", "rlcard_uno_2"),
        ("nimmt_4_deals_to_rlcard_uno_games", "nimmt_4", "rlcard_uno_4"),
    ):
        figures[name] = round(median(a / b for a, b in zip(measured[ours_], measured[theirs], strict=True)), 2)
    print(f"Random games a second, the middle of {bursts} bursts; ratios burst by burst.")
    print_figures({given.prefix + name: value for name, value in figures.items()})


if __name__ == "__main__":
    main()
