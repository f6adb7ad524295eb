"""Golden transcripts: one game of each preset, told from the first card to the last.

A changed rule, text or stream of chance shows up as a changed transcript. Where the change is meant, `make golden`
writes them anew; read the difference before you commit it.
"""

from collections.abc import Iterator
from pathlib import Path

from bot.games import GAMES
from bot.games.autoplay import play, seeded
from bot.games.record import Record, tell

FOLDER = Path(__file__).parent.parent / "transcripts"
LEVELS = ("easy", "medium", "hard", "medium")
NAMES = ("Ann", "Bo", "Kit", "Dee")
CASES = [(game.key, preset, seats) for game in GAMES.values() for preset in game.presets for seats in (2, 4)]


def path(key: str, preset: str, seats: int) -> Path:
    return FOLDER / f"{key}-{preset}-{seats}.txt"


def transcript(key: str, preset: str, seats: int) -> str:
    """The record of a game among computers, then its story."""
    game = GAMES[key]
    options = game.configure(preset)
    seed = f"{key} {preset} {seats}".encode().ljust(32)
    steps = list(play(game, options, [game.computer(level) for level in LEVELS[:seats]], seeded(seed)))
    moves = [(step.seat, step.move.text) for step in steps if step.seat is not None]
    record = Record(game, options, NAMES[:seats], seed, moves)
    return "\n".join([record.to_text(), "", *tell(game, iter(steps), record.names), ""])


def split(text: str) -> tuple[str, Iterator[str]]:
    """A transcript's record and its story."""
    record, _, story = text.partition("\n\n")
    return record, iter(story.splitlines())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        path(*case).write_text(transcript(*case), encoding="utf-8")
