"""Guesses of the cards that a seat does not see: how often each comes."""

from collections import Counter
from statistics import mean

from bot.games.dealer import QuickDealer
from bot.games.shedding.cards import Face
from bot.games.shedding.unseen import UNMINDFUL, Explains, Unseen
from bot.games.uno import UNO
from bot.games.uno.cards import ALL, COLOUR, FACE, FACES, RED, colour_of, pack, short
from bot.games.uno.state import State
from tests.games.uno.position import play, position
from tests.games.uno.test_memory import remembering

GUESSES = 20_000
Guess = tuple[list[list[Face]], list[Face]]
"""The hands and the pile, in faces."""


def guesses(state: State, explains: Explains, count: int = GUESSES) -> list[Guess]:
    """What the first seat guesses."""
    table, dice = Unseen(UNO.view(state, 0), 0, pack(1, 4), ALL, explains), QuickDealer(1)
    dealt = [table.deal(dice) for _ in range(count)]
    return [([[FACE[card] for card in hand] for hand in hands], [FACE[card] for card in pile]) for hands, pile in dealt]


def nothing(_seat: int, _hand: list[Face]) -> float:
    return 1.0


def is_red(face: Face) -> bool:
    return colour_of(face) == RED


def test_where_nothing_was_seen_every_card_is_as_likely_as_the_others() -> None:
    state = position("R1 R2", "Y1", top="R5")
    found = Counter(short(hands[1][0]) for hands, _ in guesses(state, nothing))
    hidden = Counter(short(FACE[card]) for card in (*state.pile, *state.hands[1]))
    for text, count in hidden.items():
        assert abs(found[text] / GUESSES - count / hidden.total()) < 0.005


def test_hands_come_as_often_as_they_explain_what_was_seen() -> None:
    """A red card explains it four times as well; one guess in ten asks nobody."""
    state = position("Y1 Y2", "R1", "B1 B2 B3", top="G5")

    def explains(seat: int, hand: list[Face]) -> float:
        return 4.0 if seat == 1 and is_red(hand[0]) else 1.0

    hidden = [*state.pile, *state.hands[1], *state.hands[2]]
    red = sum(COLOUR[card] == RED for card in hidden) / len(hidden)
    expected = 0.9 * 4 * red / (4 * red + 1 - red) + 0.1 * red
    found = guesses(state, explains)
    assert abs(mean(is_red(hands[1][0]) for hands, _ in found) - expected) < 0.02
    assert abs(mean(is_red(face) for hands, _ in found for face in hands[2]) - red) < 0.02  # tells nothing of others


def test_the_oldest_cards_come_first_when_hands_are_weighed_and_seen_ones_before_them() -> None:
    """Bo was given G2, which was seen, and has drawn a card since that does not fit."""
    state = remembering("R7 G2", "Y1", top="R5", pile="B1 B2", seven_zero=True, uno_call="off")
    play(state, "0 R7>1", "1 draw")
    weighed: list[list[str]] = []

    def explains(seat: int, hand: list[Face]) -> float:
        if seat == 1:
            weighed.append([short(face) for face in hand])
        return 1.0

    guesses(state, explains, 500)
    assert {first for first, _ in weighed} == {"G2"}
    drawn = {second for _, second in weighed}
    assert len(drawn) > 10
    assert not any(each.startswith(("R", "W")) or each.endswith("7") for each in drawn)


def test_a_card_that_is_seen_may_lie_on_the_note_that_says_most() -> None:
    """One of Bo's two cards is not red, one of them has been seen: it may be the same one."""
    state = remembering("G1 G2", "G3 Y2", top="R5")
    assert state.memory is not None
    state.memory.lacks[1] = [sum(1 << face for face in FACES if is_red(face)), 0]
    state.memory.saw(0, [card for card in state.hands[1] if short(FACE[card]) == "G3"])
    assert mean(any(map(is_red, hands[1])) for hands, _ in guesses(state, nothing)) > 0.2


def test_what_is_certain_holds_in_all_guesses_but_those_that_leave_memory_out() -> None:
    state = remembering("G1 G2", "Y1 Y2 Y3", top="R5", pile="B1", turn=1)
    play(state, "1 draw")

    def likes_red(seat: int, hand: list[Face]) -> float:
        return 10.0 ** sum(map(is_red, hand)) if seat == 1 else 1.0

    broken = mean(any(map(is_red, hands[1])) for hands, _ in guesses(state, likes_red, 2000))
    assert 0 < broken < UNMINDFUL / 100


def test_who_sees_all_hands_guesses_only_the_pile() -> None:
    state = remembering("R0 G2", "Y1", top="R5", seven_zero=True, uno_call="off")
    play(state, "0 R0")
    found = guesses(state, nothing, 20)
    assert {tuple(hands[1]) for hands, _ in found} == {tuple(FACE[card] for card in state.hands[1])}
    assert len({tuple(pile) for _, pile in found}) == 20
