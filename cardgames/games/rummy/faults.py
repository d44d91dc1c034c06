"""What is wrong with cards that are not a meld, in the words of an error."""

from collections import Counter
from collections.abc import Sequence

from cardgames.games.rummy.ranks import listed, ranks_of
from cardgames.model.cards import CARDS, Card, Rank, Suit
from cardgames.model.errors import IllegalMove


def fault(cards: Sequence[Card], ace: str) -> IllegalMove:
    """Return the error for CARDS, in the order of the deck, that are not a meld."""
    if len(cards) < 3:
        few = "{} is one card" if len(cards) == 1 else "{} and {} are two cards"
        rule = "a meld is three or more, a run or a group of one rank"
        return IllegalMove(f"{few}: {rule}", *cards)
    suit, of_suit = Counter(card.suit for card in cards).most_common(1)[0]
    of_rank = max(Counter(card.rank for card in cards).values())
    if of_suit == len(cards):
        return _gap(cards, ace)
    if of_suit > of_rank:
        return _of_another_suit([card for card in cards if card.suit is not suit], suit)
    if of_rank > 1:
        return IllegalMove(f"{ranks_of(cards)}: a group is of one rank")
    return IllegalMove(
        f"{ranks_of(cards)}, all of different suits: a run is of one suit, a group of one rank"
    )


def _of_another_suit(cards: Sequence[Card], suit: Suit) -> IllegalMove:
    """Return the error for the CARDS among others of SUIT that are not of it."""
    name = suit.name.lower()
    are = f"is no {name[:-1]}" if len(cards) == 1 else f"are no {name}"
    return IllegalMove(f"{listed(['{}'] * len(cards))} {are}: a run is of one suit", *cards)


def _gap(cards: Sequence[Card], ace: str) -> IllegalMove:
    """Return the error for cards of one suit, from the ace up, that are not in sequence."""
    ranks = {card.rank: card for card in cards}
    if {Rank.ACE, Rank.KING} <= ranks.keys() and ace != "round":
        king, first = ranks[Rank.KING], ranks[Rank.ACE]
        if ace == "low":
            return IllegalMove("the ace is low: {} does not follow {}", first, king)
        if Rank.TWO in ranks:
            return IllegalMove("a run does not go from {} through {} to {}", king, first, cards[1])
        cards = [*cards[1:], first]
    low, high = next(
        pair for pair in zip(cards, cards[1:]) if pair[1].rank.above(pair[0].rank) != 1
    )
    missing = CARDS[Rank(low.rank + 1), low.suit]
    return IllegalMove("{} does not follow {} in a run: {} would", high, low, missing)
