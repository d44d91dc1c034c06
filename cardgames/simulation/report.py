"""The results of many deals: counted, and reported as a table or as a JSON object.

A Plan says which deals are played, and by whom. A Tally counts the results, and a Simulation is the
report on both. Reports on parts of a simulation can be added up to a report on the whole.
"""

import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count as numbers
from math import sqrt
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames import __version__
from cardgames.model.deal import SEEDS
from cardgames.model.errors import InvalidCommand, PartError, brief
from cardgames.model.game import Game, Options
from cardgames.model.strategy import Result, Strategy, Z, interval

BARS: Final = 20  # the largest number of bars in a histogram
LONGEST_BAR: Final = 40
CUT: Final = "cut short"  # the name of the count of games that reached their limit of moves
NAMED: Final = 3  # the most ranges of seeds that a message names one by one
MOST_GAMES: Final = 10**12  # the most deals of a simulation, or of several that are added up
# The lowest and the highest seed of a first deal. The highest leaves room for MOST_GAMES deals.
FIRST_SEEDS: Final = (SEEDS[0], SEEDS[1] - MOST_GAMES)

Figures: TypeAlias = dict[str, Any]  # names and values of a JSON object


class Spread:
    """The distribution of a number that each deal has, such as its score.

    `deviation` is the standard deviation, `margin` half the width of the 95% interval around the
    mean. The sums are whole numbers, so that the order of results does not change a figure.
    """

    def __init__(self, counts: dict[int, int], firsts: dict[int, int]) -> None:
        """For each value, `counts` has the number of deals, and `firsts` the first seed."""
        self.counts = counts
        games = sum(counts.values())
        self.total = sum(value * count for value, count in counts.items())
        squares = sum(value * value * count for value, count in counts.items())
        self.mean = self.total / games
        self.deviation = sqrt((games * squares - self.total**2) / (games * max(1, games - 1)))
        self.margin = Z * self.deviation / sqrt(games)
        self.least, self.most = min(counts), max(counts)
        self.least_seed, self.most_seed = firsts[self.least], firsts[self.most]

    def figures(self) -> Figures:
        return {
            "mean": round(self.mean, 6),
            "margin": round(self.margin, 6),
            "spread": round(self.deviation, 6),
            "least": self.least,
            "least_seed": self.least_seed,
            "most": self.most,
            "most_seed": self.most_seed,
        }

    def __repr__(self) -> str:
        return f"<Spread: {self.mean:g} ± {self.margin:.2g}, {self.least} to {self.most}>"


@dataclass(repr=False)
class Tally:
    """The results of the deals whose seeds are in `played`; the method `add` counts a result."""

    played: list[range] = field(default_factory=list)
    # For each result, the number of deals that had it, and the first of their seeds.
    found: dict[Result, tuple[int, int]] = field(default_factory=dict)
    # Each result, in lists of consecutive seeds, by the first seed; None if results are not kept
    kept: dict[int, list[Result]] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        self.played = joined(self.played)

    def __repr__(self) -> str:
        return f"<Tally: {self.games:,} deals>"

    def add(self, result: Result, seed: int, deals: int = 1) -> None:
        """Count `deals` deals with the same result; `seed` is the first of their seeds."""
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

    def rows(self) -> list[list[int | None]]:
        """Return the rows of `Simulation.to_json`, in the order of their first seeds."""
        rows = [
            [result.winner, result.score, result.length, *result.extra, deals, first]
            for result, (deals, first) in self.found.items()
        ]
        return sorted(rows, key=lambda row: row[-1] or 0)

    @property
    def games(self) -> int:
        """The number of deals counted."""
        return sum(deals for deals, _ in self.found.values())

    def some(self) -> int:
        """Return the number of deals; raises InvalidCommand if there are none."""
        if not self.found:
            raise InvalidCommand("no deal was played to its end: there are no figures")
        return self.games

    def won(self, seat: int | None = 1) -> int:
        """Return the number of deals won by `seat`, or of draws if `seat` is None."""
        return sum(deals for result, (deals, _) in self.found.items() if result.winner == seat)

    def extras(self, names: Iterable[str]) -> dict[str, Spread]:
        """Return, by name, the distribution of each count in `names`."""
        return {
            name: self._spread({result: result.extra[number] for result in self.found})
            for number, name in enumerate(names)
        }

    @property
    def score(self) -> Spread:
        return self._spread({result: result.score for result in self.found})

    @property
    def length(self) -> Spread:
        return self._spread({result: result.length for result in self.found})

    def _spread(self, values: dict[Result, int]) -> Spread:
        self.some()
        counts, firsts = Counter[int](), dict[int, int]()
        for result, value in values.items():
            deals, first = self.found[result]
            counts[value] += deals
            firsts[value] = min(first, firsts.get(value, first))
        return Spread(counts, firsts)


class Plan(NamedTuple):
    """The deals to play, and the computer player for them."""

    game: type[Game]
    options: Options
    strategy: str  # the name of the computer player
    player: Callable[[], Strategy]  # makes the computer player for a deal
    seed: int  # the seed of the first deal
    games: int  # the number of deals

    @property
    def seeds(self) -> range:
        return range(self.seed, self.seed + self.games)

    def title(self) -> str:
        words = [self.game.title(), *self.options.words(forever=True)]
        return f"{' '.join(words)}, strategy {self.strategy}"

    def extras(self) -> tuple[str, ...]:
        """Return the names of the game's own counts, and of the counts that the players add."""
        return self.game.extras(self.options)

    def origin(self) -> Figures:
        """Return a shell command that plays these deals again; if there is none, the players."""
        options = self.options.words(forever=True)
        deals = ["--strategy", self.strategy, "--seed", str(self.seed), "--games", str(self.games)]
        typed = self.game.file or self.game.name
        return {"command": f"cardgames simulate {typed} {shlex.join([*options, *deals])}"}

    def name_of(self, number: int) -> str:
        """Return the name that error messages use for the deal with the seed `number`."""
        return f"deal {number}"

    def report(self, tally: Tally) -> "Simulation":
        return Simulation(self, tally)

    def row(self, seed: int, result: Result) -> dict[str, int | None]:
        """Return the result of the deal `seed` as a dict, with a name for each number."""
        winner, score, length, extra = result
        row = {"seed": seed, "won": int(winner == 1), "winner": winner, "score": score}
        return {**row, self.game.measure: length, **dict(zip(self.extras(), extra))}

    def parts(self, size: int, start: int) -> "Iterator[Plan]":
        """Leave out the first `start` deals; split the others into plans of at most `size`."""
        for done in range(start, self.games, size):
            yield self._replace(seed=self.seed + done, games=min(size, self.games - done))


def as_text(simulation: "Simulation", histogram: bool = False) -> str:
    """Return the figures as a table and, with `histogram`, as bars.

    The text is the same on any machine.
    """
    plan, tally = simulation.plan, simulation.tally
    played, games = tally.played, tally.games
    seeds = f", {seeds_text(played)}" if played else ""
    lines = [plan.title(), f"{games:,} deal{'s' * (games != 1)}{seeds}"]
    if missing := simulation.missing:
        of = f"{sum(map(len, missing)):,} of {plan.games:,} deals"
        lines.append(f"MISSING: {of}, {seeds_text(missing)}")
    if not games:
        return "\n".join(lines) + "\n"
    lines += ["", f"{'':<14}{'deals':>10}{'share':>9}   95% interval"]
    counts = {"won": simulation.won, "lost": simulation.lost, "drawn": simulation.drawn}
    lines += [_share_line(name, count, games) for name, count in counts.items()]
    length, extras = simulation.length, tally.extras(plan.extras())
    seats = range(1, len(plan.options.seats()) + 1)
    if len(seats) > 1:
        lines += ["", *(_share_line(f"won by {seat}", tally.won(seat), games) for seat in seats)]
        if plan.game.divided:
            parts = [*extras.items()][: len(seats)]
            lines += [_share_line(name, part.total, length.total) for name, part in parts]
    spreads = {"score": simulation.score, plan.game.measure: length, **extras}
    heads = f"{'':<14}{'mean':>10}{'+-':>9}{'spread':>9} {'least (seed)':>17} {'most (seed)':>17}"
    lines += ["", heads]
    for name, spread in spreads.items():
        least = f"{spread.least} ({spread.least_seed})"
        most = f"{spread.most} ({spread.most_seed})"
        figures = f"{spread.mean:>10.2f}{spread.margin:>9.2f}{spread.deviation:>9.2f}"
        lines.append(f"{name:<14}{figures} {least:>17} {most:>17}")
    lines += ["", "+-: the mean lies this close to the true one, with 95% confidence"]
    lines.append("spread: the standard deviation")
    for name, spread in spreads.items() if histogram else ():
        lines += ["", name, *_histogram(spread)]
    return "\n".join(lines) + "\n"


def _share_line(name: str, count: int, total: int) -> str:
    low, high = interval(count, total)
    return f"{name:<14}{count:>10,}{count / total:>9.2%}   {low:.2%} to {high:.2%}"


def _histogram(spread: Spread) -> list[str]:
    """Return the lines of a histogram: a bar for each range of values, all equally wide."""
    widths = (digit * 10**power for power in numbers() for digit in (1, 2, 5))
    width = next(w for w in widths if spread.most // w - spread.least // w < BARS)
    first = spread.least // width
    bars = [0] * (spread.most // width - first + 1)
    for value, count in spread.counts.items():
        bars[value // width - first] += count
    lines = []
    for number, count in enumerate(bars, first):
        low, high = number * width, number * width + width - 1
        name = str(low) if width == 1 else f"{low} to {high}"
        bar = "#" * -(-count * LONGEST_BAR // max(bars))
        lines.append(f"{name:>14}{count:>10,} {bar}".rstrip())
    return lines


@dataclass(frozen=True, repr=False)
class Simulation:
    """The results of many deals; `print` shows the report of `cardgames simulate`.

    >>> import cardgames
    >>> parts = [cardgames.simulate("clock", 500, seed=seed) for seed in (1, 501)]
    >>> both = parts[0].merge(parts[1])
    >>> both.games, both.won, both.lost, both.drawn
    (1000, 189, 811, 0)
    >>> f"{both.share:.1%}, 95% interval {both.interval[0]:.1%} to {both.interval[1]:.1%}"
    '18.9%, 95% interval 16.6% to 21.4%'
    >>> both.score.mean, both.score.least, both.score.most_seed
    (39.285, 8, 2)
    """

    plan: Plan
    tally: Tally

    @property
    def games(self) -> int:
        """The number of deals played."""
        return self.tally.games

    @property
    def missing(self) -> list[range]:
        """The ranges of seeds whose deals were not played, because the simulation ended early."""
        return gaps(self.tally.played, self.plan.seeds)

    @property
    def won(self) -> int:
        """The number of deals that seat 1 won."""
        return self.tally.won()

    @property
    def lost(self) -> int:
        """The number of deals that seat 1 lost."""
        return self.games - self.won - self.drawn

    @property
    def drawn(self) -> int:
        """The number of deals that ended in a draw."""
        return self.tally.won(None)

    @property
    def cut_short(self) -> int:
        """The number of deals that were lost because they reached the limit of moves."""
        counts = self.tally.extras(self.plan.extras())
        return counts[CUT].total if CUT in counts else 0

    @property
    def share(self) -> float:
        """The share of deals won by seat 1."""
        return self.won / self.tally.some()

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of `share`: Wilson's score interval."""
        return interval(self.won, self.tally.some())

    @property
    def score(self) -> Spread:
        """The scores: `mean`, `margin`, `deviation`, `least`, `least_seed`, `most`, `most_seed`."""
        return self.tally.score

    @property
    def length(self) -> Spread:
        """The lengths of the deals, in the game's own measure, such as moves."""
        return self.tally.length

    @property
    def deals(self) -> Iterator[dict[str, int | None]]:
        """The deals one by one, in the order of seeds, if `simulate(..., keep=True)` kept them.

        Each is a dict: its `seed`, `won` (1 if seat 1 won, else 0), `winner` (the seat; 0 is
        nobody, None a draw), `score`, the length in the game's measure, such as `moves`, and the
        game's own counts. Raises InvalidCommand if the deals were not kept.
        """
        if self.tally.kept is None:
            raise InvalidCommand("the deals were not kept: simulate(..., keep=True) keeps them")
        parts = [enumerate(part, start) for start, part in sorted(self.tally.kept.items())]
        return (self.plan.row(*each) for part in parts for each in part)

    def stopped(self) -> str:
        """Say how many deals were played, and which are missing."""
        of = f"{self.games:,} of {self.plan.games:,} deals were played"
        return f"{of}; {seeds_text(self.missing)} are missing" if self.missing else of

    def merge(self, *others: "Simulation") -> "Simulation":
        """Return the sum of this simulation and of others.

        They must have the same options and the same strategy, but different seeds. Strategies
        that are functions must be equal; a function equals its unpickled copy.
        """
        for one in others:
            if not isinstance(one, Simulation):
                raise InvalidCommand(f"merge adds up simulations, not {brief(one)}")
        return summed((f"simulation {n}", one) for n, one in enumerate((self, *others), 1))

    def figures(self) -> Figures:
        """Return the object that `to_json` writes, without the single results."""
        plan, tally = self.plan, self.tally
        played, missing = (
            [[seeds.start, seeds.stop - 1] for seeds in ranges]
            for ranges in (tally.played, self.missing)
        )
        return {
            "version": __version__,
            **plan.origin(),
            "game": plan.game.name,
            "options": plan.options.values(),
            "strategy": plan.strategy,
            "seed": plan.seed,
            "games": tally.games,
            **self._counts(),
            "played": played,
            "missing": missing,
            "columns": ["winner", "score", "length", *plan.extras(), "deals", "first_seed"],
        }

    def _counts(self) -> Figures:
        tally, seats = self.tally, range(1, len(self.plan.options.seats()) + 1)
        extras = tally.extras(self.plan.extras())
        return {
            "won": self.won,
            "lost": self.lost,
            "drawn": self.drawn,
            "score": tally.score.figures(),
            "length": {"unit": self.plan.game.measure, **tally.length.figures()},
            **{name: spread.figures() for name, spread in extras.items()},
            **({"won_by": [tally.won(seat) for seat in seats]} if len(seats) > 1 else {}),
        }

    def to_json(self) -> str:
        """Return all results as JSON for `cardgames merge`; each figure and each row is a line.

        Raises InvalidCommand if no deal was played.
        """
        lines = [f'  "{name}": {json.dumps(value)}' for name, value in self.figures().items()]
        rows = map(json.dumps, self.tally.rows())
        lines.append('  "tally": [\n    ' + ",\n    ".join(rows) + "\n  ]")
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def __hash__(self) -> int:
        return hash((self.plan.game, self.plan.seeds, self.games, self.won))

    def __str__(self) -> str:
        return as_text(self)

    def __repr__(self) -> str:
        missing = f", {sum(map(len, self.missing)):,} missing" if self.missing else ""
        return f"<Simulation: {self.plan.title()}: {self.won:,} of {self.games:,} won{missing}>"


def summed(parts: Iterable[tuple[str, Simulation]]) -> Simulation:
    """Return the sum of the named parts; raises PartError if the parts do not fit together."""
    total, plans = Tally(kept={}), list[Plan]()
    ranges: list[tuple[int, int, str]] = []
    for name, part in parts:
        plans.append(part.plan)
        ranges += [(played.start, played.stop, name) for played in part.tally.played]
        if part.plan.title() != plans[0].title():
            conflict = f"{part.plan.title()} cannot be added to {plans[0].title()}"
            raise PartError(f"{name}: {conflict}, as in {ranges[0][2]}")
        if part.plan.player != plans[0].player:
            conflict = f"{part.plan.strategy} is not the same function as in {ranges[0][2]}"
            raise PartError(f"{name}: {conflict}, or has another limit of moves")
        total.merge(part.tally)
    ranges.sort()
    for (_, stop, earlier), (start, last, later) in zip(ranges, ranges[1:]):
        if start < stop:
            both = seeds_text([range(start, min(stop, last))])
            raise PartError(f"{later}: {both} would count twice: {earlier} holds them, too")
    start, stop = min(p.seeds.start for p in plans), max(p.seeds.stop for p in plans)
    if stop - start > MOST_GAMES:
        most = f"a simulation has {MOST_GAMES:,} deals at most"
        raise PartError(f"seeds {start} to {stop - 1} are too far apart: {most}")
    return plans[0]._replace(seed=start, games=stop - start).report(total)


def joined(ranges: Iterable[range]) -> list[range]:
    found: list[range] = []
    for seeds in sorted(ranges, key=lambda seeds: seeds.start):
        if found and found[-1].stop == seeds.start:
            found[-1] = range(found[-1].start, seeds.stop)
        else:
            found.append(seeds)
    return found


def gaps(ranges: Sequence[range], whole: range) -> list[range]:
    """Return the parts of `whole` outside the ranges; the ranges must be in rising order."""
    starts = [whole.start, *(seeds.stop for seeds in ranges)]
    stops = [*(seeds.start for seeds in ranges), whole.stop]
    return [range(start, stop) for start, stop in zip(starts, stops) if start < stop]


def seeds_text(ranges: Sequence[range]) -> str:
    """Name the ranges: 'seed 7', 'seeds 1 to 500, 751 to 1000 and 2 more ranges'."""
    bounds = [(seeds.start, seeds.stop - 1) for seeds in ranges[:NAMED]]
    named = ", ".join(str(low) if low == high else f"{low} to {high}" for low, high in bounds)
    more = len(ranges) - NAMED
    rest = f" and {more:,} more range{'s' * (more > 1)}" if more > 0 else ""
    return f"seed{'s' * (sum(map(len, ranges)) > 1)} {named}{rest}"
