"""What a seat of UNO can remember of the other hands stands in its view, and no more (rule K1)."""

import pytest

from bot.games.dealer import QuickDealer
from bot.games.shedding.memory import Memory
from bot.games.uno import UNO
from bot.games.uno.cards import ALL, BLUE, FACES, RED, short
from bot.games.uno.state import State
from bot.games.uno.view import View
from tests.games.uno.position import play, position
from tests.games.walk import walk


def remembering(*hands: str, **more: object) -> State:
    """A position whose seats have seen nothing yet, and remember from now on."""
    state = position(*hands, **more)  # type: ignore[arg-type]
    state.memory = Memory([[0] * len(hand) for hand in state.hands])
    return state


def view(state: State, seat: int | None = 0) -> View:
    return UNO.view(state, seat)


def known(state: State, seat: int | None = 0) -> list[str]:
    """By seat, the cards there that this seat has seen."""
    return [" ".join(map(short, faces)) for faces in view(state, seat).known]


def cannot_be(state: State, seat: int) -> list[set[str]]:
    """For each card of a seat, oldest first, what it is not."""
    return [{short(face) for face in FACES if lacks >> face & 1} for lacks in view(state, None).lacks[seat]]


def chosen(state: State, seat: int) -> list[str]:
    """What a seat chose, oldest first: the card, how many cards of then it still holds, and which have gone since."""
    choices = view(state, None).choices[seat]
    return [f"{short(each.face)} {each.left} {' '.join(map(short, each.gone))}".strip() for each in choices]


FITS_RED_5 = {f"R{symbol}" for symbol in (*range(10), "S", "R", "+2")} | {"Y5", "G5", "B5", "W", "W+4"}


def test_who_draws_held_nothing_that_fits_and_everybody_saw_it() -> None:
    state = remembering("G1 G2", "Y1 Y2 Y3", top="R5", pile="R9 B1", turn=1)
    play(state, "1 draw")
    assert cannot_be(state, 1) == [FITS_RED_5, FITS_RED_5, FITS_RED_5, FITS_RED_5]  # the card drawn did not fit either
    assert cannot_be(state, 0) == [set(), set()]
    assert view(state, 0).lacks == view(state, 1).lacks == view(state, None).lacks


def test_a_card_drawn_that_fits_is_not_known_when_it_is_kept() -> None:
    state = remembering("G1 G2", "Y1 Y2 Y3", top="R5", pile="R9", turn=1)
    play(state, "1 draw", "1 keep")
    assert cannot_be(state, 1) == [FITS_RED_5, FITS_RED_5, FITS_RED_5, set()]


def test_of_cards_drawn_until_one_fits_all_but_the_last_did_not() -> None:
    state = remembering("G1 G2", "Y1 Y2", top="R5", pile="R9 B1 B2", turn=1, draw_until_playable=True)
    play(state, "1 draw")
    assert cannot_be(state, 1) == [FITS_RED_5] * 4 + [set()]


def test_where_a_drawn_card_is_always_kept_nothing_is_known_of_it() -> None:
    state = remembering("G1 G2", "Y1 Y2", top="R5", pile="B1", turn=1, drawn_card="keep")
    play(state, "1 draw")
    assert cannot_be(state, 1) == [FITS_RED_5, FITS_RED_5, set()]


def test_with_no_bluff_a_wild_draw_four_that_was_drawn_and_is_refused_may_be_there() -> None:
    state = remembering("G1 G2", "R1 Y2", top="R5", pile="W+4", turn=1, no_bluff=True)
    play(state, "1 draw")
    assert cannot_be(state, 1) == [FITS_RED_5 - {"W+4"}] * 3


def test_a_card_just_drawn_is_the_one_that_leaves_when_it_is_played() -> None:
    state = remembering("G1 G2", "Y2 Y3 B1", top="R5", pile="W+4", turn=1, no_bluff=True)
    play(state, "1 draw", "1 W+4=B")
    assert cannot_be(state, 1) == [FITS_RED_5 - {"W+4"}] * 3


def test_nothing_drawn_tells_nothing_of_a_card() -> None:
    state = remembering("G1", "Y1 Y2", top="R5", pile="", discards="", turn=1)
    state.pile = []
    assert "pass" in [move.text for move in UNO.moves(state, 1)]
    play(state, "1 pass")
    assert cannot_be(state, 1) == [set(), set()]


@pytest.mark.parametrize("wild", ["W=B", "W+4=B"])
def test_who_plays_a_wild_had_nothing_else_that_fits_but_perhaps_another_wild(wild: str) -> None:
    state = remembering("W W+4 G1", "Y1 Y2 Y3", top="R5", challenge="off")
    play(state, f"0 {wild}")
    assert cannot_be(state, 0) == [FITS_RED_5 - {"W", "W+4"}] * 2


def test_a_wild_draw_four_that_is_stacked_tells_nothing() -> None:
    state = remembering("W+4 G1 G2", "W+4 R2 R3", top="R5", challenge="off", stacking="same")
    play(state, "0 W+4=R", "1 W+4=B")
    assert cannot_be(state, 1) == [set(), set()]


def test_a_wild_draw_four_that_may_be_a_bluff_leaves_open_whether_the_colour_was_there() -> None:
    state = remembering("W+4 G1 B3", "Y1 Y2 Y3", top="R5")
    play(state, "0 W+4=B")
    assert cannot_be(state, 0) == [{"Y5", "G5", "B5"}] * 2


def test_a_bluff_that_was_found_out_leaves_nothing_certain_of_the_colour() -> None:
    """It drew on red once, on purpose: now everybody knows that it holds some."""
    state = remembering("G1 G2 B3", "R2 Y2", "B1 B2", top="R5", pile="B9 B8 B7 B6 W+4", turn=1)
    play(state, "1 draw", "1 keep")
    state.turn = 1
    play(state, "1 W+4=B", "2 challenge")
    assert not any(card[0] == "R" for held in cannot_be(state, 1) for card in held)
    assert chosen(state, 1) == []


def test_an_honest_wild_draw_four_makes_certain_that_the_colour_was_not_there() -> None:
    red = {f"R{symbol}" for symbol in (*range(10), "S", "R", "+2")}
    state = remembering("G1 G2 B3", "W+4 Y2", "B1 B2", top="R5", pile="R1 R2", turn=1)
    play(state, "1 W+4=B", "0 catch>1")  # two cards more, which nobody judges
    state.pile = state.hands[0][:]  # something to draw for the challenger
    state.hands[0] = state.hands[0][:0]
    play(state, "2 challenge")
    assert [red <= held for held in cannot_be(state, 1)] == [True, False, False]
    assert chosen(state, 1) == ["W+4 1"]


def test_a_wild_draw_four_that_is_stacked_is_remembered_by_the_colour_that_it_was_stacked_on() -> None:
    state = remembering("W+4 G1 G2", "W+4 R2 R3", top="R5", stacking="same")
    play(state, "0 W+4=Y", "1 W+4=B")
    (choice,) = view(state).choices[1]
    fitting = {short(face) for face in FACES if choice.fitting >> face & 1}
    assert fitting == {"W+4"} | {f"Y{symbol}" for symbol in (*range(10), "S", "R", "+2")}


def test_a_penalty_tells_nothing() -> None:
    state = remembering("R+2 G2 G3", "Y1 Y2", top="R5")
    play(state, "0 R+2")
    assert cannot_be(state, 1) == [set(), set(), set(), set()]


def test_a_card_that_is_played_was_the_oldest_that_it_could_have_been() -> None:
    state = remembering("G1 G2 B9", "Y1 Y2 Y3", top="R5", pile="Y9 B1", turn=1, drawn_card="keep")
    play(state, "1 draw")
    state.turn, state.colour = 1, 1  # yellow
    play(state, "1 Y1")
    assert cannot_be(state, 1) == [FITS_RED_5, FITS_RED_5, set()]


def test_who_plays_a_card_that_it_could_not_have_draws_on_purpose_and_nothing_is_known_of_it() -> None:
    state = remembering("G1 G2 B9", "R1 Y2 Y3", top="R5", pile="R9 B1", turn=1)
    play(state, "1 draw")
    state.turn = 1
    play(state, "1 R1")
    assert cannot_be(state, 1) == [set(), set(), set()]
    assert chosen(state, 1) == ["R1 3"]  # what it chose before means nothing any more


def test_a_challenge_shows_a_hand_to_the_challenger_alone_and_it_is_remembered_card_by_card() -> None:
    state = remembering("G1 G2 B3", "W+4 R1 Y2", "B1 B2", top="R5", turn=1)
    play(state, "1 W+4=B", "2 challenge")  # guilty: it draws four, nobody knows which
    assert known(state, 2) == ["", "R1 Y2", ""]
    assert known(state, 0) == known(state, 1) == ["", "", ""]
    assert known(state, None) == []
    play(state, "2 B1", "0 B3")
    state.turn, state.colour = 1, 0
    play(state, "1 R1")
    assert known(state, 2) == ["", "Y2", ""]


def test_a_seen_hand_with_two_wild_draw_fours_is_remembered_without_the_one_that_was_played() -> None:
    state = remembering("G1 G2 B3", "W+4 W+4 R1", "B1 B2", top="R5", turn=1)
    play(state, "1 W+4=B", "2 challenge")
    assert known(state, 2) == ["", "R1 W+4", ""]
    assert not set(state.memory.seen[2]) & set(state.discards)  # type: ignore[union-attr]


def test_of_two_equal_cards_one_of_which_was_seen_the_seen_one_was_played() -> None:
    """Nobody can tell them apart, so what is left may be either."""
    one, other, *_ = (card for card in ALL.cards if short(ALL.face[card]) == "R1")
    memory = Memory([[0, 0], [0]])
    memory.saw(1, [one])
    memory.played(0, other, [one], ALL, drawn=False)
    assert memory.seen[1] == set()


def test_what_a_seat_gives_away_in_a_swap_it_remembers() -> None:
    state = remembering("R7 G2 B3", "Y1 Y2", "B1 B2 B4", top="R5", seven_zero=True)
    play(state, "0 R7>1")
    assert known(state, 0) == ["", "G2 B3", ""]
    assert known(state, 1) == ["Y1 Y2", "", ""]
    assert known(state, 2) == ["", "", ""]


def test_what_was_drawn_on_goes_round_with_the_hands() -> None:
    state = remembering("G1 G2 R0", "Y1 Y2", "B1 B2 B4", top="R5", pile="Y9", turn=1, seven_zero=True)
    play(state, "1 draw")
    state.turn = 0
    play(state, "0 R0")  # every hand goes on to the next seat
    assert cannot_be(state, 2) == [FITS_RED_5] * 3
    assert cannot_be(state, 1) == [set(), set()]
    assert known(state, 0) == ["", "G1 G2", ""]
    assert known(state, 1) == ["", "", "Y1 Y2 Y9"]


# What was chosen


def test_a_card_that_is_chosen_is_remembered_with_all_that_could_have_been_played() -> None:
    state = remembering("R1 G2 B3", "Y1 Y2 Y3", top="R5")
    play(state, "0 R1")
    (choice,) = view(state, 1).choices[0]
    assert (short(choice.face), choice.named, choice.left, choice.gone) == ("R1", RED, 2, ())
    assert {short(face) for face in FACES if choice.fitting >> face & 1} == FITS_RED_5
    assert view(state, 0).choices == view(state, 1).choices == view(state, None).choices


def test_a_wild_is_remembered_with_the_colour_that_was_named() -> None:
    state = remembering("W G2 B3", "Y1 Y2 Y3", top="R5")
    play(state, "0 W=B")
    (choice,) = view(state).choices[0]
    assert choice.named == BLUE


def test_of_a_hand_that_was_chosen_from_it_is_known_what_has_gone_and_what_came_later() -> None:
    state = remembering("R1 R2 G2 B3", "R6 Y2 Y3", top="R5", pile="Y9 B1")
    play(state, "0 R1", "1 R6", "0 R2")
    assert chosen(state, 0) == ["R1 2 R2", "R2 2"]


def test_a_card_drawn_later_and_played_changes_nothing_of_what_was_chosen_before() -> None:
    state = remembering("G1 G2 B9", "R6 Y2 Y3", top="R5", pile="R9", turn=1, drawn_card="keep")
    play(state, "1 R6")
    state.turn, state.colour = 1, RED
    play(state, "1 draw")  # neither Y2 nor Y3 fits
    state.turn = 1
    play(state, "1 R9")
    assert chosen(state, 1) == ["R6 2", "R9 2"]


@pytest.mark.parametrize(
    ("state", "moves"),
    [
        (remembering("Y1 Y2", "B1 B2", top="R5", pile="R9"), ["0 draw", "0 R9"]),
        (remembering("R+2 G2 G3", "B+2 Y2 Y3", top="R5", stacking="same"), ["0 R+2", "1 B+2"]),
        (remembering("R1 G2 G3", "Y1 Y2", "R1 B2 B3", top="R5", jump_in=True), ["0 R1", "2 R1"]),
    ],
    ids=["drawn", "stacked", "jumped in"],
)
def test_who_has_no_free_choice_tells_nothing(state: State, moves: list[str]) -> None:
    play(state, *moves)
    assert chosen(state, int(moves[-1][0])) == []


def test_only_the_last_choices_are_remembered() -> None:
    state = remembering("R1 R2 R3 R4 R6 R8 G1", "Y1 Y2 Y3", top="R5")
    for card in "12346":
        play(state, f"0 R{card}")
        state.turn = 0
    assert chosen(state, 0) == ["R2 2 R3 R4 R6", "R3 2 R4 R6", "R4 2 R6", "R6 2"]


def test_what_was_chosen_goes_round_with_the_hands() -> None:
    state = remembering("R1 R0 G2", "R6 Y2", "B1 B2 B4", top="R5", seven_zero=True, uno_call="off")
    play(state, "0 R1", "1 R6")
    state.turn = 0
    play(state, "0 R0")
    assert [chosen(state, seat) for seat in range(3)] == [[], ["R1 1 R0", "R0 1"], ["R6 1"]]


@pytest.mark.parametrize("preset", ["official", "party"])
def test_what_is_remembered_is_always_true(preset: str) -> None:
    """Whatever happens: cards that were seen lie where they are remembered, and there is a note for each card."""
    for seed in range(40):
        rng = QuickDealer(seed)
        path = walk(UNO, seed)
        path.state, _ = UNO.deal(path.seats, UNO.configure(preset), rng)
        for _ in path.moves():
            memory = path.state.memory
            assert [len(held) for held in memory.lacks] == [len(hand) for hand in path.state.hands]
            held = {card for hand in path.state.hands for card in hand}
            assert all(cards <= held for cards in memory.seen.values())
            for seat, choices in memory.choices.items():
                assert all(0 <= choice.left <= len(path.state.hands[seat]) for choice in choices)


def test_a_new_round_is_a_new_memory() -> None:
    state = remembering("R7", "Y1 Y2", top="R5", match=500)
    state.memory.saw(0, state.hands[1])  # type: ignore[union-attr]
    play(state, "0 R7", rng=QuickDealer(1))
    assert state.round == 2
    assert known(state, 0) == ["", ""]
    assert chosen(state, 0) == []
    assert view(state).lacks == ((0,) * 7, (0,) * len(state.hands[1]))
