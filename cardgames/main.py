"""Main: the command line, which picks a game and the player for it."""

import gc
import sys
from typing import Any

import click

from cardgames import __version__, games
from cardgames.cli import options, streams
from cardgames.cli.header import SCRIPTS
from cardgames.cli.offering import set_up
from cardgames.cli.seating import columns, new_session, seated
from cardgames.cli.simulating import merge, simulate
from cardgames.cli.solving import solve, winnable, winnable_option
from cardgames.model.commands import closest, split
from cardgames.model.errors import CardGameError, InvalidCommand, printable, quoted
from cardgames.model.solution import SOLVER
from cardgames.text.console import is_terminal
from cardgames.text.wording import fitted, rules_text


@click.pass_context
def play_game(ctx: click.Context, /, **values: Any) -> int:
    """Play the game that the command is named after; return the exit status."""
    values = set_up(ctx, values)
    setup = options.setup(games.model(str(ctx.command.name)), values)
    told = ""
    if values.get("winnable"):
        setup, told = winnable(setup)
    player = seated(new_session(setup), values)
    player.remark(told)
    return player.play() if values["auto"] is None else player.finish(values["auto"])


class GameCommand(options.LazyCommand):
    """The command that plays a game."""

    def __init__(self, listing: games.Listing) -> None:
        """Make the command for the game of LISTING."""
        name = listing.name
        super().__init__(
            name,
            callback=play_game,
            short_help=listing.about,
            help=f"Play {listing.title}.\n\n\b\nExamples:\n"
            f"  cardgames {name}                       play at the terminal\n"
            f"  cardgames {name} --seed 42             play deal number 42\n"
            f"  cardgames {name} --seed 42 < script    play the moves of a script\n",
        )

    def options(self, game: str) -> list[click.Parameter]:
        """Return the game's options, and those of every game."""
        strategies = games.listing(game).strategies
        params = options.deal_options(games.model(game)) + options.playing_options(strategies)
        return [*params, winnable_option()] if SOLVER in strategies else params


@click.group(
    invoke_without_command=True,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "auto_envvar_prefix": "CARDGAMES",
        "max_content_width": 100,
    },
)
@click.version_option(__version__, prog_name="cardgames")
@click.pass_context
def cli(ctx: click.Context, /) -> int | None:
    """Card games, played by typed commands.

    \b
    Examples:
      cardgames canfield             play at the terminal
      cardgames canfield < script    play the moves of a script
      cardgames rules canfield       read the rules
    """
    if ctx.invoked_subcommand is not None:
        return None
    if at_terminal():
        return play_chosen(ctx)
    click.echo(ctx.get_help())
    return 0


@cli.command(short_help="the rules of a game")
@click.argument("game", metavar="GAME", type=click.Choice([game.name for game in games.GAMES]))
def rules(game: str) -> int:
    """Show the rules of GAME; at a terminal, through a pager.

    \b
    Examples:
      cardgames rules canfield
    """
    if at_terminal():
        click.echo_via_pager(fitted(rules_text(games.model(game)), columns()))
    else:
        click.echo(rules_text(games.model(game)), nl=False)
    return 0


cli.add_command(simulate)
cli.add_command(merge)
cli.add_command(solve)
for _listing in games.GAMES:
    cli.add_command(GameCommand(_listing))


@cli.command(short_help="play a saved script")
@click.argument("script", type=options.FileType())
@click.option("--continue", "go_on", is_flag=True, help="Go on playing where the script ends.")
def replay(script: str, go_on: bool, **values: Any) -> int:
    """Play the commands in the file SCRIPT, and show the session.

    \b
    Examples:
      cardgames replay game.txt
      cardgames replay game.txt --continue
    """
    loaded = SCRIPTS.read(script)
    session = new_session(loaded.setup)
    session.replaying = True
    player = seated(session, values, loaded.lines)
    player.loading = True
    status = player.play()
    player.session.replaying = False
    if status == 0 and go_on:
        player = seated(player.session, values)
        status = player.play()
    return status


replay.params += options.common_options()


def play_chosen(ctx: click.Context) -> int:
    """Play a game that the player chooses from a menu, with options if any are typed after it."""
    from cardgames.text.terminal import TerminalConsole

    names = [listing.name for listing in games.GAMES]
    console = TerminalConsole(lambda before, start: [n for n in names if n.startswith(start)])
    console.say(f"Which game?\n{_menu()}")
    while (line := console.read("Number or name> ")) is not None:
        try:
            answer, *words = split(line)
            if answer.lower() in ("q", "quit", "exit", "bye"):
                break
            if answer.lower() in ("help", "h", "?"):
                console.say(_menu() + _MENU_HELP)
                continue
            command = cli.get_command(ctx, _chosen(answer.lower(), names))
            assert command is not None
            with command.make_context(command.name, words, parent=ctx) as chosen:
                status: int = command.invoke(chosen)
                return status
        except click.exceptions.Exit:  # after the help of a game
            continue
        except click.ClickException as error:
            console.note(f"Error: {printable(error.format_message())}\n")
        except CardGameError as error:
            console.note(f"Error: {printable(str(error))}\n")
    return 0


def _menu() -> str:
    """Return the list of games, with their numbers."""
    numbered = enumerate(games.GAMES, 1)
    lines = [f"  {number}  {game.title:<10} {game.about}\n" for number, game in numbered]
    return "".join(lines) + "  q  leave\n"


_MENU_HELP = """\
Type the number or the name of a game; options may follow, as in: canfield --draw 1
'canfield --help' lists its options, and in a game 'rules' shows its rules.
"""


def _chosen(answer: str, names: list[str]) -> str:
    """Return the name of the game that ANSWER means; raises InvalidCommand."""
    if answer.isdecimal() and answer.isascii() and 1 <= int(answer[:3]) <= len(names):
        return names[int(answer[:3]) - 1]
    begun = [name for name in names if name.startswith(answer)]
    if len(begun) == 1:
        return begun[0]
    meant = closest(answer, [*names, "help", "quit"])
    advice = f": did you mean {meant}?" if meant else ""
    raise InvalidCommand(f"{quoted(answer)} is not one of the games{advice}")


def at_terminal() -> bool:
    """Are standard input and output a terminal?"""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


def commanded() -> int:
    """Carry out the command line; return the exit status. Raises OSError."""
    try:
        status: int = cli.main(standalone_mode=False)
    except click.ClickException as error:
        streams.show(error)
        status = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        status = 130
    except CardGameError as error:
        click.echo(f"Error: {printable(str(error))}", err=True)
        status = 2
    if sys.stdout is not None:
        sys.stdout.flush()
    return status


def main() -> None:
    """Run the command line, and exit with its status."""
    gc.freeze()  # All that is loaded now stays to the end, so the collector can skip it.
    try:
        with streams.prepared():
            status = commanded()
    except OSError as error:
        status = streams.give_up(error)
    gc.freeze()  # Nor is it of use to look for circles among positions when all of it ends.
    sys.exit(status)
