"""The cards that a player of a patience cannot see, in orders that they may have."""

from collections.abc import Iterable, Sequence
from itertools import chain, permutations
from typing import Any

from cardgames.model.cards import BACK, Card, Pile
from cardgames.model.deal import Random
from cardgames.patience.building import numbers


def hidden_cards(game: Any) -> list[Card] | None:
    """Return the cards that are hidden in GAME, as its player sees it, in a fixed order.

    Return None for a position made by hand, which lacks some cards.
    """
    piles = [game.reserve, game.stock, game.waste, *game.foundations, *game.tableau, *game.cells]
    hidden = list(game.layout.deck)
    for card in chain(*piles):
        if card in hidden:
            hidden.remove(card)
    if len(hidden) != game.hidden():
        return None
    return sorted(hidden, key=numbers(game.base).__getitem__)


def orders_of(hidden: Sequence[Card], count: int, seed: int) -> list[tuple[Card, ...]]:
    """Return orders that the HIDDEN cards can have: COUNT by SEED, or all if there are few."""
    if len(hidden) <= 3:
        return list(permutations(hidden))
    random, cards, orders = Random(seed), list(hidden), []
    for _ in range(count):
        random.shuffle(cards)
        orders.append(tuple(cards))
    return orders


def assumed(game: Any, cards: Iterable[Card]) -> Any:
    """Return GAME with CARDS in place of those hidden in its reserve, its tableau and its stock."""
    coming = iter(cards)

    def known(pile: Pile) -> Pile:
        return tuple([next(coming) if card is BACK else card for card in pile])

    changes: dict[str, Any] = {}
    if BACK in getattr(game, "reserve", ()):
        changes["reserve"] = known(game.reserve)
    changes["tableau"] = tuple(map(known, game.tableau))
    if BACK in game.stock:
        changes["stock"] = known(game.stock)
    return game.changed(**changes)
