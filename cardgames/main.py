"""The shell command `cardgames` and its subcommands for games; `cli` has the other ones."""

import gc
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from errno import EBADF, EDQUOT, EFBIG, EIO, ENOSPC, EPIPE
from functools import partial
from importlib import import_module
from typing import Any, ClassVar, Final, TextIO, cast

import click
from click.core import ParameterSource

from cardgames import __version__, games
from cardgames.cli import GameCommand, GameGroup, command_of, options
from cardgames.cli.playing import as_read, new_session, play, set_up, setup_of
from cardgames.model.commands import NO_DOCSTRINGS
from cardgames.model.deal import TODAY, read_day
from cardgames.model.errors import CardGameError, InvalidCommand, printable
from cardgames.screen.console import KEPT, Incoming, at_terminal, is_terminal, screen_size
from cardgames.screen.look import COLUMNS, fitted
from cardgames.text.textplayer import INTERRUPTED

# The error handler of the standard streams, for characters that their encodings lack
ESCAPED: Final = "backslashreplace"
# The errors of failed writes. Errors of files and of standard input have a file name. So an error
# without a name comes from standard output (or standard error, which then cannot show it).
NOT_WRITTEN: Final = (EBADF, EDQUOT, EFBIG, EIO, ENOSPC)


class PlayCommand(GameCommand):
    """A command that plays a game. At a terminal, the settings are the defaults of its options."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        if parent is not None and is_terminal(sys.stdin):
            from cardgames.cli.settings import defaults

            game = str(self.name) if info_name else ""  # without a name, it stands for every game
            extra["default_map"], parent.meta[options.WARNING] = defaults(game)
        return super().make_context(info_name, args, parent, **extra)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        first, last = "The deal and its rules", "Help"
        titles = {name: row[0] for name, row in options.NAMED.items()} | {"help": last}
        rows: dict[str, list[tuple[str, str]]] = {t: [] for t in (first, *options.PLAYING, last)}
        for param in self.get_params(ctx):
            if record := param.get_help_record(ctx):
                rows[titles.get(str(param.name), first)].append(record)
        for title, records in rows.items():
            with formatter.section(title):
                formatter.write_dl(records)


class Program(GameGroup):
    """The group of all commands. Commands that play no game are loaded when they are used."""

    command_class = PlayCommand
    holders: ClassVar[Mapping[str, Sequence[str]]] = {
        "guests": ("join",),
        "diary": ("diary", "resume", "stats", "today"),
        "menu": ("help", "rules"),
        "outside": ("new", "new-game", "play", "random"),
        "settings": ("config",),
        "simulate": ("arena", "merge", "simulate"),
        "solve": ("replay", "review", "solve"),
    }
    """The commands in each module of the folder `cli`."""
    modules: ClassVar = {name: module for module, names in holders.items() for name in names}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *self.modules])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        named = [
            (family, ", ".join([game.name for game in members]))
            for family, members in games.families(games.every()).items()
        ]
        others = [(name, command_of(ctx, name)) for name in sorted(self.modules)]
        told = [(name, command.get_short_help_str(60)) for name, command in others]
        for title, rows in (("Games", named), ("Commands", told)):
            with formatter.section(title):
                formatter.write_dl(rows)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.modules:
            return super().get_command(ctx, cmd_name)
        module = import_module(f"cardgames.cli.{self.modules[cmd_name]}")
        found: click.Command = getattr(module, cmd_name.replace("-", "_"))
        found.help = found.help or NO_DOCSTRINGS
        return found


@click.group(
    "cardgames",
    cls=Program,
    invoke_without_command=True,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "auto_envvar_prefix": "CARDGAMES",
        "max_content_width": 100,
    },
)
@click.pass_context
def cli(ctx: click.Context, /, **look: object) -> int | None:
    """More than sixty card games for the terminal.

    \b
    Examples:
      cardgames canfield             play at the terminal
      cardgames canfield < script    play the moves of a script
      cardgames help                 list the commands, and topics to read about
    """
    if today := os.environ.get(TODAY):
        try:
            read_day(today)
        except InvalidCommand as error:
            raise InvalidCommand(f"{TODAY}: {error}") from None
    menu = partial(import_module, "cardgames.cli.menu")  # it is loaded only at a terminal
    # `ctx.obj` is a function that says where to type words that mean nothing in a game.
    ctx.obj = lambda words, game="": menu().elsewhere(ctx, words, game)
    if ctx.invoked_subcommand is not None:
        return None
    if at_terminal():
        status: int = menu().Menu(ctx).run()
        return status
    click.echo(ctx.get_help())
    return 0


cli.help = cli.help or NO_DOCSTRINGS
version = f"cardgames, version {__version__}"
cli.params += [
    options.telling(["-V", "--version"], "Show the version and exit.", lambda ctx: version),
    *options.playing_options("cards", "color", "large", "mouse", in_environment=False),
]


@cli.each(
    options.play_options,
    "{0.about}",
    "Play {0.title}.",
    "cardgames {0.typed}                       play at the terminal",
    "cardgames {0.typed} --seed 42             play deal number 42",
    "cardgames {0.typed} --seed 42 < script    play the moves of a script",
)
@click.pass_context
def play_game(ctx: click.Context, /, **values: object) -> int:
    """Play the game that the command is named after; return the exit status.

    `setup_of` makes a Setup of the options, `new_session` deals it, and `play` makes the text
    player, which shows the first board.
    """
    game = games.model(str(ctx.command.name))
    if values["auto"] is None and at_terminal():
        values = {**options.with_defaults(game, values), **set_up(ctx, game)}
    setup = setup_of(game, values)
    level, told = options.level_wanted(values), as_read(setup)
    named = setup.deck is not None or values["seed"] is not None
    if named and not options.is_typed(ctx, "winnable"):
        level = None  # a level from the settings applies only to random deals
    if level is not None:
        setup, found = import_module("cardgames.cli.solve").winnable(setup, level)
        # Say nothing of the search if a setting chose the level.
        told += found * (ctx.get_parameter_source("winnable") is not ParameterSource.DEFAULT_MAP)
    session = new_session(setup)
    session.winnable = level is not None
    others = None
    if values.get("seat"):
        others = import_module("cardgames.cli.guests").others(session, values)
    return play(session, values, told, others=others)


def _run() -> int:
    """Run the command line; return the exit status. Raises OSError if a standard stream fails."""
    try:
        status: int = cli.main(standalone_mode=False)
    except click.ClickException as error:
        _show(error)
        status = error.exit_code
    except (click.Abort, KeyboardInterrupt):  # click makes Abort of Ctrl-C at a question
        status = INTERRUPTED
    except CardGameError as error:
        _show(click.ClickException(printable(str(error))))
        status = 2
    if sys.stdout is not None:
        sys.stdout.flush()
    return status


def report(error: BaseException, whose: str = "this program") -> int:
    """Write a report on a fault to a file next to the diary, and say whose fault it is.

    Return the exit status.
    """
    import traceback
    from importlib.metadata import version

    from cardgames.cli.settings import diary_file, state_folder
    from cardgames.play.script import real_name, replacing

    what = traceback.format_exception_only(type(error), error)[-1].strip()
    kept = getattr(error, KEPT, "")
    chosen = diary_file()
    folder = os.path.dirname(real_name(chosen)) if chosen else state_folder()
    file = os.path.join(folder, "fault.txt")
    versions = f"cardgames {__version__}, click {version('click')}, Python {sys.version}"
    text = f"{versions}\n{sys.argv}\n\n{''.join(traceback.format_exception(error))}"
    try:
        os.makedirs(folder, 0o700, exist_ok=True)
        written = text.encode(errors=ESCAPED).decode()
        with replacing(file, written) as part:  # this opens no file that is there already
            os.chmod(part, 0o600)
        where = f"The report is in {file}"
    except OSError as failure:
        where = f"No report could be written to {file}: {failure.strerror}"
    with suppress(OSError):
        told = " ".join(filter(None, [f"a fault of {whose}: {what}.", kept, f"{where}."]))
        _show(click.ClickException(told))
    _discard()
    return 70  # EX_SOFTWARE of sysexits.h


def main() -> None:
    gc.freeze()  # What is loaded now stays to the end, so the collector can skip it.
    try:
        with _streams():
            status = _run()
    except BaseException as error:
        if whose := games.blamed(error):
            status = report(error, whose)
        elif isinstance(error, OSError):
            status = _give_up(error)
        elif isinstance(error, Exception):
            status = report(error)
        else:
            raise
    gc.freeze()  # The collector need not search the positions at exit.
    sys.exit(status)


# The standard streams: each may be closed, full, or a broken pipe. Output to a closed stream is
# dropped; an error of an open stream names that stream.


@contextmanager
def _streams() -> Iterator[None]:
    """Let the streams escape text that they cannot encode, and limit the length of piped lines.

    Raises BrokenPipeError on a broken pipe, where click alone would raise SystemExit.
    """
    typed = _lenient(sys.stdin)  # this call must come before any line is read
    given = _lenient(sys.stdout), _lenient(sys.stderr)
    if typed is not None and not typed.isatty():
        sys.stdin = cast(TextIO, BoundedInput(typed))
    try:
        yield
    except SystemExit:
        # On a broken pipe, click replaces the streams before it exits.
        if (sys.stdout, sys.stderr) == given:
            raise
        raise BrokenPipeError(EPIPE, os.strerror(EPIPE)) from None
    finally:
        sys.stdout, sys.stderr = cast(Any, given)
        sys.stdin = cast(TextIO, typed)


def _lenient(stream: TextIO | None) -> TextIO | None:
    """Make a stream escape every character that its encoding lacks; return the stream.

    None stands for a closed stream.
    """
    if stream is not None and hasattr(stream, "reconfigure") and stream.errors != ESCAPED:
        stream.reconfigure(errors=ESCAPED)  # standard input allows this call only before a read
    return stream


class BoundedInput:
    """Standard input with lines of limited length, including the answers to click's questions."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._lines = stream, iter(Incoming(stream.buffer))

    def readline(self, size: int = -1) -> str:
        return next(self._lines, "")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _show(error: click.ClickException) -> None:
    """Show an error as click does, with escapes for characters that could move the cursor."""
    shown = io.StringIO()
    error.show(shown)
    lines = shown.getvalue().expandtabs(2).splitlines()  # click lists choices with tabs
    text = "".join(f"{printable(line)}\n" for line in lines)
    if is_terminal(sys.stderr):
        text = fitted(text, min(screen_size().columns, COLUMNS - 1))
    click.echo(text, err=True, nl=False)


def _give_up(error: OSError) -> int:
    """Report an error of a stream, unless it is a broken pipe; return the exit status."""
    _discard()
    if isinstance(error, BrokenPipeError):
        return 0
    unnamed = "cannot write standard output" if error.errno in NOT_WRITTEN else ""
    where, reason = error.filename or unnamed, error.strerror or str(error)
    with suppress(OSError):
        click.echo(f"Error: {printable(f'{where}: {reason}' if where else reason)}", err=True)
    _discard()
    return 2


def _discard() -> None:
    """Discard output that cannot be written: otherwise Python would fail at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)
