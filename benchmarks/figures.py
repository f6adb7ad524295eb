"""How every benchmark ends: its figures, one a line, for people and scripts alike."""

from collections.abc import Mapping


def print_figures(figures: Mapping[str, float]) -> None:
    for name, value in figures.items():
        print(f"figure {name} {value:.8g}")
