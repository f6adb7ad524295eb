"""6 nimmt!'s expert: it guesses hands that explain what was played, and plays deals out (rules K1 and K5)."""

from collections import Counter

import pytest

from bot.games.dealer import Dealer, QuickDealer
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.cards import heads
from bot.games.six_nimmt.expert import Expert, Imagined
from bot.games.six_nimmt.moves import CHOOSE, TAKE_ROW
from bot.games.six_nimmt.reckon import Rows
from bot.games.six_nimmt.state import State
from tests.games.nimmt.position import play, position

EXPERT = Expert(budget=600)


def choice(state: State, seat: int = 0, seed: int = 1) -> str | None:
    move = EXPERT.choose(SIX_NIMMT.view(state, seat), QuickDealer(seed))
    return None if move is None else move.text


def imagined(state: State, seat: int = 0, deals: int = 300) -> Imagined:
    return Imagined(SIX_NIMMT.view(state, seat), QuickDealer(1), deals)


def test_K5_does_not_put_a_sixth_card() -> None:
    assert choice(position("15 41", "60 61", rows="10 11 12 13 14 | 20 | 30 | 40")) == "41"


def test_K5_takes_a_row_that_costs_little_now_and_later() -> None:
    state = position("1 101 102", "80 81 82", rows="5 | 20 30 | 40 | 51 52 53 54 55")
    play(state, "0 1", "1 80")
    assert choice(state) in ("row1", "row3")


def test_K5_says_nothing_when_it_has_chosen_or_another_takes_a_row() -> None:
    state = position("6 7 8", "31 32 33")
    play(state, "0 6")
    assert choice(state) is None


def test_K5_follows_its_dice_and_nothing_else() -> None:
    view = SIX_NIMMT.view(position("6 17 28 39 70 88", "1 2 3 4 9 12", "7 8 13 14 15 16"), 0)
    first, second = (Expert(200).choose(view, Dealer(bytes(32), "computer 0", 3)) for _ in range(2))
    assert first is second


def test_K1_a_guess_has_hands_of_the_right_size_from_cards_that_nobody_has_seen() -> None:
    rng = QuickDealer(5)
    for seats in (2, 5, 10):
        state, _ = SIX_NIMMT.deal(seats, SIX_NIMMT.configure("quick"), rng)
        for _ in range(6):
            for seat in range(seats):
                SIX_NIMMT.apply(state, seat, CHOOSE[rng.choice(state.hands[seat])], rng)
            if state.chooser >= 0:
                SIX_NIMMT.apply(state, state.chooser, TAKE_ROW[0], rng)
            hands, _styles = imagined(state, deals=3).guess(rng)
            assert hands[0] == state.hands[0]
            assert [len(hand) for hand in hands] == [len(hand) for hand in state.hands]
            seen = {card for row in (*state.rows, *state.taken) for card in row}
            cards = [card for hand in hands for card in hand]
            assert len(set(cards)) == len(cards)
            assert not seen & set(cards)


def test_K5_hands_that_explain_what_was_played_are_guessed_more_often() -> None:
    """Bo played 60. Whoever reckons does so with 90 to 92 beside it, and hardly with the next cards of three rows."""
    state = position("1 2 3 4", "60 61 62 63", rows="5 | 20 | 40 | 55", preset="quick")
    play(state, "0 4", "1 60", "0 row1")
    table = imagined(state)
    ((_, likely_style), likely), ((_, other_style), other) = (
        table._judged([[1, 2, 3], hand]) for hand in ([90, 91, 92], [6, 21, 41])
    )
    assert likely > 2 * other
    assert likely_style[1] < 0.5 < other_style[1]  # with those cards, it was a feeling

    dice, picked = QuickDealer(1), Counter[int]()
    for _ in range(3000):
        picked[id(table.guess(dice)[0])] += 1
    weights = {id(hands): table._judged(hands)[1] for hands, _ in table._deals}
    total = sum(weights.values())
    often = sorted(weights, key=lambda deal: weights[deal])
    share = sum(picked[deal] for deal in often[150:]) / 3000
    assert abs(share - sum(weights[deal] for deal in often[150:]) / total) < 0.05
    assert share > 0.6


def test_K5_who_plays_as_expected_is_taken_for_somebody_who_reckons_and_others_for_somebody_who_feels() -> None:
    rng = QuickDealer(2)
    shares = {}
    for level in ("hard", "medium"):
        styles = Counter[bool]()
        for _ in range(20):
            state, _ = SIX_NIMMT.deal(2, SIX_NIMMT.configure("quick"), rng)
            for _ in range(6):
                for seat, each in enumerate(("easy", level)):
                    move = SIX_NIMMT.computer(each).choose(SIX_NIMMT.view(state, seat), rng)
                    assert move is not None
                    SIX_NIMMT.apply(state, seat, move, rng)
                if state.chooser >= 0:
                    SIX_NIMMT.apply(state, state.chooser, TAKE_ROW[0], rng)
            table = imagined(state, deals=60)
            styles.update(table.guess(rng)[1][1] for _ in range(50))
        shares[level] = styles[True] / styles.total()
    assert shares["hard"] < 0.35
    assert shares["medium"] > 0.65


def test_a_deal_that_decides_is_worth_a_win_and_one_that_does_not_the_heads() -> None:
    state = position("50", "60", rows="5 | 20 | 40 | 55", taken=["1", "11"], preset="quick")
    table = imagined(state)
    hands = [[50], [60]]
    won, work = table.finish((hands, [True, True]), CHOOSE[50], QuickDealer(1))
    assert work == 1
    assert won == 1 + 0.02 * (heads([11]) - heads([1]))
    on = position("50", "60", rows="5 | 20 | 40 | 55", taken=["1", "11"])  # to 66 heads: the match goes on
    assert imagined(on).finish((hands, [True, True]), CHOOSE[50], QuickDealer(1))[0] == 0.02 * 4
    lost, _ = imagined(state, 1).finish((hands, [True, True]), CHOOSE[60], QuickDealer(1))
    assert lost == -0.02 * 4


def test_a_row_is_taken_by_the_rules_and_the_other_cards_are_placed_then() -> None:
    """In the last trick nothing is left to chance: every row comes to what it comes to at the table."""
    state = position("1", "60", rows="5 | 20 30 | 40 | 51 52 53 54 55", preset="quick")
    play(state, "0 1", "1 60")
    for row in TAKE_ROW:
        real = state.copy()
        SIX_NIMMT.apply(real, 0, row, QuickDealer(1))
        assert real.outcome is not None
        won = 0 in real.outcome.winners
        own, other = real.outcome.points
        worth, _ = imagined(state).finish(([[], []], [False, False]), row, QuickDealer(1))
        assert worth == pytest.approx(won + 0.02 * (other - own))


def test_who_plays_by_feeling_is_imagined_to_and_who_reckons_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position("1 2 3 4", "60 61 62 63", "70 71 72 73", rows="5 | 20 | 40 | 55", preset="quick")
    asked: Counter[str] = Counter()

    def by_feeling(_: Rows, hand: list[int], __: object) -> int:
        asked["feels"] += 1
        return hand[0]

    def best(_: Rows, hand: list[int], __: object) -> int:
        asked["reckons"] += 1
        return hand[0]

    monkeypatch.setattr(Rows, "by_feeling", by_feeling)
    monkeypatch.setattr(Rows, "best", best)
    table, hands = imagined(state), [[*hand] for hand in state.hands]
    for _ in range(1000):
        table.finish((hands, [False, True, False]), CHOOSE[1], QuickDealer(_))
    assert 0.6 < asked["feels"] / 4000 < 0.8  # the rest are slips
    assert 0.6 < asked["reckons"] / 4000 < 0.8


def test_a_shared_win_is_a_share() -> None:
    state = position("50", "60", rows="5 | 20 | 40 | 55", preset="quick")
    assert imagined(state).finish(([[50], [60]], [True, True]), CHOOSE[50], QuickDealer(1))[0] == 0.5
