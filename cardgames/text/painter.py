"""The screen of a terminal: one board at its top, and beneath it what was said of the last command.

Each picture is drawn from the top of the normal screen, over the one before. The height of what
was typed is never needed, and nothing is set that a program which is killed would leave behind.
"""

from os import terminal_size
from typing import Final

from click import unstyle

from cardgames.model.errors import printable

TOP, END_OF_LINE, BELOW = "\033[H", "\033[K", "\033[J"
"""Go to the top of the screen; erase the rest of the line; erase all that is below."""
ROOM: Final = 3
"""The number of lines that must be left below a board."""


class Painter:
    """Paints the board, and what was said; it returns text, and writes nothing itself."""

    def __init__(self) -> None:
        """Begin without a board."""
        self.board = ""
        self.said = ""
        """What was said since the last command was typed."""
        self.fresh = True
        """Is there something else on the screen, which the next picture must not paint over?"""
        self._over = False
        self._typed = ""
        self._meant: list[str] = []

    def show(self, board: str) -> None:
        """Put BOARD in the place of the last one."""
        self.board = board
        self.fresh |= self._over
        self._over = False

    def keep(self) -> None:
        """Leave the board of a finished game on the screen: the next one is painted afresh."""
        self._over = True

    def begin(self, typed: str = "") -> None:
        """Forget what was said, as the next command was TYPED."""
        self._typed = typed
        self._meant = []
        self.said = ""

    def mean(self, move: str) -> None:
        """Remember that what was typed means MOVE."""
        self._meant.append(move)

    def forget(self) -> None:
        """Forget everything: the next person must not see it."""
        self.board = ""
        self.begin()

    def fits(self, size: terminal_size) -> bool:
        """Is there a board, and does it fit a screen of this SIZE?"""
        lines = self.board.splitlines()
        wide = max([len(unstyle(line)) for line in lines], default=0)
        return 0 < len(lines) <= size.lines - ROOM and wide <= size.columns

    def pages(self, size: terminal_size) -> list[str]:
        """Return what was said on screens of its own; nothing if it has room below the board."""
        below = self._command(size.columns) + self.said.splitlines()
        if not self.said or len(self.board.splitlines()) + len(below) < size.lines:
            return []
        room = max(1, size.lines - 2)
        pages = (below[first : first + room] for first in range(0, len(below), room))
        return [self._painted(page, size.columns) for page in pages]

    def picture(self, size: terminal_size) -> str:
        """Return what paints a screen of this SIZE, with the cursor below all that was said."""
        lines = self.board.splitlines() + self._command(size.columns) + self.said.splitlines()
        scrolled = "\n" * size.lines if self.fresh else ""
        self.fresh = False
        return scrolled + self._painted(lines, size.columns)

    def _painted(self, lines: list[str], columns: int) -> str:
        painted = "".join(f"{line}{_rest(line, columns)}\n" for line in lines)
        return f"{TOP}{painted}{BELOW}"

    def _command(self, columns: int) -> list[str]:
        """Return the line that repeats what was typed, and says what that means if it differs."""
        if not self._typed:
            return []
        meant = "; ".join(self._meant)
        told = f"  ({meant})" if meant not in ("", self._typed) else ""
        return [f"> {printable(self._typed)}{told}"[:columns]]


def _rest(line: str, columns: int) -> str:
    """Return what erases the rest of the screen's line after LINE.

    Where LINE fills the screen's lines to the end there is no rest, and its last letter would go.
    """
    width = len(unstyle(line))
    return END_OF_LINE if not width or width % columns else ""
