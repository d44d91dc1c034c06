"""The rules of two patiences in their plainest form, for a search that leaves nothing out.

A position is a tuple: the foundations by suit, the tableau, and what the game adds. A card is its
height above the base, and the number of its suit.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

from cardgames.games.canfield.game import Canfield
from cardgames.games.klondike.game import Klondike
from cardgames.model.cards import Pile, build_by

Position = tuple[Any, ...]
"""The foundations, the tableau, what the game adds; then the stock, the waste, the redeals left."""
Card = tuple[int, int]
Cards = tuple[Card, ...]
MANY = 1000
"""Stands for redeals without a limit."""


class Plain:
    """The rules of one game, for such positions."""

    first: Position

    def __init__(self, game: Any) -> None:
        self.game = game
        self.draw = game.options.draw
        self.onto = build_by(game.options.build).suits
        self.suits = list(self.onto)
        redeals = game.options.redeals
        self.endless = redeals is None
        founded = {pile[-1].suit: len(pile) for pile in game.foundations if pile}
        self.founded = tuple(founded.get(suit, 0) for suit in self.suits)
        left = MANY if redeals is None else redeals - game.redeals
        self.talon = self.pile(game.stock), self.pile(game.waste), left

    def pile(self, cards: Pile) -> Cards:
        return tuple((self.game.height(card), self.suits.index(card.suit)) for card in cards)

    def fits(self, card: Card, onto: Card) -> bool:
        (height, suit), (above, other) = card, onto
        return height == above - 1 and self.suits[other] in self.onto[self.suits[suit]]

    def moves(self, position: Position) -> Iterator[Position]:
        """Yield every position one legal move away."""
        raise NotImplementedError

    def turned(self, position: Position) -> Iterator[Position]:
        """Yield the position after the stock was turned, or the waste became the stock."""
        *others, stock, waste, redeals = position
        if stock:
            turned = stock[::-1][: self.draw]
            yield *others, stock[: -len(turned)], waste + turned, redeals
        elif waste and redeals:
            yield *others, waste[::-1], (), redeals if self.endless else redeals - 1

    def can_be_won(self, most: int) -> bool | None:
        """Can the game be won? None if this is open after MOST positions."""
        cards = cards_in(self.game)
        seen, waiting = {self.first}, [(0, 0, self.first)]
        while waiting:
            *_, position = heappop(waiting)
            if sum(position[0]) == cards:
                return True
            for founded, tableau, *rest in self.moves(position):
                after = (founded, tuple(sorted(tableau)), *rest)
                if after not in seen:
                    seen.add(after)
                    heappush(waiting, (self.hidden(after) - sum(founded), -len(seen), after))
            if len(seen) > most:
                return None
        return False

    def hidden(self, position: Position) -> int:
        """Return the number of cards that cannot be seen, by which the search goes first."""
        return 0


class PlainCanfield(Plain):
    """The rules of Canfield; a position has the reserve after the tableau."""

    def __init__(self, game: Canfield) -> None:
        super().__init__(game)
        self.filled = game.options.fill == "reserve"
        tableau = tuple(map(self.pile, game.tableau))
        self.first = (self.founded, tableau, self.pile(game.reserve), *self.talon)

    def fits(self, card: Card, onto: Card) -> bool:
        """May CARD be built on ONTO? Not if it begins a foundation."""
        return card[0] > 0 and super().fits(card, onto)

    def moves(self, position: Position) -> Iterator[Position]:
        founded, tableau, reserve, _, waste, _ = position
        yield from self.turned(position)
        piles: dict[Any, Any] = {"reserve": reserve, "waste": waste, **dict(enumerate(tableau))}
        for source, pile in piles.items():
            if not pile:
                continue
            height, suit = pile[-1]
            if founded[suit] == height:
                up = put(founded, suit, height + 1)
                yield self.without(source, 1, (up, *position[1:]))
            moved = pile if isinstance(source, int) else pile[-1:]
            for number, other in enumerate(tableau):
                space = not other and (moved[0][0] > 0 or isinstance(source, int))
                if number != source and (self.fits(moved[0], other[-1]) if other else space):
                    down = put(tableau, number, other + moved)
                    yield self.without(source, len(moved), (founded, down, *position[2:]))
        for suit, height in enumerate(founded):
            for number, other in enumerate(tableau):
                if other and height and self.fits((height - 1, suit), other[-1]):
                    down = put(tableau, number, (*other, (height - 1, suit)))
                    yield (put(founded, suit, height - 1), down, *position[2:])

    def without(self, source: str | int, count: int, position: Position) -> Position:
        """Take the top COUNT cards of SOURCE away; fill it from the reserve if the rules say so."""
        founded, tableau, reserve, stock, waste, redeals = position
        if source == "reserve":
            return founded, tableau, reserve[:-1], stock, waste, redeals
        if source == "waste":
            return founded, tableau, reserve, stock, waste[:-1], redeals
        assert isinstance(source, int)
        pile = tableau[source][:-count]
        if not pile and self.filled and reserve:
            pile, reserve = reserve[-1:], reserve[:-1]
        return founded, put(tableau, source, pile), reserve, stock, waste, redeals


class PlainKlondike(Plain):
    """The rules of Klondike; a pile of the tableau is the cards face down and those face up.

    Cards lower than the LOWEST height stay on their foundations. If every card below them is
    founded too, nothing that is still to play could ever lie on them.
    """

    def __init__(self, game: Klondike, lowest: int = 0) -> None:
        super().__init__(game)
        self.lowest = lowest
        tableau = tuple(
            (self.pile(pile[:down]), self.pile(pile[down:]))
            for pile, down in zip(game.tableau, game.down)
        )
        self.first = (self.founded, tableau, *self.talon)

    def moves(self, position: Position) -> Iterator[Position]:
        founded, tableau, stock, waste, redeals = position
        yield from self.turned(position)
        if waste:
            (height, suit), left = waste[-1], (stock, waste[:-1], redeals)
            if founded[suit] == height:
                yield put(founded, suit, height + 1), tableau, *left
            for down in self.laid(waste[-1:], tableau):
                yield founded, down, *left
        for number, (hidden, up) in enumerate(tableau):
            if up and founded[up[-1][1]] == up[-1][0]:
                after = put(founded, up[-1][1], up[-1][0] + 1)
                yield after, put(tableau, number, shown(hidden, up[:-1])), *position[2:]
            for count in range(len(up)):
                left = put(tableau, number, shown(hidden, up[:count]))
                for down in self.laid(up[count:], left, number):
                    yield founded, down, *position[2:]
        for suit, height in enumerate(founded):
            if height > self.lowest:
                for down in self.laid(((height - 1, suit),), tableau):
                    yield put(founded, suit, height - 1), down, *position[2:]

    def hidden(self, position: Position) -> int:
        return sum([len(hidden) for hidden, _ in position[1]])

    def laid(self, cards: Cards, tableau: Position, source: int = -1) -> Iterator[Position]:
        """Yield the tableau with CARDS on each pile where they fit, other than SOURCE."""
        for number, (hidden, up) in enumerate(tableau):
            if number != source and (self.fits(cards[0], up[-1]) if up else cards[0][0] == 12):
                yield put(tableau, number, (hidden, up + cards))


def cards_in(game: Any) -> int:
    """Return the number of cards in GAME; where some are missing, it is won with fewer than 52."""
    locked = getattr(game, "reserve", ())
    return int(game.founded()) + sum(map(len, (*game.tableau, locked, game.stock, game.waste)))


def put(values: Position, number: int, value: Any) -> Position:
    return (*values[:number], value, *values[number + 1 :])


def shown(hidden: Cards, up: Cards) -> tuple[Cards, Cards]:
    """A pile of Klondike, in which the top card is never face down."""
    return (hidden, up) if up or not hidden else (hidden[:-1], hidden[-1:])
