"""UNO's expert: it guesses hands that agree with all it has seen, and plays rounds out from there (rules K1 and K5)."""

from collections import Counter
from typing import Any

import pytest

from bot.games.dealer import Dealer, QuickDealer
from bot.games.shedding.imagine import _worth
from bot.games.shedding.memory import Memory
from bot.games.uno import UNO, expert
from bot.games.uno.cards import COLOUR, FACE, short
from bot.games.uno.expert import Expert, Imagined, quick, worth_trying
from bot.games.uno.legal import moves
from bot.games.uno.moves import Call, Catch
from bot.games.uno.state import State
from bot.games.uno.view import View
from tests.games.uno.position import play, position
from tests.games.uno.test_memory import remembering
from tests.games.walk import walk

EXPERT = Expert(budget=8000)
SEEN = (
    "hand",
    "counts",
    "pile",
    "discards",
    "turn",
    "direction",
    "drawn",
    "colour",
    "asked",
    "penalty",
    "accused",
    "out",
)


def choice(state: State, seat: int = 0, seed: int = 1) -> str | None:
    move = EXPERT.choose(UNO.view(state, seat), QuickDealer(seed))
    return None if move is None else move.text


def guesses(view: View, times: int = 300) -> list[State]:
    table, dice = Imagined(view), QuickDealer(1)
    return [table.guess(dice) for _ in range(times)]


def printed(state: State) -> "Counter[str]":
    """What is on all the cards of a game."""
    return Counter(short(FACE[card]) for card in UNO.cards(state))


def hands(states: list[State], seat: int) -> list[set[str]]:
    return [{short(FACE[card]) for card in state.hands[seat]} for state in states]


# What it makes of a position


def test_K5_goes_out_when_it_can() -> None:
    assert choice(position("R1", "Y1 Y2 Y3", top="R5")) == "R1"


def test_K5_stops_a_seat_that_is_about_to_go_out() -> None:
    state = position("R1 R+2 B7 B8 B9", "Y1", top="R5")
    assert choice(state) == "R+2"


def test_K5_keeps_its_wild_for_the_last_card() -> None:
    state = position("R1 W", "Y1 Y2 Y3 Y4", top="R5")
    assert choice(state) == "R1!"


def test_K5_calls_and_catches_always() -> None:
    state = position("R1 R2", "Y1 Y2 Y3", "G1 G2 G3", top="R5")
    play(state, "0 R1")
    assert {choice(state, 1, seed) for seed in range(20)} == {"catch>0"}
    assert {choice(state, 0, seed) for seed in range(20)} == {"call"}


def test_K5_says_nothing_when_it_has_nothing_to_do() -> None:
    assert choice(position("R1 R2", "Y1 Y2", top="R5"), 1) is None


def test_K5_names_a_colour_for_a_wild_turned_up_first() -> None:
    for seed in range(200):
        state, _ = UNO.deal(2, UNO.configure(), QuickDealer(seed))
        if state.asked.value == "name":
            move = choice(state, state.turn)
            assert move in ("name=R", "name=Y", "name=G", "name=B")
            named = Counter(COLOUR[card] for card in state.hands[state.turn])
            assert named["RYGB".index(move[-1])] >= sorted(named[colour] for colour in range(4))[-2]
            return
    raise AssertionError("no Wild was turned up")


def test_K5_takes_any_move_when_nearly_all_cards_are_in_hands() -> None:
    state = position("R1 R2 R3", "Y1 Y2", top="R5", pile="")
    assert choice(state) in {move.text for move in UNO.moves(state, 0)}


def test_K5_no_silent_play_and_no_colour_that_it_hardly_has_is_worth_trying() -> None:
    view = UNO.view(position("W R1", "Y1 Y2", top="R5"), 0)
    assert [move.text for move in worth_trying(view)] == ["R1!", "W=R!", "draw"]
    view = UNO.view(position("W W+4 R1 R2 R3 G1 G2 B1", "Y1 Y2", top="Y5"), 0)
    assert [move.text for move in worth_trying(view)] == ["W=R", "W=G", "W+4=R", "W+4=G", "draw"]
    view = UNO.view(position("W", "Y1 Y2", top="Y5"), 0)
    assert [move.text for move in worth_trying(view)] == ["W=R", "draw"]


def test_K5_who_draws_until_a_card_fits_draws_only_when_it_must() -> None:
    state = position("W R1 Y4", "Y1 Y2", top="R5", draw_until_playable=True)
    assert "draw" not in [move.text for move in worth_trying(UNO.view(state, 0))]
    stuck = position("Y4", "Y1 Y2", top="R5", pile="B1 R9", draw_until_playable=True)
    assert [move.text for move in worth_trying(UNO.view(stuck, 0))] == ["draw"]
    play(stuck, "0 draw")
    assert [move.text for move in worth_trying(UNO.view(stuck, 0))] == ["R9!"]


def test_K5_a_seven_is_tried_with_the_two_smallest_hands_of_others() -> None:
    state = position("R7 G1", "Y1 Y2 Y3", "Y4 Y5", "G4 G5 G6 G7 G8", "B1 B2", top="R5", seven_zero=True)
    assert [move.text for move in worth_trying(UNO.view(state, 0))] == ["R7>2", "R7>4", "draw"]


def test_K5_does_not_jump_in_where_that_costs_it_its_last_card() -> None:
    state = position("Y1 Y2 Y3 Y4", "R7 R1", "G1 G2 G3 G4 G5 G6 G7 G8 B1 B2", top="R7", jump_in=True, seven_zero=True)
    state.turn, state.direction = 2, -1
    assert {choice(state, 1, seed) for seed in range(5)} == {None}


def test_K5_jumps_in_where_that_is_the_end() -> None:
    state = position("Y1 Y2 Y3 Y4", "R7", "G1 G2", top="R7", jump_in=True)
    assert {choice(state, 1, seed) for seed in range(5)} == {"R7"}


def test_K5_follows_its_dice_and_nothing_else() -> None:
    view = UNO.view(position("R1 G5 Y5 B2 W", "Y1 Y2 Y3 Y4", "G1 G2 G3", top="R5"), 0)
    chance = bytes(32)
    first = Expert(3000).choose(view, Dealer(chance, "computer 0", 3))
    assert first is Expert(3000).choose(view, Dealer(chance, "computer 0", 3))


# What it imagines


def test_K1_a_guess_is_a_state_of_the_same_view() -> None:
    """Whatever happened before: the seat could not tell the guess from the truth."""
    for seed in range(60):
        path = walk(UNO, seed)
        for revision, _ in enumerate(path.moves()):
            seat = path.state.turn
            if revision % 9 or seat < 0 or not UNO.moves(path.state, seat):
                continue
            view, truth = UNO.view(path.state, seat), path.state
            guess = Imagined(view).guess(QuickDealer(seed))
            assert printed(guess) == printed(truth)
            seen = UNO.view(guess, seat)
            for name in SEEN:
                assert getattr(seen, name) == getattr(view, name), name
            assert seen.moves == tuple(move for move in view.moves if not isinstance(move, Catch | Call))


def test_K5_guesses_nothing_that_somebody_had_to_draw_on() -> None:
    state = remembering("G1 G2", "Y1 Y2 Y3", top="R5", pile="B1", turn=1)
    play(state, "1 draw")
    fitting = {f"R{symbol}" for symbol in (*range(10), "S", "R", "+2")} | {"Y5", "G5", "B5", "W", "W+4"}
    found = hands(guesses(UNO.view(state, 0)), 1)
    agreeing = sum(not hand & fitting for hand in found)
    assert 0.85 * len(found) < agreeing < len(found)  # now and then somebody draws on purpose


def test_K5_guesses_every_card_where_it_was_seen() -> None:
    state = remembering("R7 G2 B3", "Y1 Y2", "B1 B2 B4", top="R5", seven_zero=True)
    play(state, "0 R7>1")
    assert all({"G2", "B3"} == hand for hand in hands(guesses(UNO.view(state, 0)), 1))


def test_K5_takes_a_wild_draw_four_to_be_honest_more_often_than_not() -> None:
    state = remembering("G1 G2 B3", "W+4 Y2 G7", top="R5", turn=1)
    play(state, "1 W+4=B")
    states = guesses(UNO.view(state, 0))
    honest = sum(not any(COLOUR[card] == 0 for card in guess.hands[1]) for guess in states)
    assert honest > 0.8 * len(states)
    assert all(guess.trial is not None and set(guess.trial.hand) == set(guess.hands[1]) for guess in states)


def test_K5_takes_a_stacked_wild_draw_four_to_be_honest_more_often_than_chance() -> None:
    state = remembering("W+4 G1 G2", "W+4 R2 Y3 B7", "B1 B2", top="R5", stacking="same")
    play(state, "0 W+4=Y", "1 W+4=B")
    honest = sum(not guess.trial.guilty for guess in guesses(UNO.view(state, 2)) if guess.trial)
    assert honest > 0.7 * 300  # three cards without yellow: four times in ten by chance


def test_K5_challenges_the_more_the_larger_the_hand_is() -> None:
    small = position("G1 G2 B3", "W+4 Y2", top="R5", turn=1)
    large = position("G1 G2 B3", "W+4 Y2 Y3 Y4 G5 G6 G7 B1 B2", top="R5", turn=1)
    shares = []
    for state in (small, large):
        state.memory = Memory([[0] * len(hand) for hand in state.hands])
        play(state, "1 W+4=B!" if state is small else "1 W+4=B")
        found = [guess.trial.guilty for guess in guesses(UNO.view(state, 0), 1000) if guess.trial]
        shares.append(sum(found) / len(found))
    assert shares[0] < 0.1 < shares[1] < 0.8


def test_K5_knows_a_bluff_when_it_has_seen_the_colour() -> None:
    state = remembering("R7 R2 B3", "Y1 W+4", top="R5", seven_zero=True, uno_call="off")
    play(state, "0 R7>1", "1 R2")  # it gave R2 B3 away, and one was played: the other is known
    state.turn, state.colour = 1, 3
    state.hands[1] = sorted([*state.hands[1], next(card for card in state.pile if short(FACE[card]) == "W+4")])
    state.pile.remove(state.hands[1][-1])
    state.memory.drew(1)  # type: ignore[union-attr]
    play(state, "1 W+4=G")
    assert all(guess.trial is not None and guess.trial.guilty for guess in guesses(UNO.view(state, 0)))
    assert choice(state) == "challenge"


# How it plays on


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (position("R1 R2 G5", "Y1 Y2", top="R5"), "R1"),
        (position("R1 RS G5 G6", "Y1 Y2", top="R5"), "RS"),
        (position("R1 W", "Y1 Y2 Y3", top="R5"), "R1"),
        (position("W W+4 B1 B2", "Y1 Y2 Y3", top="R5"), "W=B"),
        (position("R1 W+4", "Y1 Y2 Y3", top="G5", challenge="off"), "W+4=R"),
        (position("B1", "Y1 Y2 Y3", top="R5"), "draw"),
        (position("R7 G1 G2 G3", "Y1 Y2 Y3", "Y4 Y5", "G4 G5 G6", top="R5", seven_zero=True), "R7>2"),
        (position("R7 R1", "Y1 Y2 Y3", "Y4 Y5 Y6", top="R5", seven_zero=True), "R1"),
    ],
)
def test_a_quick_move_plays_actions_early_and_wilds_late_and_never_bluffs(state: State, move: str) -> None:
    state.calls = False
    assert quick(state, 0).text == move


def test_a_quick_move_answers_a_penalty_by_stacking_challenging_or_taking() -> None:
    stacking = position("R+2 G2 G3", "B+2 Y2", top="R5", stacking="same")
    play(stacking, "0 R+2")
    assert quick(stacking, 1).text == "B+2"
    large = position("W+4 R1 R2 R3 R4 R6 R7", "Y1 Y2", top="R5")
    play(large, "0 W+4=G")
    assert quick(large, 1).text == "challenge"
    small = position("W+4 R1", "Y1 Y2", top="R5")
    play(small, "0 W+4=G!")
    assert quick(small, 1).text == "take"


def test_a_single_legal_move_is_the_quick_one() -> None:
    state = position("B1", "Y1 Y2 Y3", top="R5")
    assert moves(state, 0) == [quick(state, 0)]


def test_nobody_waits_for_the_end_of_an_endless_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.games.shedding.imagine.ENDLESS", 3)
    table = Imagined(UNO.view(position("R1 R2 R3 R4", "Y1 Y2 Y3 Y4", top="R5"), 0))
    dice = QuickDealer(1)
    worth, moves = table.finish(table.guess(dice), UNO.decode("R1"), dice)
    assert 0 < worth < 1  # how close its hand is to going out, compared with the other one
    assert moves == 3


def test_in_a_match_the_points_of_a_round_count_less_those_of_the_others() -> None:
    state = position("R1", "Y1 Y2", "G1", top="R5", match=500)
    state.scores = [40, 0, 130]
    assert _worth(state, 0, 500, [0, 0, 100]) == pytest.approx(0.1)
    assert _worth(state, 1, 500, [0, 0, 100]) == pytest.approx(-0.7)


def test_a_match_gains_nothing_by_a_round_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.games.shedding.imagine.ENDLESS", 3)
    table = Imagined(UNO.view(position("R1 R2 R3 R4", "Y1 Y2 Y3 Y4", top="R5", match=500), 0))
    dice = QuickDealer(1)
    assert table.finish(table.guess(dice), UNO.decode("R1"), dice) == (0.0, 3)


def test_in_imagined_rounds_everybody_calls_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[State] = []

    def play_out(state: State, *_: object) -> tuple[float, int]:
        states.append(state)
        return 0.0, 1

    monkeypatch.setattr(expert, "play_out", play_out)
    table, dice = Imagined(UNO.view(position("R1 R2", "Y1 Y2 Y3 Y4", top="R5"), 0)), QuickDealer(1)
    table.finish(table.guess(dice), UNO.decode("R1"), dice)
    assert [(state.calls, state.owes) for state in states] == [(False, [])]


@pytest.mark.parametrize(
    ("options", "low", "high"),
    [({}, 1, 2), ({"match": 500}, 0, 5), ({"play_on": True}, 0, 1)],
    ids=["a round", "points", "places"],
)
def test_what_a_round_is_worth(options: dict[str, Any], low: float, high: float) -> None:
    """Going out at once is worth a round won and how close it came, the others' points, or the first place."""
    state = position("R1", "Y1 Y2 Y3 Y4", "G1 G2 G3", top="R5", **options)
    table, dice = Imagined(UNO.view(state, 0)), QuickDealer(1)
    worth, _ = table.finish(table.guess(dice), UNO.decode("R1"), dice)
    assert low < worth <= high
    if options.get("play_on"):
        assert worth == 1
