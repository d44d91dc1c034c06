"""What a terminal's screen shows: the picture of a board with its messages, and a sign of life."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from os import terminal_size
from threading import Event, Thread
from typing import Final, NamedTuple

from click import unstyle

from cardgames.model.errors import printable
from cardgames.text.console import ROOM, Folded, screen_size

THINKS: Final = "Looking ahead (Ctrl-C stops)"
# The number of seconds that a person waits without a sign of life, or for its next dot
UNSEEN: Final = 0.2
# Go to the top of the screen; erase the rest of the line; erase the rest of the screen
TOP, END_OF_LINE, BELOW = "\033[H", "\033[K", "\033[J"
LEAST: Final = 9  # the fewest lines into which a board is folded


class SignOfLife:
    """A line with moving dots that shows that the program thinks, and how far it is."""

    def __init__(self, write: Callable[[str], object], moves: bool = True) -> None:
        self._write = write
        self._moves = moves
        self.figure = ""  # how far the work is, such as '34 moves'

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show the line if the block takes longer than UNSEEN seconds; erase it after the block."""
        self.figure, lines, ended = "", list[str](), Event()

        def show() -> None:
            while not ended.wait(UNSEEN) and (self._moves or not lines):
                so_far = f": {self.figure}" if self.figure else ""
                lines.append(f"{THINKS}{so_far} {'.' * (len(lines) % 3 + 1)}")
                with suppress(OSError):  # the terminal is gone
                    self._write(f"\r{lines[-1][: screen_size().columns - 1]}{END_OF_LINE}")

        sign = Thread(target=show, daemon=True)
        sign.start()
        try:
            yield
        finally:
            ended.set()
            sign.join()
            if lines:
                self._write(f"\r{END_OF_LINE}")


def painted(lines: Sequence[str], columns: int) -> str:
    """Return the text that paints LINES at the top of the screen, and erases all else."""
    rows = []
    for line in lines:
        width = len(unstyle(line))
        # After a full row the cursor is still on its last letter, which the code would erase.
        rows.append(f"{line}{END_OF_LINE}\n" if not width or width % columns else f"{line}\n")
    return f"{TOP}{''.join(rows)}{BELOW}"


class Frame(NamedTuple):
    board: list[str]
    below: list[str]
    unseen: int  # how many of the lines below the board have no room

    def pages(self, size: terminal_size) -> list[str]:
        """Return the texts that paint the lines below the board alone, on as many screens."""
        below, room = self.below, max(1, size.lines - 2)
        return [painted(below[i : i + room], size.columns) for i in range(0, len(below), room)]


class Painter:
    """Makes the text that paints the board and the messages below it; it writes nothing."""

    def __init__(self) -> None:
        self.board = ""
        self._folded: Folded | None = None
        self.said = ""  # the messages since the last command
        self.crowded = False  # is there no room for the line that repeats the command?
        # Does the screen show text that must be scrolled up, lest the next picture erase it?
        self.fresh = True
        self.over = False  # is the board that of a finished game, which stays on the screen?
        # The lines of the commands before the last one, if it was typed ahead, and of answers
        self._before: list[str] = []
        self._typed = ""
        self.meant: list[str] = []  # the moves that the typed command stands for

    def show(self, board: str, folded: Folded | None = None) -> None:
        self.board, self._folded = board, folded
        self.fresh |= self.over
        self.over = False

    def begin(self, typed: str = "", columns: int = 0) -> None:
        """Forget the messages, and remember TYPED as the text of the next command.

        With COLUMNS, the width of the screen, keep the messages above it, as nobody has read them.
        """
        told = self._command(columns) + self.said.splitlines() if columns else []
        self._before = self._before + told if columns else []
        self._typed = typed
        self.meant = []
        self.said = ""

    def tell(self, news: str, said: str, keys: str, size: terminal_size) -> None:
        """Show below the board what has room on a screen of this SIZE above the line of KEYS.

        That is the end of NEWS, then the typed command, then the beginning of what was SAID.
        """
        room = max(0, size.lines - len(self.board.splitlines()) - 1 - keys.count("\n"))
        told = news.splitlines(keepends=True)
        self.crowded = False
        self.crowded = len(told) + len(self._command(size.columns)) > room
        told = told[max(0, len(told) - room) :]
        room -= len(told) + len(self._command(size.columns))
        self.said = "".join([*told, *said.splitlines(keepends=True)[:room], keys])

    def frame(self, size: terminal_size) -> Frame | None:
        """Lay out a screen of this SIZE; return None if there is no board, or no room for it.

        Below the board are the commands since the screen was read, with their answers. The board
        is folded if they need its room.
        """
        board = self.board.splitlines()
        wide = max([len(unstyle(line)) for line in board], default=0)
        if not 0 < len(board) <= size.lines - ROOM or wide > size.columns:
            return None
        below = self._before + self._command(size.columns) + self.said.splitlines()
        room = size.lines - 1 - len(below)
        if self._folded is not None and LEAST <= room < len(board):
            folded = self._folded(room).splitlines()
            board = folded if len(folded) <= room else board
        return Frame(board, below, max(0, len(board) - room))

    def picture(self, frame: Frame, size: terminal_size) -> str:
        """Return the text that paints a screen of this SIZE and leaves the cursor below it."""
        scrolled = "\n" * size.lines if self.fresh else ""
        self.fresh = False
        return scrolled + painted(frame.board + frame.below[frame.unseen :], size.columns)

    def _command(self, columns: int) -> list[str]:
        """Return the line that repeats the typed command, with its move if that differs."""
        if not self._typed or self.crowded:
            return []
        meant = "; ".join(self.meant)
        told = f"  ({meant})" if meant not in ("", self._typed) else ""
        return [f"> {printable(self._typed)}{told}"[:columns]]
