"""Measure how well the computers play many deals: python -m tests.figures, which takes minutes.

The tests play some dozen deals, and so must allow for much chance. Here a mean of many deals shows
when a computer plays a little worse. It may be four standard errors off.
"""

import sys
from collections.abc import Callable, Iterator
from math import sqrt
from statistics import mean, stdev
from typing import NamedTuple

from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.games.klondike.solver import SolverStrategy
from cardgames.games.mod10.game import COMPUTER_WINS, Mod10, Mod10Options
from cardgames.games.mod10.strategy import Fair
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.options import RummyOptions
from cardgames.games.rummy.strategy import Match
from cardgames.games.slap.game import Slap
from cardgames.games.slap.options import RULES, TENS, SlapOptions
from cardgames.games.slap.strategy import Watchful
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.game import Setup
from cardgames.model.solution import Verdict
from cardgames.model.strategy import Result
from cardgames.play.review import Lines, review
from tests.plain import PlainKlondike
from tests.small_decks import OPTIONS, SmallDecks, lowest
from tests.test_klondike_solver import KNOWN
from tests.test_review import careless
from tests.test_rummy_judging import before_turns, foretold
from tests.test_rummy_strategy import TABLES, wins

MATCHES = 400
"""The number of matches of Rummy for each set of rules."""
HANDS = 200
"""The number of hands of Rummy whose ends are foretold, at each table."""
WORLDS = 24
"""The number of imagined worlds in which they are."""
DEALS = {"any": 100, "current": 100, "must": 300}
"""The number of deals of Mod10 for each rule of picking up."""
SMALL = 10
"""The number of small decks of Klondike for each choice of options."""
REVIEWED = 60
"""The number of games of each patience to review."""
LONG_SEARCH = 300_000
"""The number of positions to look at in a search that a review must not contradict."""
PLAIN_SEARCH = 20_000
"""The number of positions that the plain search of Klondike may look at in each."""
CARDS: Callable[[Result], float] = lambda result: result.length
ROUNDS: Callable[[Result], float] = lambda result: result.extra[0]
SLAPS: Callable[[Result], float] = lambda result: result.extra[1]
WITHOUT, PAIRS = SlapOptions(slaps="none"), SlapOptions()
EVERY_RULE = SlapOptions(rules=(TENS, *RULES))


class Figure(NamedTuple):
    """A figure that was found, with its bounds."""

    name: str
    found: float
    least: float
    most: float

    def is_right(self) -> bool:
        """Is it between the bounds?"""
        return self.least <= self.found <= self.most

    def __str__(self) -> str:
        wrong = "" if self.is_right() else "  WRONG"
        return f"{self.name}: {self.found:.4g}, from {self.least:.4g} to {self.most:.4g}{wrong}"


def around(name: str, found: float, expected: float, error: float) -> Figure:
    """A figure that may be four standard errors away from the expected one."""
    return Figure(name, found, expected - 4 * error, expected + 4 * error)


def slap_figures() -> Iterator[Figure]:
    """The length of games between two computers, and the number of their slaps."""
    for name, options, games, measure, expected in (
        ("cards without slaps", WITHOUT, 5000, CARDS, 257.9),
        ("rounds without slaps", WITHOUT, 5000, ROUNDS, 35.26),
        ("cards with pairs", PAIRS, 600, CARDS, 356),
        ("slaps with pairs", PAIRS, 600, SLAPS, 18),
        ("slaps by all rules", EVERY_RULE, 300, SLAPS, 66),
    ):
        setups = [Setup(Slap, options, seed) for seed in range(games)]
        values = [measure(Watchful().result(setup)) for setup in setups]
        error = stdev(values) / sqrt(games)
        yield around(f"Slap, {name}", mean(values), expected, error)


def mod10_figures() -> Iterator[Figure]:
    """The share of deals that the fair player wins."""
    for rule, deals in DEALS.items():
        setups = [Setup(Mod10, Mod10Options(rule), seed) for seed in range(1, deals + 1)]
        won = sum(Fair().result(setup).winner == 1 for setup in setups)
        share = COMPUTER_WINS[rule]
        error = sqrt(share * (1 - share) / deals)
        yield around(f"Mod10, wins by {rule}", won / deals, share, error)


def rummy_figures() -> Iterator[Figure]:
    """The share of matches that a level wins against the one below: over half, beyond chance."""
    least = 0.5 + 2 * sqrt(0.25 / MATCHES)
    for levels in ("medium,easy", "hard,medium"):
        for options in TABLES:
            rules = " ".join(map(str, options.values())) or "usual"
            share = wins(levels, MATCHES, **options) / MATCHES
            yield Figure(f"Rummy, {levels} by {rules} rules", share, least, 1)


def foretold_figures() -> Iterator[Figure]:
    """By how much the chances that imagined worlds give hard differ from the share that it wins."""
    for levels, players in (("hard", 2), ("hard,medium", 2), ("medium", 3), ("medium", 4)):
        chances, won = list[float](), list[bool]()
        options = RummyOptions(players=players, humans=0, level=levels)
        for seed in range(7000, 7000 + HANDS):
            before = len(chances)
            for view in before_turns(Match(Setup(Rummy, options, seed)), *range(2, 120)):
                if not view.seat and not view.round.turns // players % 3:
                    chances.append(foretold(view, WORLDS))
            won += [view.round.winner == 0] * (len(chances) - before)
        score = mean([(chance - end) ** 2 for chance, end in zip(chances, won)])
        name = f"of {players} players, {levels}"
        yield Figure(f"Rummy, foretold less won {name}", mean(chances) - mean(won), -0.06, 0.06)
        yield Figure(f"Rummy, Brier score {name}", score, 0, 0.25)


def solver_figures() -> Iterator[Figure]:
    """The verdicts of Klondike's solver that are not those of others: none may be."""
    for build in ("colors", "others", "suit"):
        decks, wrong, decided = SmallDecks(2, 20, 32), 0, 0
        for options in [o for o in OPTIONS if o.build == build] * SMALL:
            game = decks.position(options)
            verdict = SolverStrategy().solve(game).verdict
            expected = PlainKlondike(game, lowest(game)).can_be_won(PLAIN_SEARCH)
            if expected is not None and verdict is not Verdict.UNDECIDED:
                wrong += (verdict is Verdict.WINNABLE) is not expected
                decided += 1
        yield Figure(f"Klondike, wrong verdicts of {decided} by {build}", wrong, 0, 0)
    for draw, known in KNOWN.items():
        wrong = 0
        for seed in set(range(1, 101)).difference(known["open"]):
            game = Klondike.deal(shuffled_deck(Random(seed)), KlondikeOptions(draw))
            told = Verdict.LOST if seed in known["lost"] else Verdict.WINNABLE
            wrong += SolverStrategy().solve(game).verdict not in (told, Verdict.UNDECIDED)
        yield Figure(f"Klondike, wrong verdicts of known deals, draw {draw}", wrong, 0, 0)


def review_figures() -> Iterator[Figure]:
    """The share of careless games that a review decides to the move, and its wrong verdicts."""
    for name in ("canfield", "klondike"):
        exact = wrong = 0
        for seed in range(2001, 2001 + REVIEWED):
            session, lines = careless(name, seed), Lines()
            lines.see(session)
            line, (won, lost) = review(lines, session.knowledge())[:2]
            exact += won == lost - 1
            for number in {won, won + 1, lost - 1, lost} & {*range(len(line.positions))}:
                found = session.solver().solve(line.positions[number], LONG_SEARCH).verdict
                wrong += number <= won and found is Verdict.LOST
                wrong += number >= lost and found is Verdict.WINNABLE
        yield Figure(f"Reviews of {name} decided to the move", exact / REVIEWED, 0.75, 1)
        yield Figure(f"Reviews of {name}, wrong verdicts", wrong, 0, 0)


def main() -> int:
    """Print every figure; return 1 if one is out of its bounds, or 0."""
    right = True
    every = (slap_figures, mod10_figures, rummy_figures, foretold_figures, solver_figures)
    for figures in (*every, review_figures):
        for figure in figures():
            print(figure, flush=True)
            right &= figure.is_right()
    return int(not right)


if __name__ == "__main__":
    sys.exit(main())
