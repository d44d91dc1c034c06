"""A kind of pile, and what it sees: a position, the layout, and a state of a search.

A game declares its kinds in the order in which they are dealt. Each value in a declaration is a
number or a name in a table, so moves, boards, rules in words and searches all read the same
declaration. A value may be an `Option`, which the options of a game replace. A kind has its own
rules and words: how it is dealt, which cards may leave it or come to it, and which changes are
automatic.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from cardgames.model.cards import Card, Pile, Place, Rank, replaced
from cardgames.model.commands import Command, Number, Route
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Game
from cardgames.patience.kinds.tables import Build, PairRule, Talon

RESERVE: Final = Place("reserve", 0, "the reserve")
WASTE: Final = Place("waste", 0, "the waste")
MOST: Final = 60  # the greatest number of piles of a kind
# The places by their numbers, from 1 up.
TABLEAU: Final = [Place("tableau", t, f"tableau pile {t}") for t in range(MOST + 1)]
FOUNDATIONS: Final = [Place("foundations", f, f"foundation {f}") for f in range(MOST + 1)]
CELLS: Final = [Place("cells", e, f"cell {e}") for e in range(MOST + 1)]
RESERVES: Final = [Place("reserves", r, f"reserve {r}") for r in range(MOST + 1)]
UNLIMITED: Final = 1 << 10  # more cards than any game has
# To a search, a card is one number: 4 times its height plus the number of its suit, and DOWN more
# while it lies face down. Copies of a card have one number. A pile is a string of bytes.
DOWN: Final = 64
ONE: Final = tuple(bytes([number]) for number in range(256))  # for each number: a pile of that card


class Option(NamedTuple):
    """A placeholder in a declaration for a value that an option of the game decides."""

    name: str
    # what each value of the option means here; if this is None, each value means itself
    means: Mapping[object, Any] | None = None


Value = TypeVar("Value")
P = TypeVar("P", bound="PilePosition")
Size: TypeAlias = int | Option
Name: TypeAlias = str | Option
# the numbers that follow the name of a move
Numbers: TypeAlias = tuple[int, ...]
Calls: TypeAlias = Iterable[Numbers]
# the value of a field of the position: one pile, or several
Piles: TypeAlias = Pile | tuple[Pile, ...]
# of a state of a search: how many cards are in the reserve, in a stock that is dealt in rows, and
# in the waste, and the number of redeals
Counts: TypeAlias = tuple[int, int, int, int]
# a state without the foundations: the counts, the cells, the talon, and the piles
Rest: TypeAlias = tuple[Counts, bytes, bytes, list[bytes]]
# the places that may take a card; two with the same key take the same cards
Takers: TypeAlias = list[tuple[Numbers, Hashable]]
# of places with the same key: the cards that were asked about, and those that go there
Answers: TypeAlias = tuple[set[Card], set[Card]]


@dataclass(frozen=True, slots=True)
class PilePosition(Game):
    """The piles of a patience, as its kinds see them; `Patience` makes the moves."""

    options: Any
    tableau: tuple[Pile, ...] = ()
    # the number of face-down cards in each tableau pile; () if the game has none
    down: tuple[int, ...] = ()
    stock: Pile = ()
    waste: Pile = ()
    foundations: tuple[Pile, ...] = ((), (), (), ())
    redeals: int = 0  # how often the waste became the stock, or cards were dealt again
    base: Rank = Rank.ACE  # the rank that starts the foundations
    reserve: Pile = ()
    cells: tuple[Pile, ...] = ()
    reserves: tuple[Pile, ...] = ()

    giving: ClassVar[tuple[str, ...]] = ()  # the fields from which moves take cards

    @property
    def layout(self) -> "LayoutFacts":
        raise NotImplementedError

    def height(self, card: Card) -> int:
        return card.rank.above(self.base)

    def pile(self, place: Place) -> Pile:
        """Return the cards of a place; raises IllegalMove if there is no such place."""
        raise NotImplementedError

    def filled(self, place: Place) -> Pile:
        """Return the cards of a place; raises IllegalMove if it is empty."""
        raise NotImplementedError

    def face_down(self, t: int) -> int:
        """Return how many cards of a tableau pile lie face down."""
        return self.down[t - 1] if self.down else 0

    def tableau_seen(self) -> tuple[Pile, ...]:
        raise NotImplementedError

    def put(self: P, source: Place, field: str, *to: int) -> P:
        """Move the top card of `source` to a place of `field` that takes it; raises IllegalMove."""
        raise NotImplementedError

    def moved(self: P, source: Place, target: Place, count: int = 1) -> P:
        """Move cards from place to place, and make the automatic changes that follow."""
        raise NotImplementedError

    def turned_up(self: P, t: int) -> P:
        """Turn up the top card of a tableau pile."""
        return self.changed(down=replaced(self.down, t, self.down[t - 1] - 1))

    def changed(self: P, **changes: Any) -> P:
        """Return the position with other values in some fields."""
        raise NotImplementedError


Carrier: TypeAlias = Callable[..., PilePosition]  # a method that makes a move
Declared: TypeAlias = tuple[Command, Carrier]


class Expanded(Protocol):
    """What a kind sees of a state that a search expands; see `Expansion` in building.py."""

    counts: Counts
    cells: bytes
    talon: bytes
    piles: list[bytes]  # those of the tableau, and then the reserves
    spaces: list[int]  # the empty piles of the tableau
    keeps: frozenset[int]  # the cards that may go to cells
    takes: int  # the set of the cards that may have another place to go
    # the cards of the reserve and of the stock in the first position
    reserve: bytes
    stock: bytes
    labels: dict[int, str]  # for each card: its label, by which a redeal draws the order


def with_list(carry: Carrier) -> Carrier:
    """Mark a move: the kinds of piles can list its legal arguments."""
    setattr(carry, "listed", True)
    return carry


def value_by(options: object, value: Value | Option) -> Value:
    """Return the value that `options` has for an Option; return any other value as it is."""
    if not isinstance(value, Option):
        return value
    found: Value = getattr(options, value.name)
    if value.means is not None:
        found = value.means[found]
    return found


# the methods of a kind that refuse moves
RULES: Final = ("place_for", "check", "check_leaving", "shift", "loose", "turn", "with_row")


class Kind:
    """The base class of the kinds of piles that a game can have."""

    field: ClassVar[str]  # the field of the position that holds these piles
    # the kind's letter in short forms, such as t in 't1'; the capital stands for a pile's number
    letter: ClassVar[str] = ""
    code: ClassVar[str]  # three letters for the kind, as in the move 'tabtab'
    noun: ClassVar[str]  # the word for the kind on the board
    label: ClassVar[str] = ""  # the word for all such piles, where they stand above the tableau
    # the words for a pile in messages about its number; '' if the game has only one such pile
    what: ClassVar[str] = ""
    # the place of the only pile, or a function from a pile's number to its place
    place: ClassVar[Any]
    top: ClassVar[str]  # the card that a move takes, in the words of a command's help
    onto: ClassVar[str] = ""  # where a move to a pile brings a card, in those words
    more: ClassVar[str] = ""  # added to the command's help
    clears: ClassVar[bool] = False  # is the game won once these piles are empty?
    # The shape on the board: () for columns; for rows, the left edges of the cards in each row, in
    # halves of a card. In rows, it matters which pile lies where.
    rows: tuple[tuple[int, ...], ...] = ()
    blank: ClassVar[bool] = False  # is an empty place in such rows left blank?
    # a sentence of the rules about the waste's top card, said by a tableau
    waste_words: ClassVar[str] = "The top card of the waste may go wherever it fits."
    # the words for dealing a row to these piles: in help, in messages, and in the rules
    row_help: ClassVar[str] = ""
    row_told: str = ""
    row_words: ClassVar[str] = ""
    goes: ClassVar[str] = ""  # how cards come here, as in '6D to its foundation'
    count: Any  # the number of such piles, if they are numbered
    dealt: int = 0  # the number of cards that the deal puts there, if it is a fixed number
    layout: "LayoutFacts"  # of the game that has these piles

    def resolved(self, layout: "LayoutFacts", options: object) -> "Kind":
        """Return this kind with its options filled in, as a part of the layout."""
        found = object.__new__(type(self))
        vars(found).update({name: value_by(options, value) for name, value in vars(self).items()})
        found.layout = layout
        return found

    def started(self, deck: Pile) -> tuple[Piles, Pile]:
        """Return the piles that are put here before the deal, and the rest of the deck."""
        return (), deck

    def deal(self, deck: Pile) -> Piles:
        """Return the piles dealt from the end of the deck."""
        raise NotImplementedError

    def check_layout(self) -> None:
        """Raise DeclarationError if the kind does not fit the other kinds of the game."""

    # The moves.

    def sources(self) -> tuple[str, ...]:
        """Return the fields of the kinds whose cards may come here, in the order of the moves."""
        return ()

    def gives(self, target: "Kind") -> bool:
        """May a card go from here to a pile of the kind `target`?"""
        return True

    def numbers(self) -> tuple[Number, ...]:
        """Return the arguments that say to which pile of this kind a card goes."""
        return ()

    def moves(self) -> Iterator[Declared]:
        """Yield the moves that bring cards here, from each kind that gives them."""
        for field in self.sources():
            if field in self.layout.kinds and self.layout.kinds[field].gives(self):
                yield self.move_from(self.layout.kinds[field])

    def move_from(self, source: "Kind") -> Declared:
        field, place, arguments = self.field, source.place, self.numbers()
        help = f"Move {source.top} to {self.onto}."
        first = Number(source.letter.upper(), 1, getattr(source, "count", 1), what=source.what)
        arguments = (first, *arguments) if source.what else arguments
        one: Carrier = lambda game, *to: game.put(place, field, *to)
        each: Carrier = lambda game, n, *to: game.put(place(n), field, *to)
        return self.declared(source, arguments, help), with_list(each if source.what else one)

    def declared(self, source: "Kind", arguments: tuple[Number, ...], help: str) -> Command:
        name, short = source.code + self.code, source.letter + self.letter
        route = Route(source.field, self.field)
        return Command(name, name, (short,), arguments, help + self.more, route)

    def place_for(self, game: PilePosition, card: Card, source: Place, *to: int) -> Place:
        """Return the place here that takes `card` from `source`; `to` may have the place's number.

        Raises IllegalMove if no place takes the card.
        """
        raise NotImplementedError

    def check_leaving(self, game: PilePosition, source: Place, field: str, *to: int) -> None:
        """Raise IllegalMove if the top card of `source` may not go to the pile `to` of `field`."""

    def check_row(self, game: PilePosition) -> None:
        """Raise IllegalMove unless the stock can deal a row to these piles."""
        if not game.stock:
            raise IllegalMove("the stock is empty")

    def with_row(self, game: P) -> P:
        """Deal a row to these piles, or as much of it as the stock has; see `check_row`."""
        stock, piles = game.stock, getattr(game, self.field)
        row = stock[: -len(piles) - 1 : -1]
        dealt = tuple([pile + row[n : n + 1] for n, pile in enumerate(piles)])
        after = game.changed(stock=stock[: len(stock) - len(row)], **{self.field: dealt})
        for number in range(1, len(row) + 1):
            after = self.came(after, self.place(number))
        return after

    def turn(self, game: P) -> P:
        """Turn or deal cards of the stock."""
        raise NotImplementedError

    def left(self, game: P, place: Place) -> P:
        """Make the automatic changes after cards have left a place."""
        return game

    def came(self, game: P, place: Place) -> P:
        """Make the automatic changes after cards have come to a place, or left it."""
        return game

    # The position.

    def space(self) -> str:
        """Return the state space of games with such piles, as 'module.Class'; '' for none."""
        return ""

    def finished(self, dealt: dict[str, Any]) -> None:
        """Change the fields of the first position once all cards are dealt."""

    def notes(self, game: PilePosition) -> Iterator[str]:
        """Yield the lines of the panel about these piles."""
        yield from ()

    def told(self, game: PilePosition, after: PilePosition) -> tuple[str, Card] | None:
        """Return words for a move within these piles, and its card; None for the usual words."""
        return None

    # Lists of moves. A class that overrides one of RULES must override `takers` and `calls`, too.
    # Otherwise these two are not called, and all moves are tried.

    def takers(self, game: PilePosition) -> Takers:
        """Return the places that may take a card, each as numbers for `place_for`.

        Places with equal keys take the same cards, for a given base rank.
        """
        raise NotImplementedError

    def calls(self, giving: "Giving") -> Calls | None:
        """Return the arguments of all legal moves within these piles; None if all must be tried."""
        raise NotImplementedError

    def leading(self, game: PilePosition) -> list[tuple[int, Pile]]:
        """Return, for each tableau pile, the cards that could be the lowest of the cards moved."""
        return []

    def says(self, method: str) -> bool:
        """Does the method with this name, such as `takers`, fit the rules of this class?

        A class that overrides one of RULES must override the method, too.
        """
        own = next(c for c in type(self).__mro__ if {method, *RULES} & vars(c).keys())
        return own is not Kind and method in vars(own)

    def backs(self, game: PilePosition) -> Piles | None:
        """Return these piles with BACK for each card not seen yet; None if all are seen."""
        return None

    def locked(self, game: PilePosition) -> int:
        """Return the number of cards that cannot be played before others have left."""
        return 0

    def possible(self, game: PilePosition) -> dict[str, bool]:
        """Return, for each field that this kind checks, if its value is possible."""
        return {}

    # What a search asks. A card is a number there, and a pile a string of bytes; see DOWN.
    # Tableau and Foundations say more. A kind that a search may judge sets `searched = True`. This
    # is not inherited: a derived kind that refuses more moves must refuse them in a search, too.

    searched: ClassVar[bool] = False

    def room(self, held: int, rows: int) -> int:
        """Return how many more cards cells of this kind take if `held` cards are there now.

        `rows` cards are left in a stock that is dealt in rows.
        """
        return 0

    def keeps(self, height: int) -> bool:
        """Does a cell take a card of this height, as long as there is room?"""
        return True

    def offers(self, at: Expanded) -> Iterable[tuple[int, Rest]]:
        """Yield the cards here that can be played in a state, each with the rest of the state."""
        return ()

    def deals(self, at: Expanded) -> Iterable[Rest]:
        """Yield the state after cards are dealt, without its foundations."""
        return ()

    # The rules in words.

    def aim_words(self) -> Iterator[str]:
        yield from ()

    def deal_words(self) -> Iterator[str]:
        yield from ()

    def play_words(self) -> Iterator[str]:
        yield from ()


class LayoutFacts:
    """The facts about a layout that its kinds need; `Layout` in piles.py sets them."""

    kinds: dict[str, Kind]  # by field
    tableau: Kind
    foundations: Kind
    cells: Kind
    packs: int
    suits: int  # how many suits are in the deck
    copies: int  # the number of copies of each card
    deck: Pile
    stocked: int  # the number of cards in the stock after the deal
    wanted: int  # the number of cards to bring to foundations, or to play off
    clears: bool  # is the game won once the tableau is empty, not by foundations?
    starter: Rank | None  # the rank whose cards lie on the foundations before the deal
    by_runs: bool  # do only whole runs go to foundations?
    claims: bool  # do cards of the base rank go to foundations only?
    unsorted: bool  # may cards that move together be in any order?
    dealt_to: str  # the field to which the stock deals; "" without a stock
    turns: bool  # is the stock turned to a waste?
    talon: Talon
    builds: Build
    runs: Build
    taking: tuple[frozenset[int], ...]  # a value of `tables.TAKES`
    pair: PairRule
    guarding: dict[str, Kind]  # the kinds that may refuse to let a card leave
    # the fields of the kinds whose `takers` may be called, and of the kinds whose `calls` (legal
    # moves within them) may be called; see `Kind.says`
    saying: set[str]
    calling: set[str]
    answers: defaultdict[tuple[str, int], dict[Hashable, Answers]]  # by field, base rank and key


# Legal moves are listed by matching the cards that piles give with the cards that places take. To
# learn whether a place takes a card, the kind is asked once: does it refuse the move? The answer
# is true for every place that has the same key in the kind's `takers`.
NOWHERE: Final = Place("", 0, "nowhere")
MANY: Final = 500  # the most places of a kind whose answers are remembered


class Giving:
    """Lists the legal moves of a position, from the cards that its piles give and take."""

    def __init__(self, game: PilePosition) -> None:
        self.game, self.layout = game, game.layout
        self._coming: frozenset[Card] | None = None
        self._leading: list[tuple[int, Pile]] | None = None
        self._given: dict[str, list[tuple[Numbers, Card]]] = {}
        self._taking: dict[str, list[tuple[Numbers, set[Card]]]] = {}

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

        The field is in `Layout.saying`. Only cards that may come to the field are tried.
        """
        if (taking := self._taking.get(field)) is not None:
            return taking
        if (cards := self._coming) is None:
            tops = map(self.given, self.game.giving)
            cards = self._coming = frozenset([card for given in tops for _, card in given])
        if field == "tableau":
            cards = cards.union(*[several for _, several in self.leading()])
        kind, known = self.layout.kinds[field], self.layout.answers[field, self.game.base]
        if len(known) > MANY:
            known.clear()
        taking = self._taking[field] = []
        for to, key in kind.takers(self.game):
            if (answers := known.get(key)) is None:
                answers = known[key] = set(), set()
            asked, taken = answers
            if not cards <= asked:
                for card in cards - asked:
                    with suppress(IllegalMove):
                        kind.place_for(self.game, card, NOWHERE, *to)
                        taken.add(card)
                asked |= cards
            if not taken.isdisjoint(cards):
                taking.append((to, taken))
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

    def calls(self, declared: Command) -> Calls | None:
        """Return the arguments with which a move is legal; None if all are to be tried."""
        source, target = declared.route
        if source in ("stock", target):  # a move of the kind's own
            return self.layout.kinds[source].calls(self) if source in self.layout.calling else None
        return self.puts(source, target)


def one_of(value: Name, what: str, table: Iterable[str]) -> str:
    """Return a name in the table, or an Option; raises ValueError if it is neither."""
    if isinstance(value, str) and value not in table:
        raise ValueError(f"{what} is one of: {', '.join(table)}; not {value!r}")
    return cast(str, value)  # an Option is replaced by a name before any rule is asked


def one_each(cards: Pile, count: int) -> tuple[Pile, ...]:
    """Return piles with one card each until the cards are used up, then empty piles."""
    return tuple([cards[number : number + 1] for number in range(count)])


def dealt_by(sizes: Iterable[object]) -> int:
    """Return the number of cards dealt; sizes that are no numbers are refused later."""
    return sum([size for size in sizes if isinstance(size, int)])


def in_rows(deck: Pile, sizes: Sequence[int]) -> tuple[Pile, ...]:
    """Return piles of these sizes, dealt row by row from the end of the deck."""
    cards = reversed(deck)
    piles: list[list[Card]] = [[] for _ in sizes]
    for row in range(max(sizes, default=0)):
        for pile, size in zip(piles, sizes):
            if row < size:
                pile.append(next(cards))
    return tuple(map(tuple, piles))
