"""Where chance comes from. Nothing else in `bot.games` makes a random choice.

`Dealer` serves real games: everything follows from a 32-byte seed, so that a game can be dealt again and checked
afterwards. Each label and revision has a stream of its own, so a move that is tried again draws the same cards.
`QuickDealer` serves simulations: the same interface, faster, on a `random.Random` of its own.
"""

import hmac
from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES = 32
WORD_BYTES = 4
WORDS = 256**WORD_BYTES


class Rng(Protocol):
    """What the rules and the computers ask of chance."""

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, each as likely as the others."""

    def shuffle(self, cards: list[T]) -> None:
        """Put the cards in a random order, every order as likely as the others."""

    def choice(self, things: Sequence[T]) -> T:
        """One of the things, each as likely as the others."""


class Dealer:
    """The stream of one label and one revision of a game, by HMAC-SHA256 in counter mode."""

    __slots__ = ("_block", "_counter", "_name", "_seed")

    def __init__(self, seed: bytes, label: str, revision: int) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes")
        self._seed = seed
        self._name = f"{label}:{revision}:".encode()
        self._counter = 0
        self._block = b""

    def below(self, limit: int) -> int:
        if not 0 < limit <= WORDS:
            raise ValueError(f"a choice is among 1 to {WORDS} things")
        fair = WORDS - WORDS % limit  # words from here on would favour the small numbers: draw again
        while True:
            word = self._word()
            if word < fair:
                return word % limit

    def shuffle(self, cards: list[T]) -> None:
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    def choice(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def _word(self) -> int:
        if not self._block:
            self._block = hmac.digest(self._seed, self._name + str(self._counter).encode(), "sha256")
            self._counter += 1
        word, self._block = self._block[:WORD_BYTES], self._block[WORD_BYTES:]
        return int.from_bytes(word, "big")


class QuickDealer:
    """Chance for simulations: repeatable from its seed, but not made to be checked by others."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | str | None = None) -> None:
        self._random = Random(seed).random  # noqa: S311 - simulations keep no secrets

    def below(self, limit: int) -> int:
        return int(self._random() * limit)

    def shuffle(self, cards: list[T]) -> None:
        random = self._random
        # Sorting by random keys runs in C: nearly twice as fast as swapping card by card.
        cards.sort(key=lambda _: random())

    def choice(self, things: Sequence[T]) -> T:
        return things[int(self._random() * len(things))]
