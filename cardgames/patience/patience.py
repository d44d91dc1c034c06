"""Base classes of patiences; a game derives from each that describes a part of it.

`Building` has foundations and a tableau, `FaceDown` has cards face down in the tableau, and
`BuildingFromStock` adds a stock with its waste to a `Building`. The classes only name the fields: a
game declares these and its moves. The base is the rank that starts the foundations, and the height
of a card is the number of ranks from the base up to it. Rules compare heights, so they hold for
any base.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from cardgames.model.arguments import Limit, Number
from cardgames.model.cards import (
    BACK,
    CARDS,
    Build,
    Card,
    Pile,
    Place,
    Rank,
    build_by,
    foundation,
    replaced,
    tableau,
)
from cardgames.model.errors import IllegalMove
from cardgames.model.game import DOLLARS, Game, Move, Outcome, option

P = TypeVar("P", bound="Patience")
B = TypeVar("B", bound="Building")
F = TypeVar("F", bound="FaceDown")
S = TypeVar("S", bound="BuildingFromStock")

TURN = Move("card")
"""The move that turns the stock, in every game that has one."""
FROM_WASTE = ("wstfnd", "wsttab")
"""The names of the moves that play the top card of the waste."""
PAID_FOR_CARD = 5
"""The dollars that the casino pays for each card on a foundation."""


class Patience(Game):
    """A game for one person, with piles of cards."""

    __slots__ = ()

    whole_piles: ClassVar[tuple[str, ...]] = ()
    """The names of the moves that take a whole pile; others take its top card, or a number."""

    def pile(self, place: Place) -> Pile:
        """Return the cards at PLACE."""
        piles = getattr(self, place.field)
        found: Pile = piles[place.number - 1] if place.number else piles
        return found

    def filled(self, place: Place) -> Pile:
        """Return the cards at PLACE; raises IllegalMove if it is empty."""
        pile = self.pile(place)
        if not pile:
            raise IllegalMove(place.empty)
        return pile

    def changed(self: P, **changes: Any) -> P:
        """Return a copy of the position in which the fields named in CHANGES have new values."""
        return replace(self, **changes)  # type: ignore[type-var]  # every game is a dataclass

    def moved(self: P, source: Place, target: Place, count: int = 1) -> P:
        """Move the top COUNT cards of SOURCE to TARGET, then settle SOURCE (see `settled`)."""
        cards = self.pile(source)
        changes: dict[str, Any] = {}
        for place, pile in (
            (source, cards[:-count]),
            (target, self.pile(target) + cards[-count:]),
        ):
            field, number = place.field, place.number
            piles = changes[field] if field in changes else getattr(self, field)
            changes[field] = replaced(piles, number, pile) if number else pile
        return self.changed(**changes).settled(source)

    def settled(self: P, left: Place) -> P:
        """Fill LEFT, a place that just lost cards, or turn up its top card, as rules require."""
        return self

    def successors(self: P) -> Iterator[tuple[Move, P]]:
        """Yield each legal move and the position after it, in the order of declaration."""
        if self.outcome() is not None:
            return
        for declared in self.commands.all.values():
            method = getattr(self, declared.method)
            for arguments in declared.every_call():
                try:
                    after = method(*arguments)
                except IllegalMove:
                    continue
                yield Move(declared.name, arguments), after

    def legal_moves(self) -> Iterator[Move]:
        """Yield every legal move, in the order of declaration."""
        return (move for move, _ in self.successors())


class Building(Patience):
    """A patience with foundations, built up in suit, and a tableau, built down."""

    __slots__ = ()

    base: Rank
    """The rank that starts the foundations."""
    foundations: tuple[Pile, ...]
    tableau: tuple[Pile, ...]
    founding: ClassVar[tuple[str, ...]]
    """The names of the moves to a foundation, in the order in which `safe_move` tries them."""
    score_unit = "cards"

    @property
    def build(self) -> Build:
        """The rule for building the tableau (default: in alternating colors)."""
        return build_by("colors")

    def locked(self) -> int:
        """Return the number of locked cards: face down, or in the reserve; none by default."""
        return 0

    def hidden(self) -> int:
        """Return the number of card backs in this position, which a player sees so."""
        return sum(pile.count(BACK) for pile in self.tableau)

    def height(self, card: Card) -> int:
        """Return the number of cards below CARD on its foundation: 0 to 12."""
        return card.rank.above(self.base)

    def fits(self, card: Card, onto: Card) -> bool:
        """May CARD be put on the card ONTO in the tableau?"""
        return onto in self.build.below[card] and onto.rank is not self.base

    def check_tableau(self, card: Card, t: int) -> None:
        """Check that CARD may be put on tableau pile T; raises IllegalMove."""
        pile = self.tableau[t - 1]
        if not pile:
            self.check_space(card, t)
        elif not self.fits(card, pile[-1]):
            raise IllegalMove(self.build.refusal, card, pile[-1])

    def check_space(self, card: Card, t: int) -> None:
        """Check that CARD may fill tableau pile T, which is empty: by default any card may."""

    def foundation_for(self, card: Card) -> Place:
        """Return the place of the foundation that takes CARD; raises IllegalMove."""
        for f, pile in enumerate(self.foundations, 1):
            if not pile:
                if card.rank is self.base:
                    return foundation(f)
            elif pile[-1].suit is card.suit:
                if card.rank.above(pile[-1].rank) == 1:
                    return foundation(f)
                raise IllegalMove(
                    "{} does not follow {}: foundations are built up in suit", card, pile[-1]
                )
        starter = CARDS[self.base, card.suit]
        raise IllegalMove("{} has no foundation yet: {} must start it", card, starter)

    def to_foundation(self: B, source: Place) -> B:
        """Move the top card of SOURCE to its foundation."""
        return self.moved(source, self.foundation_for(self.filled(source)[-1]))

    def to_tableau(self: B, t: int, source: Place) -> B:
        """Move the top card of SOURCE to tableau pile T."""
        self.check_tableau(self.filled(source)[-1], t)
        return self.moved(source, tableau(t))

    def part_to_tableau(self: B, t1: int, t2: int, count: int | None = None) -> B:
        """Move COUNT cards of tableau pile T1 to pile T2 (default: the number that fits)."""
        cards = self.other_pile(t1, t2)
        loose = self.loose(t1, t2)
        if count is None:
            count = self._number_that_fits(cards[-1], t2)
            count = count if 0 < count <= loose else loose  # with which the rules refuse it
        elif count > loose:
            cards_that_can = "1 card" if loose == 1 else f"{loose} cards"
            raise IllegalMove(f"only {cards_that_can} of tableau pile {t1} can be moved")
        self.check_tableau(cards[-count], t2)
        return self.moved(tableau(t1), tableau(t2), count)

    def other_pile(self, t1: int, t2: int) -> Pile:
        """Return tableau pile T1; raises IllegalMove if it is empty or T1 equals T2."""
        cards = self.filled(tableau(t1))
        if t1 == t2:
            raise IllegalMove(f"tableau pile {t1} cannot be moved onto itself")
        return cards

    def loose(self, t1: int, t2: int) -> int:
        """Return how many cards of tableau pile T1 can be moved together to pile T2."""
        return len(self.tableau[t1 - 1])

    def _number_that_fits(self, top: Card, t: int) -> int:
        """Return the number of cards that a run ending in TOP needs in order to fit on pile T."""
        onto = self.tableau[t - 1]
        return (self.height(onto[-1]) if onto else 13) - self.height(top)

    def founded(self) -> int:
        """Return how many cards lie on the foundations."""
        return sum(map(len, self.foundations))

    def score(self) -> int:
        """Return how many cards lie on the foundations."""
        return self.founded()

    def outcome(self) -> Outcome | None:
        """Return a win when all cards are on the foundations; a game that is stuck goes on."""
        if self.founded() == 52:
            return Outcome(winner=1, reason="all 52 cards are on the foundations")
        return None


class FaceDown(Patience):
    """A patience with cards face down in its tableau; when one becomes the top, it is turned up."""

    __slots__ = ()

    tableau: tuple[Pile, ...]
    down: tuple[int, ...]
    """The number of face-down cards in each tableau pile."""

    def loose(self, t1: int, t2: int) -> int:
        """Return how many cards of tableau pile T1 lie face up."""
        return len(self.tableau[t1 - 1]) - self.down[t1 - 1]

    def locked(self) -> int:
        """Return how many cards of the tableau lie face down."""
        return sum(self.down)

    def settled(self: F, left: Place) -> F:
        """Turn up the top card of the tableau pile LEFT, if it lies face down."""
        if left.field == "tableau":
            down = self.down[left.number - 1]
            if down and down == len(self.tableau[left.number - 1]):
                return self.changed(down=replaced(self.down, left.number, down - 1))
        return self

    def tableau_seen(self) -> tuple[Pile, ...]:
        """Return the tableau as a player sees it."""
        piles = zip(self.tableau, self.down)
        return tuple([(BACK,) * down + pile[down:] for pile, down in piles])


def draw_option() -> Any:
    """Declare the option for the number of cards turned from the stock at a time."""
    return option(3, Number("N", 1, 3), "Cards turned from the stock at a time.")


def redeals_option() -> Any:
    """Declare the option for the number of redeals; None means unlimited."""
    return option(None, Limit("N", 0, 99), "How often the waste may become the stock again.")


class BuildingFromStock(Building):
    """A patience, played for money, with a stock whose cards are turned to a waste."""

    __slots__ = ()

    options: Any
    """The options, among them `draw`, `redeals` and `build`, a name in BUILDS."""
    stock: Pile
    waste: Pile
    redeals: int
    """The number of times that the waste became the stock."""
    score_unit = DOLLARS
    cost: ClassVar[int]
    """The price of the deck at the casino, in dollars."""

    @property
    def build(self) -> Build:
        """The rule for building the tableau, from the options."""
        return build_by(self.options.build)

    def recurring(self) -> Hashable:
        """Return the position without the number of redeals, if they are unlimited."""
        if self.options.redeals is None and self.redeals:
            return self.changed(redeals=1)
        return self

    def score(self) -> int:
        """Return the profit in dollars at the casino."""
        return PAID_FOR_CARD * self.founded() - self.cost

    def turned(self: S) -> S:
        """Turn cards to the waste, or the waste to a new stock."""
        stock, waste, draw = self.stock, self.waste, self.options.draw
        if stock:
            return self.changed(stock=stock[:-draw], waste=waste + stock[: -draw - 1 : -1])
        if self.redeals == self.options.redeals:
            raise IllegalMove(f"the stock is empty, and {redeals_used(self.redeals)}")
        return self.changed(stock=waste[::-1], waste=(), redeals=self.redeals + bool(waste))

    def tops_to_come(self) -> set[Card]:
        """Return the cards that turning can bring to the top of the waste."""
        draw, passes = self.options.draw, [self.stock[::-1]]
        if self.redeals != self.options.redeals:
            passes.append(self.waste + self.stock[::-1])
        return {card for cards in passes for card in cards[draw - 1 :: draw] + cards[-1:]}

    def stock_seen(self) -> Pile:
        """Return the stock, with card backs for cards that were never turned."""
        return self.stock if self.redeals else (BACK,) * len(self.stock)

    def hidden(self) -> int:
        """Return the number of card backs in this position, which a player sees so."""
        return super().hidden() + self.stock.count(BACK)

    def takes(self, card: Card) -> bool:
        """Could CARD be played, if it were the top of the waste?"""
        places = range(1, len(self.tableau) + 1)
        return _passes(self.foundation_for, card) or any(
            _passes(self.check_tableau, card, t) for t in places
        )


def _passes(check: Callable[..., object], *arguments: object) -> bool:
    """Can CHECK be called with ARGUMENTS without an IllegalMove?"""
    try:
        check(*arguments)
    except IllegalMove:
        return False
    return True


def redeals_used(redeals: int) -> str:
    """Return the part of an error message that says why no redeal is allowed after REDEALS."""
    return {0: "no redeal is allowed", 1: "its one redeal is used"}.get(
        redeals, f"its {redeals} redeals are used"
    )
