"""The line editor of a terminal: what each key does to the typed line, and how the line is shown.

The keys are those of most shells. A key that has no meaning here does nothing at all. The line
stays in one row of the screen: if the line is too long, only the part around the cursor is shown.
"""

import os
import re
import sys
from collections.abc import Callable
from itertools import accumulate
from typing import ClassVar, Final, TypeAlias
from unicodedata import category, east_asian_width

from cardgames.model.commands import LONGEST_LINE
from cardgames.screen.console import END_OF_LINE, screen_size
from cardgames.screen.keyboard import ESCAPE, GLANCE, NO_ESCAPE, Keyboard

# Takes the line before a word, and the first letters of the word; returns its completions
Completer: TypeAlias = Callable[[str, str], list[str]]

# The keys of each action: ^ stands for Ctrl, and M- for the byte of Escape before other bytes
ACTIONS: Final = {
    "enter": "^M ^J",
    "left": "^B M-[D M-OD",
    "right": "^F M-[C M-OC",
    "word left": "M-b M-[1;5D M-[5D M-Od M-[1;3D M-^[[D",
    "word right": "M-f M-[1;5C M-[5C M-Oc M-[1;3C M-^[[C",
    "start": "^A M-[H M-OH M-[1~ M-[7~",
    "end": "^E M-[F M-OF M-[4~ M-[8~",
    "erase": "^H ^?",
    "erase next": "^D M-[3~",
    "cut": "^U",
    "cut end": "^K",
    "cut word": "^W",
    "cut word left": "M-^? M-^H",
    "cut word right": "M-d M-[3;5~",
    "paste": "^Y",
    "swap": "^T",
    "undo": "^_",
    "older": "^P M-[A M-OA",
    "newer": "^N M-[B M-OB",
    "oldest": "M-<",
    "newest": "M->",
    "search": "^R",
    "complete": "^I",
    "show": "^L",
    "drop": "^[ ^G",
    "no drop": NO_ESCAPE,
}
KEYS: Final = {
    re.sub(r"\^(.)", lambda found: chr(ord(found[1]) ^ 64), key.replace("M-", ESCAPE)): action
    for action, keys in ACTIONS.items()
    for key in keys.split()
}
# For each action that moves the cursor or cuts text: the text that the action passes or cuts. This
# text ends at the cursor (BEFORE) or begins there (AFTER).
BEFORE: Final = {
    "left": r".$", "word left": r"\w+\W*$|\W*$", "start": r".*$", "erase": r".$", "cut": r".*$",
    "cut word": r"\S*\s*$", "cut word left": r"\w+\W*$|\W*$",
}  # fmt: skip
AFTER: Final = {
    "right": r".", "word right": r"\W*\w*", "end": r".*", "erase next": r".", "cut end": r".*",
    "cut word right": r"\W*\w*",
}  # fmt: skip
MOST_LINES: Final = 1000  # the most lines that are recalled
LEAST_ROOM: Final = 12  # with fewer columns after the prompt, a line has a row of its own
WIPE: Final = "\033[H\033[2J"  # clears the screen


class Editor:
    history: ClassVar[list[str]] = []  # earlier lines, of all prompts of the program

    def __init__(
        self,
        keys: Keyboard,
        complete: Completer,
        on_return: Callable[[], object],
        shows: Callable[[], bool] = lambda: False,
    ) -> None:
        """Read `keys`, and complete words with `complete`.

        Call `on_return` after the program was suspended, and at Ctrl-L. Ctrl-L first clears the
        screen, unless `shows` says that `on_return` paints it.
        """
        self._reader = keys
        self._complete = complete
        self._on_return = on_return
        self._shows = shows
        self._prompt = ""
        self.text = ""  # the typed line
        self._cursor = 0
        self._recalled = 0  # the index in the history of the line that is shown
        self._lines: list[str] = []  # the history, and the new line at its end
        self._cut = ""  # the text that was cut last
        self._before: list[tuple[str, int]] = []  # the line and cursor before each change
        self._dropped = ""  # the line that Escape has dropped
        self._last = ""  # the last action
        self._sought: str | None = None  # the text that is searched in the history
        self._is_stale = False  # does the screen show an old state of the line?
        self.on_key: Callable[[], object] | None = None  # called once, before the next key acts
        # Takes a key that is pressed before a line is begun. Returns the line that the key types,
        # '' if the key has been obeyed already, and None if the editor must obey it
        self.by_hand: Callable[[str], str | None] | None = None
        self.hears = False  # is the mouse obeyed until a line is begun?
        self.on_text: Callable[[str], object] | None = None  # called with what is typed so far

    def read(self, prompt: str, begun: str, by_key: bool, glance: Callable[[], object]) -> str:
        """Return the next line, which starts with `begun`; raises EOFError at the end of input.

        With `by_key`, until a line is begun, the space bar counts as Enter, and all other keys
        except letters do nothing. Call `glance` at intervals while nothing is typed.
        """
        self._prompt, self.text, self._cursor = prompt, begun, len(begun)
        self._before.clear()
        self._lines = [*self.history, begun]
        self._recalled = len(self.history)
        self._last, self._sought, self._dropped = "", None, ""
        with self._reader.single_keys(keep=True) as readable:
            if not readable:
                raise EOFError
            self._reader.on_return = self._come_back
            self._reader.drop_clicks()  # later clicks refer to the screen that is shown now
            self.show_line()
            try:
                if not self._read_keys(by_key, glance):
                    return ""
            finally:
                self._reader.hear(False)
        if self._is_stale:
            self._draw()
        line, self.text = self.text, ""
        self._write("\n")
        if line.strip() and line not in self.history[-1:]:
            self.history[:] = [*self.history, line][-MOST_LINES:]
        return line

    def _read_keys(self, by_key: bool, glance: Callable[[], object]) -> bool:
        """Obey the keys until a line is complete; return False if a single key counted as Enter."""
        told = self.text
        while True:
            if self.on_text and told != self.text and not self._reader.waits():
                told = self.text
                self.on_text(told)
            if self._is_stale and not self._reader.waits():
                self._draw()
            self._reader.hear(self.hears and not self.text)
            if (key := self._reader.key(GLANCE)) is None:
                raise EOFError
            if key and self.on_key:
                called, self.on_key = self.on_key, None
                called()
            if key == "":
                glance()
            elif by_key and not self.text and key not in "\x04\x0c":
                if key in "\r\n" or key == " " and not self._reader.waits():
                    self._write(f"\r{END_OF_LINE}")
                    return False
                if key.isprintable():
                    self._insert(key)
            elif (line := self._by_hand(key)) is not None:
                self.text += line
                if line:
                    self._write(line)
                    return True
            elif self._press(key):
                return True

    def _by_hand(self, key: str) -> str | None:
        if self.by_hand is None or self.text or self._sought is not None or self._reader.pasting:
            return None
        return self.by_hand(key)

    def forget(self) -> None:
        """Forget the lines and the text that were typed before, because another person comes."""
        self.history.clear()
        self._cut = ""

    def show_line(self) -> None:
        """Show the prompt and the line in a new row."""
        has_own_row = not self._tail() and self._prompt[-1:] not in ("", "\n")
        self._write(self._prompt + "\n" * has_own_row)
        self._is_stale = bool(self.text)

    # What a key does.

    def _press(self, key: str) -> bool:
        """Obey `key`; return whether it completes the line."""
        action = KEYS.get(key, "letter" if len(key) == 1 and key.isprintable() else "")
        if self._sought is not None and self._search(key, action):
            return False
        text, cursor, last = self.text, self._cursor, self._last
        self._last = action
        if action == "enter":
            return True
        if action == "letter":
            if last != "letter":
                self._before.append((text, cursor))
            self._insert(key)
        elif action == "erase next" and not text and key == "\x04":
            raise EOFError
        elif action in BEFORE or action in AFTER:
            self._span(action)
        elif action in ("older", "newer", "oldest", "newest"):
            ends = {"oldest": 0, "newest": len(self.history)}
            step = -1 if action == "older" else 1
            self._recall(ends.get(action, self._recalled + step))
        elif action == "complete":
            self._completed(again=last == "complete")
        elif action == "search":
            self._sought, self._is_stale = "", True
        elif action == "show":
            if not self._shows():
                self._write(WIPE)
            self._come_back()
        elif action == "drop":
            self._dropped, self._recalled = text, len(self.history)
            self._become("", 0)
        elif action == "no drop":
            if last == "drop":
                self._become(self._dropped, len(self._dropped))
        elif action == "paste":
            self._become(text[:cursor] + self._cut + text[cursor:], cursor + len(self._cut))
        elif action == "swap" and cursor and len(text) > 1:
            at = min(cursor, len(text) - 1)
            self._become(text[: at - 1] + text[at] + text[at - 1] + text[at + 1 :], at + 1)
        elif action == "undo" and self._before:
            self.text, self._cursor = self._before.pop()
            self._is_stale = True
        return False

    def _insert(self, letter: str) -> None:
        if len(self.text) > LONGEST_LINE:  # one letter too many, so that the line is refused
            return
        text, cursor = self.text, self._cursor
        self.text, self._cursor = text[:cursor] + letter + text[cursor:], cursor + 1
        shown = len(self._tail()) + width_of(self.text)
        if cursor < len(text) or self._is_stale or shown >= screen_size().columns:
            self._is_stale = True
        else:
            self._write(letter)

    def _become(self, text: str, cursor: int) -> None:
        if text != self.text:
            self._before.append((self.text, self._cursor))
        self.text, self._cursor = text[: LONGEST_LINE + 1], min(cursor, LONGEST_LINE + 1)
        self._is_stale = True

    def _span(self, action: str) -> None:
        """Move the cursor over the text that `action` is about, or cut or erase this text."""
        start = end = self._cursor
        if action in BEFORE:
            start = found.start() if (found := re.search(BEFORE[action], self.text[:end])) else 0
        elif found := re.match(AFTER[action], self.text[start:]):
            end = start + found.end()
        if action.startswith("cut") and start < end:
            self._cut = self.text[start:end]
        if action.startswith(("cut", "erase")):
            self._become(self.text[:start] + self.text[end:], start)
        else:
            self._become(self.text, start if action in BEFORE else end)

    def _recall(self, index: int) -> None:
        """Show the line at `index` of the history; a changed line stays changed until Enter."""
        if 0 <= index < len(self._lines) and index != self._recalled:
            self._lines[self._recalled] = self.text
            self._recalled = index
            self._become(self._lines[index], len(self._lines[index]))

    def _search(self, key: str, action: str) -> bool:
        """Search the history for what is typed; return False if `key` ends the search."""
        sought, newest = self._sought or "", len(self.history)
        self._is_stale = True
        if action == "letter":
            sought, before = sought + key, min(self._recalled + 1, newest)
        elif action == "erase":
            sought, before = sought[:-1], newest
        elif action == "search":
            before = self._recalled
        else:
            self._sought = None
            if action == "drop":
                self._recall(newest)
            return action == "drop"
        self._sought = sought
        found = [at for at, line in enumerate(self._lines[:before]) if sought and sought in line]
        self._recall(found[-1] if found else self._recalled)
        return True

    def _completed(self, again: bool) -> None:
        """Complete the word before the cursor.

        If nothing can be added and `again` is set, list the possible completions.
        """
        before = self.text[: self._cursor]
        start = re.split("[ \t]", before)[-1]
        words = [w for w in self._complete(before[: len(before) - len(start)], start)]
        words = [word for word in words if word.isprintable()]
        common = os.path.commonprefix(words)
        if len(words) == 1 and not common.endswith("/"):
            common += " "
        if len(common) > len(start) or len(words) == 1:
            text = before[: len(before) - len(start)] + common
            self._become(text + self.text[self._cursor :], len(text))
        elif again and words:
            size = screen_size()
            wide = max(map(len, words)) + 2
            across = max(1, size.columns // wide)
            rows = [words[at : at + across] for at in range(0, len(words), across)]
            more = ["... and more\n"] * (len(rows) > size.lines - 3)
            rows = rows[: max(1, size.lines - 3)]
            lines = ["".join(f"{word:<{wide}}" for word in row).rstrip() + "\n" for row in rows]
            self._write("".join(["\n", *lines, *more]))
            self.show_line()
        else:
            self._write("\a")

    def _come_back(self) -> None:
        self._on_return()
        self.show_line()

    # How the line is shown.

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    def _tail(self) -> str:
        """Return the part of the prompt in the same row as the line; '' if there is none."""
        columns, prompt = screen_size().columns, self._prompt.rpartition("\n")[2]
        if self._sought is not None:
            missed = " (not found)" if self._sought not in self.text else ""
            prompt = f"'{self._sought}'{missed} > "
        tail = prompt[len(prompt) // columns * columns :]
        return tail if columns - len(tail) > min(LEAST_ROOM, columns // 2) else ""

    def _draw(self) -> None:
        """Show the line in its row; if it is too long, show the part around the cursor."""
        self._is_stale, tail = False, self._tail()
        room = max(1, screen_size().columns - len(tail) - 1)
        ends = [0, *accumulate(map(width_of, self.text))]
        first, last, cursor = 0, len(self.text), self._cursor
        while first < cursor and ends[cursor] - ends[first] > room - (cursor < last):
            first += 1
        while last > cursor and ends[last] - ends[first] > room:
            last -= 1
        back = "\b" * (ends[last] - ends[cursor])
        self._write(f"\r{tail}{self.text[first:last]}{END_OF_LINE}{back}")


def width_of(text: str) -> int:
    """Return the number of columns that `text` takes on the screen."""
    if text.isascii():
        return len(text)
    return sum(
        0 if category(letter) in ("Mn", "Me", "Cf") else 1 + (east_asian_width(letter) in "WF")
        for letter in text
    )
