"""The share of the shelf that each file of tests plays, so that a further patience costs little.

The files in RULES play few patiences that declare together what any of them declares. Of the
others, and in other files of nearly all, a file of tests plays about eight, others than the next
file, however long the shelf is. All are played by `make fuzz`, and by whoever chooses tests with
`-k`.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from cardgames import games
from cardgames.games import Listing
from tests.parts import KINDS_OF_SHELF, NAMES, SHELF
from tests.walks import Case

FEW = 8
"""The number of patiences that a file of tests plays besides those it always plays, about."""
ALWAYS = ("test_parts",)
"""The files that play the whole shelf: they are brief, and say what a new game lacks."""
RULES = ("test_contract", "test_second_engine", "test_building", "test_hidden")
"""The files that play whatever a patience can declare; others always play three."""


def features(name: str) -> Iterator[tuple[Any, ...]]:
    """What a patience declares: the kinds of its piles, their rules, which numbers are not 0."""
    model: Any = games.model(name)
    options = model.options_type
    for values in ({}, *options.variants.values()):
        layout = model.laid_out(options(**values))
        yield layout.packs, layout.suits
        for kind in layout.kinds.values():
            for field, value in vars(kind).items():
                yield type(kind), field, value if isinstance(value, str) else bool(value)


@cache
def few_with_everything() -> frozenset[str]:
    """Few patiences that declare together all that any declares: each adds the most."""
    declared = {name: {*features(name)} for name in NAMES if name in SHELF}
    left, found = set().union(*declared.values()), set[str]()
    while left:
        found.add(richest := max(declared, key=lambda name: len(declared[name] & left)))
        left -= declared[richest]
    return frozenset(found)


def named_by(value: Any) -> str:
    """The name of the patience that VALUE, a parameter of a test, is about; '' if it is none."""
    if isinstance(value, Case):
        value = value.game.name
    elif isinstance(value, Listing):
        value = value.name
    elif isinstance(value, Path):
        value = value.parent.name
    return value if isinstance(value, str) and value in SHELF else ""


def is_left_out(file: str, values: Any) -> bool:
    """Does the FILE of tests leave out a test with the parameters VALUES?"""
    always = few_with_everything() if file in RULES else frozenset(KINDS_OF_SHELF)
    names = {*map(named_by, values)} - {"", *always}
    one_in = max(1, (len(SHELF) - len(always)) // FEW)
    return file not in ALWAYS and any(crc32(f"{file} {name}".encode()) % one_in for name in names)
