"""The text in a button: read back exactly as it was written, and nothing else is read at all."""

import re
import time
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games import GAMES
from bot.storage import GameId
from bot.ui.custom_id import PATTERN, Press, parse

ARGUMENT = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters=":"), max_size=60)
PRESSES = st.builds(
    Press,
    st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12),
    st.integers(0, 10**12 - 1).map(GameId),
    st.none() | st.integers(0, 10**9 - 1),
    ARGUMENT,
)
GOOD = "play:12:5:R7!"


@settings(deadline=None)
@given(PRESSES)
def test_every_press_is_read_back_as_it_was_written(press: Press) -> None:
    assert parse(str(press)) == press
    assert 1 <= len(str(press)) <= 100


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_move_there_is_fits_into_a_button(game: object) -> None:
    for move in game.every_move:  # type: ignore[attr-defined]
        press = Press("play", GameId(10**12 - 1), 10**9 - 1, move.text)
        assert parse(str(press)) == press
        assert len(str(press)) <= 100


@pytest.mark.parametrize(
    "text",
    [
        "", ":", ":::", "play", "play:12", "play:12:5", "play:12:5:R7!:", "play:12:5:R7:R8", ":12:5:R7", "play::5:R7",
        "play:-1:5:R7", "play:+1:5:R7", "play: 1:5:R7", "play:1.0:5:R7", "play:1e3:5:R7", "play:0x1:5:R7",
        "play:1_0:5:R7", "play:12:-5:R7", "play:12: :R7", "Play:12:5:R7", "PLAY:12:5:R7", "pläy:12:5:R7",
        "pl ay:12:5:R7",
        "play:\u0661\u0662:5:R7", "play:12:\u0665:R7", "play:\uff11:5:R7", "play:²:5:R7", "play:12:5:R\u0667",
        "play:12:5:R7\n", "\nplay:12:5:R7", "play:12:5:R7\r\n", "play:12:5:\n", "play\n:12:5:R7", "play:12\n:5:R7",
        "play:12:5:R7\0", "play:12:5:R 7", "play:12:5:R7\t", "play:12:5:é", "play:12:5:🟥", "play:12:5:\x7f",
        "play:12:5:\u2028", "play:12:5:\ud800", " play:12:5:R7", "play:12:5:R7 ", f"play:{'9' * 13}:5:R7",
        f"play:12:{'9' * 10}:R7", f"play:12:5:{'x' * 61}", f"{'a' * 13}:12:5:R7", "x" * 100, "9" * 100, ":" * 100,
        f"play:{'9' * 90}", "<script>", "'; DROP TABLE games; --", "../../etc/passwd", "{0}", "%s",
    ],
    ids=ascii,
)  # fmt: skip
def test_what_we_never_wrote_is_not_read(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize("text", ["play:012:5:R7", "play:12:05:R7", "play:00:5:R7", "play:12:00:R7"])
def test_leading_zeros_are_not_read(text: str) -> None:
    assert parse(text) is None


@settings(max_examples=1000, deadline=None)
@given(st.text(max_size=100) | st.from_regex(PATTERN) | st.from_regex(PATTERN, fullmatch=True))
def test_any_text_is_read_strictly_or_not_at_all(text: str) -> None:
    press = parse(text)
    if press is not None:
        assert len(text) <= 100
        assert text.isascii()
        assert not re.search(r"\s", text)
        action, game, ask, argument = text.split(":")
        assert press == Press(action, GameId(int(game)), int(ask) if ask else None, argument)


@settings(deadline=None)
@given(st.integers(0, len(GOOD)), st.characters(exclude_categories=()))
def test_one_strange_character_is_enough_not_to_be_read(place: int, strange: str) -> None:
    if not strange.isascii() or not strange.isprintable() or strange == " ":
        assert parse(GOOD[:place] + strange + GOOD[place:]) is None


# A million texts


GOOD_PARTS = (
    ("play", "ask", "hand", "a", "z" * 12, "scores"),
    ("0", "1", "9", "12", "10", "999999999999", "100000000000"),
    ("", "0", "5", "10", "999999999", "100000000"),
    ("", "R7!", "W=R", "catch>1", "8C=H", "1W+4", "-1", "x" * 60, "!", "~", "0", "9;", "uno.server.people.3"),
)
BAD_NUMBERS = (
    "-1", "-0", "+1", "01", "00", "1.0", "1e3", "0x1", "1_0", " 1", "1 ", "1\n", "\n1", "1\0", "9" * 13, "9" * 100,
    str(2**63), str(2**64), str(-(2**63)), "\u0661", "1\u0662", "\uff11", "\u00b2", "\u0967", "\U0001d7ce", "\u2460",
    "inf", "nan", "None", "O", "l",
)  # fmt: skip
BAD_PARTS = (
    ("", "Play", "PLAY", "z" * 13, "a" * 100, "pl ay", "pl\u0430y", "\ufb01", "play\n", "\nplay", "play\0", "1", "_"),
    ("", *BAD_NUMBERS),
    BAD_NUMBERS,
    ("x" * 61, "x" * 200, "R7\n", "\n", "R7\0", "\0", " ", "R 7", "R7 ", "\t", "\x7f", "\u0667", "\ud800", "\u2028",
     "a:b", ":", "é", "🟥", "\u200b", "\r\n"),
)  # fmt: skip
STRANGE = (
    "\0\n\r\t\x0b\x0c\x1b \x7f\x85\xa0²éſ\u0660\u0661\u0966\u200b\u202e\u2028\u2029\u212a\ufeff\uff10\uff1a\ud800🟥𝟎"
)
"""Characters that no button of ours has: some are digits, colons or letters to those who do not look closely."""


def read_slowly(text: str) -> tuple[str, int, int | None, str] | None:
    """The same reading, letter by letter, by other means than a pattern."""
    digits, parts = set("0123456789"), text.split(":")
    if len(parts) != 4:
        return None
    action, game, ask, argument = parts
    numbers = (game, 12), (ask or "0", 9)
    fits = (
        1 <= len(action) <= 12
        and all("a" <= letter <= "z" for letter in action)
        and all(0 < len(each) <= most and digits.issuperset(each) for each, most in numbers)
        and all(each == "0" or each[0] != "0" for each, _ in numbers)
        and len(argument) <= 60
        and all("!" <= letter <= "~" for letter in argument)
    )
    return (action, int(game), int(ask) if ask else None, argument) if fits else None


def test_of_a_million_texts_each_is_read_strictly_or_not_at_all() -> None:
    """Half of them are put together from parts of which we know whether they are good; to a quarter a strange character
    is added; a quarter have a character changed, taken away or doubled."""
    chance = Random(24)
    pick = chance.random

    def one_of(these: Sequence[str]) -> str:
        return these[int(pick() * len(these))]

    good = 0
    for _ in range(250_000):
        action, game, ask, argument = map(one_of, GOOD_PARTS)
        if pick() < 0.5:
            game, ask = str(int(10 ** (12 * pick()))), str(int(10 ** (9 * pick())))
        valid = f"{action}:{game}:{ask}:{argument}"
        press = parse(valid)
        assert press is not None
        assert str(press) == valid
        good += 1

        which = int(pick() * 4)
        parts = [one_of(BAD_PARTS[each] if each == which else GOOD_PARTS[each]) for each in range(4)]
        assert parse(":".join(parts)) is None, parts

        place = int(pick() * (len(valid) + 1))
        strange = valid[:place] + one_of(STRANGE) + valid[place:]
        assert parse(strange) is None, strange

        place = int(pick() * len(valid))
        other = (valid[place] * 2, "", chr(33 + int(pick() * 94)))[int(pick() * 3)]
        changed = valid[:place] + other + valid[place + 1 :]
        found = parse(changed)
        read = None if found is None else (found.action, found.game, found.ask, found.argument)
        assert read == read_slowly(changed), changed
        good += found is not None
    assert 250_000 < good < 500_000


@pytest.mark.parametrize("part", ["a", "9", ":", "a:9:9:", "!", "\n", "\u0661", "aaaaaaaaaaaa:999999999999:999999999:"])
def test_reading_takes_no_longer_for_texts_made_to_be_slow(part: str) -> None:
    """A million characters at once, though Discord allows a hundred."""
    text = part * (1_000_000 // len(part))
    began = time.perf_counter()
    assert parse(text) is None
    assert time.perf_counter() - began < 1  # anything worse than linear would take minutes


def test_a_number_that_nobody_asked_for_is_nothing_and_zero_is_zero() -> None:
    assert parse("hand:12::") == Press("hand", GameId(12))
    assert parse("play:12:0:R7") == Press("play", GameId(12), 0, "R7")
    assert str(Press("play", GameId(12), 0, "R7")) == "play:12:0:R7"
