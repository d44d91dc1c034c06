"""What a game that has just ended is for its player, beside the earlier ones of its kind."""

from collections.abc import Sequence

from cardgames.model.game import Game
from cardgames.play.results import WON, Result
from cardgames.stats.figures import Figures, by_variant, is_own
from cardgames.text.wording import counted


def standing_text(result: Result, earlier: Sequence[Result], game: type[Game]) -> str:
    """Compare RESULT with EARLIER results of GAME, those with other options left aside.

    Return '' for a game that a computer helped to play, as it counts nowhere.
    """
    if not is_own(result):
        return ""
    alike = next(rows for rows in by_variant([*earlier, result], game).values() if result in rows)
    before, now = Figures(alike[:-1]), Figures(alike)
    if result.outcome != WON:
        return f"You have won {len(now.won)} of {counted(now.played, 'game')}.\n"
    if (streak := now.streak().now) > 1:
        count = f"Your {ordinal(streak)} win in a row"
    elif now.played == 1:
        count = "Your first game, and won"
    else:
        count = f"Your {ordinal(len(now.won))} win in {counted(now.played, 'game')}"
    return f"{count}{_moves(result.moves, before.fewest())}.\n"


def _moves(moves: int, fewest: int | None) -> str:
    """Compare the number of MOVES with the FEWEST of an earlier win, if there is one."""
    if fewest is None or moves == fewest:
        return ""
    if moves < fewest:
        return f", with your fewest moves so far (before: {fewest})"
    return f"; fewest moves so far: {fewest}"


def ordinal(number: int) -> str:
    """Return the word for a place in a row: 'first', '2nd', '3rd', '11th'."""
    if number == 1:
        return "first"
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 14 else ending}"
