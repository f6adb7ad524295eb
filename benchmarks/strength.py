"""How strong the computers are: leagues of one seat of a level against all others of another.

`python -m benchmarks.strength [--jobs N] [--games N] [--only TEXT] [--tuning] [--pure]`. Prints the share of games won
with its 95 % interval, the even share, and what is wanted; a league is lost if the share is below that, or if the
interval is not above the even share. `--tuning` plays with other seeds: a configuration is chosen by those and reported
by the others. Where there is a C compiler the same rules play compiled, which takes half the time; not with `--pure`.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from benchmarks import compiled
from benchmarks.figures import print_figures
from benchmarks.opponents import CHEATS, Cheat, PlainSearch
from bot.games import GAMES
from bot.games.autoplay import play
from bot.games.dealer import QuickDealer
from bot.progress import show_progress
from bot.simulate import interval

CHUNK = 10
QUICK_LEVELS = 2
"""So many times as many games among levels that do not search;"""
CLOSE = {("eights", 4): 5, ("uno", 4): 3}
"""more where they lie close together,"""
CHEATS_PLAY = 4
"""and a fourth of them where both sides think and the difference is large."""
PRESET = {"nimmt": "quick"}
"""6 nimmt! is measured by single deals."""


@dataclass(frozen=True, slots=True)
class League:
    game: str
    seats: int
    level: str
    against: str
    games: int
    wanted: float | None = None

    @property
    def name(self) -> str:
        return f"{self.game}_{self.seats}_{self.level}_over_{self.against}"


@dataclass(slots=True)
class Result:
    games: int = 0
    wins: float = 0.0

    def add(self, other: "Result") -> None:
        self.games += other.games
        self.wins += other.wins


WANTED = (
    ("uno", 2, "expert", "hard", 0.58),
    ("uno", 4, "expert", "hard", 0.27),
    ("nimmt", 2, "expert", "medium", 0.80),
    ("nimmt", 4, "expert", "medium", 0.50),
    ("nimmt", 2, "expert", "hard", None),
    ("nimmt", 4, "expert", "hard", 0.38),
    ("nimmt", 2, "expert", "plain search", 0.65),
    ("eights", 2, "expert", "hard", 0.54),
    ("eights", 4, "expert", "hard", 0.27),
    ("uno", 2, "cheat", "expert", None),
    ("nimmt", 2, "cheat", "expert", None),
    ("eights", 2, "cheat", "expert", None),
)
"""What the experts are to win, at least."""


def leagues(games: int) -> list[League]:
    found = [
        League(game, seats, level, other, games // CHEATS_PLAY if level == "cheat" else games, least)
        for game, seats, level, other, least in WANTED
    ]
    for key, game in GAMES.items():
        levels = [level for level in game.computers if level not in game.slow_levels]
        for seats in (2, 4):
            for weaker, stronger in pairwise(levels):
                found.append(League(key, seats, stronger, weaker, games * CLOSE.get((key, seats), QUICK_LEVELS)))
    return found


def play_chunk(league: League, seed: str, games: int) -> Result:
    game, result = GAMES[league.game], Result()
    players = [_player(league, league.level), *(_player(league, league.against) for _ in range(league.seats - 1))]
    if isinstance(players[0], Cheat):
        game = players[0].opened(game)
    options, rng = game.configure(PRESET.get(league.game)), QuickDealer(seed)
    for _ in range(games):
        *_, last = play(game, options, players, lambda *_: rng)
        assert last.outcome is not None
        result.wins += (0 in last.outcome.winners) / len(last.outcome.winners)
        result.games += 1
    return result


def _player(league: League, name: str) -> Any:
    if name == "cheat":
        return CHEATS[league.game]()
    return PlainSearch() if name == "plain search" else GAMES[league.game].computer(name)


def main() -> None:
    parser = argparse.ArgumentParser(description="The computers against each other.")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", type=int, default=4000, help="games in each league of experts")
    parser.add_argument("--only", default="", help="only leagues whose name holds this")
    parser.add_argument("--tuning", action="store_true", help="play with the seeds for choosing a configuration")
    parser.add_argument("--pure", action="store_true", help="play with the rules as they are, not compiled")
    given = parser.parse_args()
    if compiled.instead("benchmarks.strength", sys.argv[1:]):
        return
    figures: dict[str, float] = {}
    lost: list[str] = []
    print("game    seats  level    against          wins    95 % interval   even  wanted   games", flush=True)
    with ProcessPoolExecutor(given.jobs) as pool:
        for league in leagues(given.games):
            if given.only in league.name:
                result = _run(league, "tuning" if given.tuning else "report", pool)
                if not _tell(league, result, figures):
                    lost.append(league.name)
    print_figures(figures)
    sys.exit(f"Lost: {', '.join(lost)}." if lost else 0)


def _run(league: League, seeds: str, pool: ProcessPoolExecutor) -> Result:
    total, chunks = Result(), -(-league.games // CHUNK)
    own_seeds = [f"{seeds} {league.name}/{chunk}" for chunk in range(chunks)]
    sizes = [min(CHUNK, league.games - chunk * CHUNK) for chunk in range(chunks)]
    for part in pool.map(play_chunk, [league] * chunks, own_seeds, sizes):
        total.add(part)
        show_progress(total.games, league.games, sys.stderr)
    return total


def _tell(league: League, result: Result, figures: dict[str, float]) -> bool:
    share, even = result.wins / result.games, 1 / league.seats
    low, high = interval(result.wins, result.games)
    well = low > even and share >= (league.wanted or 0)
    wanted = "" if league.wanted is None else f"{league.wanted:.0%}"
    print(
        f"{league.game:<8}{league.seats:>5}  {league.level:<8}{league.against:<13}{share:>7.1%}"
        f"  {low:>6.1%} to {high:>6.1%}{even:>7.0%}{wanted:>8}{result.games:>8}"
        f"{'' if well else '  LOST'}",
        flush=True,
    )
    figures |= {f"{league.name}_wins": share, f"{league.name}_low": low, f"{league.name}_games": result.games}
    return well


if __name__ == "__main__":
    main()
