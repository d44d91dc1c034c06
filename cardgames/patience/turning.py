"""Turning the stock several times: until a known card lies on top of the waste, or a given number.

Only what the player knows is used, which `seen_by` tells: the waste, and a stock that was turned
once.
"""

from typing import Any

from cardgames.model.cards import BACK, Card
from cardgames.model.errors import IllegalMove
from cardgames.patience.game import TURN, Patience, redeals_used


def turns_to(game: Patience, card: Card) -> int:
    """Return how many turns bring CARD to the top of the waste.

    Raises IllegalMove if the player does not know that it is in the stock or the waste, or if it
    never comes to the top.
    """
    seen = game.seen_by(1)
    _check_known(seen, card)
    turned, count, cover = seen, 0, BACK
    while turned.waste[-1:] != (card,):
        if not turned.stock and _is_last_pass(turned, seen):
            raise IllegalMove(*_why_not(seen, card, cover))
        before, turned, count = turned, turned.turned(), count + 1
        if card in before.stock and card in turned.waste:
            cover = turned.waste[-1]
    return count


def check_turns(game: Patience, count: int) -> None:
    """Check that the stock can be turned COUNT times; raises IllegalMove."""
    for made in range(count):
        try:
            game = game.apply(TURN)
        except IllegalMove as error:
            if not made:
                raise
            turns = "1 turn is" if made == 1 else f"{made} turns are"
            raise IllegalMove(f"only {turns} possible: then {error}") from None


def _check_known(seen: Any, card: Card) -> None:
    """Check that CARD is in the stock or the waste as SEEN by the player; raises IllegalMove."""
    if card in seen.stock + seen.waste:
        return
    piles = (*seen.tableau, *seen.foundations, *seen.cells, seen.reserve)
    if any(card in pile for pile in piles):
        raise IllegalMove("{} is neither in the stock nor in the waste", card)
    raise IllegalMove("you have not seen {} yet", card)


def _is_last_pass(turned: Patience, seen: Patience) -> bool:
    """Is no redeal left, or has there been one since the position SEEN?

    After a redeal without a play in between, each pass is like the one before.
    """
    return turned.redeals in (seen.redeals + 1, turned.most_redeals)


def _why_not(seen: Patience, card: Card, cover: Card) -> tuple[Any, ...]:
    """Say why CARD never comes to the top, with the cards for the message; COVER hides it."""
    if card in seen.waste and seen.redeals == seen.most_redeals:
        below = "{} stays below {} in the waste"
        return f"{below}: {redeals_used(seen.redeals)}", card, seen.waste[-1]
    each = f"{{}} does not come to the top: cards are turned {seen.draw} at a time"
    if cover is BACK:
        return f"{each}, and another one covers it", card
    return f"{each}, and {{}} covers it", card, cover
