"""The solver of Canfield: its verdicts are those of a plain search, and its lines win."""

from functools import cache
from pathlib import Path

import pytest

from cardgames.cli.dealing import read_setup
from cardgames.games.canfield import strategy as solver
from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.canfield.strategy import SolverStrategy
from cardgames.model.cards import Rank
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove
from cardgames.patience.search import Solution, Verdict
from tests import test_canfield
from tests.plain import can_be_won
from tests.samples import sample
from tests.seated import player_of, session_of

POSITIONS = Path(__file__).with_name("canfield_positions.txt")
"""Late positions by many options: these, the reserve, the foundations, the tableau, the stock,
the waste, the number of redeals, the base rank, and the verdict of a plain search."""
KNOWN = {
    "winnable": (2, 3, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 18, 19, 20),
    "lost": (4, 23, 25, 26, 31, 36),
}
"""Verdicts that another solver has found as well."""
MOST = 500
COUNTED = sample(146, 830)
"""The positions looked at for all late ones; the deals of levels and dates depend on it."""


@cache
def late_positions() -> dict[Canfield, Verdict]:
    lines = POSITIONS.read_text("utf-8").splitlines()
    return {position(line): Verdict(line.split("|")[-1]) for line in lines[:: sample(5, 1)]}


def position(line: str) -> Canfield:
    words, *fields, redeals, base, _ = line.split("|")
    options = read_setup(f"# cardgames canfield {words} --seed 1").options
    rank = next(rank for rank in Rank if rank.label == base)
    return test_canfield.position(*fields, int(redeals), options).changed(base=rank)


OPTIONS = list({position(line).options: 0 for line in POSITIONS.read_text().splitlines()})


def deal(seed: int, options: CanfieldOptions = CanfieldOptions()) -> Canfield:
    return Canfield.deal(shuffled_deck(Random(seed)), options)


def solved(game: Canfield, limit: int = 20_000) -> Solution:
    return SolverStrategy().solve(game, limit)


class TestVerdicts:
    def test_they_are_those_of_a_plain_search(self) -> None:
        counted = 0
        for number, (game, verdict) in enumerate(late_positions().items()):
            solution = solved(game)
            assert solution.verdict is verdict, game
            counted += solution.positions
            if number % sample(10, 1) == 0:
                assert can_be_won(game, MOST) is (verdict is Verdict.WINNABLE), game
        assert counted == COUNTED

    def test_the_easier_game_only_finds_out_earlier_what_is_lost(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(solver.ReserveRelaxation, "is_lost", lambda *_: False)
        some = list(late_positions())[:: sample(4, 4)]
        found = {game: solved(game, 800).verdict for game in some}
        decided = {game for game, verdict in found.items() if verdict is not Verdict.UNDECIDED}
        assert len(decided) > len(found) * 3 // 4
        for game in decided:
            assert found[game] is late_positions()[game], game

    @pytest.mark.parametrize("verdict", KNOWN)
    def test_known_deals(self, verdict: str) -> None:
        for seed in KNOWN[verdict][: sample(2, 15)]:
            assert solved(deal(seed)).verdict.value == verdict, seed


class TestLines:
    @pytest.mark.parametrize(
        "options", OPTIONS[:: sample(3, 1)], ids=lambda o: " ".join(o.words()) or "default"
    )
    def test_they_win_by_the_rules(self, options: CanfieldOptions) -> None:
        for seed in range(sample(1, 2)):
            game = deal(seed, options)
            solution = solved(game, 150)
            assert bool(solution.moves) == (solution.verdict is Verdict.WINNABLE)
            for move in solution.moves:
                game = game.apply(move)
            assert not solution.moves or game.outcome() is not None


def test_a_lost_deal_has_no_solution() -> None:
    player = player_of(session_of(Canfield, seed=4))
    with pytest.raises(IllegalMove, match="there is no solution"):
        player.do("solution")
    assert player.session.log == []
