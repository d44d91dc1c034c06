"""The command `replay`, which plays a saved script."""

from typing import Any

import click

from cardgames.cli import options
from cardgames.cli.dealing import SCRIPTS
from cardgames.cli.seating import new_session, played, seated


@click.command(short_help="play a saved script")
@click.argument("script", type=options.FileType())
@click.option("--continue", "go_on", is_flag=True, help="Go on playing where the script ends.")
def replay(script: str, go_on: bool, **values: Any) -> int:
    """Play the commands in the file SCRIPT, and show the session.

    \b
    Examples:
      cardgames replay game.txt
      cardgames replay game.txt --continue
    """
    loaded = SCRIPTS.read(script)
    session = new_session(loaded.setup)
    session.replaying = True
    player = seated(session, values, loaded.lines)
    player.loading = True
    status = player.play()
    player.session.replaying = False
    if status == 0 and go_on:
        status = played(seated(player.session, values))
    return status


replay.params += [options.overwrite_option(), *options.common_options()]
