"""The results of many deals, counted: how often each came, and where first."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Z
from cardgames.model.strategy import Result

NAMED: Final = 3  # the most ranges of seeds that a message names one by one


class Spread:
    """The distribution of a number that each deal has, such as its score.

    `deviation` is the standard deviation, `margin` half the width of the 95% interval around the
    mean. The sums are whole numbers, so that the order of results does not change a figure.
    """

    def __init__(self, counts: dict[int, int], firsts: dict[int, int]) -> None:
        """Compute the figures. By value, COUNTS has numbers of deals, FIRSTS has first seeds."""
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


@dataclass(repr=False)
class Tally:
    """The results of the deals with the seeds `played`; `add` counts them."""

    played: list[range] = field(default_factory=list)
    # For each result, the number of deals that had it, and the first of their seeds.
    found: dict[Result, tuple[int, int]] = field(default_factory=dict)
    # The results one by one from some seeds on, by the first of these; None if they are not kept
    kept: dict[int, list[Result]] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        self.played = joined(self.played)

    def __repr__(self) -> str:
        return f"<Tally: {self.games:,} deals>"

    def add(self, result: Result, seed: int, deals: int = 1) -> None:
        """Count DEALS deals with the same RESULT; SEED is the first of their seeds."""
        count, first = self.found.get(result, (0, seed))
        self.found[result] = count + deals, min(first, seed)

    def merge(self, part: "Tally") -> None:
        self.played = joined([*self.played, *part.played])
        if part.kept is None:
            self.kept = None
        elif self.kept is not None:
            self.kept.update(part.kept)
        for result, (deals, first) in part.found.items():
            self.add(result, first, deals)

    def rows(self) -> list[tuple[Result, int, int]]:
        """Return each result, its number of deals and its first seed, in the order of seeds."""
        rows = [(result, deals, first) for result, (deals, first) in self.found.items()]
        return sorted(rows, key=lambda row: row[2])

    @property
    def games(self) -> int:
        return sum(deals for deals, _ in self.found.values())

    def some(self) -> int:
        """Return the number of deals; raises InvalidCommand if there are none to compute with."""
        if not self.found:
            raise InvalidCommand("no deal was played to its end: there are no figures")
        return self.games

    def won(self, seat: int | None = 1) -> int:
        """Return the number of deals that SEAT won, or of draws if SEAT is None."""
        return sum(deals for result, (deals, _) in self.found.items() if result.winner == seat)

    def extras(self, names: Iterable[str]) -> dict[str, Spread]:
        return {
            name: self.spread(lambda result, number=number: result.extra[number])  # type: ignore
            for number, name in enumerate(names)
        }

    def spread(self, of: Callable[[Result], int]) -> Spread:
        self.some()
        counts, firsts = Counter[int](), dict[int, int]()
        for result, (deals, first) in self.found.items():
            value = of(result)
            counts[value] += deals
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
