"""Plays one game: `play` is for whoever plays, and `followed` goes to the end of a script."""

import os
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Final, TextIO

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.cli import options
from cardgames.cli.dealing import SCRIPTS, next_seed, read_setup
from cardgames.cli.streams import INTERRUPTED, read_input
from cardgames.model.errors import printable
from cardgames.model.game import HUMAN, Setup
from cardgames.play.script import LARGEST, STANDARD_INPUT, Journal, Script, Scripts, check_name
from cardgames.play.session import Recorder, Session
from cardgames.text import wording
from cardgames.text.console import (
    Console,
    at_terminal,
    capable,
    columns,
    encodes,
    is_terminal,
    lines_of,
    screen_size,
)
from cardgames.text.textplayer import TextPlayer

if TYPE_CHECKING:
    from cardgames.diary.keeping import Keeper

ALL_LEFT: Final = "cardgames.left"
"""The key in a context's `meta` for whether the person has left the program, not only a game."""


def play(
    session: Session,
    values: Mapping[str, Any],
    message: str = "",
    computer: str | None = None,
    keeper: "Keeper | None" = None,
) -> int:
    """Show MESSAGE, and let COMPUTER, a person or a script play the game of SESSION.

    VALUES are those of the options. What a person plays at a terminal is kept, by a new keeper if
    no KEEPER has taken the game up. Return the exit status, and note in click's context if the
    menu must end.
    """
    ctx, resumed = click.get_current_context(), keeper is not None
    if computer is not None or not at_terminal():
        player = seated(session, values)
    else:
        from cardgames.cli.settings import own_diary
        from cardgames.diary.keeping import Keeper

        if not resumed and HUMAN in session.setup.options.seats() and (kept := own_diary()):
            keeper = Keeper(kept, options.now, only_ends=not values["journal"])
        player = seated(session, values, keeper=keeper)
        if keeper is not None:
            player.account = keeper.account
    player.screen.remark(ctx.meta.pop(options.WARNING, "") + message)
    if computer is not None:
        return player.play_deal(computer)
    if resumed:
        player.welcome_back()
    player.elsewhere = partial(ctx.obj, game=player.game.name)
    status = player.play()
    ctx.meta[ALL_LEFT] = player.input_ended or status == INTERRUPTED
    return status


def seated(
    session: Session,
    values: Mapping[str, Any],
    script: Iterable[str] | None = None,
    keeper: Recorder | None = None,
) -> TextPlayer:
    """Return a text player of SESSION, which reads the lines of SCRIPT (default: standard input).

    VALUES are those of the options; for a SCRIPT, only those of how it is shown count. KEEPER
    records the game, in addition to --record.
    """
    look = look_for(values["cards"], values["color"], values.get("large"))
    recorders = [] if keeper is None else [keeper]
    console: Console
    if script is not None:
        console = Console(script, quiet=False, echo=True)
    elif is_terminal(sys.stdin):
        from cardgames.text.terminal import TerminalConsole

        console = TerminalConsole(  # which completes words when the player below is there
            lambda before, start: player.commands.complete(before, start),
            in_place=look.style != wording.WORDS and not values.get("scroll", False),
        )
    else:
        lines = lines_of(sys.stdin.buffer) if sys.stdin is not None else ()
        echo = values.get("echo", False)
        console = Console(lines, quiet=False, echo=echo, held=is_file(sys.stdin))
    if script is None and (name := values.get("record")) is not None:
        check_name(name)
        recorders.insert(0, Journal(name, values["record_over"]))
    elif script is None and values.get("record_over"):
        raise click.UsageError("--record-over says what becomes of FILE: it needs --record FILE")
    # A script that somebody sent may not replace files of its reader.
    guarded = not (console.interactive or values.get("allow_overwrite", False))
    player = text_player(session.game.name)(
        session,
        console,
        look,
        Scripts(read_setup, only_own=True) if guarded else SCRIPTS,
        values["strict"],
        recorders,
    )
    if script is None:
        player.safe_go_up = values.get("auto_up") == options.SAFE
        player.own_keys = values.get("keys") or ()
    if console.interactive:
        player.may_undo = values.get("undo", True)
        if level := options.level_wanted(values):
            player.next_seed = partial(next_seed, level)
    return player


def as_played(game: str, ctx: click.Context) -> dict[str, Any]:
    """Return the values of the options with which a person plays GAME.

    Options given to the command of CTX override settings and variables for GAME. Where nobody looks
    at a terminal, they are the only ones.
    """
    if not is_terminal(sys.stdin):
        return ctx.params
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    command = root.command.get_command(ctx, game)
    assert command is not None
    given = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    typed = {
        name: ctx.params[name] for name in ctx.params if ctx.get_parameter_source(name) in given
    }
    with command.make_context(game, [], parent=root) as begun:
        return begun.params | typed


def new_session(setup: Setup) -> Session:
    return Session(setup, partial(games.computer, setup.game.name))


def text_player(name: str) -> type[TextPlayer]:
    found: type[TextPlayer] = games.player(name)
    return found


def followed(name: str) -> Session:
    """Return the session after the script called NAME, as `named_script` reads it."""
    return followed_script(*named_script(name))


def followed_script(script: Script, name: str) -> Session:
    """Return the session after SCRIPT, which was read from NAME; raises ScriptError."""
    setup = script.setup
    player = text_player(setup.game.name)(new_session(setup), Console(), wording.Look(), SCRIPTS)
    return player.session_of(script, name)


def named_script(name: str) -> tuple[Script, str]:
    """Read the script in the file called NAME, or in standard input for '-'; return its name, too.

    Raises ScriptError, or an OSError of standard input.
    """
    if name != STANDARD_INPUT:
        return SCRIPTS.read(name), name
    name = "standard input"
    return SCRIPTS.parse(read_input(LARGEST + 1), name), name


def is_file(stream: TextIO | None) -> bool:
    """Is STREAM a regular file, so that nobody waits for an answer?"""
    try:
        return stream is not None and S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
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


def error_text(message: str) -> str:
    return wording.fitted(f"Error: {printable(message)}\n", min(columns(), wording.COLUMNS - 1))
