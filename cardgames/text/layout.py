"""Boards and rules of patiences, derived from the kinds of their piles.

At a terminal, single piles such as stock and waste are in a panel at the left; foundations and
cells are above the tableau. Piles that do not fit beside the panel are below it. A pile that is
taller than the screen is folded.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from inspect import cleandoc
from itertools import zip_longest
from typing import Final

from click import unstyle
from click.formatting import wrap_text

from cardgames.model.cards import BACK, Card, Pile
from cardgames.model.errors import counted
from cardgames.patience.game import TURN, Patience
from cardgames.patience.kinds.tables import in_words
from cardgames.patience.piles import Layout, letters_of
from cardgames.screen.console import ROOM
from cardgames.screen.look import ASCII, DIMMED, FACE_DOWN, UNICODE, Look

PANEL: Final = 22  # the width of the panel to the left of foundations and tableau
GAP: Final = " "  # the blank before each card of the tableau, if there is room
CELL: Final = 4
# the fields of a position; a spot has the index of a field in this list
FIELDS: Final = ("stock", "waste", "foundations", "tableau", "cells", "reserve", "reserves")
HALF: Final = CELL // 2
PITCH: Final = len(GAP) + CELL  # the width of a tableau pile with its gap
FEW: Final = 4  # the most tableau piles that always stand beside the panel, without gaps
SCRIPT: Final = 19  # the most piles that stand side by side in a script
BESIDE: Final = SCRIPT - 3  # the most piles on the same line as their name


def plain(look: Look, game: Patience) -> list[str]:
    """Return the lines of the board in a script: stock to foundations, then the tableau."""
    kinds, lines = game.layout, []
    stock = [f"stock: {len(game.stock):>3}"] if kinds.stock else []
    waste = [f"{kinds.waste.noun}:{look.top(game.waste)}"] if kinds.waste else []
    if stock or waste:
        lines.append("  ".join(stock + waste))
    if kinds.reserve.dealt:
        lines.append(f"reserve: {len(game.reserve):>2}{look.top(game.reserve)}")
    for first, last in banks(kinds.reserves.count, BESIDE):
        columns = [[look.cells[card] for card in pile] for pile in game.reserves[first - 1 : last]]
        lines.append(f"{'reserves:' * (first == 1):12} {numbers(first, last, '')}")
        lines += [f"{'':12} {line}".rstrip() for line in rows(columns, " " * CELL)]
    groups = [(kinds.cells.label, game.cells)] if kinds.cells.count else []
    if kinds.foundations.count:
        groups.append((kinds.foundations.label, game.foundations))
    for name, founded in groups:
        heads = [f"{name + ':':12} ", *[" " * 13] * len(founded)]
        parts = folded(look.tops(founded), BESIDE)
        lines += [head + "".join(tops) for head, tops in zip(heads, parts)]
    if kinds.foundations.open:
        lines += in_lines(look, game.foundations, 80)
    if kinds.tableau.rows:
        return [*lines, *in_rows(game, look)]
    piles = [[look.cells[card] for card in pile] for pile in game.tableau_seen()]
    for first, last in banks(kinds.tableau.count, SCRIPT):
        lines.append(numbers(first, last, ""))
        lines += [line.rstrip() for line in rows(piles[first - 1 : last], " " * CELL)]
    return lines


class Drawing:
    """Draws `game` in `look` for a terminal, with `notes` in the panel, and `status` below them."""

    def __init__(
        self, look: Look, game: Patience, notes: Sequence[str], status: Sequence[str] = ()
    ) -> None:
        self.look = look
        self.dim = look.dim("{}").format  # dims a text, without a call of `look.dim` for each
        self.game = game
        self.notes, self.status = [*notes], status
        self.signs: dict[str, str] = {}  # the notes that explain the signs in folded piles
        waste = fan(game)
        self.layout = layout = game.layout
        self.tableau = game.tableau_seen()
        if look.spots and layout.stock is None and TURN.name in game.commands.all:
            # without a stock, the last note (about redeals, if there are any) takes its place
            count, _, what = self.notes[-1].partition(" ")
            self.notes[-1] = count + self.spot(f" {what}", "stock", 0, 0)
        self.covered = [look.styled(card, DIMMED) for card in waste[:-1]]
        self.waste = [*self.covered, look.top(waste)]
        if look.spots:
            cells = enumerate(self.waste, len(game.waste) - len(waste))
            self.waste = [self.spot(cell, "waste", 0, at) for at, cell in cells]
        self.down = [f"{sum(game.down)} face down"] if any(layout.tableau.down) else []
        self.base = [f"base {game.base.label}"] if layout.claims else []
        founded = game.foundations if layout.foundations.count else ()
        groups = ("cells", layout.cells.label, game.cells), (
            "foundations", layout.foundations.label, founded
        )  # fmt: skip
        tops = self._tops if look.spots else lambda field, piles: look.tops(piles)
        self._groups = [(name, tops(field, piles)) for field, name, piles in groups if piles]

    def spot(self, text: str, field: str, number: int, at: int) -> str:
        return self.look.spot(text, FIELDS.index(field), number, at)

    def _tops(self, field: str, piles: Sequence[Pile]) -> list[str]:
        tops = zip(piles, self.look.tops(piles))
        return [
            self.spot(top, field, number, max(0, len(pile) - 1))
            for number, (pile, top) in enumerate(tops, 1)
        ]

    def _cards(self, t: int, cells: Iterable[tuple[int, str]]) -> list[str]:
        """Return `cells`, the cards of tableau pile `t`, as spots; a card's back is no spot."""
        pile = self.tableau[t - 1]
        return [
            cell if pile and pile[at] is BACK else self.spot(cell, "tableau", t, at)
            for at, cell in cells
        ]

    def lines(self, large: bool) -> list[str]:
        look, count = self.look, self.layout.tableau.count
        if self.layout.tableau.rows:
            return self._with_rows()
        if large:
            lines = spread(self)
            wide = max(len(unstyle(line)) for line in lines)
            if len(lines) < look.lines - 2 and wide < look.columns:
                return lines
        under = [*self.open_reserve()]
        room = look.lines - ROOM - len(under)
        if count > FEW and look.columns <= PANEL + PITCH * count:
            return [*self._below_panel(room), *under]
        gap = "" if count <= FEW else GAP
        above, left = self._above(gap), self._singles()
        right = [*above, *self._tableau(1, count, gap, room - len(above) - 1)]
        notes = self.dimmed(*self.down, *self.base, *self.notes, *self.signs.values())
        left += notes[: max(0, room - len(left), len(right) - len(left))]  # as many as fit
        left += self.dimmed(*self.status)[: max(0, len(right) - len(left))]  # only in blank rows
        return [*beside(left, right), *under]

    def dimmed(self, *notes: str) -> list[str]:
        """Return a line for each of the `notes` that fits in the panel."""
        return [self.dim(f" {note}") for note in notes if len(unstyle(note)) < PANEL]

    def joined(self, *notes: str) -> str:
        """Return `notes` in one line, followed by as many of `signs` and `status` as fit."""
        line = ", ".join(notes or self.notes)
        for note in (*self.signs.values(), *self.status):
            if len(unstyle(line)) + len(note) + 4 > self.look.columns:
                break
            line += f", {note}"
        return self.dim(f" {line}")

    def _with_rows(self) -> list[str]:
        """Return the lines of a board whose tableau has rows.

        The tableau is below the panel if the screen is too narrow for both side by side.
        """
        drawn = partial(in_rows, self.game, self.look, spot=self._cards)
        tableau = drawn()
        left, notes = self._singles(), self.dimmed(*self.down, *self.notes)
        for name, tops in self._groups:
            left += self._named(name, tops, PANEL)
        wide, room = max(len(unstyle(line)) for line in tableau), self.look.lines - ROOM
        if PANEL + wide < self.look.columns:
            left += notes[: max(0, room - len(left))]
            left += self.dimmed(*self.status)[: max(0, len(tableau) - len(left))]
            return beside(left, tableau)
        if wide >= self.look.columns:
            across = max(map(len, self.layout.tableau.rows))
            half = -(-across // 2) * 2  # in halves of a card
            if CELL * across <= self.look.columns:
                tableau = without_first_blank(drawn(numbered=False))
            else:
                tableau = [*drawn(0, half), "", *drawn(half, half)]
        # the status is on the same line as the last note, so that the tableau stays where it is
        notes[-1:] = [self.joined(self.notes[-1])]
        return [*left, *notes[: max(0, room - len(left) - len(tableau))], *tableau]

    def open_reserve(self) -> Iterator[str]:
        """Yield the lines with all cards of the reserves, and of the foundations if all matter."""
        reserve, founded = self.game.reserve, self.game.foundations
        if reserve and self.layout.reserve.seen:
            yield self.dim(" the reserve, its top card last")
            yield from in_lines(self.look, [reserve], self.look.columns)
        count, most = self.layout.reserves.count, (self.look.columns - 1) // CELL
        if count:
            name = "the reserve" if {*self.layout.reserves.sizes} == {1} else "the reserves"
            yield self.dim(f" {name}")
        columns = [
            [self.spot(self.look.cells[c], "reserves", r, at) for at, c in enumerate(pile)]
            for r, pile in enumerate(self.game.reserves, 1)
        ]
        for first, last in banks(count, most):
            yield self.dim(numbers(first, last, ""))
            yield from [line.rstrip() for line in rows(columns[first - 1 : last], " " * CELL)]
        if self.layout.foundations.open:
            yield self.dim(" all cards of the foundations")
            yield from in_lines(self.look, founded, self.look.columns)

    def _below_panel(self, room: int) -> list[str]:
        look, count = self.look, self.layout.tableau.count
        left, right, over = self._singles(), list[str](), list[str]()
        for name, tops in self._groups:
            wide, shown = CELL * len(tops), "".join(tops)
            if name == self.layout.cells.label and not left and wide <= PANEL:
                left = [self.dim(f"  {name}"), shown]
            elif wide < look.columns - PANEL and not right:
                right = [self.dim(f"  {name}"), shown]
            else:
                held = name == self.layout.cells.label
                short = name if held else self.layout.foundations.short
                over += self._named(short, tops, look.columns)
        head = [*beside(left, right), *over]
        gap = GAP if PITCH * count < look.columns else ""
        parts = banks(count, max(1, look.columns // (CELL + len(gap))))
        for height in range(max(1, *map(len, self.tableau)), 0, -1):
            below = list[str]()
            self.signs.clear()
            for first, last in parts:
                bank = self._tableau(first, last, gap, height)
                if not gap and CELL * (last - first + 1) >= look.columns:
                    bank = without_first_blank(bank)
                below += [line.rstrip() for line in bank]
            if len(head) + 1 + len(below) <= room:
                return [*head, self.joined(), *below]
        return [*head, *below]  # a low screen has no room for notes

    def _above(self, gap: str) -> list[str]:
        """Return the lines for cells and foundations, which are above the tableau."""
        if not self._groups:
            return []
        dim, slots = self.dim, sum(len(tops) for _, tops in self._groups)
        space = " " * PITCH * max(0, self.layout.tableau.count - slots)
        (name, only), *more = self._groups
        if gap and not more and len(space) > len(name) + 1:
            named = dim(f"{name:>{len(space) - 1}} ")
            return [named + "".join([f"{gap}{top}" for top in only])]
        stacked = not gap or PANEL + PITCH * slots >= self.look.columns
        lines, told = list[str](), ""
        most = (self.look.columns - PANEL - 1) // (len(gap) + CELL)
        split = [(name, part) for name, tops in self._groups for part in folded(tops, most)]
        for groups in [[group] for group in split] if stacked else [self._groups]:
            # the last group is above the last piles of the tableau
            names = space.join([f"  {name}".ljust(PITCH * len(tops)) for name, tops in groups])
            tops = space.join(["".join([f"{gap}{top}" for top in tops]) for _, tops in groups])
            if groups[0][0] != told:
                lines.append(dim(names.rstrip()))
            lines.append(tops)
            told = groups[0][0]
        return lines

    def _named(self, name: str, tops: Sequence[str], width: int) -> list[str]:
        """Return `tops` in lines of `width` columns.

        The name is before the tops; if the tops are too many for that, it is above them.
        """
        room = width - 2 - CELL * len(tops)
        if room >= len(name):
            return [self.dim(f" {name:<{room}}") + "".join(tops)]
        parts = folded(tops, max(1, (width - 1) // CELL))
        return [self.dim(f" {name}"), *map("".join, parts)]

    def _singles(self) -> list[str]:
        """Return the lines for reserve, stock and waste."""
        game, layout, look = self.game, self.layout, self.look
        reserve, stock = look.top(game.reserve), look.cells[BACK if game.stock else None]
        if look.spots:
            reserve = self.spot(reserve, "reserve", 0, max(0, len(game.reserve) - 1))
            stock = self.spot(stock, "stock", 0, 0)
        singles = (
            ("reserve", layout.reserve.dealt, game.reserve, [reserve]),
            ("stock", layout.stock, game.stock, [stock]),
            (layout.waste.noun if layout.waste else "", layout.waste, game.waste, self.waste),
        )
        return [
            self.dim(f" {f'{name} {len(pile)}':<{PANEL - 2 - CELL * len(shown)}}") + "".join(shown)
            for name, exists, pile, shown in singles
            if exists
        ]

    def _tableau(self, first: int, last: int, gap: str, room: int) -> list[str]:
        """Return a line with the numbers of tableau piles `first` to `last`, and their cards.

        The cards take at most `room` lines, unless a card that a move can take would be hidden.
        """
        columns = [self._column(t, room) for t in range(first, last + 1)]
        cells = rows([[f"{gap}{cell}" for cell in column] for column in columns], gap + " " * CELL)
        return [self.dim(numbers(first, last, gap)), *cells]

    def _column(self, t: int, room: int) -> list[str]:
        """Return the cells of tableau pile `t`; fold a pile with more than `room` cards.

        The cards face down become one cell. Then runs are cut, as many as needed: '-9D' stands for
        a run that continues down to 9D. If this is not enough, the first cards of the pile become
        '+N'; N is their number. A card that a move can take is always shown, and '+N' hides no card
        that lies on such a card.
        """
        look, pile = self.look, self.tableau[t - 1]
        if len(pile) <= room:
            whole = [look.cells[card] for card in pile or [None]]
            return self._cards(t, enumerate(whole)) if look.spots else whole
        down, taken = pile.count(BACK), self.taken[t - 1]
        shown = [*range(down, len(pile))]  # the cards that are shown, by their places in the pile
        start, fits = down, self.layout.tableau.fits
        for end in range(down + 1, len(pile) + 1):
            if end < len(pile) and fits(self.game, pile[end], pile[end - 1]):
                continue
            if len(shown) + bool(down) > room:
                cut = {*range(start + 1, end - 1)} - taken
                shown = [place for place in shown if place not in cut]
            start = end
        cells = []
        for before, place in zip([None, *shown], shown):
            cell = look.cells[pile[place]]
            if before is not None and place - before > 1:
                last = f"-{unstyle(cell).strip()}"
                self.signs.setdefault("-", f"{last}: a run down to {last[1:]}")
                cell = " " * (CELL - len(last)) + look.colored(last, pile[place])
            cells.append(cell)
        cells = self._cards(t, zip(shown, cells)) if look.spots else cells
        least = sum(place >= min(taken, default=0) for place in shown)
        kept = max(1, room - 1, least)
        if len(cells) + bool(down) > room and len(cells) - kept > (not down):
            hidden = shown[-kept]
            rest = cells[len(cells) - kept + 1 :]
            first = self._cards(t, [(hidden, look.cells[pile[hidden]])])
            self.signs.setdefault("+", f"+{hidden}: {counted(hidden, 'card')} under it")
            return [self.dim(f"{f'+{hidden}':>{CELL}}"), *first, *rest]
        if down:
            sign = unstyle(look.cells[BACK]).strip()[0]
            self.signs.setdefault(sign, f"{sign}{down}: {down} face down")
            cells.insert(0, self.dim(f"{f'{sign}{down}':>{CELL}}"))
        return cells

    @cached_property
    def taken(self) -> list[set[int]]:
        """For each tableau pile, the places of its top card and of cards that a move can take."""
        game = self.game
        found = [{len(pile) - 1} for pile in self.tableau]
        for move in game.legal_moves() if game.outcome() is None else ():
            route = game.commands.all[move.name].route
            if route is not None and route.source == "tableau":
                number = move.arguments[0]
                found[number - 1].add(len(game.carry_out(move).tableau[number - 1]))
        return found


def numbers(first: int, last: int, gap: str) -> str:
    return "".join([f"{gap}{t:>{CELL}}" for t in range(first, last + 1)])


def banks(count: int, most: int) -> list[tuple[int, int]]:
    """Divide `count` piles into banks of at most `most`; return each bank's first and last number.

    There are as few banks as possible.
    """
    number = -(-count // most)
    ends = [count * bank // max(1, number) for bank in range(number + 1)]
    return [(before + 1, end) for before, end in zip(ends, ends[1:])]


def folded(tops: Sequence[str], most: int) -> list[Sequence[str]]:
    """Divide `tops` into parts of at most `most` tops; there are as few parts as possible."""
    return [tops[before - 1 : end] for before, end in banks(len(tops), max(1, most))]


def fan(game: Patience) -> Pile:
    """Return the last cards of the waste, as many as one turn brings."""
    return game.waste[-max(1, game.layout.draw) :]


def beside(left: Iterable[str], right: Iterable[str], width: int = PANEL) -> list[str]:
    """Return two blocks of lines side by side; the left one is `width` columns wide."""
    return [
        f"{one}{' ' * (width - len(unstyle(one)))}{other}".rstrip()
        for one, other in zip_longest(left, right, fillvalue="")
    ]


def rows(piles: Iterable[Sequence[str]], blank: str) -> list[str]:
    """Return the lines that show `piles` as columns; `blank` fills up the shorter ones."""
    return ["".join(row) for row in zip_longest(*piles, fillvalue=blank)]


def in_lines(look: Look, piles: Iterable[Pile], columns: int) -> Iterator[str]:
    """Yield lines with all cards of `piles`; one of the `columns` stays free."""
    across = (columns - 1) // CELL
    for pile in piles:
        for at in range(0, len(pile), across):
            yield "".join([look.cells[card] for card in pile[at : at + across]])


def without_first_blank(lines: Iterable[str]) -> list[str]:
    """Return `lines` without the blank at their left edge, so that the last column stays free."""
    return [re.sub(r"^((?:\033\[[0-9;]*[mz])*) ", r"\1", line) for line in lines]


def in_rows(
    game: Patience,
    look: Look,
    first: int = 0,
    width: int = 1000,
    numbered: bool = True,
    spot: Callable[[int, Iterable[tuple[int, str]]], list[str]] | None = None,
) -> list[str]:
    """Return the lines of a tableau that lies in rows; half a card is two columns wide.

    Show only the cards whose left edge, in halves of a card, is from `first` to below
    `first + width`. If `numbered`, each row begins with the number of its first place.
    """
    places, lines = enumerate(game.tableau_seen(), 1), []
    blank = " " * CELL if game.layout.tableau.blank else look.cells[None]
    for edges in game.layout.tableau.rows:
        line, end, begins = "", 0, 0
        for edge in edges:
            number, pile = next(places)
            edge -= first
            if not 0 <= edge < width:
                continue
            begins = begins or number
            cell = look.cells[pile[-1]] if pile else blank
            if spot and look.spots and cell.strip():
                (cell,) = spot(number, [(0, cell)])
            line += " " * (HALF * edge - end) + cell
            end = HALF * edge + CELL
        line = line.rstrip()
        lines.append(look.dim(f"{begins:>2} ") + line if numbered and line else line)
    return lines


# Large cards, as boxes.

BETWEEN: Final = "   "  # the gap between two piles
DEALING: Final = 25  # the width of stock and waste with the gap after them
# For each style: the top corners of a pile's first card and of later cards, bottom corners, edges
FRAMES: Final = {UNICODE: "┌┐├┤└┘─│", ASCII: "++++++-|"}


class Boxes:
    def __init__(self, look: Look) -> None:
        self._look = look
        self._frame = FRAMES[look.style if look.style in FRAMES else ASCII]

    def pile(self, cards: Sequence[Card]) -> list[str]:
        """Return the lines of the pile of `cards`; an empty pile is a dim box."""
        dim = self._look.dim
        if not cards:
            return [dim(line) for line in (self._edge("", 0), *self._rest())]
        lines = []
        for height, card in enumerate(cards):
            name = "" if card is BACK else self._look.cells[card].strip()
            edge = self._edge(name, 2 if height else 0)
            lines.append(dim(edge) if card is BACK else edge)
        top = cards[-1]
        if top is BACK:
            return lines + [dim(line) for line in self._rest(FACE_DOWN[self._look.style])]
        sign = top.suit.symbol if self._look.style == UNICODE else " "
        return lines + self._rest(f" {self._look.colored(sign, top)} ")

    def fan(self, below: Sequence[str], top: Sequence[str], room: int) -> list[str]:
        """Return the lines of overlapping cards: first the cards named in `below`, then `top`.

        The lines are as wide as `room` cards, and the top card is at the right end.
        """
        lines = [" " * (4 * (room - 1 - len(below)))] * 3
        for name in below:
            for at, line in enumerate((self._edge(name.strip(), 0), *self._rest())):
                lines[at] += line[:-1]
        return [before + line for before, line in zip(lines, top)]

    def _edge(self, name: str, corners: int) -> str:
        """Return an edge with a name in it; `corners` is the place of its corners in the frame."""
        left, right = self._frame[corners], self._frame[corners + 1]
        return f"{left}{name}{self._frame[6] * (3 - len(unstyle(name)))}{right}"

    def _rest(self, inside: str = "   ") -> list[str]:
        """Return the two lines below the top edge: the inside of the box, and the bottom edge."""
        side = self._frame[7]
        return [f"{side}{inside}{side}", self._edge("", 4)]


def across(piles: Sequence[Sequence[str]], gap: str = BETWEEN) -> list[str]:
    blanks = [" " * len(unstyle(pile[0])) for pile in piles]
    return [
        gap.join(line or blank for line, blank in zip(lines, blanks))
        for lines in zip_longest(*piles, fillvalue="")
    ]


def spread(drawing: Drawing) -> list[str]:
    """Return the lines of a board with large cards."""
    boxes = Boxes(drawing.look)

    def pile(field: str, number: int, cards: Pile, whole: int = 0) -> list[str]:
        """Return the lines of `cards`, each line as a spot.

        The cards are the last cards of a pile that has `whole` cards.
        """
        last, first = len(cards) - 1, max(0, whole - len(cards))
        return [
            line if BACK in cards[n : n + 1] and field == "tableau"
            else drawing.spot(line, field, number, first + max(0, min(n, last)))
            for n, line in enumerate(boxes.pile(cards))
        ]  # fmt: skip

    def tops(field: str, piles: Iterable[Pile]) -> list[list[str]]:
        return [pile(field, n, one[-1:], len(one)) for n, one in enumerate(piles, 1)]

    dim, game, notes = drawing.look.dim, drawing.game, drawing.notes
    dealing = list[str]()
    if drawing.layout.stock:
        shown, names = max(1, game.layout.draw), f" {f'stock {len(game.stock)}':<8} "
        stock = pile("stock", 0, (BACK,) if game.stock else ())
        if drawing.layout.waste:
            names += f"{f'waste {len(game.waste)}':>{max(8, 4 * shown)}}"
            top = pile("waste", 0, game.waste[-1:], len(game.waste))
            stock = across([stock, boxes.fan(drawing.covered, top, shown)])
        dealing = [dim(names), *[f" {row}" for row in stock]]
    founded = across(tops("foundations", game.foundations))
    seen = enumerate(drawing.tableau, 1)
    names, *tableau = across([[f"{t:^5}", *pile("tableau", t, one)] for t, one in seen])
    if drawing.layout.tableau.count <= FEW:
        left, right = [], [dim(names), *tableau]
        if drawing.layout.reserve.dealt:
            left.append(dim(f" {f'reserve {len(game.reserve)}':<{PANEL - 2 - CELL}}"))
            reserve = pile("reserve", 0, game.reserve[-1:], len(game.reserve))
            left += [f" {line}" for line in reserve]
        left += [*dealing, *[dim(f" {note}") for note in (*notes, *drawing.status)]]
        if founded:
            label = drawing.layout.foundations.label
            right = [dim(", ".join([label, *drawing.base])), *founded, *right]
        return [*beside(left, right, DEALING), *drawing.open_reserve()]
    # If the tableau has many piles, all other piles are above the tableau, as on a table.
    if game.cells:
        cells = across(tops("cells", game.cells))
        dealing += [dim(" cells"), *[f" {line}" for line in cells]]
    width = max([DEALING, *[len(unstyle(line)) + len(BETWEEN) for line in dealing]])
    notes = [*drawing.down, *notes]
    room = drawing.look.columns - width - len(unstyle(founded[0] if founded else "")) - 2
    under = [dim(f" {', '.join(notes)}")]
    if max([len(unstyle(note)) for note in notes]) < room:
        pairs = zip_longest(founded, map(dim, notes), fillvalue="")
        under, founded = [], [f"{line}  {note}" for line, note in pairs]
    label = drawing.layout.foundations.label if founded else ""
    if (status := ", ".join(drawing.status)) and len(status) < drawing.look.columns - width - 16:
        label = f"{label:<14}{status}"
    above = beside(dealing, [dim(label), *founded], width)
    below = [f" {line}".rstrip() for line in tableau]
    return [*above, *under, dim(f" {names}".rstrip()), *below, *drawing.open_reserve()]


# The rules in words.

# the fields of the kinds of piles, in the order in which the rules describe them
DEALT: Final = ("reserve", "reserves", "foundations", "tableau", "cells", "waste", "stock")
PLAYED: Final = ("foundations", "tableau", "cells", "reserve", "reserves", "waste", "stock")


def rules_of(game: type[Patience]) -> str:
    """Return the rules of the patience `game` with its default options, at most 79 columns wide.

    The last paragraph says how others play the game; in the docstring, it is in parentheses.
    """
    from cardgames.play.places import example_of  # loaded when it is needed, not at the start

    layout, title = game.laid_out(game.options_type()), game.title()
    sections = [
        "\n".join([title, "=" * len(title)]),
        _filled(_aim(layout)),
        "The deal\n" + _filled(_deal(layout)),
        "The play\n" + _filled(_play(layout)),
    ]
    more = cleandoc(game.__doc__ or "").partition("\n")[2].strip()
    told = [text.split() for text in more.split("\n\n") if text]
    sections += [_filled(words) for words in told if words[0][0] != "("]
    letters = letters_of(game.laid_out(game.largest()))
    rows = [
        (example_of(one, letters) or ", ".join(one.shorts), one.usage, one.summary)
        for one in game.commands.all.values()
    ]
    short, usage = (max(len(row[column]) for row in rows) for column in (0, 1))
    ways = [f"  {typed:<{short}}  {name:<{usage}}  {summary}" for typed, name, summary in rows]
    sections.append("\n".join(["The short way", *ways]))
    if others := [" ".join(words)[1:-1] for words in told if words[0][0] == "("]:
        sections.append(f"Elsewhere\n{_filled(others)}")
    return "\n\n".join(sections) + "\n"


def _filled(sentences: Iterable[str]) -> str:
    return wrap_text(" ".join(sentences), 77, initial_indent="  ", subsequent_indent="  ")


def _aim(layout: Layout) -> Iterator[str]:
    for kind in [layout.kinds[field] for field in PLAYED if field in layout.kinds]:
        yield from kind.aim_words()
    packs = "a pack" if layout.packs == 1 else f"{in_words(layout.packs)} packs"
    yield f"The game is a patience for one player, with {packs} of 52 cards."


def _deal(layout: Layout) -> Iterator[str]:
    if layout.starter is not None:
        yield f"The {layout.starter.name.lower()}s are put on the foundations first."
    for kind in [layout.kinds[field] for field in DEALT if field in layout.kinds]:
        yield from kind.deal_words()


def _play(layout: Layout) -> Iterator[str]:
    for kind in [layout.kinds[field] for field in PLAYED if field in layout.kinds]:
        yield from kind.play_words()
