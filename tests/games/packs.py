"""Cards for positions that are laid out by hand."""

from collections.abc import Callable, Sequence

from bot.games.shedding.cards import Card, Face, Pack


class Supply:
    """Hands out cards by their short names, each copy once."""

    def __init__(self, pack: Pack, short: Callable[[Face], str], cards: Sequence[Card]) -> None:
        self._pack = pack
        self._faces = {short(face): face for face in set(pack.face)}
        self._left = sorted(cards)

    def take(self, names: str) -> list[Card]:
        """The cards with these names, in this order."""
        found = []
        for name in names.split():
            card = next(card for card in self._left if self._pack.face[card] == self._faces[name])
            self._left.remove(card)
            found.append(card)
        return found

    def rest(self) -> list[Card]:
        """All that was not taken, in order."""
        rest, self._left = self._left, []
        return rest


class NoChance:
    """Chance for tests in which nothing is left to chance: the order stays, the first is chosen."""

    def below(self, limit: int) -> int:
        return 0

    def shuffle(self, cards: list[object]) -> None:
        """Leave the order as it is."""

    def choice(self, things: Sequence[Face]) -> Face:
        return things[0]
