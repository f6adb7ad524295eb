"""docs/reliability.md is whole: each fault stands there once, with tests that exist or with a plain word why not."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs/reliability.md"
FAULTS = range(1, 96)
NOT_YET, DOES_NOT_APPLY = "not yet", "does not apply"
HEAD = "| # | fault | what happens | test |\n|---|---|---|---|\n"
CITED = re.compile(r"`([a-z_0-9/]+\.py)::(test_\w+)`", re.ASCII)


class Row(NamedTuple):
    number: str
    fault: str
    happens: str
    test: str


@cache
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


@cache
def rows() -> list[Row]:
    lines = [line for line in page().replace(HEAD, "").splitlines() if line.startswith("|")]
    return [Row(*(cell.strip() for cell in line.strip("|").split("|"))) for line in lines]


@cache
def functions(file: str) -> set[str]:
    """The names of the functions in a file. One that is not there has none."""
    path = TESTS / file
    tree = ast.parse(path.read_text(encoding="utf-8") if path.is_file() else "")
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_fault_stands_there_exactly_once() -> None:
    assert [row.number for row in rows()] == [str(number) for number in FAULTS]


def test_every_table_has_its_columns_and_every_row_its_words() -> None:
    tables = re.findall(r"(?<!\|)\n(\|[^\n]*\n\|[^\n]*\n)", page())
    assert set(tables) == {HEAD}
    assert [row for row in rows() if not row.fault or not row.happens.endswith(".")] == []


def test_every_row_names_tests_or_says_plainly_that_there_is_none() -> None:
    for row in rows():
        if row.test not in (NOT_YET, DOES_NOT_APPLY):
            assert all(CITED.fullmatch(each) for each in row.test.split(", ")), row


def test_every_test_that_is_named_exists() -> None:
    cited = CITED.findall(page())
    assert len(cited) == page().count("::")
    assert [f"{file}::{test}" for file, test in cited if test not in functions(file)] == []


def test_the_list_at_the_end_is_that_of_the_rows() -> None:
    (listed,) = re.findall(r"^Not yet: ([0-9, ]+|none)\.$", page(), re.MULTILINE)
    assert listed == (", ".join(row.number for row in rows() if row.test == NOT_YET) or "none")
