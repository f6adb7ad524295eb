"""Evenings at a table on which everybody does anything at once: whatever happens, the promises are kept."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from bot.errors import PlayError
from bot.games import GAMES
from bot.games.dealer import QuickDealer, Rng
from bot.storage import ChannelId, MemberId
from bot.tables.directory import Directory
from bot.tables.table import Table
from tests.tables.house import ANN, AT_ONCE, BO, CHANNEL, CY, DEE, House, open_house, replayed

STRANGER = MemberId(999)
EVERYBODY = (ANN, BO, CY, DEE, STRANGER)


def anything(table: Table, member: MemberId, rng: Rng, click: int) -> Coroutine[Any, Any, Any]:
    """Something that this member might press, mostly a move."""
    seat = table.seat_of(member)
    if seat is None or rng.below(30) == 0:
        match rng.below(4):
            case 0:
                return table.join(member, "Somebody")
            case 1:
                return table.hand_over(member, rng.below(4))
            case 2:
                return table.start(member)
            case _:
                return table.play(member, rng.below(5), "draw", click)
    if table.round_end is not None and rng.below(2):
        return table.next_round(member)
    match rng.below(24):
        case 0:
            return table.leave(member)
        case 1 | 2 | 3:
            return table.back(member)
        case 4:
            return table.hand_over(member, rng.below(4))
        case 5:
            return table.play(member, table.asks[seat] - 1, "draw", click)  # stale
        case 6:
            move = rng.choice(table.game.every_move)
            return table.play(member, None, move.text, click)
        case _:
            moves = table.game.moves(table.state, seat)
            text = rng.choice(moves).text if moves else "draw"
            return table.play(member, rng.choice([None, table.asks[seat]]), text, click - rng.below(2))


async def evening(house: House, table: Table, rng: Rng) -> None:
    cards = sorted(table.game.cards(table.state))
    for turn in range(120):
        revision, phase = table.revision, table.phase
        acting = [anything(table, member, rng, 10 * turn + rng.below(10)) for member in EVERYBODY for _ in range(2)]
        outcomes = await asyncio.gather(*acting, return_exceptions=True)
        for outcome in outcomes:
            assert outcome is None or isinstance(outcome, bool | PlayError), outcome
        await house.pass_time(rng.choice([0.1, 5.0, 30.0]))
        journal = await house.storage.journal(table.id)
        assert table.revision == len(journal) >= revision
        assert replayed(table, journal) == table.state
        if table.state.round == 1:
            assert sorted(table.game.cards(table.state)) == cards
        assert len(set(table.game.cards(table.state))) == len(table.game.cards(table.state))
        clicks = [entry.click for entry in journal if entry.click is not None]
        assert len(set(clicks)) == len(clicks)
        assert all((entry.by == "member") >= (entry.click is not None) for entry in journal)
        saved = await house.storage.game(table.id)
        assert saved == table.saved
        assert (table.outcome is not None) == (table.phase == "over")
        if table.phase == "playing" and table.round_end is None:
            assert table.present
            assert table.waiting
            assert table.clock.due() < float("inf")
        if not table.live:
            break
        assert (phase, table.phase) != ("over", "playing")
    results = house.look("SELECT seat, place FROM results WHERE game = ? ORDER BY seat", table.id)
    if table.outcome is None:
        assert results == []
    else:
        assert results == list(enumerate(table.outcome.places))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", GAMES)
async def test_whatever_people_press_at_once_no_card_no_move_and_no_score_is_lost(
    tmp_path: Path, key: str, seed: int
) -> None:
    rng = QuickDealer(f"{key} {seed}")
    async with open_house(tmp_path) as house:
        game = GAMES[key]
        table = await house.game(
            ANN, BO, CY, DEE, game=key, preset=rng.choice([*game.presets]), computers=rng.below(2), pace="normal"
        )
        await evening(house, table, rng)
        await house.storage.alive(house.time.now())
        again = Directory(house.storage, house.time, AT_ONCE)
        await again.restore()
        restored = again.get(table.id)
        assert (restored is not None) == table.live
        if restored is not None:
            assert (restored.state, restored.asks, restored.revision) == (table.state, table.asks, table.revision)


async def test_many_tables_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    rng = QuickDealer(9)
    async with open_house(tmp_path) as house:
        tables = await asyncio.gather(
            *(
                house.game(ANN, BO, game=rng.choice([*GAMES]), channel=ChannelId(100 + number), pace="none")
                for number in range(30)
            )
        )

        async def some_moves(table: Table, rng: Rng) -> None:
            for _ in range(12):
                if table.waiting:
                    seat = rng.choice(table.waiting)
                    member = table.seats[seat].member
                    assert member is not None
                    text = rng.choice(table.game.moves(table.state, seat)).text
                    await table.play(member, table.asks[seat], text)

        await asyncio.gather(*(some_moves(table, QuickDealer(number)) for number, table in enumerate(tables)))
        for table in tables:
            journal = await house.storage.journal(table.id)
            assert len(journal) == table.revision > 0
            assert replayed(table, journal) == table.state
        assert house.directory.in_channel(CHANNEL) is None
