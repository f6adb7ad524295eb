"""The same rules, compiled: mypyc turns the typed modules of the games into C, in `build/compiled`, and nowhere else.

`python -m benchmarks.compiled` builds them, runs the tests of the games on them, and measures them like the others.
Nobody needs this to play; it shows what the code can do without changing a line. It needs a C compiler.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parent.parent
BUILD = PROJECT / "build" / "compiled"
LEFT_OUT = {"__init__.py", "game.py", "text.py", "computer.py", "base.py", "options.py", "autoplay.py", "record.py"}
"""What is hardly ever called in a playout, or builds classes in ways that mypyc does not know."""


def build() -> None:
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(PROJECT / "bot", BUILD / "bot", ignore=shutil.ignore_patterns("__pycache__"))
    modules = [path for path in sorted((BUILD / "bot/games").rglob("*.py")) if path.name not in LEFT_OUT]
    run("-m", "mypyc", *(str(path.relative_to(BUILD)) for path in modules), quiet=True)


def possible() -> bool:
    return shutil.which("cc") is not None


def instead(module: str, given: list[str]) -> bool:
    """Whether a benchmark has run on the compiled rules instead. Not with `--pure`, nor where they cannot be built."""
    if "--pure" in given or not possible():
        return False
    try:
        build()
    except SystemExit as reason:
        sys.stderr.write(f"{reason}\nThe rules cannot be compiled here, so they play as they are: it takes longer.\n")
        return False
    run("-m", module, *given, "--pure")
    return True


def main() -> None:
    if not possible():
        print("There is no C compiler here, so the compiled rules are left out.")
        return
    build()
    run("-c", "import bot.games.uno.rules as rules; assert not rules.__file__.endswith('.py'), rules.__file__")
    run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "pythonpath=", "-c", "pyproject.toml", "tests/games")
    run("-m", "benchmarks.playouts", "--prefix", "compiled_")


def run(*command: str, quiet: bool = False) -> None:
    """Python where `bot` is the compiled one and everything else the project's own."""
    for name in ("tests", "benchmarks", "pyproject.toml"):
        link = BUILD / name
        if not link.exists():
            link.symlink_to(PROJECT / name)
    done = subprocess.run(
        [sys.executable, *command],
        cwd=BUILD,
        env={**os.environ, "PYTHONPATH": str(BUILD), "MYPY_CACHE_DIR": str(BUILD / ".mypy_cache")},
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stdout.decode() if quiet else done.returncode)


if __name__ == "__main__":
    main()
