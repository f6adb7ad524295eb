"""What is kept: tables, the journal, results and leaderboards, settings, notes, and what Discord shows."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.errors import CannotSave, ChannelTaken
from bot.storage import (
    ChannelId,
    Entry,
    GameId,
    GuildId,
    MemberId,
    Played,
    Rank,
    Result,
    SavedGame,
    SavedPanel,
    SavedSeat,
    Storage,
    open_storage,
    read_notes,
)

ANN, BO, CY = MemberId(101), MemberId(102), MemberId(103)
NAMES = {ANN: "Ann", BO: "Bo", CY: "Cy"}
GUILD, OTHER_GUILD = GuildId(1), GuildId(2)
CHANNEL, OTHER_CHANNEL = ChannelId(7), ChannelId(8)
SEED = bytes(range(32))


def a_table(*members: MemberId, **changes: Any) -> SavedGame:
    """A lobby with these members and a computer."""
    seats = (*(SavedSeat(member, NAMES[member], None) for member in members or (ANN,)), SavedSeat(None, "Kit", "hard"))
    usual = SavedGame(
        guild=GUILD,
        channel=CHANNEL,
        game="uno",
        phase="lobby",
        host=ANN,
        preset="official",
        options={"match": "one", "hand_size": 7, "jump_in": True},
        pace="normal",
        level="hard",
        rules=1,
        opened=1000.5,
        changed=1001.5,
        seats=seats,
    )
    return replace(usual, **changes)


def a_move(revision: int, click: int | None = None, **changes: Any) -> Entry:
    return replace(Entry(revision, 0, "R7", "member", click, 1010.25), **changes)


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    async with open_storage(tmp_path / "cards.db") as opened:
        yield opened


async def opened(storage: Storage, saved: SavedGame) -> SavedGame:
    return replace(saved, id=await storage.open_game(saved))


async def finished(storage: Storage, *places: tuple[MemberId | None, int, int], **changes: Any) -> GameId:
    """A game that ended with these places and points, by seat."""
    seats = tuple(
        SavedSeat(m, NAMES[m], None) if m else SavedSeat(None, f"C{n}", "easy") for n, (m, _, _) in enumerate(places)
    )
    game = await opened(storage, a_table(phase="playing", seed=SEED, dealer=0, **changes, seats=seats))
    results = [
        Result(seat, member, None if member else "easy", place, points)
        for seat, (member, place, points) in enumerate(places)
    ]
    assert await storage.append(game, a_move(0), results)
    return game.id


def approx(number: float) -> Any:
    return pytest.approx(number)


async def board(storage: Storage, **which: Any) -> list[Rank]:
    return await storage.leaderboard(
        which.get("guild", GUILD), which.get("channel"), which.get("played"), people=which.get("people", True)
    )


# Tables


async def test_a_table_comes_back_as_it_was_written(storage: Storage) -> None:
    game = await opened(storage, a_table(ANN, BO))
    assert await storage.game(game.id) == game
    assert await storage.live_games() == [game]


async def test_a_table_survives_the_end_of_the_program(tmp_path: Path) -> None:
    async with open_storage(tmp_path / "cards.db") as storage:
        game = await opened(storage, a_table(ANN))
        await storage.append(game, a_move(0, 55))
    async with open_storage(tmp_path / "cards.db") as storage:
        assert await storage.live_games() == [game]
        assert await storage.journal(game.id) == [a_move(0, 55)]


async def test_a_table_that_never_was_is_nothing(storage: Storage) -> None:
    assert await storage.game(GameId(99)) is None
    assert await storage.journal(GameId(99)) == []
    assert await storage.live_games() == []


async def test_a_changed_table_is_written_with_its_seats_and_keeps_its_board(storage: Storage) -> None:
    game = await opened(storage, a_table(ANN, BO))
    await storage.set_board(game.id, 555, 2000.0)
    await storage.set_reminder(game.id, 666)
    changed = replace(
        game,
        phase="playing",
        host=BO,
        preset="party",
        options={"match": 500},
        pace="slow",
        level="easy",
        rules=2,
        dealer=1,
        seed=SEED,
        started=3000.0,
        changed=3001.0,
        seats=(SavedSeat(BO, "Bo", None), SavedSeat(ANN, "Ann", None, "left"), SavedSeat(CY, "Cy", None, "held")),
    )
    await storage.change_game(changed)
    assert await storage.game(game.id) == replace(changed, board=555, posted=2000.0, reminder=666)
    await storage.set_board(game.id, None, 2001.0)
    await storage.set_reminder(game.id, None)
    assert await storage.game(game.id) == replace(changed, board=None, posted=2001.0)


async def test_a_change_that_the_database_refuses_changes_nothing(storage: Storage) -> None:
    game = await opened(storage, a_table(ANN, BO))
    twice = (SavedSeat(ANN, "Ann", None), SavedSeat(ANN, "Ann again", None))
    with pytest.raises(sqlite3.IntegrityError):
        await storage.change_game(replace(game, host=BO, seats=twice))
    assert await storage.game(game.id) == game
    assert await storage.name_of(ANN) == "Ann"


@pytest.mark.parametrize(
    "changes",
    [
        {"phase": "asleep"},
        {"seed": b"short"},
        {"seats": (SavedSeat(None, "nobody", None),)},
        {"seats": (SavedSeat(ANN, "both", "easy"),)},
        {"seats": (SavedSeat(ANN, "Ann", None, "gone"),)},  # type: ignore[arg-type]  # that is the point
        {"seats": tuple(SavedSeat(None, f"C{number}", "easy") for number in range(11))},
    ],
)
async def test_the_database_itself_refuses_what_cannot_be(storage: Storage, changes: dict[str, Any]) -> None:
    game = await opened(storage, a_table())
    with pytest.raises(sqlite3.IntegrityError):
        await storage.change_game(replace(game, **changes))
    assert await storage.game(game.id) == game


async def test_of_two_tables_opened_at_once_in_a_channel_exactly_one_stands(storage: Storage) -> None:
    outcomes = await asyncio.gather(
        *(storage.open_game(a_table(member)) for member in (ANN, BO, CY)), return_exceptions=True
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, ChannelTaken)]
    assert len(refused) == 2
    assert str(refused[0]) == "There is a table in this channel already."
    assert len(await storage.live_games()) == 1


async def test_two_programs_on_one_file_cannot_both_open_a_table_in_a_channel(tmp_path: Path) -> None:
    async with open_storage(tmp_path / "cards.db") as one, open_storage(tmp_path / "cards.db") as other:
        outcomes = await asyncio.gather(
            one.open_game(a_table(ANN)), other.open_game(a_table(BO)), return_exceptions=True
        )
        assert sum(isinstance(outcome, ChannelTaken) for outcome in outcomes) == 1
        assert len(await one.live_games()) == len(await other.live_games()) == 1


@pytest.mark.parametrize("phase", ["lobby", "playing", "parked"])
async def test_a_live_table_holds_its_channel(storage: Storage, phase: Any) -> None:
    game = await opened(storage, a_table(phase=phase))
    with pytest.raises(ChannelTaken):
        await storage.open_game(a_table(BO))
    assert await storage.name_of(BO) is None  # nothing of the second one is there
    assert [each.id for each in await storage.live_games()] == [game.id]
    await storage.open_game(a_table(channel=OTHER_CHANNEL))


@pytest.mark.parametrize("phase", ["over", "closed"])
async def test_a_table_that_ended_leaves_its_channel_free(storage: Storage, phase: Any) -> None:
    game = await opened(storage, a_table(phase="playing"))
    await storage.change_game(replace(game, phase=phase))
    new = await opened(storage, a_table())
    assert new.id != game.id
    assert [each.id for each in await storage.live_games()] == [new.id]


async def test_a_channel_taken_again_keeps_the_old_table_closed(storage: Storage) -> None:
    old = await opened(storage, a_table(phase="closed"))
    await storage.open_game(a_table())
    with pytest.raises(sqlite3.IntegrityError):
        await storage.change_game(replace(old, phase="playing"))


# The journal


async def test_moves_come_back_in_order_with_everything_about_them(storage: Storage) -> None:
    game = await opened(storage, a_table())
    entries = [a_move(0, 1), a_move(1, None, seat=1, by="computer", move="W+4=B!"), a_move(2, None, by="absent")]
    for entry in entries:
        assert await storage.append(game, entry)
    assert await storage.journal(game.id) == entries


async def test_a_revision_is_written_once(storage: Storage) -> None:
    game = await opened(storage, a_table())
    await storage.append(game, a_move(0, 1))
    for click in (None, 2):
        with pytest.raises(sqlite3.IntegrityError):
            await storage.append(game, a_move(0, click, move="G2"))
    assert await storage.journal(game.id) == [a_move(0, 1)]


async def test_of_two_moves_at_once_with_the_same_revision_one_is_written(storage: Storage) -> None:
    game = await opened(storage, a_table())
    outcomes = await asyncio.gather(
        *(storage.append(game, a_move(0, click)) for click in (1, 2, 3)), return_exceptions=True
    )
    assert sum(outcome is True for outcome in outcomes) == 1
    assert len(await storage.journal(game.id)) == 1


async def test_the_same_click_twice_is_written_once_and_told_apart(storage: Storage) -> None:
    game = await opened(storage, a_table())
    assert await storage.append(game, a_move(0, 77))
    assert not await storage.append(game, a_move(1, 77))
    assert await storage.journal(game.id) == [a_move(0, 77)]
    assert await storage.has_click(77)
    assert not await storage.has_click(78)


async def test_a_click_counts_once_over_all_tables(storage: Storage) -> None:
    one = await opened(storage, a_table())
    other = await opened(storage, a_table(channel=OTHER_CHANNEL))
    assert await storage.append(one, a_move(0, 77))
    assert not await storage.append(other, a_move(0, 77))


async def test_a_move_of_a_table_that_is_not_there_is_refused(storage: Storage) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await storage.append(a_table(id=GameId(99)), a_move(0))


@pytest.mark.parametrize("wrong", [{"move": ""}, {"move": "x" * 41}, {"seat": 10}, {"revision": -1}, {"by": "ghost"}])
async def test_a_move_that_cannot_be_is_refused(storage: Storage, wrong: dict[str, Any]) -> None:
    game = await opened(storage, a_table())
    with pytest.raises(sqlite3.IntegrityError):
        await storage.append(game, a_move(0, **wrong) if "revision" not in wrong else a_move(-1))
    assert await storage.journal(game.id) == []


async def test_the_last_move_the_results_and_the_end_are_written_together(storage: Storage) -> None:
    game = await opened(storage, a_table(ANN, BO, phase="playing"))
    results = [Result(0, ANN, None, 1, 40), Result(1, BO, None, 2, 0), Result(2, None, "hard", 3, 0)]
    assert await storage.append(game, a_move(0, at=2000.0), results)
    saved = await storage.game(game.id)
    assert saved == replace(game, phase="over", changed=2000.0)
    assert await storage.live_games() == []
    assert await storage.games_of(ANN, GUILD) == [Played(game.id, "uno", 1, 40, 3, 2)]


@pytest.mark.parametrize(
    "second",
    [
        Result(0, BO, None, 2, 0),  # the same seat again
        Result(1, BO, None, 11, 0),  # no such place
        Result(1, BO, None, 2, -1),
    ],
)
async def test_when_the_results_cannot_be_written_the_last_move_is_not_there_either(
    storage: Storage, second: Result
) -> None:
    game = await opened(storage, a_table(ANN, BO, phase="playing"))
    with pytest.raises(sqlite3.IntegrityError):
        await storage.append(game, a_move(0, 77), [Result(0, ANN, None, 1, 40), second])
    assert await storage.journal(game.id) == []
    assert await storage.games_of(ANN, GUILD) == []
    assert await storage.game(game.id) == game
    assert not await storage.has_click(77)


async def test_when_the_end_cannot_be_noted_neither_move_nor_results_are_there(
    storage: Storage, tmp_path: Path
) -> None:
    game = await opened(storage, a_table(ANN, BO, phase="playing"))
    with closing(sqlite3.connect(tmp_path / "cards.db")) as db:
        db.execute(
            "CREATE TRIGGER no BEFORE UPDATE OF phase ON games WHEN NEW.phase = 'over' "
            "BEGIN SELECT RAISE(ABORT, 'no end'); END"
        )
    with pytest.raises(sqlite3.IntegrityError):
        await storage.append(game, a_move(0), [Result(0, ANN, None, 1, 40), Result(1, BO, None, 2, 0)])
    assert await storage.journal(game.id) == []
    assert await storage.games_of(ANN, GUILD) == []
    assert await storage.game(game.id) == game


async def test_a_game_is_scored_once(storage: Storage) -> None:
    game = await finished(storage, (ANN, 1, 10), (BO, 2, 0))
    saved = await storage.game(game)
    assert saved is not None
    with pytest.raises(sqlite3.IntegrityError):
        await storage.append(saved, a_move(1), [Result(0, ANN, None, 1, 10), Result(1, BO, None, 2, 0)])
    (ann, _) = await board(storage)
    assert (ann.games, ann.points) == (1, 10)


# Scores


async def test_an_empty_leaderboard_is_empty(storage: Storage) -> None:
    assert await board(storage) == []
    await storage.open_game(a_table(ANN, BO))
    assert await board(storage) == []


async def test_a_leaderboard_counts_games_wins_points_places_and_the_streak(storage: Storage) -> None:
    await finished(storage, (ANN, 2, 0), (BO, 1, 20))
    await finished(storage, (ANN, 1, 30), (BO, 2, 0))
    await finished(storage, (ANN, 1, 50), (BO, 2, 5), (CY, 3, 0))
    ann, bo, cy = await board(storage)
    assert ann == Rank(ANN, "Ann", 3, 2, 80, approx(4 / 3), 2, approx((0 + 1 + 1 + 2) / 7))
    assert bo == Rank(BO, "Bo", 3, 1, 25, approx(5 / 3), 0, approx((1 + 0 + 0.5 + 2) / 7))
    assert cy == Rank(CY, "Cy", 1, 0, 0, 3.0, 0, approx(2 / 5))


async def test_a_streak_that_was_never_broken_counts_all_games_and_a_shared_win_is_a_win(storage: Storage) -> None:
    await finished(storage, (ANN, 1, 10), (BO, 1, 10), (CY, 3, 0))
    await finished(storage, (ANN, 1, 10), (BO, 2, 0))
    ranks = {rank.member: rank for rank in await board(storage)}
    assert (ranks[ANN].wins, ranks[ANN].streak) == (2, 2)
    assert (ranks[BO].wins, ranks[BO].streak) == (1, 0)
    assert (ranks[CY].wins, ranks[CY].streak) == (0, 0)


async def test_a_streak_of_a_channel_is_not_broken_elsewhere(storage: Storage) -> None:
    await finished(storage, (ANN, 1, 10), (BO, 2, 0))
    await finished(storage, (ANN, 2, 0), (BO, 1, 10), channel=OTHER_CHANNEL)
    (here, *_) = await board(storage, channel=CHANNEL)
    assert (here.member, here.streak) == (ANN, 1)
    ann = next(rank for rank in await board(storage) if rank.member == ANN)
    assert ann.streak == 0


async def test_one_lucky_win_does_not_lead_the_table(storage: Storage) -> None:
    for _ in range(6):
        await finished(storage, (ANN, 1, 10), (BO, 2, 0))
    await finished(storage, (ANN, 2, 0), (BO, 1, 10))
    await finished(storage, (CY, 1, 10), (BO, 2, 0))
    assert [rank.member for rank in await board(storage)] == [ANN, CY, BO]


async def test_equal_ratings_are_ordered_by_wins_then_games_then_id(storage: Storage) -> None:
    await finished(storage, (BO, 1, 10), (ANN, 1, 10))
    assert [rank.member for rank in await board(storage)] == [ANN, BO]
    await finished(storage, (CY, 1, 10), (BO, 2, 0), channel=OTHER_CHANNEL)
    await finished(storage, (CY, 2, 10), (BO, 1, 0), channel=OTHER_CHANNEL)
    same = await board(storage, channel=OTHER_CHANNEL)
    assert [rank.member for rank in same] == [BO, CY]
    assert same[0].rating == same[1].rating


async def test_games_among_people_and_against_computers_only_are_kept_apart(storage: Storage) -> None:
    await finished(storage, (ANN, 1, 10), (None, 2, 0))
    await finished(storage, (ANN, 2, 5), (BO, 1, 10), (None, 3, 0))
    assert {rank.member: rank.games for rank in await board(storage, people=True)} == {ANN: 1, BO: 1}
    (alone,) = await board(storage, people=False)
    assert (alone.member, alone.games, alone.wins) == (ANN, 1, 1)


async def test_computers_stand_on_no_leaderboard(storage: Storage) -> None:
    await finished(storage, (None, 1, 10), (None, 2, 0))
    assert await board(storage) == await board(storage, people=False) == []


async def test_a_leaderboard_is_of_a_server_or_a_channel_and_of_one_game_or_all(storage: Storage) -> None:
    await finished(storage, (ANN, 1, 1), (BO, 2, 0))
    await finished(storage, (ANN, 1, 2), (BO, 2, 0), channel=OTHER_CHANNEL)
    await finished(storage, (ANN, 1, 4), (BO, 2, 0), game="six_nimmt")
    await finished(storage, (ANN, 1, 8), (BO, 2, 0), guild=OTHER_GUILD)

    async def points(**which: Any) -> int:
        return (await board(storage, **which))[0].points

    assert await points() == 1 + 2 + 4
    assert await points(channel=CHANNEL, guild=GUILD) == 1 + 4
    assert await points(channel=OTHER_CHANNEL) == 2
    assert await points(played="uno") == 1 + 2
    assert await points(played="six_nimmt", channel=CHANNEL) == 4
    assert await points(guild=OTHER_GUILD) == 8
    assert await board(storage, played="eights") == []


async def test_games_of_a_member_are_those_of_this_server_oldest_first(storage: Storage) -> None:
    first = await finished(storage, (BO, 1, 1), (ANN, 2, 3))
    await finished(storage, (ANN, 1, 8), (BO, 2, 0), guild=OTHER_GUILD)
    last = await finished(storage, (ANN, 1, 5), (None, 2, 0), (None, 3, 0), game="six_nimmt")
    assert await storage.games_of(ANN, GUILD) == [
        Played(first, "uno", 2, 3, 2, 2),
        Played(last, "six_nimmt", 1, 5, 3, 1),
    ]
    assert await storage.games_of(CY, GUILD) == []


async def test_rivals_are_the_people_met_with_who_came_out_ahead(storage: Storage) -> None:
    await finished(storage, (ANN, 1, 10), (BO, 2, 5), (None, 3, 0))
    await finished(storage, (BO, 1, 10), (ANN, 2, 5), (CY, 3, 0))
    await finished(storage, (BO, 1, 10), (ANN, 1, 10))
    await finished(storage, (CY, 1, 10), (ANN, 2, 0), guild=OTHER_GUILD)
    assert await storage.rivals(ANN, GUILD) == [("Bo", 1, 1), ("Cy", 0, 1)]
    assert await storage.rivals(CY, GUILD) == [("Ann", 1, 0), ("Bo", 1, 0)]
    assert await storage.rivals(MemberId(5), GUILD) == []


# Names


async def test_a_member_has_the_name_that_was_seen_last(storage: Storage) -> None:
    assert await storage.name_of(ANN) is None
    game = await opened(storage, a_table(ANN))
    assert await storage.name_of(ANN) == "Ann"
    await storage.change_game(replace(game, seats=(SavedSeat(ANN, "Anna", None), SavedSeat(BO, "Bo", None))))
    assert await storage.name_of(ANN) == "Anna"
    assert await storage.name_of(BO) == "Bo"
    await finished(storage, (ANN, 1, 1), (BO, 2, 0), channel=OTHER_CHANNEL)
    assert [rank.name for rank in await board(storage)] == ["Ann", "Bo"]


async def test_a_change_at_an_old_table_does_not_bring_an_old_name_back(storage: Storage) -> None:
    old = await opened(storage, a_table(ANN))
    await storage.open_game(
        a_table(channel=OTHER_CHANNEL, seats=(SavedSeat(ANN, "Anna", None),), opened=2000.0, changed=2000.0)
    )
    await storage.change_game(replace(old, seats=(*old.seats, SavedSeat(BO, "Bo", None)), changed=3000.0))
    assert await storage.name_of(ANN) == "Anna"


async def test_somebody_without_a_name_is_called_so(storage: Storage, tmp_path: Path) -> None:
    await finished(storage, (ANN, 1, 1), (BO, 2, 0))
    with closing(sqlite3.connect(tmp_path / "cards.db")) as db, db:
        db.execute("DELETE FROM members")
    assert {rank.name for rank in await board(storage)} == {"somebody who left"}
    assert await storage.rivals(ANN, GUILD) == [("somebody who left", 0, 1)]


# Settings, notes, panels, outages


async def test_settings_of_a_channel_lie_over_those_of_its_server(storage: Storage) -> None:
    assert await storage.settings(GUILD, CHANNEL) == {}
    await storage.set_setting("channel", CHANNEL, "pace", "slow")
    await storage.set_setting("guild", GUILD, "pace", "quick")
    await storage.set_setting("guild", GUILD, "level", "hard")
    assert await storage.settings(GUILD, CHANNEL) == {"pace": "slow", "level": "hard"}
    assert await storage.settings(GUILD, OTHER_CHANNEL) == {"pace": "quick", "level": "hard"}
    assert await storage.settings(OTHER_GUILD, OTHER_CHANNEL) == {}
    await storage.set_setting("channel", CHANNEL, "pace", "none")
    assert (await storage.settings(GUILD, CHANNEL))["pace"] == "none"
    await storage.set_setting("channel", CHANNEL, "pace", None)
    assert await storage.settings(GUILD, CHANNEL) == {"pace": "quick", "level": "hard"}
    await storage.set_setting("guild", GUILD, "pace", None)
    await storage.set_setting("guild", GUILD, "pace", None)  # taking away what is not there is no mistake
    assert await storage.settings(GUILD, CHANNEL) == {"level": "hard"}


async def test_a_server_and_a_channel_with_the_same_id_are_two_places(storage: Storage) -> None:
    await storage.set_setting("guild", 5, "pace", "quick")
    assert await storage.settings(GuildId(6), ChannelId(5)) == {}
    assert await storage.settings(GuildId(5), ChannelId(5)) == {"pace": "quick"}


async def test_a_note_is_kept_until_it_is_written_over(storage: Storage) -> None:
    assert await storage.note("commands") is None
    await storage.set_note("commands", "abc")
    await storage.set_note("commands", "def")
    assert await storage.note("commands") == "def"


async def test_another_program_can_read_all_notes(storage: Storage, tmp_path: Path) -> None:
    await storage.set_note("one", "1")
    await storage.set_note("two", "zwei 🂡")
    assert read_notes(tmp_path / "cards.db") == {"one": "1", "two": "zwei 🂡"}


def test_notes_of_a_file_that_cannot_be_read_are_none(tmp_path: Path) -> None:
    assert read_notes(tmp_path / "nowhere.db") is None
    (tmp_path / "letters.db").write_bytes(b"These are my holiday letters. " * 100)
    assert read_notes(tmp_path / "letters.db") is None
    assert [each.name for each in tmp_path.iterdir()] == ["letters.db"]


async def test_of_each_panel_the_newest_token_is_kept_and_old_ones_are_forgotten(
    storage: Storage, tmp_path: Path
) -> None:
    game = (await opened(storage, a_table(ANN, BO))).id
    old, kept = SavedPanel(game, ANN, 1, "old-token", 100.0), SavedPanel(game, BO, 2, "bo-token", 150.0)
    await storage.keep_panels([old, kept], oldest=0)
    assert await storage.panels(0) == [old, kept]
    newer = SavedPanel(game, ANN, 3, "new-token", 200.0)
    await storage.keep_panels([newer], oldest=120)
    assert await storage.panels(0) == [newer, kept]
    assert await storage.panels(160) == [newer]
    await storage.keep_panels([], oldest=180)
    with closing(sqlite3.connect(tmp_path / "cards.db")) as db:
        assert db.execute("SELECT token FROM panels").fetchall() == [("new-token",)]
    assert "token" not in repr(newer).replace("SavedPanel", "")


async def test_the_time_in_which_the_bot_was_away_is_noted(storage: Storage) -> None:
    await storage.back_after_outage(1000.0)
    assert await storage.outages() == []  # the very first start
    await storage.alive(1500.5)
    await storage.back_after_outage(2000.0)
    assert await storage.outages() == [(1500.5, 2000.0)]
    assert await storage.note("alive") == "2000.0"
    await storage.back_after_outage(1900.0)  # a clock that was put back
    assert await storage.outages() == [(1500.5, 2000.0)]
    await storage.back_after_outage(2100.0)
    assert await storage.outages() == [(1500.5, 2000.0), (1900.0, 2100.0)]


async def test_when_nothing_can_be_written_every_write_says_so_and_reading_goes_on(storage: Storage) -> None:
    game = await opened(storage, a_table(ANN))
    await storage._db._writer.execute("PRAGMA query_only = ON")
    for write in (
        storage.append(game, a_move(0)),
        storage.change_game(replace(game, pace="slow")),
        storage.open_game(a_table(channel=OTHER_CHANNEL)),
        storage.set_note("a", "b"),
        storage.set_setting("guild", GUILD, "a", "b"),
        storage.keep_panels([], 0),
    ):
        with pytest.raises(CannotSave):
            await write
    assert await storage.game(game.id) == game
    await storage._db._writer.execute("PRAGMA query_only = OFF")
    assert await storage.append(game, a_move(0))
