"""The foundations: piles that are built up in suit, or that take whole runs."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cardgames.model.cards import BACK, CARDS, Card, Pile, Place, Rank, replaced
from cardgames.model.errors import IllegalMove
from cardgames.patience.kinds.kind import (
    FOUNDATIONS,
    RUN,
    TABLEAU,
    Kind,
    Name,
    Table,
    not_yet,
    one_each,
    one_of,
)

# What lies on the foundations after the deal: nothing, the card dealt next, or all cards of a rank.
# The rank of a card that lies there is the base: cards of this rank then go only to foundations.
STARTS: Final[Mapping[str, Rank | None]] = {
    "empty": None,
    "card": None,
    "aces": Rank.ACE,
    "twos": Rank.TWO,
}
# where a card of a foundation may go back to: nowhere, onto a card, or also to an empty pile
RETURNS: Final = ("none", "cards", "any")


class Foundations(Kind):
    """The COUNT piles that are built up in suit."""

    field, letter, code, noun, what = "foundations", "f", "fnd", "foundation", "foundation"
    place = FOUNDATIONS.__getitem__
    top, onto = "the top of foundation F back", "a foundation"
    pairs, spare = "none", 0  # what only a Discard has
    label, short = "foundations", "up"
    where, goes = "on the foundations", "to its foundation"

    def __init__(
        self, count: int = 4, *, start: Name = "empty", back: Name = "none", runs: bool = False
    ) -> None:
        """START is a name in STARTS, BACK a name in RETURNS; with RUNS, only whole runs go up."""
        self.count = count
        self.start = one_of(start, "start", STARTS)
        self.back = one_of(back, "back", RETURNS)
        self.runs = runs

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        return one_each(deck[-1:] if self.start == "card" else (), self.count)

    def sources(self, layout: Any) -> tuple[str, ...]:
        return () if self.runs else ("reserve", "cells", "waste", "tableau")

    def gives(self, target: Kind) -> bool:
        return target.field == "tableau" and self.back != "none"

    def check_leaving(self, game: Table, source: Place, field: str, *to: int) -> None:
        if self.back == "cards" and not game.pile(TABLEAU[to[0]]):
            raise IllegalMove(f"{TABLEAU[to[0]]} is empty: a foundation card cannot fill it")

    def place_for(self, game: Table, card: Card, source: Place, *to: int) -> Place:
        top: Card | None = None
        for f, pile in enumerate(game.foundations, 1):
            if not pile:
                if card.rank is game.base:
                    return FOUNDATIONS[f]
            elif pile[-1].suit is card.suit:
                top = pile[-1]
                if card.rank.above(top.rank) == 1 and len(pile) < RUN:
                    return FOUNDATIONS[f]
                if game.layout.packs == 1:
                    break
        if top is not None:
            raise IllegalMove(*not_yet(game.layout.packs, card, top))
        starter = CARDS[game.base, card.suit]
        raise IllegalMove("{} has no foundation yet: {} must start it", card, starter)

    def with_run(self, game: Table, place: Place) -> Table:
        """Move a complete run at the end of the pile at PLACE here, if whole runs go up."""
        if not self.runs:
            return game
        pile = game.pile(place)
        run = pile[-RUN:]
        if len(pile) - game.face_down(place.number) < RUN or BACK in run:
            return game
        if run != tuple([CARDS[rank, run[0].suit] for rank in reversed(Rank)]):
            return game
        after = game.changed(
            tableau=replaced(game.tableau, place.number, pile[:-RUN]),
            foundations=replaced(game.foundations, game.foundations.index(()) + 1, run[::-1]),
        )
        return self.with_run(game.layout.tableau.left(after, place), place)

    def gain(self, game: Table, after: Table, card: Card) -> str:
        """Say what the move from GAME to AFTER is good for, which brings CARD here."""
        return f"it brings {card} to its foundation"

    def is_safe(self, game: Table, card: Card) -> bool:
        height, layout = game.height(card), game.layout
        if layout.always_safe(height):
            return True
        if layout.never_safe(height):
            return False
        founded = [(pile[-1].suit, len(pile)) for pile in game.foundations if pile]
        far = layout.copies == 1 and not layout.tableau.around
        for suit, lag in layout.lags(card.suit, far).items():
            up = sum([one is suit and size >= height - lag for one, size in founded])
            if height > lag and up < layout.copies:
                return False
        return True

    def possible(self, game: Table) -> dict[str, bool]:
        layout = game.layout
        up = [
            game.height(card) == height and card.suit is pile[0].suit
            for pile in game.foundations
            for height, card in enumerate(pile)
        ]
        free = layout.claims and not layout.starter
        bases = Rank if free else (layout.starter or Rank.ACE,)
        return {"base": game.base in bases, "foundations": all(up)}

    def aim_words(self, layout: Any) -> Iterator[str]:
        if self.runs:
            yield "The aim is to build runs in one suit, from king down to ace, in the tableau."
            yield "Such a run goes to a foundation as soon as it is complete."
        else:
            yield "The aim is to bring all cards to the foundations."

    def deal_words(self, layout: Any) -> Iterator[str]:
        if self.start == "card":
            yield "The next card starts the first foundation, and gives the base rank."

    def play_words(self, layout: Any) -> Iterator[str]:
        if not self.runs:
            card = "ace" if self.start in ("empty", "aces") else "base rank"
            yield f"A foundation is built up in one suit, from the {card}."
            stay = self.back == "none"
            yield (
                "Cards there stay there." if stay else "Its top card may come back to the tableau."
            )
