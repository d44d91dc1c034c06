"""Taking over what version 1.2 kept: a file of results, and a folder with unfinished games.

Each file is taken over once, and then renamed. A game that 1.2 plays just now is left to it.
"""

import os
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime, timezone
from typing import Any, Final

from cardgames.cli.dealing import SCRIPTS
from cardgames.cli.seating import followed
from cardgames.cli.settings import state_folder
from cardgames.model.deal import read_day
from cardgames.model.errors import KeepingError, ScriptError, printable
from cardgames.play.database import OURS, beside
from cardgames.play.diary import Diary, Kept, kept_of
from cardgames.play.keeping import new_result, result_of
from cardgames.play.results import ENDED, LEFT
from cardgames.play.script import cannot, is_locked
from cardgames.text.wording import counted

TAKEN: Final = ".taken-over"
RESULTS: Final = (
    "name, game, options, words, seed, number, outcome, reason, score, moves, length, seconds,"
    " hints, undos, player, helped_from, today, begun, finished, version, details"
).split(", ")
"""The columns of the file of results; the first was called `id`."""
JOURNAL: Final = re.compile(r"[a-z0-9]+-[0-9]{8}-[0-9]{6}-[0-9a-f]{4}")
REMARK: Final = re.compile(
    r"# begun (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z, "
    r"at the table since (\d{1,12}) after (\d{1,9}) s(?:, the deal for (\S+))?"
)
"""The second line of a journal: when it was begun, and the seconds that it was played."""


def take_over(kept: Diary) -> None:
    """Add all that 1.2 has left to the diary KEPT; raises KeepingError."""
    files = [beside(kept.name, "1.2"), os.path.join(state_folder(), "results.sqlite")]
    folder = os.path.join(state_folder(), "unfinished")
    try:
        if _is_old(kept.name):
            os.rename(kept.name, files[0])
        found = {file: [*_results(file)] for file in files if os.path.isfile(file)}
        names = {game.result.name for games in found.values() for game in games}
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            file = os.path.join(folder, name)
            if JOURNAL.fullmatch(name) and os.path.isfile(file) and not is_locked(file):
                found[file] = [game for game in _journal(file, kept) if name not in names]
        games = [game for games in found.values() for game in games]
        if games:
            added = kept.add(sorted(games, key=lambda game: game.result.begun))
            kept.tell(f"{counted(added, 'game')} of version 1.2 are taken over.")
        for file in filter(os.path.exists, found):
            os.replace(file, file + TAKEN)
    except OSError as error:
        raise KeepingError(cannot("take over", folder, error)) from None


def _is_old(name: str) -> bool:
    """Is the file called NAME one of results? One may have been chosen by name."""
    with suppress(OSError), open(name, "rb") as file:
        head = file.read(72)
        return head[60:64] + head[68:] == (1).to_bytes(4, "big") + OURS.to_bytes(4, "big")
    return False


def _results(name: str) -> Iterator[Kept]:
    """Yield the results in the file called NAME; if it is damaged, those that can be read."""
    import sqlite3

    try:
        with closing(sqlite3.connect(name)) as file:
            rows = file.execute("SELECT * FROM results ORDER BY finished, rowid").fetchall()
    except sqlite3.Error:
        from cardgames.play.salvage import rows_in

        rows = [row for row in rows_in(name) if len(row) == len(RESULTS)]
    for row in rows:
        if game := _kept(dict(zip(RESULTS, row))):
            yield game


def _kept(row: dict[str, Any]) -> Kept | None:
    """Return the game of a ROW of results; None if it makes no sense."""
    import json

    with suppress(TypeError, ValueError):
        seed = [] if row["seed"] is None else ["--seed", str(row["seed"])]
        row["deal"] = " ".join(filter(None, ["cardgames", row["game"], row["words"], *seed]))
        row["status"] = LEFT if row["outcome"] == LEFT else ENDED
        row |= {name: json.loads(row[name]) for name in ("options", "details")}
        return kept_of(row | {"id": 0, "day": row["today"], "lines": []})
    return None


def _journal(path: str, kept: Diary) -> Iterator[Kept]:
    """Yield the unfinished game in the journal at PATH; set one aside that makes no sense."""
    try:
        session, remark = followed(path), REMARK.match("\n".join(SCRIPTS.read(path).lines[1:2]))
    except ScriptError as error:
        aside = os.path.join(os.path.dirname(path), "aside", os.path.basename(path))
        os.makedirs(os.path.dirname(aside), 0o700, exist_ok=True)
        os.replace(path, aside)
        kept.tell(f"Error: {error}; it is kept as {printable(aside)}")
        return
    changed = os.stat(path).st_mtime
    seconds, begun = 0, datetime.fromtimestamp(changed, timezone.utc)
    if remark:
        with suppress(ValueError):  # a person has spoiled it, which costs only the time
            begun = datetime.fromisoformat(f"{remark[1]}+00:00")
            session.day = read_day(remark[4]) if remark[4] else None
            seconds = int(remark[3]) + max(0, int(changed) - int(remark[2]))
    row = new_result(session, begun)._replace(name=os.path.basename(path))
    row = result_of(session, row, seconds, datetime.fromtimestamp(changed, timezone.utc))
    head = ["new"] * (session.deals - 1)
    yield Kept(row, [*head, *session.log[session.begun :]])
