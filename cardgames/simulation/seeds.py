"""Which deals were played, as ranges of seeds."""

from collections.abc import Iterable, Sequence
from typing import Final

NAMED: Final = 3
"""The greatest number of ranges that a text names one by one."""


def joined(ranges: Iterable[range]) -> list[range]:
    """Return RANGES, of which no two overlap, in order; those that touch become one."""
    found: list[range] = []
    for seeds in sorted(ranges, key=lambda seeds: seeds.start):
        if found and found[-1].stop == seeds.start:
            found[-1] = range(found[-1].start, seeds.stop)
        else:
            found.append(seeds)
    return found


def gaps(ranges: Sequence[range], whole: range) -> list[range]:
    """Return the parts of WHOLE that are not in RANGES, which are in order."""
    starts = [whole.start, *(seeds.stop for seeds in ranges)]
    stops = [*(seeds.start for seeds in ranges), whole.stop]
    return [range(start, stop) for start, stop in zip(starts, stops) if start < stop]


def seeds_in(ranges: Iterable[range]) -> int:
    """Return the number of seeds in RANGES."""
    return sum(seeds.stop - seeds.start for seeds in ranges)


def seeds_text(ranges: Sequence[range]) -> str:
    """Return RANGES in words: 'seed 7', 'seeds 1 to 500, 751 to 1000 and 2 more ranges'."""
    first = ", ".join(map(_one, ranges[:NAMED]))
    more = len(ranges) - NAMED
    rest = f" and {more:,} more range{'s' * (more > 1)}" if more > 0 else ""
    return f"seed{'s' * (seeds_in(ranges) > 1)} {first}{rest}"


def _one(seeds: range) -> str:
    last = seeds.stop - 1
    return str(last) if seeds.start == last else f"{seeds.start} to {last}"
