"""Canfield in text: its board."""

from collections.abc import Iterable, Iterator
from typing import Any

from cardgames.model.cards import RESERVE, WASTE, foundation, tableau
from cardgames.model.commands import ShortForms
from cardgames.text.patience import beside, rows
from cardgames.text.stock import StockPlayer
from cardgames.text.wording import counted


class CanfieldPlayer(StockPlayer):
    """Plays Canfield in text."""

    short_forms = ShortForms(
        {"t": tableau, "f": foundation, "r": RESERVE, "w": WASTE}, enter="card"
    )
    large = (60, 25)
    _tableau: object = None
    """The tableau shown last; `_rows` holds the lines that show it."""
    _rows: list[str] = []

    def picture(self, game: Any) -> Iterable[str]:
        """Lay out the board as in the program that this game follows.

        The foundations are above, reserve, stock and waste at the left, the tableau at the right.
        """
        look, cells = self.look, self.look.cells
        if self._tableau is not game.tableau:  # most commands leave it as it is
            piles = [[cells[card] for card in pile] for pile in game.tableau]
            self._tableau, self._rows = game.tableau, rows(piles, cells[None])
        tableau = self._rows
        stock = " ### " if game.stock else " --- "
        lines = [
            "          " + "".join(look.tops(game.foundations)),
            "",
            f"{look.top(game.reserve)}      {tableau[0] if tableau else ' ---' * 4}",
            f"{stock}{look.top(game.waste)[1:]}  {tableau[1] if len(tableau) > 1 else ''}",
            *["          " + row for row in tableau[2:]],
        ]
        if game.options.reserve == "open":
            lines.append("  reserve:" + "".join([cells[card] for card in game.reserve]))
        return lines

    def layout(self, game: Any) -> Iterable[str]:
        """Lay out the board with the name of each pile and its number of cards."""
        cells, dim = self.cells(game), self.look.dim
        left = [self.labelled("reserve", game.reserve), *self.stock_and_waste(game)]
        left += [dim(f" {note}") for note in (f"base {game.base.label}", *self.notes(game))]
        tableau = rows([[cells[card] for card in pile or [None]] for pile in game.tableau], "    ")
        founded = [dim("  foundations"), "".join(self.tops(game))]
        lines = beside(left, [*founded, self.numbers(4), *tableau])
        return [*lines, *self.open_reserve(game)]

    def spread(self, game: Any) -> Iterable[str]:
        """Return the lines of the board with large cards."""
        from cardgames.games.canfield.table import spread  # which only a large terminal needs

        return [*spread(self, game), *self.open_reserve(game)]

    def open_reserve(self, game: Any) -> Iterator[str]:
        """Yield the lines that show all cards of a reserve that is not hidden."""
        if game.options.reserve == "open" and game.reserve:
            yield self.look.dim(" the reserve, its top card last")
            across = (self.look.columns - 1) // 4
            for at in range(0, len(game.reserve), across):
                cards = game.reserve[at : at + across]
                yield "".join([self.look.cells[card] for card in cards])

    def founded_text(self, game: Any) -> str:
        """Say how many cards are on the foundations, and which are there from the deal."""
        given, cards = (4, "twos") if game.options.base == "twos" else (1, "base card")
        if game.founded() == given:
            return f"no card is on a foundation yet but the {cards}"
        return super().founded_text(game)

    def seen_now(self, before: Any, after: Any) -> Iterator[str]:
        """Yield phrases about changes of the stock, the waste and the top card of the reserve."""
        yield from super().seen_now(before, after)
        if after.reserve != before.reserve:
            yield self.top_now("reserve", after.reserve)

    def sentences(self, game: Any) -> Iterable[str]:
        """Return the board in sentences."""
        reserve = game.reserve if game.options.reserve == "open" else game.reserve[-1:]
        yield f"Base rank: {game.base.name.lower()}."
        yield from super().sentences(game)
        yield f"Reserve, {counted(len(game.reserve), 'card')}: {self.named(reserve)}."
        yield from self.stock_in_words(game)
