"""Cards as boxes of five columns and three lines, for a screen with room for them.

Of a card that is covered, only the top line is seen, so each card makes a pile one line taller.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Final

from click import unstyle

from cardgames.model.cards import BACK, Card, Pile
from cardgames.text.drawing import FEW, Drawing, beside, fan
from cardgames.text.look import ASCII, FACE_DOWN, UNICODE, Look

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
