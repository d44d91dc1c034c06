"""The rules of Canfield.

Source: the README of Canfield Solitaire (CS61B, UC Berkeley, fall 2015, project 0) and, where it
is silent, the text player of its skeleton. The variants are those of PySolFC.
"""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from cardgames.model.arguments import Limit, Number, Word
from cardgames.model.cards import BACK, CARDS, Card, Pile, Rank, check_deck
from cardgames.model.commands import command
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Game, Options, Outcome, option

COST_OF_DECK = 50
PAID_FOR_CARD = 5

FOUNDATION = Number("F", 1, 4, what="foundation")
TABLEAU = Number("T", 1, 4, what="tableau pile")


@dataclass(frozen=True)
class CanfieldOptions(Options):
    """The ways in which Canfield is played."""

    draw: int = option(3, Number("N", 1, 3), "Cards turned from the stock at a time.")
    redeals: int | None = option(
        None, Limit("N", 0, 99), "How often the waste may become the stock again."
    )
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
class Canfield(Game):
    """A position of Canfield; the last card of each pile is its top."""

    name = "canfield"
    options_type = CanfieldOptions

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

        Where the twos start the foundations, they are taken out of the deck first.
        """
        check_deck(deck)
        started: Pile = ()
        if options.base == "twos":
            started = tuple(sorted((c for c in deck if c.rank is Rank.TWO), key=str))
            deck = tuple(card for card in deck if card.rank is not Rank.TWO)
        deck, reserve = deck[:-13], deck[-13:]
        if not started:
            deck, started = deck[:-1], deck[-1:]
        deck, row = deck[:-4], deck[-4:]
        foundations = tuple(started[i : i + 1] for i in range(4))
        tableau = tuple((card,) for card in reversed(row))
        return cls(options, started[0].rank, reserve, foundations, tableau, stock=deck)

    @command("c")
    def card(self) -> "Canfield":
        """Turn cards to the waste, or the waste to a new stock.

        With both empty, and a redeal left, it changes nothing, as in the program that this one
        follows.
        """
        stock, waste, draw = self.stock, self.waste, self.options.draw
        if stock:
            return self._with(stock=stock[:-draw], waste=waste + stock[: -draw - 1 : -1])
        if self.redeals == self.options.redeals:
            raise IllegalMove(f"the stock is empty, and {_allowed(self.redeals)}")
        return self._with(stock=waste[::-1], waste=(), redeals=self.redeals + bool(waste))

    @command("rf")
    def resfnd(self) -> "Canfield":
        """Move the top card of the reserve to a foundation."""
        card = self._top_of_reserve()
        return self._with(foundations=self._with_founded(card), reserve=self.reserve[:-1])

    @command("wf")
    def wstfnd(self) -> "Canfield":
        """Move the top card of the waste to a foundation."""
        card = self._top_of_waste()
        return self._with(foundations=self._with_founded(card), waste=self.waste[:-1])

    @command("tf", TABLEAU)
    def tabfnd(self, t: int) -> "Canfield":
        """Move the top card of tableau pile T to a foundation."""
        pile = self._filled_pile(t)
        return self._with_pile(t, pile[:-1], foundations=self._with_founded(pile[-1]))

    @command("rt", TABLEAU)
    def restab(self, t: int) -> "Canfield":
        """Move the top card of the reserve to tableau pile T."""
        card = self._top_of_reserve()
        self._check_build(card, t)
        return self._with_pile(t, (*self.tableau[t - 1], card), reserve=self.reserve[:-1])

    @command("wt", TABLEAU)
    def wsttab(self, t: int) -> "Canfield":
        """Move the top card of the waste to tableau pile T."""
        card = self._top_of_waste()
        self._check_build(card, t)
        return self._with_pile(t, (*self.tableau[t - 1], card), waste=self.waste[:-1])

    @command(
        "tt",
        Number("T1", 1, 4, what="tableau pile"),
        Number("T2", 1, 4, what="tableau pile"),
    )
    def tabtab(self, t1: int, t2: int) -> "Canfield":
        """Move the whole tableau pile T1 onto tableau pile T2."""
        moved = self._filled_pile(t1)
        if t1 == t2:
            raise IllegalMove(f"tableau pile {t1} cannot be moved onto itself")
        if self.tableau[t2 - 1]:
            self._check_build(moved[0], t2)
        return self._with_pile(t2, self.tableau[t2 - 1] + moved)._with_pile(t1, ())

    @command("ft", FOUNDATION, TABLEAU)
    def fndtab(self, f: int, t: int) -> "Canfield":
        """Move the top card of foundation F back to tableau pile T."""
        pile = self.foundations[f - 1]
        if not pile:
            raise IllegalMove(f"foundation {f} is empty")
        if not self.tableau[t - 1]:
            raise IllegalMove(f"tableau pile {t} is empty: a foundation card cannot fill it")
        self._check_build(pile[-1], t)
        foundations = _replaced(self.foundations, f, pile[:-1])
        return self._with_pile(t, (*self.tableau[t - 1], pile[-1]), foundations=foundations)

    def outcome(self) -> Outcome | None:
        """Won with all cards on the foundations; a game that is stuck goes on."""
        if self.founded() == 52:
            return Outcome(winner=1, reason="all 52 cards are on the foundations")
        return None

    def founded(self) -> int:
        """How many cards lie on the foundations."""
        return sum(map(len, self.foundations))

    def score(self) -> int:
        """The profit in dollars at the casino, where the deck costs $50 and a card earns $5."""
        return PAID_FOR_CARD * self.founded() - COST_OF_DECK

    def height(self, card: Card) -> int:
        """How many cards a foundation holds below this one: 0 to 12."""
        return card.rank.above(self.base)

    def seen_by(self, seat: int) -> "Canfield":
        """Hide the reserve below its top, and the stock until each of its cards was turned."""
        reserve, stock = self.reserve, self.stock
        if self.options.reserve == "hidden":
            reserve = (BACK,) * (len(reserve) - 1) + reserve[-1:]
        if self.redeals == 0:
            stock = (BACK,) * len(stock)
        return self._with(reserve=reserve, stock=stock)

    def fits(self, card: Card, onto: Card) -> bool:
        """May CARD be built on ONTO in the tableau, by rank and color or suit?"""
        if self.base in (card.rank, onto.rank) or onto.rank.above(card.rank) != 1:
            return False
        if self.options.build == "colors":
            return card.red != onto.red
        return self.options.build == "any" or card.suit is onto.suit

    def _top_of_reserve(self) -> Card:
        if not self.reserve:
            raise IllegalMove("the reserve is empty")
        return self.reserve[-1]

    def _top_of_waste(self) -> Card:
        if not self.waste:
            raise IllegalMove("the waste is empty")
        return self.waste[-1]

    def _filled_pile(self, t: int) -> Pile:
        if not self.tableau[t - 1]:
            raise IllegalMove(f"tableau pile {t} is empty")
        return self.tableau[t - 1]

    def _with_founded(self, card: Card) -> tuple[Pile, ...]:
        """The foundations with CARD on its own: built up in suit from the base rank."""
        for f, pile in enumerate(self.foundations, 1):
            if not pile:
                if card.rank is self.base:
                    return _replaced(self.foundations, f, (card,))
            elif pile[-1].suit is card.suit:
                if card.rank.above(pile[-1].rank) == 1:
                    return _replaced(self.foundations, f, (*pile, card))
                raise IllegalMove(
                    "{} does not follow {}: foundations are built up in suit", card, pile[-1]
                )
        starter = CARDS[self.base, card.suit]
        raise IllegalMove("{} has no foundation yet: {} must start it", card, starter)

    def _check_build(self, card: Card, t: int) -> None:
        """Check that CARD may be put on tableau pile T: built down, never at the base rank."""
        pile = self.tableau[t - 1]
        if card.rank is self.base:
            raise IllegalMove("{} is of the base rank: it must go to a foundation", card)
        if not pile or self.fits(card, pile[-1]):
            return
        if pile[-1].rank is self.base:
            raise IllegalMove("{} is of the base rank: nothing may be built on it", pile[-1])
        raise IllegalMove(_NOT_BUILT[self.options.build], card, pile[-1])

    def _with_pile(self, t: int, pile: Pile, **changes: Any) -> "Canfield":
        """Put PILE at tableau place T; an empty place is filled at once from the reserve."""
        if not pile and self.reserve and self.options.fill == "reserve":
            pile, changes["reserve"] = self.reserve[-1:], self.reserve[:-1]
        return self._with(tableau=_replaced(self.tableau, t, pile), **changes)

    def _with(self, **changes: Any) -> "Canfield":
        return replace(self, **changes)


_NOT_BUILT = {
    "colors": "{} cannot go on {}: the tableau is built down in alternating colors",
    "any": "{} cannot go on {}: the tableau is built down in any suits",
    "suit": "{} cannot go on {}: the tableau is built down in suit",
}


def _replaced(piles: tuple[Pile, ...], number: int, pile: Pile) -> tuple[Pile, ...]:
    """The piles with PILE in the place of the one with this number, counted from 1."""
    return (*piles[: number - 1], pile, *piles[number:])


def _allowed(redeals: int) -> str:
    return {0: "no redeal is allowed", 1: "its one redeal is used"}.get(
        redeals, f"its {redeals} redeals are used"
    )
