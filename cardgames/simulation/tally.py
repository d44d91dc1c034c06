"""The results of many deals: counts, sums, and ranges of seeds."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Final

from cardgames.model.game import Z
from cardgames.model.strategy import Result

NAMED: Final = 3  # the most ranges that a message names one by one


class Spread:
    """The distribution of a number that each deal has, such as its score.

    `deviation` is the standard deviation, `margin` half the width of the 95% interval around the
    mean. The sums are whole numbers, so that the order of results does not change a figure.
    """

    def __init__(self, counts: dict[int, int], firsts: dict[int, int]) -> None:
        """Compute the figures. COUNTS has the number of deals by value, FIRSTS their first seed."""
        self.counts = counts
        games = sum(counts.values())
        self.total = sum(value * count for value, count in counts.items())
        squares = sum(value * value * count for value, count in counts.items())
        self.mean = self.total / games
        self.deviation = sqrt((games * squares - self.total**2) / (games * max(1, games - 1)))
        self.margin = Z * self.deviation / sqrt(games)
        self.least, self.most = min(counts), max(counts)
        self.least_seed, self.most_seed = firsts[self.least], firsts[self.most]

    def __repr__(self) -> str:
        return f"<Spread: {self.mean:g} ± {self.margin:.2g}, {self.least} to {self.most}>"


class Tally:
    """The results of deals: for each result, the number of deals that had it and the first seed."""

    def __init__(self, *played: range) -> None:
        """Begin a tally of the deals with the seeds PLAYED. `add` counts their results."""
        self._played = [*played]
        self._counts: Counter[Result] = Counter()
        self._firsts: dict[Result, int] = {}

    def __repr__(self) -> str:
        return f"<Tally: {self.games:,} deals>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        return (self.played(), self.rows()) == (other.played(), other.rows())

    def add(self, result: Result, seed: int, deals: int = 1) -> None:
        """Count DEALS deals with the same RESULT; SEED is the first of their seeds.

        The calls must come in rising order of SEED.
        """
        self._firsts.setdefault(result, seed)
        self._counts[result] += deals

    def merge(self, part: "Tally") -> None:
        self._played += part._played
        self._counts.update(part._counts)
        for result, first in part._firsts.items():
            self._firsts[result] = min(first, self._firsts.get(result, first))

    def rows(self) -> list[tuple[Result, int, int]]:
        """Return each result, its number of deals and its first seed, in the order of seeds."""
        firsts = sorted(self._firsts.items(), key=lambda item: item[1])
        return [(result, self._counts[result], first) for result, first in firsts]

    def played(self) -> list[range]:
        return joined(self._played)

    @property
    def games(self) -> int:
        return self._counts.total()

    def won(self, seat: int | None = 1) -> int:
        """Return the number of deals that SEAT won. None stands for a draw."""
        return sum(count for result, count in self._counts.items() if result.winner == seat)

    def extras(self, names: Iterable[str]) -> dict[str, Spread]:
        return {
            name: self.spread(lambda result, number=number: result.extra[number])  # type: ignore
            for number, name in enumerate(names)
        }

    def spread(self, of: Callable[[Result], int]) -> Spread:
        counts: Counter[int] = Counter()
        firsts: dict[int, int] = {}
        for result, first in self._firsts.items():
            value = of(result)
            counts[value] += self._counts[result]
            firsts[value] = min(first, firsts.get(value, first))
        return Spread(counts, firsts)


def joined(ranges: Iterable[range]) -> list[range]:
    found: list[range] = []
    for seeds in sorted(ranges, key=lambda seeds: seeds.start):
        if found and found[-1].stop == seeds.start:
            found[-1] = range(found[-1].start, seeds.stop)
        else:
            found.append(seeds)
    return found


def gaps(ranges: Sequence[range], whole: range) -> list[range]:
    """Return the parts of WHOLE outside RANGES. RANGES must be in rising order."""
    starts = [whole.start, *(seeds.stop for seeds in ranges)]
    stops = [*(seeds.start for seeds in ranges), whole.stop]
    return [range(start, stop) for start, stop in zip(starts, stops) if start < stop]


def seeds_text(ranges: Sequence[range]) -> str:
    """Return RANGES in words: 'seed 7', 'seeds 1 to 500, 751 to 1000 and 2 more ranges'."""
    bounds = [(seeds.start, seeds.stop - 1) for seeds in ranges[:NAMED]]
    named = ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in bounds)
    more = len(ranges) - NAMED
    rest = f" and {more:,} more range{'s' * (more > 1)}" if more > 0 else ""
    return f"seed{'s' * (sum(map(len, ranges)) > 1)} {named}{rest}"
