"""Whatever is typed: no line breaks anything, and whatever is offered can be sent."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.loopback.typing_commands import NotPossible
from bot.playground.lines import MOST_OFFERS
from tests.playground.room import ROOM

PIECES = st.sampled_from(
    ["/", "/uno", "/uno start", "/uno table open", "/best", "/stats", "/note", "/move", "/settings", " ", "  ", ":",
     "computers:", "level:", "game:", "scope:", "member:", "to:", "words:", "weight:", "year:", "mine:", "@", "#",
     "@Guest 1", "#table-one", "hard", "Crazy Eights", "Crazy ", "true", "2", "-1", "1e999", "nan", "²", "٣", "9" * 60,
     "@Bo", "\0", "\n", "\t", "\ud800", "İ", "ß", "(", "[", "\\", "*"]
)  # fmt: skip
LINES = st.one_of(
    st.text(st.characters(exclude_categories=()), max_size=200),
    st.lists(PIECES, max_size=12).map(lambda pieces: "".join(pieces)[:200]),
    st.lists(PIECES, max_size=12).map(lambda pieces: ("/" + " ".join(pieces))[:200]),
)


@settings(deadline=None, max_examples=400)
@given(LINES, st.booleans())
def test_no_line_ever_breaks_anything(line: str, moderator: bool) -> None:
    phrases = ROOM.phrases(ROOM.ann if moderator else ROOM.bo)
    found = phrases.help(line)
    assert len(found.offers) <= MOST_OFFERS
    with suppress(NotPossible):
        path, values = phrases.read(line)
        leaf = next(each for each in phrases.leaves if each.path == path)
        assert set(values) <= {each["name"] for each in leaf.options}
        assert line.strip().startswith(path)


FREE = {"words:": "some words ", "weight:": "1.5 ", "year:": "1999 "}


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_whoever_takes_only_what_is_offered_can_send_it(data: st.DataObject) -> None:
    phrases = ROOM.phrases(ROOM.ann)
    line = "/"
    for _ in range(data.draw(st.integers(1, 10))):
        offers = phrases.help(line).offers
        if offers:
            line = data.draw(st.sampled_from(offers)).line
        line += next((value for name, value in FREE.items() if line.endswith(name)), "")
    if line.endswith(":"):
        line = data.draw(st.sampled_from(phrases.help(line).offers)).line
    path, _ = phrases.read(line if line != "/" else "/help")
    assert line.startswith(path) or line == "/"
