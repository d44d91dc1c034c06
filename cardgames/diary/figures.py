"""The figures computed from many results, and a game in a line: which it is, and how it went.

`page` makes tables of the figures.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Any, Final, NamedTuple

from cardgames.diary.diary import (
    DRAWN,
    ENDED,
    GOING,
    LEFT,
    LOST,
    PERSON,
    SCRIPT,
    WON,
    Result,
    Standing,
)
from cardgames.model.errors import printable
from cardgames.model.game import DOLLARS, Game
from cardgames.play.session import GIVEN_UP
from cardgames.text.wording import cards_paid, clock_text, counted, deal_name, dollars

OPEN: Final = (None, GOING)
"""What may be said of today's deal while a streak up to yesterday is kept."""
COUNTED: Final = (WON, LOST, DRAWN)
"""The outcomes of games that count for the share of wins, the means and the streaks."""
GIVEN_TIME: Final = timedelta(days=30)
"""How long after it was touched last an unfinished game counts as left."""
PLAIN: Final = "the plain game"
"""The name of a game played without options, among the variants."""
BEST: Final = 10
"""The number of games in a list of the best ones."""
WORDS: Final = "first second third fourth fifth sixth seventh eighth ninth tenth".split()


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


def in_dollars(game: type[Game], variant: str) -> bool:
    """Does the board of GAME show dollars, in its VARIANT?"""
    return game.score_unit == DOLLARS and (game.casino is None or variant in game.casino)


def score_text(score: float, game: type[Game], variant: str, digits: int = 0) -> str:
    """Return a score of the VARIANT of GAME as text; '' if GAME has no unit for scores."""
    if in_dollars(game, variant):
        return dollars(round(score))
    if game.score_unit == DOLLARS:
        score = cards_paid(score, game)
    return f"{score:,.{digits}f}" if game.score_unit else ""


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
            tries.setdefault(date.fromisoformat(result.today).toordinal(), outcome)
    days = sorted(day for day, outcome in tries.items() if outcome == WON)
    runs = [len(list(run)) for _, run in groupby(enumerate(days), lambda item: item[1] - item[0])]
    now = today.toordinal()
    goes_on = bool(days) and (days[-1] == now or days[-1] == now - 1 and tries.get(now) in OPEN)
    return Streak(runs[-1] if goes_on else 0, max(runs, default=0))


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
    named: dict[int, str] = {}

    def name(result: Result) -> str:
        """Return the name of the variant of RESULT, or its options in words."""
        key = id(result.options)  # Many results share one object.
        if key not in named:
            values = {**usual, **result.options}  # An option newer than the result had its default.
            named[key] = next((n for n in known if known[n] == values), result.words or PLAIN)
        return named[key]

    places = {name: place for place, name in enumerate(known)}
    groups = grouped(results, name).items()
    return dict(sorted(groups, key=lambda group: places.get(group[0], len(places))))


def about(result: Result, game: type[Game]) -> str:
    """Say which game RESULT is of: 'Canfield, rainfall, seed 42, 112 moves'."""
    return f"{deal_of(result, game)}, {counted(result.moves, 'move')}"


def deal_of(result: Result, game: type[Game]) -> str:
    """Name the game of RESULT with its variant or its options, and the deal."""
    title = result.game if game is Game else game.title()
    variant = next(iter(by_variant([result], game)))
    if variant != PLAIN:
        title += f"{',' * (variant in game.options_type.variants)} {variant}"
    return printable(f"{title}, {deal_name(result.day, result.seed, result.number)}")


def listing(results: Sequence[Result], games: Mapping[str, type[Game]], today: date) -> str:
    """Return a line for each of RESULTS, with its id, date and course."""
    deals = [deal_of(result, games[result.game]) for result in results]
    width = max(map(len, deals), default=0)
    rows = zip(results, deals)
    return "".join(
        f"{one.id:>4}  {printable(one.begun[:10])}  {deal:<{width}}  {_course(one, games, today)}\n"
        for one, deal in rows
    )


def best(results: Sequence[Result], game: type[Game], today: date) -> list[Result]:
    """Return the best of RESULTS, of GAME: those with the highest scores, or the quickest wins."""
    counting = [one for one in results if is_own(one) and outcome_of(one, today) in COUNTED]
    if game.score_unit:
        return sorted(counting, key=lambda one: (-one.score, one.seconds))[:BEST]
    won = [one for one in counting if one.outcome == WON]
    return sorted(won, key=lambda one: one.seconds)[:BEST]


def _course(result: Result, games: Mapping[str, type[Game]], today: date) -> str:
    """Say how a game went: 'won, $210, 131 moves, 4:59'."""
    outcome = outcome_of(result, today)
    told = {GOING: "not ended", ENDED: "ended"}.get(outcome, outcome)
    who = {PERSON: "", SCRIPT: "from a script"}.get(result.player, "helped")
    game = games[result.game]
    variant = next(iter(by_variant([result], game)))
    parts = [
        GIVEN_UP if outcome != GOING and result.reason == GIVEN_UP else told,
        score_text(result.score, game, variant) if outcome in COUNTED else "",
        counted(result.moves, "move"),
        clock_text(result.seconds),
        who,
    ]
    return ", ".join(filter(None, parts))


def standing_text(result: Result, standing: Standing) -> str:
    """Say what RESULT is for its player; '' for a game that counts nowhere."""
    if not is_own(result):
        return ""
    if result.outcome != WON:
        return f"You have won {standing.won} of {counted(standing.played, 'game')}.\n"
    if standing.streak > 1:
        place = f"{ordinal(standing.streak).capitalize()} win in a row."
    elif standing.played == 1:
        place = "Your first game, and won."
    else:
        place = f"Your {ordinal(standing.won)} win in {counted(standing.played, 'game')}."
    if standing.seconds is not None and result.seconds < standing.seconds:
        place = f"Your best time so far: {clock_text(result.seconds)}. {place}"
    elif standing.moves is not None and result.moves < standing.moves:
        place = f"Your fewest moves so far: {result.moves}. {place}"
    return f"{place}\n"


def ordinal(number: int) -> str:
    """Return the word for a place in a row: 'first', 'tenth', '11th', '21st'."""
    if number <= len(WORDS):
        return WORDS[number - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 14 else ending}"
