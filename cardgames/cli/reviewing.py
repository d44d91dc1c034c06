"""The command `review`, which tells in hindsight where a played game was lost."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import Any, Final

import click

from cardgames.cli import options
from cardgames.cli.dealing import SCRIPTS
from cardgames.cli.seating import followed_script, look_for, named_script, text_player
from cardgames.model.errors import IllegalMove
from cardgames.play.session import Session
from cardgames.text.console import Console, capable, is_terminal
from cardgames.text.look import Look
from cardgames.text.reviewing import Report
from cardgames.text.terminal import SignOfLife

LOOK: Final = ("cards", "color")
"""The options for the look of cards within a text."""


class Progress(Console):
    """A console that shows nothing but how far the work is, if standard error is a terminal."""

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__()
        self._sign = SignOfLife(partial(click.echo, err=True, nl=False))

    def progress(self, text: str) -> None:
        """Show how far the work is."""
        self._sign.figure = text

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Give a sign of life if the block takes long, and take it back after the block."""
        with self._sign.shown() if is_terminal(sys.stderr) and capable() else nullcontext():
            yield


@click.command(short_help="tell where the win of a played game was lost")
@click.argument("script", type=options.FileType())
@click.option("--all", "every", is_flag=True, help="Add the chances, or look at every hand.")
@click.option("--json", is_flag=True, help="Print one JSON object, not a text.")
def review(script: str, every: bool, json: bool, **values: Any) -> int:
    """Tell in hindsight where the win was lost in the game that the file SCRIPT holds, what would
    have kept it, and whether the player could have known; or in Rummy, which choices were clearly
    worse than others. If SCRIPT is -, read it from standard input. 'cardgames help review' says
    more.

    \b
    Examples:
      cardgames review game.txt
      cardgames review game.txt --json
    """
    session = followed_script(*named_script(script))
    report = reviewed(session, Progress(), look_for(values["cards"], values["color"]), every)
    if json:
        from json import dumps

        click.echo(dumps(report.figures, indent=2))
    else:
        click.echo(report.text, nl=False)
    return 0


def reviewed(session: Session, console: Console, look: Look, every: bool = False) -> Report:
    """Return the report on the game of SESSION; CONSOLE shows how far the work is.

    Raises IllegalMove if there is no review of the game.
    """
    player: Any = text_player(session.game.name)(session, console, look, SCRIPTS)
    if "review" not in player.commands.all:
        raise IllegalMove(f"there is no review of {session.game.title()}")
    with player.console.thinking():
        report: Report = player.in_hindsight("all" if every else "")
    return report


review.params += [one for one in options.common_options() if one.name in LOOK]
