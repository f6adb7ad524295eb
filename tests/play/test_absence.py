"""People who are away: reminded, played for, held, handed over, back again; games that wait, close and are ended."""

from random import Random

import pytest

from bot.loopback.people import Member
from bot.loopback.world import Message
from tests.play.room import Room
from tests.play.sitting import board, boards_at_once, folk, labels, let_pass, my_hand, press_any_move, read, shown, tap

DAY = 24 * 3600


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


async def seated(room: Room, count: int = 2, game: str = "eights", pace: str = "normal") -> list[Member]:
    people = folk(room, count)
    await room.sit_down(game, people, pace=pace)
    return people


def reminders(room: Room) -> list[Message]:
    return [message for message in room.discord.channel.messages if "your turn in" in message.text]


async def acts(room: Room, person: Member) -> None:
    """Somebody makes any move."""
    await press_any_move(room, person, await my_hand(room, person), Random(1))
    await shown(room)


# Reminders


async def test_a_reminder_comes_25_seconds_before_the_time_is_over_and_mentions_that_player_alone(room: Room) -> None:
    people = await seated(room, 3)
    (late,) = room.to_move(people)
    await let_pass(room, 34)
    assert reminders(room) == []
    start = len(room.discord.calls)
    await let_pass(room, 2)
    (reminder,) = reminders(room)
    assert reminder.pings == {late.id}
    (post,) = (call for call in room.discord.calls[start:] if call.route == "/channels/{channel}/messages")
    assert isinstance(post.body, dict)
    assert [int(each) for each in post.body["allowed_mentions"]["users"]] == [late.id]
    assert post.body["allowed_mentions"]["parse"] == []
    await let_pass(room, 10)
    assert len(reminders(room)) == 1  # once


async def test_the_reminder_is_removed_when_the_player_acts(room: Room) -> None:
    people = await seated(room)
    (late,) = room.to_move(people)
    await let_pass(room, 36)
    (reminder,) = reminders(room)
    await acts(room, late)
    assert reminder.deleted
    assert reminders(room) == []


@pytest.mark.parametrize(("pace", "after"), [("quick", 15), ("slow", 0), ("none", 60)])
async def test_every_pace_reminds_in_its_own_time(room: Room, pace: str, after: int) -> None:
    await seated(room, pace=pace)
    if after:
        await let_pass(room, after - 1)
        assert reminders(room) == []
    await let_pass(room, 2)
    assert len(reminders(room)) == 1


async def test_without_a_time_limit_nobody_is_played_for(room: Room) -> None:
    await seated(room, pace="none")
    await let_pass(room, 3 * DAY)
    assert room.table().revision == 0
    assert room.table().phase == "playing"


async def test_all_who_are_late_in_6_nimmt_are_mentioned_in_one_message(room: Room) -> None:
    people = await seated(room, 3, "nimmt")
    await acts(room, people[0])
    await let_pass(room, 36)
    (reminder,) = reminders(room)
    assert reminder.pings == {people[1].id, people[2].id}
    await acts(room, people[1])
    assert not reminder.deleted
    await acts(room, people[2])
    assert reminder.deleted


# Time over


async def test_when_the_time_is_over_a_computer_makes_that_one_move(room: Room) -> None:
    people = await seated(room)
    (late,) = room.to_move(people)
    await let_pass(room, 36)
    await let_pass(room, 25)
    assert room.table().revision >= 1
    assert reminders(room) == []
    seat = room.table().seat_of(late.id)  # type: ignore[arg-type]  # an id is an id
    assert seat is not None
    assert not room.table().is_computer(seat)
    assert "computer plays" not in read(board(room))


async def held(room: Room, people: list[Member]) -> tuple[Member, Member]:
    """One of two lets the time run out twice in a row. The one who is away, and the other."""
    (late,) = room.to_move(people)
    (other,) = (person for person in people if person is not late)
    seat = room.table().seat_of(late.id)  # type: ignore[arg-type]
    assert seat is not None
    misses = 0
    for _ in range(40):
        if room.table().is_computer(seat):
            assert misses == 2
            return late, other
        if room.to_move([late]):
            misses += 1
            await let_pass(room, 61)
        else:
            await acts(room, other)
    raise AssertionError("the seat was never held")


async def test_twice_in_a_row_and_a_computer_keeps_the_seat_until_im_back_on_the_board(room: Room) -> None:
    people = await seated(room)
    late, _ = await held(room, people)
    assert f"{late.name}** (computer plays)" in read(board(room)) or f"{late.name} (computer plays)" in read(
        board(room)
    )
    assert "I'm back" in labels(board(room))
    reply = await late.press(board(room), "I'm back")
    await shown(room)
    assert "computer plays" not in read(board(room))
    assert "I'm back" not in labels(board(room))
    assert reply.interaction.answered is not None
    assert "A computer plays for you" not in read(late.private(room.discord.channel)[-1])


@pytest.mark.usefixtures("first_lock_open")
async def test_a_move_of_somebody_whose_seat_is_held_says_how_to_come_back(room: Room) -> None:
    people = await seated(room)
    late, _ = await held(room, people)
    hand = await my_hand(room, late)
    assert "A computer plays for you" in read(hand)
    table = room.table()
    seat = table.seat_of(late.id)  # type: ignore[arg-type]
    assert seat is not None
    await late.press_id(hand, f"play:{table.id}:{table.asks[seat]}:draw")
    assert "I'm back" in read(hand)
    await late.press(hand, "I'm back")
    assert "A computer plays for you" not in read(hand)


async def test_a_stranger_cannot_come_back(room: Room) -> None:
    people = await seated(room)
    await held(room, people)
    reply = await room.person("Stranger").press(board(room), "I'm back")
    assert reply.ephemeral
    assert "not at this table" in read(reply)


async def test_im_back_of_somebody_who_is_here_does_not_give_more_time(room: Room) -> None:
    people = await seated(room, 3)
    (late,) = room.to_move(people)
    gone = next(person for person in people if person is not late)
    await gone.command(room.discord.channel, "/eights leave")
    await shown(room)
    for _ in range(3):
        await let_pass(room, 30)
        if room.table().revision:
            break
        await late.press(board(room), "I'm back")
    assert room.table().revision >= 1


async def test_after_coming_back_it_takes_two_misses_again_to_lose_the_seat(room: Room) -> None:
    people = await seated(room)
    late, other = await held(room, people)
    await late.press(board(room), "I'm back")
    seat = room.table().seat_of(late.id)  # type: ignore[arg-type]
    assert seat is not None
    for _ in range(20):
        if room.to_move([late]):
            break
        await acts(room, other)
    revision = room.table().revision
    await let_pass(room, 61)
    assert room.table().revision > revision
    assert not room.table().is_computer(seat)


# Leaving a game and coming back


async def test_a_leavers_seat_goes_on_as_a_computer_and_the_leaver_may_return(room: Room) -> None:
    ann, bo, cy = await seated(room, 3, pace="none")
    reply = await bo.press((await bo.press(board(room), "…")).message, "Leave")
    assert "You left. A computer plays for you" in read(reply)
    await shown(room)
    assert "(computer plays)" in read(board(room))
    for _ in range(6):
        (person,) = room.to_move([ann, cy]) or (ann,)
        if not room.to_move([ann, cy]):
            break
        await acts(room, person)
    assert room.table().phase == "playing"
    await bo.press(board(room), "I'm back")
    await shown(room)
    assert "(computer plays)" not in read(board(room))
    await my_hand(room, bo)


async def test_when_the_host_leaves_a_game_the_role_moves_on(room: Room) -> None:
    ann, bo = await seated(room, pace="none")
    await ann.command(room.discord.channel, "/eights leave")
    assert room.table().saved.host == bo.id
    menu = (await bo.press(board(room), "…")).message
    assert "End the game" in labels(menu)


# Handing a seat over


async def test_the_host_hands_a_late_players_seat_to_a_computer(room: Room) -> None:
    people = await seated(room, 3, "nimmt")
    ann, bo, cy = people
    await acts(room, ann)
    await acts(room, cy)
    menu = (await ann.press(board(room), "…")).message
    assert not any("Let a computer" in label for label in labels(menu))  # not late yet
    await let_pass(room, 36)
    menu = (await ann.press(board(room), "…")).message
    await tap(ann, menu, "Let a computer play for Bo")
    assert "A computer plays on" in read(menu)
    await shown(room)
    assert room.table().is_computer(1)
    assert room.table().revision >= 3
    assert reminders(room) == []
    await bo.press(board(room), "I'm back")
    assert not room.table().is_computer(1)


async def test_others_need_a_majority(room: Room) -> None:
    people = await seated(room, 4, "nimmt")
    ann, bo, cy, dee = people
    for person in (bo, cy, dee):
        await acts(room, person)
    await let_pass(room, 36)  # the host is late
    first = (await bo.press(board(room), "…")).message
    await tap(bo, first, "Let a computer play for Ann")
    assert "Your vote counts" in read(first)
    again = (await bo.press(board(room), "…")).message
    await tap(bo, again, "Let a computer play for Ann")  # the same vote twice is one
    assert not room.table().is_computer(0)
    second = (await cy.press(board(room), "…")).message
    await tap(cy, second, "Let a computer play for Ann")
    assert room.table().is_computer(0)
    assert room.table().saved.host == bo.id
    assert ann.private(room.discord.channel)


@pytest.mark.usefixtures("first_lock_open")
async def test_a_stranger_and_the_late_player_are_not_asked_to_vote(room: Room) -> None:
    people = await seated(room, 3, "nimmt")
    await acts(room, people[0])
    await let_pass(room, 36)
    stranger = room.person("Stranger")
    menu = (await stranger.press(board(room), "…")).message
    assert not any("Let a computer" in label for label in labels(menu))
    own = (await people[1].press(board(room), "…")).message
    assert not any("for Bo" in label for label in labels(own))
    reply = await stranger.press_id(menu, f"over:{room.table().id}::1")
    assert "not at this table" in read(reply)
    assert not room.table().is_computer(1)


# Nobody left


async def test_with_nobody_left_the_game_is_parked_and_resume_brings_it_back(room: Room) -> None:
    ann, bo = await seated(room, pace="none")
    await ann.command(room.discord.channel, "/eights leave")
    await bo.command(room.discord.channel, "/eights leave")
    await shown(room)
    assert room.table().phase == "parked"
    assert "everybody is away" in read(board(room))
    assert "Resume" in labels(board(room))
    revision = room.table().revision
    await let_pass(room, 3600)
    assert room.table().revision == revision
    await bo.press(board(room), "Resume")
    await shown(room)
    assert room.table().phase == "playing"
    assert "My hand" in labels(board(room))
    assert room.table().saved.host == bo.id


async def test_a_parked_game_closes_after_a_day_without_a_score(room: Room) -> None:
    ann, bo = await seated(room, pace="none")
    for person in (ann, bo):
        await person.command(room.discord.channel, "/eights leave")
    await let_pass(room, DAY + 1)
    assert len(room.bot.directory) == 0
    assert "nothing was scored" in read(room.discord.channel.messages[-1])
    scores = await ann.command(room.discord.channel, "/leaderboard")
    assert "No finished game" in read(scores)


async def test_two_who_are_both_away_park_the_game(room: Room) -> None:
    await seated(room, 2, "nimmt")
    for _ in range(4):
        await let_pass(room, 61)
    assert room.table().phase == "parked"


async def test_a_stranger_cannot_resume(room: Room) -> None:
    ann, bo = await seated(room, pace="none")
    for person in (ann, bo):
        await person.command(room.discord.channel, "/eights leave")
    await shown(room)
    reply = await room.person("Stranger").press(board(room), "Resume")
    assert reply.ephemeral
    assert room.table().phase == "parked"


# Ending


async def test_the_host_ends_the_game_after_a_confirmation(room: Room) -> None:
    ann, bo = await seated(room, pace="none")
    hand = await my_hand(room, bo)
    menu = (await ann.press(board(room), "…")).message
    await ann.press(menu, "End the game")
    assert "End the game for everybody?" in read(menu)
    await ann.press(menu, "No")
    assert "End the game" in labels(menu)
    assert room.table().phase == "playing"
    await ann.press(menu, "End the game")
    await ann.press(menu, "Yes, end it")
    await shown(room)
    assert len(room.bot.directory) == 0
    assert "ended" in read(room.discord.channel.messages[-1])
    assert labels(room.discord.channel.messages[-1]) == []
    assert "closed" in read(hand)


async def test_a_moderator_ends_the_game_by_command_after_a_confirmation(room: Room) -> None:
    await seated(room, pace="none")
    moderator = room.person("Mod", moderator=True)
    reply = await moderator.command(room.discord.channel, "/eights end")
    assert reply.ephemeral
    assert room.table().phase == "playing"
    await moderator.press(reply.message, "Yes, end it")
    assert len(room.bot.directory) == 0


@pytest.mark.usefixtures("first_lock_open")
async def test_others_cannot_end_the_game(room: Room) -> None:
    _, bo = await seated(room, pace="none")
    stranger = room.person("Stranger")
    for person in (bo, stranger):
        reply = await person.command(room.discord.channel, "/eights end")
        assert reply.ephemeral
        assert "Only the host and moderators" in read(reply)
        menu = (await person.press(board(room), "…")).message
        assert "End the game" not in labels(menu)
        for action in ("end", "ended"):
            forged = await person.press_id(board(room), f"{action}:{room.table().id}::")
            assert "Only the host and moderators" in read(forged)
    assert room.table().phase == "playing"


async def test_a_stranger_finds_rules_in_the_menu_and_no_way_to_leave(room: Room) -> None:
    await seated(room, pace="none")
    stranger = room.person("Stranger")
    menu = (await stranger.press(board(room), "…")).message
    assert labels(menu) == ["Rules", "Bring the board here"]
    await stranger.press(menu, "Rules")
    assert "the rules" in read(menu)
