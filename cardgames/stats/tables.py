"""Tables of figures: rows under headings, or below each other where the screen is narrow."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final

INDENT: Final = "  "
LABEL: Final = 14
"""The greatest length of a label with figures beside it; they stand below a longer one."""
NOTHING: Final = "-"
"""Stands for a figure that there is not."""


def table(headings: Sequence[str], rows: Mapping[str, Sequence[str]], columns: int) -> list[str]:
    """Return ROWS, the cells of each by its label, as lines that are shorter than COLUMNS.

    A cell without a figure is empty; a column of such cells is left out.
    """
    used = [n for n, _ in enumerate(headings) if any(cells[n] for cells in rows.values())]
    if not used:
        return []
    shown = {label: [cells[n] or NOTHING for n in used] for label, cells in rows.items()}
    named = [headings[n] for n in used]
    widths = [max(map(len, column)) for column in zip(named, *shown.values())]
    if len(_row("", named, widths)) >= columns:
        return _narrow(named, shown, columns)
    lines = [_row("", named, widths)]
    for label, cells in shown.items():
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


def _narrow(named: Sequence[str], shown: Mapping[str, Sequence[str]], columns: int) -> list[str]:
    """Return the rows with each figure after its heading; no two words of it are torn apart."""
    lines = []
    for label, cells in shown.items():
        lines += _label(label, columns)
        told = [f"{heading} {cell}" for heading, cell in zip(named, cells) if cell != NOTHING]
        text = ", ".join(piece.replace(" ", "\0") for piece in told)
        filled = wrap(text, columns - 1, initial_indent=2 * INDENT, subsequent_indent=2 * INDENT)
        lines += [line.replace("\0", " ") for line in filled]
    return lines
