"""The figures computed from many results, as plain numbers; `page` turns them into text."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Any, Final, NamedTuple

from cardgames.model.game import Game, interval
from cardgames.play.results import (
    DRAWN,
    ENDED,
    GOING,
    LEFT,
    LOST,
    PERSON,
    SCRIPT,
    WON,
    Result,
)

OPEN: Final = (None, GOING)
"""What may be said of today's deal while a streak up to yesterday is kept."""
COUNTED: Final = (WON, LOST, DRAWN)
"""The outcomes of games that count for the share of wins, the means and the streaks."""
GIVEN_TIME: Final = timedelta(days=30)
"""How long after it was touched last an unfinished game counts as left."""
PLAIN: Final = "the plain game"
"""The name of a game played without options, among the variants."""


class Streak(NamedTuple):
    """The current and the longest number of wins in a row."""

    now: int
    longest: int


class Figures:
    """The figures of RESULTS of one kind of game, given in the order in which the games began.

    All but `helped`, `scripts` and `shared` cover only games that one person played without the
    computer.
    """

    def __init__(self, results: Sequence[Result], today: date) -> None:
        """Compute the figures of RESULTS, as they are TODAY."""
        own = [result for result in results if is_own(result)]
        self.begun = len(own)
        """The number of games, those that go on included."""
        outcomes = [outcome_of(result, today) for result in own]
        self.counted = [one for one, outcome in zip(own, outcomes) if outcome in COUNTED]
        self.won = [result for result in self.counted if result.outcome == WON]
        self.left = outcomes.count(LEFT)
        """The number of games left unfinished."""
        self.last = [outcome for outcome in outcomes if outcome != GOING][-10:]
        """The outcomes of the last ten games that ended or were left, the latest at the end."""
        self.scripts = sum(result.player == SCRIPT for result in results)
        """The number of games that came from a script."""
        self.shared = sum(result.player == PERSON for result in results) - len(own)
        """The number of games that several people played."""
        self.helped = len(results) - len(own) - self.scripts - self.shared
        """The number of games that a computer played, or helped to play."""

    @property
    def played(self) -> int:
        """The number of games that count."""
        return len(self.counted)

    @property
    def unaided(self) -> int:
        """The number of games won without a hint or an undo."""
        return sum(not (result.hints or result.undos) for result in self.won)

    def interval(self) -> tuple[float, float]:
        """Return the 95% confidence interval of the share of games won; needs a game played."""
        return interval(len(self.won), self.played)

    def total(self) -> int:
        """Return the sum of all scores."""
        return sum(result.score for result in self.counted)

    def best(self) -> int | None:
        """Return the best score; None without games."""
        return max((result.score for result in self.counted), default=None)

    def fewest(self) -> int | None:
        """Return the smallest number of moves of a game won; None without one."""
        return min((result.moves for result in self.won), default=None)

    def quickest(self) -> int | None:
        """Return the time of the quickest game won, in seconds; None without one."""
        return min((result.seconds for result in self.won), default=None)

    def streak(self) -> Streak:
        """Return the current and the longest run of wins."""
        return streak(result.outcome == WON for result in self.counted)


def is_own(result: Result) -> bool:
    """Did one person play this game, without the computer?"""
    return result.player == PERSON and result.outcome != ENDED


def outcome_of(result: Result, today: date) -> str:
    """Return the outcome of a game; GOING while it can be expected to go on, else LEFT."""
    if result.status == ENDED:
        return result.outcome
    untouched = result.finished[:10] < str(today - GIVEN_TIME)
    return LEFT if result.status == LEFT or untouched else GOING


def streak(wins: Iterable[bool]) -> Streak:
    """Return the current and the longest run of WINS."""
    runs = [len(list(run)) * won for won, run in groupby(wins)]
    return Streak(runs[-1], max(runs)) if runs else Streak(0, 0)


def daily_streak(results: Iterable[Result], today: date) -> Streak:
    """Return how many days in a row one person, without the computer, won the deal of the day.

    Only the first try at a deal counts. A streak up to yesterday is kept until TODAY is over, or
    until its deal is lost.
    """
    tries: dict[int, str] = {}
    for result in results:
        if result.today:
            outcome = outcome_of(result, today) if is_own(result) else LOST
            tries.setdefault(_day(result.today), outcome)
    days = sorted(day for day, outcome in tries.items() if outcome == WON)
    runs = [len(list(run)) for _, run in groupby(enumerate(days), lambda item: item[1] - item[0])]
    now = today.toordinal()
    goes_on = bool(days) and (days[-1] == now or days[-1] == now - 1 and tries.get(now) in OPEN)
    return Streak(runs[-1] if goes_on else 0, max(runs, default=0))


def _day(text: str) -> int:
    """Return the date in TEXT as the number of its day, or 0 if TEXT has no date."""
    try:
        return date.fromisoformat(text).toordinal()
    except ValueError:
        return 0


def grouped(results: Iterable[Result], key: Callable[[Result], str]) -> dict[str, list[Result]]:
    """Group RESULTS that have the same KEY; the groups are in the order of their first results."""
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return groups


def by_variant(results: Iterable[Result], game: type[Game]) -> dict[str, list[Result]]:
    """Group RESULTS of GAME by variant or, where options make no variant, by these options.

    The plain game comes first, then the variants in the order of their declaration.
    """
    options = game.options_type
    usual = options().values()
    bundles: dict[str, Any] = {PLAIN: {}}
    bundles |= {name: bundle for name, bundle in options.variants.items() if bundle}
    known = {name: options(**bundle).values() for name, bundle in bundles.items()}

    def name(result: Result) -> str:
        """Return the name of the variant of RESULT, or its options in words."""
        values = {**usual, **result.options}  # An option newer than the result had its default.
        return next((n for n in known if known[n] == values), result.words or PLAIN)

    places = {name: place for place, name in enumerate(known)}
    groups = grouped(results, name).items()
    return dict(sorted(groups, key=lambda group: places.get(group[0], len(places))))
