"""The rules by which a pile can be slapped; each looks at its top cards.

Source: the manual of Egyptian Mouse Pounce.
"""

from collections.abc import Callable, Collection
from typing import Final

from cardgames.model.cards import Pile, Rank

TENS: Final = "tens"
"""The one added rule that is not about slaps: a ten stops a challenge."""


def pair(pile: Pile) -> bool:
    """Do the top two cards have the same rank?"""
    return len(pile) > 1 and pile[-1].rank is pile[-2].rank


def sandwich(pile: Pile) -> bool:
    """Do the first and the third card from the top have the same rank?"""
    return len(pile) > 2 and pile[-1].rank is pile[-3].rank


def run(pile: Pile) -> bool:
    """Are the top three cards in sequence, rising or falling, where the ace follows the king?"""
    if len(pile) < 3:
        return False
    first, second, third = (card.rank for card in pile[-3:])
    return second.above(first) == third.above(second) in (1, 12)


def flush(pile: Pile) -> bool:
    """Do the top four cards have the same suit?"""
    return len(pile) > 3 and len({card.suit for card in pile[-4:]}) == 1


def ten_sum(pile: Pile) -> bool:
    """Do the top two cards add up to ten, without an ace or a court card?"""
    if len(pile) < 2:
        return False
    first, second = (card.rank.value for card in pile[-2:])
    return first + second == 10 and 1 not in (first, second)


def marriage(pile: Pile) -> bool:
    """Are the top two cards a king and a queen?"""
    return len(pile) > 1 and {pile[-1].rank, pile[-2].rank} == {Rank.KING, Rank.QUEEN}


def divorce(pile: Pile) -> bool:
    """Are the first and the third card from the top a king and a queen?"""
    return len(pile) > 2 and {pile[-1].rank, pile[-3].rank} == {Rank.KING, Rank.QUEEN}


RULES: Final[dict[str, Callable[[Pile], bool]]] = {
    "sandwich": sandwich,
    "run": run,
    "flush": flush,
    "ten-sum": ten_sum,
    "marriage": marriage,
    "divorce": divorce,
}
"""The rules that can be added, by the names of the options."""


def rule_of(pile: Pile, added: Collection[str]) -> str:
    """Return the rule by which PILE can be slapped, 'pair' or one of those ADDED; '' if none."""
    if pair(pile):
        return "pair"
    return next((name for name, holds in RULES.items() if name in added and holds(pile)), "")
