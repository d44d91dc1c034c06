"""Boards of patiences, laid out from the kinds of their piles, for scripts and for terminals.

A terminal shows the piles that stand alone, such as stock and waste, in a panel at the left, and
foundations and cells above the tableau. What does not fit beside the panel goes below it, and a
pile that is taller than the screen is folded.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile, zip_longest
from typing import Final

from click import unstyle

from cardgames.model.cards import BACK, Card, Pile
from cardgames.patience.game import Patience
from cardgames.text.console import ROOM
from cardgames.text.wording import ASCII, FACE_DOWN, UNICODE, Look

PANEL: Final = 22
"""The width, in columns, of the piles that a terminal shows left of foundations and tableau."""
GAP: Final = " "
"""The space before each card of the tableau, if it has room."""
CELL: Final = 4
PITCH: Final = len(GAP) + CELL
"""The width of a card, and of a tableau pile with its gap, in columns."""
FEW: Final = 4
"""The greatest number of tableau piles that always stand beside the panel, without gaps."""
_INDENT: Final = re.compile(r"^((?:\033\[[0-9;]*m)*) ")


class Drawing:
    """Draws one position in a look."""

    def __init__(
        self, look: Look, game: Patience, cells: Mapping[Card | None, str], notes: Sequence[str]
    ) -> None:
        """Draw GAME in LOOK; CELLS has the text of each card, and NOTES stand in the panel."""
        self.look = look
        self.game = game
        self.cells = cells
        self.notes = notes
        self.piles = game.layout
        self.count = len(game.tableau)

    def lines(self) -> list[str]:
        """Return the lines of the board at a terminal."""
        count = self.count
        if count <= FEW:
            return [*self._beside_panel(""), *self.open_reserve()]
        wide = self.look.columns > PANEL + PITCH * count
        return [*(self._beside_panel(GAP) if wide else self._below_panel()), *self.open_reserve()]

    def open_reserve(self) -> Iterator[str]:
        """Yield the lines that show all cards of a reserve that is not hidden."""
        reserve = self.game.reserve
        if reserve and self.piles.reserve.seen:
            yield self.look.dim(" the reserve, its top card last")
            across = (self.look.columns - 1) // CELL
            for at in range(0, len(reserve), across):
                yield "".join([self.look.cells[card] for card in reserve[at : at + across]])

    def plain(self) -> list[str]:
        """Return the lines of the board in a script: one for each kind, and the tableau."""
        look, game, kinds = self.look, self.game, self.piles
        lines = []
        stock = [f"stock: {len(game.stock):>3}"] if kinds.stock else []
        waste = [f"waste:{look.top(game.waste)}"] if kinds.waste else []
        if stock or waste:
            lines.append("  ".join(stock + waste))
        if kinds.reserve.dealt:
            lines.append(f"reserve: {len(game.reserve):>2}{look.top(game.reserve)}")
        if kinds.cells.count:
            lines.append(f"cells:       {''.join(look.tops(game.cells))}")
        if kinds.foundations.count:
            lines.append(f"foundations: {''.join(look.tops(game.foundations))}")
        numbers = "".join([f"{t:>4}" for t in range(1, self.count + 1)])
        piles = [[look.cells[card] for card in pile] for pile in game.tableau_seen()]
        return [*lines, numbers, *[line.rstrip() for line in rows(piles, " " * CELL)]]

    def _beside_panel(self, gap: str) -> list[str]:
        """Return the lines with the tableau, with GAP before each card, beside the panel."""
        count = self.count
        left = [*self.singles(), *[self.look.dim(f" {note}") for note in self.all_notes()]]
        above = self._above(gap)
        room = self.look.lines - ROOM - len(above) - 1
        return beside(left, [*above, self.numbers(1, count, gap), *self.tableau(gap, room)])

    def _below_panel(self) -> list[str]:
        """Return the lines with the tableau below all other piles."""
        look, count = self.look, self.count
        left, over = self.singles(), list[str]()
        right: list[str] = []
        for name, piles in self._groups():
            wide, tops = CELL * len(piles), "".join(self.tops(piles))
            if name == "cells" and not left and wide <= PANEL:
                left = [look.dim("  cells"), tops]
            elif wide < look.columns - PANEL and not right:
                right = [look.dim(f"  {name}"), tops]
            else:
                short = "up" if name == "foundations" else name
                over.append(look.dim(f" {short:<{look.columns - 2 - wide}}") + tops)
        head = [*beside(left, right), *over, look.dim(f" {', '.join(self.notes)}")]
        gap = GAP if PITCH * count < look.columns else ""
        most = (look.columns - (0 if gap else -1)) // (CELL + len(gap))
        banks = [(t, min(t + most, count + 1)) for t in range(1, count + 1, most)]
        room = (look.lines - ROOM - len(head) - len(banks)) // len(banks)
        for first, end in banks:
            bank = [self.numbers(first, end - 1, gap), *self.tableau(gap, room, first, end)]
            tight = not gap and CELL * (end - first) >= look.columns
            head += [(_INDENT.sub(r"\1", line) if tight else line).rstrip() for line in bank]
        return head

    def _groups(self) -> Iterator[tuple[str, Sequence[Pile]]]:
        """Yield the name and the piles of the cells and of the foundations, if there are any."""
        if self.game.cells:
            yield "cells", self.game.cells
        if self.piles.foundations.count:
            yield "foundations", self.game.foundations

    def _above(self, gap: str) -> list[str]:
        """Return the lines above the tableau, with a card over each of its piles."""
        look, groups = self.look, list(self._groups())
        if not groups:
            return []
        count, slots = self.count, sum(len(piles) for _, piles in groups)
        (name, piles), *more = groups
        before = PITCH * (count - slots) - 1
        if gap and not more and before > len(name):
            tops = "".join([f"{gap}{top}" for top in self.tops(piles)])
            return [look.dim(f"{name:>{before}} ") + tops]
        if not gap or PANEL + PITCH * slots >= look.columns:  # one group above the other
            return [line for group in groups for line in self._over(gap, [group], count)]
        return self._over(gap, groups, count)

    def _over(
        self, gap: str, groups: Sequence[tuple[str, Sequence[Pile]]], count: int
    ) -> list[str]:
        """Return a line with the names of GROUPS, and one with their top cards."""
        slots = sum(len(piles) for _, piles in groups)
        names, cells = "", ""
        for number, (name, piles) in enumerate(groups):
            if number:  # the last group stands over the last piles
                space = " " * PITCH * max(0, count - slots)
                names, cells = names + space, cells + space
            names += f"  {name}".ljust(PITCH * len(piles))
            cells += "".join([f"{gap}{top}" for top in self.tops(piles)])
        return [self.look.dim(names.rstrip()), cells]

    def singles(self) -> list[str]:
        """Return the lines for the piles that stand alone."""
        game, kinds = self.game, self.piles
        lines = []
        if kinds.reserve.dealt:
            lines.append(self.label("reserve", game.reserve) + self.look.top(game.reserve))
        if kinds.stock:
            top = self.look.cells[BACK if game.stock else None]
            lines.append(self.label("stock", game.stock) + top)
        return [*lines, *([self._fan()] if kinds.waste else [])]

    def all_notes(self) -> list[str]:
        """Return the notes, after the number of cards that are face down, and the base."""
        down = [f"{sum(self.game.down)} face down"] if any(self.piles.tableau.down) else []
        base = [f"base {self.game.base.label}"] if self.piles.claims else []
        return [*down, *base, *self.notes]

    def _fan(self) -> str:
        """Return the line for the waste: its last cards, as many as are turned at a time.

        The top card is at the right end, and those below it are dimmed.
        """
        shown = fan(self.game)
        label = self.label("waste", self.game.waste, cards=max(1, len(shown)))
        below = "".join(map(self.look.dimmed, shown[:-1]))
        return label + below + self.cells[shown[-1] if shown else None]

    def label(self, name: str, pile: Pile, cards: int = 1) -> str:
        """Return the NAME of PILE and its number of cards, with room for CARDS beside it."""
        return self.look.dim(f" {f'{name} {len(pile)}':<{PANEL - 2 - CELL * cards}}")

    def tops(self, piles: Iterable[Pile]) -> list[str]:
        """Return the cell of the top card, or of an empty place, for each of PILES."""
        return [self.cells[pile[-1] if pile else None] for pile in piles]

    def numbers(self, first: int, last: int, gap: str = "") -> str:
        """Return a line that numbers the tableau piles FIRST to LAST."""
        return self.look.dim("".join(f"{gap}{t:>{CELL}}" for t in range(first, last + 1)))

    def tableau(self, gap: str, room: int, first: int = 1, end: int = 0) -> list[str]:
        """Return the lines of the tableau piles from FIRST, and before END (0: all).

        A GAP stands before each cell; a pile of more cards than ROOM is folded.
        """
        piles = self.game.tableau_seen()[first - 1 : end - 1 if end else None]
        cells = self.cells
        shown = [
            [cells[card] for card in pile or [None]]
            if len(pile) <= room
            else self._folded(pile, room)
            for pile in piles
        ]
        return rows([[f"{gap}{cell}" for cell in column] for column in shown], gap + " " * CELL)

    def _folded(self, pile: Pile, room: int) -> list[str]:
        """Return the cells of a pile of the tableau, folded into ROOM lines."""
        down = pile.count(BACK)
        parts: list[list[str]] = [[self.cells[card]] for card in pile[down:]]
        if down:
            sign = unstyle(self.look.cells[BACK]).strip()[0]
            parts.insert(0, [self.look.dim(f"{f'{sign}{down}':>{CELL}}")])
        for start, size in _runs(self.game, pile[down:]):
            if sum(map(len, parts)) <= room:
                break
            at = start + bool(down)
            parts[at + 1] = [self._last_of_run(pile[down + start + size - 1])]
            for gone in range(at + 2, at + size):
                parts[gone] = []
        cells = [cell for part in parts for cell in part]
        if len(cells) > room:
            hidden = len(cells) - room + 1
            cells = [self.look.dim(f"{f'+{hidden}':>{CELL}}"), *cells[hidden:]]
        return cells

    def _last_of_run(self, card: Card) -> str:
        """Return the cell that stands for the rest of a run that ends with CARD."""
        text = f"-{unstyle(self.cells[card]).strip()}"
        return " " * (CELL - len(text)) + self.look.colored(text, card)


def _runs(game: Patience, cards: Pile) -> Iterator[tuple[int, int]]:
    """Yield the start and the size of each run of three or more cards in CARDS."""
    start = 0
    for at in range(1, len(cards) + 1):
        if at == len(cards) or not game.fits(cards[at], cards[at - 1]):
            if at - start > 2:
                yield start, at - start
            start = at


def fan(game: Patience) -> Pile:
    """Return the last cards of the waste, as many as are turned at a time."""
    return game.waste[-max(1, game.draw) :]


def beside(left: Iterable[str], right: Iterable[str], width: int = PANEL) -> list[str]:
    """Return the lines of LEFT, in columns of WIDTH, each with the line of RIGHT beside it."""
    pairs = zip_longest(left, right, fillvalue="")
    return [
        f"{one}{' ' * (width - len(unstyle(one)))}{other}".rstrip() if other else one
        for one, other in pairs
    ]


def grown(before: Sequence[Pile], after: Sequence[Pile]) -> tuple[Pile, Pile]:
    """Find the first pile that grew; return its new cards, and its old ones; () and () if none."""
    for old, new in zip(before, after):
        if len(new) > len(old):
            return new[len(old) :], old
    return (), ()


def added(old: Pile, new: Pile) -> Pile:
    """Return the cards at the end of the pile NEW that it has gained since it was OLD."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(old, new)))
    return new[same:]


def rows(piles: Iterable[Sequence[str]], blank: str) -> list[str]:
    """Return the lines that show PILES as columns; BLANK fills up the shorter ones."""
    return ["".join(row) for row in zip_longest(*piles, fillvalue=blank)]


BETWEEN: Final = "   "
"""The gap between two piles."""
DEALING: Final = 25
"""The width of stock and waste with the gap after them, in columns."""
FRAMES: Final = {UNICODE: "┌┐├┤└┘─│", ASCII: "++++++-|"}
"""For each style the corners at the top, on a card below and at the bottom, and the edges."""


class Boxes:
    """Draws piles of cards as boxes, in the style of a look."""

    def __init__(self, look: Look, cells: Mapping[Card | None, str]) -> None:
        """Draw boxes in LOOK; CELLS has the text of each card."""
        self._look = look
        self._cells = cells
        self._frame = FRAMES[look.style if look.style in FRAMES else ASCII]

    def pile(self, cards: Sequence[Card]) -> list[str]:
        """Return the lines of a pile; of an empty one, those of a dim box."""
        if not cards:
            return [self._look.dim(line) for line in (self._edge("", 0), *self._rest())]
        tops = [self._top(card, 0 if height == 0 else 2) for height, card in enumerate(cards)]
        return [*tops, *self._rest_of(cards[-1])]

    def fan(self, cards: Pile, room: int) -> list[str]:
        """Return the lines of cards side by side, each on the right edge of the one before it.

        There is room for ROOM cards, and the last card stands at its right end.
        """
        lines = [" " * (4 * (room - max(1, len(cards))))] * 3
        for card in cards[:-1]:
            name = self._look.dimmed(card).strip()
            for at, line in enumerate((self._edge(name, 0), *self._rest())):
                lines[at] += line[:-1]
        return [before + line for before, line in zip(lines, self.pile(cards[-1:]))]

    def _top(self, card: Card, corners: int) -> str:
        """Return the top line of CARD, with the two corners at place CORNERS in the frame."""
        if card is BACK:
            return self._look.dim(self._edge("", corners))
        return self._edge(self._cells[card].strip(), corners)

    def _edge(self, name: str, corners: int) -> str:
        """Return a line with two CORNERS and, between them, NAME in an edge."""
        left, right = self._frame[corners], self._frame[corners + 1]
        return f"{left}{name}{self._frame[6] * (3 - len(unstyle(name)))}{right}"

    def _rest_of(self, card: Card) -> list[str]:
        """Return the two lines below the top line of CARD, which is on top of its pile."""
        if card is BACK:
            back = FACE_DOWN[self._look.style]
            return [self._look.dim(line) for line in self._rest(back)]
        sign = card.suit.symbol if self._look.style == UNICODE else " "
        return self._rest(f" {self._look.colored(sign, card)} ")

    def _rest(self, inside: str = "   ") -> list[str]:
        """Return the two lines below a top line: one with what is INSIDE the box, and the last."""
        side = self._frame[7]
        return [f"{side}{inside}{side}", self._edge("", 4)]


def across(piles: Iterable[Sequence[str]], gap: str = BETWEEN) -> list[str]:
    """Return the lines that show PILES side by side."""
    piles = list(piles)
    blanks = [" " * len(unstyle(pile[0])) for pile in piles]
    return [
        gap.join(line or blank for line, blank in zip(lines, blanks))
        for lines in zip_longest(*piles, fillvalue="")
    ]


def spread(drawing: Drawing) -> list[str]:
    """Return the lines of a board with large cards."""
    boxes = Boxes(drawing.look, drawing.cells)
    few = drawing.piles.tableau.count <= FEW
    return _beside_panel(drawing, boxes) if few else _below_others(drawing, boxes)


def _beside_panel(drawing: Drawing, boxes: Boxes) -> list[str]:
    """Return the lines with reserve, stock and waste beside foundations and tableau."""
    dim, game = drawing.look.dim, drawing.game
    left = []
    if drawing.piles.reserve.dealt:
        left.append(drawing.label("reserve", game.reserve))
        left += [f" {line}" for line in boxes.pile(game.reserve[-1:])]
    base = [f"base {game.base.label}"] if drawing.piles.claims else []
    left += [*_dealing(drawing, boxes), *[dim(f" {note}") for note in drawing.notes]]
    numbers, *tableau = _tableau(drawing, boxes)
    above = []
    if game.foundations:
        founded = across([boxes.pile(pile[-1:]) for pile in game.foundations])
        above = [dim(", ".join(["foundations", *base])), *founded]
    right = [*above, dim(numbers), *tableau]
    return [line.rstrip() for line in [*beside(left, right, DEALING), *drawing.open_reserve()]]


def _below_others(drawing: Drawing, boxes: Boxes) -> list[str]:
    """Return the lines with all other piles above the tableau, as on a table."""
    dim, game = drawing.look.dim, drawing.game
    left = _dealing(drawing, boxes)
    if game.cells:
        cells = across([boxes.pile(pile) for pile in game.cells])
        left = [*left, dim(" cells"), *[f" {line}" for line in cells]]
    width = max([DEALING, *[len(unstyle(line)) + len(BETWEEN) for line in left]])
    founded = across([boxes.pile(pile[-1:]) for pile in game.foundations])
    down = [f"{sum(game.down)} face down"] if any(drawing.piles.tableau.down) else []
    notes = [dim(note) for note in (*down, *drawing.notes)]
    room = drawing.look.columns - width - len(unstyle(founded[0] if founded else "")) - 2
    under = [dim(f" {', '.join([*down, *drawing.notes])}")]
    if max(map(len, map(unstyle, notes))) < room:
        under, founded = [], [f"{a}  {b}" for a, b in zip_longest(founded, notes, fillvalue="")]
    head = [*beside(left, [dim("foundations" if founded else ""), *founded], width), *under]
    numbers, *tableau = [f" {line}".rstrip() for line in _tableau(drawing, boxes)]
    return [*[line.rstrip() for line in head], dim(numbers), *tableau]


def _tableau(drawing: Drawing, boxes: Boxes) -> list[str]:
    """Return the lines of the tableau, below one with the numbers of its piles."""
    seen = enumerate(drawing.game.tableau_seen(), 1)
    return across([[f"{t:^5}", *boxes.pile(pile)] for t, pile in seen])


def _dealing(drawing: Drawing, boxes: Boxes) -> list[str]:
    """Return the lines with the boxes of stock and waste, and a line with their names above."""
    game, kinds = drawing.game, drawing.piles
    if kinds.stock is None:
        return []
    stock, shown = boxes.pile((BACK,) if game.stock else ()), max(1, game.draw)
    names, drawn = f" {f'stock {len(game.stock)}':<8} ", stock
    if kinds.waste:
        names += f"{f'waste {len(game.waste)}':>{max(8, 4 * shown)}}"
        drawn = across([stock, boxes.fan(fan(game), shown)])
    return [drawing.look.dim(names), *[f" {row}" for row in drawn]]
