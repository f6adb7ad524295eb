"""The text in a button, both ways. It is untrusted: it says what is asked for, never who asks or what they may.

action:game:ask:argument       play:12:5:R7!      hand:12::       set:12::pace
"""

import re
from dataclasses import dataclass

from bot.storage import GameId

PATTERN = re.compile(r"([a-z]{1,12}):(0|[1-9][0-9]{0,11}):(|0|[1-9][0-9]{0,8}):([!-9;-~]{0,60})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Press:
    action: str
    game: GameId
    ask: int | None = None
    """The question that the button answers; None where there is none."""
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.action}:{self.game}:{'' if self.ask is None else self.ask}:{self.argument}"


def parse(text: str) -> Press | None:
    """What a button says, or None for anything that we never wrote."""
    found = PATTERN.fullmatch(text)
    if found is None:
        return None
    action, game, ask, argument = found.groups()
    return Press(action, GameId(int(game)), int(ask) if ask else None, argument)
