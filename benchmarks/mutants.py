"""Do the tests notice? Change the rules in one small place at a time, and see whether a test fails.

`python -m benchmarks.mutants [--sample N] [--seed S] [--jobs N]`. Every mutant lives in a process of its own, forked
before anything of the project is imported, so that changed tables and packs count too; nothing is written to disk.
What survives is printed with its change: some of it changes nothing that anybody could see, the rest wants a test.
"""

import argparse
import ast
import contextlib
import copy
import importlib.abc
import importlib.util
import os
import random
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import hypothesis
import pytest

from benchmarks.figures import print_figures
from bot.progress import show_progress

PROJECT = Path(__file__).parent.parent
LEFT_OUT = {"__init__.py", "game.py", "text.py", "computer.py", "events.py", "moves.py", "base.py", "autoplay.py"}
"""Words, computers and declarations: the rules are what this is about."""
TESTS = {"uno": ["uno"], "crazy_eights": ["eights"], "six_nimmt": ["nimmt"]}
"""The tests to try first, by the folder of the mutant."""
SECONDS = 120
"""A mutant that takes longer plays for ever."""
QUIETLY = ("-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--tb=no", "-W", "ignore:Module already imported")

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Mod: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}


@dataclass(frozen=True)
class Mutant:
    path: Path
    number: int
    """Which of the changes that this file allows."""


M = TypeVar("M", Mutant, None)


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Every small change of one piece of code."""
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                changed = copy.deepcopy(node)
                changed.ops[index] = COMPARE[type(op)]()
                yield changed
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            changed_sum = copy.deepcopy(node)
            changed_sum.op = ARITHMETIC[type(op)]()
            yield changed_sum
        case ast.BoolOp(op=both, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(both, ast.And) else ast.And(), values)
            yield from (values[index] for index in range(len(values)) if len(values) == 2)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.If() | ast.IfExp():
            for answer in (True, False):
                decided = copy.copy(node)
                decided.test = ast.Constant(answer)
                yield decided
        case ast.Return(value=ast.expr()):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.comprehension(ifs=[_]):
            unfiltered = copy.copy(node)
            unfiltered.ifs = []
            yield unfiltered


def mutated(path: Path) -> Iterator[tuple[ast.Module, str]]:
    """The file with each of its changes in turn, and the change in words. The tree is put right again after each."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for parent in list(ast.walk(tree)):
        for field, value in list(ast.iter_fields(parent)):
            if field in ("annotation", "returns", "decorator_list", "bases"):
                continue
            children = value if isinstance(value, list) else [value]
            for index, child in enumerate(children):
                if isinstance(child, ast.AST) and not _is_docstring(child):
                    for change in changes(child):
                        ast.copy_location(change, child)
                        _put(parent, field, index if isinstance(value, list) else None, change)
                        where = getattr(child, "lineno", getattr(parent, "lineno", 0))
                        yield tree, f"{path.relative_to(PROJECT)}:{where}: {_code(child)}  ->  {_code(change)}"
                        _put(parent, field, index if isinstance(value, list) else None, child)


def all_mutants() -> list[Mutant]:
    files = [path for path in sorted((PROJECT / "bot/games").rglob("*.py")) if path.name not in LEFT_OUT]
    return [Mutant(path, number) for path in files for number, _ in enumerate(mutated(path))]


class Imports(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module of the project changed."""

    def __init__(self, path: Path, tree: ast.Module) -> None:
        self.path, self.tree = path, ast.fix_missing_locations(tree)
        self.name = ".".join(path.relative_to(PROJECT).with_suffix("").parts)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return (
            importlib.util.spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.tree, self.path, "exec"), module.__dict__)  # noqa: S102 - our own rules, a little changed


def run_tests(mutant: Mutant | None) -> int:
    """In a process of its own: 0 if no test notices the mutant."""
    signal.alarm(SECONDS)
    hypothesis.settings.register_profile("mutants", database=None, derandomize=True)
    hypothesis.settings.load_profile("mutants")
    first: list[str] = []
    if mutant is not None:
        tree = next(tree for number, (tree, _) in enumerate(mutated(mutant.path)) if number == mutant.number)
        sys.meta_path.insert(0, Imports(mutant.path, tree))
        first = [f"tests/games/{name}" for name in TESTS.get(mutant.path.parent.name, TESTS["uno"])]
    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        return int(pytest.main([*QUIETLY, *first, "tests/games"]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Change the rules in small ways and see whether a test notices.")
    parser.add_argument("--sample", type=int, default=100, help="how many to try (default: 100, some ten minutes)")
    parser.add_argument("--seed", default="mutants")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    if not _survivors([None], jobs=1):
        sys.exit("The tests fail without any change: make them pass first.")
    everything = all_mutants()
    sample = random.Random(given.seed).sample(everything, min(given.sample, len(everything)))
    survivors = sorted(_survivors(sample, given.jobs), key=lambda mutant: (mutant.path, mutant.number))
    print("Not noticed:")
    for mutant in survivors:
        print(" ", next(words for number, (_, words) in enumerate(mutated(mutant.path)) if number == mutant.number))
    noticed = len(sample) - len(survivors)
    print_figures(
        {
            "mutants": len(everything),
            "mutants_tried": len(sample),
            "mutants_noticed": noticed,
            "mutants_score": round(noticed / len(sample), 4),
        }
    )


def _survivors(sample: Sequence[M], jobs: int) -> list[M]:
    """Those that no test notices."""
    waiting, survivors = list(sample), list(sample[:0])
    running: dict[int, M] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            process = os.fork()
            if process == 0:
                with contextlib.suppress(BaseException):
                    os._exit(run_tests(mutant))
                os._exit(1)  # it did not even start: noticed
            running[process] = mutant
        process, status = os.wait()
        mutant = running.pop(process)
        show_progress(len(sample) - len(waiting) - len(running), len(sample), sys.stderr)
        if status == 0:
            survivors.append(mutant)
    return survivors


def _put(parent: ast.AST, field: str, index: int | None, child: ast.AST) -> None:
    if index is None:
        setattr(parent, field, child)
    else:
        getattr(parent, field)[index] = child


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _code(node: ast.AST) -> str:
    return "…" if isinstance(node, ast.comprehension) else ast.unparse(node).strip().splitlines()[0]


if __name__ == "__main__":
    os.chdir(PROJECT)
    main()
