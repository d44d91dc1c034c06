"""The command `solve`."""

from collections.abc import Mapping
from time import perf_counter
from typing import Any, Final

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.cli import options
from cardgames.cli.dealing import setup_of
from cardgames.cli.seating import followed_script, named_script, new_session, seated
from cardgames.cli.streams import INTERRUPTED, progress_bar
from cardgames.cli.winnable import difficulty
from cardgames.model.arguments import Whole
from cardgames.model.strategy import SOLVER
from cardgames.patience.solution import MOST_LOOKED_AT, Solution, Verdict
from cardgames.play.session import Session
from cardgames.text.wording import counted

STATUS: Final = {Verdict.WINNABLE: 0, Verdict.LOST: 3, Verdict.UNDECIDED: 4}
"""The exit status for each verdict."""


class Solvable(click.Group):
    """The group of commands for the games that have a solver."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command for a game, or None; refuse a game without a solver."""
        command = super().get_command(ctx, cmd_name)
        if command is None and cmd_name in games.NAMES:
            solved = ", ".join(games.listing(name).title for name in self.list_commands(ctx))
            title = games.listing(cmd_name).title
            raise click.UsageError(f"there is no solver for {title}, only for {solved}", ctx)
        return command


@click.group(
    cls=Solvable,
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


@click.pass_context
def solve_game(ctx: click.Context, /, **values: Any) -> int:
    """Solve a deal, or the position that a script leads to; return the exit status."""
    session = _session(str(ctx.command.name), values)
    start = perf_counter()
    solution, interrupted = _solution(session, values["limit"])
    seconds = perf_counter() - start
    if values["json"]:
        click.echo(_as_json(session, solution, seconds), nl=False)
    elif values["show"]:
        click.echo(_verdict_text(session, solution), err=True)
        lines = [*session.log, *map(str, solution.moves)]
        seated(new_session(session.setup), values, lines).play()
    else:
        click.echo(_as_script(session, solution), nl=False)
    return INTERRUPTED if interrupted else STATUS[solution.verdict]


def _options(game: str) -> list[click.Parameter]:
    """Return the options of the deal, and those of solving and showing."""
    return [
        click.Argument(["script"], required=False, type=options.FileType()),
        *options.deal_options(games.model(game)),
        click.Option(
            ["--limit"],
            type=options.ArgumentType(Whole("N", 1, 10**9)),
            default=MOST_LOOKED_AT,
            show_default=True,
            metavar="N",
            help="Look at N positions at most.",
        ),
        click.Option(["--json"], is_flag=True, help="Print one JSON object, not a script."),
        click.Option(["--show"], is_flag=True, help="Play the script, and show the boards."),
        *options.common_options(),
    ]


for _listing in games.GAMES:
    if SOLVER in _listing.strategies:
        _command = options.LazyCommand(
            _listing.name,
            _options,
            callback=solve_game,
            short_help=f"find out whether a deal of {_listing.title} can be won",
            help=f"Find out whether a deal of {_listing.title} can be won, or the position that "
            "the commands in the file SCRIPT lead to, and print the script that wins. If SCRIPT "
            "is -, read it from standard input.\n\n"
            "The exit status is 0 for 'winnable', 3 for 'lost' and 4 for 'undecided'.\n\n"
            "\b\nExamples:\n"
            f"  cardgames solve {_listing.name} --seed 42\n"
            f"  cardgames solve {_listing.name} --seed 42 --json\n"
            f"  cardgames solve {_listing.name} game.txt --limit 1000000\n",
        )
        solve.add_command(_command)


def _session(game: str, values: Mapping[str, Any]) -> Session:
    """Return a session at the position to solve; raises CardGameError or a click usage error."""
    script = values["script"]
    if script is None:
        if values["seed"] is None and values["deck"] is None:
            raise click.UsageError("name a deal: --seed N, --deck FILE, or a SCRIPT that plays one")
        seed = 0 if values["seed"] is None else values["seed"]
        return new_session(setup_of(games.model(game), {**values, "seed": seed}))
    context = click.get_current_context()
    for param in options.deal_options(games.model(game)):
        if context.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"a script has a deal of its own: leave out {param.opts[0]}")
    session = followed_script(*named_script(script))
    if session.game.name != game:
        played, asked = (games.listing(name).title for name in (session.game.name, game))
        raise click.UsageError(f"the script plays {played}, not {asked}")
    return session


def _solution(session: Session, limit: int) -> tuple[Solution, bool]:
    """Search LIMIT positions; return the solution, and whether Ctrl-C ended the search."""
    looked_at = 0

    def progress(more: int) -> None:
        """Count MORE positions, and move the progress bar."""
        nonlocal looked_at
        looked_at += more
        bar.update(more)

    with progress_bar(limit) as bar:
        try:
            return session.solver().solve(session.game, limit, progress), False
        except KeyboardInterrupt:
            return Solution(Verdict.UNDECIDED, looked_at), True


def _verdict_text(session: Session, solution: Solution) -> str:
    """Return the solver's verdict as a sentence."""
    where = " from here" if session.log else ""
    looked = counted(solution.positions, "position")
    if session.outcome() is not None:
        return "Won already."
    if solution.verdict is Verdict.WINNABLE:
        return f"Winnable{where}: {len(solution.moves)} moves, found in {looked}."
    if solution.verdict is Verdict.LOST:
        return f"Lost{where}: there is no way to win, after {looked} looked at."
    return f"Undecided{where} after {looked}."


def _as_script(session: Session, solution: Solution) -> str:
    """Return the script of the session, the verdict as a remark, and the moves that win."""
    lines = [f"# {_verdict_text(session, solution)}", *map(str, solution.moves)]
    return session.script() + "".join(f"{line}\n" for line in lines)


def _as_json(session: Session, solution: Solution, seconds: float) -> str:
    """Return the result of the search as one JSON object."""
    import json

    setup = session.setup
    figures: dict[str, Any] = {
        "game": setup.game.name,
        "options": setup.options.values(),
        "seed": None if setup.deck else setup.seed,
        "deck": setup.deck and [str(card) for card in reversed(setup.deck)],
        "played": session.log,
        "verdict": solution.verdict.value,
        "positions": solution.positions,
        "difficulty": None if session.log else difficulty(setup, solution),
        "moves": [str(move) for move in solution.moves],
        "seconds": round(seconds, 3),
    }
    return json.dumps(figures, indent=2) + "\n"
