"""Deals that can be won: how hard they are, and how --winnable and its setting look for them."""

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardgames import games
from cardgames.cli import playing
from cardgames.cli.solve import AT_THE_DEAL, difficulty, next_seed
from cardgames.games.klondike.strategy import SolverStrategy
from cardgames.model.cards import DECK
from cardgames.model.deal import Random, seed_of, shuffled_deck
from cardgames.model.game import Setup
from cardgames.model.strategy import QUICK, SOLVER
from cardgames.text.wording import deal_text
from tests.program import run_here
from tests.seated import Memory, player_of, session_of

LEVELS = {
    "canfield": (154, 384),
    "klondike": (233, 559),
    "freecell": (166, 416),
    "eightoff": (57, 181),
    "seahaven": (115, 508),
    "yukon": (88, 223),
}
"""The levels that players know, by the default rules of a game; a new game may have any."""
SOLVED = [game.name for game in games.GAMES if SOLVER in game.strategies]


def setup_of(game: str, seed: int, **options: Any) -> Setup:
    model = games.model(game)
    return Setup(model, model.options_type(**options), seed)


@cache
def measured(setup: Setup) -> dict[str, Any] | None:
    solver: Any = games.computer(setup.game.name, SOLVER)
    dealt = setup.game.deal(shuffled_deck(Random(setup.seed)), setup.options)
    return difficulty(setup, solver.measured(dealt, AT_THE_DEAL))


def first(level: str, setup: Setup) -> int:
    while (found := measured(setup)) is None or level not in ("any", found["level"]):
        setup = setup._replace(seed=setup.seed + 1)
    return setup.seed


class TestDifficulty:
    @pytest.mark.parametrize(
        ("positions", "level"),
        [(1, "easy"), (60, "easy"), (61, "medium"), (300, "medium"), (301, "hard")],
    )
    def test_it_goes_by_the_positions(self, positions: int, level: str) -> None:
        class Bounded(SolverStrategy):
            levels = (60, 300)

        assert Bounded().level(positions, None) == level

    @pytest.mark.parametrize("name", SOLVED)
    def test_each_solver_has_rising_levels_and_a_quick_player(self, name: str) -> None:
        """Or no levels, if too few of its deals are decided."""
        solver: Any = games.computer(name, SOLVER)
        levels = solver.levels_by(games.model(name).options_type())
        assert levels == LEVELS.get(name, levels)
        assert levels is None or 0 < levels[0] < levels[1]
        assert QUICK in games.strategies(name)

    def test_what_players_know_is_of_games_that_are_there(self) -> None:
        assert {*LEVELS} <= {*SOLVED}

    @pytest.mark.parametrize(("seed", "quick"), [(1, False), (8, True)])
    def test_solve_tells_it_with_its_facts(self, seed: int, quick: bool) -> None:
        told = told_of("klondike", "--seed", str(seed))
        found = measured(setup_of("klondike", seed))
        assert found is not None and found["quick"] is quick
        assert told["difficulty"] == found and found["positions"] == told["positions"]

    @pytest.mark.parametrize(("words", "script"), [
        (("--seed", "4"), ""),
        (("--seed", "2", "--limit", "50"), ""),
        (("-",), "# cardgames klondike --seed 1\ncard\n"),
    ], ids=["lost", "undecided", "played"])  # fmt: skip
    def test_only_a_deal_that_can_be_won_has_one(self, words: tuple[str, ...], script: str) -> None:
        assert told_of("klondike", *words, stdin=script)["difficulty"] is None


def told_of(*words: str, stdin: str = "") -> Any:
    return json.loads(run_here("solve", *words, "--json", stdin=stdin).stdout)


class TestOption:
    def dealt(self, *words: str, **changes: Any) -> str:
        result = run_here(*words, "--echo", stdin="score\n", **changes)
        assert result.returncode == 0, result.stderr.decode()
        return result.stdout.decode()

    @pytest.mark.parametrize(("words", "seed", "facts"), [
        (("--winnable", "medium"), 420, "medium: 275 positions, and 'quick' wins it"),
        (("--winnable=HARD",), 418, "hard: 679 positions, and 'quick' loses it"),
    ])  # fmt: skip
    def test_a_word_asks_for_a_level(self, words: tuple[str, ...], seed: int, facts: str) -> None:
        told = self.dealt("klondike", *words, "--seed", "417")
        assert f"Deal {seed} can be won: the last of {seed - 416} deals looked at.\n" in told
        assert f"It is {facts}.\n" in told and f"Seed {seed}." in told

    def test_the_next_game_of_a_script_is_that_of_the_generator(self) -> None:
        words = ("klondike", "--winnable", "--seed", "8", "--echo")
        told = run_here(*words, stdin="new\nscore\n").stdout.decode()
        assert "Deal 8 can be won: the first deal looked at.\nIt is " in told
        assert "Klondike, seed 8, game 2.\n" in told and "Seed 8, game 2." in told

    @pytest.mark.parametrize(
        ("value", "asked"), [("1", True), ("any", True), ("0", False), ("no", False), ("", False)]
    )
    def test_the_environment_may_ask_for_it(
        self, value: str, asked: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(playing, "random_seed", lambda: 8)
        told = self.dealt("klondike", CARDGAMES_KLONDIKE_WINNABLE=value)
        assert ("can be won: " in told) is asked

    @pytest.mark.parametrize("deal", [("--seed", "4"), ("--deck", " ".join(map(str, DECK)))])
    def test_a_deal_that_is_named_goes_before_the_environment(self, deal: tuple[str, str]) -> None:
        assert "can be won" not in self.dealt("klondike", *deal, CARDGAMES_KLONDIKE_WINNABLE="1")

    @pytest.mark.parametrize(("words", "told"), [
        (("klondike", "--winnable", "simple"), "'simple' is not one of: any, easy, medium"),
        (("klondike", "--winnable", "--deck", "AC 2C"), "--deck"),
        (("mod10", "--winnable"), "No such option"),
        (("mod10", "--no-winnable"), "No such option"),
    ])  # fmt: skip
    def test_what_makes_no_sense_is_refused(self, words: tuple[str, ...], told: str) -> None:
        result = run_here(*words)
        assert result.returncode == 2 and told in result.stderr.decode()

    def test_a_date_keeps_its_name_only_if_its_own_deal_is_dealt(self) -> None:
        day = date(2026, 11, 29)
        seed = first("any", setup_of("klondike", seed_of(day)))
        assert seed > seed_of(day)
        told = self.dealt("klondike", "--winnable", "--seed", str(day))
        assert f"Seed {seed}." in told and str(day) not in told


class TestNextGame:
    def test_it_is_found_by_the_level_and_the_options(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(playing, "random_seed", lambda: 17)
        for level in ("any", "medium"):
            setup = setup_of("klondike", 1)
            assert next_seed(level, setup) == first(level, setup._replace(seed=17))
        monkeypatch.setattr(playing, "random_seed", lambda: 4)
        by_ones = setup_of("klondike", 1, draw=1)
        assert next_seed("any", by_ones) == 4, "which cannot be won by threes"
        by_suits = setup_of("spider", 1, suits=4)
        assert next_seed("any", by_suits) == 4, "for which there are no levels"

    def test_new_deals_it_and_logs_its_number(self) -> None:
        console = Memory()
        player = player_of(session_of(games.model("klondike")), console)
        console.interactive = True
        player.next_seed = lambda setup: 43
        player.do("new")
        assert player.session.log == ["new 43"] and player.session.winnable
        assert player.screen.remarks[-1] == "Klondike, winnable deal, seed 43.\n"
        assert deal_text(player.session) == "seed 43"
        for line, deal in (("new 7", "seed 7"), ("new 2026-12-01", "the deal for 2026-12-01")):
            player.do(line)
            assert player.screen.remarks[-1].startswith(f"Klondike, {deal}")
            assert not player.session.winnable

    def test_a_script_that_is_loaded_deals_as_it_did(self, tmp_path: Path) -> None:
        (tmp_path / "game").write_text("# cardgames klondike --seed 1\nnew\nnew\n")
        player = player_of(session_of(games.model("klondike")))
        player.next_seed = lambda setup: 43
        player.load(str(tmp_path / "game"))
        assert player.session.log == ["new", "new"] and player.session.deals == 3
