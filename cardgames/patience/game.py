"""The position of a patience: one frozen class for every game that declares its kinds of piles.

A game derives a class that names its `piles`; the moves, and what is shown, follow from them. The
game has the name of the class, unless the class sets another `name`. The base is the rank that
starts the foundations, and the height of a card is the number of ranks from the base up to it.
Rules compare heights, so they are right for any base.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import cache
from importlib import import_module
from operator import attrgetter, mul
from typing import Any, ClassVar, Final, TypeVar

from cardgames.model.cards import BACK, Card, Pile, Place, check_deck
from cardgames.model.commands import Command, Number, Route
from cardgames.model.errors import IllegalMove
from cardgames.model.game import DOLLARS, Move, Options, Outcome, spaced
from cardgames.patience.kinds.beside import redeals_used
from cardgames.patience.kinds.kind import Calls, Giving, Kind, Option, PilePosition, Size
from cardgames.patience.kinds.tables import RUN
from cardgames.patience.piles import Layout, add_moves

__all__ = ["RUN", "TURN", "Patience", "redeals_used"]

P = TypeVar("P", bound="Patience")

MOVERS: Final = ("put", "moved", "turned", "filled")  # the methods with which all moves are made
# What brings points: the deal; a move; a run that leaves; a card that goes up, comes back, goes
# from the waste to the tableau, or is turned up; and a redeal, if the stock is turned by ones
SCORED: Final = ("deal", "move", "run", "up", "back", "played", "turned up", "redeal")
TURN: Final = Move("card")  # the move that turns the stock, in every game that has one
WITHIN: Final = Route("tableau", "tableau")  # the moves from one tableau pile to another


class Patience(PilePosition):
    """A position of a patience; the last card of each pile is its top."""

    piles: ClassVar[tuple[Kind, ...]] = ()  # in dealing order
    packs: ClassVar[Size] = 1
    # how many suits, from spades down, are in the deck; the fewer, the more copies of each card
    suits: ClassVar[Size] = 4
    cost: ClassVar[int] = 0  # the price of a deck at the casino, in dollars; 0 if there is none
    card_pays: ClassVar[int] = 5  # the dollars that the casino pays for each card that is up
    score_unit: ClassVar[str] = "cards"
    # the points for each of SCORED; {} if moves bring no points
    scoring: ClassVar[dict[str, int]] = {}
    levels: ClassVar[tuple[int, int] | Option | None] = None  # the `levels` of its solver
    # the moves to foundations, in the order in which `safe_move` tries them
    founding: ClassVar[tuple[Command, ...]] = ()
    # the moves whose legal arguments the kinds list; all arguments of other moves are tried
    listed: ClassVar[frozenset[str]] = frozenset()
    _last: ClassVar[tuple[object, Layout | None]] = (None, None)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._last = (None, None)
        if cls.cost:
            cls.score_unit = DOLLARS
        if "piles" in vars(cls):
            cls.name = getattr(cls, "name", cls.__name__.lower())
            cls.called = vars(cls).get("called", spaced(cls.__name__))
            if not cls.__module__.startswith("cardgames.games."):  # a test checks these
                import_module("cardgames.patience.checking").check_piles(cls)
            cls.founding = add_moves(cls, cls.laid_out(cls.largest()))
        declared = cls.commands.all.values()
        cls.giving = tuple({one.route.source for one in declared} - {"", "stock"})
        own = any(getattr(cls, name) is not getattr(Patience, name) for name in MOVERS)
        by_kinds = [one for one in declared if hasattr(getattr(cls, one.method), "listed")]
        cls.listed = frozenset([] if own else [one.name for one in by_kinds])

    @classmethod
    def largest(cls) -> Options:
        """Return the options with which the game has the most piles."""
        declared = [(one.name, one.metadata["argument"]) for one in cls.options_type.declared()]
        return cls.options_type(**{n: a.high for n, a in declared if isinstance(a, Number)})

    @classmethod
    @cache
    def laid_out(cls, options: Options) -> Layout:
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
        return cls.laid_out(options).deck

    @classmethod
    def deal(cls: type[P], deck: Pile, options: Any) -> P:
        """Deal from the end of the deck to each kind of piles in turn; raises InvalidCommand."""
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

    def tableau_seen(self) -> tuple[Pile, ...]:
        if not self.down:
            return self.tableau
        piles = zip(self.tableau, self.down)
        return tuple([(BACK,) * down + pile[down:] for pile, down in piles])

    def locked(self) -> int:
        """Return the number of locked cards: face down, in the reserve, or covered in reserves."""
        return sum([kind.locked(self) for kind in self.layout.locking])

    def hidden(self) -> int:
        """Return the number of card backs; the position must be as its player sees it."""
        return sum([pile.count(BACK) for pile in (*self.tableau, self.stock, self.reserve)])

    def founded(self) -> int:
        """Return how many cards lie on foundations or, in a game without them, are played off."""
        counting = self.layout.counting
        return counting.founded(self) if counting else sum(map(len, self.foundations))

    def is_safe(self, card: Card) -> bool:
        """Is a card safe on its foundation, because no other card can need it in the tableau?"""
        layout = self.layout
        held = layout.redeal is not None and layout.redeal.holds_back(self)
        return not held and layout.foundations.is_safe(self, card)

    def score(self) -> int:
        return self.card_pays * self.founded() - self.cost if self.cost else self.founded()

    @classmethod
    def points(cls, line: Sequence["Patience"]) -> int:
        """Return the points earned since the deal, which never fall below 0.

        `line` has all positions from the deal on.
        """
        total, *pays = [cls.scoring.get(what, 0) for what in SCORED]
        for before, after in zip(line, line[1:]):
            up, again = after.founded() - before.founded(), after.redeals > before.redeals
            played = not up and not again and len(after.waste) < len(before.waste)
            turned_up = sum(before.down) - sum(after.down)
            single = again and before.layout.draw == 1
            done = 1, max(0, up) // 13, max(0, up), max(0, -up), played, turned_up, single
            total = max(0, total + sum(map(mul, pays, done)))
        return total

    def outcome(self) -> Outcome | None:
        """Return a win when all cards are up or played off; a game that is stuck goes on."""
        layout = self.layout
        if self.founded() < layout.wanted:
            return None
        return Outcome(1, layout.won)

    def recurring(self) -> Hashable:
        """Return the position without the number of redeals, if they are unlimited."""
        if self.redeals and self.layout.redeals is None:
            return self.changed(redeals=1)
        return self

    def possible(self) -> dict[str, bool]:
        layout = self.layout
        found = {"redeals": self.redeals == 0}  # a stock has its own check
        for kind in {layout.tableau, layout.foundations, *layout.kinds.values()}:
            found |= kind.possible(self)
        lacking = {"stock", "waste", "reserve", "cells", "reserves"} - layout.kinds.keys()
        return found | {field: not getattr(self, field) for field in sorted(lacking)}

    def with_backs(self: P, seat: int) -> P:
        """Hide the cards that nobody has seen."""
        backs = [(field, kind.backs(self)) for field, kind in self.layout.kinds.items()]
        changes = {field: piles for field, piles in backs if piles is not None}
        return self.changed(**changes) if changes else self

    # The moves are those of the kinds of piles; these are their steps.

    def turned(self: P) -> P:
        """Turn cards to the waste, turn the waste over, deal a row, or deal all cards again."""
        return self.layout.kinds["stock"].turn(self)

    def put(self: P, source: Place, field: str, *to: int) -> P:
        card, layout = self.filled(source)[-1], self.layout
        if source.field in layout.guarding:
            layout.guarding[source.field].check_leaving(self, source, field, *to)
        return self.moved(source, layout.kinds[field].place_for(self, card, source, *to))

    def moved(self: P, source: Place, target: Place, count: int = 1) -> P:
        cards = self.pile(source)
        changes: dict[str, Any] = {}
        for place, pile in ((source, cards[:-count]), (target, self.pile(target) + cards[-count:])):
            field, number = place.field, place.number
            piles = changes[field] if field in changes else getattr(self, field)
            changes[field] = (*piles[: number - 1], pile, *piles[number:]) if number else pile
        after, reacting = self.changed(**changes), self.layout.reacting
        if source.field in reacting:
            after = reacting[source.field].left(after, source)
        for place in (target, source):  # a run may come to light below the cards that left
            if place.field in reacting:
                after = reacting[place.field].came(after, place)
        return after

    def changed(self: P, **changes: Any) -> P:
        values = list(values_of(self))
        for field, value in changes.items():
            values[FIELDS[field]] = value
        return type(self)(*values)

    # Lists of moves, and facts about moves.

    def allowed(self) -> Iterator[Move]:
        for declared, calls in self._listed(self.commands.all.values()):
            if calls is None:
                yield from [move for move, _ in self._tried(declared)]
            else:
                for arguments in calls:
                    yield Move(declared.name, arguments)

    def successors(self: P, among: Iterable[Command] | None = None) -> Iterator[tuple[Move, P]]:
        """Yield each legal move and the position after it; `among` has the commands to try."""
        for declared, calls in self._listed(self.commands.all.values() if among is None else among):
            if calls is None:
                yield from self._tried(declared)
            else:
                method = getattr(self, declared.method)
                for arguments in calls:
                    yield Move(declared.name, arguments), method(*arguments)

    def _listed(self, among: Iterable[Command]) -> Iterator[tuple[Command, Calls | None]]:
        """Yield each command with its legal arguments if the kinds list them, else with None."""
        if self.outcome() is None:
            giving = Giving(self)
            for declared in among:
                yield declared, giving.calls(declared) if declared.name in self.listed else None

    def _tried(self: P, declared: Command) -> Iterator[tuple[Move, P]]:
        """Try all moves of a command; yield the legal moves, and the positions after them.

        The number of a foundation is left out where it makes no difference.
        """
        method = getattr(self, declared.method)
        count = len(self.foundations) if declared.route.target == "foundations" else 0
        numbers = [(f,) for f in range(1, count + 1)] if self.layout.foundations.chooses else []
        for arguments in declared.every_call():
            try:
                reached: list[P] = [method(*arguments)]
            except IllegalMove:
                continue
            yield Move(declared.name, arguments), reached[0]
            for number in numbers:
                with suppress(IllegalMove):
                    after = method(*arguments, *number)
                    if after not in reached:
                        reached.append(after)
                        yield Move(declared.name, (*arguments, *number)), after

    def canonical(self, move: Move) -> Move:
        """Return a move in the usual order, without a last argument that makes no difference."""
        command = self.commands.all[move.name]
        declared = command.arguments
        if command.any_order:
            return move._replace(arguments=command.ordered(move.arguments))
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


FIELDS: Final = {field.name: number for number, field in enumerate(fields(PilePosition))}
values_of: Final = attrgetter(*FIELDS)


# Cards that go to their foundations: which are safe there, and when all of them can go.

ALL_UP: Final = "every card can go up now"  # the reason for the moves of `way_home`
SAFE: Final = "no other card needs it"  # the reason for a safe move
# the reasons to propose no move: every position was searched (in a game without face-down cards,
# and in one with them), or only a number of them
NO_WAY: Final = (
    "no move brings more cards in order",
    "no move turns up a card or brings more cards in order",
)
NOTHING: Final = "nothing was found in {:,} positions"
WINS: Final = "it wins"  # the first words of the reason for a move that leads to a win


def safe_move(game: Patience, waste: bool = True) -> Move | None:
    """Return a move that puts a card on its foundation and can do no harm, or None.

    If `waste` is false, no card of the waste moves: this would change which cards come up next.
    """
    for move, after in game.successors(game.founding):
        if waste or game.route(move).source != "waste":
            card = gone_up(game, after)
            if card is not None and game.is_safe(card):
                return move
    return None


def move_up(game: Patience) -> Move | None:
    """Return a move that puts a card on its foundation, preferably a safe one, or None."""
    return safe_move(game) or next((move for move, _ in game.successors(game.founding)), None)


def unasked_move(game: Patience, before: Any) -> Move | None:
    """Return a safe move that may be made without asking, or None.

    The move takes no card of the waste if the stock is turned several cards at a time. `before` is
    the position one move earlier: right after a card has left a foundation, the answer is None.
    """
    if before is not None and before.founded() > game.founded():
        return None
    return safe_move(game, waste=game.layout.draw <= 1)


def way_home(seen: Patience) -> list[Move]:
    """Return moves to foundations and turns of the stock that bring up all cards, or [].

    The position is as its player sees it. No way is certain if a card is hidden.
    """
    way, turned = list[Move](), set[Hashable]()
    while not seen.hidden() and seen.outcome() is None:
        move, after = next(seen.successors(seen.founding), (TURN, seen))
        if move == TURN:
            if not seen.layout.turns or seen.recurring() in turned:
                return []
            turned.add(seen.recurring())
            try:
                after = seen.turned()
            except IllegalMove:
                return []
        way.append(move)
        seen = after
    return way


def gone_up(game: Patience, after: Patience) -> Card | None:
    """Return the card that a move has put on a foundation, or None."""
    piles = zip(game.foundations, after.foundations)
    return next((now[-1] for before, now in piles if len(now) > len(before)), None)


def turns_to(game: Patience, card: Card) -> int:
    """Return how many turns of the stock bring a card to the top of the waste.

    Raises IllegalMove if the player does not know that the card is in the stock or the waste, or if
    the card never comes to the top.
    """
    seen = game.seen_by(1)
    if card not in seen.stock + seen.waste:
        if card in seen.all_cards():
            raise IllegalMove("{} is neither in the stock nor in the waste", card)
        raise IllegalMove("you have not seen {} yet", card)
    turned, count, cover = seen, 0, BACK
    while turned.waste[-1:] != (card,):
        # all passes after the next redeal are alike, so the first of them is the last to look at
        last_pass = turned.redeals in (seen.redeals + 1, seen.layout.redeals)
        if not turned.stock and last_pass:
            if card in seen.waste and seen.redeals == seen.layout.redeals:
                below = f"{{}} stays below {{}} in the waste: {redeals_used(seen.redeals)}"
                raise IllegalMove(below, card, seen.waste[-1])
            each = f"{{}} does not come to the top: cards are turned {seen.layout.draw} at a time"
            if cover is BACK:
                raise IllegalMove(f"{each}, and another one covers it", card)
            raise IllegalMove(f"{each}, and {{}} covers it", card, cover)
        before, turned, count = turned, turned.turned(), count + 1
        if card in before.stock and card in turned.waste:
            cover = turned.waste[-1]
    return count
