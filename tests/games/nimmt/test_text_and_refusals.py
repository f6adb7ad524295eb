"""6 nimmt! in words, and what it refuses."""

from copy import deepcopy
from typing import Any

import pytest

from bot.errors import BadOption, IllegalMove, UnknownMove
from bot.games.dealer import QuickDealer
from bot.games.six_nimmt import SIX_NIMMT
from bot.games.six_nimmt.events import Chose, DealEnded, Dealt, Event, Placed, Revealed, TookRow
from bot.games.six_nimmt.moves import MOVES, Move
from bot.games.six_nimmt.state import State
from bot.games.six_nimmt.text import how_many, long, short
from tests.games.nimmt.position import NAMES, play, position, told


@pytest.mark.parametrize(
    ("card", "in_short", "in_full"),
    [
        (1, "1 · 1", "1 with 1 head"),
        (5, "5 · 2", "5 with 2 heads"),
        (55, "55 · 7", "55 with 7 heads"),
        (100, "100 · 3", "100 with 3 heads"),
    ],
)
def test_a_card_is_named_with_its_heads(card: int, in_short: str, in_full: str) -> None:
    assert short(card) == in_short
    assert long(card) == in_full


@pytest.mark.parametrize(("heads", "words"), [(0, "no heads"), (1, "1 head"), (2, "2 heads"), (27, "27 heads")])
def test_heads_are_counted_in_words(heads: int, words: str) -> None:
    assert how_many(heads) == words


@pytest.mark.parametrize(
    ("text", "label"), [("1", "1 · 1"), ("104", "104 · 1"), ("row1", "Take row 1"), ("row4", "Take row 4")]
)
def test_a_move_is_the_words_on_a_button(text: str, label: str) -> None:
    assert SIX_NIMMT.label(SIX_NIMMT.decode(text), NAMES) == label


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Dealt(2, (40, 7, 66, 3)), "Deal 2: the rows start with 40, 7, 66 and 3."),
        (Chose(0, again=False), "Ann has chosen."),
        (Chose(1, again=True), "Bo chooses another card."),
        (Revealed((60, 7, 31)), "Revealed: 7 by Bo, 31 by Kit, 60 by Ann."),
        (Placed(1, 31, 2), "Bo's 31 goes to row 3."),
        (
            TookRow(2, 44, 0, (10, 12, 13, 14, 15), 8, low=False),
            "44 is the sixth card: Kit takes row 1 with 10, 12, 13, 14 and 15, 8 heads.",
        ),
        (TookRow(0, 1, 3, (12,), 1, low=True), "1 is lower than all rows: Ann takes row 4 with 12, 1 head."),
        (
            TookRow(0, 1, 3, (20, 55), 10, low=True),
            "1 is lower than all rows: Ann takes row 4 with 20 and 55, 10 heads.",
        ),
        (
            DealEnded((0, 1, 12), (5, 1, 70)),
            "The deal is over. Ann takes no heads (5). Bo takes 1 head (1). Kit takes 12 heads (70).",
        ),
    ],
)
def test_an_event_is_told_as_a_person_would(event: Event, line: str) -> None:
    assert told([event]) == [line]


def test_every_move_is_found_by_its_text() -> None:
    assert len(MOVES) == 108
    for move in MOVES:
        text = SIX_NIMMT.encode(move)
        assert SIX_NIMMT.decode(text) is move
        assert text.isascii()
        assert len(text) <= 40


def test_a_move_stays_one_object_when_it_is_copied() -> None:
    for move in MOVES:
        assert deepcopy(move) is move


@pytest.mark.parametrize(
    "text",
    ["", " ", "0", "105", "-1", "05", " 5", "5 ", "5.0", "５", "row0", "row5", "row", "ROW1", "row 1", "R7", "draw"],
)
def test_nonsense_is_no_move(text: str) -> None:
    with pytest.raises(UnknownMove) as refusal:
        SIX_NIMMT.decode(text)
    assert str(refusal.value) == "That is no move in 6 nimmt!. Open your hand again and press a button there."


def choosing() -> State:
    state = position("6 7 8", "31 32 33")
    play(state, "0 6")
    return state


def taking() -> State:
    state = position("1 2 3", "31 32 33")
    play(state, "0 1", "1 31")
    return state


def over() -> State:
    state = position("6 61", "31 62", preset="quick")
    play(state, "0 6", "1 31")
    return state


OVER = "This game is over. Start another one to play on."
TAKE_ONE = "Your card is lower than all rows: take one of the four rows."
WAIT = "The cards are revealed: wait until the row is taken."
NO_ROW = "You take a row only when your card is lower than all rows. Choose a card."
SAME = "You have chosen that card already. Choose another one to change your mind."
NOT_HELD = "You do not hold that card. Open your hand again to see what you have."

REFUSALS = [
    (over(), "0 6", OVER),
    (over(), "1 row1", OVER),
    (taking(), "0 1", TAKE_ONE),
    (taking(), "0 2", TAKE_ONE),
    (taking(), "0 99", TAKE_ONE),
    (taking(), "1 31", WAIT),
    (taking(), "1 32", WAIT),
    (taking(), "1 row1", WAIT),
    (choosing(), "0 row2", NO_ROW),
    (choosing(), "1 row2", NO_ROW),
    (choosing(), "0 6", SAME),
    (choosing(), "0 31", NOT_HELD),
    (choosing(), "1 6", NOT_HELD),
    (choosing(), "1 5", NOT_HELD),
    (choosing(), "1 104", NOT_HELD),
]


@pytest.mark.parametrize(("state", "move", "sentence"), REFUSALS)
def test_an_illegal_move_is_refused_with_a_sentence_and_changes_nothing(state: State, move: str, sentence: str) -> None:
    before = deepcopy(state)
    with pytest.raises(IllegalMove) as refusal:
        play(state, move)
    assert str(refusal.value) == sentence
    assert state == before


@pytest.mark.parametrize("state", [choosing(), taking(), over()], ids=["choosing", "taking", "over"])
@pytest.mark.parametrize("seat", [0, 1])
def test_every_move_is_either_legal_or_refused(state: State, seat: int) -> None:
    legal: list[Move] = []
    before = deepcopy(state)
    for move in MOVES:
        tried = state.copy()
        try:
            SIX_NIMMT.apply(tried, seat, move, QuickDealer(1))
        except IllegalMove:
            assert tried == before
        else:
            legal.append(move)
    assert legal == list(SIX_NIMMT.moves(state, seat))
    assert state == before


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"match": 29}, ["match", "one", "30 to 150"]),
        ({"match": 151}, ["match", "one", "30 to 150"]),
        ({"match": 0}, ["match", "one", "30 to 150"]),
        ({"match": -66}, ["match", "one", "30 to 150"]),
        ({"match": True}, ["match", "one", "30 to 150"]),
        ({"match": "two"}, ["match", "one", "30 to 150"]),
        ({"match": "29"}, ["match", "one", "30 to 150"]),
        ({"known_cards": "maybe"}, ["known_cards", "off", "on"]),
        ({"known_cards": 1}, ["known_cards", "off", "on"]),
        ({"stacking": "on"}, ["no such option", "match", "known_cards"]),
    ],
)
def test_an_option_that_cannot_work_is_refused_with_what_is_allowed(given: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(BadOption) as refusal:
        SIX_NIMMT.configure(given=given)
    assert [word for word in words if word not in str(refusal.value)] == []


def test_an_unknown_preset_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadOption) as refusal:
        SIX_NIMMT.configure("slow")
    assert str(refusal.value) == "6 nimmt! has these presets: classic, quick, tactical."


def test_an_unknown_level_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadOption) as refusal:
        SIX_NIMMT.computer("genius")
    assert "levels: easy, medium, hard" in str(refusal.value)


@pytest.mark.parametrize("seats", [-1, 0, 1, 11])
def test_a_number_of_seats_that_cannot_work_is_refused(seats: int) -> None:
    with pytest.raises(BadOption) as refusal:
        SIX_NIMMT.deal(seats, SIX_NIMMT.configure(), QuickDealer(1))
    assert str(refusal.value) == "seats can be a whole number from 2 to 10 in 6 nimmt!."


@pytest.mark.parametrize(
    ("given", "match"), [(30, 30), (66, 66), (150, 150), ("one", "one"), ("30", 30), ("150", 150), (" One ", "one")]
)
def test_a_match_can_be_one_deal_or_go_to_30_to_150_heads(given: str | int, match: str | int) -> None:
    options = SIX_NIMMT.configure(given={"match": given})
    assert options.match == match
    SIX_NIMMT.deal(2, options, QuickDealer(1))


@pytest.mark.parametrize("preset", SIX_NIMMT.presets)
@pytest.mark.parametrize("seats", SIX_NIMMT.seats)
def test_every_preset_works_for_every_number_of_seats(preset: str, seats: int) -> None:
    state, _ = SIX_NIMMT.deal(seats, SIX_NIMMT.configure(preset), QuickDealer(1))
    assert SIX_NIMMT.waiting(state) == tuple(range(seats))
