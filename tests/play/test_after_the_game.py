"""When a round or a match is over: next round, rematch, leaderboards, numbers, and the pages to read."""

import asyncio
import json
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

from bot.__main__ import main
from bot.errors import CannotSave
from bot.loopback.interactions import AnswerKind
from bot.loopback.people import Member
from bot.loopback.world import Message
from bot.storage import ChannelId, Entry, GameId, GuildId, MemberId, Result, SavedGame, SavedSeat
from bot.tables import directory
from bot.tables.directory import Plan
from tests.games.nimmt import position as nimmt
from tests.games.uno import position as uno
from tests.play.room import Room
from tests.play.sitting import board, boards_at_once, folk, labels, lay, let_pass, my_hand, play_out, read, shown, tap


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


async def before_the_last_card(room: Room, people: list[Member], match: Literal["one", 200] = "one") -> None:
    """UNO: the first seat holds one card that fits."""
    await room.sit_down("uno", people, pace="none", match=str(match))
    await shown(room)
    others = ["G1 G2 R9"] * len(people[1:])
    lay(room, uno.position("B2", *others, top="B7", match=match))


async def won(room: Room, people: list[Member]) -> Message:
    """A whole game of one move, won by the first."""
    await before_the_last_card(room, people)
    await people[0].press(await my_hand(room, people[0]), "B2")
    await shown(room)
    return board(room)


# Rounds


async def test_a_round_ends_with_points_and_any_seat_goes_on(room: Room) -> None:
    ann, bo = folk(room, 2)
    await before_the_last_card(room, [ann, bo], match=200)
    hand = await my_hand(room, ann)
    await ann.press(hand, "B2")
    await shown(room)
    assert "round 1 is over" in read(board(room))
    assert "Ann **+12** → 12 points" in read(board(room))
    assert labels(board(room))[:3] == ["Next round", "Leave", "…"]
    assert "Next round" in labels(hand)
    reply = await bo.press(board(room), "Next round")
    assert reply.kind is AnswerKind.LATER
    await shown(room)
    assert "round 2" in read(board(room))
    assert "turn" in read(hand) or "to play" in read(hand) or "name" in read(hand)
    assert "7" in read(board(room))


async def test_the_next_round_begins_by_itself_after_twenty_seconds(room: Room) -> None:
    ann, bo = folk(room, 2)
    await before_the_last_card(room, [ann, bo], match=200)
    await ann.press(await my_hand(room, ann), "B2")
    await let_pass(room, 19)
    assert room.table().round_end is not None
    await let_pass(room, 2)
    assert room.table().round_end is None
    assert "round 2" in read(board(room))


async def test_next_round_pressed_twice_or_by_a_stranger_is_told_kindly(room: Room) -> None:
    ann, bo = folk(room, 2)
    await before_the_last_card(room, [ann, bo], match=200)
    await ann.press(await my_hand(room, ann), "B2")
    await shown(room)
    stranger = room.person("Stranger")
    reply = await stranger.press(board(room), "Next round")
    assert reply.ephemeral
    assert "not at this table" in read(reply)
    assert room.table().round_end is not None
    await ann.press(board(room), "Next round")
    again = await bo.press_id(board(room), f"next:{room.table().id}::")
    assert again.ephemeral
    assert "begun already" in read(again)


async def test_next_round_on_the_own_panel_turns_it_into_the_new_hand(room: Room) -> None:
    ann, bo = folk(room, 2)
    await before_the_last_card(room, [ann, bo], match=200)
    hand = await my_hand(room, ann)
    await ann.press(hand, "B2")
    await ann.press(hand, "Next round")
    assert len(room.table().state.hands[0]) >= 7
    assert "The round is over" not in read(hand)


async def test_leaving_between_rounds_is_possible(room: Room) -> None:
    ann, bo = folk(room, 2)
    await before_the_last_card(room, [ann, bo], match=200)
    await ann.press(await my_hand(room, ann), "B2")
    await shown(room)
    reply = await bo.press(board(room), "Leave")
    assert "A computer plays for you" in read(reply)
    assert room.table().is_computer(1)


async def test_a_deal_of_6_nimmt_ends_and_the_next_follows(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("nimmt", [ann, bo], pace="none")
    lay(room, nimmt.position("12", "31"))
    await tap(ann, await my_hand(room, ann), "12")
    await tap(bo, await my_hand(room, bo), "31")
    await shown(room)
    assert "deal 1 is over" in read(board(room))
    await ann.press(board(room), "Next round")
    await shown(room)
    assert "Deal 2" in read(board(room))


# The end of a match


async def test_the_final_board_has_places_and_its_buttons(room: Room) -> None:
    ann, bo, cy = folk(room, 3)
    final = await won(room, [ann, bo, cy])
    text = read(final)
    assert "UNO: Ann wins!" in text
    assert "🥇 **Ann**" in text
    assert labels(final) == ["Rematch", "Leaderboard", "Rules", "Fair play"]
    assert "Heaviest hand" in text


async def test_the_seal_on_the_board_is_opened_when_the_game_is_over(room: Room, tmp_path: Path) -> None:
    """Dealt and played on Discord, checked on the command line."""
    ann, bo = folk(room, 2)
    await room.sit_down("eights", [ann, bo], computers=1, pace="none", match="one")
    sealed = re.search("seal ([0-9a-f]{32})", read(board(room)))
    early = await bo.press_id(board(room), f"proof:{room.table().id}::")
    assert "opened when it has come to its end" in read(early)
    assert not early.message.attachments
    await play_out(room, [ann, bo], Random(8))
    reply = await bo.press(board(room), "Fair play")
    assert reply.ephemeral
    (file,) = reply.message.attachments
    text = room.discord._posting.files[file["url"].removeprefix(room.discord._posting.address)].decode()
    assert sealed is not None
    assert json.loads(text)["seal"].startswith(sealed[1])
    assert json.loads(text)["seal"] in read(reply)
    (tmp_path / file["filename"]).write_text(text, encoding="utf-8")
    assert main(["verify", str(tmp_path / file["filename"])]) == 0


async def test_a_game_that_was_changed_afterwards_is_told_to_everybody(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """Fault 93: never silent."""
    ann, bo = folk(room, 2)
    await room.sit_down("eights", [ann, bo], computers=1, pace="none", match="one")
    number = room.table().id
    await play_out(room, [ann, bo], Random(8))
    well = await bo.press(board(room), "Fair play")
    assert "does not pass its own check" not in read(well)
    with closing(sqlite3.connect(room.settings.database)) as db:
        db.execute("UPDATE games SET seed = ? WHERE id = ?", (bytes(32), number))
        db.commit()
    final = board(room)
    reply = await bo.press(final, "Fair play")
    assert not reply.ephemeral, "it is for all to see"
    assert "This game does not pass its own check" in read(reply)
    assert "does not hold" in caplog.text
    assert bytes(32).hex() not in caplog.text


async def test_a_proof_is_given_only_in_the_channel_of_its_game(room: Room) -> None:
    ann, bo = folk(room, 2)
    final = await won(room, [ann, bo])
    other = await ann.command(room.discord.guild.channels[1], "/uno start")
    reply = await ann.press_id(other.message, f"proof:{game_of(final)}::")
    assert "nothing to check here" in read(reply)
    unknown = await ann.press_id(other.message, "proof:999::")
    assert "nothing to check here" in read(unknown)


async def test_leaderboard_and_rules_on_the_final_board_answer_privately(room: Room) -> None:
    ann, bo = folk(room, 2)
    final = await won(room, [ann, bo])
    stranger = room.person("Stranger")
    scores = await stranger.press(final, "Leaderboard")
    assert scores.ephemeral
    assert "**1.** **Ann** · 1 win in 1 game" in read(scores)
    assert "Bo" in read(scores)
    rules = await stranger.press(final, "Rules")
    assert rules.ephemeral
    assert "UNO: the rules" in read(rules)
    await stranger.press(scores.message, "Against computers")
    assert "computers" in read(scores)
    await stranger.press(scores.message, "Among people")
    assert "Ann" in read(scores)


async def test_a_rematch_by_a_player_deals_for_the_same_seats_with_the_next_dealer(room: Room) -> None:
    ann, bo, cy = folk(room, 3)
    final = await won(room, [ann, bo, cy])
    old = await room.bot.storage.game(game_of(final))
    hands = [room.hand(person) for person in (ann, bo, cy)]
    await bo.press(final, "Rematch")
    await shown(room)
    table = room.table()
    assert not any("has ended" in read(hand) for hand in hands)  # the open panels go on
    assert [seat.name for seat in table.seats] == ["Ann", "Bo", "Cy"]
    assert table.phase == "playing"
    assert old is not None
    assert old.dealer is not None
    assert table.saved.dealer == (old.dealer + 1) % 3
    assert "My hand" in labels(board(room))
    assert table.saved.host == bo.id


def game_of(final: Message) -> GameId:
    """The number of the game whose final board is shown: read from its buttons."""
    (rematch,) = (button for button in final.buttons if button.label == "Rematch")
    return GameId(int((rematch.custom_id or "").split(":")[1]))


async def test_the_result_stays_in_the_channel_after_a_rematch(room: Room) -> None:
    ann, bo = folk(room, 2)
    final = await won(room, [ann, bo])
    await ann.press(final, "Rematch")
    await shown(room)
    assert "UNO: Ann wins!" in read(final)
    assert board(room) is not final


async def test_a_rematch_has_one_board_after_a_restart(room: Room) -> None:
    ann, bo = folk(room, 2)
    await ann.press(await won(room, [ann, bo]), "Rematch")
    await shown(room)
    await room.restart()
    await shown(room)
    assert sum("My hand" in labels(message) for message in room.discord.channel.messages) == 1


async def test_a_stranger_cannot_ask_for_a_rematch(room: Room) -> None:
    ann, bo = folk(room, 2)
    final = await won(room, [ann, bo])
    reply = await room.person("Stranger").press(final, "Rematch")
    assert reply.ephemeral
    assert "Only those who played" in read(reply)
    assert len(room.bot.directory) == 0


async def test_a_second_rematch_leads_to_the_game_that_runs(room: Room) -> None:
    ann, bo = folk(room, 2)
    final = await won(room, [ann, bo])
    number = game_of(final)
    await ann.press(final, "Rematch")
    await shown(room)
    reply = await bo.press_id(final, f"rematch:{number}::")
    assert reply.ephemeral
    assert str(board(room).id) in read(reply)
    assert len(room.bot.directory) == 1


async def test_a_rematch_leaves_out_who_left(room: Room) -> None:
    ann, bo, cy = folk(room, 3)
    await before_the_last_card(room, [ann, bo, cy])
    await cy.command(room.discord.channel, "/uno leave")
    await ann.press(await my_hand(room, ann), "B2")
    await shown(room)
    await bo.press(board(room), "Rematch")
    assert [seat.name for seat in room.table().seats] == ["Ann", "Bo"]


async def test_a_rematch_is_refused_where_tables_are_off(room: Room) -> None:
    ann, bo = folk(room, 2)
    moderator = room.person("Mod", moderator=True)
    final = await won(room, [ann, bo])
    await moderator.command(room.discord.channel, "/settings", tables="off")
    reply = await ann.press(final, "Rematch")
    assert reply.ephemeral
    assert "switched off" in read(reply)
    assert len(room.bot.directory) == 0


async def test_old_panels_say_that_the_game_has_ended(room: Room) -> None:
    ann, bo = folk(room, 2)
    await before_the_last_card(room, [ann, bo])
    waiting = await my_hand(room, bo)
    number = room.table().id
    await ann.press(await my_hand(room, ann), "B2")
    await shown(room)
    for action in ("hand", "refresh", "back", "menu", "leave", "down"):
        reply = await bo.press_id(waiting, f"{action}:{number}::")
        assert "ended" in read(reply)


# Scoreboards


async def fill(room: Room, played: str, names: Sequence[str], channel: int | None = None) -> None:
    """A finished game in the storage: the first name came first, and so on."""
    storage, guild = room.bot.storage, GuildId(room.discord.guild.id)
    where = ChannelId(channel or room.discord.channel.id)
    members = [MemberId(1000 + int.from_bytes(name.encode()[:6])) for name in names]
    plan = Plan(guild=guild, channel=where, game=played, host=members[0], name=names[0])
    seats = tuple(SavedSeat(member, name, None) for member, name in zip(members, names, strict=True))
    game = SavedGame(
        guild=plan.guild, channel=where, game=played, phase="playing", host=members[0], preset="official", options={},
        pace="none", level="easy", rules=1, opened=1, changed=1, seats=seats,
    )  # fmt: skip
    number = await storage.open_game(game)
    saved = await storage.game(number)
    assert saved is not None
    results = [Result(seat, member, None, seat + 1, 10 - seat) for seat, member in enumerate(members)]
    assert await storage.append(saved, Entry(0, 0, "draw", "member", None, 2.0), results)


async def test_leaderboards_are_kept_per_game_and_per_scope(room: Room) -> None:
    (ann,) = folk(room, 1)
    here, there = room.discord.guild.channels[:2]
    await fill(room, "uno", ["Zoe", "Yan"])
    await fill(room, "eights", ["Xia", "Yan"])
    await fill(room, "uno", ["Wim", "Yan"], there.id)
    uno_here = read(await ann.command(here, "/leaderboard", game="uno"))
    assert "UNO in this channel" in uno_here
    assert "Zoe" in uno_here
    assert "Xia" not in uno_here
    assert "Wim" not in uno_here
    all_here = read(await ann.command(here, "/leaderboard"))
    assert "All games" in all_here
    assert "Zoe" in all_here
    assert "Xia" in all_here
    server = read(await ann.command(here, "/leaderboard", game="uno", scope="server"))
    assert "this server" in server
    assert "Zoe" in server
    assert "Wim" in server
    assert "0 wins in 2 games" in server


async def test_a_leaderboard_is_public_and_turns_its_pages(room: Room) -> None:
    (ann,) = folk(room, 1)
    for number in range(12):
        await fill(room, "uno", [f"W{number:02}", f"L{number:02}"])
    reply = await ann.command(room.discord.channel, "/leaderboard", game="uno")
    assert not reply.ephemeral
    assert "page 1 of 3" in read(reply)
    first = read(reply)
    await ann.press(reply.message, "▶")
    assert "page 2 of 3" in read(reply)
    assert read(reply) != first
    await ann.press(reply.message, "▶")
    assert "page 3 of 3" in read(reply)
    assert next(button for button in reply.message.buttons if button.label == "▶").disabled
    await ann.press(reply.message, "◀")
    await ann.press(reply.message, "◀")
    assert read(reply) == first
    assert first.count("\n**1.** ") == 10  # ties share a place


async def test_an_empty_leaderboard_says_how_to_be_the_first(room: Room) -> None:
    (ann,) = folk(room, 1)
    assert "No finished game among people here yet" in read(await ann.command(room.discord.channel, "/leaderboard"))


async def test_a_forged_game_of_a_leaderboard_is_answered_with_a_sentence(room: Room) -> None:
    (ann,) = folk(room, 1)
    asking = asyncio.create_task(ann.forge_command(room.discord.channel, "/leaderboard", game="x" * 120))
    await asyncio.sleep(0.1)
    room.discord.time.advance(3)  # it is too late now
    try:
        assert read(await asking)
    finally:
        room.discord.problems.clear()


async def test_a_forged_leaderboard_press_on_the_board_does_not_cover_the_board(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    await room.person("Stranger").press_id(board(room), "scores:0:0:uno.channel.people.0")
    assert "My hand" in labels(room.discord.channel.messages[0])


async def test_games_against_computers_are_kept_apart(room: Room) -> None:
    (ann,) = folk(room, 1)
    await room.sit_down("eights", [ann], computers=1, pace="none", match="one")
    await play_out(room, [ann], Random(1))
    among = await ann.command(room.discord.channel, "/leaderboard", game="eights")
    assert "Games against computers only" in read(among)  # since there is nothing else to show
    assert "Ann" in read(among)
    await ann.press(among.message, "Among people")
    assert "No finished game among people" in read(among)
    await ann.press(among.message, "Against computers")
    assert "Ann" in read(among)


# Numbers and pages


async def test_stats_of_oneself_and_of_another(room: Room) -> None:
    ann, bo = folk(room, 2)
    await won(room, [ann, bo])
    own = await ann.command(room.discord.channel, "/stats")
    assert "Ann" in read(own)
    assert "1 game, 1 win" in read(own)
    assert "Bo: 1 time behind, 0 times ahead" in read(own)
    other = await ann.command(room.discord.channel, "/stats", member=bo)
    assert "Bo" in read(other)
    assert "1 game, 0 wins" in read(other)
    nobody = await ann.command(room.discord.channel, "/stats", member=room.person("New"))
    assert "No finished game" in read(nobody)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("/help", "/uno start"),
        ("/about", "not affiliated"),
        ("/privacy show", "What Cardroom keeps about you"),
        ("/uno rules", "UNO: the rules"),
        ("/eights rules", "Crazy Eights: the rules"),
        ("/nimmt rules", "6 nimmt!: the rules"),
    ],
)
async def test_pages_are_read_in_private(room: Room, line: str, words: str) -> None:
    (ann,) = folk(room, 1)
    reply = await ann.command(room.discord.channel, line)
    assert reply.ephemeral
    assert words in read(reply)


async def test_privacy_counts_the_games(room: Room) -> None:
    ann, bo = folk(room, 2)
    await won(room, [ann, bo])
    assert "finished 1 game." in read(await ann.command(room.discord.channel, "/privacy show"))


# Settings


async def test_settings_are_refused_without_manage_server_even_when_forged(room: Room) -> None:
    (ann,) = folk(room, 1)
    reply = await ann.forge_command(room.discord.channel, "/settings", tables="off")
    assert reply.ephemeral
    assert "manage the server" in read(reply)
    assert not (await ann.command(room.discord.channel, "/uno start")).ephemeral


async def test_tables_can_be_switched_off_here_and_on_again(room: Room) -> None:
    (ann,) = folk(room, 1)
    moderator = room.person("Mod", moderator=True)
    here, there = room.discord.guild.channels[:2]
    reply = await moderator.command(here, "/settings", tables="off")
    assert reply.ephemeral
    assert "tables: **off**" in read(reply)
    refused = await ann.command(here, "/uno start")
    assert refused.ephemeral
    assert "switched off" in read(refused)
    assert not (await ann.command(there, "/uno start")).ephemeral
    await moderator.command(here, "/settings", tables="usual")
    assert not (await ann.command(here, "/uno start")).ephemeral


async def test_the_usual_pace_and_level_are_used_and_the_channel_counts_more_than_the_server(room: Room) -> None:
    (ann,) = folk(room, 1)
    moderator = room.person("Mod", moderator=True)
    here, there = room.discord.guild.channels[:2]
    await moderator.command(here, "/settings", scope="guild", pace="slow", level="hard")
    await moderator.command(here, "/settings", pace="quick")
    first = await ann.command(here, "/uno start", computers=1)
    assert "30 s a turn" in read(first)
    assert "(hard)" in read(first)
    second = await ann.command(there, "/uno start", pace="none", level="easy", computers=1)
    assert "no time limit" in read(second)
    assert "(easy)" in read(second)
    third = await ann.command(room.discord.guild.add_channel("three"), "/uno start")
    assert "24 h a turn" in read(third)


async def test_settings_without_a_value_show_what_is_set(room: Room) -> None:
    moderator = room.person("Mod", moderator=True)
    assert "Nothing is set" in read(await moderator.command(room.discord.channel, "/settings"))


async def test_a_forged_rematch_begins_nothing(room: Room) -> None:
    ann, bo = folk(room, 2)
    number = game_of(await won(room, [ann, bo]))
    rules = (await bo.command(room.discord.channel, "/uno rules")).message
    reply = await bo.press_id(rules, f"rematch:{number}::")
    assert "not there any more" in read(reply)
    assert len(room.bot.directory) == 0


async def test_a_rematch_takes_no_more_room_than_a_start(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bo = folk(room, 2)
    final = await won(room, [ann, bo])
    monkeypatch.setattr(directory, "MOST_OF_ONE_HOST", 1)
    await ann.command(room.discord.guild.channels[1], "/uno start")
    reply = await ann.press(final, "Rematch")
    assert "You are the host of 1 tables already" in read(reply)
    assert len(room.bot.directory) == 1


async def test_a_rematch_that_cannot_be_dealt_leaves_nothing_behind(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = folk(room, 2)
    final = await won(room, [ann, bo])
    save = room.bot.storage.change_game

    async def full_once(*given: Any) -> None:
        monkeypatch.setattr(room.bot.storage, "change_game", save)
        raise CannotSave("I cannot save right now, so nothing has changed.")

    monkeypatch.setattr(room.bot.storage, "change_game", full_once)
    reply = await ann.press(final, "Rematch")
    assert "nothing has changed" in read(reply)
    assert len(room.bot.directory) == 0
    await ann.press(final, "Rematch")
    assert room.table().phase == "playing"


async def test_the_seal_stands_on_every_board_of_a_game(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("eights", [ann, bo], pace="none", match="one")
    sealed = re.search("seal ([0-9a-f]{32})", read(board(room)))
    assert sealed is not None
    await play_out(room, [ann, bo], Random(8))
    assert sealed[0] in read(board(room))
