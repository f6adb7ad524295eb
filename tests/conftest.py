"""For all tests: the bot's log at its most talkative, libraries as in earnest, and no secret in any of it."""

import logging
from collections.abc import Generator
from typing import Any

import pytest

from tests.canary import CANARY

LIBRARIES = ("discord", "aiohttp", "aiosqlite", "asyncio", "hypothesis", "websockets")


def pytest_configure(config: pytest.Config) -> None:
    CANARY.listen()
    for name in LIBRARIES:
        logging.getLogger(name).setLevel(logging.INFO)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[Any]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "teardown" and report.passed:
        leaks = CANARY.leaks(report.caplog + report.capstdout + report.capstderr)
        if leaks:
            report.outcome = "failed"
            report.longrepr = f"A secret stands in the output of this test: {', '.join(leaks)}"
    return report
