"""The canary itself: it would notice."""

import logging
import secrets
from pathlib import Path

import pytest

from tests.canary import CANARY

pytest_plugins = ["pytester"]

LEAK = """
import logging, secrets

def test_that_tells_a_secret():
    logging.getLogger("bot").debug("dealt from %s", secrets.{}(32){})
"""


@pytest.mark.parametrize(("drawn", "shown"), [("token_bytes", ".hex()"), ("token_bytes", ""), ("token_urlsafe", "")])
def test_a_secret_in_the_log_of_any_test_fails_that_test(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, drawn: str, shown: str
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    pytester.makeconftest("from tests.conftest import *")
    pytester.makepyfile(LEAK.format(drawn, shown))
    found = pytester.runpytest_subprocess(
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--log-level=DEBUG",
        "-o",
        "asyncio_default_fixture_loop_scope=function",
    )
    found.assert_outcomes(passed=1, failed=0, errors=1)
    found.stdout.fnmatch_lines(["*A secret stands in the output of this test*"])


def test_harmless_words_are_no_secrets(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("bot").info("table 1 has 3 seats and a seal %s", "0123456789abcdef" * 4)
    assert CANARY.leaks(caplog.text) == []


def test_a_seed_a_token_and_a_printed_hand_are_found() -> None:
    seed, token = secrets.token_bytes(32), secrets.token_urlsafe(48)
    for text in (seed.hex(), repr(seed), f"edit {token} failed", "view is View(hand=(1, 2))", "SavedPanel(game=1)"):
        assert CANARY.leaks(f"12:00 DEBUG bot: {text}"), text
    assert CANARY.leaks(f"12:00 DEBUG bot: {token[:10]}") == []
