"""Before a game: who sits where, what is played, who may start."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.errors import BadOption, CannotSave, ChannelTaken, PlayError, Refused
from bot.games import GAMES
from bot.storage import ChannelId, MemberId
from bot.tables.autopilot import wake
from bot.tables.directory import Plan
from bot.tables.lobby import COMPUTER_NAMES
from bot.tables.table import Table
from tests.tables.house import ANN, BO, CHANNEL, CY, DEE, GUILD, House, open_house


async def refused(house: House, table: Table, asking: Any, error: type[PlayError] = Refused) -> str:
    """The sentence of a refusal. Nothing may have changed by it, and nobody is told anything."""
    before = table.saved
    house.updates.clear()
    with pytest.raises(error) as sentence:
        await asking
    assert table.saved == before
    assert await house.storage.game(table.id) == before
    assert house.updates == []
    return str(sentence.value)


def names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats]


async def test_a_table_opens_with_its_host_and_computers_seated(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, computers=2, level="easy", preset="party", pace="quick", given={"hand_size": 5})
        assert names(table) == ["Ann", *COMPUTER_NAMES[:2]]
        assert [seat.level for seat in table.seats] == [None, "easy", "easy"]
        assert (table.phase, table.live, table.saved.host) == ("lobby", True, ANN)
        assert (table.options.hand_size, table.options.jump_in) == (5, True)
        assert await house.storage.game(table.id) == table.saved
        assert house.directory.in_channel(CHANNEL) is house.directory.get(table.id) is table
        assert list(house.directory) == [table]
        assert len(house.directory) == 1
        assert (table.waiting, table.outcome, table.revision) == ((), None, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"computers": -1},
        {"computers": 10},
        {"level": "grandmaster"},
        {"preset": "mine"},
        {"given": {"hand_size": 99}},
        {"given": {"colour": "red"}},
        {"given": {"play_on": True, "match": 500}},
        {"pace": "hurry"},
    ],
)
async def test_a_table_that_cannot_be_is_not_opened(tmp_path: Path, wrong: dict[str, Any]) -> None:
    async with open_house(tmp_path) as house:
        with pytest.raises(PlayError):
            await house.lobby(ANN, **wrong)
        assert len(house.directory) == 0
        assert await house.storage.live_games() == []


async def test_of_two_tables_opened_at_once_in_a_channel_one_stands(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        outcomes = await asyncio.gather(house.lobby(ANN), house.lobby(BO), return_exceptions=True)
        assert sum(isinstance(outcome, ChannelTaken) for outcome in outcomes) == 1
        (stands,) = [outcome for outcome in outcomes if isinstance(outcome, Table)]
        assert house.directory.in_channel(CHANNEL) is stands
        assert len(house.directory) == 1
        await house.lobby(CY, channel=ChannelId(8))
        assert len(house.directory) == 2


async def test_who_joins_gets_the_next_seat(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN)
        await table.join(BO, "Bo")
        assert names(table) == ["Ann", "Bo"]
        assert table.seat_of(BO) == 1
        assert table.seat_of(CY) is None
        assert table.present == [ANN, BO]
        assert house.kinds() == ["lobby"]
        assert await house.storage.game(table.id) == table.saved


async def test_C1_one_user_id_holds_one_seat(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN)
        await asyncio.gather(*(table.join(BO, name) for name in ("Bo", "Bo again", "Bo once more")))
        await table.join(ANN, "Ann")
        assert [seat.member for seat in table.seats] == [ANN, BO]
        assert names(table) == ["Ann", "Bo"]


@pytest.mark.parametrize("key", GAMES)
async def test_C1_a_table_has_as_many_seats_as_the_game_allows_however_many_join_at_once(
    tmp_path: Path, key: str
) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, game=key)
        most = table.game.seats[-1]
        outcomes = await asyncio.gather(
            *(table.join(MemberId(500 + number), f"P{number}") for number in range(12)), return_exceptions=True
        )
        sentences = {str(outcome) for outcome in outcomes if outcome is not None}
        assert sentences == {f"All {most} seats are taken."}
        assert len(table.seats) == most
        assert len({seat.member for seat in table.seats}) == most
        assert "taken" in await refused(house, table, table.add_computer(ANN))


async def test_a_table_full_of_computers_says_who_can_make_room(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, computers=9)
        assert "The host can take a computer out." in await refused(house, table, table.join(BO, "Bo"))
        await table.remove_computer(ANN)
        await table.join(BO, "Bo")
        assert len(table.seats) == 10


async def test_who_leaves_a_lobby_frees_the_seat_and_may_come_again(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, BO, CY)
        await table.leave(BO)
        assert names(table) == ["Ann", "Cy"]
        assert "Press Join first" in await refused(house, table, table.leave(BO))
        await table.join(BO, "Bo")
        assert names(table) == ["Ann", "Cy", "Bo"]
        assert await house.storage.game(table.id) == table.saved


async def test_the_host_who_leaves_a_lobby_hands_the_role_on(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, BO, CY, computers=1)
        await table.leave(ANN)
        assert table.saved.host == BO
        await table.configure(BO, "pace", "slow")
        await table.leave(CY)
        assert table.saved.host == BO


async def test_the_last_person_who_leaves_closes_the_lobby(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, BO, computers=3)
        await table.leave(ANN)
        house.updates.clear()
        await table.leave(BO)
        assert (table.phase, table.live) == ("closed", False)
        assert house.kinds() == ["closed"]
        assert house.directory.in_channel(CHANNEL) is None
        assert house.directory.get(table.id) is None
        for late in (table.join(CY, "Cy"), table.start(BO), table.add_computer(ANN), table.leave(ANN)):
            await refused(house, table, late)
        await house.lobby(CY)


async def test_computers_get_names_that_nobody_has_and_the_level_of_the_table(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, level="hard")
        await table.join(BO, COMPUTER_NAMES[0])
        await table.add_computer(BO)  # anybody seated may
        await table.add_computer(ANN)
        assert names(table)[2:] == list(COMPUTER_NAMES[1:3])
        assert [seat.level for seat in table.seats[2:]] == ["hard", "hard"]
        await table.configure(ANN, "level", "easy")
        await table.add_computer(ANN)
        assert [seat.level for seat in table.seats[2:]] == ["easy"] * 3
        assert [seat.level for seat in table.seats[:2]] == [None, None]
        await table.remove_computer(ANN)
        assert names(table)[2:] == list(COMPUTER_NAMES[1:3])
        assert "not at this table" in await refused(house, table, table.add_computer(CY))
        assert "Only the host" in await refused(house, table, table.remove_computer(BO))
        await table.remove_computer(ANN)
        await table.remove_computer(ANN)
        assert "no computer" in await refused(house, table, table.remove_computer(ANN))


async def test_the_host_sets_a_preset_single_options_the_pace_and_the_level(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN)
        await table.configure(ANN, "preset", "party")
        assert (table.saved.preset, table.options.jump_in, table.options.stacking) == ("party", True, "same")
        await table.configure(ANN, "hand_size", "9")
        assert (table.options.hand_size, table.options.jump_in) == (9, True)
        await table.set_flags(ANN, {"jump_in": False, "must_play": True})
        assert (table.options.jump_in, table.options.must_play, table.options.hand_size) == (False, True, 9)
        await table.configure(ANN, "match", 500)
        await table.configure(ANN, "pace", "none")
        await table.configure(ANN, "level", "hard")
        assert (table.options.match, table.saved.pace, table.saved.level) == (500, "none", "hard")
        await table.configure(ANN, "preset", "official")
        assert table.options == table.game.configure("official")
        assert await house.storage.game(table.id) == table.saved
        await table.start(ANN)
        assert table.state.options == table.options


async def test_only_the_host_sets_options(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, BO)
        for member in (BO, CY):
            assert "Only the host" in await refused(house, table, table.configure(member, "pace", "slow"))
            assert "Only the host" in await refused(house, table, table.set_flags(member, {"jump_in": True}))


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("preset", "mine", BadOption),
        ("pace", "hurry", BadOption),
        ("level", "grandmaster", BadOption),
        ("hand_size", 99, BadOption),
        ("hand_size", "many", BadOption),
        ("jump_in", "perhaps", BadOption),
        ("no such thing", 1, BadOption),
        ("play_on", True, BadOption),  # contradicts the match that is set
    ],
)
async def test_a_value_that_cannot_be_is_refused_and_nothing_changes(
    tmp_path: Path, name: str, value: Any, error: type[PlayError]
) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, given={"match": 500}, computers=1)
        options = table.options
        sentence = await refused(house, table, table.configure(ANN, name, value), error)
        assert str(value) not in sentence or name == "play_on"
        assert table.options == options


async def test_of_several_flags_one_that_contradicts_refuses_all(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, given={"challenge": "off"})
        await refused(house, table, table.set_flags(ANN, {"jump_in": True, "no_bluff": True}), BadOption)
        assert not table.options.jump_in


async def test_who_starts_alone_plays_against_a_computer(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN)
        await table.start(ANN)
        assert [seat.level for seat in table.seats] == [None, "medium"]
        assert table.phase == "playing"
        assert [len(hand) for hand in table.state.hands] == [7, 7] or sum(map(len, table.state.hands)) > 14
        assert house.kinds() == ["started"]
        assert await house.storage.game(table.id) == table.saved
        assert table.saved.seed is not None
        assert table.saved.dealer in (0, 1)


async def test_others_may_start_when_the_host_has_done_nothing_for_two_minutes(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, BO)
        house.time.advance(110)
        assert "after two minutes" in await refused(house, table, table.start(BO))
        assert "not at this table" in await refused(house, table, table.start(CY))
        house.time.advance(11)
        assert "not at this table" in await refused(house, table, table.start(CY))
        await table.start(BO)
        assert table.phase == "playing"
        assert table.saved.host == ANN


async def test_two_who_start_at_once_deal_once(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, BO)
        outcomes = await asyncio.gather(table.start(ANN), table.start(ANN), return_exceptions=True)
        (late,) = [outcome for outcome in outcomes if outcome is not None]
        assert isinstance(late, Refused)
        assert house.kinds().count("started") == 1
        saved = await house.storage.game(table.id)
        assert saved == table.saved


async def test_once_it_has_begun_it_is_too_late_to_join_or_to_change_anything(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.game(ANN, BO)
        assert "You can join the next one" in await refused(house, table, table.join(CY, "Cy"))
        for late in (
            table.configure(ANN, "pace", "slow"),
            table.set_flags(ANN, {"jump_in": True}),
            table.add_computer(ANN),
            table.remove_computer(ANN),
            table.start(ANN),
        ):
            assert "begun" in await refused(house, table, late)
        await table.join(BO, "Bo")  # is seated already: no mistake
        assert len(table.seats) == 2


async def test_a_join_in_the_moment_of_the_start_is_in_or_out_but_never_half(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        for first in (True, False):
            channel = ChannelId(20 + first)
            table = await house.lobby(ANN, BO, channel=channel)
            both = [table.join(CY, "Cy"), table.start(ANN)]
            await asyncio.gather(*(both if first else both[::-1]), return_exceptions=True)
            assert (len(table.seats) == 3) == first
            assert len(table.state.hands) == len(table.seats)


async def test_when_it_cannot_be_written_a_lobby_stays_as_it_was(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, BO)
        async with house.no_writing():
            for asking in (
                table.join(CY, "Cy"),
                table.leave(BO),
                table.configure(ANN, "pace", "slow"),
                table.start(ANN),
                table.end(ANN, moderator=False),
            ):
                await refused(house, table, asking, CannotSave)
            assert table.state is None
            with pytest.raises(CannotSave):
                await house.lobby(DEE, channel=ChannelId(9))
            assert house.directory.in_channel(ChannelId(9)) is None
        await table.start(ANN)
        assert table.phase == "playing"


async def test_who_asks_and_goes_away_is_still_seated(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN)
        task = asyncio.create_task(table.join(BO, "Bo"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await table.settle()
        assert [seat.member for seat in table.seats] == [ANN, BO]
        assert await house.storage.game(table.id) == table.saved


async def test_the_host_and_moderators_can_end_a_table_and_nobody_else(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN, BO)
        assert "You can leave it" in await refused(house, table, table.end(BO, moderator=False))
        await table.end(ANN, moderator=False)
        assert table.phase == "closed"
        assert "closed already" in await refused(house, table, table.end(ANN, moderator=True))
        table = await house.game(ANN, BO)
        await table.end(CY, moderator=True)
        assert table.phase == "closed"
        assert house.look("SELECT count(*) FROM results") == [(0,)]
        assert house.directory.in_channel(CHANNEL) is None


async def test_a_lobby_that_nobody_starts_closes_itself(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN)
        await house.pass_time(590)
        await table.join(BO, "Bo")  # something happens: the time begins anew
        await house.pass_time(590)
        assert table.live
        house.updates.clear()
        await house.pass_time(11)
        assert table.phase == "closed"
        assert house.kinds() == ["closed"]
        assert house.directory.in_channel(CHANNEL) is None


@pytest.mark.parametrize("what", ["start", "join"])
async def test_a_lobby_used_in_its_last_moment_does_not_close(tmp_path: Path, what: str) -> None:
    async with open_house(tmp_path) as house:
        table = await house.lobby(ANN)
        house.time.advance(601)
        use = table.start(ANN) if what == "start" else table.join(BO, "Bo")
        await asyncio.gather(use, wake(table))
        assert table.live


async def test_a_plan_says_nothing_more_than_it_has_to() -> None:
    plan = Plan(guild=GUILD, channel=CHANNEL, game="uno", host=ANN, name="Ann")
    assert (plan.computers, plan.level, plan.preset, plan.pace) == (0, "medium", None, "normal")
