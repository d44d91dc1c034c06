"""The commands `simulate`, `arena` and `merge`: computers or programs play many deals.

`merge` reads parts of a simulation from files, as `simulate --json` prints them. A file may be
wrong, so `read` checks every figure in it.
"""

import json
import os
import shlex
import shutil
from bisect import bisect
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib import import_module
from time import perf_counter
from typing import Any, Final

import click

from cardgames import __version__, games
from cardgames.cli import GameGroup, options
from cardgames.cli.options import Values, progress_bar
from cardgames.cli.playing import new_session
from cardgames.model.commands import Whole
from cardgames.model.deal import SEEDS
from cardgames.model.errors import (
    CardGameError,
    InvalidCommand,
    PartError,
    ScriptError,
    brief,
    counted,
    did_you_mean,
    printable,
    quoted,
)
from cardgames.model.game import Game, Setup
from cardgames.model.strategy import Playout, Result
from cardgames.play.script import bytes_of, check_name
from cardgames.seats.program import LONGEST, SECONDS, checked_seconds, command_words
from cardgames.simulation import deals
from cardgames.simulation.arena import ArenaPlan, Contest, Own, OwnPlan, Players, for_people
from cardgames.simulation.report import (
    FIRST_SEEDS,
    MOST_GAMES,
    Figures,
    Plan,
    Simulation,
    Tally,
    as_text,
    gaps,
    seeds_text,
    summed,
)
from cardgames.text.textplayer import INTERRUPTED

INCOMPLETE: Final = 3  # the exit status if a killed process or a lost part leaves gaps
MOST_COMMANDS: Final = 10  # the most commands that are shown to play what is missing
MOST_PLAYERS: Final = 6  # the most players of an arena
TAKEN: Final = ("players", "humans", "level", "names")
"""The options of a game that an arena lacks, because the list of players replaces them."""
COUNT: Final = click.IntRange(1, MOST_GAMES)
FIRST: Final = options.ArgumentType(Whole("SEED", *FIRST_SEEDS))
JOBS: Final = click.IntRange(1, 256)
SHARE: Final = "The number of processes."
NO_GAME: Final = "Interrupted before the first game was over."
KILLED: Final = "a process that played deals was killed, perhaps for want of memory"


@click.group(
    cls=GameGroup,
    short_help="let a computer player play many deals",
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


def played(plan: Plan, values: Values) -> int:
    """Play the deals of `plan` as the values of the options say; return the exit status."""
    address, csv = values.get("on"), values.get("csv")
    if address not in (None, "local") and values["jobs"] > 1:
        raise click.UsageError("--jobs is for this machine: with --on all workers share the work")
    with ExitStack() as stack:
        tally, jobs, executor = Tally(), values["jobs"], None
        if address is not None:
            cluster = import_module("cardgames.simulation.cluster").connected(address, jobs)
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
    # If the command was refused, it would be refused again.
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
    begin = "The number of the first deal; the next deals have the next numbers."
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


@simulate.each(
    simulation_options,
    "many deals of {0.title}",
    "Let the computer play many deals of {0.title}, and report the results.",
    "cardgames simulate {0.typed} --games 100",
    "cardgames simulate {0.typed} --games 100 --seed 42 --json",
)
@click.pass_context
def simulate_game(ctx: click.Context, /, **values: object) -> int:
    _check_report(values)
    return played(chosen_plan(str(ctx.command.name), ctx.params), values)


@click.command(short_help="add up the parts of a simulation")
@click.argument(
    "parts", nargs=-1, required=True, metavar="PART...", shell_complete=options.complete_file
)
def merge(parts: tuple[str, ...], seed: int | None, games: int | None, **values: object) -> int:
    """Add up parts that 'simulate --json' has printed to files, and report them as one simulation.

    The parts must have the same game, options and computer player, and no deal in common. If deals
    are missing, the exit status is 3. With --games, this includes deals after the last part.

    \b
    Examples:
      cardgames simulate clock --seed 1 --games 500 --json > a.json
      cardgames simulate clock --seed 501 --games 500 --json > b.json
      cardgames merge a.json b.json
      cardgames merge a.json b.json --games 1000
    """
    _check_report(values)
    held = summed((name, read(name)) for name in parts)
    found = _within(held, seed, games)
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
    """Return the simulation as a part of a whole: `games` games, from the seed `first` on.

    By default, the whole begins and ends with the simulation. Raises a click usage error if the
    simulation has deals outside the whole.
    """
    seeds = found.plan.seeds
    start = seeds.start if first is None else first
    stop = seeds.stop if games is None else start + games
    if start > seeds.start or stop < seeds.stop or stop - start > MOST_GAMES:
        held = f"the parts reach from seed {seeds.start} to {seeds.stop - 1}"
        raise click.UsageError(f"the whole cannot be seeds {start} to {stop - 1}: {held}")
    return found.plan._replace(seed=start, games=stop - start).report(found.tally)


def _check_report(values: Values) -> None:
    if values["json"] and values["histogram"]:
        raise click.UsageError("--histogram is for the table: --json has every result instead")


def _tell_missing(found: Simulation, values: Values) -> None:
    """Show the commands that play the missing deals with the same options."""
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


def _show(found: Simulation, values: Values) -> None:
    histogram = values.get("histogram", False)
    shown = found.to_json() if values["json"] else as_text(found, True) if histogram else str(found)
    click.echo(shown, nl=False)


def chosen_plan(name: str, values: Values) -> Plan:
    game, strategy = games.model(name), values["strategy"]
    chosen, player = options.options_of(game, values), games.Computer(game, strategy)
    return Plan(game, chosen, strategy, player, values["seed"], values["games"])


@click.group(
    cls=GameGroup,
    short_help="let players and programs play against each other",
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


def save(folder: str, setup: Setup, rotation: int, names: Sequence[str], played: Playout) -> None:
    """Write the moves of a game to a script in the folder; raises ScriptError.

    In the script, the moves of every seat come from elsewhere. So no computer has to think when the
    script is replayed.
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
    """Raise InvalidCommand or a click usage error unless these players can play the game."""
    for_people(game, game.options_type.of_new_game, {}, 2)  # does the game have an arena?
    levels = [*games.strategies(game.name)]
    for player in players:
        if player not in levels and not shutil.which(command_words(player)[0]):
            known = f"neither a computer player ({', '.join(levels)}) nor a program"
            raise InvalidCommand(f"{brief(player)} is {known}{did_you_mean(player, levels, '')}")
    if not 2 <= len(players) <= MOST_PLAYERS:
        few = f"an arena needs 2 to {MOST_PLAYERS} players, not {len(players)}"
        raise click.UsageError(f"{few}: name levels, such as medium, or commands of programs")


def arena_options(game: str) -> list[click.Parameter]:
    skip = "Leave out the first K games, which another part holds."
    wait = "The seconds that a program has for an answer."
    return [
        click.Argument(["players"], nargs=-1, metavar="PLAYER..."),
        options.counting("--games", COUNT, 100, "The number of games in all.", "N"),
        options.counting("--seed", FIRST, 1, "The number of the first deal.", "S"),
        options.counting("--skip", click.IntRange(0, MOST_GAMES), 0, skip, "K"),
        options.counting("--jobs", JOBS, 1, SHARE, "J"),
        options.counting("--time", click.FloatRange(0, LONGEST), SECONDS, wait, "S"),
        click.Option(["--save"], metavar="DIR", help="Save each game as a script in this folder."),
        click.Option(["--json"], is_flag=True, help="Print one JSON object for 'merge'."),
        *(one for one in options.game_options(games.model(game)) if one.name not in TAKEN),
    ]


@arena.each(
    arena_options,
    "players of {0.title} against each other",
    "Let players of {0.title} play against each other, and report the results.",
    "cardgames arena {0.typed} {0.strategies[0]} 'python3 mine.py'",
)
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


LARGEST: Final = 1 << 28  # the largest size of a file, in bytes: about eight million deals of Slap


def read(name: str) -> Simulation:
    """Return the simulation in the file called `name`; raises PartError if the file is not valid.

    The simulation is made anew from the plan and the tally in the file. All other figures in the
    file must equal the figures of this simulation.
    """
    try:
        data = bytes_of(name, LARGEST)
        if len(data) > LARGEST:
            raise ValueError(f"it is larger than {LARGEST >> 20} MB")
        found = _loaded(data)
        # Another version might count something else under the same name.
        _check(found, {"version": __version__})
        plan = described_plan(found)
        simulation = plan.report(_tally(found, plan))
        _check(found, simulation.figures())
        return simulation
    except OSError as error:
        raise PartError(f"cannot read {name}: {error.strerror}") from None
    except KeyError as error:
        raise PartError(f"{name} is not a part: it has no {error}") from None
    except ValueError as error:  # includes errors of JSON and of UTF-8
        raise PartError(f"{name} is not a part: {error}") from None
    except (TypeError, IndexError, OverflowError, RecursionError):  # from values of wrong types
        raise PartError(f"{name} is not a part: it is not what 'simulate --json' prints") from None


def _loaded(data: bytes) -> Any:
    """Return the object in a JSON text; raises a ValueError that says what is wrong."""
    if not data.strip():
        raise ValueError("it is empty: its simulation has not ended, or played no deal")
    try:
        return json.loads(data)
    except UnicodeDecodeError:
        raise ValueError("it is not text") from None
    except json.JSONDecodeError as error:
        text = error.doc.rstrip()
        if text.startswith("{") and (error.pos >= len(text) or not text.endswith("}")):
            lines = text.count("\n") + 1
            raise ValueError(f"it is cut off in line {lines:,}") from None
        where = f"{error.msg} in line {error.lineno:,}"
        raise ValueError(f"it is not what 'simulate --json' prints: {where}") from None


def _tally(found: Figures, plan: Plan) -> Tally:
    """Return the tally in the figures; raises ValueError if it does not count the plan's deals."""
    tally = Tally([range(bounds[0], bounds[1] + 1) for bounds in found["played"]])
    played, seats = tally.played, range(len(plan.options.seats()) + 1)
    count = sum(map(len, played))
    # Ranges that overlap, or lie outside the plan, make this sum too large.
    if not count or count + sum(map(len, gaps(played, plan.seeds))) != plan.games:
        raise ValueError(f"'played' must hold rising ranges of {seeds_text([plan.seeds])}")
    starts, width = [seeds.start for seeds in played], 5 + len(plan.extras())
    for number, row in enumerate(found["tally"], 1):
        if not (
            len(row) == width
            and all(type(value) is int for value in row[row[0] is None :])
            and (row[0] is None or row[0] in seats)
            and row[-2] > 0
            and row[-1] in played[bisect(starts, row[-1]) - 1]
        ):
            raise ValueError(f"row {number:,} of its tally cannot be {_shown(row)}")
        winner, score, length, *extra, deals, first = row
        tally.add(Result(winner, score, length, tuple(extra)), first, deals)
    if tally.games != count:
        raise ValueError(f"its tally counts {tally.games:,} deals, but {count:,} were played")
    if tally.rows() != found["tally"]:
        raise ValueError("its tally has two rows for one result, or is not in order of seeds")
    return tally


def _check(found: Figures, expected: Figures) -> None:
    """Raise a ValueError that names a difference, unless the figures have all expected values."""
    for name, value in expected.items():
        if found[name] != value:
            raise ValueError(f"its {name} is {_shown(found[name])}, but should be {_shown(value)}")


def _shown(value: object) -> str:
    return quoted(value if isinstance(value, str) else json.dumps(value))


def described_plan(found: Figures) -> Plan:
    """Return the plan that a JSON object describes; raises ValueError, LookupError or TypeError."""
    name, strategy = found["game"], found["strategy"]
    if not (isinstance(name, str) and games.knows(name)):
        raise ValueError(f"{brief(name)} is not one of the games")
    game, in_arena = games.model(name), "players" in found
    chosen = game.options_type(**found["options"])
    bounds = (FIRST_SEEDS[0], SEEDS[1]) if in_arena else FIRST_SEEDS
    seed = Whole("seed", *bounds).checked(found["seed"])
    # The plan ends with the last seed that was played or is missing.
    last = max((pair[-1] for pair in found["played"] + found["missing"]), default=seed)
    count = Whole("games", 1, MOST_GAMES).checked(last - seed + 1)
    if not in_arena and "function" not in found:
        if strategy not in games.listing(name).strategies:
            raise ValueError(f"{brief(strategy)} plays no {game.title()}")
        return Plan(game, chosen, strategy, games.Computer(game, strategy), seed, count)
    most = Whole("limit", 1, MOST_GAMES).checked(found["limit"])
    if in_arena:
        players, seconds = found["players"], checked_seconds(found["seconds"])
        if not all(isinstance(one, str) and one and one.isprintable() for one in players):
            raise ValueError("its 'players' must be names of computer players, or commands")
        return ArenaPlan.of(game, chosen, Contest(tuple(players), seconds, most), 0, seed, count)
    own = Own(_described_players(found["function"], strategy), most)
    return OwnPlan.of(game, chosen, own, seed, count)


def _described_players(named: Any, strategy: object) -> Players:
    """Return the players named in a file: a function, or one player for each seat."""
    each = named if isinstance(named, list) else [named]
    if "" in each:
        why = f"its strategy {quoted(str(strategy))} is a function without a name of its own"
        raise ValueError(f"{why}: define it at the top of a module, or merge in Python")
    if not all(isinstance(one, str) and one.isprintable() for one in each):
        raise ValueError("its 'function' must be a name such as 'players.greedy'")
    return tuple(each) if isinstance(named, list) else str(named)
