"""Whole games on the real discord.py, from the command to the scoreboard."""

from random import Random

import pytest

from bot.games import GAMES
from bot.loopback.people import Member
from tests.play.room import Room

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")


async def play_on(room: Room, people: list[Member], chance: Random) -> None:
    """Press any button of the hand, for whoever is to move, until the game is over."""
    board = room.discord.channel.messages[0]
    table = room.table()
    while table.live:
        if table.round_end is not None:
            await people[0].press(board, "Next round")
        for person in room.to_move(people):
            await press_something(room, person, chance)
        await room.discord.settle(0.01)


async def press_something(room: Room, person: Member, chance: Random) -> None:
    hand = await room.ready_hand(person)
    for _ in range(2):  # a Wild asks for its colour: two taps
        enabled = [each for each in hand.buttons if not each.disabled]
        buttons = [each for each in enabled if (each.custom_id or "").startswith(("play:", "ask:"))]
        played = [each for each in buttons if "draw" not in (each.custom_id or "")]
        choice = chance.choice(played or buttons)
        await person.press(hand, custom_id=choice.custom_id)
        if not (choice.custom_id or "").startswith("ask:"):
            return


@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_game_from_start_to_the_leaderboard(room: Room, key: str, seats: int) -> None:
    people = [room.person(name) for name in NAMES[:seats]]
    board = await room.sit_down(key, people, match="one")
    await play_on(room, people, Random(seats))
    await room.discord.settle(1.1)
    assert "win" in board.text
    assert {button.label for button in board.buttons} == {"Rematch", "Leaderboard", "Rules", "Fair play"}
    scores = await people[0].command(room.discord.channel, "/leaderboard", game=key)
    assert all(person.name in scores.text for person in people)
