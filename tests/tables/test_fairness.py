"""Fair play that can be checked: what is sealed before the first move is what was dealt, and nothing was changed."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from bot.errors import BadRecord
from bot.games import GAMES
from bot.games.base import AnyGame
from bot.games.dealer import Dealer
from bot.tables import thinking
from bot.tables.fairness import check, holds, proof, seal
from tests.games.walk import thinking_little
from tests.tables.house import ANN, House, open_house

MOST_STEPS = 3000
Change = Callable[[dict[str, Any]], None]


async def proof_of(house: House, key: str, level: str, chance: Random, **given: Any) -> str:
    """The proof of a whole game of Ann and two computers; now and then she lets her time run out."""
    table = await house.game(ANN, game=key, computers=2, level=level, given=given)
    promised, seat = table.seal, table.seat_of(ANN)
    assert seat is not None
    for _ in range(MOST_STEPS):
        if table.phase != "playing":
            break
        if table.round_end is not None:
            await table.next_round(ANN)
        elif seat not in table.waiting:
            await house.wake()
        elif chance.random() < 0.1:
            await house.pass_time(61)
            if table.seats[seat].away:
                await table.back(ANN)
        else:
            moves = [move.text for move in table.game.moves(table.state, seat)]
            cards = [move for move in moves if move not in ("draw", "keep", "pass")]
            await table.play(ANN, table.asks[seat], chance.choice(cards or moves))
    saved = await house.storage.game(table.id)
    assert saved is not None
    assert saved.phase == "over"
    assert seal(saved) == promised, "the seal is the same from the first move to the last"
    return proof(saved, await house.storage.journal(table.id))


def failed(text: str) -> list[str]:
    return [finding.words for finding in check(text) if not finding.well]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("key", GAMES)
async def test_a_game_that_was_played_as_it_should_be_passes_every_check(tmp_path: Path, key: str, level: str) -> None:
    async with open_house(tmp_path) as house:
        text = await proof_of(house, key, level, Random(f"{key} {level}"))
    findings = list(check(text))
    assert failed(text) == []
    moves = json.loads(text)["moves"]
    chosen = sum(" member " not in move for move in moves)
    assert chosen > 3
    assert any(f"{chosen} moves of computers were chosen again" in each.words for each in findings)
    assert any(f"All {len(moves)} moves" in each.words for each in findings)


async def test_whoever_waits_for_a_check_is_told_how_far_it_is(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        text = await proof_of(house, "uno", "easy", Random(1))
    raw, told = json.loads(text), list[tuple[int, int]]()
    count = len(raw["moves"])
    list(check(text, progress=lambda done, all_of_it: told.append((done, all_of_it))))
    assert told == [(done, count) for done in range(1, count + 1)]
    told.clear()
    raw["moves"][3] = raw["moves"][3].rsplit(" ", 1)[0] + " nothing"
    list(check(json.dumps(raw), progress=lambda done, all_of_it: told.append((done, all_of_it))))
    assert told == [(1, count), (2, count), (3, count), (count, count)]


class AtOnce:
    """Experts that think on the loop and imagine little: whether they are asked again is what is tested here."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for key, game in GAMES.items():
            levels = {level: thinking_little(game, level) for level in game.computers}
            monkeypatch.setitem(GAMES, key, replace(game, computers=levels))

    async def choose(self, game: AnyGame, level: str, view: Any, rng: Dealer) -> Any:
        return game.computer(level).choose(view, rng)


@pytest.mark.parametrize("key", GAMES)
async def test_experts_come_to_the_same_when_they_are_asked_again(
    tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = AtOnce(monkeypatch)
    monkeypatch.setattr(thinking.Thinker, "choose", at_once.choose)
    async with open_house(tmp_path) as house:
        text = await proof_of(house, key, "expert", Random(f"{key} expert"))
    findings = list(check(text))
    assert failed(text) == []
    assert any("all the same." in each.words and "haste" not in each.words for each in findings)


async def test_moves_that_the_stand_in_made_for_an_expert_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    AtOnce(monkeypatch)

    async def stand_in(_: object, game: AnyGame, level: str, view: Any, rng: Dealer) -> Any:
        return game.computer("hard").choose(view, rng)

    monkeypatch.setattr(thinking.Thinker, "choose", stand_in)
    async with open_house(tmp_path) as house:
        text = await proof_of(house, "uno", "expert", Random(3))
    assert failed(text) == []
    assert any("of them were made in haste, as hard makes them." in each.words for each in check(text))


async def test_what_neither_the_expert_nor_its_stand_in_would_do_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    AtOnce(monkeypatch)

    async def other(_: object, game: AnyGame, level: str, view: Any, rng: Dealer) -> Any:
        return game.computer("easy").choose(view, rng)

    monkeypatch.setattr(thinking.Thinker, "choose", other)
    async with open_house(tmp_path) as house:
        text = await proof_of(house, "nimmt", "expert", Random(3))
    (words,) = failed(text)
    assert "others at [" in words


async def test_a_quick_level_has_no_excuse_for_playing_as_the_stand_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stand_in(_: object, game: AnyGame, level: str, view: Any, rng: Dealer) -> Any:
        return game.computer("hard").choose(view, rng)

    monkeypatch.setattr(thinking.Thinker, "choose", stand_in)
    async with open_house(tmp_path) as house:
        text = await proof_of(house, "nimmt", "medium", Random(3))
    (words,) = failed(text)
    assert "others at [" in words


async def test_house_rules_that_let_computers_act_out_of_turn_are_checked_too(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        text = await proof_of(house, "uno", "hard", Random(5), jump_in=True, stacking="any", seven_zero=True)
    assert failed(text) == []


async def one(tmp_path: Path) -> dict[str, Any]:
    async with open_house(tmp_path) as house:
        found: dict[str, Any] = json.loads(await proof_of(house, "uno", "medium", Random(2)))
        return found


def other_seed(raw: dict[str, Any]) -> None:
    raw["seed"] = "0" * 64


def other_dealer(raw: dict[str, Any]) -> None:
    raw["dealer"] = (raw["dealer"] + 1) % 3


def other_options(raw: dict[str, Any]) -> None:
    raw["options"]["must_play"] = True


def other_level(raw: dict[str, Any]) -> None:
    raw["levels"] = [level and "easy" for level in raw["levels"]]


def a_move_less(raw: dict[str, Any]) -> None:
    del raw["moves"][-1]


def another_move(raw: dict[str, Any]) -> None:
    raw["moves"][3] = raw["moves"][3].rsplit(" ", 1)[0] + " keep"


def a_computer_that_was_told(raw: dict[str, Any]) -> None:
    """A move that a person made is said to have been a computer's."""
    first = next(place for place, move in enumerate(raw["moves"]) if " member " in move and "draw" not in move)
    for place in range(first, len(raw["moves"])):
        raw["moves"][place] = raw["moves"][place].replace(" member ", " computer ")


@pytest.mark.parametrize(
    "change",
    [
        other_seed,
        other_dealer,
        other_options,
        other_level,
        a_move_less,
        another_move,
        a_computer_that_was_told,
    ],
)
async def test_whatever_is_changed_afterwards_is_found(
    tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    raw = await one(tmp_path)
    change(raw)
    assert failed(json.dumps(raw))


DAMAGED: list[Callable[[dict[str, Any]], Any]] = [
    lambda raw: "no json",
    lambda raw: json.dumps([]),
    lambda raw: json.dumps(raw | {"cardroom proof": 2}),
    lambda raw: json.dumps(raw | {"game": "poker"}),
    lambda raw: json.dumps(raw | {"seed": "xyz"}),
    lambda raw: json.dumps(raw | {"names": [5, 6, 7]}),
    lambda raw: json.dumps(raw | {"levels": ["godlike"] * 3}),
    lambda raw: json.dumps(raw | {"levels": []}),
    lambda raw: json.dumps(raw | {"dealer": 9}),
    lambda raw: json.dumps(raw | {"dealer": True}),
    lambda raw: json.dumps(raw | {"moves": ["0 human R7"]}),
    lambda raw: json.dumps(raw | {"moves": None}),
    lambda raw: json.dumps(raw | {"options": {"stacking": "often"}}),
    lambda raw: json.dumps(raw | {"names": ["alone"], "levels": [""], "dealer": 0}),
    lambda raw: "[" * 100_000,
]


@pytest.mark.parametrize("damage", DAMAGED)
async def test_a_text_that_is_no_proof_is_refused_with_a_sentence(
    tmp_path: Path, damage: Callable[[dict[str, Any]], Any]
) -> None:
    with pytest.raises(BadRecord):
        list(check(damage(await one(tmp_path))))


async def test_the_command_prints_each_finding_and_ends_with_the_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = await one(tmp_path)
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(raw), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.count("[ok]") == 5
    file.write_text(json.dumps(raw | {"seal": "0" * 64}), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert "[NOT SO]  The seal is" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "none")]) == 2


def test_what_is_no_proof_does_not_hold() -> None:
    assert not holds("these are no cards")
