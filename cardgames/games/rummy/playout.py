"""Hands of Rummy played out fast, for the thinking of the computer players.

The rules are those of the model once more, on numbers: a test plays hands through both.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from cardgames.games.rummy.hand import RANK, Tables, numbers
from cardgames.model.deal import Random

UNKNOWN: Final = -1
"""A card of the stock that is not known."""
MOST_TURNS: Final = 60
"""How many turns a hand may take a player, before it is dead."""


class Rules(NamedTuple):
    """What a hand is played by."""

    tables: Tables
    many_melds: bool = True
    """May more than one meld be made in a turn?"""
    out_by_discard: bool = False
    """Must the last card of a hand be discarded?"""
    off_after_meld: bool = False
    """May cards be laid off only by who has made a meld?"""
    restock: str = "turn"
    dead_after: int = 3


@dataclass(slots=True)
class Round:
    """A hand of Rummy being played; seats are counted from 0."""

    rules: Rules
    hands: list[int]
    stock: list[int]
    """The last card is the next to be drawn."""
    discards: list[int]
    turn: int
    drawn: bool = False
    taken: int = 0
    """The card that was taken in this turn, as a set, while it is in the hand."""
    runs: int = 0
    """The cards that fit the runs on the table."""
    groups: int = 0
    """The cards that fit the groups on the table."""
    out: int = 0
    """The cards on the table and in the discard pile."""
    melds: int = 0
    """How many melds were made in this turn."""
    melded: int = 0
    """The seats that have made a meld, as a set."""
    idle: int = 0
    """The passes through the stock in a row without a card laid down; -1 in a pass with one."""
    turns: int = 0
    """How many turns are over."""
    winner: int = -1
    """The seat that won; -1 while there is none, or if the hand is dead."""
    over: bool = False

    def copy(self) -> "Round":
        """The same round, to be played on its own."""
        other = object.__new__(Round)
        for name in Round.__slots__:
            value = getattr(self, name)
            setattr(other, name, value[:] if isinstance(value, list) else value)
        return other

    def may_draw(self) -> bool:
        """Is there a card to draw, be it after turning over the discard pile?"""
        return bool(self.stock) or len(self.discards) > (self.rules.restock == "shuffle")

    def draw(self) -> None:
        """Draw the top card of the stock; if it is empty, turn the discard pile over first."""
        if not self.stock:
            self.restock()
        self.hands[self.turn] |= 1 << self.stock.pop()
        self.drawn = True

    def restock(self) -> None:
        """Turn the discard pile over; where it is shuffled, its top card stays."""
        if self.rules.restock == "shuffle":
            self.stock, self.discards = self.discards[:-1], self.discards[-1:]
            Random(self.turns).shuffle(self.stock)
        else:
            self.stock, self.discards = self.discards[::-1], []
        self.out ^= sum(1 << card for card in self.stock)
        self.idle += 1

    def take(self) -> None:
        """Take the top card of the discard pile."""
        self.taken = 1 << self.discards.pop()
        self.out ^= self.taken
        self.hands[self.turn] |= self.taken
        self.drawn = True

    def may_part(self, cards: int) -> bool:
        """May the player lay down CARDS, as far as those left in the hand are concerned?"""
        left = self.hands[self.turn] ^ cards
        return left != self.taken if left else not self.rules.out_by_discard

    def may_lay_off(self) -> bool:
        """May the player lay off cards at all?"""
        return not self.rules.off_after_meld or bool(self.melded >> self.turn & 1)

    def meld(self, cards: int) -> None:
        """Lay down a meld."""
        self.melds += 1
        self.melded |= 1 << self.turn
        self.table(cards)
        self._lay(cards)

    def table(self, meld: int) -> None:
        """Have a meld on the table, to be laid off on."""
        self.out |= meld
        if self.rules.tables.is_run(meld):
            for card in numbers(meld):
                self.runs |= self.rules.tables.beside[card]
        else:
            self.groups |= RANK << (meld.bit_length() - 1) % 13

    def lay_off(self, card: int, on_run: bool) -> None:
        """Lay off a card."""
        if on_run:
            self.runs |= self.rules.tables.beside[card]
        self._lay(1 << card)

    def lay_down(self, cards: int) -> None:
        """Lay down a meld, or lay off a single card, on a run rather than on a group."""
        if cards & (cards - 1):
            self.meld(cards)
        else:
            self.lay_off(cards.bit_length() - 1, bool(self.runs & cards))

    def discard(self, card: int) -> None:
        """Discard a card, which ends the turn."""
        self.discards.append(card)
        self.hands[self.turn] ^= 1 << card
        self.out |= 1 << card
        if not self.hands[self.turn]:
            self._win()
            return
        self.melds = self.taken = 0
        self.drawn = False
        self.turns += 1
        self.turn = (self.turn + 1) % len(self.hands)
        if self._is_dead():
            self.over = True

    def _is_dead(self) -> bool:
        """Can the hand go on no more, or has nobody laid down a card for too long?"""
        if self.turns >= MOST_TURNS * len(self.hands):
            return True
        rules = self.rules
        return not self.stock and (rules.restock == "block" or self.idle + 1 >= rules.dead_after)

    def points(self) -> int:
        """The values of the cards in all hands."""
        return sum(map(self.rules.tables.points, self.hands))

    def _lay(self, cards: int) -> None:
        self.hands[self.turn] ^= cards
        self.taken &= ~cards
        self.out |= cards
        self.idle = -1
        if not self.hands[self.turn]:
            self._win()

    def _win(self) -> None:
        self.winner = self.turn
        self.over = True


def play_out(round: Round, turns: int) -> None:
    """Play until the hand is over, or for so many TURNS."""
    last = round.turns + turns
    while not round.over and round.turns < last:
        greedy(round)


def greedy(round: Round) -> None:
    """Play a turn: take what can be laid down, lay down all, discard the dearest loose card."""
    if not round.may_draw() or useful(round):
        round.take()
    else:
        round.draw()
    lay_down(round)
    if not round.over:
        hand = round.hands[round.turn] & ~round.taken
        round.discard(round.rules.tables.dearest(hand))


def useful(round: Round) -> bool:
    """Could the player lay down the top discard, once it is taken?"""
    card = 1 << round.discards[-1]
    if (round.runs | round.groups) & card and round.may_lay_off():
        return True
    return bool(round.rules.tables.split(round.hands[round.turn] | card).cards & card)


def lay_down(round: Round) -> None:
    """Meld and lay off all that can be."""
    while not round.over and (cards := to_lay_down(round)):
        round.lay_down(cards)


def to_lay_down(round: Round) -> int:
    """A meld, or else a card to lay off; 0 if there is nothing to lay down."""
    hand = round.hands[round.turn]
    if round.rules.many_melds or not round.melds:
        for meld in round.rules.tables.split(hand).melds:
            if round.may_part(meld):
                return meld
    if (fits := hand & (round.runs | round.groups)) and round.may_lay_off():
        for card in numbers(fits):
            if round.may_part(1 << card):
                return 1 << card
    return 0
