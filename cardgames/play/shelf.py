"""The shelf: a folder with a journal for each game that was begun at a terminal and not ended.

A journal is named after its game and the time when it was begun: 'canfield-20261121-204512-3f9a'.
"""

import os
import re
from contextlib import suppress
from typing import Final

from cardgames.model.errors import KeepingError
from cardgames.play.script import cannot, is_locked

MOST: Final = 10
"""The greatest number of unfinished games of a kind."""
ASIDE: Final = "aside"
"""The folder for journals that could not be followed to their ends."""
_NAME: Final = re.compile(r"([a-z0-9]+)-[0-9]{8}-[0-9]{6}-[0-9a-f]{4}")


class Shelf:
    """The journals of unfinished games in a folder, which need not exist before the first one."""

    def __init__(self, folder: str) -> None:
        """Use FOLDER."""
        self.folder = folder

    def path(self, name: str) -> str:
        """Return the path of the journal called NAME."""
        return os.path.join(self.folder, name)

    def make(self) -> None:
        """Make the folder, if it does not exist; raises KeepingError."""
        try:
            os.makedirs(self.folder, 0o700, exist_ok=True)
        except (OSError, ValueError) as error:
            raise KeepingError(cannot("make", self.folder, error)) from None

    def names(self, game: str | None = None) -> list[str]:
        """Return the journals of GAME, or of all games, the one played last first.

        Those of games that are being played now are left out.
        """
        try:
            with os.scandir(self.folder) as entries:
                found = [entry.name for entry in entries if entry.is_file()]
        except (OSError, ValueError):  # there is none, or it cannot be read
            return []
        named = [name for name in found if game_of(name) and game in (None, game_of(name))]
        kept = [name for name in named if not is_locked(self.path(name))]
        return sorted(kept, key=lambda name: (self.changed(name), name), reverse=True)

    def changed(self, name: str) -> float:
        """Return when something was added to a journal, in seconds since 1970; 0 if it is gone."""
        with suppress(OSError):
            return os.stat(self.path(name)).st_mtime
        return 0

    def set_aside(self, name: str) -> str:
        """Put a journal away, where nobody deletes it; return its new path. Raises KeepingError."""
        path = os.path.join(self.folder, ASIDE, name)
        try:
            os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
            os.replace(self.path(name), path)
        except OSError as error:
            raise KeepingError(cannot("set aside", self.path(name), error)) from None
        return path


def game_of(name: str) -> str | None:
    """Return the name of the game whose journal has this NAME, or None if it is not one."""
    found = _NAME.fullmatch(name)
    return found and found[1]
