"""The kinds of piles that a patience declares, and the tables of the rules that they name.

A game declares its kinds in the order in which they are dealt. Each value is data: a number, or a
name in one of the tables below, so that moves, boards, rules in words and searches all read the
same declaration. A value may be an `Option`; `Layout` replaces it by what the options say.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias, TypeVar

from cardgames.model.arguments import Limit, Number, Word
from cardgames.model.cards import (
    BUILDS,
    DECK,
    RESERVE,
    WASTE,
    Card,
    Pile,
    Rank,
    build_by,
    cell,
    dealt_in_rows,
    foundation,
    tableau,
)
from cardgames.model.commands import Command, Letters, Route
from cardgames.model.game import option

AnyKind = TypeVar("AnyKind", bound="Kind")

TOGETHER: Final = ("built", "open", "run", "room", "top", "whole")
"""The cards of a tableau pile that move together.

built: any face-up cards, which are always a run (Klondike); open: any face-up cards (Yukon); run:
the run at the end of the pile (Spider); room: as much of that run as free cells and empty piles
have room for (FreeCell); top: one card; whole: the whole pile (Canfield).
"""
FILLS: Final = ("any", "king", "none", "reserve")
"""What fills an empty tableau pile: any card, a king, nothing, or at once the reserve's top card.

When the reserve is empty, any card fills it.
"""
STARTS: Final[Mapping[str, Rank | None]] = {
    "empty": None,
    "card": None,
    "aces": Rank.ACE,
    "twos": Rank.TWO,
}
"""What lies on the foundations after the deal: nothing, the card dealt next, or all of a rank.

That card, or rank, gives the base. A card of the base rank then goes to a foundation only.
"""
RETURNS: Final = ("none", "cards", "any")
"""Where cards come back to from foundations: nowhere, onto cards, or to empty piles as well."""


class Taking(NamedTuple):
    """A rule for the cards of the tableau that go to the waste."""

    allows: Callable[[Card, Pile, Sequence[Pile]], bool]
    """May the card go there, given the waste and the other tableau piles?"""
    refusal: str
    """The error message, with {} for the card, and a second one for the top of the waste."""
    rule: str
    """The rule, in words that follow 'the top card of a tableau pile goes to the waste'."""


def _is_neighbor(card: Card, waste: Pile, others: Sequence[Pile]) -> bool:
    return bool(waste) and abs(card.rank - waste[-1].rank) == 1


def _is_neighbor_around(card: Card, waste: Pile, others: Sequence[Pile]) -> bool:
    return bool(waste) and abs(card.rank - waste[-1].rank) in (1, 12)


def _is_lower(card: Card, waste: Pile, others: Sequence[Pile]) -> bool:
    tops = [pile[-1] for pile in others if pile]
    return any(_high(card) < _high(top) for top in tops if top.suit is card.suit)


def _high(card: Card) -> int:
    """Return the rank of CARD, with the ace above the king."""
    return card.rank.above(Rank.TWO)


TAKES: Final[Mapping[str, Taking | None]] = {
    "none": None,
    "neighbor": Taking(
        _is_neighbor,
        "{} does not follow {}: the waste goes up or down by one rank",
        "if it is one rank higher or lower than the card there, in any suit; nothing lies on a "
        "king but a queen, and on an ace only a two",
    ),
    "around": Taking(
        _is_neighbor_around,
        "{} does not follow {}: the waste goes up or down by one rank",
        "if it is one rank higher or lower than the card there, in any suit; ace and king follow "
        "each other",
    ),
    "lower": Taking(
        _is_lower,
        "no higher card of its suit than {} is on top of another tableau pile",
        "if a higher card of its suit is on top of another pile; the ace is the highest",
    ),
}
"""The rules for the cards of the tableau that go to the waste, by their names."""


class Option(NamedTuple):
    """The value of an option of the game, in the place of a value in a declaration."""

    name: str
    means: Mapping[Any, Any] | None = None
    """What each value of the option means here; None if it is the value itself."""

    def value(self, options: Any) -> Any:
        """Return the value under OPTIONS."""
        found = getattr(options, self.name)
        return found if self.means is None else self.means[found]


Size: TypeAlias = int | Option
Name: TypeAlias = str | Option


class Kind:
    """A kind of piles of a game; each subclass is one."""

    field: ClassVar[str]
    """The field of the position that holds the piles, or the only one."""
    letter: ClassVar[str]
    """The letter for it in short forms; '' for the stock, which is only turned."""
    code: ClassVar[str]
    """The three letters for it in the names of moves."""
    noun: ClassVar[str]
    """The word for it on the board."""
    numbered: ClassVar[bool] = True
    """Are there several such piles, with numbers from 1?"""
    argument: ClassVar[str] = ""
    """The name of an argument that is the number of such a pile."""
    what: ClassVar[str] = ""
    """The words for such a pile in messages about this argument."""
    place: ClassVar[Any]
    """The place of the only pile, or a function from a pile's number to its place."""

    @property
    def first(self) -> bool:
        """Are its cards taken out of the deck before any other is dealt?"""
        return False

    def resolved(self: AnyKind, options: Any) -> AnyKind:
        """Return the kind with the values that OPTIONS give."""
        found = object.__new__(type(self))
        for name, value in vars(self).items():
            value = value.value(options) if isinstance(value, Option) else value
            setattr(found, name, value)
        return found

    def deal(self, deck: Pile, changes: dict[str, Any]) -> Pile:
        """Deal the piles from the end of DECK into CHANGES, fields of a position; return the rest.

        By default nothing is dealt.
        """
        return deck


class Tableau(Kind):
    """The piles that are built down, by the rule BUILD (a name in BUILDS, or 'none')."""

    field, letter, code, noun, argument = "tableau", "t", "tab", "tableau", "T"
    what = "tableau pile"
    place = staticmethod(tableau)

    def __init__(
        self,
        sizes: Iterable[int],
        *,
        down: Iterable[int] = (),
        build: Name = "colors",
        run: Name = "",
        together: Name = "top",
        fill: Name = "any",
    ) -> None:
        """Deal piles of SIZES, row by row, with as many cards face DOWN in each.

        RUN is the rule for cards that move as a run, if it is another one than BUILD. TOGETHER and
        FILL are names in the tables so called.
        """
        self.sizes = tuple(sizes)
        self.down = tuple(down)
        self.build = one_of(build, "build", BUILDS)
        self.run = one_of(run, "run", BUILDS) if run else build
        self.together = one_of(together, "together", TOGETHER)
        self.fill = one_of(fill, "fill", FILLS)

    @property
    def count(self) -> int:
        """The number of piles."""
        return len(self.sizes)

    def deal(self, deck: Pile, changes: dict[str, Any]) -> Pile:
        """Deal the piles row by row, from left to right."""
        changes["tableau"], rest = dealt_in_rows(deck, self.sizes)
        if any(self.down):
            changes["down"] = self.down
        return rest


class Foundations(Kind):
    """The piles that are built up in suit, as many as COUNT."""

    field, letter, code, noun, argument = "foundations", "f", "fnd", "foundation", "F"
    what = "foundation"
    place = staticmethod(foundation)

    def __init__(
        self, count: int = 4, *, start: Name = "empty", back: Name = "none", runs: bool = False
    ) -> None:
        """START is a name in STARTS, BACK one in RETURNS.

        With RUNS, a run from king to ace goes up as soon as it is complete, and no other card does.
        """
        self.count = count
        self.start = one_of(start, "start", STARTS)
        self.back = one_of(back, "back", RETURNS)
        self.runs = runs

    @property
    def first(self) -> bool:
        """Are its cards taken out of the deck before any other is dealt?"""
        return STARTS[str(self.start)] is not None

    def deal(self, deck: Pile, changes: dict[str, Any]) -> Pile:
        """Deal the cards that the foundations start with."""
        cards: Pile = ()
        rank = STARTS[str(self.start)]
        if rank is not None:
            cards = tuple(sorted((card for card in deck if card.rank is rank), key=str))
            changes["base"] = rank
            deck = tuple(card for card in deck if card.rank is not rank)
        elif self.start == "card":
            deck, cards = deck[:-1], deck[-1:]
            changes["base"] = cards[0].rank
        changes["foundations"] = tuple(cards[i : i + 1] for i in range(self.count))
        return deck


class Cells(Kind):
    """The places for one card each, as many as COUNT; DEALT of them get a card."""

    field, letter, code, noun, argument = "cells", "e", "cel", "cell", "E"
    what = "cell"
    place = staticmethod(cell)

    def __init__(self, count: Size, *, dealt: int = 0) -> None:
        """Take the numbers."""
        self.count: Any = count
        self.dealt = dealt

    def deal(self, deck: Pile, changes: dict[str, Any]) -> Pile:
        """Deal a card to each of the first cells."""
        cards = deck[: -self.dealt - 1 : -1]
        changes["cells"] = tuple(cards[i : i + 1] for i in range(self.count))
        return deck[: len(deck) - self.dealt]


class Reserve(Kind):
    """The pile of DEALT cards, of which only the top one is played."""

    field, letter, code, noun = "reserve", "r", "res", "reserve"
    numbered = False
    place = RESERVE

    def __init__(self, dealt: int, *, seen: bool | Option = True) -> None:
        """SEEN tells whether all its cards are seen, or only the top one."""
        self.dealt = dealt
        self.seen = seen

    def deal(self, deck: Pile, changes: dict[str, Any]) -> Pile:
        """Deal the cards in one block."""
        if self.dealt:
            changes["reserve"] = deck[-self.dealt :]
        return deck[: len(deck) - self.dealt]


class Stock(Kind):
    """The cards that are left, to be turned to the waste, or dealt in rows to the tableau."""

    field, letter, code, noun = "stock", "", "stk", "stock"
    numbered = False

    def __init__(
        self,
        to: str = "waste",
        *,
        draw: Size = 1,
        redeals: int | None | Option = 0,
        full: bool = False,
    ) -> None:
        """Turn DRAW cards at a time; REDEALS is how often the waste becomes the stock again.

        None means without limit. With FULL, no row is dealt while a tableau pile is empty.
        """
        self.to = one_of(to, "to", ("waste", "tableau"))
        self.draw: Any = draw
        self.redeals: Any = redeals
        self.full = full

    def deal(self, deck: Pile, changes: dict[str, Any]) -> Pile:
        """Take all cards that are left."""
        changes["stock"] = deck
        return ()


class Waste(Kind):
    """The pile that the stock is turned to; DEALT cards lie there from the deal."""

    field, letter, code, noun = "waste", "w", "wst", "waste"
    numbered = False
    place = WASTE

    def __init__(self, *, takes: Name = "none", dealt: int = 0, leaves: int = 0) -> None:
        """TAKES is a name in that table, for cards of the tableau that go there, and stay.

        A game without foundations is won when only as many cards as LEAVES are left to go there.
        """
        self.takes = one_of(takes, "takes", TAKES)
        self.dealt = dealt
        self.leaves = leaves

    @property
    def gives(self) -> bool:
        """Is the top card played from it?"""
        return self.takes == "none"

    def deal(self, deck: Pile, changes: dict[str, Any]) -> Pile:
        """Deal the first cards."""
        changes["waste"] = deck[: -self.dealt - 1 : -1]
        return deck[: len(deck) - self.dealt]


def one_of(value: Name, what: str, table: Iterable[str]) -> Name:
    """Return VALUE, a name in TABLE or an Option; raises ValueError."""
    if isinstance(value, str) and value not in table:
        raise ValueError(f"{what} is one of: {', '.join(table)}; not {value!r}")
    return value


class Layout:
    """The kinds of piles of a game under its options: what everything but a declaration reads."""

    def __init__(
        self, piles: Iterable[Kind], options: Any, packs: Size = 1, suits: Size = 4
    ) -> None:
        """Resolve PILES, and the numbers of PACKS and of SUITS in them, by OPTIONS."""
        self.kinds = tuple(kind.resolved(options) for kind in piles)
        """The kinds that the game has, in dealing order."""
        self.tableau = self._one(Tableau) or Tableau(())
        self.foundations = self._one(Foundations) or Foundations(0)
        """The foundations; their count is 0 if the game has none."""
        self.cells = self._one(Cells) or Cells(0)
        """The cells; their count is 0 if the game has none."""
        self.reserve = self._one(Reserve) or Reserve(0)
        """The reserve; no card is dealt to it if the game has none."""
        self.stock = self._one(Stock)
        self.waste = self._one(Waste)
        self.turns = self.stock is not None and self.stock.to == "waste"
        """Is the stock turned to a waste, not dealt in rows?"""
        self.packs: int = packs.value(options) if isinstance(packs, Option) else packs
        self.suits: int = suits.value(options) if isinstance(suits, Option) else suits
        self.deck = DECK[-13 * self.suits :] * (self.packs * 4 // self.suits)
        """A fresh deck; in one of fewer suits each card is there several times."""
        self.builds = build_by(str(self.tableau.build))
        """The rule by which the tableau is built."""
        self.runs = build_by(str(self.tableau.run))
        """The rule for cards of the tableau that move as a run."""
        self.claims = self.foundations.start != "empty"
        """Do cards of the base rank go to foundations only?"""
        self.taking = TAKES[str(self.waste.takes)] if self.waste else None
        """The rule for cards of the tableau that go to the waste, if any do."""
        self.stocked = len(self.deck) - self._dealt()
        """The number of cards in the stock after the deal."""
        self.wanted = len(self.deck)
        """The number of cards to bring up, or to play off: all, but for those that may stay."""
        if not self.foundations.count and self.waste:
            stays = self.waste.dealt + self.waste.leaves
            self.wanted -= stays + (self.stocked if self.turns else 0)

    @property
    def mixed(self) -> bool:
        """Do cards move together that may be in any order?"""
        together = self.tableau.together
        return together == "open" or together == "whole" and max(self.tableau.sizes) > 1

    def _one(self, kind: type[AnyKind]) -> AnyKind | None:
        return next((one for one in self.kinds if isinstance(one, kind)), None)

    def _dealt(self) -> int:
        """Return the number of cards that are dealt to all piles but the stock."""
        start = self.foundations.start
        started = sum(card.rank is STARTS[str(start)] for card in self.deck) + (start == "card")
        waste = self.waste.dealt if self.waste else 0
        return sum(self.tableau.sizes) + self.cells.dealt + self.reserve.dealt + waste + started


def build_option() -> Any:
    """Declare the option for building in colors or in suit."""
    about = "Build the tableau in alternating colors, or in one suit."
    return option("colors", Word("HOW", "colors", "suit"), about)


def draw_option() -> Any:
    """Declare the option for the number of cards turned from the stock at a time."""
    return option(3, Number("N", 1, 3), "Cards turned from the stock at a time.")


def redeals_option() -> Any:
    """Declare the option for the number of redeals; None means unlimited."""
    return option(None, Limit("N", 0, 99), "How often the waste may become the stock again.")


Carry = Callable[..., Any]

BY_NUMBER: Final = ("built", "open", "run", "room")
"""The names in TOGETHER that let several cards move, but not always all."""


def add_moves(game: Any, layout: Layout) -> tuple[tuple[Command, ...], frozenset[str]]:
    """Add to the class GAME the moves that follow from its LAYOUT.

    A method of the class that has the name of a move makes it. Return the moves to foundations, in
    the order in which `safe_move` tries them, and the names of those that play from the waste.
    """
    founding, from_waste = list[Command](), list[str]()
    for command, carry in moves_of(layout):
        own = vars(game).get(command.method)
        if own is not None:
            delattr(game, command.method)  # to be set again, in the order of the moves
            carry, command.doc = own, (own.__doc__ or command.doc).strip()
        setattr(carry, "command", command)
        setattr(game, command.method, carry)
        assert command.route is not None
        from_waste += [command.name] * (command.route.source == "waste")
        founding += [command] * (command.route.target == "foundations")
    founding.sort(key=lambda command: command.name in from_waste)
    return tuple(founding), frozenset(from_waste)


def moves_of(layout: Layout) -> Iterator[tuple[Command, Carry]]:
    """Yield each move of a game with this LAYOUT, and the method that makes it."""
    stock = layout.stock
    if stock is not None:
        route = Route("stock", str(stock.to))
        turn = Command("card", "card", ("c",), (), _of_stock(layout), route)
        yield turn, lambda game: game.turned()
    for source, target in _pairs(layout):
        name = source.code + target.code
        route = Route(source.field, target.field)
        shorts = (source.letter + target.letter,)
        arguments = tuple(_arguments(layout, source, target))
        text = _text(layout, source, target)
        yield Command(name, name, shorts, arguments, text, route), _carrying(layout, source, target)


def letters_of(layout: Layout) -> Letters:
    """Return the letters for the places of a game; a bare number is one of the first kind."""
    kinds = {kind.field: kind for pair in _pairs(layout) for kind in pair}
    fields = ("tableau", "foundations", "cells", "reserve", "waste")
    return {kinds[field].letter: kinds[field].place for field in fields if field in kinds}


def _pairs(layout: Layout) -> Iterator[tuple[Kind, Kind]]:
    """Yield the kinds between which cards move, as source and target."""
    kinds = {kind.field: kind for kind in layout.kinds}
    for target in filter(None, map(kinds.get, ("foundations", "waste", "tableau", "cells"))):
        for source in filter(None, map(kinds.get, _sources(layout, target.field))):
            yield source, target


def _sources(layout: Layout, target: str) -> list[str]:
    """Return the fields of the piles that give cards to those of the field TARGET."""
    giving = ["reserve", "cells", *(["waste"] if layout.waste and layout.waste.gives else [])]
    if target == "foundations":
        return [] if layout.foundations.runs else [*giving, "tableau"]
    if target == "waste":
        return ["tableau"] if layout.taking else []
    if target == "cells":
        return [field for field in (*giving, "tableau") if field != "cells"]
    if layout.tableau.build == layout.tableau.fill == "none":
        return []
    return [*giving, "tableau", *(["foundations"] if layout.foundations.back != "none" else [])]


def _carrying(layout: Layout, source: Kind, target: Kind) -> Carry:
    """Return a new method for the moves from SOURCE to TARGET."""
    place, method = source.place, f"to_{target.noun}"
    if source.field == target.field:
        if layout.tableau.together == "whole":
            return lambda game, t1, t2: game.whole_to_tableau(t1, t2)
        return lambda game, t1, t2, n=None: game.part_to_tableau(t1, t2, n)
    if source.numbered:
        return lambda game, number, *to: getattr(game, method)(place(number), *to)
    return lambda game, *to: getattr(game, method)(place, *to)


def _arguments(layout: Layout, source: Kind, target: Kind) -> list[Number]:
    """Return the arguments of the move from SOURCE to TARGET."""
    if source.field == target.field:
        piles = layout.tableau.count
        found = [Number(name, 1, piles, what="tableau pile") for name in ("T1", "T2")]
        if layout.tableau.together in BY_NUMBER:
            most = len(layout.deck) if layout.tableau.together == "open" else 13
            found.append(Number("N", 1, most, optional=True))
        return found
    counts = {kind.field: getattr(kind, "count", 0) for kind in layout.kinds}
    free = target if target.field == "cells" else None
    kinds = [source] if source.numbered else []
    kinds += [target] if target.field in ("tableau", "cells") else []
    return [
        Number(kind.argument, 1, counts[kind.field], what=kind.what, optional=kind is free)
        for kind in kinds
    ]


def _text(layout: Layout, source: Kind, target: Kind) -> str:
    """Return the help of the move from SOURCE to TARGET."""
    if source.field == target.field:
        return _WITHIN[str(layout.tableau.together)]
    if source.field == "foundations":
        return "Move the top of foundation F back to tableau pile T."
    taken = {"cells": "the card of cell E", "tableau": "the top card of tableau pile T"}
    to = {"foundations": "a foundation", "cells": "a free cell", "tableau": "tableau pile T"}
    what = taken.get(source.field, f"the top card of the {source.noun}")
    which = "\n\nWithout E, it is the first that is free." if target.field == "cells" else ""
    return f"Move {what} to {to.get(target.field, f'the {target.noun}')}.{which}"


_WITHIN: Final = {
    "whole": "Move the whole tableau pile T1 onto tableau pile T2.",
    "top": "Move the top card of tableau pile T1 to pile T2.",
    "built": "Move cards of tableau pile T1 that fit onto pile T2.\n\n"
    "N, the number of cards, may be left out, as never more than one number fits.",
    "open": "Move cards of tableau pile T1 that fit onto pile T2.\n\n"
    "N, the number of cards, may be left out where only one number fits.",
}
_WITHIN["run"] = _WITHIN["room"] = (
    "Move cards of tableau pile T1 that fit onto pile T2.\n\n"
    "N, the number of cards, may be left out: on an empty pile it is the greatest that can move."
)
"""The help of the move from one tableau pile to another, for each name in TOGETHER."""


def _of_stock(layout: Layout) -> str:
    """Return the help of the move that turns the stock."""
    stock = layout.stock
    assert stock is not None
    if stock.to == "tableau":
        return "Deal a row: a card of the stock to each tableau pile."
    if stock.redeals != 0:
        return "Turn cards to the waste, or the waste to a new stock."
    return f"Turn {'a card' if stock.draw == 1 else 'cards'} of the stock to the waste."
