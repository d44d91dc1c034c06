"""Results as text: the page of their figures, and every result as JSON or CSV."""

import csv
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from io import StringIO
from textwrap import wrap
from typing import Final, NamedTuple

from cardgames.diary.diary import DRAWN, LEFT, LOST, WON, Result
from cardgames.diary.figures import (
    Figures,
    by_variant,
    daily_streak,
    grouped,
    in_dollars,
    is_own,
    score_text,
)
from cardgames.model.errors import printable
from cardgames.model.game import Expected, Game, interval
from cardgames.text.wording import clock_text, dollars, fitted

SIGNS: Final = {WON: "+", LOST: "-", DRAWN: "=", LEFT: "."}
"""The sign for each outcome, in the row of the last ten games."""
SHORT: Final = ("begun", "played", "left", "won", "share", "streak", "best", "last ten")
SHARES: Final = ("begun", "played", "won", "share", "95% interval", "best")
COURSE: Final = ("streak", "longest", "mean", "unaided", "moves", "time", "left")
LEGEND: Final = {
    "played": "played: won, lost or drawn by one person without the computer",
    "left": "left: not ended, and not touched for 30 days",
    "best": "best: the highest score, or the least time for a win",
    "last ten": "last ten: + won, - lost, = drawn, . left; the newest at the right",
    "longest": "streak, longest: wins in a row, now and at most",
    "unaided": "unaided: won without a hint or an undo",
    "time": "moves, time: the least for a win",
}
"""The meanings of the titles of columns."""
INDENT: Final = "  "
LABEL: Final = 14
"""The width of the labels of rows; the figures of a longer label stand on the line below it."""
NOTHING: Final = "-"
"""The sign for a missing figure."""


class Table(NamedTuple):
    """Figures in rows and columns."""

    headings: Sequence[str]
    rows: dict[str, list[str]]
    """The cells of each row by its label; '' for a missing figure."""

    def used(self) -> "Table":
        """Return the table without the columns in which no row has a figure."""
        used = [n for n, _ in enumerate(self.headings) if any(row[n] for row in self.rows.values())]
        rows = {label: [row[n] or NOTHING for n in used] for label, row in self.rows.items()}
        return Table([self.headings[n] for n in used], rows)

    def widths(self) -> list[int]:
        """Return the width of each column."""
        return [max(map(len, column)) for column in zip(self.headings, *self.rows.values())]


def page(
    results: Sequence[Result],
    games: Mapping[str, type[Game]],
    today: date,
    columns: int,
    long: bool = False,
) -> str:
    """Return the page about RESULTS, for a screen of COLUMNS; GAMES are the games by name.

    A LONG page has every figure, and if all results are of one game, those of each month.
    """
    lines = [_heading(results)]
    by_game = grouped(results, lambda result: result.game)
    for name, game in games.items():
        played = by_game[name]
        lines += ["", f"{_title(name, game)}: {_number(len(played), 'game')}"]
        lines += _of_game(played, game, today, columns, long)
        if long and len(games) == 1:
            lines += _by_option(played, game, today, columns)
            lines += _by_month(played, game, today, columns)
    titles = "\n".join(lines)
    lines += ["", *(meaning for title, meaning in LEGEND.items() if f"  {title}" in titles)]
    return fitted("\n".join([*lines, ""]), columns)


def _heading(results: Sequence[Result]) -> str:
    """Return the number of games, their dates, and the hours they took."""
    dates = [result.finished[:10] for result in results]
    first, last = min(dates), max(dates)
    when = f"on {first}" if first == last else f"from {first} to {last}"
    hours = sum(result.seconds for result in results) // 3600
    time = f", in {_number(hours, 'hour')}" if hours else ""
    return f"{_number(len(results), 'game')} {when}{time}"


def _title(name: str, game: type[Game]) -> str:
    """Return the title of GAME, or its NAME if this version does not know the game."""
    return printable(name) if game is Game else game.title()


def _of_game(
    results: Sequence[Result], game: type[Game], today: date, columns: int, long: bool
) -> Iterator[str]:
    """Yield the lines about the RESULTS of one game."""
    variants = {printable(name): rows for name, rows in by_variant(results, game).items()}
    figures = {name: Figures(rows, today) for name, rows in variants.items()}
    if long:
        shares = {name: [*_shares(f, game, name), _last(f)] for name, f in figures.items()}
        course = {name: _course(f, game, name) for name, f in figures.items()}
        tables = [Table([*SHARES, "last ten"], shares), Table(COURSE, course)]
        yield from text_of([*tables, _own_figures(variants, game)], columns)
        paid = [f for name, f in figures.items() if in_dollars(game, name) and f.played]
        if paid:
            total = sum(f.total() for f in paid)
            yield f"  Your account at the casino: {dollars(total)}"
    else:
        yield from text_of(
            [Table(SHORT, {n: _short(f, game, n) for n, f in figures.items()})], columns
        )
    if apart := _apart(figures.values()):
        yield f"  Counted nowhere else: {apart}"
    days = daily_streak(results, today)
    if days.longest:
        yield f"  Today's deals won: {_number(days.now, 'date')} in a row, at most {days.longest}"


def _apart(figures: Collection[Figures]) -> str:
    """Return the numbers of games that no other figure covers: '2 helped by the computer'."""
    told = {
        "helped by the computer": sum(f.helped for f in figures),
        "from a script": sum(f.scripts for f in figures),
        "of several people": sum(f.shared for f in figures),
    }
    return ", ".join(f"{number:,} {how}" for how, number in told.items() if number)


def _own_figures(variants: Mapping[str, Sequence[Result]], game: type[Game]) -> Table:
    """Return a table by variant: the share expected to be won, and the figures GAME declares."""
    expected = {name: game.expected(rows[-1].options) for name, rows in variants.items()}
    by = next((f"by {found.by}" for found in expected.values() if found), "")
    rows = {
        name: [_expected(expected[name]), *_figures(rows, game)] for name, rows in variants.items()
    }
    return Table([by, *(figure.title for figure in game.figures)], rows)


def _expected(found: Expected | None) -> str:
    """Return the expected share of wins as '20.283%', without zeros at its end; '' for None."""
    return f"{100 * found.share:.3f}".rstrip("0").rstrip(".") + "%" if found else ""


def _figures(results: Sequence[Result], game: type[Game]) -> list[str]:
    """Return the figures that GAME declares, computed from RESULTS."""
    details = [result.details for result in results if is_own(result)]
    return [figure.text(details) for figure in game.figures]


def _by_option(results: Sequence[Result], game: type[Game], today: date, columns: int) -> list[str]:
    """Return a table by the option `game.told_apart`; no lines if the variants show the same."""
    groups = grouped(results, lambda result: str(result.options.get(game.told_apart, "")))
    if not 1 < len(groups) < len(by_variant(results, game)):
        return []
    shares = {
        printable(value): _shares(Figures(rows, today), game) for value, rows in groups.items()
    }
    own = {printable(value): _figures(rows, game) for value, rows in groups.items()}
    tables = [Table(SHARES, shares), Table([figure.title for figure in game.figures], own)]
    return ["", f"By {game.told_apart}", *text_of(tables, columns)]


def _by_month(results: Sequence[Result], game: type[Game], today: date, columns: int) -> list[str]:
    """Return a table with a row for each month."""
    groups = grouped(results, lambda result: printable(result.finished[:7]))
    rows = {month: _shares(Figures(of, today), game) for month, of in sorted(groups.items())}
    return ["", "By month", *text_of([Table(SHARES, rows)], columns)]


def _short(figures: Figures, game: type[Game], variant: str) -> list[str]:
    """Return the cells of a row of the short page."""
    begun, played, won, share, _, best = _shares(figures, game, variant)
    streak = f"{figures.streak().now:,}" if figures.played else ""
    left = f"{figures.left:,}" if figures.left else ""
    if not game.score_unit:
        best = _quickest(figures)
    return [begun, played, left, won, share, streak, best, _last(figures)]


def _shares(figures: Figures, game: type[Game], variant: str = "") -> list[str]:
    """Return the numbers of games, the share of wins with its interval, and the best score."""
    begun = f"{figures.begun:,}"
    if not figures.played:
        return [begun, "0", "", "", "", ""]
    won, (low, high) = len(figures.won), interval(len(figures.won), figures.played)
    between, share = f"{100 * low:.1f} to {high:.1%}", f"{won / figures.played:.1%}"
    best = score_text(figures.best() or 0, game, variant)
    return [begun, f"{figures.played:,}", f"{won:,}", share, between, best]


def _mean(figures: Figures, game: type[Game], variant: str) -> str:
    """Return the mean of the scores; '' if GAME has no unit for them."""
    if not game.score_unit or not figures.played:
        return ""
    return score_text(figures.total() / figures.played, game, variant, 1)


def _last(figures: Figures) -> str:
    """Return the outcomes of the last ten games as signs."""
    return "".join(SIGNS.get(outcome, "?") for outcome in figures.last)


def _course(figures: Figures, game: type[Game], variant: str) -> list[str]:
    """Return the cells that `COURSE` names."""
    streak, moves = figures.streak(), figures.fewest()
    now, longest, unaided = (
        f"{number:,}" if figures.played else ""
        for number in (streak.now, streak.longest, figures.unaided)
    )
    fewest = "" if moves is None else f"{moves:,}"
    left = f"{figures.left:,}" if figures.left else ""
    return [now, longest, _mean(figures, game, variant), unaided, fewest, _quickest(figures), left]


def _quickest(figures: Figures) -> str:
    """Return the least time for a win; '' without one."""
    seconds = figures.quickest()
    return "" if seconds is None else clock_text(seconds)


def _number(count: int, noun: str) -> str:
    """Return a number with its noun: '1 game', '1,000 games'."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def text_of(tables: Iterable[Table], columns: int) -> list[str]:
    """Return TABLES as lines shorter than COLUMNS; all tables have the same row labels."""
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


def _narrow(tables: Sequence[Table], columns: int) -> list[str]:
    """Return the figures of each row as wrapped text; no figure is split between lines."""
    lines = []
    for label in tables[0].rows:
        cells = [cell for table in tables for cell in zip(table.headings, table.rows[label])]
        pieces = [f"{heading} {figure}" for heading, figure in cells if figure != NOTHING]
        text = ", ".join(piece.replace(" ", "\0") for piece in pieces)
        filled = wrap(text, columns - 1, initial_indent=2 * INDENT, subsequent_indent=2 * INDENT)
        lines += [*_label(label, columns), *(line.replace("\0", " ") for line in filled)]
    return lines


def _label(label: str, columns: int) -> list[str]:
    """Return a label without figures beside it, in as many lines as it needs."""
    return wrap(label, columns - 1, initial_indent=INDENT, subsequent_indent=2 * INDENT)


def as_json(results: Iterable[Result]) -> str:
    """Return RESULTS as a JSON list, with one object on each line."""
    rows = ",\n".join(json.dumps(result._asdict()) for result in results)
    return f"[\n{rows}\n]\n" if rows else "[]\n"


def as_csv(results: Iterable[Result]) -> str:
    """Return RESULTS as CSV with a line of headings; the options of each are in words."""
    text = StringIO()
    kept = [name for name in Result._fields if name != "options"]
    names = {"words": "options"}
    out = csv.writer(text, lineterminator="\n")
    out.writerow([names.get(name, name) for name in kept])
    for result in results:
        row = result._asdict() | {"details": json.dumps(result.details)}
        out.writerow([row[name] for name in kept])
    return text.getvalue()
