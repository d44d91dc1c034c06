"""The solver of Canfield: its verdicts are those of a plain search, and its lines win."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from cardgames.cli.dealing import read_setup
from cardgames.games.canfield import strategy as solver
from cardgames.games.canfield.game import Canfield, CanfieldOptions
from cardgames.games.canfield.strategy import SolverStrategy
from cardgames.model.cards import Pile, Rank, pile
from cardgames.model.deal import Random, shuffled_deck
from cardgames.model.errors import IllegalMove
from cardgames.patience.search import Solution, Verdict
from cardgames.text.console import Console
from tests.plain import PlainCanfield
from tests.program import run_here
from tests.samples import sample
from tests.seated import player_of, session_of

POSITIONS = Path(__file__).with_name("canfield_positions.txt")
"""Late positions by many options: these, the reserve, the foundations, the tableau, the stock,
the waste, the number of redeals, and the base rank."""
KNOWN = {
    "winnable": (2, 3, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 18, 19, 20),
    "lost": (4, 23, 25, 26, 31, 36),
}
"""Verdicts that another solver has found as well."""
MOST = 800
"""The number of positions that the plain search may look at."""


@cache
def late_positions() -> dict[Canfield, bool | None]:
    """Positions late in games, and whether a plain search says that they can be won."""
    games = [position(line) for line in POSITIONS.read_text("utf-8").splitlines()]
    return {game: PlainCanfield(game).can_be_won(MOST) for game in games}


def position(line: str) -> Canfield:
    """The position in a line of the file."""
    words, reserve, foundations, tableau, stock, waste, redeals, base = line.split("|")
    options = read_setup(f"# cardgames canfield {words} --seed 1").options
    rank = next(rank for rank in Rank if rank.label == base)
    return Canfield(
        options,
        tableau=piles(tableau),
        stock=pile(stock),
        waste=pile(waste),
        foundations=piles(foundations),
        redeals=int(redeals),
        base=rank,
        reserve=pile(reserve),
    )


def piles(text: str) -> tuple[Pile, ...]:
    """Piles of cards, with a slash between them."""
    return tuple(pile(cards) for cards in text.split(" / "))


OPTIONS = list({position(line).options: 0 for line in POSITIONS.read_text().splitlines()})


def deal(seed: int, options: CanfieldOptions = CanfieldOptions()) -> Canfield:
    """The deal with this SEED."""
    return Canfield.deal(shuffled_deck(Random(seed)), options)


@cache
def solution(seed: int) -> Solution:
    """What the solver finds out about the deal with this SEED."""
    return solved(deal(seed))


def solved(game: Canfield, limit: int = 20_000) -> Solution:
    """What the solver finds out."""
    return SolverStrategy().solve(game, limit)


class TestVerdicts:
    def test_they_are_those_of_a_plain_search(self) -> None:
        for game, can_be_won in late_positions().items():
            expected = Verdict.WINNABLE if can_be_won else Verdict.LOST
            assert solved(game).verdict is expected, game

    def test_there_are_enough_such_positions_of_both_kinds(self) -> None:
        found = Counter(late_positions().values())
        assert set(found) == {True, False} and min(found.values()) >= 150

    def test_the_easier_game_only_finds_out_earlier_what_is_lost(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(solver.ReserveRelaxation, "is_lost", lambda *_: False)
        some = list(late_positions())[:: sample(12, 4)]
        found = {game: solved(game, 800).verdict for game in some}
        decided = {game for game, verdict in found.items() if verdict is not Verdict.UNDECIDED}
        assert len(decided) > len(found) * 3 // 4
        for game in decided:
            assert (found[game] is Verdict.WINNABLE) is late_positions()[game], game

    @pytest.mark.parametrize("verdict", KNOWN)
    def test_known_deals(self, verdict: str) -> None:
        for seed in KNOWN[verdict][: sample(2, 15)]:
            assert solution(seed).verdict.value == verdict, seed

    def test_too_few_positions_decide_nothing(self) -> None:
        assert solved(deal(11), 50) == Solution(Verdict.UNDECIDED, 50)


class TestLines:
    @pytest.mark.parametrize("options", OPTIONS, ids=lambda o: " ".join(o.words()) or "default")
    def test_they_win_by_the_rules(self, options: CanfieldOptions) -> None:
        for seed in range(sample(1, 2)):
            game = deal(seed, options)
            solution = solved(game, 300)
            assert bool(solution.moves) == (solution.verdict is Verdict.WINNABLE)
            for move in solution.moves:
                game = game.apply(move)
            assert not solution.moves or game.outcome() is not None


class TestPlainSearch:
    """It must know the rules itself."""

    def test_its_moves_are_those_of_the_game(self) -> None:
        for game in list(late_positions())[:: sample(9, 2)]:
            plain = PlainCanfield(game)
            expected = {PlainCanfield(after).first for _, after in game.successors()}
            assert set(plain.moves(plain.first)) - {plain.first} == expected - {plain.first}, game


class TestCommand:
    """`cardgames solve canfield`."""

    def test_it_goes_on_from_where_a_script_ends(self, tmp_path: Path) -> None:
        (tmp_path / "game").write_text("# cardgames canfield --seed 10\ncard\ncard\nundo\n")
        found = run_here("solve", "canfield", "game", cwd=tmp_path)
        lines = found.stdout.decode().splitlines()
        assert lines[:4] == ["# cardgames canfield --seed 10", "card", "card", "undo 1"]
        assert lines[4].startswith("# Winnable from here: ")

    @pytest.mark.parametrize(
        ("words", "status", "verdict"),
        [
            (("--seed", "2"), 0, "winnable"),
            (("--seed", "4"), 3, "lost"),
            (("--seed", "11", "--limit", "40"), 4, "undecided"),
        ],
    )
    def test_the_status_tells_the_verdict(
        self, words: tuple[str, ...], status: int, verdict: str
    ) -> None:
        result = run_here("solve", "canfield", *words, "--json")
        told = json.loads(result.stdout)
        assert (result.returncode, told["verdict"]) == (status, verdict)
        assert bool(told["moves"]) == (verdict == "winnable")
        assert {"positions", "seconds", "game", "options", "seed"} <= set(told)

    def test_show_plays_it(self) -> None:
        result = run_here("solve", "canfield", "--seed", "10", "--show")
        assert b"You won: all 52 cards" in result.stdout
        assert result.stderr.startswith(b"Winnable: ")

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (("canfield",), "name a deal: --seed N, --deck FILE, or a SCRIPT that plays one"),
            (("mod10",), "there is no solver for Mod10, only for Canfield, "),
            (("canfield", "game", "--draw", "1"), "a script has a deal of its own: leave out"),
        ],
    )
    def test_it_says_what_it_needs(self, words: tuple[str, ...], told: str) -> None:
        result = run_here("solve", *words)
        assert result.returncode == 2
        assert told in result.stderr.decode()

    def test_a_game_that_can_be_won_is_dealt(self) -> None:
        result = run_here("canfield", "--winnable", "--seed", "4", "--echo", stdin="score\n")
        told = "Deal 5 can be won: the last of 2 deals looked at.\nIt is hard: 1068 positions, "
        assert told in result.stdout.decode()
        assert b"Seed 5." in result.stdout

    def test_a_deck_cannot_be_looked_for(self) -> None:
        result = run_here("canfield", "--winnable", "--deck", "AC 2C")
        assert result.returncode == 2


class Heard(Console):
    """A console of a person, which keeps what was said."""

    interactive = True

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def say(self, text: str) -> None:
        """Keep TEXT."""
        self.heard.append(text)


class TestAtTheTable:
    def test_it_is_told_where_the_computer_went_astray(self) -> None:
        console = Heard()
        player = player_of(session_of(Canfield, seed=10), console)
        player.do("auto quick")
        assert console.heard[-1] == (
            "It could be won at the deal: undo 1 goes back there.\n"
            "'review' shows where it could still be won.\n"
        )

    def test_a_lost_deal_has_no_solution(self) -> None:
        player = player_of(session_of(Canfield, seed=4))
        with pytest.raises(IllegalMove, match="there is no solution"):
            player.do("solution")
        assert player.session.log == []
