"""The piles beside the tableau: the stock, the waste that it is turned to, cells and reserves."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar
from zlib import crc32

from cardgames.model.cards import BACK, Card, Pile, Place, parse_card
from cardgames.model.commands import Command, Number, Route
from cardgames.model.deal import Random
from cardgames.model.errors import DeclarationError, IllegalMove, counted
from cardgames.patience.kinds.kind import (
    CELLS,
    ONE,
    RESERVE,
    RESERVES,
    TABLEAU,
    WASTE,
    Declared,
    Expanded,
    Giving,
    Kind,
    Name,
    Option,
    P,
    PilePosition,
    Piles,
    Rest,
    Size,
    Takers,
    dealt_by,
    in_rows,
    one_each,
    one_of,
    with_list,
)
from cardgames.patience.kinds.tables import TAKES, in_words, no_neighbor, often_in_words

Item = TypeVar("Item")

# what each value of TAKES means for kings and aces, in the rules
_ENDS: Final = {
    "neighbor": "only a queen goes on a king, and only a two on an ace",
    "closed": "nothing goes on a king, and only a two on an ace",
    "around": "ace and king follow each other",
}


class Stock(Kind):
    """The cards left after the deal, to be turned to the waste or dealt in rows to other piles."""

    field, code, noun = "stock", "stk", "stock"

    def __init__(
        self,
        to: str = "waste",
        *,
        draw: Size = 1,
        redeals: int | None | Option = 0,
        full: bool = False,
    ) -> None:
        """`draw` cards are turned at a time; the waste may become the stock again `redeals` times.

        None means no limit. If `full`, no row is dealt while a tableau pile is empty.
        """
        self.to = one_of(to, "to", ("waste", "tableau", "reserves"))
        self.draw: Any = draw
        self.redeals: Any = redeals
        self.full = full

    def deal(self, deck: Pile) -> Pile:
        return deck

    def moves(self) -> Iterator[Declared]:
        cards = "a card" if self.draw == 1 else "cards"
        help = f"Turn {cards} of the stock to the waste."
        if self.redeals != 0:
            help = "Turn cards to the waste, or the waste to a new stock."
        if self.to != "waste":
            help = self.layout.kinds[self.to].row_help
        if help:
            turn = with_list(lambda game: game.turned())
            yield Command("card", "card", ("c",), (), help, Route("stock", self.to)), turn

    def calls(self, giving: Giving) -> list[tuple[()]] | None:
        if self.to != "waste" and not self.layout.kinds[self.to].says("check_row"):
            return None
        try:
            self.check_turning(giving.game)
        except IllegalMove:
            return []
        return [()]

    def check_turning(self, game: PilePosition) -> None:
        """Raise IllegalMove if the stock can neither be turned nor dealt nor refilled."""
        if self.to != "waste":
            self.layout.kinds[self.to].check_row(game)
            if self.full and () in game.tableau:
                empty = TABLEAU[game.tableau.index(()) + 1]
                raise IllegalMove(f"{empty} is empty: fill it before you deal a row")
            return
        if not game.stock and not game.waste:
            raise IllegalMove("the stock and the waste are empty")
        if not game.stock and game.redeals == self.redeals:
            raise IllegalMove(f"the stock is empty, and {redeals_used(game.redeals)}")

    def turn(self, game: P) -> P:
        """Turn cards to the waste, turn the waste over as a new stock, or deal a row."""
        stock, waste, draw = game.stock, game.waste, self.draw
        if self.to == "waste" and stock:
            return game.changed(stock=stock[:-draw], waste=waste + stock[: -draw - 1 : -1])
        self.check_turning(game)
        if self.to != "waste":
            return self.layout.kinds[self.to].with_row(game)
        return game.changed(stock=waste[::-1], waste=(), redeals=game.redeals + 1)

    def deals(self, at: Expanded) -> Iterator[Rest]:
        left, rows, turned, redeals = at.counts
        if rows and not (self.full and at.spaces):
            built = self.layout.tableau.count
            first, last = (0, built) if self.to == "tableau" else (built, len(at.piles))
            piles, under = at.piles, at.piles[first:last]
            row = at.stock[max(0, rows - len(under)) : rows][::-1]
            dealt = [pile + row[number : number + 1] for number, pile in enumerate(under)]
            counts = left, rows - len(row), turned, redeals
            yield counts, at.cells, at.talon, piles[:first] + dealt + piles[last:]

    def backs(self, game: PilePosition) -> Piles | None:
        return (BACK,) * len(game.stock) if game.stock and not game.redeals else None

    def possible(self, game: PilePosition) -> dict[str, bool]:
        return possible_redeals(game, self.redeals)

    def deal_words(self) -> Iterator[str]:
        yield f"The other {self.layout.stocked} cards are the stock, face down."

    def play_words(self) -> Iterator[str]:
        if self.to != "waste":
            yield self.layout.kinds[self.to].row_words
            yield from ["A row is dealt only if no pile is empty."] * self.full
            return
        cards = "one card" if self.draw == 1 else f"{in_words(self.draw)} cards"
        yield f"The stock is turned to the waste, {cards} at a time."
        if "waste" in self.layout.kinds and not self.layout.taking:
            yield self.layout.tableau.waste_words
        if self.redeals == 0:
            yield "The stock is turned only once."
            return
        only = f", but only {often_in_words(self.redeals)}" if self.redeals else ""
        yield f"When the stock is empty, the waste becomes the stock again{only}."


class Waste(Kind):
    """The pile that the stock is turned to."""

    field, letter, code, noun = "waste", "w", "wst", "waste"
    place = WASTE
    top, onto = "the top card of the waste", "the waste"

    def __init__(self, *, takes: Name = "none", dealt: int = 0) -> None:
        """`takes` is a name in TAKES: the rule for cards that go from the tableau to the waste."""
        self.takes = one_of(takes, "takes", TAKES)
        self.dealt = dealt

    def deal(self, deck: Pile) -> Pile:
        return deck[: -self.dealt - 1 : -1]

    def space(self) -> str:
        return "cardgames.patience.spaces.layouts.PlayingSpace" if self.layout.taking else ""

    def sources(self) -> tuple[str, ...]:
        return ("tableau",) if self.takes != "none" else ()

    def gives(self, target: Kind) -> bool:
        return self.takes == "none"

    def takers(self, game: PilePosition) -> Takers:
        return [((), game.waste[-1:])]

    def place_for(self, game: PilePosition, card: Card, source: Place, *to: int) -> Place:
        top = game.filled(WASTE)[-1]
        if card.rank not in self.layout.taking[top.rank]:
            raise IllegalMove(no_neighbor, self.layout.taking, card, top)
        return WASTE

    def offers(self, at: Expanded) -> Iterator[tuple[int, Rest]]:
        (left, rows, turned, redeals), talon = at.counts, at.talon
        coming = self.layout.talon.coming(len(talon), (turned, redeals)) if talon else ()
        for count, again in coming:
            card = talon[count - 1]
            if at.takes >> card & 1 or card in at.keeps:
                counts, less = (left, rows, count - 1, again), talon[: count - 1] + talon[count:]
                yield card, (counts, at.cells, less, at.piles)

    def possible(self, game: PilePosition) -> dict[str, bool]:
        talon = self.layout.stocked + self.dealt
        return {"waste": self.takes != "none" or len(game.stock + game.waste) <= talon}

    def aim_words(self) -> Iterator[str]:
        if self.layout.taking:
            yield f"The aim is to play all cards of the tableau to the {self.noun}."

    def deal_words(self) -> Iterator[str]:
        if self.dealt:
            yield "The next card begins the waste."

    def play_words(self) -> Iterator[str]:
        if self.layout.taking:
            yield f"The top card of a pile goes to the {self.noun} if it is one rank higher or"
            yield f"lower than the card there, in any suit; {_ENDS[self.takes]}."


class Hole(Waste):
    """A waste without a stock; the card called `first` is put there before the deal."""

    noun = "hole"
    place = Place("waste", 0, "the hole")
    onto = "the hole"

    def __init__(self, first: str, *, takes: Name = "around") -> None:
        super().__init__(takes=takes, dealt=1)
        self.first = first

    def started(self, deck: Pile) -> tuple[Piles, Pile]:
        first = tuple([card for card in deck if str(card) == self.first])
        return first, tuple([card for card in deck if card not in first])

    def deal(self, deck: Pile) -> Pile:
        return ()

    def deal_words(self) -> Iterator[str]:
        card = parse_card(self.first)
        name = f"{card.rank.name} of {card.suit.name}".lower()
        yield f"The {name} is put into the hole before the deal."


AGAIN: Final = ("c", "redeal")  # the short forms of the move that deals the tableau again


class Redeal(Kind):
    """The cards of the tableau may be dealt again `redeals` times (None: no limit).

    They are dealt in piles of `size` until no card is left. If `shuffled`, nobody knows their order
    in advance. Otherwise they are dealt pile by pile, from the last card of the first pile on.
    """

    field, code, noun = "stock", "stk", "redeal"

    def __init__(self, size: int, redeals: int | None, *, shuffled: bool = False) -> None:
        self.size = size
        self.redeals = redeals
        self.shuffled = shuffled
        self.row_told = f"{'shuffle, and ' * shuffled}deal the tableau again"

    def deal(self, deck: Pile) -> Pile:
        return ()

    def moves(self) -> Iterator[Declared]:
        how = "Shuffle" if self.shuffled else "Gather"
        help = f"{how} the tableau, and deal it again."
        route = Route("stock", "tableau")
        turn = with_list(lambda game: game.turned())
        yield Command("card", "card", AGAIN, (), help, route), turn

    def calls(self, giving: Giving) -> list[tuple[()]]:
        game = giving.game
        stays = not self.shuffled and self.dealt_again(game.tableau, str) == game.tableau
        return [] if stays or not self.is_left(game.redeals) else [()]

    def is_left(self, redeals: int) -> bool:
        """May the tableau be dealt again after so many redeals?"""
        return self.redeals is None or redeals < self.redeals

    def turn(self, game: P) -> P:
        if not self.is_left(game.redeals):
            raise IllegalMove(f"the tableau is not dealt again: {redeals_used(game.redeals)}")
        piles = self.dealt_again(game.tableau, lambda card: card.label)
        if piles == game.tableau and not self.shuffled:
            raise IllegalMove("the tableau would be dealt as it lies: move a card first")
        return game.changed(tableau=piles, redeals=game.redeals + 1)

    def dealt_again(
        self, piles: Sequence[Sequence[Item]], label: Callable[[Item], str]
    ) -> tuple[tuple[Item, ...], ...]:
        """Gather the piles, and return the piles dealt anew; `label` returns a card's label.

        The order of shuffled cards depends on the piles, but not on the order of the piles.
        """
        cards = [card for pile in piles for card in pile[::-1]]
        if self.shuffled:
            cards.sort(key=label)
            texts = sorted([" ".join(map(label, pile)) for pile in piles if pile])
            shuffle_by("/".join(texts), cards)
        dealt = [cards[at : at + self.size][::-1] for at in range(0, len(cards), self.size)]
        dealt += [[]] * (len(piles) - len(dealt))
        return tuple([tuple(pile) for pile in dealt])

    def deals(self, at: Expanded) -> Iterator[Rest]:
        left, rows, turned, redeals = at.counts
        if self.is_left(redeals):
            count = self.layout.tableau.count
            again = self.dealt_again(at.piles[:count], at.labels.__getitem__)
            dealt = [bytes(pile) for pile in again] + at.piles[count:]
            if dealt != at.piles:
                counts = left, rows, turned, redeals + (self.redeals is not None)
                yield counts, at.cells, at.talon, dealt

    def holds_back(self, game: PilePosition) -> bool:
        """Could a safe card do harm on its foundation, because the next redeal would change?"""
        return not self.shuffled and self.is_left(game.redeals)

    def possible(self, game: PilePosition) -> dict[str, bool]:
        return possible_redeals(game, self.redeals) | {"stock": not game.stock}

    def notes(self, game: PilePosition) -> Iterator[str]:
        if self.redeals is not None:
            yield redeals_left(self.redeals - game.redeals)

    def play_words(self) -> Iterator[str]:
        often = often_in_words(self.redeals) if self.redeals else "as often as you like"
        yield f"The cards of the tableau may be gathered and dealt again {often}:"
        piles = f"dealt in piles of {in_words(self.size)}"
        if self.shuffled:
            yield f"they are shuffled, and {piles}."
        else:
            yield f"they are {piles} without shuffling, from the last card of the first pile on."


def shuffle_by(text: str, cards: list[Item]) -> None:
    """Shuffle cards with a seed that is the checksum of a text about the position.

    The result must never change: scripts depend on it.
    """
    Random(crc32(text.encode())).shuffle(cards)


def redeals_left(count: int) -> str:
    return f"{counted(count, 'redeal')} left"


def possible_redeals(game: PilePosition, most: int | None) -> dict[str, bool]:
    return {"redeals": game.redeals >= 0 and (most is None or game.redeals <= most)}


def redeals_used(redeals: int) -> str:
    told = {0: "no redeal is allowed", 1: "its one redeal is used"}
    return told.get(redeals, f"its {redeals} redeals are used")


class Cells(Kind):
    """Places for one card each; the deal fills `dealt` of them.

    If `late`, no card goes to a cell before the stock has dealt all its rows.
    """

    field, letter, code, noun, what = "cells", "e", "cel", "cell", "cell"
    place, label = CELLS.__getitem__, "cells"
    top, onto = "the card of cell E", "a free cell"
    more = "\n\nIf you name no cell, the card goes to the first free one."

    def __init__(self, count: Size, *, dealt: int = 0, late: bool = False) -> None:
        self.count = count
        self.dealt = dealt
        self.late = late

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        return one_each(deck[: -self.dealt - 1 : -1], self.count)

    def check_layout(self) -> None:
        if self.late and self.layout.turns:
            raise DeclarationError("cells are late only where the stock is dealt in rows")

    def sources(self) -> tuple[str, ...]:
        return ("reserve", "reserves", "waste", "tableau")

    def numbers(self) -> tuple[Number, ...]:
        return (Number("E", 1, self.count, what=self.what, optional=True),)

    def takers(self, game: PilePosition) -> Takers:
        return [((), (() in game.cells, bool(game.stock)))]

    def place_for(self, game: PilePosition, card: Card, source: Place, *to: int) -> Place:
        if self.late and game.stock:
            left = f"{counted(len(game.stock), 'card')} {'is' if len(game.stock) == 1 else 'are'}"
            raise IllegalMove(f"cells are closed until the stock is dealt: {left} left in it")
        if () not in game.cells:
            no_cell = "every cell is full" if game.cells else "there are no cells in this game"
            raise IllegalMove(no_cell)
        target = CELLS[to[0] if to else game.cells.index(()) + 1]
        if held := game.pile(target):
            raise IllegalMove(f"{target} holds {{}}: a cell takes one card", *held)
        return target

    def room(self, held: int, rows: int) -> int:
        return 0 if self.late and rows else self.count - held

    def offers(self, at: Expanded) -> Iterator[tuple[int, Rest]]:
        for card in dict.fromkeys(at.cells):
            yield card, (at.counts, at.cells.replace(ONE[card], b"", 1), at.talon, at.piles)

    def possible(self, game: PilePosition) -> dict[str, bool]:
        return {"cells": all(len(pile) < 2 and BACK not in pile for pile in game.cells)}

    def deal_words(self) -> Iterator[str]:
        if self.count:
            filled = f", and {in_words(self.dealt)} of them get a card" if self.dealt else ""
            several = f"are {in_words(self.count)} cells for one card each"
            yield f"There {'is one cell for one card' if self.count == 1 else several}{filled}."

    def play_words(self) -> Iterator[str]:
        if self.count:
            yield "Once the stock is dealt, the top" if self.late else "The top"
            yield "card of a pile may go to a free cell, and from there wherever it fits."


class Reserve(Kind):
    """A pile whose top card can be played; if `seen`, all its cards lie face up."""

    field, letter, code, noun = "reserve", "r", "res", "reserve"
    place = RESERVE
    top = "the top card of the reserve"

    def __init__(self, dealt: int, *, seen: bool | Option = True) -> None:
        self.dealt = dealt
        self.seen = seen

    def deal(self, deck: Pile) -> Pile:
        return deck[len(deck) - self.dealt :]

    def offers(self, at: Expanded) -> Iterator[tuple[int, Rest]]:
        left, rows, turned, redeals = at.counts
        if left:
            card = at.reserve[left - 1]
            counts = left - 1, rows, turned, redeals
            yield card, (counts, at.cells, at.talon, at.piles)

    def backs(self, game: PilePosition) -> Piles | None:
        if not game.reserve or self.seen:
            return None
        return (BACK,) * (len(game.reserve) - 1) + game.reserve[-1:]

    def locked(self, game: PilePosition) -> int:
        return len(game.reserve)

    def possible(self, game: PilePosition) -> dict[str, bool]:
        return {"reserve": len({card is BACK for card in game.reserve[:-1]}) < 2}

    def deal_words(self) -> Iterator[str]:
        yield f"The reserve gets {in_words(self.dealt)} cards."

    def play_words(self) -> Iterator[str]:
        yield "The top card of the reserve may go wherever it fits."


class Reserves(Kind):
    """Face-up piles whose top cards can be played; no card can be moved to them."""

    field, letter, code, noun, what = "reserves", "r", "res", "reserve", "reserve"
    place = RESERVES.__getitem__
    top = "the top card of reserve R"
    row_help = "Deal a row: a card of the stock to each reserve."
    row_told = "deal a row to the reserves"
    row_words = "The stock deals a row: one card to each reserve, as long as there are cards."

    def __init__(self, sizes: Iterable[int]) -> None:
        self.sizes = tuple(sizes)
        self.count = len(self.sizes)
        self.dealt = dealt_by(self.sizes)

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        return in_rows(deck, self.sizes)

    check_row = Kind.check_row

    def offers(self, at: Expanded) -> Iterator[tuple[int, Rest]]:
        first = self.layout.tableau.count
        for number, pile in enumerate(at.piles[first:], first):
            if pile and (at.counts[1] or pile not in at.piles[first:number]):
                rest = at.piles.copy()
                rest[number] = pile[:-1]
                yield pile[-1], (at.counts, at.cells, at.talon, rest)

    def locked(self, game: PilePosition) -> int:
        """Return the number of cards that lie below others."""
        return sum([len(pile) - 1 for pile in game.reserves if pile])

    def possible(self, game: PilePosition) -> dict[str, bool]:
        return {"reserves": not any([BACK in pile for pile in game.reserves])}

    def deal_words(self) -> Iterator[str]:
        sizes, piles = sorted({*self.sizes}), f"{in_words(self.count)} piles"
        if sizes == [1]:
            yield f"The reserve gets {in_words(self.count)} cards, side by side."
        elif sizes == [0]:
            yield f"There is room for a reserve of {piles}."
        else:
            cards = " or ".join([counted(one, "card") for one in sizes])
            yield f"The reserve has {piles} of {cards}, face up."

    def play_words(self) -> Iterator[str]:
        single = {*self.sizes} == {1} and self.layout.dealt_to != self.field
        top = "A card of the reserve" if single else "The top card of a reserve"
        yield f"{top} may go wherever it fits; no card moves to a reserve."
