"""Makes the text player of a game, with its session, its console and the look of its cards."""

import os
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from stat import S_ISREG
from typing import Any, Final, TextIO

import click

from cardgames import games
from cardgames.cli import options
from cardgames.cli.dealing import SCRIPTS, read_setup
from cardgames.cli.streams import INTERRUPTED, read_input
from cardgames.model.errors import printable
from cardgames.model.game import Setup
from cardgames.play.script import LARGEST, STANDARD_INPUT, Script, Scripts
from cardgames.play.session import Recorder, Session
from cardgames.text.console import (
    Console,
    PipeConsole,
    capable,
    encodes,
    is_terminal,
    lines_of,
    screen_size,
)
from cardgames.text.look import (
    ASCII,
    FOUR_COLOR,
    FOUR_COLORS,
    SIGNS,
    TWO_COLORS,
    UNICODE,
    WORDS,
    Look,
)
from cardgames.text.textplayer import TextPlayer
from cardgames.text.wording import COLUMNS, fitted

ALL_LEFT: Final = "cardgames.left"
"""The key in a context's `meta` for whether the person has left the program, not only a game."""


def new_session(setup: Setup) -> Session:
    """Return a session of SETUP, with the computer players of its game."""
    return Session(setup, partial(games.computer, setup.game.name))


def text_player(name: str) -> type[TextPlayer]:
    """Return the class of the text player for the game called NAME."""
    found: type[TextPlayer] = games.player(name)
    return found


def followed(name: str) -> Session:
    """Return the session after the script in the file called NAME; raises ScriptError."""
    return followed_script(SCRIPTS.read(name), name)


def followed_script(script: Script, name: str) -> Session:
    """Return the session after SCRIPT, which was read from NAME; raises ScriptError."""
    setup = script.setup
    player = text_player(setup.game.name)(new_session(setup), Console(), Look(), SCRIPTS)
    return player.session_of(script, name)


def named_script(name: str) -> tuple[Script, str]:
    """Read the script in the file called NAME, or in standard input for '-'; return its name, too.

    Raises ScriptError, or an OSError of standard input.
    """
    if name != STANDARD_INPUT:
        return SCRIPTS.read(name), name
    name = "standard input"
    return SCRIPTS.parse(read_input(LARGEST + 1), name), name


def seated(
    session: Session,
    values: Mapping[str, Any],
    script: Iterable[str] | None = None,
    keeper: Recorder | None = None,
) -> TextPlayer:
    """Return a text player of SESSION, which reads the lines of SCRIPT (default: standard input).

    VALUES are those of the options. KEEPER records the game, in addition to --record.
    """
    look = look_for(values["cards"], values["color"], values.get("large"))
    console: PipeConsole
    if script is None and is_terminal(sys.stdin):
        from cardgames.text.live import LiveTerminal

        console = LiveTerminal(  # which completes words when the player below is there
            lambda before, start: player.commands.complete(before, start),
            in_place=look.style != WORDS and not values.get("scroll", False),
        )
    else:
        console = _pipe(script, values.get("echo", False))
    # A script that somebody sent may not replace files of its reader.
    guarded = not (console.interactive or values.get("allow_overwrite", False))
    recorders = [journal(values.get("record"), values.get("record_over", False)), keeper]
    player = text_player(session.game.name)(
        session,
        console,
        look,
        Scripts(read_setup, only_own=True) if guarded else SCRIPTS,
        values["strict"],
        [recorder for recorder in recorders if recorder is not None],
    )
    player.may_undo = values.get("undo", True) or not console.interactive
    player.safe_go_up = values.get("auto_up") == options.SAFE
    player.own_keys = values.get("keys") or ()
    if console.interactive and (level := options.level_wanted(values)):
        from cardgames.cli.winnable import next_seed

        player.next_seed = partial(next_seed, level)
    return player


def _pipe(script: Iterable[str] | None, echo: bool) -> PipeConsole:
    """Return a console that reads the lines of SCRIPT, or standard input, perhaps with ECHO."""
    if script is not None:
        return PipeConsole(script, echo=True)
    lines = lines_of(sys.stdin.buffer) if sys.stdin is not None else ()
    return PipeConsole(lines, echo, held=is_file(sys.stdin))


def played(player: TextPlayer) -> int:
    """Let PLAYER play; return the exit status. Note in click's context if the menu must end."""
    ctx = click.get_current_context()
    player.elsewhere = ctx.obj
    status = player.play()
    ctx.meta[ALL_LEFT] = player.input_ended or status == INTERRUPTED
    return status


def journal(name: str | None, over: bool) -> Recorder | None:
    """Return a recorder to the file NAME, or None; OVER replaces its text. Raises ScriptError."""
    if name is not None:
        from cardgames.play.journal import Journal
        from cardgames.play.script import check_name

        check_name(name)
        return Journal(name, over)
    if over:
        raise click.UsageError("--record-over says what becomes of FILE: it needs --record FILE")
    return None


def is_file(stream: TextIO | None) -> bool:
    """Is STREAM a regular file, so that nobody waits for an answer?"""
    try:
        return stream is not None and S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def look_for(cards: str | None, color: bool | None, large: bool | None = None) -> Look:
    """Return the look that the options ask for (default: the best for standard output)."""
    terminal = is_terminal(sys.stdout)
    able = terminal and capable()
    if cards == UNICODE and not encodes(SIGNS):
        raise click.UsageError("standard output has no suit symbols: use --cards ascii")
    suits = FOUR_COLORS if cards == FOUR_COLOR else TWO_COLORS
    if cards in (None, FOUR_COLOR):
        cards = UNICODE if able and encodes(SIGNS) else ASCII
    if color is None:
        color = bool(able or os.environ.get("FORCE_COLOR")) and not os.environ.get("NO_COLOR")
    look = Look(cards or ASCII, color, terminal, columns() if terminal else 80, suits)
    look.large, look.lines = large, screen_size().lines
    return look


def columns() -> int:
    """Return the width of the terminal in columns."""
    return screen_size().columns


def error_text(message: str) -> str:
    """Return MESSAGE as an error, in lines that fit the terminal."""
    return fitted(f"Error: {printable(message)}\n", min(columns(), COLUMNS - 1))
