"""A hand of Rummy in text: its melds, the cards that are close to one, and the rest."""

from collections.abc import Callable, Collection, Iterator
from typing import Final

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.melds import best_split, homes, near
from cardgames.model.cards import BACK, Card, Pile
from cardgames.text.look import WORDS, Look
from cardgames.text.wording import wrapped

BY: Final[dict[str, Callable[[Card], tuple[object, ...]]]] = {
    "suit": lambda card: (card.suit.value, card.rank),
    "rank": lambda card: (card.rank, card.suit.value),
}
"""The orders in which a hand can be sorted."""
CARD: Final = 6
"""The width of a card of the hand."""
FITS: Final = "+"
"""Marks a card that fits a meld on the table."""


class Group:
    """Cards of a hand that are shown together."""

    def __init__(self, cards: Pile, brackets: str) -> None:
        """Show CARDS between BRACKETS: [] for a meld, () for cards close to one."""
        self.cards = cards
        self.brackets = brackets

    @property
    def melded(self) -> bool:
        """Do they make a meld?"""
        return self.brackets == "[]"

    def told(self, look: Look) -> str:
        """Return the cards in words."""
        kind = {"[]": "Meld: ", "()": "Close to a meld: ", "  ": ""}[self.brackets]
        return f"  {kind}{look.cards(self.cards)}."


def groups_text(groups: list[Group], fitting: Collection[Card], look: Look) -> list[str]:
    """Return GROUPS of cards in lines, with a number above each card; or in words.

    Those FITTING a meld on the table are marked.
    """
    if look.style == WORDS:
        told = [group.told(look) for group in groups]
        told += [f"  Fits a meld on the table: {look.cards(fitting)}."] if fitting else []
        return [wrapped(text).rstrip() for text in told]
    return [line for row in _rows(groups, look) for line in _numbered(*row, fitting, look)]


def fitting_cards(game: Rummy, groups: list[Group]) -> Pile:
    """Return the cards in GROUPS that fit a meld on the table."""
    melds = [meld.cards for meld in game.melds]
    cards = [card for group in groups for card in group.cards]
    return tuple(card for card in cards if homes(card, melds, game.options.ace))


def _rows(groups: list[Group], look: Look) -> Iterator[tuple[int, list[Group]]]:
    """Yield the groups that stand side by side on a screen, after the number of cards before."""
    across, before, row = (look.columns - 2) // CARD, 0, list[Group]()
    for group in groups:
        length = sum(len(one.cards) for one in row)
        if row and length + len(group.cards) > across:
            yield before, row
            before, row = before + length, []
        row.append(group)
    yield before, row


def _numbered(
    before: int, groups: list[Group], fitting: Collection[Card], look: Look
) -> list[str]:
    """Return the cards of GROUPS on one line, below one with their numbers from BEFORE on."""
    cards, count, over = "", 0, 0
    for group in groups:
        for place, card in enumerate(group.cards):
            count += 1
            left = group.brackets[0] if place == 0 else " "
            right = group.brackets[1] if place == len(group.cards) - 1 else " "
            right = f"{FITS}{right.strip()}" if card in fitting else right
            gap = CARD - 2 - len(look.plain(card)) - over
            cards += " " * gap + left + look.card(card) + right
            over = len(right) - 1  # a mark and a bracket reach into the next gap
    numbers = "".join(f"{number:>5} " for number in range(before + 1, before + count + 1))
    return [f" {look.dim(numbers.rstrip())}", f" {cards.rstrip()}"]


def sorted_hand(game: Rummy, seat: int, order: str) -> list[Group]:
    """Return the hand of SEAT: its melds, pairs close to one, and the rest, each sorted."""
    hand = game.hands[seat - 1]
    if BACK in hand:
        return []
    split = best_split(hand, game.options.ace)
    melds = [Group(meld, "[]") for meld in sorted(split.melds, key=lambda m: BY[order](m[0]))]
    rest = sorted(split.rest, key=BY[order])
    pairs: list[Group] = []
    while pair := next(near(rest, game.options.ace), None):
        pairs.append(Group(pair, "()"))
        rest = [card for card in rest if card not in pair]
    return [*melds, *pairs, *(Group((card,), "  ") for card in rest)]
