"""The rules of Slap.

Source: the manual of Egyptian Mouse Pounce, and how that program plays where the manual is silent.
Time is virtual: moves say how many milliseconds after the last card landed they are made. The
model keeps the times, but never decides anything by them.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, TypeAlias

from cardgames.games.slap.deck import CHANCES, read_deck
from cardgames.games.slap.options import QUICKEST, SeatOrTime, SlapOptions, milliseconds
from cardgames.games.slap.rules import TENS, rule_of
from cardgames.model.arguments import Several
from cardgames.model.cards import BACK, Card, Pile, Rank
from cardgames.model.commands import command
from cardgames.model.errors import IllegalMove, InvalidCommand
from cardgames.model.game import Game, Move, Outcome

TIMEOUT: Final = 5
"""A time-out ends when so many cards have been played."""


class Side(NamedTuple):
    """A player: the hand, and how the slaps went."""

    hand: Pile
    """The first card is played next."""
    timeout: int = 0
    """How many cards must be played until this player may slap again: 0 to 5."""
    won: int = 0
    """How many piles were slapped rightly."""
    missed: int = 0
    """How many piles could have been slapped and were not."""
    wrong: int = 0
    """How many slaps were wrong."""
    reaction: int = 0
    """The milliseconds of all right slaps together."""


Sides: TypeAlias = tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Slap(Game):
    """A position of Slap. Players are numbered 1 and 2."""

    name = "slap"
    options_type = SlapOptions
    measure = "cards played"
    cycles = True
    clockwork = ("collect",)

    options: SlapOptions
    sides: Sides
    pile: Pile = ()
    """The cards played in this round, the last one on top."""
    by: tuple[int, ...] = ()
    """Who played each card of the pile."""
    under: Pile = ()
    """Penalty cards under the pile."""
    turn: int = 1
    """The player who plays next."""
    since: int = 0
    """When it became that player's turn, in milliseconds after the last card landed."""
    challenger: int = 0
    """Who set the challenge that is being paid, or 0."""
    chances: int = 0
    """How many cards may still be paid to it."""
    pending: int = 0
    """Who has won the pile and is to collect it, or 0."""
    paid: bool = False
    """Has a penalty card been paid since the last card was played?"""
    now: int = 0
    """How many milliseconds have passed since the last card landed."""
    cards: int = 0
    """How many cards have been played in the game."""
    rounds: int = 0
    """How many piles have been taken."""

    @classmethod
    def read_deck(cls, text: str) -> Pile:
        """Read cards, or honours with - for plain cards; raises InvalidCommand."""
        return read_deck(text)

    @classmethod
    def deal(cls, deck: Pile, options: Any) -> "Slap":
        """Give player 1 the first half of DECK, rounded down, and player 2 the rest."""
        if len(set(deck)) < len(deck):
            twice = next(card for card in deck if deck.count(card) > 1)
            raise InvalidCommand(f"{twice} is in the deck twice")
        if len(deck) < 2:
            raise InvalidCommand("the deck needs a card for each player")
        dealt = deck[::-1]
        half = len(dealt) // 2
        return cls(options, (Side(dealt[:half]), Side(dealt[half:])))

    @command("p", milliseconds())
    def play(self, ms: int | None = None) -> "Slap":
        """Play the next card of your hand.

        In a script it waits until your turn has come, and comes MS milliseconds after that, or
        --reaction. In a terminal the time is measured.
        """
        if self.pending:
            raise IllegalMove(f"the pile is won by player {self.pending}: collect it first")
        seat = self.turn
        side = self.side(seat)
        if not side.hand:
            raise IllegalMove(f"player {seat} has no card to play: the pile can only be slapped")
        card, *rest = side.hand
        sides = self._with_sides(seat, side._replace(hand=tuple(rest)), self.side(3 - seat))
        if any(side.timeout for side in sides):
            sides = _each(sides, lambda side: side._replace(timeout=max(0, side.timeout - 1)))
        then, challenger, chances, pending = self._answer(card)
        return Slap(
            self.options,
            self._missed(sides),
            (*self.pile, card),
            (*self.by, seat),
            self.under,
            self._turn(sides, then),
            challenger=challenger,
            chances=chances,
            pending=pending,
            cards=self.cards + 1,
            rounds=self.rounds,
        )

    @command("s", Several(SeatOrTime(), "SEAT MS", range(3)))
    def slap(self, *words: int) -> "Slap":
        """Slap the pile.

        SEAT is 1 or 2, where two people play; without it, it is 1. In a script the slap comes MS
        milliseconds after the last card landed, or --reaction.
        """
        if words[1:] and not (words[0] < QUICKEST <= words[1] and len(words) == 2):
            raise InvalidCommand("slap takes the player first, and then the milliseconds")
        seat = words[0] if words and words[0] < QUICKEST else 1
        now = max([self.now, *(word for word in words if word >= QUICKEST)])
        side = self.side(seat)
        if self.options.slaps == "none":
            raise IllegalMove("no pile can be slapped in this game: --slaps none was chosen")
        if not self.pile:
            raise IllegalMove("there is no pile to slap: wait until a card is played")
        if side.timeout:
            cards = "1 more card is" if side.timeout == 1 else f"{side.timeout} more cards are"
            raise IllegalMove(f"player {seat} is in time-out until {cards} played")
        if not self.rule():
            return replace(self, now=now)._penalized(seat)
        other = self.side(3 - seat)
        won = side._replace(won=side.won + 1, reaction=side.reaction + now)
        missed = other._replace(missed=other.missed + 1)
        return replace(self, sides=self._with_sides(seat, won, missed))._taken(seat)

    @command("c", milliseconds())
    def collect(self, ms: int | None = None) -> "Slap":
        """Collect the pile that is won.

        It is collected by itself a second after its last card. In a script, MS says when.
        """
        if not self.pending:
            raise IllegalMove("no pile is won: there is nothing to collect")
        return replace(self, sides=self._missed(self.sides))._taken(self.pending)

    @command("w", milliseconds(1))
    def wait(self, ms: int | None = None) -> "Slap":
        """Let time pass, in a script.

        For MS milliseconds, or --reaction, computers play and slap, and piles are collected.
        """
        return replace(self, now=self.now + (ms or self.options.reaction))

    def apply(self, move: Move) -> "Slap":
        """The position after MOVE; raises IllegalMove naming the rule that forbids it."""
        if move.seat and move.name == "slap":
            move = Move("slap", (move.seat, *move.arguments))
        return super(Slap, self).apply(move)

    def outcome(self) -> Outcome | None:
        """Over when one player has all the cards, or nobody can play or slap any more."""
        first, second = (bool(side.hand) for side in self.sides)
        if not self.pile:
            if not (first and second):
                return Outcome(1 if first else 2, "all the cards are in one hand")
        elif self.pending:
            return None
        elif self.options.out_of_cards == "loses" and not self.side(self.turn).hand:
            return Outcome(3 - self.turn, f"player {self.turn} has no card to play")
        elif not (first or second) and not self._can_be_slapped():
            return Outcome(None, "neither player has a card left, and no pile can be slapped")
        return None

    def key(self) -> Hashable:
        """All but the counts; a wrong slap or a moment that passes makes another position."""
        hands = tuple((side.hand, side.timeout, side.wrong) for side in self.sides)
        state = (self.challenger, self.chances, self.pending, self.paid)
        return hands, self.pile, self.under, self.turn, self.now, state

    def repeated(self) -> Outcome:
        """A draw: what comes back comes back for ever."""
        return Outcome(None, "a position has come back, and would come back for ever")

    def may_act(self, move: Move) -> bool:
        """Is it the turn of the seat of MOVE? A slap may come at any time."""
        return move.name == "slap" or move.seat == self.player()

    def player(self) -> int:
        """The player who is to play a card, or to collect the pile: 1 or 2."""
        return self.pending or self.turn

    def side(self, seat: int) -> Side:
        """What belongs to player SEAT, 1 or 2."""
        return self.sides[seat - 1]

    def score(self) -> int:
        """The cards of player 1: 0 to 52."""
        return len(self.side(1).hand)

    def length(self, moves: int) -> int:
        """The cards played in the game."""
        return self.cards

    @classmethod
    def extras(cls, options: Any) -> tuple[str, ...]:
        """The rounds, and the slaps that won one."""
        return "rounds", "slaps"

    def extra(self) -> tuple[int, ...]:
        """The rounds, and the slaps that won one."""
        return self.rounds, sum(side.won for side in self.sides)

    def seen_by(self, seat: int) -> "Slap":
        """Hide the hands, and the penalty cards."""
        sides = _each(self.sides, lambda side: side._replace(hand=(BACK,) * len(side.hand)))
        return replace(self, sides=sides, under=(BACK,) * len(self.under))

    def rule(self) -> str:
        """The rule by which the pile can be slapped now: 'pair' or one of the options; or ''."""
        return "" if self.options.slaps == "none" else rule_of(self.pile, self.options.rules)

    def _can_be_slapped(self) -> bool:
        return bool(self.rule()) and any(side.timeout == 0 for side in self.sides)

    def _answer(self, card: Card) -> tuple[int, int, int, int]:
        """What CARD makes of the turn, the challenger, the chances, and the pending pile."""
        other = 3 - self.turn
        if chances := CHANCES.get(card.rank):
            return other, self.turn, chances, 0
        if not self.challenger or card.rank is Rank.TEN and TENS in self.options.rules:
            return other, 0, 0, 0
        if self.chances > 1:
            return self.turn, self.challenger, self.chances - 1, 0
        return self.turn, self.challenger, 0, self.challenger

    def _turn(self, sides: Sides, seat: int) -> int:
        """Who plays next if it is up to SEAT: the other player, if only SEAT is out of cards."""
        if self.options.out_of_cards == "loses" or sides[seat - 1].hand:
            return seat
        return 3 - seat if sides[2 - seat].hand else self.turn

    def _missed(self, sides: Sides) -> Sides:
        """The players, who have both missed a slap if there is one now."""
        if not self.rule():
            return sides
        return _each(sides, lambda side: side._replace(missed=side.missed + 1))

    def _taken(self, seat: int) -> "Slap":
        """The whole pile goes to the end of the hand of SEAT, who leads."""
        side, other = self.side(seat), self.side(3 - seat)
        fuller = side._replace(hand=side.hand + self.under + self.pile)
        sides = self._with_sides(seat, fuller, other)
        return Slap(self.options, sides, turn=seat, cards=self.cards, rounds=self.rounds + 1)

    def _penalized(self, seat: int) -> "Slap":
        """What a wrong slap by SEAT costs."""
        side, other = self.side(seat), self.side(3 - seat)
        side = side._replace(wrong=side.wrong + 1)
        penalty = self.options.penalty
        if penalty == "pile":
            return replace(self, sides=self._with_sides(seat, side, other))._taken(3 - seat)
        if penalty == "timeout":
            side = side._replace(timeout=TIMEOUT)
        if penalty != "card" or self.paid or not side.hand:
            return replace(self, sides=self._with_sides(seat, side, other))
        card, *rest = side.hand
        sides = self._with_sides(seat, side._replace(hand=tuple(rest)), other)
        fined = replace(self, sides=sides, under=(card, *self.under), paid=True)
        turn = self._turn(sides, self.turn)
        return fined if turn == self.turn else replace(fined, turn=turn, since=self.now)

    def _with_sides(self, seat: int, side: Side, other: Side) -> Sides:
        return (side, other) if seat == 1 else (other, side)


def _each(sides: Sides, change: Callable[[Side], Side]) -> Sides:
    first, second = sides
    return change(first), change(second)
