"""Random walks through a game that know nothing of its rules: random options, random seats, random moves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from bot.errors import BadOption
from bot.games.base import AnyGame, Computer, Seat
from bot.games.dealer import QuickDealer, Rng
from bot.games.options import Allowed, Value, allowed

DULL = {"draw", "keep", "challenge"}
"""Moves that make a game long: a random player that took them as often as others would hardly ever finish."""

LONGEST = 30_000
"""No game that a random player plays takes so many moves."""


def thinking_little(game: AnyGame, level: str) -> Computer[Any, Any]:
    """A computer of this level; one that searches imagines a few games only, so that tests are quick."""
    computer: Any = game.computer(level)
    thinking: Computer[Any, Any] = replace(computer, budget=40) if hasattr(computer, "budget") else computer
    return thinking


def random_options(game: AnyGame, rng: Rng) -> Any:
    """Any options that work together. Half of them stay as they are by default."""
    while True:
        given = {
            name: rng.choice(values(rule))
            for name, rule in allowed(game.options).items()
            if rng.below(2) and values(rule)
        }
        try:
            return game.configure(None, given)
        except BadOption:
            continue


def values(rule: Allowed) -> list[Value]:
    return [*rule.words, *range(rule.low, rule.high + 1 if rule.high else 0)]


@dataclass
class Walk:
    """A game under way. `state` is what the next move will be made on."""

    game: AnyGame
    seats: int
    options: Any
    choices: Rng
    state: Any
    chance: Callable[[int], Rng]
    """What the rules deal from, by revision."""

    def moves(self) -> Iterator[tuple[Seat, Any, list[Any]]]:
        """Make random moves to the end: seat, move, events. Optional moves are made now and then."""
        game = self.game
        for revision in range(LONGEST):
            waiting = game.waiting(self.state)
            if not waiting:
                return
            seat, move = self._choose(waiting)
            yield seat, move, game.apply(self.state, seat, move, self.chance(revision))
        raise AssertionError(f"{game.title} with {self.options} did not end")

    def _choose(self, waiting: tuple[Seat, ...]) -> tuple[Seat, Any]:
        if not self.choices.below(3):
            seat = self.choices.below(self.seats)
            optional = self.game.moves(self.state, seat)
            if optional and (seat in waiting or not self.choices.below(3)):
                return seat, self.choices.choice(optional)
        seat = self.choices.choice(waiting)
        listed = self.game.moves(self.state, seat)
        lively = [move for move in listed if move.text not in DULL]
        return seat, self.choices.choice(lively if lively and self.choices.below(10) else listed)


def walk(game: AnyGame, seed: int, chance: Callable[[int], Rng] | None = None) -> Walk:
    """A game with random options and seats, dealt and ready."""
    choices = QuickDealer(seed)
    seats = game.seats[choices.below(len(game.seats))]
    return walk_on(game, seats, random_options(game, choices), choices, chance)


def walk_on(game: AnyGame, seats: int, options: Any, choices: Rng, chance: Callable[[int], Rng] | None = None) -> Walk:
    """A game with these seats and options, dealt and ready."""
    chance = chance or (lambda _: choices)
    state, _ = game.deal(seats, options, chance(-1))
    return Walk(game, seats, options, choices, state, chance)
