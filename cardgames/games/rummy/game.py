"""The rules of Rummy: a match of hands to a target score.

Source: the Rummy page of pagat.com. `melds.py` knows what a meld is.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.games.rummy.melds import all_melds, as_meld, bits, homes, laid_off, melds_in, worth
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.arguments import OneCard, Several
from cardgames.model.cards import BACK, DECK, Card, Pile, check_deck, replaced
from cardgames.model.commands import command
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove, InvalidCommand
from cardgames.model.game import Game, Move, Outcome, Ratio

DEALT: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
"""The number of cards that each player is dealt, by the number of players."""
MOST_TURNS: Final = 60
"""A hand is dead after each player has had this number of turns."""
NOT_IDLE: Final = -1
"""The value of `idle` after cards are laid down, until the next restock.

That restock adds 1, which makes it 0, so no further field is needed.
"""
Cards: TypeAlias = frozenset[Card]
NOTHING: Final[Cards] = frozenset()


class Meld(NamedTuple):
    """A meld on the table."""

    cards: Pile
    """The cards of a run from its low end, those of a group in the order of the deck."""
    owner: int
    """The seat that melded it."""


class HandEnd(NamedTuple):
    """The result of a hand."""

    winner: int | None
    """The seat that scored for the hand; None if nobody did."""
    points: int
    why: str
    """What ended the hand, such as 'going out by a discard'."""
    hands: tuple[Cards, ...]
    """The cards that each seat had left, now shown to all."""

    @property
    def dead(self) -> bool:
        """Did the hand end with nobody going out?"""
        return all(self.hands)


class CardOrMeld(OneCard):
    """A card, by its name, or a meld, by its number."""

    def parse(self, word: str) -> Any:
        """Return the card or the number; raises InvalidCommand."""
        if word.isascii() and word.isdecimal() and len(word) < 3:
            return int(word)
        return super().parse(word)


@dataclass(frozen=True, slots=True)
class Rummy(Game):
    """A position in a match, and the moves from it; the last card of a pile is on top."""

    name = "rummy"
    options_type = RummyOptions
    measure = "hands"
    divided = True
    score_unit = "points"
    figures = (Ratio("hands won", "won", "hands", "{:.1%}"),)
    told_apart = "level"

    options: RummyOptions
    hands: tuple[Pile, ...]
    """The hand of each seat, its cards in the order in which it got them."""
    stock: Pile
    discards: Pile
    scores: tuple[int, ...]
    dealer: int
    turn: int
    """The seat to move."""
    chance: int
    """The seed for the next shuffle."""
    held: tuple[Cards, ...]
    """The cards in each hand that all players know to be there."""
    melds: tuple[Meld, ...] = ()
    """The melds on the table, in the order of their numbers."""
    drawn: bool = False
    """Has the player drawn or taken a card in this turn?"""
    took: bool = False
    """Was the last card of the player's hand taken from the discards in this turn?"""
    melded: int = 0
    """The number of melds that the player has made in this turn."""
    laid: bool = False
    """Has the player melded or laid off anything in this turn?"""
    down: frozenset[int] = frozenset()
    """The seats that melded or laid off anything in an earlier turn of this hand."""
    restocked: Cards = NOTHING
    """The discards that became the stock when it was last empty."""
    idle: int = 0
    """The number of stocks in a row that ran out with no card laid down, or NOT_IDLE."""
    turns: int = 0
    """The number of turns completed in this hand, by all players."""
    hand: int = 1
    """The number of this hand in the match."""
    last: HandEnd | None = None
    """The result of the previous hand; None in the first one."""
    winners: tuple[int | None, ...] = ()
    """Who won each hand that is over; None where nobody did."""

    @classmethod
    def deal(cls, deck: Pile, options: Any) -> "Rummy":
        """Choose the first dealer by chance, and deal the first hand."""
        check_deck(deck)
        chance = first_chance(map(DECK.index, deck))
        dealer = Random(chance).below(options.players) + 1
        return cls.deal_hand(deck, options, dealer, (0,) * options.players, chance)

    @classmethod
    def deal_hand(
        cls,
        deck: Pile,
        options: RummyOptions,
        dealer: int,
        scores: tuple[int, ...],
        chance: int,
    ) -> "Rummy":
        """Deal one card at a time, beginning at the dealer's left; then turn one up."""
        players = options.players
        dealt = DEALT[players] * players
        cards = deck[: -dealt - 1 : -1]
        hands = [cards[(seat - dealer - 1) % players :: players] for seat in range(1, players + 1)]
        stock, upcard = deck[: -dealt - 1], deck[-dealt - 1]
        first = dealer % players + 1
        held = (NOTHING,) * players
        return cls(options, tuple(hands), stock, (upcard,), scores, dealer, first, chance, held)

    @command("d")
    def draw(self) -> "Rummy":
        """Draw the top card of the stock.

        If the stock is empty, the discards first become the stock.
        """
        self._check_not_drawn()
        game = self if self.stock else self._restock()
        card = game.stock[-1]
        return replace(
            game,
            stock=game.stock[:-1],
            hands=game._hands_with(*game.hands[game.turn - 1], card),
            held=game._held_with(card) if game.stock_known else game.held,
            drawn=True,
        )

    @command("t")
    def take(self) -> "Rummy":
        """Take the top discard.

        You may not discard it again in this turn.
        """
        self._check_not_drawn()
        card = self.discards[-1]
        return replace(
            self,
            discards=self.discards[:-1],
            hands=self._hands_with(*self.hands[self.turn - 1], card),
            held=self._held_with(card),
            drawn=True,
            took=True,
        )

    @command("m", Several(OneCard("CARD"), "CARD...", range(1, 14)))
    def meld(self, *cards: Card) -> "Rummy":
        """Meld a run, or a group of one rank."""
        self._check_holds(cards)
        if self.melded and self.options.melds_per_turn == "one":
            raise IllegalMove("you have melded in this turn: only one meld a turn is allowed")
        meld = Meld(as_meld(cards, self.options.ace), self.turn)
        return self._lay(cards, (*self.melds, meld), "a meld", self.melded + 1)

    @command("o", Several(CardOrMeld("CARD"), "CARD... [MELD]", range(1, 15)), name="off")
    def lay_off(self, *named: Card | int) -> "Rummy":
        """Lay off cards: add them to melds on the table.

        The number of a meld comes last, and is needed only if a card fits two melds.
        """
        number = named[-1] if isinstance(named[-1], int) else None
        cards = [card for card in named if isinstance(card, Card)]
        if not cards or len(cards) + (number is not None) < len(named):
            raise InvalidCommand("name the cards to lay off, and after them at most one meld")
        self._check_holds(cards)
        if not self.may_lay_off():
            raise IllegalMove("you have no meld on the table: meld before you lay off")
        piles = [meld.cards for meld in self.melds]
        after = laid_off(cards, piles, self.options.ace, number)
        melds = tuple([Meld(pile, meld.owner) for pile, meld in zip(after, self.melds)])
        return self._lay(cards, melds, "laying off", self.melded)

    @command("x", OneCard("CARD"))
    def discard(self, card: Card) -> "Rummy":
        """Discard a card, which ends the turn."""
        self._check_holds((card,))
        if card is self.taken:
            raise IllegalMove("{} was taken from the discards in this turn: discard another", card)
        hand = [other for other in self.hands[self.turn - 1] if other is not card]
        after = replace(
            self,
            hands=self._hands_with(*hand),
            held=self._held_without((card,)),
            discards=(*self.discards, card),
            turn=self.turn % len(self.hands) + 1,
            drawn=False,
            took=False,
            melded=0,
            laid=False,
            down=self.down | {self.turn} if self.laid else self.down,
            turns=self.turns + 1,
        )
        if not hand:
            return after._won(self.turn, "a discard", self._multiplier())
        why = after._why_dead()
        return after._died(why) if why else after

    def possible(self) -> dict[str, bool]:
        """Are there such seats, and the cards to go on with?"""
        seats = range(1, len(self.hands) + 1)
        last, winners, table = self.last, {None, *seats}, all_melds(self.options.ace)
        return {
            "hands": all(self.hands) or self.outcome() is not None,
            "discards": bool(self.discards) or self.drawn,
            "dealer": self.dealer in seats,
            "turn": self.turn in seats,
            "melds": all(
                meld.owner in seats and table.get(bits(meld.cards)) == meld.cards
                for meld in self.melds
            ),
            "down": self.down <= {*seats},
            "last": last is None or last.winner in winners and len(last.hands) == len(seats),
            "winners": {*self.winners} <= winners,
        }

    def legal_moves(self) -> Iterator[Move]:
        """Yield every legal move; of those that lay off cards, only the ones with a single card."""
        if self.outcome() is not None:
            return
        if not self.drawn:
            if self.may_draw():
                yield Move("draw")
            yield Move("take")
            return
        hand = [card for card in self.hands[self.turn - 1] if card is not BACK]
        taken = self.taken
        if not (self.melded and self.options.melds_per_turn == "one"):
            for meld in melds_in(hand, self.options.ace):
                if not self._refusal_to_part_with(meld):
                    yield Move("meld", meld)
        if self.melds and self.may_lay_off():
            piles = [meld.cards for meld in self.melds]
            for card in hand:
                numbers = homes(card, piles, self.options.ace)
                if numbers and not self._refusal_to_part_with((card,)):
                    one = len(numbers) == 1
                    yield from [Move("off", (card,) if one else (card, n)) for n in numbers]
        yield from [Move("discard", (card,)) for card in hand if card is not taken]

    def outcome(self) -> Outcome | None:
        """Return how the match ended: the first to reach the target wins."""
        most = max(self.scores)
        if most < self.options.target:
            return None
        target = self.options.target
        return Outcome(self.scores.index(most) + 1, f"{most} points reach the target of {target}")

    @classmethod
    def extras(cls, options: Any) -> tuple[str, ...]:
        """Return the names of the game's own counts: hands won and points, by seat."""
        seats = range(1, options.players + 1)
        return (*(f"hands of {seat}" for seat in seats), *(f"points of {seat}" for seat in seats))

    def extra(self) -> tuple[int, ...]:
        """Return the number of hands won, and the points, of each seat."""
        won = [self.winners.count(seat) for seat in range(1, len(self.hands) + 1)]
        return (*won, *self.scores)

    def details(self) -> dict[str, int]:
        """Return how many hands are over, and how many of them seat 1 won."""
        return {"hands": len(self.winners), "won": self.winners.count(1)}

    def player(self) -> int:
        """Return the seat to move."""
        return self.turn

    def score(self) -> int:
        """Return the score of seat 1."""
        return self.scores[0]

    def length(self, moves: int) -> int:
        """Return the number of hands dealt."""
        return self.hand

    def with_backs(self, seat: int) -> "Rummy":
        """Return this position with the stock and the other hands hidden, except known cards."""
        hands = [
            hand if other == seat else tuple([card if card in held else BACK for card in hand])
            for other, (hand, held) in enumerate(zip(self.hands, self.held), 1)
        ]
        stock = self.stock if self.stock_known else (BACK,) * len(self.stock)
        return replace(self, hands=tuple(hands), stock=stock, chance=0)

    @property
    def taken(self) -> Card | None:
        """The card taken from the discards in this turn, if it is still in the hand."""
        return self.hands[self.turn - 1][-1] if self.took else None

    @property
    def stock_known(self) -> bool:
        """Does the stock consist of discards turned over, so that its order is known?"""
        return bool(self.restocked) and self.options.restock == "turn"

    def may_draw(self) -> bool:
        """Is there a card to draw, perhaps after the discards become the stock?"""
        return bool(self.stock) or len(self.discards) > (self.options.restock == "shuffle")

    def may_lay_off(self) -> bool:
        """May the player lay off cards now, if they fit a meld?"""
        if self.options.lay_off == "any":
            return True
        return any(meld.owner == self.turn for meld in self.melds)

    def ahead(self, but: int) -> int:
        """Return the seat with most points, without that of BUT, who gives up."""
        others = [seat for seat, _ in enumerate(self.scores, 1) if seat != but]
        return max(others, key=lambda seat: self.scores[seat - 1])

    def _check_not_drawn(self) -> None:
        if self.drawn:
            raise IllegalMove("you have drawn a card in this turn: meld, lay off or discard")

    def _check_holds(self, cards: Collection[Card]) -> None:
        if not self.drawn:
            raise IllegalMove("draw or take a card first")
        for card in cards:
            if card not in self.hands[self.turn - 1]:
                raise IllegalMove("{} is not in your hand", card)

    def _hands_with(self, *hand: Card) -> tuple[Pile, ...]:
        return replaced(self.hands, self.turn, hand)

    def _held_with(self, card: Card) -> tuple[Cards, ...]:
        held = self.held[self.turn - 1] | {card}
        return replaced(self.held, self.turn, held)

    def _held_without(self, cards: Collection[Card]) -> tuple[Cards, ...]:
        held = self.held[self.turn - 1]
        if held.isdisjoint(cards):
            return self.held
        return replaced(self.held, self.turn, held.difference(cards))

    def _restock(self) -> "Rummy":
        """Make the discards the stock: shuffled, or turned over so that the oldest is on top."""
        top: Pile = ()
        stock, chance = self.discards[::-1], self.chance
        if self.options.restock == "shuffle":
            if len(self.discards) < 2:
                raise IllegalMove(
                    "the stock is empty, and the last discard stays: take {}", *self.discards
                )
            random, cards = Random(chance), list(self.discards[:-1])
            random.shuffle(cards)
            top, stock, chance = self.discards[-1:], tuple(cards), next_chance(random)
        return replace(
            self,
            stock=stock,
            discards=top,
            chance=chance,
            restocked=frozenset(stock),
            idle=self.idle + 1,
        )

    def _lay(
        self, cards: Collection[Card], melds: tuple[Meld, ...], how: str, melded: int
    ) -> "Rummy":
        """Move CARDS to the table, where MELDS result; HOW names the move if it ends the hand."""
        if refusal := self._refusal_to_part_with(cards):
            raise refusal
        hand = [card for card in self.hands[self.turn - 1] if card not in cards]
        after = replace(
            self,
            hands=self._hands_with(*hand),
            held=self._held_without(cards),
            melds=melds,
            took=self.took and self.taken not in cards,
            melded=melded,
            laid=True,
            idle=NOT_IDLE,
        )
        return after if hand else after._won(self.turn, how, self._multiplier())

    def _refusal_to_part_with(self, cards: Collection[Card]) -> IllegalMove | None:
        """Return the error if the cards left in the hand forbid laying down CARDS; else None."""
        left = len(self.hands[self.turn - 1]) - len(cards)
        if left == 0 and self.options.go_out == "discard":
            return IllegalMove("the last card must be discarded: keep one for it")
        if left == 1 and self.took and self.taken not in cards:
            return IllegalMove(
                "that leaves only {}, which was taken in this turn and cannot be discarded",
                self.taken,
            )
        return None

    def _multiplier(self) -> int:
        """Return the factor, 1 or 2, for the points of a player who goes out now."""
        return 1 + (self.options.rummy_bonus == "double" and self.turn not in self.down)

    def _won(self, winner: int, how: str, multiplier: int) -> "Rummy":
        points = multiplier * sum(worth(hand, self.options.ace) for hand in self.hands)
        double = ", all in one turn, which counts double" if multiplier > 1 else ""
        return self._ended(winner, points, f"going out by {how}{double}")

    def _why_dead(self) -> str:
        """Return why the hand ends now without a player going out; '' if it does not."""
        if self.turns >= MOST_TURNS * len(self.hands):
            return f"every player has had {MOST_TURNS} turns"
        if self.stock:
            return ""
        if self.options.restock == "block":
            return "the stock is empty"
        times = self.idle + 1
        if times < self.options.dead_after:
            return ""
        often = "once" if times == 1 else f"{times} times"
        return f"the stock ran out {often} with nothing laid down"

    def _died(self, why: str) -> "Rummy":
        if self.options.dead_hand == "redeal":
            return self._ended(None, 0, why)
        values = [worth(hand, self.options.ace) for hand in self.hands]
        lowest = min(values)
        if values.count(lowest) > 1:
            return self._ended(None, 0, why)
        winner = values.index(lowest) + 1
        return self._ended(winner, sum(values) - lowest * len(values), why)

    def _ended(self, winner: int | None, points: int, why: str) -> "Rummy":
        """Score the hand for WINNER (None: nobody). Deal the next one, unless the match is over."""
        scores = tuple(
            [score + points * (seat == winner) for seat, score in enumerate(self.scores, 1)]
        )
        last = HandEnd(winner, points, why, tuple(map(frozenset, self.hands)))
        after = replace(self, scores=scores, last=last, winners=(*self.winners, winner))
        if after.outcome() is not None:
            return after
        random = Random(self.chance)
        deck = shuffled_deck(random)
        dealer = self.dealer % len(self.hands) + 1
        dealt = self.deal_hand(deck, self.options, dealer, scores, next_chance(random))
        return replace(dealt, hand=self.hand + 1, last=last, winners=after.winners)


def first_chance(deck: Iterable[int]) -> int:
    """Return the first seed for shuffles in a match; DECK is its first deck, as card numbers."""
    chance = 0
    for card in deck:
        chance = (chance * 53 + card) % (1 << 48)
    return chance


def next_chance(random: Random) -> int:
    """Return the seed for the next shuffle."""
    return random.below(1 << 24) << 24 | random.below(1 << 24)
