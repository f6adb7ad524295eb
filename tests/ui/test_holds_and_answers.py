"""Clicks are answered before boards are drawn; a sentence is an answer to one member."""

import asyncio

import pytest

from bot.storage import GameId
from bot.ui.answer import QUIET, say
from bot.ui.holds import Holds
from bot.ui.parts import MOST_TEXT
from tests.ui.drawn import draw

HERE, ELSEWHERE = GameId(1), GameId(2)


async def waits(task: "asyncio.Task[None]") -> bool:
    for _ in range(5):
        await asyncio.sleep(0)
    return not task.done()


async def test_nobody_waits_where_nobody_clicked() -> None:
    await asyncio.wait_for(Holds().free(HERE), 1)


async def test_a_board_waits_until_the_last_click_is_answered() -> None:
    holds = Holds()
    with holds.held(HERE):
        drawing = [asyncio.create_task(holds.free(HERE)) for _ in range(2)]
        with holds.held(HERE):
            assert await waits(drawing[0])
        assert await waits(drawing[0])
        await asyncio.wait_for(holds.free(ELSEWHERE), 1)
    await asyncio.wait_for(asyncio.gather(*drawing), 1)


async def test_a_click_that_fails_lets_go_too() -> None:
    holds = Holds()
    with pytest.raises(RuntimeError), holds.held(HERE):
        raise RuntimeError
    await asyncio.wait_for(holds.free(HERE), 1)


async def test_a_click_that_comes_before_the_board_wakes_up_holds_it_again() -> None:
    holds = Holds()
    with holds.held(HERE):
        drawing = asyncio.create_task(holds.free(HERE))
        assert await waits(drawing)
    with holds.held(HERE):
        assert await waits(drawing)
    await asyncio.wait_for(drawing, 1)


async def test_nothing_is_remembered_of_clicks_that_were_answered() -> None:
    holds = Holds()
    with holds.held(HERE):
        drawing = asyncio.create_task(holds.free(HERE))
        assert await waits(drawing)
    await drawing
    assert not holds._clicks
    assert not holds._free


async def test_a_sentence_is_for_one_member_and_never_too_long() -> None:
    answer = say("It is Bo's turn.")
    assert answer.how == "private"
    assert draw(answer.items).text == "It is Bo's turn."
    assert len(draw(say("x" * 10_000).items).text) == MOST_TEXT


def test_a_quiet_answer_shows_nothing() -> None:
    assert QUIET.how == "quiet"
    assert not QUIET.items
