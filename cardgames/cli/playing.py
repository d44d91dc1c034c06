"""Playing one game, as the options of the command line ask for it."""

from collections.abc import Mapping
from typing import Any

from cardgames.cli.keeping import keeper
from cardgames.cli.seating import new_session, played, seated
from cardgames.model.game import Setup


def play(setup: Setup, values: Mapping[str, Any], told: str = "") -> int:
    """Play a game of SETUP, with lines TOLD before it; return the exit status."""
    session, computer = new_session(setup), values["auto"]
    kept = keeper(session, values) if computer is None else None
    player = seated(session, values, keeper=kept)
    player.remark(told)
    return played(player) if computer is None else player.finish(computer)
