"""A model of a terminal that knows the few escapes in use, to see the text on its screen."""

import re

TOKEN = re.compile(
    r"\x1b\[([0-9;?]*)([A-Za-z@])|\x1b([78])|\x1b[()=>].?|(\r|\n|\x08|\x07)|(.)",
    re.DOTALL,
)
UNFINISHED = re.compile(r"\x1b(?:\[[0-9;?]*|\()?\Z")
"""The beginning of an escape whose end is still to come."""


class Screen:
    """The lines of a screen, the cursor, and the lines scrolled out at the top."""

    def __init__(self, lines: int = 24, columns: int = 80) -> None:
        self.columns = columns
        self.cells = [[" "] * columns for _ in range(lines)]
        self.scrollback: list[str] = []
        self.line = self.column = 0
        self._saved = 0, 0
        self._begun = ""
        self.half_painted = False
        """Has a picture begun, or a part of one, whose end is still to come?"""

    @property
    def lines(self) -> list[str]:
        """The lines down to the last one with text."""
        return "\n".join(["".join(row).rstrip() for row in self.cells]).rstrip().split("\n")

    def resize(self, lines: int, columns: int) -> None:
        """Change the size, and scroll to keep the cursor in sight, as a terminal does."""
        while self.line >= lines:
            self._scroll()
            self.line -= 1
        self.cells = [(row + [" "] * columns)[:columns] for row in self.cells[:lines]]
        self.cells += [[" "] * columns for _ in range(lines - len(self.cells))]
        self.columns = columns
        self.column = min(self.column, columns - 1)

    def write(self, text: str) -> None:
        """Show TEXT at the cursor, and obey its escapes, which may come in pieces."""
        text = self._begun + text
        self._begun = "".join(UNFINISHED.findall(text))
        text = text[: len(text) - len(self._begun)]
        for escaped in TOKEN.finditer(text):
            numbers, final, cursor, control, character = escaped.groups()
            if cursor:
                self.half_painted = cursor == "7"
            if cursor == "7":
                self._saved = self.line, self.column
            elif cursor:
                self.line, self.column = self._saved
            elif final:
                self._escape(numbers, final)
            elif control:
                self._control(control)
            elif character:
                self._put(character)

    def _put(self, character: str) -> None:
        if self.column == self.columns:  # A full line breaks only before its next letter.
            self._control("\r")
            self._control("\n")
        self.cells[self.line][self.column] = character
        self.column += 1

    def _control(self, control: str) -> None:
        if control == "\r":
            self.column = 0
        elif control == "\x08":
            self.column = max(0, self.column - 1)
        elif control == "\n" and self.line + 1 < len(self.cells):
            self.line += 1
        elif control == "\n":
            self._scroll()

    def _scroll(self) -> None:
        self.scrollback.append("".join(self.cells.pop(0)).rstrip())
        self.cells.append([" "] * self.columns)

    def _escape(self, numbers: str, final: str) -> None:
        number = int(numbers) if numbers.isdecimal() else 0
        row = self.cells[self.line]
        column = min(self.column, self.columns - 1)
        if final == "H":
            at = [int(number) - 1 for number in numbers.split(";")] if numbers else [0, 0]
            self.line, self.column = min(at[0], len(self.cells) - 1), min(at[1], self.columns - 1)
            self.half_painted |= not numbers
        elif final in "JK" and number == 0:
            self.half_painted &= final == "K"
            row[column:] = [" "] * (self.columns - column)
            for below in self.cells[self.line + 1 :] if final == "J" else ():
                below[:] = [" "] * self.columns
        elif final == "J" and number == 2:
            self.half_painted = False
            self.cells = [[" "] * self.columns for _ in self.cells]
        elif final == "J" and number == 3:
            self.scrollback.clear()
        elif final == "C":
            self.column += number or 1
        elif final == "A":
            self.line = max(0, self.line - (number or 1))
        elif final == "P":
            row[column:] = row[column + (number or 1) :] + [" "] * (number or 1)
        elif final == "@":
            row[column:] = ([" "] * (number or 1) + row[column:])[: self.columns - column]
        else:
            assert final in "mhl", f"an escape that nobody needs: {numbers}{final}"
