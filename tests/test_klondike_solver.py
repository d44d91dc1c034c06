"""The solver of Klondike: its verdicts are those of a plain search, and its lines win."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cardgames.cli.dealing import read_setup
from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.games.klondike.strategy import KlondikeSpace, SolverStrategy
from cardgames.model.cards import CARDS, Pile, Rank, pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.patience.search import Solution, Verdict
from tests.plain import can_be_won, cards_in
from tests.samples import sample
from tests.small_decks import OPTIONS, klondike, small_deck

POSITIONS = Path(__file__).with_name("klondike_positions.txt")
"""Positions for each rule: it, the options, the tableau, the stock, the waste, the highest card of
each foundation, the number of redeals, and the verdict of a plain search. In the tableau, cards
before a bar lie face down."""
KNOWN = {
    3: {
        "lost": (4, 10, 16, 21, 23, 26, 48, 51, 54, 57, 59, 60, 75, 83, 84, 94),
        "open": (5, 24, 31, 33, 34, 41, 77, 81),
    },
    1: {"lost": (5, 10, 16, 57, 75, 77, 83), "open": (21, 24, 31, 54)},
}
"""What another solver found out about the deals 1 to 100, by the cards that are turned; the others
can be won."""
MOST = 3000
SMALL = (
    "wwl?lwwwwlwwwlwwwllllll?wwwwwwlwlw?l"
    "?lwwllw?lwllwwwwwww??wwwwlw?wwl?l?wl"
)
"""Which small decks a plain search finds to be won or lost; the others take it too long."""
COUNTED = 1217
SHORT = 300
"""The number of positions in which known deals are solved here; `figures` takes its time."""


class Case(NamedTuple):
    """A position whose verdict is wrong without a rule of the solver."""

    rule: str
    game: Klondike
    verdict: Verdict


PROOFS = ("root: all free", "root: stuck", "root: hidden", "root: any space")
"""The rules without which the relaxation proves nothing; without the others it proves too much."""


def cases() -> list[Case]:
    lines = POSITIONS.read_text("utf-8").splitlines()
    return [case(line) for line in lines if line and not line.startswith("#")]


def case(line: str) -> Case:
    rule, words, tableau, stock, waste, tops, redeals, verdict = map(str.strip, line.split(";"))
    options = read_setup(f"# cardgames klondike {words} --seed 1").options
    game = position(options, tableau, stock, waste, tops, int(redeals))
    return Case(rule, game, Verdict(verdict))


def position(
    options: KlondikeOptions, tableau: str, stock: str, waste: str, tops: str, redeals: int = 0
) -> Klondike:
    """A position with foundations up to the cards TOPS, and as many columns as are given."""
    hidden, shown = [], []
    for column in tableau.split("/"):
        down, bar, up = column.rpartition("|")
        hidden.append(pile(down))
        shown.append(pile(up))
    return klondike(len(shown))(
        options,
        tuple(down + up for down, up in zip(hidden, shown)),
        tuple(map(len, hidden)),
        pile(stock),
        pile(waste),
        (*map(founded, pile(tops)), *[()] * (4 - len(pile(tops)))),
        redeals,
    )


def founded(top: Any) -> Pile:
    return tuple([CARDS[rank, top.suit] for rank in tuple(Rank)[: top.rank.above(Rank.ACE) + 1]])


def deal(seed: int, options: KlondikeOptions = KlondikeOptions()) -> Klondike:
    return Klondike.deal(shuffled_deck(Random(seed)), options)


def solved(game: Klondike, limit: int = 20_000) -> Solution:
    return SolverStrategy().solve(game, limit)


def check_plainly(game: Klondike, verdict: Verdict) -> None:
    """Check a VERDICT of the tables by a plain search, where there is time for it."""
    won = can_be_won(game, sample(0, MOST))
    assert won is None or won is (verdict is Verdict.WINNABLE), game


def check_line(game: Klondike, solution: Solution) -> None:
    assert (solution.verdict is Verdict.WINNABLE) or not solution.moves
    cards = cards_in(game)
    for move in solution.moves:
        game = game.apply(move)
    assert (game.founded() == cards) is (solution.verdict is Verdict.WINNABLE), game


class TestVerdicts:
    def test_they_are_those_of_a_plain_search(self) -> None:
        """The deals of levels and dates depend on the number of positions looked at, too."""
        random, counted = Random(1), 0
        for options, letter in zip(OPTIONS * 2, SMALL, strict=True):
            game = small_deck(options, random, range(8, 17))
            solution = solved(game)
            counted += solution.positions
            check_line(game, solution)
            check_plainly(game, solution.verdict)
            assert letter in ("?", solution.verdict.value[0]), game
        assert counted == COUNTED

    @pytest.mark.parametrize("draw", KNOWN)
    def test_known_deals(self, draw: int) -> None:
        decided = 0
        for seed in range(1, sample(13, 51)):
            if seed not in KNOWN[draw]["open"]:
                game = deal(seed, KlondikeOptions(draw))
                solution = solved(game, SHORT)
                if solution.verdict is not Verdict.UNDECIDED:
                    lost = seed in KNOWN[draw]["lost"]
                    assert (solution.verdict is Verdict.LOST) is lost, seed
                    check_line(game, solution)
                    decided += 1
        assert decided >= sample(3, 17)

    @pytest.mark.parametrize("draw", [1, 3])
    def test_a_deal_that_a_known_solver_calls_impossible(self, draw: int) -> None:
        """That solver never takes a card back to the pile from which it came."""
        columns = "AC / 6C 2C / AD 5C 2H / AH AS 4H 3C / KH 5H 3H 3S 2S"
        columns += " / KD 4D 3D 2D 4C 6S / KC KS 6D 5D 5S 6H 4S"
        turned = pile(" ".join([rank + suit for rank in "Q J 10 9 8 7".split() for suit in "CDHS"]))
        tableau = tuple(map(pile, columns.split("/")))
        game = Klondike(KlondikeOptions(draw), tableau, tuple(range(7)), turned[::-1])
        solution = solved(game, 60)
        assert solution.verdict is Verdict.WINNABLE
        check_line(game, solution)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.rule)
def test_each_rule_of_the_solver_is_kept(case: Case) -> None:
    solution = solved(case.game)
    assert solution.verdict is case.verdict
    check_plainly(case.game, case.verdict)
    check_line(case.game, solution)
    assert case.rule not in PROOFS or solution == Solution(Verdict.LOST, 0)


def test_a_lying_card_that_can_be_founded_is_founded_at_once() -> None:
    ones, tableau = KlondikeOptions(draw=1), "9C | KS QH / 10C JC QC KC | KH"
    game = position(ones, tableau, "", "", "8C KD JH QS")
    found = KlondikeSpace(game)
    assert found.founded(found.first) == game.founded() + 1


@pytest.mark.parametrize(
    "options", OPTIONS[:: sample(5, 1)], ids=lambda o: " ".join(o.words()) or "default"
)
def test_lines_win_by_the_rules(options: KlondikeOptions) -> None:
    for seed in range(sample(1, 2)):
        game = deal(seed, options)
        check_line(game, solved(game, 300))
