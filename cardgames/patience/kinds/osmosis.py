"""The foundations of Osmosis, which take a suit in any order, rank by rank from one to the next."""

from collections.abc import Iterator

from cardgames.model.cards import BACK, CARDS, Card, Place, Rank
from cardgames.model.errors import IllegalMove
from cardgames.patience.kinds.foundations import Foundations
from cardgames.patience.kinds.kind import FOUNDATIONS, CardTable, with_article


class Osmotic(Foundations):
    """Foundations of a suit each: a rank must lie on the one before, except on the first."""

    open = True
    takers = Foundations.takers

    def __init__(self) -> None:
        super().__init__(4, start="card")

    def space(self) -> str:
        return "cardgames.patience.spaces.playing.OsmosisSpace"

    def place_for(self, game: CardTable, card: Card, source: Place, *to: int) -> Place:
        piles = game.foundations
        for f, pile in enumerate(piles):
            if not pile:
                if card.rank is game.base:
                    return FOUNDATIONS[f + 1]
                starter = CARDS[game.base, card.suit]
                raise IllegalMove("{} has no foundation yet: {} must start it", card, starter)
            if pile[0].suit is card.suit:
                if f and not any(one.rank is card.rank for one in piles[f - 1]):
                    rank = with_article(card.rank)
                    raise IllegalMove(f"{{}} waits: {rank} must come to foundation {f} first", card)
                break
        return FOUNDATIONS[f + 1]

    def is_safe(self, game: CardTable, card: Card) -> bool:
        """Is CARD no base card? Which of these comes first matters."""
        return card.rank is not game.base

    def possible(self, game: CardTable) -> dict[str, bool]:
        suits = [len({card.suit for card in pile}) < 2 for pile in game.foundations]
        hidden = any(BACK in pile for pile in game.foundations)
        return {"base": game.base in Rank, "foundations": all(suits) and not hidden}

    def play_words(self) -> Iterator[str]:
        yield "Each foundation takes the cards of one suit, in any order. The base rank starts it."
        yield "The first takes every card of its suit; each other one takes a rank once that rank"
        yield "lies on the foundation before it. Cards there stay there."
