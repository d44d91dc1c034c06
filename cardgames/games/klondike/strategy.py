"""The state space of Klondike, and its computer players.

The quick player is the one that all patiences use; the fair player and the solver search this
space. A state has only sets of cards, and does not say where each card lies. So a search tries
twice as many states a second as in a `BuildingSpace`. In 20,000 states it also decides more deals:
44 of 50 instead of 41.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias
from zlib import crc32

from cardgames.games.klondike.game import Klondike
from cardgames.model.cards import Card, Place, Rank
from cardgames.model.commands import Route
from cardgames.model.deal import Day
from cardgames.model.game import Move
from cardgames.patience.advice import Effort, SamplingStrategy, players
from cardgames.patience.game import TURN, Patience
from cardgames.patience.kinds.kind import FOUNDATIONS, TABLEAU, WASTE
from cardgames.patience.kinds.tables import Phase, build_by
from cardgames.patience.quick import StockStrategy
from cardgames.patience.rules import BIT, SUITS, Rules, card_numbers, rules_of, union
from cardgames.patience.search import Cache, Line, Solver, StateSpace

CARDS: Final = BIT[52] - 1  # the set of all cards
ROW: Final = 0b1111  # the set of the four aces; if shifted, the set of another rank
KINGS: Final = ROW << 48
# the number of each card, 4 times its height plus the number of its suit
NUMBERS: Final = card_numbers(Rank.ACE)
BY_NUMBER: Final = {number: card for card, number in NUMBERS.items()}


def members(cards: int) -> Iterator[int]:
    """Yield the numbers of the cards in a set, from the lowest up."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def set_of(cards: Iterable[Card]) -> int:
    return union([BIT[NUMBERS[card]] for card in cards])


@cache
def room(build: str) -> bytes:
    """Return a table that tells which cards of one rank can lie on which cards of the next rank.

    The entry at index `16 * lying + under` is 1 if cards of the suits in `lying` can lie on cards
    of the suits in `under`, each on a different card. Otherwise, the entry is 0. Both numbers are
    sets of suits, with four bits.
    """
    suits = build_by(build).suits
    onto = [[SUITS.index(suit) for suit in suits[own]] for own in SUITS]
    found = bytearray(256)
    for lying in range(16):
        rows = list(members(lying))
        for places in permutations(range(4), len(rows)):
            if all([place in onto[suit] for suit, place in zip(rows, places)]):
                for under in range(16):
                    found[lying << 4 | under] |= not union([BIT[p] for p in places]) & ~under
    return bytes(found)


@cache
def needed(rules: Rules) -> list[int]:
    """Return, for each card, the cards that must be on foundations before it is safe there."""
    safe = [rules.needs[card][0] for card in range(52)]
    return [union([union(BIT[least % 4 : least : 4]) for _, least in needs]) for needs in safe]


def is_lost(columns: Sequence[Sequence[int]], built: int, room: bytes) -> bool:
    """Does a relaxation of the rules prove a position lost, because some card stays face down?

    In the relaxation, cards of the talon and of the foundations can be played at any time. Each
    column has its cards up to the first face-up card; `built` is the set of the other face-up
    cards.
    """
    first = tuple(map(len, columns))
    waiting, seen = [first], {first}
    while waiting:
        counts = waiting.pop()
        if max(counts) <= 1:
            return False
        for number in _leaving(columns, counts, built, room):
            after = (*counts[:number], counts[number] - 1, *counts[number + 1 :])
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return True


def _leaving(
    columns: Sequence[Sequence[int]], counts: Sequence[int], lying: int, room: bytes
) -> list[int]:
    """Return the numbers of the columns whose first face-up card can leave.

    `counts` says how many cards are left in each column. If no lower card of its suit is hidden, a
    card can leave without harm: then only this card's column is returned.
    """
    hidden = spaces = 0
    for cards, count in zip(columns, counts):
        hidden |= union([BIT[card] for card in cards[: max(0, count - 1)]])
        lying |= union([BIT[card] for card in cards[count:]])
        if not count or count == 1 and BIT[cards[0]] & KINGS:
            spaces += 1
            lying |= BIT[cards[0]] if count else 0
    above = _above(hidden)
    stuck, placed = lying & above, list[int]()
    for number, count in enumerate(counts):
        card = columns[number][count - 1] if count else 0
        if not count or BIT[card] & KINGS and count == 1:
            continue
        if not BIT[card] & above:
            return [number]
        row = card & ~3
        over = (stuck >> row | BIT[card & 3]) & ROW
        if row == 48:
            can_leave = spaces > (stuck & KINGS).bit_count()
        else:
            can_leave = bool(room[over << 4 | (CARDS & ~hidden) >> row + 4 & ROW])
        placed += [number] * can_leave
    return placed


def _above(cards: int) -> int:
    """Return the set of all cards that are higher than one of `cards` in the same suit."""
    above = cards << 4  # one rank higher; each shift below doubles the number of ranks
    for by in (4, 8, 16, 32):
        above |= above << by
    return above & CARDS


# A state, in bits: the set of the cards on foundations (52); the set of the cards built on others
# and of the kings that begin a column (52); the number of cards in the waste (5); the number of
# redeals so far (7). All else follows from the deal.
State: TypeAlias = int

Pair: TypeAlias = tuple[int, int]  # the cards on foundations, and the cards built on others


class KlondikeAction(NamedTuple):
    """A card goes to its foundation, onto another card, or into a space."""

    card: int
    founded: int  # the set of the cards on foundations after the action
    built: int  # the cards on others after the action; some may have come back from foundations
    after: State


class Columns(NamedTuple):
    bases: int  # the set of the first face-up card of each column, without lone kings
    spaces: int  # the number of columns that are empty or have only a king left
    hidden: int  # the number of cards that lie face down
    alone: int  # the set of the kings that are left alone in their columns


class KlondikeLine(Line):
    """Finds by trial where each card can lie, because states do not say it."""

    def take(self, action: KlondikeAction, before: State) -> None:
        back = _parts(before)[0] & ~action.founded
        for card in sorted(members(back), reverse=True):  # a higher card can carry the next
            self._lay(card, set())
        if action.founded & BIT[action.card]:
            self._uncover(action.card, set())
            self._bring(action.card, FOUNDATIONS[1])
        else:
            self._lay(action.card, set())

    def settle(self, state: State) -> None:
        while True:
            founded = set_of([card for pile in self.game.foundations for card in pile])
            nexts = _nexts(founded) & _parts(state)[0]
            if not nexts:
                return
            card = next(card for card in members(nexts) if self._uncover(card, set()))
            self._bring(card, FOUNDATIONS[1])

    def _pile_of(self, number: int) -> int:
        """Return the number of the column where a card lies face up; 0 if it lies elsewhere."""
        card = BY_NUMBER[number]
        piles = enumerate(zip(self.game.tableau, self.game.down), 1)
        return next((t for t, (pile, down) in piles if card in pile[down:]), 0)

    def _uncover(self, number: int, tried: set[int]) -> bool:
        """Move all cards off a card, to another card; return whether this is possible.

        The other card must not be in `tried`, and is first uncovered in the same way.
        """
        tried.add(number)
        if not (t := self._pile_of(number)):
            return not any([BY_NUMBER[number] in pile for pile in self.game.tableau])  # face down
        pile = self.game.tableau[t - 1]
        on_it = pile[pile.index(BY_NUMBER[number]) + 1 :][:1]
        return not on_it or self._lay(NUMBERS[on_it[0]], tried)

    def _lay(self, number: int, tried: set[int]) -> bool:
        """Lay a card in a space, or on a card that is not in `tried`; return whether it fits."""
        if number >= 48:
            self._bring(number, TABLEAU[self.game.tableau.index(()) + 1])
            return True
        for carrier in rules_of(self.game.layout, Rank.ACE).parents[number]:
            if carrier not in tried and self._pile_of(carrier) and self._uncover(carrier, tried):
                self._bring(number, TABLEAU[self._pile_of(carrier)])
                return True
        return False

    def _bring(self, number: int, target: Place) -> None:
        """Bring a card, and the cards on it, to `target`; if necessary, first turn the stock."""
        card, founded = BY_NUMBER[number], enumerate(self.game.foundations, 1)
        if t := self._pile_of(number):
            source = TABLEAU[t]
        elif f := next((f for f, pile in founded if card in pile), 0):
            source = FOUNDATIONS[f]
        else:
            source = WASTE
            while card not in self.game.waste[-1:]:
                self.make(TURN)
        route = Route(source.field, target.field)
        name = next(one.name for one in self.game.commands.all.values() if one.route == route)
        to = target.number if target.field == "tableau" else 0
        self.make(Move(name, tuple([number for number in (source.number, to) if number])))


class KlondikeSpace(StateSpace[State]):
    """The states of one deal of Klondike."""

    def __init__(self, game: Klondike) -> None:
        options, rules = game.options, rules_of(game.layout, Rank.ACE)
        self._room = room(options.build)
        self._carriers = rules.parents
        self._needed = needed(rules)
        self.talon = game.layout.talon
        # can every card of the talon come up at any time?
        self._free_turns = options.draw == 1 and options.redeals is None
        # the cards of the talon in the order of turning
        self._turned = bytes([NUMBERS[card] for card in game.waste + game.stock[::-1]])
        piles = [[NUMBERS[card] for card in pile] for pile in game.tableau]
        columns = [pile[: down + 1] for pile, down in zip(piles, game.down)]
        # the face-down cards of each column and the first face-up one, from the bottom up
        self._dealt = [[BIT[card] for card in column] for column in columns]
        # by the set of cards that are gone: what is left of the columns, and of the talon
        self._columns, self._talons = Cache(self._new_columns), Cache(self._new_talon)
        self._in_columns = union(map(union, self._dealt)) & CARDS
        self._in_talon = set_of(game.waste + game.stock)
        built = set_of([c for pile, down in zip(game.tableau, game.down) for c in pile[down + 1 :]])
        self._relaxed = columns, built, self._room
        founded = set_of([card for pile in game.foundations for card in pile])
        redeals = 0 if options.redeals is None else game.redeals
        self.first = self._settled(founded, built, len(game.waste), redeals)

    def line(self, game: Patience) -> Line:
        return KlondikeLine(self, game)

    def split(self, state: State) -> tuple[int, Phase]:
        return state >> 12, (state >> 7 & 31, state & 127)

    def locked(self, state: State) -> int:
        # the cards on foundations or on others, and bits beyond 52, which `_left` drops
        return self._left(state >> 64 | state >> 12).hidden

    def promise(self, state: State) -> int:
        return (state >> 64).bit_count()

    def to_play(self, state: State) -> int:
        gone = state >> 64 | state >> 12
        return 3 * self._left(gone).hidden + len(self._talon_left(gone))

    def is_lost(self, state: State) -> bool:
        return state == self.first and is_lost(*self._relaxed)  # too slow for other states

    def seed(self, state: State) -> int:
        return crc32(b"%d" % state)

    def actions(self, state: State) -> Iterator[KlondikeAction]:
        for card, founded, built, (turned, redeals) in self._choices(*_parts(state)):
            after = self._settled(founded, built, turned, redeals)
            yield KlondikeAction(card, founded, built, after)

    def _choices(
        self, founded: int, built: int, turned: int, redeals: int
    ) -> Iterator[tuple[int, int, int, Phase]]:
        """Yield the card of each action, and the resulting sets of cards and phase of the talon."""
        gone, now = founded | built, (turned, redeals)
        left = self._left(gone)
        face_up = left.bases | built
        nexts = _nexts(founded)
        for card in members(nexts & face_up):
            if self._is_free(card, built, face_up):
                yield card, founded | BIT[card], built, now
            else:
                for founded1, built1 in self._exchanges(founded, built, left, card):
                    yield card, founded1 | BIT[card], built1 & ~BIT[card], now
        for card in members(left.bases):
            if not (nexts & BIT[card] and self._is_free(card, built, face_up)):
                for founded1, built1 in self._openings(founded, built, left, card):
                    yield card, founded1, built1 | BIT[card], now
        talon = self._talon_left(gone)
        for count, again in self.talon.coming(len(talon), now):
            card = talon[count - 1]
            if nexts & BIT[card]:
                yield card, founded | BIT[card], built, (count - 1, again)
            else:
                for founded1, built1 in self._openings(founded, built, left, card):
                    yield card, founded1, built1 | BIT[card], (count - 1, again)

    def _is_free(self, card: int, built: int, face_up: int) -> bool:
        """Can the cards that lie on this card go to other cards of its rank?"""
        row = card & ~3
        if not row:
            return True
        lying = built >> row - 4 & ROW
        return bool(self._room[lying << 4 | (face_up & ~BIT[card]) >> row & ROW])

    def _openings(self, founded: int, built: int, left: Columns, card: int) -> Iterator[Pair]:
        """Yield each way to make room for a card; other cards may come back from foundations."""
        row = card & ~3
        if row == 48:
            if left.spaces > (built & KINGS).bit_count():
                yield founded, built
            return
        lying = (built >> row | BIT[card & 3]) & ROW
        under = (left.bases | built) >> row + 4 & ROW
        if self._room[lying << 4 | under]:
            yield founded, built
            return
        for carrier in self._carriers[card]:
            if BIT[carrier] & founded and self._room[lying << 4 | under | BIT[carrier & 3]]:
                yield from self._back(founded, built, left, carrier)

    def _back(self, founded: int, built: int, left: Columns, card: int) -> Iterator[Pair]:
        """Yield each way to bring a card, and the cards above it, back from their foundation."""
        top = card
        while founded >> top + 4 & 1:
            top += 4
        for founded1, built1 in self._openings(founded, built, left, top):
            founded1, built1 = founded1 & ~BIT[top], built1 | BIT[top]
            if top == card:
                yield founded1, built1
            else:
                yield from self._back(founded1, built1, left, card)

    def _exchanges(self, founded: int, built: int, left: Columns, card: int) -> Iterator[Pair]:
        """Yield each way to free a card: another card of its rank comes back from a foundation."""
        row = card & ~3
        lying = built >> row - 4 & ROW
        under = ((left.bases | built) & ~BIT[card]) >> row & ROW
        for other in range(row, row + 4):
            if BIT[other] & founded and self._room[lying << 4 | under | BIT[other & 3]]:
                yield from self._back(founded, built, left, other)

    def _settled(self, founded: int, built: int, turned: int, redeals: int) -> State:
        """Return the state after all forced moves.

        A card goes to its foundation if it is safe there or can come back. A card of the talon goes
        there only if all talon cards can come up at any time. Otherwise, the move would change
        which cards come up later.
        """
        while True:
            left = self._left(founded | built)
            built |= left.alone
            bit = self._sure(founded, built, left.bases | built)
            if not bit:
                break
            founded, built = founded | bit, built & ~bit
        turned = self.talon.least(turned, len(self._talon_left(founded | built)))
        return founded << 64 | built << 12 | turned << 7 | redeals

    def _sure(self, founded: int, built: int, face_up: int) -> int:
        """Return the set of one card that automatically goes to its foundation, or an empty set."""
        nexts = _nexts(founded)
        for card in members(nexts & face_up):
            if BIT[card] & built or not self._needed[card] & ~founded:
                if self._is_free(card, built, face_up):
                    return BIT[card]
        if self._free_turns:
            for card in members(nexts & ~face_up & self._in_talon):
                if not self._needed[card] & ~founded:
                    return BIT[card]
        return 0

    def _left(self, gone: int) -> Columns:
        return self._columns[gone & self._in_columns]

    def _new_columns(self, gone: int) -> Columns:
        bases = spaces = hidden = alone = 0
        for dealt in self._dealt:
            left = [bit for bit in dealt if not bit & gone]
            if not left:
                spaces += 1
            else:
                hidden += len(left) - 1
                if len(left) == 1 and left[0] & KINGS:
                    spaces += 1
                    alone |= left[0]
                else:
                    bases |= left[-1]
        return Columns(bases, spaces, hidden, alone)

    def _talon_left(self, gone: int) -> bytes:
        return self._talons[gone & self._in_talon]

    def _new_talon(self, gone: int) -> bytes:
        return bytes([card for card in self._turned if not BIT[card] & gone])


def _nexts(founded: int) -> int:
    return (founded << 4 | ROW) & ~founded & CARDS


def _parts(state: State) -> tuple[int, int, int, int]:
    """Split a state: cards on foundations, cards built on others, size of the waste, redeals."""
    return state >> 64, state >> 12 & CARDS, state >> 7 & 31, state & 127


class QuickStrategy(StockStrategy):
    costs = {Route("waste", "foundations"): 3, Route("waste", "tableau"): 28}
    unlocking = "turning up a card of the tableau"


class FairStrategy(SamplingStrategy, QuickStrategy):
    space = KlondikeSpace
    effort = Effort(orders=8, shortest=4, winning=3, look_around=1_500, look_ahead=14_000)


class SolverStrategy(Solver):
    space = KlondikeSpace
    levels = (233, 559)
    since = Day(2026, 12, 1)


STRATEGIES: Final = players(QuickStrategy, FairStrategy, SolverStrategy)
