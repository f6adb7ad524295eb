"""The game as the contract wants it: its rules, words and computers under one name."""

from bot.games.base import MOST_SEATS, Game
from bot.games.shedding.show import ends_round, standing
from bot.games.shedding.state import cards, waiting
from bot.games.show import guide
from bot.games.uno import rules, show, text
from bot.games.uno.cards import short
from bot.games.uno.computer import COMPUTERS
from bot.games.uno.events import Event
from bot.games.uno.expert import EXPERT
from bot.games.uno.hidden import reshuffle
from bot.games.uno.legal import moves
from bot.games.uno.moves import MOVES, Move, decode
from bot.games.uno.options import PRESETS, Options, check
from bot.games.uno.rounds import begin
from bot.games.uno.rules import apply, outcome
from bot.games.uno.state import State
from bot.games.uno.view import View, view

UNO: Game[State, Options, Move, View, Event] = Game(
    key="uno",
    title="UNO",
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
    open_chance=show.open_chance,
    computers={**COMPUTERS, "expert": EXPERT},
    slow_levels=frozenset({"expert"}),
    reshuffle=reshuffle,
    cards=cards,
)
