"""What nobody may learn: twin games that differ only in hidden cards look the same to the public, and logs are mute."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games import GAMES
from bot.games.base import AnyGame
from bot.games.dealer import Dealer
from bot.serve import set_up_logging
from bot.tables import table as table_module
from tests.games.nimmt import position as nimmt
from tests.games.uno import position as uno
from tests.play.room import Room, open_room
from tests.play.sitting import (
    board,
    boards_at_once,
    folk,
    labels,
    lay,
    let_pass,
    my_hand,
    own_calls,
    playable,
    press_any_move,
    read,
    shown,
    tap,
)

SEED = bytes(range(32))
MOST_MOVES = 10
DEALS = 100
FEW_SURPRISES: dict[str, dict[str, str | int]] = {
    "uno": {"drawn_card": "keep"},
    "eights": {"draw_limit": 1},
    "nimmt": {"match": "one"},
}
"""Options under which a hidden card seldom makes a public difference."""
SEATS = {"uno": 4, "eights": 4, "nimmt": 2}
"""With two seats, twins of 6 nimmt! have whole tricks in common."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    boards_at_once(monkeypatch)


@pytest.fixture
def same_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is dealt from one seed."""
    monkeypatch.setattr(table_module, "secrets", SimpleNamespace(token_bytes=lambda size: SEED[:size]))


# Twin games


@dataclass
class Twins:
    """Two states that the public cannot tell apart, and moves after which it still cannot."""

    first: Any
    second: Any
    moves: list[tuple[int, str]]


def twins(game: AnyGame, first: Any, chance: Random) -> Twins:
    """Deal what is hidden anew, again and again, until there are many moves that both twins can make with the same
    public result."""
    best = _twins(game, first, 0, chance)
    for number in range(1, DEALS):
        if len(best.moves) == MOST_MOVES:
            break
        best = max(best, _twins(game, first, number, chance), key=lambda pair: len(pair.moves))
    return best


def _twins(game: AnyGame, first: Any, number: int, chance: Random) -> Twins:
    second = first.copy()
    game.reshuffle(second, None, Dealer(SEED, "twin", number))
    assert game.view(first, None) == game.view(second, None)
    assert _hidden(game, first) != _hidden(game, second)
    found = Twins(first.copy(), second.copy(), [])
    while len(found.moves) < MOST_MOVES:
        step = _common(game, first, second, len(found.moves), chance)
        if step is None:
            break
        seat, text, first, second = step
        found.moves.append((seat, text))
    return found


def _common(game: AnyGame, first: Any, second: Any, revision: int, chance: Random) -> tuple[int, str, Any, Any] | None:
    seats = list(game.waiting(first))
    chance.shuffle(seats)
    for seat in seats:
        texts = {move.text for move in game.moves(first, seat)} & {move.text for move in game.moves(second, seat)}
        for text in chance.sample(sorted(texts), len(texts)):
            tried = (first.copy(), second.copy())
            told = [game.apply(state, seat, game.decode(text), Dealer(SEED, "move", revision)) for state in tried]
            same = told[0] == told[1] and game.view(tried[0], None) == game.view(tried[1], None)
            if same and game.outcome(tried[0]) is None and game.standing(tried[0]).round == 1:
                return seat, text, *tried
    return None


def _hidden(game: AnyGame, state: Any) -> list[Any]:
    return [game.view(state, seat) for seat in range(len(state.hands))]


async def played(database: Path, key: str, state: Any, moves: list[tuple[int, str]]) -> tuple[list[str], list[str]]:
    """Play these moves in a room of their own: all that the public was sent, and all that was private."""
    async with open_room(database) as room:
        people = folk(room, len(state.hands))
        await room.sit_down(key, people, pace="none", match="one")
        table = lay(room, state.copy())
        for person in people:
            await my_hand(room, person)
        await shown(room)
        start = len(room.discord.calls)
        for seat, text in moves:
            hand = room.hand(people[seat])
            await people[seat].press(hand, "Refresh")
            move = table.game.decode(text)
            await people[seat].press_id(hand, f"play:{table.id}:{table.asks[seat]}:{move.text}")
            await shown(room)
        assert table.revision == len(moves)
        for person in people:
            await person.command(room.discord.channel, f"/{key} hand")
        return sent(room, start, private=False), sent(room, start, private=True)


def sent(room: Room, start: int, *, private: bool) -> list[str]:
    """The bodies of calls about messages, without what differs from run to run."""
    calls = [call for call in own_calls(room, start) if call.private is private and call.channel is not None]
    texts = (f"{call.method} {call.route} {json.dumps(call.body, sort_keys=True)}" for call in calls)
    return [re.sub(r'"nonce": "[^"]*"', "", re.sub(r"<t:\d+:R>", "<t>", text)) for text in texts]


@pytest.mark.usefixtures("first_lock_open")
@pytest.mark.usefixtures("same_seed")
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("key", GAMES)
async def test_twin_games_that_differ_in_hidden_cards_only_look_the_same_to_the_public(
    tmp_path: Path, key: str, seed: int
) -> None:
    game = GAMES[key]
    first, _ = game.deal(SEATS[key], game.configure(given=FEW_SURPRISES[key]), Dealer(SEED, "deal", seed), 0)
    pair = twins(game, first, Random(seed))
    assert len(pair.moves) >= 6, pair.moves
    public, private = await played(tmp_path / "first.db", key, pair.first, pair.moves)
    public_too, private_too = await played(tmp_path / "second.db", key, pair.second, pair.moves)
    assert len(public) >= len(pair.moves)
    assert public == public_too
    assert private != private_too


@pytest.mark.usefixtures("same_seed")
async def test_a_choice_in_6_nimmt_is_not_seen_before_all_have_chosen(tmp_path: Path) -> None:
    state = nimmt.position("12 55 70", "31 41 62")
    first, _ = await played(tmp_path / "first.db", "nimmt", state, [(0, "12"), (0, "55"), (0, "12")])
    second, _ = await played(tmp_path / "second.db", "nimmt", state, [(0, "70"), (0, "12"), (0, "55")])
    assert first == second


async def test_the_cards_of_a_hand_are_in_private_messages_only(room: Room) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position("B2 R5 Y8 W+4", "G1 G2 GS", top="B7", pile="YR YR YS YS"))
    for person in (ann, bo):
        await my_hand(room, person)
    await tap(ann, room.hand(ann), "Draw")
    await shown(room)
    public = "".join(sent(room, 0, private=False)[-3:])
    for name in ("R5", "Y8", "W+4", "G1", "G2", "GS", "YS", "Red 5", "Yellow 8", "Green 1", "Yellow Skip"):
        assert f'"{name}"' not in public
        assert f" {name} " not in public
        assert name not in read(board(room))
    assert "Y8" in read(room.hand(ann))
    assert "Y8" not in read(room.hand(bo))


async def test_nobody_sees_somebody_elses_hand_by_pressing_their_buttons(room: Room) -> None:
    ann, bo = folk(room, 2)
    stranger = room.person("Stranger")
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position("B2 R5 Y8 W", "G1 G2 GS", top="B7"))
    hand = await my_hand(room, ann)
    ids = [button.custom_id or "" for button in hand.buttons]
    assert ids
    for custom_id in ids:
        for person in (bo, stranger):
            reply = await person.press_id(board(room), custom_id)
            assert "Y8" not in read(reply)
            assert "R5" not in read(reply)
            assert reply.ephemeral
    assert room.table().revision == 0
    assert "My hand" in labels(board(room))


# Logs


class Listener(logging.Handler):
    """Keeps every line as it would be written, traces included."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def listener() -> Iterator[Listener]:
    """Logging as the bot sets it up at its most talkative."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    names = ("discord", "aiohttp", "aiosqlite", "asyncio")
    levels = [logging.getLogger(name).level for name in names]
    root.handlers = []
    set_up_logging("DEBUG")
    heard = Listener()
    heard.setFormatter(logging.Formatter("{levelname} {name}: {message}", style="{"))
    root.handlers = [heard]
    yield heard
    root.handlers = handlers
    root.setLevel(level)
    for name, old in zip(names, levels, strict=True):
        logging.getLogger(name).setLevel(old)


def _names(game: AnyGame, view: Any) -> set[str]:
    """What the cards of a hand are called; numbers alone say nothing in a line of a log."""
    names = {word for card in view.hand for word in (game.short(card), game.long(card))}
    texts = {move.text for move in view.moves}
    return {name for name in names | texts if not name.isdigit() and len(name) > 1 and name not in WORDS}


WORDS = {"draw", "keep", "pass", "take", "challenge", "call"}
"""Moves that everybody sees anyway."""


@pytest.mark.parametrize("key", GAMES)
async def test_no_line_of_the_log_has_a_card_the_seed_or_a_token(room: Room, key: str, listener: Listener) -> None:
    people = folk(room, 2)
    await room.sit_down(key, people, computers=1, pace="none", match="one")
    table, chance = room.table(), Random(1)
    faults = room.discord.faults
    cards: set[str] = set()
    hands: set[str] = set()
    for number in range(12):
        if not table.live:
            break
        for seat in range(3):
            view = table.view(seat)
            cards |= _names(table.game, view)
            hands |= {join.join(map(str, view.hand)) for join in (", ", " ", ",") if len(view.hand) > 1}
        mover = next(iter(room.to_move(people)), None)
        if mover is None:
            break
        hand = await my_hand(room, mover)
        if not playable(hand):
            continue
        match number % 4:  # things go wrong, and are logged
            case 1:
                faults.next("PATCH", "/webhooks/*", status=500)
            case 2:
                faults.next("PATCH", "/webhooks/*", status=404, code=10008)
            case 3:
                faults.next("POST", "*/callback", status=429, retry_after=0.01)
                faults.next("PATCH", "/channels/*", status=429, retry_after=0.01)
            case _:
                pass
        await press_any_move(room, mover, hand, chance)
        await shown(room)
    faults.clear()
    await people[0].press_id(board(room), "play:1:0:R7 and nonsense")
    await let_pass(room, 70)
    log = "\n".join(listener.lines)
    assert listener.lines
    seed = table.saved.seed
    assert seed is not None
    for secret in (seed.hex(), repr(seed), str(seed), *(each.token for each in room.discord.interactions)):
        assert secret not in log
    told = [word for word in cards if re.search(rf"(?<![\w]){re.escape(word)}(?![\w])", log)]
    assert told == []
    assert [hand for hand in hands if hand in log] == []


async def test_an_unexpected_error_is_logged_with_its_reference_and_no_secret(
    room: Room, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = folk(room, 2)
    await room.sit_down("uno", [ann, bo], pace="none")
    lay(room, uno.position("B2 R5 Y8 W", "G1 G2 GS", top="B7"))
    hand = await my_hand(room, ann)

    def broken(*_: object) -> object:
        raise ValueError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(room.table(), "play", broken)
        await ann.press(hand, "B2")
        texts = [read(message) for message in ann.private(room.discord.channel)]
    (sentence,) = (text for text in texts if "Something broke on our side" in text)
    reference = re.search(r"Reference ([0-9A-F]{4})", sentence)
    assert reference is not None
    log = "\n".join(listener.lines)
    assert reference[1] in log
    assert "ValueError" in log
    assert "Y8" not in log
    assert not any(each.token in log for each in room.discord.interactions)
    await ann.press(hand, "B2")
    assert room.table().revision == 1
