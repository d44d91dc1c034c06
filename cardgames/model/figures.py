"""Figures over many games: what a game declares about its results, besides won and lost.

A result has details, numbers by their names, which the game adds as it ends. A figure is worked
out from the details of many games.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple, TypeAlias

Details: TypeAlias = Mapping[str, Any]
"""What a game adds to a result: numbers, by their names."""

Z: Final = 1.959964
"""The half width of a 95% confidence interval, in standard errors."""

DOLLARS: Final = "dollars"
"""The unit of the score where a casino pays it."""


class Expected(NamedTuple):
    """The share of games that is won without a person's skill."""

    share: float
    by: str
    """Who wins as many: 'chance', 'computer'."""


class Ratio(NamedTuple):
    """The sum of one detail over the sum of another."""

    title: str
    part: str
    whole: str
    form: str
    """How it is written: '{:.0f} ms'."""

    def text(self, games: Sequence[Details]) -> str:
        """Return the figure for GAMES; '' if there is none."""
        whole = sum(_numbers(self.whole, games))
        return self.form.format(sum(_numbers(self.part, games)) / whole) if whole else ""


class Least(NamedTuple):
    """The least value of a detail, among the games that have one above 0."""

    title: str
    part: str
    form: str

    def text(self, games: Sequence[Details]) -> str:
        """Return the figure for GAMES; '' if there is none."""
        found = [number for number in _numbers(self.part, games) if number]
        return self.form.format(min(found)) if found else ""


Figure: TypeAlias = Ratio | Least


def _numbers(name: str, games: Iterable[Details]) -> list[int]:
    """Return the detail called NAME of each of the GAMES that has it."""
    found = (details.get(name) for details in games)
    return [value for value in found if isinstance(value, int)]


def interval(count: int, games: int) -> tuple[float, float]:
    """Return the 95% Wilson interval for the chance of an event seen COUNT times in GAMES."""
    middle = count + Z * Z / 2
    half = Z * sqrt(count * (games - count) / games + Z * Z / 4)
    return max(0.0, (middle - half) / (games + Z * Z)), min(1.0, (middle + half) / (games + Z * Z))
