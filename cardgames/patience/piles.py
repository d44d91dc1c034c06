"""The kinds of piles beside the tableau, and the layout of a game: all its kinds, and its moves."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cardgames.model.cards import (
    BACK,
    CARDS,
    DECK,
    Card,
    Pile,
    Place,
    Rank,
    Suit,
    cards_in,
    replaced,
)
from cardgames.model.commands import Command, Letters, Number, Route, Word
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Options, option
from cardgames.patience.kind import (
    CELLS,
    FOUNDATIONS,
    RESERVE,
    RUN,
    TABLEAU,
    WASTE,
    Declared,
    Kind,
    Name,
    Option,
    Size,
    Table,
    build_by,
    in_words,
    no_neighbor,
    not_yet,
    one_each,
    one_of,
    value_by,
)
from cardgames.patience.tableau import Tableau
from cardgames.patience.taking import Discard, Grid, Overlapping

# what declarations of games need
__all__ = ["Cells", "Discard", "Foundations", "Grid", "Kind", "Option", "Overlapping", "Reserve"]
__all__ += ["Stock", "Tableau", "Waste"]

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
# how many ranks apart the waste's top card and the card put on it may be; king and ace: 12
TAKES: Final[Mapping[str, tuple[int, ...]]] = {"none": (), "neighbor": (1,), "around": (1, 12)}
# what each value of TAKES means for kings and aces, in the rules
_ENDS: Final = {
    "neighbor": "nothing lies on a king but a queen, and on an ace only a two",
    "around": "ace and king follow each other",
}


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
        if height <= layout.safe_height:
            return True
        founded = [(pile[-1].suit, len(pile)) for pile in game.foundations if pile]
        for suit, lag in layout.lags(card.suit, layout.copies == 1).items():
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


class Cells(Kind):
    """COUNT places for one card each, of which the deal fills DEALT."""

    field, letter, code, noun, what = "cells", "e", "cel", "cell", "cell"
    place = CELLS.__getitem__
    top, onto = "the card of cell E", "a free cell"
    more = "\n\nWithout E, it is the first that is free."

    def __init__(self, count: Size, *, dealt: int = 0) -> None:
        self.count: Any = count
        self.dealt = dealt

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        return one_each(deck[: -self.dealt - 1 : -1], self.count)

    def sources(self, layout: Any) -> tuple[str, ...]:
        return ("reserve", "waste", "tableau")

    def numbers(self) -> tuple[Number, ...]:
        return (Number("E", 1, self.count, what=self.what, optional=True),)

    def place_for(self, game: Table, card: Card, source: Place, *to: int) -> Place:
        if () not in game.cells:
            no_cell = "every cell is full" if game.cells else "there are no cells in this game"
            raise IllegalMove(no_cell)
        target = CELLS[to[0] if to else game.cells.index(()) + 1]
        if held := game.pile(target):
            raise IllegalMove(f"{target} holds {{}}: a cell takes one card", *held)
        return target

    def possible(self, game: Table) -> dict[str, bool]:
        return {"cells": all(len(pile) < 2 and BACK not in pile for pile in game.cells)}

    def deal_words(self, layout: Any) -> Iterator[str]:
        if self.count:
            filled = f", and {in_words(self.dealt)} of them get a card" if self.dealt else ""
            yield f"There are {in_words(self.count)} cells for one card each{filled}."

    def play_words(self, layout: Any) -> Iterator[str]:
        if self.count:
            yield "The top card of a pile may go to a free cell, and from there to where it fits."


class Reserve(Kind):
    """The pile of DEALT cards. Only the top card can be played; if SEEN, all cards are face up."""

    field, letter, code, noun = "reserve", "r", "res", "reserve"
    place = RESERVE
    top = "the top card of the reserve"

    def __init__(self, dealt: int, *, seen: bool | Option = True) -> None:
        self.dealt = dealt
        self.seen = seen

    def deal(self, deck: Pile) -> Pile:
        return deck[len(deck) - self.dealt :]

    def backs(self, game: Table) -> Any:
        if not game.reserve or self.seen:
            return None
        return (BACK,) * (len(game.reserve) - 1) + game.reserve[-1:]

    def locked(self, game: Table) -> int:
        return len(game.reserve)

    def possible(self, game: Table) -> dict[str, bool]:
        return {"reserve": len({card is BACK for card in game.reserve[:-1]}) < 2}

    def deal_words(self, layout: Any) -> Iterator[str]:
        yield f"The reserve gets {in_words(self.dealt)} cards."

    def play_words(self, layout: Any) -> Iterator[str]:
        yield "The top card of the reserve may go to where it fits."


class Stock(Kind):
    """The cards left after the deal, to be turned to the waste or dealt in rows to the tableau."""

    field, code, noun = "stock", "stk", "stock"

    def __init__(
        self,
        to: str = "waste",
        *,
        draw: Size = 1,
        redeals: int | None | Option = 0,
        full: bool = False,
    ) -> None:
        """Turn DRAW cards at a time; the waste may become the stock REDEALS times (None: no limit).

        With FULL, no row is dealt while a tableau pile is empty.
        """
        self.to = one_of(to, "to", ("waste", "tableau"))
        self.draw: Any = draw
        self.redeals: Any = redeals
        self.full = full

    def deal(self, deck: Pile) -> Pile:
        return deck

    def moves(self, layout: Any) -> Iterator[Declared]:
        help = layout.tableau.row_help
        if self.to == "waste":
            cards = "a card" if self.draw == 1 else "cards"
            help = f"Turn {cards} of the stock to the waste."
            if self.redeals != 0:
                help = "Turn cards to the waste, or the waste to a new stock."
        route = Route("stock", str(self.to))
        yield Command("card", "card", ("c",), (), help, route), lambda game: game.turned()

    def turn(self, game: Table) -> Table:
        """Turn cards to the waste, or the waste to a new stock; or deal a row to the tableau."""
        stock, waste = game.stock, game.waste
        if self.to == "tableau":
            return game.layout.tableau.with_row(game)
        if stock:
            draw = self.draw
            return game.changed(stock=stock[:-draw], waste=waste + stock[: -draw - 1 : -1])
        if not waste:
            raise IllegalMove("the stock and the waste are empty")
        if game.redeals == self.redeals:
            raise IllegalMove(f"the stock is empty, and {redeals_used(game.redeals)}")
        return game.changed(stock=waste[::-1], waste=(), redeals=game.redeals + 1)

    def backs(self, game: Table) -> Any:
        return (BACK,) * len(game.stock) if game.stock and not game.redeals else None

    def possible(self, game: Table) -> dict[str, bool]:
        most = self.redeals
        return {"redeals": game.redeals >= 0 and (most is None or game.redeals <= most)}

    def deal_words(self, layout: Any) -> Iterator[str]:
        yield f"The other {layout.stocked} cards are the stock, face down."

    def play_words(self, layout: Any) -> Iterator[str]:
        if self.to == "tableau":
            yield layout.tableau.row_words
            yield from ["No pile may be empty then."] * self.full
            return
        cards = "one card" if self.draw == 1 else f"{in_words(self.draw)} cards"
        yield f"The stock is turned to the waste, {cards} at a time."
        if layout.waste and not layout.taking:
            yield layout.tableau.waste_words
        again = "the waste becomes the stock again"
        if self.redeals is None:
            yield f"When the stock is empty, {again}."
        else:
            times = f"T{again[1:]} {in_words(self.redeals)} times."
            yield times if self.redeals else "It is turned only once."


class Waste(Kind):
    """The pile that the stock is turned to; DEALT cards lie there after the deal."""

    field, letter, code, noun = "waste", "w", "wst", "waste"
    place = WASTE
    top, onto = "the top card of the waste", "the waste"

    def __init__(self, *, takes: Name = "none", dealt: int = 0) -> None:
        """TAKES is a name in TAKES: the rule for cards that go from the tableau to the waste."""
        self.takes = one_of(takes, "takes", TAKES)
        self.dealt = dealt

    def deal(self, deck: Pile) -> Pile:
        return deck[: -self.dealt - 1 : -1]

    def sources(self, layout: Any) -> tuple[str, ...]:
        return ("tableau",) if self.takes != "none" else ()

    def gives(self, target: Kind) -> bool:
        return self.takes == "none"

    def place_for(self, game: Table, card: Card, source: Place, *to: int) -> Place:
        top = game.filled(WASTE)[-1]
        if abs(card.rank - top.rank) not in game.layout.taking:
            raise IllegalMove(*no_neighbor(game.layout.taking, card, top))
        return WASTE

    def possible(self, game: Table) -> dict[str, bool]:
        talon = game.layout.stocked + self.dealt
        return {"waste": self.takes != "none" or len(game.stock + game.waste) <= talon}

    def aim_words(self, layout: Any) -> Iterator[str]:
        if layout.taking:
            yield "The aim is to play all cards of the tableau to the waste."

    def deal_words(self, layout: Any) -> Iterator[str]:
        if self.dealt:
            yield "The next card begins the waste."

    def play_words(self, layout: Any) -> Iterator[str]:
        if layout.taking:
            yield "The top card of a pile goes to the waste if it is one rank higher or lower than"
            yield f"the card there, in any suit; {_ENDS[str(self.takes)]}."


def redeals_used(redeals: int) -> str:
    told = {0: "no redeal is allowed", 1: "its one redeal is used"}
    return told.get(redeals, f"its {redeals} redeals are used")


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
        self.stock: Stock | None = self.kinds.get("stock")
        self.waste: Waste | None = self.kinds.get("waste")
        self.packs: int = value_by(options, packs)
        self.suits: int = value_by(options, suits)
        self.copies = self.packs * 4 // self.suits  # the number of copies of each card
        self.deck = DECK[-13 * self.suits :] * self.copies
        # the kinds that lock cards, that hold cards back, and on whose piles things happen
        self.locking = list(self._with_own("locked").values())
        self.guarding = self._with_own("check_leaving")
        self.reacting = self._with_own("left") | self._with_own("came")
        self.builds = build_by(str(self.tableau.build))
        self.runs = build_by(str(self.tableau.run))
        start = str(self.foundations.start)
        self.claims = start != "empty"  # do cards of the base rank go to foundations only?
        self.taking = TAKES[str(self.waste.takes)] if self.waste else ()
        # is the stock turned to a waste, not dealt in rows?
        self.turns = self.stock is not None and self.stock.to == "waste"
        together = self.tableau.together
        # the number of cards that are turned at a time; 0 if none are turned to a waste
        self.draw: int = self.stock.draw if self.stock and self.turns else 0
        # how often the waste may become the stock; None means without limit
        self.redeals: int | None = self.stock.redeals if self.stock else 0
        # may cards that move together be in any order?
        self.mixed = together == "open" or together == "whole" and max(self.tableau.sizes) > 1
        # the rank whose cards are put on the foundations before the deal, or None
        self.starter = STARTS[start]
        started = sum(card.rank is self.starter for card in self.deck) + (start == "card")
        dealt = self.cells.dealt + self.reserve.dealt + (self.waste.dealt if self.waste else 0)
        # the number of cards in the stock after the deal
        self.stocked = len(self.deck) - sum(self.tableau.sizes) - started - dealt
        # is the game won once the tableau is empty, or not before all cards are on foundations?
        self.clears = self.tableau.clears or not self.foundations.count
        # the number of cards to bring to foundations, or to play off
        self.wanted = len(self.deck) - self.foundations.spare
        if self.clears and self.waste:
            self.wanted -= self.waste.dealt + (self.stocked if self.turns else 0)
        # the reason for a win
        self.won = "no card is left to play off"
        if not self.clears:
            self.won = f"all {self.wanted} cards are {self.foundations.where}"
        # up to this height, every card is safe on its foundation
        self.safe_height = int(self.packs == 1 and not self.mixed)

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
        starters = tuple(sorted([card for card in deck if card.rank is self.starter], key=str))
        deck = tuple([card for card in deck if card.rank is not self.starter])
        for field, kind in self.kinds.items():
            found[field] = kind.deal(deck)
            deck = deck[: len(deck) - len(cards_in(found[field]))]
        if starters:
            found["foundations"] = one_each(starters, self.foundations.count)
        if self.claims:
            found["base"] = found["foundations"][0][0].rank
        return found

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


# the targets, and the sources, of moves in the order of the commands
ORDER: Final = ("stock", "foundations", "waste", "tableau", "cells", "reserve")


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
    fields = ("tableau", "foundations", "cells", "reserve", "waste")
    return {
        layout.kinds[f].letter: layout.kinds[f].place
        for f in fields
        if f in used & layout.kinds.keys()
    }
