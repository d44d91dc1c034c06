"""A simulation as JSON: its figures, and the whole tally, so that it can be added to others."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from cardgames import __version__
from cardgames.simulation.seeds import gaps
from cardgames.simulation.deals import Plan
from cardgames.simulation.tally import Spread, Tally


def as_json(plan: Plan, tally: Tally) -> str:
    """Return the figures and the tally as one JSON object, with a line for each of them."""
    lines = [f'  "{name}": {json.dumps(value)}' for name, value in figures(plan, tally).items()]
    rows = [f"    {json.dumps(row)}" for row in _rows(tally)]
    lines.append('  "tally": [\n' + ",\n".join(rows) + "\n  ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def figures(plan: Plan, tally: Tally) -> dict[str, Any]:
    """Return all that the JSON object holds, except for the tally itself."""
    played = tally.played()
    seats = range(1, len(plan.options.seats()) + 1)
    extras = tally.extras(plan.extras())
    return {
        "version": __version__,
        "command": plan.command_line(),
        "game": plan.game.name,
        "options": plan.options.values(),
        "strategy": plan.strategy,
        "seed": plan.seed,
        "games": tally.games,
        "won": tally.won(),
        "lost": tally.lost(),
        "drawn": tally.drawn(),
        "score": _spread(tally.score()),
        "length": {"unit": plan.game.measure, **_spread(tally.length())},
        **{name: _spread(spread) for name, spread in extras.items()},
        **({"won_by": [tally.won(seat) for seat in seats]} if len(seats) > 1 else {}),
        "played": _bounds(played),
        "missing": _bounds(gaps(played, plan.seeds)),
        "columns": ["winner", "score", "length", *extras, "deals", "first_seed"],
    }


def _bounds(ranges: Iterable[range]) -> list[list[int]]:
    return [[seeds.start, seeds.stop - 1] for seeds in ranges]


def _spread(spread: Spread) -> dict[str, Any]:
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
    """Yield the rows of the tally, with the columns that the JSON object names."""
    for result, deals, first in tally.rows():
        yield [result.winner, result.score, result.length, *result.extra, deals, first]
