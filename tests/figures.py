"""Measure the figures of the book: python -m tests.figures [--full] [--accept] [NAME].

Each run is played with a sixteenth as many deals, on the seeds that follow; with --full it is
played again as the book says. What was published is printed beside what is measured, with the
number of standard errors between them, which may be 3.5. --accept plays as --full does, and writes
the measured figures into the book and the page of help; each patience of the shelf with a solver
gets a section there. NAME limits it to the sections whose names begin so.

What others published of a patience stands in its section as 'published'; our deals may not
contradict it.
"""

import argparse
import sys

from cardgames import games
from cardgames.cli.options import progress_bar
from cardgames.model.strategy import SOLVER
from tests import book
from tests.book import Section
from tests.measures import Found, fresh, measured, size

PART = 16
"""A short measurement plays one deal for this number of published ones."""
MOST = 3.5
"""The greatest number of standard errors that a figure may be off; there are about a hundred."""
EXACTLY, PUBLISHED = "exactly ", "published"
OF_OTHERS = EXACTLY, PUBLISHED
"""How the names of figures begin that another way than measuring has found, or others."""


def run(section: Section, part: int) -> Found:
    command = section.fields["command"]
    command = fresh(command, part) if part > 1 else command
    print(f"{section.name}: {size(command):,} deals", flush=True)
    with progress_bar(size(command)) as bar:
        return measured(command, bar.update)


def accept(section: Section) -> None:
    found = run(section, 1)
    names = [name for name in section.figures if not name.startswith(OF_OTHERS)]
    book.write(section.name, {name: str(found[name]) for name in names})
    book.PAGE.write_text(book.page(), encoding="utf-8")


def check(section: Section, part: int) -> bool:
    right = True
    found = run(section, part)
    if book.contradicts(section):
        print(f"  {PUBLISHED} by others: {section.figures[PUBLISHED].text}  WRONG", flush=True)
        right = False
    for name, (text, _) in section.figures.items():
        if name == PUBLISHED:
            continue
        value = found[name.removeprefix(EXACTLY)]
        deviation = section.figures[name].value.deviation(value)
        wrong = "" if abs(deviation) <= MOST else "  WRONG"
        print(f"  {name:<16}{text:>22}  {value!s:>22}  z {deviation:+.2f}{wrong}", flush=True)
        right &= not wrong
    return right


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.figures", description=__doc__)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("name", nargs="?", default="")
    chosen = parser.parse_args(arguments)
    if chosen.accept:
        book.add_missing(
            one.name
            for one in games.GAMES
            if one.shelf and SOLVER in one.strategies and one.name.startswith(chosen.name)
        )
    sections = [s for s in book.read().values() if s.name.startswith(chosen.name)]
    sections = [section for section in sections if "command" in section.fields]
    if chosen.accept:
        for section in sections:
            accept(section)
        return 0
    return 0 if all([check(section, 1 if chosen.full else PART) for section in sections]) else 1


if __name__ == "__main__":
    sys.exit(main())
