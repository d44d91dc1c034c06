"""What can be pointed at: the spots of a board or of the menu, and the lines that they type.

A game that has spots names those of each legal move (`pointed`), and says which line several spots
type (`line_of`). Patiences have both by their piles: what may be picked up, and where it may be
dropped, comes from the moves that the reader of typed cards finds.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from click import unstyle

from cardgames.model.cards import BACK, Pile
from cardgames.patience.game import TURN
from cardgames.play.places import MoveReader, Way
from cardgames.screen.console import screen_size
from cardgames.screen.look import Look, Pointed, Spot
from cardgames.screen.terminal import TerminalConsole
from cardgames.text.layout import FIELDS
from cardgames.text.textplayer import TextPlayer

STOCK: Final = FIELDS.index("stock")
TOP: Final = 999  # stands for the top card of a pile, as no pile has so many
MENU: Final = "Arrows point, Space or Enter plays, Escape ends that.\n"


class Cell(NamedTuple):
    """The text that shows a spot, and where it stands on the screen."""

    spot: Spot
    row: int
    column: int
    text: str

    def overlaps(self, other: "Cell") -> bool:
        """Do the two cells share columns?"""
        mine, others = len(unstyle(self.text)), len(unstyle(other.text))
        return -mine < self.column - other.column < others


class Spots:
    """The spots of a board. This class is for games whose text players name the spots of moves."""

    back = "undo"  # the line that Backspace types when nothing is held
    stock: int | None = None  # the kind of the spot that the wheel turns
    painted = True  # is the board on the screen before anything points at it?

    def __init__(self, player: TextPlayer[Any]) -> None:
        self.player = player

    @property
    def tip(self) -> str:
        """A line for newcomers, shown when the mark comes out for the first time."""
        return self.player.how_to_point

    @property
    def now(self) -> object:
        """What the spots show; when it changes, nothing is held any more."""
        return self.player.game

    def pointed(self) -> Iterable[Pointed]:
        return self.player.pointed()

    def line_of(self, spots: Sequence[Spot]) -> str | None:
        """Return the line that spots type; '' if more are to follow, None if they mean nothing."""
        return self.player.line_of(spots)

    def beside(self, here: Cell, cells: Sequence[Cell], right: int, down: int) -> Spot:
        """Return the next spot in a direction: that of the next pile or card, else the nearest."""

        def far(cell: Cell) -> tuple[bool, bool, int]:
            across, along = abs(cell.column - here.column), abs(cell.row - here.row)
            of_kind = cell.spot.kind == here.spot.kind
            near = of_kind and cell.spot.number - here.spot.number == right
            if right:  # what stands above or below is not beside
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
        """Can an arrow up or down go from here to there?"""
        return True


class MenuSpots(Spots):
    """The games of the menu: their numbers are the lines that they type."""

    back, now, painted = "", None, False

    def __init__(self, console: TerminalConsole, look: Look, text: Callable[[Look], str]) -> None:
        """Make a board of the `text` in this look, which the console has already shown."""
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
    """The spots of a patience, which `layout.py` names by field, number and place in the pile."""

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
        """Arrows up and down lead straight, except from one kind of piles to another."""
        return there.overlaps(here) or there.spot.kind != here.spot.kind

    def _known(self) -> list[tuple[Way, Spot, Spot]]:
        """Return the ways of the legal moves, each with the spots where it begins and ends."""
        game = self.player.game
        if self._found[0] is not game:
            over = self.player.session.outcome() is not None
            ways = [] if over else [*self._reader.ways(game)]
            self._found = game, [(way, self._source(way), self._target(way)) for way in ways]
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

    def _source(self, way: Way) -> Spot:
        return Spot(self._kinds[way.source.letter], way.source.number or 0, way.at)

    def _target(self, way: Way) -> Spot:
        top = Spot(self._kinds[way.target.letter], way.to)
        return top._replace(at=max(0, len(self._pile(top)) - 1))

    def _pile(self, spot: Spot) -> Pile:
        piles = getattr(self.player.game.seen_by(1), FIELDS[spot.kind])
        found: Pile = piles[spot.number - 1] if spot.number else piles
        return found
