"""The command `resume`, which goes on with unfinished games and lists them."""

from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from cardgames import games
from cardgames.cli import options
from cardgames.cli.keeping import NOT_KEPT, about, begin_again, diary, go_on
from cardgames.cli.seating import columns
from cardgames.model.errors import quoted
from cardgames.play.diary import Diary
from cardgames.play.results import GOING, Result, local
from cardgames.text.console import at_terminal
from cardgames.text.wording import fitted

MOST: Final = 20
"""The greatest number of games in the list."""
ELSEWHERE: Final = "open in another terminal"


class Which(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The name of a game, or the number of one in the diary."""

    name = "which"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name or the number; fail with a click usage error."""
        if value.isascii() and value.isdecimal() and len(value) < 19:
            return int(value)
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
@click.argument("which", required=False, metavar="[GAME|NUMBER]", type=Which())
@click.option("--list", "listed", is_flag=True, help="List the unfinished games, and play none.")
@click.pass_context
def resume(ctx: click.Context, /, which: str | int | None, listed: bool, **values: Any) -> int:
    """Go on with the game you played last, with the last one of GAME, or with game NUMBER.

    Each game that a person plays at a terminal is kept as it is played. The list has the numbers.
    A game that has ended is dealt anew, as another game.

    \b
    Examples:
      cardgames resume
      cardgames resume canfield
      cardgames resume --list
      cardgames resume 37
    """
    kept = diary()
    if kept is None:
        click.echo(NOT_KEPT)
        return 0
    game = which if isinstance(which, str) else None
    if isinstance(which, int) and not listed:
        return resume_game(game_numbered(kept, which), kept, ctx)
    found = kept.unfinished(game)
    if not found:
        of = f" of {games.listing(game).title}" if game else ""
        click.echo(f"There is no unfinished game{of}.")
    elif listed:
        click.echo(_list(found, kept), nl=False)
    else:
        return resume_game(found[0], kept, ctx)
    return 0


resume.params += [*options.terminal_options(), *options.common_options()]


def game_numbered(kept: Diary, number: int) -> Result:
    """Return the game with this NUMBER; raises click's UsageError if there is none."""
    if (found := kept.find(number)) is None:
        raise click.UsageError(f"there is no game {number}: 'cardgames stats --list' has numbers")
    return found


def resume_game(game: Result, kept: Diary, ctx: click.Context) -> int:
    """Let a person go on with GAME, as the options of CTX say; return the exit status.

    Ask first if it is open in another terminal. If it has ended, deal it anew.
    """
    if not at_terminal():
        raise click.UsageError("a game is gone on with at a terminal, not by a script")
    if game.status != GOING:
        return begin_again(game, ctx)
    owner = kept.owners().get(game.id)
    if owner is not None and owner.is_live():
        since = local(owner.since)[-5:]
        what = fitted(f"{about(game)}, is {ELSEWHERE} (since {since}).\n", columns())
        if not click.confirm(f"{what}Go on here?", default=True, err=True):
            return 0
    return go_on(game, ctx)


def _list(found: list[Result], kept: Diary) -> str:
    """Return a list of the games FOUND: numbers, deals, moves, and when they were played last."""
    owners = {id for id, owner in kept.owners().items() if owner.is_live()}
    shown = [(game, about(game)) for game in found[:MOST]]
    room = columns() - len("9999    2026-11-22 12:34")
    width = max((len(text) for _, text in shown if len(text) <= room), default=0)
    lines = []
    for game, text in shown:
        when = local(game.finished) + f"  {ELSEWHERE}" * (game.id in owners)
        gap = "  " if len(text) <= room else "\n      "
        lines.append(f"{game.id:>4}  {text:<{width}}{gap}{when}")
    if (more := len(found) - MOST) > 0:
        lines.append(f"and {more} more: 'cardgames stats --list' has all")
    return fitted("\n".join([*lines, ""]), columns())
