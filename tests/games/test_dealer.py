"""Chance: repeatable, separate for each label and revision, and uniform."""

from collections import Counter
from itertools import permutations

import pytest

from bot.games.dealer import WORDS, Dealer, QuickDealer, Rng

SEED = bytes(range(32))
DEALERS = ("dealer", "quick dealer")

CHI_SQUARE = {1: 15.1, 5: 25.7, 9: 33.7, 23: 56.5, 51: 97.0, 103: 163.0, 119: 183.0}
"""By degrees of freedom, what a fair dealer exceeds about once in ten thousand seeds. The seeds here are fixed."""


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.fixture(params=DEALERS)
def rng(request: pytest.FixtureRequest) -> Rng:
    return Dealer(SEED, "test", 1) if request.param == "dealer" else QuickDealer("test")


def test_the_same_seed_label_and_revision_give_the_same_stream() -> None:
    one, two = Dealer(SEED, "move", 7), Dealer(SEED, "move", 7)
    assert [one.below(1000) for _ in range(100)] == [two.below(1000) for _ in range(100)]


def test_the_stream_never_changes_between_versions() -> None:
    """Games are stored as seed and journal: another stream would deal other cards after an update."""
    cards = list(range(10))
    Dealer(SEED, "deal", 0).shuffle(cards)
    assert cards == [4, 9, 2, 8, 1, 0, 5, 7, 3, 6]
    assert [Dealer(SEED, "move", n).below(104) for n in range(6)] == [79, 85, 68, 38, 31, 79]


@pytest.mark.parametrize("other", [(SEED, "deal", 7), (SEED, "move", 8), (SEED, "move1", 7), (bytes(32), "move", 7)])
def test_another_seed_label_or_revision_gives_another_stream(other: tuple[bytes, str, int]) -> None:
    one, two = Dealer(SEED, "move", 7), Dealer(*other)
    assert [one.below(1000) for _ in range(20)] != [two.below(1000) for _ in range(20)]


def test_labels_cannot_run_into_revisions() -> None:
    assert Dealer(SEED, "a:1", 1).below(WORDS) != Dealer(SEED, "a", 11).below(WORDS)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Dealer(bytes(length), "deal", 0)


@pytest.mark.parametrize("limit", [0, -1, WORDS + 1])
def test_a_choice_is_among_something(limit: int) -> None:
    with pytest.raises(ValueError, match="a choice is among"):
        Dealer(SEED, "deal", 0).below(limit)


def test_words_that_would_favour_small_numbers_are_drawn_again() -> None:
    """With a limit of three quarters of all words, the last quarter would make a number of the first one twice as
    likely."""
    dealer, limit = Dealer(SEED, "test", 0), WORDS // 4 * 3
    low = sum(dealer.below(limit) < limit // 3 for _ in range(6000))
    assert abs(low - 2000) < 150  # four standard deviations; without drawing again it would be about 3000


def test_a_word_of_the_stream_is_32_bits() -> None:
    assert WORDS == 2**32


def test_the_largest_limit_takes_every_word() -> None:
    assert 0 <= Dealer(SEED, "test", 0).below(WORDS) < WORDS


@pytest.mark.parametrize("limit", [2, 6, 10, 52, 104])
def test_numbers_are_uniform(rng: Rng, limit: int) -> None:
    counts = Counter(rng.below(limit) for _ in range(200 * limit))
    assert set(counts) == set(range(limit))
    assert chi_square(list(counts.values()), 200) < CHI_SQUARE[limit - 1]


def test_every_order_of_a_few_cards_is_as_likely(rng: Rng) -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12_000):
        cards = [1, 2, 3, 4, 5]
        rng.shuffle(cards)
        counts[tuple(cards)] += 1
    assert set(counts) == set(permutations([1, 2, 3, 4, 5]))
    assert chi_square(list(counts.values()), 100) < CHI_SQUARE[119]


@pytest.mark.parametrize("card", [0, 53, 103])
def test_every_card_comes_to_every_place_as_often(rng: Rng, card: int) -> None:
    counts: Counter[int] = Counter()
    for _ in range(5200):
        cards = list(range(104))
        rng.shuffle(cards)
        counts[cards.index(card)] += 1
    assert chi_square([counts[place] for place in range(104)], 50) < CHI_SQUARE[103]


def test_a_choice_takes_each_thing_as_often(rng: Rng) -> None:
    counts = Counter(rng.choice("abcdef") for _ in range(6000))
    assert chi_square([counts[letter] for letter in "abcdef"], 1000) < CHI_SQUARE[5]


@pytest.mark.parametrize("cards", [[], [7]])
def test_shuffling_nothing_or_one_card_changes_nothing(rng: Rng, cards: list[int]) -> None:
    before = list(cards)
    rng.shuffle(cards)
    assert cards == before


def test_quick_dealers_repeat_from_their_seed() -> None:
    assert [QuickDealer("x").below(1000) for _ in range(5)] == [QuickDealer("x").below(1000) for _ in range(5)]
    assert QuickDealer("x").below(10**9) != QuickDealer("y").below(10**9)
