"""The rules of Rummy: a match of hands to a target score.

Source: the Rummy page of pagat.com. `hand.py` has the rules of a hand; `melds.py` defines melds.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.games.rummy.hand import NOBODY, UNKNOWN, Hand, Play, next_chance
from cardgames.games.rummy.melds import ALL, BITS, KNOWN, NUMBERS, bits, is_run, named
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.cards import BACK, Card, Pile, cards_in, check_deck
from cardgames.model.commands import OneCard, Several, command
from cardgames.model.deal import Random
from cardgames.model.errors import IllegalMove, InvalidCommand
from cardgames.model.game import UNKNOWN as UNKNOWN_END
from cardgames.model.game import Figure, Game, Move, Outcome


ALIKE: Final = ("drawn", "made", "laid", "idle", "turns")  # the facts that a Hand stores unchanged


class Meld(NamedTuple):
    cards: Pile  # the cards of a run from its low end, or of a group in the order of the deck
    owner: int  # the seat that made the meld


class HandEnd(NamedTuple):
    winner: int | None  # the seat that scored in this hand; None if no seat did
    points: int
    why: str  # what ended the hand, such as 'going out by a discard'
    hands: tuple[Pile, ...]  # the cards that each seat had left, now shown to all
    melds: tuple[Meld, ...]
    discards: Pile


class Facts(NamedTuple):
    """The facts of a position that programs, and people at other terminals, are told."""

    options: RummyOptions
    hands: tuple[Pile, ...]
    held: tuple[Pile, ...]  # for each hand: the cards that all players know to be in it
    stock: Pile
    discards: Pile
    melds: tuple[Meld, ...]
    turn: int
    drawn: bool
    taken: Card | None
    made: int
    laid: bool
    down: tuple[int, ...]
    restocked: Pile
    idle: int
    turns: int
    scores: tuple[int, ...]
    dealer: int
    hand: int
    last: HandEnd | None
    winners: tuple[int | None, ...]

    def told_to(self, seat: int) -> "Rummy":
        """Return the position with these facts, which a stranger's program has sent to `seat`.

        Raises InvalidCommand if no position can have these facts. Other faults of the position are
        found later, in `check_valid`.
        """
        options = self.options
        seats, hidden = range(1, options.players + 1), count(52)
        if {len(self.hands), len(self.held)} != {options.players}:
            raise InvalidCommand(f"the hands are not those of {options.players} players")
        owners = [meld.owner for meld in self.melds]
        if not {self.turn, *self.down, *owners} <= {*seats}:
            raise InvalidCommand(f"the seats are 1 to {options.players}")
        is_open = bool(self.restocked) and options.restock == "turn"
        shown = self.discards, self.held, self.melds, self.restocked, self.last, self.taken
        if BACK in cards_in((self.hands[seat - 1], self.stock if is_open else (), *shown)):
            raise InvalidCommand("a card is hidden that all players see")

        def numbered(cards: Pile) -> int:
            return sum([1 << next(hidden) if one is BACK else bits([one]) for one in cards])

        hands = [numbered(cards) for cards in self.hands]
        held = [bits(cards) for cards in self.held]
        stock = [numbered((one,)).bit_length() - 1 for one in self.stock]
        discards = [NUMBERS[card] for card in self.discards]
        now = Hand(options, hands, held, stock, discards, self.turn - 1, UNKNOWN, 0)
        for name in ALIKE:
            setattr(now, name, getattr(self, name))
        now.taken, now.restocked = bits(filter(None, [self.taken])), bits(self.restocked)
        now.down = sum({1 << one - 1 for one in self.down})
        now = now.with_melds([(bits(meld.cards), meld.owner - 1) for meld in self.melds])
        if max(self.scores, default=0) >= options.target:
            now.over = True
            now.winner = next((n for n, cards in enumerate(now.hands) if not cards), NOBODY)
        of_match = self.scores, self.dealer, self.melds, self.hand, self.last, self.winners
        return Rummy(options, now, *of_match)


class CardOrMeld(OneCard):
    """An argument that is the name of a card, or the number of a meld."""

    def parse(self, word: str) -> Any:
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
    figures = (Figure("hands won", "{:.1%}", "won", "hands"),)
    told_apart = "level"
    facts_type: ClassVar = Facts
    stand_in = "medium"

    options: RummyOptions
    now: Hand  # the hand in progress; a move changes a copy of it, never the hand itself
    scores: tuple[int, ...]
    dealer: int
    melds: tuple[Meld, ...] = ()  # the melds on the table, in the order of their numbers
    hand: int = 1  # the number of this hand in the match
    last: HandEnd | None = None  # the result of the previous hand; None in the first hand
    winners: tuple[int | None, ...] = ()  # the seat that scored, or None, for each finished hand

    @classmethod
    def deal(cls, deck: Pile, options: Any) -> "Rummy":
        """Choose the first dealer by chance, and deal the first hand."""
        check_deck(deck)
        chance, cards = 0, [NUMBERS[card] for card in deck]
        for card in cards:
            chance = (chance * 53 + card) % (1 << 48)
        dealer = Random(chance).below(options.players)
        now = Hand.dealt(options, cards, dealer, chance)
        return cls(options, now, (0,) * options.players, dealer + 1)

    def __hash__(self) -> int:
        return hash((self.hand, self.now.turns, *self.now.hands))

    @command("d")
    def draw(self) -> "Rummy":
        """Draw the top card of the stock.

        If the stock is empty, the discards first become the stock.
        """
        self._check_not_drawn()
        if not self.now.may_draw():
            stays = "the stock is empty, and the last discard stays: take {}"
            raise IllegalMove(stays, *self.discards)
        return self._after(Hand.draw)

    @command("t")
    def take(self) -> "Rummy":
        """Take the top discard.

        You may not discard it again in this turn.
        """
        self._check_not_drawn()
        return self._after(Hand.take)

    @command("m", Several(OneCard("CARD"), "CARD...", range(1, 14)))
    def meld(self, *cards: Card) -> "Rummy":
        """Meld a run, or a group of one rank."""
        self._check_holds(cards)
        if not self.now.may_meld():
            raise IllegalMove("you have melded in this turn: only one meld a turn is allowed")
        melds = (*self.melds, Meld(self.options.melds.as_meld(cards), self.turn))
        self._check_parts_with(cards)
        return self._after(Hand.lay_down, bits(cards), melds=melds, how="a meld")

    @command("o", Several(CardOrMeld("CARD"), "CARD... [MELD]", range(1, 15)), name="off")
    def lay_off(self, *named: Card | int) -> "Rummy":
        """Lay off cards: add them to melds on the table.

        The number of a meld comes last, and is needed only if a card fits two melds.
        """
        number = named[-1] if isinstance(named[-1], int) else None
        cards = cards_in(named)
        if not cards or len(cards) + (number is not None) < len(named):
            raise InvalidCommand("name the cards to lay off, and after them at most one meld")
        self._check_holds(cards)
        if not self.now.may_lay_off():
            raise IllegalMove("you have no meld on the table: meld before you lay off")
        piles = self.options.melds.laid_off(cards, [meld.cards for meld in self.melds], number)
        melds = tuple([Meld(pile, meld.owner) for pile, meld in zip(piles, self.melds)])
        self._check_parts_with(cards)
        laid = bits(cards)
        on_runs = sum([bits(pile) & laid for pile in piles if is_run(bits(pile))])
        return self._after(Hand.lay_off, laid, on_runs, melds=melds, how="laying off")

    @command("x", OneCard("CARD"))
    def discard(self, card: Card) -> "Rummy":
        """Discard a card, which ends the turn."""
        self._check_holds((card,))
        if card is self.taken:
            raise IllegalMove("{} was taken from the discards in this turn: discard another", card)
        return self._after(Hand.discard, NUMBERS[card], how="a discard")

    def possible(self) -> dict[str, bool]:
        """Check that seats and melds exist, and that the hand can go on or the match is over."""
        now, last, table = self.now, self.last, self.options.melds.melds
        seats = {*range(1, self.options.players + 1)}
        melds = [(bits(cards), owner - 1) for cards, owner in self.melds]
        are_melds = all(
            owner in seats and table.get(bits(cards)) == cards for cards, owner in self.melds
        )
        goes_on = all(now.hands) and not now.over
        return {
            "melds": are_melds,
            "scores": min(self.scores) >= 0,
            "dealer": self.dealer in seats,
            "hand": self.hand > 0,
            "last": last is None
            or last.winner in {None, *seats}
            and last.points >= 0
            and len(last.hands) == len(seats)
            and {owner for _, owner in last.melds} <= seats,
            "winners": {*self.winners} <= {None, *seats},
            "now": are_melds
            and (now.rules, now) == (self.options, now.with_melds(melds))
            and (goes_on or self.outcome() is not None and now.has_ended()),
        }

    def places(self) -> tuple[object, ...]:
        """Return the piles, the hands and the melds."""
        return self.stock, self.discards, self.hands, self.melds

    def facts(self) -> dict[str, Any]:
        """Return the facts for programs, which describe the hand in progress by cards and seats."""
        now, seats = self.now, range(1, len(self.scores) + 1)
        of_hand = {name: getattr(now, name) for name in ALIKE}
        of_hand["down"] = tuple([seat for seat in seats if now.down >> seat - 1 & 1])
        of_hand["restocked"] = named(now.restocked)
        return {name: of_hand.get(name, getattr(self, name, None)) for name in Facts._fields[1:]}

    def allowed(self) -> Iterator[Move]:
        """Yield every legal move, except those that lay off more than one card."""
        if self.outcome() is not None:
            return
        now = self.now
        if not now.drawn:
            if now.may_draw():
                yield Move("draw")
            yield Move("take")
            return
        hand, taken = named(now.own & ALL), self.taken
        melds = self.options.melds.melds_in(hand) if now.may_meld() else []
        yield from [Move("meld", meld) for meld in melds if now.may_part_with(bits(meld))]
        for card in named(now.own & (now.runs | now.groups)) if now.may_lay_off() else ():
            if now.may_part_with(BITS[card]):
                numbers = self.homes(card)
                one = len(numbers) == 1
                yield from [Move("off", (card,) if one else (card, n)) for n in numbers]
        yield from [Move("discard", (card,)) for card in hand if card is not taken]

    def homes(self, card: Card) -> list[int]:
        """Return the numbers of the melds on which the card can be laid off."""
        return self.options.melds.homes(card, [meld.cards for meld in self.melds])

    def move_of(self, step: Play) -> Move:
        """Return the move for a step of a turn: a meld, a card laid off, or a discard."""
        laid, is_down = step
        cards = named(laid)
        if not is_down:
            return Move("discard", cards)
        if len(cards) > 1:
            return Move("meld", self.options.melds.melds[laid])
        if len(places := self.homes(cards[0])) == 1:
            return Move("off", cards)
        runs = (n for n in places if is_run(bits(self.melds[n - 1].cards)))
        return Move("off", (*cards, next(runs)))

    def outcome(self) -> Outcome | None:
        """Return how the match ended, or None; the first seat to reach the target wins."""
        most, target = max(self.scores), self.options.target
        if most < target:
            return UNKNOWN_END if self.now.over and self.now.chance == UNKNOWN else None
        return Outcome(self.scores.index(most) + 1, f"{most} points reach the target of {target}")

    @classmethod
    def extras(cls, options: Any) -> tuple[str, ...]:
        """Return the names of the game's own counts: the hands won and the points of each seat."""
        seats = range(1, options.players + 1)
        return (*(f"hands of {seat}" for seat in seats), *(f"points of {seat}" for seat in seats))

    def extra(self) -> tuple[int, ...]:
        """Return the number of hands that each seat has won, then the points of each seat."""
        won = [self.winners.count(seat) for seat in range(1, len(self.scores) + 1)]
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

    def standing(self) -> tuple[int, ...]:
        """Return the score of each seat."""
        return self.scores

    def length(self, moves: int) -> int:
        """Return the number of hands dealt."""
        return self.hand

    def with_backs(self, seat: int) -> "Rummy":
        """Return this position with a back for each card that `seat` cannot know."""
        return replace(self, now=self.now.seen_by(seat - 1))

    def followed(self, move: Move, told: "Rummy", seat: int) -> "Rummy":
        """Return the position after `move`, as `seat` sees it.

        The host's own position, `told`, shows which card `seat` draws. At the end of a hand, return
        `told`, because it shows the next deal. Raises CardGameError.
        """
        now, own = self.now.copy(), self.now.own
        shown = bits(cards_in(move.arguments)) & ~own
        if shown & (now.out | now.hands[seat - 1] | sum(now.held)):
            raise InvalidCommand(f"seat {move.seat} plays a card that lies elsewhere")
        for _ in range(shown.bit_count()):
            lowest = own >> 52 << 52
            own ^= lowest & -lowest
        now.hands[now.turn] = own | shown
        after = replace(self, now=now).after(move)
        if (ended := after.outcome()) is not None and not ended.known:
            self._check_counted(told)
            return told
        if move.name == "draw" and move.seat == seat:  # `told` shows which card it was
            drawn = told.now.own & ~self.now.own
            hidden = after.now.own >> 52 << 52
            if hidden and drawn.bit_count() == 1:
                after.now.hands[now.turn] ^= hidden | drawn
        return after

    def _check_counted(self, told: "Rummy") -> None:
        """Raise InvalidCommand unless `told` counts the points of the hand that ends here."""
        last = told.last
        goes_on = told.outcome() is None
        if last is None or told.hand != self.hand + goes_on or not told.winners:
            raise InvalidCommand("the end of a hand is not told")
        points = [last.points * (one == last.winner) for one in range(1, len(self.scores) + 1)]
        scores = tuple([score + more for score, more in zip(self.scores, points)])
        if (told.scores, told.winners) != (scores, (*self.winners, last.winner)):
            raise InvalidCommand("the points of a hand are not added up")

    def known(self, seat: int) -> set[tuple[int, Card]]:
        """Return each card that `seat` can know, with the number of the hand: this or the last."""
        last = self.last.hands if self.last else ()
        before = self.hand - (self.outcome() is None)
        seen = {(self.hand, card) for card in {*self.with_backs(seat).all_cards()} - {BACK}}
        return seen | {(before, card) for cards in last for card in cards}

    def with_hidden(self, cards: Sequence[Card]) -> "Rummy":
        """Return this position with `cards` in place of its backs; the backs in hands come first.

        Raises InvalidCommand if the number of cards is wrong.
        """
        if len(cards) != (hidden := self.all_cards().count(BACK)):
            raise InvalidCommand(f"{hidden} cards are hidden in this position, not {len(cards)}")
        now = self.now.filled(iter([NUMBERS[card] for card in cards]), max(0, self.now.chance))
        return replace(self, now=now)

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.now.turn + 1

    @property
    def hands(self) -> tuple[Pile, ...]:
        """The hand of each seat, in the order of the deck."""
        return tuple(map(named, self.now.hands))

    @property
    def stock(self) -> Pile:
        """The stock; its last card is the next to be drawn."""
        return tuple([KNOWN[card] for card in self.now.stock])

    @property
    def discards(self) -> Pile:
        """The discard pile; its last card is on top."""
        return tuple([KNOWN[card] for card in self.now.discards])

    @property
    def held(self) -> tuple[frozenset[Card], ...]:
        """For each hand: the cards that all players know to be in it."""
        return tuple([frozenset(named(cards)) for cards in self.now.held])

    @property
    def drawn(self) -> bool:
        """Has the player drawn or taken a card in this turn?"""
        return self.now.drawn

    @property
    def taken(self) -> Card | None:
        """The card taken from the discards in this turn, if it is still in the hand."""
        return next(iter(named(self.now.taken)), None)

    def ahead(self, but: int) -> int:
        """Return the seat with the most points, except the seat `but`, which gives up."""
        others = [seat for seat, _ in enumerate(self.scores, 1) if seat != but]
        return max(others, key=lambda seat: self.scores[seat - 1])

    def _check_not_drawn(self) -> None:
        if self.now.drawn:
            raise IllegalMove("you have drawn a card in this turn: meld, lay off or discard")

    def _check_holds(self, cards: Collection[Card]) -> None:
        if not self.now.drawn:
            raise IllegalMove("draw or take a card first")
        for card in cards:
            if not bits([card]) & self.now.own:
                raise IllegalMove("{} is not in your hand", card)

    def _check_parts_with(self, cards: Collection[Card]) -> None:
        """Raise IllegalMove unless the player may lay down these cards and keep the others."""
        if self.now.may_part_with(bits(cards)):
            return
        if len(cards) == self.now.own.bit_count():
            raise IllegalMove("the last card must be discarded: keep one for it")
        rule = "that leaves only {}, which was taken in this turn and cannot be discarded"
        raise IllegalMove(rule, *named(self.now.taken))

    def _after(
        self, move: Callable[..., None], *cards: int, melds: tuple[Meld, ...] = (), how: str = ""
    ) -> "Rummy":
        """Return the position after `move`, a method of Hand.

        If the move ends the hand, `how` names what ended it, such as 'a discard'.
        """
        now = self.now.copy()
        move(now, *cards)
        melds = melds or self.melds
        after = Rummy(  # `replace` would take twice as long
            self.options, now, self.scores, self.dealer, melds, self.hand, self.last, self.winners
        )
        return after.ended(how) if now.over else after

    def ended(self, how: str = "") -> "Rummy":
        """Score the hand that has ended, and deal the next one unless the match is over.

        If the position has hidden cards, return it unchanged, because the next deal is unknown.
        """
        now, options = self.now, self.options
        if now.chance == UNKNOWN:
            return self
        values = list(map(self.options.melds.points, now.hands))
        points, why, winner = sum(values), now.why_dead(), now.winner
        if winner != NOBODY:
            double = options.rummy_bonus == "double" and not now.down >> winner & 1
            points += points * double
            why = f"going out by {how}{', all in one turn, which counts double' * double}"
        elif options.dead_hand == "lowest" and values.count(min(values)) == 1:
            winner = values.index(min(values))
            points -= min(values) * len(values)
        else:
            points = 0
        seat = None if winner == NOBODY else winner + 1
        scores = [score + points * (one == winner) for one, score in enumerate(self.scores)]
        last = HandEnd(seat, points, why, self.hands, self.melds, self.discards)
        after = replace(self, scores=tuple(scores), last=last, winners=(*self.winners, seat))
        if after.outcome() is not None:
            return after
        random, deck = Random(now.chance), list(range(52))
        random.shuffle(deck)
        chance, dealer = next_chance(random), self.dealer % len(values)
        now = Hand.dealt(options, deck, dealer, chance)
        return replace(after, now=now, dealer=dealer + 1, melds=(), hand=self.hand + 1)
