"""The commands `solve`, `review` and `replay`, and the search for deals that can be won."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from json import dumps
from time import perf_counter
from typing import Final

import click

from cardgames import games
from cardgames.cli import GameGroup, options, playing
from cardgames.cli.diary import NOT_KEPT, game_numbered, number_in, script_of, write_new
from cardgames.cli.options import error_text, progress_bar, read_input
from cardgames.cli.playing import SCRIPTS, own_diary, setup_of
from cardgames.diary.diary import Entry
from cardgames.model.commands import Whole, split
from cardgames.model.errors import CardGameError, IllegalMove, InvalidCommand, counted, printable
from cardgames.model.game import Setup
from cardgames.model.strategy import QUICK, SOLVER
from cardgames.patience import boards
from cardgames.patience.search import MOST_LOOKED_AT, Solution, Solver, Verdict, solutions
from cardgames.play import charts
from cardgames.play.script import LARGEST, STANDARD_INPUT, Script
from cardgames.play.session import Session
from cardgames.screen.console import THINKS, Console, at_terminal, capable, columns, is_terminal
from cardgames.screen.look import Look, fitted, wrapped
from cardgames.screen.terminal import TerminalConsole
from cardgames.text import commands
from cardgames.text.coach import strips
from cardgames.text.view import Report
from cardgames.text.textplayer import INTERRUPTED, NO

STATUS: Final = {Verdict.WINNABLE: 0, Verdict.LOST: 3, Verdict.UNDECIDED: 4}  # the exit statuses
AT_THE_DEAL: Final = 10_000  # the most positions that the search looks at in each deal
OTHERS: Final = "For other programs; without --notation this is a script for 'cardgames replay'."


@click.group(
    cls=GameGroup,
    short_help="find out whether a deal can be won",
    options_metavar="",
    subcommand_metavar="GAME [OPTIONS]",
)
def solve() -> None:
    """Find out whether a deal of a game can be won, knowing every card.

    \b
    Examples:
      cardgames solve canfield --seed 42
      cardgames solve canfield --seed 7 --show
    """


def _options(game: str) -> list[click.Parameter]:
    number = options.ArgumentType(Whole("N", 1, 10**9))
    return [
        click.Argument(["script"], required=False, shell_complete=options.complete_file),
        *options.deal_options(games.model(game)),
        options.counting("--limit", number, MOST_LOOKED_AT, "The most positions to look at.", "N"),
        click.Option(["--json"], is_flag=True, help="Print one JSON object instead of a script."),
        click.Option(["--show"], is_flag=True, help="Play the script, and show the boards."),
        click.Option(
            ["--notation"],
            type=click.Choice(["standard"]),
            help="Print the moves as solvers of FreeCell write them, such as 3a 46 5h, for other "
            "programs.",
        ),
        *options.playing_options(*options.SHOWN),
    ]


@solve.each(
    _options,
    "find out whether a deal of {0.title} can be won",
    "Find out whether a deal of {0.title} can be won, and print a script that wins. With a script, "
    "start from the position that it leads to; - reads the script from standard input.\n\n"
    "The exit status is 0 for 'winnable', 3 for 'lost' and 4 for 'undecided'.",
    "cardgames solve {0.typed} --seed 42",
    "cardgames solve {0.typed} --seed 42 --json",
    "cardgames solve {0.typed} game.txt --limit 1000000",
    needs=SOLVER,
)
@click.pass_context
def solve_game(ctx: click.Context, /, limit: int, json: bool, show: bool, **others: object) -> int:
    session, interrupted, start = _session(ctx), False, perf_counter()
    with progress_bar(limit) as bar:
        try:
            solution = session.solver().solve(session.game, limit, bar.update)
        except KeyboardInterrupt:
            solution, interrupted = Solution(Verdict.UNDECIDED, bar.pos), True
    seconds, verdict = perf_counter() - start, _verdict_text(session, solution)
    moves = [str(move) for move in solution.moves]
    if json or not show:
        why = "with --json" if json else "without --show"
        options.note_idle(ctx, ("show", *options.SHOWN), why)
    if json:
        setup, hard = session.setup, None
        if not session.log:
            leveled = session.solver().leveled(session.game, solution, AT_THE_DEAL)
            hard = difficulty(setup, leveled)
        facts: dict[str, object] = {
            "game": setup.game.name,
            "options": setup.options.values(),
            "seed": None if setup.deck else setup.seed,
            "deck": setup.deck and [str(card) for card in reversed(setup.deck)],
            "played": session.log,
            "verdict": solution.verdict.value,
            "positions": solution.positions,
            "difficulty": hard,
            "moves": moves,
            "seconds": round(seconds, 3),
        }
        click.echo(dumps(facts, indent=2))
    elif show:
        click.echo(verdict, err=True)
        again = playing.new_session(session.setup)
        player = playing.new_player(again, ctx.params, [*session.log, *moves])
        playing.note_idle(ctx, ctx.params, player.look)
        player.play()
    elif others["notation"]:
        lines = boards.notation(session.game, solution.moves)
        head = f"# {session.setup.command_line()}\n# {verdict}\n# {OTHERS}"
        click.echo(f"{head}\n{lines}")
    else:
        click.echo(session.script() + "\n".join([f"# {verdict}", *moves]))
    return INTERRUPTED if interrupted else STATUS[solution.verdict]


def _session(ctx: click.Context) -> Session:
    """Return a session at the position to solve; raises CardGameError or click's UsageError."""
    name, values = str(ctx.command.name), ctx.params
    script = values["script"]
    if script is None:
        named = [values[name] for name in ("seed", "deck", "microsoft")]
        if named == [None] * 3:
            raise click.UsageError("name a deal: --seed N, --deck FILE, or a SCRIPT that plays one")
        seed = 0 if named[0] is None and named[2] is None else named[0]
        setup = setup_of(games.model(name), {**values, "seed": seed})
        click.echo(playing.as_read(setup), nl=False, err=True)
        return playing.new_session(setup)
    for param in options.deal_options(games.model(name)):
        if options.is_typed(ctx, str(param.name)):
            raise click.UsageError(f"a script has a deal of its own: leave out {param.opts[0]}")
    session = playing.followed(named_script(script))
    if session.game.name != name:
        played, asked = (games.listing(each).title for each in (session.game.name, name))
        raise click.UsageError(f"the script plays {played}, not {asked}")
    return session


def _verdict_text(session: Session, solution: Solution) -> str:
    where = " from here" if session.log else ""
    looked = counted(solution.positions, "position")
    if session.outcome() is not None:
        return "Won already."
    if solution.verdict is Verdict.WINNABLE:
        return f"Winnable{where}: {len(solution.moves)} moves, found in {looked}."
    if solution.verdict is Verdict.LOST:
        return f"Lost{where}: there is no way to win, after {looked} looked at."
    return f"Undecided{where} after {looked}."


class Progress(Console):
    """A console that shows only progress, and only if standard error is a terminal."""

    def thinking(self, says: str = THINKS) -> AbstractContextManager[None]:
        if not (is_terminal(sys.stderr) and capable()):
            return nullcontext()
        return self.sign_of_life(partial(click.echo, err=True, nl=False))


@click.command(short_help="tell where the win of a played game was lost")
@click.argument("script", metavar="SCRIPT|NUMBER", shell_complete=options.complete_file)
@click.option("--all", "every", is_flag=True, help="Also show chances, or look at every hand.")
@click.option("--json", is_flag=True, help="Print one JSON object instead of a text.")
@click.option("--svg", metavar="FILE", help="Draw when the game could be won, in an SVG file.")
@click.pass_context
def review(
    ctx: click.Context, /, script: str, every: bool, json: bool, svg: str | None, **look: object
) -> int:
    """Tell in hindsight where the win of a game was lost.

    The review also tells what would have kept the win, and whether the player could have known; in
    Rummy, it tells which choices were clearly worse than others. Name a script ('-': standard
    input), or the number of a game in 'stats --list'. 'cardgames help review' tells more.

    \b
    Examples:
      cardgames review game.txt
      cardgames review game.txt --json
      cardgames review game.txt --svg game.svg
      cardgames review 37
    """
    shown = playing.look_for(ctx.params["cards"], ctx.params["color"])
    options.note_idle(ctx, ("cards", "color") if json else (), "with --json")
    session = playing.followed(_played(script)[1])
    check_may_open(session)
    report = reviewed(session, Progress(), shown, every)
    if svg:
        if not (drawn := strips(report.figures)):
            raise IllegalMove("there is nothing to draw: no move of this game is known as the turn")
        write_new(svg, charts.svg(report.text.partition("\n")[0], drawn), "Drawn in")
        return 0
    click.echo(f"{dumps(report.figures, indent=2)}\n" if json else report.text, nl=False)
    return 0


def reviewed(session: Session, console: Console, look: Look, every: bool = False) -> Report:
    """Return the report on the game of a session, while the console shows the progress.

    Raises IllegalMove if there is no review of the game.
    """
    player = playing.player_of(session, console, look)
    if "review" not in player.commands.all:
        raise IllegalMove(f"there is no review of {session.game.title()}")
    with player.console.thinking():
        return player.in_hindsight("all" if every else "")


review.params += [*options.playing_options("cards", "color"), *options.file_options()]


class InShell:
    """Asks the people of a saved game in the shell, one after the other."""

    def ask(self, seat: int, question: str) -> bool:
        return click.confirm(fitted(wrapped(question), columns()).rstrip(), err=True)

    def inform(self, seat: int, news: str) -> None:
        """Do nothing, because everybody has been asked."""


def check_may_open(session: Session) -> None:
    """At a terminal, ask each person who still plays whether all hands may be shown.

    Raises IllegalMove if one of these people does not agree.
    """
    if is_terminal(sys.stdin) and commands.sees_apart(session):
        act = commands.Act("show all hands of this unfinished game", "")
        commands.settle(act, session, 0, InShell())


def _end_of(script: Script) -> Session:
    """Return the session at the end of a script; like `replay`, skip the lines that are refused."""
    session = playing.new_session(script.setup)
    session.replaying = True
    player = playing.player_of(session, Console(script.lines))
    player.play()
    return player.session


PROMPT: Final = "Enter: the next move; all; save FILE; q> "


@click.command(short_help="play a saved script, or a game you played")
@click.argument("script", metavar="SCRIPT|NUMBER", shell_complete=options.complete_file)
@click.option("--continue", "go_on", is_flag=True, help="Go on playing where the script ends.")
@click.pass_context
def replay(ctx: click.Context, /, script: str, go_on: bool, **values: object) -> int:
    """Play a script, and show the game.

    Name a file, - for standard input, or the number of a game in 'stats --list'. At a terminal,
    such a game is shown move by move. If a file has the number as its name, the file is played.

    \b
    Examples:
      cardgames replay game.txt
      cardgames replay game.txt --continue
      cardgames replay 37
    """
    if go_on and script == STANDARD_INPUT:
        raise click.UsageError("--continue reads standard input, as -: put the script in a file")
    game, loaded = _played(script)
    by_steps = game is not None and at_terminal()
    lines: Iterable[str] = _step_by_step(loaded) if by_steps else loaded.lines
    if len(loaded.setup.options.people()) > 1 and is_terminal(sys.stdin):
        check_may_open(_end_of(loaded))
    chosen = playing.as_played(loaded.setup.game.name, ctx)
    session = playing.new_session(loaded.setup)
    session.replaying = True
    player = playing.new_player(session, chosen, lines)
    if not go_on:
        playing.note_idle(ctx, chosen, player.look)
    status = player.play()
    player.session.replaying = False
    if status == 0 and go_on:
        player.session.from_script = True
        status = playing.play(player.session, chosen)
    return status


replay.params += options.playing_options("allow_overwrite", *options.SHOWN)
WRITTEN: Final = "the script has all moves, so nobody else plays: 'resume' has this option"
replay.params += [*options.file_options(), options.no_seat(WRITTEN)]


def named_script(name: str) -> Script:
    """Return the script in a file ('-': standard input); raises ScriptError or OSError."""
    if name != STANDARD_INPUT:
        return SCRIPTS.read(name)
    return SCRIPTS.parse(read_input(LARGEST + 1), "standard input")


def _played(script: str) -> tuple[Entry | None, Script]:
    """Return the game in the diary with the number `script`, and the script of this game.

    If `script` names a file, return None and the script in the file. Raises ScriptError, OSError or
    click's UsageError.
    """
    if (number := number_in(script)) is None or os.path.lexists(script):
        return None, named_script(script)
    if (kept := own_diary()) is None:
        raise click.UsageError(NOT_KEPT)
    game, lines = game_numbered(kept, number), kept.lines(number)
    if game.moves and not lines:
        raise click.UsageError(f"the moves of game {number} were not kept")
    return game, script_of(game, lines)


def _step_by_step(script: Script) -> Iterator[str]:
    """Yield the lines of a script, one for each Enter, until the person leaves."""
    words = ("all", "save", *NO)
    console = TerminalConsole(lambda _, start: [word for word in words if word.startswith(start)])
    paused = True
    yield script.lines[0]
    for line in script.lines[1:]:
        while paused and (typed := console.read(PROMPT, "next")) != "next":
            if typed is None or typed.lower() in NO:
                return
            try:
                word, *names = split(typed)
                if word.lower() == "all" and not names:
                    paused = False
                elif word.lower() == "save" and len(names) == 1:
                    SCRIPTS.write(names[0], "\n".join([*script.lines, ""]))
                    click.echo(f"Saved {printable(names[0])}.")
                else:
                    raise InvalidCommand("press Enter, or type 'all', 'save FILE' or 'q'")
            except CardGameError as error:
                console.note(error_text(error))
        yield line


# Deals that can be won.


def winnable(setup: Setup, level: str) -> tuple[Setup, str]:
    """Find the first deal of a level, from the setup's seed on; return its setup and a message.

    Raises a click usage error if a deck is given, or if there is no such deal.
    """
    if setup.deck is not None:
        raise click.UsageError("--winnable looks for a deal: it cannot be given a --deck as well")
    sought = "way to win" if level == options.ANY else f"{level} deal that can be won"
    count, seed, solution = _found(setup, level, f"and no {sought} found")
    # Only the first deal that is looked at can be the deal of a date.
    found = setup._replace(seed=seed, day=setup.day if count == 1 else None)
    looked = "the first deal" if count == 1 else f"the last of {count} deals"
    hard = difficulty(found, solution)
    assert hard is not None
    quick = "wins" if hard["quick"] else "loses"
    positions = counted(solution.positions, "position")
    facts = f"{hard['level']}: {positions}, and 'quick' {quick} it"
    return found, f"Deal {seed} can be won: {looked} looked at.\nIt is {facts}.\n"


def difficulty(setup: Setup, solution: Solution) -> dict[str, object] | None:
    """Return facts on how hard a deal is; None if the solution is no win, or there is no level."""
    solver = _solver(setup)
    if not solution.won or (level := solver.level(solution.positions, setup.options)) is None:
        return None
    return {
        "level": level,
        "positions": solution.positions,
        "quick": games.computer(setup.game.name, QUICK).result(setup).winner == 1,
    }


def _solver(setup: Setup) -> Solver:
    found = games.computer(setup.game.name, SOLVER)
    assert isinstance(found, Solver)
    return found


def next_seed(level: str, setup: Setup) -> int:
    """Return the seed of a random deal of this level.

    If deals with these options have no levels, return a random seed.
    """
    again = setup._replace(seed=playing.random_seed(), deck=None)
    solver = _solver(setup)
    return again.seed if solver.levels_by(setup.options) is None else _found(again, level)[1]


def _found(setup: Setup, level: str, so_far: str = "") -> tuple[int, int, Solution]:
    """Look for a deal of a level, beginning with the setup's seed.

    Return the number of deals tried, and the seed and the solution of the last deal. Messages about
    the progress contain the text `so_far`; if it is '', there are no messages. Raises a click usage
    error if there is no such deal.
    """
    solver = _solver(setup)
    if solver.levels_by(setup.options) is None:
        raise click.UsageError("too few deals are decided by these rules to look for such a deal")
    looked_at = solutions(setup, solver, AT_THE_DEAL)
    for count, (seed, solution) in enumerate(looked_at, 1):
        if solution.won and level in (options.ANY, solver.level(solution.positions, setup.options)):
            return count, seed, solution
        if so_far and count % 10 == 0 and is_terminal(sys.stderr):
            leave = "; Ctrl-C leaves" if count == 10 else ""
            click.echo(f"{count} deals looked at, {so_far}{leave}.", err=True)
    wanted = "deal" if level == options.ANY else f"{level} deal"
    raise click.UsageError(f"no {wanted} from {setup.seed} on can be won")
