"""Commands, clicks, forms, and what an interaction's token is good for."""

import asyncio

import discord
import pytest

from bot.loopback import Loopback
from bot.loopback.interactions import AnswerKind, InteractionFailed, Kind
from bot.loopback.typing_commands import NotPossible
from tests.loopback.helpers import NOBODY, SmallBot, panel


async def test_a_command_is_answered_with_a_message_for_all(server: Loopback, bot: SmallBot) -> None:
    ann, ben = server.add_member("Ann"), server.add_member("Ben")
    reply = await ann.command(server.channel, "/hello", words="good evening")
    assert reply.kind is AnswerKind.MESSAGE
    assert reply.text == "good evening"
    assert not reply.ephemeral
    assert reply.message.labels == ["Join", "Later", "Think", "Ask"]
    assert ben.sees(server.channel) == [reply.message]
    assert server.problems == []


async def test_subcommands_and_options_arrive(server: Loopback, bot: SmallBot) -> None:
    ann, ben = server.add_member("Ann"), server.add_member("Ben")
    reply = await ann.command(server.channel, "/cards deal", seats=4, preset="Party", friend=ben)
    assert reply.text == "4 seats, party, Ben"
    assert reply.ephemeral
    assert ben.sees(server.channel) == []
    assert ann.private(server.channel) == [reply.message]


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("/nothing", {}),
        ("/cards", {}),
        ("/cards shuffle", {}),
        ("/cards deal", {}),
        ("/cards deal", {"seats": 1}),
        ("/cards deal", {"seats": 11}),
        ("/cards deal", {"seats": "many"}),
        ("/cards deal", {"seats": 3, "preset": "unknown"}),
        ("/cards deal", {"seats": 3, "colour": "red"}),
    ],
)
async def test_the_client_lets_nobody_type_nonsense(
    server: Loopback, bot: SmallBot, line: str, options: dict[str, str | int]
) -> None:
    ann = server.add_member("Ann")
    with pytest.raises(NotPossible):
        await ann.command(server.channel, line, **options)
    assert list(server.interactions) == []


async def test_a_forged_command_reaches_the_bot_all_the_same(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    reply = await ann.forge_command(server.channel, "/cards deal", seats=99)
    assert reply.text.startswith("99 seats")


async def test_suggestions_while_typing(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    assert await ann.suggestions(server.channel, "/cards deal", focused="seats", seats=2) == [
        "2 seats",
        "3 seats",
        "4 seats",
    ]


async def test_a_hand_is_seen_by_its_player_alone_and_changes_in_place(server: Loopback, bot: SmallBot) -> None:
    ann, ben = server.add_member("Ann"), server.add_member("Ben")
    board = (await ann.command(server.channel, "/hello")).message
    hand = await ann.press(board, "Join")
    assert ben.sees(server.channel) == [board]
    played = await ann.press(hand.message, "Play")
    assert played.kind is AnswerKind.UPDATE
    assert played.message is hand.message
    assert hand.text == "Played"
    with pytest.raises(NotPossible):
        await ben.press(hand.message, "Play")


async def test_a_hand_is_edited_by_its_token_until_fifteen_minutes_are_over(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    hand = await ann.press(board, "Join")
    click = bot.clicks[-1]
    await click.edit_original_response(view=panel("Another card", "play"), allowed_mentions=NOBODY)
    assert hand.text == "Another card"
    server.time.advance(15 * 60 + 1)
    with pytest.raises(discord.HTTPException) as refused:
        await click.edit_original_response(view=panel("Too late"), allowed_mentions=NOBODY)
    assert refused.value.code == 50027
    assert hand.text == "Another card"
    await ann.press(hand.message, "Play")  # a click on an old hand brings a new token
    await bot.clicks[-1].edit_original_response(view=panel("In time again", "play"), allowed_mentions=NOBODY)
    assert hand.text == "In time again"
    assert server.problems == []


async def test_a_hand_is_not_reached_by_the_channel(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    hand = await ann.press(board, "Join")
    channel = bot.get_partial_messageable(server.channel.id)
    with pytest.raises(discord.NotFound) as refused:
        await channel.get_partial_message(hand.message.id).edit(view=panel("no"), allowed_mentions=NOBODY)
    assert refused.value.code == 10008


async def test_the_original_of_a_deferred_click_is_the_clicked_message(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    reply = await ann.press(board, "Later")
    assert reply.kind is AnswerKind.LATER
    await bot.clicks[-1].edit_original_response(view=panel("Changed", "join"), allowed_mentions=NOBODY)
    assert board.text == "Changed"
    assert board.edits == 1


async def test_thinking_becomes_the_answer(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    reply = await ann.press(board, "Think")
    assert reply.kind is AnswerKind.THINKING
    assert reply.message.loading
    assert reply.ephemeral
    await bot.clicks[-1].followup.send("done", allowed_mentions=NOBODY)
    assert (reply.text, reply.message.loading) == ("done", False)
    await bot.clicks[-1].followup.send("and more", ephemeral=True, allowed_mentions=NOBODY)
    assert [each.text for each in reply.followups] == ["and more"]
    await bot.clicks[-1].delete_original_response()
    assert ann.private(server.channel) == reply.followups


async def test_a_form_is_filled_in(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    form = await ann.press(board, "Ask")
    assert form.kind is AnswerKind.MODAL
    with pytest.raises(NotPossible):
        await ann.submit(form, name="much too long a name")
    reply = await ann.submit(form, name="Anna")
    assert reply.text == "hello Anna"


async def test_a_button_that_is_not_there_can_only_be_forged(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    with pytest.raises(NotPossible):
        await ann.press(board, "Win")
    reply = await ann.press_id(board, "win")
    assert reply.text == "unknown: win"


async def test_a_bot_that_does_not_answer_fails_after_three_seconds(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    bot.silent = True
    press = asyncio.create_task(ann.press(board, "Join"))
    await asyncio.sleep(0.05)
    server.time.advance(3)
    with pytest.raises(InteractionFailed):
        await press
    assert server.interactions[-1].failed
    assert server.problems == ["COMPONENT 'join' of 'Ann' was not answered in time"]


async def test_an_answer_that_comes_too_late_is_for_an_unknown_interaction(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    server.faults.next("POST", "*/callback", latency=0.2)
    press = asyncio.create_task(ann.press(board, "Join"))
    await asyncio.sleep(0.05)
    server.time.advance(3)
    with pytest.raises(InteractionFailed):
        await press
    await server.settle()
    assert [getattr(error, "code", None) for error in bot.errors] == [10062]


async def test_the_same_interaction_twice_is_answered_once(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    server.faults.send_twice()
    await ann.press(board, "Join")
    await server.settle()
    assert [click.id for click in bot.clicks] == [server.interactions[-1].id] * 2
    assert [getattr(error, "code", None) for error in bot.errors] == [40060]
    assert server.problems == ["COMPONENT 'join' was answered twice"]
    await ann.again(await ann.press(board, "Later"))
    await server.settle()
    assert len(bot.clicks) == 4


async def test_many_press_at_the_same_time(server: Loopback, bot: SmallBot) -> None:
    members = [server.add_member(f"Member {number}") for number in range(50)]
    board = (await members[0].command(server.channel, "/hello")).message
    replies = await asyncio.gather(*(member.press(board, "Join") for member in members))
    assert all(reply.ephemeral for reply in replies)
    assert [len(member.private(server.channel)) for member in members] == [1] * 50
    assert len([each for each in server.interactions if each.kind is Kind.COMPONENT]) == 50
    private = server.calls.to("POST", "/callback")[1:]
    assert all(call.private and call.channel == server.channel.id for call in private)
    assert {call.user for call in private} == {member.id for member in members}


async def test_a_member_who_is_timed_out_or_gone_cannot_press(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(server.channel, "/hello")).message
    ann.time_out(60)
    with pytest.raises(NotPossible):
        await ann.press(board, "Join")
    server.time.advance(61)
    await ann.press(board, "Join")
    ann.leave(server.guild)
    with pytest.raises(NotPossible):
        await ann.press(board, "Join")


async def test_direct_messages_have_no_server(server: Loopback, bot: SmallBot) -> None:
    ann = server.add_member("Ann")
    board = (await ann.command(ann.direct, "/hello")).message
    await ann.press(board, "Join")
    assert bot.clicks[-1].guild_id is None
    assert bot.clicks[-1].user.id == ann.id
