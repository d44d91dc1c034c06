"""What one player sees of a hand of Rummy, and the worlds that agree with it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import NUMBERS, numbers, tables
from cardgames.games.rummy.melds import bits
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.rummy.playout import UNKNOWN, Round, Rules
from cardgames.model.cards import BACK, Card, Pile
from cardgames.model.deal import Random, stream

LIKELY: Final = 4
"""The number of attempts at a world in which no rival holds a meld, as most lay theirs down."""
ALL: Final = (1 << 52) - 1
"""All cards, as a set."""


def rules_of(options: RummyOptions) -> Rules:
    """Return those of OPTIONS by which a hand is played."""
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

    A hidden card is UNKNOWN in the stock, and in a hand a bit beyond those of the deck.
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
    """Return what the player to move sees of GAME, in which the other cards are hidden."""
    return View(round_of(game), [bits(held) for held in game.held])


@dataclass(slots=True)
class View:
    """A hand of Rummy as the player to move sees it.

    In a simulation nothing is hidden in the round; what is worked out here does not depend on it.
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

    def worlds(self) -> Iterator[Round]:
        """Yield random ways in which the hidden cards may lie, the same ones for the same view."""
        round, random = self.round, self.chance()
        known = self.held[:]
        known[round.turn] = self.hand
        seen = round.out | sum(known)
        if round.order_known:
            seen |= sum(1 << card for card in round.stock)
        cards = list(numbers(ALL & ~seen))
        while True:
            for _ in range(LIKELY):
                random.shuffle(cards)
                world = self._world(known, iter(cards), random.below(1 << 31))
                if not any(map(world.rules.tables.has_meld, self._rivals_in(world))):
                    break
            yield world

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
        """Return a source of chance that depends only on what is seen."""
        return stream(self.round.turns, self.hand, self.round.out)
