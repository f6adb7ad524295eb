"""Crazy Eights in words: cards, moves, events, and the sentence for everything that is refused."""

import pickle
from typing import Any

import pytest

from bot.errors import BadOption, IllegalMove, UnknownMove
from bot.games.crazy_eights import CRAZY_EIGHTS
from bot.games.crazy_eights.cards import short
from bot.games.crazy_eights.events import Event, Played, Took
from bot.games.crazy_eights.moves import MOVES, PLAYS
from bot.games.crazy_eights.state import State
from bot.games.crazy_eights.text import long
from bot.games.dealer import QuickDealer
from bot.games.shedding.events import (
    Dealt,
    Drew,
    Kept,
    Passed,
    PutBack,
    Renewed,
    Reversed,
    RoundEnded,
    Skipped,
    WentOut,
)
from tests.games.eights.position import NAMES, face, play, position


def refused(state: State, move: str) -> str:
    """The sentence with which a move is refused. Nothing has changed then."""
    before = state.copy()
    with pytest.raises(IllegalMove) as caught:
        play(state, move)
    assert state == before
    return str(caught.value)


# Cards


@pytest.mark.parametrize(
    ("card", "in_short", "in_full"),
    [
        ("AS", "A♠", "Ace of spades"),
        ("2C", "2♣", "2 of clubs"),
        ("8D", "8♦", "8 of diamonds"),
        ("10H", "10♥", "10 of hearts"),
        ("JC", "J♣", "Jack of clubs"),
        ("QD", "Q♦", "Queen of diamonds"),
        ("KH", "K♥", "King of hearts"),
    ],
)
def test_a_card_has_a_short_and_a_full_name(card: str, in_short: str, in_full: str) -> None:
    assert short(face(card)) == in_short
    assert long(face(card)) == in_full


# Moves


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("10H", "10♥"),
        ("AS", "A♠"),
        ("8C=C", "8♣, clubs ♣"),
        ("8C=D", "8♣, diamonds ♦"),
        ("8C=H", "8♣, hearts ♥"),
        ("8S=S", "8♠, spades ♠"),
        ("draw", "Draw"),
        ("keep", "Keep it"),
        ("pass", "Pass"),
    ],
)
def test_a_move_on_a_button(move: str, words: str) -> None:
    assert CRAZY_EIGHTS.label(CRAZY_EIGHTS.decode(move), NAMES) == words


def test_there_is_one_move_for_each_text() -> None:
    assert len({move.text for move in MOVES}) == len(MOVES) == 48 + 4 * 4 + 3
    assert all(CRAZY_EIGHTS.decode(CRAZY_EIGHTS.encode(move)) is move for move in MOVES)


def test_a_move_stays_the_same_object_when_it_travels() -> None:
    assert all(pickle.loads(pickle.dumps(move)) is move for move in MOVES)  # noqa: S301 - our own pickle


@pytest.mark.parametrize("text", ["", " ", "1H", "11H", "0H", "H10", "8C", "8C=X", "5H=S", "10h", "DRAW", "AS ", "A♠"])
def test_nonsense_is_no_move(text: str) -> None:
    with pytest.raises(UnknownMove) as caught:
        CRAZY_EIGHTS.decode(text)
    assert str(caught.value) == "That is no move in Crazy Eights. Open your hand again and press a button there."


# Events

ENDED: dict[str, Any] = {
    "hands": ((), (face("8C"), face("10H")), (face("AS"),)),
    "in_hand": (0, 60, 1),
    "totals": (61, 0, 0),
}


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Played(1, PLAYS[face("10H")][0]), "Bo plays the 10 of hearts."),
        (Played(0, PLAYS[face("8C")][3]), "Ann plays the 8 of clubs and names spades."),
        (Took(2, 2), "Kit takes 2 cards and loses the turn."),
        (Took(2, 1), "Kit takes a card and loses the turn."),
        (Took(2, 0), "Kit takes no card and loses the turn."),
        (Dealt(3, 1, face("QD")), "Round 3: Bo deals and turns up Queen of diamonds."),
        (PutBack(face("8H")), "8 of hearts cannot start: it is shuffled back."),
        (Drew(0, 1), "Ann draws a card."),
        (Drew(0, 4), "Ann draws 4 cards."),
        (Kept(2), "Kit keeps the card."),
        (Passed(1), "Bo passes: nothing is left to draw."),
        (Skipped(0), "Ann is skipped."),
        (Reversed(1), "Play turns round and runs clockwise."),
        (Reversed(-1), "Play turns round and runs counter-clockwise."),
        (Renewed(1), "The discards are shuffled into a new pile of 1 card."),
        (Renewed(17), "The discards are shuffled into a new pile of 17 cards."),
        (WentOut(1, 1), "Bo is out of cards!"),
        (WentOut(1, 2), "Bo is out of cards, number 2 to finish."),
        (
            RoundEnded(blocked=False, points=(61, 0, 0), **ENDED),
            "The round is over. Bo holds 8♣ 10♥ (60). Kit holds A♠ (1). Ann scores 61.",
        ),
        (
            RoundEnded(blocked=True, points=(59, 0, 59), **ENDED),
            "Everybody has passed: the round is over. Bo holds 8♣ 10♥ (60). Kit holds A♠ (1). "
            "Ann scores 59. Kit scores 59.",
        ),
        (
            RoundEnded(blocked=False, points=(0, 0, 0), **ENDED),
            "The round is over. Bo holds 8♣ 10♥ (60). Kit holds A♠ (1).",
        ),
    ],
)
def test_an_event_as_a_person_would_tell_it(event: Event, words: str) -> None:
    assert CRAZY_EIGHTS.line(event, NAMES) == words


# Refused moves


@pytest.mark.parametrize("move", ["1 4H", "1 draw", "1 pass", "1 keep", "2 7H"])
def test_a_seat_waits_for_its_turn(move: str) -> None:
    state = position("5H 9C", "4H", "7H", top="KH")
    assert refused(state, move) == "It is not your turn yet: wait until the others have played."


def test_nobody_moves_in_a_game_that_is_over() -> None:
    state = position("5H", "4H", top="KH")
    play(state, "0 5H")
    for move in ("0 draw", "1 4H", "1 pass"):
        assert refused(state, move) == "This game is over. Start another one to play on."


def test_a_seat_that_is_out_watches() -> None:
    state = position("5H", "4H 2C", "7H", top="KH", play_on=True)
    play(state, "0 5H")
    assert refused(state, "0 draw") == "You are out of this round already: watch the others finish."


@pytest.mark.parametrize("move", ["0 4H", "0 7S", "0 8H=C"])
def test_a_seat_plays_only_what_it_holds(move: str) -> None:
    state = position("5H 9C 8C", "4H", top="KH")
    assert refused(state, move) == "You do not hold that card. Open your hand again to see what you have."


@pytest.mark.parametrize("move", ["0 5C", "0 AS", "0 9D"])
def test_a_card_that_does_not_fit_is_refused(move: str) -> None:
    state = position("5C AS 9D 2H", "4H", top="KH")
    assert refused(state, move) == "That card does not fit: match the suit or the rank, or play an eight."


@pytest.mark.parametrize("move", ["0 2H", "0 8S=D", "0 3C", "0 draw", "0 pass"])
def test_after_drawing_only_the_drawn_card_counts(move: str) -> None:
    state = position("2H 8S 3C", "4D", top="5H", pile="KS 9H")
    play(state, "0 draw")
    assert refused(state, move) == "You have drawn: play that card, or keep it."


def test_nothing_is_drawn_where_nothing_is_left() -> None:
    state = position("2C", "4D", top="5H", pile="")
    assert refused(state, "0 draw") == "Nothing is left to draw: pass instead."


@pytest.mark.parametrize(("pile", "discards"), [("9S", ""), ("", "9S")])
def test_nobody_passes_where_a_card_is_left(pile: str, discards: str) -> None:
    state = position("2C", "4D", top="5H", pile=pile, discards=discards)
    sentence = "You can only pass when nothing is left to draw. Play a card that fits, or draw."
    assert refused(state, "0 pass") == sentence


@pytest.mark.parametrize("pile", ["9S", ""])
def test_nothing_is_kept_before_drawing(pile: str) -> None:
    assert refused(position("2C", "4D", top="5H", pile=pile), "0 keep")


def test_keeping_before_drawing_is_not_called_a_card_that_does_not_fit() -> None:
    assert "does not fit" not in refused(position("2C", "4D", top="5H"), "0 keep")


def test_a_refused_move_does_not_spoil_the_next_one() -> None:
    state = position("2H 3C", "4D", top="5H")
    refused(state, "1 draw")
    refused(state, "0 3C")
    play(state, "0 2H")
    assert state.turn == 1


# Refused options


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"play_on": True, "match": 100}, "play_on counts no points: with play_on, match can only be one."),
        ({"play_on": "on", "match": "250"}, "play_on counts no points: with play_on, match can only be one."),
        ({"draw_limit": 2}, "draw_limit can be off, 1, 3 or 5."),
        ({"draw_limit": True}, "draw_limit can be off, 1, 3 or 5."),
        ({"match": 500}, "match can be one, 100 or 250."),
        ({"queen_skips": "maybe"}, "queen_skips can be off or on."),
        ({"two_draws_two": 1}, "two_draws_two can be off or on."),
        (
            {"jokers": True},
            "There is no such option. The options are match, two_draws_two, queen_skips, ace_reverses, draw_limit and "
            "play_on.",
        ),
    ],
)
def test_options_that_cannot_work_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        CRAZY_EIGHTS.configure(None, options)
    assert str(caught.value) == sentence


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(BadOption) as caught:
        CRAZY_EIGHTS.configure("wild")
    assert str(caught.value) == "Crazy Eights has these presets: classic, action."


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(BadOption) as caught:
        CRAZY_EIGHTS.computer("godlike")
    assert str(caught.value).startswith("Crazy Eights has computers of these levels: easy, medium, hard")


@pytest.mark.parametrize("seats", [-1, 0, 1, 11])
def test_a_number_of_seats_that_cannot_play_is_refused(seats: int) -> None:
    with pytest.raises(BadOption) as caught:
        CRAZY_EIGHTS.deal(seats, CRAZY_EIGHTS.configure(), QuickDealer(1))
    assert str(caught.value) == "seats can be a whole number from 2 to 10 in Crazy Eights."


def test_the_options_are_checked_again_when_the_cards_are_dealt() -> None:
    with pytest.raises(BadOption):
        CRAZY_EIGHTS.deal(2, CRAZY_EIGHTS.options(play_on=True, match=100), QuickDealer(1))
