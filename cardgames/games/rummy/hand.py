"""A hand of Rummy in progress, with all its rules; a set of cards is an integer.

`game.py` has the error messages, and puts each hand in an immutable position. To choose one move,
computers play thousands of turns, so moves change a Hand in place. The strategies of the computers
are at the end of this module.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from operator import attrgetter
from typing import Final, NamedTuple, TypeAlias

from cardgames.games.rummy.melds import ALL, is_run, numbers
from cardgames.games.rummy.options import MOST_RESTOCKS, RummyOptions
from cardgames.model.deal import Random, stream

DEALT: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}  # the cards for each player, by number of players
MOST_TURNS: Final = 60  # a hand is dead after each player has had this number of turns
NOT_IDLE: Final = -1  # the value of `idle` after cards are laid down: the next restock makes it 0
UNKNOWN: Final = -1  # the `chance` of a hand as one seat sees it
NOBODY: Final = -1  # stands for no seat: seats are counted from 0
CLOSE: Final = 2  # melds are no longer held back once a rival has at most this number of cards
NEAR: Final = 3  # a rival with at most this number of cards is close to going out


# A step of a turn: a meld or a card, as a set, and whether it is laid down rather than discarded
Play: TypeAlias = tuple[int, bool]


@dataclass(slots=True)
class Hand:
    """A hand in progress; seats are counted from 0.

    A card is a number: its place in the deck, or 52 or more if the card is hidden. In a simulation
    no card is hidden, but computers use only what the player to move can see.
    """

    rules: RummyOptions
    hands: list[int]  # the cards of each seat, as a set
    held: list[int]  # the cards in each hand that all players know to be there
    stock: list[int]  # the last card is the next to be drawn
    discards: list[int]
    turn: int
    chance: int  # the seed for the next shuffle
    out: int  # the cards on the table and in the discard pile
    drawn: bool = False  # has the player drawn or taken a card in this turn?
    taken: int = 0  # the card taken from the discards in this turn, as a set; 0 once it is gone
    runs: int = 0  # the cards that fit a run on the table; some may already lie there
    groups: int = 0  # the cards that fit a group on the table; some may already lie there
    made: int = 0  # the number of melds made in this turn
    melded: int = 0  # the seats that have melded, as a set
    laid: bool = False  # has the player melded or laid off anything in this turn?
    down: int = 0  # the seats that melded or laid off anything in an earlier turn, as a set
    restocked: int = 0  # the discards that became the stock when it was last empty
    idle: int = 0  # how many times in a row the stock ran out with no card laid down, or NOT_IDLE
    turns: int = 0  # the number of turns completed in this hand, by all players
    winner: int = NOBODY  # the seat that went out; NOBODY before that, or if the hand is dead
    over: bool = False

    @classmethod
    def dealt(cls, rules: RummyOptions, deck: list[int], dealer: int, chance: int) -> "Hand":
        """Deal one card at a time, beginning at the dealer's left; then turn up one card."""
        players = rules.players
        size = DEALT[players] * players
        hands = [0] * players
        for place, card in enumerate(deck[: -size - 1 : -1], dealer + 1):
            hands[place % players] |= 1 << card
        upcard, first = deck[-size - 1], (dealer + 1) % players
        stock, held = deck[: -size - 1], [0] * players
        return cls(rules, hands, held, stock, [upcard], first, chance, 1 << upcard)

    def is_valid(self) -> bool:
        lists = self.hands, self.held, self.stock, self.discards
        numbers = [one for one in values_of(self)[1:] if type(one) is not list]
        return (
            all(type(one) is list for one in lists)
            and all(isinstance(one, int) for one in (*numbers, *(n for one in lists for n in one)))
            and len(self.hands) == len(self.held) in DEALT
            and 0 <= self.turn < len(self.hands)
            and all(0 <= cards < 1 << 104 for cards in self.hands)
            and all(0 <= known & cards == known for cards, known in zip(self.hands, self.held))
            and all(0 <= card < 104 for card in self.stock)
            and all(0 <= card < 52 for card in self.discards)
            and self.taken in (0, self.own & self.taken & -self.taken)
            and (self.drawn or bool(self.discards))
            and self.winner in range(NOBODY, len(self.hands))
            and self.made >= 0
            and self.idle in range(NOT_IDLE, MOST_RESTOCKS + 1)
            and self.turns in range(MOST_TURNS * len(self.hands) + 1)
        )

    def with_melds(self, melds: Sequence[tuple[int, int]]) -> "Hand":
        """Return this hand with only these melds, each with its owner, on the table."""
        other = self.copy()
        other.runs = other.groups = other.melded = 0
        other.out = sum([1 << card for card in self.discards])
        for cards, owner in melds:
            other.put_on_table(cards, owner)
        return other

    def copy(self) -> "Hand":
        other = Hand(*values_of(self))
        other.hands = self.hands[:]
        other.held = self.held[:]
        other.stock = self.stock[:]
        other.discards = self.discards[:]
        return other

    def seen_by(self, seat: int) -> "Hand":
        """Return this hand with a number from 52 on for each card that `seat` cannot know."""
        seen, hidden = self.copy(), count(52)
        seen.chance = UNKNOWN
        for other, (cards, known) in enumerate(zip(self.hands, self.held)):
            if other != seat:
                lacking = cards.bit_count() - known.bit_count()
                seen.hands[other] = known | sum([1 << next(hidden) for _ in range(lacking)])
        if not self.order_known:
            seen.stock = [next(hidden) for _ in self.stock]
        return seen

    def filled(self, cards: Iterator[int], chance: int) -> "Hand":
        """Return this hand with each hidden card replaced: the next of `cards` takes its place."""
        world = self.copy()
        world.chance = chance
        for seat, hand in enumerate(self.hands):
            lacking = (hand >> 52).bit_count()
            world.hands[seat] = hand & ALL | sum([1 << next(cards) for _ in range(lacking)])
        world.stock = [card if card < 52 else next(cards) for card in self.stock]
        return world

    @property
    def own(self) -> int:
        return self.hands[self.turn]

    @property
    def live(self) -> int:
        """The cards that are not `out` and not in the hand of the player to move."""
        return ALL & ~(self.out | self.hands[self.turn])

    @property
    def coming(self) -> int:
        if self.order_known:
            return sum([1 << card for card in self.stock])
        return self.live & ~sum(self.held)

    @property
    def order_known(self) -> bool:
        """Does the stock consist of turned-over discards, so that its order is known?"""
        return bool(self.restocked) and self.rules.restock == "turn"

    @property
    def elsewhere(self) -> int:
        """The cards that rivals may hold."""
        return self.live & ~self.coming if self.order_known else self.live

    def hidden(self) -> list[int]:
        """Return the cards whose place the player to move cannot know."""
        return list(numbers(self.elsewhere & ~sum(self.held)))

    def luck(self) -> Random:
        """Return a random generator that depends only on what the player to move sees."""
        return stream(self.turns, self.own, self.out)

    def may_draw(self) -> bool:
        return bool(self.stock) or len(self.discards) > (self.rules.restock == "shuffle")

    def may_meld(self) -> bool:
        return self.rules.melds_per_turn == "any" or not self.made

    def may_lay_off(self) -> bool:
        return self.rules.lay_off == "any" or bool(self.melded >> self.turn & 1)

    def may_part_with(self, cards: int) -> bool:
        """May the player lay down these cards, and is the hand that remains allowed?"""
        left = self.hands[self.turn] ^ cards
        return left != self.taken if left else self.rules.go_out == "any"

    def draw(self) -> None:
        """Draw the top card of the stock; if the stock is empty, refill it from the discards."""
        if not self.stock:
            shuffles = self.rules.restock == "shuffle"  # then the top discard stays
            left = self.discards[-1:] if shuffles else []
            self.stock, self.discards = self.discards[: -1 if shuffles else None], left
            self.restocked = sum([1 << card for card in self.stock])
            self.out ^= self.restocked
            self.idle += 1
            if not shuffles:
                self.stock.reverse()
            elif self.chance == UNKNOWN:
                used = sum(self.hands)  # the cards of the new stock are numbers that no hand has
                unused = (card for card in count(52) if not used >> card & 1)
                self.stock = [next(unused) for _ in self.stock]
            else:
                random = Random(self.chance)
                random.shuffle(self.stock)
                self.chance = next_chance(random)
        card = 1 << self.stock.pop()
        self.hands[self.turn] |= card
        if self.restocked and self.order_known:
            self.held[self.turn] |= card
        self.drawn = True

    def take(self) -> None:
        self.taken = 1 << self.discards.pop()
        self.out ^= self.taken
        self.hands[self.turn] |= self.taken
        self.held[self.turn] |= self.taken
        self.drawn = True

    def put_on_table(self, meld: int, owner: int) -> None:
        self.melded |= 1 << owner
        self.out |= meld
        if is_run(meld):
            self.runs |= self.rules.melds.fitting(meld)
        else:
            self.groups |= self.rules.melds.fitting(meld)

    def lay_off(self, cards: int, on_runs: int) -> None:
        """Lay off these cards: the cards in `on_runs` go on runs, the others on groups."""
        for card in numbers(on_runs):
            self.runs |= self.rules.melds.beside[card]
        self._part_with(cards)

    def lay_down(self, cards: int) -> None:
        """Make a meld, or lay off a single card; if the card fits a run, it goes there."""
        if cards & (cards - 1):
            self.put_on_table(cards, self.turn)
            self.made += 1
            self._part_with(cards)
        else:
            self.lay_off(cards, self.runs & cards)

    def _part_with(self, cards: int) -> None:
        self.hands[self.turn] ^= cards
        self.held[self.turn] &= ~cards
        self.taken &= ~cards
        self.out |= cards
        self.laid = True
        self.idle = NOT_IDLE
        if not self.hands[self.turn]:
            self.winner, self.over = self.turn, True

    def discard(self, card: int) -> None:
        """Discard a card, which ends the turn."""
        hands, turn, cards = self.hands, self.turn, 1 << card
        self.discards.append(card)
        hands[turn] ^= cards
        self.out |= cards
        self.held[turn] &= ~cards
        if not hands[turn]:
            self.winner, self.over = turn, True
            return
        if self.laid:
            self.down |= 1 << turn
            self.laid = False
        self.made = self.taken = 0
        self.drawn = False
        self.turns += 1
        self.turn = (turn + 1) % len(hands)
        # the first test is cheap, and mostly false
        if (not self.stock or self.turns >= MOST_TURNS) and self.why_dead():
            self.over = True

    def has_ended(self) -> bool:
        gone_out = self.winner != NOBODY and not self.hands[self.winner]
        return gone_out or not self.drawn and bool(self.why_dead())

    def why_dead(self) -> str:
        """Return why the hand ends now although no player went out; '' if the hand goes on."""
        if self.turns >= MOST_TURNS * len(self.hands):
            return f"every player has had {MOST_TURNS} turns"
        if self.stock:
            return ""
        if self.rules.restock == "block":
            return "the stock is empty"
        times = self.idle + 1
        if times < self.rules.dead_after:
            return ""
        often = "once" if times == 1 else f"{times} times"
        return f"the stock ran out {often} with nothing laid down"

    def points(self) -> int:
        return sum(map(self.rules.melds.points, self.hands))

    def to_lay_down(self) -> int:
        """Return, as a set, a meld that can be made or, if there is none, a card to lay off.

        Return 0 if there is neither.
        """
        own = self.hands[self.turn]
        # most hands have no meld, so the rule about melding is checked second
        if (melds := self.rules.melds.split(own).melds) and self.may_meld():
            for meld in melds:
                if self.may_part_with(meld):
                    return meld
        if (fits := own & (self.runs | self.groups)) and self.may_lay_off():
            for card in numbers(fits):
                if self.may_part_with(1 << card):
                    return 1 << card
        return 0

    def laid_down(
        self, next_cards: Callable[["Hand"], int] = to_lay_down
    ) -> tuple["Hand", tuple[int, ...]]:
        """Lay down, in a copy, each set that `next_cards` finds; return the copy and these sets."""
        after, laid = self.copy(), list[int]()
        while not after.over and (cards := next_cards(after)):
            laid.append(cards)
            after.lay_down(cards)
        return after, tuple(laid)

    def ends_hand(self) -> bool:
        after, _ = self.laid_down()
        own = after.hands[self.turn]
        return after.over or own.bit_count() == 1 and own != after.taken

    def loose(self) -> int:
        """Return the cards that may be discarded: those in no meld or, if there are none, all."""
        own = self.hands[self.turn]
        return own & ~self.rules.melds.split(own).cards & ~self.taken or own & ~self.taken

    def fewest_of_rivals(self) -> int:
        rivals = self.hands[: self.turn] + self.hands[self.turn + 1 :]
        return min(map(int.bit_count, rivals))

    def takes(self) -> bool:
        """Should the player take the top discard, to lay it down or for lack of a card to draw?"""
        if not self.may_draw():
            return True
        rules, own, card = self.rules.melds, self.hands[self.turn], self.discards[-1]
        if (self.runs | self.groups) >> card & 1 and self.may_lay_off():
            return True
        if (own & rules.mates[card]).bit_count() < 2:
            return False
        return bool(rules.split(own | 1 << card).cards >> card & 1)

    def parting_with(self, card: int) -> Play:
        fits = (self.runs | self.groups) >> card & 1 and self.may_lay_off()
        return 1 << card, bool(fits) and self.may_part_with(1 << card)

    def end_turn(self, play: Callable[["Hand"], Play]) -> None:
        """After the draw, play step by step until the turn is over."""
        seat = self.turn
        while self.turn == seat and not self.over:
            cards, down = play(self)
            self.lay_down(cards) if down else self.discard(cards.bit_length() - 1)

    def play_out(self, last: int, play: Callable[["Hand"], Play], holder: int = NOBODY) -> None:
        """Play to the end, at most until turn `last`.

        The seat `holder` lays cards down only to go out, or once a rival has few cards.
        """
        while not self.over and self.turns < last:
            self.take() if self.takes() else self.draw()
            if self.turn == holder and self.fewest_of_rivals() > CLOSE and not self.ends_hand():
                self.discard(self.rules.melds.dearest(self.loose()))
            else:
                self.end_turn(play)


values_of: Final = attrgetter(*Hand.__slots__)


def next_chance(random: Random) -> int:
    return random.below(1 << 24) << 24 | random.below(1 << 24)


class Weights(NamedTuple):
    """The weights, relative to each other, of reasons to keep or discard a card."""

    out: int  # for each card that can still be drawn and completes a meld with the weighed card
    fit: int  # for a card that fits a meld on the table
    danger: int  # for each unseen pair with which a rival could meld the card
    point: int  # for each point of the card's value, if no rival holds fewer cards than were dealt
    pressure: int  # added to `point` for each card less in the smallest rival hand since the deal


AGAINST_ONE: Final = Weights(out=60, fit=120, danger=6, point=16, pressure=3)
# The weights against several rivals, where speed wins a hand and points count less
AMONG_SEVERAL: Final = Weights(out=240, fit=600, danger=6, point=4, pressure=2)


def simple(hand: Hand) -> Play:
    """Return the next step of a turn, after the draw, according to the simple rule."""
    if cards := hand.to_lay_down():
        return cards, True
    return 1 << hand.rules.melds.dearest(hand.hands[hand.turn] & ~hand.taken), False


def for_good(hand: Hand) -> int:
    """Return a card or meld, as a set, that is best laid down at once; 0 if there is none.

    It is a card that might otherwise be discarded, or a meld that lets rivals lay off no new cards.
    """
    rules = hand.rules.melds
    fitting, split = hand.runs | hand.groups, rules.split(hand.own)
    for card in numbers(fitting & (hand.loose() | hand.taken & ~split.cards)):
        if hand.may_lay_off() and hand.may_part_with(1 << card):
            return 1 << card
    for meld in split.melds if hand.may_meld() else ():
        if not rules.fitting(meld) & hand.live & ~fitting and hand.may_part_with(meld):
            return meld
    return 0


def against_one(hand: Hand) -> Play:
    """Return the next step against one rival: keep melds until either player is about to go out.

    The rival cannot lay off on melds that are kept in the hand. If a player may make only one meld
    a turn, a meld is laid down at once, because several melds would then need several turns.
    """
    if cards := for_good(hand):
        return cards, True
    if cards := hand.to_lay_down():
        late = hand.fewest_of_rivals() <= NEAR or hand.rules.melds_per_turn == "one"
        if late or hand.ends_hand():
            return cards, True
    return hand.parting_with(discards(hand)[0])


def discards(hand: Hand) -> list[int]:
    """Return the cards that may be discarded; the card least worth keeping comes first."""
    rules, own, live = hand.rules.melds, hand.own, hand.live
    weights = AGAINST_ONE if len(hand.hands) == 2 else AMONG_SEVERAL
    fewer = max(0, DEALT[len(hand.hands)] - hand.fewest_of_rivals())
    point, fitting = weights.point + weights.pressure * fewer, hand.runs | hand.groups

    def worth_keeping(card: int) -> int:
        outs, danger = rules.outs(card, own, live)
        kept = weights.out * outs + weights.danger * danger - point * rules.values[card]
        return kept + weights.fit * (fitting >> card & 1)

    return sorted(numbers(hand.loose()), key=worth_keeping)
