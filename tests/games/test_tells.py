"""What a play tells of the hand it was chosen from: how likely it is from this hand and from that one."""

import pytest

from bot.games.crazy_eights.cards import ALL as EIGHTS_CARDS
from bot.games.crazy_eights.cards import CLUBS, SPADES
from bot.games.crazy_eights.expert import TELLS as EIGHTS
from bot.games.shedding.cards import Face
from bot.games.shedding.memory import Choice
from bot.games.uno.cards import COLOUR_LETTERS, FACES, short
from bot.games.uno.expert import TELLS as UNO
from bot.games.uno.legal import FITTING
from tests.games.eights.position import name

ON_RED_5 = FITTING[0][5]
UNO_FACES = {short(face): face for face in FACES}
EIGHTS_FACES = {name(face): face for face in EIGHTS_CARDS.face}


def uno(names: str) -> list[Face]:
    return [UNO_FACES[each] for each in names.split()]


def chance(played: str, hand: str, *, left: int | None = None, gone: str = "") -> float:
    """How likely it was to play this on a red 5, with these cards beside it: those that were there come first."""
    card, _, colour = played.partition("=")
    held, (face,) = uno(hand), uno(card)
    named = COLOUR_LETTERS.index(colour or card[0])
    choice = Choice(face, named, ON_RED_5, len(held) if left is None else left, tuple(uno(gone)))
    return UNO.chance(choice, held)


def test_what_goes_with_many_others_is_likelier_than_what_goes_with_few() -> None:
    assert chance("R1", "R2 R3 B5") > 2 * chance("B5", "R1 R2 R3")
    assert chance("B5", "R1 B2 B3") > chance("R1", "B5 B2 B3")


def test_cards_that_do_something_come_early_and_wilds_late() -> None:
    assert chance("RS", "R1 R2") > 10 * chance("R1", "RS R2")
    assert chance("R1", "W B3") > 10 * chance("W=B", "R1 B3")


def test_who_could_play_nothing_else_played_what_there_was() -> None:
    assert chance("R1", "B2 B3 G4") == pytest.approx(1)


def test_whoever_names_a_colour_mostly_has_it() -> None:
    assert chance("W=B", "B1 B2 B3 G4") > 5 * chance("W=G", "B1 B2 B3 G4")


def test_nothing_is_impossible() -> None:
    worst = chance("W+4=Y", "R1 R2 R3 RS R+2 R4 R5")
    assert 0 < worst < 0.01


def test_only_what_was_there_then_counts() -> None:
    assert chance("B5", "Y1 R1 R2 R3", left=1) == chance("B5", "Y1")


def test_what_was_there_and_has_been_played_since_counts() -> None:
    assert chance("B5", "Y1", gone="R1 R2 R3") == chance("B5", "Y1 R1 R2 R3")


def test_in_crazy_eights_an_eight_tells_of_a_hand_without_another_card_that_fits_and_of_the_suit_it_names() -> None:
    hearts = sum(1 << face for text, face in EIGHTS_FACES.items() if text.endswith("H") or text.startswith("8"))

    def eight(suit: int, hand: str) -> float:
        held = [EIGHTS_FACES[each] for each in hand.split()]
        return EIGHTS.chance(Choice(EIGHTS_FACES["8C"], suit, hearts, len(held)), held)

    assert eight(CLUBS, "3C 4C 5S") > 2 * eight(SPADES, "3C 4C 5S")
    assert eight(CLUBS, "3C 4C 5S") > 5 * eight(CLUBS, "3C 4C 5H")
