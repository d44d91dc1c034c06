"""Tables of figures: rows under headings, or below each other where the screen is narrow."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

INDENT: Final = "  "
LABEL: Final = 14
"""The greatest length of a label with figures beside it; they stand below a longer one."""
NOTHING: Final = "-"
"""Stands for a figure that there is not."""


class Table(NamedTuple):
    """Figures in rows and columns."""

    headings: Sequence[str]
    rows: dict[str, list[str]]
    """The cells of each row by its label; '' where there is no figure."""

    def used(self) -> "Table":
        """Return the table without the columns in which no row has a figure."""
        used = [n for n, _ in enumerate(self.headings) if any(row[n] for row in self.rows.values())]
        rows = {label: [row[n] or NOTHING for n in used] for label, row in self.rows.items()}
        return Table([self.headings[n] for n in used], rows)

    def widths(self) -> list[int]:
        """Return the width of each column."""
        return [max(map(len, column)) for column in zip(self.headings, *self.rows.values())]


def text_of(tables: Iterable[Table], columns: int) -> list[str]:
    """Return TABLES, whose rows have the same labels, as lines that are shorter than COLUMNS."""
    used = [table for table in map(Table.used, tables) if table.headings]
    if any(len(_row("", table.headings, table.widths())) >= columns for table in used):
        return _narrow(used, columns)
    return [line for table in used for line in _wide(table, columns)]


def _wide(table: Table, columns: int) -> list[str]:
    widths = table.widths()
    lines = [_row("", table.headings, widths)]
    for label, cells in table.rows.items():
        if len(label) > LABEL:
            lines += _label(label, columns)
        lines.append(_row(label if len(label) <= LABEL else "", cells, widths))
    return lines


def _row(label: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    row = "".join(f"{INDENT}{cell:>{width}}" for cell, width in zip(cells, widths))
    return f"{INDENT}{label:<{LABEL}}{row}"


def _label(label: str, columns: int) -> list[str]:
    """Return a label that stands alone, in as many lines as it needs."""
    return wrap(label, columns - 1, initial_indent=INDENT, subsequent_indent=2 * INDENT)


def _narrow(tables: Sequence[Table], columns: int) -> list[str]:
    """Return for each label all its figures, each after its heading and in one piece."""
    lines = []
    for label in tables[0].rows:
        cells = [cell for table in tables for cell in zip(table.headings, table.rows[label])]
        told = [f"{heading} {figure}" for heading, figure in cells if figure != NOTHING]
        text = ", ".join(piece.replace(" ", "\0") for piece in told)
        filled = wrap(text, columns - 1, initial_indent=2 * INDENT, subsequent_indent=2 * INDENT)
        lines += [*_label(label, columns), *(line.replace("\0", " ") for line in filled)]
    return lines
