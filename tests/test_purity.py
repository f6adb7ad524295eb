"""The games touch nothing but their arguments. import-linter watches what they import; this, what they call."""

import ast
from pathlib import Path

import pytest

GAMES = Path(__file__).parent.parent / "bot/games"
FORBIDDEN = {"open", "print", "input", "exec", "eval", "compile", "breakpoint", "__import__"}


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.py")), ids=lambda path: str(path.relative_to(GAMES)))
def test_a_game_opens_no_file_and_prints_nothing(path: Path) -> None:
    names = [node.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Name)]
    assert FORBIDDEN.isdisjoint(names)


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.py")), ids=lambda path: str(path.relative_to(GAMES)))
def test_no_state_is_copied_the_slow_way(path: Path) -> None:
    assert "deepcopy" not in path.read_text(encoding="utf-8")
