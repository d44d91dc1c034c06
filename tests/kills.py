"""Programs that are killed, or whose diary is mended, locked, deleted or damaged beside them.

No move that was kept may be lost, and what stands elsewhere in a damaged diary must be there.
`make fuzz` does hundreds of these things, and zeroes every page; the suite does a share.
"""

import os
import signal
import struct
import time
import traceback
from collections.abc import Sequence
from contextlib import suppress
from mmap import mmap
from pathlib import Path
from random import Random

from cardgames.cli.diary import script_of
from cardgames.cli.playing import followed
from cardgames.diary.database import alone
from cardgames.diary.diary import Diary, Kept, Owner
from cardgames.diary.figures import standing_in
from cardgames.diary.keeping import Keeper
from cardgames.games.canfield.game import Canfield
from cardgames.model.game import Move
from tests.kept import back_up, numbered
from tests.seated import session_of

LONGEST = 0.04
"""The longest time between two events, in seconds, besides that of going on with a game."""
DELETED = (
    *("file", "file-wal", "file-shm", "file+file-wal", "file-wal+file-shm"),
    "file+file-wal+file-shm",
)
"""What a person may delete, one file after the other."""


class Mender(Diary):
    """A diary whose file looks damaged, for the first TIMES that somebody looks."""

    times = 0

    def _is_sound(self) -> bool:
        self.times -= 1
        return self.times < 0 and super()._is_sound()


class Player:
    """A program that plays the game of a seed in a diary, until it is told to leave."""

    def __init__(self, name: str, seed: int, troubled: bool = False) -> None:
        """If `troubled`, a write may fail while a file is deleted or locked; a later one works."""
        self.name, self.seed, self._troubled = name, seed, troubled
        self._shared = mmap(-1, 16)
        """The number of lines that were kept, and whether the program is to leave."""
        self.start()

    @property
    def kept(self) -> int:
        return int(struct.unpack_from("q", self._shared)[0])

    def start(self) -> None:
        before, parent = self.kept, os.getpid()
        self._child = os.fork()
        if not self._child:
            try:
                self._play(parent)
                os._exit(0)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
        while self.kept == before:
            self._check(os.waitpid(self._child, os.WNOHANG))
            time.sleep(0.001)

    def kill(self) -> None:
        os.kill(self._child, signal.SIGKILL)
        os.waitpid(self._child, 0)
        self.check()
        self.start()

    def leave(self) -> None:
        struct.pack_into("q", self._shared, 8, 1)
        self._check((self._child, os.waitpid(self._child, 0)[1]))
        self.check()

    def check(self) -> None:
        """Check that what was kept is in the diary, and leads to what its row says."""
        diary = Diary(self.name)
        (game,) = [one for one in diary.games() if one.seed == self.seed]
        lines = diary.lines(game.id)
        assert len(lines) >= self.kept, f"{self.kept - len(lines)} moves that were kept are lost"
        assert set(lines) <= {"card", "undo 1"}

    def _check(self, ended: tuple[int, int]) -> None:
        assert ended[1] == 0, f"the program that plays {self.seed} has failed"

    def _play(self, parent: int) -> None:
        diary = Diary(self.name)
        keeper = Keeper(diary)
        session = session_of(Canfield, self.seed)
        if known := [game for game in diary.unfinished() if game.seed == self.seed]:
            (taken, lines), turn = diary.take(known[0].id, Owner.new())
            session = followed(script_of(taken, lines))
            keeper.take_up(session, taken, turn)
        if self._troubled:
            diary.wait = LONGEST / 4
        told = keeper.record(session)
        while not struct.unpack_from("q", self._shared, 8)[0]:
            assert os.getppid() == parent, "the tests have ended"
            time.sleep(0.001)
            session.make(Move("card"))
            if len(session.log) % 7 == 0:
                session.undo(1)
            told += keeper.record(session)
            assert "no more" not in told and (self._troubled or "Error" not in told), told
            if not keeper.unkept():
                struct.pack_into("q", self._shared, 0, len(session.log))
        told = keeper.close(left=True)
        assert "no more" not in told, told


def trouble(
    folder: Path, count: int, events: Sequence[str], seed: int = 1, players: int = 3
) -> None:
    """Let `players` programs play, and `count` events, drawn by the seed, happen beside them."""
    random, name = Random(seed), str(folder / "diary.sqlite")
    troubled = any("file" in event or event == "lock" for event in events)
    terminals = [Player(name, seed, troubled) for seed in range(players)]
    for _ in range(count):
        time.sleep(random.random() * LONGEST)
        event = random.choice(events)
        if event == "kill":
            random.choice(terminals).kill()
        elif event == "lock":
            with alone(str(folder)):
                time.sleep(LONGEST)
                if random.random() < 0.5:  # whose last moves are in no diary, but in a journal
                    os.kill(terminals[0]._child, signal.SIGKILL)
                    time.sleep(LONGEST / 4)
            terminals[0].kill()
        elif event == "mend":
            mender = Mender(name)
            mender.times = random.choice((1, 2))
            mender._mend()
        elif event == "read":
            told: list[str] = []
            diary = Diary(name, told.append)
            whole = all(len(kept.lines) >= kept.result.moves for kept in diary.everything())
            assert whole and diary.check() and told == []
        else:
            for ending in event.split("+"):
                with suppress(FileNotFoundError):
                    os.unlink(ending.replace("file", name))
    for terminal in terminals:
        terminal.leave()
    diary = Diary(name)
    for game in diary.games():
        session = followed(script_of(game, diary.lines(game.id)))
        assert (session.moves_made, session.undos) == (game.moves, game.undos)
    assert diary.check() and diary.count() == players
    assert not [*folder.glob("diary.sqlite-*"), *folder.glob("diary-journal-*")]


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
    """Flip one bit of a copy of the file, and use the copy in every way."""
    random, data = Random(seed), bytearray(file.read_bytes())
    place = random.randrange(len(data))
    data[place] ^= 1 << random.randrange(8)
    check_damaged(file, bytes(data), place // SIZE)


def check_zeros(file: Path, page: int) -> None:
    data = file.read_bytes()
    check_damaged(file, data[: page * SIZE] + bytes(SIZE) + data[(page + 1) * SIZE :], page)


def check_damaged(file: Path, damaged: bytes, page: int) -> None:
    """Use a copy of the file, damaged in one page, in every way."""
    for old in file.parent.glob("diary*"):
        old.unlink()
    told: list[str] = []
    copy = file.parent / "diary.sqlite"
    copy.write_bytes(damaged)
    diary = Diary(str(copy), told.append)
    for game in diary.games():
        diary.lines(game.id), standing_in(diary, game)
    diary.unfinished(), diary.sitting(), diary.records(), diary.count(), diary.everything()
    diary.add([Kept(numbered(99)._replace(name="another"), ["move"])])
    back_up(diary, "2026-11-22")
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


def harm(file: Path, how: str) -> None:
    if how == "overwritten":
        file.write_text("Dear diary, " * 500)
    elif how == "cut short":
        os.truncate(file, file.stat().st_size // 2)
    else:
        file.write_bytes(file.read_bytes()[:SIZE] + bytes(SIZE) + file.read_bytes()[2 * SIZE :])
