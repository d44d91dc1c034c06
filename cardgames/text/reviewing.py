"""The command `review`, and what it needs of every game: the lines played, and a report on them.

Each game's text player makes the report itself, by `in_hindsight`.
"""

from typing import Any, Final, NamedTuple

from click.formatting import wrap_text

from cardgames.model.errors import IllegalMove
from cardgames.play.review import Lines
from cardgames.play.script import Script
from cardgames.play.session import Session
from cardgames.text.wording import counted, deal_text, game_text

STOPPED: Final = "the review was stopped, and has found out nothing"


class Report(NamedTuple):
    """What a review found out: as a text, and as figures for programs."""

    text: str
    figures: dict[str, Any]


def review(player: Any, word: str = "") -> None:
    """Show the report on the game that PLAYER plays; the WORD after the command says of what.

    In a game that goes on it counts as a hint.
    """
    session, going_on = player.session, player.session.outcome() is None
    if not player.loading:
        with player.screen.breakable(STOPPED):
            report = player.in_hindsight(word)
    if going_on:
        session.ask(f"review {word}".rstrip())
    if not player.loading:
        player.screen.say(report.text + _way_back(report) * player.console.interactive)


def _way_back(report: Report) -> str:
    """Name the command that goes back to the last of the moves that REPORT tells of; '' if none."""
    stayed = [one["move"] for one in report.figures["turnings"] if one["kind"] != "taken back"]
    return f"'review {stayed[-1]}' goes back there, to try it differently.\n" if stayed else ""


def go_to(player: Any, number: int) -> None:
    """Go to the position before move NUMBER: by undo, or in a new game if this one is over.

    Undo takes back all that a computer has played, so a place within that needs a new game, too.
    """
    session, history = player.session, player.session.history
    if number > history.made:
        made = counted(history.made, "move")
        raise IllegalMove(f"there is no move {number}: {made} led to this position")
    played_there = history.line(number)[1][-1]._replace(seat=0)
    if session.outcome() is None and history.begins_step(number - 1):
        steps = history.steps_after(number - 1)
        player.check_undo(steps)
        session.undo(steps)
        back = f"'redo {steps}' comes back" if steps > 1 else "'redo' comes back"
    else:
        begin_apart(player, number)
        ended = session.outcome() is not None
        stays = "the other result stays" if ended else "what a computer has played stays as it is"
        back = f"this is a new game, and {stays}"
    made = player.session.history.made
    player.retried = player.game, played_there
    player.screen.remarks.append(f"You are before move {made + 1}: {back}.\n")


def begin_apart(player: Any, number: int) -> None:
    """Begin a game of its own, of the same deal, in the position before move NUMBER.

    It begins with a hint counted, as its player has seen the deal to its end.
    """
    before = player.session
    _, moves = before.history.line(number - 1)
    lines = [*before.dealing, *[str(move._replace(seat=0)) for move in moves]]
    session = player.session_of(Script(before.setup, lines), "review")
    session.from_script = True
    session.ask("review")
    player.play_session(session)


def played(player: Any) -> Lines:
    """Return the lines of play of the game in progress."""
    session, lines = player.session, Lines()
    commands = [*session.dealing, *session.log[session.begun :]]
    player.session_of(Script(session.setup, commands), "the game", lines.see)
    return lines


def headline(session: Session, result: str) -> str:
    """Return the first sentence of a report: which game it was, and its RESULT."""
    outcome = session.outcome()
    won = outcome is not None and outcome.winner == 1
    ended = "won" if won else "not won"
    moves = counted(session.history.made, "move")
    return f"{game_text(session)}, {deal_text(session)}: {ended}, {moves}, {result}."


def figures(session: Session) -> dict[str, Any]:
    """Return the figures about the game in progress of SESSION, without those of its review."""
    setup, _ = session.deal
    outcome = session.outcome()
    result = None if outcome is None else {1: "won", None: "draw"}.get(outcome.winner, "lost")
    return {
        "game": setup.game.name,
        "options": setup.options.values(),
        "seed": None if setup.deck else setup.seed,
        "deck": setup.deck and [str(card) for card in reversed(setup.deck)],
        "moves": session.history.made,
        "outcome": result,
    }


def row(text: str, indent: int) -> str:
    """Return TEXT in lines that begin with INDENT blanks."""
    return wrap_text(text, 79, " " * indent, " " * (indent + 2)) + "\n"
