"""The results of many deals: counted, merged, and summed up with confidence intervals."""

from collections import Counter
from collections.abc import Callable
from math import sqrt
from typing import Final

from cardgames.model.strategy import Result

Z: Final = 1.959964
"""The half width of a 95% confidence interval, in standard errors."""


class Spread:
    """The distribution of a whole number over the deals."""

    def __init__(self, counts: dict[int, int], seeds: dict[int, int]) -> None:
        """Take the number of deals with each value from COUNTS, and their first seed from SEEDS."""
        self.counts = dict(sorted(counts.items()))
        games = sum(counts.values())
        self.mean = sum(value * count for value, count in self.counts.items()) / games
        squares = sum(count * (value - self.mean) ** 2 for value, count in self.counts.items())
        self.deviation = sqrt(squares / max(1, games - 1))
        self.margin = Z * self.deviation / sqrt(games)
        """The half width of the 95% confidence interval around the mean."""
        self.least, self.most = min(counts), max(counts)
        self.least_seed, self.most_seed = seeds[self.least], seeds[self.most]


class Tally:
    """The results of the deals played so far."""

    def __init__(self) -> None:
        """Begin with no deals."""
        self._counts: Counter[Result] = Counter()
        self._seeds: dict[Result, int] = {}
        self.cut_short = False
        """Was the simulation interrupted?"""

    def add(self, result: Result, seed: int) -> None:
        """Count the RESULT of deal SEED; deals are added in rising order of their seeds."""
        self._seeds.setdefault(result, seed)
        self._counts[result] += 1

    def merge(self, later: "Tally") -> None:
        """Add the results of LATER, a part with higher seeds."""
        self._seeds = later._seeds | self._seeds
        self._counts.update(later._counts)

    @property
    def games(self) -> int:
        """The number of deals played."""
        return self._counts.total()

    def won(self, seat: int | None = 1) -> int:
        """Return the number of deals that SEAT won."""
        return sum(count for result, count in self._counts.items() if result.winner == seat)

    def drawn(self) -> int:
        """Return the number of deals that ended in a draw."""
        return self.won(None)

    def lost(self) -> int:
        """Return the number of deals that seat 1 lost."""
        return self.games - self.won() - self.drawn()

    def score(self) -> Spread:
        """Return the distribution of the scores."""
        return self._spread(lambda result: result.score)

    def length(self) -> Spread:
        """Return the distribution of the lengths."""
        return self._spread(lambda result: result.length)

    def extra(self, number: int) -> Spread:
        """Return the distribution of the game's own count with this NUMBER."""
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
    """Return the 95% Wilson interval for the chance of an event seen COUNT times in GAMES."""
    middle = count + Z * Z / 2
    half = Z * sqrt(count * (games - count) / games + Z * Z / 4)
    return max(0.0, (middle - half) / (games + Z * Z)), min(1.0, (middle + half) / (games + Z * Z))
