"""The command `replay`, which plays a saved script, or a game of the diary."""

import os
from collections.abc import Iterator
from typing import Any, Final

import click

from cardgames.cli import options
from cardgames.cli.dealing import SCRIPTS
from cardgames.cli.playing import play_session
from cardgames.cli.seating import error_text, named_script, new_session, seated
from cardgames.cli.settled import as_played, as_shown
from cardgames.model.commands import split
from cardgames.model.errors import CardGameError, InvalidCommand, printable
from cardgames.play.script import STANDARD_INPUT, Script
from cardgames.text.console import at_terminal
from cardgames.text.textplayer import NO

PROMPT: Final = "Enter: the next move; all; save FILE; q> "


@click.command(short_help="play a saved script, or a game you played")
@click.argument("script", type=options.FileType(), metavar="SCRIPT|NUMBER")
@click.option("--continue", "go_on", is_flag=True, help="Go on playing where the script ends.")
@click.pass_context
def replay(ctx: click.Context, /, script: str, go_on: bool, **values: Any) -> int:
    """Play the commands in the file SCRIPT, and show the session.

    NUMBER is that of a game in the diary, as 'stats --list' shows it. At a terminal you see such a
    game move by move. A file of that name comes first. If SCRIPT is -, read it from standard input.

    \b
    Examples:
      cardgames replay game.txt
      cardgames replay game.txt --continue
      cardgames replay 37
    """
    kept = script.isascii() and script.isdecimal() and not os.path.lexists(script)
    if go_on and script == STANDARD_INPUT:
        raise click.UsageError("--continue reads standard input, as -: put the script in a file")
    loaded = _kept(int(script[:18])) if kept else named_script(script)[0]
    lines = _step_by_step(loaded) if kept and at_terminal() else loaded.lines
    values, _ = as_shown(loaded.setup.game.name, ctx)
    session = new_session(loaded.setup)
    session.replaying = True
    player = seated(session, values, lines)
    player.loading = True
    status = player.play()
    player.session.replaying = False
    if status == 0 and go_on:
        values, warned = as_played(loaded.setup.game.name, ctx)
        player.session.from_script = True
        status = play_session(player.session, values, warned)
    return status


replay.params += [options.overwrite_option(), *options.common_options()]


def _kept(number: int) -> Script:
    """Return game NUMBER of the diary as a script; raises click's UsageError if there is none."""
    from cardgames.cli.keeping import NOT_KEPT, diary, game_numbered, script_of

    if (kept := diary()) is None:
        raise click.UsageError(NOT_KEPT)
    game = game_numbered(kept, number)
    lines = kept.lines(number)
    if game.moves and not lines:
        raise click.UsageError(f"the moves of game {number} were not kept")
    return script_of(game, lines)


def _step_by_step(script: Script) -> Iterator[str]:
    """Yield each line of SCRIPT when the person presses Enter; fewer if they leave."""
    from cardgames.text.terminal import TerminalConsole

    words = ("all", "save", *NO)
    console = TerminalConsole(lambda _, start: [word for word in words if word.startswith(start)])
    paused = True
    yield script.lines[0]
    for line in script.lines[1:]:
        while paused and (typed := console.read(PROMPT, "next")) != "next":
            if typed is None or typed.lower() in NO:
                return
            try:
                paused = not _obeyed(typed, script)
            except CardGameError as error:
                console.note(error_text(str(error)))
        yield line


def _obeyed(typed: str, script: Script) -> bool:
    """Obey what was TYPED instead of Enter; return whether all moves are to follow at once.

    Raises CardGameError.
    """
    word, *names = split(typed)
    if word.lower() == "all" and not names:
        return True
    if word.lower() != "save" or len(names) != 1:
        raise InvalidCommand("press Enter, or type 'all', 'save FILE' or 'q'")
    SCRIPTS.write(names[0], "\n".join([*script.lines, ""]))
    click.echo(f"Saved {printable(names[0])}.")
    return False
