"""The hand picks up and drops cards: a mark that arrows move over the board, and the mouse.

An arrow that is pressed before a line is begun brings out the mark, and Escape puts it away. What
the hand does types a command, which is carried out like any other. Only what changes is painted.
"""

import os
import re
from collections.abc import Iterator
from time import monotonic
from typing import Any, ClassVar, Final

from click import unstyle

from cardgames.hand.spots import TOP, Cell, PileSpots, Spots
from cardgames.screen.editor import KEYS
from cardgames.screen.keyboard import MICE, press_in
from cardgames.screen.look import TAG, TAGGED, Look, Pointed, Spot, fitted
from cardgames.screen.terminal import HAND, TerminalConsole
from cardgames.text.textplayer import TextPlayer

AGAIN: Final = 0.1  # a Backspace that comes again within so many seconds is just held down
TURNING: Final = 0.25  # what the wheel sends again within so many seconds is the same turn
WHEEL: Final = 65  # what the mouse sends as the wheel is turned down
MODIFIERS: Final = 4 | 8 | 16  # Shift, Alt and Ctrl, beside a button
STEPS: Final = {"left": (-1, 0), "right": (1, 0), "older": (0, -1), "newer": (0, 1)}
ENDS: Final = {"start": 0, "end": -1}
TABS: Final = {"\t": 1, "\033[Z": -1}
SAVED, BACK_AGAIN = "\0337", "\0338"  # remember the place of the cursor, and go there again
CODES: Final = re.compile(r"\033\[([0-9;]*)m")


class Pointer:
    told: ClassVar[set[str]] = set()  # the lines for newcomers that were shown

    def __init__(self, spots: Spots, console: TerminalConsole, look: Look) -> None:
        """Point at spots that the console shows in this look."""
        self._spots, self._console, self._look = spots, console, look
        self._is_plain = os.environ.get("TERM", "").startswith("vt")  # without colors
        self._out = False
        self._stale = False  # may a line that was begun have moved the screen?
        self._cells: list[Cell] = []
        self._shown: list[str] = []  # how each of them is shown
        self._mark = Spot(0)
        self._held: tuple[Spot, ...] = ()
        self._lit: set[Spot] = set()
        self._pointed: tuple[object, list[Pointed]] = None, []
        self._painted: object = None  # the position that was painted last
        self._down: Spot | None = None  # where the button of the mouse was pressed
        self._picked = False  # has that picked something up?
        self._last = "", 0.0  # the last key that must not repeat, and when it came

    def press(self, key: str) -> str | None:
        """Obey a key; return the line that it types, '' for none, None if it means nothing here."""
        if key.startswith(MICE):
            return self._mouse(key)
        if not self._out:
            return "" if key in HAND and self._come_out() else None
        action = KEYS.get(key, "")
        if not self._cells and action != "drop":
            return None  # the board has no room
        if action in STEPS or action in ENDS or key in TABS:
            self._go(action, TABS.get(key, 0))
        elif action == "enter" or key == " ":
            return self._press(self._mark)
        elif action == "erase":
            repeats = self._again("erase", AGAIN)
            if not (self._held or repeats):
                return self._spots.back
            self._hold(())
        elif action == "drop" and not self._held:
            self._go_away()
        elif action == "drop":
            self._hold(())
        elif action != "no drop":
            if len(key) == 1 and key.isprintable():
                self._hold(())
            self._stale = True
            return None
        return ""

    def put_back(self) -> None:
        self._held, self._lit = (), set()

    def _again(self, key: str, within: float) -> bool:
        last, self._last = self._last, (key, monotonic())
        return last[0] == key and self._last[1] - last[1] < within

    # The mark comes and goes.

    def _come_out(self, tells: bool = True) -> bool:
        """Bring out the mark; return False if the board has no room for it, or no spots."""
        self._look.spots = True
        lines = self._console.dressed(self._dress)
        self._out = True
        self._dress(lines)  # once more, because the mark is out now
        if not self._cells:
            self._go_away()
            return False
        self._shown = [cell.text for cell in self._cells]
        first = next(self._movable(), self._cells[0].spot)
        self._mark = self._nearest(first)
        tip = self._spots.tip
        if tells and tip and tip not in Pointer.told:
            Pointer.told.add(tip)
            self._console.say(fitted(tip, self._look.columns))
            self._stale = True
        self._stale |= not self._spots.painted
        self._paint()
        return True

    def _go_away(self) -> None:
        self._out, self._held, self._lit = False, (), set()
        self._paint()
        self._look.spots = False
        self._console.dressed(None)

    def _dress(self, lines: list[str]) -> list[str]:
        """Note where the spots in the lines are; return the lines with signs in place of tags."""
        self._cells, self._stale = [], False
        for row, line in enumerate(lines, 1):
            # the text before the first tag, then of each tag its three numbers and its text
            first, *rest = TAG.split(line)
            column = 1 + len(unstyle(first))
            for kind, number, at, text in zip(rest[::4], rest[1::4], rest[2::4], rest[3::4]):
                if kind is not None:
                    spot = Spot(int(kind), int(number), int(at))
                    self._cells.append(Cell(spot, row, column, text))
                column += len(unstyle(text))
        if self._painted is not self._spots.now:
            self._painted, self._held, self._lit = self._spots.now, (), set()
        if self._cells:
            self._mark = self._nearest(self._mark)
        self._shown = [self._signed(cell) for cell in self._cells]
        shown = iter(self._shown)
        return [TAGGED.sub(lambda found: next(shown), line) for line in lines]

    def _nearest(self, spot: Spot) -> Spot:
        """Return the spot if it is on the screen, else the nearest of its pile, or of all."""

        def far(one: Spot) -> tuple[bool, int, int]:
            return one.kind != spot.kind, abs(one.number - spot.number), abs(one.at - spot.at)

        spots = [cell.spot for cell in self._cells]
        if all(one.kind != spot.kind for one in spots):
            spot = next((one for one in self._movable() if one in spots), spot)
        return min(spots, key=far)

    # What is shown.

    def _signed(self, cell: Cell) -> str:
        """Return the text of a cell, with a sign if it is marked, held or lit."""
        look, spot = self._look, cell.spot
        marked = self._out and spot == self._mark
        held, lit = spot in self._held, spot in self._lit
        if not (marked or held or lit) or not self._console.at_board:
            return cell.text
        whole = unstyle(cell.text)
        text = whole.lstrip()
        blank = whole[: len(whole) - len(text)]
        sign = "#" if marked and lit else ">" if held else "*" if lit else "+"
        if not look.color or self._is_plain:
            if blank or not text[:1].isalnum():
                blank, text = (blank[:-1] + sign, text) if blank else ("", sign + text[1:])
        if not look.color:
            return f"{blank}\033[7m{text}\033[0m" if not blank else blank + text
        own = "".join(CODES.findall(cell.text)[:1])
        codes = [*["7"] * marked, "1;33" if held else "1;32" if lit else own]
        return f"{blank}\033[{';'.join(filter(None, codes))}m{text}\033[0m"

    def _paint(self) -> None:
        """Paint each cell that looks different now, or the whole screen if it may have scrolled."""
        if self._stale:
            self._console.paint()
            return
        before, self._shown = self._shown, [self._signed(cell) for cell in self._cells]
        changed = [
            f"\033[{cell.row};{cell.column}H{text}"
            for cell, old, text in zip(self._cells, before, self._shown)
            if old != text
        ]
        if changed:
            self._console.write("".join([SAVED, *changed, BACK_AGAIN]))

    # What moves the mark, and what the mark picks up.

    def _go(self, action: str, tab: int) -> None:
        self._mark = self._nearest(self._mark)
        if tab:
            lit = [*self._lit] or [*self._movable()]
            self._mark = self._next(lit, tab)
        elif action in ENDS:
            self._mark = self._cells[ENDS[action]].spot
        else:
            self._mark = self._beside(*STEPS[action])
        self._paint()

    def _next(self, spots: list[Spot], step: int) -> Spot:
        """Return which of the spots follows the mark in reading order, or precedes it (step -1)."""
        order = [cell.spot for cell in self._cells]
        places = sorted({order.index(spot) for spot in spots if spot in order})
        here = order.index(self._mark)
        after = [place for place in places[::step] if (place - here) * step > 0]
        return order[next(iter(after or places[::step]), here)]

    def _beside(self, right: int, down: int) -> Spot:
        here = next(cell for cell in self._cells if cell.spot == self._mark)
        return self._spots.beside(here, self._cells, right, down)

    def _known(self) -> list[Pointed]:
        now = self._spots.now
        if self._pointed[0] is not now:
            self._pointed = now, [*self._spots.pointed()]
        return self._pointed[1]

    def _movable(self) -> Iterator[Spot]:
        for one in self._known():
            yield from one.held or one.last

    def _hold(self, spots: tuple[Spot, ...]) -> None:
        """Hold these spots, and light those that go with them in a legal move."""
        self._held, held, self._lit = spots, {*spots}, set()
        for one in self._known() if spots else ():
            if held <= one.held:
                self._lit |= (one.held - held) or {*one.last}
        self._paint()

    def _press(self, spot: Spot) -> str:
        """Pick up a spot, or drop there what is held; return the line that this types, or ''."""
        held, line = self._held, self._spots.line_of((*self._held, spot))
        if line is None and spot in held:
            self._hold(tuple([one for one in held if one != spot]))
            return ""
        if line is None and held:  # what was held does not go there: pick this up in its place
            held, line = (), self._spots.line_of((spot,))
        if line:
            self._held, self._lit, self._mark = (), set(), spot._replace(at=TOP)
            return line
        self._hold(() if line is None else (*held, spot))
        return ""

    # The mouse.

    def _mouse(self, key: str) -> str:
        press = press_in(key)
        if press is None or not (self._out or self._come_out(tells=False)):
            return ""
        spot, button = self._under(press.row, press.column), press.button & ~MODIFIERS
        if button == WHEEL and spot and spot.kind == self._spots.stock:
            line = self._spots.line_of((spot,))
            return line if line and not self._again("wheel", TURNING) else ""
        if button in (1, 2):  # these buttons put back what is held
            self._hold(())
        if button:
            return ""
        return self._button_down(spot) if press.down else self._button_up(spot)

    def _button_down(self, spot: Spot | None) -> str:
        self._down = spot
        self._picked = False
        if spot is not None:
            self._mark = spot
            self._picked = not self._held and self._spots.line_of((spot,)) == ""
            self._hold((spot,) if self._picked else self._held)
        return ""

    def _button_up(self, spot: Spot | None) -> str:
        down, self._down = self._down, None
        if spot is None or down is None:
            self._hold(())
            return ""
        if spot == down and self._picked:
            return ""
        self._mark = spot
        return self._press(spot)

    def _under(self, row: int, column: int) -> Spot | None:
        """Return the spot at this place of the screen, or the pile that ends above it."""
        if self._stale:
            self._console.paint()
        above = [
            cell
            for cell in self._cells
            if cell.column <= column < cell.column + len(unstyle(cell.text)) and cell.row <= row
        ]
        found = max(above, key=lambda cell: cell.row, default=None)
        if found is None or row > max(cell.row for cell in self._cells):
            return None
        return found.spot


def hand_at(player: TextPlayer[Any]) -> Pointer:
    """Return the hand for the board at which a text player plays."""
    spots = PileSpots(player) if player.short_forms.places else Spots(player)
    assert isinstance(player.console, TerminalConsole)
    return Pointer(spots, player.console, player.look)
