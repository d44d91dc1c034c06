"""Damage to a diary: every byte may flip, any page be zeroed; what stands elsewhere must be there.

`make fuzz` flips 300 bytes and zeroes every page, and the suite does a share of that.
"""

import os
from pathlib import Path
from random import Random

from cardgames.diary.diary import Diary, Kept
from tests.kept import numbered

GAMES = 50
SIZE = 4096
TABLE = 13
"""The first byte of a page with rows of a table."""


def sound(folder: Path) -> Path:
    """Make a diary of fifty games with logs of a hundred lines, and some longer than a page."""
    diary = Diary(str(folder / "sound.sqlite"))
    diary.add(Kept(numbered(n)._replace(name=f"game-{n}."), _lines(n)) for n in range(GAMES))
    diary.close()
    return Path(diary.name)


def _lines(n: int) -> list[str]:
    return [f"move {n} {number}" for number in range(1000 if n % 10 == 5 else 100)]


def check_flip(file: Path, seed: int) -> None:
    """Flip one byte of a copy of FILE, and use the copy in every way."""
    random, data = Random(seed), bytearray(file.read_bytes())
    place = random.randrange(len(data))
    data[place] ^= 1 << random.randrange(8)
    check_damaged(file, bytes(data), place // SIZE)


def check_zeros(file: Path, page: int) -> None:
    """Do the same with a PAGE of zeros."""
    data = file.read_bytes()
    check_damaged(file, data[: page * SIZE] + bytes(SIZE) + data[(page + 1) * SIZE :], page)


def check_damaged(file: Path, damaged: bytes, page: int) -> None:
    """Use a diary with the DAMAGED bytes of FILE, all in one PAGE, in every way."""
    for old in file.parent.glob("diary*"):
        old.unlink()
    told: list[str] = []
    copy = file.parent / "diary.sqlite"
    copy.write_bytes(damaged)
    diary = Diary(str(copy), told.append)
    used(diary)
    diary.check()
    assert diary.check(), told
    found = {game.id: game.name for game in diary.games()}
    text = file.read_bytes()[page * SIZE : (page + 1) * SIZE]
    of_table = text[:1] == bytes([TABLE])
    for n in range(GAMES):
        there = found.get(n + 1) == f"game-{n}."
        assert there or of_table and f"game-{n}.".encode() in text, (page, n, told)
        if b"move %d " % n not in text and there:
            assert diary.lines(n + 1) == _lines(n), (page, n, told)
    assert {*os.listdir(file.parent)} <= {
        *("sound.sqlite", "diary.sqlite", "diary-backup.sqlite"),
        *(path.name for path in file.parent.glob("diary-damaged-20??-??-??*.sqlite")),
    }


def used(diary: Diary) -> None:
    """Read, and write, all that can be; none of it may raise."""
    for game in diary.games():
        diary.lines(game.id), diary.alike(game)
    diary.unfinished(), diary.sitting(), diary.records(), diary.count(), diary.everything()
    diary.add([Kept(numbered(99)._replace(name="another"), ["move"])])
    diary.back_up("2026-11-22")


def harm(file: Path, how: str) -> None:
    if how == "overwritten":
        file.write_text("Dear diary, " * 500)
    elif how == "cut short":
        os.truncate(file, file.stat().st_size // 2)
    else:
        file.write_bytes(file.read_bytes()[:SIZE] + bytes(SIZE) + file.read_bytes()[2 * SIZE :])
