"""The lobby: opening a table, sitting down, what the host sets, and everything that is refused kindly."""

import asyncio

import pytest

from bot.loopback import permissions
from bot.loopback.interactions import AnswerKind
from bot.loopback.people import Member
from bot.loopback.typing_commands import NotPossible
from bot.loopback.world import Message
from tests.play.room import Room
from tests.play.sitting import NAMES, board, boards_at_once, folk, labels, let_pass, my_hand, read, shown


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


async def opened(room: Room, host: Member, game: str = "uno", **options: str | int) -> Message:
    """A lobby, with the host's own panel."""
    reply = await host.command(room.discord.channel, f"/{game} start", **options)
    await shown(room)
    return reply.message


async def options_of(host: Member, lobby: Message) -> Message:
    return (await host.press(lobby, "Options")).message


# Opening


@pytest.mark.parametrize(("game", "title"), [("uno", "UNO"), ("eights", "Crazy Eights"), ("nimmt", "6 nimmt!")])
async def test_a_bare_start_opens_a_lobby_for_all_and_a_panel_for_the_host(room: Room, game: str, title: str) -> None:
    (ann,) = folk(room, 1)
    reply = await ann.command(room.discord.channel, f"/{game} start")
    await shown(room)
    assert not reply.ephemeral
    assert f"{title} · table of Ann" in read(reply)
    assert "Seats 1/10" in read(reply)
    assert "Ann (host)" in read(reply)
    assert "60 s a turn" in read(reply)
    assert labels(reply.message) == ["Join", "Leave", "Start", "Add computer", "Options", "Rules"]
    (panel,) = ann.private(room.discord.channel)
    assert "You are in" in read(panel)


async def test_every_option_of_start_is_used(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, computers=3, level="hard", preset="party", match="200", pace="quick")
    text = read(lobby)
    assert "Seats 4/10" in text
    assert text.count("(hard)") == 3
    assert "party" in text
    assert "to 200 points" in text
    assert "30 s a turn" in text
    table = room.table()
    assert (table.saved.pace, table.saved.level, table.options.match) == ("quick", "hard", 200)
    assert table.options.seven_zero


@pytest.mark.parametrize(("pace", "words"), [("slow", "24 h a turn"), ("none", "no time limit")])
async def test_a_lobby_says_how_much_time_a_turn_has(room: Room, pace: str, words: str) -> None:
    (ann,) = folk(room, 1)
    assert words in read(await opened(room, ann, pace=pace))


async def test_nine_computers_fill_the_table_and_grey_join_out(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann, computers=9)
    assert "Seats 10/10" in read(lobby)
    with pytest.raises(NotPossible):
        await bo.press(lobby, "Join")
    reply = await bo.press_id(lobby, f"join:{room.table().id}::")
    assert reply.ephemeral
    assert "All 10 seats are taken" in read(reply)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"preset": "banana"}, "presets"),
        ({"match": "banana"}, "match can be"),
        ({"level": "banana"}, "levels"),
        ({"computers": 99}, "0 to 9 computers"),
        ({"pace": "banana"}, "pace can be"),
    ],
)
async def test_forged_options_of_start_are_refused_with_what_is_allowed(
    room: Room, options: dict[str, str | int], words: str
) -> None:
    (ann,) = folk(room, 1)
    reply = await ann.forge_command(room.discord.channel, "/uno start", **options)
    assert reply.ephemeral
    assert words in read(reply)
    assert "banana" not in read(reply)
    again = await ann.command(room.discord.channel, "/uno start")
    assert not again.ephemeral


async def test_an_option_that_a_command_does_not_have_any_more_is_not_passed_over(room: Room) -> None:
    """Fault 59: somebody's Discord knows the command as it was before an update."""
    (ann,) = folk(room, 1)
    for command in ("/uno start", "/uno hand", "/leaderboard", "/privacy show"):
        reply = await ann.forge_command(room.discord.channel, command, stakes="high")
        assert reply.ephemeral
        assert "This command has changed. Reload Discord" in read(reply)
    assert len(room.bot.directory) == 0
    await ann.command(room.discord.channel, "/uno start", computers=2)
    assert len(room.table().seats) == 3


@pytest.mark.parametrize("locale", ["tr", "ar", "he", "zh-TW", "xx", ""])
async def test_whatever_language_somebody_speaks_they_can_play(room: Room, locale: str) -> None:
    """Fault 81: everybody gets English, and nothing breaks."""
    ann, bo = folk(room, 2)
    ann.locale = locale
    await room.sit_down("uno", [ann, bo], preset="party")
    reply = await ann.command(room.discord.channel, "/uno hand")
    assert "turn" in read(reply)


# Sitting down and getting up


async def test_join_answers_with_the_private_panel_and_the_lobby_shows_the_seat(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    reply = await bo.press(lobby, "Join")
    assert reply.ephemeral
    assert "You are in" in read(reply)
    await shown(room)
    assert "Seats 2/10" in read(lobby)
    assert "- Bo" in read(lobby)


async def test_joining_twice_takes_one_seat_and_shows_the_panel_again(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    await bo.press(lobby, "Join")
    reply = await bo.press(lobby, "Join")
    assert reply.ephemeral
    assert "You are in" in read(reply)
    await shown(room)
    assert "Seats 2/10" in read(lobby)


async def test_ten_people_sit_down_and_the_eleventh_is_told_that_the_table_is_full(room: Room) -> None:
    people = folk(room, 10)
    late = room.person("Late")
    lobby = await opened(room, people[0])
    for person in people[1:]:
        await person.press(lobby, "Join")
    reply = await late.press_id(lobby, f"join:{room.table().id}::")
    assert reply.ephemeral
    assert "All 10 seats are taken" in read(reply)
    await shown(room)
    assert all(f"- {name}" in read(lobby) for name in NAMES)


async def test_leaving_frees_the_seat_and_says_so(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    await bo.press(lobby, "Join")
    reply = await bo.press(lobby, "Leave")
    assert reply.ephemeral
    assert "You left the table" in read(reply)
    await shown(room)
    assert "Seats 1/10" in read(lobby)
    assert "Bo" not in read(lobby)


async def test_leaving_from_the_own_panel_changes_that_panel(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    panel = (await bo.press(lobby, "Join")).message
    reply = await bo.press(panel, "Leave")
    assert reply.kind is AnswerKind.UPDATE
    assert "You left the table" in read(panel)
    assert room.table().seat_of(bo.id) is None  # type: ignore[arg-type]  # an id is an id


async def test_a_game_starts_without_trouble_after_somebody_has_left_the_lobby(room: Room) -> None:
    ann, bo, cy = folk(room, 3)
    lobby = await opened(room, ann)
    left = (await bo.press(lobby, "Join")).message
    await cy.press(lobby, "Join")
    await bo.press(left, "Leave")
    failed: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context.get("exception")))
    await ann.press(lobby, "Start")
    await shown(room)
    assert "You left" in read(left)
    assert not failed


async def test_when_the_host_leaves_the_next_member_is_the_host(room: Room) -> None:
    ann, bo, cy = folk(room, 3)
    lobby = await opened(room, ann)
    await bo.press(lobby, "Join")
    await cy.press(lobby, "Join")
    await ann.press(lobby, "Leave")
    await shown(room)
    assert "table of Bo" in read(lobby)
    assert "Bo (host)" in read(lobby)
    assert "preset" in str((await options_of(bo, lobby)).selects)
    await bo.press(lobby, "Start")
    assert room.table().phase == "playing"


async def test_when_the_last_member_leaves_the_lobby_closes_and_says_so(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, computers=2)
    await ann.press(lobby, "Leave")
    await shown(room)
    assert "closed" in read(lobby)
    assert labels(lobby) == []
    again = await ann.command(room.discord.channel, "/eights start")
    assert not again.ephemeral


async def test_the_leave_command_is_the_same_as_the_button(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    await bo.press(lobby, "Join")
    reply = await bo.command(room.discord.channel, "/uno leave")
    assert reply.ephemeral
    assert "You left the table" in read(reply)
    await shown(room)
    assert "Seats 1/10" in read(lobby)


async def test_the_hand_command_brings_the_waiting_panel(room: Room) -> None:
    (ann,) = folk(room, 1)
    await opened(room, ann)
    reply = await ann.command(room.discord.channel, "/uno hand")
    assert reply.ephemeral
    assert "You are in" in read(reply)


@pytest.mark.parametrize("verb", ["hand", "leave", "end"])
async def test_commands_without_a_table_say_how_to_open_one(room: Room, verb: str) -> None:
    (ann,) = folk(room, 1)
    reply = await ann.command(room.discord.channel, f"/uno {verb}")
    assert reply.ephemeral
    assert "/uno start" in read(reply)


# Computers and starting


async def test_add_computer_is_one_tap_at_the_level_that_is_set(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, level="easy")
    reply = await ann.press(lobby, "Add computer")
    assert reply.kind is AnswerKind.LATER
    await shown(room)
    assert "Seats 2/10" in read(lobby)
    assert "(easy)" in read(lobby)


async def test_any_seated_member_may_add_a_computer(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    await bo.press(lobby, "Join")
    await bo.press(lobby, "Add computer")
    await shown(room)
    assert "Seats 3/10" in read(lobby)


async def test_alone_with_a_computer_is_two_taps(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, pace="none")
    await ann.press(lobby, "Start")
    await shown(room)
    table = room.table()
    assert table.phase == "playing"
    assert [seat.member is None for seat in table.seats] == [False, True]
    assert "My hand" in labels(board(room))
    assert "Ann" in read(board(room))
    (panel,) = ann.private(room.discord.channel)
    assert "You are in" not in read(panel)  # the waiting panel has become the hand


async def test_only_the_host_starts_until_the_host_is_gone_for_two_minutes(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    await bo.press(lobby, "Join")
    reply = await bo.press(lobby, "Start")
    assert reply.ephemeral
    assert "The host starts the game" in read(reply)
    assert room.table().phase == "lobby"
    await let_pass(room, 121)
    await bo.press(lobby, "Start")
    assert room.table().phase == "playing"


async def test_starting_twice_is_told_kindly(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    await bo.press(lobby, "Join")
    await ann.press(lobby, "Start")
    reply = await ann.press_id(lobby, f"start:{room.table().id}::")
    assert reply.ephemeral
    assert "has begun already" in read(reply)


# Strangers


@pytest.mark.parametrize("button", ["Leave", "Start", "Add computer", "Options"])
async def test_a_stranger_is_refused_kindly_and_alone(room: Room, button: str) -> None:
    (ann,) = folk(room, 1)
    stranger = room.person("Stranger")
    lobby = await opened(room, ann)
    before = read(lobby)
    reply = await stranger.press(lobby, button)
    assert reply.ephemeral
    assert read(reply)
    await shown(room)
    assert read(lobby) == before


async def test_a_stranger_may_read_the_rules_of_the_table(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, preset="party")
    reply = await room.person("Stranger").press(lobby, "Rules")
    assert reply.ephemeral
    assert "At this table" in read(reply)
    assert "seven zero: **on**" in read(reply)


@pytest.mark.usefixtures("first_lock_open")
async def test_a_guest_who_is_not_the_host_cannot_change_anything_by_forged_ids(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann, computers=1)
    await bo.press(lobby, "Join")
    number = room.table().id
    saved = room.table().saved
    replies = [
        await bo.press(lobby, "Options"),
        await bo.press_id(lobby, f"remove:{number}::"),
        await bo.select_values(lobby, f"set:{number}::preset", ["party"]),
        await bo.select_values(lobby, f"set:{number}::flags", ["jump_in"]),
        await bo.select_values(lobby, f"set:{number}::pace", ["none"]),
        await bo.press_id(lobby, f"ended:{number}::"),
    ]
    assert all(reply.ephemeral and "host" in read(reply) for reply in replies)
    assert room.table().saved == saved


# The options panel


async def test_the_host_chooses_a_preset_and_the_lobby_line_says_what_differs(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann)
    panel = await options_of(ann, lobby)
    assert panel.private_to == ann.id
    reply = await ann.select(panel, "Rules", ["party"])
    assert reply.kind is AnswerKind.UPDATE
    await shown(room)
    for text in (read(panel), read(lobby)):
        assert "party" in text
        assert "stacking same" in text
        assert "jump in on" in text


async def test_house_rules_are_all_set_at_once_and_can_all_be_taken_off(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann)
    panel = await options_of(ann, lobby)
    menu = "House rules: choose those that are on"
    await ann.select(panel, menu, ["jump_in", "seven_zero"])
    assert (room.table().options.jump_in, room.table().options.seven_zero) == (True, True)
    await shown(room)
    assert "jump in on, seven zero on" in read(lobby)
    await ann.select(panel, menu, ["must_play"])
    assert (room.table().options.jump_in, room.table().options.must_play) == (False, True)
    await ann.select(panel, menu, [])
    assert not room.table().options.must_play
    await shown(room)
    assert "official** ·" in read(lobby)


async def test_pace_and_level_are_set_and_computers_change_their_level(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, computers=2)
    panel = await options_of(ann, lobby)
    await ann.select(panel, "Pace", ["quick"])
    await ann.select(panel, "Computers", ["hard"])
    await shown(room)
    assert "30 s a turn" in read(lobby)
    assert read(lobby).count("(hard)") == 2


async def test_the_length_of_the_match_is_set(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann)
    panel = await options_of(ann, lobby)
    await ann.select(panel, "Match", ["500"])
    await shown(room)
    assert room.table().options.match == 500
    assert "to 500 points" in read(lobby)


async def test_more_rules_are_on_a_second_page_and_back_leads_to_the_first(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann)
    panel = await options_of(ann, lobby)
    await ann.press(panel, "More rules")
    assert "Stacking" in str(panel.selects)
    await ann.select(panel, "Stacking", ["any"])
    await ann.select(panel, "Hand size", ["5"])
    assert "Back" in labels(panel)  # still on the second page
    await ann.press(panel, "Back")
    assert "More rules" in labels(panel)
    await shown(room)
    assert "stacking any" in read(lobby)
    assert "hand size 5" in read(lobby)
    await ann.press(lobby, "Start")
    assert {len(hand) for hand in room.table().state.hands} <= {4, 5, 6, 7, 9}


async def test_remove_computer_takes_the_last_one_and_the_panel_stays(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, computers=2)
    first, last = (seat.name for seat in room.table().seats[1:])
    panel = await options_of(ann, lobby)
    await ann.press(panel, "Remove computer")
    await shown(room)
    assert "Seats 2/10" in read(lobby)
    assert first in read(lobby)
    assert last not in read(lobby)
    assert panel.selects


async def test_remove_computer_says_that_there_is_none_and_the_panel_stays(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann)
    panel = await options_of(ann, lobby)
    await ann.press(panel, "Remove computer")
    assert "no computer" in "".join(map(read, ann.private(room.discord.channel)))
    assert panel.selects


async def test_options_that_contradict_each_other_are_refused_with_a_sentence(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, match="200")
    panel = await options_of(ann, lobby)
    reply = await ann.select(panel, "House rules: choose those that are on", ["play_on"])
    assert reply.ephemeral
    assert "match can only be one" in read(reply)
    assert not room.table().options.play_on
    assert panel.selects  # the panel is still there


@pytest.mark.parametrize("name", ["preset", "pace", "level", "match", "stacking", "nonsense", "__class__"])
async def test_values_that_were_never_offered_are_refused(room: Room, name: str) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann)
    panel = await options_of(ann, lobby)
    saved = room.table().saved
    for values in (["banana"], ["\N{PILE OF POO}" * 50], [], ["official", "party"]):
        reply = await ann.select_values(panel, f"set:{saved.id}::{name}", values)
        assert "broke" not in read(ann.last(room.discord.channel))
        assert reply.interaction.answered is not None
    assert room.table().saved == saved


@pytest.mark.parametrize(("game", "preset"), [("eights", "action"), ("nimmt", "tactical")])
async def test_the_other_games_have_their_own_options(room: Room, game: str, preset: str) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, game)
    panel = await options_of(ann, lobby)
    await ann.select(panel, "Rules", [preset])
    await shown(room)
    assert preset in read(lobby)
    assert room.table().saved.preset == preset


async def test_an_options_panel_left_open_is_refused_once_the_game_has_begun(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, pace="none")
    panel = await options_of(ann, lobby)
    await ann.press(lobby, "Start")
    for reply in (
        await ann.select(panel, "Rules", ["party"]),
        await ann.press(panel, "More rules"),
        await ann.press(panel, "Remove computer"),
    ):
        assert "The game has begun" in read(reply)
    assert room.table().saved.preset == "official"


async def test_a_forged_option_on_the_public_lobby_does_not_replace_the_lobby(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann, computers=1)
    reply = await ann.press_id(lobby, f"remove:{room.table().id}::")
    assert reply.kind is not AnswerKind.UPDATE
    assert "Join" in labels(lobby)


# One table a channel


async def test_a_second_start_links_to_the_running_table_and_offers_a_seat(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    reply = await bo.command(room.discord.channel, "/nimmt start")
    assert reply.ephemeral
    link = f"https://discord.com/channels/{room.discord.guild.id}/{room.discord.channel.id}/{lobby.id}"
    assert link in read(reply)
    assert labels(reply.message) == ["Join"]
    await bo.press(reply.message, "Join")
    assert "You are in" in read(reply)
    await shown(room)
    assert "- Bo" in read(lobby)


async def test_a_second_start_offers_no_seat_when_the_table_is_full_or_has_begun(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann, computers=9, pace="none")
    assert labels((await bo.command(room.discord.channel, "/uno start")).message) == []
    await ann.press(lobby, "Start")
    reply = await bo.command(room.discord.channel, "/eights start")
    assert reply.ephemeral
    assert labels(reply.message) == []
    assert str(lobby.id) in read(reply)


async def test_of_two_starts_at_the_same_moment_one_wins_and_the_other_is_led_to_it(room: Room) -> None:
    ann, bo = folk(room, 2)
    replies = await asyncio.gather(
        ann.command(room.discord.channel, "/uno start"), bo.command(room.discord.channel, "/eights start")
    )
    await shown(room)
    assert sorted(reply.ephemeral for reply in replies) == [False, True]
    (led,) = (reply for reply in replies if reply.ephemeral)
    assert "https://discord.com/channels/" in read(led)
    assert len(room.discord.channel.messages) == 1
    assert len(room.bot.directory) == 1


async def test_two_channels_play_at_once_and_do_not_mix(room: Room) -> None:
    ann, bo = folk(room, 2)
    one, two = room.discord.guild.channels[:2]
    first = await room.sit_down("uno", [ann, bo], one)
    second = await room.sit_down("eights", [bo, ann], two)
    assert room.table(one).game.key == "uno"
    assert room.table(two).game.key == "eights"
    assert first.channel is one
    assert second.channel is two
    reply = await ann.press_id(first, f"hand:{room.table(two).id}::")
    assert reply.ephemeral
    assert "does not work any more" in read(reply)


async def test_a_thread_is_a_channel_of_its_own(room: Room) -> None:
    ann, bo = folk(room, 2)
    thread = room.discord.guild.add_thread("side table")
    await opened(room, ann)
    lobby = await room.sit_down("nimmt", [bo, ann], thread)
    assert lobby.channel is thread
    assert room.table(thread).phase == "playing"
    assert room.table().phase == "lobby"


# Where it cannot be


async def test_direct_messages_do_not_offer_start_and_a_forged_one_is_refused(room: Room) -> None:
    (ann,) = folk(room, 1)
    with pytest.raises(NotPossible):
        await ann.command(ann.direct, "/uno start")
    reply = await ann.forge_command(ann.direct, "/uno start")
    assert "servers" in read(reply)
    assert len(room.bot.directory) == 0


@pytest.mark.parametrize(
    ("bit", "name"),
    [
        (permissions.VIEW_CHANNEL, "View Channel"),
        (permissions.SEND_MESSAGES, "Send Messages"),
        (permissions.READ_MESSAGE_HISTORY, "Read Message History"),
    ],
)
async def test_a_missing_permission_is_named_in_one_sentence(room: Room, bit: int, name: str) -> None:
    (ann,) = folk(room, 1)
    room.discord.channel.forbid_bot(bit)
    reply = await ann.command(room.discord.channel, "/uno start")
    assert reply.ephemeral
    assert name in read(reply)
    assert read(reply).count(".") == 1
    assert len(room.bot.directory) == 0


async def test_in_a_thread_the_permission_for_threads_is_named(room: Room) -> None:
    (ann,) = folk(room, 1)
    thread = room.discord.guild.add_thread("side table")
    thread.forbid_bot(permissions.SEND_MESSAGES_IN_THREADS)
    reply = await ann.command(thread, "/uno start")
    assert reply.ephemeral
    assert "Send Messages in Threads" in read(reply)


async def test_in_a_thread_the_permission_for_channels_is_not_needed(room: Room) -> None:
    (ann,) = folk(room, 1)
    thread = room.discord.guild.add_thread("side table")
    thread.forbid_bot(permissions.SEND_MESSAGES)
    reply = await ann.command(thread, "/uno start")
    assert not reply.ephemeral


# Time


async def test_a_lobby_that_nobody_starts_closes_itself_and_says_so(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    panel = (await bo.press(lobby, "Join")).message
    await let_pass(room, 601)
    assert "closed" in read(lobby)
    assert "/uno start" in read(lobby)
    assert labels(lobby) == []
    assert len(room.bot.directory) == 0
    assert "closed" in read(panel)
    again = await ann.command(room.discord.channel, "/uno start")
    assert not again.ephemeral


async def test_every_change_gives_a_lobby_its_time_again(room: Room) -> None:
    ann, bo = folk(room, 2)
    lobby = await opened(room, ann)
    await let_pass(room, 500)
    await bo.press(lobby, "Join")
    await let_pass(room, 500)
    assert room.table().phase == "lobby"


async def test_buttons_of_a_closed_lobby_say_that_it_has_ended(room: Room) -> None:
    (ann,) = folk(room, 1)
    lobby = await opened(room, ann)
    number = room.table().id
    await let_pass(room, 601)
    for action in ("join", "start", "add", "options", "leave", "hand", "menu"):
        reply = await ann.press_id(lobby, f"{action}:{number}::")
        assert reply.ephemeral
        assert "has ended" in read(reply)


async def test_names_are_inert_wherever_they_are_shown(room: Room) -> None:
    evil = room.person("@everyone **x** <@1> \u202e[a](http://b)"[:32])
    other = room.person("`a` ||b|| # c")
    lobby = await opened(room, evil)
    await other.press(lobby, "Join")
    await evil.press(lobby, "Start")
    await shown(room)
    for message in (board(room), await my_hand(room, other)):
        assert "@everyone" not in message.text
        assert "<@" not in message.text
        assert "\u202e" not in message.text
        assert "`a`" not in message.text
    assert not any(message.pings or message.pings_everyone for message in room.discord.channel.messages)
