"""A kind of pile, and the tables of rules that kinds share.

A game declares its kinds in the order in which they are dealt. Each value is data: a number, or a
name in a table, so that moves, boards, rules in words and searches read the same declaration. A
value may be an `Option`; the options of a game replace it. A kind owns its rules: how it is dealt,
which cards it gives and takes and when, what happens by itself, and its words.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeAlias, TypeVar

from cardgames.model.cards import CARDS, DECK, ByCard, Card, Pile, Place, Rank, Suit
from cardgames.model.commands import Command, Number, Route
from cardgames.model.errors import IllegalMove, listed

if TYPE_CHECKING:
    from cardgames.patience import building, game, piles

RESERVE: Final = Place("reserve", 0, "the reserve")
WASTE: Final = Place("waste", 0, "the waste")
MOST: Final = 60  # the greatest number of piles of a kind
# The places by their numbers, from 1 up.
TABLEAU: Final = [Place("tableau", t, f"tableau pile {t}") for t in range(MOST + 1)]
FOUNDATIONS: Final = [Place("foundations", f, f"foundation {f}") for f in range(MOST + 1)]
CELLS: Final = [Place("cells", e, f"cell {e}") for e in range(MOST + 1)]
RESERVES: Final = [Place("reserves", r, f"reserve {r}") for r in range(MOST + 1)]
RUN: Final = 13  # the number of cards in a run from king to ace
UNLIMITED: Final = 1 << 10  # more cards than any game has
# To a search, a card is one number: 4 times its height plus the number of its suit, and DOWN more
# while it lies face down. Copies of a card have one number. A pile is a string of bytes.
DOWN: Final = 64
ONE: Final = tuple(bytes([number]) for number in range(256))  # for each number, a pile of it alone


class Build:
    """A rule for building the tableau, such as down in alternating colors."""

    def __init__(self, name: str, ways: str = "down", around: bool = False) -> None:
        self.name, self.ways, self.around = name, ways, around
        allows = BUILDS[name].allows
        # for each suit: the suits on which its cards may lie
        self.suits = {suit: frozenset([on for on in Suit if allows(suit, on)]) for suit in Suit}

    @cache
    def below(self, base: Rank) -> ByCard[frozenset[Card]]:
        """Return, for each card, the cards that it may lie on."""
        found = ByCard[frozenset[Card]]()
        ranks = {rank: self.ranks(base, rank) for rank in Rank}
        for card in DECK:
            suits = self.suits[card.suit]
            found[card] = frozenset([CARDS[r, onto] for r in ranks[card.rank] for onto in suits])
        return found

    def ranks(self, base: Rank, rank: Rank, under: bool = True) -> list[Rank]:
        """Return the ranks that may lie under a card or, if not `under`, on it."""
        height, found = rank.above(base), list[Rank]()
        for step in WAYS[self.ways]:
            onto = height + (step if under else -step)
            if self.around or 0 <= onto < RUN:
                found.append(Rank((base + onto - 1) % RUN + 1))
        return sorted(found)


# the ways in which the tableau is built: by how much a card is lower than the one it lies on
# (any: cards lie in any order, on heaps from which they go only to foundations)
WAYS: Final[Mapping[str, tuple[int, ...]]] = {
    "down": (1,),
    "up": (-1,),
    "both": (1, -1),
    "any": tuple(range(1 - RUN, RUN)),
}


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
        "in different suits",
        "{an} of another suit",
        "is of the same suit",
    ),
    "color": BuildingRule(
        lambda suit, onto: suit.red == onto.red,
        "in one color",
        "a {own} {rank}",
        "is {own}",
    ),
    "suit": BuildingRule(lambda suit, onto: suit is onto, "in suit", "{{}}", "is of another suit"),
    "none": BuildingRule(lambda suit, onto: False, "not at all"),
}


build_by: Final = cache(Build)


# The words of refusals: each function returns a message, and the cards to be shown in it. An
# IllegalMove calls its function only when the message is shown.
Refusal: TypeAlias = tuple[Any, ...]


def partners(build: Build, card: Card, ranks: Iterable[Rank]) -> Refusal:
    """Name the cards of these ranks that go on or under a card: 'a red 4 or a red 6'."""
    found = [_partner(build.name, card, rank) for rank in ranks]
    return listed([words for words, *_ in found], "or"), *[one for _, *own in found for one in own]


def _partner(build: str, card: Card, rank: Rank) -> Refusal:
    own, other = ("red", "black") if card.red else ("black", "red")
    words = {"own": own, "other": other, "rank": rank_word(rank), "an": with_article(rank)}
    told = BUILDS[build].partner.format(**words)
    return told, *([CARDS[rank, card.suit]] if "{" in told else [])


@cache
def misfit(build: Build, fill: str, base: Rank, card: Card, onto: Card) -> Refusal:
    """Say why a card cannot go on another one; `fill` says what fills an empty pile.

    A person sees a wrong rank first, so a suit or color is blamed only if the rank is right.
    """
    rule, ranks = BUILDS[build.name], build.ranks(base, card.rank)
    if not rule.partner:
        return "{} cannot go on {}: nothing is built in the tableau", card, onto
    if not ranks:
        return f"{{}} goes on no other card{', only to an empty pile' * (fill != 'none')}", card
    wanted, *named = partners(build, card, ranks)
    fault = ", not on {}"
    if onto.rank in ranks:
        fault = ", and {} " + rule.misfit.format(own="red" if onto.red else "black")
    return f"{{}} goes on {wanted}{fault}", card, *named, onto


@cache
def not_yet(packs: int, card: Card, top: Card) -> Refusal:
    """Say why a card cannot go to the foundation of its suit yet."""
    before = CARDS[Rank((card.rank - 2) % 13 + 1), card.suit]
    if packs > 1:
        return "{} goes up after {}, and no foundation ends with it", card, before
    return "{} goes up after {}: its foundation ends with {}", card, before, top


@cache
def no_neighbor(takes: tuple[frozenset[int], ...], card: Card, top: Card) -> Refusal:
    """Say why a card cannot go on the top of the waste; `takes` is a value of `talon.TAKES`."""
    near = [with_article(rank) for rank in Rank if card.rank in takes[rank]]
    return f"{{}} goes on {listed(near, 'or')}, not on {{}}", card, top


def rank_word(rank: Rank) -> str:
    return rank.label if rank.label.isdecimal() else rank.name.lower()


def with_article(rank: Rank) -> str:
    return f"{'an' if rank in (Rank.ACE, Rank.EIGHT) else 'a'} {rank_word(rank)}"


class Option(NamedTuple):
    """A placeholder in a declaration for a value that an option of the game decides."""

    name: str
    # what each value of the option means here; if this is None, each value means itself
    means: Mapping[object, object] | None = None


Size: TypeAlias = int | Option
Name: TypeAlias = str | Option
# the position, what it gives and takes, and a state of a search: their modules import this one
Patience: TypeAlias = "game.Patience"
Giving: TypeAlias = "piles.Giving"
Expansion: TypeAlias = "building.Expansion"
P = TypeVar("P", bound="game.Patience")
Carrier: TypeAlias = Callable[..., Patience]  # a method that makes a move
Declared: TypeAlias = tuple[Command, Carrier]
# the numbers that follow the name of a move
Numbers: TypeAlias = tuple[int, ...]
# what a field of the position holds: one pile, or several
Piles: TypeAlias = Pile | tuple[Pile, ...]
# of a state of a search: how many cards are in the reserve, in a stock that is dealt in rows, and
# in the waste, and the number of redeals
Counts: TypeAlias = tuple[int, int, int, int]
# what is not on foundations: the counts, the cells, the talon, and the piles
Rest: TypeAlias = tuple[Counts, bytes, bytes, list[bytes]]
# the places that may take a card, each with a key: what decides which cards the place takes
Takers: TypeAlias = list[tuple[Numbers, Hashable]]


def with_list(carry: Carrier) -> Carrier:
    """Mark a move whose legal arguments the kinds of piles can list."""
    setattr(carry, "listed", True)
    return carry


def value_by(options: object, value: object) -> Any:
    """Return the value that the options give for an Option; other values stay as they are."""
    if not isinstance(value, Option):
        return value
    found = getattr(options, value.name)
    return found if value.means is None else value.means[found]


# the methods of a kind that say what is refused
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
    top: ClassVar[str]  # what a move takes from a pile, in the words of a command's help
    onto: ClassVar[str] = ""  # where a move to a pile brings a card, in those words
    more: ClassVar[str] = ""  # what the command's help adds
    clears: ClassVar[bool] = False  # is the game won once these piles are empty?
    # the shape on the board: () for columns, else rows, each with the left edges of its cards, in
    # halves of a card; in rows, it matters which pile lies where
    rows: tuple[tuple[int, ...], ...] = ()
    blank: ClassVar[bool] = False  # in such rows, is nothing shown where no card lies?
    # what the rules of a tableau say of the waste's top card
    waste_words: ClassVar[str] = "The top card of the waste may go wherever it fits."
    # the words for dealing a row to these piles: in help, in messages, and in the rules
    row_help: ClassVar[str] = ""
    row_told: str = ""
    row_words: ClassVar[str] = ""
    goes: ClassVar[str] = ""  # what happens to cards that come here, as in '6D to its foundation'
    count: Any  # the number of such piles, if they are numbered
    dealt: int = 0  # the number of cards that the deal puts there, if it is a fixed number
    layout: "piles.Layout"  # of the game that has these piles

    def resolved(self, layout: "piles.Layout", options: object) -> "Kind":
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
        """The fields of the kinds whose cards may come here, in the order of the moves."""
        return ()

    def gives(self, target: "Kind") -> bool:
        """May a card leave for a pile of the kind `target`?"""
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

    def place_for(self, game: Patience, card: Card, source: Place, *to: int) -> Place:
        """Return the place here that takes a card from the top of `source`; `to` may number it.

        Raises IllegalMove if no place takes it.
        """
        raise NotImplementedError

    def check_leaving(self, game: Patience, source: Place, field: str, *to: int) -> None:
        """Raise IllegalMove if the top card of `source` may not leave for the pile named."""

    def check_row(self, game: Patience) -> None:
        """Raise IllegalMove unless the stock can deal a row to these piles."""
        if not game.stock:
            raise IllegalMove("the stock is empty")

    def with_row(self, game: P) -> P:
        """Deal a row from the stock to these piles, as far as it goes."""
        self.check_row(game)
        stock, piles = game.stock, getattr(game, self.field)
        row = stock[: -len(piles) - 1 : -1]
        dealt = tuple([pile + row[n : n + 1] for n, pile in enumerate(piles)])
        return game.changed(stock=stock[: len(stock) - len(row)], **{self.field: dealt})

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

    def notes(self, game: Patience) -> Iterator[str]:
        """Yield what the panel says of these piles."""
        yield from ()

    def told(self, game: Patience, after: Patience) -> tuple[str, Card] | None:
        """Say what a move does, and with which card; None if the kind has no words of its own."""
        return None

    # Lists of moves. A class that overrides one of RULES must override these two methods as well;
    # else they are not called, and all moves are tried.

    def takers(self, game: Patience) -> Takers:
        """Return the places that may take a card, each as numbers for `place_for`.

        Each comes with a key: all that decides which cards it takes, except the base rank.
        """
        raise NotImplementedError

    def calls(self, giving: Giving) -> Iterable[Numbers] | None:
        """Return the arguments of all legal moves within these piles; None if all must be tried."""
        raise NotImplementedError

    def leading(self, game: Patience) -> list[tuple[int, Pile]]:
        """Return, by tableau pile, the cards that can be the lowest of those that move."""
        return []

    def says(self, method: str) -> bool:
        """Does `takers`, `calls` or `check_row`, named by `method`, hold for this class's rules?"""
        own = next(c for c in type(self).__mro__ if {method, *RULES} & vars(c).keys())
        return own is not Kind and method in vars(own)

    def backs(self, game: Patience) -> Piles | None:
        """Return these piles with BACK for each card not seen yet; None if all are seen."""
        return None

    def locked(self, game: Patience) -> int:
        """Return the number of cards that cannot be played before others have left."""
        return 0

    def possible(self, game: Patience) -> dict[str, bool]:
        """Return, for each field of the position that is this kind's, if its value is possible."""
        return {}

    # What a search asks. A card is a number there, and a pile a string of bytes; see DOWN.
    # Tableau and Foundations say more. A kind that a search may judge says `searched = True`. This
    # is not inherited: a derived kind that refuses more moves must refuse them in a search, too.

    searched: ClassVar[bool] = False

    def room(self, held: int, rows: int) -> int:
        """Return how many more cards cells of this kind take, with `held` cards there now.

        `rows` cards are left in a stock that is dealt in rows.
        """
        return 0

    def keeps(self, height: int) -> bool:
        """Does a cell take a card of this height, as long as there is room?"""
        return True

    def offers(self, at: Expansion) -> Iterable[tuple[int, Rest]]:
        """Yield the cards here that can be played in a state, each with the rest of the state."""
        return ()

    def deals(self, at: Expansion) -> Iterable[Rest]:
        """Yield what becomes of a state if cards are dealt."""
        return ()

    # The rules in words, for a game with LAYOUT.

    def aim_words(self) -> Iterator[str]:
        yield from ()

    def deal_words(self) -> Iterator[str]:
        yield from ()

    def play_words(self) -> Iterator[str]:
        yield from ()


def one_of(value: Name, what: str, table: Iterable[str]) -> str:
    """Return a name in the table, or an Option; raises ValueError if it is neither."""
    if isinstance(value, str) and value not in table:
        raise ValueError(f"{what} is one of: {', '.join(table)}; not {value!r}")
    name: Any = value
    found: str = name  # an Option is replaced by a name before any rule is asked
    return found


def one_each(cards: Pile, count: int) -> tuple[Pile, ...]:
    """Return piles with one card each until the cards are used up, then empty piles."""
    return tuple([cards[number : number + 1] for number in range(count)])


def in_rows(deck: Pile, sizes: Sequence[int]) -> tuple[Pile, ...]:
    """Return piles of these sizes, dealt row by row from the end of the deck."""
    cards = reversed(deck)
    piles: list[list[Card]] = [[] for _ in sizes]
    for row in range(max(sizes, default=0)):
        for pile, size in zip(piles, sizes):
            if row < size:
                pile.append(next(cards))
    return tuple(map(tuple, piles))


NUMBERS: Final = "no one two three four five six seven eight nine ten eleven twelve".split()


def in_words(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def often_in_words(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{in_words(count)} times")
