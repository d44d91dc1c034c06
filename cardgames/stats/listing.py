"""Games as text, one in a line: which game it is, and how it went."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from cardgames.model.errors import printable
from cardgames.model.game import Game
from cardgames.play.results import ENDED, GOING, PERSON, SCRIPT, WON, Result
from cardgames.play.session import GIVEN_UP
from cardgames.stats.figures import COUNTED, PLAIN, by_variant, is_own, outcome_of, score_text
from cardgames.text.wording import clock_text, counted, deal_name

BEST: Final = 10
"""The number of games in a list of the best ones."""


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
    parts = [
        GIVEN_UP if outcome != GOING and result.reason == GIVEN_UP else told,
        score_text(result.score, games[result.game]) if outcome in COUNTED else "",
        counted(result.moves, "move"),
        clock_text(result.seconds),
        who,
    ]
    return ", ".join(filter(None, parts))
