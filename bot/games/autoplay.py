"""A whole game among computers, step by step: for simulations, transcripts and tests. No table, no waiting."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.games.base import AnyGame, Computer, Outcome, Seat
from bot.games.dealer import Dealer, Rng

Streams = Callable[[str, int], Rng]
"""Chance by label and revision: each move has a stream of its own."""


@dataclass(frozen=True, slots=True)
class Step:
    """A move and what everybody saw happen. The first step is the deal: nobody's move."""

    seat: Seat | None
    move: Any
    events: Sequence[Any]
    outcome: Outcome | None


def seeded(seed: bytes) -> Streams:
    """The streams of a real game: all from its seed."""
    return lambda label, revision: Dealer(seed, label, revision)


def play(game: AnyGame, options: Any, computers: Sequence[Computer[Any, Any]], streams: Streams) -> Iterator[Step]:
    """Deal and play to the end."""
    state, events = game.deal(len(computers), options, streams("deal", 0))
    yield Step(None, None, events, None)
    yield from finish(game, state, computers, streams)


def finish(game: AnyGame, state: Any, computers: Sequence[Computer[Any, Any]], streams: Streams) -> Iterator[Step]:
    """Play a game on to the end."""
    revision = 0
    while waiting := game.waiting(state):
        seat, move = _next_move(game, state, waiting, computers, streams, revision)
        events = game.apply(state, seat, move, streams("move", revision))
        revision += 1
        yield Step(seat, move, events, game.outcome(state))


def _next_move(
    game: AnyGame,
    state: Any,
    waiting: Sequence[Seat],
    computers: Sequence[Computer[Any, Any]],
    streams: Streams,
    revision: int,
) -> tuple[Seat, Any]:
    """Whoever wants to catch, call or jump in comes first, in a random order; then the seat that is waited for."""
    optional = [seat for seat in range(len(computers)) if seat not in waiting and game.moves(state, seat)]
    streams("order", revision).shuffle(optional)
    for seat in (*optional, waiting[0]):
        move = computers[seat].choose(game.view(state, seat), streams(f"computer {seat}", revision))
        if move is not None:
            return seat, move
    raise AssertionError("a computer that is waited for has to move")
