"""The book of figures: its values, what is made of it, and the measuring."""

import re
from math import inf
from pathlib import Path

import pytest

from cardgames.games.clock.game import Clock
from cardgames.games.mod10.game import Mod10
from tests import book, figures
from tests.book import PAGE, Figure, Section, Value, contradicts, page, quoted, read
from tests.docs import README, TOPICS, text_of
from tests.measures import measured, size
from tests.program import ROOT

RULES = sorted((ROOT / "cardgames" / "games").glob("*/rules.txt"))
TEXTS = [file for file in (README, *TOPICS, *RULES) if file != PAGE]
FIGURE = re.compile(r"\d%|±|\+- ?\d|\d of \d0\b|of 1,000|\bseeds \d")
"""What looks like a figure that somebody must have measured."""
NO_FIGURE = re.compile(r"95% (?:confidence|interval)|^    .*$", re.MULTILINE)
"""Words that look like one, and samples, which are not about the program."""
EXAMPLE = "16 games from 2026-11-14"
"""How the output of a command begins that a topic shows, with the figures of somebody."""
CLOCK = "cardgames simulate clock --seed 5 --games 400"


def phrases(file: Path) -> list[str]:
    section = read().get(str(file.relative_to(ROOT)))
    return section.fields["says"].strip().splitlines() if section else []


def in_one_line(text: str) -> str:
    return " ".join(text.split())


class TestTexts:
    def test_the_page_is_made_of_the_book(self) -> None:
        assert page() == text_of(PAGE), "python -m tests.book writes it"

    @pytest.mark.parametrize("file", TEXTS, ids=lambda file: str(file.relative_to(ROOT)))
    def test_other_texts_have_no_figures_but_those_of_the_book(self, file: Path) -> None:
        text = in_one_line(NO_FIGURE.sub("", text_of(file)).partition(EXAMPLE)[0])
        said = [*map(quoted, phrases(file))]
        for phrase in said:
            assert phrase in text
        for phrase in said:
            text = text.replace(phrase, "")
        assert not FIGURE.findall(text)

    def test_the_program_knows_the_same_figures(self) -> None:
        for rule, share in Mod10.expected.shares.items():
            assert share == round(read()[f"mod10-{rule}"].figures["won"].value.mean, 4)
        for rule, share in Clock.expected.shares.items():
            assert share == read()[f"clock-{rule}"].figures["exactly won"].value.mean


class TestBook:
    def test_each_figure_has_a_command_or_a_source(self) -> None:
        for section in read().values():
            if section.figures and section.name != "people":
                assert {"command", "source"} & {*section.fields}, section.name

    def test_the_deals_are_those_of_the_command_and_none_is_spent(self) -> None:
        for section in read().values():
            command = section.fields.get("command", "")
            if "--seed" in command:
                assert "--seed 1000001 --games" in command
                for name in {"won", "drawn", "winnable"} & {*section.figures}:
                    assert section.figures[name].value.games == size(command), section.name

    def test_no_share_that_others_published_is_contradicted(self) -> None:
        assert not [section.name for section in read().values() if contradicts(section)]

    @pytest.mark.parametrize(
        ("published", "wrong"), [("70% ± 1%", False), ("20%", True), ("95%", True), ("88%", False)]
    )
    def test_what_is_undecided_may_be_won_or_lost(self, published: str, wrong: bool) -> None:
        told = {"winnable": "20 of 50", "undecided": "20 of 50", "published": published}
        figures = {name: Figure(text, "") for name, text in told.items()}
        assert contradicts(Section("", {}, figures)) is wrong

    def test_a_patience_that_is_new_gets_a_section(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(book, "FILE", tmp_path / "book")
        book.FILE.write_text(f"\n[The shelf]\n\n{book.AFTER_SHELF}", encoding="utf-8")
        book.add_missing(["gypsy", "wasp"])
        book.add_missing(["gypsy"])
        assert [*read()] == [
            "The shelf", "gypsy-solver", "wasp-solver", "Golf"
        ]  # fmt: skip
        assert read()["wasp-solver"].figures["winnable"].meaning == "Wasp"


class TestValues:
    @pytest.mark.parametrize("text", ["290 of 20,000", "350.75 ± 7.34", "8344", "38.4"])
    def test_text_and_value_are_inverses(self, text: str) -> None:
        assert str(Value.parse(text)) == text

    @pytest.mark.parametrize(("text", "mean"), [("20.283%", 0.20283), ("1/13", 1 / 13)])
    def test_shares_that_are_exact(self, text: str, mean: float) -> None:
        assert Value.parse(text) == (mean, 0, 0)

    @pytest.mark.parametrize(
        ("published", "found", "deviation"),
        [("500 of 1,000", "300 of 500", 3.66), ("50%", "300 of 500", 4.47),
         ("100 ± 1.96", "103 ± 3.92", 1.34), ("8344", "8344", 0), ("8344", "8343", -inf),
         ("0", "1", inf)],
    )  # fmt: skip
    def test_deviations(self, published: str, found: str, deviation: float) -> None:
        told = Value.parse(published).deviation(Value.parse(found))
        assert told == pytest.approx(deviation, abs=0.01)


class TestMeasuring:
    @pytest.mark.parametrize(
        ("command", "names"),
        [
            ("brief freecell --games 1", {"winnable", "lost", "undecided"}),
            ("levels klondike --strategy quick --seed 8 --games 1", {"won", "easy"}),
            ("known klondike --games 1", {"wrong"}),
            ("beam mod10 --pick-up must --games 2", {"won"}),
            ("small klondike --games 2", {"wrong", "decided"}),
            ("foretold rummy --players 3 --level medium --games 1", {"excess", "brier"}),
            ("reviews canfield --seed 5 --games 1", {"open", "wrong"}),
            ("cardgames simulate slap --games 2", {"won", "drawn", "length", "rounds", "slaps"}),
            ("cardgames slap --seed 3 --auto --players computer,computer", {"cards", "rounds"}),
        ],
    )
    def test_each_way_of_measuring(self, command: str, names: set[str]) -> None:
        deals: list[int] = []
        found = measured(command, deals.append)
        assert names == {*found}
        assert sum(deals) == size(command)

    @pytest.mark.parametrize(("won", "status"), [(78, 0), (320, 1)])
    def test_a_wrong_figure_fails(
        self, won: int, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(book, "FILE", tmp_path / "book")
        section = f"\n[clock]\ncommand = {CLOCK}\nwon = {won} of 400: won\n"
        book.FILE.write_text(section, encoding="utf-8")
        assert figures.main(["clock"]) == status

    def test_what_is_found_is_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("FILE", "PAGE"):
            monkeypatch.setattr(book, name, tmp_path / name)
        section = f"\n[A]\n\n[clock]\ncommand = {CLOCK}\nlength = 1 ± 2: placed\n"
        book.FILE.write_text(section, encoding="utf-8")
        assert figures.main(["--accept", "clock"]) == 0
        assert figures.main(["--full", "clock"]) == 0
        assert re.search(r"^  placed  3\d\.\d\d ± \d\.\d\d$", text_of(book.PAGE), re.MULTILINE)
