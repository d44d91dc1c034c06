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

PANEL: Final = 22  # columns of the piles that a terminal shows left of foundations and tableau
GAP: Final = " "  # before each card of the tableau, if there is room
CELL: Final = 4
PITCH: Final = len(GAP) + CELL  # columns of a tableau pile with its gap
FEW: Final = 4  # the most tableau piles that always stand beside the panel, without gaps
_INDENT: Final = re.compile(r"^((?:\033\[[0-9;]*m)*) ")


def plain(look: Look, game: Patience) -> list[str]:
    """Return the lines of the board in a script: one for each kind, and the tableau."""
    kinds, lines = game.layout, []
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
    numbers = "".join([f"{t:>4}" for t in range(1, kinds.tableau.count + 1)])
    piles = [[look.cells[card] for card in pile] for pile in game.tableau_seen()]
    return [*lines, numbers, *[line.rstrip() for line in rows(piles, " " * CELL)]]


class Drawing:
    """Draws one position at a terminal."""

    def __init__(
        self, look: Look, game: Patience, cells: Mapping[Card | None, str], notes: Sequence[str]
    ) -> None:
        """Draw GAME in LOOK; CELLS has the text of each card, and NOTES stand in the panel."""
        self.look = look
        self.game = game
        self.cells = cells
        self.piles = game.layout
        self.notes = notes
        self.down = [f"{sum(game.down)} face down"] if any(game.layout.tableau.down) else []
        self.base = [f"base {game.base.label}"] if game.layout.claims else []
        founded = game.foundations if game.layout.foundations.count else ()
        groups = ("cells", game.cells), ("foundations", founded)
        self._groups = [(name, piles) for name, piles in groups if piles]

    def lines(self) -> list[str]:
        """Return the lines of the board."""
        count = self.piles.tableau.count
        if count > FEW and self.look.columns <= PANEL + PITCH * count:
            return [*self._below_panel(), *self.open_reserve()]
        gap = "" if count <= FEW else GAP
        notes = [self.look.dim(f" {note}") for note in (*self.down, *self.base, *self.notes)]
        above = self._above(gap)
        room = self.look.lines - ROOM - len(above) - 1
        right = [*above, self._numbers(1, count, gap), *self._tableau(gap, room)]
        return [*beside([*self._singles(), *notes], right), *self.open_reserve()]

    def open_reserve(self) -> Iterator[str]:
        """Yield the lines that show all cards of a reserve that is not hidden."""
        reserve = self.game.reserve
        if reserve and self.piles.reserve.seen:
            yield self.look.dim(" the reserve, its top card last")
            across = (self.look.columns - 1) // CELL
            for at in range(0, len(reserve), across):
                yield "".join([self.look.cells[card] for card in reserve[at : at + across]])

    def _below_panel(self) -> list[str]:
        """Return the lines with the tableau below all other piles."""
        look, count = self.look, self.piles.tableau.count
        left, over = self._singles(), list[str]()
        right: list[str] = []
        for name, piles in self._groups:
            wide, tops = CELL * len(piles), "".join(self._tops(piles))
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
            bank = [self._numbers(first, end - 1, gap), *self._tableau(gap, room, first, end)]
            tight = not gap and CELL * (end - first) >= look.columns
            head += [(_INDENT.sub(r"\1", line) if tight else line).rstrip() for line in bank]
        return head

    def _above(self, gap: str) -> list[str]:
        """Return the lines above the tableau, with a card over each of its piles."""
        if not self._groups:
            return []
        count, slots = self.piles.tableau.count, sum(len(piles) for _, piles in self._groups)
        (name, piles), *more = self._groups
        before = PITCH * (count - slots) - 1
        if gap and not more and before > len(name):
            tops = "".join([f"{gap}{top}" for top in self._tops(piles)])
            return [self.look.dim(f"{name:>{before}} ") + tops]
        stacked = not gap or PANEL + PITCH * slots >= self.look.columns
        lines = []
        for groups in [[group] for group in self._groups] if stacked else [self._groups]:
            names, tops = "", ""
            for number, (name, piles) in enumerate(groups):
                if number:  # the last group stands over the last piles
                    space = " " * PITCH * max(0, count - slots)
                    names, tops = names + space, tops + space
                names += f"  {name}".ljust(PITCH * len(piles))
                tops += "".join([f"{gap}{top}" for top in self._tops(piles)])
            lines += [self.look.dim(names.rstrip()), tops]
        return lines

    def _singles(self) -> list[str]:
        """Return the lines for the piles that stand alone.

        The top card of the waste is at the right end, and those below it are dimmed.
        """
        game, kinds = self.game, self.piles
        lines = []
        if kinds.reserve.dealt:
            lines.append(self.label("reserve", game.reserve) + self.look.top(game.reserve))
        if kinds.stock:
            top = self.look.cells[BACK if game.stock else None]
            lines.append(self.label("stock", game.stock) + top)
        if kinds.waste:
            shown = fan(game)
            label = self.label("waste", game.waste, cards=max(1, len(shown)))
            below = "".join(map(self.look.dimmed, shown[:-1]))
            lines.append(label + below + self.cells[shown[-1] if shown else None])
        return lines

    def label(self, name: str, pile: Pile, cards: int = 1) -> str:
        """Return the NAME of PILE and its number of cards, with room for CARDS beside it."""
        return self.look.dim(f" {f'{name} {len(pile)}':<{PANEL - 2 - CELL * cards}}")

    def _tops(self, piles: Iterable[Pile]) -> list[str]:
        return [self.cells[pile[-1] if pile else None] for pile in piles]

    def _numbers(self, first: int, last: int, gap: str) -> str:
        return self.look.dim("".join(f"{gap}{t:>{CELL}}" for t in range(first, last + 1)))

    def _tableau(self, gap: str, room: int, first: int = 1, end: int = 0) -> list[str]:
        """Return the lines of the tableau piles from FIRST, and before END (0: all).

        A GAP stands before each cell; a pile of more cards than ROOM is folded.
        """
        piles = self.game.tableau_seen()[first - 1 : end - 1 if end else None]
        shown = [
            self._folded(pile, room)
            if len(pile) > room
            else [self.cells[card] for card in pile or [None]]
            for pile in piles
        ]
        return rows([[f"{gap}{cell}" for cell in column] for column in shown], gap + " " * CELL)

    def _folded(self, pile: Pile, room: int) -> list[str]:
        """Return the cells of a pile of the tableau, folded into ROOM lines.

        First the cards that are face down become one cell, then run after run its first and last
        card, and at last the cards at the top of the column one cell.
        """
        down = pile.count(BACK)
        seen = pile[down:]
        parts: list[list[str]] = [[self.cells[card]] for card in seen]
        start = 0
        for end in range(1, len(seen) + 1):
            if end < len(seen) and self.game.fits(seen[end], seen[end - 1]):
                continue
            if end - start > 2 and sum(map(len, parts)) + bool(down) > room:
                last = f"-{unstyle(self.cells[seen[end - 1]]).strip()}"
                text = " " * (CELL - len(last)) + self.look.colored(last, seen[end - 1])
                parts[start + 1 : end] = [[text], *[[]] * (end - start - 2)]
            start = end
        cells = [cell for part in parts for cell in part]
        if down:
            sign = unstyle(self.look.cells[BACK]).strip()[0]
            cells.insert(0, self.look.dim(f"{f'{sign}{down}':>{CELL}}"))
        if len(cells) > room:
            hidden = len(cells) - room + 1
            cells = [self.look.dim(f"{f'+{hidden}':>{CELL}}"), *cells[hidden:]]
        return cells


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


# Large cards, as boxes.

BETWEEN: Final = "   "  # the gap between two piles
DEALING: Final = 25  # the width of stock and waste with the gap after them
# For each style the corners at the top, on a card below and at the bottom, and the edges.
FRAMES: Final = {UNICODE: "┌┐├┤└┘─│", ASCII: "++++++-|"}


class Boxes:
    """Draws piles of cards as boxes, in the style of a look."""

    def __init__(self, look: Look, cells: Mapping[Card | None, str]) -> None:
        """Draw boxes in LOOK; CELLS has the text of each card."""
        self._look = look
        self._cells = cells
        self._frame = FRAMES[look.style if look.style in FRAMES else ASCII]

    def pile(self, cards: Sequence[Card]) -> list[str]:
        """Return the lines of a pile; of an empty one, those of a dim box."""
        dim = self._look.dim
        if not cards:
            return [dim(line) for line in (self._edge("", 0), *self._rest())]
        lines = []
        for height, card in enumerate(cards):
            corners = 2 if height else 0
            if card is BACK:
                lines.append(dim(self._edge("", corners)))
            else:
                lines.append(self._edge(self._cells[card].strip(), corners))
        top = cards[-1]
        if top is BACK:
            return lines + [dim(line) for line in self._rest(FACE_DOWN[self._look.style])]
        sign = top.suit.symbol if self._look.style == UNICODE else " "
        return lines + self._rest(f" {self._look.colored(sign, top)} ")

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

    def _edge(self, name: str, corners: int) -> str:
        """Return a line with two CORNERS of the frame and, between them, NAME in an edge."""
        left, right = self._frame[corners], self._frame[corners + 1]
        return f"{left}{name}{self._frame[6] * (3 - len(unstyle(name)))}{right}"

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
    dim, game, notes = drawing.look.dim, drawing.game, drawing.notes
    dealing = list[str]()
    if drawing.piles.stock:
        shown, names = max(1, game.draw), f" {f'stock {len(game.stock)}':<8} "
        stock = boxes.pile((BACK,) if game.stock else ())
        if drawing.piles.waste:
            names += f"{f'waste {len(game.waste)}':>{max(8, 4 * shown)}}"
            stock = across([stock, boxes.fan(fan(game), shown)])
        dealing = [dim(names), *[f" {row}" for row in stock]]
    founded = across([boxes.pile(pile[-1:]) for pile in game.foundations])
    seen = enumerate(game.tableau_seen(), 1)
    numbers, *tableau = across([[f"{t:^5}", *boxes.pile(pile)] for t, pile in seen])
    if drawing.piles.tableau.count <= FEW:
        left, right = [], [dim(numbers), *tableau]
        if drawing.piles.reserve.dealt:
            left.append(drawing.label("reserve", game.reserve))
            left += [f" {line}" for line in boxes.pile(game.reserve[-1:])]
        left += [*dealing, *[dim(f" {note}") for note in notes]]
        if founded:
            right = [dim(", ".join(["foundations", *drawing.base])), *founded, *right]
        return [line.rstrip() for line in [*beside(left, right, DEALING), *drawing.open_reserve()]]
    # All other piles stand above the tableau, as on a table.
    if game.cells:
        cells = across([boxes.pile(pile) for pile in game.cells])
        dealing += [dim(" cells"), *[f" {line}" for line in cells]]
    width = max([DEALING, *[len(unstyle(line)) + len(BETWEEN) for line in dealing]])
    notes = [*drawing.down, *notes]
    room = drawing.look.columns - width - len(unstyle(founded[0] if founded else "")) - 2
    under = [dim(f" {', '.join(notes)}")]
    if max(map(len, notes)) < room:
        pairs = zip_longest(founded, map(dim, notes), fillvalue="")
        under, founded = [], [f"{line}  {note}" for line, note in pairs]
    above = [*beside(dealing, [dim("foundations" if founded else ""), *founded], width), *under]
    below = [f" {line}".rstrip() for line in tableau]
    return [*[line.rstrip() for line in above], dim(f" {numbers}".rstrip()), *below]
