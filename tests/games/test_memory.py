"""What is remembered of cards that nobody shows is true, as long as all play as well as they can (rule K1)."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.games import GAMES
from bot.games.base import AnyGame, Seat
from bot.games.crazy_eights.cards import ALL as EIGHTS_CARDS
from bot.games.crazy_eights.cards import EIGHT
from bot.games.crazy_eights.moves import Play as EightsPlay
from bot.games.dealer import QuickDealer, Rng
from bot.games.shedding.cards import Face
from bot.games.uno.cards import ALL as UNO_CARDS
from bot.games.uno.cards import WILD
from bot.games.uno.moves import Play as UnoPlay
from tests.games.walk import random_options

PACKS = {"uno": UNO_CARDS, "eights": EIGHTS_CARDS}
MOST_MOVES = 400


@pytest.mark.parametrize("key", PACKS)
def test_what_a_card_is_not_is_true_where_all_play_when_they_can_and_wilds_and_eights_last(key: str) -> None:
    game, face = GAMES[key], PACKS[key].face
    for seed in range(25):
        rng = QuickDealer(seed)
        state, _ = game.deal(rng.choice(game.seats), random_options(game, rng), rng)
        for _ in range(MOST_MOVES):
            if state.outcome is not None:
                break
            seat = game.waiting(state)[0]
            game.apply(state, seat, willing(game, state, seat, rng), rng)
            for lacks, hand in zip(state.memory.lacks, state.hands, strict=True):
                assert can_be(lacks, [face[card] for card in hand])


def willing(game: AnyGame, state: Any, seat: Seat, rng: Rng) -> Any:
    """A random move of somebody who draws only when it must, and keeps for later what goes on everything."""
    listed = game.moves(state, seat)
    plays = [move for move in listed if isinstance(move, UnoPlay | EightsPlay)]
    if state.drawn is not None or not plays:
        return rng.choice(listed)
    early = [move for move in plays if not goes_on_everything(move)]
    others = [move for move in listed if move not in plays and move.text != "draw"]
    return rng.choice([*(early or plays), *others])


def goes_on_everything(play: Any) -> bool:
    return play.symbol >= WILD if isinstance(play, UnoPlay) else play.rank == EIGHT


def can_be(lacks: Sequence[int], faces: Sequence[Face]) -> bool:
    """Whether these cards can be laid on the notes, one on each, so that no note is wrong."""
    lies_on: dict[int, int] = {}

    def lay(note: int, tried: set[int]) -> bool:
        for card, face in enumerate(faces):
            if card in tried or lacks[note] >> face & 1:
                continue
            tried.add(card)
            if card not in lies_on or lay(lies_on[card], tried):
                lies_on[card] = note
                return True
        return False

    return all(lay(note, set()) for note in range(len(lacks)))
