"""Charts: bars and strips, as lines and as SVG."""

from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

import pytest

from cardgames.play import review
from cardgames.play.charts import TIMES, Bar, Bars, Strip, spread, svg
from cardgames.screen.look import clock_text
from tests.kept import keep, result
from tests.program import run_here

HALVES = Bars("Wins", [Bar("May", 0.5, "1 of 2"), Bar("June", 0, "0 of 9")], 1)


class TestBars:
    def test_they_keep_within_the_columns(self) -> None:
        assert HALVES.lines(27, ascii=True) == ["Wins", "   May  #####       1 of 2",
                                                "  June              0 of 9"]  # fmt: skip
        assert HALVES.lines(27, ascii=False)[1] == "   May  █████       1 of 2"
        for columns in (0, 15, 20):  # there is no room for a bar
            assert HALVES.lines(columns, ascii=True)[1] == "   May  1 of 2"

    def test_the_least_share_is_seen(self) -> None:
        lines = Bars("", [Bar("a", 1, ""), Bar("b", 1e-9, "")]).lines(80, ascii=False)
        assert lines[2].split() == ["b", "▏"]

    @pytest.mark.parametrize(("numbers", "expected"), [
        ([7], [("7", 1)]),
        ([7, 9, 9], [("7", 1), ("8", 0), ("9", 2)]),
        ([3, 64, 79], [("0-9", 1), ("10-19", 0), ("20-29", 0), ("30-39", 0), ("40-49", 0),
                       ("50-59", 0), ("60-69", 1), ("70-79", 1)]),
        ([1] * 30 + [4000], [("1 up", 31)]),
    ])  # fmt: skip
    def test_a_spread(self, numbers: list[int], expected: list[tuple[str, int]]) -> None:
        assert [(bar.label, bar.size) for bar in spread(numbers)] == expected

    def test_times_have_the_steps_of_a_clock(self) -> None:
        found = spread([65, 200, 600], TIMES, clock_text)
        assert found[0].label == "0:00-1:59" and found[-1].label == "10:00-11:59"


class TestStrips:
    def test_a_sign_for_each_move_in_rows(self) -> None:
        strip = Strip("It", [1] * 9 + [None, 0.5, 0])
        title = "It (+ can be won, - cannot, ? not known):"
        assert strip.lines(80, ascii=True) == [title, "     1 +++++++++?5-"]
        assert strip.lines(18, ascii=False)[1:] == ["     1 █████████?", "    11 ▅▁"]


class TestPictures:
    def test_it_is_one_picture_without_scripts(self) -> None:
        text = svg("<1>", [HALVES, Strip("It", [1, None, 0])])
        root = ElementTree.fromstring(text)
        named = [one.tag.split("}")[1] for one in root.iter()]
        assert set(named) == {"svg", "title", "rect", "text"} and named.count("rect") == 6
        assert root[0].text == "<1>" and "script" not in text

    def test_stats_and_review_write_it_to_a_new_file(self, tmp_path: Path) -> None:
        diary, file = str(tmp_path / "diary"), tmp_path / "stats.svg"
        keep(diary, result(), result(name="two", moves=70))
        done = run_here("stats", "clock", "--svg", str(file), CARDGAMES_RESULTS=diary)
        assert (done.returncode, done.stdout.decode()) == (0, f"Drawn in {file}.\n")
        assert "Share of wins by month" in file.read_text()
        done = run_here("stats", "clock", "--svg", str(file), CARDGAMES_RESULTS=diary)
        assert b"exists: choose another file" in done.stderr
        done = run_here("stats", "--svg", "-", CARDGAMES_RESULTS=diary)
        assert b"--svg draws one game: name it" in done.stderr
        script = "# cardgames canfield --seed 10\n3f\nc\nc\nw4\nw1\n"
        with patch.multiple(review, MOST=100, MOST_LOOKED_AT=100):
            done = run_here("review", "-", "--svg", "-", stdin=script)
        assert ElementTree.fromstring(done.stdout)[0].text.startswith("Canfield, seed 10: not won")
