"""The games, pure: no Discord, no clock, no files, no logging, no chance but a dealer's.

`GAMES` is the one list of them. A new game is a folder here and one import below.
"""

from collections.abc import Mapping

from bot.games.base import AnyGame, Game

# isort: off
from bot.games.uno import UNO
from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.six_nimmt import SIX_NIMMT
# isort: on

GAMES: Mapping[str, AnyGame] = {each.key: each for each in tuple(globals().values()) if isinstance(each, Game)}
"""Every game imported above, by its key, in that order."""
