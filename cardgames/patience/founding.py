"""Cards that go to their foundations: which are safe there, and when all of them can go."""

from collections.abc import Hashable
from typing import Any, Final

from cardgames.model.cards import BACK, Card
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.patience.game import TURN, Patience, redeals_used

ALL_UP: Final = "every card can go up now"  # the reason for the moves of `way_home`
SAFE: Final = "it is safe there"  # the reason for a safe move
WINS: Final = "it wins"  # the first words of the reason for a move that leads to a win


def safe_move(game: Patience, waste: bool = True) -> Move | None:
    """Return a move that puts a card on its foundation and can do no harm, or None.

    Without WASTE, the move takes no card of the waste, as this changes which cards come up next.
    """
    for move, after in game.successors(game.founding):
        if waste or game.route(move).source != "waste":
            card = gone_up(game, after)
            if card is not None and is_safe(game, card):
                return move
    return None


def move_up(game: Patience) -> Move | None:
    """Return a move that puts a card on its foundation, preferably a safe one, or None."""
    return safe_move(game) or next((move for move, _ in game.successors(game.founding)), None)


def unasked_move(game: Any, before: Any) -> Move | None:
    """Return a safe move that may be made without asking, or None.

    The move takes no card of the waste if the stock is turned several cards at a time. Right after
    a card has left a foundation, return None; BEFORE is the position before the last move.
    """
    if before is not None and before.founded() > game.founded():
        return None
    return safe_move(game, waste=game.layout.draw <= 1)


def way_home(seen: Patience) -> list[Move]:
    """Return moves to foundations and turns of the stock that bring up all cards, or [].

    SEEN is the position as its player sees it. No way is certain if a card in SEEN is hidden.
    """
    way, turned = list[Move](), set[Hashable]()
    while not seen.hidden() and seen.outcome() is None:
        move, after = next(seen.successors(seen.founding), (TURN, seen))
        if move == TURN:
            if not seen.layout.turns or seen.recurring() in turned:
                return []
            turned.add(seen.recurring())
            try:
                after = seen.turned()
            except IllegalMove:
                return []
        way.append(move)
        seen = after
    return way


def gone_up(game: Patience, after: Patience) -> Card | None:
    """Return the card that the move from GAME to AFTER puts on a foundation, or None."""
    piles = zip(game.foundations, after.foundations)
    return next((now[-1] for before, now in piles if len(now) > len(before)), None)


def is_safe(game: Patience, card: Card) -> bool:
    """Is CARD safe on its foundation: can no other card need it in the tableau?"""
    layout, height = game.layout, game.height(card)
    if height <= layout.safe_height:
        return True
    founded = [(pile[-1].suit, len(pile)) for pile in game.foundations if pile]
    for suit, lag in layout.lags(card.suit, layout.copies == 1).items():
        up = sum([one is suit and size >= height - lag for one, size in founded])
        if height > lag and up < layout.copies:
            return False
    return True


def turns_to(game: Patience, card: Card) -> int:
    """Return how many turns bring CARD to the top of the waste.

    Raises IllegalMove if the player does not know that it is in the stock or the waste, or if it
    never comes to the top.
    """
    seen = game.seen_by(1)
    if card not in seen.stock + seen.waste:
        if card in seen.all_cards():
            raise IllegalMove("{} is neither in the stock nor in the waste", card)
        raise IllegalMove("you have not seen {} yet", card)
    turned, count, cover = seen, 0, BACK
    while turned.waste[-1:] != (card,):
        # all passes after the next redeal are alike, so the first of them is the last to look at
        last_pass = turned.redeals in (seen.redeals + 1, seen.layout.redeals)
        if not turned.stock and last_pass:
            if card in seen.waste and seen.redeals == seen.layout.redeals:
                below = f"{{}} stays below {{}} in the waste: {redeals_used(seen.redeals)}"
                raise IllegalMove(below, card, seen.waste[-1])
            each = f"{{}} does not come to the top: cards are turned {seen.layout.draw} at a time"
            if cover is BACK:
                raise IllegalMove(f"{each}, and another one covers it", card)
            raise IllegalMove(f"{each}, and {{}} covers it", card, cover)
        before, turned, count = turned, turned.turned(), count + 1
        if card in before.stock and card in turned.waste:
            cover = turned.waste[-1]
    return count
