"""The command `replay`, which plays a saved script."""

from typing import Any

import click

from cardgames.cli import options
from cardgames.cli.dealing import SCRIPTS
from cardgames.cli.seating import new_session, played, seated
from cardgames.cli.settled import as_played, as_shown


@click.command(short_help="play a saved script")
@click.argument("script", type=options.FileType())
@click.option("--continue", "go_on", is_flag=True, help="Go on playing where the script ends.")
@click.pass_context
def replay(ctx: click.Context, /, script: str, go_on: bool, **values: Any) -> int:
    """Play the commands in the file SCRIPT, and show the session.

    \b
    Examples:
      cardgames replay game.txt
      cardgames replay game.txt --continue
    """
    loaded = SCRIPTS.read(script)
    values, _ = as_shown(loaded.setup.game.name, ctx)
    session = new_session(loaded.setup)
    session.replaying = True
    player = seated(session, values, loaded.lines)
    player.loading = True
    status = player.play()
    player.session.replaying = False
    if status == 0 and go_on:
        values, warned = as_played(loaded.setup.game.name, ctx)
        goes_on = seated(player.session, values)
        goes_on.screen.remark(warned)
        status = played(goes_on)
    return status


replay.params += [options.overwrite_option(), *options.common_options()]
