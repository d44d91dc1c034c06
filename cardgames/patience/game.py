"""The position of a patience: one frozen class for every game that declares its kinds of piles.

A game derives a class that names its `piles`; the moves, and what is shown, follow from them. The
base is the rank that starts the foundations, and the height of a card is the number of ranks from
the base up to it. Rules compare heights, so they hold for any base.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, ClassVar, Final, TypeVar

from cardgames.model.cards import BACK, CARDS, Card, Pile, Place, Rank, check_deck, replaced
from cardgames.model.commands import Command, Number, Route
from cardgames.model.errors import IllegalMove
from cardgames.model.game import DOLLARS, Game, Move, Outcome
from cardgames.patience.piles import (
    CELLS,
    FOUNDATIONS,
    RESERVE,
    TABLEAU,
    WASTE,
    Kind,
    Layout,
    Option,
    Size,
    add_moves,
)

P = TypeVar("P", bound="Patience")

TURN: Final = Move("card")  # the move that turns the stock, in every game that has one
WITHIN: Final = Route("tableau", "tableau")  # the moves from one tableau pile to another
RUN: Final = 13  # the number of cards in a run from king to ace


@dataclass(frozen=True, slots=True)
class Patience(Game):
    """A position of a patience; the last card of each pile is its top."""

    options: Any
    tableau: tuple[Pile, ...] = ()
    # the number of face-down cards in each tableau pile; () if the game has none
    down: tuple[int, ...] = ()
    stock: Pile = ()
    waste: Pile = ()
    foundations: tuple[Pile, ...] = ((), (), (), ())
    redeals: int = 0  # the number of times that the waste became the stock
    base: Rank = Rank.ACE  # the rank that starts the foundations
    reserve: Pile = ()
    cells: tuple[Pile, ...] = ()

    piles: ClassVar[tuple[Kind, ...]] = ()  # in dealing order
    packs: ClassVar[Size] = 1
    # how many suits, from spades down, are in the deck; the fewer, the more copies of each card
    suits: ClassVar[Size] = 4
    cost: ClassVar[int] = 0  # the price of a deck at the casino, in dollars; 0 if there is none
    card_pays: ClassVar[int] = 5  # the dollars that the casino pays for each card that is up
    score_unit: ClassVar[str] = "cards"
    levels: ClassVar[tuple[int, int] | Option | None] = None  # the `levels` of its solver
    # the moves to foundations, in the order in which `safe_move` tries them
    founding: ClassVar[tuple[Command, ...]] = ()
    _last: ClassVar[tuple[Any, Layout | None]] = (None, None)

    def __init_subclass__(cls) -> None:
        super(Patience, cls).__init_subclass__()  # super() alone fails: `slots` makes a new class
        cls._last = (None, None)
        if cls.cost:
            cls.score_unit = DOLLARS
        if "piles" in vars(cls):
            cls.founding = add_moves(cls, cls.laid_out(cls.largest()))

    @classmethod
    def largest(cls) -> Any:
        """Return the options by which the game has the most piles."""
        declared = [(one.name, one.metadata["argument"]) for one in cls.options_type.declared()]
        return cls.options_type(**{n: a.high for n, a in declared if isinstance(a, Number)})

    @classmethod
    @cache
    def laid_out(cls, options: Any) -> Layout:
        return Layout(cls.piles, options, cls.packs, cls.suits)

    @property
    def layout(self) -> Layout:
        options, layout = self._last
        if layout is None or options is not self.options:
            layout = self.laid_out(self.options)
            type(self)._last = (self.options, layout)
        return layout

    @classmethod
    def fresh_deck(cls, options: Any) -> Pile:
        deck: Pile = cls.laid_out(options).deck
        return deck

    @classmethod
    def deal(cls: type[P], deck: Pile, options: Any) -> P:
        """Deal cards from the end of DECK to each kind of piles in turn; raises InvalidCommand."""
        layout = cls.laid_out(options)
        check_deck(deck, layout.deck)
        return cls(options, **layout.dealt(deck))

    def pile(self, place: Place) -> Pile:
        piles = getattr(self, place.field)
        if place.number > len(piles):
            raise IllegalMove(f"there is no {place}")
        found: Pile = piles[place.number - 1] if place.number else piles
        return found

    def filled(self, place: Place) -> Pile:
        pile = self.pile(place)
        if not pile:
            raise IllegalMove(f"{place.name} is empty")
        return pile

    def face_down(self, t: int) -> int:
        return self.down[t - 1] if self.down else 0

    def locked(self) -> int:
        """Return the number of locked cards: face down in the tableau, or in the reserve."""
        return sum(self.down) + len(self.reserve)

    def hidden(self) -> int:
        """Return the number of card backs; the position must be as its player sees it."""
        return sum([pile.count(BACK) for pile in (*self.tableau, self.stock, self.reserve)])

    def height(self, card: Card) -> int:
        return card.rank.above(self.base)

    def founded(self) -> int:
        """Return how many cards lie on foundations or, in a game without them, are played off."""
        layout = self.layout
        if layout.foundations.count:
            return sum(map(len, self.foundations))
        left = sum(map(len, (*self.tableau, *self.cells, self.reserve)))
        left += 0 if layout.turns else len(self.stock)
        return layout.wanted - left

    def score(self) -> int:
        return self.card_pays * self.founded() - self.cost if self.cost else self.founded()

    def outcome(self) -> Outcome | None:
        """Return a win when all cards are up or played off; a game that is stuck goes on."""
        layout = self.layout
        if self.founded() < layout.wanted:
            return None
        if layout.foundations.count:
            return Outcome(1, f"all {layout.wanted} cards are on the foundations")
        return Outcome(1, "no card is left to play off")

    def recurring(self) -> Hashable:
        """Return the position without the number of redeals, if they are unlimited."""
        if self.redeals and self.layout.redeals is None:
            return self.changed(redeals=1)
        return self

    def possible(self) -> dict[str, bool]:
        kinds, most = self.layout, self.layout.redeals
        talon = kinds.stocked + (kinds.waste.dealt if kinds.waste else 0)
        lacking = {"stock", "waste", "reserve", "cells"} - kinds.kinds.keys()
        downs = self.down or (0,) * len(self.tableau)
        piles = list(zip(self.tableau, downs))
        up = [
            self.height(card) == height and card.suit is pile[0].suit
            for pile in self.foundations
            for height, card in enumerate(pile)
        ]
        hidden = {card is BACK for pile, down in piles for card in pile[:down]}
        shown = [pile[down:] for pile, down in piles]
        built = len(hidden) < 2 and BACK not in chain(*shown)
        if built and kinds.tableau.together in ("built", "whole"):
            pairs = [pair for cards in shown for pair in zip(cards, cards[1:])]
            built = all([onto in kinds.builds.below[card] for onto, card in pairs])
        bases = Rank if kinds.claims and not kinds.starter else (kinds.starter or Rank.ACE,)
        return {
            "base": self.base in bases,
            "foundations": all(up),
            "down": all(0 <= down < max(1, len(pile)) for pile, down in piles),
            "tableau": built,
            "redeals": self.redeals >= 0 and (most is None or self.redeals <= most),
            "reserve": len({card is BACK for card in self.reserve[:-1]}) < 2,
            "cells": all(len(pile) < 2 and BACK not in pile for pile in self.cells),
            "waste": bool(kinds.taking) or len(self.stock + self.waste) <= talon,
            **{field: not getattr(self, field) for field in sorted(lacking)},
        }

    def with_backs(self: P, seat: int) -> P:
        """Hide face-down cards, an unseen stock, and all but the top card of a closed reserve."""
        changes: dict[str, Any] = {}
        if any(self.down):
            changes["tableau"] = self.tableau_seen()
        if self.stock and not self.redeals:
            changes["stock"] = (BACK,) * len(self.stock)
        if self.reserve and not self.layout.reserve.seen:
            changes["reserve"] = (BACK,) * (len(self.reserve) - 1) + self.reserve[-1:]
        return self.changed(**changes) if changes else self

    def tableau_seen(self) -> tuple[Pile, ...]:
        if not self.down:
            return self.tableau
        piles = zip(self.tableau, self.down)
        return tuple([(BACK,) * down + pile[down:] for pile, down in piles])

    def fits(self, card: Card, onto: Card) -> bool:
        """May CARD be put on the card ONTO in the tableau?"""
        return onto in self.layout.builds.below[card] and onto.rank is not self.base

    def check_tableau(self, card: Card, t: int) -> None:
        """Raise IllegalMove unless CARD may be put on tableau pile T."""
        pile, layout = self.tableau[t - 1], self.layout
        if layout.claims and card.rank is self.base:
            raise IllegalMove("{} is of the base rank: it must go to a foundation", card)
        if not pile:
            fill = layout.tableau.fill
            if fill == "king" and card.rank is not Rank.KING:
                raise IllegalMove(f"{{}} cannot go to tableau pile {t}: only a king fills it", card)
            if fill == "none":
                raise IllegalMove(f"{{}} cannot go to tableau pile {t}: nothing fills it", card)
        elif not self.fits(card, pile[-1]):
            if layout.claims and pile[-1].rank is self.base:
                raise IllegalMove("{} is of the base rank: nothing may be built on it", pile[-1])
            raise IllegalMove(layout.builds.refusal, card, pile[-1])

    def foundation_for(self, card: Card) -> Place:
        """Return the place of the foundation that takes CARD."""
        top: Card | None = None
        for f, pile in enumerate(self.foundations, 1):
            if not pile:
                if card.rank is self.base:
                    return FOUNDATIONS[f]
            elif pile[-1].suit is card.suit:
                top = pile[-1]
                if card.rank.above(top.rank) == 1 and len(pile) < RUN:
                    return FOUNDATIONS[f]
                if self.layout.packs == 1:
                    break
        if top is not None:
            raise IllegalMove("{} does not follow {}: foundations are built up in suit", card, top)
        starter = CARDS[self.base, card.suit]
        raise IllegalMove("{} has no foundation yet: {} must start it", card, starter)

    # The moves: each checks its legality, and returns the next position. SOURCE gives its top card.

    def to_foundation(self: P, source: Place) -> P:
        return self.moved(source, self.foundation_for(self.filled(source)[-1]))

    def to_tableau(self: P, source: Place, t: int) -> P:
        card = self.filled(source)[-1]
        if source.field == "foundations" and self.layout.foundations.back == "cards":
            if not self.tableau[t - 1]:
                raise IllegalMove(f"tableau pile {t} is empty: a foundation card cannot fill it")
        self.check_tableau(card, t)
        return self.moved(source, TABLEAU[t])

    def to_waste(self: P, source: Place) -> P:
        card, top = self.filled(source)[-1], self.filled(WASTE)[-1]
        if abs(card.rank - top.rank) not in self.layout.taking:
            rule = "the waste goes up or down by one rank"
            raise IllegalMove(f"{{}} does not follow {{}}: {rule}", card, top)
        return self.moved(source, WASTE)

    def to_cell(self: P, source: Place, e: int | None = None) -> P:
        """Move the top card of SOURCE to cell E (default: the first free one)."""
        self.filled(source)
        if () not in self.cells:
            no_cell = "every cell is full" if self.cells else "there are no cells in this game"
            raise IllegalMove(no_cell)
        target = CELLS[e or self.cells.index(()) + 1]
        if held := self.pile(target):
            raise IllegalMove(f"{target} holds {{}}: a cell takes one card", *held)
        return self.moved(source, target)

    def within_tableau(self: P, t1: int, t2: int, count: int | None = None) -> P:
        """Move COUNT cards of tableau pile T1 to pile T2 (default: the number that fits)."""
        cards = self.filled(TABLEAU[t1])
        if t1 == t2:
            raise IllegalMove(f"tableau pile {t1} cannot be moved onto itself")
        whole = self.layout.tableau.together == "whole"
        loose = len(cards) if whole else self.loose(t1, t2)
        if count is None:
            count = loose if whole else self._number_for(t1, t2, loose)
        elif count > loose:
            cards_that_can = "1 card" if loose == 1 else f"{loose} cards"
            raise IllegalMove(f"only {cards_that_can} of tableau pile {t1} can be moved")
        if self.tableau[t2 - 1] or not whole:  # a whole pile may fill any empty one
            self.check_tableau(cards[-count], t2)
        return self.moved(TABLEAU[t1], TABLEAU[t2], count)

    def loose(self, t1: int, t2: int) -> int:
        """Return how many cards of tableau pile T1 can be moved together to pile T2."""
        together = self.layout.tableau.together
        if together == "top":
            return 1
        if together in ("run", "room"):
            run = self.run_length(t1)
            return run if together == "run" else min(run, self.room(t2))
        return len(self.tableau[t1 - 1]) - self.face_down(t1)

    def run_length(self, t: int) -> int:
        """Return how many cards at the end of tableau pile T are a run."""
        pile, below = self.tableau[t - 1], self.layout.runs.below
        least = self.face_down(t)
        first = len(pile) - 1
        while first > least and pile[first] is not BACK and pile[first - 1] in below[pile[first]]:
            if pile[first - 1].rank is self.base:
                break
            first -= 1
        return len(pile) - first

    def room(self, t: int) -> int:
        """Return how many cards can move to pile T one by one, over free cells and empty piles."""
        # Each empty pile doubles the number, as half of the run can wait there.
        spaces = sum(not pile for pile in self.tableau) - (not self.tableau[t - 1])
        return (self.cells.count(()) + 1) << (spaces if self.layout.tableau.fill == "any" else 0)

    def _number_for(self, t1: int, t2: int, loose: int) -> int:
        """Return how many of the LOOSE cards of pile T1 go to pile T2, or LOOSE if no number fits.

        Raises IllegalMove if several numbers fit, or if more than LOOSE cards would have to move.
        """
        piles = self.layout.tableau
        if piles.together == "top" or not self.tableau[t2 - 1] and piles.fill != "king":
            return loose
        if piles.together == "open":
            if len(fitting := self.fitting(t1, t2)) > 1:
                numbers = " or ".join(map(str, fitting[::-1]))
                many = f"say how many, as in 'tabtab {t1} {t2} {fitting[-1]}'"
                raise IllegalMove(f"{numbers} cards of tableau pile {t1} fit there: {many}")
            return fitting[0] if fitting else loose
        count = self._number_by_rank(t1, t2)
        if piles.together == "room" and loose < count <= self.run_length(t1):
            room = f"free cells and empty piles have room for {loose}"
            raise IllegalMove(f"{count} cards would have to move, and {room}")
        return count if 0 < count <= loose else loose

    def _number_by_rank(self, t1: int, t2: int) -> int:
        onto, top = self.tableau[t2 - 1], self.tableau[t1 - 1][-1]
        return (self.height(onto[-1]) if onto else RUN) - self.height(top)

    def fitting(self, t1: int, t2: int) -> list[int]:
        """Return the numbers of cards that can move from pile T1 to pile T2, the most first."""
        cards, loose = self.tableau[t1 - 1], self.loose(t1, t2)
        numbers: Sequence[int] = range(loose, 0, -1)
        piles = self.layout.tableau
        if piles.together != "open" and (self.tableau[t2 - 1] or piles.fill == "king"):
            number = self._number_by_rank(t1, t2)
            numbers = (number if 0 < number <= loose else loose,)
        found = []
        for number in numbers:
            try:
                self.check_tableau(cards[-number], t2)
            except IllegalMove:
                continue
            found.append(number)
        return found

    def turned(self: P) -> P:
        """Turn cards to the waste, or the waste to a new stock; or deal a row to the tableau."""
        stock, waste, rules = self.stock, self.waste, self.layout.stock
        if rules is not None and rules.to == "tableau":
            if not stock:
                raise IllegalMove("the stock is empty")
            if rules.full and () in self.tableau:
                empty = self.tableau.index(()) + 1
                raise IllegalMove(f"tableau pile {empty} is empty: fill it before you deal a row")
            row = stock[: -len(self.tableau) - 1 : -1]
            piles = tuple([pile + row[t : t + 1] for t, pile in enumerate(self.tableau)])
            after = self.changed(stock=stock[: len(stock) - len(row)], tableau=piles)
            for t in range(1, len(row) + 1):
                after = after.with_run_up(t)
            return after
        if stock:
            draw = self.layout.draw
            return self.changed(stock=stock[:-draw], waste=waste + stock[: -draw - 1 : -1])
        if not waste:
            raise IllegalMove("the stock and the waste are empty")
        if self.redeals == self.layout.redeals:
            raise IllegalMove(f"the stock is empty, and {redeals_used(self.redeals)}")
        return self.changed(stock=waste[::-1], waste=(), redeals=self.redeals + 1)

    def moved(self: P, source: Place, target: Place, count: int = 1) -> P:
        """Move the top COUNT cards of SOURCE to TARGET, then turn cards up and move runs up."""
        cards = self.pile(source)
        changes: dict[str, Any] = {}
        for place, pile in ((source, cards[:-count]), (target, self.pile(target) + cards[-count:])):
            field, number = place.field, place.number
            piles = changes[field] if field in changes else getattr(self, field)
            changes[field] = (*piles[: number - 1], pile, *piles[number:]) if number else pile
        after = self.changed(**changes).settled(source)
        for place in (target, source):  # a run may come to light below the cards that left
            after = after.with_run_up(place.number) if place.field == "tableau" else after
        return after

    def settled(self: P, left: Place) -> P:
        """After cards have left pile LEFT, turn up its top card, or fill it from the reserve."""
        if left.field != "tableau":
            return self
        size, down = len(self.tableau[left.number - 1]), self.face_down(left.number)
        if down and down == size:
            return self.changed(down=replaced(self.down, left.number, down - 1))
        if not size and self.reserve and self.layout.tableau.fill == "reserve":
            return self.moved(RESERVE, left)
        return self

    def with_run_up(self: P, t: int) -> P:
        """Move a complete run at the end of tableau pile T to a foundation, if runs go there."""
        pile, run = self.tableau[t - 1], self.tableau[t - 1][-RUN:]
        if not self.layout.foundations.runs or len(pile) - self.face_down(t) < RUN or BACK in run:
            return self
        if run != tuple([CARDS[rank, run[0].suit] for rank in reversed(Rank)]):
            return self
        after = self.changed(
            tableau=replaced(self.tableau, t, pile[:-RUN]),
            foundations=replaced(self.foundations, self.foundations.index(()) + 1, run[::-1]),
        )
        return after.settled(TABLEAU[t]).with_run_up(t)

    def changed(self: P, **changes: Any) -> P:
        values = list(values_of(self))
        for field, value in changes.items():
            values[FIELDS.index(field)] = value
        return type(self)(*values)

    # Lists of moves, and facts about moves.

    def successors(self: P, among: Iterable[Command] | None = None) -> Iterator[tuple[Move, P]]:
        """Yield each legal move of the kinds AMONG (default: all), and the position after it."""
        if self.outcome() is not None:
            return
        filling = self.layout.tableau.fill != "king"
        for declared in self.commands.all.values() if among is None else among:
            if declared.route != WITHIN or len(declared.arguments) < 3:
                method = getattr(self, declared.method)
                for arguments in declared.every_call():
                    try:
                        after = method(*arguments)
                    except IllegalMove:
                        continue
                    yield Move(declared.name, arguments), after
                continue
            for t1, t2 in declared.every_call():
                cards = self.tableau[t1 - 1]
                if t1 == t2 or not cards or cards[-1] is BACK:
                    continue
                numbers = self.fitting(t1, t2)
                for number in numbers:
                    usual = filling and not self.tableau[t2 - 1] and number == numbers[0]
                    arguments = (t1, t2) if usual or len(numbers) == 1 else (t1, t2, number)
                    after = self.moved(TABLEAU[t1], TABLEAU[t2], number)
                    yield Move(declared.name, arguments), after

    def legal_moves(self) -> Iterator[Move]:
        return (move for move, _ in self.successors())

    def canonical(self, move: Move) -> Move:
        """Return MOVE, but without an optional last argument that makes no difference."""
        declared = self.commands.all[move.name].arguments
        if not (declared and declared[-1].optional and len(move.arguments) == len(declared)):
            return move
        short = move._replace(arguments=move.arguments[:-1])
        try:
            return short if self.apply(short) == self.apply(move) else move
        except IllegalMove:
            return move

    def route(self, move: Move) -> Route:
        return self.commands.all[move.name].route

    def takes_whole_pile(self, move: Command) -> bool:
        return move.route == WITHIN and self.layout.tableau.together == "whole"

    def move(self, source: Place, target: Place, count: int = 0) -> Move:
        """Return the move of a card from SOURCE to TARGET, or of COUNT cards in the tableau."""
        route = Route(source.field, target.field)
        name = next(item.name for item in self.commands.all.values() if item.route == route)
        numbers = [source.number] if source.number else []
        numbers += [target.number] if target.field == "tableau" else []
        move = Move(name, (*numbers, *([count] if count else [])))
        return self.canonical(move)


FIELDS: Final = tuple([field.name for field in fields(Patience)])
values_of: Final = attrgetter(*FIELDS)


def redeals_used(redeals: int) -> str:
    told = {0: "no redeal is allowed", 1: "its one redeal is used"}
    return told.get(redeals, f"its {redeals} redeals are used")
