"""Parts of a simulation: they add up exactly, and a file that lies is refused in one line."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import pytest

import cardgames
from cardgames import __version__
from cardgames.cli.simulate import read
from cardgames.model.errors import PartError
from cardgames.model.strategy import Result
from cardgames.simulation.deals import play_deals
from cardgames.simulation.report import Simulation, Tally, as_text, seeds_text, summed
from tests.parts import NAMES, SHELF
from tests.program import plan_of, run_here, shown_here

QUICK = {
    "clock": "--games 40 --seed -5",
    "mod10": "--games 40 --strategy greedy",
    "slap": "--games 12 --players computer,computer",
    "rummy": "--games 5 --target 20",
}
"""The deals of the quick games; two of the others take half a second."""


def first(position: Any) -> Any:
    return next(position.legal_moves(), None)


@cache
def simulated(words: str) -> str:
    return shown_here("simulate", *words.split(), "--json")


def part(folder: Path, name: str, words: str) -> Any:
    (folder / name).write_text(simulated(words))
    return json.loads(simulated(words))


def refusal(folder: Path, *names: str) -> str:
    result = run_here("merge", *names, cwd=folder)
    told = result.stderr.decode()
    assert (result.returncode, result.stdout, told.count("\n")) == (2, b"", 1), told
    return told.removeprefix("Error: ").rstrip()


@pytest.mark.parametrize(("ranges", "words"), [
    ([range(7, 8)], "seed 7"),
    ([range(-5, -2), range(4, 5)], "seeds -5 to -3, 4"),
    ([range(n, n + 1) for n in range(0, 8, 2)], "seeds 0, 2, 4 and 1 more range"),
    ([range(n, n + 1) for n in range(0, 20, 2)], "seeds 0, 2, 4 and 7 more ranges"),
])  # fmt: skip
def test_ranges_of_seeds_in_words(ranges: list[range], words: str) -> None:
    assert seeds_text(ranges) == words


class TestAdding:
    @pytest.mark.parametrize("name", [*(name for name in NAMES if name not in SHELF), "golf"])
    def test_parts_make_the_report_of_the_whole(self, name: str, tmp_path: Path) -> None:
        """To the byte, in every form, and in whatever order they are named."""
        whole = plan_of(f"{name} {QUICK.get(name, '--games 2')}")
        tally = Tally([whole.seeds])
        files = [str(tmp_path / file) for file in ("first.json", "second.json")]
        for file, plan in zip(files, whole.parts(-(-whole.games // 2), 0)):
            part = play_deals(plan).tally
            Path(file).write_text(Simulation(plan, part).to_json())
            for result, (deals, first) in part.found.items():
                tally.add(result, first, deals)
        expected = Simulation(whole, tally)
        for order in (files, files[::-1]):
            total = summed((file, read(file)) for file in order)
            assert total.to_json() == expected.to_json()
            assert as_text(total, True) == as_text(expected, True)


class TestWhatDoesNotFit:
    def test_a_deal_counts_once(self, tmp_path: Path) -> None:
        part(tmp_path, "a.json", "clock --games 20")
        part(tmp_path, "b.json", "clock --games 20 --seed 15")
        wrong = "b.json: seeds 15 to 20 would count twice: a.json holds them, too"
        assert refusal(tmp_path, "b.json", "a.json") == wrong
        assert "would count twice" in refusal(tmp_path, "a.json", "a.json")

    @pytest.mark.parametrize(("words", "title"), [
        ("clock --win reveal", "Clock --win reveal, strategy hint"),
        ("mod10 --strategy greedy", "Mod10, strategy greedy"),
    ])  # fmt: skip
    def test_another_game_or_option(self, words: str, title: str, tmp_path: Path) -> None:
        part(tmp_path, "a.json", "clock --games 20")
        part(tmp_path, "b.json", f"{words} --games 2 --seed 40")
        wrong = f"b.json: {title} cannot be added to Clock, strategy hint, as in a.json"
        assert refusal(tmp_path, "a.json", "b.json") == wrong

    def test_seeds_further_apart_than_a_simulation_is_long(self, tmp_path: Path) -> None:
        part(tmp_path, "a.json", "clock --games 2")
        part(tmp_path, "b.json", "clock --games 2 --seed 9000000000000")
        told = refusal(tmp_path, "a.json", "b.json")
        assert told.startswith("seeds 1 to 9000000000001 are too far apart: ")


class TestMissing:
    """Deals that no part holds: the status is 3, and commands play them."""

    def test_deals_between_the_parts(self, tmp_path: Path) -> None:
        part(tmp_path, "a.json", "clock --games 20")
        part(tmp_path, "b.json", "clock --games 2 --seed 40")
        result = run_here("merge", "b.json", "a.json", cwd=tmp_path)
        assert b"\nMISSING: 19 of 41 deals, seeds 21 to 39\n" in result.stdout
        assert result.returncode == 3
        error, rest, command = result.stderr.decode().splitlines()
        assert error == "Error: 19 of 41 deals are missing: seeds 21 to 39"
        assert rest == "The rest is played by:"
        (tmp_path / "c.json").write_text(shown_here(*command.split()[1:]))
        whole = shown_here("merge", "a.json", "b.json", "c.json", "--json", cwd=tmp_path)
        assert whole == shown_here(*"simulate clock --games 41 --json".split())

    @pytest.mark.parametrize(("words", "missing"), [
        ("--games 22", "seeds 21 to 22"),
        ("--games 22 --seed -1", "seeds -1 to 0"),
        ("--games 23 --seed -1", "seeds -1 to 0, 21"),
        ("--seed 0", "seed 0"),
    ])  # fmt: skip
    def test_the_first_and_the_last_part(self, words: str, missing: str, tmp_path: Path) -> None:
        part(tmp_path, "a.json", "clock --games 20")
        result = run_here("merge", "a.json", "--json", *words.split(), cwd=tmp_path)
        assert result.returncode == 3 and f"missing: {missing}\n" in result.stderr.decode()
        (tmp_path / "b.json").write_bytes(result.stdout)
        again = run_here("merge", "b.json", "--json", cwd=tmp_path)
        assert (again.returncode, again.stdout) == (3, result.stdout)

    @pytest.mark.parametrize("words", ["--games 19", "--seed 2", "--seed -999999999999"])
    def test_a_whole_that_is_smaller_than_its_parts(self, words: str, tmp_path: Path) -> None:
        part(tmp_path, "a.json", "clock --games 20")
        assert run_here("merge", "a.json", "--games", "20", cwd=tmp_path).returncode == 0
        told = run_here("merge", "a.json", *words.split(), cwd=tmp_path).stderr.decode()
        assert told.endswith(": the parts reach from seed 1 to 20\n")


class TestOwnStrategies:
    """A file holds the full name of a function, since it cannot hold the function."""

    def write(self, folder: Path, name: str, seed: int, **how: Any) -> None:
        played = cardgames.simulate(how.pop("game", "clock"), 4, seed=seed, **how)
        (folder / name).write_text(played.to_json())

    @pytest.mark.parametrize(
        ("game", "options"),
        [("clock", {}), ("slap", {"rules": ["run"], "limit": 50}), ("klondike", {"limit": 9})],
    )
    def test_parts_add_up(self, game: str, options: dict[str, Any], tmp_path: Path) -> None:
        self.write(tmp_path, "a.json", 1, game=game, strategy=first, **options)
        self.write(tmp_path, "b.json", 7, game=game, strategy=first, **options)
        merged = run_here("merge", "a.json", "b.json", "--json", cwd=tmp_path)
        both = merged.stdout.decode()
        assert merged.stderr == b"Error: 2 of 10 deals are missing: seeds 5 to 6\n"
        assert merged.returncode == 3 and json.loads(both)["missing"] == [[5, 6]]
        (tmp_path / "c.json").write_text(both)
        assert run_here("merge", "c.json", "--json", cwd=tmp_path).stdout.decode() == both
        rest = cardgames.simulate(game, 2, seed=5, strategy=first, **options)
        (tmp_path / "d.json").write_text(rest.to_json())
        added = shown_here("merge", "c.json", "d.json", "--json", cwd=tmp_path)
        assert added == cardgames.simulate(game, 10, strategy=first, **options).to_json()

    def test_other_functions_and_limits(self, tmp_path: Path) -> None:
        self.write(tmp_path, "a.json", 1, strategy=first)
        self.write(tmp_path, "b.json", 7, strategy=first, limit=9)
        other = (tmp_path / "a.json").read_text().replace("tests.test_merge.f", "tests.other.f")
        (tmp_path / "c.json").write_text(other)
        self.write(tmp_path, "d.json", 7, strategy=lambda position: None)
        self.write(tmp_path, "e.json", 7)
        wrong = "first is not the same function as in a.json, or has another limit of moves"
        assert refusal(tmp_path, "a.json", "b.json") == f"b.json: {wrong}"
        assert refusal(tmp_path, "a.json", "c.json") == f"c.json: {wrong}"
        assert "'<lambda>' is a function without a name of its own" in refusal(tmp_path, "d.json")
        assert "cannot be added" in refusal(tmp_path, "a.json", "e.json")

    @pytest.mark.parametrize(("lie", "wrong"), [
        ({"function": None}, "its 'function' must be a name"),
        ({"function": "a\33.b"}, "its 'function' must be a name"),
        ({"function": "tests.last"}, "its strategy is 'first', but should be 'last'"),
        ({"limit": "many"}, "limit must be a whole number"),
    ])  # fmt: skip
    def test_a_lie_is_named(self, lie: dict[str, Any], wrong: str, tmp_path: Path) -> None:
        self.write(tmp_path, "a.json", 1, strategy=first)
        found = json.loads((tmp_path / "a.json").read_text()) | lie
        (tmp_path / "a.json").write_text(json.dumps(found))
        assert wrong in refusal(tmp_path, "a.json")


def changed(**figures: Any) -> Callable[[Any], object]:
    return lambda found: found.update(figures)


def row(number: int, column: int, *values: Any) -> Callable[[Any], object]:
    place = slice(column, column + len(values))
    return lambda found: found["tally"][number].__setitem__(place, values)


NO_PART = "it is not what 'simulate --json' prints"
LIES: list[tuple[Callable[[Any], object], str]] = [
    (changed(won=7), "its won is '7', but should be '5'"),
    (changed(version="0.9"), f"its version is '0.9', but should be '{__version__}'"),
    (changed(missing=[[9, 9]]), "its missing is '[[9, 9]]', but should be '[]'"),
    (changed(missing=[[25, 30]]), "its command is "),
    (changed(seed=2), "'played' must hold rising ranges of seeds 2 to 20"),
    (changed(seed=1e9), "seed must be a whole number"),
    (changed(options={}), "its options is '{}', but should be '{\"win\": \"place\"}'"),
    (changed(options={"win": []}), "win: "),
    (changed(score=None), "its score is 'null', but should be '{"),
    (changed(command="rm -rf ."), "its command is 'rm -rf .', but should be 'cardgames simulate"),
    (changed(game=["clock"]), "['clock'] is not one of the games"),
    (changed(strategy="best"), "'best' plays no Clock"),
    (changed(played=7), NO_PART),
    (changed(played=[[1]]), NO_PART),
    (changed(played=[[-(10**19 - 1), 20]]), NO_PART),
    (changed(played=[]), "'played' must hold rising ranges of seed 1"),
    (changed(played=[[1, 21]]), "its tally counts 20 deals, but 21 were played"),
    (changed(played=[[1, 12], [9, 20]]), "'played' must hold rising ranges of seeds 1 to 20"),
    (changed(played=[[1, 19]]), "row 16 of its tally cannot be '["),
    (changed(played=[[1, 2], [4, 6], [8, 20]]), "its tally counts 20 deals, but 18 were played"),
    (changed(tally=[]), "its tally counts 0 deals, but 20 were played"),
    (row(0, 0, 2), "row 1 of its tally cannot be '[2, "),
    (row(1, 0, True), "row 2 of its tally cannot be '[true, "),
    (row(1, 0, 0, 1.5), "row 2 of its tally cannot be '[0, 1.5, "),
    (row(2, 0, 0, 1, 1, 1, 7, 7), "row 3 of its tally cannot be '[0, 1, 1, 1, 7, 7]'"),
    (row(-1, 3, 0), "of its tally cannot be '["),
    (row(-1, 3, 5), "its tally counts 24 deals, but 20 were played"),
    (row(-1, 4, 1), "its tally has two rows for one result, or is not in order of seeds"),
    (row(-1, 4, 21), "of its tally cannot be '["),
    (lambda found: row(-1, 0, *found["tally"][0][:3])(found), "two rows for one result"),
    (lambda found: found.pop("tally"), "it has no 'tally'"),
]


class TestForeignFiles:
    @pytest.mark.parametrize(("lie", "wrong"), LIES)
    def test_a_lie_is_named(self, lie: Callable[[Any], object], wrong: str, tmp_path: Path) -> None:
        found = part(tmp_path, "a.json", "clock --games 20")
        lie(found)
        (tmp_path / "a.json").write_text(json.dumps(found))
        told = refusal(tmp_path, "a.json")
        assert told.startswith("a.json is not a part: ") and wrong in told

    @pytest.mark.parametrize(("data", "wrong"), [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b"[]", NO_PART),
        (b'{"version": "2.0",\n "played": [[1, 2],', "it is cut off in line 2"),
        (b'{"version": "2.0", "score": {"mean": 7.0}', "it is cut off in line 1"),
        (b"{} {}", "it is not what 'simulate --json' prints: Extra data in line 1"),
        (b"Clock, strategy hint\n", "it is not what 'simulate --json' prints"),
        (b"{}", "it has no 'version'"),
        (b"\xff\xfe\xfd", "it is not text"),
        (b"[" * 10**6, NO_PART),
        (b"9" * 10**6, "Exceeds the limit"),
        (b'{"version": "' + b"x" * 10**6 + b'"}', "its version is 'xxx"),
    ])  # fmt: skip
    def test_no_part_at_all(self, data: bytes, wrong: str, tmp_path: Path) -> None:
        (tmp_path / "a.json").write_bytes(data)
        told = refusal(tmp_path, "a.json")
        assert told.startswith("a.json is not a part: ") and wrong in told and len(told) < 200

    def test_a_file_too_large(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("cardgames.cli.simulate.LARGEST", 1 << 20)
        (tmp_path / "large").write_bytes(bytes((1 << 20) + 1))
        with pytest.raises(PartError, match="large is not a part: it is larger than 1 MB"):
            read(str(tmp_path / "large"))

    def test_the_time_grows_with_the_size(self, tmp_path: Path) -> None:
        def seconds(rows: int) -> float:
            plan = plan_of(f"clock --games {2 * rows}")
            tally = Tally([range(seed, seed + 1) for seed in plan.seeds[::2]])
            for seed in plan.seeds[::2]:
                tally.add(Result(0, seed, 7), seed)
            (tmp_path / "a.json").write_text(Simulation(plan, tally).to_json())
            start = process_time()
            assert read(str(tmp_path / "a.json")).games == rows
            return process_time() - start

        assert seconds(4000) < 25 * max(seconds(400), 0.002), "and not with its square"
