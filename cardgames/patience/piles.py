"""The kinds of piles that a patience declares, and the tables of rules to choose from.

A game declares its kinds in the order in which they are dealt. Each value is data: a number, or a
name in one of the tables below, so that moves, boards, rules in words and searches all read the
same declaration. A value may be an `Option`; `Layout` replaces it by what the options say.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from cardgames.model.cards import CARDS, DECK, ByCard, Card, Pile, Place, Rank, Suit, cards_in
from cardgames.model.commands import Command, Letters, Number, Route, Word
from cardgames.model.errors import listed
from cardgames.model.game import Options, option

RESERVE: Final = Place("reserve", 0, "the reserve")
WASTE: Final = Place("waste", 0, "the waste")
# The places by their numbers, from 1 up; no game has more than ten piles of a kind.
TABLEAU: Final = [Place("tableau", t, f"tableau pile {t}") for t in range(11)]
FOUNDATIONS: Final = [Place("foundations", f, f"foundation {f}") for f in range(11)]
CELLS: Final = [Place("cells", e, f"cell {e}") for e in range(11)]


class Build(NamedTuple):
    """A rule for building the tableau down, such as in alternating colors."""

    suits: Mapping[Suit, frozenset[Suit]]  # for each suit: the suits on which its cards may lie
    # For each card: the cards that it may lie on. Ranks wrap: a king may lie on an ace.
    below: ByCard[frozenset[Card]]


class BuildingRule(NamedTuple):
    """A rule for building, as a table: what it allows, and its words in rules and refusals."""

    allows: Callable[[Suit, Suit], bool]  # may a card of the first suit lie on one of the second?
    how: str  # how the tableau is built
    # the card of a rank that goes with a given one: {an} is the rank with its article, {other} is
    # the other color, and {{}} is replaced by the card of the same suit
    partner: str = ""
    misfit: str = ""  # what is wrong with a card of that rank that does not go; {own} is its color


BUILDS: Final[Mapping[str, BuildingRule]] = {
    "colors": BuildingRule(
        lambda suit, onto: suit.red != onto.red,
        "in alternating colors",
        "a {other} {rank}",
        "is {own}",
    ),
    "any": BuildingRule(lambda suit, onto: True, "in any suits", "{an}"),
    "others": BuildingRule(
        lambda suit, onto: suit is not onto,
        "in any suit but the same",
        "{an} of another suit",
        "is of the same suit",
    ),
    "suit": BuildingRule(lambda suit, onto: suit is onto, "in suit", "{{}}", "is of another suit"),
    "none": BuildingRule(lambda suit, onto: False, "not at all"),
}


@cache
def build_by(name: str) -> Build:
    allows = BUILDS[name].allows
    suits = {suit: frozenset([onto for onto in Suit if allows(suit, onto)]) for suit in Suit}
    below = ByCard[frozenset[Card]]()
    for card in DECK:
        above = Rank(card.rank % 13 + 1)
        below[card] = frozenset([CARDS[above, onto] for onto in suits[card.suit]])
    return Build(suits, below)


# The words of refusals. Each function returns the arguments of an IllegalMove: the message, and the
# cards to be shown in it. They are cached, as a search is refused many moves.
Refusal: TypeAlias = tuple[Any, ...]


def partner(build: str, card: Card, rank: Rank) -> Refusal:
    """Name the card of RANK that lies on CARD, or under it, by the rule BUILD: 'a red 4'."""
    own, other = ("red", "black") if card.red else ("black", "red")
    words = {"own": own, "other": other, "rank": rank_word(rank), "an": with_article(rank)}
    told = BUILDS[build].partner.format(**words)
    return told, *([CARDS[rank, card.suit]] if "{" in told else [])


@cache
def misfit(build: str, fill: str, base: Rank, card: Card, onto: Card) -> Refusal:
    """Say why CARD cannot go on ONTO by the rule BUILD, if FILL says what fills an empty pile.

    A person sees a wrong rank first, so a suit or color is blamed only if the rank is right.
    """
    rule, above = BUILDS[build], Rank(card.rank % 13 + 1)
    if not rule.partner:
        return "{} cannot go on {}: nothing is built in the tableau", card, onto
    if above is base:
        return f"{{}} goes on no other card{', only to an empty pile' * (fill != 'none')}", card
    wanted, *named = partner(build, card, above)
    fault = ", not on {}"
    if onto.rank is above:
        fault = ", and {} " + rule.misfit.format(own="red" if onto.red else "black")
    return f"{{}} goes on {wanted}{fault}", card, *named, onto


@cache
def not_yet(packs: int, card: Card, top: Card) -> Refusal:
    """Say why CARD cannot go to the foundation of its suit, which has come to TOP."""
    before = CARDS[Rank((card.rank - 2) % 13 + 1), card.suit]
    if packs > 1:
        return "{} goes up after {}, and no foundation ends with it", card, before
    return "{} goes up after {}: its foundation ends with {}", card, before, top


@cache
def no_neighbor(apart: tuple[int, ...], card: Card, top: Card) -> Refusal:
    """Say why CARD cannot go on TOP in the waste, which takes ranks that many steps APART."""
    near = [with_article(rank) for rank in Rank if abs(rank - card.rank) in apart]
    return f"{{}} goes on {listed(near, 'or')}, not on {{}}", card, top


def rank_word(rank: Rank) -> str:
    return rank.label if rank.label.isdecimal() else rank.name.lower()


def with_article(rank: Rank) -> str:
    return f"{'an' if rank in (Rank.ACE, Rank.EIGHT) else 'a'} {rank_word(rank)}"


# The cards of a tableau pile that may move together.
# built: any face-up cards, which always form a run (Klondike); open: any face-up cards (Yukon);
# run: cards of the run at the pile's end (Spider); room: cards of that run, as many as free cells
# and empty piles have room for (FreeCell); top: one card; whole: the whole pile (Canfield).
TOGETHER: Final = ("built", "open", "run", "room", "top", "whole")
# What fills an empty tableau pile: any card, a king, nothing, or at once the reserve's top card.
# With 'reserve', any card fills the pile once the reserve is empty.
FILLS: Final = ("any", "king", "none", "reserve")
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


class Option(NamedTuple):
    """A placeholder in a declaration for a value that an option of the game decides."""

    name: str
    # what each value of the option means here; if this is None, each value means itself
    means: Mapping[Any, Any] | None = None


Size: TypeAlias = int | Option
Name: TypeAlias = str | Option


def value_by(options: Any, value: Any) -> Any:
    """Return VALUE or, if VALUE is an Option, the value that OPTIONS give for it."""
    if not isinstance(value, Option):
        return value
    found = getattr(options, value.name)
    return found if value.means is None else value.means[found]


class Kind:
    """The base class of the kinds of piles that a game can have."""

    field: ClassVar[str]
    # the kind's letter in short forms, such as t in 't1'; the capital stands for a pile's number
    letter: ClassVar[str] = ""
    code: ClassVar[str]  # three letters for the kind, as in the move 'tabtab'
    noun: ClassVar[str]  # the word for the kind on the board
    # the words for a pile in messages about its number; '' if the game has only one such pile
    what: ClassVar[str] = ""
    # the place of the only pile, or a function from a pile's number to its place
    place: ClassVar[Any]
    count: Any  # the number of such piles, if they are numbered

    def resolved(self, options: Any) -> "Kind":
        found = object.__new__(type(self))
        vars(found).update({name: value_by(options, value) for name, value in vars(self).items()})
        return found

    def deal(self, deck: Pile) -> Any:
        """Return the piles dealt from the end of DECK."""
        raise NotImplementedError


class Tableau(Kind):
    """The piles that are built down, by the rule BUILD."""

    field, letter, code, noun, what = "tableau", "t", "tab", "tableau", "tableau pile"
    place = TABLEAU.__getitem__

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
        """Deal piles of SIZES, row by row; DOWN gives the number of face-down cards in each pile.

        RUN is the rule for cards that move as a run (default: BUILD); both are names in BUILDS.
        TOGETHER is a name in the table TOGETHER, FILL a name in FILLS.
        """
        self.sizes = tuple(sizes)
        self.count = len(self.sizes)
        self.down = tuple(down)
        self.build = one_of(build, "build", BUILDS)
        self.run = one_of(run, "run", BUILDS) if run else build
        self.together = one_of(together, "together", TOGETHER)
        self.fill = one_of(fill, "fill", FILLS)

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        cards = reversed(deck)
        piles: list[list[Card]] = [[] for _ in self.sizes]
        for row in range(max(self.sizes)):
            for pile, size in zip(piles, self.sizes):
                if row < size:
                    pile.append(next(cards))
        return tuple(map(tuple, piles))


class Foundations(Kind):
    """The COUNT piles that are built up in suit."""

    field, letter, code, noun, what = "foundations", "f", "fnd", "foundation", "foundation"
    place = FOUNDATIONS.__getitem__

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


class Cells(Kind):
    """COUNT places for one card each, of which the deal fills DEALT."""

    field, letter, code, noun, what = "cells", "e", "cel", "cell", "cell"
    place = CELLS.__getitem__

    def __init__(self, count: Size, *, dealt: int = 0) -> None:
        self.count: Any = count
        self.dealt = dealt

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        return one_each(deck[: -self.dealt - 1 : -1], self.count)


class Reserve(Kind):
    """The pile of DEALT cards. Only the top card can be played; if SEEN, all cards are face up."""

    field, letter, code, noun = "reserve", "r", "res", "reserve"
    place = RESERVE

    def __init__(self, dealt: int, *, seen: bool | Option = True) -> None:
        self.dealt = dealt
        self.seen = seen

    def deal(self, deck: Pile) -> Pile:
        return deck[len(deck) - self.dealt :]


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


class Waste(Kind):
    """The pile that the stock is turned to; DEALT cards lie there after the deal."""

    field, letter, code, noun = "waste", "w", "wst", "waste"
    place = WASTE

    def __init__(self, *, takes: Name = "none", dealt: int = 0) -> None:
        """TAKES is a name in TAKES: the rule for cards that go from the tableau to the waste."""
        self.takes = one_of(takes, "takes", TAKES)
        self.dealt = dealt

    def deal(self, deck: Pile) -> Pile:
        return deck[: -self.dealt - 1 : -1]


def one_of(value: Name, what: str, table: Iterable[str]) -> Name:
    """Return VALUE; raises ValueError if VALUE is neither a name in TABLE nor an Option."""
    if isinstance(value, str) and value not in table:
        raise ValueError(f"{what} is one of: {', '.join(table)}; not {value!r}")
    return value


def one_each(cards: Pile, count: int) -> tuple[Pile, ...]:
    """Return COUNT piles: one card in each until CARDS are used up, then empty piles."""
    return tuple([cards[number : number + 1] for number in range(count)])


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
        # the number of cards to bring to foundations or, without foundations, to play off
        self.wanted = len(self.deck)
        if not self.foundations.count and self.waste:
            self.wanted -= self.waste.dealt + (self.stocked if self.turns else 0)
        # up to this height, every card is safe on its foundation
        self.safe_height = int(self.packs == 1 and not self.mixed)

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


# the names in TOGETHER with which a move may say how many cards it moves
BY_NUMBER: Final = ("built", "open", "run", "room")


# the arguments of a move, its help, and the method that makes it
Declared: TypeAlias = tuple[tuple[Number, ...], str, Callable[..., Any]]


def add_moves(game: Any, layout: Layout) -> tuple[Command, ...]:
    """Add to the class GAME the moves that its LAYOUT allows; return the moves to foundations."""
    moves = list(moves_of(layout))
    for command, carry in moves:
        own = vars(game).get(command.method)
        if own is not None:  # the class makes this move in its own way
            delattr(game, command.method)  # setattr puts it back below, in the order of the moves
            carry, command.doc = own, (own.__doc__ or command.doc).strip()
        setattr(carry, "command", command)
        setattr(game, command.method, carry)
    founding = [move for move, _ in moves if move.route.target == "foundations"]
    return tuple(sorted(founding, key=lambda move: move.route.source == "waste"))


def moves_of(layout: Layout) -> Iterator[tuple[Command, Callable[..., Any]]]:
    """Yield each move of a game with this LAYOUT, and the method that makes it."""
    stock = layout.stock
    if stock is not None:
        route = Route("stock", str(stock.to))
        help = "Deal a row: a card of the stock to each tableau pile."
        if stock.to == "waste":
            cards = "a card" if stock.draw == 1 else "cards"
            help = f"Turn {cards} of the stock to the waste."
            if stock.redeals != 0:
                help = "Turn cards to the waste, or the waste to a new stock."
        yield Command("card", "card", ("c",), (), help, route), lambda game: game.turned()
    for source, target in _pairs(layout):
        name, short = source.code + target.code, source.letter + target.letter
        route = Route(source.field, target.field)
        within = source.field == target.field
        arguments, help, carry = _within(layout) if within else _between(source, target)
        yield Command(name, name, (short,), arguments, help, route), carry


def letters_of(layout: Layout) -> Letters:
    """Return the letters for the places of a game; a bare number is a place of the first letter."""
    kinds = {kind.field: kind for pair in _pairs(layout) for kind in pair}
    fields = ("tableau", "foundations", "cells", "reserve", "waste")
    return {kinds[field].letter: kinds[field].place for field in fields if field in kinds}


def _pairs(layout: Layout) -> list[tuple[Kind, Kind]]:
    """Return, in the order of the moves, pairs of kinds: the first gives a card to the second."""
    kinds = layout.kinds
    giving = ["reserve", "cells", *(() if layout.taking else ("waste",))]
    returning = ["foundations"] if layout.foundations.back != "none" else []
    closed = layout.tableau.build == layout.tableau.fill == "none"
    sources = {
        "foundations": [] if layout.foundations.runs else [*giving, "tableau"],
        "waste": ["tableau"] if layout.taking else [],
        "tableau": [] if closed else [*giving, "tableau", *returning],
        "cells": [field for field in (*giving, "tableau") if field != "cells"],
    }
    return [
        (kinds[source], kinds[target])
        for target, fields in sources.items()
        for source in fields
        if source in kinds and target in kinds
    ]


def _within(layout: Layout) -> Declared:
    piles, together = layout.tableau.count, str(layout.tableau.together)
    arguments = [Number(name, 1, piles, what="tableau pile") for name in ("T1", "T2")]
    if together in BY_NUMBER:
        most = len(layout.deck) if together == "open" else 13
        arguments.append(Number("N", 1, most, optional=True))
    return tuple(arguments), _WITHIN[together], lambda game, *given: game.within_tableau(*given)


def _between(source: Kind, target: Kind) -> Declared:
    place, method, arguments = source.place, f"to_{target.noun}", list[Number]()
    if source.what:
        arguments.append(Number(source.letter.upper(), 1, source.count, what=source.what))
    if target.field in ("tableau", "cells"):
        name, free = target.letter.upper(), target.field == "cells"
        arguments.append(Number(name, 1, target.count, what=target.what, optional=free))
    taken = {"cells": "the card of cell E", "tableau": "the top card of tableau pile T"}
    to = {"foundations": "a foundation", "cells": "a free cell", "tableau": "tableau pile T"}
    what = taken.get(source.field, f"the top card of the {source.noun}")
    which = "\n\nWithout E, it is the first that is free." if target.field == "cells" else ""
    help = f"Move {what} to {to.get(target.field, f'the {target.noun}')}.{which}"
    if source.field == "foundations":
        help = "Move the top of foundation F back to tableau pile T."
    if source.what:
        return tuple(arguments), help, lambda game, n, *to: getattr(game, method)(place(n), *to)
    return tuple(arguments), help, lambda game, *to: getattr(game, method)(place, *to)


_SEVERAL: Final = """Move cards of tableau pile T1 that fit onto pile T2.

N, the number of cards, may be left out"""
_WITHIN: Final = {
    "whole": "Move the whole tableau pile T1 onto tableau pile T2.",
    "top": "Move the top card of tableau pile T1 to pile T2.",
    "built": f"{_SEVERAL}, as never more than one number fits.",
    "open": f"{_SEVERAL} where only one number fits.",
    "run": f"{_SEVERAL}: on an empty pile it is the greatest that can move.",
    "room": f"{_SEVERAL}: on an empty pile it is the greatest that can move.",
}
