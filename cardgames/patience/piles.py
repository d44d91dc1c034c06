"""What declarations of games need: all kinds of piles, and the layout that is made of them."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from cardgames.model.cards import DECK, Pile, cards_in
from cardgames.model.commands import Command, Letters, Number, Word
from cardgames.model.game import Options, option
from cardgames.patience.kinds.beside import Cells, Hole, Redeal, Reserve, Reserves, Stock, Waste
from cardgames.patience.kinds.foundations import STARTS, Foundations
from cardgames.patience.kinds.kind import (
    Answers,
    Declared,
    Kind,
    LayoutFacts,
    Option,
    Size,
    value_by,
)
from cardgames.patience.kinds.tableau import Tableau
from cardgames.patience.kinds.tables import PAIRS, TAKES, Talon, build_by
from cardgames.patience.kinds.taking import PEAKS, Discard, Filled, Grid, Overlapping, pyramid

# what declarations of games need
__all__ = ["Cells", "Discard", "Foundations", "Grid", "Kind", "Option", "Overlapping", "Reserve"]
__all__ += ["Redeal", "Reserves", "Stock", "Tableau", "Waste", "Filled", "Hole"]
__all__ += ["PEAKS", "TurningOptions", "build_option", "pyramid"]


class Layout(LayoutFacts):
    """The kinds of piles of a game, with its options filled in."""

    def __init__(
        self, piles: Iterable[Kind], options: Options, packs: Size = 1, suits: Size = 4
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
        self._set_dealer(self.kinds.get("stock"))
        self.waste: Waste | None = every.get("waste")
        self.packs: int = value_by(options, packs)
        self.suits: int = value_by(options, suits)
        self.copies = self.packs * 4 // self.suits
        self.deck = DECK[-13 * self.suits :] * self.copies
        self.locking = list(self._with_own("locked").values())
        self.guarding = self._with_own("check_leaving")
        self.reacting = self._with_own("left") | self._with_own("came")
        # the kinds with their own words in the panel, and the kinds with their own words for moves
        self.noting = list(self._with_own("notes").values())
        self.telling = list(self._with_own("told").values())
        self.saying = {field for field, kind in self.kinds.items() if kind.says("takers")}
        self.calling = {field for field, kind in self.kinds.items() if kind.says("calls")}
        self.answers = defaultdict[tuple[str, int], dict[Hashable, Answers]](dict)
        ways = self.tableau.ways, self.tableau.around
        self.builds = build_by(self.tableau.build, *ways)
        self.runs = build_by(self.tableau.run, *ways)
        start = self.foundations.start
        self.by_runs = self.foundations.runs
        self.claims = start not in ("empty", "each")
        self.taking = TAKES[self.waste.takes] if self.waste else ()
        self.pair = PAIRS[self.foundations.pairs]
        together = self.tableau.together
        self.unsorted = together == "open" or together == "whole" and max(self.tableau.sizes) > 1
        self._set_counts(start)

    def _set_counts(self, start: str) -> None:
        self.starter = STARTS[start]
        started = sum(card.rank is self.starter for card in self.deck) + (start == "card")
        started += {"copies": 4 * self.packs - 1, "each": self.foundations.count}.get(start, 0)
        self.stocked = len(self.deck) - started - sum([one.dealt for one in self.kinds.values()])
        self.clears = self.tableau.clears or not self.foundations.count
        # the foundations, if they count more than the cards that lie there
        own = type(self.foundations).founded is not Foundations.founded
        self.counting = self.foundations if self.clears or own else None
        self.wanted = len(self.deck) - self.foundations.spare
        if self.clears and self.waste:
            self.wanted -= self.waste.dealt + (self.stocked if self.turns else 0)
        # the reason for a win
        won = f"all {self.wanted} cards are {self.foundations.where}"
        self.won = "no card is left to play off" if self.clears else won
        for kind in self.kinds.values():
            kind.check_layout()

    def _set_dealer(self, dealer: Kind | None) -> None:
        self.stock = dealer if isinstance(dealer, Stock) else None
        self.redeal = dealer if isinstance(dealer, Redeal) else None
        # how often cards are dealt again; None means without limit
        self.redeals: int | None = dealer.redeals if isinstance(dealer, (Stock, Redeal)) else 0
        self.dealt_to = self.stock.to if self.stock else ""
        self.turns = self.dealt_to == "waste"
        # must every tableau pile have a card before a row is dealt?
        self.full = self.stock is not None and self.stock.full
        # the number of cards that are turned at a time; 0 if none are turned to a waste
        self.draw: int = self.stock.draw if self.stock and self.turns else 0
        self.talon = Talon(self.draw or 1, self.redeals)
        # the kind that has the words for dealing a row, or for dealing all cards again
        self.row_kind: Kind = self.kinds.get(self.dealt_to) or self.redeal or self.tableau

    def _with_own(self, method: str) -> dict[str, Kind]:
        """Return the kinds, by field, that override a method."""
        base = getattr(Kind, method)
        return {f: kind for f, kind in self.kinds.items() if getattr(type(kind), method) != base}

    def moves(self) -> list[Declared]:
        """Return the moves between all kinds of piles, in the order of the commands."""
        kinds = [self.kinds[field] for field in ORDER if field in self.kinds]
        return [move for kind in kinds for move in kind.moves()]

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
    """Add the moves of a layout to the class `game`; return the moves to foundations."""
    moves = layout.moves()
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
    """Return the letters for the places of a game.

    A number without a letter means a place of the kind that has the first letter.
    """
    used = layout.kinds.keys() & {field for move, _ in layout.moves() for field in move.route}
    fields = ("tableau", "foundations", "cells", "reserve", "reserves", "waste")
    kinds = [layout.kinds[field] for field in fields if field in used]
    return {kind.letter: kind.place for kind in kinds}
