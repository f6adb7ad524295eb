"""UNO in words, and the sentence for every move that cannot be made."""

import pickle

import pytest

from bot.errors import IllegalMove, UnknownMove
from bot.games.uno import UNO
from bot.games.uno.cards import FACES, short
from bot.games.uno.moves import MOVES
from bot.games.uno.text import long
from tests.games.uno.position import play, position

NAMES = ("Ann", "Bo", "Kit", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")


def test_every_card_has_a_short_and_a_long_name_of_its_own() -> None:
    assert len({short(face) for face in FACES}) == len({long(face) for face in FACES}) == 54
    names = {short(face): long(face) for face in FACES}
    assert names["R7"] == "Red 7"
    assert names["BS"] == "Blue Skip"
    assert names["GR"] == "Green Reverse"
    assert names["Y+2"] == "Yellow Draw Two"
    assert names["W"] == "Wild"
    assert names["W+4"] == "Wild Draw Four"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("R7", "Red 7"),
        ("R7!", "Red 7, UNO!"),
        ("W=G", "Wild, green"),
        ("W+4=B!", "Wild Draw Four, blue, UNO!"),
        ("Y7>2", "Yellow 7, swapping with Kit"),
        ("draw", "Draw"),
        ("keep", "Keep it"),
        ("pass", "Pass"),
        ("take", "Take the cards"),
        ("challenge", "Challenge"),
        ("call", "UNO!"),
        ("catch>1", "Catch Bo!"),
        ("name=Y", "Yellow"),
    ],
)
def test_moves_have_labels(text: str, label: str) -> None:
    assert UNO.label(UNO.decode(text), NAMES) == label


def test_every_move_has_its_own_text_and_label_and_survives_another_process() -> None:
    assert len({move.text for move in MOVES}) == len({UNO.label(move, NAMES) for move in MOVES}) == len(MOVES)
    for move in MOVES:
        assert pickle.loads(pickle.dumps(move)) is move  # noqa: S301 - our own


@pytest.mark.parametrize(
    "text", ["", "R", "r7", "R10", "W", "W=", "W=X", "R7>", "R7>10", "R5>1", "R7 ", "catch", "name="]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(UnknownMove, match="That is no move in UNO"):
        UNO.decode(text)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("0 B2", "That card does not fit: match the colour, the number or the symbol, or play a Wild."),
        ("0 G9", "You do not hold that card. Open your hand again to see what you have."),
        ("0 pass", "You can only pass when nothing is left to draw. Play a card that fits, or draw."),
        ("0 keep", "Play a card that fits, or draw."),
        ("0 take", "Play a card that fits, or draw."),
        ("0 challenge", "Play a card that fits, or draw."),
        ("0 name=R", "Play a card that fits, or draw."),
        ("0 R1!", "Call UNO only with the play that leaves you one card."),
        ("0 call", "There is nothing to call: you do not owe UNO now."),
        ("1 catch>0", "There is nobody to catch there: the call was made, or the next turn has begun."),
        ("1 draw", "It is not your turn yet: wait until the others have played."),
        ("1 G1", "It is not your turn yet: wait until the others have played."),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(move: str, sentence: str) -> None:
    state = position("R1 B2 B3", "G1 G2", top="R5")
    before = state.copy()
    with pytest.raises(IllegalMove) as refused:
        play(state, move)
    assert str(refused.value) == sentence
    assert state == before


def refused(state: object, move: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        play(state, move)  # type: ignore[arg-type]
    return str(refusal.value)


def test_refusals_name_what_is_asked_instead() -> None:
    state = position("W+4 R1 R2", "G1 G2", top="Y5")
    play(state, "0 W+4=G")
    assert refused(state, "1 draw") == "A penalty lies before you: answer that first."
    state = position("R1", "G1", top="W", colour="R")
    state.asked = type(state.asked).NAME
    assert refused(state, "0 R1") == "Name a colour first."
    state = position("R1 R2", "G1", top="R5", pile="R9")
    play(state, "0 draw")
    assert refused(state, "0 draw") == "You have drawn: play that card, or keep it."


def test_refusals_of_a_draw() -> None:
    assert refused(position("R1 R2", "G1", top="R5", must_play=True), "0 draw") == "You can play, so you may not draw."
    assert refused(position("R1 R2", "G1", top="R5", pile=""), "0 draw") == "Nothing is left to draw: pass instead."


@pytest.mark.parametrize(
    ("hands", "move"),
    [
        (("R0 R1 R2", "G1 G2", "B1 B2"), "0 R0!"),
        (("R7 R1 R2", "G1 G2", "B1 B2"), "0 R7>1!"),
        (("R5 R1 R2", "G1 G2", "B1 B2"), "0 R5!"),
    ],
)
def test_a_call_that_is_too_early_is_refused_with_swaps_too(hands: tuple[str, ...], move: str) -> None:
    state = position(*hands, top="R5", seven_zero=True)
    assert refused(state, move) == "Call UNO only with the play that leaves you one card."


def test_a_call_is_refused_where_nobody_has_to_call() -> None:
    sentence = "Nobody has to call UNO in this game: play the card without."
    assert refused(position("R7 R1", "G1", top="R5", seven_zero=True, uno_call="off"), "0 R7>1!") == sentence
    assert refused(position("R1 R2", "G1", top="R5", uno_call="auto"), "0 R1!") == sentence


def test_what_a_seat_can_do_instead_is_named_as_it_is() -> None:
    assert refused(position("R1 R2", "G1", top="R5", must_play=True), "0 keep") == "Play a card that fits."
    assert refused(position("B1 B2", "G1", top="R5"), "0 keep") == "No card of yours fits: draw."
    assert refused(position("B1 B2", "G1", top="R5", pile=""), "0 keep") == "No card of yours fits: pass."
    stuck = position("Y1 R3", "G1 G3", top="R5", pile="", must_play=True)
    assert refused(stuck, "0 pass") == "You can play, so you may not pass."
    drawn = position("R1 R2", "G1", top="R5", pile="R9", drawn_card="must")
    play(drawn, "0 draw")
    assert refused(drawn, "0 keep") == "You have drawn: play that card."


def test_nobody_catches_itself() -> None:
    state = position("R1 B2", "G3 G4", top="R5")
    play(state, "0 R1")
    assert refused(state, "0 catch>0") == "You cannot catch yourself. If you owe UNO, call it."


def test_a_jump_in_with_a_wrong_swap_is_told_about_the_swap() -> None:
    state = position("R1 R2 R3", "R7 B1 B2", top="R7", jump_in=True, seven_zero=True)
    assert refused(state, "1 R7") == "Name another seat in play to swap hands with."


def test_a_swap_with_a_seat_that_is_not_there_is_refused() -> None:
    state = position("R7 R1 R2", "G1 G2", top="R5", seven_zero=True)
    assert refused(state, "0 R7>5") == "Name another seat in play to swap hands with."


def test_a_swap_with_a_seat_that_is_out_is_refused() -> None:
    state = position("R7 R1 R2", "", "G1 G2", top="R5", seven_zero=True, play_on=True)
    state.out = [1]
    assert refused(state, "0 R7>1") == "Name another seat in play to swap hands with."
