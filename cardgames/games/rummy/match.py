"""A match between computers in numbers, for simulations.

It goes as by the rules of `game.py` and the advice of `strategy.py`, about ten times as fast; a
test compares the results.
"""

from cardgames.games.rummy.hand import NUMBERS
from cardgames.games.rummy.levels import LEVELS, Medium
from cardgames.games.rummy.playout import NOBODY, Round
from cardgames.games.rummy.position import DEALT, first_chance, next_chance
from cardgames.games.rummy.worlds import View, rules_of
from cardgames.model.deal import Random
from cardgames.model.game import Setup
from cardgames.model.strategy import Result, deck_in


class Match:
    """A match in progress; seats are counted from 0."""

    def __init__(self, setup: Setup) -> None:
        """Choose the first dealer by chance."""
        self.options = options = setup.options
        self.rules = rules_of(options)
        self.levels = [LEVELS[options.level_of(seat + 1)] for seat in range(options.players)]
        self.scores = [0] * options.players
        self.won = [0] * options.players
        """The number of hands that each seat has won."""
        self.hands = 0
        """The number of hands played."""
        self.deck = deck_in(NUMBERS, setup)
        """The deck of the next hand."""
        self.chance = first_chance(self.deck)
        """The seed for later shuffles."""
        self.dealer = Random(self.chance).below(options.players)

    def play(self) -> Result:
        """Play the match to its end, and return its result."""
        while max(self.scores) < self.options.target:
            self.play_hand()
        winner = self.scores.index(max(self.scores)) + 1
        return Result(winner, self.scores[0], self.hands, (*self.won, *self.scores))

    def play_hand(self) -> None:
        """Play a hand, count its points, and shuffle for the next one."""
        round = self.dealt()
        view = View(round, [0] * len(round.hands))
        down = 0  # The seats that laid down anything in an earlier turn, as a set.
        while not round.over:
            seat, size = round.turn, round.hands[round.turn].bit_count()
            play_turn(view, self.levels[seat])
            if not round.over and round.hands[seat].bit_count() < size:
                down |= 1 << seat
        self.hands += 1
        self.score(round, bool(down >> round.winner & 1) if round.winner != NOBODY else True)
        random = Random(round.chance)
        self.deck = list(range(52))
        random.shuffle(self.deck)
        self.chance = next_chance(random)
        self.dealer = (self.dealer + 1) % len(round.hands)

    def dealt(self) -> Round:
        """Deal a hand."""
        players, deck = self.options.players, self.deck
        size = DEALT[players] * players
        cards = deck[: -size - 1 : -1]
        hands = [0] * players
        for place, card in enumerate(cards):
            hands[(self.dealer + 1 + place) % players] |= 1 << card
        upcard = deck[-size - 1]
        return Round(
            rules=self.rules,
            hands=hands,
            stock=deck[: -size - 1],
            discards=[upcard],
            turn=(self.dealer + 1) % players,
            out=1 << upcard,
            chance=self.chance,
        )

    def score(self, round: Round, was_down: bool) -> None:
        """Give the points of a hand that is over to the winner, if there is one."""
        winner, points = round.winner, round.points()
        if winner != NOBODY:
            if self.options.rummy_bonus == "double" and not was_down:
                points *= 2
        elif self.options.dead_hand == "lowest":
            values = list(map(self.rules.tables.points, round.hands))
            lowest = min(values)
            if values.count(lowest) == 1:
                winner = values.index(lowest)
                points -= lowest * len(values)
        if winner != NOBODY:
            self.scores[winner] += points
            self.won[winner] += 1


def play_turn(view: View, level: Medium) -> None:
    """Play the turn of a player of LEVEL, and remember what all have seen."""
    round, held, seat = view.round, view.held, view.round.turn
    before = round.hands[seat]
    if level.takes(view):
        round.take()
    else:
        round.draw()
    if round.taken or round.order_known:
        held[seat] |= round.hands[seat] ^ before
    while round.turn == seat and not round.over:
        play = level.play(view)
        if play.down:
            round.lay_down(play.cards)
        else:
            round.discard(play.cards.bit_length() - 1)
    held[seat] &= round.hands[seat]
