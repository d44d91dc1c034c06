"""A sitting: somebody sits down to a game, or to go on with it; a journal keeps it."""

import os
import re
from collections.abc import Sequence
from datetime import datetime, timezone
from time import time
from typing import Final, NamedTuple

from cardgames.model.deal import Day, read_day
from cardgames.play.journal import Journal
from cardgames.play.session import Session


class Sitting(NamedTuple):
    """When a game was begun, and for how long it was played before somebody sat down now."""

    name: str
    """The name of the game's journal."""
    begun: datetime
    since: int
    """When somebody sat down, in seconds since 1970."""
    before: int = 0
    """How long it was played before, in seconds."""
    day: Day | None = None
    """The date whose deal it is, if it is one."""

    @classmethod
    def new(cls, game: str, begun: datetime, day: Day | None) -> "Sitting":
        """Return the first sitting at a GAME that is BEGUN now, the deal of a DAY perhaps."""
        name = f"{game}-{begun:%Y%m%d-%H%M%S}-{os.urandom(2).hex()}"
        return cls(name, begun, int(time()), day=day)

    @classmethod
    def next(cls, name: str, lines: Sequence[str], changed: float) -> "Sitting":
        """Return the sitting that begins now with the LINES of a journal that was CHANGED then.

        What a person has spoiled in its remark is left out of the account.
        """
        found, now = _REMARK.match("\n".join(lines[1:2])), int(time())
        try:
            if found is None:
                raise ValueError
            begun = datetime.fromisoformat(f"{found[1]}+00:00")
            begun.astimezone()  # which a person will see, so it must be possible
            day = read_day(found[4]) if found[4] else None
        except (ValueError, OverflowError):
            return cls(name, datetime.fromtimestamp(changed, timezone.utc), now)
        return cls(name, begun, now, int(found[3]) + max(0, int(changed) - int(found[2])), day)

    def remark(self) -> str:
        """Return the second line of the journal, from which `next` makes the next sitting."""
        day = f", the deal for {self.day}" if self.day else ""
        begun = f"begun {text_of(self.begun)}"
        return f"# {begun}, at the table since {self.since} after {self.before} s{day}"

    def seconds(self) -> int:
        """Return for how long the game was played until now."""
        return self.before + max(0, int(time()) - self.since)


_REMARK: Final = re.compile(
    r"# begun (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z, "
    r"at the table since (\d{1,12}) after (\d{1,9}) s(?:, the deal for (\S+))?"
)


class GameJournal(Journal):
    """The journal of the game in progress alone."""

    taken = "another program plays this game, which is in {}"

    sitting: Sitting

    def __init__(self, path: str) -> None:
        """Open the file at PATH, which nobody else may have open; raises ScriptError."""
        super().__init__(path, over=True)

    def start(self, session: Session) -> int:
        """Return where in the log of SESSION the game in progress begins."""
        return session.begun

    def script(self, session: Session) -> str:
        """Return the script that deals the game in progress, and plays it."""
        deal = f"# {session.setup.command_line()}"
        moves = session.log[session.begun :]
        return "\n".join([deal, self.sitting.remark(), *session.dealing, *moves, ""])


def text_of(moment: datetime) -> str:
    """Return a time in UTC as journals and results have it."""
    return f"{moment:%Y-%m-%dT%H:%M:%S}Z"
