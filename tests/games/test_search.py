"""How an expert decides between moves: by what comes of them in games that it imagines."""

from collections import Counter
from collections.abc import Callable

from bot.games.dealer import Dealer, QuickDealer
from bot.games.search import BATCH, _clearly_worse, best_move

Worth = dict[str, float]
Finish = Callable[[None, str, QuickDealer], tuple[float, int]]


def bandit(
    worth: Worth,
) -> tuple[Counter[str], Callable[[QuickDealer], None], Finish]:
    """Moves that win with a certain chance, and how often each is tried."""
    tried = Counter[str]()

    def finish(_: None, move: str, dice: QuickDealer) -> tuple[float, int]:
        tried[move] += 1
        return float(dice.below(1000) < 1000 * worth[move]), 1

    return tried, lambda dice: None, finish


def test_the_move_that_does_best_is_made() -> None:
    for seed in range(20):
        _, guess, finish = bandit({"a": 0.3, "b": 0.7, "c": 0.4})
        assert best_move("abc", guess, finish, QuickDealer(seed), 1500) == "b"


def test_a_single_move_needs_no_thought_and_no_dice() -> None:
    tried, guess, finish = bandit({"a": 0.3})
    assert best_move("a", guess, finish, None, 1500) == "a"  # type: ignore[arg-type]
    assert not tried


def test_all_moves_are_tried_on_the_same_guesses() -> None:
    seen: dict[str, list[int]] = {"a": [], "b": []}

    def finish(guess: int, move: str, dice: QuickDealer) -> tuple[float, int]:
        seen[move].append(guess)
        return dice.below(2), 1

    best_move("ab", lambda dice: dice.below(10**6), finish, QuickDealer(1), 400)
    assert seen["a"] == seen["b"]
    assert len(set(seen["a"])) == 200


def alike_but(bad: str) -> tuple[Counter[str], Finish]:
    """Moves that all come to the same, but for some that come to nothing."""
    tried = Counter[str]()

    def finish(_: None, move: str, dice: QuickDealer) -> tuple[float, int]:
        tried[move] += 1
        return (0.0 if move in bad else 0.5), 2

    return tried, finish


def test_when_the_budget_of_work_is_used_up_the_last_guess_is_finished_for_all_moves() -> None:
    tried, finish = alike_but("")
    best_move("abc", lambda dice: None, finish, QuickDealer(3), 1000)
    assert tried == {"a": 167, "b": 167, "c": 167}  # 167 guesses for three moves at 2 each: just over 1000


def test_guessing_is_work_too() -> None:
    tried, finish = alike_but("")
    best_move("ab", lambda dice: None, finish, QuickDealer(3), 1000, guessing=6)
    assert tried == {"a": 100, "b": 100}  # two moves at 2 each, and 6 for the guess


def test_a_difference_is_clear_when_it_is_larger_than_chance_would_make_it() -> None:
    """One move wins a game in ten that the other one loses: twenty guesses make that one and a half standard errors."""
    for guesses, clear in ((10, False), (40, True)):
        best = [float(guess % 10 == 0) for guess in range(guesses)]
        assert _clearly_worse([0.0] * guesses, best) is clear
    assert not _clearly_worse([0.0, 1.0] * 32, [1.0, 0.0] * 32)


def test_a_move_that_is_clearly_worse_is_not_tried_again() -> None:
    tried, finish = alike_but("b")
    best_move("abc", lambda dice: None, finish, QuickDealer(1), 6000)
    assert tried["b"] == BATCH
    assert tried["a"] == tried["c"] == (6000 - 2 * BATCH) // 4


def test_when_one_is_left_the_rest_of_the_budget_is_saved() -> None:
    tried, guess, finish = bandit({"a": 1.0, "b": 0.0})
    assert best_move("ab", guess, finish, QuickDealer(1), 6000) == "a"
    assert tried.total() == 2 * BATCH


def test_the_smallest_budget_is_good_for_one_guess_and_none_for_the_first_move() -> None:
    tried, guess, finish = bandit({"a": 0.0, "b": 0.0, "c": 1.0})
    assert best_move("abc", guess, finish, QuickDealer(1), 1) == "c"
    assert tried.total() == 3
    assert best_move("abc", guess, finish, QuickDealer(1), 0) == "a"


def test_the_same_dice_make_the_same_choice() -> None:
    worth = dict.fromkeys("abcdef", 0.5)
    for seed in range(5):
        chance = bytes([seed]) * 32
        first, second = (
            best_move("abcdef", *bandit(worth)[1:], Dealer(chance, "computer 0", 7), 600) for _ in range(2)
        )
        assert first == second
