"""The report on a simulation: a table with bars, or a JSON object."""

import json
from collections.abc import Iterable, Iterator
from itertools import count as numbers
from itertools import islice
from typing import Any, Final

from cardgames import __version__
from cardgames.model.game import interval
from cardgames.simulation.deals import Plan
from cardgames.simulation.tally import Spread, Tally, gaps, seeds_in, seeds_text

BARS: Final = 20
"""The greatest number of bars in a histogram."""
LONGEST_BAR: Final = 40
"""The number of characters in the longest bar."""
LEGEND: Final = """\
+-: the mean lies this close to the true one, with 95% confidence
spread: the standard deviation
"""


def as_text(plan: Plan, tally: Tally, histogram: bool = False) -> str:
    """Return the figures as text, the same on every machine; with bars if HISTOGRAM."""
    lines = [*_heading(plan, tally), "", f"{'':<14}{'deals':>10}{'share':>9}   95% interval"]
    for name, count in (("won", tally.won()), ("lost", tally.lost()), ("drawn", tally.drawn())):
        lines.append(_share(name, count, tally.games))
    lines += _by_seat(plan, tally)
    extras = tally.extras(plan.extras())
    spreads = {"score": tally.score(), plan.game.measure: tally.length(), **extras}
    lines += [
        "",
        f"{'':<14}{'mean':>10}{'+-':>9}{'spread':>9}{'least (seed)':>20}{'most (seed)':>20}",
    ]
    lines += [_spread(name, spread) for name, spread in spreads.items()]
    lines += ["", *LEGEND.splitlines()]
    for name, spread in spreads.items() if histogram else ():
        lines += ["", name, *_histogram(spread)]
    return "\n".join(lines) + "\n"


def _heading(plan: Plan, tally: Tally) -> Iterator[str]:
    """Yield lines with the title of PLAN, its deals that were played, and those still missing."""
    played = tally.played()
    yield plan.title()
    yield f"{tally.games:,} deal{'s' * (tally.games > 1)}, {seeds_text(played)}"
    if missing := gaps(played, plan.seeds):
        yield f"MISSING: {seeds_in(missing):,} of {plan.games:,} deals, {seeds_text(missing)}"


def _by_seat(plan: Plan, tally: Tally) -> list[str]:
    """Return lines with the share of deals won by each seat, and of hands in games with hands."""
    seats = range(1, len(plan.options.seats()) + 1)
    if len(seats) == 1:
        return []
    lines = ["", *(_share(f"won by {seat}", tally.won(seat), tally.games) for seat in seats)]
    if plan.game.divided:
        total = tally.length().total
        parts = islice(tally.extras(plan.extras()).items(), len(seats))
        lines += [_share(name, part.total, total) for name, part in parts]
    return lines


def _share(name: str, count: int, total: int) -> str:
    low, high = interval(count, total)
    return f"{name:<14}{count:>10,}{count / total:>9.2%}   {low:.2%} to {high:.2%}"


def _spread(name: str, spread: Spread) -> str:
    least = f"{spread.least} ({spread.least_seed})"
    most = f"{spread.most} ({spread.most_seed})"
    figures = f"{spread.mean:>10.2f}{spread.margin:>9.2f}{spread.deviation:>9.2f}"
    return f"{name:<14}{figures}{least:>20}{most:>20}"


def _histogram(spread: Spread) -> list[str]:
    """Return a line with a bar for each range of values of SPREAD; all ranges are equally wide."""
    width = next(w for w in _widths() if spread.most // w - spread.least // w < BARS)
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


def _widths() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    return (digit * 10**power for power in numbers() for digit in (1, 2, 5))


def as_json(plan: Plan, tally: Tally) -> str:
    """Return the figures and the tally as one JSON object, with a line for each figure and row."""
    lines = [f'  "{name}": {json.dumps(value)}' for name, value in figures(plan, tally).items()]
    rows = [f"    {json.dumps(row)}" for row in _rows(tally)]
    lines.append('  "tally": [\n' + ",\n".join(rows) + "\n  ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def figures(plan: Plan, tally: Tally) -> dict[str, Any]:
    """Return the content of the JSON object, without the rows of the tally."""
    played = tally.played()
    seats = range(1, len(plan.options.seats()) + 1)
    extras = tally.extras(plan.extras())
    return {
        "version": __version__,
        **plan.origin(),
        "game": plan.game.name,
        "options": plan.options.values(),
        "strategy": plan.strategy,
        "seed": plan.seed,
        "games": tally.games,
        "won": tally.won(),
        "lost": tally.lost(),
        "drawn": tally.drawn(),
        "score": _as_object(tally.score()),
        "length": {"unit": plan.game.measure, **_as_object(tally.length())},
        **{name: _as_object(spread) for name, spread in extras.items()},
        **({"won_by": [tally.won(seat) for seat in seats]} if len(seats) > 1 else {}),
        "played": _bounds(played),
        "missing": _bounds(gaps(played, plan.seeds)),
        "columns": ["winner", "score", "length", *extras, "deals", "first_seed"],
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


def _rows(tally: Tally) -> Iterator[list[int | None]]:
    """Yield the rows of the tally, with the columns named in the JSON object."""
    for result, deals, first in tally.rows():
        yield [result.winner, result.score, result.length, *result.extra, deals, first]
