"""Hands of Rummy that computer players imagine, played out fast.

The hard computer plays thousands of turns for one move. So the rules of the model are written here
a second time, on numbers, and a position is changed in place. A test plays hands through both.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from cardgames.games.rummy.game import MOST_TURNS, NOT_IDLE, Rummy, next_chance
from cardgames.games.rummy.lookup import NUMBERS, Tables, numbers, tables
from cardgames.games.rummy.melds import bits
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.cards import BACK, Pile
from cardgames.model.deal import Random, stream
from cardgames.model.errors import IllegalMove

UNKNOWN: Final = -1
"""A hidden card of the stock. It has no bit, so drawing it by mistake raises an error."""
NOBODY: Final = -1
"""Stands for no seat: seats are counted from 0."""
CLOSE: Final = 2
"""Melds are no longer held back once a rival has at most this number of cards."""
LIKELY: Final = 4
"""How often to try to imagine rivals who hold no melds, since most lay them down at once."""
ALL: Final = (1 << 52) - 1
"""All cards, as a set."""


class Rules(NamedTuple):
    """The options that matter within a hand."""

    tables: Tables
    many_melds: bool = True
    """May more than one meld be made in a turn?"""
    out_by_discard: bool = False
    """Must the last card of a hand be discarded?"""
    off_after_meld: bool = False
    """May only players who have melded lay off cards?"""
    restock: str = "turn"
    """The rule for an empty stock: 'turn' or 'shuffle' the discards, or end the hand ('block')."""
    dead_after: int = 3
    """The hand is dead once this number of stocks in a row ran out with no card laid down."""


@dataclass(slots=True)
class Round:
    """A hand of Rummy in progress; seats are counted from 0."""

    rules: Rules
    hands: list[int]
    stock: list[int]
    """The last card is the next to be drawn."""
    discards: list[int]
    turn: int
    drawn: bool = False
    taken: int = 0
    """The card taken from the discards in this turn, as a set; empty once it leaves the hand."""
    runs: int = 0
    """The cards that fit a run on the table."""
    groups: int = 0
    """The cards that fit a group on the table."""
    out: int = 0
    """The cards on the table and in the discard pile."""
    melds: int = 0
    """The number of melds made in this turn."""
    melded: int = 0
    """The seats that have melded, as a set."""
    idle: int = 0
    """The number of stocks in a row that ran out with no card laid down, or NOT_IDLE."""
    order_known: bool = False
    """Does the stock consist of discards turned over, so that its order is known?"""
    chance: int = 0
    """The seed for the next shuffle."""
    turns: int = 0
    """The number of turns completed in this hand, by all players."""
    winner: int = NOBODY
    """The seat that won; NOBODY before the hand is won, or if it is dead."""
    over: bool = False

    def copy(self) -> "Round":
        """Return an independent copy."""
        other = object.__new__(Round)
        for name in Round.__slots__:
            value = getattr(self, name)
            setattr(other, name, value[:] if isinstance(value, list) else value)
        return other

    def may_draw(self) -> bool:
        """Is there a card to draw, perhaps after the discards become the stock?"""
        return bool(self.stock) or len(self.discards) > (self.rules.restock == "shuffle")

    def draw(self) -> None:
        """Draw the top card of the stock; if it is empty, the discards become the stock first."""
        if not self.stock:
            self.restock()
        self.hands[self.turn] |= 1 << self.stock.pop()
        self.drawn = True

    def restock(self) -> None:
        """Make the discards the stock; if the rule is to shuffle them, the top discard stays."""
        if self.rules.restock == "shuffle":
            random = Random(self.chance)
            self.stock, self.discards = self.discards[:-1], self.discards[-1:]
            random.shuffle(self.stock)
            self.chance = next_chance(random)
        else:
            self.stock, self.discards = self.discards[::-1], []
            self.order_known = True
        self.out ^= sum(1 << card for card in self.stock)
        self.idle += 1

    def take(self) -> None:
        """Take the top card of the discard pile."""
        self.taken = 1 << self.discards.pop()
        self.out ^= self.taken
        self.hands[self.turn] |= self.taken
        self.drawn = True

    def may_part_with(self, cards: int) -> bool:
        """May the player lay down CARDS, or do the cards left in the hand forbid it?"""
        left = self.hands[self.turn] ^ cards
        return left != self.taken if left else not self.rules.out_by_discard

    def may_lay_off(self) -> bool:
        """May the player lay off cards in this turn?"""
        return not self.rules.off_after_meld or bool(self.melded >> self.turn & 1)

    def may_meld(self) -> bool:
        """May the player make one more meld in this turn?"""
        return self.rules.many_melds or not self.melds

    def meld(self, cards: int) -> None:
        """Lay down a meld."""
        self.melds += 1
        self.melded |= 1 << self.turn
        self.put_on_table(cards)
        self._part_with(cards)

    def put_on_table(self, meld: int) -> None:
        """Put a meld on the table, so that cards can be laid off on it."""
        self.out |= meld
        if self.rules.tables.is_run(meld):
            self.runs |= self.rules.tables.fitting(meld)
        else:
            self.groups |= self.rules.tables.fitting(meld)

    def lay_off(self, card: int, on_run: bool) -> None:
        """Lay off a card on a run if ON_RUN, else on a group."""
        if on_run:
            self.runs |= self.rules.tables.beside[card]
        self._part_with(1 << card)

    def lay_down(self, cards: int) -> None:
        """Meld CARDS, a set; a single card is laid off instead, on a run if it fits one."""
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
        """Does the hand end without a winner, by the rule for an empty stock or for many turns?"""
        if self.turns >= MOST_TURNS * len(self.hands):
            return True
        rules = self.rules
        return not self.stock and (rules.restock == "block" or self.idle + 1 >= rules.dead_after)

    def points(self) -> int:
        """Return the total value of the cards in all hands."""
        return sum(map(self.rules.tables.points, self.hands))

    def _part_with(self, cards: int) -> None:
        self.hands[self.turn] ^= cards
        self.taken &= ~cards
        self.out |= cards
        self.idle = NOT_IDLE
        if not self.hands[self.turn]:
            self._win()

    def _win(self) -> None:
        self.winner = self.turn
        self.over = True


def play_out(round: Round, turns: int, holder: int = NOBODY) -> None:
    """Play to the end of the hand, but at most TURNS turns; seat HOLDER holds its melds back."""
    last = round.turns + turns
    while not round.over and round.turns < last:
        play_turn(round, round.turn == holder)


def play_turn(round: Round, holds: bool = False) -> None:
    """Play a turn: lay down all possible cards, and discard the loose one of the highest value.

    A player who HOLDS melds back lays them down only to go out, or if a rival has few cards.
    """
    if not round.may_draw() or discard_fits(round):
        round.take()
    else:
        round.draw()
    if holds and fewest_of_rivals(round) > CLOSE and not ends_hand(round):
        round.discard(round.rules.tables.dearest(loose(round)))
        return
    lay_down(round)
    if not round.over:
        hand = round.hands[round.turn] & ~round.taken
        round.discard(round.rules.tables.dearest(hand))


def lay_down(round: Round) -> None:
    """Meld and lay off all cards that can be laid down."""
    while not round.over and (cards := to_lay_down(round)):
        round.lay_down(cards)


def to_lay_down(round: Round) -> int:
    """Return a meld that can be made, or else a card to lay off, as a set; 0 if there is none."""
    hand = round.hands[round.turn]
    if round.may_meld():
        for meld in round.rules.tables.split(hand).melds:
            if round.may_part_with(meld):
                return meld
    if (fits := hand & (round.runs | round.groups)) and round.may_lay_off():
        for card in numbers(fits):
            if round.may_part_with(1 << card):
                return 1 << card
    return 0


def discard_fits(round: Round) -> bool:
    """Could the player take the top discard and lay it down?"""
    tables, hand, card = round.rules.tables, round.hands[round.turn], round.discards[-1]
    if (round.runs | round.groups) >> card & 1 and round.may_lay_off():
        return True
    if (hand & tables.mates[card]).bit_count() < 2:
        return False
    return bool(tables.split(hand | 1 << card).cards >> card & 1)


def ends_hand(round: Round) -> bool:
    """Can the player go out in this turn?"""
    after = round.copy()
    lay_down(after)
    hand = after.hands[round.turn]
    return after.over or hand.bit_count() == 1 and hand != after.taken


def loose(round: Round) -> int:
    """Return the cards that may be discarded: those in no meld or, if there are none, all."""
    hand = round.hands[round.turn]
    return hand & ~round.rules.tables.split(hand).cards & ~round.taken or hand & ~round.taken


def fewest_of_rivals(round: Round) -> int:
    """Return the number of cards in the smallest hand of a rival."""
    sizes = list(map(int.bit_count, round.hands))
    del sizes[round.turn]
    return min(sizes)


@dataclass(slots=True)
class View:
    """A hand of Rummy as the player to move sees it.

    In a simulation `round` holds every card, but a view never uses those hidden from the player.
    """

    round: Round
    held: list[int]
    """The cards in each hand that all players know to be there."""

    @property
    def seat(self) -> int:
        """The seat of the player, counted from 0."""
        return self.round.turn

    @property
    def hand(self) -> int:
        """The cards of the player."""
        return self.round.hands[self.round.turn]

    @property
    def live(self) -> int:
        """The cards that may still come into the player's hand."""
        return ALL & ~(self.round.out | self.hand)

    def random_worlds(self) -> Iterator[Round]:
        """Yield hands with the hidden cards dealt at random; equal views yield the same hands."""
        random, cards = self.chance(), self.hidden()
        known = self.held[:]
        known[self.seat] = self.hand
        while True:
            for _ in range(LIKELY):
                random.shuffle(cards)
                world = self._world(known, iter(cards), random.below(1 << 31))
                if not any(map(world.rules.tables.has_meld, self._rivals_in(world))):
                    break
            yield world

    def hidden(self) -> list[int]:
        """Return the numbers of the cards whose place the player cannot know."""
        seen = self.round.out | self.hand
        for held in self.held:
            seen |= held
        if self.round.order_known:
            seen |= sum(1 << card for card in self.round.stock)
        return list(numbers(ALL & ~seen))

    def _rivals_in(self, world: Round) -> list[int]:
        return world.hands[: self.seat] + world.hands[self.seat + 1 :]

    def _world(self, known: list[int], cards: Iterator[int], chance: int) -> Round:
        world = self.round.copy()
        world.chance = chance
        for seat, hand in enumerate(self.round.hands):
            world.hands[seat] = known[seat]
            for _ in range(hand.bit_count() - known[seat].bit_count()):
                world.hands[seat] |= 1 << next(cards)
        if not world.order_known:
            world.stock = [next(cards) for _ in world.stock]
        return world

    def chance(self) -> Random:
        """Return a random generator that depends only on what the player sees."""
        return stream(self.round.turns, self.hand, self.round.out)


def rules_of(options: RummyOptions) -> Rules:
    """Return the OPTIONS that matter within a hand."""
    return Rules(
        tables(options.ace),
        options.melds_per_turn == "any",
        options.go_out == "discard",
        options.lay_off == "after-meld",
        options.restock,
        options.dead_after,
    )


def round_of(game: Rummy) -> Round:
    """Return the current hand of GAME.

    A hidden card of the stock is UNKNOWN; one of a hand is a bit above the 52 of the deck.
    """
    round = Round(
        rules=rules_of(game.options),
        hands=[_hand(hand) for hand in game.hands],
        stock=[UNKNOWN if card is BACK else NUMBERS[card] for card in game.stock],
        discards=[NUMBERS[card] for card in game.discards],
        turn=game.turn - 1,
        drawn=game.drawn,
        taken=0 if game.taken is None else bits([game.taken]),
        out=bits(game.discards),
        melds=game.melded,
        idle=game.idle,
        order_known=game.stock_known,
        chance=game.chance,
        turns=game.turns,
    )
    for meld in game.melds:
        round.put_on_table(bits(meld.cards))
        round.melded |= 1 << meld.owner - 1
    return round


def _hand(cards: Pile) -> int:
    hidden = cards.count(BACK)
    return bits(card for card in cards if card is not BACK) | (1 << hidden) - 1 << 52


def view_of(game: Rummy) -> "View":
    """Return what the player to move sees of GAME, in which the other cards are hidden.

    Raises IllegalMove if the hand of that player is hidden, too.
    """
    if BACK in game.hands[game.turn - 1]:
        raise IllegalMove(f"the hand of player {game.turn}, who is to move, is hidden")
    return View(round_of(game), [bits(held) for held in game.held])
