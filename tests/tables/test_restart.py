"""After a restart every table stands as it stood: dealt from its seed, all moves made again, clocks moved on."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.config import Times
from bot.errors import CannotSave
from bot.games import GAMES
from bot.games.dealer import QuickDealer
from bot.storage import ChannelId
from bot.tables.course import RoundEnd
from bot.tables.directory import Directory
from bot.tables.table import Table
from bot.tables.time import MovableTime
from tests.games.uno.position import position as uno
from tests.tables.house import ANN, AT_ONCE, BO, CHANNEL, CY, House, hold, member_at, open_house, play, step

GAMES_TO_PLAY = [
    ("uno", {"preset": "party", "given": {"match": 200, "hand_size": 3}}),
    ("uno", {}),
    ("eights", {"preset": "action", "given": {"match": 100}}),
    ("nimmt", {"given": {"match": 30}}),
]


def looks(table: Table) -> dict[str, Any]:
    """All that can be seen of a table."""
    return {
        "saved": table.saved,
        "state": table.state,
        "revision": table.revision,
        "asks": table.asks,
        "waiting": table.waiting,
        "round_end": table.round_end,
        "events": table.events,
        "recent": list(table.recent),
        "options": table.options,
        "views": [table.view(seat) for seat in (None, *range(len(table.seats)))],
    }


def rather_dull(table: Table, seat: int) -> str:
    """A move that does not end the game."""
    texts = [move.text for move in table.game.moves(table.state, seat)]
    return next((text for text in ("draw", "keep", "take") if text in texts), texts[0])


async def another(house: House, times: Times = AT_ONCE) -> Directory:
    """What a program that starts this very moment makes of the file."""
    await house.storage.alive(house.time.now())
    directory = Directory(house.storage, house.time, times)
    await directory.restore()
    return directory


@pytest.mark.parametrize(("key", "plan"), GAMES_TO_PLAY)
async def test_at_every_revision_a_table_comes_back_as_it_was(tmp_path: Path, key: str, plan: dict[str, Any]) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, CY, game=key, **plan)
        rng = QuickDealer(f"{key} {plan}")
        for _ in range(60):
            came_back = (await another(house)).get(table.id)
            assert came_back is not None
            assert looks(came_back) == {**looks(table), "saved": came_back.saved}
            for seat in table.waiting:
                if table.round_end is None:
                    assert came_back.clock.deadline(seat) == pytest.approx(table.clock.deadline(seat), abs=1)
            if not table.live:
                break
            await step(table, rng)
            if not table.live:
                assert (await another(house)).get(table.id) is None
                break


@pytest.mark.parametrize(("key", "plan"), GAMES_TO_PLAY)
async def test_a_game_that_ended_unseen_can_be_shown_once_more_as_it_ended(
    tmp_path: Path, key: str, plan: dict[str, Any]
) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO, game=key, **plan)
        rng = QuickDealer(f"{key} {plan}")
        while table.live:
            await step(table, rng)
        directory = await another(house)
        assert len(directory) == 0
        (shown,) = await directory.unsettled()
        assert looks(shown) == {**looks(table), "asks": shown.asks}  # nobody is asked anything any more
        assert shown.outcome == table.outcome is not None
        await house.storage.settle(table.id)
        assert await directory.unsettled() == []


async def test_of_games_that_ended_unseen_those_that_cannot_be_shown_are_let_go(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table, lobby = await house.game(ANN, BO), await house.lobby(ANN, channel=ChannelId(8))
        await step(table, QuickDealer(1))
        for each in (table, lobby):
            await each.end(ANN, moderator=True)
        with closing(sqlite3.connect(house.path)) as db, db:
            db.execute("UPDATE journal SET move = 'no such move'")
            db.execute("UPDATE games SET phase = 'over' WHERE id = ?", (table.id,))
        directory = await another(house)
        assert [each.id for each in await directory.unsettled()] == [lobby.id]
        assert house.look("SELECT id, settled FROM games ORDER BY id") == [(table.id, 1), (lobby.id, 0)]


async def test_a_damaged_game_that_ended_unseen_does_not_keep_the_others_from_being_shown(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table, other = await house.game(ANN, BO), await house.game(ANN, BO, channel=ChannelId(9))
        for each in (table, other):
            await each.end(ANN, moderator=False)
        with closing(sqlite3.connect(house.path)) as db, db:
            db.execute("UPDATE games SET options = 'no json' WHERE id = ?", (table.id,))
        assert [each.id for each in await (await another(house)).unsettled()] == [other.id]


async def test_a_lobby_comes_back_and_goes_on(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        before = (await house.lobby(ANN, BO, computers=1, given={"hand_size": 5}, pace="slow")).saved
    async with open_house(tmp_path, time=time, restore=True) as house:
        table = house.directory.in_channel(CHANNEL)
        assert table is not None
        assert table.saved.seats == before.seats
        assert (table.options.hand_size, table.saved.pace) == (5, "slow")
        await table.join(CY, "Cy")
        await table.start(ANN)
        assert len(table.state.hands) == 4


async def test_a_whole_game_can_be_played_with_a_restart_after_every_few_moves(tmp_path: Path) -> None:
    time, rng = MovableTime(), QuickDealer(5)
    async with open_house(tmp_path, time=time) as house:
        game = (await house.game(ANN, BO, given={"hand_size": 3})).id
    for _ in range(200):
        async with open_house(tmp_path, time=time, restore=True) as house:
            table = house.directory.get(game)
            assert table is not None
            for _ in range(7):
                if table.live:
                    await step(table, rng)
            if not table.live:
                break
    async with open_house(tmp_path, time=time, restore=True) as house:
        assert len(house.directory) == 0
        assert house.look("SELECT count(*) FROM results") == [(2,)]


async def test_a_restart_deals_the_same_cards_again(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO)
        hands, seed = table.state.hands, table.saved.seed
    async with open_house(tmp_path, time=time, restore=True) as house:
        again = house.directory.get(table.id)
        assert again is not None
        assert (again.state.hands, again.saved.seed) == (hands, seed)


async def test_the_time_of_an_outage_counts_on_no_clock(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO)
        seat = table.waiting[0]
        time.advance(20)
        left = table.clock.deadline(seat) - time.now()
        parked = await house.game(CY, channel=ChannelId(8))
        await parked.leave(CY)
        lobby = await house.lobby(CY, channel=ChannelId(9))
        time.advance(10)
    for outage in (3600, 7200):
        time.advance(outage)
        async with open_house(tmp_path, time=time, restore=True) as house:
            again = house.directory.get(table.id)
            assert again is not None
            assert again.clock.deadline(seat) - time.now() == pytest.approx(left - 10, abs=2)
            assert house.directory.get(parked.id) is not None
            waits = house.directory.get(lobby.id)
            assert waits is not None
            assert waits.clock.closes_at() - time.now() == pytest.approx(590, abs=2)
            await house.wake()
            assert again.revision == 0


async def test_after_a_crash_the_clocks_are_as_exact_as_the_last_note(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO)
        await house.storage.alive(time.now())
        time.advance(3)
        seat = table.waiting[0]
        await table.play(member_at(table, seat), None, table.game.moves(table.state, seat)[0].text)
        alive = await house.storage.note("alive")
    assert alive is not None
    with closing(sqlite3.connect(tmp_path / "cards.db")) as db, db:  # as if nothing had been noted at the end
        db.execute("UPDATE notes SET value = ? WHERE name = 'alive'", (alive,))
    time.advance(1000)
    async with open_house(tmp_path, time=time, restore=True) as house:
        again = house.directory.get(table.id)
        assert again is not None
        (seat, *_) = again.waiting
        assert again.clock.deadline(seat) == pytest.approx(time.now() + 60, abs=2)


async def test_nobody_loses_a_seat_for_what_happened_before_a_restart(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO)
        await table.leave(ANN)
        while not table.clock.keeps_missing(0):  # a computer plays for Ann, and Bo does not hurry
            await house.wake()
            await table.play(BO, None, rather_dull(table, 1))
        await table.back(ANN)
    async with open_house(tmp_path, time=time, restore=True) as house:
        again = house.directory.get(table.id)
        assert again is not None
        assert hold(again) == {ANN: "", BO: ""}
        assert not any(again.clock.keeps_missing(seat) for seat in (0, 1))


async def test_a_held_seat_is_still_held_and_its_owner_can_come_back(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO)
        await table.leave(ANN)
    async with open_house(tmp_path, time=time, restore=True) as house:
        again = house.directory.get(table.id)
        assert again is not None
        assert hold(again) == {ANN: "left", BO: ""}
        assert again.saved.host == BO
        await again.back(ANN)
        assert hold(again)[ANN] == ""


async def test_a_parked_game_comes_back_parked(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO)
        await table.leave(ANN)
        await table.leave(BO)
    async with open_house(tmp_path, time=time, restore=True) as house:
        again = house.directory.get(table.id)
        assert again is not None
        assert (again.phase, again.waiting) == ("parked", ())
        await again.back(BO)
        assert again.waiting


async def test_who_has_just_resumed_a_parked_game_has_time_after_a_restart_too(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO)
        seat = table.waiting[0]
        await table.leave(ANN)
        await table.leave(BO)
        time.advance(3600)
        await table.back(member_at(table, seat))
        assert table.clock.deadline(seat) == pytest.approx(time.now() + 60, abs=2)
    async with open_house(tmp_path, time=time, restore=True) as house:
        again = house.directory.get(table.id)
        assert again is not None
        assert again.clock.deadline(seat) == pytest.approx(time.now() + 60, abs=2)


async def test_the_end_of_a_round_is_shown_again_after_a_restart(tmp_path: Path) -> None:
    time, rng = MovableTime(), QuickDealer(1)
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO, given={"match": 500, "hand_size": 3})
        while table.round_end is None:
            await step(table, rng)
        ended = table.round_end
    async with open_house(tmp_path, time=time, restore=True) as house:
        again = house.directory.get(table.id)
        assert again is not None
        assert isinstance(ended, RoundEnd)
        assert again.round_end == ended
        await house.pass_time(19)
        assert again.round_end is not None
        await house.pass_time(2)
        assert again.round_end is None


async def test_a_round_that_has_begun_is_not_begun_again_after_a_restart(tmp_path: Path) -> None:
    time, rng = MovableTime(), QuickDealer(1)
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO, given={"match": 500, "hand_size": 3})
        while table.round_end is None:
            await step(table, rng)
        await table.next_round(ANN)
        time.advance(10)
        before, left = looks(table), table.clock.deadline(table.waiting[0]) - time.now()
    async with open_house(tmp_path, time=time, restore=True) as house:
        again = house.directory.get(table.id)
        assert again is not None
        assert looks(again) == {**before, "saved": again.saved}
        assert again.clock.deadline(again.waiting[0]) - time.now() == pytest.approx(left, abs=2)


async def test_when_the_file_cannot_be_read_at_the_start_no_table_is_closed_for_it(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        table, other = await house.game(ANN, BO), await house.game(ANN, BO, channel=ChannelId(9))
        await other.end(ANN, moderator=False)
        with closing(sqlite3.connect(house.path)) as db, db:
            db.execute("ALTER TABLE journal RENAME TO elsewhere")
            db.execute("UPDATE games SET phase = 'over' WHERE id = ?", (other.id,))
        directory = Directory(house.storage, time, AT_ONCE)
        with pytest.raises(CannotSave):
            await directory.restore()
        with pytest.raises(CannotSave):
            await directory.unsettled()
        assert house.look("SELECT phase, settled FROM games ORDER BY id") == [("playing", 0), ("over", 0)]
        assert table.live


async def test_a_game_of_other_rules_is_closed_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        old = await house.game(ANN, BO)
        lobby = await house.lobby(ANN, channel=ChannelId(8))
        other = await house.game(ANN, BO, channel=ChannelId(9))
        with closing(sqlite3.connect(house.path)) as db, db:
            db.execute("UPDATE games SET rules = 0 WHERE id IN (?, ?)", (old.id, lobby.id))
    async with open_house(tmp_path, time=time, restore=True) as house:
        assert {table.id for table in house.directory} == {lobby.id, other.id}  # a lobby has no rules to change yet
        saved = await house.storage.game(old.id)
        assert saved is not None
        assert saved.phase == "closed"
        assert house.look("SELECT count(*) FROM results") == [(0,)]
        await house.lobby(CY)  # its channel is free
    assert f"table {old.id} cannot go on" in caplog.text


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE journal SET move = 'no such move' WHERE revision = 1",
        "UPDATE journal SET move = 'name=R' WHERE revision = 1",
        "UPDATE games SET options = '{\"hand_size\": 99}' WHERE id = 1",
        "UPDATE games SET options = '{\"what\": 1}' WHERE id = 1",
        "UPDATE games SET game = 'bridge' WHERE id = 1",
        "DELETE FROM seats WHERE game = 1 AND seat = 1",
        "UPDATE journal SET seat = 9 WHERE revision = 1",
        "UPDATE games SET options = 'no json' WHERE id = 1",
        "UPDATE games SET seed = NULL WHERE id = 1",
        "UPDATE games SET pace = 'hurry' WHERE id = 1",
    ],
)
async def test_a_damaged_game_is_closed_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        state = uno("R1 R2 R3", "R4 R5 R6", top="R7")
        table = await house.game(ANN, BO, CY)
        for _ in range(4):
            await step(table, QuickDealer(3))
        other = await house.game(ANN, BO, channel=ChannelId(9), state=state)
        with closing(sqlite3.connect(house.path)) as db, db:
            assert db.execute(damage).rowcount == 1
    async with open_house(tmp_path, time=time, restore=True) as house:
        assert [each.id for each in house.directory] == [other.id]
        assert house.look("SELECT phase FROM games WHERE id = ?", table.id) == [("closed",)]
    assert caplog.get_records("call")[-1].levelno >= logging.ERROR or "cannot go on" in caplog.text


async def test_a_journal_with_a_gap_is_damaged_even_if_its_moves_are_legal(tmp_path: Path) -> None:
    time = MovableTime()
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO, game="nimmt")
        texts = [move.text for move in table.game.moves(table.state, 0)]
        await play(table, f"0 {texts[0]}", f"0 {texts[1]}")
        with closing(sqlite3.connect(house.path)) as db, db:
            db.execute("DELETE FROM journal WHERE revision = 0")
    async with open_house(tmp_path, time=time, restore=True) as house:
        again = house.directory.get(table.id)
        if again is not None:
            await play(again, f"0 {texts[2]}")


async def test_in_6_nimmt_the_pause_between_two_rounds_counts_on_no_clock_after_a_restart_either(
    tmp_path: Path,
) -> None:
    time, rng = MovableTime(), QuickDealer(2)
    async with open_house(tmp_path, time=time) as house:
        table = await house.game(ANN, BO, game="nimmt")
        while table.round_end is None:
            await step(table, rng)
        await house.pass_time(21)
        await play(table, f"0 {table.game.moves(table.state, 0)[0].text}")
        left = table.clock.deadline(1) - time.now()
    async with open_house(tmp_path, time=time, restore=True) as house:
        again = house.directory.get(table.id)
        assert again is not None
        assert again.waiting == (1,)
        assert again.clock.deadline(1) - time.now() == pytest.approx(left, abs=2)


def test_every_game_is_restarted_in_these_tests() -> None:
    assert {key for key, _ in GAMES_TO_PLAY} == set(GAMES)
