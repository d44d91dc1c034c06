"""The commands `simulate` and `merge`, and `arena`: many deals that computers or programs play."""

import os
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib import import_module
from time import perf_counter
from typing import Any, Final

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.options import progress_bar
from cardgames.cli.playing import new_session
from cardgames.model.commands import Whole
from cardgames.model.errors import (
    CardGameError,
    InvalidCommand,
    ScriptError,
    brief,
    did_you_mean,
    printable,
)
from cardgames.model.game import Game, Setup
from cardgames.model.strategy import Playout
from cardgames.play.script import check_name
from cardgames.seats.program import LONGEST, SECONDS, checked_seconds, command_words
from cardgames.simulation import deals
from cardgames.simulation.arena import ArenaPlan
from cardgames.simulation.contest import Contest, for_people
from cardgames.simulation.parts import read
from cardgames.simulation.report import (
    FIRST_SEEDS,
    MOST_GAMES,
    Plan,
    Simulation,
    Tally,
    as_text,
    seeds_text,
    summed,
)
from cardgames.text.textplayer import INTERRUPTED
from cardgames.text.wording import counted

INCOMPLETE: Final = 3  # the exit status if a killed process, or a lost part, leaves deals missing
MOST_COMMANDS: Final = 10  # the most commands that are shown to play what is missing
MOST_PLAYERS: Final = 6  # the most players of an arena
TAKEN: Final = ("players", "humans", "level", "names")
"""The options of a game that the list of players of an arena replaces."""
COUNT: Final = click.IntRange(1, MOST_GAMES)
FIRST: Final = options.ArgumentType(Whole("SEED", *FIRST_SEEDS))
JOBS: Final = click.IntRange(1, 256)
SHARE: Final = "The number of processes."
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
    """Play the deals of `plan` as the values of the options say; return the exit status."""
    address, csv = values.get("on"), values.get("csv")
    if address not in (None, "local") and values["jobs"] > 1:
        raise click.UsageError("--jobs is for this machine: with --on all workers share the work")
    with ExitStack() as stack:
        tally, jobs, executor = Tally(), values["jobs"], None
        if address is not None:
            cluster: Any = import_module("cardgames.simulation.cluster")
            cluster = cluster.connected(address, jobs)
            executor, jobs = stack.enter_context(cluster)
        if csv is not None:
            tally = stack.enter_context(deals.Sheet(csv, plan))
        bar, start = stack.enter_context(progress_bar(plan.games)), perf_counter()
        found, stopped_by = deals.simulate(plan, jobs, bar.update, executor, tally)
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
        why = KILLED if isinstance(stopped_by, BrokenProcessPool) else str(stopped_by)
        told = f"Error: {why}: {found.games:,} of {plan.games:,} deals are finished"
        status = INCOMPLETE
    elif isinstance(stopped_by, CardGameError) and stopped_by.__cause__ is None:
        told, status = f"Error: {stopped_by}", 1
    if told:
        click.echo(printable(told), err=True)
    # After a refusal, the same command would not play the rest.
    if not isinstance(stopped_by, InvalidCommand):
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
    named = click.Choice(list(computers))
    begin = "The number of the first deal; those after it follow."
    on, csv = "Let a Dask cluster play; 'local' starts one.", "Write a line for each deal."
    return [
        options.counting("--games", COUNT, 1000, "How many deals.", "N"),
        options.counting("--seed", FIRST, 1, begin, "S"),
        options.counting("--strategy", named, computers[0], "The computer player.", None),
        options.counting("--jobs", JOBS, 1, SHARE, "J"),
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


def _add_games(
    group: click.Group,
    declared: Callable[[str], list[click.Parameter]],
    callback: Callable[..., int],
    short: str,
    about: str,
    examples: Sequence[str],
) -> None:
    """Add a command for each game; '{0}' in the texts stands for it, or for its first computer."""

    def command_for(game: games.Listing) -> click.Command:
        shown = [f"  cardgames {group.name} {game.typed} {example}\n" for example in examples]
        told = f"{about}, and report the results.\n\n\b\nExample{'s' * (len(shown) > 1)}:\n"
        return options.GameCommand(
            game.name,
            declared,
            callback=callback,
            short_help=short.format(game.title),
            help=told.format(game.title) + "".join(shown).format(game.strategies[0]),
        )

    assert isinstance(group, options.GameGroup)
    group.command_for = command_for
    for listing in games.GAMES:
        group.add_command(command_for(listing))


_add_games(
    simulate,
    simulation_options,
    simulate_game,
    "many deals of {0}",
    "Let the computer play many deals of {0}",
    ["--games 100", "--games 100 --seed 42 --json"],
)


@click.command(short_help="add up parts of a simulation")
@click.argument(
    "parts", nargs=-1, required=True, metavar="PART...", shell_complete=options.complete_file
)
def merge(parts: tuple[str, ...], **values: Any) -> int:
    """Add up parts that 'simulate --json' has printed to files, and report them as one simulation.

    The parts must have the same game, options and computer player, and no deal in common. If deals
    are missing, the exit status is 3; with --games, a lost last part is noticed, too.

    \b
    Examples:
      cardgames simulate clock --seed 1 --games 500 --json > a.json
      cardgames simulate clock --seed 501 --games 500 --json > b.json
      cardgames merge a.json b.json
      cardgames merge a.json b.json --games 1000
    """
    _check_report(values)
    held = summed((name, read(name)) for name in parts)
    found = _within(held, values["seed"], values["games"])
    _show(found, values)
    if not found.missing:
        return 0
    lost = f"{sum(map(len, found.missing)):,} of {found.plan.games:,} deals"
    click.echo(f"Error: {lost} are missing: {seeds_text(found.missing)}", err=True)
    _tell_missing(found, {"json": True})
    return INCOMPLETE


_first = "The number of the first deal (default: the first in the parts)."
merge.params += [
    options.counting("--games", COUNT, None, "The number of deals in all parts.", "N"),
    options.counting("--seed", FIRST, None, _first, "S"),
    *report_options(),
    *options.file_options(),
]


def _within(found: Simulation, first: int | None, games: int | None) -> Simulation:
    """Return `found` as part of a whole: so many games, from the seed `first` on, if given.

    Raises a click usage error if there are deals outside.
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
    """Show the commands that play the missing deals, with the same values of options."""
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


@click.group(
    cls=options.GameGroup,
    short_help="players and programs against each other",
    options_metavar="",
    subcommand_metavar="GAME PLAYER... [OPTIONS]",
)
def arena() -> None:
    """Let computers, and programs of your own, play against each other.

    Each deal is played in all rotations of the seats; a patience is played by each player alone.
    Name computer players of the game, or commands of programs ('cardgames help bots').

    \b
    Examples:
      cardgames arena rummy easy medium hard --games 30
      cardgames arena rummy 'python3 mine.py' hard --games 100 --jobs 2
      cardgames arena klondike quick './solver --fast' --games 100 --json
    """


@click.pass_context
def play_arena(ctx: click.Context, /, players: tuple[str, ...], **values: Any) -> int:
    game = games.model(str(ctx.command.name))
    check_players(game, players)
    chosen = for_people(game, partial(options.options_of, game), values, len(players))
    saved = None
    if (folder := values["save"]) is not None:
        check_name(folder)
        os.makedirs(folder, exist_ok=True)
        saved = partial(save, folder)
    seconds, tell = checked_seconds(values["time"]), partial(click.echo, err=True)
    who = Contest(players, seconds, saved=saved, tell=tell)
    plan = ArenaPlan.of(game, chosen, who, values["seed"], values["skip"], values["games"])
    return played(plan, values)


def save(
    folder: str, setup: Setup, rotation: int, names: Sequence[str], played: Playout
) -> None:
    """Save a game that was played as a script in `folder`; raises ScriptError.

    The script names every seat as one whose moves come from elsewhere, so that no computer needs to
    think when it is replayed.
    """
    options = setup.options
    if "humans" in {declared.name for declared in options.declared()}:
        options = replace(options, humans=0)
    seats = tuple(range(1, len(options.seats()) + 1))
    session = new_session(setup._replace(options=options, away=seats))
    for move in played.moves:
        session.make(session.game.seated(move))
    head, script = session.script().split("\n", 1)
    told = [f"# seat {seat}: {printable(name)}" for seat, name in zip(seats, names)]
    told.append(f"# {printable(played.outcome.reason)}")
    name = os.path.join(folder, f"{setup.game.name}-{setup.seed}-{rotation + 1}.txt")
    try:
        with open(name, "x", encoding="utf-8") as file:
            file.write("\n".join([head, *told, script]))
    except OSError as error:
        raise ScriptError(f"cannot save a game to {name}: {error.strerror}") from None


def check_players(game: type[Game], players: tuple[str, ...]) -> None:
    """Raise InvalidCommand or a click usage error unless the players can sit down at `game`."""
    for_people(game, game.options_type.of_new_game, {}, 2)  # has it an arena at all?
    levels = [*games.strategies(game.name)]
    for player in players:
        if player not in levels and not shutil.which(command_words(player)[0]):
            known = f"neither a computer player ({', '.join(levels)}) nor a program"
            raise InvalidCommand(f"{brief(player)} is {known}{did_you_mean(player, levels, '')}")
    if not 2 <= len(players) <= MOST_PLAYERS:
        few = f"an arena needs 2 to {MOST_PLAYERS} players, not {len(players)}"
        raise click.UsageError(f"{few}: name levels, such as medium, or commands of programs")


def arena_options(game: str) -> list[click.Parameter]:
    skip = "Leave out so many games at the beginning, which another part holds."
    wait = "The seconds that a program has for an answer."
    return [
        click.Argument(["players"], nargs=-1, metavar="PLAYER..."),
        options.counting("--games", COUNT, 100, "The number of games in all.", "N"),
        options.counting("--seed", FIRST, 1, "The number of the first deal.", "S"),
        options.counting("--skip", click.IntRange(0, MOST_GAMES), 0, skip, "K"),
        options.counting("--jobs", JOBS, 1, SHARE, "J"),
        options.counting("--time", click.FloatRange(0, LONGEST), SECONDS, wait, "S"),
        click.Option(["--save"], metavar="DIR", help="Save each game as a script in this folder."),
        click.Option(["--json"], is_flag=True, help="Print a JSON object, which 'merge' can add."),
        *(one for one in options.game_options(games.model(game)) if one.name not in TAKEN),
    ]


_add_games(
    arena,
    arena_options,
    play_arena,
    "players of {0} against each other",
    "Let players of {0} play against each other",
    ["{0} 'python3 mine.py'"],
)
