"""The command that goes on with unfinished games, lists and drops them."""

from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from cardgames import games
from cardgames.cli import options
from cardgames.cli.keeping import Unfinished, drop, drop_oldest, go_on, readable, shelf
from cardgames.model.errors import quoted
from cardgames.text.console import at_terminal

LEAVE: Final = ("q", "quit", "exit", "bye", "n", "no")
"""What leaves the question which game to go on with."""


class Which(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The name of a game, or a number of the list of unfinished games."""

    name = "which"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name or the number; fail with a click usage error."""
        if value.isascii() and value.isdecimal() and 0 < int(value[:6]):
            return int(value[:6])
        if value not in games.NAMES:
            known = ", ".join(games.NAMES)
            self.fail(f"{quoted(value)} is no number, and not one of: {known}", param)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names of games that begin with what is typed."""
        return [CompletionItem(name) for name in games.NAMES if name.startswith(incomplete)]


@click.command(short_help="go on with an unfinished game")
@click.argument("which", nargs=-1, metavar="[GAME] [NUMBER]", type=Which())
@click.option("--list", "listed", is_flag=True, help="List the unfinished games, and play none.")
@click.option("--drop", "dropped", is_flag=True, help="Drop a game, which then counts as left.")
@click.pass_context
def resume(
    ctx: click.Context, /, which: tuple[Any, ...], listed: bool, dropped: bool, **values: Any
) -> int:
    """Go on with the unfinished game, or with one of them.

    Each game that a person plays at a terminal is kept as it is played, until it ends; of each
    kind, the ten that were played last. NUMBER is the one in the list, of all games or of GAME.

    \b
    Examples:
      cardgames resume
      cardgames resume canfield
      cardgames resume --list
      cardgames resume canfield 2 --drop
    """
    game, number = _understood(which)
    for name in games.NAMES:
        drop_oldest(name)
    found = list(readable(shelf().names(game)))
    of = f" of {games.listing(game).title}" if game else ""
    if not found:
        click.echo(f"There is no unfinished game{of}.")
        return 0
    if listed:
        click.echo(_list(found), nl=False)
        return 0
    if not (dropped or at_terminal()):
        raise click.UsageError("a game is gone on with at a terminal, not by a script")
    if number is not None and number > len(found):
        raise click.UsageError(f"there is no number {number} of {len(found)} unfinished games{of}")
    chosen = found[(number or _chosen(found)) - 1]
    if not dropped:
        return go_on(chosen.name, ctx)
    if click.confirm(f"Drop {chosen.text()}?", err=True):
        drop(chosen)
    return 0


resume.params += [options.scroll_option(), *options.common_options()]


def _understood(which: tuple[Any, ...]) -> tuple[str | None, int | None]:
    """Return the game and the number that are named, each if it is."""
    names = [word for word in which if isinstance(word, str)]
    numbers = [word for word in which if isinstance(word, int)]
    if len(names) > 1 or len(numbers) > 1:
        raise click.UsageError("name one game at most, and one number")
    return next(iter(names), None), next(iter(numbers), None)


def _chosen(found: list[Unfinished]) -> int:
    """Return the number of the only game, or of the one that a person chooses.

    Raises click's Exit if the person leaves.
    """
    if len(found) == 1:
        return 1
    click.echo(_list(found), nl=False, err=True)
    while True:
        try:
            answer = click.prompt(f"Number from 1 to {len(found)}, or q", default="1", err=True)
        except click.Abort:
            raise click.exceptions.Exit(130) from None
        answer = answer.strip()
        if answer.lower() in LEAVE:
            raise click.exceptions.Exit(0)
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:6]) <= len(found):
            return int(answer[:6])
        click.echo(f"Error: {quoted(answer)} is not one of the numbers.", err=True)


def _list(found: list[Unfinished]) -> str:
    """Return a list of games, with their numbers, deals, moves and dates."""
    texts = [game.text() for game in found]
    width = max(map(len, texts))
    lines = []
    for number, (game, text) in enumerate(zip(found, texts), 1):
        begun = game.sitting.begun.astimezone()
        lines.append(f"{number:>3}  {text:<{width}}  begun {begun:%Y-%m-%d %H:%M}\n")
    return "".join(lines)
