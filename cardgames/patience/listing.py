"""The list of legal moves: which cards the piles of a position give, and which they take.

The rules are those by which a kind refuses a move. It is asked once for a card and a place, and the
answer holds wherever what the kind says to decide on it, with its `takers`, is the same.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final, TypeAlias

from cardgames.model.cards import Card, Pile, Place
from cardgames.model.errors import IllegalMove

Numbers: TypeAlias = tuple[int, ...]
NOWHERE: Final = Place("", 0, "nowhere")
MANY: Final = 500  # so many places of a kind are remembered with their answers


class Answers:
    """The cards that a place takes; its KIND is asked for each when it first comes up."""

    def __init__(self, kind: Any, game: Any, to: Numbers) -> None:
        self._asking = kind, game, to
        self.asked, self.taken = set[Card](), set[Card]()

    def ask(self, cards: frozenset[Card]) -> None:
        kind, game, to = self._asking
        for card in cards - self.asked:
            with suppress(IllegalMove):
                kind.place_for(game, card, NOWHERE, *to)
                self.taken.add(card)
        self.asked |= cards


class Giving:
    """What the piles of a position give and take."""

    def __init__(self, game: Any) -> None:
        self.game, self.layout = game, game.layout
        self._coming: frozenset[Card] | None = None
        self._given: dict[str, list[tuple[Numbers, Card]]] = {}
        self._taking: dict[str, list[tuple[Numbers, frozenset[Card]]]] = {}
        self._leading: list[tuple[int, Pile]] | None = None

    def given(self, field: str) -> list[tuple[Numbers, Card]]:
        """Return the top cards of FIELD, each with the numbers that name its pile in a move."""
        if (given := self._given.get(field)) is None:
            piles = getattr(self.game, field)
            if self.layout.kinds[field].what:
                given = [((n,), pile[-1]) for n, pile in enumerate(piles, 1) if pile]
            else:
                given = [((), piles[-1])] if piles else []
            self._given[field] = given
        return given

    def leading(self) -> list[tuple[int, Pile]]:
        if (leading := self._leading) is None:
            leading = self._leading = self.layout.tableau.leading(self.game)
        return leading

    def taking(self, field: str) -> list[tuple[Numbers, frozenset[Card]]]:
        """Return the places of FIELD that take cards which may come, and these.

        FIELD is one of the `saying`.
        """
        if (taking := self._taking.get(field)) is not None:
            return taking
        if (cards := self._coming) is None:
            tops = map(self.given, self.game.giving)
            cards = self._coming = frozenset([card for given in tops for _, card in given])
        if field == "tableau":
            cards = cards.union(*[several for _, several in self.leading()])
        kind, known = self.layout.kinds[field], self.layout.answers[field, int(self.game.base)]
        if len(known) > MANY:
            known.clear()
        taking = self._taking[field] = []
        for to, key in kind.takers(self.game):
            if (answers := known.get(key)) is None:
                answers = known[key] = Answers(kind, self.game, to)
            if not cards <= answers.asked:
                answers.ask(cards)
            if not answers.taken.isdisjoint(cards):
                taking.append((to, cards & answers.taken))
        return taking

    def puts(self, source: str, target: str) -> list[Numbers] | None:
        """Return the arguments of all legal moves of a top card from SOURCE to TARGET."""
        if target not in self.layout.saying:
            return None
        if not (given := self.given(source)) or not (taking := self.taking(target)):
            return []
        found = [n + to for n, card in given for to, taken in taking if card in taken]
        if found and source in self.layout.guarding:
            return [one for one in found if self._may_leave(source, target, one)]
        return found

    def _may_leave(self, source: str, target: str, numbers: Numbers) -> bool:
        kind = self.layout.kinds[source]
        place, to = (kind.place(numbers[0]), numbers[1:]) if kind.what else (kind.place, numbers)
        try:
            kind.check_leaving(self.game, place, target, *to)
        except IllegalMove:
            return False
        return True

    def own(self, field: str) -> Iterable[Numbers] | None:
        """Return the arguments of all legal moves that are the own ones of the kind of FIELD."""
        layout = self.layout
        return layout.kinds[field].calls(self) if field in layout.calling else None
