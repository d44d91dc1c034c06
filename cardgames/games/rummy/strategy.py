"""The computer players of Rummy, who see only what a person in their seat sees.

`levels.py` decides, this module turns the decision into a move, and `reasons.py` explains it.
"""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from cardgames.games.rummy.game import DEALT, Rummy, first_chance, next_chance
from cardgames.games.rummy.judging import Plan
from cardgames.games.rummy.levels import LEVELS, Play, play_turn
from cardgames.games.rummy.lookup import NUMBERS, named
from cardgames.games.rummy.melds import all_melds, homes, is_run
from cardgames.games.rummy.playout import NOBODY, Round, View, rules_of, view_of
from cardgames.model.cards import DECK
from cardgames.model.deal import Random
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Advice, Game, Move, Setup
from cardgames.model.strategy import Result, Strategy, deck_in


class Match:
    """A match in progress; seats are counted from 0."""

    def __init__(self, setup: Setup) -> None:
        """Prepare the match of SETUP, with a random first dealer."""
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
        """The seed for the next shuffle."""
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
        """Deal a new hand from the deck, and return it."""
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
        """Score a finished hand; WAS_DOWN says whether the winner melded or laid off before."""
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


class Computer(Strategy):
    """A computer player that gives no reasons for its moves."""

    level: ClassVar[str]

    def advise(self, game: Rummy) -> Iterator[Advice]:
        """Yield the move that looks best."""
        yield Advice(self.move(game), "")

    def choose(self, game: Any, before: Game | None) -> Advice:
        """Return the move that looks best; no move of Rummy leads back to an earlier position."""
        return next(self.advise(game.seen_by(game.player())))

    def move(self, game: Rummy) -> Move:
        """Return the move that looks best."""
        view, level = view_of(game), LEVELS[self.level]
        if game.drawn:
            return move_of(level.play(view), game)
        return Move("take" if level.takes(view) else "draw")

    def result(self, setup: Setup) -> Result:
        """Let computers play the match of SETUP to its end, each at the level of its seat."""
        return Match(setup).play()


class Easy(Computer):
    """Plays like medium, but makes some decisions at random."""

    level = "easy"


class Medium(Computer):
    """Lays down cards at once; discards the most valuable one that is not close to a meld."""

    level = "medium"


class Hard(Computer):
    """Holds melds back from a single rival; against several, tries candidates in imagined hands."""

    level = "hard"


class Adviser(Hard):
    """Plays as hard does; a hint also compares the choices, and says why.

    A plan for the turn that was told is continued as long as it is followed.
    """

    _told: Any = None
    """The choices compared last; None if there were none."""

    def explain(self, game: Any, before: Game | None, every: bool = False) -> Advice:
        """Return the move to make, and the choices compared; EVERY leaves no discard out."""
        from cardgames.games.rummy.reasons import why

        seen = game.seen_by(game.player())
        choices = self._continued(seen) or self._compared(seen)
        full = choices.in_full() if choices is not None and every else choices
        if choices is None or len(full) < 2 and not choices.goes_on:
            return Advice(move := self.move(seen), why(seen, move))
        move, *then = moves_of(choices[0].plan, seen)
        is_one = len(choices) < 2 and not choices.goes_on
        reason = why(seen, move, None if is_one else choices)
        return Advice(move, reason, tuple(then), choices=full)

    def _compared(self, seen: Rummy) -> Any:
        """Compare the choices in SEEN; return None if the hand can be won at once."""
        from cardgames.games.rummy.choices import Choices
        from cardgames.games.rummy.reasons import goes_out

        out = seen.drawn and goes_out(seen)
        self._told = None if out else Choices(seen, self.move(seen))
        return self._told

    def _continued(self, seen: Rummy) -> Any:
        """Return what is left in SEEN of the choices told last, if the plan was followed."""
        if self._told is None:
            return None
        plan = self._told[0].plan
        laid = laid_between(self._told.game, seen, plan.down)
        if laid is None or len(laid) == len(plan.down) and not (plan.draws or plan.card != NOBODY):
            return None
        return self._told.after(seen, laid) if laid else self._told


def laid_between(game: Rummy, later: Rummy, down: Sequence[int]) -> tuple[int, ...] | None:
    """Return which of the cards DOWN lead from GAME to LATER if they are laid down, in any order.

    Return None if none do.
    """
    if game == later:
        return ()
    if (game.hand, game.turns) != (later.hand, later.turns):
        return None
    for cards in down:
        if not set(named(cards)) & set(later.hands[game.turn - 1]):
            try:
                after = game.apply(move_of(Play(cards, True), game))
            except IllegalMove:
                continue
            more = laid_between(after, later, [other for other in down if other != cards])
            if more is not None:
                return (cards, *more)
    return None


def moves_of(plan: Plan, game: Rummy) -> list[Move]:
    """Return the moves in GAME that carry out PLAN."""
    if plan.draws:
        return [Move(plan.draws)]
    found = list[Move]()
    for cards in plan.down:
        game = game.apply(found[-1]) if found else game
        found.append(move_of(Play(cards, True), game))
    return [*found, *[Move("discard", (DECK[plan.card],))] * (plan.card != NOBODY)]


def move_of(play: Play, game: Rummy) -> Move:
    """Return the move in GAME that carries out PLAY: a meld, a card laid off, or a discard."""
    cards = play.cards
    if not play.down:
        return Move("discard", (DECK[cards.bit_length() - 1],))
    if cards & (cards - 1):
        return Move("meld", all_melds(game.options.ace)[cards])
    (card,) = named(cards)
    places = homes(card, [meld.cards for meld in game.melds], game.options.ace)
    if len(places) == 1:
        return Move("off", (card,))
    return Move("off", (card, next(n for n in places if is_run(game.melds[n - 1].cards))))


STRATEGIES: Final = {"hint": Adviser, "easy": Easy, "medium": Medium, "hard": Hard}
"""The computer players: the one that gives hints, and one for each level."""
