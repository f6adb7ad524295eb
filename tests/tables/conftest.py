"""Every test at a table is dealt the same cards each time it runs."""

import secrets
from random import Random

import pytest


@pytest.fixture(autouse=True)
def same_cards_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_bytes", Random(request.node.nodeid).randbytes)
