"""Damage to a diary: every byte may flip, and what no flip has touched must still be there.

`make fuzz` flips 300 bytes, and the suite a share of them.
"""

import os
import shutil
from pathlib import Path
from random import Random

from cardgames.play.diary import Diary, Kept
from cardgames.play.salvage import SIZE, rows_in
from tests.kept import numbered

GAMES = 50
LINES = 100


def sound(folder: Path) -> Path:
    """Make a diary of fifty games with a hundred lines each; return its file."""
    diary = Diary(str(folder / "sound.sqlite"))
    diary.add(Kept(numbered(n)._replace(name=f"game-{n}"), _lines(n)) for n in range(GAMES))
    diary.close()
    return Path(diary.name)


def _lines(n: int) -> list[str]:
    return [f"move {n} {number}" for number in range(LINES)]


def check_flip(file: Path, seed: int) -> str:
    """Flip one byte of a copy of FILE, and use it in every way; return what was told.

    At least the games on other pages must be there, each with its lines on other pages.
    """
    random, copy = Random(seed), file.parent / "diary.sqlite"
    data = bytearray(file.read_bytes())
    place = random.randrange(len(data))
    data[place] ^= 1 << random.randrange(8)
    for old in file.parent.glob("diary*"):
        old.unlink()
    copy.write_bytes(data)
    told: list[str] = []
    diary = Diary(str(copy), told.append)
    used(diary)
    untouched = _untouched(file, place // SIZE)
    games = {game.id for game in diary.games()}
    assert untouched["games"] <= games, (place, untouched["games"] - games, told)
    for id in games:
        found = dict(enumerate(diary.lines(id)))
        first = next(n for n in range(LINES + 1) if (id, n) not in untouched["lines"])
        assert all(found[n] == f"move {id - 1} {n}" for n in range(first)), (place, id, told)
    diary.close()
    return " ".join(told)


def used(diary: Diary) -> None:
    """Read, and write, all that can be; none of it may raise."""
    for game in diary.games():
        diary.lines(game.id)
    diary.unfinished(), diary.owners(), diary.records(), diary.size(), diary.faults()
    diary.add([Kept(numbered(99)._replace(name="another"), ["move"])])
    diary.back_up("2026-11-22")


def _untouched(file: Path, page: int) -> dict[str, set[object]]:
    """Return the ids of the games, and the places of the lines, that are on other pages."""
    cut = file.parent / "cut"
    shutil.copy(file, cut)
    with cut.open("r+b") as opened:
        opened.seek(page * SIZE)
        opened.write(bytes(SIZE))
    rows = [*rows_in(str(cut))]
    os.unlink(cut)
    lines = {(row[0], row[1]) for row in rows if len(row) == 3}
    return {"games": {row[0] for row in rows if len(row) > 20}, "lines": lines}


def harm(file: Path, how: str) -> None:
    """Damage FILE."""
    if how == "overwritten":
        file.write_text("Dear diary, " * 500)
    elif how == "cut short":
        os.truncate(file, file.stat().st_size // 2)
    else:
        file.write_bytes(file.read_bytes()[:SIZE] + bytes(SIZE) + file.read_bytes()[2 * SIZE :])
