"""What one player sees of a hand of Rummy, and the worlds that agree with it."""

from collections.abc import Iterator
from typing import Final

from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.hand import NUMBERS, numbers, tables
from cardgames.games.rummy.melds import bits
from cardgames.games.rummy.playout import UNKNOWN, Round, Rules
from cardgames.model.cards import BACK, Card
from cardgames.model.deal import Random

ALL: Final = (1 << 52) - 1
"""All cards, as a set."""


def rules_of(game: Rummy) -> Rules:
    """Return the options by which a hand of GAME is played."""
    options = game.options
    return Rules(
        tables(options.ace),
        options.melds_per_turn == "any",
        options.go_out == "discard",
        options.lay_off == "after-meld",
        options.restock,
        options.dead_after,
    )


def round_of(game: Rummy) -> Round:
    """Return the current hand of GAME; hidden cards are UNKNOWN in the stock, absent from hands."""
    round = Round(
        rules=rules_of(game),
        hands=[bits(card for card in hand if card is not BACK) for hand in game.hands],
        stock=[_number(card) for card in game.stock],
        discards=[_number(card) for card in game.discards],
        turn=game.turn - 1,
        drawn=game.drawn,
        taken=0 if game.taken is None else bits([game.taken]),
        out=bits(game.discards),
        melds=game.melded,
        idle=game.idle,
        turns=game.turns,
    )
    for meld in game.melds:
        round.put_on_table(bits(meld.cards))
        round.melded |= 1 << meld.owner - 1
    return round


def _number(card: Card) -> int:
    return UNKNOWN if card is BACK else NUMBERS[card]


class View:
    """A hand of Rummy as the player to move sees it."""

    def __init__(self, game: Rummy) -> None:
        """Look at GAME, in which the cards that the player to move cannot see are hidden."""
        self.round = round = round_of(game)
        self.seat = round.turn
        self.hand = round.hands[self.seat]
        self.sizes = [len(hand) for hand in game.hands]
        known = round.out
        for hand in round.hands:
            known |= hand
        self.live = ALL & ~(round.out | self.hand)
        """The cards that may still come into the player's hand."""
        self._unseen = [card for card in numbers(ALL & ~known) if card not in round.stock]

    def rivals(self) -> list[int]:
        """Return the number of cards that each of the others has."""
        return self.sizes[: self.seat] + self.sizes[self.seat + 1 :]

    def worlds(self) -> Iterator[Round]:
        """Yield random ways in which the hidden cards may lie, the same ones for the same view."""
        random = self.chance()
        cards = self._unseen[:]
        while True:
            random.shuffle(cards)
            yield self._world(iter(cards))

    def chance(self) -> Random:
        """Return a source of chance that depends only on what is seen."""
        return Random(self._seed())

    def _world(self, cards: Iterator[int]) -> Round:
        world = self.round.copy()
        for seat, size in enumerate(self.sizes):
            for _ in range(size - world.hands[seat].bit_count()):
                world.hands[seat] |= 1 << next(cards)
        world.stock = [next(cards) if card == UNKNOWN else card for card in world.stock]
        return world

    def _seed(self) -> int:
        """Return a number that depends only on what is seen."""
        seed = self.round.turns
        for seen in (*self.round.hands, *self.round.discards, *self.round.stock, *self.sizes):
            seed = (seed * 1000003 + seen) % (2**61 - 1)
        return seed
