"""The hand picks up and drops cards. It is a mark on the board; arrow keys or the mouse move it.

If no line is begun, an arrow key brings out the mark. Escape puts it away. When the hand has picked
up and dropped cards, it types a command, which is carried out like any other. Only the changed
parts of the screen are painted.

Spots are the places and cards that the hand can point at. The method `pointed` of a game's text
player returns the spots that stand for each legal move, and `line_of` returns the line that several
spots type. For patiences, both follow from the piles: the reader of typed cards finds the legal
moves, and the moves show which cards can be picked up, and where these cards can go.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Any, ClassVar, Final, NamedTuple

from click import unstyle

from cardgames.model.cards import BACK, Pile
from cardgames.patience.game import TURN
from cardgames.play.places import MoveReader, Way
from cardgames.screen.console import screen_size
from cardgames.screen.editor import KEYS
from cardgames.screen.keyboard import MICE, press_in
from cardgames.screen.look import TAG, TAGGED, Look, Pointed, Spot, fitted
from cardgames.screen.terminal import HAND, TerminalConsole
from cardgames.text.layout import FIELDS
from cardgames.text.textplayer import TextPlayer

AGAIN: Final = 0.1  # if Backspace comes again within so many seconds, the key is just held down
TURNING: Final = 0.25  # if the wheel reports again within so many seconds, it is the same turn
WHEEL: Final = 65  # what the mouse sends when the wheel is turned down
MODIFIERS: Final = 4 | 8 | 16  # Shift, Alt and Ctrl, which are added to the number of a button
STEPS: Final = {"left": (-1, 0), "right": (1, 0), "older": (0, -1), "newer": (0, 1)}
ENDS: Final = {"start": 0, "end": -1}
TABS: Final = {"\t": 1, "\033[Z": -1}
SAVED, BACK_AGAIN = "\0337", "\0338"  # remember the place of the cursor, and go there again
CODES: Final = re.compile(r"\033\[([0-9;]*)m")
STOCK: Final = FIELDS.index("stock")
TOP: Final = 999  # stands for the top card of a pile, as no pile has so many
MENU: Final = "Arrows point, Space or Enter plays, Escape ends that.\n"


class Cell(NamedTuple):
    """The text that shows a spot, and where this text is on the screen."""

    spot: Spot
    row: int
    column: int
    text: str

    def overlaps(self, other: "Cell") -> bool:
        """Do the two cells share columns?"""
        mine, others = len(unstyle(self.text)), len(unstyle(other.text))
        return -mine < self.column - other.column < others


class Spots:
    """The spots of a board, for games whose text players have their own `pointed` and `line_of`."""

    back = "undo"  # the line that Backspace types when nothing is held
    stock: int | None = None  # the kind of the spot for which the wheel counts
    painted = True  # is the board on the screen before anything points at it?

    def __init__(self, player: TextPlayer[Any]) -> None:
        self.player = player

    @property
    def tip(self) -> str:
        """A line for newcomers, shown when the mark comes out for the first time."""
        return self.player.how_to_point

    @property
    def now(self) -> object:
        """What the spots show, such as a position; when it changes, nothing stays in the hand."""
        return self.player.game

    def pointed(self) -> Iterable[Pointed]:
        return self.player.pointed()

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        """Return the line that `spots` type.

        Return '' if more spots must follow, and None if the spots mean nothing.
        """
        return self.player.line_of(spots)

    def beside(self, here: Cell, cells: Sequence[Cell], right: int, down: int) -> Spot:
        """Return the next spot in a direction.

        Prefer a spot of the next pile to the left or right, or of the same pile up or down; if
        there is none, return the nearest spot.
        """

        def far(cell: Cell) -> tuple[bool, bool, int]:
            across, along = abs(cell.column - here.column), abs(cell.row - here.row)
            of_kind = cell.spot.kind == here.spot.kind
            near = of_kind and cell.spot.number - here.spot.number == right
            if right:  # a cell above or below is not at the left or right
                return not near, cell.overlaps(here), across + 2 * along
            return not near, not cell.overlaps(here), along + 2 * across

        # a large card has several cells
        others = [cell for cell in cells if cell.spot != here.spot]
        ahead = [
            cell
            for cell in others
            if (cell.column - here.column) * right + (cell.row - here.row) * down > 0
            and (right or self.leads(here, cell))
        ]
        return min(ahead, key=far).spot if ahead else here.spot

    def leads(self, here: Cell, there: Cell) -> bool:
        """Can the mark move up or down from `here` to `there`?"""
        return True


class MenuSpots(Spots):
    """The games of the menu; the line that a game types is its number."""

    back, now, painted = "", None, False

    def __init__(self, console: TerminalConsole, look: Look, text: Callable[[Look], str]) -> None:
        self._console, self._look, self._text = console, look, text
        console.in_place, console.on_resize = True, self._show
        console.forget()

    @property
    def tip(self) -> str:
        return MENU if len(MENU) < self._look.columns else ""  # the menu leaves one line

    def _show(self) -> None:
        columns, lines = screen_size().columns, self._text(self._look).splitlines()
        long = [len(unstyle(line)) > columns for line in lines]
        shown = [unstyle(line)[:columns] if cut else line for line, cut in zip(lines, long)]
        self._console.show("".join([f"{line}\n" for line in shown]))

    def pointed(self) -> Iterable[Pointed]:
        return ()

    def line_of(self, spots: Sequence[Spot]) -> str:
        return str(spots[-1].number)

    def beside(self, here: Cell, cells: Sequence[Cell], right: int, down: int) -> Spot:
        if right:  # a text is read line by line
            place = cells.index(here) + right
            return cells[max(0, min(place, len(cells) - 1))].spot
        ahead = [cell for cell in cells if (cell.row - here.row) * down > 0]

        def far(cell: Cell) -> tuple[int, int]:
            return abs(cell.row - here.row), abs(cell.column - here.column)

        return min(ahead, key=far, default=here).spot


class PileSpots(Spots):
    """The spots of a patience; `layout.py` names each with a field, a number and a place."""

    stock = STOCK

    def __init__(self, player: TextPlayer[Any]) -> None:
        super().__init__(player)
        self._places = player.short_forms.places
        self._reader = MoveReader(player.commands, self._places)
        firsts = {letter: at(1) if callable(at) else at for letter, at in self._places.items()}
        self._letters = {FIELDS.index(at.field): str(letter) for letter, at in firsts.items()}
        self._kinds = {letter: kind for kind, letter in self._letters.items()}
        self._found: tuple[object, list[tuple[Way, Spot, Spot]]] = None, []

    def pointed(self) -> Iterator[Pointed]:
        game = self.player.game
        for way, source, target in self._known():
            if game.commands.all[way.move.name].any_order:
                yield Pointed(way.move, frozenset((source, target)))
                continue
            ends = [target]
            if FIELDS[target.kind] == "cells":
                cells = enumerate(game.cells, 1)
                ends = [Spot(target.kind, number) for number, pile in cells if not pile]
            yield Pointed(way.move, frozenset((source,)), tuple(ends))
        if TURN in self.player.legal_moves():
            yield Pointed(TURN, frozenset(), (Spot(STOCK),))

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        first, *others = spots
        commands = self.player.commands.all
        if first.kind == STOCK:
            return "c" if TURN.name in commands and not others else None
        pile = self._pile(first)
        if first.at >= len(pile) or pile[first.at] is BACK:
            return None
        card = str(pile[first.at]).lower()
        if not others:
            return ""
        last = others[-1]
        if last.pile == first.pile:
            return card if last == first else None
        if last.kind not in self._letters:
            return None
        return self._typed(first, last) or f"{card} {self._sign(last)}"

    def leads(self, here: Cell, there: Cell) -> bool:
        """The mark moves straight up or down, except from one kind of piles to another."""
        return there.overlaps(here) or there.spot.kind != here.spot.kind

    def _known(self) -> list[tuple[Way, Spot, Spot]]:
        """Return the ways of the legal moves, each with the spots where it begins and ends."""
        game = self.player.game
        if self._found[0] is not game:
            over = self.player.session.outcome() is not None
            ways = [] if over else [*self._reader.ways(game)]
            sources = [
                Spot(self._kinds[way.source.letter], way.source.number or 0, way.at) for way in ways
            ]
            self._found = game, [*zip(ways, sources, map(self._target, ways))]
        return self._found[1]

    def _typed(self, first: Spot, last: Spot) -> str:
        """Return the line for the legal move from one spot to another; '' if there is none."""
        game = self.player.game
        for way, source, target in self._known():
            if game.commands.all[way.move.name].any_order and source != first:
                source, target = target, source
            if source != first or target.kind != last.kind:
                continue
            if target.number == last.number or way.target.number is None:
                if FIELDS[last.kind] == "cells" and target.number != last.number:
                    return ""  # the person chooses the cell
                return self._reader.line_for(game, way, [one for one, *_ in self._known()])
        return ""

    def _sign(self, spot: Spot) -> str:
        """Return what is typed for a place: its card, or its letter and number."""
        pile, letter, layout = self._pile(spot), self._letters[spot.kind], self.player.game.layout
        if pile and FIELDS[spot.kind] == "tableau" and layout.copies == 1:
            return str(pile[-1]).lower()
        if not callable(self._places[letter]):
            return letter
        chosen = FIELDS[spot.kind] == "foundations" and not layout.foundations.chooses
        return letter if chosen else f"{letter}{spot.number}"

    def _target(self, way: Way) -> Spot:
        top = Spot(self._kinds[way.target.letter], way.to)
        return top._replace(at=max(0, len(self._pile(top)) - 1))

    def _pile(self, spot: Spot) -> Pile:
        piles = getattr(self.player.game.seen_by(1), FIELDS[spot.kind])
        found: Pile = piles[spot.number - 1] if spot.number else piles
        return found


class Pointer:
    told: ClassVar[set[str]] = set()  # the lines for newcomers that were shown

    def __init__(self, spots: Spots, console: TerminalConsole, look: Look) -> None:
        """Point at spots that the console shows in this look."""
        self._spots, self._console, self._look = spots, console, look
        self._is_plain = os.environ.get("TERM", "").startswith("vt")  # without colors
        self._out = False
        self._stale = False  # may a line that was begun have moved the screen?
        self._cells: list[Cell] = []
        self._shown: list[str] = []  # the text on the screen for each of these cells
        self._mark = Spot(0)
        self._held: tuple[Spot, ...] = ()
        self._lit: set[Spot] = set()
        self._pointed: tuple[object, list[Pointed]] = None, []
        self._painted: object = None  # the position that was painted last
        self._down: Spot | None = None  # where the button of the mouse was pressed
        self._picked = False  # has this press picked something up?
        self._last = "", 0.0  # the last key that must not repeat, and when it came

    def press(self, key: str) -> str | None:
        """Obey a key, and return the line that it types ('' if it types no line).

        Return None if the key means nothing to the hand.
        """
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
        """Return `spot` if it is on the screen.

        Otherwise, return the nearest spot of the same kind of piles; if there is none, return a
        spot that can move.
        """

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
        """Return the one of `spots` that follows the mark in reading order.

        If `step` is -1, return the one that precedes the mark.
        """
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
        """Hold `spots`, and light the spots that can come next in a legal move."""
        self._held, held, self._lit = spots, {*spots}, set()
        for one in self._known() if spots else ():
            if held <= one.held:
                self._lit |= (one.held - held) or {*one.last}
        self._paint()

    def _press(self, spot: Spot) -> str:
        """Pick up a spot, or drop the held cards there; return the line that this types, or ''."""
        held, line = self._held, self._spots.line_of((*self._held, spot))
        if line is None and spot in held:
            self._hold(tuple([one for one in held if one != spot]))
            return ""
        if line is None and held:  # the held cards cannot go there: pick up this spot instead
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
        """Return the spot at this place of the screen, or the last spot of the pile above it."""
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


def hand_at_menu(console: TerminalConsole, look: Look, text: Callable[[Look], str]) -> Pointer:
    """Return the hand for the menu; the console has already shown its `text` in this look."""
    return Pointer(MenuSpots(console, look, text), console, look)
