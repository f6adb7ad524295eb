"""The documentation is true: its examples run, its tables name what there is, and every rule has its test."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.games.base import AnyGame
from bot.games.options import allowed, shown

PROJECT = Path(__file__).parent.parent
SHARED_RULES = PROJECT.parent / "shared/design/rules.md"
RULES = {"C": 8, "U": 36, "P": 4, "E": 10, "N": 10, "K": 4}
"""How many numbered rules there are of each kind. K5 and K7 belong to later floors of the house; K6 is below."""


def test_the_worked_example_passes_the_contract_with_one_folder_and_one_line(tmp_path: Path) -> None:
    for folder in ("bot", "tests"):
        shutil.copytree(PROJECT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    page = (PROJECT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    *files, line = blocks
    for block in files:
        name, code = block.removeprefix("# ").split("\n", 1)
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(code, encoding="utf-8")
    assert len(line.splitlines()) == 1
    registry = tmp_path / "bot/games/__init__.py"
    code = registry.read_text(encoding="utf-8")
    registry.write_text(code.replace("# isort: on\n", f"{line}# isort: on\n"), encoding="utf-8")

    def run(*command: str) -> str:
        done = subprocess.run([sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "highest" in run("-m", "pytest", "-p", "no:cacheprovider", "-v", "tests/games/test_contract.py")
    assert "Highest, 50 games" in run(
        "-m", "bot", "simulate", "highest", "--games", "50", "--seats", "easy,medium,hard"
    )
    assert "All checks passed" in run("-m", "ruff", "check", "bot")
    assert "Success" in run("-m", "mypy", "-p", "bot.games.highest")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_rules_page_names_every_option_with_its_values_and_every_preset(game: AnyGame) -> None:
    page = (PROJECT / f"docs/rules/{game.key}.md").read_text(encoding="utf-8")
    for name, rule in allowed(game.options).items():
        row = next((line for line in page.splitlines() if line.startswith(f"| `{name}` |")), "")
        assert row, name
        values = row.split("|")[2].replace("*", "")
        for value in (*rule.words, *((rule.low, rule.high) if rule.high else ())):
            assert re.search(rf"\b{shown(value)}\b", values), (name, value)
        assert f"**{shown(getattr(game.options(), name))}**" in row, name
    for preset in game.presets:
        assert f"- `{preset}`:" in page


def all_tests() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in (PROJECT / "tests").rglob("test_*.py"))


@pytest.mark.parametrize("rule", [f"{kind}{n}" for kind, most in RULES.items() for n in range(1, most + 1)] + ["K6"])
def test_every_numbered_rule_has_a_test_of_its_name(rule: str) -> None:
    assert re.search(rf"def test_([A-Z]\d+_and_)*{rule}_", all_tests()), rule


@pytest.mark.skipif(not SHARED_RULES.exists(), reason="the design documents are not beside this clone")
def test_the_numbered_rules_are_those_of_the_design() -> None:
    numbers = re.findall(r"^([CUPENK])(\d+)\. ", SHARED_RULES.read_text(encoding="utf-8"), re.MULTILINE)
    counted = {kind: max(int(n) for k, n in numbers if k == kind) for kind, _ in numbers}
    assert counted == {**RULES, "K": 7}


@pytest.mark.parametrize(
    "page",
    ["README.md", "docs/architecture.md", "docs/adding-a-game.md", "docs/self-hosting.md", "benchmarks/results.md"],
)
def test_links_between_our_pages_lead_somewhere(page: str) -> None:
    text = (PROJECT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert ((PROJECT / page).parent / target).exists(), target
