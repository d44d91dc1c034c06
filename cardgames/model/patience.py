"""The parts of patiences: a game derives from those it has.

Foundations and a tableau are enough (`Building`). Cards face down (`FaceDown`), and a stock with
its waste (`BuildingFromStock`) are additions. The parts have no fields: a game declares those that
its parts name, and its moves. Each move is one line that says which cards go where. The height of
a card, its rank above the base, makes one rule of games that begin at an ace and of those that
begin at any rank.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from cardgames.model.cards import (
    BACK,
    CARDS,
    Build,
    Card,
    Pile,
    Place,
    Rank,
    Suit,
    build_by,
    foundation,
    replaced,
    tableau,
)
from cardgames.model.commands import Limit, Number
from cardgames.model.errors import IllegalMove
from cardgames.model.game import DOLLARS, Game, Move, Outcome, option

P = TypeVar("P", bound="Patience")
B = TypeVar("B", bound="Building")
F = TypeVar("F", bound="FaceDown")
S = TypeVar("S", bound="BuildingFromStock")

PAID_FOR_CARD = 5
"""What the casino pays for a card on a foundation, in dollars."""


class Patience(Game):
    """A game for one person, with piles of cards."""

    __slots__ = ()

    def pile(self, place: Place) -> Pile:
        """Return the cards at PLACE."""
        piles = getattr(self, place.field)
        found: Pile = piles[place.number - 1] if place.number else piles
        return found

    def filled(self, place: Place) -> Pile:
        """Return the cards at PLACE; raises IllegalMove if there are none."""
        pile = self.pile(place)
        if not pile:
            raise IllegalMove(place.empty)
        return pile

    def changed(self: P, **changes: Any) -> P:
        """Return the position with these CHANGES of its fields."""
        return replace(self, **changes)  # type: ignore[type-var]  # every game is a dataclass

    def moved(self: P, source: Place, target: Place, count: int = 1) -> P:
        """Move the top COUNT cards and what follows by the rules; return the position after."""
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
        """Return the position after the automatic moves when cards have LEFT a place."""
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
    """The moves to a foundation, in the order in which a safe one is looked for."""
    score_unit = "cards"

    @property
    def build(self) -> Build:
        """How the tableau is built: in alternating colors, unless a game builds it otherwise."""
        return build_by("colors")

    def locked(self) -> int:
        """Return how many cards, besides stock and waste, are still to come into play."""
        return 0

    def height(self, card: Card) -> int:
        """Return how many cards a foundation holds below CARD: 0 to 12."""
        return card.rank.above(self.base)

    def fits(self, card: Card, onto: Card) -> bool:
        """May CARD be built on ONTO in the tableau?"""
        return onto in self.build.below[card] and onto.rank is not self.base

    def check_tableau(self, card: Card, t: int) -> None:
        """Check that CARD may be put on tableau pile T."""
        pile = self.tableau[t - 1]
        if not pile:
            self.check_space(card, t)
        elif not self.fits(card, pile[-1]):
            raise IllegalMove(self.build.refusal, card, pile[-1])

    def check_space(self, card: Card, t: int) -> None:
        """Check that CARD may be put on the empty tableau pile T."""

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
        """Return tableau pile T1; raises IllegalMove if it is empty, or pile T2 itself."""
        cards = self.filled(tableau(t1))
        if t1 == t2:
            raise IllegalMove(f"tableau pile {t1} cannot be moved onto itself")
        return cards

    def loose(self, t1: int, t2: int) -> int:
        """Return how many cards of tableau pile T1 can be moved together to pile T2."""
        return len(self.tableau[t1 - 1])

    def _number_that_fits(self, top: Card, t: int) -> int:
        """Return how many cards of a run tableau pile T can take, by the rank of the run's TOP."""
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
    """A patience with cards face down in its tableau; the top card of a pile is turned up."""

    __slots__ = ()

    tableau: tuple[Pile, ...]
    down: tuple[int, ...]
    """How many cards of each tableau pile lie face down."""

    def loose(self, t1: int, t2: int) -> int:
        """Return how many cards of tableau pile T1 lie face up."""
        return len(self.tableau[t1 - 1]) - self.down[t1 - 1]

    def locked(self) -> int:
        """Return how many cards of the tableau lie face down."""
        return sum(self.down)

    def settled(self: F, left: Place) -> F:
        """Turn up the top card of the tableau pile that was left, if it lies face down."""
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
    """Declare the option for the number of redeals; None is without a limit."""
    return option(None, Limit("N", 0, 99), "How often the waste may become the stock again.")


class BuildingFromStock(Building):
    """A patience with a stock, whose cards are turned to a waste; it is played for money."""

    __slots__ = ()

    options: Any
    """They have `draw` and `redeals`, and `build`, one of BUILDS."""
    stock: Pile
    waste: Pile
    redeals: int
    """How often the waste has become the stock."""
    score_unit = DOLLARS
    cost: ClassVar[int]
    """The price of the deck at the casino, in dollars."""

    @property
    def build(self) -> Build:
        """How the tableau is built."""
        return build_by(self.options.build)

    def score(self) -> int:
        """Return the profit in dollars at the casino."""
        return PAID_FOR_CARD * self.founded() - self.cost

    def turned(self: S) -> S:
        """Turn cards to the waste, or the waste to a new stock."""
        stock, waste, draw = self.stock, self.waste, self.options.draw
        if stock:
            return self.changed(stock=stock[:-draw], waste=waste + stock[: -draw - 1 : -1])
        if self.redeals == self.options.redeals:
            raise IllegalMove(f"the stock is empty, and {_allowed(self.redeals)}")
        return self.changed(stock=waste[::-1], waste=(), redeals=self.redeals + bool(waste))

    def tops_to_come(self) -> set[Card]:
        """Return the cards that turning can bring to the top of the waste."""
        draw, passes = self.options.draw, [self.stock[::-1]]
        if self.redeals != self.options.redeals:
            passes.append(self.waste + self.stock[::-1])
        return {card for cards in passes for card in cards[draw - 1 :: draw] + cards[-1:]}

    def stock_seen(self) -> Pile:
        """Return the stock as a player sees it who remembers each card that was turned."""
        return self.stock if self.redeals else (BACK,) * len(self.stock)

    def takes(self, card: Card) -> bool:
        """Could CARD be played, if it were the top of the waste?"""
        places = range(1, len(self.tableau) + 1)
        return _passes(self.foundation_for, card) or any(
            _passes(self.check_tableau, card, t) for t in places
        )


def _passes(check: Callable[..., object], *arguments: object) -> bool:
    """Does CHECK accept ARGUMENTS?"""
    try:
        check(*arguments)
    except IllegalMove:
        return False
    return True


def _allowed(redeals: int) -> str:
    """Return why there is no redeal after this many."""
    return {0: "no redeal is allowed", 1: "its one redeal is used"}.get(
        redeals, f"its {redeals} redeals are used"
    )


def safe_move(game: Building) -> Move | None:
    """Return a move of a card to its foundation that cannot be regretted, or None."""
    for name in game.founding:
        for arguments in game.commands.all[name].every_call():
            move = Move(name, arguments)
            card = founded_by(game, move)
            if card is not None and is_safe(game, card):
                return move
    return None


def move_up(game: Building) -> Move | None:
    """Return a move of a card to its foundation, a safe one if there is any, or None."""
    safe = safe_move(game)
    return safe or next((move for move in game.legal_moves() if move.name in game.founding), None)


def all_can_go_up(game: Building) -> bool:
    """Can all cards go to the foundations one after the other, without any other move?"""
    if game.locked() or game.outcome() is not None:
        return False
    while (move := move_up(game)) is not None:
        game = game.apply(move)
    return game.founded() == 52


def founded_by(game: Building, move: Move) -> Card | None:
    """Return the card that MOVE brings to its foundation; None if it brings none, or is illegal."""
    try:
        after = game.apply(move)
    except IllegalMove:
        return None
    piles = zip(game.foundations, after.foundations)
    return next((now[-1] for before, now in piles if len(now) > len(before)), None)


def is_safe(game: Building, card: Card) -> bool:
    """Is CARD of no use in the tableau, now or later?"""
    founded = {pile[-1].suit: len(pile) for pile in game.foundations if pile}
    return is_height_safe(game.build, card.suit, game.height(card), founded)


def is_height_safe(build: Build, suit: Suit, height: int, founded: Mapping[Suit, int]) -> bool:
    """Is the card of SUIT with this HEIGHT of no use in the tableau, now or later?

    FOUNDED is the number of cards of each suit on the foundations. True if they hold every lower
    card of the suits that can be built on it. Of the other suits they must hold the cards two or
    more ranks lower, since those cards could need one of the first suits to lie on.
    """
    carried = build.suits[suit] - {suit}
    if height <= 1 or not carried:
        return True
    others = build.suits.keys() - {suit}
    return all(founded.get(suit, 0) >= height - (suit not in carried) for suit in others)
