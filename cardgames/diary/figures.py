"""The figures of what a person played: the page of `stats`, lists of games, JSON and CSV."""

import csv
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from io import StringIO
from itertools import groupby
from operator import attrgetter
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardgames.diary.diary import (
    COUNTING,
    DRAWN,
    ENDED,
    GOING,
    HELPED,
    LEFT,
    LOST,
    PERSON,
    SCRIPT,
    WON,
    Diary,
    Entry,
)  # fmt: skip
from cardgames.diary.rows import Column, checked
from cardgames.model.errors import counted, printable
from cardgames.model.game import DOLLARS, JOIN, Game
from cardgames.model.strategy import interval
from cardgames.play.charts import TIMES, Bar, Bars, spread
from cardgames.play.session import GIVEN_UP, REVEALED
from cardgames.screen.look import clock_text, dollars, fitted
from cardgames.text.wording import deal_name

if TYPE_CHECKING:
    from sqlite3 import Connection

COUNTED: Final = (WON, LOST, DRAWN)  # the outcomes that count for shares, means and streaks
PLAIN: Final = "the plain game"  # the label of a game without options, in tables of variants
NUMBER: Final = Column.of("a number", int | None)
MONTHS: Final = 12  # the number of months in a chart
BEST: Final = 10  # the number of games in a list of the best games
WORDS: Final = "first second third fourth fifth sixth seventh eighth ninth tenth".split()

SIGNS: Final = {WON: "+", LOST: "-", DRAWN: "=", LEFT: "."}  # the signs in the column 'last ten'
DAILY: Final = SIGNS | {LEFT: "~", GOING: "~", HELPED: "*"}  # the signs of the calendar
SHORT: Final = ("begun", "played", "left", "won", "share", "streak", "best", "last ten")
SHARES: Final = ("begun", "played", "won", "share", "95% interval", "best")
COURSE: Final = ("streak", "longest", "mean", "unaided", "moves", "time", "left")
# What the headings of columns mean.
LEGEND: Final = {
    "played": "played: won, lost or drawn by one person without the computer",
    "left": "left: not ended, and not touched for 30 days",
    "best": "best: the highest score, or the shortest time for a win",
    "last ten": "last ten: + won, - lost, = drawn, . left; the newest at the right",
    "longest": "streak, longest: wins in a row, now and at most",
    "unaided": "unaided: won without a hint, a review, a verdict of 'winnable' or an undo",
    "time": "moves, time: the least for a win",
}
INDENT: Final = "  "
# The fields that lists do not need, and the fields that pages of figures do not need.
NOT_LISTED: Final = ("name", "deal", "length", "helped_from", "today", "version", "details")
NOT_FIGURED: Final = tuple(
    "id name deal seed number day reason length helped_from begun version".split()
)
LABEL: Final = 14  # the width of the column of labels; a longer label has a line of its own


class Streak(NamedTuple):
    now: int
    longest: int


class Figures:
    """The figures of some games, which must be in the order in which they began.

    The numbers `helped`, `scripts` and `shared` are about games with help, games from scripts and
    games of several people. All other figures are about games of one person without help.
    """

    def __init__(self, results: Sequence[Entry], today: date) -> None:
        own = [result for result in results if is_own(result)]
        outcomes = [outcome_of(result, today) for result in own]
        counting = [one for one, outcome in zip(own, outcomes) if outcome in COUNTED]
        won = [result for result in counting if result.outcome == WON]
        self.details = [result.details for result in own]  # the source of the game's own figures
        self.begun = len(own)  # games that still go on count too
        self.left = outcomes.count(LEFT)
        self.last = [outcome for outcome in outcomes if outcome != GOING][-10:]
        self.played, self.won = len(counting), len(won)
        self.streak = streak(result.outcome == WON for result in counting)
        scores = [result.score for result in counting]
        self.total, self.best = sum(scores), max(scores, default=None)
        self.unaided = sum(not (one.hints or one.undos or revealed(one)) for one in won)
        self.fewest = min((result.moves for result in won), default=None)
        self.quickest = min((result.seconds for result in won), default=None)
        players = [result.player for result in results]
        self.scripts = players.count(SCRIPT)
        self.shared = players.count(PERSON) - len(own)
        self.helped = len(results) - len(own) - self.scripts - self.shared


def revealed(result: Entry) -> bool:
    """Did the player ask for a review or a verdict, which make use of the hidden cards?"""
    return any(result.details.get(noun) for noun in REVEALED)


def is_own(result: Entry) -> bool:
    return result.player == PERSON and result.outcome != ENDED


def outcome_of(result: Entry, today: date) -> str:
    """Return the outcome of a game; GOING if it is unfinished, but LEFT after 30 idle days."""
    if result.status == ENDED:
        return result.outcome
    untouched = result.finished[:10] < str(today - timedelta(days=30))
    return LEFT if result.status == LEFT or untouched else GOING


def streak(wins: Iterable[bool]) -> Streak:
    runs = [len(list(run)) * won for won, run in groupby(wins)]
    return Streak(runs[-1], max(runs)) if runs else Streak(0, 0)


def daily_streak(results: Iterable[Entry], today: date) -> Streak:
    """Return on how many days in a row the deal of the day was won, without the computer.

    Only the first try at a deal counts. A streak up to yesterday lasts until today is over, or
    until today's deal is lost.
    """
    tries = first_tries(results, today)
    days = sorted(day.toordinal() for day, outcome in tries.items() if outcome == WON)
    # On consecutive days, the day minus its index stays the same.
    runs = [len(list(run)) for _, run in groupby(enumerate(days), lambda item: item[1] - item[0])]
    now = today.toordinal()
    is_open = tries.get(today) in (None, GOING)
    goes_on = bool(days) and (days[-1] == now or days[-1] == now - 1 and is_open)
    return Streak(runs[-1] if goes_on else 0, max(runs, default=0))


def first_tries(results: Iterable[Entry], today: date) -> dict[date, str]:
    """Return the outcome of the first try at each deal of the day; HELPED if it does not count."""
    tries: dict[date, str] = {}
    for result in results:
        if result.today:
            outcome = outcome_of(result, today) if is_own(result) else HELPED
            tries.setdefault(date.fromisoformat(result.today), outcome)
    return tries


def calendar(results: Sequence[Entry], title: str, typed: str, today: date) -> str:
    """Return a calendar of this month with the results of its daily deals, and a line to share."""
    tries, streak = first_tries(results, today), daily_streak(results, today)
    first = today.replace(day=1)
    days = [first + timedelta(n) for n in range(31) if (first + timedelta(n)).month == first.month]
    signs = [DAILY.get(tries.get(day, ""), "." if day <= today else " ") for day in days]
    cells = [f" {day.day:>2}{sign} " for day, sign in zip(days, signs)]
    cells[today.day - 1] = f"[{cells[today.day - 1].strip():>3}]"
    cells = ["     "] * first.weekday() + cells
    weeks = ["".join(cells[at : at + 7]).rstrip() for at in range(0, len(cells), 7)]
    outcomes = [tries[day] for day in days if day in tries]
    course = f"{outcomes.count(WON)} of {len(outcomes)} won, {streak.now} in a row"
    shared = f"cardgames {typed} {today:%Y-%m}: {course}, at most {streak.longest}"
    return "\n".join(
        [
            f"{title}: the deals of the day in {today:%B %Y}",
            "  Mo   Tu   We   Th   Fr   Sa   Su",
            *weeks,
            "+ won, - lost, = drawn, * helped, ~ not ended, . not played; [today]",
            *[shared] * bool(outcomes),
            "",
        ]
    )


def in_dollars(game: type[Game], variant: str) -> bool:
    return game.score_unit == DOLLARS and (game.casino is None or variant in game.casino)


def score_text(score: float, game: Any, variant: str, digits: int = 0) -> str:
    """Return the text of a score in a variant of `game`; '' if the game has no unit for scores."""
    if in_dollars(game, variant):
        return dollars(round(score))
    if game.score_unit == DOLLARS:
        score = (score + game.cost) / game.card_pays
    return f"{score:,.{digits}f}" if game.score_unit else ""


def grouped(results: Iterable[Entry], key: Callable[[Entry], str]) -> dict[str, list[Entry]]:
    """Group games by a key; the groups are in the order of their first games."""
    groups = defaultdict[str, list[Entry]](list)
    for result in results:
        groups[key(result)].append(result)
    return dict(groups)


def variants_of(results: Sequence[Entry], games: Mapping[str, type[Game]]) -> list[str]:
    """Return the variant of each game or, if it has none, the words for its unusual options."""
    known = {name: _known(game) for name, game in games.items()}
    found, names = dict[tuple[str, int, str], str](), list[str]()
    for result in results:
        key = result.game, id(result.options), result.words  # Equal options are often one object.
        if (name := found.get(key)) is None:
            named = known[result.game]
            values = named[PLAIN] | result.options  # for options added since then
            apart = f"={JOIN}" in result.words  # games with a program are counted separately
            fitting = (name for name in named if named[name] == values and not apart)
            name = found[key] = next(fitting, "") or _unusual(result, games[result.game], values)
        names.append(name)
    return names


def _unusual(result: Entry, game: type[Game], values: Mapping[str, Any]) -> str:
    """Return the words for the options that differ from the defaults at a terminal, or PLAIN."""
    try:
        words = game.options_type(**values).words(at_terminal=True)
    except (TypeError, ValueError):  # the options are those of another version
        return result.words or PLAIN
    return " ".join([*words, *re.findall("--seat [^ ]+", result.words)]) or PLAIN


def _known(game: type[Game]) -> dict[str, dict[str, Any]]:
    """Return the options of the plain game and of each of its variants, by name."""
    options = game.options_type
    seated = {each.name: each.metadata["seated"] for each in options.declared()}
    plain = {name: value for name, value in seated.items() if value is not None}
    variants = {name: bundle for name, bundle in options.variants.items() if bundle}
    bundles = {PLAIN: plain, **variants}
    return {name: options(**bundle).values() for name, bundle in bundles.items()}


def by_variant(results: Sequence[Entry], game: type[Game]) -> dict[str, list[Entry]]:
    """Group results of one game by variant; the variants that the game declares come first."""
    groups = defaultdict[str, list[Entry]](list, {name: [] for name in _known(game)})
    for result, name in zip(results, variants_of(results, {one.game: game for one in results[:1]})):
        groups[name].append(result)
    return {name: group for name, group in groups.items() if group}


def deal_of(result: Entry, game: type[Game]) -> str:
    """Name the game, its variant or options, and its deal."""
    return _deal_text(result, game, *variants_of([result], {result.game: game}))


def _deal_text(result: Entry, game: type[Game], variant: str) -> str:
    title = result.game if game is Game else game.title()
    if variant != PLAIN:
        title += f"{',' * (variant in game.options_type.variants)} {variant}"
    return printable(f"{title}, {deal_name(result.day, result.seed, result.number, result.deal)}")


def listing(results: Sequence[Entry], games: Mapping[str, type[Game]], today: date) -> str:
    variants, lines = variants_of(results, games), []
    deals = [_deal_text(one, games[one.game], of) for one, of in zip(results, variants)]
    width = max(map(len, deals), default=0)
    for one, variant, deal in zip(results, variants, deals):
        outcome = outcome_of(one, today)
        ended = GIVEN_UP if one.reason == GIVEN_UP else outcome
        parts = [
            "not ended" if outcome == GOING else ended,
            score_text(one.score, games[one.game], variant) if outcome in COUNTED else "",
            counted(one.moves, "move"),
            clock_text(one.seconds),
            {PERSON: "", SCRIPT: "from a script"}.get(one.player, "helped"),
        ]
        course = ", ".join(filter(None, parts))
        lines.append(f"{one.id:>4}  {one.begun[:10]}  {deal:<{width}}  {course}\n")
    return "".join(lines)


def best(results: Sequence[Entry], game: type[Game], today: date) -> list[Entry]:
    """Return the games with the highest scores or, if `game` has no scores, the quickest wins."""
    counting = [one for one in results if is_own(one) and outcome_of(one, today) in COUNTED]
    if game.score_unit:
        return sorted(counting, key=lambda one: (-one.score, one.seconds))[:BEST]
    won = [one for one in counting if one.outcome == WON]
    return sorted(won, key=lambda one: one.seconds)[:BEST]


class Standing(NamedTuple):
    """What a person has achieved in one game with one set of options."""

    played: int = 0
    won: int = 0
    quickest: int | None = None  # the shortest time of an earlier win, in seconds
    fewest: int | None = None  # the fewest moves of an earlier win
    streak: int = 0  # the number of wins in a row, up to now


def standing_in(kept: Diary, result: Entry) -> Standing:
    """Return the standing after a game; SQLite counts it a hundred times faster than Figures."""
    alike = f"FROM games WHERE game = ? AND words = ? AND {COUNTING}"
    won = f"outcome = '{WON}' AND name != ?"
    query = f"""SELECT count(*), count(CASE outcome WHEN '{WON}' THEN 1 END),
        min(CASE WHEN {won} THEN seconds END), min(CASE WHEN {won} THEN moves END),
        coalesce(max(CASE outcome WHEN '{WON}' THEN 0 ELSE id END), 0) -- the last not won
        {alike}"""
    rule, names = (result.game, result.words), (result.name, result.name)

    def work(file: "Connection") -> Standing:
        found = file.execute(query, (*names, *rule)).fetchall()
        played, won, quickest, fewest, last = [one for (one,) in checked(found, [NUMBER] * 5)]
        ((streak,),) = file.execute(f"SELECT count(*) {alike} AND id > ?", (*rule, last))
        return Standing(played, won, quickest, fewest, streak)

    return kept.read(work, Standing())


def standing_text(result: Entry, kept: Diary) -> str:
    """Return a line that compares a game with earlier games; '' if the game does not count."""
    if not is_own(result):
        return ""
    standing = standing_in(kept, result)
    if result.outcome != WON:
        return f"You have won {standing.won} of {counted(standing.played, 'game')}.\n"
    if standing.streak > 1:
        place = f"{ordinal(standing.streak).capitalize()} win in a row."
    elif standing.played == 1:
        place = "Your first game, and won."
    else:
        place = f"Your {ordinal(standing.won)} win in {counted(standing.played, 'game')}."
    if standing.quickest is not None and result.seconds < standing.quickest:
        place = f"Your best time so far: {clock_text(result.seconds)}. {place}"
    elif standing.fewest is not None and result.moves < standing.fewest:
        place = f"Your fewest moves so far: {result.moves}. {place}"
    return f"{place}\n"


def ordinal(number: int) -> str:
    """Return an ordinal: 'first', 'tenth', '11th', '21st'."""
    if number <= len(WORDS):
        return WORDS[number - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 14 else ending}"


def page(
    results: Sequence[Entry],
    games: Mapping[str, type[Game]],
    today: date,
    columns: int,
    long: bool,
    drawn: Iterable[str] = (),
) -> str:
    """Return the page of figures about some games, with the lines in `drawn` below the tables.

    A long page has all figures. If it is about a single game, it also has a table by month.
    """
    dates = [result.finished[:10] for result in results]
    first, last = min(dates), max(dates)
    when = f"on {first}" if first == last else f"from {first} to {last}"
    hours = sum(map(attrgetter("seconds"), results)) // 3600
    time = f", in {_number(hours, 'hour')}" if hours else ""
    lines = [f"{_number(len(results), 'game')} {when}{time}"]
    by_game = grouped(results, attrgetter("game"))
    for name, game in games.items():
        played, title = by_game[name], printable(name) if game is Game else game.title()
        lines += ["", f"{title}: {_number(len(played), 'game')}"]
        lines += _of_game(played, game, today, columns, long)
        if long and len(games) == 1:
            lines += _by_option(played, game, today, columns)
            months = grouped(played, lambda result: printable(result.finished[:7]))
            rows = {month: _cells(Figures(of, today), game) for month, of in sorted(months.items())}
            lines += ["", "By month", *tabulated([SHARES], rows, columns)]
    lines += drawn
    titles = "\n".join(lines)
    lines += ["", *(meaning for title, meaning in LEGEND.items() if f"  {title}" in titles)]
    return fitted("\n".join([*lines, ""]), columns)


def charts(results: Sequence[Entry], today: date) -> list[Bars]:
    """Return charts of the share of wins by month, and of the moves and times of games won."""
    own = [one for one in results if is_own(one) and outcome_of(one, today) in COUNTED]
    months, found = grouped(own, lambda one: printable(one.finished[:7])), list[Bars]()
    won = [one for one in own if one.outcome == WON]
    if months:
        bars = list[Bar]()
        for month in sorted(months)[-MONTHS:]:
            wins, played = sum(one.outcome == WON for one in months[month]), len(months[month])
            told = f"{wins / played:6.1%}  {wins:,} of {played:,}"
            bars.append(Bar(month, wins / played, told))
        found.append(Bars("Share of wins by month", bars, 1))
    if len(won) > 1:
        found.append(Bars("Moves of the games won", spread([one.moves for one in won])))
        times = spread([one.seconds for one in won], TIMES, clock_text)
        found.append(Bars("Time of the games won", times))
    return found


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"


def _of_game(
    results: Sequence[Entry], game: type[Game], today: date, columns: int, long: bool
) -> Iterator[str]:
    variants = {printable(name): rows for name, rows in by_variant(results, game).items()}
    figures = {name: Figures(rows, today) for name, rows in variants.items()}
    rows = {name: _cells(one, game, name) for name, one in figures.items()}
    if long:
        by = f"by {game.expected.by}"
        for name, played in variants.items():
            chosen = played[-1].options.get(game.expected.option, "")
            share = next((s for v, s in game.expected.shares.items() if v == chosen), None)
            percent = f"{100 * share:.3f}".rstrip("0").rstrip(".") + "%" if share else ""
            rows[name][by] = percent
        own = [by, *(figure.title for figure in game.figures)]
        yield from tabulated([[*SHARES, "last ten"], COURSE, own], rows, columns)
        if paid := [f for name, f in figures.items() if in_dollars(game, name) and f.played]:
            yield f"  Your account at the casino: {dollars(sum(f.total for f in paid))}"
    else:
        if not game.score_unit:
            rows = {name: {**cells, "best": cells["time"]} for name, cells in rows.items()}
        yield from tabulated([SHORT], rows, columns)
    apart = {
        "helped by the computer": sum(f.helped for f in figures.values()),
        "from a script": sum(f.scripts for f in figures.values()),
        "of several people": sum(f.shared for f in figures.values()),
    }
    if told := ", ".join(f"{number:,} {how}" for how, number in apart.items() if number):
        yield f"  Counted nowhere else: {told}"
    days = daily_streak(results, today)
    if days.longest:
        yield f"  Today's deals won: {_number(days.now, 'date')} in a row, at most {days.longest}"


def _by_option(results: Sequence[Entry], game: type[Game], today: date, columns: int) -> list[str]:
    """Return a table by the option `game.told_apart`; [] if the table by variant shows as much."""
    groups = grouped(results, lambda result: str(result.options.get(game.told_apart, "")))
    if not 1 < len(groups) < len(by_variant(results, game)):
        return []
    rows = {printable(value): _cells(Figures(of, today), game) for value, of in groups.items()}
    own = [figure.title for figure in game.figures]
    return ["", f"By {game.told_apart}", *tabulated([SHARES, own], rows, columns)]


def _cells(figures: Figures, game: type[Game], variant: str = "") -> dict[str, str]:
    """Return all figures as text, by the headings of their columns; a missing figure is ''."""
    cells = {
        "begun": f"{figures.begun:,}",
        "played": f"{figures.played:,}",
        "left": f"{figures.left:,}" if figures.left else "",
        "last ten": "".join(SIGNS.get(outcome, "?") for outcome in figures.last),
        "moves": "" if figures.fewest is None else f"{figures.fewest:,}",
        "time": "" if figures.quickest is None else clock_text(figures.quickest),
    }
    if figures.played:
        low, high = interval(figures.won, figures.played)
        cells |= {
            "won": f"{figures.won:,}",
            "share": f"{figures.won / figures.played:.1%}",
            "95% interval": f"{100 * low:.1f} to {high:.1%}",
            "best": score_text(figures.best or 0, game, variant),
            "mean": score_text(figures.total / figures.played, game, variant, 1),
            "streak": f"{figures.streak.now:,}",
            "longest": f"{figures.streak.longest:,}",
            "unaided": f"{figures.unaided:,}",
        }
    for figure in game.figures:
        part, whole = (
            [one[name] for one in figures.details if isinstance(one.get(name), int)]
            for name in (figure.part, figure.whole)
        )
        if figure.whole:
            number = sum(part) / sum(whole) if any(whole) else None
        else:
            number = min(filter(None, part), default=None)
        cells[figure.title] = "" if number is None else figure.form.format(number)
    return cells


def tabulated(
    tables: Iterable[Sequence[str]], rows: Mapping[str, Mapping[str, str]], columns: int
) -> list[str]:
    """Return the lines of several tables; `tables` has the headings of each table.

    The mapping `rows` has the figures of each label, by heading. A missing figure is shown as
    '-', and a column without figures is left out. If a table is wider than the screen, its rows are
    shown as wrapped text.
    """
    found = {heading for row in rows.values() for heading, figure in row.items() if figure}
    used = [[h for h in headings if h in found] for headings in tables]
    names = {
        label: wrap(label, columns - 1, initial_indent=INDENT, subsequent_indent=2 * INDENT)
        for label in rows
    }
    lines: list[str] = []
    for headings in filter(None, used):
        texts = [[row.get(h) or "-" for h in headings] for row in rows.values()]
        widths = [max(map(len, column)) for column in zip(headings, *texts)]
        for label, cells in zip(["", *rows], [headings, *texts]):
            is_long = len(label) > LABEL
            row = "".join(f"{INDENT}{cell:>{width}}" for cell, width in zip(cells, widths))
            lines += names[label] if is_long else []
            lines.append(f"{INDENT}{'' if is_long else label:<{LABEL}}{row}")
    if all(len(line) < columns for line in lines):
        return lines
    lines = []
    for label, figures in rows.items():
        pieces = [f"{h} {figures[h]}" for headings in used for h in headings if figures.get(h)]
        text = ", ".join(piece.replace(" ", "\0") for piece in pieces)  # keeps each figure whole
        filled = wrap(text, columns - 1, initial_indent=2 * INDENT, subsequent_indent=2 * INDENT)
        lines += [*names[label], *(line.replace("\0", " ") for line in filled)]
    return lines


def as_json(results: Iterable[Entry]) -> str:
    rows = ",\n".join(json.dumps(result._asdict()) for result in results)
    return f"[\n{rows}\n]\n" if rows else "[]\n"


def as_csv(results: Iterable[Entry]) -> str:
    """Return the games as CSV with a line of headings; the options are written as words."""
    text = StringIO()
    kept = [name for name in Entry._fields if name != "options"]
    out = csv.DictWriter(text, kept, extrasaction="ignore", lineterminator="\n")
    out.writerow(dict(zip(kept, kept)) | {"words": "options"})
    out.writerows(one._asdict() | {"details": json.dumps(one.details)} for one in results)
    return text.getvalue()
