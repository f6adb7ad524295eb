"""What a card of 6 nimmt! costs, reckoned from the cards that are still out."""

from collections import Counter

import pytest

from bot.games.dealer import QuickDealer
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.cards import HIGHEST
from bot.games.six_nimmt.moves import CHOOSE, TAKE_ROW
from bot.games.six_nimmt.reckon import Odds, Rows

ALL = list(range(1, HIGHEST + 1))


def rows(text: str) -> Rows:
    return Rows.of([[int(card) for card in row.split()] for row in text.split("|")])


def test_of_rows_with_as_many_heads_the_shortest_is_taken() -> None:
    assert rows("1 2 | 5 | 11 | 55").cheapest() == 1  # two heads each
    assert rows("1 2 | 10 | 11 | 6").cheapest() == 3


def test_odds_count_the_unseen_cards_below_each_card() -> None:
    odds = Odds([10, 20, 30], 1)
    assert [odds.lower[card] for card in (1, 10, 11, 20, 21, 104)] == [0, 0, 1, 1, 2, 3]
    assert odds.lower[105] == 3


def test_a_sixth_card_is_certain_in_a_full_row_and_impossible_without_enough_others() -> None:
    odds = Odds(ALL[:50], 2)
    assert odds.sixth[0] == [1.0] * 51
    assert odds.sixth[3] == odds.sixth[4] == [0.0] * 51
    assert odds.sixth[1][0] == 0
    assert odds.sixth[1][25] == pytest.approx(0.75)
    assert odds.sixth[2][25] == pytest.approx(0.25)
    assert odds.sixth[2][50] == pytest.approx(1)


def test_the_lowest_card_takes_a_row_unless_somebody_plays_lower_still() -> None:
    odds = Odds(ALL[:50], 2)
    assert odds.lowest[0] == 1
    assert odds.lowest[25] == pytest.approx(0.25)
    assert odds.lowest[50] == 0


def test_with_nothing_unseen_nothing_can_come_in_between() -> None:
    assert Odds([], 3).lowest == [1.0, 0.0]
    assert rows("10 | 20 | 30 | 40").best([41], Odds([], 3)) == 41


@pytest.mark.parametrize(
    ("table", "hand", "card"),
    [
        ("10 11 12 13 14 | 20 | 30 | 40", [15, 21], 21),  # the sixth card takes five
        ("10 | 20 | 30 | 40", [21, 29], 21),  # fewer fit in between
        ("10 | 20 | 30 40 41 42 | 50 51", [47, 52], 52),  # four fit in before the last place of a row
        ("10 | 20 | 30 | 40", [1, 104], 104),  # too low for all rows
        ("10 20 30 33 | 20 | 7 | 55", [1, 2], 2),  # both take the cheapest row: the one that others hardly go below
    ],
)
def test_the_card_that_costs_the_least_is_best(table: str, hand: list[int], card: int) -> None:
    cards = [int(each) for each in table.replace("|", " ").split()]
    assert rows(table).best(hand, Odds([each for each in ALL if each not in (*cards, *hand)], 3)) == card


def test_rows_place_cards_as_the_rules_do() -> None:
    """Against the real rules: a whole deal of random cards, and whoever is too low takes the cheapest row."""
    for seed in range(60):
        rng = QuickDealer(seed)
        seats = 2 + seed % 9
        state, _ = SIX_NIMMT.deal(seats, SIX_NIMMT.configure("quick"), rng)
        for _ in range(9):
            before, taken = Rows.of(state.rows), [0] * seats
            heads = [sum(SIX_NIMMT.view(state, None).taken[seat]) for seat in range(seats)]
            cards = [rng.choice(hand) for hand in state.hands]
            for seat, card in enumerate(cards):
                SIX_NIMMT.apply(state, seat, CHOOSE[card], rng)
            while state.chooser >= 0:
                SIX_NIMMT.apply(state, state.chooser, TAKE_ROW[before.cheapest()], rng)
            before.place(sorted((card, seat) for seat, card in enumerate(cards)), taken)
            if not state.hands[0]:
                break  # the tenth trick played itself
            assert before == Rows.of(state.rows)
            assert [bool(each) for each in taken] == [
                sum(now) > then for now, then in zip(state.taken, heads, strict=True)
            ]


def test_a_copy_of_the_rows_is_its_own() -> None:
    one = rows("10 | 20 | 30 | 40")
    other = one.copy()
    other.take(0, 99)
    assert one == rows("10 | 20 | 30 | 40")


def test_how_likely_somebody_plays_a_card_by_feeling_is_how_often_the_sources_player_does() -> None:
    table, dice = rows("10 | 11 | 12 | 50"), QuickDealer(4)
    for hand in ([1, 9, 13, 32, 51, 70, 33, 49, 71, 104], [1, 104], [13, 32], [1, 2, 3], [104]):
        hand.sort()
        chances = {card: table.chance_by_feeling(hand, card) for card in hand}
        assert sum(chances.values()) == pytest.approx(1)
        picked = Counter(table.by_feeling(hand, dice) for _ in range(20_000))
        for card in hand:
            assert picked[card] / 20_000 == pytest.approx(chances[card], abs=0.015)
    assert table.chance_by_feeling([1, 104], 5) == 0
