"""Boards of patiences, laid out from the kinds of their piles, for scripts and for terminals.

A terminal shows the piles that stand alone, such as stock and waste, in a panel at the left, and
foundations and cells above the tableau. What does not fit beside the panel goes below it, and a
pile that is taller than the screen is folded.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final, TypeAlias

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
Line: TypeAlias = tuple[str, str]  # a name or a note, which is dimmed, and the cards after it
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
        self,
        look: Look,
        game: Patience,
        brought: Iterable[Card],
        notes: Sequence[str],
        large: tuple[int, int],
    ) -> None:
        """Draw GAME in LOOK, with NOTES in the panel; mark the cards BROUGHT by the last move.

        From LARGE columns and lines on, cards can be large.
        """
        waste = fan(game)
        layout, self.tableau = game.layout, game.tableau_seen()
        self.look = look
        self.game = game
        self.layout = layout
        self.notes = notes
        self.cells = look.cells | {card: look.marked(card) for card in brought}
        self.waste = [*map(look.dimmed, waste[:-1]), self.cells[waste[-1] if waste else None]]
        self._large = look.has_room(*large)
        self.down = [f"{sum(game.down)} face down"] if any(layout.tableau.down) else []
        self.base = [f"base {game.base.label}"] if layout.claims else []
        founded = game.foundations if layout.foundations.count else ()
        groups = ("cells", game.cells), ("foundations", founded)
        self._groups = [(name, self._tops(piles)) for name, piles in groups if piles]

    def lines(self) -> list[str]:
        """Return the lines of the board."""
        look, count = self.look, self.layout.tableau.count
        if self._large:
            lines = spread(self)
            wide = max(len(unstyle(line)) for line in lines)
            if len(lines) < look.lines - 2 and wide < look.columns:
                return lines
        if count > FEW and look.columns <= PANEL + PITCH * count:
            return [*self._below_panel(), *self.open_reserve()]
        gap = "" if count <= FEW else GAP
        above = self._above(gap)
        tableau = self._tableau(gap, look.lines - ROOM - len(above) - 1)
        notes = [(f" {note}", "") for note in (*self.down, *self.base, *self.notes)]
        right = [*above, (numbers(1, count, gap), ""), *[("", line) for line in tableau]]
        sides = [*self._singles(), *notes], right
        panel, table = [[look.dim(name) + cards for name, cards in side] for side in sides]
        return [*beside(panel, table), *self.open_reserve()]

    def open_reserve(self) -> Iterator[str]:
        """Yield the lines that show all cards of a reserve that is not hidden."""
        reserve = self.game.reserve
        if reserve and self.layout.reserve.seen:
            yield self.look.dim(" the reserve, its top card last")
            across = (self.look.columns - 1) // CELL
            for at in range(0, len(reserve), across):
                yield "".join([self.look.cells[card] for card in reserve[at : at + across]])

    def _below_panel(self) -> list[str]:
        """Return the lines with the tableau below all other piles."""
        look, count = self.look, self.layout.tableau.count
        left, right, over = self._singles(), list[Line](), list[Line]()
        for name, tops in self._groups:
            wide, shown = CELL * len(tops), "".join(tops)
            if name == "cells" and not left and wide <= PANEL:
                left = [("  cells", ""), ("", shown)]
            elif wide < look.columns - PANEL and not right:
                right = [(f"  {name}", ""), ("", shown)]
            else:
                short = "up" if name == "foundations" else name
                over.append((f" {short:<{look.columns - 2 - wide}}", shown))
        over.append((f" {', '.join(self.notes)}", ""))
        parts = [[look.dim(name) + cards for name, cards in part] for part in (left, right, over)]
        head = [*beside(parts[0], parts[1]), *parts[2]]
        gap = GAP if PITCH * count < look.columns else ""
        most = (look.columns - (0 if gap else -1)) // (CELL + len(gap))
        banks = [(t, min(t + most, count + 1)) for t in range(1, count + 1, most)]
        room = (look.lines - ROOM - len(head) - len(banks)) // len(banks)
        for first, end in banks:
            bank = [look.dim(numbers(first, end - 1, gap)), *self._tableau(gap, room, first, end)]
            tight = not gap and CELL * (end - first) >= look.columns
            head += [(_INDENT.sub(r"\1", line) if tight else line).rstrip() for line in bank]
        return head

    def _above(self, gap: str) -> list[Line]:
        """Return the lines above the tableau, with a card over each of its piles."""
        if not self._groups:
            return []
        count, slots = self.layout.tableau.count, sum(len(tops) for _, tops in self._groups)
        (name, only), *more = self._groups
        before = PITCH * (count - slots) - 1
        if gap and not more and before > len(name):
            return [(f"{name:>{before}} ", "".join([f"{gap}{top}" for top in only]))]
        stacked = not gap or PANEL + PITCH * slots >= self.look.columns
        lines = []
        for groups in [[group] for group in self._groups] if stacked else [self._groups]:
            names, shown = "", ""
            for number, (name, tops) in enumerate(groups):
                if number:  # the last group stands over the last piles
                    space = " " * PITCH * max(0, count - slots)
                    names, shown = names + space, shown + space
                names += f"  {name}".ljust(PITCH * len(tops))
                shown += "".join([f"{gap}{top}" for top in tops])
            lines += [(names.rstrip(), ""), ("", shown)]
        return lines

    def _singles(self) -> list[Line]:
        """Return the lines for the piles that stand alone.

        The top card of the waste is at the right end, and those below it are dimmed.
        """
        game, layout, lines = self.game, self.layout, []
        if layout.reserve.dealt:
            (top,) = self._tops([game.reserve])
            lines.append((label("reserve", game.reserve), top))
        if layout.stock:
            lines.append((label("stock", game.stock), self.cells[BACK if game.stock else None]))
        if layout.waste:
            name = label("waste", game.waste, cards=len(self.waste))
            lines.append((name, "".join(self.waste)))
        return lines

    def _tops(self, piles: Iterable[Pile]) -> list[str]:
        return [self.cells[pile[-1] if pile else None] for pile in piles]

    def _tableau(self, gap: str, room: int, first: int = 1, end: int = 0) -> list[str]:
        """Return the lines of the tableau piles from FIRST, and before END (0: all).

        A GAP stands before each cell; a pile of more cards than ROOM is folded.
        """
        piles = self.tableau[first - 1 : end - 1 if end else None]
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


def label(name: str, pile: Pile, cards: int = 1) -> str:
    """Return the NAME of PILE and its number of cards, with room for CARDS beside it."""
    return f" {f'{name} {len(pile)}':<{PANEL - 2 - CELL * cards}}"


def numbers(first: int, last: int, gap: str) -> str:
    return "".join([f"{gap}{t:>{CELL}}" for t in range(first, last + 1)])


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

    def fan(self, below: Sequence[str], top: Pile, room: int) -> list[str]:
        """Return the lines of cards side by side, each on the right edge of the one before it.

        The cards BELOW have their texts, and TOP has the last card, if any. It stands at the right
        end of the room for ROOM cards.
        """
        lines = [" " * (4 * (room - 1 - len(below)))] * 3
        for name in below:
            for at, line in enumerate((self._edge(name.strip(), 0), *self._rest())):
                lines[at] += line[:-1]
        return [before + line for before, line in zip(lines, self.pile(top))]

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
    if drawing.layout.stock:
        shown, names = max(1, game.draw), f" {f'stock {len(game.stock)}':<8} "
        stock = boxes.pile((BACK,) if game.stock else ())
        if drawing.layout.waste:
            names += f"{f'waste {len(game.waste)}':>{max(8, 4 * shown)}}"
            stock = across([stock, boxes.fan(drawing.waste[:-1], game.waste[-1:], shown)])
        dealing = [dim(names), *[f" {row}" for row in stock]]
    founded = across([boxes.pile(pile[-1:]) for pile in game.foundations])
    seen = enumerate(drawing.tableau, 1)
    names, *tableau = across([[f"{t:^5}", *boxes.pile(pile)] for t, pile in seen])
    if drawing.layout.tableau.count <= FEW:
        left, right = [], [dim(names), *tableau]
        if drawing.layout.reserve.dealt:
            left.append(dim(label("reserve", game.reserve)))
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
    return [*[line.rstrip() for line in above], dim(f" {names}".rstrip()), *below]
