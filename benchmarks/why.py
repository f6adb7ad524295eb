"""Why a plain search does not beat `hard` in Crazy Eights, and the expert does: one rung of the ladder at a time.

`python -m benchmarks.why [--jobs N] [--games N] [--pure]`. Each rung is the one above it with one thing more, and plays
with two seats against `hard`. All but the last imagine 200 rounds for a decision, as one would begin; the last is the
expert.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from benchmarks import compiled
from benchmarks.figures import print_figures
from bot.games import GAMES
from bot.games.autoplay import play
from bot.games.crazy_eights import expert as eights
from bot.games.crazy_eights.computer import stale
from bot.games.crazy_eights.legal import moves
from bot.games.crazy_eights.moves import Play
from bot.games.crazy_eights.rules import apply
from bot.games.dealer import QuickDealer, Rng
from bot.games.shedding.imagine import ENDLESS
from bot.progress import show_progress
from bot.simulate import interval

CHUNK = 25
ROUNDS = 200
GAME = GAMES["eights"]


@dataclass(frozen=True, slots=True)
class Flat:
    """A search that tries every move equally often."""

    sensible: bool = False
    """In the rounds that it imagines all play as the expert's quick moves do; else any card that fits."""
    same: bool = False
    """All moves are tried on the same guesses."""
    close: bool = False
    """How close every hand came to going out counts beside the win."""
    mindful: bool = False
    """What others had to draw on is remembered."""
    reading: bool = False
    """What others chose to play makes some hands likelier."""

    def choose(self, view: Any, rng: Rng) -> Any:
        if not view.moves or stale(view):
            return GAME.computer("hard").choose(view, rng)
        dice = QuickDealer(rng.below(2**32))
        lacks = view.lacks if self.mindful else ()
        choices = view.choices if self.reading else ((),) * len(view.counts)
        table = eights.Imagined(replace(view, lacks=lacks, choices=choices))
        listed = eights.worth_trying(view)
        worth = dict.fromkeys(listed, 0.0)
        for _ in range(max(1, ROUNDS // len(listed))):
            guess = table.guess(dice)
            for move in listed:
                worth[move] += self._finish(table, view, guess, move, dice)
                if not self.same:
                    guess = table.guess(dice)
        return max(listed, key=worth.__getitem__)

    def _finish(self, table: eights.Imagined, view: Any, guess: Any, move: Any, dice: QuickDealer) -> float:
        if self.close:
            return table.finish(guess, move, dice)[0]
        state = guess.copy()
        apply(state, view.seat, move, dice)
        for _ in range(ENDLESS):
            if state.turn < 0:
                return float(view.seat in state.outcome.winners)
            listed = moves(state, state.turn)
            plays = [each for each in listed if isinstance(each, Play)]
            quick = eights.quick(state, state.turn) if self.sensible else dice.choice(plays or listed)
            apply(state, state.turn, quick, dice)
        return 0.0


LADDER: dict[str, Any] = {
    "plain: any card that fits": Flat(),
    "sensible players": Flat(sensible=True),
    "the same guesses for all": Flat(sensible=True, same=True),
    "close hands count": Flat(sensible=True, same=True, close=True),
    "a memory": Flat(sensible=True, same=True, close=True, mindful=True),
    "an eye for what is chosen": Flat(sensible=True, same=True, close=True, mindful=True, reading=True),
    "the expert": GAME.computer("expert"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Crazy Eights: what a search needs to beat hard.")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000, help="games of each rung")
    parser.add_argument("--pure", action="store_true", help="play with the rules as they are, not compiled")
    given = parser.parse_args()
    if compiled.instead("benchmarks.why", sys.argv[1:]):
        return
    figures: dict[str, float] = {}
    print("the search has                wins    95 % interval   games", flush=True)
    with ProcessPoolExecutor(given.jobs) as pool:
        for rung, name in enumerate(LADDER):
            wins, chunks = 0.0, -(-given.games // CHUNK)
            for done, won in enumerate(pool.map(partial(play_chunk, name), range(chunks)), 1):
                wins += won
                show_progress(done, chunks, sys.stderr)
            games = chunks * CHUNK
            low, high = interval(wins, games)
            print(f"{name:<27}{wins / games:>7.1%}  {low:>6.1%} to {high:>6.1%}{games:>8}", flush=True)
            figures |= {f"eights_rung_{rung}_wins": wins / games, f"eights_rung_{rung}_low": low}
    print_figures(figures)


def play_chunk(name: str, chunk: int) -> float:
    players, rng, wins = [LADDER[name], GAME.computer("hard")], QuickDealer(f"why {name}/{chunk}"), 0.0
    for _ in range(CHUNK):
        *_, last = play(GAME, GAME.configure(), players, lambda *_: rng)
        assert last.outcome is not None
        wins += (0 in last.outcome.winners) / len(last.outcome.winners)
    return wins


if __name__ == "__main__":
    main()
