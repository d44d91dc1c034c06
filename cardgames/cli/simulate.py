"""The commands `simulate` and `merge`, and the plans that options or a file describe."""

import os
import shlex
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from contextlib import ExitStack
from importlib import import_module
from time import perf_counter
from typing import Any, Final

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.options import progress_bar
from cardgames.model.commands import Whole
from cardgames.model.deal import SEEDS
from cardgames.model.errors import CardGameError, InvalidCommand, brief, printable, quoted
from cardgames.model.game import Game, Options
from cardgames.seats.program import checked_seconds
from cardgames.simulation import deals
from cardgames.simulation.arena import ArenaPlan
from cardgames.simulation.contest import Contest
from cardgames.simulation.own import Own, OwnPlan, Players
from cardgames.simulation.report import (
    FIRST_SEEDS,
    MOST_GAMES,
    Plan,
    Simulation,
    as_text,
    read,
    summed,
)
from cardgames.simulation.sheet import Sheet
from cardgames.simulation.tally import Tally, seeds_text
from cardgames.text.textplayer import INTERRUPTED
from cardgames.text.wording import counted

INCOMPLETE: Final = 3  # the exit status if a killed process, or a lost part, leaves deals missing
MOST_COMMANDS: Final = 10  # the most commands that are shown to play what is missing
NO_GAME: Final = "Interrupted before the first game was over."
KILLED: Final = "a process that played deals was killed, perhaps for want of memory"


@click.group(
    cls=options.GameGroup,
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
    _check_report(values)
    return played(chosen_plan(str(ctx.command.name), values), values)


def played(plan: Plan, values: Mapping[str, Any]) -> int:
    """Play the deals of PLAN as the options say, whose VALUES these are; return the exit status."""
    address, csv = values.get("on"), values.get("csv")
    if address not in (None, "local") and values["jobs"] > 1:
        raise click.UsageError("--jobs is for this machine: with --on all workers share the work")
    with ExitStack() as stack:
        tally, jobs, executor = Tally(), values["jobs"], None
        if address is not None:
            cluster: Any = import_module("cardgames.simulation.cluster")
            cluster = cluster.connected(address, jobs, games.loaded_again())
            executor, jobs = stack.enter_context(cluster)
        if csv is not None:
            tally = stack.enter_context(Sheet(csv, plan))
        bar, start = stack.enter_context(progress_bar(plan.games)), perf_counter()
        found, stopped_by = deals.simulate(
            plan, jobs, bar.update, executor, games.loaded_again(), tally
        )
        seconds = perf_counter() - start
    if found.games:
        _show(found, values)
        speed = found.games / seconds
        rate = f"{speed:,.0f}" if speed >= 10 else f"{speed:.2f}"
        count = f"{found.games:,} game{'s' * (found.games != 1)}"
        click.echo(f"{count} in {seconds:.2f} s: {rate} a second", err=True)
    if stopped_by is None:
        return 0
    told, status = "", 0
    if isinstance(stopped_by, KeyboardInterrupt):
        told, status = "" if found.games else NO_GAME, INTERRUPTED
    elif isinstance(stopped_by, BrokenExecutor):
        why = str(stopped_by) if address else KILLED
        told = f"Error: {why}: {found.games:,} of {plan.games:,} deals are finished"
        status = INCOMPLETE
    elif isinstance(stopped_by, CardGameError) and stopped_by.__cause__ is None:
        told, status = f"Error: {stopped_by}", 1
    if told:
        click.echo(printable(told), err=True)
    if not isinstance(stopped_by, InvalidCommand):  # the same command would not play the rest
        _tell_missing(found, values)
    if status:
        return status
    cause = stopped_by.__cause__
    if isinstance(stopped_by, CardGameError) and cause is not None:
        # The computer players are the program's own: what they raise is a fault of the program.
        raise cause if isinstance(cause, OSError) else RuntimeError(str(stopped_by)) from cause
    raise stopped_by


def simulation_options(game: str) -> list[click.Parameter]:
    computers = games.listing(game).strategies
    first = options.ArgumentType(Whole("SEED", *FIRST_SEEDS))
    begin = "Begin with deal number S, and go on with the numbers after it."
    named, share = click.Choice(list(computers)), "Share the work among J processes."
    on, csv = "Let a Dask cluster play; 'local' starts one.", "Write a line for each deal to FILE."
    return [
        options.counting("--games", click.IntRange(1, MOST_GAMES), 1000, "Play N deals.", "N"),
        options.counting("--seed", first, 1, begin, "S"),
        options.counting("--strategy", named, computers[0], "The computer player.", None),
        options.counting("--jobs", click.IntRange(1, 256), 1, share, "J"),
        click.Option(["--on"], metavar="ADDRESS", help=on),
        click.Option(["--csv"], metavar="FILE", help=csv, shell_complete=options.complete_file),
        *report_options(),
        *options.game_options(games.model(game)),
    ]


def report_options() -> list[click.Option]:
    json = "Print one JSON object, which 'merge' can add to others."
    return [
        click.Option(["--histogram"], is_flag=True, help="Draw bars below the table."),
        click.Option(["--json"], is_flag=True, help=json),
    ]


def _command_for(game: games.Listing) -> click.Command:
    return options.GameCommand(
        game.name,
        simulation_options,
        callback=simulate_game,
        short_help=f"many deals of {game.title}",
        help=f"Let the computer play many deals of {game.title}, and report the results.\n"
        f"\n\b\nExamples:\n"
        f"  cardgames simulate {game.typed} --games 100\n"
        f"  cardgames simulate {game.typed} --games 100 --seed 42 --json\n",
    )


simulate.command_for = _command_for
for _listing in games.GAMES:
    simulate.add_command(_command_for(_listing))


@click.command(short_help="add up parts of a simulation")
@click.argument(
    "parts", nargs=-1, required=True, metavar="PART...", shell_complete=options.complete_file
)
def merge(parts: tuple[str, ...], **values: Any) -> int:
    """Add up what 'simulate --json' printed to the files PART, and report it as one simulation.

    The parts have the same game, options and computer player, and no deal in common. If deals are
    missing, the exit status is 3; with --games, so are those of a last part that was lost.

    \b
    Examples:
      cardgames simulate clock --seed 1 --games 500 --json > a.json
      cardgames simulate clock --seed 501 --games 500 --json > b.json
      cardgames merge a.json b.json
      cardgames merge a.json b.json --games 1000
    """
    _check_report(values)
    held = summed((name, read(name, described_plan)) for name in parts)
    found = _within(held, values["seed"], values["games"])
    _show(found, values)
    if not found.missing:
        return 0
    lost = f"{sum(map(len, found.missing)):,} of {found.plan.games:,} deals"
    click.echo(f"Error: {lost} are missing: {seeds_text(found.missing)}", err=True)
    _tell_missing(found, {"json": True})
    return INCOMPLETE


merge.params += [
    options.counting(
        "--games", click.IntRange(1, MOST_GAMES), None, "All parts together have N deals.", "N"
    ),
    options.counting(
        "--seed",
        options.ArgumentType(Whole("SEED", *FIRST_SEEDS)),
        None,
        "The first of them is deal number S (default: the first in the parts).",
        "S",
    ),
    *report_options(),
    *options.file_options(),
]


def _within(found: Simulation, first: int | None, games: int | None) -> Simulation:
    """Return FOUND as part of a whole of so many GAMES, from the seed FIRST on, if they are given.

    Raises a click usage error if FOUND has other deals.
    """
    seeds = found.plan.seeds
    start = seeds.start if first is None else first
    stop = seeds.stop if games is None else start + games
    if start > seeds.start or stop < seeds.stop or stop - start > MOST_GAMES:
        held = f"the parts reach from seed {seeds.start} to {seeds.stop - 1}"
        raise click.UsageError(f"the whole cannot be seeds {start} to {stop - 1}: {held}")
    return found.plan._replace(seed=start, games=stop - start).report(found.tally)


def _check_report(values: Mapping[str, Any]) -> None:
    if values["json"] and values["histogram"]:
        raise click.UsageError("--histogram is for the table: --json has every result instead")


def _tell_missing(found: Simulation, values: Mapping[str, Any]) -> None:
    """Show the commands that play the missing deals of FOUND; VALUES are of the options."""
    if not found.missing or "command" not in found.plan.origin():
        return
    click.echo("The rest is played by:", err=True)
    also = f" --jobs {values['jobs']}" if values.get("jobs", 1) > 1 else ""
    for name in ("on", "save"):
        also += f" --{name} {shlex.quote(values[name])}" if values.get(name) else ""
    for seeds in found.missing[:MOST_COMMANDS]:
        rest = found.plan._replace(seed=seeds.start, games=len(seeds))
        command = f"{rest.origin()['command']}{also}{' --json' * values['json']}"
        if csv := values.get("csv"):
            stem, ending = os.path.splitext(csv)
            command += f" --csv {shlex.quote(f'{stem}-{seeds.start}{ending}')}"
        click.echo(f"  {printable(command)}", err=True)
    if (more := len(found.missing) - MOST_COMMANDS) > 0:
        click.echo(f"  and {counted(more, 'more range')} of seeds", err=True)


def _show(found: Simulation, values: Mapping[str, Any]) -> None:
    histogram = values.get("histogram", False)
    shown = found.to_json() if values["json"] else as_text(found, True) if histogram else str(found)
    click.echo(shown, nl=False)


def chosen_plan(name: str, values: Mapping[str, Any]) -> Plan:
    game, strategy = games.model(name), values["strategy"]
    chosen, player = options.options_of(game, values), games.Computer(game, strategy)
    return Plan(game, chosen, strategy, player, values["seed"], values["games"])


def described_plan(found: Mapping[str, Any]) -> Plan:
    """Return the plan in the JSON object FOUND; raises ValueError, LookupError or TypeError."""
    name, strategy = found["game"], found["strategy"]
    if not (isinstance(name, str) and games.knows(name)):
        raise ValueError(f"{brief(name)} is not one of the games")
    game = games.model(name)
    chosen = game.options_type(**found["options"])
    bounds = (FIRST_SEEDS[0], SEEDS[1]) if "players" in found else FIRST_SEEDS
    seed = Whole("seed", *bounds).checked(found["seed"])
    # The plan ends with the last seed that was played or is missing.
    last = max((pair[-1] for pair in found["played"] + found["missing"]), default=seed)
    count = Whole("games", 1, MOST_GAMES).checked(last - seed + 1)
    if "players" in found:
        return described_contest(found, game, chosen, seed, count)
    if "function" not in found:
        if strategy not in games.listing(name).strategies:
            raise ValueError(f"{brief(strategy)} plays no {game.title()}")
        return Plan(game, chosen, strategy, games.Computer(game, strategy), seed, count)
    most = Whole("limit", 1, MOST_GAMES).checked(found["limit"])
    own = Own(_described_players(found["function"], strategy), games.seated, most)
    return OwnPlan(game, chosen, own.short_name(), own, seed, count)


def described_contest(
    found: Mapping[str, Any], game: type[Game], chosen: Options, number: int, count: int
) -> Plan:
    players, seconds = found["players"], checked_seconds(found["seconds"])
    if not all(isinstance(one, str) and one and one.isprintable() for one in players):
        raise ValueError("its 'players' must be names of computer players, or commands")
    most = Whole("limit", 1, MOST_GAMES).checked(found["limit"])
    levels = (*games.strategies(game.name),)
    contest = Contest(tuple(players), levels, games.seated, seconds, most)
    return ArenaPlan.of(game, chosen, contest, 0, number, count)


def _described_players(named: Any, strategy: Any) -> Players:
    """Return the players that are NAMED in a file: a function, or one player for each seat."""
    each = named if isinstance(named, list) else [named]
    if "" in each:
        why = f"its strategy {quoted(str(strategy))} is a function without a name of its own"
        raise ValueError(f"{why}: define it at the top of a module, or merge in Python")
    if not all(isinstance(one, str) and one.isprintable() for one in each):
        raise ValueError("its 'function' must be a name such as 'players.greedy'")
    return tuple(each) if isinstance(named, list) else str(named)
