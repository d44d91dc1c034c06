"""Games played by the hand on the screen: by arrows or by the mouse, and what the screen shows.

The program runs in this process, at a terminal of its own. A driver, which sees the hand, decides
which bytes are typed next; the board that is painted is compared with that of typed commands.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Any
from unittest.mock import patch

from click import unstyle

from cardgames import games
from cardgames.cli.playing import new_player, new_session
from cardgames.games.rummy.board import POINTING
from cardgames.hand.hand import Pointer
from cardgames.model.game import Move, Setup
from cardgames.screen.keyboard import Keyboard
from cardgames.screen.look import Spot
from cardgames.text.view import View
from tests.screen import Screen
from tests.test_terminal import set_size

VALUES: dict[str, Any] = {"cards": None, "color": None, "strict": False}
ARROWS = {(1, 0): "\x1b[C", (-1, 0): "\x1b[D", (0, -1): "\x1b[A", (0, 1): "\x1b[B"}
Driver = Callable[["Table"], Iterator[str]]


class Output:
    """Standard output: a terminal whose screen is a model."""

    encoding, errors = "utf-8", "strict"

    def __init__(self, file: int, screen: Screen) -> None:
        self.fileno, self.screen, self.bytes = lambda: file, screen, 0

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.screen.write(text.replace("\n", "\r\n"))
        self.bytes += len(text.encode())
        return len(text)

    def flush(self) -> None:
        pass


class Table:
    """A player at a terminal whose keys come from a driver."""

    def __init__(
        self, setup: Setup, size: tuple[int, int] = (24, 80), color: bool = False, **values: Any
    ) -> None:
        self.setup, self.size = setup, size
        self.values = VALUES | {"color": color} | values
        self.screen = Screen(*size)
        self.output: Any = None
        self.player: Any = None
        self._ahead = deque[bytes]()

    @property
    def hand(self) -> Pointer:
        found: Pointer = self.player.console.hand
        return found

    @contextmanager
    def _seated(self, keys: Iterator[str]) -> Iterator[None]:
        screen, keyboard = os.openpty()
        set_size(keyboard, *self.size)
        os.set_blocking(screen, False)
        self.output = Output(keyboard, self.screen)

        def read(_: Keyboard, most: int = 4096) -> bytes:
            return b"".join([self._ahead.popleft() for _ in range(min(most, len(self._ahead)))])

        def key(reader: Keyboard, seconds: float) -> str | None:
            if not (reader._keys or self._ahead):
                typed = next(keys, "\x04").encode()
                self._ahead.extend(bytes([one]) for one in typed)
            return original(reader, seconds) if reader._keys or self._ahead else ""

        original, waits = Keyboard.key, lambda *_: bool(self._ahead)
        size = {"COLUMNS": str(self.size[1]), "LINES": str(self.size[0]), "TERM": "xterm"}
        with (
            open(keyboard, encoding="utf-8") as stream,
            patch.multiple(sys, stdin=stream, stdout=self.output, stderr=self.output),
            patch.dict(os.environ, size),
            patch.multiple(Keyboard, _read=read, key=key, _has_bytes=waits, _ask=lambda *_: None),
            patch.object(Pointer, "told", {View.how_to_point, POINTING}),
        ):
            yield
        os.close(screen)

    def play(self, driver: Driver) -> list[str]:
        """Play with the keys that DRIVER yields; return the log of the game."""
        with self._seated(driver(self)):
            self.player = new_player(new_session(self.setup), self.values)
            self.player.play()
        log: list[str] = self.player.session.log
        return log

    def resize(self, lines: int, columns: int) -> None:
        self.screen.resize(lines, columns)
        os.environ |= {"LINES": str(lines), "COLUMNS": str(columns)}

    def board(self) -> list[str]:
        """The board as the screen should show it, without the signs of the hand."""
        look, before = self.player.look, self.player.look.spots
        look.spots = False
        lines = unstyle(self.player.latest(self.player.game, None)).rstrip().split("\n")
        look.spots = before
        return lines

    # Drivers.

    def spots_for(self, line: str) -> list[Spot]:
        """The spots that stand for the move typed as LINE, in the order of pressing."""
        found, arguments = self.player.read(line)
        game = self.player.game
        canonical = getattr(game, "canonical", lambda move: move)
        wanted = canonical(Move(found.name, arguments))
        for one in self.hand._spots.pointed():
            if canonical(one.move) == wanted:
                return [*sorted(one.held), *one.last[:1]]
        raise AssertionError(f"{line} has no spots")

    def arrows_to(self, spot: Spot) -> Iterator[str]:
        """The fewest arrows that bring the mark to SPOT."""
        hand, start = self.hand, self.hand._mark
        ways, waiting = {start: list[str]()}, deque([start])
        while waiting and spot not in ways:
            here = waiting.popleft()
            for step, key in ARROWS.items():
                hand._mark = here
                there = hand._beside(*step)
                if there not in ways:
                    ways[there] = [*ways[here], key]
                    waiting.append(there)
        hand._mark = start
        assert spot in ways, f"no arrows lead to {spot}"
        yield from ways[spot]

    def click_on(self, spot: Spot) -> Iterator[str]:
        cell = [cell for cell in self.hand._cells if cell.spot == spot][-1]
        at = f"\x1b[<0;{cell.column + len(unstyle(cell.text)) - 2};{cell.row}"
        yield f"{at}M"
        yield f"{at}m"


def by_keys(table: Table, spots: list[Spot]) -> Iterator[str]:
    for spot in spots:
        yield from table.arrows_to(spot)
        yield " "


def by_mouse(table: Table, spots: list[Spot]) -> Iterator[str]:
    for spot in spots:
        yield from table.click_on(spot)


def playing(lines: list[str], how: Any, boards: list[list[str]]) -> Driver:
    """The driver that plays LINES by the hand; it notes the board after each of them."""

    def drive(table: Table) -> Iterator[str]:
        yield ARROWS[0, 1]
        for line in lines:
            if table.hand._cells and table.player.console._editor.by_hand:
                yield from how(table, table.spots_for(line))
                yield "\x1b"  # without the mark, the board is to be that of the typed line
            else:  # a tall pile has left the board no room, or Enter is waited for
                yield from f"{line}\n"
            boards.append(table.screen.lines[: len(table.board())])
            yield ARROWS[0, 1]
        yield from "\x1b" "bye\n"

    return drive


SIZES = ((24, 80), (18, 40), (12, 60), (40, 100), (6, 30), (24, 132))


def at_random(chance: Random, count: int) -> Driver:
    """The driver that types COUNT keys by CHANCE, and looks that Ctrl-L changes nothing."""

    def drive(table: Table) -> Iterator[str]:
        table.player.wishes.may_undo = True
        for number in range(count):
            begun, kind = bool(table.player.console._editor.text), chance.random()
            lines, columns = len(table.screen.cells), table.screen.columns
            if kind < 0.5:
                yield chance.choice([*ARROWS.values(), *"    \r\x7f", "\x1b", "\x1b[H", "\x1bOF"])
            elif kind < 0.6:
                yield "x" if begun else chance.choice(("\t", "\x1b[Z"))
            elif kind < 0.85:
                at = f"{chance.randint(1, columns)};{chance.randint(1, lines)}"
                button = chance.choice((0, 0, 0, 0, 2, 65, 65))
                yield f"\x1b[<{button};{at}{chance.choice('Mm')}"
            elif kind < 0.9:
                pasted = "\x1b[200~ 3\x1b[201~"
                yield chance.choice(("c", "w", "3", "undo\n", "hel\x15", "\x1b[M !!", pasted))
            elif kind < 0.92:
                table.resize(*chance.choice(SIZES))
                yield ""  # no key, so that the new size is seen
            elif not begun:
                yield "\x0c"
                before = table.screen.lines
                yield "\x0c"
                assert table.screen.lines == before, f"Ctrl-L after {number} keys"
        yield from "\x15\x1b\x1b" "bye\n"

    return drive


def typing(lines: list[str], boards: list[list[str]]) -> Driver:
    def drive(table: Table) -> Iterator[str]:
        for line in lines:
            yield from f"{line}\n"
            boards.append(table.screen.lines[: len(table.board())])
        yield from "bye\n"

    return drive


def moves_of(setup: Setup, most: int) -> list[str]:
    """The first moves by which a computer plays SETUP, as they are typed."""
    session = new_session(setup)
    names = games.strategies(setup.game.name)
    session.hand_over("quick" if "quick" in names else next(iter(names)))
    return [str(move._replace(seat=0)) for move in islice(session.play(session.event), most)]


def compared(setup: Setup, most: int, size: tuple[int, int] = (24, 80)) -> None:
    """Play SETUP by typed lines, by arrows and by the mouse; logs and boards must be the same."""
    lines, wanted = moves_of(setup, most), list[list[str]]()
    log = Table(setup, size).play(typing(lines, wanted))
    for how in (by_keys, by_mouse):
        boards = list[list[str]]()
        assert Table(setup, size).play(playing(lines, how, boards)) == log
        assert boards == wanted


__all__ = ["Table", "by_keys", "by_mouse", "playing", "typing"]
