"""Settings: where they come from, what they may be, and that no value is ever printed."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import DAY, Settings, Times, read
from bot.errors import EX_CONFIG, CannotStart

TOKEN = "MTIzNDU2Nzg5.abcdef.this-is-nobodys-token"  # noqa: S105 - made up
NO_FILE = Path("/nonexistent/.env")


def mistakes(given: Mapping[str, str], env_file: Path = NO_FILE) -> tuple[str, ...]:
    with pytest.raises(CannotStart) as refused:
        read(given, env_file)
    assert refused.value.code == EX_CONFIG
    return refused.value.reasons


def test_without_any_setting_everything_has_its_usual_value() -> None:
    settings = read({}, NO_FILE)
    assert settings == Settings()
    assert settings.token == ""
    assert settings.database == Path("cardroom.db")
    assert settings.log_level == "INFO"
    assert settings.dev_guild is None
    assert settings.pictures is True
    assert settings.discord_url == ""
    assert settings.times == Times(
        quick=30, normal=60, slow=DAY, computer_pause=1, chance_pause=4, round_pause=20, lobby=600
    )


def test_every_setting_can_be_given() -> None:
    settings = read(
        {
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_PATH": "/data/cards.db",
            "LOG_LEVEL": "debug",
            "DEV_GUILD_ID": "123456789012345678",
            "CARD_PICTURES": "OFF",
            "PRESSES_A_SECOND": "2.5",
            "TURN_QUICK": "5",
            "TURN_NORMAL": "45.5",
            "TURN_SLOW": "60",
            "COMPUTER_PAUSE": "0",
            "CHANCE_PAUSE": "0.25",
            "ROUND_PAUSE": "7",
            "LOBBY_TIME": "10",
            "DISCORD_URL": "http://127.0.0.1:8080",
        },
        NO_FILE,
    )
    assert settings == Settings(
        token=TOKEN,
        database=Path("/data/cards.db"),
        log_level="DEBUG",
        dev_guild=123456789012345678,
        pictures=False,
        presses=2.5,
        times=Times(quick=5, normal=45.5, slow=60, computer_pause=0, chance_pause=0.25, round_pause=7, lobby=10),
        discord_url="http://127.0.0.1:8080",
    )


def test_each_pace_has_its_time_and_none_has_no_limit() -> None:
    times = Times(quick=1, normal=2, slow=3)
    assert [times.turn(pace) for pace in ("quick", "normal", "slow", "none")] == [1, 2, 3, None]


@pytest.mark.parametrize("level", ["DEBUG", "info", "Warning", "ERROR"])
def test_a_log_level_is_known_in_any_case(level: str) -> None:
    assert read({"LOG_LEVEL": level}, NO_FILE).log_level == level.upper()


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("TURN_QUICK", "5"),
        ("TURN_NORMAL", "5"),
        ("TURN_SLOW", "60"),
        ("COMPUTER_PAUSE", "0"),
        ("CHANCE_PAUSE", "0"),
        ("ROUND_PAUSE", "0"),
        ("LOBBY_TIME", "10"),
    ],
)
def test_a_time_is_a_number_of_seconds_in_its_range(name: str, least: str) -> None:
    read({name: least}, NO_FILE)
    read({name: "2592000"}, NO_FILE)
    too_small = [] if least == "0" else [str(float(least) - 0.5)]
    for wrong in ["-1", "2592001", "99999999999", "1e3", "nan", "inf", "soon", "1,5", "٣", "10 # s", *too_small]:
        assert mistakes({name: wrong}) == (f"{name} has to be a number of seconds from {least} to 2592000.",)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("LOG_LEVEL", "LOUD"),
        ("CARD_PICTURES", "yes please"),
        ("PRESSES_A_SECOND", "1001"),
        ("PRESSES_A_SECOND", "-3"),
        ("DEV_GUILD_ID", "12345"),
        ("DEV_GUILD_ID", "12345678901234567x"),
        ("DEV_GUILD_ID", "123456789012345678901"),
        ("DEV_GUILD_ID", "١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧٨"),
        ("DISCORD_URL", "https://127.0.0.1:80"),
        ("DISCORD_URL", "http://example.org:80"),
        ("DISCORD_URL", "http://127.0.0.1:80@example.org"),
        ("DISCORD_URL", "http://127.0.0.1"),
        ("DISCORD_URL", "http://127.0.0.1:80/api"),
    ],
)
def test_a_wrong_value_is_refused_with_what_it_has_to_be(name: str, wrong: str) -> None:
    (sentence,) = mistakes({name: wrong})
    assert sentence.startswith(f"{name} has to be ")
    assert wrong not in sentence.removesuffix("http://127.0.0.1:PORT.")


def test_all_mistakes_are_told_at_once_one_line_each_and_no_value_is_in_them() -> None:
    wrong = {
        "DISCORD_TOKEN": "short-secret",
        "LOG_LEVEL": "verysecret",
        "DEV_GUILD_ID": "secretguild",
        "CARD_PICTURES": "secret0",
        "TURN_QUICK": "secret1",
        "TURN_NORMAL": "secret2",
        "TURN_SLOW": "secret3",
        "COMPUTER_PAUSE": "secret4",
        "CHANCE_PAUSE": "secret5",
        "ROUND_PAUSE": "secret6",
        "LOBBY_TIME": "secret7",
        "DISCORD_URL": "http://secret.example",
    }
    with pytest.raises(CannotStart) as refused:
        read(wrong, NO_FILE)
    error = refused.value
    assert len(error.reasons) == len(wrong)
    assert str(error).splitlines() == list(error.reasons)
    assert "secret" not in str(error) + repr(error)
    names = {name for name in wrong if any(reason.startswith(name) for reason in error.reasons)}
    assert names == set(wrong) - {"DISCORD_TOKEN"}
    assert "token" in error.reasons[0]


def test_the_token_is_in_no_repr() -> None:
    settings = read({"DISCORD_TOKEN": TOKEN}, NO_FILE)
    assert settings.token == TOKEN
    for shown in (repr(settings), str(settings), f"{settings}", repr(replace(settings, log_level="DEBUG"))):
        assert TOKEN not in shown
        assert "MTIz" not in shown


@pytest.mark.parametrize("token", ["x" * 19, "x" * 201, "has a space in the middle of it", "ümlaut-in-a-token-of-mine"])
def test_a_token_of_a_wrong_shape_is_refused_without_repeating_it(token: str) -> None:
    (sentence,) = mistakes({"DISCORD_TOKEN": token})
    assert "Copy it again" in sentence
    assert token not in sentence


def test_the_environment_counts_more_than_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("LOG_LEVEL=ERROR\nTURN_QUICK=10\n")
    settings = read({"LOG_LEVEL": "DEBUG"}, file)
    assert settings.log_level == "DEBUG"
    assert settings.times.quick == 10


def test_a_file_may_hold_comments_empty_lines_quotes_exports_and_spaces(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(
        b"\xef\xbb\xbf# LOG_LEVEL=ERROR\r\n"
        b"\r\n"
        b"  # TURN_SLOW=1\r\n"
        b"export LOG_LEVEL = 'debug'\r\n"
        b'DATABASE_PATH="/my data/cards=1.db"\r\n'
        b"  TURN_QUICK=  15  \r\n"
        b"TURN_NORMAL=\r\n"
        b"no equals sign\r\n"
        b"SOMETHING_ELSE=whatever\r\n"
    )
    settings = read({}, file)
    assert settings.log_level == "DEBUG"
    assert settings.database == Path("/my data/cards=1.db")
    assert settings.times == Times(quick=15)


@pytest.mark.parametrize("value", ['"', "'", "\"abc'"])
def test_a_quote_without_its_partner_stays(tmp_path: Path, value: str) -> None:
    file = tmp_path / ".env"
    file.write_text(f"DATABASE_PATH={value}\n")
    assert read({}, file).database == Path(value)


def test_mistakes_in_a_file_do_not_show_its_values(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=hidden value\nTURN_QUICK=hidden\n")
    reasons = mistakes({}, file)
    assert len(reasons) == 2
    assert "hidden" not in "".join(reasons)


def test_a_missing_file_is_no_mistake() -> None:
    assert read({"TURN_QUICK": "9"}, NO_FILE).times.quick == 9


def test_a_file_that_cannot_be_read_is_refused_with_the_fix(tmp_path: Path) -> None:
    (sentence,) = mistakes({}, tmp_path)  # a folder
    assert str(tmp_path) in sentence
    assert "text file" in sentence
    binary = tmp_path / "binary"
    binary.write_bytes(b"DISCORD_TOKEN=\xff\xfe\x00secret")
    (sentence,) = mistakes({}, binary)
    assert "secret" not in sentence


def test_the_token_can_lie_in_a_file_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert read({"DISCORD_TOKEN_FILE": str(file)}, NO_FILE).token == TOKEN


@pytest.mark.parametrize("content", [None, b"", b" \n", b"\xff\xff"])
def test_a_token_file_that_is_missing_empty_or_no_text_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "my-secret-place"
    if content is not None:
        file.write_bytes(content)
    (sentence,) = mistakes({"DISCORD_TOKEN_FILE": str(file)})
    assert sentence.startswith("DISCORD_TOKEN_FILE has to be the path of a readable file")
    assert "my-secret-place" not in sentence


def test_a_token_file_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    assert len(mistakes({"DISCORD_TOKEN_FILE": str(tmp_path)})) == 1


def test_a_token_file_with_something_else_in_it_is_refused_without_showing_it(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("two words\nand a line")
    (sentence,) = mistakes({"DISCORD_TOKEN_FILE": str(file)})
    assert "wrong shape" in sentence
    assert "words" not in sentence


def test_a_token_and_a_token_file_together_are_refused(tmp_path: Path) -> None:
    (sentence,) = mistakes({"DISCORD_TOKEN": TOKEN, "DISCORD_TOKEN_FILE": str(tmp_path / "token")})
    assert sentence == "Set DISCORD_TOKEN or DISCORD_TOKEN_FILE, not both."


def test_settings_are_frozen() -> None:
    with pytest.raises(AttributeError):
        read({}, NO_FILE).log_level = "DEBUG"  # type: ignore[misc]  # that is the point
