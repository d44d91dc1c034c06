"""The rules of Canfield.

Source: the README of Canfield Solitaire (CS61B, UC Berkeley, fall 2015, project 0) and, where it
says nothing, the text player that comes with it. The variants have the options, not the moves,
that they have in PySolFC (`pysollib/games/canfield.py`).
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from cardgames.model.arguments import Number, Word
from cardgames.model.cards import (
    BACK,
    RESERVE,
    WASTE,
    Card,
    Pile,
    Place,
    Rank,
    check_deck,
    dealt_in_rows,
    foundation,
    tableau,
)
from cardgames.model.commands import command
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Options, option
from cardgames.patience.patience import Building, BuildingFromStock, draw_option, redeals_option

FOUNDATION = Number("F", 1, 4, what="foundation")
TABLEAU = Number("T", 1, 4, what="tableau pile")


@dataclass(frozen=True)
class CanfieldOptions(Options):
    """The options of Canfield."""

    draw: int = draw_option()
    redeals: int | None = redeals_option()
    build: str = option(
        "colors",
        Word("HOW", "colors", "any", "suit"),
        "Build the tableau in alternating colors, in any suits, or in one suit.",
    )
    base: str = option(
        "dealt",
        Word("CARD", "dealt", "twos"),
        "Start the foundations with the card dealt, or with all four twos.",
    )
    reserve: str = option("hidden", Word("SEEN", "hidden", "open"), "Hide the reserve, or not.")
    fill: str = option(
        "reserve",
        Word("FROM", "reserve", "free"),
        "Fill an empty tableau pile at once from the reserve, or as you like.",
    )

    variants: ClassVar = {
        "canfield": {},
        "superior": {"reserve": "open", "fill": "free"},
        "rainbow": {"build": "any", "draw": 1, "redeals": 0},
        "rainfall": {"draw": 1, "redeals": 2},
        "storehouse": {"base": "twos", "build": "suit", "draw": 1, "redeals": 2},
    }


@dataclass(frozen=True, slots=True)
class Canfield(BuildingFromStock):
    """A position of Canfield; the last card of each pile is its top."""

    name = "canfield"
    options_type = CanfieldOptions
    cost = 50
    founding = ("resfnd", "tabfnd", "wstfnd")
    whole_piles = ("tabtab",)

    options: CanfieldOptions
    base: Rank
    reserve: Pile
    foundations: tuple[Pile, ...]
    tableau: tuple[Pile, ...]
    stock: Pile
    waste: Pile = ()
    redeals: int = 0

    @classmethod
    def deal(cls, deck: Pile, options: Any) -> "Canfield":
        """Deal 13 cards to the reserve, one to foundation 1 and one to each tableau pile.

        If the four twos start the foundations, they are taken out of the deck first.
        """
        check_deck(deck)
        started: Pile = ()
        if options.base == "twos":
            started = tuple(sorted((c for c in deck if c.rank is Rank.TWO), key=str))
            deck = tuple(card for card in deck if card.rank is not Rank.TWO)
        deck, reserve = deck[:-13], deck[-13:]
        if not started:
            deck, started = deck[:-1], deck[-1:]
        row, stock = dealt_in_rows(deck, (1, 1, 1, 1))
        foundations = tuple(started[i : i + 1] for i in range(4))
        return cls(options, started[0].rank, reserve, foundations, row, stock)

    @command("c")
    def card(self) -> "Canfield":
        """Turn cards to the waste, or the waste to a new stock.

        If both are empty and a redeal is left, nothing changes, as in the program that this one
        follows.
        """
        return self.turned()

    @command("rf")
    def resfnd(self) -> "Canfield":
        """Move the top card of the reserve to a foundation."""
        return self.to_foundation(RESERVE)

    @command("wf")
    def wstfnd(self) -> "Canfield":
        """Move the top card of the waste to a foundation."""
        return self.to_foundation(WASTE)

    @command("tf", TABLEAU)
    def tabfnd(self, t: int) -> "Canfield":
        """Move the top card of tableau pile T to a foundation."""
        return self.to_foundation(tableau(t))

    @command("rt", TABLEAU)
    def restab(self, t: int) -> "Canfield":
        """Move the top card of the reserve to tableau pile T."""
        return self.to_tableau(t, RESERVE)

    @command("wt", TABLEAU)
    def wsttab(self, t: int) -> "Canfield":
        """Move the top card of the waste to tableau pile T."""
        return self.to_tableau(t, WASTE)

    @command(
        "tt",
        Number("T1", 1, 4, what="tableau pile"),
        Number("T2", 1, 4, what="tableau pile"),
    )
    def tabtab(self, t1: int, t2: int) -> "Canfield":
        """Move the whole tableau pile T1 onto tableau pile T2."""
        cards = self.other_pile(t1, t2)
        if self.tableau[t2 - 1]:
            self.check_tableau(cards[0], t2)
        return self.moved(tableau(t1), tableau(t2), len(cards))

    @command("ft", FOUNDATION, TABLEAU)
    def fndtab(self, f: int, t: int) -> "Canfield":
        """Move the top of foundation F back to tableau pile T."""
        self.filled(foundation(f))
        if not self.tableau[t - 1]:
            raise IllegalMove(f"tableau pile {t} is empty: a foundation card cannot fill it")
        return self.to_tableau(t, foundation(f))

    def check_tableau(self, card: Card, t: int) -> None:
        """Check that CARD may be put on tableau pile T; raises IllegalMove."""
        if card.rank is self.base:
            raise IllegalMove("{} is of the base rank: it must go to a foundation", card)
        pile = self.tableau[t - 1]
        if pile and pile[-1].rank is self.base:
            raise IllegalMove("{} is of the base rank: nothing may be built on it", pile[-1])
        Building.check_tableau(self, card, t)

    def settled(self, left: Place) -> "Canfield":
        """Fill the place LEFT from the reserve if it is a tableau pile that is now empty."""
        if left.field == "tableau" and self.reserve and self.options.fill == "reserve":
            if not self.tableau[left.number - 1]:
                return self.moved(RESERVE, left)
        return self

    def locked(self) -> int:
        """Return the number of cards in the reserve."""
        return len(self.reserve)

    def hidden(self) -> int:
        """Return the number of card backs in this position, which a player sees so."""
        return BuildingFromStock.hidden(self) + self.reserve.count(BACK)

    def with_backs(self, seat: int) -> "Canfield":
        """Hide the reserve below its top card, and the stock until all of it was turned once."""
        reserve = self.reserve
        if self.options.reserve == "hidden":
            reserve = (BACK,) * (len(reserve) - 1) + reserve[-1:]
        return self.changed(reserve=reserve, stock=self.stock_seen())
