"""Playing one game, as the options of the command line ask for it."""

from collections.abc import Mapping
from typing import Any

from cardgames.cli.seating import new_session, played, seated
from cardgames.model.game import Setup
from cardgames.play.recording import Recorder
from cardgames.play.session import Session
from cardgames.text.console import at_terminal


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
