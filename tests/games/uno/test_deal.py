"""The pack, the deal and the first discard: U1 to U3, U35, C1, C3, C5, P2, P3."""

from collections import Counter
from typing import Any

import pytest

from bot.errors import BadOption
from bot.games.dealer import QuickDealer
from bot.games.shedding.events import Dealt, Drew, PutBack
from bot.games.uno import UNO
from bot.games.uno.cards import ALL, FACE, SYMBOL, WILD, WILD_FOUR, pack, short
from bot.games.uno.rounds import _first_effect, _turn_up
from bot.games.uno.state import Asked, State
from tests.games.uno.position import NO_CHANCE, hand, may, play, position, told


def first_discard(starter: str, seats: int, **options: Any) -> State:
    """A round as it is when this card has been turned up. The last seat deals."""
    state = position(*["R1 R2"] * 2, *["Y1 Y2"] * 2, top="G9", **options)
    state.hands = state.hands[:seats]
    state.dealer = seats - 1
    wanted = next(card for card in state.pile if short(FACE[card]) == starter)
    state.pile.remove(wanted)
    state.pile.append(wanted)
    return state


def turned_up(starter: str, seats: int = 4, **options: Any) -> tuple[State, list[str]]:
    state = first_discard(starter, seats, **options)
    events: list[object] = []
    _turn_up(state, NO_CHANCE, events)  # type: ignore[arg-type]
    _first_effect(state, NO_CHANCE, events)  # type: ignore[arg-type]
    return state, told(events)[1:]  # type: ignore[arg-type]


def test_U1_the_pack_has_108_cards_of_these_kinds() -> None:
    names = Counter(short(FACE[card]) for card in pack(1, 4))
    assert sum(names.values()) == 108
    assert names.pop("W") == 4
    assert names.pop("W+4") == 4
    assert {name for name, count in names.items() if count == 1} == {"R0", "Y0", "G0", "B0"}
    assert len([name for name, count in names.items() if count == 2]) == 4 * 12


@pytest.mark.parametrize("seats", [2, 5, 10])
def test_U2_seven_cards_each_and_one_turned_up(seats: int) -> None:
    for seed in range(50):
        state, events = UNO.deal(seats, UNO.configure(), QuickDealer(seed))
        drawn = sum(event.count for event in events if isinstance(event, Drew))
        assert sum(map(len, state.hands)) - drawn in (7 * seats, 7 * seats + 2)
        assert len(state.discards) == 1
        assert sorted(UNO.cards(state)) == sorted(pack(1, 4))


def test_U3_a_number_plays_as_it_is() -> None:
    state, events = turned_up("R5")
    assert (state.turn, state.direction, state.asked, events) == (0, 1, Asked.TURN, [])


def test_U3_a_skip_skips_the_first_seat() -> None:
    state, events = turned_up("RS")
    assert (state.turn, events) == (1, ["Ann is skipped."])


def test_U3_a_draw_two_is_drawn_by_the_first_seat_which_is_skipped() -> None:
    state, events = turned_up("R+2")
    assert (state.turn, events) == (1, ["Ann takes 2 cards and loses the turn."])
    assert len(state.hands[0]) == 4


def test_U3_a_reverse_makes_the_dealer_begin_counter_clockwise() -> None:
    state, events = turned_up("RR")
    assert (state.turn, state.direction) == (3, -1)
    assert events == ["Play turns round and runs counter-clockwise."]


def test_U3_between_two_seats_a_reverse_acts_as_skip_and_the_direction_stays() -> None:
    state, events = turned_up("RR", seats=2)
    assert (state.turn, state.direction, events) == (1, 1, ["Ann is skipped."])


def test_U3_after_a_wild_the_first_seat_names_the_colour_and_then_plays() -> None:
    state, _ = turned_up("W")
    assert state.turn == 0
    assert may(state, 0) == ["name=R", "name=Y", "name=G", "name=B"]
    assert may(state, 1) == []
    assert told(play(state, "0 name=Y")) == ["Ann names yellow."]
    assert state.turn == 0
    assert (state.asked, state.colour) == (Asked.TURN, 1)
    assert may(state, 0) == ["draw"]


def test_U3_a_wild_draw_four_is_shuffled_back_as_often_as_needed() -> None:
    class PutsItUnder:
        """Shuffles by moving the top card to the bottom."""

        shuffles = 0

        def shuffle(self, cards: list[int]) -> None:
            self.shuffles += 1
            cards.insert(0, cards.pop())

    state = first_discard("W+4", 4)
    state.pile = [card for card in state.pile if SYMBOL[card] != WILD]
    rng, events = PutsItUnder(), []  # type: ignore[var-annotated]
    before = sorted(state.pile)
    _turn_up(state, rng, events)  # type: ignore[arg-type]
    assert rng.shuffles == 4
    assert [type(event) for event in events] == [PutBack] * 4 + [Dealt]
    assert told(events[:1]) == ["Wild Draw Four cannot start: it is shuffled back."]
    assert sorted(state.pile + state.discards) == before


def test_U3_a_wild_draw_four_never_starts() -> None:
    for seed in range(300):
        state, _ = UNO.deal(2, UNO.configure(), QuickDealer(seed))
        assert state.top_symbol != WILD_FOUR


@pytest.mark.parametrize("starter", ["R7", "R0"])
def test_U3_a_seven_or_zero_as_first_discard_swaps_nothing(starter: str) -> None:
    state, events = turned_up(starter, seven_zero=True)
    assert events == []
    assert hand(state, 0) == "R1 R2"


def test_U3_first_discards_are_never_stacked_on() -> None:
    state, _ = turned_up("R+2", stacking="any")
    assert (state.asked, state.penalty, state.turn) == (Asked.TURN, 0, 1)


def test_U35_two_packs_are_used_from_eight_seats_with_eight_cards() -> None:
    for seats, size, cards in ((7, 10, 108), (8, 7, 108), (8, 8, 216), (10, 10, 216)):
        state, _ = UNO.deal(seats, UNO.configure(None, {"hand_size": size}), QuickDealer(1))
        assert len(UNO.cards(state)) == cards
        assert len(set(UNO.cards(state))) == cards


def test_U35_two_packs_of_the_preset_one_have_214_cards() -> None:
    state, _ = UNO.deal(8, UNO.configure("one", {"hand_size": 8}), QuickDealer(1))
    assert len(UNO.cards(state)) == 214


def test_U35_equal_cards_are_one_move_and_are_told_apart_by_identity() -> None:
    state = position("R5 R5 B1", "G1 G2", top="R1")
    assert may(state, 0) == ["R5", "B1", "draw"]
    assert state.hands[0][0] != state.hands[0][1]


@pytest.mark.parametrize("size", [2, 11, "seven"])
def test_U35_other_hand_sizes_are_refused_by_name(size: int | str) -> None:
    with pytest.raises(BadOption, match=r"hand_size can be a whole number from 3 to 10\."):
        UNO.configure(None, {"hand_size": size})


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_C1_two_to_ten_can_play(seats: int) -> None:
    with pytest.raises(BadOption, match="seats can be a whole number from 2 to 10"):
        UNO.deal(seats, UNO.configure(), QuickDealer(1))


def test_C3_a_wild_keeps_its_identity_when_it_is_played() -> None:
    state = position("R1 R2 W", "G1 G2", top="R5")
    wild = state.hands[0][2]
    play(state, "0 W=B")
    assert state.discards[-1] == wild
    assert short(state.top) == "W"
    assert may(state, 1) == ["draw"]


def test_C5_the_dealer_is_drawn_at_random_and_the_seat_left_of_it_begins() -> None:
    dealers = set()
    for seed in range(100):
        state, _ = UNO.deal(3, UNO.configure(None, {"starter": "number"}), QuickDealer(seed))
        dealers.add(state.dealer)
        assert state.turn == (state.dealer + 1) % 3
    assert dealers == {0, 1, 2}


def test_C5_the_deal_moves_on_one_seat_each_round() -> None:
    state = position("R5", "G1", "B1", top="R1", match=500)
    state.dealer = 2
    play(state, "0 R5")
    assert (state.round, state.dealer) == (2, 0)


def test_C5_first_discard_effects_apply_in_every_round() -> None:
    seen = set()
    for seed in range(60):
        state = position("R5", "G1", "B1", top="R1", match=500)
        lines = told(play(state, "0 R5", rng=QuickDealer(seed)))
        seen.add(lines[-1].split(" ", 1)[-1])
    assert {"is skipped.", "takes 2 cards and loses the turn.", "turns round and runs counter-clockwise."} <= seen


def test_P2_one_starts_with_a_number_and_has_107_cards() -> None:
    for seed in range(100):
        state, _ = UNO.deal(4, UNO.configure("one"), QuickDealer(seed))
        assert state.top_symbol < 10
        assert len(UNO.cards(state)) == 107


def test_P3_v26_never_starts_with_a_wild() -> None:
    starts = {UNO.deal(4, UNO.configure("v26"), QuickDealer(seed))[0].top_symbol for seed in range(300)}
    assert starts == set(range(13))


def test_every_card_has_a_face_and_a_lowest_copy() -> None:
    assert all(FACE[ALL.lowest[face]] == face for face in set(FACE))
