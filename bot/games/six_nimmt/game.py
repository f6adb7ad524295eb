"""The game as the contract wants it: its rules, words and computers under one name."""

from bot.games.base import MOST_SEATS, Game
from bot.games.show import guide
from bot.games.six_nimmt import rules, show, text
from bot.games.six_nimmt.computer import COMPUTERS
from bot.games.six_nimmt.events import Event
from bot.games.six_nimmt.expert import EXPERT
from bot.games.six_nimmt.hidden import reshuffle
from bot.games.six_nimmt.moves import MOVES, Move, decode
from bot.games.six_nimmt.options import PRESETS, Options, check
from bot.games.six_nimmt.rules import apply, begin, moves, outcome, waiting
from bot.games.six_nimmt.state import State, cards
from bot.games.six_nimmt.view import View, view

SIX_NIMMT: Game[State, Options, Move, View, Event] = Game(
    key="nimmt",
    title="6 nimmt!",
    seats=range(2, MOST_SEATS + 1),
    unit="heads",
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
    short=text.short,
    long=text.long,
    label=text.label,
    line=text.line,
    guide=guide(rules.__doc__),
    standing=show.standing,
    ends_round=show.ends_round,
    round_name="deal",
    board=show.board,
    hand=show.hand,
    tell=show.tell,
    highlights=show.highlights,
    computers={**COMPUTERS, "expert": EXPERT},
    slow_levels=frozenset({"expert"}),
    reshuffle=reshuffle,
    cards=cards,
)
