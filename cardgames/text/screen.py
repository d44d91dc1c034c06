"""The screen of a text player: its console, the look of cards on it, and the position shown last.

It knows no player and no rules. Others make its texts; it fits them to the width of the screen.
"""

from cardgames.model.errors import CardGameError, printable
from cardgames.model.game import Game
from cardgames.text.console import Console
from cardgames.text.look import Look
from cardgames.text.wording import COLUMNS, fitted, folded, narrow_text


class Screen:
    """Shows boards, news and errors at a console, in lines that fit its width."""

    def __init__(self, console: Console, look: Look, needed: int) -> None:
        """Show texts at CONSOLE, with cards in LOOK; the board is NEEDED columns wide."""
        self.console = console
        self.look = look
        self._needed = needed
        self.shown: Game | None = None
        """The position shown last; None to show the board even if it is the same."""
        self.remarks: list[str] = []
        """Lines to show with the next board, below the news."""

    def say(self, text: str) -> None:
        """Show a text."""
        if self.console.interactive:
            text = folded(text)
        self.console.say(fitted(text, self.look.columns))

    def note(self, text: str) -> None:
        """Show an error, or the end of a patience."""
        columns = self.look.columns
        if self.console.interactive:  # an error may be longer than the 80 columns of other texts
            columns = min(columns, COLUMNS - 1)
        self.console.note(fitted(text, columns))

    def remark(self, text: str) -> None:
        """Show TEXT with the next board at a terminal, elsewhere among the errors."""
        if text and self.console.interactive:
            self.remarks.append(text)
        elif text:
            self.note(text)

    def complain(self, line: str) -> None:
        """Show an error at once; where single keys are read, with the next picture."""
        if self.console.by_keys:
            self.remarks.append(line)
        else:
            self.note(line)

    def line(self, error: CardGameError, where: str = "") -> str:
        """Return the line for an error, with cards in this look; WHERE is its place in a script."""
        return f"Error: {where}{printable(error.text(self.look.plain))}\n"

    def show(self, game: Game, board: str, news: list[str]) -> None:
        """Show the BOARD of the position GAME, and the NEWS, in one write."""
        self.console.show(board, fitted("".join(news), self.look.columns) if news else "")
        self.shown = game

    def measure(self) -> None:
        """Take the present width of the terminal; add a remark if it has become too narrow."""
        columns = self.console.columns()
        if columns != self.look.columns:
            self.look.columns = columns
            self.remarks += [narrow] if (narrow := self.narrow()) else []

    def narrow(self) -> str:
        """Say that the terminal is too narrow for the board; '' if it is not."""
        return "" if self.look.spoken else narrow_text(self._needed, self.look.columns)
