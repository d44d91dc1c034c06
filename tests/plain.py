"""Searches for a win that leave nothing out: by the rules of a patience, and by those of Klondike.

The second has the rules of Klondike in their plainest form, also for fewer piles than seven. A
position is a tuple: the foundations by suit, the tableau, the stock, the waste, the redeals left. A
card is its height above the base, and the number of its suit.
"""

from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

from cardgames.games.klondike.game import Klondike
from cardgames.model.cards import Pile, build_by

Position = tuple[Any, ...]
Card = tuple[int, int]
Cards = tuple[Card, ...]
MANY = 1000
"""Stands for redeals without a limit."""


def left(game: Any) -> int:
    """Return the number of cards that are not on the foundations."""
    piles = (*game.tableau, *game.cells, game.reserve, game.stock, game.waste)
    return sum(map(len, piles))


def can_be_won(first: Any, most: int) -> bool | None:
    """Can FIRST be won? Every legal move is tried; None if this is open after MOST positions."""

    def key(game: Any) -> Any:
        piles = tuple(zip(game.tableau, game.down or [0] * len(game.tableau)))
        in_order = game.stock and not game.layout.turns
        others = game.foundations, Counter(game.cells), game.stock, game.waste, game.redeals
        rest = game.reserve, frozenset(others[1].items()), others[2:], frozenset(others[0])
        return (piles if in_order else frozenset(Counter(piles).items())), rest

    seen, waiting = {key(first.recurring())}, [(left(first), 0, first)]
    while waiting:
        game = heappop(waiting)[2]
        if not left(game):
            return True
        for _, after in game.successors():
            found = key(after.recurring())
            if found not in seen:
                seen.add(found)
                heappush(waiting, (left(after) + after.locked(), -len(seen), after))
        if len(seen) > most:
            return None
    return False


class PlainKlondike:
    """The rules of Klondike; a pile of the tableau is the cards face down and those face up.

    Cards lower than the LOWEST height stay on their foundations. If every card below them is
    founded too, nothing that is still to play could ever lie on them.
    """

    def __init__(self, game: Klondike, lowest: int = 0) -> None:
        self.game, self.lowest = game, lowest
        self.draw = game.options.draw
        self.onto = build_by(game.options.build).suits
        self.suits = list(self.onto)
        redeals = game.options.redeals
        self.endless = redeals is None
        founded = {pile[-1].suit: len(pile) for pile in game.foundations if pile}
        self.first: Position = (
            tuple(founded.get(suit, 0) for suit in self.suits),
            tuple(
                (self.pile(pile[:down]), self.pile(pile[down:]))
                for pile, down in zip(game.tableau, game.down)
            ),
            *(self.pile(game.stock), self.pile(game.waste)),
            MANY if redeals is None else redeals - game.redeals,
        )

    def pile(self, cards: Pile) -> Cards:
        return tuple((self.game.height(card), self.suits.index(card.suit)) for card in cards)

    def fits(self, card: Card, onto: Card) -> bool:
        (height, suit), (above, other) = card, onto
        return height == above - 1 and self.suits[other] in self.onto[self.suits[suit]]

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
        """Return the number of cards that cannot be seen, by which the search goes first."""
        return sum([len(hidden) for hidden, _ in position[1]])

    def laid(self, cards: Cards, tableau: Position, source: int = -1) -> Iterator[Position]:
        """Yield the tableau with CARDS on each pile where they fit, other than SOURCE."""
        for number, (hidden, up) in enumerate(tableau):
            if number != source and (self.fits(cards[0], up[-1]) if up else cards[0][0] == 12):
                yield put(tableau, number, (hidden, up + cards))


def cards_in(game: Any) -> int:
    """Return the number of cards in GAME; where some are missing, it is won with fewer than 52."""
    return int(game.founded()) + left(game)


def put(values: Position, number: int, value: Any) -> Position:
    return (*values[:number], value, *values[number + 1 :])


def shown(hidden: Cards, up: Cards) -> tuple[Cards, Cards]:
    """A pile of Klondike, in which the top card is never face down."""
    return (hidden, up) if up or not hidden else (hidden[:-1], hidden[-1:])
