"""The kinds of piles of patiences whose cards shift in rows, such as Accordion and Gaps.

Each place is for one card. Cards that are covered, or take no part, are a pile of their own.
"""

from collections.abc import Iterator
from typing import Any, Final

from cardgames.model.cards import CARDS, Card, Pile, Place, Rank, Suit
from cardgames.model.commands import Command, Route
from cardgames.model.errors import IllegalMove, listed
from cardgames.patience.kinds.beside import AGAIN, redeals_left, redeals_used, shuffle_by
from cardgames.patience.kinds.kind import (
    TABLEAU,
    Declared,
    Giving,
    Kind,
    Numbers,
    P,
    PilePosition,
)
from cardgames.patience.kinds.tables import in_words, often_in_words
from cardgames.patience.kinds.taking import SPACES, Discard, Places

WIDE: Final = 9  # the cards in a line of a row that is too long for a screen
ORDINALS: Final = {1: "next", 2: "second", 3: "third", 4: "fourth"}


class Shifted(Places):
    """Places in rows; a move names two places by their numbers."""

    within = ""  # the help of the move

    def sources(self) -> tuple[str, ...]:
        return ("tableau",)

    def move_from(self, source: Kind) -> Declared:
        command, carry = super().move_from(source)
        command.doc, command.any_order = self.within, False
        return command, carry

    def shift(self, game: PilePosition, t1: int, t2: int, count: int | None = None) -> PilePosition:
        return game.put(TABLEAU[t1], "tableau", t2)


class Folding(Shifted):
    """A row of cards: each may go onto a card of its suit or rank at its left.

    `apart` has the possible distances in places. After each move the row closes up.
    """

    blank = True

    def __init__(self, count: int, *, apart: tuple[int, ...] = (1, 3)) -> None:
        super().__init__(count)
        self.apart = apart
        whole, rest = divmod(count, WIDE)
        lines = (WIDE,) * whole + (rest,) * bool(rest)
        self.rows = tuple([tuple(range(0, 2 * line, 2)) for line in lines])
        self.within = f"Move card T1 onto T2, {self._far} to its left."

    @property
    def _far(self) -> str:
        return f"the {listed([ORDINALS[apart] for apart in self.apart], 'or')}"

    def space(self) -> str:
        return f"{SPACES}.taking.RowSpace"

    def calls(self, giving: Giving) -> Iterator[Numbers]:
        game = giving.game
        for t, pile in enumerate(game.tableau, 1):
            for to in [t - apart for apart in self.apart if pile and t > apart]:
                if _alike(pile[-1], game.tableau[to - 1][-1]):
                    yield t, to

    def place_for(self, game: PilePosition, card: Card, source: Place, *to: int) -> Place:
        target = TABLEAU[to[0]]
        other = game.filled(target)[-1]
        if target == source:
            raise IllegalMove(f"{target} cannot be moved onto itself")
        if source.number - target.number not in self.apart:
            far = f"{{}} does not go so far: it goes onto {self._far} card to its left, not {{}}"
            raise IllegalMove(far, card, other)
        if not _alike(card, other):
            raise IllegalMove("{} and {} have neither suit nor rank in common", card, other)
        return target

    def came(self, game: P, place: Place) -> P:
        cards = game.pile(place)
        if len(cards) < 2:
            return game
        piles = [pile[-1:] for pile in game.tableau if pile]
        piles += [()] * (self.count - len(piles))
        covered = game.foundations[0] + cards[:-1]
        return game.changed(tableau=tuple(piles), foundations=(covered,))

    def possible(self, game: PilePosition) -> dict[str, bool]:
        left = [pile for pile in game.tableau if pile]
        closed = list(game.tableau[: len(left)]) == left
        return super().possible(game) | {"tableau": closed and all(len(p) == 1 for p in left)}

    def told(self, game: PilePosition, after: PilePosition) -> tuple[str, Card] | None:
        if len(after.foundations[0]) != len(game.foundations[0]) + 1:
            return None
        piles = zip(game.tableau, after.tableau)
        onto, card = next((old[-1], new[-1]) for old, new in piles if old != new)
        return f"{card} onto {onto}", card

    def deal_words(self) -> Iterator[str]:
        yield f"All {self.count} cards lie in one row, which is shown in several lines."

    def play_words(self) -> Iterator[str]:
        yield f"A card goes onto {self._far} card to its left, if both have the same suit or the"
        yield "same rank. Then the row closes up. A card that is covered is out of play."


class Folded(Discard):
    """The cards that lie below others; `spare` piles are left at the end."""

    label = short = where = goes = "covered"
    called = "Covered, {cards}"

    def __init__(self, *, spare: int = 1) -> None:
        super().__init__(spare=spare)

    def gain(self, game: PilePosition, after: PilePosition, card: Card | None) -> str:
        left = self.layout.wanted - self.founded(after)
        return f"it leaves {left + self.spare} piles" if left else "it wins"

    def aim_words(self) -> Iterator[str]:
        piles = "one pile" if self.spare == 1 else f"{in_words(self.spare)} piles"
        yield f"The aim is to bring all cards onto {piles}."


class Gapped(Shifted):
    """Rows of all cards without aces; a gap takes the card that follows its left neighbor.

    A two goes to a gap at the left edge. Cards that are out of order may be dealt anew.
    """

    within = "Move card T1 to the gap T2."
    row_told = "deal the cards that are out of order anew"

    def __init__(self, *, rows: int = 4, columns: int = 13, redeals: int = 2) -> None:
        super().__init__(rows * columns)
        self.rows, self.columns = (tuple(range(0, 2 * columns, 2)),) * rows, columns
        self.redeals = redeals
        ranks = list(Rank)[1:columns]
        # for each suit: its cards in order, each as a pile
        self.order = {suit: [(CARDS[rank, suit],) for rank in ranks] for suit in Suit}

    def space(self) -> str:
        return f"{SPACES}.taking.GappedSpace"

    def finished(self, dealt: dict[str, Any]) -> None:
        piles = dealt["tableau"]
        aces = [pile[-1] for pile in piles if pile[-1].rank is Rank.ACE]
        dealt["tableau"] = tuple([() if pile[-1].rank is Rank.ACE else pile for pile in piles])
        dealt["foundations"] = (tuple(aces),)

    def moves(self) -> Iterator[Declared]:
        yield from super().moves()
        help = "Deal the cards that are out of order anew."
        route = Route("stock", "tableau")
        if self.redeals:
            yield Command("card", "card", AGAIN, (), help, route), lambda game: self.with_row(game)

    def calls(self, giving: Giving) -> Iterator[Numbers]:
        game = giving.game
        at = {pile[-1]: t for t, pile in enumerate(game.tableau, 1) if pile}
        for to, pile in enumerate(game.tableau, 1):
            if not pile:
                for card in self._wanted(game, to):
                    if card in at:
                        yield at[card], to

    def _wanted(self, game: PilePosition, t: int) -> list[Card]:
        """Return the cards that may go to place `t`, if it is a gap."""
        if t % self.columns == 1:
            return [card for ((card, *_), *_) in self.order.values()]
        before = game.tableau[t - 2]
        if not before or before[-1].rank == self.columns:
            return []
        return [CARDS[Rank(before[-1].rank + 1), before[-1].suit]]

    def place_for(self, game: PilePosition, card: Card, source: Place, *to: int) -> Place:
        target = TABLEAU[to[0]]
        if held := game.pile(target):
            raise IllegalMove(f"{{}} cannot go to {target}: {{}} lies there", card, *held)
        wanted = self._wanted(game, target.number)
        if card in wanted:
            return target
        if target.number % self.columns == 1:
            raise IllegalMove(f"{{}} cannot go to {target}: only a 2 begins a row", card)
        before = game.tableau[target.number - 2]
        if not before:
            raise IllegalMove(f"no card goes to {target}: a gap is at the left of it")
        if not wanted:
            raise IllegalMove(f"no card goes to {target}: nothing follows {{}}", *before)
        raise IllegalMove("{} goes there, after {}, not {}", *wanted, *before, card)

    def with_row(self, game: P) -> P:
        """Shuffle the cards that are out of order, and deal them anew.

        In each row, the cards that are in order stay. After them come a gap and the cards dealt
        anew. The position determines the order of the shuffle, so every replay has the same order.
        """
        if game.redeals == self.redeals:
            raise IllegalMove(f"no cards are dealt anew: {redeals_used(game.redeals)}")
        lines = [game.tableau[n : n + self.columns] for n in range(0, self.count, self.columns)]
        kept = self.in_order(game)
        loose = [pile[-1] for line, n in zip(lines, kept) for pile in line[n:] if pile]
        shuffle_by(" ".join(map(str, [*loose, game.redeals])), loose)
        piles: list[Pile] = []
        for line, n in zip(lines, kept):
            piles += [*line[:n], ()]
            for _ in range(self.columns - 1 - n):
                piles.append((loose.pop(),) if loose else ())
        return game.changed(tableau=tuple(piles), redeals=game.redeals + 1)

    def _kept(self, line: tuple[Pile, ...]) -> int:
        first = line[0][-1] if line[0] else None
        if first is None or first.rank is not Rank.TWO:
            return 0
        pairs = enumerate(zip(line, self.order[first.suit]))
        return next((n for n, (pile, wanted) in pairs if pile != wanted), self.columns - 1)

    def in_order(self, game: PilePosition) -> list[int]:
        """Return, for each row, how many cards from the left edge on are in order."""
        starts = range(0, self.count, self.columns)
        return [self._kept(game.tableau[n : n + self.columns]) for n in starts]

    def possible(self, game: PilePosition) -> dict[str, bool]:
        return super().possible(game) | {"redeals": 0 <= game.redeals <= self.redeals}

    def notes(self, game: PilePosition) -> Iterator[str]:
        yield redeals_left(self.redeals - game.redeals)

    def told(self, game: PilePosition, after: PilePosition) -> tuple[str, Card] | None:
        if after.redeals != game.redeals:
            return None
        came = [n for n, pile in enumerate(after.tableau) if pile and not game.tableau[n]]
        if len(came) != 1:
            return None
        card, row, edge = after.tableau[came[0]][-1], *divmod(came[0], self.columns)
        before = after.tableau[came[0] - 1]
        return f"{card} after {before[-1]}" if edge and before else f"{card} to row {row + 1}", card

    def deal_words(self) -> Iterator[str]:
        rows = in_words(len(self.rows))
        yield f"All cards are dealt in {rows} rows of {self.columns}. Then the aces are taken"
        yield "out, which leaves gaps."

    def play_words(self) -> Iterator[str]:
        yield "A gap takes the next card of the suit at its left: the 5 of hearts goes after the 4"
        yield "of hearts. A gap at the left edge takes a 2 of any suit. Nothing goes after a king"
        yield "or after another gap."
        if self.redeals:
            often = often_in_words(self.redeals)
            yield f"The cards that are out of order may be dealt again {often}: they are"
            yield "shuffled, and each row gets a gap after the cards that are in order."


class Ordered(Discard):
    """The aces, which take no part; the other cards are put in order."""

    label, short, where, goes, called = "aces", "in order", "in order", "out", "Aces, {cards}"

    def __init__(self, *, spare: int = 4) -> None:
        super().__init__(spare=spare)

    def founded(self, game: PilePosition) -> int:
        assert isinstance(rows := self.layout.tableau, Gapped)
        return sum(rows.in_order(game))

    def gain(self, game: PilePosition, after: PilePosition, card: Card | None) -> str:
        left = self.layout.wanted - self.founded(after)
        return f"it leaves {left} cards out of order" if left else "it wins"

    def aim_words(self) -> Iterator[str]:
        yield "The aim is to have one suit in order in each row, from 2 up to king."


def _alike(card: Card, other: Card) -> bool:
    return card.suit is other.suit or card.rank is other.rank
