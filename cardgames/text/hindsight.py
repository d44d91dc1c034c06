"""The report on a patience that has a solver: where the win was lost, and what would have kept it.

After the end, or for a hint, every card may be named.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from cardgames.patience.chances import Chance, Choice, chance, choice
from cardgames.patience.game import TURN
from cardgames.patience.knowledge import DealKnowledge
from cardgames.play.review import Bounds, Lines, LosingMove, Review, review
from cardgames.play.session import Session
from cardgames.text.reviewing import Report, figures, headline, row
from cardgames.text.wording import counted, wrapped

SHOWN: Final = 3
"""The most moves that a report tells of, so that it fits one screen."""
PARTS: Final = 3
"""The number of parts of a better way that are named."""


def report(player: Any, lines: Lines, every: bool) -> Report:
    """Return the report on the game of LINES; EVERY adds how the chances stood."""
    session = player.session
    found = review(lines, session.knowledge())
    shown = shown_of(found.turnings)
    solver = session.solver()
    make = partial(DealKnowledge, solver.steps, solver.line)
    choices = [
        choice(one.before, one.move, make, one.number - 1) if every or one in shown else None
        for one in found.turnings
    ]
    table = list(_table(found, make, player.console.progress)) if every else []
    text = [wrapped(headline(session, _result(player))), wrapped(_hindsight(found, session))]
    for turning, fair in zip(found.turnings, choices):
        if turning in shown:
            text += _told(player, turning, fair)
    if more := len(found.turnings) - len(shown):
        text.append(f"   {counted(more, 'more move')} lost the win, and {_was(more)} taken back.\n")
    text += _table_text(player, table) if every else []
    return Report("".join(text), figures(session) | _figures(player, found, choices, table))


def shown_of(turnings: Sequence[LosingMove]) -> list[LosingMove]:
    """Return the most interesting of TURNINGS: the one that stayed, and then the longest ones."""
    return sorted(turnings, key=lambda one: (one.taken_back, -one.played_on))[:SHOWN]


def _result(player: Any) -> str:
    """Return how far the game was played, in cards and perhaps in dollars."""
    founded, score = player.game.founded(), player.short_score(player.game)
    paid = f", {score}" if "$" in score else ""
    return f"{founded} of {player.game.layout.wanted} cards on the foundations{paid}"


def _hindsight(found: Review, session: Session) -> str:
    """Say until when the game could be won."""
    (won, lost), made = found.bounds, len(found.line.moves)
    going_on = session.outcome() is None
    if won == made:
        still = ", and it could still be won" if going_on else ""
        told = f"the win was never lost{still}"
    elif lost == 0:
        told = "this deal could not be won"
    elif won == lost - 1:
        on = counted(made - lost, "move")
        after = f"; {on} {_was(made - lost)} played after that" if made > lost else ""
        told = f"the deal could be won, until move {lost} lost it{after}"
    else:
        told = _unclear(found.bounds, made)
    return f"In hindsight: {told}."


def _unclear(bounds: Bounds, made: int) -> str:
    """Say until when a game could be won, if the move that lost it is not known."""
    won, lost = bounds
    first = f"it could be won {f'after move {won}' if won else 'at the deal'}"
    then = f"it could not be won any more after move {lost}"
    if won < 0 and lost > made:
        return "the search was too short to find out whether the deal could be won"
    if won < 0:
        return f"{then}; the search was too short to find out more"
    if lost > made:
        return f"{first}; the search was too short to find out whether it still can be"
    return f"{first}, and {then}; the search was too short to find out which move lost it"


def _told(player: Any, turning: LosingMove, fair: Choice | None) -> Iterator[str]:
    """Yield the lines about TURNING, and whether the player could have known."""
    move, before = turning.move, turning.before
    card = _buried(turning)
    if card is not None:
        lost = f"{move} buried {player.look.card(card)} and lost the win"
    else:
        lost = f"{move} ({player.tell(move, before)}) lost the win"
    if turning.taken_back:
        on = turning.played_on
        lost += f", taken back after {counted(on, 'more move')}" if on else ", taken back at once"
    yield row(f"{turning.number}. {lost}.", 3)
    better = player.words_of_plans().parts(before, turning.kept_by)
    shown = PARTS + any(part.to is not None for part in better[PARTS - 1 : PARTS])
    moves = counted(len(turning.kept_by), "move")
    if better:  # a turn is shown with the move for which it is
        told = ", ".join([part.text for part in better[:shown]])
        yield row(f"Better: {told} ({moves} to a win).", 7)
    if fair is not None:
        yield row(judgement(fair), 7)


def _buried(turning: LosingMove) -> Any:
    """Return the card of the waste that was buried, though it was to be played; or None."""
    waste = turning.before.waste
    if turning.move == TURN and waste:
        for move in turning.kept_by:
            if move == TURN:
                break
            if move.name in turning.before.from_waste:
                return waste[-1]
    return None


def judgement(fair: Choice) -> str:
    """Say how the chances stood before and after a move, and whether the player could know."""
    before, after, orders = fair.before, fair.after, fair.before.orders
    if orders == 1:
        return "No card was hidden any more: you could have known."
    verdict = ""
    if 4 * fair.worse >= orders:
        verdict = ": you could have known"
    elif not fair.perhaps:
        verdict = ": you could not know"
    if before.undecided == after.undecided == orders:
        return f"From what you knew: all {orders} orders of the hidden cards are unclear."
    return (
        f"From what you knew: {before.won} of {orders} orders of the hidden cards won before it"
        f"{_unclear_part(before)}, {after.won} after{_unclear_part(after)}{verdict}."
    )


def _unclear_part(found: Chance) -> str:
    """Say how many orders were left undecided."""
    return f" ({found.undecided} unclear)" if found.undecided else ""


def _table(
    found: Review, make: Any, progress: Callable[[str], None]
) -> Iterator[tuple[int, int, Chance]]:
    """Yield each move after which fewer cards are locked, their number, and the chance there."""
    locked, made = None, len(found.line.moves)
    for number, game in enumerate(found.line.positions):
        if game.locked() != locked:
            locked = game.locked()
            progress(f"after move {number} of {made}")
            if (now := chance(game, make, number)) is not None:
                yield number, locked, now


def _table_text(player: Any, table: Sequence[tuple[int, int, Chance]]) -> Iterator[str]:
    """Yield the lines of the TABLE of chances."""
    locked = "reserve" if hasattr(player.game, "reserve") else "face down"
    yield "Orders of the hidden cards that could be won, from what you knew:\n"
    yield f"   after move  {locked:>9}  won\n"
    for number, left, now in table:
        unclear = f", {now.undecided} unclear" if now.undecided else ""
        yield f"   {number or 'the deal':>10}  {left:>9}  {now.won} of {now.orders}{unclear}\n"


def _figures(
    player: Any,
    found: Review,
    choices: Sequence[Choice | None],
    table: Sequence[tuple[int, int, Chance]],
) -> dict[str, Any]:
    """Return the figures of the review."""
    return {
        "founded": player.game.founded(),
        "score": player.game.score(),
        "positions": list(_spans(found)),
        "turnings": [
            _figures_of(player, turning, fair) for turning, fair in zip(found.turnings, choices)
        ],
        "solver": {"positions": found.positions, "searches": found.searches},
        "chances": [
            {
                "move": number,
                "reserve": locked,
                "won": now.won,
                "orders": now.orders,
                "undecided": now.undecided,
            }
            for number, locked, now in table
        ],
    }


def _spans(found: Review) -> Iterator[dict[str, Any]]:
    """Yield the positions of the line, by the number of moves before them, with one verdict."""
    (won, lost), end = found.bounds, len(found.line.moves)
    for first, last, verdict in (
        (0, won, "winnable"),
        (won + 1, lost - 1, "undecided"),
        (lost, end, "lost"),
    ):
        if first <= last:
            yield {"from": first, "to": last, "verdict": verdict}


def _figures_of(player: Any, turning: LosingMove, fair: Choice | None) -> dict[str, Any]:
    """Return the figures of a TURNING."""
    return {
        "kind": "taken back" if turning.taken_back else "lost",
        "move": turning.number,
        "command": str(turning.move),
        "told": player.tell(turning.move, turning.before),
        "kept_by": [str(move) for move in turning.kept_by],
        "moves_to_win": len(turning.kept_by),
        "played_on": turning.played_on,
        "fair": fair
        and {
            "orders": fair.before.orders,
            "before": fair.before.won,
            "after": fair.after.won,
            "undecided": [fair.before.undecided, fair.after.undecided],
        },
    }


def _was(count: int) -> str:
    """Return the verb for COUNT things."""
    return "was" if count == 1 else "were"
