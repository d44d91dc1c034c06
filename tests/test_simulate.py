"""Simulations: what they count, and how they tell it."""

import json
import os
import re
import signal
import subprocess
import time

import pytest

from cardgames.games.clock.game import Clock, ClockOptions
from cardgames.games.clock.strategy import ClockStrategy
from cardgames.model.strategy import Result
from cardgames.simulation.deals import Plan, play_deals, simulate
from cardgames.simulation.tally import Tally, interval
from tests.parts import NAMES
from tests.program import PROGRAM, ROOT, environment, run, shown

PLAN = Plan(Clock, ClockOptions(), "hint", ClockStrategy, 5, 250)


class TestCounting:
    def test_each_deal_is_counted_once(self) -> None:
        parts = [*PLAN.parts(1, 0)][:2] + [*PLAN.parts(100, 2)]
        seeds = [seed for part in parts for seed in range(part.seed, part.seed + part.games)]
        assert seeds == list(range(5, 255))

    def test_results_add_up(self) -> None:
        tally = Tally()
        for seed, result in enumerate([Result(1, 7, 10), Result(0, 3, 10), Result(None, 3, 4)]):
            tally.add(result, seed)
        assert (tally.games, tally.won(), tally.lost(), tally.drawn()) == (3, 1, 1, 1)
        score = tally.score()
        assert (score.mean, score.least, score.most) == (13 / 3, 3, 7)
        assert score.deviation == pytest.approx((16 / 3) ** 0.5)
        assert (score.least_seed, score.most_seed) == (1, 0)
        assert (tally.length().least, tally.length().least_seed) == (4, 2)

    def test_parts_make_the_whole(self) -> None:
        whole = play_deals(PLAN)
        tally, seconds = simulate(PLAN, 1, lambda games: None)
        assert tally.score().counts == whole.score().counts
        assert tally.length().most_seed == whole.length().most_seed
        assert seconds > 0

    def test_progress_tells_every_game(self) -> None:
        told: list[int] = []
        simulate(PLAN, 1, told.append)
        assert sum(told) == 250

    def test_ctrl_c_keeps_what_there_is(self) -> None:
        def stop(games: int) -> None:
            raise KeyboardInterrupt

        tally, _ = simulate(PLAN, 1, stop)
        assert tally.cut_short and tally.games == 1

    @pytest.mark.parametrize(
        ("count", "games", "low", "high"),
        [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
    )
    def test_the_interval_is_wilson_s(
        self, count: int, games: int, low: float, high: float
    ) -> None:
        """Figures as tables of it have them."""
        assert interval(count, games) == pytest.approx((low, high), abs=1e-4)


class TestReport:
    def test_the_table(self) -> None:
        text = shown("simulate", "clock", "--games", "2000")
        assert text.startswith("Clock, strategy hint\n2,000 deals, seeds 1 to 2000\n")
        counts = re.findall(r"^(?:won|lost|drawn) +([\d,]+) ", text, re.MULTILINE)
        assert sum(int(count.replace(",", "")) for count in counts) == 2000
        bars = re.findall(r"^ +\d+ to \d+ +([\d,]+)", text, re.MULTILINE)
        assert sum(int(bar.replace(",", "")) for bar in bars) == 4000, "two histograms"

    def test_the_seeds_of_the_extremes_can_be_dealt(self) -> None:
        told = json.loads(shown("simulate", "clock", "--games", "300", "--json"))
        for which in ("least", "most"):
            seed = told["score"][f"{which}_seed"]
            script = "run\nscore\n"
            score = shown("clock", "--seed", str(seed), stdin=script)
            assert f"Score: {told['score'][which]} of 48" in score

    def test_json_is_one_object(self) -> None:
        words = ("simulate", "mod10", "--strategy", "greedy", "--pick-up", "must", "--seed", "170")
        told = json.loads(shown(*words, "--games", "20", "--json"))
        assert list(told) == (
            "game options strategy seed games won lost drawn score length seconds".split()
        )
        assert told["game"] == "mod10" and told["strategy"] == "greedy"
        assert told["options"] == {"pick_up": "must", "show_deck": False, "count_deck": False}
        assert (told["seed"], told["games"], told["drawn"]) == (170, 20, 1)
        assert told["won"] + told["lost"] + told["drawn"] == 20
        assert told["length"]["unit"] == "cards dealt"

    @pytest.mark.parametrize("jobs", ["2", "5"])
    def test_the_jobs_do_not_matter(self, jobs: str) -> None:
        words = ("simulate", "clock", "--games", "3000", "--win", "reveal")
        assert shown(*words, "--jobs", jobs) == shown(*words)

    @pytest.mark.parametrize("name", NAMES)
    def test_every_game_can_be_simulated(self, name: str) -> None:
        assert "1 deal, seed 3" in shown("simulate", name, "--games", "1", "--seed", "3")

    def test_nothing_but_the_time_goes_to_standard_error_in_a_pipe(self) -> None:
        told = run("simulate", "clock", "--games", "50").stderr.decode()
        assert re.fullmatch(r"50 games in \d+\.\d\d s: [\d,]+ a second\n", told)

    @pytest.mark.parametrize(
        "words",
        [
            "clock --games 0",
            "clock --games x",
            "clock --jobs 0",
            "clock --strategy greedy",
            "clock --win never",
            "bridge",
            "clock --seed 9223372036854775807",
        ],
    )
    def test_wrong_usage_is_2(self, words: str) -> None:
        result = run("simulate", *words.split())
        assert result.returncode == 2 and b"Traceback" not in result.stderr


@pytest.mark.parametrize(("jobs", "form"), [("1", ["--json"]), ("2", [])])
def test_ctrl_c_prints_what_there_is(jobs: str, form: list[str]) -> None:
    """As a terminal does, the signal goes to all processes."""
    words = ["simulate", "clock", "--games", "100000000", "--jobs", jobs, *form]
    process = subprocess.Popen(
        [PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(),
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert (b'"cut_short": true' if form else b"CUT SHORT: 100,000,000 deals were asked") in out
