"""Cells and reserves: cards that wait beside the tableau."""

from collections.abc import Iterable, Iterator

from cardgames.model.cards import BACK, Card, Pile, Place
from cardgames.model.commands import Number
from cardgames.model.errors import DeclarationError, IllegalMove, counted
from cardgames.patience.kinds.kind import (
    CELLS,
    ONE,
    RESERVE,
    RESERVES,
    Expansion,
    Kind,
    Option,
    Patience,
    Piles,
    Rest,
    Size,
    Takers,
    dealt_by,
    in_rows,
    in_words,
    one_each,
)


class Cells(Kind):
    """Places for one card each, some of which the deal fills.

    If `late`, no card goes to a cell before the stock has dealt all its rows.
    """

    field, letter, code, noun, what = "cells", "e", "cel", "cell", "cell"
    place, label = CELLS.__getitem__, "cells"
    top, onto = "the card of cell E", "a free cell"
    more = "\n\nIf you name no cell, the card goes to the first free one."

    def __init__(self, count: Size, *, dealt: int = 0, late: bool = False) -> None:
        self.count = count
        self.dealt = dealt
        self.late = late

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        return one_each(deck[: -self.dealt - 1 : -1], self.count)

    def check_layout(self) -> None:
        if self.late and self.layout.turns:
            raise DeclarationError("cells are late only where the stock is dealt in rows")

    def sources(self) -> tuple[str, ...]:
        return ("reserve", "reserves", "waste", "tableau")

    def numbers(self) -> tuple[Number, ...]:
        return (Number("E", 1, self.count, what=self.what, optional=True),)

    def takers(self, game: Patience) -> Takers:
        return [((), (() in game.cells, bool(game.stock)))]

    def place_for(self, game: Patience, card: Card, source: Place, *to: int) -> Place:
        if self.late and game.stock:
            left = f"{counted(len(game.stock), 'card')} {'is' if len(game.stock) == 1 else 'are'}"
            raise IllegalMove(f"cells are closed until the stock is dealt: {left} left in it")
        if () not in game.cells:
            no_cell = "every cell is full" if game.cells else "there are no cells in this game"
            raise IllegalMove(no_cell)
        target = CELLS[to[0] if to else game.cells.index(()) + 1]
        if held := game.pile(target):
            raise IllegalMove(f"{target} holds {{}}: a cell takes one card", *held)
        return target

    def room(self, held: int, rows: int) -> int:
        return 0 if self.late and rows else self.count - held

    def offers(self, at: Expansion) -> Iterator[tuple[int, Rest]]:
        for card in dict.fromkeys(at.cells):
            yield card, (at.counts, at.cells.replace(ONE[card], b"", 1), at.talon, at.piles)

    def possible(self, game: Patience) -> dict[str, bool]:
        return {"cells": all(len(pile) < 2 and BACK not in pile for pile in game.cells)}

    def deal_words(self) -> Iterator[str]:
        if self.count:
            filled = f", and {in_words(self.dealt)} of them get a card" if self.dealt else ""
            cells = "is one cell for one card" if self.count == 1 else ""
            cells = cells or f"are {in_words(self.count)} cells for one card each"
            yield f"There {cells}{filled}."

    def play_words(self) -> Iterator[str]:
        if self.count:
            yield "Once the stock is dealt, the top" if self.late else "The top"
            yield "card of a pile may go to a free cell, and from there wherever it fits."


class Reserve(Kind):
    """A pile of which only the top card can be played; if `seen`, all its cards are face up."""

    field, letter, code, noun = "reserve", "r", "res", "reserve"
    place = RESERVE
    top = "the top card of the reserve"

    def __init__(self, dealt: int, *, seen: bool | Option = True) -> None:
        self.dealt = dealt
        self.seen = seen

    def deal(self, deck: Pile) -> Pile:
        return deck[len(deck) - self.dealt :]

    def offers(self, at: Expansion) -> Iterator[tuple[int, Rest]]:
        left, rows, turned, redeals = at.counts
        if left:
            card = at.space.reserve[left - 1]
            counts = left - 1, rows, turned, redeals
            yield card, (counts, at.cells, at.talon, at.piles)

    def backs(self, game: Patience) -> Piles | None:
        if not game.reserve or self.seen:
            return None
        return (BACK,) * (len(game.reserve) - 1) + game.reserve[-1:]

    def locked(self, game: Patience) -> int:
        return len(game.reserve)

    def possible(self, game: Patience) -> dict[str, bool]:
        return {"reserve": len({card is BACK for card in game.reserve[:-1]}) < 2}

    def deal_words(self) -> Iterator[str]:
        yield f"The reserve gets {in_words(self.dealt)} cards."

    def play_words(self) -> Iterator[str]:
        yield "The top card of the reserve may go wherever it fits."


class Reserves(Kind):
    """Face-up piles whose top cards can be played; no card can be moved to them."""

    field, letter, code, noun, what = "reserves", "r", "res", "reserve", "reserve"
    place = RESERVES.__getitem__
    top = "the top card of reserve R"
    row_help = "Deal a row: a card of the stock to each reserve."
    row_told = "deal a row to the reserves"
    row_words = "The stock deals a row: one card to each reserve, as long as there are cards."

    def __init__(self, sizes: Iterable[int]) -> None:
        self.sizes = tuple(sizes)
        self.count = len(self.sizes)
        self.dealt = dealt_by(self.sizes)

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        return in_rows(deck, self.sizes)

    check_row = Kind.check_row

    def offers(self, at: Expansion) -> Iterator[tuple[int, Rest]]:
        first = at.rules.count
        for number, pile in enumerate(at.piles[first:], first):
            if pile and (at.rows or pile not in at.piles[first:number]):
                rest = at.piles.copy()
                rest[number] = pile[:-1]
                yield pile[-1], (at.counts, at.cells, at.talon, rest)

    def locked(self, game: Patience) -> int:
        """Return the number of cards that lie below others."""
        return sum([len(pile) - 1 for pile in game.reserves if pile])

    def possible(self, game: Patience) -> dict[str, bool]:
        return {"reserves": not any([BACK in pile for pile in game.reserves])}

    def deal_words(self) -> Iterator[str]:
        sizes, piles = sorted({*self.sizes}), f"{in_words(self.count)} piles"
        if sizes == [1]:
            yield f"The reserve gets {in_words(self.count)} cards, side by side."
        elif sizes == [0]:
            yield f"There is room for a reserve of {piles}."
        else:
            cards = " or ".join([counted(one, "card") for one in sizes])
            yield f"The reserve has {piles} of {cards}, face up."

    def play_words(self) -> Iterator[str]:
        single = {*self.sizes} == {1} and self.layout.dealt_to != self.field
        top = "A card of the reserve" if single else "The top card of a reserve"
        yield f"{top} may go wherever it fits; no card moves to a reserve."
