"""What declarations of games need: all kinds of piles, and the layout that is made of them."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from cardgames.model.cards import DECK, Card, Pile, Place, cards_in
from cardgames.model.commands import Command, Letters, Number, Word
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Options, option
from cardgames.patience.kinds.cells import Cells, Reserve, Reserves
from cardgames.patience.kinds.foundations import STARTS, Foundations
from cardgames.patience.kinds.kind import (
    Declared,
    Kind,
    Numbers,
    Option,
    Patience,
    Size,
    build_by,
    value_by,
)
from cardgames.patience.kinds.tableau import Tableau
from cardgames.patience.kinds.taking import (
    PAIRS,
    PEAKS,
    Discard,
    Filled,
    Grid,
    Overlapping,
    pyramid,
)
from cardgames.patience.kinds.talon import TAKES, Hole, Redeal, Stock, Waste

# what declarations of games need
__all__ = ["Cells", "Discard", "Foundations", "Grid", "Kind", "Option", "Overlapping", "Reserve"]
__all__ += ["Redeal", "Reserves", "Stock", "Tableau", "Waste", "Filled", "Hole"]
__all__ += ["PEAKS", "TurningOptions", "build_option", "pyramid"]


# The list of legal moves comes from what the piles of a position give and take. To learn whether a
# place takes a card, the rules are asked once: does the kind refuse the move? The answer holds for
# every place to which the kind's `takers` gives the same key.
NOWHERE: Final = Place("", 0, "nowhere")
MANY: Final = 500  # of so many places of a kind the answers are remembered


class Answers:
    """The cards that a place takes; its kind is asked about each card once, when it is needed."""

    def __init__(self, kind: Kind, game: Patience, to: Numbers) -> None:
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

    def __init__(self, game: Patience) -> None:
        self.game, self.layout = game, game.layout
        self._coming: frozenset[Card] | None = None
        self._given: dict[str, list[tuple[Numbers, Card]]] = {}
        self._taking: dict[str, list[tuple[Numbers, set[Card]]]] = {}
        self._leading: list[tuple[int, Pile]] | None = None

    def given(self, field: str) -> list[tuple[Numbers, Card]]:
        """Return the top cards of a field, each with the numbers that name its pile in a move."""
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

    def taking(self, field: str) -> list[tuple[Numbers, set[Card]]]:
        """Return the places of a field that take some card, each with the cards that it takes.

        The field is in `Layout.saying`. Only cards that may come to it are asked about.
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
                taking.append((to, answers.taken))
        return taking

    def puts(self, source: str, target: str) -> list[Numbers] | None:
        """Return the arguments of all legal moves of a top card from one field to another."""
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

    def calls(self, declared: Command) -> Iterable[Numbers] | None:
        """Return the arguments with which a move is legal; None if all are to be tried."""
        source, target = declared.route
        if source in ("stock", target):  # a move of the kind's own
            return self.layout.kinds[source].calls(self) if source in self.layout.calling else None
        return self.puts(source, target)


class Layout:
    """The kinds of piles of a game, with its options filled in."""

    def __init__(
        self, piles: Iterable[Kind], options: Any, packs: Size = 1, suits: Size = 4
    ) -> None:
        self.kinds = {kind.field: kind.resolved(self, options) for kind in piles}
        lacking = Tableau(()), Foundations(0), Cells(0), Reserve(0), Reserves(())
        every: dict[str, Any] = {kind.field: kind.resolved(self, options) for kind in lacking}
        every |= self.kinds
        self.tableau: Tableau = every["tableau"]
        self.foundations: Foundations = every["foundations"]
        self.cells: Cells = every["cells"]
        self.reserve: Reserve = every["reserve"]
        self.reserves: Reserves = every["reserves"]
        self._set_dealer(every.get("stock"))
        self.waste: Waste | None = every.get("waste")
        self.packs: int = value_by(options, packs)
        self.suits: int = value_by(options, suits)
        self.copies = self.packs * 4 // self.suits  # the number of copies of each card
        self.deck = DECK[-13 * self.suits :] * self.copies
        # the kinds that lock cards, that hold cards back, and on whose piles things happen
        self.locking = list(self._with_own("locked").values())
        self.guarding = self._with_own("check_leaving")
        self.reacting = self._with_own("left") | self._with_own("came")
        # the kinds that have words of their own for the panel, and for a move within them
        self.noting = list(self._with_own("notes").values())
        self.telling = list(self._with_own("told").values())
        # the fields of the kinds whose `takers` hold for their rules, and of those whose `calls`
        # (the legal moves within them) do
        self.saying = {field for field, kind in self.kinds.items() if kind.says("takers")}
        self.calling = {field for field, kind in self.kinds.items() if kind.says("calls")}
        # by field and base rank, and then by the key that `takers` gives: the answers of a place
        self.answers = defaultdict[tuple[str, int], dict[Hashable, Answers]](dict)
        ways = self.tableau.ways, self.tableau.around
        self.builds = build_by(self.tableau.build, *ways)
        self.runs = build_by(self.tableau.run, *ways)
        start = self.foundations.start
        # do cards of the base rank go to foundations only?
        self.claims = start not in ("empty", "each")
        self.taking = TAKES[self.waste.takes] if self.waste else ()
        self.pair = PAIRS[self.foundations.pairs]
        together = self.tableau.together
        # the number of cards that are turned at a time; 0 if none are turned to a waste
        self.draw: int = self.stock.draw if self.stock and self.turns else 0
        # may cards that move together be in any order?
        self.mixed = together == "open" or together == "whole" and max(self.tableau.sizes) > 1
        self._set_counts(start)

    def _set_counts(self, start: str) -> None:
        # the rank whose cards are put on the foundations before the deal, or None
        self.starter = STARTS[start]
        started = sum(card.rank is self.starter for card in self.deck) + (start == "card")
        started += {"copies": 4 * self.packs - 1, "each": self.foundations.count}.get(start, 0)
        # the number of cards in the stock after the deal
        self.stocked = len(self.deck) - started - sum([one.dealt for one in self.kinds.values()])
        # is the game won once the tableau is empty, or not before all cards are on foundations?
        self.clears = self.tableau.clears or not self.foundations.count
        # the foundations, if they count more than the cards that lie there
        own = type(self.foundations).founded is not Foundations.founded
        self.counting = self.foundations if self.clears or own else None
        # the number of cards to bring to foundations, or to play off
        self.wanted = len(self.deck) - self.foundations.spare
        if self.clears and self.waste:
            self.wanted -= self.waste.dealt + (self.stocked if self.turns else 0)
        # the reason for a win
        won = f"all {self.wanted} cards are {self.foundations.where}"
        self.won = "no card is left to play off" if self.clears else won
        for kind in self.kinds.values():
            kind.check_layout()

    def _set_dealer(self, dealer: Any) -> None:
        self.stock: Stock | None = dealer if isinstance(dealer, Stock) else None
        self.redeal: Redeal | None = dealer if isinstance(dealer, Redeal) else None
        # how often cards are dealt again; None means without limit
        self.redeals: int | None = dealer.redeals if dealer else 0
        # the field to which the stock deals; "" without a stock
        self.dealt_to = self.stock.to if self.stock else ""
        self.turns = self.dealt_to == "waste"
        # the kind that tells what happens if the stock is not turned to a waste
        self.row_kind: Kind = self.kinds.get(self.dealt_to) or self.redeal or self.tableau

    def _with_own(self, method: str) -> dict[str, Kind]:
        """Return the kinds, by field, that override a method."""
        base = getattr(Kind, method)
        return {f: kind for f, kind in self.kinds.items() if getattr(type(kind), method) != base}

    def moves_to(self, field: str) -> Iterator[Declared]:
        return iter(self.kinds[field].moves() if field in self.kinds else ())

    def dealt(self, deck: Pile) -> dict[str, Any]:
        """Return the fields of the first position."""
        found: dict[str, Any] = {"foundations": ()}
        if any(self.tableau.down):
            found["down"] = self.tableau.down
        first: dict[str, Any] = {}
        for field, kind in self.kinds.items():
            first[field], deck = kind.started(deck)
        for field, kind in self.kinds.items():
            dealt = kind.deal(deck)
            deck = deck[: len(deck) - len(cards_in(dealt))]
            found[field] = first[field] or dealt
        for kind in self.kinds.values():
            kind.finished(found)
        if self.claims:
            found["base"] = found["foundations"][0][0].rank
        return found


def build_option() -> str:
    about = "Build the tableau in alternating colors, or in one suit."
    found: str = option("colors", Word("HOW", "colors", "suit"), about)
    return found


# For a quick start, only the derived dataclasses get the methods __init__, __repr__ and __eq__.
@dataclass(frozen=True, init=False, repr=False, eq=False)
class TurningOptions(Options):
    """The options of a game that turns its stock to a waste."""

    draw: int = option(3, Number("N", 1, 3), "Cards turned from the stock at a time.")
    redeals: int | None = option(
        None,
        Number(
            "N", 0, 99, words={"unlimited": None}, wanted="a number from 0 to 99 or 'unlimited'"
        ),
        "How often the waste may become the stock again.",
    )


# the targets, and the sources, of moves in the order of the commands
ORDER: Final = ("stock", "foundations", "waste", "tableau", "cells", "reserve", "reserves")


def add_moves(game: type, layout: Layout) -> tuple[Command, ...]:
    """Add to a class the moves that its layout allows; return the moves to foundations."""
    moves = [move for field in ORDER for move in layout.moves_to(field)]
    for command, carry in moves:
        own = vars(game).get(command.method)
        if own is not None:  # the class makes this move in its own way
            delattr(game, command.method)  # setattr puts it back below, in the order of the moves
            carry, command.doc = own, (own.__doc__ or command.doc).strip()
        setattr(carry, "command", command)
        setattr(game, command.method, carry)
    founding = [move for move, _ in moves if move.route.target == "foundations"]
    return tuple(sorted(founding, key=lambda move: move.route.source == "waste"))


def letters_of(layout: Layout) -> Letters:
    """Return the letters for the places of a game; a bare number is a place of the first letter."""
    routes = [move.route for field in ORDER for move, _ in layout.moves_to(field)]
    used = {field for route in routes for field in route if field != "stock"}
    fields = ("tableau", "foundations", "cells", "reserve", "reserves", "waste")
    return {
        layout.kinds[f].letter: layout.kinds[f].place
        for f in fields
        if f in used & layout.kinds.keys()
    }
