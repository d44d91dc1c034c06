"""The list of legal moves: which cards the piles of a position give, and which they take.

The rules are those by which a kind refuses a move. It is asked once for a card and a place, and the
answer holds wherever what the kind says to decide on it, its `seen`, is the same.
"""

from collections.abc import Hashable, Iterable
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
        self._asked, self._taken = set[Card](), set[Card]()

    def among(self, cards: frozenset[Card]) -> frozenset[Card]:
        """Return those of CARDS that the place takes."""
        if not cards <= self._asked:
            kind, game, to = self._asking
            for card in cards - self._asked:
                with suppress(IllegalMove):
                    kind.place_for(game, card, NOWHERE, *to)
                    self._taken.add(card)
            self._asked |= cards
        return cards & self._taken


class Giving:
    """What the piles of a position give and take."""

    def __init__(self, game: Any, sources: Iterable[str]) -> None:
        self.game, self.layout = game, game.layout
        # for each source: the numbers that name a pile in a move, and its top card
        given = {field: self._tops_of(field) for field in sources}
        self._given = given
        # the cards that may come to a place: to the tableau, also as the lowest of several
        self._coming = frozenset([card for tops in given.values() for _, card in tops])
        self._leading: list[tuple[int, Pile]] | None = None
        self._taking: dict[str, list[tuple[Numbers, frozenset[Card]]]] = {}

    def _tops_of(self, field: str) -> list[tuple[Numbers, Card]]:
        """Return the top cards of FIELD, each with the numbers that name its pile in a move."""
        piles = getattr(self.game, field)
        if not self.layout.kinds[field].what:
            return [((), piles[-1])] if piles else []
        return [((n,), pile[-1]) for n, pile in enumerate(piles, 1) if pile]

    def leading(self) -> list[tuple[int, Pile]]:
        if (leading := self._leading) is None:
            leading = self._leading = self.layout.tableau.leading(self.game)
        return leading

    def taking(self, field: str) -> list[tuple[Numbers, frozenset[Card]]]:
        """Return the places of FIELD that take cards which may come, and these."""
        if (taking := self._taking.get(field)) is None:
            kind, known = self.layout.kinds[field], self.layout.answers[field, int(self.game.base)]
            if len(known) > MANY:
                known.clear()
            taking, cards = [], self._coming
            if field == "tableau":
                cards = cards.union(*[cards for _, cards in self.leading()])
            for to, seen in kind.seen(self.game):
                if (answers := known.get(seen)) is None:
                    answers = known[seen] = Answers(kind, self.game, to)
                if taken := answers.among(cards):
                    taking.append((to, taken))
            self._taking[field] = taking
        return taking

    def puts(self, source: str, target: str) -> list[Numbers] | None:
        """Return the arguments of all legal moves of a top card from SOURCE to TARGET."""
        if target not in self.layout.saying:
            return None
        if not (taking := self.taking(target)):
            return []
        given = self._given[source]
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

    def within(self) -> Iterable[Numbers] | None:
        """Return the arguments of all legal moves within the tableau."""
        return self.layout.tableau.calls(self) if "tableau" in self.layout.calling else None
