"""SIGKILL at any moment of a game: it goes on, nothing is lost, nothing is played twice (faults 1 to 7)."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.loopback.people import Member
from bot.loopback.world import Button
from tests.process.bot_process import open_house
from tests.process.party import Party, as_it_stands

KILLS = 30
PAUSES = (0, 0, 0.003, 0.01, 0.03)
"""Seconds from an answer to the kill: before, while and after the board and the next hand are brought up to date."""


async def restart_and_look(party: Party) -> None:
    """Kill it now. After the restart all is as it was written, for everybody to see."""
    before = party.position()
    await party.bot.restart()
    await party.board_is_up_to_date()
    position = party.nothing_lost_or_doubled(before)
    party.hands_are_right(await party.hands(), position)


async def kill_while_pressing(party: Party, person: Member, button: Button, seconds: float) -> bool:
    """Press, do not wait for the answer, kill. Whether the move was written all the same."""
    before = party.position()
    pressing = asyncio.create_task(party.play(person, button))
    await asyncio.sleep(seconds)
    await party.bot.kill()
    click = party.discord.interactions[-1].id
    pressing.cancel()
    with suppress(asyncio.CancelledError):
        await pressing
    await party.bot.start()
    position = party.nothing_lost_or_doubled(before)
    return click in position.clicks


async def test_thirty_kills_in_one_game(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    async with open_house(tmp_path) as bot:
        party = Party(bot, chance=3)
        await party.sit_down("uno", match="500")
        slowest = 0.0
        while bot.kills < KILLS:
            assert await party.move()
            before, seen = party.position(), None
            if bot.kills % 2:
                seen = await party.hands()
            else:
                await asyncio.sleep(party.chance.choice(PAUSES))
            await bot.restart()
            slowest = max(slowest, await party.board_is_up_to_date())
            position = party.nothing_lost_or_doubled(before)
            hands = await party.hands()
            party.hands_are_right(hands, position)
            assert seen is None or hands == seen
        assert len(party.answered) == KILLS
        party.no_complaints()
        record_property("kills, answered moves, seconds to the board", (bot.kills, len(party.answered), slowest))


@pytest.mark.parametrize("computers", [0, 1])
@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_game_with_kills_is_scored_once(tmp_path: Path, key: str, computers: int) -> None:
    async with open_house(tmp_path) as bot:
        party = Party(bot, chance=computers)
        await party.sit_down(key, match="one", computers=computers)
        moves = 0
        while await party.move():
            moves += 1
            if moves in (2, 7) and not party.position().over:
                await asyncio.sleep(party.chance.choice(PAUSES))
                await restart_and_look(party)
        position = party.nothing_lost_or_doubled()
        assert bot.kills == 2
        assert position.phase == "over"
        assert party.books.results() == [(position.id, seat) for seat in range(len(party.people) + computers)]
        await party.board_is_up_to_date()
        party.no_complaints()


async def test_a_kill_while_a_press_is_on_its_way(tmp_path: Path) -> None:
    """Stored or not: the same button pressed again makes the move, finds that it is made, or is not there any more."""
    stored = {True: 0, False: 0}
    async with open_house(tmp_path) as bot:
        party = Party(bot, chance=5)
        await party.sit_down("eights", match="250")
        for seconds in (0, 0.001, 0.002, 0.003, 0.004, 0.006, 0.008, 0.012):
            found = await party.turn()
            assert found is not None
            person, before = found
            button = await party.choose(person)
            written = await kill_while_pressing(party, person, button, seconds)
            stored[written] += 1
            await party.board_is_up_to_date()
            assert len(party.position().journal) == len(before.journal) + written
            assert button.custom_id is not None
            there = party.panels[person].part(button.custom_id) is not None
            reply = await person.press_id(party.panels[person], button.custom_id)
            assert reply.message is party.panels[person]  # the panel shows the present
            position = party.nothing_lost_or_doubled(before)
            if not there and not written:  # it asked for a suit, and shows the whole hand again since the restart
                assert "not there any more" in reply.text
                assert position.journal == before.journal
                continue
            assert len(position.journal) == len(before.journal) + 1
            line = position.journal[-1]
            assert (line.seat, line.move) == (position.seat_of(person.id), button.custom_id.split(":", 3)[3])
            assert (reply.interaction.id == line.click) is not written
        party.no_complaints()
    assert stored[False]  # at least the kill at once


async def to_the_last_move(party: Party) -> tuple[Member, Button]:
    """Play until a press would end the game."""
    while True:
        found = await party.turn()
        assert found is not None, "The game ended without the last press."
        person, _ = found
        button = await party.choose(person)
        position = party.position()
        if position.ends_with(position.seat_of(person.id), (button.custom_id or "").split(":", 3)[3]):
            return person, button
        await party.play(person, button)


@pytest.mark.parametrize(("key", "seconds"), [("nimmt", 0), ("uno", 0.003), ("eights", 0.005), ("nimmt", 0.008)])
async def test_a_kill_at_the_last_move_scores_once(tmp_path: Path, key: str, seconds: float) -> None:
    async with open_house(tmp_path) as bot:
        party = Party(bot, chance=1)
        await party.sit_down(key, match="one")
        person, button = await to_the_last_move(party)
        if not await kill_while_pressing(party, person, button, seconds):
            assert party.books.results() == []
            await party.play(person, button)
        position = party.nothing_lost_or_doubled()
        assert position.phase == "over"
        assert party.books.results() == [(position.id, seat) for seat in range(3)]
        scores = await person.command(party.channel, "/leaderboard", game=key)
        assert all(each.name in scores.text for each in party.people)
        party.no_complaints()


async def test_the_end_is_announced_after_a_kill_right_behind_the_last_answer(tmp_path: Path) -> None:
    """Fault 7: scored once, announced once. The board was not edited yet when the bot was killed."""
    async with open_house(tmp_path) as bot:
        party = Party(bot, chance=1)
        await party.sit_down("nimmt", match="one")
        await party.play(*await to_the_last_move(party))
        await bot.restart()
        assert party.nothing_lost_or_doubled().phase == "over"
        await party.board_is_up_to_date()
        assert "Rematch" in party.board.labels


async def test_a_next_round_that_was_answered_has_begun_after_a_kill(tmp_path: Path) -> None:
    async with open_house(tmp_path, ROUND_PAUSE="600") as bot:
        party = Party(bot, chance=2)
        await party.sit_down("nimmt", match="66")
        host = party.people[0]
        while not party.position().round_over:
            assert await party.move()
        await host.press(party.panels[host], "Refresh")
        await host.press(party.panels[host], "Next round")
        seen = await party.hands()
        await bot.restart()
        assert await party.hands() == seen


async def test_a_round_that_is_over_goes_on_after_a_kill(tmp_path: Path) -> None:
    async with open_house(tmp_path, ROUND_PAUSE="600") as bot:
        party = Party(bot, chance=2)
        await party.sit_down("nimmt", match="66")
        while not party.position().round_over:
            assert await party.move()
        await restart_between_rounds(party)
        assert await party.move()
        party.hands_are_right(await party.hands(), party.nothing_lost_or_doubled())


async def restart_between_rounds(party: Party) -> None:
    before = party.position()
    await party.bot.restart()
    await party.board_is_up_to_date()
    assert party.nothing_lost_or_doubled(before).round_over
    assert "Next round" in party.board.labels


async def play_a_card(party: Party) -> tuple[Member, Button, Member]:
    """Whoever can play a card next, the button, and who is asked then: a game without skips. Who must draw draws."""
    while True:
        found = await party.turn()
        assert found is not None
        person, position = found
        button = await party.choose(person)
        if "draw" not in (button.custom_id or ""):
            by_seat = {position.seat_of(each.id): each for each in party.people}
            await party.discord.settle()
            return person, button, by_seat[(position.seat_of(person.id) + 1) % len(by_seat)]
        await party.play(person, button)


async def test_a_panel_that_a_kill_left_behind_is_brought_up_to_date(tmp_path: Path) -> None:
    """Issue 3, restart: a kept token under 15 minutes old still refreshes its hand."""
    async with open_house(tmp_path) as bot:
        party = Party(bot, chance=2)
        await party.sit_down("eights", match="one")
        person, button, following = await play_a_card(party)
        await asyncio.sleep(0.8)  # tokens are noted twice a second
        behind = as_it_stands(party.panels[following])
        party.discord.faults.next("PATCH", "/webhooks/*", status=503, times=10)  # the refresh does not get through
        await party.play(person, button)
        await bot.kill()
        party.discord.faults.clear()
        assert as_it_stands(party.panels[following]) == behind
        await bot.start()
        await party.discord.settle(0.5)
        assert "Your turn" in party.panels[following].text


async def test_panels_from_before_a_kill_are_refreshed_by_the_moves_after_it(tmp_path: Path) -> None:
    async with open_house(tmp_path) as bot:
        party = Party(bot, chance=2)
        await party.sit_down("eights", match="one")
        await asyncio.sleep(0.8)  # tokens are noted twice a second
        await bot.restart()
        person, button, following = await play_a_card(party)
        await party.play(person, button)
        await party.discord.settle(0.2)
        assert "Your turn" in party.panels[following].text


async def test_kills_while_it_starts(tmp_path: Path) -> None:
    """Faults 6 and 16: whatever a start was killed in, the next one finds the same deal."""
    async with open_house(tmp_path) as bot:
        party = Party(bot)
        await party.sit_down("uno")
        before, seen = party.position(), await party.hands()
        await bot.kill()
        for seconds in (0.25, 0.35, 0.4, 0.45):
            bot.begin()
            await asyncio.sleep(seconds)
            await bot.kill()
        await bot.start()
        party.nothing_lost_or_doubled(before)
        assert await party.hands() == seen


async def test_a_kill_in_the_lobby_keeps_the_seats(tmp_path: Path) -> None:
    async with open_house(tmp_path) as bot:
        party = Party(bot)
        host, second, third = party.people
        await host.command(party.channel, "/eights start", computers=1)
        await second.press(party.board, "Join")
        await asyncio.sleep(0.05)
        await bot.restart()
        await third.press(party.board, "Join")
        await host.press(party.board, "Start")
        position = party.position()
        assert sorted(seat.member or 0 for seat in position.seats) == sorted([0, *(each.id for each in party.people)])
        await party.discord.settle()
        await party.board_is_up_to_date()


async def test_computers_go_on_where_they_were_killed(tmp_path: Path) -> None:
    """Fault 5: a run of computers' moves, killed again and again; none moves twice."""
    async with open_house(tmp_path, COMPUTER_PAUSE="0.05") as bot:
        party = Party(bot, chance=4)
        await party.sit_down("nimmt", match="one", computers=4)
        for _ in range(4):
            assert await party.move()
            await asyncio.sleep(party.chance.choice((0.03, 0.06, 0.1)))
            before = party.position()
            await bot.restart()
            party.nothing_lost_or_doubled(before)
        while await party.move():
            pass
        position = party.nothing_lost_or_doubled()
        made = [line for line in position.journal if line.by == "computer"]
        assert (
            len({(line.seat, line.move) for line in made if line.move.isdigit()}) == 4 * 9
        )  # the last falls by itself
        assert party.books.results() == [(position.id, seat) for seat in range(7)]
