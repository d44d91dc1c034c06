"""Plays one game. A person at a terminal who gave no options may be asked for them."""

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
from cardgames.cli.dealing import SCRIPTS, read_setup
from cardgames.cli.streams import INTERRUPTED, read_input
from cardgames.model.commands import split
from cardgames.model.errors import CardGameError, printable
from cardgames.model.game import Options, Setup
from cardgames.play.script import LARGEST, STANDARD_INPUT, Script, Scripts
from cardgames.play.session import Recorder, Session
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
from cardgames.text.textplayer import LEAVES, TextPlayer
from cardgames.text.wording import (
    ASCII,
    COLUMNS,
    FOUR_COLOR,
    FOUR_COLORS,
    SIGNS,
    TWO_COLORS,
    UNICODE,
    WORDS,
    Look,
    fitted,
    options_text,
)

if TYPE_CHECKING:
    from cardgames.diary.keeping import Keeper

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
    console: Console
    if script is None and is_terminal(sys.stdin):
        from cardgames.text.terminal import TerminalConsole

        console = TerminalConsole(  # which completes words when the player below is there
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
        from cardgames.cli.dealing import next_seed

        player.next_seed = partial(next_seed, level)
    return player


def _pipe(script: Iterable[str] | None, echo: bool) -> Console:
    """Return a console that reads the lines of SCRIPT, or standard input, perhaps with ECHO."""
    if script is not None:
        return Console(script, quiet=False, echo=True)
    lines = lines_of(sys.stdin.buffer) if sys.stdin is not None else ()
    return Console(lines, quiet=False, echo=echo, held=is_file(sys.stdin))


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
        from cardgames.play.script import Journal, check_name

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


def error_text(message: str) -> str:
    """Return MESSAGE as an error, in lines that fit the terminal."""
    return fitted(f"Error: {printable(message)}\n", min(columns(), COLUMNS - 1))


USUAL: Final = "play"
"""The answer that Enter alone gives, unless the game remembers the last one."""
AS_LAST: Final = "Enter to play as last time ({});"
KNOWN: Final = "Say any of these, such as {}. Ctrl-D leaves.\n\n"
LEAVE: Final = ("quit", "q", "exit", "bye")
HELP: Final = ("help", "h", "?")
MENU: Final = "menu"
"""The word that shows the menu again."""
GIVEN: Final = (ParameterSource.COMMANDLINE, ParameterSource.DEFAULT_MAP)
"""The sources of a value that the person typed, or that a chosen variant supplies."""


def play(setup: Setup, values: Mapping[str, Any], message: str = "", winnable: bool = False) -> int:
    """Show MESSAGE, and play a game of SETUP by the options in VALUES; return the exit status.

    WINNABLE says whether the deal was looked for because it can be won.
    """
    session, computer = new_session(setup), values["auto"]
    session.winnable = winnable
    if computer is None:
        return play_session(session, values, message)
    player = seated(session, values)
    player.screen.remark(message)
    return player.play_deal(computer)


def play_session(
    session: Session, values: Mapping[str, Any], message: str, keeper: "Keeper | None" = None
) -> int:
    """Show MESSAGE, and let a person, or a script, play the game of SESSION.

    At a terminal it is kept: a KEEPER has taken it up, and without one it is begun.
    """
    resumed = keeper is not None
    if not at_terminal():
        player = seated(session, values)
    else:
        from cardgames.cli.keeping import account, keeper_of

        keeper = keeper or keeper_of(session, only_ends=not values["journal"])
        player = seated(session, values, keeper=keeper)
        if keeper is not None:
            player.account = partial(account, keeper)
    player.screen.remark(message)
    if resumed:
        player.welcome_back()
    return played(player)


def set_up(ctx: click.Context, values: dict[str, Any]) -> dict[str, Any]:
    """Return VALUES, with the person's choice of options if the game asks for one.

    Raises click's Exit if the person leaves.
    """
    if values["auto"] is not None or not at_terminal():
        return values
    game = games.model(str(ctx.command.name))
    values, spoken = options.seated(game, values), game.options_type.spoken
    sources = [ctx.get_parameter_source(str(each.name)) for each in options.deal_options(game)]
    if spoken is None or any(source not in (None, ParameterSource.DEFAULT) for source in sources):
        return values
    from cardgames.play.language import Words, in_words
    from cardgames.text.terminal import TerminalConsole

    words, usual, question = Words(game.options_type, spoken), USUAL, f"{spoken.question}\n"
    console = TerminalConsole(lambda before, start: [w for w in words.all() if w.startswith(start)])
    if (last := _last(ctx)) is not None and (told := in_words(last)):
        usual = " ".join(last.words(forever=True, seated=True))
        question = AS_LAST.format(", ".join(told)) + question.partition(";")[2]
    console.say(fitted(question, columns()))
    prompt = f"such as {spoken.example}> "
    while (line := _typed(console, prompt, usual)).lower() not in LEAVE:
        if line.lower() in HELP:
            console.say(fitted(KNOWN.format(spoken.example) + options_text(game), columns()))
            continue
        try:
            return values | _options_of(ctx, words.options(line))[0]
        except click.exceptions.Exit:  # after the help of the command
            continue
        except click.ClickException as error:
            message = error.format_message()
        except CardGameError as error:
            message = ctx.obj(line.split()) or str(error)
        console.note(error_text(message))
        console.say(fitted(question, columns()))
    raise click.exceptions.Exit(0)


def _last(ctx: click.Context) -> Options | None:
    """Return the options of the game like this one that was begun last; None without any."""
    from cardgames.cli.keeping import own_diary

    with suppress(CardGameError, click.ClickException):
        if (kept := own_diary()) and (last := kept.last(str(ctx.command.name))):
            return _options_of(ctx, split(last.deal)[2:])[1]
    return None


def _typed(console: Console, prompt: str, usual: str) -> str:
    """Return the line that the person types, or USUAL for Enter alone.

    Ctrl-C drops the line; a second Ctrl-C leaves.
    """
    try:
        return console.read(prompt, usual) or LEAVE[0]
    except KeyboardInterrupt:
        console.end_line()
        console.note(LEAVES)
        return console.read(prompt, usual) or LEAVE[0]


def _options_of(ctx: click.Context, words: list[str]) -> tuple[dict[str, Any], Options]:
    """Return the values that WORDS give, and all options of the game.

    Raises ClickException, or InvalidCommand if they do not agree.
    """
    game = games.model(str(ctx.command.name))
    with ctx.command.make_context(ctx.info_name, words, parent=ctx.parent) as typed:
        sources = {name: typed.get_parameter_source(name) for name in typed.params}
        given = {name: typed.params[name] for name, source in sources.items() if source in GIVEN}
    return given, options.options_of(game, options.seated(game, typed.params))


WARNING: Final = "cardgames.settings"
"""Where a context holds the messages about faults in the settings file."""


def as_played(game: str, ctx: click.Context) -> tuple[dict[str, Any], str]:
    """Return the values of the options with which a person plays GAME, and a warning of faults.

    Options given to the command of CTX override settings and variables for GAME. Where nobody looks
    at a terminal, they are the only ones.
    """
    if not is_terminal(sys.stdin):
        return ctx.params, ""
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    command = group.get_command(ctx, game)
    assert command is not None
    typed = {name: ctx.params[name] for name in ctx.params if _is_given(ctx, name)}
    with command.make_context(game, [], parent=ctx.find_root()) as begun:
        return begun.params | typed, warning(begun)


def as_shown(game: str, ctx: click.Context) -> tuple[dict[str, Any], str]:
    """Return the values of the options of CTX alone, as `as_played` does."""
    values, warned = as_played(game, ctx)
    return {name: values.get(name, value) for name, value in ctx.params.items()}, warned


def _is_given(ctx: click.Context, name: str) -> bool:
    """Was the option NAME typed, or set by a variable for this command?"""
    return ctx.get_parameter_source(name) in (
        ParameterSource.COMMANDLINE,
        ParameterSource.ENVIRONMENT,
    )


def warning(ctx: click.Context) -> str:
    """Return the messages about faults in the settings file; '' without any."""
    return str(ctx.meta.get(WARNING, ""))
