"""The book of figures: one file of data, and the page of help that is made of it.

`figures.ini` has a section for each run or source. Its lines are the FIELDS, and figures: a name,
` = `, the value, and after a colon what it means; figures that mean nothing new follow in the same
row of the page. Where not even the undecided deals mean something, the row is one of the shelf:
deals won, lost and open, and what the share can be. Three kinds of values can be measured: `14 of
100`, a share of deals; `3.5 ± 0.2`, a mean with half the width of its 95% interval; and a number
alone, which is exact.
`python -m tests.book` writes the page anew.
"""

import re
from collections.abc import Iterable
from configparser import ConfigParser
from itertools import zip_longest
from math import hypot, inf, sqrt
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from cardgames import games
from cardgames.model.strategy import Z, interval
from tests.program import ROOT

FILE = Path(__file__).with_name("figures.ini")
PAGE = ROOT / "cardgames" / "help" / "figures.txt"
FIELDS = ("text", "columns", "command", "source", "says")
"""What a section may hold besides its figures: a text for the page, what stands above its columns,
the command that makes the figures, where they come from if no command makes them, and what another
text, after which the section is named, says with figures of the book."""
DEALS = 50
"""The number of deals of a patience whose solver is measured for the first time."""
AFTER_SHELF = "[The shelf by other rules, as published]\n"
"""What follows the sections of the shelf."""


class Value(NamedTuple):
    """A figure: a share of deals, a mean with its standard error, or an exact number."""

    mean: float
    error: float = 0
    games: int = 0

    @classmethod
    def share(cls, count: int, games: int) -> "Value":
        return cls(count / games, 0, games)

    @classmethod
    def parse(cls, text: str) -> "Value":
        text = text.replace(",", "")
        if " of " in text:
            return cls.share(*map(int, text.split(" of ")))
        mean, margin = map(_number, text.split(" ± ")) if " ± " in text else (_number(text), 0)
        return cls(mean, margin / Z)

    def __str__(self) -> str:
        if self.games:
            return f"{round(self.mean * self.games):,} of {self.games:,}"
        return f"{self.mean:.2f} ± {Z * self.error:.2f}" if self.error else f"{self.mean:g}"

    def shown(self) -> str:
        digits = 1 if self.games < 20_000 else 2
        bounds = interval(round(self.mean * self.games), self.games)
        low, high = (f"{100 * bound:.{digits}f}" for bound in bounds)
        return f"{self.mean:.{digits}%} ({low} to {high}) of {self.games:,}"

    def deviation(self, measured: "Value") -> float:
        """Return how many standard errors MEASURED, found in other deals, is off this value."""
        if measured.games:
            games = [value.games for value in (self, measured) if value.games]
            mean = (self.mean * self.games + measured.mean * measured.games) / sum(games)
            share = mean if self.games else self.mean
            error = sqrt(share * (1 - share) * sum(1 / number for number in games))
        else:
            error = hypot(self.error, measured.error)
        gap = measured.mean - self.mean
        return gap / error if error else gap and inf * gap


def _number(text: str) -> float:
    """Return the number that TEXT is: 2.5, 2.5% or 1/13."""
    above, _, below = text.rstrip("%").partition("/")
    return float(above) / float(below or 1) / (100 if text.endswith("%") else 1)


class Figure(NamedTuple):
    text: str
    meaning: str

    @property
    def value(self) -> Value:
        return Value.parse(self.text)

    def shown(self) -> str:
        return self.value.shown() if " of " in self.text else self.text


class Section(NamedTuple):
    name: str
    fields: dict[str, str]
    figures: dict[str, Figure]

    def is_heading(self) -> bool:
        return not self.figures and "says" not in self.fields

    def rows(self) -> list[list[str]]:
        """Return the rows of the page: a meaning, and the figures until the next one that has one.

        A row of one cell is a text.
        """
        rows: list[list[str]] = [["", self.name]] if self.is_heading() else []
        if "text" in self.fields:
            rows.append([_filled(self.fields["text"], "")])
        if "columns" in self.fields:
            rows.append(["", *self.fields["columns"].split(", ")])
        if "undecided" in self.figures and not self.figures["undecided"].meaning:
            return [*rows, self._of_shelf()]
        for figure in self.figures.values():
            if figure.meaning:
                rows.append([figure.meaning])
            rows[-1].append(figure.shown())
        if "source" in self.fields:
            rows.append([_filled(self.fields["source"], "    ")])
        return rows


    def _of_shelf(self) -> list[str]:
        """Return the row of a patience: deals won, lost and open, and what the share can be."""
        title, published = self.figures["winnable"].meaning, self.figures.get("published")
        won, undecided = (self.figures[name].value for name in ("winnable", "undecided"))
        numbers = [round(mean * won.games) for mean in (won.mean, undecided.mean)]
        least, most = self.bounds()
        return [
            title,
            f"{numbers[0]:3}",
            f"{won.games - sum(numbers):4}",
            f"{numbers[1]:4}",
            f"{100 * least:.1f} to {most:.1%}",
            published.text if published else "",
        ]

    def bounds(self) -> tuple[float, float]:
        """Return the least and the greatest share that can be won; an undecided deal may be either.

        They are the outer ends of the 95% intervals of those won, and of those not lost.
        """
        won, undecided = (self.figures[name].value for name in ("winnable", "undecided"))
        least = interval(round(won.mean * won.games), won.games)[0]
        return least, interval(round((won.mean + undecided.mean) * won.games), won.games)[1]


def _filled(text: str, indent: str) -> str:
    return fill(text, 78, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def read() -> dict[str, Section]:
    file = ConfigParser(delimiters=("=",), comment_prefixes="#", interpolation=None)
    file.optionxform = str  # type: ignore[assignment, method-assign]
    file.read_string(FILE.read_text(encoding="utf-8"))
    found = {}
    for name, section in file.items():
        fields = {key: text for key, text in section.items() if key in FIELDS}
        others = {key: text.partition(": ") for key, text in section.items() if key not in FIELDS}
        figures = {key: Figure(value, meaning) for key, (value, _, meaning) in others.items()}
        found[name] = Section(name, fields, figures)
    del found[file.default_section]
    return found


def write(section: str, changes: dict[str, str]) -> None:
    head, found, rest = FILE.read_text(encoding="utf-8").partition(f"\n[{section}]\n")
    own, end, rest = rest.partition("\n[")
    for name, value in changes.items():
        own = re.sub(rf"^{re.escape(name)} = [^:\n]*", f"{name} = {value}", own, flags=re.MULTILINE)
    FILE.write_text(head + found + own + end + rest, encoding="utf-8")


def add_missing(names: Iterable[str]) -> None:
    """Add a section for each patience of NAMES that has none, with figures still to be measured."""
    known, text = read(), FILE.read_text(encoding="utf-8")
    for name in names:
        if f"{name}-solver" not in known:
            title = games.listing(name).title
            section = (
                f"[{name}-solver]\n"
                f"command = brief {name} --seed 1000001 --games {DEALS}\n"
                f"winnable = 0 of {DEALS}: {title}\n"
                f"undecided = {DEALS} of {DEALS}\n\n"
            )
            shelf, heading, rest = text.partition(AFTER_SHELF)
            text = shelf + section + heading + rest
    FILE.write_text(text, encoding="utf-8")


def contradicts(section: Section) -> bool:
    """Do our deals contradict a share that others published, be it with its interval?"""
    published = section.figures.get("published")
    if published is None:
        return False
    least, most = section.bounds()
    mean, error, _ = published.value
    return mean + Z * error < least or mean - Z * error > most


def page() -> str:
    parts: list[list[list[str]]] = []
    for section in read().values():
        if section.is_heading():
            parts.append([])
        parts[-1] += section.rows()
    return "\n".join(map(_aligned, parts)).lstrip("\n")


def _aligned(rows: list[list[str]]) -> str:
    heading, *others = rows
    tables = [row for row in others if len(row) > 1]
    widths = [max(map(len, column)) for column in zip_longest(*tables, fillvalue="")]
    lines = [f"{heading[1]}\n"]
    for row in others:
        cells = [f"  {cell:<{width}}" for cell, width in zip(row, widths)]
        lines.append("".join(cells).rstrip() + "\n" if len(row) > 1 else f"{row[0]}\n")
    return "".join(lines)


def quoted(phrase: str) -> str:
    """Return a PHRASE of another text, with the figures of the book in the places of its braces.

    `{SECTION: NAME}` is the value as it stands in the book; a further colon is followed by a format
    of Python, where `10` means a number of ten, and `1/` stands before that of the inverse.
    """
    book = read()

    def formatted(place: re.Match[str]) -> str:
        section, name, form = place.groups()
        figure = book[section].figures[name]
        if form is None:
            return figure.text
        if form == "10":
            return f"{10 * figure.value.mean:.0f} of 10"
        if form.startswith("1/"):
            return format(1 / figure.value.mean, form[2:])
        return format(figure.value.mean, form)

    return re.sub(r"\{([^:}]+): ([^:}]+)(?::([^}]+))?\}", formatted, phrase)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
