"""Names made inert: whatever people call themselves, it is shown as plain text, and seats can be told apart."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.storage import SavedSeat
from bot.ui.names import COMPUTER, END, ISOLATE, LONGEST, NOBODY, inert, seat_names
from bot.ui.parts import button, sentence
from tests.ui.drawn import assert_sendable, draw
from tests.ui.hostile import HOSTILE, MARKED, MEANT, ODD, UNSEEN
from tests.ui.tables import computer, people

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=80)
"""Lone surrogates and characters without a meaning included."""
NASTY = st.text(
    st.sampled_from([*MEANT, *"a1. \n\0\t", *"\u202e\u2066\u2069\u200b\u200d\ufe0f\u0301\u3164\ud800\U0001f600"])
)
HAND_IN_HAND = "\u200d\ufe0f"
"""What holds emojis together, and is not seen."""


def bare(shown: str) -> str:
    """A name without what stands around it."""
    return shown if shown == NOBODY else shown.removeprefix(ISOLATE).removesuffix(END)


def looks(shown: str) -> str:
    """What an eye makes of a name."""
    return "".join(each for each in shown if unicodedata.category(each) != "Cf" and each not in HAND_IN_HAND).casefold()


def assert_inert(shown: str) -> None:
    inside = bare(shown)
    assert shown in (NOBODY, f"{ISOLATE}{inside}{END}")
    assert not set(inside) & set(MEANT)
    assert len(inside.splitlines()) == 1
    assert 1 <= len(inside) <= LONGEST == 32
    assert inside == inside.strip()
    assert "  " not in inside
    assert {unicodedata.category(each) for each in inside} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"} == set()
    assert {each for each in inside if unicodedata.category(each) == "Cf"} <= {"\u200d"}
    assert_sendable(shown)


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_hostile_name_is_shown_as_plain_text(name: str) -> None:
    assert_inert(inert(name))


@settings(deadline=None)
@given(ANY_TEXT | NASTY)
@example("W" * 1000)
@example("\ud800\udc00")
def test_any_text_at_all_becomes_a_plain_name(name: str) -> None:
    assert_inert(inert(name))


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_a_name_with_nothing_to_see_is_somebody(name: str) -> None:
    assert inert(name) == NOBODY


@pytest.mark.parametrize("name", ["\ufe0f \ufe0f", "\ufe0e", "\u034f", "\u180b", "\u17b4", "\U000e0100"], ids=ascii)
def test_a_name_of_marks_that_nobody_sees_is_somebody_too(name: str) -> None:
    assert inert(name) == NOBODY


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee ", "Ann Lee"),
        ("Ann\nLee", "Ann Lee"),
        ("Zo\u0065\u0308", "Zo\u00eb"),
        ("J\u00fcrgen \u00c5s", "J\u00fcrgen \u00c5s"),
        ("\u738b\u5c0f\u660e", "\u738b\u5c0f\u660e"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("O'Neill (2nd) & co. +1!?", "O'Neill (2nd) & co. +1!?"),
        ("a\udfffb", "a?b"),
        ("x" * 40, "x" * 32),
    ],
    ids=ascii,
)
def test_what_does_no_harm_stays_as_it_is(name: str, shown: str) -> None:
    assert bare(inert(name)) == shown


@pytest.mark.parametrize("name", MARKED, ids=ascii)
def test_signs_are_replaced_by_their_likes_and_not_dropped(name: str) -> None:
    """People still recognise their name."""
    kept = " ".join(name.split()).replace("\n", "")
    assert len(bare(inert(name))) >= min(LONGEST, len(kept)) - name.count("\n")


@pytest.mark.parametrize("name", ["Ann \U0001fa77", "\U0001fae8", "\U0001fabf Gus"], ids=ascii)
def test_new_emojis_stay(name: str) -> None:
    assert bare(inert(name)) == name


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_name_that_was_made_inert_stays_as_it_is(name: str) -> None:
    once = inert(name)
    assert unicodedata.normalize("NFC", inert(once) if once != NOBODY else bare(inert(once))) == unicodedata.normalize(
        "NFC", once
    )


def longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for each in name:
        if each not in HAND_IN_HAND:  # they have no width, so marks pile up across them
            run = run + 1 if unicodedata.category(each).startswith("M") else 0
        longest = max(longest, run)
    return longest


@settings(deadline=None)
@given(st.text(st.sampled_from("aZ\u0301\u0327\u0353\u0489")))
def test_marks_do_not_climb_over_the_lines_above(name: str) -> None:
    assert longest_run_of_marks(inert(name)) <= 2


@pytest.mark.parametrize("between", ["\u200b", "\u200d", "\ufe0f", "\u202e"], ids=ascii)
def test_marks_do_not_climb_when_something_unseen_stands_between_them(between: str) -> None:
    assert longest_run_of_marks(inert("Z" + f"\u0301\u0301{between}" * 8)) <= 2


@pytest.mark.parametrize("name", [*MARKED, *ODD], ids=ascii)
async def test_a_name_reads_the_same_in_a_text_and_on_a_button(name: str) -> None:
    shown = inert(name)
    assert draw(sentence(shown)).text == shown
    label = f"Let a computer play for {shown} {COMPUTER} (10)"
    assert button(label, "over:1::9").label == label


# Names of seats


def test_computers_have_a_sign_and_people_have_none() -> None:
    ann, kit = seat_names((*people("Ann"), computer("Kit")))
    assert COMPUTER not in ann
    assert kit.endswith(COMPUTER)


def test_a_person_called_like_a_computer_is_told_apart_by_the_sign() -> None:
    person, kit = seat_names((*people("Kit"), computer("Kit")))
    assert looks(person) == "kit"
    assert looks(kit) == f"kit {COMPUTER}"


def test_equal_names_get_the_numbers_of_their_seats() -> None:
    names = seat_names(people("Ann", "Bo", "ann", " Ann "))
    assert [looks(name) for name in names] == ["ann", "bo", "ann (2)", "ann (3)"]


def test_names_with_nothing_to_see_are_told_apart_too() -> None:
    assert seat_names(people("\u200b", "\u3164")) == [NOBODY, f"{NOBODY} (2)"]


def test_names_that_become_equal_are_told_apart() -> None:
    assert len(set(map(looks, seat_names(people("*Ann", "∗Ann", "x" * 40, "x" * 50))))) == 4


@settings(deadline=None)
@given(st.lists(st.text("aAbc *@\u202e\u200b", max_size=4), min_size=2, max_size=10))
def test_no_two_seats_look_alike(names: list[str]) -> None:
    shown = [looks(name) for name in seat_names(people(*names))]
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize(
    "seats",
    [
        (*people(f"Kit {COMPUTER}"), computer("Kit")),
        people("Ann", "Ann", "Ann (1)"),
        people("Ann", "An\u200dn"),
        people("Ann", "Ann\ufe0f"),
        people("somebody", "\u200b"),
    ],
    ids=["a computer's sign in a name", "a seat's number in a name", "a joiner", "a variation", "the word for nobody"],
)
def test_nobody_can_look_like_somebody_else(seats: tuple[SavedSeat, ...]) -> None:
    shown = [looks(name) for name in seat_names(seats)]
    assert len(set(shown)) == len(shown)
