"""Make and run a text player: `play` plays a game, `followed` replays a script to its end."""

import os
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Final, TextIO

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.cli import options
from cardgames.cli.dealing import SCRIPTS, next_seed, read_setup
from cardgames.cli.streams import INTERRUPTED, read_input
from cardgames.model.errors import KeepingError, printable
from cardgames.model.game import HUMAN, Setup
from cardgames.play.script import LARGEST, STANDARD_INPUT, Journal, Script, Scripts, check_name
from cardgames.play.session import Recorder, Session, uninterrupted
from cardgames.text import wording
from cardgames.text.console import (
    Account,
    Console,
    at_terminal,
    capable,
    columns,
    encodes,
    file_of,
    is_terminal,
    lines_of,
    screen_size,
)
from cardgames.text.textplayer import TextPlayer

if TYPE_CHECKING:
    from cardgames.diary.diary import Keeper

ALL_LEFT: Final = "cardgames.left"
"""The key in a context's `meta`: has the person left the program, and not only the game?"""
NO_MOVE: Final = "As no move was made, it does not count as a game.\n"


def play(
    session: Session,
    values: Mapping[str, Any],
    message: str = "",
    computer: str | None = None,
    keeper: "Keeper | None" = None,
) -> int:
    """Show MESSAGE, and let COMPUTER, a person or a script play the game of SESSION.

    VALUES are the values of the options. What a person plays at a terminal is kept in the diary:
    by KEEPER if the game is resumed, else by a new keeper. Return the exit status. ALL_LEFT in the
    context of click says whether the menu ends as well.
    """
    ctx, resumed = click.get_current_context(), keeper is not None
    if computer is not None or not at_terminal():
        player = new_player(session, values)
    else:
        from cardgames.cli.settings import own_diary
        from cardgames.diary.diary import Keeper

        if not resumed and HUMAN in session.setup.options.seats() and (kept := own_diary()):
            keeper = Keeper(kept, only_ends=not values["journal"])
        player = new_player(session, values, keeper=keeper)
        if keeper is not None:
            player.account = partial(account, keeper)
    player.screen.remark(ctx.meta.pop(options.WARNING, "") + message)
    if computer is not None:
        return player.play_deal(computer)
    if resumed:
        player.welcome_back()
    player.elsewhere = partial(ctx.obj, game=player.game.name)
    status = player.play()
    ctx.meta[ALL_LEFT] = player.input_ended or status == INTERRUPTED
    return status


def account(keeper: "Keeper", session: Session) -> Account:
    """Return the time of SESSION's game, which has ended, and its standing."""
    from cardgames.diary.figures import standing_text  # not needed before the end

    with uninterrupted():
        sitting, standing = keeper.follow(session), ""
    with suppress(KeepingError):  # The next write reports the error.
        if sitting.result.id and not sitting.lost:
            standing = standing_text(sitting.result, keeper.diary.alike(sitting.result))
        elif not sitting.result.id and not session.moves_made:
            standing = NO_MOVE
    return Account(sitting.result.seconds, standing)


def new_player(
    session: Session,
    values: Mapping[str, Any],
    script: Iterable[str] | None = None,
    keeper: Recorder | None = None,
) -> TextPlayer:
    """Return a text player of SESSION, which reads the lines of SCRIPT (default: standard input).

    VALUES are the values of the options. With a SCRIPT only the options of look and of safety
    count. KEEPER records the game, in addition to --record.
    """
    console: Console
    if script is not None:
        shown = (*options.SHOWN, "allow_overwrite")
        values = {name: values[name] for name in shown if name in values}
    look = look_for(values["cards"], values["color"], values.get("large"))
    if script is not None:
        console = Console(script, quiet=False, echo=True)
    elif is_terminal(sys.stdin):
        from cardgames.text.terminal import TerminalConsole

        console = TerminalConsole(  # It completes words only after `player` is set below.
            lambda before, start: player.commands.complete(before, start),
            in_place=look.style != wording.WORDS and not values.get("scroll", False),
        )
    else:
        lines = lines_of(sys.stdin.buffer) if sys.stdin is not None else ()
        echo = values.get("echo", False)
        console = Console(lines, quiet=False, echo=echo, held=is_file(sys.stdin))
    recorders = [] if keeper is None else [keeper]
    if (name := values.get("record")) is not None:
        check_name(name)
        recorders.insert(0, Journal(name, values["record_over"]))
    elif values.get("record_over"):
        raise click.UsageError("--record-over says what becomes of FILE: it needs --record FILE")
    # A script that somebody sent must not replace files of its reader.
    guarded = not (console.interactive or values.get("allow_overwrite", False))
    player = text_player(session.game.name)(
        session,
        console,
        look,
        Scripts(read_setup, only_own=True) if guarded else SCRIPTS,
        values["strict"],
        recorders,
    )
    player.safe_go_up = values.get("auto_up") == options.SAFE
    player.own_keys = values.get("keys") or ()
    if console.interactive:
        player.may_undo = values.get("undo", True)
        if level := options.level_wanted(values):
            player.next_seed = partial(next_seed, level)
    return player


def as_played(game: str, ctx: click.Context) -> dict[str, Any]:
    """Return the values of the options with which a person plays GAME.

    Options given to the command of CTX override the settings and environment variables for GAME.
    Without a terminal, only the options of that command count.
    """
    if not is_terminal(sys.stdin):
        return ctx.params
    root, given = ctx.find_root(), (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    typed = {n: value for n, value in ctx.params.items() if ctx.get_parameter_source(n) in given}
    with options.command_of(root, game).make_context(game, [], parent=root) as begun:
        return begun.params | typed


def new_session(setup: Setup) -> Session:
    return Session(setup, partial(games.computer, setup.game.name))


def text_player(name: str) -> type[TextPlayer]:
    found: type[TextPlayer] = games.player(name)
    return found


def followed(name: str) -> Session:
    """Return the session at the end of the script in the file NAME ('-': standard input)."""
    return followed_script(*named_script(name))


def followed_script(script: Script, name: str) -> Session:
    """Return the session at the end of SCRIPT; errors call it NAME. Raises ScriptError."""
    setup = script.setup
    player = text_player(setup.game.name)(new_session(setup), Console(), wording.Look(), SCRIPTS)
    return player.session_of(script, name)


def named_script(name: str) -> tuple[Script, str]:
    """Return the script in the file NAME ('-': standard input), and its name for messages.

    Raises ScriptError, or an OSError of standard input.
    """
    if name != STANDARD_INPUT:
        return SCRIPTS.read(name), name
    name = "standard input"
    return SCRIPTS.parse(read_input(LARGEST + 1), name), name


def is_file(stream: TextIO | None) -> bool:
    """Is STREAM a regular file? Then nobody waits for an answer."""
    try:
        return S_ISREG(os.fstat(file_of(stream)).st_mode)
    except OSError:
        return False


def look_for(cards: str | None, color: bool | None, large: bool | None = None) -> wording.Look:
    terminal = is_terminal(sys.stdout)
    able = terminal and capable()
    if cards == wording.UNICODE and not encodes(wording.SIGNS):
        raise click.UsageError("standard output has no suit symbols: use --cards ascii")
    suits = wording.FOUR_COLORS if cards == wording.FOUR_COLOR else wording.TWO_COLORS
    if cards in (None, wording.FOUR_COLOR):
        cards = wording.UNICODE if able and encodes(wording.SIGNS) else wording.ASCII
    if color is None:
        color = bool(able or os.environ.get("FORCE_COLOR")) and not os.environ.get("NO_COLOR")
    look = wording.Look(
        cards or wording.ASCII, color, terminal, columns() if terminal else 80, suits
    )
    look.large, look.lines = large, screen_size().lines
    return look


def error_text(error: Exception | str) -> str:
    """Return the message of ERROR, in lines that fit the terminal."""
    message = error.format_message() if isinstance(error, click.ClickException) else str(error)
    return wording.fitted(f"Error: {printable(message)}\n", min(columns(), wording.COLUMNS - 1))
