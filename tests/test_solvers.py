"""The search for a win, and the solvers of Canfield and Klondike, held to plain searches."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cardgames import games
from cardgames.cli.playing import read_setup
from cardgames.games.canfield.game import Canfield
from cardgames.games.canfield.strategy import MOST_TRIES, CanfieldSpace, ReserveRelaxation
from cardgames.games.klondike.game import Klondike, KlondikeOptions
from cardgames.games.klondike.strategy import KlondikeSpace
from cardgames.model.cards import CARDS, Pile, Rank, pile
from cardgames.model.deal import Random
from cardgames.model.game import Options, Setup
from cardgames.patience.search import REPORT_EVERY, Search, Solution, Verdict
from tests import test_canfield
from tests.plain import can_be_won, check_line
from tests.samples import sample
from tests.small_decks import OPTIONS, klondike, small_deck

POSITIONS = Path(__file__).with_name("klondike_positions.txt")
"""Positions for each rule: it, the options, the tableau, the stock, the waste, the highest card of
each foundation, the number of redeals, and the verdict of a plain search. In the tableau, cards
before a bar lie face down."""
LATE = Path(__file__).with_name("canfield_positions.txt")
"""Late positions by many options: these, the reserve, the foundations, the tableau, the stock,
the waste, the number of redeals, the base rank, and the verdict of a plain search."""
KNOWN = {
    3: {
        "lost": (4, 10, 16, 21, 23, 26, 48, 51, 54, 57, 59, 60, 75, 83, 84, 94),
        "open": (5, 24, 31, 33, 34, 41, 77, 81),
    },
    1: {"lost": (5, 10, 16, 57, 75, 77, 83), "open": (21, 24, 31, 54)},
}
"""What another solver found out about the deals 1 to 100, by the cards that are turned; the others
can be won."""
CANFIELD = {
    "winnable": (2, 3, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 18, 19, 20),
    "lost": (4, 23, 25, 26, 31, 36),
}
"""Verdicts on deals of Canfield that another solver has found as well."""
MOST = 3000
SMALL = "wwl?lwwwwlwwwlwwwllllll?wwwwwwlwlw?l?lwwllw?lwllwwwwwww??wwwwlw?wwl?l?wl"
"""Which small decks a plain search finds to be won or lost; the others take it too long."""
COUNTED, COUNTED_LATE = 1217, sample(146, 830)
"""The positions looked at for all these decks, and for all late positions of Canfield; the deals of
levels and dates depend on it."""
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


@cache
def late_positions() -> dict[Canfield, Verdict]:
    lines = LATE.read_text("utf-8").splitlines()
    return {late(line): Verdict(line.split("|")[-1]) for line in lines[:: sample(5, 1)]}


def late(line: str) -> Canfield:
    words, *fields, redeals, base, _ = line.split("|")
    options = read_setup(f"# cardgames canfield {words} --seed 1").options
    rank = next(rank for rank in Rank if rank.label == base)
    return test_canfield.position(*fields, int(redeals), options).changed(base=rank)


BY_WORDS = {line.partition("|")[0]: line for line in LATE.read_text("utf-8").splitlines()}
VARIED = list({late(line).options: 0 for line in BY_WORDS.values()})


def deal(game: type[Any], seed: int, options: Options | None = None) -> Any:
    return Setup(game, options or game.options_type(), seed).dealt()


def solved(game: Any, limit: int = 20_000) -> Solution:
    """What the solver finds out about GAME; its moves are made."""
    solver: Any = games.computer(game.name, "solver")
    found: Solution = solver.solve(game, limit)
    check_line(game, found)
    return found


def check_plainly(game: Klondike, verdict: Verdict) -> None:
    """Check a VERDICT of the tables by a plain search, where there is time for it."""
    won = can_be_won(game, sample(0, MOST))
    assert won is None or won is (verdict is Verdict.WINNABLE), game


class TestVerdicts:
    def test_on_small_decks_they_are_those_of_a_plain_search(self) -> None:
        random, counted = Random(1), 0
        for options, letter in zip(OPTIONS * 2, SMALL, strict=True):
            game = small_deck(options, random, range(8, 17))
            solution = solved(game)
            counted += solution.positions
            check_plainly(game, solution.verdict)
            assert letter in ("?", solution.verdict.value[0]), game
        assert counted == COUNTED

    def test_on_late_positions_too(self) -> None:
        counted = 0
        for number, (game, verdict) in enumerate(late_positions().items()):
            solution = solved(game)
            assert solution.verdict is verdict, game
            counted += solution.positions
            if number % sample(10, 1) == 0:
                assert can_be_won(game, 500) is (verdict is Verdict.WINNABLE), game
        assert counted == COUNTED_LATE

    def test_the_easier_game_only_finds_out_earlier_what_is_lost(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ReserveRelaxation, "is_lost", lambda *_: False)
        some = list(late_positions())[::4]
        found = {game: solved(game, 800).verdict for game in some}
        decided = {game for game, verdict in found.items() if verdict is not Verdict.UNDECIDED}
        assert len(decided) > len(found) * 3 // 4
        for game in decided:
            assert found[game] is late_positions()[game], game

    @pytest.mark.parametrize("verdict", CANFIELD)
    def test_known_deals_of_canfield(self, verdict: str) -> None:
        for seed in CANFIELD[verdict][: sample(2, 15)]:
            assert solved(deal(Canfield, seed)).verdict.value == verdict, seed

    @pytest.mark.parametrize("draw", KNOWN)
    def test_known_deals_of_klondike(self, draw: int) -> None:
        decided = 0
        for seed in range(1, sample(13, 51)):
            if seed not in KNOWN[draw]["open"]:
                verdict = solved(deal(Klondike, seed, KlondikeOptions(draw)), SHORT).verdict
                if verdict is not Verdict.UNDECIDED:
                    assert (verdict is Verdict.LOST) is (seed in KNOWN[draw]["lost"]), seed
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
        assert solved(game, 60).verdict is Verdict.WINNABLE


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.rule)
def test_each_rule_of_the_solver_is_kept(case: Case) -> None:
    solution = solved(case.game)
    assert solution.verdict is case.verdict
    check_plainly(case.game, case.verdict)
    assert case.rule not in PROOFS or solution == Solution(Verdict.LOST, 0)


def test_a_lying_card_that_can_be_founded_is_founded_at_once() -> None:
    ones, tableau = KlondikeOptions(draw=1), "9C | KS QH / 10C JC QC KC | KH"
    game = position(ones, tableau, "", "", "8C KD JH QS")
    found = KlondikeSpace(game)
    assert found.promise(found.first) == game.founded() + 1


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((Klondike, options) for options in OPTIONS[:: sample(5, 1)]),
        *((Canfield, options) for options in VARIED[:: sample(3, 1)]),
    ],
    ids=lambda given: " ".join(given.words()) if isinstance(given, Options) else given.name,
)
def test_lines_win_by_the_rules(game: Any, options: Options) -> None:
    for seed in range(sample(1, 2)):
        solved(deal(game, seed, options), 300 if game is Klondike else 150)


@pytest.mark.parametrize(
    ("name", "first"), [("canfield", 7), ("klondike", 8), ("freecell", 1), ("yukon", 1)]
)
def test_each_action_on_the_way_to_a_win_can_be_made(name: str, first: int) -> None:
    """Not only those that win. Founded cards once filled empty piles in Canfield's search."""
    won = 0
    for seed in range(first, first + sample(1, 100)):
        game = Setup(games.model(name), games.model(name).options_type(), seed).dealt()
        space: Any = games.computer(name, "solver").space(game)
        search = Search(space, space.first)
        way = search.path() if search.run(400) is Verdict.WINNABLE else []
        won += bool(way)
        for number, state in enumerate(way[:: sample(20, 6)]):
            for action in space.actions(state):
                line = space.line(game)
                line.follow(way[: sample(20, 6) * number + 1])
                line.take(action, state)  # raises an error if a rule forbids it
    assert won


def searching(seed: int) -> Search[Any]:
    space = KlondikeSpace(deal(Klondike, seed))
    return Search(space, space.first)


class TestLimits:
    """Deal 2 takes more than 3000 states, and deal 8 takes 71 to win."""

    @pytest.mark.parametrize(("seed", "limit", "verdict"), [
        (8, 0, Verdict.UNDECIDED), (8, 70, Verdict.UNDECIDED), (8, 71, Verdict.WINNABLE),
        (4, 3, Verdict.LOST),
    ])  # fmt: skip
    def test_no_more_positions_are_looked_at(self, seed: int, limit: int, verdict: Verdict) -> None:
        search = searching(seed)
        assert (search.run(limit), search.positions) == (verdict, limit)

    def test_a_search_goes_on_where_it_ended(self) -> None:
        bit_by_bit = searching(8)
        for limit in range(70):
            assert bit_by_bit.run(limit) is Verdict.UNDECIDED
        assert bit_by_bit.run(500) is Verdict.WINNABLE
        assert len(bit_by_bit.path()) > 3

    def test_a_search_that_goes_on_still_finds_what_is_lost(self) -> None:
        search = searching(23)
        assert {search.run(limit) for limit in range(300)} == {Verdict.UNDECIDED}
        assert search.run(500) is Verdict.LOST
        assert search.positions > 350  # one state after another, where it had left off

    def test_the_work_is_limited_too(self) -> None:
        few, many = searching(2), searching(2)
        assert few.run(3000, most_work=100) is Verdict.UNDECIDED
        assert many.run(3000, most_work=1000) is Verdict.UNDECIDED
        assert 0 < few.positions < many.positions < 3000

    def test_what_was_undecided_can_be_asked_again(self) -> None:
        solver: Any = games.computer("klondike", "solver")
        game = deal(Klondike, 8)
        assert solver.solution(game, 1).verdict is Verdict.UNDECIDED
        assert solver.solution(game).won

    def test_tries_in_relaxations_are_work(self) -> None:
        """In this deal of Canfield they take three times as long as the space themselves."""
        space = CanfieldSpace(deal(Canfield, 1))
        search = Search(space, space.first)
        search.run(3000, most_work=2000)
        assert 2000 < search.work() < 2000 + 2 * MOST_TRIES and space.tries > 800
        again = Search(space, space.first)
        assert again.work() == 0  # what it knows by now costs nothing

    @pytest.mark.parametrize(("build", "seed", "tries"), [("colors", 5, 4316), ("any", 3, 2182)])
    def test_a_relaxation_keeps_to_its_budget(self, build: str, seed: int, tries: int) -> None:
        space = CanfieldSpace(deal(Canfield, seed, Canfield.options_type(build=build)))
        Search(space, space.first).run(600)
        assert space.tries == tries

    def test_progress_is_told_in_equal_parts(self) -> None:
        told: list[tuple[int, int]] = []
        search = searching(2)
        search.run(3 * REPORT_EVERY + 5, lambda count: told.append((count, search.positions)))
        assert told == [(REPORT_EVERY, count * REPORT_EVERY) for count in (1, 2, 3)]

    def test_it_tells_how_near_it_came(self) -> None:
        search = searching(2)
        assert search.nearness() == 0
        search.run(500)
        assert 0 < search.nearness() < 1
