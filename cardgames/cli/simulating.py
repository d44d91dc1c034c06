"""The commands that let the computer play many deals, and add up what came of them.

What they do is in the folder `simulation`, which is loaded when one of them is used.
"""

from collections.abc import Mapping
from typing import Any, Final

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.progress import INTERRUPTED, progress_bar
from cardgames.cli.simulation_options import report_options, simulation_options

KILLED: Final = 3
"""The exit status after a process that played deals was killed."""


@click.group(
    short_help="many deals by a computer player",
    options_metavar="",
    subcommand_metavar="GAME [OPTIONS]",
)
def simulate() -> None:
    """Let the computer play many deals of a game, and report the results.

    \b
    Examples:
      cardgames simulate clock --games 10000
      cardgames simulate mod10 --games 10000 --strategy greedy --jobs 2
      cardgames simulate canfield --games 100 --variant superior --json
    """


@click.pass_context
def simulate_game(ctx: click.Context, /, **values: Any) -> int:
    """Simulate the game that the command is named after; return the exit status."""
    from cardgames.cli.plans import chosen_plan
    from cardgames.simulation import deals

    _check_report(values)
    plan = chosen_plan(str(ctx.command.name), values)
    with progress_bar(plan.games) as bar:
        tally, seconds, stopped_by = deals.simulate(plan, values["jobs"], bar.update)
    if not tally.games:
        click.echo("Interrupted before the first game was over.", err=True)
        return INTERRUPTED
    _show(plan, tally, values)
    speed = tally.games / seconds
    rate = f"{speed:,.0f}" if speed >= 10 else f"{speed:.2f}"
    click.echo(f"{tally.games:,} games in {seconds:.2f} s: {rate} a second", err=True)
    if stopped_by is None or isinstance(stopped_by, KeyboardInterrupt):
        return INTERRUPTED if stopped_by else 0
    click.echo(
        "Error: a process that played deals was killed, perhaps for want of memory: "
        f"{tally.games:,} of {plan.games:,} deals are finished",
        err=True,
    )
    return KILLED


class SimulateCommand(options.LazyCommand):
    """The command that plays many deals of a game by computer."""

    def __init__(self, listing: games.Listing) -> None:
        """Make the command for the game of LISTING."""
        name = listing.name
        super().__init__(
            name,
            callback=simulate_game,
            short_help=f"many deals of {listing.title}",
            help=f"Let the computer play many deals of {listing.title}, and report the results.\n"
            f"\n\b\nExamples:\n"
            f"  cardgames simulate {name} --games 100\n"
            f"  cardgames simulate {name} --games 100 --seed 42 --json\n",
        )

    def options(self, game: str) -> list[click.Parameter]:
        """Return the options of a simulation, and those of the game."""
        simulation = simulation_options(games.listing(game).strategies)
        return simulation + options.game_options(games.model(game))


for _listing in games.GAMES:
    simulate.add_command(SimulateCommand(_listing))


@click.command(short_help="add up parts of a simulation")
@click.argument("parts", nargs=-1, required=True, metavar="PART...", type=options.FileType())
def merge(parts: tuple[str, ...], **values: Any) -> int:
    """Add up what 'simulate --json' printed to the files PART, and report it as one simulation.

    The parts have the same game, options and computer player, and no deal in common.

    \b
    Examples:
      cardgames simulate clock --seed 1 --games 500 --json > a.json
      cardgames simulate clock --seed 501 --games 500 --json > b.json
      cardgames merge a.json b.json
    """
    from cardgames.cli.plans import read_plan
    from cardgames.simulation.parts import merged

    _check_report(values)
    total = merged(parts, read_plan)
    _show(total.plan, total.tally, values)
    return 0


merge.params += report_options()


def _check_report(values: Mapping[str, Any]) -> None:
    if values["json"] and values["histogram"]:
        raise click.UsageError("--histogram is for the table: --json has every result instead")


def _show(plan: Any, tally: Any, values: Mapping[str, Any]) -> None:
    """Print the report that the options of the command line ask for."""
    from cardgames.simulation import record, report

    if values["json"]:
        click.echo(record.as_json(plan, tally), nl=False)
    else:
        click.echo(report.as_text(plan, tally, values["histogram"]), nl=False)
