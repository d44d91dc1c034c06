"""The kinds of piles of patiences whose cards are taken off, such as Pyramid and Monte Carlo.

Each place of the tableau holds one card. Two cards that are a pair leave together: a move puts one
on the other, and both go to the discard by themselves. So the move is written like any other.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from cardgames.model.cards import BACK, Card, Pile, Place, Rank, replaced
from cardgames.model.errors import IllegalMove, counted, listed
from cardgames.patience.kinds.foundations import Foundations
from cardgames.patience.kinds.kind import (
    FOUNDATIONS,
    TABLEAU,
    Declared,
    Giving,
    Kind,
    Name,
    Numbers,
    P,
    PilePosition,
    Takers,
    one_of,
)
from cardgames.patience.kinds.tableau import Tableau
from cardgames.patience.kinds.tables import PAIRS, PairRule, Refusal, in_words, with_article

SPACES: Final = "cardgames.patience.spaces"  # the package of the state spaces
# The rows of tableaus whose cards overlap: the left edge of each card, in halves of a card.
PEAKS: Final = ((3, 9, 15), (2, 4, 8, 10, 14, 16), tuple(range(1, 18, 2)), tuple(range(0, 19, 2)))


def pyramid(height: int) -> tuple[tuple[int, ...], ...]:
    """Return the rows of a pyramid: one card, two cards, and so on."""
    return tuple(tuple(range(height - row, height + row + 1, 2)) for row in range(height))


class Places(Tableau):
    """A tableau of places for one card each, from which the cards are taken off."""

    top = "the card of tableau pile T"
    row_help = row_words = row_told = ""
    waste_words = "The top card of the waste may be one of a pair."

    def __init__(self, count: int) -> None:
        super().__init__((1,) * count, build="none", fill="none")

    def sources(self) -> tuple[str, ...]:
        return ("waste", "tableau") if self.layout.pair is not PAIRS["none"] else ()

    def move_from(self, source: Kind) -> Declared:
        command, carry = super().move_from(source)
        command.any_order = source is self
        both = "T1 and T2" if source is self else f"the {source.noun}'s top card and T"
        command.doc = f"Take off {both}, which {self.layout.pair.words}."
        return command, carry

    def shift(self, game: PilePosition, t1: int, t2: int, count: int | None = None) -> PilePosition:
        return game.put(TABLEAU[min(t1, t2)], "tableau", max(t1, t2))

    def takers(self, game: PilePosition) -> Takers:
        return [((t,), pile[-1]) for t, pile in enumerate(game.tableau, 1) if pile]

    def leading(self, game: PilePosition) -> list[tuple[int, Pile]]:
        return []

    def calls(self, giving: Giving) -> Iterator[Numbers]:
        game, taking = giving.game, giving.taking("tableau")
        for (t1,), _ in taking:
            card = game.tableau[t1 - 1][-1]
            for (t2,), taken in taking:
                if t2 > t1 and card in taken and self.touch(t1, t2):
                    yield t1, t2

    def place_for(self, game: PilePosition, card: Card, source: Place, *to: int) -> Place:
        target = TABLEAU[to[0]]
        if target == source:
            raise IllegalMove(f"a pair is two cards: {target} is only one")
        other = game.filled(target)[-1]
        self.check_leaving(game, target, "tableau", *to)
        pair = self.layout.pair
        if not pair.together(card, other):
            told = f"{{}} and {{}} cannot leave: two cards leave if they {pair.words}"
            raise IllegalMove(told, card, other)
        if source.field == "tableau" and not self.touch(source.number, target.number):
            touch = "{} and {} do not touch: only neighbors leave together"
            raise IllegalMove(touch, card, other)
        return target

    def touch(self, t1: int, t2: int) -> bool:
        """May the cards in the places `t1` and `t2` leave as a pair?"""
        return True

    def came(self, game: P, place: Place) -> P:
        cards = game.pile(place)
        if len(cards) < 2:
            return game
        tableau = replaced(game.tableau, place.number, ())
        return self.left(
            game.changed(tableau=tableau, foundations=(game.foundations[0] + cards,)), place
        )

    def possible(self, game: PilePosition) -> dict[str, bool]:
        downs = game.down or (0,) * len(game.tableau)
        piles = list(zip(game.tableau, downs))
        shown = all(down or BACK not in pile for pile, down in piles)
        return {
            "down": all(0 <= down <= len(pile) for pile, down in piles),
            "tableau": shown and all(len(pile) < 2 for pile in game.tableau),
        }

    def play_words(self) -> Iterator[str]:
        pair = self.layout.pair
        if self.sources():
            yield f"Two cards that {pair.words} are taken off together{self.where}."
            if pair.alone:
                yield f"A {pair.alone.name.lower()} is taken off alone."
            if pair.three:
                yield f"{_all_three(pair).capitalize()} leave together when you name one of them."

    where = ""


class Overlapping(Places):
    """Rows of cards that overlap: a card can be taken once no card of the next row covers it.

    `rows` has the left edge of each card, in halves of a card. The cards of the first `hidden` rows
    lie face down until nothing covers them.
    """

    clears = blank = True

    def __init__(self, rows: Sequence[Sequence[int]], *, hidden: int = 0) -> None:
        self.rows = tuple(map(tuple, rows))
        super().__init__(sum(map(len, self.rows)))
        spots = [(row, edge) for row, edges in enumerate(self.rows) for edge in edges]
        at = {spot: number for number, spot in enumerate(spots, 1)}
        # for each card, from 0 up: the numbers of the cards that cover it
        self.covers = tuple(
            tuple([at[row + 1, x] for x in (edge - 1, edge + 1) if (row + 1, x) in at])
            for row, edge in at
        )
        self.down = tuple([int(row < hidden) for row, _ in at]) if hidden else ()

    def space(self) -> str:
        return f"{SPACES}.taking.{'PeaksSpace' if self.layout.taking else 'PyramidSpace'}"

    def uncovered(self, game: PilePosition, after: PilePosition) -> Pile:
        """Return the cards that the move from `game` to `after` uncovers."""
        open_now = [not any(after.tableau[n - 1] for n in over) for over in self.covers]
        covered = [any(game.tableau[n - 1] for n in over) for over in self.covers]
        piles = zip(after.tableau, covered, open_now)
        return tuple([pile[-1] for pile, before, now in piles if pile and before and now])

    def check_leaving(self, game: PilePosition, source: Place, field: str, *to: int) -> None:
        covering = [game.tableau[n - 1] for n in self.covers[source.number - 1]]
        if cards := [pile[-1] for pile in covering if pile]:
            lies = " and ".join(["{}"] * len(cards))
            raise IllegalMove(f"{{}} is covered by {lies}", *game.pile(source), *cards)

    def takers(self, game: PilePosition) -> Takers:
        tableau, covers = game.tableau, self.covers
        free = [t for t, on in enumerate(covers, 1) if not any([tableau[n - 1] for n in on])]
        return [((t,), tableau[t - 1][-1]) for t in free if tableau[t - 1]]

    calls = Places.calls

    def left(self, game: P, place: Place) -> P:
        """Turn up the cards that nothing covers any more."""
        for t, covering in enumerate(self.covers, 1):
            if game.down and game.down[t - 1] and not any(game.tableau[n - 1] for n in covering):
                game = game.turned_up(t)
        return game

    def deal_words(self) -> Iterator[str]:
        sizes = ", ".join(map(str, map(len, self.rows[:-1])))
        yield f"The tableau has {in_words(len(self.rows))} rows of {sizes} and {len(self.rows[-1])}"
        yield "cards. Each card partly covers one or two cards of the row above."
        if any(self.down):
            yield "Cards that are covered lie face down."

    def play_words(self) -> Iterator[str]:
        yield from super().play_words()
        yield "A card can be taken once no card covers it."


class Grid(Places):
    """Rows and columns of cards; the cards of a pair must touch, perhaps only at a corner."""

    where = " if they touch, also at a corner"
    row_help = "Close the gaps, and fill up the tableau from the stock."
    row_told = "close the gaps"
    row_words = (
        "Then the other cards close up, row by row from the left, and the stock fills the gaps."
    )

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows * columns)
        self.rows, self.columns = (tuple(range(0, 2 * columns, 2)),) * rows, columns

    def space(self) -> str:
        return f"{SPACES}.taking.GridSpace"

    def touch(self, t1: int, t2: int) -> bool:
        (row, column), (row2, column2) = divmod(t1 - 1, self.columns), divmod(t2 - 1, self.columns)
        return abs(row - row2) < 2 and abs(column - column2) < 2

    takers, calls = Places.takers, Places.calls

    def check_row(self, game: PilePosition) -> None:
        gaps = game.tableau.count(())
        if not gaps:
            raise IllegalMove("no place of the tableau is empty: take off a pair first")
        if not game.stock and not any(game.tableau[-gaps:]):
            raise IllegalMove("the stock is empty, and the tableau has no gaps")

    def with_row(self, game: P) -> P:
        """Close the gaps, row by row from the left, and fill up the end from the stock."""
        cards = tuple(chain(*game.tableau))
        new = game.stock[: len(cards) - self.count - 1 : -1]
        piles: tuple[Pile, ...] = tuple([(card,) for card in cards + new])
        piles += ((),) * (self.count - len(piles))
        return game.changed(tableau=piles, stock=game.stock[: len(game.stock) - len(new)])

    def deal_words(self) -> Iterator[str]:
        rows, columns = len(self.rows), self.columns
        yield f"The tableau has {in_words(rows)} rows of {in_words(columns)} cards."


class Filled(Grid):
    """Rows and columns of cards; any two may be a pair, and the stock fills gaps at once."""

    where = row_help = ""  # without help, no move deals a row
    row_words = "The stock fills each gap at once."

    def space(self) -> str:
        return f"{SPACES}.taking.FilledSpace"

    touch = Places.touch

    def left(self, game: P, place: Place) -> P:
        """Fill the gaps from the stock once all cards that leave together have left."""
        gaps = [t for t, pile in enumerate(game.tableau, 1) if not pile]
        discard = self.layout.foundations
        waiting = isinstance(discard, Discard) and discard.waiting(game)
        if not game.stock or not gaps or waiting:
            return game
        tableau = replaced(game.tableau, gaps[0], game.stock[-1:])
        return self.left(game.changed(tableau=tableau, stock=game.stock[:-1]), place)


class Discard(Foundations):
    """The pile of the cards that were taken off.

    `pairs` is a name in the table PAIRS. If `lower`, a card may leave when a higher card of its
    suit is on top of another pile; aces are high. `spare` cards stay in the tableau at the end.
    """

    noun = what = "discard"
    top, onto = "the top of the discard", "the discard"
    label = where = goes = "taken off"
    stuck = "no card can be taken off any more"
    short, called = "off", "Taken off, {cards}"

    def __init__(self, *, pairs: Name = "none", lower: bool = False, spare: int = 0) -> None:
        super().__init__(1)
        self.pairs = one_of(pairs, "pairs", PAIRS)
        self.lower = lower
        self.spare = spare

    def space(self) -> str:
        return f"{SPACES}.taking.AcesSpace" if self.lower else ""

    def move_from(self, source: Kind) -> Declared:
        pair = self.layout.pair
        which = f", a {pair.alone.name.lower()}" if pair.alone else ""
        command, carry = super().move_from(source)
        command.doc = f"Take off {source.top}{which}."
        if pair.three:
            command.doc = f"Take off {_all_three(pair)}; T is one of them."
        return command, carry

    def sources(self) -> tuple[str, ...]:
        alone = self.lower or self.layout.pair.alone or self.layout.pair.three
        return ("waste", "tableau") if alone else ()

    def takers(self, game: PilePosition) -> Takers:
        others = self.lower or self.layout.pair.three
        return [((), tuple([pile[-1:] for pile in game.tableau]) if others else ())]

    def place_for(self, game: PilePosition, card: Card, source: Place, *to: int) -> Place:
        pair = self.layout.pair
        if card.rank in pair.three:
            lying = {pile[-1].rank for pile in game.tableau if pile}
            if not lying.issuperset(pair.three):
                raise IllegalMove(_lacking, pair.three, lying, card)
        elif self.pairs != "none" and card.rank is not pair.alone:
            told = f"{{}} does not leave alone: it leaves with a card if they {pair.words}"
            raise IllegalMove(told, card)
        if self.lower:
            tops = [pile[-1] for pile in game.tableau if pile]
            if not any(top.suit is card.suit and aces_high(top) > aces_high(card) for top in tops):
                raise IllegalMove("{} stays: no higher card of its suit is on top of a pile", card)
        return FOUNDATIONS[1]

    def waiting(self, game: PilePosition) -> tuple[Rank, ...]:
        """Return the ranks of the cards that must follow the cards that have just come here."""
        three = self.layout.pair.three
        came = [card.rank for card in game.foundations[0] if card.rank in three]
        count = len(came) % 3
        return tuple([rank for rank in three if rank not in came[-count:]]) if count else ()

    def came(self, game: P, place: Place) -> P:
        for rank in self.waiting(game)[:1]:
            piles = enumerate(game.tableau, 1)
            t = next(t for t, pile in piles if pile and pile[-1].rank is rank)
            game = game.moved(TABLEAU[t], FOUNDATIONS[1])
        return game

    def gain(self, game: PilePosition, after: PilePosition, card: Card | None) -> str:
        tableau = self.layout.tableau
        if isinstance(tableau, Overlapping) and (cards := tableau.uncovered(game, after)):
            return f"it uncovers {listed(list(map(str, cards)), 'and')}"
        left = self.layout.wanted - self.founded(after)
        return f"it leaves {counted(left, 'card')} to take off" if left else "it wins"

    def is_safe(self, game: PilePosition, card: Card) -> bool:
        """Is it certain that no lower card will need this card in order to leave?"""
        if not self.lower or not game.stock:
            return True
        gone = {*chain(*game.foundations)}  # cards of the stock are unknown to a player
        lower = [
            c for c in self.layout.deck if c.suit is card.suit and aces_high(c) < aces_high(card)
        ]
        return gone.issuperset(lower)

    def possible(self, game: PilePosition) -> dict[str, bool]:
        return {"base": game.base is Rank.ACE, "foundations": BACK not in chain(*game.foundations)}

    def aim_words(self) -> Iterator[str]:
        but = f" but {in_words(self.spare)}" if self.spare else ""
        yield f"The aim is to take off all cards{' of the tableau' if self.layout.clears else but}."

    def play_words(self) -> Iterator[str]:
        if self.lower:
            yield "The top card of a pile is taken off if a higher card of its suit is on top of"
            yield "another pile; the ace is the highest."


def _lacking(three: tuple[Rank, ...], lying: set[Rank], card: Card) -> Refusal:
    """Say which of the three ranks that leave together are missing."""
    others = [with_article(rank) for rank in three if rank is not card.rank]
    lacking = [with_article(rank) for rank in three if rank not in lying]
    told = f"{{}} leaves with {listed(others, 'and')}: {listed(lacking, 'and')} is missing"
    return told, card


def _all_three(pair: PairRule) -> str:
    return listed([with_article(rank) for rank in pair.three], "and")


def aces_high(card: Card) -> int:
    return (card.rank - 2) % 13
