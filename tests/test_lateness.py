"""Clicks that a person has already seen fail are not done later (fault 35), whatever our own clock says."""

import asyncio
from datetime import UTC, datetime
from email.utils import formatdate
from pathlib import Path

import pytest
from discord.utils import time_snowflake
from hypothesis import given
from hypothesis import strategies as st

from bot.lateness import NARROW, TOO_OLD, DiscordClock
from bot.loopback.interactions import InteractionFailed
from tests.play.room import open_room
from tests.play.sitting import folk, shown

BEGAN = 1_800_000_000.0


class Ours:
    """A count of seconds that we move, and Discord's time beside it."""

    def __init__(self, ahead: float) -> None:
        self.seconds = 1000.0
        self.ahead = ahead
        self.clock = DiscordClock(lambda: self.seconds)

    @property
    def discord(self) -> float:
        return self.seconds + self.ahead

    def call(self, there: float = 0.05, back: float = 0.05) -> None:
        """A call that takes so long, and an answer with Discord's date."""
        sent = self.seconds
        self.seconds += there
        date = formatdate(int(self.discord), usegmt=True)
        self.seconds += back
        self.clock.heard(date, sent, self.seconds)

    def click(self) -> int:
        return time_snowflake(datetime.fromtimestamp(self.discord, UTC))


def test_before_anything_is_known_nothing_is_late() -> None:
    ours = Ours(BEGAN)
    click = ours.click()
    ours.seconds += 1000
    assert not ours.clock.is_late(click)


@given(
    st.floats(-1e6, 1e6),
    st.lists(st.tuples(st.floats(0, 2), st.floats(0, 2), st.floats(0, 30)), min_size=1, max_size=20),
)
def test_a_fresh_click_is_never_called_late(skew: float, calls: list[tuple[float, float, float]]) -> None:
    ours = Ours(BEGAN + skew)
    for there, back, pause in calls:
        ours.call(there, back)
        ours.seconds += pause
    click = ours.click()
    ours.seconds += TOO_OLD - NARROW / 2 - 0.01
    assert not ours.clock.is_late(click)


@given(st.floats(-1e6, 1e6))
def test_a_click_that_was_seen_to_fail_is_late_after_one_quick_call(skew: float) -> None:
    ours = Ours(BEGAN + skew)
    ours.call()
    click = ours.click()
    ours.seconds += 3.1
    assert ours.clock.is_late(click)


def test_a_clock_that_jumps_is_learnt_anew() -> None:
    ours = Ours(BEGAN)
    ours.call()
    ours.ahead += 3600
    ours.call()
    click = ours.click()
    assert not ours.clock.is_late(click)
    ours.seconds += TOO_OLD + 1.2
    assert ours.clock.is_late(click)
    ours.ahead -= 7200
    ours.call()
    assert not ours.clock.is_late(ours.click())


@pytest.mark.parametrize("date", ["", "tomorrow", "Wed, 99 Nov 2026 99:99:99 GMT", "\ud800"])
def test_a_date_that_is_none_is_passed_over(date: str) -> None:
    clock = DiscordClock(lambda: 0.0)
    clock.heard(date, 0, 0)
    assert clock.age(1 << 60) < 0


async def test_a_click_that_was_seen_to_fail_is_not_done_when_it_comes_after_all(tmp_path: Path) -> None:
    async with open_room(tmp_path / "x.db") as room:
        ann, bo = folk(room, 2)
        await room.sit_down("uno", [ann, bo])
        (mover,) = room.to_move([ann, bo])
        hand = (await mover.command(room.discord.channel, "/uno hand")).message
        table, before = room.table(), room.table().revision
        move = next(each for each in hand.buttons if (each.custom_id or "").startswith("play:"))
        room.discord.faults.hold_events()
        press, leave = mover.press(hand, custom_id=move.custom_id), ann.command(room.discord.channel, "/uno leave")
        answers = await asyncio.gather(press, leave, return_exceptions=True)
        assert [type(each) for each in answers] == [InteractionFailed, InteractionFailed]
        await asyncio.sleep(0.4)
        room.discord.faults.hold_events(False)
        await asyncio.sleep(0.2)
        await shown(room)
        assert table.revision == before
        assert not any(seat.away for seat in table.seats)
        await mover.press(hand, custom_id=move.custom_id)
        assert table.revision == before + 1
        room.discord.problems.clear()  # it complains of the two that were not answered
