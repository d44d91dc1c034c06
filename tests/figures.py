"""Measure the figures of the book: python -m tests.figures [--full] [--accept] [NAME].

Each run is played with a sixteenth as many deals, on the seeds that follow; with --full it is
played again as the book says. What was published is printed beside what is measured, with the
number of standard errors between them, which may be 3.5. --accept plays as --full does, and writes
the measured figures into the book and the page of help. NAME limits it to the sections whose names
begin so.
"""

import argparse
import sys
from collections.abc import Iterator
from time import process_time

from cardgames.cli.streams import progress_bar
from tests import book
from tests.book import Section, Value
from tests.measures import Found, fresh, measured, size

PART = 16
"""A short measurement plays one deal for this number of published ones."""
MOST = 3.5
"""The greatest number of standard errors that a figure may be off; there are about a hundred."""
EXACTLY = "exactly "
"""The beginning of the name of a figure that another way than measuring it has found."""


def compared(section: Section, found: Found) -> Iterator[tuple[str, str, Value, float]]:
    for name, figure in section.figures.items():
        value = found[name.removeprefix(EXACTLY)]
        yield name, figure.text, value, figure.value.deviation(value)


def seconds(section: Section, part: int) -> float:
    """Return the seconds of CPU that it takes to measure a PARTth of SECTION."""
    command = section.fields["command"]
    return float(section.fields["seconds"]) * size(fresh(command, part)) / size(command)


def run(section: Section, part: int) -> tuple[Found, float]:
    command = section.fields["command"]
    command = fresh(command, part) if part > 1 else command
    print(
        f"{section.name}: {size(command):,} deals, about {seconds(section, part):.0f} s", flush=True
    )
    begun = process_time()
    with progress_bar(size(command)) as bar:
        found = measured(command, bar.update)
    return found, process_time() - begun


def accept(section: Section) -> None:
    found, spent = run(section, 1)
    names = [name for name in section.figures if not name.startswith(EXACTLY)]
    changes = {name: str(found[name]) for name in names}
    book.write(section.name, changes | {"seconds": f"{max(1, spent):.0f}"})
    book.PAGE.write_text(book.page(), encoding="utf-8")


def check(section: Section, part: int) -> bool:
    right = True
    for name, text, value, deviation in compared(section, run(section, part)[0]):
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
    sections = [s for s in book.read().values() if s.name.startswith(chosen.name)]
    sections = [section for section in sections if "command" in section.fields]
    if chosen.accept:
        for section in sections:
            accept(section)
        return 0
    return 0 if all([check(section, 1 if chosen.full else PART) for section in sections]) else 1


if __name__ == "__main__":
    sys.exit(main())
