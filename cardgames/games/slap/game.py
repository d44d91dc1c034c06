"""The rules of Slap.

Source: the manual of Egyptian Mouse Pounce. Where the manual is silent, the rules follow the play
of that program.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple

from cardgames.games.slap.options import (
    LONGEST,
    QUICKEST,
    SEAT_OR_TIME,
    TENS,
    TIMEOUTS,
    UNSEEN,
    SlapOptions,
    milliseconds,
    rule_of,
)
from cardgames.model.cards import BACK, DECK, Card, Pile, Rank, card_words, parse_card, replaced
from cardgames.model.commands import Several, command
from cardgames.model.errors import IllegalMove, InvalidCommand, quoted
from cardgames.model.game import UNKNOWN, Figure, Game, Move, Outcome, clause

CHANCES: Final = {Rank.JACK: 1, Rank.QUEEN: 2, Rank.KING: 3, Rank.ACE: 4}  # cards paid to each
_SIGNS: Final = set("AKQJ-")  # the signs of published deals: honors, and '-' for any other card


class Side(NamedTuple):
    """A player: the hand, the time-out, and the record of slaps."""

    hand: Pile  # the first card is played next
    timeout: int = 0  # the number of cards that must be played before this player may slap again
    won: int = 0  # correct slaps, each of which won a pile
    missed: int = 0  # piles that could be slapped but that this player did not slap
    wrong: int = 0
    reaction: int = 0  # the sum of the reaction times of all correct slaps, in milliseconds
    quickest: int = 0  # the shortest reaction time of a correct slap; 0 if there is none
    piles: int = 0  # the number of piles taken


def slapper(move: Move) -> int:
    """Return the player who slaps with this move; 0 if the move is no slap."""
    if move.name != "slap":
        return 0
    first: int = move.arguments[0] if move.arguments else 0
    return move.seat or (first if 0 < first < QUICKEST else 1)


@dataclass(frozen=True, slots=True)
class Slap(Game):
    """A position of Slap. Players are numbered 1 and 2."""

    name = "slap"
    options_type = SlapOptions
    measure = "cards played"
    figures = (
        Figure("mean slap", "{:.0f} ms", "reaction", "slaps"),
        Figure("best slap", "{} ms", "quickest"),
        Figure("slapped", "{:.1%}", "slaps", "chances"),
        Figure("piles taken", "{:.1%}", "piles", "rounds"),
    )
    told_apart = "speed"
    cycles = True
    clockwork = ("collect",)
    soonest: ClassVar = {"slap": UNSEEN, "play": QUICKEST, "collect": QUICKEST}
    fewest_cards = 2

    options: SlapOptions
    sides: tuple[Side, ...]  # the sides of player 1 and player 2
    pile: Pile = ()  # the cards played in this round, the last one on top
    by: tuple[int, ...] = ()  # for each card of the pile: the player who played it
    under: Pile = ()  # penalty cards under the pile
    turn: int = 1
    since: int = 0  # when this turn began, in milliseconds after the last card landed
    challenger: int = 0  # the player to whose honor the other player pays cards, or 0
    chances: int = 0  # the number of cards still to be paid to the challenger's honor
    paid: tuple[int, ...] = ()  # the players who paid a penalty card since the last card was played
    now: int = 0  # the time since the last card landed, in milliseconds
    cards: int = 0  # the number of cards played in the game
    rounds: int = 0  # the number of piles taken in the game

    @classmethod
    def read_deck(cls, text: str) -> Pile:
        """Read a deck of cards, such as 9S, or of signs: A, K, Q, J, and '-' for any other card.

        A sign stands for the next card of its kind that the text does not name. Published deals
        have a '/' between the hands.
        """
        text = text.replace("/", " ")
        parts = card_words(text.upper().split())
        if not any(set(part) <= _SIGNS for part in parts):
            return Game.read_deck(text)
        words = [word for part in parts for word in (part if set(part) <= _SIGNS else [part])]
        named = {word: parse_card(word) for word in words if word not in _SIGNS}
        signs = {card: card.rank.label if card.rank in CHANCES else "-" for card in DECK}
        left, cards = [card for card in DECK if card not in named.values()], list[Card]()
        for word in words:
            found = named.get(word) or next((card for card in left if signs[card] == word), None)
            if found is None:
                raise InvalidCommand(f"the deck has too many {quoted(word)}")
            cards.append(found)
            left = [card for card in left if card is not found]
        return tuple(cards)

    @classmethod
    def deal(cls, deck: Pile, options: Any) -> "Slap":
        """Deal half of the deck, rounded down, to player 1, and then the rest to player 2."""
        if len(set(deck)) < len(deck):
            twice = next(card for card in deck if deck.count(card) > 1)
            raise InvalidCommand(f"{twice} is in the deck twice")
        if len(deck) < 2:
            raise InvalidCommand("the deck needs at least two cards, one for each player")
        dealt = deck[::-1]
        half = len(dealt) // 2
        return cls(options, (Side(dealt[:half]), Side(dealt[half:])))

    @command("p", milliseconds())
    def play(self, ms: int | None = None) -> "Slap":
        """Play the next card of your hand.

        In a script, 'play 300' waits for your turn and plays 300 milliseconds after it begins;
        without a number, --reaction is the time. At a terminal the time is measured.
        """
        options, seat, other = self.options, self.turn, 3 - self.turn
        if self.pending:
            who = clause(options, self.pending, "have")
            raise IllegalMove(f"{who} won the pile: it must be collected first")
        side = self.side(seat)
        if not side.hand:
            who = clause(options, seat, "have")
            raise IllegalMove(f"{who} no card to play: the pile can only be slapped")
        if ms is not None and self.cards and max(ms, self.now) < options.interval:
            raise IllegalMove(f"too soon: a card follows the last one after {options.interval} ms")
        card, *rest = side.hand
        sides = replaced(self.sides, seat, side._replace(hand=tuple(rest)))
        if card is BACK:
            return replace(self, sides=sides, pile=(*self.pile, card), by=(*self.by, seat))
        if sides[0].timeout or sides[1].timeout:
            sides = tuple([side._replace(timeout=max(0, side.timeout - 1)) for side in sides])
        turn, challenger, chances = other, 0, CHANCES.get(card.rank, 0)
        if chances:
            challenger = seat
        elif self.challenger and not (card.rank is Rank.TEN and TENS in options.rules):
            turn, challenger, chances = seat, self.challenger, self.chances - 1
        return Slap(
            options,
            self._missed(sides),
            (*self.pile, card),
            (*self.by, seat),
            self.under,
            self._turn(sides, turn),
            challenger=challenger,
            chances=chances,
            cards=self.cards + 1,
            rounds=self.rounds,
        )

    @command("s", Several(SEAT_OR_TIME, "SEAT MS", range(3)))
    def slap(self, *words: int) -> "Slap":
        """Slap the pile.

        In a script, 'slap 300' comes 300 milliseconds after the last card landed; without a
        number, --reaction is the time. 'slap 2 300' is a slap by player 2 of two people.
        """
        seat, *times = words if words and words[0] < QUICKEST else (1, *words)
        if len(times) > 1 or times and times[0] < QUICKEST:
            raise InvalidCommand("slap takes the player first, then the milliseconds: slap 2 350")
        now = max([self.now, *times])
        side = self.side(seat)
        if self.options.slaps == "none":
            raise IllegalMove("no pile can be slapped in a game with --slaps none")
        if not self.pile:
            raise IllegalMove("there is no pile to slap: wait until a card is played")
        if side.timeout:
            cards = "1 more card is" if side.timeout == 1 else f"{side.timeout} more cards are"
            who = clause(self.options, seat, "be")
            raise IllegalMove(f"{who} in time-out until {cards} played")
        if not self.rule():
            late = replace(self, now=now)
            return late if self.is_late(now) else late._penalized(seat)
        quickest = min(now, side.quickest or now)
        side = side._replace(won=side.won + 1, reaction=side.reaction + now, quickest=quickest)
        sides = replaced(self._missed(self.sides), seat, side)
        return replace(self, sides=sides)._taken(seat)

    @command("c", milliseconds())
    def collect(self, ms: int | None = None) -> "Slap":
        """Collect the pile that is won.

        It is collected automatically a second after its last card. In a script, a number is the
        time in milliseconds.
        """
        if not self.pending:
            raise IllegalMove("no pile is won: there is nothing to collect")
        return replace(self, sides=self._missed(self.sides))._taken(self.pending)

    @command("w", milliseconds(1))
    def wait(self, ms: int | None = None) -> "Slap":
        """Let time pass, in a script.

        During so many milliseconds (default: --reaction) computers play and slap, and piles are
        collected.
        """
        passing, left = ms or self.options.reaction, LONGEST - self.now
        if passing > left:
            most = f"at most {LONGEST} milliseconds may pass after a card"
            raise IllegalMove(f"{most}: only {left} are left")
        return replace(self, now=self.now + passing)

    def carry_out(self, move: Move) -> "Slap":
        """Make a move without the checks of `apply`; the seat of a slap becomes an argument."""
        if move.seat in (1, 2) and move.name == "slap":
            move = Move("slap", (move.seat, *move.arguments))
        return super(Slap, self).carry_out(move)  # `super()` fails in a dataclass with slots.

    def with_time(self, move: Move) -> tuple[int, ...]:
        """Return the arguments of a move; the last one is its time.

        If the move has no time, the option `reaction` is its time. A card then comes no earlier
        than the option `interval` allows.
        """
        if move.arguments and (move.name == "wait" or move.arguments[-1] >= QUICKEST):
            return move.arguments
        least = self.options.interval if move.name == "play" else 0
        return (*move.arguments, max(self.options.reaction, least))

    def unseated(self, move: Move) -> Move:
        """Return a move without its seat; a slap by player 2 then begins with the argument 2."""
        who = (2,) * (move.seat == 2 and move.name == "slap")
        return Move(move.name, (*who, *move.arguments))

    def seated(self, move: Move) -> Move:
        """Return a move with its seat; the seat of a slap is then not among the arguments."""
        named = move.name == "slap" and not move.seat and 0 < sum(move.arguments[:1]) < QUICKEST
        return Move(move.name, move.arguments[named:], self.actor(move))

    def possible(self) -> dict[str, bool]:
        """Check seats, times and time-outs, and that an honor of the challenger is in the pile."""
        seats, times = {1, 2}, range(LONGEST + 1)
        played = {seat for seat, card in zip(self.by, self.pile) if card.rank in CHANCES}
        return {
            "sides": all(0 <= side.timeout <= TIMEOUTS["timeout"] for side in self.sides),
            "by": len(self.by) == len(self.pile) and {*self.by} <= seats,
            "turn": self.turn in seats,
            "since": self.since in times,
            "challenger": self.challenger in {0, *played},
            "paid": {*self.paid} <= seats,
            "now": self.now in times,
        }

    def allowed(self) -> Iterator[Move]:
        """Yield every legal move; playing the next card is legal even if the card is hidden."""
        if self.outcome() is not None:
            return
        if not self.pending and self.side(self.turn).hand:
            yield Move("play")
        if self.may_slap(1):
            yield Move("slap")
        if self.pending:
            yield Move("collect")
        if self.now + self.options.reaction <= LONGEST:
            yield Move("wait")

    def open_to(self, seat: int) -> Iterator[Move]:
        """Yield the moves that `seat` may make, without times; a slap may come out of turn."""
        if self.outcome() is not None:
            return
        if seat == self.player() and (self.pending or self.side(seat).hand):
            yield Move("collect" if self.pending else "play")
        if self.may_slap(seat) and not self.is_spent():
            yield Move("slap")

    def outcome(self) -> Outcome | None:
        """Return how the game ended; None if it goes on."""
        first, second = self.sides
        if not self.pile:
            if not (first.hand and second.hand):
                winner = 1 if first.hand else 2
                count = len(self.side(winner).hand)
                return Outcome(winner, f"{clause(self.options, winner, 'have')} all {count} cards")
        elif self.pile[-1] is BACK:
            return UNKNOWN
        elif self.pending:
            return None
        elif self._is_lost():
            who = clause(self.options, self.turn, "have")
            return Outcome(3 - self.turn, f"{who} no card to play")
        elif not (first.hand or second.hand):
            if not self.rule() or all(side.timeout for side in self.sides):
                return Outcome(None, "neither player has a card left, and no pile can be slapped")
        return None

    def key(self) -> Hashable:
        """Return a value that is equal if cards, state of play, wrong slaps and time are equal.

        If the game has no slaps, cards with the same sign (`signs_of`) count as equal, and a
        position can recur only at the beginning of a round. Published records of endless games
        count their loops in this way.
        """
        if self.options.slaps == "none":
            signs = signs_of(TENS in self.options.rules)
            hands = ["".join([signs.get(card, "?") for card in side.hand]) for side in self.sides]
            return self.turn, self.now, self.cards if self.pile else tuple(hands)
        sides = tuple((side.hand, side.timeout, side.wrong) for side in self.sides)
        state = (self.challenger, self.chances, self.paid)
        return sides, self.pile, self.under, self.turn, self.now, state

    def outcome_if_repeated(self, first: "Slap") -> Outcome:
        """Return a draw, because a position that has come back once will come back forever."""
        period = self.cards - first.cards
        return Outcome(None, f"the play repeats every {period} cards from card {first.cards + 1}")

    def may_act(self, move: Move) -> bool:
        """May the seat of the move act now? It must be in turn, except to slap and to wait."""
        return move.name in ("slap", "wait") or move.seat == self.player()

    @property
    def pending(self) -> int:
        """The player who has won the pile but not collected it yet; 0 if there is none."""
        return 0 if self.chances > 0 else self.challenger

    def player(self) -> int:
        """Return the player who is to play a card or collect the pile: 1 or 2."""
        return self.pending or self.turn

    def actor(self, move: Move) -> int:
        """Return the player who makes a move: a slap may come out of turn."""
        return slapper(move) or self.player()

    def side(self, seat: int) -> Side:
        """Return the hand and record of player 1 or 2."""
        return self.sides[seat - 1]

    def score(self) -> int:
        """Return the number of cards in player 1's hand: 0 to 52."""
        return len(self.side(1).hand)

    def standing(self) -> tuple[int, ...]:
        """Return the number of cards in the hand of each player."""
        return tuple([len(side.hand) for side in self.sides])

    def length(self, moves: int) -> int:
        """Return the number of cards played."""
        return self.cards

    @classmethod
    def extras(cls, options: Any) -> tuple[str, ...]:
        """Return the names of the game's own counts: rounds and correct slaps."""
        return "rounds", "slaps"

    def extra(self) -> tuple[int, ...]:
        """Return the number of rounds, and the number of correct slaps."""
        return self.rounds_played(), sum(side.won for side in self.sides)

    def details(self) -> dict[str, int]:
        """Return the record of player 1, and the number of rounds completed."""
        side = self.side(1)
        return {
            "slaps": side.won,
            "chances": side.won + side.missed,
            "wrong": side.wrong,
            "reaction": side.reaction,
            "quickest": side.quickest,
            "piles": side.piles,
            "rounds": self.rounds,
        }

    def rounds_played(self) -> int:
        """Return the number of rounds, including a last one that a player without cards lost."""
        return self.rounds + self._is_lost()

    def with_backs(self, seat: int) -> "Slap":
        """Return this position with both hands and the penalty cards hidden."""
        sides = tuple([side._replace(hand=(BACK,) * len(side.hand)) for side in self.sides])
        return replace(self, sides=sides, under=(BACK,) * len(self.under))

    def told_to(self, seat: int) -> "Slap":
        """Return this position, which a stranger's program has sent; raises InvalidCommand."""
        if BACK in self.pile:
            raise InvalidCommand("a card of the pile is hidden")
        return self

    def followed(self, move: Move, told: "Slap", seat: int) -> "Slap":
        """Return the position after `move`; if the move plays a card, `told` shows the card.

        Raises CardGameError.
        """
        if move.name == "wait":
            raise InvalidCommand("the host told a wait")
        before, side = self, self.side(move.seat)
        if move.name == "play" and told.pile and side.hand:
            side = side._replace(hand=(told.pile[-1], *side.hand[1:]))
            before = replace(self, sides=replaced(self.sides, move.seat, side))
        return before.after(move)

    def rule(self) -> str:
        """Return the rule that allows a slap at the pile now; '' if no rule does."""
        return "" if self.options.slaps == "none" else rule_of(self.pile, self.options.rules)

    def uncovered(self) -> "Slap":
        """Return this position without the last card of the pile."""
        return replace(self, pile=self.pile[:-1], by=self.by[:-1])

    def is_late(self, ms: int) -> bool:
        """Is a slap `ms` milliseconds after the last card too late for the pile under this card?"""
        if not self.options.grace or ms > self.options.grace or self.rule():
            return False
        return bool(self.uncovered().rule())

    def may_slap(self, seat: int) -> bool:
        """May `seat` slap the pile now, rightly or wrongly?"""
        return bool(self.pile) and self.options.slaps == "any" and not self.side(seat).timeout

    def is_spent(self) -> bool:
        """Was the last card slapped wrongly? Then nobody slaps it again, so that slaps end."""
        return bool(self.now and self.pile and not self.rule())

    def is_free(self, seat: int) -> bool:
        """Would a wrong slap by `seat` cost no card now?"""
        paid = {"card": bool(self.paid), "each": seat in self.paid, "strict": False}
        return paid.get(self.options.penalty, True) or not self.side(seat).hand

    def _is_lost(self) -> bool:
        """Does the player to move lose now, because the hand is empty?"""
        loses = self.options.out_of_cards == "loses" and bool(self.pile) and not self.pending
        return loses and not self.side(self.turn).hand

    def _turn(self, sides: tuple[Side, ...], seat: int) -> int:
        """Return who plays next: `seat`, unless it has no cards and 'plays-on' skips it."""
        if self.options.out_of_cards == "loses" or sides[seat - 1].hand:
            return seat
        return 3 - seat if sides[2 - seat].hand else self.turn

    def _missed(self, sides: tuple[Side, ...]) -> tuple[Side, ...]:
        """Return the sides, each with one more missed slap if the pile can be slapped now."""
        if not self.rule():
            return sides
        return tuple([side._replace(missed=side.missed + 1) for side in sides])

    def _taken(self, seat: int) -> "Slap":
        """Move the whole pile to the end of the hand of `seat`, who leads the next round."""
        side = self.side(seat)
        side = side._replace(hand=side.hand + self.under + self.pile, piles=side.piles + 1)
        sides = replaced(self.sides, seat, side)
        return Slap(self.options, sides, turn=seat, cards=self.cards, rounds=self.rounds + 1)

    def _penalized(self, seat: int) -> "Slap":
        """Return the position after the penalty for a wrong slap."""
        side, penalty = self.side(seat), self.options.penalty
        side = side._replace(wrong=side.wrong + 1, timeout=TIMEOUTS.get(penalty, 0))
        if penalty == "pile":
            return replace(self, sides=replaced(self.sides, seat, side))._taken(3 - seat)
        if self.is_free(seat):
            return replace(self, sides=replaced(self.sides, seat, side))
        card, *rest = side.hand
        sides = replaced(self.sides, seat, side._replace(hand=tuple(rest)))
        fined = replace(self, sides=sides, under=(card, *self.under), paid=(*self.paid, seat))
        turn = self._turn(sides, self.turn)
        return fined if turn == self.turn else replace(fined, turn=turn, since=self.now)


@cache
def signs_of(tens: bool) -> Mapping[Card, str]:
    """Return the sign of each card: the number of cards paid to it; with `tens`, a ten is 'T'."""
    tens_too = {Rank.TEN: "T"} if tens else {}
    return {card: tens_too.get(card.rank, str(CHANCES.get(card.rank, 0))) for card in DECK}
