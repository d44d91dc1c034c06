"""What declarations of games need: all kinds of piles, and the layout that is made of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from cardgames.model.cards import DECK, Pile, Suit, cards_in
from cardgames.model.commands import Command, Letters, Number, Word
from cardgames.model.errors import CardGameError, DeclarationError, brief
from cardgames.model.game import Options, option
from cardgames.patience.kinds.cells import Cells, Reserve, Reserves
from cardgames.patience.kinds.foundations import STARTS, Foundations
from cardgames.patience.kinds.kind import (
    MOST,
    Declared,
    Kind,
    Option,
    Size,
    build_by,
    value_by,
)
from cardgames.patience.kinds.tableau import Tableau
from cardgames.patience.kinds.taking import (
    PEAKS,
    Discard,
    Filled,
    Filling,
    Grid,
    Overlapping,
    pyramid,
)
from cardgames.patience.kinds.talon import TAKES, Hole, Redeal, Stock, Waste

# what declarations of games need
__all__ = ["Cells", "Discard", "Foundations", "Grid", "Kind", "Option", "Overlapping", "Reserve"]
__all__ += ["Redeal", "Reserves", "Stock", "Tableau", "Waste", "Filled", "Filling", "Hole"]
__all__ += ["PEAKS", "TurningOptions", "build_option", "pyramid"]


class Layout:
    """The kinds of piles of a game, with its options filled in."""

    def __init__(
        self, piles: Iterable[Kind], options: Any, packs: Size = 1, suits: Size = 4
    ) -> None:
        self.kinds: dict[str, Any] = {kind.field: kind.resolved(options) for kind in piles}
        self.tableau: Tableau = self.kinds.get("tableau", Tableau(()))
        self.foundations: Foundations = self.kinds.get("foundations", Foundations(0))
        self.cells: Cells = self.kinds.get("cells", Cells(0))
        self.reserve: Reserve = self.kinds.get("reserve", Reserve(0))
        self.reserves: Reserves = self.kinds.get("reserves", Reserves(()))
        self._set_dealer(self.kinds.get("stock"))
        self.waste: Waste | None = self.kinds.get("waste")
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
        # does the tableau know which moves within it are legal?
        self.calling = "tableau" in self._with_own("calls")
        # the kind that says which cards are where they are to be; None: those on foundations
        self.counting = next(iter(self._with_own("founded").values()), None)
        ways = str(self.tableau.ways), bool(self.tableau.around)
        self.builds = build_by(str(self.tableau.build), *ways)
        self.runs = build_by(str(self.tableau.run), *ways)
        start = str(self.foundations.start)
        # do cards of the base rank go to foundations only?
        self.claims = start not in ("empty", "each")
        self.taking = TAKES[str(self.waste.takes)] if self.waste else ()
        together = self.tableau.together
        # the number of cards that are turned at a time; 0 if none are turned to a waste
        self.draw: int = self.stock.draw if self.stock and self.turns else 0
        # may cards that move together be in any order?
        self.mixed = together == "open" or together == "whole" and max(self.tableau.sizes) > 1
        self._set_counts(start)
        # do cards stay on foundations, and does nothing come to the tableau by itself?
        self.still = self.foundations.back == "none" and (self.turns or self.stock is None)
        # up to this height, every card is safe on its foundation
        self.safe_height = int(self.packs == 1 and not self.mixed)

    def _set_counts(self, start: str) -> None:
        # the rank whose cards are put on the foundations before the deal, or None
        self.starter = STARTS[start]
        started = sum(card.rank is self.starter for card in self.deck) + (start == "card")
        dealt = sum([kind.dealt for kind in self.kinds.values()])
        started += {"copies": 4 * self.packs - 1, "each": self.foundations.count}.get(start, 0)
        # the number of cards in the stock after the deal
        self.stocked = len(self.deck) - sum(self.tableau.sizes) - started - dealt
        # is the game won once the tableau is empty, or not before all cards are on foundations?
        self.clears = self.tableau.clears or not self.foundations.count
        # the number of cards to bring to foundations, or to play off
        self.wanted = len(self.deck) - self.foundations.spare
        if self.clears and self.waste:
            self.wanted -= self.waste.dealt + (self.stocked if self.turns else 0)
        # the reason for a win
        won = f"all {self.wanted} cards are {self.foundations.where}"
        self.won = "no card is left to play off" if self.clears else won
        for kind in self.kinds.values():
            kind.check_layout(self)

    def _set_dealer(self, dealer: Any) -> None:
        self.stock: Stock | None = dealer if isinstance(dealer, Stock) else None
        self.redeal: Redeal | None = dealer if isinstance(dealer, Redeal) else None
        # how often cards are dealt again; None means without limit
        self.redeals: int | None = dealer.redeals if dealer else 0
        # is the stock turned to a waste, not dealt in rows?
        self.turns = self.stock is not None and self.stock.to == "waste"
        # the kind that tells what happens if the stock is not turned to a waste
        dealt_to: Any = self.kinds.get(str(self.stock.to)) if self.stock else self.redeal
        self.row_kind: Kind = dealt_to or self.tableau

    def rows_to(self, kind: Kind) -> bool:
        """Does the stock deal rows to the piles of KIND?"""
        return self.stock is not None and self.stock.to == kind.field

    def _with_own(self, method: str) -> dict[str, Kind]:
        """Return the kinds, by field, that have a METHOD other than that of the base class."""
        base = getattr(Kind, method)
        return {f: kind for f, kind in self.kinds.items() if getattr(type(kind), method) != base}

    def moves_to(self, field: str) -> Iterator[Declared]:
        return iter(self.kinds[field].moves(self) if field in self.kinds else ())

    def dealt(self, deck: Pile) -> dict[str, Any]:
        """Return the fields of the position after DECK is dealt."""
        found: dict[str, Any] = {"foundations": ()}
        if any(self.tableau.down):
            found["down"] = self.tableau.down
        up: tuple[Pile, ...] = ()
        if self.foundations.start != "empty":
            up, deck = self.foundations.started(deck)
        first: dict[str, Pile] = {}
        for field, kind in self._with_own("begins").items():
            first[field] = tuple([card for card in deck if kind.begins(card)])
            deck = tuple([card for card in deck if not kind.begins(card)])
        for field, kind in self.kinds.items():
            found[field] = kind.deal(deck)
            deck = deck[: len(deck) - len(cards_in(found[field]))]
        for field, cards in first.items():
            found[field] = cards + found[field]
        for kind in self.kinds.values():
            kind.finished(found)
        if up:
            found["foundations"] = up
        if self.claims:
            found["base"] = found["foundations"][0][0].rank
        return found

    def always_safe(self, height: int) -> bool:
        """Is every card of HEIGHT safe on its foundation, wherever the others are?"""
        # With only cards of the same suit above and below, one by one, what would go onto a card
        # can go up instead; only around the corner, nothing can stand in for the base card.
        tableau, foundations = self.tableau, self.foundations
        if foundations.mixed or foundations.order not in ("up", "meet"):
            return False
        if tableau.ways == "both" and self.copies == 1 and tableau.fill != "reserve":
            alone = tableau.together == "top" and tableau.build == "suit" and self.still
            return alone and not (tableau.around and height == 0)
        return height <= self.safe_height and not self.never_safe(height)

    def never_safe(self, height: int) -> bool:
        """Can a card of HEIGHT be needed in the tableau as long as it is not on its foundation?"""
        if not self.foundations.plain or self.tableau.ways != "down":
            return True
        return bool(self.tableau.around) and height == 0

    def lags(self, suit: Suit, all_suits: bool) -> dict[Suit, int]:
        """Return, for each suit, how many ranks its foundation may lag behind a safe card of SUIT.

        A card is safe if no card can need it in the tableau: each card that could lie on it is on a
        foundation. With ALL_SUITS, so is each card that could lie on those cards. If cards have
        copies, all copies must be able to go up, as it may matter which copy goes.
        """
        builds = self.builds.suits
        suits = tuple(Suit)[-self.suits :]
        others = [one for one in suits if one is not suit or self.copies > 1]
        lags = {one: 0 for one in others if suit in builds[one]}
        if all_suits and lags:
            lags = {one: 1 for one in others} | lags
        return lags | ({suit: 0} if self.copies > 1 else {})


def build_option() -> Any:
    about = "Build the tableau in alternating colors, or in one suit."
    return option("colors", Word("HOW", "colors", "suit"), about)


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


MOST_PACKS: Final = 8
COUNTED: Final = ("sizes", "down", "count", "dealt", "hidden", "spare")  # what counts cards, piles


def check_piles(game: Any) -> None:
    """Raise DeclarationError, which names kind and rule, if the piles of GAME make no sense."""
    fields: dict[str, str] = {}
    if not isinstance(game.piles, tuple) or not game.piles:
        kinds = f"piles is a tuple of kinds such as Cells(4), not {brief(game.piles)}"
        raise DeclarationError(f"{game.__name__}: {kinds}")
    for kind in game.piles:
        name = getattr(kind if isinstance(kind, type) else type(kind), "__name__")
        if not isinstance(kind, Kind) or not hasattr(kind, "field"):
            made = f"{name} lacks its values, as in {name}(4)" if isinstance(kind, type) else ""
            known = [one for one in __all__ if hasattr(globals()[one], "field")]
            made = made or f"{brief(kind)} is no kind of pile: {', '.join(known)} are"
            raise DeclarationError(f"{game.__name__}: {made}")
        if kind.field in fields:
            both = f"{fields[kind.field]} and {name} both are its {kind.field}"
            raise DeclarationError(f"{game.__name__}: {both}: it can have only one of them")
        fields[kind.field] = name
    options_type = game.options_type
    if not (isinstance(options_type, type) and issubclass(options_type, Options)):
        what = f"options_type is a class derived from Options, not {brief(options_type)}"
        raise DeclarationError(f"{game.__name__}: {what}")
    try:
        chosen = [options_type(), game.largest()]
        chosen += [options_type(**given) for given in options_type.variants.values()]
        for options in dict.fromkeys(chosen):
            _check_layout(game, options)
    except DeclarationError as error:
        raise DeclarationError(f"{game.__name__}: {error}") from None
    except (CardGameError, LookupError, AttributeError, TypeError) as error:
        raise DeclarationError(f"{game.__name__}: {type(error).__name__}: {error}") from None


def _check_layout(game: Any, options: Any) -> None:
    for kind in game.piles:
        for value in (*vars(kind).values(), game.packs, game.suits):
            if isinstance(value, Option) and not hasattr(options, value.name):
                known = ", ".join(one.name for one in options.declared()) or "none"
                what = f"{value.name!r} is no option of the game: its options are {known}"
                raise DeclarationError(f"{type(kind).__name__}: {what}")
        numbers = [value_by(options, vars(kind).get(name, 0)) for name in COUNTED]
        for name, value in zip(COUNTED, numbers):
            least = min(value, default=0) if isinstance(value, tuple) else value
            if isinstance(least, int) and least < 0:
                raise DeclarationError(f"{type(kind).__name__}: {name} is 0 or more, not {least}")
        if isinstance(count := numbers[COUNTED.index("count")], int) and count > MOST:
            raise DeclarationError(f"{type(kind).__name__} has {count} piles: {MOST} at most")
    packs, suits = value_by(options, game.packs), value_by(options, game.suits)
    if type(packs) is not int or not 0 < packs <= MOST_PACKS:
        raise DeclarationError(f"packs is a number from 1 to {MOST_PACKS}, not {brief(packs)}")
    if type(suits) is not int or suits not in (1, 2, 4):
        raise DeclarationError(f"suits is 1, 2 or 4, not {brief(suits)}")
    layout = game.laid_out(options)
    if (stock := layout.stock) is not None:
        if stock.to not in layout.kinds:
            raise DeclarationError(f"Stock: its cards go to the {stock.to}, and there is none")
        if layout.turns and stock.draw < 1:
            raise DeclarationError(f"Stock: draw is 1 or more, not {stock.draw}")
    sizes, down = tuple(layout.tableau.sizes), tuple(layout.tableau.down)
    if down and (len(down) != len(sizes) or any(d > n for d, n in zip(down, sizes))):
        told = f"down has a number for each pile, no greater than its size, not {brief(down)}"
        raise DeclarationError(f"{type(layout.tableau).__name__}: {told}")
    if layout.stocked < 0:
        asked, has = len(layout.deck) - layout.stocked, "pack has" if packs == 1 else "packs have"
        pack = f"the {has} {len(layout.deck)}"
        raise DeclarationError(f"the piles ask for {asked} cards, and {pack}")


# the targets, and the sources, of moves in the order of the commands
ORDER: Final = ("stock", "foundations", "waste", "tableau", "cells", "reserve", "reserves")


def add_moves(game: Any, layout: Layout) -> tuple[Command, ...]:
    """Add to the class GAME the moves that its LAYOUT allows; return the moves to foundations."""
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
