"""The contract of a game: what the tables, the simulator and the tests ask of every game alike.

A game is a `Game`, a record of plain functions over its own state. This module knows no game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from bot.errors import BadOption
from bot.games.dealer import Rng
from bot.games.options import Value, configure
from bot.games.show import Board, Hand, Picture, Standing

Seat: TypeAlias = int
"""A player's index at the table, from 0, clockwise."""

MOST_SEATS = 10
"""As many can play any game."""

Names: TypeAlias = Sequence[str]
"""What to call each seat."""

LEVELS = ("easy", "medium", "hard", "expert")
"""The levels that a computer can have, weakest first. A game registers those that it has."""

STAND_IN = "hard"
"""The level that plays on for somebody who is away. It never forgets to call UNO (rule C2)."""


class Move(Protocol):
    """What a seat does, complete: a Wild with its colour. There is one object for each text, compared by identity."""

    @property
    def text(self) -> str:
        """The move in at most 40 ASCII characters: in a button, the journal, a transcript, a bug report."""


class State(Protocol):
    """All there is to know of a running game. Mutable; only the game's own rules look inside."""

    def copy(self: "S") -> "S":
        """An independent copy, cheap enough to make one for every move."""


class View(Protocol):
    """What one seat may know, its legal moves included. Frozen."""

    @property
    def seat(self) -> Seat | None:
        """Whose view it is; None is the public."""

    @property
    def hand(self) -> Sequence[Any]:
        """This seat's own cards."""

    @property
    def moves(self) -> Sequence[Any]:
        """The moves that this seat may make now, optional ones included."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Places count from 1 and ties share one: 1, 2, 2, 4."""

    places: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


S = TypeVar("S", bound=State)
Opt = TypeVar("Opt")
M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)
E = TypeVar("E")
V_contra = TypeVar("V_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class Computer(Protocol[V_contra, M_co]):
    """A player that is a program. It is given a view, never a state."""

    def choose(self, view: V_contra, rng: Rng) -> M_co | None:
        """The move to make. None leaves an optional move alone; a seat that is waited for always moves."""


def _nothing_new(before: Any, after: Any) -> str:
    return ""


def _ends_nothing(event: Any) -> bool:
    return False


def _no_highlights(events: Sequence[Any], names: Names) -> list[str]:
    return []


def _no_chance(state: Any) -> bool:
    return False


@dataclass(frozen=True, kw_only=True, slots=True)
class Game(Generic[S, Opt, M, V, E]):
    """One game. The functions are its rules; see docs/adding-a-game.md."""

    key: str
    """How commands and files call it."""
    title: str
    """How people call it. The one place for a game's name."""
    seats: range
    """How many can play."""
    unit: str
    """What is counted: points, or heads."""
    options: type[Opt]
    """A frozen dataclass made with `bot.games.options`."""
    presets: Mapping[str, Mapping[str, Value]]
    """Named sets of options. The first is the default."""
    check: Callable[[Opt], None]
    """Refuse options that contradict each other."""
    begin: Callable[[int, Opt, Rng, Seat | None], tuple[S, list[E]]]
    """Seats, options, chance, who deals (None: drawn at random): the state in which the game begins, and what
    everybody saw. Called by `deal`."""
    waiting: Callable[[S], tuple[Seat, ...]]
    """The seats whose move the game waits for. Empty exactly when there is an outcome."""
    every_move: Sequence[M]
    """All moves that there are."""
    moves: Callable[[S, Seat], Sequence[M]]
    """The legal moves of a seat of this game, optional ones (catch, call, jump in) included. Not to be changed."""
    apply: Callable[[S, Seat, M, Rng], list[E]]
    """Make a move in place; what everybody saw happen. An illegal move raises and leaves the state untouched."""
    outcome: Callable[[S], Outcome | None]
    """How the game ended, if it has."""
    view: Callable[[S, Seat | None], V]
    """What a seat may know."""
    decode: Callable[[str], M]
    """The move with this text; anything else is refused."""
    short: Callable[[Any], str]
    """A card in a few characters,"""
    long: Callable[[Any], str]
    """and its full name."""
    label: Callable[[M, Names], str]
    """A move as the words on a button."""
    line: Callable[[E, Names], str]
    """An event as a person would tell it."""
    round_name: str = "round"
    """What one deal of a match is called."""
    guide: str
    """The rules in short, for players."""
    standing: Callable[[S], Standing]
    """The round being played and the totals so far. The round is another one after the move that ends it."""
    ends_round: Callable[[E], bool] = _ends_nothing
    """Whether an event is the end of a round; what follows it in the same move belongs to the next one."""
    board: Callable[[V, Names], Board]
    """What everybody sees, from the public view,"""
    hand: Callable[[V, Names, bool], Hand]
    """and what a seat sees of its own, with what it can press. The flag says whether `Hand.toggle` is on."""
    pictures: Sequence[Picture] = ()
    """All pictures that a board can show."""
    news: Callable[[V, V], str] = _nothing_new
    """What a seat learned between two views of its own that nobody else saw: the cards it drew. Empty for nothing."""
    tell: Callable[[Sequence[E], Names], list[str]] | None = None
    """The events of one move in fewer lines than `line` gives. None: a line for each."""
    highlights: Callable[[Sequence[E], Names], list[str]] = _no_highlights
    """A line or two worth telling of a whole game."""
    open_chance: Callable[[S], bool] = _no_chance
    """Whether seats may act out of turn now (catch, jump in), by what everybody knows. Computers then wait a little
    longer before they begin their turn (rule K7)."""
    computers: Mapping[str, Computer[V, M]]
    """Computer players by level."""
    slow_levels: frozenset[str] = frozenset()
    """Those that think for more than a few milliseconds: a table lets them think in a process of their own."""
    reshuffle: Callable[[S, Seat | None, Rng], None]
    """Deal anew, in place, all that the seat cannot see. For tests of secrecy; never used in a game."""
    cards: Callable[[S], list[int]]
    """Every card wherever it lies, for tests that none is lost or doubled."""

    def encode(self, move: M) -> str:
        return move.text

    def configure(self, preset: str | None = None, given: Mapping[str, Value] | None = None) -> Opt:
        """Options from a preset's name and single values laid over it, or a refusal that says what is allowed."""
        preset = preset or next(iter(self.presets))
        if preset not in self.presets:
            raise BadOption(f"{self.title} has these presets: {', '.join(self.presets)}.")
        options = configure(self.options, self.presets[preset], given or {})
        self.check(options)
        return options

    def deal(self, seats: int, options: Opt, rng: Rng, dealer: Seat | None = None) -> tuple[S, list[E]]:
        """Begin a game, or refuse what cannot work. A dealer who is not given is drawn at random."""
        self.check_seats(seats)
        self.check(options)
        return self.begin(seats, options, rng, dealer)

    def lines(self, events: Sequence[E], names: Names) -> list[str]:
        """What happened in a move, as a board tells it."""
        return [self.line(event, names) for event in events] if self.tell is None else self.tell(events, names)

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise BadOption(f"seats can be a whole number from {self.seats[0]} to {self.seats[-1]} in {self.title}.")

    def computer(self, level: str) -> Computer[V, M]:
        if level not in self.computers:
            raise BadOption(f"{self.title} has computers of these levels: {', '.join(self.computers)}.")
        return self.computers[level]


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
"""A game whose state, moves and events the holder passes on without looking inside."""
