"""Cells and the reserve: cards that wait beside the tableau."""

from collections.abc import Iterator
from typing import Any

from cardgames.model.cards import BACK, Card, Pile, Place
from cardgames.model.commands import Number
from cardgames.model.errors import IllegalMove
from cardgames.patience.kinds.kind import (
    CELLS,
    RESERVE,
    Kind,
    Option,
    Size,
    Table,
    in_words,
    one_each,
)


class Cells(Kind):
    """COUNT places for one card each, of which the deal fills DEALT."""

    field, letter, code, noun, what = "cells", "e", "cel", "cell", "cell"
    place = CELLS.__getitem__
    top, onto = "the card of cell E", "a free cell"
    more = "\n\nWithout E, it is the first that is free."

    def __init__(self, count: Size, *, dealt: int = 0) -> None:
        self.count: Any = count
        self.dealt = dealt

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        return one_each(deck[: -self.dealt - 1 : -1], self.count)

    def sources(self, layout: Any) -> tuple[str, ...]:
        return ("reserve", "waste", "tableau")

    def numbers(self) -> tuple[Number, ...]:
        return (Number("E", 1, self.count, what=self.what, optional=True),)

    def place_for(self, game: Table, card: Card, source: Place, *to: int) -> Place:
        if () not in game.cells:
            no_cell = "every cell is full" if game.cells else "there are no cells in this game"
            raise IllegalMove(no_cell)
        target = CELLS[to[0] if to else game.cells.index(()) + 1]
        if held := game.pile(target):
            raise IllegalMove(f"{target} holds {{}}: a cell takes one card", *held)
        return target

    def possible(self, game: Table) -> dict[str, bool]:
        return {"cells": all(len(pile) < 2 and BACK not in pile for pile in game.cells)}

    def deal_words(self, layout: Any) -> Iterator[str]:
        if self.count:
            filled = f", and {in_words(self.dealt)} of them get a card" if self.dealt else ""
            yield f"There are {in_words(self.count)} cells for one card each{filled}."

    def play_words(self, layout: Any) -> Iterator[str]:
        if self.count:
            yield "The top card of a pile may go to a free cell, and from there to where it fits."


class Reserve(Kind):
    """The pile of DEALT cards. Only the top card can be played; if SEEN, all cards are face up."""

    field, letter, code, noun = "reserve", "r", "res", "reserve"
    place = RESERVE
    top = "the top card of the reserve"

    def __init__(self, dealt: int, *, seen: bool | Option = True) -> None:
        self.dealt = dealt
        self.seen = seen

    def deal(self, deck: Pile) -> Pile:
        return deck[len(deck) - self.dealt :]

    def backs(self, game: Table) -> Any:
        if not game.reserve or self.seen:
            return None
        return (BACK,) * (len(game.reserve) - 1) + game.reserve[-1:]

    def locked(self, game: Table) -> int:
        return len(game.reserve)

    def possible(self, game: Table) -> dict[str, bool]:
        return {"reserve": len({card is BACK for card in game.reserve[:-1]}) < 2}

    def deal_words(self, layout: Any) -> Iterator[str]:
        yield f"The reserve gets {in_words(self.dealt)} cards."

    def play_words(self, layout: Any) -> Iterator[str]:
        yield "The top card of the reserve may go to where it fits."
