"""The game as the contract wants it: its rules, words and computers under one name."""

from bot.games.base import MOST_SEATS, Game
from bot.games.crazy_eights import rules, show, text
from bot.games.crazy_eights.cards import short
from bot.games.crazy_eights.computer import COMPUTERS
from bot.games.crazy_eights.events import Event
from bot.games.crazy_eights.expert import EXPERT
from bot.games.crazy_eights.hidden import reshuffle
from bot.games.crazy_eights.legal import moves
from bot.games.crazy_eights.moves import MOVES, Move, decode
from bot.games.crazy_eights.options import PRESETS, Options, check
from bot.games.crazy_eights.rules import apply, begin, outcome
from bot.games.crazy_eights.state import State
from bot.games.crazy_eights.view import View, view
from bot.games.shedding.show import ends_round, standing
from bot.games.shedding.state import cards, waiting
from bot.games.show import guide

CRAZY_EIGHTS: Game[State, Options, Move, View, Event] = Game(
    key="eights",
    title="Crazy Eights",
    seats=range(2, MOST_SEATS + 1),
    unit="points",
    options=Options,
    presets=PRESETS,
    check=check,
    begin=begin,
    waiting=waiting,
    every_move=MOVES,
    moves=moves,
    apply=apply,
    outcome=outcome,
    view=view,
    decode=decode,
    short=short,
    long=text.long,
    label=text.label,
    line=text.line,
    guide=guide(rules.__doc__),
    standing=standing,
    ends_round=ends_round,
    board=show.board,
    pictures=tuple(show.PICTURES.values()),
    hand=show.hand,
    news=show.news,
    highlights=show.highlights,
    computers={**COMPUTERS, "expert": EXPERT},
    slow_levels=frozenset({"expert"}),
    reshuffle=reshuffle,
    cards=cards,
)
