"""The pack, the deal and the first card of Crazy Eights: E1 to E3, C3, C5."""

from collections import Counter

import pytest

from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.crazy_eights.cards import ALL, FACE, rank_of
from bot.games.dealer import QuickDealer
from bot.games.shedding.events import Dealt, PutBack
from tests.games.eights.position import ACTION, CLASSIC, PACK, hand, may, name, names, play, position


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (8, 2), (9, 2), (10, 2)])
def test_E1_one_pack_of_52_and_from_six_seats_on_two(seats: int, packs: int) -> None:
    state, _ = CRAZY_EIGHTS.deal(seats, CLASSIC, QuickDealer(1))
    cards = CRAZY_EIGHTS.cards(state)
    assert Counter(name(FACE[card]) for card in cards) == Counter(PACK * packs)
    assert len(set(cards)) == 52 * packs


def test_E1_equal_cards_of_two_packs_are_one_choice() -> None:
    state = position("5H 5H 8C 8C", *["2C"] * 2, *["3C"] * 2, "4C", top="KH")
    assert sorted(may(state, 0)) == ["5H", "8C=C", "8C=D", "8C=H", "8C=S", "draw"]


def test_E1_equal_cards_of_two_packs_are_played_one_at_a_time() -> None:
    state = position("5H 5H", *["2C"] * 2, *["3C"] * 2, "4C", top="KH")
    both = list(state.hands[0])
    play(state, "0 5H")
    assert both[0] != both[1]
    assert sorted([*state.hands[0], state.discards[-1]]) == both


@pytest.mark.parametrize(("seats", "size"), [(2, 7), (3, 5), (4, 5), (5, 5), (6, 5), (10, 5)])
def test_E2_seven_cards_each_with_two_seats_else_five(seats: int, size: int) -> None:
    state, _ = CRAZY_EIGHTS.deal(seats, CLASSIC, QuickDealer(2))
    assert [len(cards) for cards in state.hands] == [size] * seats


def test_E2_hands_differ_from_deal_to_deal() -> None:
    assert len({hand(CRAZY_EIGHTS.deal(4, CLASSIC, QuickDealer(seed))[0], 0) for seed in range(20)}) == 20


def test_E3_one_card_that_is_no_eight_starts_the_discard_pile() -> None:
    starters = set()
    for seed in range(1000):
        state, events = CRAZY_EIGHTS.deal(2, CLASSIC, QuickDealer(seed))
        (starter,) = state.discards
        assert events[-1] == Dealt(1, state.dealer, FACE[starter])
        assert may(state, state.turn)[-1] == "draw"
        starters.add(name(FACE[starter]))
    assert starters == {card for card in PACK if "8" not in card}


def test_E3_the_suit_of_the_starter_is_in_force() -> None:
    for seed in range(100):
        state, _ = CRAZY_EIGHTS.deal(3, CLASSIC, QuickDealer(seed))
        assert CRAZY_EIGHTS.view(state, None).suit == "CDHS".index(name(state.top)[-1])


def test_E3_an_eight_turned_up_is_shuffled_back_into_the_stock() -> None:
    places, most = set(), 0
    for seed in range(2000):
        state, events = CRAZY_EIGHTS.deal(2, CLASSIC, QuickDealer(seed))
        back = [event.face for event in events if isinstance(event, PutBack)]
        stock = ALL.faces(state.pile)
        assert all(rank_of(each) == 8 and each in stock for each in back)
        places |= {stock.index(each) for each in back}
        most = max(most, len(back))
    assert len(places) > 25
    assert most >= 2


def test_E3_the_starter_has_no_effect() -> None:
    ranks = set()
    for seed in range(300):
        state, events = CRAZY_EIGHTS.deal(4, ACTION, QuickDealer(seed))
        assert state.turn == (state.dealer + 1) % 4
        assert CRAZY_EIGHTS.view(state, None).direction == 1
        assert [len(cards) for cards in state.hands] == [5] * 4
        assert all(isinstance(event, PutBack | Dealt) for event in events)
        ranks.add(rank_of(state.top))
    assert {1, 2, 12} <= ranks


def test_C3_an_eight_stays_the_card_it_is() -> None:
    state = position("8C 2S", "4H KD", top="5S", pile="")
    eight = state.hands[0][0]
    play(state, "0 8C=H")
    assert names(ALL.faces(state.discards)) == "5S 8C"
    play(state, "1 4H", "0 draw")
    assert eight in state.hands[0]
    assert set(may(state, 0)) == {"8C=C", "8C=D", "8C=H", "8C=S", "keep"}


@pytest.mark.parametrize("seed", range(12))
def test_C3_every_card_is_in_one_place_after_every_move(seed: int) -> None:
    rng = QuickDealer(seed)
    state, _ = CRAZY_EIGHTS.deal(2 + seed % 9, CRAZY_EIGHTS.configure("action", {"match": 100}), rng)
    cards = sorted(CRAZY_EIGHTS.cards(state))
    for _ in range(400):
        if state.outcome is not None:
            break
        CRAZY_EIGHTS.apply(state, state.turn, rng.choice(CRAZY_EIGHTS.moves(state, state.turn)), rng)
        assert sorted(CRAZY_EIGHTS.cards(state)) == cards


def test_C5_the_first_dealer_is_drawn_at_random() -> None:
    dealers = Counter(CRAZY_EIGHTS.deal(4, CLASSIC, QuickDealer(seed))[0].dealer for seed in range(400))
    assert sorted(dealers) == [0, 1, 2, 3]
    assert min(dealers.values()) > 60


def test_C5_the_seat_left_of_the_dealer_begins() -> None:
    for seed in range(50):
        state, _ = CRAZY_EIGHTS.deal(5, CLASSIC, QuickDealer(seed))
        assert CRAZY_EIGHTS.waiting(state) == ((state.dealer + 1) % 5,)


@pytest.mark.parametrize(("dealer", "following"), [(0, 1), (1, 2), (2, 0)])
def test_C5_the_deal_moves_one_seat_clockwise_each_round(dealer: int, following: int) -> None:
    state = position("5H", "2C", "3C", top="KH", match=100)
    state.dealer = dealer
    play(state, "0 5H")
    assert state.dealer == following
    assert CRAZY_EIGHTS.waiting(state) == ((following + 1) % 3,)


def test_C5_each_round_starts_clockwise() -> None:
    state = position("AH 9H", "4H", "6H", top="KH", match=100, ace_reverses=True)
    events = play(state, "0 AH", "2 6H")
    assert isinstance(events[-1], Dealt)
    assert (state.direction, state.dealer, state.turn) == (1, 0, 1)
