"""The figures of `cardgames stats`, which are worked out here in another way."""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from io import StringIO
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from cardgames.diary import figures
from cardgames.diary.diary import Diary, Entry
from cardgames.diary.figures import (
    LEGEND,
    PLAIN,
    Figures,
    Streak,
    by_variant,
    daily_streak,
    page,
    score_text,
)
from cardgames.games import model
from cardgames.model.game import DOLLARS, Game
from tests.docs import text_of, topic
from tests.kept import evenings, keep, result, thousand
from tests.parts import NAMES, SHELF
from tests.program import run_here

RESULTS = thousand()
GROUPS = {
    ("Canfield", PLAIN, ""),
    ("Canfield", "rainbow", "--draw 1 --redeals 0 --build any"),
    ("Canfield", "--draw 2 --reserve open", "--draw 2 --reserve open"),
    ("Klondike", PLAIN, ""),
    ("Clock", PLAIN, ""),
    ("Clock", "--win reveal", "--win reveal"),
    ("Mod10", "--pick-up must", "--pick-up must"),
    ("Slap", PLAIN, "--penalty strict --grace 250 --interval 300"),
    ("Slap", "--speed slow", "--speed slow --penalty strict --grace 250 --interval 300"),
    ("Rummy", "--level hard", "--level hard"),
}
"""The games of the thousand results: the title of each on the page, and its name in the file."""
TODAY = date(2026, 11, 22)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    name = str(tmp_path_factory.mktemp("kept") / "diary.sqlite")
    keep(name, *RESULTS)
    return name


@pytest.fixture(scope="module")
def shown(file: str) -> str:
    """The long page about them."""
    return stats(file, "--long")


def stats(file: str, *arguments: str, status: int = 0, **more: Any) -> str:
    done = run_here("stats", *arguments, CARDGAMES_RESULTS=file, **more)
    assert done.returncode == status, done.stderr.decode()
    return (done.stdout or done.stderr).decode()


Cells = dict[str, str]  # the cells of a row by their headings


def rows(text: str) -> dict[tuple[str, str], Cells]:
    """The cells of all tables of a page, by the game and the label of the row."""
    found: dict[tuple[str, str], Cells] = {}
    title = label = ""
    headings: list[str] = []
    for line in text.splitlines():
        cells = re.split(" {2,}", line[16:].strip())
        if heading := re.match(r"(\w+): ", line):
            title = heading[1]
        elif line.startswith(16 * " ") and (headings == [] or not re.search(r"\d", cells[0])):
            headings = cells
        elif re.match("  [^ ]", line) and ":" not in line and len(cells) != len(headings):
            label = line.strip()
        elif line.startswith("  ") and ":" not in line[:30]:
            label = line[2:16].strip() or label
            found.setdefault((title, label), {}).update(zip(headings, cells, strict=True))
    return found


def own_games(game: str) -> list[Entry]:
    return [one for one in RESULTS if (one.game, one.player) == (game, "person")]


def apart(game: str, words: str) -> Cells:
    """The expected cells of a group, computed by plain loops."""
    own = [one for one in own_games(game.lower()) if one.words == words]
    ended = [one for one in own if one.status == "ended"]
    won = [one for one in ended if one.outcome == "won"]
    signs = {"won": "+", "lost": "-", "drawn": "="}
    course = "".join("." if one.status == "left" else signs[one.outcome] for one in own)
    streaks = re.split("[-=]", course.replace(".", ""))
    played, wins, seconds = len(ended), len(won), min(one.seconds for one in won)
    share, z = wins / played, 1.959964
    half = z * sqrt(share * (1 - share) / played + z * z / played**2 / 4)
    low, high = (
        (share + z * z / played / 2 + side * half) / (1 + z * z / played) for side in (-1, 1)
    )
    scores = [one.score for one in ended]
    best, mean = max(scores), sum(scores) / played
    unit = model(game.lower()).score_unit
    if game == "Klondike":
        cards = [(score + 52) / 5 for score in (best, mean)]
        shown = {"best": f"{cards[0]:.0f}", "mean": f"{cards[1]:.1f}"}
    elif unit == DOLLARS:
        shown = {"best": f"${best}", "mean": f"${round(mean)}"}
    else:
        shown = {"best": str(best), "mean": f"{mean:.1f}"} if unit else {}
    return shown | {
        "begun": str(len(own)),
        "played": str(played),
        "won": str(wins),
        "share": f"{share:.1%}",
        "95% interval": f"{100 * low:.1f} to {high:.1%}",
        "last ten": course[-10:],
        "streak": str(len(streaks[-1])),
        "longest": str(max(map(len, streaks))),
        "unaided": str(sum(one.hints + one.undos == 0 for one in won)),
        "moves": str(min(one.moves for one in won)),
        "time": f"{seconds // 60}:{seconds % 60:02}",
        "left": str(len(own) - played),
    }


class TestAThousandResults:
    @pytest.mark.parametrize(("game", "label", "words"), sorted(GROUPS))
    def test_their_figures(self, shown: str, game: str, label: str, words: str) -> None:
        found, expected = rows(shown)[game, label], apart(game, words)
        assert {heading: found[heading] for heading in expected} == expected
        assert "best" in expected or "best" not in found and "mean" not in found

    def test_every_group_is_there_and_no_other(self, shown: str) -> None:
        assert set(rows(shown)) == {(game, label) for game, label, _ in GROUPS}

    def test_money_is_told_where_the_board_shows_it(self, shown: str) -> None:
        for name, paid, other in (
            ("klondike", ("vegas", "casino"), (PLAIN, "trigon")),
            ("canfield", (PLAIN, "rainbow"), ()),
            ("freecell", (), (PLAIN,)),
        ):
            for variant in (*paid, *other):
                text = score_text(48, model(name), variant)
                assert text.startswith("$") is (variant in paid)
        total = sum(one.score for one in own_games("canfield") if one.status != "left")
        section = shown.split("Canfield: ")[1].split("\n\n")[0]
        assert f"Your account at the casino: ${total:,}\n" in section + "\n"

    def test_the_reactions_of_slap(self, shown: str) -> None:
        own = [one.details for one in own_games("slap") if "slow" in one.words]
        total = {name: sum(details[name] for details in own) for name in own[0]}
        found = rows(shown)["Slap", "--speed slow"]
        assert found["mean slap"] == f"{total['reaction'] / total['slaps']:.0f} ms"
        assert found["best slap"] == f"{min(d['quickest'] for d in own if d['slaps'])} ms"
        assert found["slapped"] == f"{total['slaps'] / total['chances']:.1%}"
        assert found["piles taken"] == f"{total['piles'] / total['rounds']:.1%}"

    def test_hands_and_what_anybody_would_win_stand_beside(self, shown: str) -> None:
        own = [one.details for one in own_games("rummy")]
        share = sum(details["won"] for details in own) / sum(details["hands"] for details in own)
        found = rows(shown)
        assert found["Rummy", "--level hard"]["hands won"] == f"{share:.1%}"
        assert found["Clock", PLAIN]["by chance"] == "20.283%"
        assert found["Clock", "--win reveal"]["by chance"] == "7.692%"
        assert found["Mod10", "--pick-up must"]["by computer"] == "27.7%"

    @pytest.mark.parametrize("columns", [80, 40])
    def test_the_page_fits_the_screen(self, columns: int) -> None:
        models = {name: model(name) for name in NAMES if name not in SHELF}
        for long in (False, True):
            text = page(RESULTS, models, TODAY, columns, long)
            assert max(map(len, text.splitlines())) < columns
        assert columns < 80 or text.endswith("\n".join([*LEGEND.values(), ""]))

    @pytest.mark.parametrize("name", ["clock", "slap"])
    def test_one_game_is_told_by_month(self, file: str, name: str) -> None:
        text = stats(file, name, "--long")
        months = re.findall(r"^  (2026-\d\d) +\d+ +(\d+)", text, re.MULTILINE)
        counts = Counter(one.finished[:7] for one in own_games(name) if one.status != "left")
        assert months == [(month, str(counts[month])) for month in sorted(counts)]
        assert len(months) == 11


def test_options_too_long_for_a_line_go_on_further_in(tmp_path: Path) -> None:
    chosen = {"build": "any", "draw": 1, "redeals": 0, "reserve": "open"}
    options = model("canfield").options_type(**chosen)
    words = " ".join(options.words())
    keep(tmp_path / "file", result(game="canfield", options=options.values(), words=words))
    told = stats(str(tmp_path / "file"), COLUMNS="40").splitlines()
    at = told.index("  --draw 1 --redeals 0 --build any")
    assert told[at + 1] == "    --reserve open" and told[at + 2].startswith("    begun 1, ")


def test_the_help_shows_a_page_as_it_is() -> None:
    shown = page(evenings(), {"canfield": model("canfield")}, TODAY, 80, False)
    assert shown.split("\n\nplayed: ")[0] in text_of(topic("results"))


class TestFigures:
    def test_a_game_untouched_for_thirty_days_is_left_and_one_that_goes_on_only_begun(self) -> None:
        games = [
            result(status="going", outcome="", finished=f"{day}T12:00:00Z")
            for day in ("2026-10-22", "2026-10-23", "2026-11-22")
        ]
        figures = Figures([*games, result()], TODAY)
        counts = (figures.begun, figures.played, figures.left, figures.last)
        assert counts == (4, 1, 1, ["left", "won"])
        text = page([*games, result()], {"clock": model("clock")}, TODAY, 80, False)
        cells = rows(text)["Clock", PLAIN]
        assert (cells["begun"], cells["played"], cells["share"]) == ("4", "1", "100.0%")

    def test_a_lost_game_is_shown_on_a_narrow_screen(self) -> None:
        """Its sign is that of a missing figure."""
        text = page([result(outcome="lost")], {"clock": model("clock")}, TODAY, 40, False)
        assert text.split("\n\nlast ten: ")[0].endswith(",\n    last ten -")

    def test_a_game_from_a_script_counts_nowhere_else(self) -> None:
        """Loaded three times before its end, it was three wins in a row in no time."""
        games = [result(outcome="lost"), *[result(player="script", seconds=0)] * 3]
        figures = Figures(games, TODAY)
        assert (figures.begun, figures.scripts, figures.helped, figures.last) == (1, 3, 0, ["lost"])
        assert figures.streak == (0, 0) and figures.quickest is None
        text = page(games, {"clock": model("clock")}, TODAY, 80, False)
        assert "  Counted nowhere else: 3 from a script\n" in text

    def test_neither_do_those_of_computers_or_of_several_people(self) -> None:
        others = [result(player="helped"), result(player="computer"), result(outcome="ended")]
        figures = Figures([result(), *others], TODAY)
        assert (figures.played, figures.helped, figures.shared, figures.last) == (1, 2, 1, ["won"])
        for game in (*others, result(status="left")):
            text = page([game], {"clock": model("clock")}, TODAY, 80, False)
            assert rows(text)["Clock", PLAIN]["played"] == "0"

    def test_the_variant_is_named_though_an_option_is_newer_than_the_result(self) -> None:
        options = {"draw": 1, "redeals": 0, "build": "any"}
        found = by_variant([result(options=options, words="?")], model("canfield"))
        assert list(found) == ["rainbow"]

    def test_a_game_that_is_not_known_here_is_told_all_the_same(self) -> None:
        golf = result(game="golf\033[2J", options={"deals": 9}, words="--deals 9")
        text = page([golf], {golf.game: Game}, TODAY, 80, False)
        assert "golf\\x1b[2J: 1 game\n" in text and "  --deals 9 " in text
        listed = figures.listing([golf], {golf.game: Game}, TODAY)
        assert "golf\\x1b[2J --deals 9, seed 42" in listed

    def test_speeds_are_added_up_where_the_variants_do_not(self) -> None:
        kinds = [("slow", 1), ("slow", 2), ("fast", 1)]
        games = []
        for speed, n in kinds:
            options, details = {"speed": speed, "reaction": n}, {"slaps": 1, "reaction": 100 * n}
            words = f"--speed {speed} --reaction {n}"
            games.append(result(game="slap", words=words, options=options, details=details))
        text = page(games, {"slap": model("slap")}, TODAY, 80, True).split("By speed\n")[1]
        assert re.search(r"^  slow +2 +2 ", text, re.MULTILINE)
        assert re.search(r"^  slow +150 ms", text, re.MULTILINE)


class TestTodaysDeals:
    @staticmethod
    def won(*dates: str, **changes: Any) -> Iterator[Entry]:
        return (result(today=day, **changes) for day in dates)

    @pytest.mark.parametrize(("dates", "expected"), [
        ([], (0, 0)),
        (["2026-11-22"], (1, 1)),
        (["2026-11-21"], (1, 1)),
        (["2026-11-20"], (0, 1)),
        (["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-21", "2026-11-22"], (2, 3)),
        (["2026-11-22", "2026-11-21", "2026-11-22"], (2, 2)),
    ])  # fmt: skip
    def test_dates_in_a_row(self, dates: list[str], expected: Streak) -> None:
        assert daily_streak(self.won(*dates), TODAY) == expected

    def test_only_wins_of_a_person_alone_count(self) -> None:
        for changes in ({"player": "helped"}, {"outcome": "lost"}, {"outcome": "ended"}):
            assert daily_streak(self.won("2026-11-22", **changes), TODAY) == (0, 0)

    @pytest.mark.parametrize(("today", "expected"), [
        ({"outcome": "lost"}, (0, 1)),
        ({"player": "helped"}, (0, 1)),
        ({"status": "going", "outcome": "", "finished": "2026-11-22T20:00:00Z"}, (1, 1)),
        ({}, (2, 2)),
    ])  # fmt: skip
    def test_a_loss_today_ends_it_at_once(self, today: dict[str, str], expected: Streak) -> None:
        """A second try changes nothing, even one that the clock puts before the first."""
        again = result(today="2026-11-22", finished="2026-11-22T00:00:00Z")
        games = [*self.won("2026-11-21"), *self.won("2026-11-22", **today), again]
        assert daily_streak(games, TODAY) == expected

    def test_the_page_tells_them(self, tmp_path: Path) -> None:
        file = str(tmp_path / "results")
        wins = self.won("2027-01-31", "2027-02-01")
        keep(file, *(one._replace(name=str(one.today)) for one in wins))
        told = "  Today's deals won: 2 dates in a row, at most 2\n"
        assert told in stats(file, CARDGAMES_TODAY="2027-02-02")
        assert told not in stats(file, CARDGAMES_TODAY="2027-02-03")


class TestRows:
    def test_json_has_every_row(self, file: str) -> None:
        found = json.loads(stats(file, "--json"))
        assert found == [json.loads(json.dumps(one._asdict())) for one in Diary(file).games()]
        assert len(found) == 1000 and found[0]["options"]["draw"] == 3

    def test_csv_has_every_row_with_its_options_in_words(self, file: str) -> None:
        found = list(csv.DictReader(StringIO(stats(file, "slap", "--csv"))))
        kept = Diary(file).games("slap")
        assert [(row["name"], row["options"]) for row in found] == [(r.name, r.words) for r in kept]
        for name in ("game", "seed", "outcome", "score", "moves", "seconds", "hints", "undos"):
            values = [getattr(one, name) for one in kept]
            assert [row[name] for row in found] == ["" if v is None else str(v) for v in values]
        assert json.loads(found[1]["details"]) == kept[1].details

    def test_nothing_was_played(self, tmp_path: Path) -> None:
        file = str(tmp_path / "none")
        assert stats(file) == "No game has been begun yet: 'cardgames' begins one.\n"
        assert stats(file, "mod10") == (
            "No game of Mod10 has been begun yet: 'cardgames mod10' begins one.\n"
        )
        assert json.loads(stats(file, "--json")) == []
        assert stats(file, "--csv").startswith("id,name,game,") and not Path(file).exists()

    def test_results_are_off(self) -> None:
        told = "Nothing is kept, since CARDGAMES_RESULTS is off.\n"
        assert stats("off") == told and stats("off", "--list") == told
        assert stats("off", "clock", "--best") == told
        assert stats("off", "--json") == "[]\n"

    @pytest.mark.parametrize(("words", "why"), [
        (["--json", "--csv"], "choose one of --long, --list, --json and --csv"),
        (
            ["--long", "--last", "3"],
            "choose one of --long, --list (with --best or --last), --json and --csv",
        ),
        (["clock", "--best", "--last", "3"], "choose one of --best and --last"),
        (["--best"], "--best lists one game: name it"),
        (["--last", "0"], "0 is not in the range"),
        (["bridge"], "no game is called 'bridge': 'cardgames help'"),
    ])  # fmt: skip
    def test_what_does_not_go_together(self, words: list[str], why: str) -> None:
        assert why in stats("off", *words, status=2)


class TestLists:
    @pytest.fixture
    def evening(self, tmp_path: Path) -> str:
        """A file of the games of a few evenings, one that goes on, and one from a script."""
        file = str(tmp_path / "diary")
        going = result(name="going", status="going", outcome="", seed=None, number=0, seconds=7)
        loaded = result(name="loaded", player="script", game="klondike", day="2026-03-01")
        given_up = result(name="up", outcome="lost", reason="given up", number=2)
        keep(file, *evenings(), going, loaded, given_up)
        return file

    def test_each_game_is_a_line_with_its_number(self, evening: str) -> None:
        lines = stats(evening, "--list", CARDGAMES_TODAY="2026-03-02").splitlines()
        assert len(lines) == 19
        told = "2 2026-03-01 Canfield, seed 42 won, $210, 107 moves, 4:59"
        assert lines[1].split() == told.split()
        assert lines[9].endswith("  left, 163 moves, 7:31")
        assert "  Canfield, rainfall, seed 42" in lines[14]
        assert lines[14].endswith("  won, $210, 198 moves, 9:06")
        assert "Clock, a given deck" in lines[16]
        assert lines[16].endswith("  not ended, 51 moves, 0:07")
        assert "Klondike, the deal for 2026-03-01 (seed 42)  won, 20, 51 moves" in lines[17]
        assert lines[17].endswith(", from a script")
        assert "Clock, seed 42, game 2 " in lines[18] and "  given up, 48, 51 moves" in lines[18]

    def test_the_last_ones_or_the_best(self, evening: str) -> None:
        assert numbers(stats(evening, "canfield", "--last", "3")) == [14, 15, 16]
        assert numbers(stats(evening, "--list", "--last", "99"))[0] == 1
        best = numbers(stats(evening, "canfield", "--list", "--best"))
        assert best[:5] == [2, 6, 7, 11, 15] and len(best) == 10

    def test_without_a_score_the_quickest_wins_are_best(self, tmp_path: Path) -> None:
        for n in range(9, 0, -1):
            outcome = "won" if n % 2 else "lost"
            keep(tmp_path / "diary", result(name=str(n), game="slap", seconds=n, outcome=outcome))
        best = stats(str(tmp_path / "diary"), "slap", "--best")
        assert numbers(best) == [9, 7, 5, 3, 1]


def numbers(listed: str) -> list[int]:
    return [int(line[:4]) for line in listed.splitlines()]
