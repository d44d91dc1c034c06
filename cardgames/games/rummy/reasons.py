"""The reasons that the hints give for moves of Rummy, with outs and odds.

Each reason is true of the position, whoever chose the move, and uses only what the player to move
can see.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.melds import (
    best_split,
    fits,
    homes,
    listed,
    melds_in,
    near,
    of_rank,
    worth,
)
from cardgames.model.cards import BACK, DECK, Card, Pile
from cardgames.model.game import Move

FEW: Final = 3
"""A rival with at most this number of cards is close to going out."""
SAFE: Final = "on the table it counts nothing against you"
OUT: Final = "it ends the hand"


def why(game: Rummy, move: Move) -> str:
    """Say why to make MOVE in GAME, as the player to move sees it."""
    cards = [card for card in move.arguments if isinstance(card, Card)]
    if move.name == "draw":
        return _why_draw(game)
    if move.name == "take":
        return _why_take(game)
    if len(cards) == len(_hand(game)):
        return OUT
    return _why_discard(game, cards[0]) if move.name == "discard" else _why_lay_down(game)


def _why_draw(game: Rummy) -> str:
    """Say why not to take the top discard, and how many cards of the stock would help."""
    if not game.discards:
        return "there is no discard to take"
    top = game.discards[-1]
    if helps(game, top):
        return f"{_use(game, top)}, but all would know that you hold it"
    lacks = f"{top} completes no meld{_misfit(game, top)}"
    card = next_card(game)
    if card is not None:
        tells = f", and {_use(game, card)}" if helps(game, card) else ""
        return f"{lacks}; the stock brings {card}{tells}"
    cards, kind = pool(game)
    helping = sum(helps(game, card) for card in cards)
    return f"{lacks}; {_share(helping, len(cards), kind)} would"


def _misfit(game: Rummy, card: Card) -> str:
    """Say why CARD cannot be laid off now; '' if there are no melds on the table."""
    if homes(card, [meld.cards for meld in game.melds], game.options.ace):
        return ", and you may not lay it off yet"
    return " and fits none" if game.melds else ""


def _why_take(game: Rummy) -> str:
    """Say why to take the top discard."""
    card, hand = game.discards[-1], _hand(game)
    if not game.may_draw():
        return "there is no card to draw"
    if helps(game, card):
        return _use(game, card)
    if pairs := _pairs(card, (*hand, card), game.options.ace):
        return f"{_odds(game, pairs)}, if you take it"
    return "you know which card you get"


def _use(game: Rummy, card: Card) -> str:
    """Say which meld CARD completes in the hand, or which meld on the table it fits."""
    ace = game.options.ace
    hand = (*_hand(game), card)
    melds = [*best_split(hand, ace).melds, *melds_in(hand, ace)]
    for meld in melds:
        if card in meld:
            return f"{card} completes {_text(meld)}"
    number = homes(card, [meld.cards for meld in game.melds], ace)[0]
    return f"{card} fits meld {number}, {_text(game.melds[number - 1].cards)}"


def _why_lay_down(game: Rummy) -> str:
    """Say why to lay down cards now rather than later."""
    if goes_out(game):
        return "you can go out in this turn"
    rivals = [len(hand) for seat, hand in enumerate(game.hands, 1) if seat != game.turn]
    if min(rivals) <= FEW:
        left = "1 card" if min(rivals) == 1 else f"{min(rivals)} cards"
        return f"{SAFE}, and somebody has only {left} left"
    return SAFE


def _why_discard(game: Rummy, card: Card) -> str:
    """Say why to discard CARD, and name the melds, or the card to lay off, that are kept."""
    kept = _kept(game, card)
    return _what_it_lacks(game, card) + (f"; {kept}" if kept else "")


def _what_it_lacks(game: Rummy, card: Card) -> str:
    """Say how small the chance is that CARD becomes part of a meld."""
    ace, hand = game.options.ace, _hand(game)
    rest = tuple(other for other in hand if other is not card)
    melds = best_split(hand, ace).melds
    for meld in melds:
        if card in meld:
            return _why_break(game, card, meld)
    pairs = _pairs(card, hand, ace)
    if not pairs:
        gone = sum(other.rank == card.rank for other in _gone(game))
        are = "is" if gone == 1 else "are"
        lost = f", and {of_rank(gone, card.rank)} {are} gone" if gone else ""
        return f"nothing you hold goes with it{lost}"
    mine = len(_completing(game, pairs))
    loose = [other for other in best_split(rest, ace).rest if other is not game.taken]
    others = [len(_completing(game, _pairs(other, hand, ace))) for other in loose]
    if mine and mine <= min(others, default=mine):
        return f"only {_odds(game, pairs)}"
    dear = f", but it counts {worth((card,), ace)} against you" if mine else ""
    return _odds(game, pairs) + dear


def _why_break(game: Rummy, card: Card, meld: Pile) -> str:
    """Say why to discard CARD although it is part of a MELD in the hand."""
    left = tuple(other for other in meld if other is not card)
    if left in melds_in(left, game.options.ace):
        return f"{_text(left)} is a meld without it"
    if all(other is game.taken for other in best_split(_hand(game), game.options.ace).rest):
        return "all that you may discard is in melds"
    return f"it counts {worth((card,), game.options.ace)} against you"


def _kept(game: Rummy, card: Card) -> str:
    """Name melds, or a card to lay off, that the player keeps by discarding CARD; '' if none."""
    moves = [move for move in game.legal_moves() if card not in move.arguments]
    possible = [move.arguments for move in moves if move.name == "meld"]
    melds = [meld for meld in best_split(_hand(game), game.options.ace).melds if meld in possible]
    if melds:
        stay, them = ("stays", "it") if len(melds) == 1 else ("stay", "them")
        named = listed(list(map(_text, melds)))
        return f"{named} {stay} in your hand, where nobody can lay off on {them}"
    off = next((move for move in moves if move.name == "off"), None)
    return "" if off is None else f"{off.arguments[0]} can be laid off later, too"


def goes_out(game: Rummy) -> bool:
    """Can the player go out in this turn, perhaps after several melds and cards laid off?"""
    while True:
        hand, moves = _hand(game), list(game.legal_moves())
        if any(_parts_with(move) == len(hand) for move in moves):
            return True
        best = best_split(hand, game.options.ace).melds
        melds = [move for move in moves if move.name == "meld" and move.arguments in best]
        down = [*melds, *(move for move in moves if move.name == "off")]
        if not down:
            return False
        game = game.apply(down[0])


def _parts_with(move: Move) -> int:
    """Return the number of cards that leave the hand in MOVE."""
    return sum(isinstance(card, Card) for card in move.arguments)


def helps(game: Rummy, card: Card) -> bool:
    """Would CARD complete a meld in the hand, or could the player lay it off?"""
    ace = game.options.ace
    if game.may_lay_off() and any(fits(card, meld.cards, ace) for meld in game.melds):
        return True
    return any(card in meld for meld in melds_in((*_hand(game), card), ace))


def pool(game: Rummy) -> tuple[Pile, str]:
    """Return all cards that the next draw may bring, and words for them: 'unseen cards'."""
    if game.stock_known:
        return game.stock, "cards of the stock"
    known = {*_hand(game), *_gone(game), *(card for cards in game.held for card in cards)}
    return tuple(card for card in DECK if card not in known), "unseen cards"


def next_card(game: Rummy) -> Card | None:
    """Return the card that a draw would bring; None if the player cannot know it."""
    if not game.stock:
        return game.discards[0] if game.options.restock == "turn" else None
    return game.stock[-1] if game.stock_known else None


def _odds(game: Rummy, pairs: Sequence[Pile]) -> str:
    """Say how many of the cards that may be drawn make a meld of any of PAIRS."""
    cards, kind = pool(game)
    verb = "completes" if (found := len(_completing(game, pairs))) < 2 else "complete"
    named = listed(list(map(_text, pairs)), "or")
    return f"{_share(found, len(cards), kind)} {verb} {named}"


def _share(some: int, all_: int, kind: str) -> str:
    """Return the share of cards, such as '2 of 21 unseen cards' for 2, 21 and 'unseen cards'."""
    return f"{some} of {all_} {kind}" if some else f"none of {all_} {kind}"


def _completing(game: Rummy, pairs: Iterable[Pile]) -> list[Card]:
    """Return the cards that may be drawn and would make a meld of any of PAIRS."""
    ace = game.options.ace
    found = [card for card in pool(game)[0] for pair in pairs if melds_in((*pair, card), ace)]
    return list(dict.fromkeys(found))


def _pairs(card: Card, hand: Sequence[Card], ace: str) -> list[Pile]:
    """Return each pair of CARD and a card of HAND that needs only one more card to be a meld."""
    others = [other for other in hand if other is not card]
    pairs = [pair for other in others for pair in near((card, other), ace)]
    return [tuple(sorted(pair, key=DECK.index)) for pair in pairs]


def _gone(game: Rummy) -> set[Card]:
    """Return the cards on the table and among the discards."""
    return {*game.discards, *(card for meld in game.melds for card in meld.cards)}


def _hand(game: Rummy) -> Pile:
    return tuple(card for card in game.hands[game.turn - 1] if card is not BACK)


def _text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
