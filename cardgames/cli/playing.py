"""Playing one game, as the options of the command line ask for it."""

from collections.abc import Mapping
from typing import Any

from cardgames.cli.seating import new_session, seated
from cardgames.model.game import Setup


def play(setup: Setup, values: Mapping[str, Any], told: str = "") -> int:
    """Play a game of SETUP, with lines TOLD before it; return the exit status."""
    player = seated(new_session(setup), values)
    player.remark(told)
    return player.play() if values["auto"] is None else player.finish(values["auto"])
