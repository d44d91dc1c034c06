"""The tableau: piles that are built down, whose cards move alone, in runs or as a whole."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import Final, NamedTuple

from cardgames.model.cards import BACK, CARDS, Card, Pile, Place, Rank, replaced
from cardgames.model.commands import Number
from cardgames.model.errors import IllegalMove, counted
from cardgames.patience.kinds.kind import (
    DOWN,
    RESERVE,
    TABLEAU,
    UNLIMITED,
    Carrier,
    Declared,
    Giving,
    Kind,
    Name,
    Numbers,
    P,
    PilePosition,
    Piles,
    Takers,
    dealt_by,
    in_rows,
    one_of,
    with_list,
)
from cardgames.patience.kinds.tables import (
    BUILDS,
    RUN,
    WAYS,
    Refusal,
    in_words,
    misfit,
    partners,
    with_article,
)


class Together(NamedTuple):
    """Which cards of a tableau pile may move together."""

    words: str  # in the rules; {run} is the rule for runs, and {spaces} says if empty piles help
    help: str  # in the help of the move
    numbered: bool = True  # may the move say how many cards it moves?
    # do the ranks of two top cards determine how many cards can move?
    ranked: bool = True


_SEVERAL: Final = """Move cards of tableau pile T1 that fit onto pile T2.

You may leave out the number of cards"""
_GREATEST: Final = f"{_SEVERAL}: to an empty pile, as many move as can."
TOGETHER: Final[Mapping[str, Together]] = {
    # as in Klondike, where the face-up cards of a pile always form a run
    "built": Together(
        "The face-up cards of a pile move together, all of them or only the last ones.",
        f"{_SEVERAL}, because only one number fits.",
    ),
    # as in Yukon
    "open": Together(
        "A face-up card moves with all the cards on it, whether they are in order or not.",
        f"{_SEVERAL} where only one number fits.",
        ranked=False,
    ),
    # as in Spider
    "run": Together("Cards that form a run{run} at the end of a pile move together.", _GREATEST),
    # as in FreeCell
    "room": Together(
        "Cards that form a run{run} at the end of a pile move together, if there is room to "
        "move them one by one through free cells{spaces}.",
        _GREATEST,
    ),
    "top": Together(
        "Only the top card of a pile moves.",
        "Move the top card of tableau pile T1 to pile T2.",
        numbered=False,
        ranked=False,
    ),
    # as in Canfield
    "whole": Together(
        "A pile moves as a whole.",
        "Move the whole tableau pile T1 onto tableau pile T2.",
        numbered=False,
        ranked=False,
    ),
}
# The card that fills an empty tableau pile: any, a king, none, or at once the reserve's top card.
# With 'reserve', any card fills the pile once the reserve is empty. If the base is
# the rank of a card that is dealt, 'king' means the rank below the base.
FILLS: Final[Mapping[str, str]] = {
    "any": "Any card may go to an empty pile.",
    "king": "Only a king, with the cards on it, may go to an empty pile.",
    "none": "An empty pile stays empty.",
    "reserve": "An empty pile is filled from the reserve at once, and later by any card.",
}

# the fields whose cards may come to the tableau, in the order of the moves
SOURCES: Final = ("reserve", "reserves", "cells", "waste", "tableau", "foundations")


class Tableau(Kind):
    """The piles that are built down, according to a rule in BUILDS."""

    field, letter, code, noun, what = "tableau", "t", "tab", "tableau", "tableau pile"
    place = TABLEAU.__getitem__
    top, onto = "the top card of tableau pile T", "tableau pile T"
    row_help = "Deal a row: a card of the stock to each tableau pile."
    row_told = "deal a row from the stock"
    row_words = "The stock deals a row: one card to each pile, as long as there are cards."

    def __init__(
        self,
        sizes: Iterable[int],
        *,
        down: Iterable[int] = (),
        build: Name = "colors",
        ways: Name = "down",
        around: bool = False,
        run: Name = "",
        together: Name = "top",
        fill: Name = "any",
        sunk: bool = False,
    ) -> None:
        """Declare piles that are dealt row by row.

        `sizes` has the number of cards in each pile, and `down` the number of its face-down cards.
        If `sunk`, the kings lie at the bottom of their piles.

        `build` and `run` are names in BUILDS: the rule for building, and the rule for cards that
        move as a run. Without `run`, the rule is `build`. `ways`, `together` and `fill` are names
        in the tables WAYS, TOGETHER and FILLS. If ranks go `around`, a card of the rank below the
        base may lie on a card of the base rank.
        """
        self.sizes = tuple(sizes)
        self.count, self.dealt = len(self.sizes), dealt_by(self.sizes)
        self.down = tuple(down)
        self.build = one_of(build, "build", BUILDS)
        self.ways = one_of(ways, "ways", WAYS)
        self.around, self.sunk = around, sunk
        self.run = one_of(run or build, "run", BUILDS)
        self.together = one_of(together, "together", TOGETHER)
        self.fill = one_of(fill, "fill", FILLS)

    def deal(self, deck: Pile) -> tuple[Pile, ...]:
        piles = in_rows(deck, self.sizes)
        if self.sunk:
            last = [sorted(pile, key=lambda card: card.rank is not Rank.KING) for pile in piles]
            piles = tuple(map(tuple, last))
        return piles

    # The moves.

    def sources(self) -> tuple[str, ...]:
        if self.ways == "any":
            return ("reserve", "reserves", "waste")
        closed = self.build == self.fill == "none"
        return () if closed else SOURCES

    def numbers(self) -> tuple[Number, ...]:
        return (Number("T", 1, self.count, what=self.what),)

    def move_from(self, source: Kind) -> Declared:
        if source is not self:
            return super().move_from(source)
        arguments = [Number(name, 1, self.count, what=self.what) for name in ("T1", "T2")]
        if TOGETHER[self.together].numbered:
            most = len(self.layout.deck) if self.together == "open" else RUN
            arguments.append(Number("N", 1, most, optional=True))
        command = self.declared(self, tuple(arguments), TOGETHER[self.together].help)
        shift: Carrier = lambda game, *given: game.layout.tableau.shift(game, *given)
        return command, with_list(shift)

    def place_for(self, game: PilePosition, card: Card, source: Place, *to: int) -> Place:
        target = TABLEAU[to[0]]
        self.check(game, card, target.number)
        return target

    def fits(self, game: PilePosition, card: Card, onto: Card) -> bool:
        """May the card be put on the card `onto`?"""
        return onto in self.layout.builds.below(game.base)[card]

    def takers(self, game: PilePosition) -> Takers:
        return [((t,), pile[-1] if pile else None) for t, pile in enumerate(game.tableau, 1)]

    def leading(self, game: PilePosition) -> list[tuple[int, Pile]]:
        tableau, down = enumerate(game.tableau, 1), game.down
        piles = [(t, pile) for t, pile in tableau if pile and pile[-1] is not BACK]
        if self.together == "whole":
            return [(t, pile[:1]) for t, pile in piles]
        if self.together in ("built", "open"):  # as below, but faster
            return [(t, pile[down[t - 1] if down else 0 :]) for t, pile in piles]
        return [(t, pile[-self.loose(game, t, piles[0][0]) :]) for t, pile in piles]

    def says(self, method: str) -> bool:
        return super().says(method) or method == "calls" and TOGETHER[self.together].numbered

    def calls(self, giving: Giving) -> Iterator[Numbers]:
        piles = giving.game.tableau
        for t1, t2, numbers in self._pairs(giving):
            if not TOGETHER[self.together].numbered:
                yield t1, t2
                continue
            usual = numbers[0] if not piles[t2 - 1] and self.fill != "king" else 0
            for number in numbers:
                alone = number == usual or len(numbers) == 1
                yield (t1, t2) if alone else (t1, t2, number)

    def _pairs(self, giving: Giving) -> Iterator[tuple[int, int, list[int]]]:
        """Yield two piles, and the numbers of cards that can move from the first to the second."""
        game, most = giving.game, UNLIMITED
        if "tableau" not in self.layout.saying:
            for (t1, pile), t2 in product(enumerate(game.tableau, 1), range(1, self.count + 1)):
                if t1 != t2 and pile and pile[-1] is not BACK:
                    if numbers := self.fitting(game, t1, t2):
                        yield t1, t2, numbers
            return
        targets = giving.taking("tableau")
        spaces = list[int]()
        if () in game.tableau:
            spaces = [t for t, pile in enumerate(game.tableau, 1) if not pile]
        if spaces and self.together == "whole":  # a whole pile may fill any empty one
            others = [one for one in targets if one[0][0] not in spaces]
            whole = {pile[0] for pile in game.tableau if pile}
            targets = sorted(others + [((t,), whole) for t in spaces])
        if spaces and self.together == "room":
            most = self.room_at(game, spaces[0])
        for t1, cards in giving.leading():
            for (t2,), taken in targets:
                if t1 != t2 and not taken.isdisjoint(cards):
                    moving = cards[-most:] if t2 in spaces else cards
                    if numbers := self._numbers(game, t1, t2, moving, taken):
                        yield t1, t2, numbers

    def check(self, game: PilePosition, card: Card, t: int) -> None:
        """Raise IllegalMove unless the card may be put on a pile."""
        pile, layout = game.tableau[t - 1], self.layout
        if layout.claims and card.rank is game.base:
            raise IllegalMove("{} is of the base rank: it must go to a foundation", card)
        if not pile:
            if not self.fits_space(game.height(card)):
                king = "only a king" if game.base is Rank.ACE else f"only {_last(game.base)}"
                told = "nothing" if self.fill == "none" else king
                raise IllegalMove(f"{{}} cannot go to tableau pile {t}: {told} fills it", card)
            return
        onto = pile[-1]
        if onto not in layout.builds.below(game.base)[card]:  # as `fits`, but faster
            if layout.claims and onto.rank is game.base and not self.around:
                raise IllegalMove("{} is of the base rank: nothing may be built on it", onto)
            raise IllegalMove(misfit, layout.builds, self.fill, game.base, card, onto)

    def shift(self, game: PilePosition, t1: int, t2: int, count: int | None = None) -> PilePosition:
        """Move cards from pile to pile; if `count` is None, move the number of cards that fits."""
        cards = game.filled(TABLEAU[t1])
        if t1 == t2:
            raise IllegalMove(f"tableau pile {t1} cannot be moved onto itself")
        whole = self.together == "whole"
        loose = len(cards) if whole else self.loose(game, t1, t2)
        if count is None:
            count = loose if whole else self._number_for(game, t1, t2, loose)
        elif count > loose:
            raise IllegalMove(self._too_many, game, t1, count, loose)
        if game.tableau[t2 - 1] or not whole:  # a whole pile may fill any empty one
            try:
                self.check(game, cards[-count], t2)
            except IllegalMove as error:
                if whole and count > 1:
                    error.begin(f"tableau pile {t1} moves as a whole, and ")
                raise
        return game.moved(TABLEAU[t1], TABLEAU[t2], count)

    def loose(self, game: PilePosition, t1: int, t2: int) -> int:
        """Return how many cards of pile `t1` can be moved together to pile `t2`."""
        if self.together == "top":
            return 1
        if self.together in ("run", "room"):
            run = self.run_length(game, t1)
            return run if self.together == "run" else min(run, self.room_at(game, t2))
        return len(game.tableau[t1 - 1]) - game.face_down(t1)

    def run_length(self, game: PilePosition, t: int) -> int:
        """Return how many cards at the end of pile `t` are a run."""
        below, pile = self.layout.runs.below(game.base), game.tableau[t - 1]
        first, down = len(pile) - 1, game.face_down(t)
        while first > down and pile[first] is not BACK and pile[first - 1] in below[pile[first]]:
            first -= 1
        return len(pile) - first

    def room_at(self, game: PilePosition, t: int) -> int:
        """Return how many cards can move to pile `t` one by one via free cells and empty piles."""
        spaces = game.tableau.count(()) - (not game.tableau[t - 1])
        held = len(game.cells) - game.cells.count(())
        return self.most(self.layout.cells.room(held, len(game.stock)), spaces)

    def _number_for(self, game: PilePosition, t1: int, t2: int, loose: int) -> int:
        """Return how many of the loose cards go from pile to pile; `check` may still refuse them.

        Raises IllegalMove if several numbers fit, if no number fits, or if the room is too small.
        """
        if self.together == "top" or not game.tableau[t2 - 1] and self.fill != "king":
            return loose
        if self.together == "open" or self.ways == "both":
            if len(fitting := self.fitting(game, t1, t2)) > 1:
                numbers = " or ".join(map(str, fitting[::-1]))
                many = f"say how many, as in 'tabtab {t1} {t2} {fitting[-1]}'"
                raise IllegalMove(f"{numbers} cards of tableau pile {t1} fit there: {many}")
            count = fitting[0] if fitting else 0
        else:
            count = self._number_by_rank(game, t1, t2)
            if self.together == "room" and loose < count <= self.run_length(game, t1):
                raise IllegalMove(self._too_many, game, t1, count, loose)
        if 0 < count <= loose:
            return count
        if loose == 1 or not game.tableau[t2 - 1]:
            return loose
        raise IllegalMove(self._none_fits, game, t1, t2, loose)

    def _too_many(self, game: PilePosition, t: int, count: int, loose: int) -> Refusal:
        """Say why fewer than `count` cards of a pile can move together."""
        pile, down = game.tableau[t - 1], game.face_down(t)
        up = len(pile) - down
        if count > up:
            told = f"tableau pile {t} has only {counted(up, 'card')}{' face up' * bool(down)}"
            return (told,)
        if (run := self.run_length(game, t)) < count and self.together in ("run", "room"):
            cards = counted(run, "card")
            why = f"only {cards} of tableau pile {t} can move: {{}} on {{}} is not a run"
            return why, pile[-run], pile[-run - 1]
        room = f"free cells and empty piles have room for {loose}"
        return (f"{count} cards would have to move, and {room}",)

    def _none_fits(self, game: PilePosition, t1: int, t2: int, loose: int) -> Refusal:
        """Say why none of the loose cards of a pile can go to another."""
        cards, onto = game.tableau[t1 - 1], game.tableau[t2 - 1][-1]
        for buried in cards[game.face_down(t1) : -loose][::-1]:
            if self.fits(game, buried, onto):
                return "{} would go on {}, but the cards on it are not a run", buried, onto
        builds = self.layout.builds
        if not (ranks := builds.ranks(game.base, onto.rank, under=False)):
            return "nothing goes on {}", onto
        wanted, *named = partners(builds, onto, ranks)
        none = f"none of the cards from {{}} to {{}} goes on {{}}, which takes {wanted}"
        return none, cards[-loose], cards[-1], onto, *named

    def _number_by_rank(self, game: PilePosition, t1: int, t2: int) -> int:
        onto, top = game.tableau[t2 - 1], game.tableau[t1 - 1][-1]
        height = game.height(onto[-1]) if onto else RUN
        number = (height - game.height(top)) * WAYS[self.ways][0]
        return (number - 1) % RUN + 1 if self.around else number

    def fitting(self, game: PilePosition, t1: int, t2: int) -> list[int]:
        """Return the numbers of cards that can move from pile `t1` to pile `t2`, largest first."""
        cards = game.tableau[t1 - 1][-self.loose(game, t1, t2) :]
        taken = list[Card]()
        for card in cards:
            try:
                self.check(game, card, t2)
            except IllegalMove:
                continue  # `suppress` would take longer than the check
            taken.append(card)
        return self._numbers(game, t1, t2, cards, taken)

    def _numbers(
        self, game: PilePosition, t1: int, t2: int, cards: Pile, taken: Collection[Card]
    ) -> list[int]:
        """Return the numbers of cards that can move; the other pile takes the cards in `taken`."""
        onto = game.tableau[t2 - 1] or self.fill == "king"
        if taken and onto and TOGETHER[self.together].ranked and self.ways != "both":
            number = self._number_by_rank(game, t1, t2)
            return [number] if 0 < number <= len(cards) and cards[-number] in taken else []
        return [n for n in range(len(cards), 0, -1) if cards[-n] in taken]

    check_row = Kind.check_row

    def left(self, game: P, place: Place) -> P:
        """Turn up the top card of the pile, or fill the pile from the reserve."""
        size, down = len(game.tableau[place.number - 1]), game.face_down(place.number)
        if down and down == size:
            return game.turned_up(place.number)
        if not size and game.reserve and self.fill == "reserve":
            return game.moved(RESERVE, place)
        return game

    def came(self, game: P, place: Place) -> P:
        """If whole runs go up, bring a complete run from the end of the pile to a foundation."""
        if not self.layout.by_runs:
            return game
        pile = game.pile(place)
        run = pile[-RUN:]
        if len(pile) - game.face_down(place.number) < RUN or BACK in run:
            return game
        if run != tuple([CARDS[rank, run[0].suit] for rank in reversed(Rank)]):
            return game
        after = game.changed(
            tableau=replaced(game.tableau, place.number, pile[:-RUN]),
            foundations=replaced(game.foundations, game.foundations.index(()) + 1, run[::-1]),
        )
        return self.came(self.left(after, place), place)

    # What a search asks.

    def fits_space(self, height: int) -> bool:
        """May a card of this height fill an empty pile?"""
        return height == RUN - 1 if self.fill == "king" else self.fill != "none"

    def most(self, free: int, spaces: int) -> int:
        """Return how many cards can move at most, with `free` cells and `spaces` empty piles."""
        if self.together != "room":
            return UNLIMITED
        # each empty pile doubles the number, as half of the run can wait there
        return (free + 1) << (spaces if self.fill == "any" else 0)

    def movable(self, pile: bytes, below: Sequence[Sequence[int]]) -> list[bytes]:
        """Return the groups of cards that may move from the end of a pile, the largest first.

        `below` has, for each card, the cards that may lie below it in a run.
        """
        if self.ways == "any":
            return []
        if self.together == "whole":
            return [pile]
        down, first = sum(map(DOWN.__le__, pile)), len(pile) - 1
        if self.together in ("built", "open"):
            first = down
        elif self.together in ("run", "room"):
            while first > down and pile[first - 1] in below[pile[first]]:
                first -= 1
        return [pile[number:] for number in range(first, len(pile))]

    # The position.

    def backs(self, game: PilePosition) -> Piles | None:
        return game.tableau_seen() if any(game.down) else None

    def locked(self, game: PilePosition) -> int:
        return sum(game.down)

    def possible(self, game: PilePosition) -> dict[str, bool]:
        layout, downs = self.layout, game.down or (0,) * len(game.tableau)
        piles = list(zip(game.tableau, downs))
        hidden = {card is BACK for pile, down in piles for card in pile[:down]}
        shown = [pile[down:] for pile, down in piles]
        built = len(hidden) < 2 and not any(BACK in cards for cards in shown)
        if built and self.together in ("built", "whole"):
            pairs = [pair for cards in shown for pair in zip(cards, cards[1:])]
            below = layout.builds.below(game.base)
            built = all([onto in below[card] for onto, card in pairs])
        return {
            "down": all(0 <= down < max(1, len(pile)) for pile, down in piles),
            "tableau": built,
        }

    # Words.

    def deal_words(self) -> Iterator[str]:
        piles = f"The tableau has {in_words(self.count)} piles"
        if not any(self.sizes):
            yield f"{piles}, which are empty at first."
            return
        yield f"{piles}, dealt row by row from left to right:"
        down = "face up"
        if any(self.down):
            tops = all(size - down == 1 for size, down in zip(self.sizes, self.down))
            each = len({*self.down}) == 1
            some = f"{self.down[0]} of them" if each else f"of which {_listed(self.down)} are"
            down = "only the last one face up" if tops else f"{some} face down"
        yield f"{_listed(self.sizes)}, {down}."
        if self.sunk:
            yield "Kings are put at the bottom of their piles."

    def play_words(self) -> Iterator[str]:
        if not self.sources():
            yield "No card is moved within the tableau, and an empty pile stays empty."
        else:
            if self.ways == "any":
                yield "Any card may go on any pile, but no card moves from one pile to another."
                return
            way = "up or down" if self.ways == "both" else self.ways
            how = f"The tableau is built {way} {BUILDS[self.build].how}."
            yield "Nothing is built in the tableau." if self.build == "none" else how
            if self.around:
                yield "The ranks go around: the king is next to the ace."
            run = "" if self.run == self.build else f" {BUILDS[self.run].how}"
            spaces = " and empty piles" if self.fill == "any" else ""
            yield TOGETHER[self.together].words.format(run=run, spaces=spaces)
            fills = FILLS[self.fill]
            if self.layout.claims and self.layout.starter is None:
                fills = fills.replace("a king", "a card of the rank below the base")
            yield fills
        if any(self.down):
            yield "When a card that is face down comes to the top of its pile, it is turned up."


def _last(base: Rank) -> str:
    """Name the rank below the base, which comes last on a foundation: 'a 9'."""
    return with_article(Rank((base - 2) % RUN + 1))


def _listed(sizes: Sequence[int]) -> str:
    """Return the sizes of piles in words: '7 cards each', '0, 1 and 2 cards'."""

    sets = [(size, len(list(same))) for size, same in groupby(sizes)]
    if len(sets) == 1:
        return f"{counted(sizes[0], 'card')} each"
    if len(sets) > 2:
        return f"{', '.join(map(str, sizes[:-1]))} and {counted(sizes[-1], 'card')}"
    return " and ".join(
        f"{counted(size, 'card')} in {in_words(count)} pile{'s' * (count > 1)}"
        for size, count in sets
        if size
    )
