"""Deals one by one: kept in Python, written to a file; and the parts that a cluster plays."""

import csv
import errno
import io
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import cardgames
from cardgames.simulation import deals
from cardgames.simulation.cluster import Workers
from cardgames.simulation.deals import play_deals, simulate
from cardgames.simulation.report import Tally
from tests.program import plan_of, run_here, shown_here

CLOCK = plan_of("clock --games 40 --seed 5")


def written(file: Path) -> list[dict[str, str]]:
    with open(file, newline="", encoding="utf-8") as lines:
        return [*csv.DictReader(lines)]


def test_the_deals_are_those_of_the_report() -> None:
    played = cardgames.simulate("rummy", 3, target=20, keep=True)
    (row, *_) = rows = [*played.deals]
    assert [row["seed"] for row in rows] == [1, 2, 3] == [deal["seed"] for deal in played.deals]
    assert [*row][:5] == ["seed", "won", "winner", "score", "hands"]
    assert [*row][5:] == ["hands of 1", "hands of 2", "points of 1", "points of 2"]
    assert sum(row["won"] or 0 for row in rows) == played.won
    assert row["score"] == row["points of 1"] and row["won"] == (row["winner"] == 1)
    alone = cardgames.simulate("rummy", 3, target=20)
    assert played == alone and played.to_json() == alone.to_json()
    with pytest.raises(cardgames.InvalidCommand, match="keep=True"):
        alone.merge(cardgames.simulate("rummy", 1, seed=4, target=20, keep=True)).deals


def test_parts_that_are_kept_add_up_in_the_order_of_seeds() -> None:
    parts = [cardgames.simulate("clock", 5, seed=seed, keep=True) for seed in (6, 1)]
    whole = cardgames.simulate("clock", 10, keep=True, jobs=2)
    assert [*parts[0].merge(parts[1]).deals] == [*whole.deals]


def test_a_file_has_the_same_deals_for_all_jobs(tmp_path: Path) -> None:
    words = ("simulate", "clock", "--games", "400")
    files = [tmp_path / name for name in ("1.csv", "2.csv")]
    for jobs, file in enumerate(files, 1):
        shown_here(*words, "--jobs", str(jobs), "--csv", str(file))
    assert files[0].read_bytes() == files[1].read_bytes()
    rows = [{name: int(text) for name, text in row.items()} for row in written(files[0])]
    assert rows == [*cardgames.simulate("clock", 400, keep=True).deals]
    again = run_here(*words, "--csv", "1.csv", cwd=tmp_path)
    assert (again.returncode, again.stderr) == (2, b"Error: cannot write 1.csv: File exists\n")


def test_parts_in_any_order_are_written_in_that_of_seeds(tmp_path: Path) -> None:
    """What waits for a part that never comes is written at the end."""
    first, second, third, last = [play_deals(part).tally for part in CLOCK.parts(10, 0)]
    with deals.Sheet(str(tmp_path / "deals"), CLOCK) as tally:
        lines = []
        for part in (second, first, last):
            tally.merge(part)
            lines.append(len(written(tmp_path / "deals")))
    seeds = [int(row["seed"]) for row in written(tmp_path / "deals")]
    assert lines == [0, 20, 20] and seeds == [*range(5, 25), *range(35, 45)]


def test_a_full_disk_ends_the_simulation_with_its_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            if self.getvalue().count("\n") > 2:
                raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(deals, "open", lambda *_, **how: Full(), raising=False)
    words = ("simulate", "clock", "--games", "50", "--csv", "deals.csv", "--json")
    done = run_here(*words, cwd=tmp_path, fault="expected")
    assert done.returncode == 2 and b'"games": 2,' in done.stdout
    *_, command, error = done.stderr.decode().splitlines()
    assert error == "Error: deals.csv: No space left on device"
    assert command.endswith(" --seed 3 --games 48 --json --csv deals-3.csv")


def test_no_part_begins_far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """So little is held in memory while one deal takes long."""
    tally, ahead = Tally(), list[int]()

    class Counting(ThreadPoolExecutor):
        def submit(self, call: Any, part: Any) -> Any:  # type: ignore
            ahead.append(part.seed - CLOCK.seed - tally.games)  # the deals in flight
            return super().submit(call, part)

    monkeypatch.setattr(deals, "MOST_AHEAD", 1)
    with Counting(3) as threads:
        played, _ = simulate(CLOCK, jobs=3, executor=threads, tally=tally)
    assert played.tally.rows() == play_deals(CLOCK).tally.rows()
    assert len(ahead) > 1 and not any(ahead)


class TestCluster:
    def test_without_dask_a_line_says_what_to_install(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "distributed", None)
        done = run_here("simulate", "clock", "--on", "local")
        needed = b"Error: --on needs Dask: pip install 'terminal-cardgames[cluster]'\n"
        assert (done.returncode, done.stderr) == (2, needed)
        done = run_here("simulate", "clock", "--on", "10.0.0.1:8786", "--jobs", "2")
        assert done.returncode == 2 and b"--jobs is for this machine" in done.stderr

    def test_workers_play_parts_and_lose_none(self) -> None:
        with ThreadPoolExecutor(2) as threads:
            played, _ = simulate(CLOCK, jobs=2, executor=Workers(threads))
        assert played.tally.rows() == play_deals(CLOCK).tally.rows()

    def test_workers_of_another_version_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        class Older(ThreadPoolExecutor):
            def submit(self, call: Any, version: Any, *given: Any) -> Any:  # type: ignore
                return super().submit(call, "1.0", *given)

        @contextmanager
        def connected(*_: object) -> Iterator[Any]:
            with Older(2) as threads:
                yield Workers(threads), 2

        monkeypatch.setattr("cardgames.simulation.cluster.connected", connected)
        done = run_here("simulate", "clock", "--games", "40", "--on", "local")
        *_, error = done.stderr.decode().splitlines()
        assert done.returncode == 1
        assert error == f"Error: a worker has cardgames {cardgames.__version__}, this is 1.0"
