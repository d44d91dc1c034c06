"""Today's deal: dates as seeds, the command `today`, and the line to share."""

import time
from datetime import date, timedelta
from pathlib import Path

import pytest

from cardgames import games
from cardgames.diary.diary import date_here, now
from cardgames.diary.figures import calendar
from cardgames.model.deal import Day, SeedOrDay, read_day, seed_of
from cardgames.model.errors import InvalidCommand
from cardgames.model.game import Outcome
from cardgames.play.session import Session
from tests.kept import result
from tests.parts import NAMES
from tests.program import run_here
from tests.samples import sample
from tests.seated import Memory, player_of, session_of, type_lines
from tests.today import WINNABLE, passed_over, seed_on, winnable_from

DAY = date(2026, 11, 21)
SOLVED = date(2026, 12, 1)
"""The first date on which Klondike's deal can be won."""

CLOSE = {
    "canfield": ("2027-02-25", "2028-06-28", "2028-08-29")[: sample(1, 3)],
    "klondike": ("2027-05-23", "2028-03-01", "2028-06-01")[: sample(1, 3)],
}
"""Dates whose deal the solver only just wins, or only just does not."""
TABLES = {game: dict(passed_over(game)) for game in CLOSE}
FROZEN = [
    *((game, date.fromisoformat(day)) for game, days in CLOSE.items() for day in days),
    *((game, day) for game, table in TABLES.items() for day in list(table)[sample(989, 0) :: 183]),
]


def dated(name: str, day: Day = DAY, **options: object) -> Session:
    session = session_of(games.model(name), **options)  # type: ignore[arg-type]
    session.new(day)
    return session


class TestTheNumberOfADate:
    @pytest.mark.parametrize(
        ("day", "seed"),
        [("0001-01-01", 414430), ("2026-11-21", 546339), ("2026-11-22", 270242),
         ("2028-02-29", 14021), ("9999-12-31", 763239)],
    )  # fmt: skip
    def test_it_never_changes(self, day: str, seed: int) -> None:
        assert seed_of(read_day(day)) == seed

    def test_it_is_the_deal_of_every_other_game_before_the_change(self) -> None:
        assert {seed_on(name, DAY) for name in NAMES if name not in TABLES} == {546339}

    @pytest.mark.parametrize(
        ("name", "seed"),
        [("elevens", 990602), ("osmosis", 990582), ("clock", 990582)],
    )
    def test_from_the_change_on_it_can_be_won_where_a_solver_soon_finds_a_win(
        self, name: str, seed: int
    ) -> None:
        assert seed_on(name, date(2026, 12, 4)) == seed


class TestDealsThatCanBeWon:
    def test_the_tables_hold_a_thousand_days(self) -> None:
        days = [DAY + timedelta(days) for days in range(1000)]
        assert list(TABLES["canfield"]) == days
        assert list(TABLES["klondike"]) == [day for day in days if day >= SOLVED]

    @pytest.mark.parametrize(("name", "day"), FROZEN, ids=str)
    def test_the_solver_finds_the_same_deal(self, name: str, day: Day) -> None:
        assert seed_on(name, day) == seed_of(day) + TABLES[name][day]

    @pytest.mark.parametrize("name", WINNABLE)
    def test_winnable_deals_the_same(self, name: str) -> None:
        for seed in sample((8,), (4, 8)):
            assert winnable_from(name, seed) == seed + int(WINNABLE[name][seed - 1])

    @pytest.mark.parametrize(
        ("day", "seed"), [("0001-01-01", 414430), ("2026-11-30", 247721), ("2026-12-01", 204218)]
    )
    def test_klondikes_deals_around_the_change(self, day: str, seed: int) -> None:
        assert seed_on("klondike", read_day(day)) == seed


class TestReading:
    seed = SeedOrDay("SEED", -999, 999)

    def test_a_number_or_a_date(self) -> None:
        assert [self.seed.parse(word) for word in ("-7", "2026-11-21")] == [-7, DAY]
        assert self.seed.text(DAY) == "2026-11-21"

    @pytest.mark.parametrize(("word", "reason"), [
        ("2026-02-30", "there is no date 2026-02-30: that month has the days 01 to 28"),
        ("2028-02-30", "there is no date 2028-02-30: that month has the days 01 to 29"),
        ("9999-12-32", "there is no date 9999-12-32: that month has the days 01 to 31"),
        ("2026-13-01", "there is no date 2026-13-01: the months are 01 to 12"),
        ("0000-01-01", "there is no date 0000-01-01: the first year is 0001"),
        ("2026-2-3", "a date is written as 2026-11-21, not as '2026-2-3'"),
        ("21-11-2026", "a date is written as 2026-11-21, not as '21-11-2026'"),
        ("x", "SEED must be a whole number or a date such as 2026-11-21, not 'x'"),
        ("-2026-11-21", "SEED must be a whole number or a date such as"),
        ("2026\u0661-11-21", "SEED must be a whole number or a date such as"),
        ("1000", "SEED must be a number from -999 to 999, not '1000'"),
    ])  # fmt: skip
    def test_others_are_refused(self, word: str, reason: str) -> None:
        with pytest.raises(InvalidCommand) as error:
            self.seed.parse(word)
        assert str(error.value).startswith(reason)

    def test_only_the_tests_set_the_clock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CARDGAMES_TODAY", "2031-02-28")
        assert str(now().date()) == "2031-02-28" and now().utcoffset() == timedelta(0)
        assert now().microsecond == 0
        monkeypatch.setenv("CARDGAMES_TODAY", "")
        assert now().year >= 2026 and str(now().date()) != "2031-02-28"

    @pytest.mark.parametrize("words", [("today", "clock"), ("clock",), ("stats",)])
    def test_a_wrong_date_is_refused(self, words: tuple[str, ...]) -> None:
        done = run_here(*words, stdin="card\n", CARDGAMES_TODAY="20310228")
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode().startswith("Error: CARDGAMES_TODAY: ")


class TestTheDateOfASession:
    def test_it_outlasts_undo_and_restart_but_not_a_new_game(self) -> None:
        session = dated("clock")
        player = player_of(session)
        type_lines(player, "move", "undo", "redo", "restart")
        assert session.day == DAY
        type_lines(player, "new")
        assert session.day is None
        type_lines(player, "new 2026-11-22")
        assert session.day == DAY + timedelta(1)
        type_lines(player, "new 7")
        assert session.day is None

    def test_options_make_it_a_deal_like_any_other(self) -> None:
        session = dated("clock", win="reveal")
        assert session.day is None and session.seed == seed_of(DAY)

        session = dated("mod10")
        player_of(session).do("hide")
        assert session.day is None

    def test_an_earlier_moment_of_the_same_deal_has_it_too(self, tmp_path: Path) -> None:
        file = tmp_path / "saved"
        player = player_of(dated("clock"))
        file.write_text("# cardgames clock --seed 546339\nmove\n")
        player.load(str(file))
        assert player.session.day == DAY and player.session.moves_made == 1
        file.write_text("# cardgames clock --seed 7\n")
        player.load(str(file))
        assert player.session.day is None


class TestTheCommand:
    def test_it_deals_what_the_date_deals(self) -> None:
        daily = run_here("today", "clock", "--echo", stdin="score\n", CARDGAMES_TODAY="2026-11-22")
        by_date = run_here("clock", "--seed", "2026-11-22", "--echo", stdin="score\n")
        assert daily.stdout == by_date.stdout
        assert b"the deal for 2026-11-22 (seed " in daily.stdout

    def test_canfield_is_its_game_and_no_setting_changes_the_rules(self) -> None:
        changes = {"CARDGAMES_TODAY": "2028-06-20", "CARDGAMES_CANFIELD_DRAW": "1"}
        told = run_here("today", "--echo", stdin="score\n", **changes).stdout
        assert b"the deal for 2028-06-20 (seed " in told

    @pytest.mark.parametrize(("words", "told"), [
        (("canfeild",), "no game is called 'canfeild': did you mean canfield?"),
        (("canfield", "--draw", "1"), "No such option"),
        (("clock", "--auto", "solver"), "'solver' plays no Clock: choose from hint"),
    ])  # fmt: skip
    def test_it_takes_nothing_that_changes_it(self, words: tuple[str, ...], told: str) -> None:
        result = run_here("today", *words)
        assert result.returncode == 2 and told in result.stderr.decode()

    def test_a_date_is_a_deal_to_solve_but_no_range_to_simulate(self) -> None:
        solved = run_here("solve", "klondike", "--seed", "2026-11-21", "--limit", "1")
        assert solved.stdout.startswith(b"# cardgames klondike --seed 546339\n# Undecided ")
        simulated = run_here("simulate", "clock", "--seed", "2026-11-21")
        assert b"SEED must be a whole number, not '2026-11-21'" in simulated.stderr


class TestTheDateHere:
    def test_it_is_the_local_one_or_that_of_utc(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("CARDGAMES_TODAY", raising=False)
        there = set()
        for zone in ("XXX-14", "XXX+12"):  # at any time, one of them has another date than UTC
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            assert date_here(utc=True) == now().date()
            there.add(date_here())
        assert len(there) == 2
        monkeypatch.undo()
        time.tzset()

    def test_the_calendar_shows_the_first_tries(self) -> None:
        days = [(20, "won"), (21, "lost"), (21, "won"), (22, "won"), (23, "won")]
        rows = [result(today=f"2026-11-{day}", outcome=outcome) for day, outcome in days]
        rows.append(result(today="2026-11-18", outcome="won", player="computer"))
        rows.append(result(today="2026-11-19", outcome="", player="helped"))
        open_yet = {"outcome": "", "status": "going", "finished": "2026-11-24T09:00:00Z"}
        rows.append(result(today="2026-11-24", **open_yet))
        shown = calendar(rows, "Canfield", "canfield", date(2026, 11, 24))
        assert shown.splitlines() == [
            "Canfield: the deals of the day in November 2026",
            "  Mo   Tu   We   Th   Fr   Sa   Su",
            "                                1.",
            "  2.   3.   4.   5.   6.   7.   8.",
            "  9.  10.  11.  12.  13.  14.  15.",
            " 16.  17.  18*  19*  20+  21-  22+",
            " 23+ [24~] 25   26   27   28   29",
            " 30",
            "+ won, - lost, = drawn, * helped, ~ not ended, . not played; [today]",
            "cardgames canfield 2026-11: 3 of 7 won, 2 in a row, at most 2",
        ]


class TestTheLineToShare:
    def told(self, session: Session, *lines: str) -> str:
        console = Memory()
        player = player_of(session, console)
        player.advance()
        type_lines(player, *lines)
        return console.said.splitlines()[-1]

    @pytest.mark.parametrize(("lines", "told"), [
        (("run",), "lost, 30 cards placed, no hints"),
        (("hint", "hint", "move", "undo", "run"), "lost, 30 cards placed, 2 hints, 1 undo"),
        (("move", "auto"), "lost, 30 cards placed, no hints, by the computer"),
    ])  # fmt: skip
    def test_it_tells_the_end_and_the_help(self, lines: tuple[str, ...], told: str) -> None:
        assert self.told(dated("clock"), *lines) == f"cardgames clock 2026-11-21: {told}"

    @pytest.mark.parametrize("name", [name for name in NAMES if name not in TABLES])
    def test_every_game_has_one(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        session = dated(name)
        monkeypatch.setattr(games.model(name), "outcome", lambda _: Outcome(1, "it is late"))
        line = self.told(session)
        assert line.startswith(f"cardgames {name} 2026-11-21: won, ")
        assert line.endswith(", no hints")
