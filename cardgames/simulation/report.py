"""The results of many deals, as a table or as JSON."""

import json
from collections.abc import Iterator
from itertools import count as numbers
from itertools import islice
from typing import Any, Final

from cardgames.simulation.deals import Plan
from cardgames.simulation.tally import Spread, Tally, interval

BARS: Final = 20
"""The greatest number of bars in a histogram."""
LONGEST_BAR: Final = 40
"""The length of the longest bar, in characters."""


def as_text(plan: Plan, tally: Tally) -> str:
    """Return the figures and histograms as text, without times: it is the same on every machine."""
    options = " ".join(["", *plan.options.words()])
    last = plan.seed + tally.games - 1
    lines = [
        f"{plan.game.title()}{options}, strategy {plan.strategy}",
        f"{tally.games:,} deals, seeds {plan.seed} to {last}"
        if tally.games > 1
        else f"1 deal, seed {plan.seed}",
    ]
    if tally.cut_short:
        lines.append(f"CUT SHORT: {plan.games:,} deals were asked for")
    lines += ["", f"{'':<14}{'deals':>10}{'share':>9}   95% interval"]
    for name, count in (("won", tally.won()), ("lost", tally.lost()), ("drawn", tally.drawn())):
        lines.append(_share(name, count, tally.games))
    lines += _by_seat(plan, tally)
    spreads = {"score": tally.score(), plan.game.measure: tally.length(), **_extras(plan, tally)}
    lines += [
        "",
        f"{'':<14}{'mean':>10}{'+-':>9}{'spread':>9}{'least (seed)':>20}{'most (seed)':>20}",
    ]
    lines += [_spread(name, spread) for name, spread in spreads.items()]
    for name, spread in spreads.items():
        lines += ["", name, *_histogram(spread)]
    return "\n".join(lines) + "\n"


def as_json(plan: Plan, tally: Tally, seconds: float) -> str:
    """Return the figures as one JSON object."""
    options = {field.name: getattr(plan.options, field.name) for field in plan.options.declared()}
    figures: dict[str, Any] = {
        "game": plan.game.name,
        "options": options,
        "strategy": plan.strategy,
        "seed": plan.seed,
        "games": tally.games,
        "won": tally.won(),
        "lost": tally.lost(),
        "drawn": tally.drawn(),
        "score": _figures(tally.score()),
        "length": {"unit": plan.game.measure, **_figures(tally.length())},
        **{name: _figures(spread) for name, spread in _extras(plan, tally).items()},
        "seconds": round(seconds, 3),
    }
    if len(plan.options.seats()) > 1:
        figures["won_by"] = [tally.won(seat) for seat, _ in enumerate(plan.options.seats(), 1)]
    if tally.cut_short:
        figures["cut_short"] = True
    return json.dumps(figures, indent=2) + "\n"


def _by_seat(plan: Plan, tally: Tally) -> list[str]:
    """Return the share of the deals that each seat won, and of their parts, such as hands."""
    seats = range(1, len(plan.options.seats()) + 1)
    if len(seats) == 1:
        return []
    lines = ["", *(_share(f"won by {seat}", tally.won(seat), tally.games) for seat in seats)]
    if plan.game.divided:
        total = _total(tally.length())
        parts = islice(_extras(plan, tally).items(), len(seats))
        lines += [_share(name, _total(counts), total) for name, counts in parts]
    return lines


def _total(spread: Spread) -> int:
    return sum(value * count for value, count in spread.counts.items())


def _extras(plan: Plan, tally: Tally) -> dict[str, Spread]:
    """Return the distribution of each of the game's own counts, by name."""
    return {name: tally.extra(number) for number, name in enumerate(plan.game.extras(plan.options))}


def _share(name: str, count: int, total: int) -> str:
    low, high = interval(count, total)
    return f"{name:<14}{count:>10,}{count / total:>9.2%}   {low:.2%} to {high:.2%}"


def _spread(name: str, spread: Spread) -> str:
    least = f"{spread.least} ({spread.least_seed})"
    most = f"{spread.most} ({spread.most_seed})"
    figures = f"{spread.mean:>10.2f}{spread.margin:>9.2f}{spread.deviation:>9.2f}"
    return f"{name:<14}{figures}{least:>20}{most:>20}"


def _histogram(spread: Spread) -> list[str]:
    """Return a line with a bar for each range of values; all ranges have the same width."""
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


def _figures(spread: Spread) -> dict[str, Any]:
    return {
        "mean": round(spread.mean, 6),
        "margin": round(spread.margin, 6),
        "spread": round(spread.deviation, 6),
        "least": spread.least,
        "least_seed": spread.least_seed,
        "most": spread.most,
        "most_seed": spread.most_seed,
    }
