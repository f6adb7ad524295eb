"""The line that a member types: what is offered on the way, what it means in the end, and what is wrong with it."""

import pytest

from tests.playground.room import NAMES, ROOM

# What is offered


def test_a_slash_offers_every_command_with_its_subcommands_and_what_it_is_for() -> None:
    found = ROOM.phrases().help("/")
    paths = [
        "/best",
        "/help",
        "/move",
        "/note",
        "/stats",
        "/uno start",
        "/uno hand",
        "/uno table open",
        "/uno table close",
    ]
    assert sorted(offer.label for offer in found.offers) == sorted(paths)
    assert {offer.label: offer.about for offer in found.offers}["/help"] == "How it works"


def test_letters_narrow_the_commands() -> None:
    assert ROOM.offered("/he") == ["/help "]
    assert set(ROOM.offered("/uno t")) == {"/uno start ", "/uno table open ", "/uno table close "}
    assert ROOM.offered("/uno table cl") == ["/uno table close "]
    assert ROOM.offered("/nothing like it") == []


def test_a_command_for_moderators_is_offered_to_them_only() -> None:
    assert ROOM.offered("/sett", ROOM.ann) == ["/settings "]
    assert ROOM.offered("/sett") == []
    assert ROOM.phrases(ROOM.ann).read("/settings level:hard") == ("/settings", {"level": "hard"})
    assert "no command" in ROOM.refusal("/settings level:hard")


def test_after_a_command_its_options_are_offered_and_each_only_once() -> None:
    assert ROOM.offered("/uno start ") == ["/uno start computers:", "/uno start level:"]
    assert ROOM.offered("/uno start lev") == ["/uno start level:"]
    assert ROOM.offered("/uno start computers:2 ") == ["/uno start computers:2 level:"]
    assert ROOM.offered("/uno start computers:2 level:hard ") == []


def test_required_options_are_marked() -> None:
    assert [offer.label for offer in ROOM.phrases().help("/note ").offers] == ["words (required)", "weight", "year"]


def test_choices_are_offered_even_with_spaces_in_them() -> None:
    assert ROOM.offered("/uno start level:") == [f"/uno start level:{each} " for each in ("easy", "medium", "hard")]
    assert ROOM.offered("/uno start level:h") == ["/uno start level:hard "]
    assert ROOM.offered("/best game:crazy ei") == ["/best game:Crazy Eights "]
    assert ROOM.offered("/best game:Crazy Eights ") == [
        "/best game:Crazy Eights scope:",
        "/best game:Crazy Eights mine:",
    ]


def test_a_short_range_is_offered_number_by_number_and_a_long_one_is_told() -> None:
    assert ROOM.offered("/uno start computers:") == [f"/uno start computers:{number} " for number in range(10)]
    assert "0 to 9" in ROOM.phrases().help("/uno start computers:").hint
    long = ROOM.phrases().help("/note year:")
    assert (long.offers, "1900 to 2100" in long.hint) == ([], True)


def test_members_channels_and_truth_are_offered() -> None:
    assert {f"/stats member:@{name} " for name in NAMES} <= set(ROOM.offered("/stats member:"))
    assert ROOM.offered("/stats member:@gue") == ["/stats member:@Guest 1 "]
    assert ROOM.offered("/move to:#table-t") == ["/move to:#table-two "]
    assert ROOM.offered("/best mine:") == ["/best mine:true ", "/best mine:false "]


def test_a_name_that_is_no_option_is_told_so() -> None:
    found = ROOM.phrases().help("/uno start colour")
    assert (found.offers, found.hint.startswith("There is no such option.")) == ([], True)


# What it means


@pytest.mark.parametrize(
    ("line", "path", "values"),
    [
        ("/help", "/help", {}),
        ("/help  ", "/help", {}),
        ("/uno table open", "/uno table open", {}),
        ("/uno start computers:2 level:hard", "/uno start", {"computers": 2, "level": "hard"}),
        ("/uno start level:HARD computers: 3 ", "/uno start", {"computers": 3, "level": "hard"}),
        (
            "/best game:Crazy Eights scope:the whole server",
            "/best",
            {"game": "crazy-eights", "scope": "the-whole-server"},
        ),
        ("/best game:crazy-eights mine:True", "/best", {"game": "crazy-eights", "mine": True}),
        ("/best mine:false", "/best", {"mine": False}),
        ("/note words:two letters: and a colon", "/note", {"words": "two letters: and a colon"}),
        ("/note words:x weight:1.5 year:2024", "/note", {"words": "x", "weight": 1.5, "year": 2024}),
    ],
)
def test_a_line_is_read(line: str, path: str, values: dict[str, object]) -> None:
    assert ROOM.phrases().read(line) == (path, values)


@pytest.mark.parametrize("name", NAMES)
def test_a_member_is_found_by_name_by_id_and_by_mention(name: str) -> None:
    member = next(each for each in (ROOM.ann, ROOM.bo, *ROOM.others) if each.name == name)
    for text in (f"@{name}", name, name.upper(), str(member.id), member.mention):
        assert ROOM.phrases().read(f"/stats member:{text}")[1] == {"member": member}


def test_a_channel_is_found_by_name() -> None:
    assert ROOM.phrases().read("/move to:#table-two")[1] == {"to": ROOM.discord.guild.channels[1]}


# What is wrong with it


def test_a_command_that_is_not_there_or_not_finished_is_refused() -> None:
    for line in ("/nothing", "/", "/unos", "/uno startx", "/helpx", "/nothing level:hard"):
        assert "is no command here" in ROOM.refusal(line)
    for line in ("/uno", "/uno table", "/uno "):
        assert "goes on" in ROOM.refusal(line)


def test_a_value_that_does_not_fit_is_refused_with_what_would_fit() -> None:
    assert ROOM.refusal("/uno start computers:two") == "computers is a whole number."
    assert ROOM.refusal("/uno start computers:1.5") == "computers is a whole number."
    assert ROOM.refusal("/note words:x weight:heavy") == "weight is a number."
    assert ROOM.refusal("/best mine:perhaps") == "mine is true or false."
    assert ROOM.refusal("/uno start level:expert").startswith("level: choose one of")
    assert "type @" in ROOM.refusal("/stats member:@Nobody")
    assert "type #" in ROOM.refusal("/move to:#nowhere")
    assert "name:value" in ROOM.refusal("/uno start hard")


@pytest.mark.parametrize(
    "line",
    ["/uno start colour:red", "/uno start colour:red computers:2", "/uno start computers:2 colour:red",
     "/uno start hard computers:2", "/help me", "/help level:hard", "/stats level:hard member:@Bo"],
)  # fmt: skip
def test_an_option_that_is_not_there_is_never_left_out_silently(line: str) -> None:
    ROOM.refusal(line)
