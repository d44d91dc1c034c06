"""The steps of Klondike, of which a search needs few: none of them can be taken back.

Parts of piles move freely, and a card that lies on another one and can be founded can come back.
So a state does not say which card lies on which, and such a card is always founded. What is left
are steps that play the first face-up card of a column, or a card of the talon. Besides, a card can
be founded by an exchange: what lies on it goes to another card, which comes back for that.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias
from zlib import crc32

from cardgames.games.klondike.game import Klondike
from cardgames.games.klondike.hidden import EasierGame
from cardgames.games.klondike.sets import (
    CARDS,
    KINGS,
    NUMBERS,
    ROW,
    carriers,
    members,
    needed,
    room,
    set_of,
)
from cardgames.patience.building import BIT, union
from cardgames.patience.search import Steps
from cardgames.patience.talon import Phase, Talon

State: TypeAlias = int
"""A position as a search knows it: the founded cards, and those that lie on others, with the kings
that head a column of their own, as sets of 52 bits; then the number of cards in the waste (5 bits)
and of the redeals so far (7 bits). All else follows from the deal.
"""

Pair: TypeAlias = tuple[int, int]
"""The founded cards and those that lie on others."""


class Step(NamedTuple):
    """A step: a card is founded, or laid on another one or in a space."""

    card: int
    founded: int
    up: int
    """The sets of cards after it, with the cards that came back for it."""
    after: State
    """What it leads to, when all is done that follows from it."""


class Columns(NamedTuple):
    """What is left of the columns as they were dealt."""

    bases: int
    """The first face-up card of each column, but for lone kings."""
    spaces: int
    """The number of columns that are empty, or that only a king is left of."""
    hidden: int
    """The number of cards that lie face down."""
    alone: int
    """The kings that are all that is left of their columns."""


class KlondikeSteps(Steps[State]):
    """The steps from every state of one deal."""

    def __init__(self, game: Klondike) -> None:
        """Take everything from GAME, in which cards of the tableau may be hidden."""
        options = game.options
        self._room = room(options.build)
        self._carriers = carriers(options.build)
        self._needed = needed(options.build)
        self.talon = Talon(options.draw, options.redeals)
        self._free_turns = options.draw == 1 and options.redeals is None
        turned = [NUMBERS[card] for card in game.waste + game.stock[::-1]]
        self._turned = bytes(turned)
        """The cards of the talon, in the order in which they are turned."""
        piles = [[NUMBERS[card] for card in pile] for pile in game.tableau]
        columns = [pile[: down + 1] for pile, down in zip(piles, game.down)]
        self._dealt = [[BIT[card] for card in column] for column in columns]
        """The cards of each column face down and the first one face up, the lowest first."""
        self._columns: dict[int, Columns] = {}
        """What is left of the columns, by the cards that have gone from them."""
        self._talons: dict[int, bytes] = {}
        """What is left of the talon, by the cards that have gone from it."""
        self._in_columns = union(map(union, self._dealt)) & CARDS
        self._in_talon = set_of(game.waste + game.stock)
        up = set_of([c for pile, down in zip(game.tableau, game.down) for c in pile[down + 1 :]])
        self._easier = EasierGame(columns, up, self._room)
        founded = set_of([card for pile in game.foundations for card in pile])
        redeals = 0 if options.redeals is None else game.redeals
        self.first = self._settled(founded, up, len(game.waste), redeals)
        """The state of the position GAME."""

    def split(self, state: State) -> tuple[int, Phase]:
        """Return the sets of STATE, and the phase of the talon."""
        return state >> 12, (state >> 7 & 31, state & 127)

    def locked(self, state: State) -> int:
        """Return the number of cards that lie face down."""
        return self._left(state >> 64 | state >> 12).hidden

    def in_talon(self, state: State) -> int:
        """Return the number of cards in the talon."""
        return len(self._talon_left(state >> 64 | state >> 12))

    def founded(self, state: State) -> int:
        """Return the number of cards on the foundations."""
        return (state >> 64).bit_count()

    def is_lost(self, state: State) -> bool:
        """Is it certain, at a glance, that STATE is lost?  Only the first one is worth the look."""
        return state == self.first and self._easier.is_lost()

    def seed(self, state: State) -> int:
        """Return a number for STATE, the same on every machine."""
        return crc32(b"%d" % state)

    def steps(self, state: State) -> Iterator[Step]:
        """Yield every step from STATE."""
        founded, up, turned, redeals = parts(state)
        gone = founded | up
        left = self._left(gone)
        face_up = left.bases | up
        nexts = _nexts(founded)
        for card in members(nexts & face_up):
            bit = BIT[card]
            if self._is_free(card, up, face_up):
                after = self._settled(founded | bit, up, turned, redeals)
                yield Step(card, founded | bit, up, after)
            else:
                for founded1, up1 in self._exchanges(founded, up, left, card):
                    founded2, up2 = founded1 | bit, up1 & ~bit
                    after = self._settled(founded2, up2, turned, redeals)
                    yield Step(card, founded2, up2, after)
        for card in members(left.bases):
            if not (nexts & BIT[card] and self._is_free(card, up, face_up)):
                for founded1, up1 in self._openings(founded, up, left, card):
                    up2 = up1 | BIT[card]
                    after = self._settled(founded1, up2, turned, redeals)
                    yield Step(card, founded1, up2, after)
        talon = self._talon_left(gone)
        for count, again in self.talon.coming(len(talon), (turned, redeals)):
            card = talon[count - 1]
            bit = BIT[card]
            if nexts & bit:
                after = self._settled(founded | bit, up, count - 1, again)
                yield Step(card, founded | bit, up, after)
            else:
                for founded1, up1 in self._openings(founded, up, left, card):
                    after = self._settled(founded1, up1 | bit, count - 1, again)
                    yield Step(card, founded1, up1 | bit, after)

    def _is_free(self, card: int, up: int, face_up: int) -> bool:
        """Can all that lies on CARD go to other cards of its rank?"""
        row = card & ~3
        if not row:
            return True
        lying = up >> row - 4 & ROW
        return bool(self._room[lying << 4 | (face_up & ~BIT[card]) >> row & ROW])

    def _openings(self, founded: int, up: int, left: Columns, card: int) -> Iterator[Pair]:
        """Yield ways to have room for CARD: only cards that come back tell them apart."""
        row = card & ~3
        if row == 48:
            if left.spaces > (up & KINGS).bit_count():
                yield founded, up
            return
        lying = (up >> row | BIT[card & 3]) & ROW
        under = (left.bases | up) >> row + 4 & ROW
        if self._room[lying << 4 | under]:
            yield founded, up
            return
        for carrier in self._carriers[card]:
            if BIT[carrier] & founded and self._room[lying << 4 | under | BIT[carrier & 3]]:
                yield from self._back(founded, up, left, carrier)

    def _back(self, founded: int, up: int, left: Columns, card: int) -> Iterator[Pair]:
        """Yield each way to bring CARD, and those above it, back from their foundation."""
        top = card
        while founded >> top + 4 & 1:
            top += 4
        for founded1, up1 in self._openings(founded, up, left, top):
            founded1, up1 = founded1 & ~BIT[top], up1 | BIT[top]
            if top == card:
                yield founded1, up1
            else:
                yield from self._back(founded1, up1, left, card)

    def _exchanges(self, founded: int, up: int, left: Columns, card: int) -> Iterator[Pair]:
        """Yield each way to free CARD by having another one of its rank come back."""
        row = card & ~3
        lying = up >> row - 4 & ROW
        under = ((left.bases | up) & ~BIT[card]) >> row & ROW
        for other in range(row, row + 4):
            if BIT[other] & founded and self._room[lying << 4 | under | BIT[other & 3]]:
                yield from self._back(founded, up, left, other)

    def _settled(self, founded: int, up: int, turned: int, redeals: int) -> State:
        """Return the state after all that need not be decided.

        Cards are founded that can come back or are safe there. A card of the talon is not, as the
        cards above it would come in other turns, but where each of them can come at any time.
        """
        while True:
            left = self._left(founded | up)
            up |= left.alone
            bit = self._sure(founded, up, left.bases | up)
            if not bit:
                break
            founded, up = founded | bit, up & ~bit
        turned = self.talon.least(turned, len(self._talon_left(founded | up)))
        return founded << 64 | up << 12 | turned << 7 | redeals

    def _sure(self, founded: int, up: int, face_up: int) -> int:
        """Return the set of one card that is founded without a decision, or the empty set."""
        nexts = _nexts(founded)
        for card in members(nexts & face_up):
            if BIT[card] & up or not self._needed[card] & ~founded:
                if self._is_free(card, up, face_up):
                    return BIT[card]
        if self._free_turns:
            for card in members(nexts & ~face_up & self._in_talon):
                if not self._needed[card] & ~founded:
                    return BIT[card]
        return 0

    def _left(self, gone: int) -> Columns:
        """Return what is left of the columns when the cards of GONE have been played."""
        gone &= self._in_columns
        found = self._columns.get(gone)
        if found is None:
            found = self._columns[gone] = self._new_columns(gone)
        return found

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
        """Return what is left of the talon when the cards of GONE have been played."""
        gone &= self._in_talon
        found = self._talons.get(gone)
        if found is None:
            found = self._talons[gone] = bytes([c for c in self._turned if not BIT[c] & gone])
        return found


def _nexts(founded: int) -> int:
    """Return the set of the cards that the foundations take next."""
    return (founded << 4 | ROW) & ~founded & CARDS


def parts(state: State) -> tuple[int, int, int, int]:
    """Return the founded cards of STATE, those that lie on others, the turned ones, the redeals."""
    return state >> 64, state >> 12 & CARDS, state >> 7 & 31, state & 127
