"""What came out of many deals: counted, merged, and with intervals of confidence."""

from collections import Counter
from collections.abc import Callable
from math import sqrt
from typing import Final

from cardgames.model.strategy import Result

Z: Final = 1.959964
"""So many standard errors to either side make an interval of 95 percent."""


class Spread:
    """How a whole number is distributed over the deals."""

    def __init__(self, counts: dict[int, int], seeds: dict[int, int]) -> None:
        """As many deals as COUNTS says had each value, the first of them by its seed in SEEDS."""
        self.counts = dict(sorted(counts.items()))
        games = sum(counts.values())
        self.mean = sum(value * count for value, count in self.counts.items()) / games
        squares = sum(count * (value - self.mean) ** 2 for value, count in self.counts.items())
        self.deviation = sqrt(squares / max(1, games - 1))
        self.margin = Z * self.deviation / sqrt(games)
        """How far the mean may be off, with a confidence of 95 percent."""
        self.least, self.most = min(counts), max(counts)
        self.least_seed, self.most_seed = seeds[self.least], seeds[self.most]


class Tally:
    """What came out of the deals so far."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._counts: Counter[Result] = Counter()
        self._seeds: dict[Result, int] = {}
        self.cut_short = False
        """Was it interrupted?"""

    def add(self, result: Result, seed: int) -> None:
        """Count the RESULT of the deal SEED, which is higher than those before."""
        self._seeds.setdefault(result, seed)
        self._counts[result] += 1

    def merge(self, later: "Tally") -> None:
        """Count what came out of a part with higher seeds."""
        self._seeds = later._seeds | self._seeds
        self._counts.update(later._counts)

    @property
    def games(self) -> int:
        """How many deals were played."""
        return self._counts.total()

    def won(self, seat: int | None = 1) -> int:
        """How many deals were won by SEAT."""
        return sum(count for result, count in self._counts.items() if result.winner == seat)

    def drawn(self) -> int:
        """How many deals ended in a draw."""
        return self.won(None)

    def lost(self) -> int:
        """How many deals were lost."""
        return self.games - self.won() - self.drawn()

    def score(self) -> Spread:
        """How the scores are distributed."""
        return self._spread(lambda result: result.score)

    def length(self) -> Spread:
        """How the lengths are distributed."""
        return self._spread(lambda result: result.length)

    def extra(self, number: int) -> Spread:
        """How one of the game's other counts is distributed."""
        return self._spread(lambda result: result.extra[number])

    def _spread(self, of: Callable[[Result], int]) -> Spread:
        counts: Counter[int] = Counter()
        seeds: dict[int, int] = {}
        for result, count in self._counts.items():
            seed = self._seeds[result]
            counts[of(result)] += count
            seeds[of(result)] = min(seed, seeds.get(of(result), seed))
        return Spread(counts, seeds)


def interval(count: int, games: int) -> tuple[float, float]:
    """The interval of Wilson, with a confidence of 95 percent, for the chance of an event.

    It came up COUNT times in GAMES.
    """
    middle = count + Z * Z / 2
    half = Z * sqrt(count * (games - count) / games + Z * Z / 4)
    return max(0.0, (middle - half) / (games + Z * Z)), min(1.0, (middle + half) / (games + Z * Z))
