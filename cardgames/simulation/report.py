"""The report on a simulation: a table, or a JSON object. JSON objects are read and added up."""

import json
import shlex
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count as numbers
from typing import Any, Final, NamedTuple

from cardgames import __version__
from cardgames.model.deal import SEEDS
from cardgames.model.errors import InvalidCommand, PartError, brief, quoted
from cardgames.model.game import Game, Options, interval
from cardgames.model.strategy import Result, Strategy
from cardgames.play.script import bytes_of
from cardgames.simulation.tally import Spread, Tally, gaps, seeds_text

BARS: Final = 20  # the largest number of bars in a histogram
LONGEST_BAR: Final = 40
CUT: Final = "cut short"  # the name of the count of games that reached their limit of moves
LARGEST: Final = 1 << 28  # the largest size of a file, in bytes: about eight million deals of Slap


MOST_GAMES: Final = 10**12  # the most deals of a simulation, or of several that are added up
# The lowest and the highest seed of a first deal. The highest leaves room for MOST_GAMES deals.
FIRST_SEEDS: Final = (SEEDS[0], SEEDS[1] - MOST_GAMES)


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
        """Return the names of the game's own counts, and of those that the players add."""
        return self.game.extras(self.options)

    def origin(self) -> dict[str, Any]:
        """Return what the JSON object says about making these deals again.

        That is a shell command or, for a function, its full name and the limit of moves.
        """
        options = self.options.words(forever=True)
        deals = ["--strategy", self.strategy, "--seed", str(self.seed), "--games", str(self.games)]
        typed = self.game.file or self.game.name
        return {"command": f"cardgames simulate {typed} {shlex.join([*options, *deals])}"}

    def name_of(self, number: int) -> str:
        """Return words for the deal whose seed is NUMBER, for errors."""
        return f"deal {number}"

    def report(self, tally: Tally) -> "Simulation":
        return Simulation(self, tally)

    def row(self, seed: int, result: Result) -> dict[str, int | None]:
        """Return RESULT, of the deal SEED, by the names of its numbers."""
        winner, score, length, extra = result
        row = {"seed": seed, "won": int(winner == 1), "winner": winner, "score": score}
        return {**row, self.game.measure: length, **dict(zip(self.extras(), extra))}

    def parts(self, size: int, start: int) -> "Iterator[Plan]":
        """Split this plan, without its first START deals, into plans of at most SIZE deals."""
        for done in range(start, self.games, size):
            yield self._replace(seed=self.seed + done, games=min(size, self.games - done))


def as_text(simulation: "Simulation", histogram: bool = False) -> str:
    """Return the figures as a table, with bars if HISTOGRAM. All machines give the same text."""
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
    lines += [share_line(name, count, games) for name, count in counts.items()]
    length, extras = simulation.length, tally.extras(plan.extras())
    seats = range(1, len(plan.options.seats()) + 1)
    if len(seats) > 1:
        lines += ["", *(share_line(f"won by {seat}", tally.won(seat), games) for seat in seats)]
        if plan.game.divided:
            parts = [*extras.items()][: len(seats)]
            lines += [share_line(name, part.total, length.total) for name, part in parts]
    spreads = {"score": simulation.score, plan.game.measure: length, **extras}
    heads = f"{'':<14}{'mean':>10}{'+-':>9}{'spread':>9}{'least (seed)':>20}{'most (seed)':>20}"
    lines += ["", heads]
    for name, spread in spreads.items():
        least = f"{spread.least} ({spread.least_seed})"
        most = f"{spread.most} ({spread.most_seed})"
        figures = f"{spread.mean:>10.2f}{spread.margin:>9.2f}{spread.deviation:>9.2f}"
        lines.append(f"{name:<14}{figures}{least:>20}{most:>20}")
    lines += ["", "+-: the mean lies this close to the true one, with 95% confidence"]
    lines.append("spread: the standard deviation")
    for name, spread in spreads.items() if histogram else ():
        lines += ["", name, *_histogram(spread)]
    return "\n".join(lines) + "\n"


def share_line(name: str, count: int, total: int) -> str:
    low, high = interval(count, total)
    return f"{name:<14}{count:>10,}{count / total:>9.2%}   {low:.2%} to {high:.2%}"


def _histogram(spread: Spread) -> list[str]:
    """Return a line with a bar for each range of values of SPREAD. The ranges are equally wide."""
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


def _rows(tally: Tally) -> list[list[int | None]]:
    return [
        [result.winner, result.score, result.length, *result.extra, deals, first]
        for result, deals, first in tally.rows()
    ]


def figures(simulation: "Simulation") -> dict[str, Any]:
    """Return the JSON object without the rows of the tally."""
    plan, tally = simulation.plan, simulation.tally
    seats, extras = range(1, len(plan.options.seats()) + 1), tally.extras(plan.extras())
    counts = {
        "won": simulation.won,
        "lost": simulation.lost,
        "drawn": simulation.drawn,
        "score": _as_object(simulation.score),
        "length": {"unit": plan.game.measure, **_as_object(simulation.length)},
        **{name: _as_object(spread) for name, spread in extras.items()},
        **({"won_by": [tally.won(seat) for seat in seats]} if len(seats) > 1 else {}),
    }
    return with_deals(simulation, counts)


def with_deals(simulation: "Simulation", counts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON object of COUNTS, and of the deals of SIMULATION from which they come."""
    plan, tally = simulation.plan, simulation.tally
    return {
        "version": __version__,
        **plan.origin(),
        "game": plan.game.name,
        "options": plan.options.values(),
        "strategy": plan.strategy,
        "seed": plan.seed,
        "games": tally.games,
        **counts,
        "played": _bounds(tally.played),
        "missing": _bounds(simulation.missing),
        "columns": ["winner", "score", "length", *plan.extras(), "deals", "first_seed"],
    }


def _bounds(ranges: Iterable[range]) -> list[list[int]]:
    return [[seeds.start, seeds.stop - 1] for seeds in ranges]


def _as_object(spread: Spread) -> dict[str, Any]:
    return {
        "mean": round(spread.mean, 6),
        "margin": round(spread.margin, 6),
        "spread": round(spread.deviation, 6),
        "least": spread.least,
        "least_seed": spread.least_seed,
        "most": spread.most,
        "most_seed": spread.most_seed,
    }


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
        """The number of deals that were lost by reaching the limit of moves."""
        counts = self.tally.extras(self.plan.extras())
        return counts[CUT].total if CUT in counts else 0

    @property
    def share(self) -> float:
        """The share of deals won by seat 1."""
        return self.won / self.tally.some()

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of `share`, by Wilson's method."""
        return interval(self.won, self.tally.some())

    @property
    def score(self) -> Spread:
        """The scores: `mean`, `margin`, `deviation`, `least`, `least_seed`, `most`, `most_seed`."""
        return self.tally.spread(lambda result: result.score)

    @property
    def length(self) -> Spread:
        """The lengths of the deals, in the game's own measure, such as moves."""
        return self.tally.spread(lambda result: result.length)

    @property
    def deals(self) -> Iterator[dict[str, int | None]]:
        """The deals one by one, in the order of seeds, if `simulate(..., keep=True)` kept them.

        Each is a dict: its `seed`, `won` (1 if seat 1 won, else 0), `winner` (the seat; 0 is
        nobody, None a draw), `score`, the length in the game's measure, such as `moves`, and the
        game's own counts. Raises InvalidCommand if they were not kept.
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
        """Return the sum of this simulation and OTHERS: equal options and strategy, other seeds.

        Strategies that are functions must be equal; a function equals its unpickled copy.
        """
        for one in others:
            if not isinstance(one, Simulation):
                raise InvalidCommand(f"merge adds up simulations, not {brief(one)}")
        return summed((f"simulation {n}", one) for n, one in enumerate((self, *others), 1))

    def figures(self) -> dict[str, Any]:
        """Return the object of `to_json` without the results one by one."""
        return figures(self)

    def to_json(self) -> str:
        """Return all results as JSON for `cardgames merge`; each figure and each row is a line.

        Raises InvalidCommand if no deal was played.
        """
        lines = [f'  "{name}": {json.dumps(value)}' for name, value in self.figures().items()]
        rows = map(json.dumps, _rows(self.tally))
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
    """Return the sum of the named PARTS; raises PartError if they do not fit together."""
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


def read(name: str, plan_of: Callable[[Mapping[str, Any]], Plan]) -> Simulation:
    """Return the simulation in the file called NAME; raises PartError if it is not valid.

    PLAN_OF returns the plan that a JSON object describes. The simulation is built anew from the
    plan and the tally, and each figure in the file must equal that of the new simulation.
    """
    try:
        data = bytes_of(name, LARGEST)
        if len(data) > LARGEST:
            raise ValueError(f"it is larger than {LARGEST >> 20} MB")
        found = _loaded(data)
        _check(found, {"version": __version__})
        plan = plan_of(found)
        simulation = plan.report(_tally(found, plan))
        _check(found, simulation.figures())
        return simulation
    except OSError as error:
        raise PartError(f"cannot read {name}: {error.strerror}") from None
    except KeyError as error:
        raise PartError(f"{name} is not a part: it has no {error}") from None
    except ValueError as error:  # includes errors of JSON and of UTF-8
        raise PartError(f"{name} is not a part: {error}") from None
    except (TypeError, IndexError, OverflowError, RecursionError):  # from values of wrong types
        raise PartError(f"{name} is not a part: it is not what 'simulate --json' prints") from None


def _loaded(data: bytes) -> Any:
    """Return the object in the JSON text DATA; raises ValueError, which says what it is instead."""
    if not data.strip():
        raise ValueError("it is empty: its simulation has not ended, or played no deal")
    try:
        return json.loads(data)
    except UnicodeDecodeError:
        raise ValueError("it is no text") from None
    except json.JSONDecodeError as error:
        text = error.doc.rstrip()
        if text.startswith("{") and (error.pos >= len(text) or not text.endswith("}")):
            lines = text.count("\n") + 1
            raise ValueError(f"it is cut off in line {lines:,}") from None
        where = f"{error.msg} in line {error.lineno:,}"
        raise ValueError(f"it is not what 'simulate --json' prints: {where}") from None


def _tally(found: Mapping[str, Any], plan: Plan) -> Tally:
    """Return the tally in FOUND; raises ValueError unless it is a tally of deals of PLAN."""
    tally = Tally([range(bounds[0], bounds[1] + 1) for bounds in found["played"]])
    played, seats = tally.played, range(len(plan.options.seats()) + 1)
    count = sum(map(len, played))
    # Ranges that overlap, or lie outside the plan, make this sum too large.
    if not count or count + sum(map(len, gaps(played, plan.seeds))) != plan.games:
        raise ValueError(f"'played' must hold rising ranges of {seeds_text([plan.seeds])}")
    starts, width = [seeds.start for seeds in played], 5 + len(plan.extras())
    for number, row in enumerate(found["tally"], 1):
        if not (
            len(row) == width
            and all(type(value) is int for value in row[row[0] is None :])
            and (row[0] is None or row[0] in seats)
            and row[-2] > 0
            and row[-1] in played[bisect(starts, row[-1]) - 1]
        ):
            raise ValueError(f"row {number:,} of its tally cannot be {_shown(row)}")
        winner, score, length, *extra, deals, first = row
        tally.add(Result(winner, score, length, tuple(extra)), first, deals)
    if tally.games != count:
        raise ValueError(f"its tally counts {tally.games:,} deals, but {count:,} were played")
    if _rows(tally) != found["tally"]:
        raise ValueError("its tally has two rows for one result, or is not in order of seeds")
    return tally


def _check(found: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Raise ValueError, which names a difference, unless FOUND has all EXPECTED values."""
    for name, value in expected.items():
        if found[name] != value:
            raise ValueError(f"its {name} is {_shown(found[name])}, but should be {_shown(value)}")


def _shown(value: Any) -> str:
    return quoted(value if isinstance(value, str) else json.dumps(value))
