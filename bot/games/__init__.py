"""The games, pure: no Discord, no clock, no files, no logging, no chance but a dealer's.

`GAMES` is the one list of them; a new game adds its line here.
"""

from collections.abc import Mapping

from bot.games.base import AnyGame
from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.uno import UNO

GAMES: Mapping[str, AnyGame] = {game.key: game for game in (UNO, CRAZY_EIGHTS, SIX_NIMMT)}
