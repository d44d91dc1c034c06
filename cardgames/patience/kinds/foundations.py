"""The foundations: piles that are built up in suit, or that take whole runs."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from cardgames.model.cards import BACK, CARDS, Card, Pile, Place, Rank, Suit
from cardgames.model.commands import Number
from cardgames.model.errors import DeclarationError, IllegalMove, listed
from cardgames.patience.kinds.beside import Redeal
from cardgames.patience.kinds.kind import (
    FOUNDATIONS,
    TABLEAU,
    Kind,
    Name,
    PilePosition,
    Piles,
    Takers,
    one_each,
    one_of,
)
from cardgames.patience.kinds.tableau import Tableau
from cardgames.patience.kinds.tables import RUN, Refusal, in_words, with_article

# The cards on the foundations after the deal: none, the card dealt next, all cards of a rank, or
# all other cards of the rank of the card dealt next. The rank of a card that lies there is the
# base: cards of this rank then go only to foundations. With 'each', a card lies on each
# foundation: the first to be dealt that may start it; any other such card may go anywhere.
STARTS: Final[Mapping[str, Rank | None]] = {
    "empty": None,
    "card": None,
    "aces": Rank.ACE,
    "twos": Rank.TWO,
    "copies": None,
    "each": None,
}


class Order(NamedTuple):
    """The order in which cards come to foundations; it may differ between groups of equal size."""

    # for each group: the height of the first card, and by how much each next card is higher
    groups: tuple[tuple[int, int], ...]
    how: str = ""  # the words in the rules; '' if it is up from the base rank


ORDERS: Final[Mapping[str, Order]] = {
    "up": Order(((0, 1),)),
    "down": Order(((12, -1),), "Foundations are built down{suit}, from the king to the ace."),
    "meet": Order(
        ((0, 1), (12, -1)),
        "The first {half} foundations are built up{suit}, from the ace, the others down{suit}, "
        "from the king.",
    ),
    "twos": Order(
        ((0, 2), (1, 2)),
        "Foundations are built up{suit} by twos, the first {half} from the ace (3, 5 and so on to "
        "the king, then 2 to queen), the others from the two (4, 6 and so on to the queen, then "
        "ace to king).",
    ),
    "steps": Order(
        ((0, 1), (1, 2), (2, 3), (3, 4)),
        "The foundations are built up{suit}, the first from the ace by ones, the second from the "
        "two by twos, the third from the three by threes, the fourth from the four by fours; "
        "after the king comes the ace.",
    ),
}
# where a card of a foundation may go back to: nowhere, onto a card, or also to an empty pile
RETURNS: Final = ("none", "cards", "any")


class Foundations(Kind):
    """The piles that are built up in suit."""

    field, letter, code, noun, what = "foundations", "f", "fnd", "foundation", "foundation"
    place = FOUNDATIONS.__getitem__
    top, onto = "the top of foundation F back", "a foundation"
    # for a Discard: which cards leave together, and how many stay
    pairs = "none"
    spare = 0
    stuck = "no card can go to its foundation any more"
    label, short, called = "foundations", "up", "Foundation {number}"
    open = False  # do all cards of a foundation matter, not only the last?
    where, goes = "on the foundations", "to its foundation"

    def __init__(
        self,
        count: int = 4,
        *,
        start: Name = "empty",
        back: Name = "none",
        runs: bool = False,
        order: str = "up",
        mixed: bool = False,
    ) -> None:
        """`start`, `back` and `order` are names in the tables STARTS, RETURNS and ORDERS.

        If `runs`, only whole runs go up. If `mixed`, suits do not matter.
        """
        self.count = count
        self.order, self.mixed = one_of(order, "order", ORDERS), mixed
        groups = ORDERS[self.order].groups
        # for each foundation: the height of its first card, and the step to each next card
        self.chains = tuple([groups[f * len(groups) // count] for f in range(count)])
        if back != "none" and not self.plain:
            raise ValueError("cards come back only from foundations that are built up in suit")
        self.start = one_of(start, "start", STARTS)
        self.back = one_of(back, "back", RETURNS)
        self.runs = runs

    @property
    def plain(self) -> bool:
        """Is each foundation built up in suit from the base rank?"""
        return self.order == "up" and not self.mixed

    @property
    def chooses(self) -> bool:
        """May a card fit on several foundations that are built in different ways?"""
        return len(ORDERS[self.order].groups) > 1

    def started(self, deck: Pile) -> tuple[Piles, Pile]:
        rank, starters = STARTS[self.start], list[Card]()
        if self.start == "each":
            for f, (first, _) in enumerate(self.chains):
                suit = None if self.mixed else tuple(Suit)[f % len(Suit)]
                fit = [one for one in deck if one.rank == first + 1 and suit in (None, one.suit)]
                starters.append(fit[-1])
        elif self.start == "copies":
            rank = deck[-1].rank
        if rank is not None:
            among = deck[:-1] if self.start == "copies" else deck
            starters = sorted([card for card in among if card.rank is rank], key=str)
        rest = list(deck[::-1])
        for card in starters:
            rest.remove(card)
        if self.start == "copies":  # the next card to be dealt stays the same
            rest.remove(deck[-1])
            rest.insert(0, deck[-1])
        return one_each(tuple(starters), self.count) if starters else (), tuple(rest[::-1])

    def check_layout(self) -> None:
        if self.mixed and self.layout.builds.name not in ("any", "none"):
            raise DeclarationError("mixed foundations go with a tableau that is built in any suits")
        redeal = self.layout.kinds.get("stock")
        if self.mixed and isinstance(redeal, Redeal) and redeal.shuffled:
            raise DeclarationError("a redeal with mixed foundations cannot be shuffled")

    def numbers(self) -> tuple[Number, ...]:
        if not self.chooses:
            return ()
        return (Number("F", 1, self.count, what=self.what, optional=True),)

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        return one_each(deck[-1:] if self.start == "card" else (), self.count)

    def sources(self) -> tuple[str, ...]:
        return () if self.runs else ("reserve", "reserves", "cells", "waste", "tableau")

    def gives(self, target: Kind) -> bool:
        return target.field == "tableau" and self.back != "none"

    def check_leaving(self, game: PilePosition, source: Place, field: str, *to: int) -> None:
        if self.back == "cards" and not game.pile(TABLEAU[to[0]]):
            raise IllegalMove(f"{TABLEAU[to[0]]} is empty: a foundation card cannot fill it")

    def says(self, method: str) -> bool:
        return super().says(method) and not self.chooses

    def takers(self, game: PilePosition) -> Takers:
        return [((), game.foundations)]

    def place_for(self, game: PilePosition, card: Card, source: Place, *to: int) -> Place:
        height = (card.rank - game.base) % RUN  # as `game.height`, but faster
        piles, chains = game.foundations, self.chains
        for f in to or range(1, len(piles) + 1):
            pile, (first, step) = piles[f - 1], chains[f - 1]
            own = self.mixed or not pile or pile[0].suit is card.suit
            if own and len(pile) < RUN and height == (first + step * len(pile)) % RUN:
                free = f if pile else chains.index(chains[f - 1]) + 1
                while piles[free - 1] and free < f:
                    free += 1
                if free < f:
                    raise IllegalMove(f"foundation {free} is free: the card goes there first")
                return FOUNDATIONS[f]
        raise IllegalMove(self._waiting_for, game, card, *to)

    def _waiting_for(self, game: PilePosition, card: Card, *to: int) -> Refusal:
        """Say which cards must go up before a card can go up, or go to foundation `to`."""
        if self.plain:
            tops = [pile[-1] for pile in game.foundations if pile and pile[0].suit is card.suit]
            if not tops:
                starter = CARDS[game.base, card.suit]
                return "{} has no foundation yet: {} must start it", card, starter
            before = CARDS[Rank((card.rank - 2) % 13 + 1), card.suit]
            if self.layout.packs > 1:
                return "{} goes up after {}, and no foundation ends with it", card, before
            return "{} goes up after {}: its foundation ends with {}", card, before, tops[-1]
        waiting = list[Card]()
        for f, (pile, (first, step)) in enumerate(zip(game.foundations, self.chains), 1):
            if f in (to or [f]) and len(pile) < RUN:
                height = (first + step * len(pile)) % RUN
                suit = pile[0].suit if pile and not self.mixed else card.suit
                one = CARDS[Rank((game.base - 1 + height) % RUN + 1), suit]
                if sum([done.count(one) for done in game.foundations]) < self.layout.copies:
                    waiting.append(one)
        where = f"on foundation {to[0]}" if to else "up"
        if not waiting:
            return f"{{}} cannot go {where}: nothing more goes there", card
        if to or self.mixed:
            ranks = [with_article(one.rank) for one in waiting]
            if not self.mixed and game.foundations[to[0] - 1]:
                return f"{{}} cannot go {where}: it waits for {{}}", card, waiting[0]
            waits = "it waits" if to else "foundations wait"
            told = f"{waits} for {listed(list(dict.fromkeys(ranks)), 'or')}"
            return f"{{}} cannot go {where}: {told}", card
        named = list(dict.fromkeys([one for one in waiting if one.suit is card.suit]))
        told = listed(["{}"] * len(named), "or")
        return f"{{}} cannot go up: foundations of its suit wait for {told}", card, *named

    def founded(self, game: PilePosition) -> int:
        """Return how many cards are up or, in a game without foundations, are played off."""
        if not self.layout.clears:
            return sum(map(len, game.foundations))
        left = sum(map(len, (*game.tableau, *game.cells, game.reserve, *game.reserves)))
        return self.layout.wanted - left - (0 if self.layout.turns else len(game.stock))

    def gain(self, game: PilePosition, after: PilePosition, card: Card | None) -> str:
        """Return the reason for a move that raises `founded`; `card`, if not None, came here."""
        return f"it brings {card} to its foundation"

    def until(self, game: PilePosition, card: Card) -> int:
        """Return the least number of cards that must go to the same foundation before this card."""
        wanted, waits = game.height(card), [RUN]
        for pile, (first, step) in zip(game.foundations, self.chains):
            if self.mixed or not pile or pile[0].suit is card.suit:
                coming = range(len(pile), RUN)
                waits += [n - len(pile) for n in coming if (first + step * n) % RUN == wanted]
        return min(waits)

    def is_safe(self, game: PilePosition, card: Card) -> bool:
        """Is it certain that no other card can need this card in the tableau?"""
        height, copies = game.height(card), self.layout.copies
        lags = self.lags(card.suit, height, copies == 1 and not self.layout.builds.around)
        if not lags:
            return lags is not None
        founded = [(pile[-1].suit, len(pile)) for pile in game.foundations if pile]
        for suit, lag in lags.items():
            up = sum([one is suit and size >= height - lag for one, size in founded])
            if height > lag and up < copies:
                return False
        return True

    def lags(self, suit: Suit, height: int, all_suits: bool) -> dict[Suit, int] | None:
        """Return, for each suit, how many ranks its foundation may lag behind a safe card.

        Return None if no card of this suit and height is safe. A card is safe if each card that
        could lie on it is on a foundation. If `all_suits`, the cards that could lie on those cards
        must be there, too. If cards have copies, all copies must be able to go up: it may matter
        which copy goes.
        """
        layout, tableau = self.layout, self.layout.tableau
        assert isinstance(tableau, Tableau)
        corner = tableau.around and height == 0
        if tableau.ways == "both" and self.order in ("up", "meet") and not self.mixed:
            # Where cards lie only on neighbors of their suit and move one by one, a card that could
            # go onto a safe card can go up instead, but not onto the base card around the corner.
            single = tableau.together == "top" and tableau.build == "suit" and layout.copies == 1
            dealt_to = tableau.fill == "reserve" or layout.dealt_to not in ("", "waste")
            return {} if single and self.back == "none" and not (dealt_to or corner) else None
        if not self.plain or tableau.ways != "down" or corner:
            return None
        if height <= int(layout.packs == 1 and not layout.unsorted):
            return {}
        suits = [one for one in [*Suit][-layout.suits :] if one is not suit or layout.copies > 1]
        lags = {one: 0 for one in suits if suit in layout.builds.suits[one]}
        if all_suits and lags:
            lags = {one: 1 for one in suits} | lags
        return lags | ({suit: 0} if layout.copies > 1 else {})

    def space(self) -> str:
        # In other games the plain search decides more: 71 of 100 deals of Scorpion instead of 59,
        # 44 of 50 of Simple Simon instead of 38.
        layout, tableau = self.layout, self.layout.tableau
        large = "stock" in layout.kinds or layout.packs > 1
        redeal = isinstance(layout.kinds.get("stock"), Redeal)
        simple = {*layout.kinds} <= {"tableau", "stock", "foundations"} and not redeal
        moving = self.back == "none" and isinstance(tableau, Tableau) and tableau.together == "run"
        by_stages = self.runs and large and simple and moving
        return "cardgames.patience.spaces.runs.RunSpace" if by_stages else ""

    def possible(self, game: PilePosition) -> dict[str, bool]:
        layout = self.layout
        up = [
            game.height(card) == (first + step * number) % RUN
            and (self.mixed or card.suit is pile[0].suit)
            for pile, (first, step) in zip(game.foundations, self.chains)
            for number, card in enumerate(pile)
        ]
        free = layout.claims and not layout.starter
        bases = Rank if free else (layout.starter or Rank.ACE,)
        return {"base": game.base in bases, "foundations": all(up)}

    def aim_words(self) -> Iterator[str]:
        if self.runs:
            yield "The aim is to build runs in one suit, from king down to ace, in the tableau."
            yield "Such a run goes to a foundation as soon as it is complete."
        else:
            yield "The aim is to bring all cards to the foundations."

    def deal_words(self) -> Iterator[str]:
        if self.start == "card":
            yield "The next card starts the first foundation; its rank is the base rank."
        if self.start == "copies":
            yield "The rank of the first card dealt is the base rank."
            yield "The other cards of that rank start foundations."
        if self.start == "each":
            yield "First each foundation gets a card to start with."

    def play_words(self) -> Iterator[str]:
        if not self.runs:
            card = "ace" if self.start in ("empty", "aces") else "base rank"
            suit = " in any suits" if self.mixed else " in one suit"
            how = ORDERS[self.order].how or f"A foundation is built up{suit}, from the {card}."
            yield how.format(suit=suit, half=in_words(self.count // 2))
            back = "Its top card may come back to the tableau."
            yield "Cards on a foundation stay there." if self.back == "none" else back


class Osmotic(Foundations):
    """Foundations of one suit each; a foundation takes a rank once the foundation before has it."""

    open = True
    takers = Foundations.takers

    def __init__(self) -> None:
        super().__init__(4, start="card")

    def space(self) -> str:
        return "cardgames.patience.spaces.taking.OsmosisSpace"

    def place_for(self, game: PilePosition, card: Card, source: Place, *to: int) -> Place:
        piles = game.foundations
        for f, pile in enumerate(piles):
            if not pile:
                if card.rank is game.base:
                    return FOUNDATIONS[f + 1]
                starter = CARDS[game.base, card.suit]
                raise IllegalMove("{} has no foundation yet: {} must start it", card, starter)
            if pile[0].suit is card.suit:
                if f and not any(one.rank is card.rank for one in piles[f - 1]):
                    rank = with_article(card.rank)
                    raise IllegalMove(f"{{}} waits: {rank} must come to foundation {f} first", card)
                break
        return FOUNDATIONS[f + 1]

    def is_safe(self, game: PilePosition, card: Card) -> bool:
        """Is the card not a base card? It only matters which base card comes first."""
        return card.rank is not game.base

    def possible(self, game: PilePosition) -> dict[str, bool]:
        suits = [len({card.suit for card in pile}) < 2 for pile in game.foundations]
        hidden = any(BACK in pile for pile in game.foundations)
        return {"base": game.base in Rank, "foundations": all(suits) and not hidden}

    def play_words(self) -> Iterator[str]:
        yield "A card of the base rank starts a foundation, which takes its suit in any order. The"
        yield "first foundation takes every card of its suit; another takes a card only once the"
        yield "foundation before it has a card of that rank. Cards on a foundation stay there."
