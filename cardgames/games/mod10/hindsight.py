"""The report on a game of Mod10: the choices that were clearly not the best ones."""

from collections.abc import Sequence
from typing import Any, Final

from cardgames.games.mod10.judging import Judged, judged
from cardgames.play.review import LineOfPlay, Lines
from cardgames.text.reviewing import Report, figures, headline, row
from cardgames.text.wording import counted, wrapped

SHOWN: Final = 6
"""The most choices that a report tells of unless all are asked for, so that it fits one screen."""


def report(player: Any, lines: Lines, every: bool) -> Report:
    """Return the report on the game of LINES; it tells of EVERY choice, or of the worst ones."""
    session, line = player.session, lines.last()
    found = list(judged(line.positions, line.moves))
    worst = sorted(found, key=lambda one: (not one.lost, -one.worse_in))
    shown = found if every else sorted(worst[:SHOWN])
    text = [wrapped(headline(session, player.short_score(player.game)))]
    text.append(wrapped(f"In hindsight: {_verdict(found)}."))
    text += [_told(player, line, one) for one in shown]
    if more := len(found) - len(shown):
        text.append(f"   'review all' tells of {more} more.\n")
    facts = {
        "score": player.game.score(),
        "positions": [],
        "turnings": [_figures_of(player, line, one) for one in found],
        "solver": None,
        "chances": [],
    }
    return Report("".join(text), figures(session) | facts)


def _verdict(found: Sequence[Judged]) -> str:
    """Say how many choices seemed not to be the best, and which lost the win for sure."""
    lost = [one.number for one in found if one.lost]
    worse = len(found) - len(lost)
    seemed = f"{counted(worse, 'choice')} seemed worse than another one"
    if lost:
        surely = f"move {lost[0]} lost the win"
        return f"{seemed}, and {surely}" if worse else surely
    return seemed if worse else "no choice seemed worse than another one"


def _told(player: Any, line: LineOfPlay, one: Judged) -> str:
    """Return the lines about ONE choice."""
    before = line.positions[one.number - 1]
    made, better = (
        f"{move} ({player.tell(move, before)})" for move in (line.moves[one.number - 1], one.better)
    )
    if one.lost:
        return row(f"{one.number}. {made} lost the win.", 3) + row(f"Better: {better}.", 7)
    guesses = f"in {one.worse_in} of {one.of} guesses at the unseen cards"
    return row(f"{one.number}. {made} did worse than {better} {guesses}.", 3)


def _figures_of(player: Any, line: LineOfPlay, one: Judged) -> dict[str, Any]:
    """Return the figures of ONE choice."""
    move = line.moves[one.number - 1]
    return {
        "kind": "lost" if one.lost else "worse",
        "move": one.number,
        "command": str(move),
        "told": player.tell(move, line.positions[one.number - 1]),
        "kept_by": [str(one.better)],
        "moves_to_win": None,
        "played_on": len(line.moves) - one.number,
        "fair": None,
        "guesses": None if one.lost else {"of": one.of, "worse_in": one.worse_in},
    }
