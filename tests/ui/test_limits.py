"""Whatever happens at a table, every message is one that Discord takes (fault 55), and none gives a hand away.

`draw` checks each message against Discord's limits, twice: by `drawn.py` and by the loopback.
"""

from collections.abc import AsyncIterator, Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from bot.config import Times
from bot.errors import PlayError
from bot.games import GAMES
from bot.games.crazy_eights.cards import pack as eights_pack
from bot.games.dealer import QuickDealer
from bot.games.options import Value, allowed
from bot.games.uno.cards import FACE as UNO_FACE
from bot.games.uno.cards import pack as uno_pack
from bot.games.uno.cards import short as uno_short
from bot.storage import ChannelId, GuildId, SavedSeat, open_storage
from bot.tables.autopilot import wake
from bot.tables.directory import Directory, Plan
from bot.tables.table import Table
from bot.tables.time import MovableTime
from bot.ui import pages, scores
from bot.ui.board import board
from bot.ui.custom_id import parse
from bot.ui.hand import hand
from bot.ui.lobby import offered, options_panel
from bot.ui.orders import SETTINGS
from bot.ui.parts import MOST_TEXT, button, card, message, row, select
from tests.games.eights import position as eights
from tests.games.nimmt import position as nimmt
from tests.games.uno import position as uno
from tests.games.walk import random_options
from tests.ui import tables
from tests.ui.drawn import TEXT, THUMBNAIL, Seen, draw
from tests.ui.hostile import HOSTILE
from tests.ui.tables import computer, in_phase, laid_out, lobby, member, people, playing, step, with_away

ADDRESS = "https://cdn.discordapp.com/emojis/1234567890123456789.png"
WIDE = "\N{CIRCLED LATIN CAPITAL LETTER W}" * 32
PRESETS = [(key, preset) for key, game in GAMES.items() for preset in game.presets]
MATCHES = {"uno": 500, "eights": 250, "nimmt": 66}
RUN_SEEDS = range(4)


def hostile(seats: int, start: int = 0) -> tuple[SavedSeat, ...]:
    """People with hostile names, and computers at every third seat."""
    names = list(islice(cycle(HOSTILE), start, start + seats))
    return tuple(
        computer(name) if seat % 3 == 2 else SavedSeat(member(seat), name, None) for seat, name in enumerate(names)
    )


def wide(seats: int) -> tuple[SavedSeat, ...]:
    """Everybody is called the same, and it is as long as can be."""
    return people(*[WIDE] * seats)


def panels(table: Table, seat: int) -> Iterator[Seen]:
    """All that a seat's panel can show now: armed or not, every question."""
    for armed in (False, True):
        line = "That question is answered already. This is how it stands now."
        yield draw(hand(table, seat, armed=armed, line=line))
        if table.state is None or table.phase != "playing":
            continue
        for choice in (choice for line in _hand(table, seat, armed).rows for choice in line):
            if _hand(table, seat, armed).question(choice.key):
                yield draw(hand(table, seat, armed=armed, question=choice.key))


def _hand(table: Table, seat: int, armed: bool) -> Any:
    return table.game.hand(table.view(seat), [""] * len(table.seats), armed)


def draw_all(table: Table) -> None:
    """Everything that can be shown of a table as it is now."""
    draw(board(table))
    draw(board(table, lambda picture: ADDRESS if picture else ""))
    for seat in range(len(table.seats)):
        for _ in panels(table, seat):
            pass
    for moderator in (False, True):
        draw(pages.menu(table, member(0), moderator=moderator))
        draw(pages.menu(table, member(99), moderator=moderator))
    draw(pages.rules(table.game, table.options))
    draw(pages.taken(table, "https://discord.com/channels/1/2/3"))
    draw(pages.confirm_end(table))


# Lobbies


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", range(0, len(HOSTILE), 10))
async def test_lobbies_of_hostile_names(game: str, start: int) -> None:
    for count in (1, 2, 10):
        draw_all(lobby(game, hostile(count, start)))


@pytest.mark.parametrize(("game", "preset"), PRESETS)
async def test_options_of_every_preset_pace_and_level(game: str, preset: str) -> None:
    for pace in ("quick", "normal", "slow", "none"):
        for level in GAMES[game].computers:
            table = lobby(game, wide(10), preset=preset, pace=pace, level=level)
            draw(board(table))
            for page in (1, 2):
                draw(options_panel(table, page))
            draw(pages.rules(table.game, table.options))


def values(game: str) -> Iterator[tuple[str, Value]]:
    for name, rule in allowed(GAMES[game].options).items():
        for value in (*rule.words, *(range(rule.low, rule.high + 1) if rule.high else ())):
            yield name, value


@pytest.mark.parametrize("game", GAMES)
async def test_the_menu_of_an_option_shows_its_present_value_whatever_it_is(game: str) -> None:
    for name, value in values(game):
        try:
            given: dict[str, Any] = {name: value}
            table = lobby(game, **given)
        except PlayError:
            continue  # does not go with the others as they are
        pages_seen = [draw(options_panel(table, page)) for page in (1, 2)]
        menus = {**pages_seen[0].menus, **pages_seen[1].menus}
        chosen = [
            option["value"] for option in menus[name if name in menus else "flags"]["options"] if option["default"]
        ]
        if type(value) is bool:
            assert (name in chosen) == value
        else:
            assert chosen == [str(value)]
        assert value in offered(allowed(GAMES[game].options)[name], value)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
async def test_lobbies_of_random_options(game: str, seed: int) -> None:
    options = random_options(GAMES[game], QuickDealer(seed))
    given = {name: getattr(options, name) for name in allowed(GAMES[game].options)}
    table = lobby(game, wide(10), **given)
    for page in (1, 2):
        draw(options_panel(table, page))
    draw_all(table)


# Games


async def played(game: str, seats: tuple[SavedSeat, ...], seed: int, **more: Any) -> AsyncIterator[Table]:
    """A game of random moves; the table after each of them."""
    table, choices = playing(game, seats, seed, **more), QuickDealer(seed)
    yield table
    while table.live:
        if table.round_end is not None:
            await table._begin_round()
            yield table
        await step(table, choices)
        yield table


def rarely(revision: int, often: int) -> bool:
    """All of the beginning, and now and then later on."""
    return revision < 6 or not revision % often


@pytest.mark.parametrize(("game", "preset"), PRESETS)
@pytest.mark.parametrize("count", [2, 3, 10])
async def test_every_message_of_random_games(game: str, preset: str, count: int) -> None:
    seats = hostile(count, count * 7) if count < 10 else wide(10)
    more = {"match": MATCHES[game]} if count == 3 else {}
    ends = rounds = 0
    async for table in played(game, seats, count, preset=preset, **more):
        if table.round_end is not None or not table.live or rarely(table.revision, 11):
            draw_all(table)
        rounds += table.round_end is not None
        ends += not table.live
    assert ends == 1
    assert rounds or count != 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", RUN_SEEDS)
async def test_every_message_of_games_with_random_options(game: str, seed: int) -> None:
    options = random_options(GAMES[game], QuickDealer(seed))
    given = {name: getattr(options, name) for name in allowed(GAMES[game].options)}
    async for table in played(game, hostile(3 + seed, seed * 20), seed, pace="none", **given):
        if table.round_end is not None or not table.live or rarely(table.revision, 23):
            draw_all(table)


@pytest.mark.parametrize("game", GAMES)
async def test_tables_that_wait_are_parked_or_closed(game: str) -> None:
    for count in (2, 10):
        table = playing(game, wide(count))
        table.clock.remind(tables.NOW + 10**6)
        draw_all(table)
        for seat in range(count):
            draw_all(with_away(table, seat, "held" if seat % 2 else "left"))
        draw_all(in_phase(table, "parked"))
        draw_all(in_phase(table, "closed"))
        draw_all(in_phase(lobby(game, wide(count)), "closed"))


UNO_PACKS = [uno_short(UNO_FACE[card]) for card in uno_pack(2, 4)]
EVERY_UNO_FACE = list(dict.fromkeys(UNO_PACKS))
SIXTY = " ".join([*EVERY_UNO_FACE, "R0", "R1", "Y1", "G1", "B1", "W"])
SEVEN_MORE = ("Y2", "Y3", "Y4", "Y5", "Y6", "Y8", "Y9")
EIGHTS_SIXTY = " ".join([*eights.PACK, *(card for card in eights.PACK if card[-1] == "H" and card != "QH")][:60])


@pytest.mark.parametrize("preset", GAMES["uno"].presets)
async def test_sixty_cards_of_uno_fit_with_a_button_for_each_of_eighteen_faces(preset: str) -> None:
    state = uno.position(SIXTY, *SEVEN_MORE, top="R5", preset=preset, hand_size=8)
    state.owes = [1, 2, 3, 4, 5, 6, 7]  # a crowded moment: all to catch, from a hand that is as large as can be
    table = laid_out("uno", state, wide(8))
    draw_all(table)
    seen = draw(hand(table, 0))
    faces = {label.split()[0] for label in seen.labels} & set(EVERY_UNO_FACE)
    assert len(faces) == 18
    for face in EVERY_UNO_FACE:
        assert face in seen.text.replace("·", " ").split()


@pytest.mark.parametrize("turn", [0, 1])
async def test_sixty_cards_of_uno_fit_with_seven_zero_and_jumping_in(turn: int) -> None:
    more: dict[str, Any] = {"seven_zero": True, "jump_in": True, "stacking": "any", "hand_size": 8}
    state = uno.position(SIXTY, *SEVEN_MORE, top="R7", turn=turn, **more)
    table = laid_out("uno", state, wide(8))
    draw_all(table)
    asked = draw(hand(table, 0, question="R7"))
    assert len(asked.labels) == 7 + 1  # everybody else, and Back


async def test_sixty_cards_of_crazy_eights_fit_with_a_button_for_each_of_nineteen_faces() -> None:
    assert len(EIGHTS_SIXTY.split()) == 60
    state = eights.position(EIGHTS_SIXTY, "2C", "3C", "4C", "5C", "6C", top="QH", preset="action")
    table = laid_out("eights", state, wide(6))
    draw_all(table)
    seen = draw(hand(table, 0))
    assert len(seen.labels) == 19 + 2  # Draw, Refresh
    assert len(eights_pack(6)) == 104


async def test_ten_seats_of_6_nimmt_reveal_and_one_has_to_take_a_row() -> None:
    hands = [f"{low} {low + 50}" for low in range(5, 15)]
    table = laid_out("nimmt", nimmt.position(*hands, rows="20 21 22 23 24 | 30 31 32 33 34 | 40 | 104"), wide(10))
    for seat in range(10):
        await tables.make(table, f"{seat} {seat + 5}")
    assert table.waiting == (0,)
    draw_all(table)
    assert draw(hand(table, 0)).labels[:4] == [
        "Row 1 · 11 heads",
        "Row 2 · 11 heads",
        "Row 3 · 3 heads",
        "Row 4 · 1 head",
    ]


async def test_the_longest_lines_fit_because_later_texts_give_way() -> None:
    seen = draw(card("a" * 3000, "b" * 3000, "c" * 3000))
    assert [len(each["content"]) for each in seen.all(TEXT)] == [3000, MOST_TEXT - 3000]
    assert seen.text.endswith("…")


async def test_words_that_are_too_long_for_buttons_and_menus_are_cut() -> None:
    entries = [(str(number), "l" * 200, "d" * 200 if number % 2 else "") for number in range(40)]
    for many in (False, True):
        menu = select("set:1::many", "p" * 200, entries, ["1"], many=many)
        seen = draw(card("x", rows=[row(button("b" * 200, "hand:1::")), menu]))
        assert len(seen.labels[0]) == 80
        assert len(seen.menus["many"]["options"]) == 25


async def test_a_picture_stands_beside_the_first_text() -> None:
    seen = draw(board(playing(), lambda picture: f"https://example.org/{picture.key}" if picture else ""))
    (thumbnail,) = seen.all(THUMBNAIL)
    assert thumbnail["media"]["url"] == "https://example.org/uno_yellow_2"
    assert seen.text == draw(board(playing())).text


async def test_a_message_never_waits_for_clicks_in_memory() -> None:
    """Buttons work after a restart because they are found by their text."""
    view = message(card("x"))
    assert view.is_finished()
    assert view.timeout is None


# Pages


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_are_whole_for_every_game(game: str) -> None:
    """Not cut: they have to stay below what fits."""
    seen = draw(pages.rules(GAMES[game]))
    assert "…" not in seen.text
    for name in allowed(GAMES[game].options):
        assert f"- {name.replace('_', ' ')}: **" in seen.text


async def test_pages_that_are_always_the_same() -> None:
    for page in (pages.help_page(), pages.about(), pages.settings({}, SETTINGS), *map(pages.privacy, (0, 1, 10**9))):
        draw(page)
    draw(pages.settings({"tables": "off", "pace": "slow", "level": "expert"}, SETTINGS))


# Secrets


def drawn_public(table: Table) -> list[dict[str, Any]]:
    return draw(board(table)).payload


@pytest.mark.parametrize(("game", "preset"), PRESETS)
async def test_a_board_is_the_same_to_the_byte_whatever_nobody_can_see(game: str, preset: str) -> None:
    choices = QuickDealer(99)
    async for table in played(game, people("Ann", "Bo", "Cem"), 5, preset=preset):
        if not table.live:
            break
        before, kept = drawn_public(table), table.state.copy()
        table.game.reshuffle(table.state, None, choices)
        assert drawn_public(table) == before
        for press in map(parse, (custom_id for custom_id in Seen(before).ids)):
            assert press is not None
            assert press.action in {"hand", "menu", "back", "play", "next", "leave"}
            assert press.ask is None
            assert press.argument == "" or press.argument.startswith("catch>")
        table.state = kept


@pytest.mark.parametrize(("game", "preset"), PRESETS)
async def test_a_hand_is_the_same_to_the_byte_whatever_its_seat_cannot_see(game: str, preset: str) -> None:
    choices = QuickDealer(98)
    async for table in played(game, people("Ann", "Bo", "Cem"), 6, preset=preset):
        if not table.live:
            break
        if table.round_end is None:
            seat, kept = choices.below(3), table.state.copy()
            before = [seen.payload for seen in panels(table, seat)]
            table.game.reshuffle(table.state, seat, choices)
            assert [seen.payload for seen in panels(table, seat)] == before
            table.state = kept


# On real storage


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_on_real_storage_from_the_first_seat_to_the_scoreboard(game: str, tmp_path: Path) -> None:
    """Names go through the database and back; scores come from it."""
    guild, channel, choices = GuildId(1), ChannelId(2), QuickDealer(3)
    names = ["@everyone", "**Bo**", "a\nb"]
    async with open_storage(tmp_path / "cardroom.db") as storage:
        directory = Directory(storage, MovableTime(), Times(computer_pause=0, chance_pause=0, round_pause=0))
        plan = Plan(guild=guild, channel=channel, game=game, host=member(0), name=names[0], computers=1)
        table = await directory.open(plan)
        for seat in (1, 2):
            await table.join(member(seat), names[seat])
        draw_all(table)
        await table.start(member(0))
        while table.live:
            if table.round_end is not None:
                draw_all(table)
                await table.next_round(member(0))
            before = table.revision
            for seat in (seat for seat in table.waiting if not table.is_computer(seat)):
                mine = table.seats[seat].member
                assert mine is not None
                move = choices.choice(table.game.moves(table.state, seat))
                await table.play(mine, table.asks[seat], move.text)
                break
            else:
                await wake(table)
            assert table.revision > before or table.waiting
            if rarely(table.revision, 25):
                draw_all(table)
        draw_all(table)
        for who in scores.WHO:
            ranks = await storage.leaderboard(guild, None, game, people=who == "people")
            assert len(ranks) == (3 if who == "people" else 0)
            draw(scores.leaderboard(ranks, game, "server", who, 0))
        for seat in range(3):
            rivals = await storage.rivals(member(seat), guild)
            assert len(rivals) == 2
            draw(scores.stats(names[seat], await storage.games_of(member(seat), guild), rivals))
        await directory.close()
