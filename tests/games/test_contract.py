"""What the contract promises of every game in GAMES, with random options, two to ten seats and random moves."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import IllegalMove, UnknownMove
from bot.games import GAMES
from bot.games.base import LEVELS, AnyGame, Seat
from bot.games.dealer import Dealer, QuickDealer
from bot.games.show import Choice, Hand, Question
from tests.games.walk import Walk, thinking_little, walk

REMEMBERED = {"lacks", "known", "choices", "accused", "tricks"}
"""What a view keeps of earlier moves."""
NAMES = [f"Player {seat}" for seat in range(10)]
LONG_NAMES = [f"{seat} {'M' * 30}" for seat in range(10)]
"""As long as a name can be."""
REVEALING = ("Challenged", "RoundEnded", "Revealed", "Drew", "Renewed")
"""Events that make something public which was hidden before: cards shown, or how the pile turned out."""

games = st.sampled_from([*GAMES.values()])
seeds = st.integers(0, 2**32)
few = settings(max_examples=120, deadline=None)


def moments(path: Walk, seed: int, often: int = 15) -> Iterator[Walk]:
    """Now and then in a game, at random, and the very beginning."""
    pick = QuickDealer(seed)
    yield path
    for _ in path.moves():
        if not pick.below(often):
            yield path


@few
@given(games, seeds)
def test_random_play_ends_and_keeps_every_promise_on_the_way(game: AnyGame, seed: int) -> None:
    path = walk(game, seed)
    cards = sorted(game.cards(path.state))
    assert len(set(cards)) == len(cards)
    for _, move, events in path.moves():
        text = game.encode(move)
        assert game.decode(text) is move
        assert text.isascii()
        assert 0 < len(text) <= 40
        assert events
        assert game.label(move, NAMES)
        assert all(game.line(event, NAMES) for event in events)
        assert sorted(game.cards(path.state)) == cards
        waiting, outcome = game.waiting(path.state), game.outcome(path.state)
        assert (outcome is None) == bool(waiting)
        assert all(game.moves(path.state, seat) for seat in waiting)
        assert game.view(path.state, None).moves == ()
    outcome = game.outcome(path.state)
    assert outcome is not None
    assert len(outcome.places) == len(outcome.points) == path.seats
    assert outcome.winners
    assert all(not game.moves(path.state, seat) for seat in range(path.seats))


@few
@given(games, seeds)
def test_every_listed_move_is_accepted_and_every_other_is_refused_without_a_trace(game: AnyGame, seed: int) -> None:
    for path in moments(walk(game, seed), seed, often=60):
        for seat in range(path.seats):
            listed = game.moves(path.state.copy(), seat)
            assert len(set(listed)) == len(listed)
            for move in game.every_move:
                copy = path.state.copy()
                if move in listed:
                    game.apply(copy, seat, move, QuickDealer(seed))
                    assert copy != path.state
                else:
                    with pytest.raises(IllegalMove) as refused:
                        game.apply(copy, seat, move, QuickDealer(seed))
                    assert str(refused.value).endswith(".")
                    assert copy == path.state


@few
@given(games, seeds)
def test_replaying_the_journal_gives_an_equal_state(game: AnyGame, seed: int) -> None:
    def chance(revision: int) -> Dealer:
        return Dealer(seed.to_bytes(32, "big"), "move", revision)

    path, again = walk(game, seed, chance), walk(game, seed, chance).state
    assert again == path.state
    for revision, (seat, move, events) in enumerate(path.moves()):
        assert game.apply(again, seat, game.decode(game.encode(move)), chance(revision)) == events
        assert again == path.state


@few
@given(games, seeds)
def test_a_copy_is_equal_and_independent(game: AnyGame, seed: int) -> None:
    for path in moments(walk(game, seed), seed, often=60):
        copy, other = path.state.copy(), deepcopy(path.state)  # not by `copy`: that is what is tested
        assert copy == other == path.state
        elsewhere = Walk(game, path.seats, path.options, QuickDealer(seed), copy, lambda _: QuickDealer(seed))
        for _ in elsewhere.moves():
            pass
        assert path.state == other
        assert game.cards(path.state) == game.cards(other)


@few
@given(games, seeds)
def test_no_view_and_no_event_tells_what_a_seat_may_not_know(game: AnyGame, seed: int) -> None:
    for path in moments(walk(game, seed), seed):
        for seat in (*range(path.seats), None):
            twin = reshuffled(path, seat, seed)
            assert game.view(twin, seat) == game.view(path.state, seat)
            if seat is not None:
                assert_events_are_equal(path, twin, seat, seed)


@few
@given(games, seeds)
def test_what_a_seat_remembers_follows_from_what_it_saw(game: AnyGame, seed: int) -> None:
    """Where two games look the same to a seat, before a move of somebody else and after it, it remembers the same."""
    for path in moments(walk(game, seed), seed):
        for seat in range(path.seats):
            twin = reshuffled(path, seat, seed)
            for mover in game.waiting(path.state):
                legal = game.moves(twin, mover)
                for move in [each for each in game.moves(path.state, mover) if mover != seat and each in legal]:
                    here, there = path.state.copy(), twin.copy()
                    told = [game.apply(state, mover, move, QuickDealer(seed)) for state in (here, there)]
                    seen, same = game.view(here, seat), game.view(there, seat)
                    names = [each.name for each in fields(seen)]
                    differ = [name for name in names if getattr(seen, name) != getattr(same, name)]
                    assert told[0] != told[1] or not differ or set(differ) - REMEMBERED


@few
@given(games, seeds)
def test_computers_move_legally_and_choose_the_same_whatever_they_cannot_see(game: AnyGame, seed: int) -> None:
    for path in moments(walk(game, seed), seed):
        for seat in range(path.seats):
            if not game.moves(path.state, seat):
                continue
            twin = reshuffled(path, seat, seed)
            for level in game.computers:
                computer = thinking_little(game, level)
                move = computer.choose(game.view(path.state, seat), QuickDealer(seed))
                assert computer.choose(game.view(twin, seat), QuickDealer(seed)) is move
                if move is None:
                    assert seat not in game.waiting(path.state)
                else:
                    assert move in game.moves(path.state, seat)


@few
@given(games, seeds)
def test_every_legal_move_can_be_pressed_and_nothing_else(game: AnyGame, seed: int) -> None:
    for path in moments(walk(game, seed), seed):
        calls = {call.does for call in game.board(game.view(path.state, None), NAMES).calls}
        allowed = {move for seat in range(path.seats) for move in game.moves(path.state, seat)}
        assert calls <= allowed
        for seat in range(path.seats):
            view = game.view(path.state, seat)
            hands = [game.hand(view, NAMES, armed) for armed in (False, True)]
            pressed = {move for hand in hands for move in moves_of(hand)}
            assert pressed | (calls & set(view.moves)) == set(view.moves)
            assert pressed <= set(view.moves)
            assert hands[0].toggle == hands[1].toggle
            assert hands[0] == hands[1] or hands[0].toggle


@few
@given(games, seeds)
def test_a_hand_and_a_board_can_be_drawn_whatever_happens(game: AnyGame, seed: int) -> None:
    """Within what a message has room for, with names as long as they can be."""
    for path in moments(walk(game, seed), seed):
        board = game.board(game.view(path.state, None), LONG_NAMES)
        assert len(board.seats) == path.seats
        assert all((board.title, board.asked, *board.seats, *board.facts))
        assert len(board.calls) <= 10
        assert all(len(line) <= 36 for line in board.picture.splitlines())
        for choice in board.calls:
            assert_can_be_pressed(choice)
        for seat in range(path.seats):
            for armed in (False, True):
                assert_can_be_drawn(game.hand(game.view(path.state, seat), LONG_NAMES, armed))


@few
@given(games, seeds)
def test_no_board_and_no_hand_shows_what_its_reader_may_not_know(game: AnyGame, seed: int) -> None:
    for path in moments(walk(game, seed), seed):
        boards = [game.board(game.view(state, None), NAMES) for state in (path.state, reshuffled(path, None, seed))]
        assert boards[0] == boards[1]
        for seat in range(path.seats):
            views = [game.view(state, seat) for state in (path.state, reshuffled(path, seat, seed))]
            for armed in (False, True):
                here, there = (game.hand(view, NAMES, armed) for view in views)
                assert here == there


@few
@given(games, seeds)
def test_a_whole_game_can_be_told_and_its_standing_goes_on_from_round_to_round(game: AnyGame, seed: int) -> None:
    path = walk(game, seed)
    _, everything = game.deal(path.seats, path.options, QuickDealer(seed))
    assert all(game.lines(everything, NAMES))
    views = [game.view(path.state, seat) for seat in range(path.seats)]
    before = game.standing(path.state)
    for _, _, events in path.moves():
        assert all(game.lines(events, NAMES))
        for seat, view in enumerate(views):
            views[seat] = game.view(path.state, seat)
            assert isinstance(game.news(view, views[seat]), str)
        after = game.standing(path.state)
        assert after.round - before.round in (0, 1)
        assert len(after.totals) == path.seats
        everything += events
        before = after
    outcome = game.outcome(path.state)
    assert outcome is not None
    assert before.totals == outcome.points
    highlights = game.highlights(everything, NAMES)
    assert all(highlights)
    assert len(highlights) <= 3


@few
@given(games, seeds)
def test_C6_hand_and_scores_can_be_looked_at_at_every_moment_and_are_frozen(game: AnyGame, seed: int) -> None:
    path = walk(game, seed)
    for _ in path.moves():
        for seat in (*range(path.seats), None):
            view = game.view(path.state, seat)
            assert view.seat == seat
            assert view.moves == (() if seat is None else tuple(game.moves(path.state, seat)))
            hash(view)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_reshuffling_does_change_what_is_hidden(game: AnyGame) -> None:
    path = walk(game, 1)
    assert any(reshuffled(path, 0, seed) != path.state for seed in range(5))


@few
@given(games, st.text(max_size=50))
def test_text_that_is_no_move_is_refused_with_a_sentence_that_does_not_depend_on_it(game: AnyGame, text: str) -> None:
    if text in {move.text for move in game.every_move}:
        return
    sentences = set()
    for each in (text, "?"):
        with pytest.raises(UnknownMove) as refused:
            game.decode(each)
        sentences.add(str(refused.value))
    assert len(sentences) == 1
    assert sentences.pop().endswith(".")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_has_its_names_and_levels_in_order(game: AnyGame) -> None:
    assert GAMES[game.key] is game
    assert game.title
    assert game.seats == range(2, 11)
    assert list(game.computers) == [level for level in LEVELS if level in game.computers]
    assert {"easy", "medium", "hard"} <= set(game.computers)
    assert all(game.configure(preset) is not None for preset in game.presets)


def moves_of(hand: Hand) -> set[Any]:
    """What can be pressed in a hand, answers to its questions included."""
    moves = set()
    for choice in (choice for row in hand.rows for choice in row if choice.enabled):
        does = choice.does
        moves |= {answer.does for answer in does.choices} if isinstance(does, Question) else {does}
    return moves


def assert_can_be_drawn(hand: Hand) -> None:
    choices = [choice for row in hand.rows for choice in row]
    assert all((hand.title, hand.cards, *hand.notes))
    assert all(1 <= len(row) <= 5 for row in hand.rows)
    assert len(hand.rows) <= 10
    assert len(choices) <= 21
    questions = [choice.does for choice in choices if isinstance(choice.does, Question)]
    answers = [answer for question in questions for answer in question.choices]
    for choice in (*choices, *answers):
        assert_can_be_pressed(choice)
    keys = [choice.key for choice in (*choices, *answers)]
    assert len(set(keys)) == len(keys)
    for question in questions:
        assert question.text
        assert 2 <= len(question.choices) <= 10
        assert not any(isinstance(answer.does, Question) for answer in question.choices)
        assert hand.question(question.key) == question


def assert_can_be_pressed(choice: Choice) -> None:
    assert 0 < len(choice.label) <= 80
    assert 0 < len(choice.key) <= 40
    assert choice.key.isascii()
    assert ":" not in choice.key


def reshuffled(path: Walk, seat: Seat | None, seed: int) -> Any:
    """The same game to this seat's eyes, with everything hidden from it dealt anew."""
    twin = path.state.copy()
    path.game.reshuffle(twin, seat, QuickDealer(seed))
    assert sorted(path.game.cards(twin)) == sorted(path.game.cards(path.state))
    assert path.game.waiting(twin) == path.game.waiting(path.state)
    assert all(path.game.moves(twin, each) for each in path.game.waiting(twin))
    return twin


def assert_events_are_equal(path: Walk, twin: Any, seat: Seat, seed: int) -> None:
    """Each move of this seat looks the same to everybody, up to the moment in which something is revealed."""
    for move in path.game.moves(path.state, seat):
        here, there = (
            path.game.apply(state, seat, move, QuickDealer(seed)) for state in (path.state.copy(), twin.copy())
        )
        assert before_revealing(here) == before_revealing(there)


def before_revealing(events: list[Any]) -> list[Any]:
    names = [type(event).__name__ for event in events]
    return events[: min([names.index(name) for name in REVEALING if name in names], default=len(events))]
