"""Cards that go to their foundations: which are safe there, and when all of them can go."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar

from cardgames.model.cards import BACK, Build, Card, Pile, Suit
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.patience.game import TURN, Patience, redeals_used

B = TypeVar("B", bound=Patience)

ALL_UP: Final = "every card can go up now"
"""The reason for the moves of `way_home`."""
WINS: Final = "it wins"
"""The words with which the reason for moves up to a win begins."""


def safe_move(game: B, waste: bool = True) -> Move | None:
    """Return a move that puts a card on its foundation and can do no harm, or None.

    Unless WASTE, it takes no card of the waste, as other cards may come up without that one.
    """
    for move, after in _founding(game):
        if is_safe(game, _gone_up(game, after)[0]) and (waste or move.name not in game.from_waste):
            return move
    return None


def move_up(game: B) -> Move | None:
    """Return a move that puts a card on its foundation, preferably a safe one, or None."""
    first: tuple[Move | None, B | None] = next(_founding(game), (None, None))
    return safe_move(game) or first[0]


def unasked_move(game: Any, before: Any) -> Move | None:
    """Return a safe move that may be made without asking; None if there is none.

    It never takes a card of the waste if several are turned at a time, since that changes which
    cards come up next. Nor does it follow a move from a foundation, which it might take back:
    BEFORE is the position before the last move, if there was one.
    """
    if before is not None and before.founded() > game.founded():
        return None
    several = game.draw > 1
    return safe_move(game, waste=not several)


def way_home(seen: Patience) -> list[Move]:
    """Return the moves to foundations and turns of the stock that bring up all cards, or [].

    SEEN is the position as its player sees it. With a hidden card in it no way is certain.
    """
    way: list[Move] = []
    idle = 0
    while not seen.hidden() and seen.outcome() is None:
        step = next(_founding(seen), None)
        idle = 0 if step else idle + 1
        step = step or _turning(seen, idle)
        if step is None:
            return []
        way.append(step[0])
        seen = step[1]
    return way


def _founding(game: B) -> Iterator[tuple[Move, B]]:
    """Yield each legal move to a foundation, and the position after it."""
    for command in game.founding:
        for arguments in command.every_call():
            move = Move(command.name, arguments)
            try:
                yield move, game.apply(move)
            except IllegalMove:
                continue


def _turning(game: Patience, idle: int) -> tuple[Move, Patience] | None:
    """Return the turn of the stock, and the position after it; None if it helps no more.

    IDLE is the number of turns, this one included, since a card went up.
    """
    if not game.layout.turns:
        return None
    cards = len(game.stock) + len(game.waste)
    if idle > 2 * (cards // game.draw + 2) or not cards:
        return None  # by now each card that turning can bring up has come
    try:
        return TURN, game.turned()
    except IllegalMove:
        return None


def founded_by(game: Patience, move: Move) -> Card | None:
    """Return the card that MOVE puts on a foundation; None if it puts none there or is illegal."""
    try:
        after = game.apply(move)
    except IllegalMove:
        return None
    return next(iter(_gone_up(game, after)), None)


def _gone_up(game: Patience, after: Patience) -> Pile:
    """Return the card, if any, that is on a foundation in AFTER and was not in GAME."""
    piles = zip(game.foundations, after.foundations)
    return next((now[-1:] for before, now in piles if len(now) > len(before)), ())


def is_safe(game: Patience, card: Card) -> bool:
    """Is CARD safe on its foundation: can no other card need it in the tableau?"""
    packs = game.layout.packs
    if packs > 1:
        lower = [suit for suit, onto in game.build.suits.items() if card.suit in onto]
        height = game.height(card)
        tops = [pile[-1].suit for pile in game.foundations if pile and len(pile) >= height]
        return not height or all(tops.count(suit) == packs for suit in lower)
    founded = {pile[-1].suit: len(pile) for pile in game.foundations if pile}
    height = game.height(card)
    if height == 1 and game.layout.mixed:  # an ace below other cards may have to lie on it
        return all(suit in founded for suit in game.build.suits[card.suit] - {card.suit})
    return is_height_safe(game.build, card.suit, height, founded)


def is_height_safe(build: Build, suit: Suit, height: int, founded: Mapping[Suit, int]) -> bool:
    """Is the card of SUIT and HEIGHT safe on its foundation: can no other need it in the tableau?

    FOUNDED is the number of cards of each suit on the foundations. The card is safe if they hold
    every lower card of the suits that can be built on it, and of the other suits every card two or
    more ranks lower. Such a card may need one of the first suits, and that one needs this card.
    """
    carried = build.suits[suit] - {suit}
    if height <= 1 or not carried:
        return True
    others = build.suits.keys() - {suit}
    return all(founded.get(suit, 0) >= height - (suit not in carried) for suit in others)


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
