"""The commands about games from outside: `play`, which takes a file, and `new-game`."""

import click

from cardgames.cli import options
from cardgames.model.errors import quoted


@click.command(
    short_help="play a game, also one in a file",
    context_settings={"allow_interspersed_args": False},
    options_metavar="",
)
@click.argument("game", metavar="GAME|FILE", shell_complete=options.GameName().shell_complete)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[OPTIONS]")
@click.pass_context
def play(ctx: click.Context, /, game: str, words: tuple[str, ...]) -> int:
    """Play GAME, or the game that FILE declares; its name ends in .py.

    FILE is read, not run. With --run it is a program: it can do all that you can do. The OPTIONS
    are those of the game. 'cardgames help games' says more.

    \b
    Examples:
      cardgames play ./orchard.py
      cardgames play ./orchard.py --seed 42
      cardgames play ./orchard.py --run
    """
    root = ctx.find_root()
    ctx.meta[options.RUN] |= "--run" in words
    command = options.group(root).get_command(root, game)
    if not isinstance(command, options.GameCommand):
        raise click.UsageError(f"there is no game {quoted(game)}: name one, or a file ending in .py")
    given = [*options.look_before(root, command), *words]
    with command.make_context(str(command.name), given, parent=root) as chosen:
        status: int = command.invoke(chosen)
    return status


play.params.append(options.run_option())
