"""Playing one game, as the options of the command line ask for it."""

import os
import sys
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from stat import S_ISREG
from typing import Any, Final, TextIO

import click
from click.core import ParameterSource

from cardgames import games
from cardgames.cli import options
from cardgames.cli.dealing import SCRIPTS, read_setup
from cardgames.cli.streams import INTERRUPTED
from cardgames.model.cards import DECK
from cardgames.model.errors import CardGameError, printable
from cardgames.model.game import Setup
from cardgames.play.recording import Recorder
from cardgames.play.script import Scripts
from cardgames.play.session import Session
from cardgames.text.console import (
    Console,
    PipeConsole,
    at_terminal,
    capable,
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
from cardgames.text.textplayer import LEAVES, TextPlayer
from cardgames.text.view import Offer
from cardgames.text.wording import COLUMNS, fitted

ALL_LEFT: Final = "cardgames.left"
"""Where the context keeps whether the person has left the program, not only a game."""


def new_session(setup: Setup) -> Session:
    """Return a session of SETUP, with the computer players of its game."""
    return Session(setup, partial(games.computer, setup.game.name))


def text_player(name: str) -> type[TextPlayer]:
    """Return the class of the text player for the game called NAME."""
    title = games.listing(name).title
    module = import_module(f"{games.__name__}.{name}.textplayer")
    found: type[TextPlayer] = getattr(module, f"{title}Player")
    return found


def followed(script: str) -> Session:
    """Return the session that the commands in a file lead to; raises ScriptError."""
    setup = SCRIPTS.read(script).setup
    player = text_player(setup.game.name)(new_session(setup), Console(), Look(), SCRIPTS)
    player.load(script)
    return player.session


def seated(
    session: Session,
    values: Mapping[str, Any],
    script: list[str] | None = None,
    keeper: Recorder | None = None,
) -> TextPlayer:
    """Return the player of SESSION, who reads SCRIPT if there is one, else standard input.

    VALUES are those of the options; the KEEPER goes along, if there is one.
    """
    console: PipeConsole
    look = look_for(values["cards"], values["color"])
    if script is not None:
        console = PipeConsole(script, echo=True)
    elif is_terminal(sys.stdin):
        from cardgames.text.live import LiveTerminal

        console = LiveTerminal(
            lambda before, start: player.commands.complete(before, start),
            in_place=look.style != WORDS and not values.get("scroll", False),
        )
    else:
        lines = lines_of(sys.stdin.buffer) if sys.stdin is not None else ()
        console = PipeConsole(lines, values.get("echo", False), held=is_file(sys.stdin))
    # A script that somebody sent may not replace what its reader owns.
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
    return player


def played(player: TextPlayer) -> int:
    """Let PLAYER play; return the exit status, and keep whether that leaves the menu as well."""
    status = player.play()
    left = player.input_ended or status == INTERRUPTED
    click.get_current_context().meta[ALL_LEFT] = left
    return status


def journal(name: str | None, over: bool) -> Recorder | None:
    """Return the journal in the file called NAME, if one is asked for; raises ScriptError."""
    if name is not None:
        from cardgames.play.journal import Journal
        from cardgames.play.script import check_name

        check_name(name)
        return Journal(name, over)
    if over:
        raise click.UsageError("--record-over says what becomes of FILE: it needs --record FILE")
    return None


def is_file(stream: TextIO | None) -> bool:
    """Is the stream read from a regular file, so that nobody waits for an answer?"""
    try:
        return stream is not None and S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def look_for(cards: str | None, color: bool | None) -> Look:
    """Return the look that the options ask for, or else the best for standard output."""
    terminal = is_terminal(sys.stdout)
    able = terminal and capable()
    if cards == UNICODE and not encodes(SIGNS):
        raise click.UsageError("standard output has no suit symbols: use --cards ascii")
    suits = FOUR_COLORS if cards == FOUR_COLOR else TWO_COLORS
    if cards in (None, FOUR_COLOR):
        cards = UNICODE if able and encodes(SIGNS) else ASCII
    if color is None:
        color = able and not os.environ.get("NO_COLOR")
    return Look(cards or ASCII, color, terminal, columns() if terminal else 80, suits)


def columns() -> int:
    """Return the width of the terminal in columns."""
    return screen_size().columns


def encodes(text: str) -> bool:
    """Can standard output write TEXT?"""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def play(setup: Setup, values: Mapping[str, Any], told: str = "") -> int:
    """Play a game of SETUP, with lines TOLD before it; return the exit status."""
    session, computer = new_session(setup), values["auto"]
    kept = computer is None and at_terminal()
    player = seated(session, values, keeper=_keeper(session, values) if kept else None)
    player.screen.remark(told)
    return played(player) if computer is None else player.finish(computer)


def _keeper(session: Session, values: Mapping[str, Any]) -> Recorder | None:
    """Return who keeps the game of SESSION from one evening to the next, if it is to be kept."""
    from cardgames.cli.keeping import keeper

    return keeper(session, values["journal"])


USUAL: Final = "play"
"""What Enter alone means."""
LEAVE: Final = ("q", "quit", "exit", "bye")
HELP: Final = ("h", "help", "?")
GIVEN: Final = (ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP)
"""Where the value of an option that was typed comes from, perhaps by way of a variant."""


def set_up(ctx: click.Context, values: dict[str, Any]) -> dict[str, Any]:
    """Return the VALUES of a game's options, with those that a person names who is asked.

    Raises click's Exit if the person leaves.
    """
    offer = text_player(str(ctx.command.name)).offer
    if offer is None or values["auto"] is not None or not _is_open(ctx):
        return values
    console = _console(offer)
    console.say(fitted(offer.question, columns()))
    while (line := _typed(console, offer.prompt)).lower() not in LEAVE:
        if line.lower() in HELP:
            console.say(fitted(offer.help, columns()))
            continue
        try:
            return values | _meant(ctx, offer.options(line))
        except click.exceptions.Exit:  # after the help of the command
            continue
        except click.ClickException as error:
            told = error.format_message()
        except CardGameError as error:
            told = str(error)
        console.note(fitted(f"Error: {printable(told)}\n", min(columns(), COLUMNS - 1)))
        console.say(fitted(offer.question, columns()))
    raise click.exceptions.Exit(0)


def _console(offer: Offer) -> PipeConsole:
    """Return the terminal, where Tab completes the words of OFFER."""
    from cardgames.text.terminal import TerminalConsole

    return TerminalConsole(lambda before, start: [w for w in offer.words if w.startswith(start)])


def _typed(console: PipeConsole, prompt: str) -> str:
    """Return the line that is typed; Ctrl-C drops one, and twice in a row it leaves."""
    try:
        return console.read(prompt, USUAL) or LEAVE[0]
    except KeyboardInterrupt:
        console.end_line()
        console.note(LEAVES)
        return console.read(prompt, USUAL) or LEAVE[0]


def _is_open(ctx: click.Context) -> bool:
    """Does a person sit at a terminal, and has nothing decided yet what is dealt?"""
    if not at_terminal():
        return False
    deciding = options.deal_options(games.model(str(ctx.command.name)))
    sources = [ctx.get_parameter_source(str(param.name)) for param in deciding]
    return all(source in (None, ParameterSource.DEFAULT) for source in sources)


def _meant(ctx: click.Context, words: list[str]) -> dict[str, Any]:
    """Return the values that WORDS give to options; raises ClickException, or CardGameError."""
    game = games.model(str(ctx.command.name))
    with ctx.command.make_context(ctx.info_name, words, parent=ctx.parent) as typed:
        sources = {name: typed.get_parameter_source(name) for name in typed.params}
        given = {name: typed.params[name] for name, source in sources.items() if source in GIVEN}
    game.deal(DECK, options.chosen(game, typed.params))  # which checks that the options agree
    return given
