"""The rules of Klondike.

Source: the Klondike page of Wikipedia; the score is that of the casino (Vegas). The variants are
those of PySolFC (`pysollib/games/klondike.py`) that the options here can express; on Chinaman its
help page differs, with two redeals.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

from cardgames.model.arguments import Number, Word
from cardgames.model.cards import (
    WASTE,
    Card,
    Pile,
    Rank,
    check_deck,
    dealt_in_rows,
    foundation,
    tableau,
)
from cardgames.model.commands import command
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move, Options, option
from cardgames.patience.patience import BuildingFromStock, FaceDown, draw_option, redeals_option

FOUNDATION = Number("F", 1, 4, what="foundation")
TABLEAU = Number("T", 1, 7, what="tableau pile")


@dataclass(frozen=True)
class KlondikeOptions(Options):
    """The options of Klondike."""

    draw: int = draw_option()
    redeals: int | None = redeals_option()
    build: str = option(
        "colors",
        Word("HOW", "colors", "others", "suit"),
        "Build the tableau in alternating colors, in other suits, or in one suit.",
    )

    variants: ClassVar = {
        "by-threes": {},
        "vegas": {"draw": 1, "redeals": 0},
        "casino": {"draw": 1, "redeals": 2},
        "chinaman": {"redeals": 1, "build": "others"},
        "trigon": {"draw": 1, "build": "suit"},
    }


@dataclass(frozen=True, slots=True)
class Klondike(FaceDown, BuildingFromStock):
    """A position of Klondike; the last card of each pile is its top."""

    name = "klondike"
    options_type = KlondikeOptions
    cost = 52
    founding = ("tabfnd", "wstfnd")

    options: KlondikeOptions
    tableau: tuple[Pile, ...]
    down: tuple[int, ...]
    stock: Pile
    waste: Pile = ()
    foundations: tuple[Pile, ...] = ((), (), (), ())
    redeals: int = 0
    base: Rank = Rank.ACE

    @classmethod
    def deal(cls, deck: Pile, options: Any) -> "Klondike":
        """Deal T cards to tableau pile T, row by row; only the last card of a pile is face up."""
        check_deck(deck)
        tableau, stock = dealt_in_rows(deck, range(1, 8))
        return cls(options, tableau, tuple(range(7)), stock)

    @command("c")
    def card(self) -> "Klondike":
        """Turn cards to the waste, or the waste to a new stock."""
        if not self.stock and not self.waste:
            raise IllegalMove("the stock and the waste are empty")
        return self.turned()

    @command("wf")
    def wstfnd(self) -> "Klondike":
        """Move the top card of the waste to a foundation."""
        return self.to_foundation(WASTE)

    @command("tf", TABLEAU)
    def tabfnd(self, t: int) -> "Klondike":
        """Move the top card of tableau pile T to a foundation."""
        return self.to_foundation(tableau(t))

    @command("wt", TABLEAU)
    def wsttab(self, t: int) -> "Klondike":
        """Move the top card of the waste to tableau pile T."""
        return self.to_tableau(t, WASTE)

    @command(
        "tt",
        Number("T1", 1, 7, what="tableau pile"),
        Number("T2", 1, 7, what="tableau pile"),
        Number("N", 1, 13, optional=True),
    )
    def tabtab(self, t1: int, t2: int, n: int | None = None) -> "Klondike":
        """Move cards of tableau pile T1 that fit onto pile T2.

        N, the number of cards, may be left out, as never more than one number fits.
        """
        return self.part_to_tableau(t1, t2, n)

    @command("ft", FOUNDATION, TABLEAU)
    def fndtab(self, f: int, t: int) -> "Klondike":
        """Move the top of foundation F back to tableau pile T."""
        return self.to_tableau(t, foundation(f))

    def canonical(self, move: Move) -> Move:
        """Return MOVE without its number of cards, as never more than one number fits."""
        return move._replace(arguments=move.arguments[:2]) if move.name == "tabtab" else move

    def check_space(self, card: Card, t: int) -> None:
        """Check that CARD is a king, since only kings fill an empty tableau pile."""
        if card.rank is not Rank.KING:
            raise IllegalMove(f"{{}} cannot go to tableau pile {t}: only a king fills it", card)

    def with_backs(self, seat: int) -> "Klondike":
        """Hide the face-down cards, and the stock until all its cards were turned once."""
        return self.changed(tableau=self.tableau_seen(), stock=self.stock_seen())
