"""The rules of Canfield in their plainest form, for a search that leaves nothing out.

A position is a tuple. A card is its height above the base, and the number of its suit.
"""

from collections.abc import Iterator
from typing import Any

from cardgames.games.canfield.game import Canfield
from cardgames.model.cards import Pile, build_by

Position = tuple[Any, ...]
"""The foundations by suit, the tableau, the reserve, the stock, the waste, the redeals left."""
MANY = 1000
"""Stands for redeals without a limit."""


class Plain:
    """The rules of one game, for such positions."""

    def __init__(self, game: Canfield) -> None:
        """Take the rules from GAME."""
        self.draw = game.options.draw
        self.filled = game.options.fill == "reserve"
        self.onto = build_by(game.options.build).suits
        redeals = game.options.redeals
        self.endless = redeals is None
        founded = {pile[-1].suit: len(pile) for pile in game.foundations if pile}
        self.suits = list(self.onto)
        self.first: Position = (
            tuple(founded.get(suit, 0) for suit in self.suits),
            tuple(self.pile(game, pile) for pile in game.tableau),
            self.pile(game, game.reserve),
            self.pile(game, game.stock),
            self.pile(game, game.waste),
            MANY if redeals is None else redeals - game.redeals,
        )

    def pile(self, game: Canfield, cards: Pile) -> tuple[tuple[int, int], ...]:
        """Return the cards of a pile, by height and suit."""
        return tuple((game.height(card), self.suits.index(card.suit)) for card in cards)

    def fits(self, card: tuple[int, int], onto: tuple[int, int]) -> bool:
        """May CARD be built on ONTO?"""
        (height, suit), (above, other) = card, onto
        return 0 < height == above - 1 and self.suits[other] in self.onto[self.suits[suit]]

    def moves(self, position: Position) -> Iterator[Position]:
        """Yield every position one legal move away."""
        founded, tableau, reserve, stock, waste, redeals = position
        if stock:
            turned = stock[::-1][: self.draw]
            yield founded, tableau, reserve, stock[: -len(turned)], waste + turned, redeals
        elif waste and redeals:
            left = redeals if self.endless else redeals - 1
            yield founded, tableau, reserve, waste[::-1], (), left
        piles = {"reserve": reserve, "waste": waste, **dict(enumerate(tableau))}
        for source, pile in piles.items():
            if not pile:
                continue
            height, suit = pile[-1]
            if founded[suit] == height:
                up = founded[:suit] + (height + 1,) + founded[suit + 1 :]
                yield self.without(source, 1, (up, *position[1:]))
            moved = pile if isinstance(source, int) else pile[-1:]
            for number, other in enumerate(tableau):
                space = not other and (moved[0][0] > 0 or isinstance(source, int))
                if number != source and (self.fits(moved[0], other[-1]) if other else space):
                    down = tableau[:number] + (other + moved,) + tableau[number + 1 :]
                    yield self.without(source, len(moved), (founded, down, *position[2:]))
        for suit, height in enumerate(founded):
            for number, other in enumerate(tableau):
                if other and height and self.fits((height - 1, suit), other[-1]):
                    back = founded[:suit] + (height - 1,) + founded[suit + 1 :]
                    pile = (*other, (height - 1, suit))
                    down = tableau[:number] + (pile,) + tableau[number + 1 :]
                    yield (back, down, *position[2:])

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
        tableau = tableau[:source] + (pile,) + tableau[source + 1 :]
        return founded, tableau, reserve, stock, waste, redeals

    def can_be_won(self, most: int) -> bool | None:
        """Can the game be won? None if this is open after MOST positions."""
        seen, waiting = {self.first}, [self.first]
        while waiting:
            position = waiting.pop()
            if sum(position[0]) == 52:
                return True
            for founded, tableau, *rest in self.moves(position):
                after = (founded, tuple(sorted(tableau)), *rest)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
            if len(seen) > most:
                return None
        return False
