"""Cards that can go to their foundations, and which of them are safe there for good."""

from collections.abc import Mapping
from typing import Final

from cardgames.model.cards import Card, Suit
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.model.patience import BuildingFromStock
from cardgames.model.piles import Build

TO_FOUNDATION: Final = ("resfnd", "tabfnd", "wstfnd")
"""The moves to a foundation, in the order in which a safe one is looked for."""


def safe_move(game: BuildingFromStock) -> Move | None:
    """Return a move of a card to its foundation that cannot be regretted, or None."""
    for name in TO_FOUNDATION:
        if name in game.commands.all:
            for arguments in game.commands.all[name].every_call():
                move = Move(name, arguments)
                card = _founded_by(game, move)
                if card is not None and is_safe(game, card):
                    return move
    return None


def move_up(game: BuildingFromStock) -> Move | None:
    """Return a move of a card to its foundation, a safe one if there is any, or None."""
    safe = safe_move(game)
    return safe or next((move for move in game.legal_moves() if move.name in TO_FOUNDATION), None)


def all_can_go_up(game: BuildingFromStock) -> bool:
    """Can all cards go to the foundations one after the other, without any other move?"""
    if game.stock or game.locked() or game.outcome() is not None:
        return False
    while (move := move_up(game)) is not None:
        game = game.apply(move)
    return game.founded() == 52


def _founded_by(game: BuildingFromStock, move: Move) -> Card | None:
    """Return the card that MOVE brings to its foundation, or None if it is not legal."""
    try:
        after = game.apply(move)
    except IllegalMove:
        return None
    piles = zip(game.foundations, after.foundations)
    return next(now[-1] for before, now in piles if now != before)


def is_safe(game: BuildingFromStock, card: Card) -> bool:
    """Is CARD of no use in the tableau, now or later?"""
    founded = {pile[-1].suit: len(pile) for pile in game.foundations if pile}
    return is_height_safe(game.build, card.suit, game.height(card), founded)


def is_height_safe(build: Build, suit: Suit, height: int, founded: Mapping[Suit, int]) -> bool:
    """Is the card of SUIT with this HEIGHT of no use in the tableau, now or later?

    True if every lower card of the suits that can be built on it is on a foundation, and every
    card two ranks lower of the other suits, as one of the first could still be needed for it.
    FOUNDED says how many cards of each suit are there.
    """
    carried = build.suits[suit] - {suit}
    if height <= 1 or not carried:
        return True
    others = build.suits.keys() - {suit}
    return all(founded.get(suit, 0) >= height - (suit not in carried) for suit in others)
