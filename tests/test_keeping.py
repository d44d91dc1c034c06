"""Keeping the game at the table: its lines while it goes on, its result when it has ended."""

import os
import sys
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from unittest.mock import Mock

import pytest

from cardgames import games
from cardgames.cli.diary import script_of
from cardgames.cli.playing import SCRIPTS, followed, replayed
from cardgames.diary import diary, keeping
from cardgames.diary.diary import GOING, Diary, Entry, Owner
from cardgames.diary.figures import Figures
from cardgames.diary.files import GameJournal
from cardgames.diary.keeping import Keeper
from cardgames.games.canfield.game import Canfield
from cardgames.games.clock.game import Clock
from cardgames.games.klondike.game import Klondike
from cardgames.games.rummy.game import Rummy
from cardgames.games.rummy.options import RummyOptions
from cardgames.model.errors import KeepingError
from cardgames.model.game import Setup
from cardgames.model.strategy import Strategy
from cardgames.play.session import Session
from cardgames.screen.console import Console
from cardgames.screen.look import Look
from tests.kept import owned
from tests.seated import player_of, session_of, type_lines
from tests.test_clock import SORTED

EVENING = datetime(2026, 11, 21, 20, 45, 12, tzinfo=timezone.utc)


class Table:
    """A table with a keeper at it, who keeps games in a folder."""

    def __init__(self, folder: Path) -> None:
        self.diary = Diary(str(folder / "diary.sqlite"), replay=replayed)
        self.told = ""

    def sit_down(self, session: Session, *lines: str, only_ends: bool = False) -> None:
        self.player = player_of(session)
        self.keeper = Keeper(self.diary, only_ends)
        self.keep()
        self.type(*lines)

    def keep(self) -> None:
        self.told += self.keeper.record(self.player.session)

    def type(self, *lines: str) -> None:
        for line in lines:
            type_lines(self.player, line)
            self.keep()

    def leave(self, left: bool = True) -> str:
        return self.keeper.close(left)

    def resume(self, id: int = 1) -> None:
        """Go on with a game, as after a kill."""
        (result, lines), turn = self.diary.take(id, Owner.new())
        session = followed(script_of(result, lines))
        self.keeper = Keeper(self.diary)
        self.keeper.take_up(session, result, turn)
        self.player = player_of(session)
        self.keep()

    def rows(self) -> list[Entry]:
        return [row for row in self.diary.games() if row.status != GOING]

    def outcomes(self) -> list[tuple[str, str]]:
        return [(row.outcome, row.reason) for row in self.rows()]

    def followed(self, id: int = 1) -> Session:
        result = self.diary.find(id)
        assert result is not None
        return followed(script_of(result, self.diary.lines(id)))

    def scripts(self) -> list[list[str]]:
        return [[game.deal, *self.diary.lines(game.id)] for game in self.diary.games()]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(diary, "now", lambda: EVENING)
    return Table(tmp_path)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The monotonic clock of the machine."""
    time = [1000.0]
    monkeypatch.setattr(keeping, "monotonic", lambda: time[0])
    return time


class TestTheLines:
    def test_they_begin_with_the_first_move_and_grow(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        assert table.scripts() == []
        table.type("hint")
        assert table.scripts() == []
        table.type("card", "card", "undo")
        assert table.scripts() == [
            ["cardgames canfield --seed 42", "hint", "card", "card", "undo 1"]
        ]

    def test_the_time_is_that_of_all_sittings_up_to_the_end(
        self, table: Table, time: list[float]
    ) -> None:
        """Nobody sat there in between, and a person may look at the last board for long."""
        goes_on = keeping.GOES_ON.format("")
        for seconds, line, told in ((60, "move", goes_on), (7, "run", "")):
            table.sit_down(session_of(Clock, 1), "move") if seconds == 60 else table.resume()
            time[0] += seconds
            table.type(line)
            time[0] += 10 * (seconds == 60)
            assert table.leave() == told
            time[0] += 5000
        assert table.diary.games()[0].seconds == 77

    def test_the_next_game_has_its_own(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        table.type("card", "new", "card", "hint", "new", "card", "undo", "new 7", "card")
        first, seventh = "cardgames canfield --seed 42", "cardgames canfield --seed 7"
        assert table.scripts() == [
            [first, "card"],
            [first, "new", "card", "hint"],
            [first, "new", "new", "card", "undo 1"],
            [seventh, "card"],
        ]
        assert table.followed(4).game == table.player.session.game
        assert table.followed(2).hints == 1

    def test_what_is_cut_from_the_log_is_cut_here(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42), "card", "card")
        session = table.player.session
        with suppress(KeyboardInterrupt), session.undisturbed():
            session.hand_over("hint")
            for _ in range(3):
                session.make(session.event())
                table.keep()
            assert len(table.scripts()[0]) == 1 + 2 + 1 + 3
            raise KeyboardInterrupt
        table.keep()
        assert table.scripts() == [["cardgames canfield --seed 42", "card", "card"]]
        table.type("card")
        assert table.followed().game == table.player.session.game

    def test_a_loaded_game_is_another_and_begins_with_the_first_command(
        self, table: Table, tmp_path: Path
    ) -> None:
        saved = tmp_path / "saved.txt"
        saved.write_text("# cardgames canfield --seed 5\ncard\ncard\n")
        table.sit_down(session_of(Canfield, 42), "card", f"load {saved}")
        assert len(table.scripts()) == 1
        table.type("card")
        assert [len(lines) for lines in table.scripts()] == [2, 4]
        assert [game.player for game in table.diary.games()] == ["person", "script"]

    def test_the_time_in_which_computers_think_counts(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """They may think before the first move of a game, in a hint, and while they play on."""
        seconds = [0.0]
        monkeypatch.setattr(keeping, "monotonic", lambda: seconds[0])

        def thinking(name: str) -> Strategy:
            seconds[0] += 10
            return games.computer("rummy", name)

        session, keeper = Session(Setup(Rummy, RummyOptions(), 3), thinking), Keeper(table.diary)
        player = games.player("rummy")(session, Console(), Look(), SCRIPTS, recorders=[keeper])
        for line in ("draw", "new", "take", "hint"):
            player.advance()
            player.do(line)
            if line == "new":
                begun = seconds[0]
        player.advance()
        assert session.history.line(1)[1][0].seat == 2  # a computer began
        assert [game.seconds for game in table.diary.games()][-1] == seconds[0] - begun >= 10

    def test_hints_are_counted_but_not_thought_of_again(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table.sit_down(session_of(Klondike, 3), "card", "hint", "hint 3")
        monkeypatch.setattr(Session, "hint", lambda *_: pytest.fail("thought again"))
        assert table.followed().hints == 2

    def test_a_game_is_put_away_by_load_and_by_new(self, table: Table, tmp_path: Path) -> None:
        (saved := tmp_path / "saved.txt").write_text("# cardgames canfield --seed 5\ncard\n")
        table.sit_down(session_of(Canfield, 42))
        table.type("card", "new", f"load {saved}", "card", "new 3", "new 4")
        away = "The last game is put away: 'cardgames resume {}' goes on with it.\n"
        assert table.told == away.format(1) + away.format(2)
        assert owned(table.diary) == [] and len(table.diary.unfinished()) == 2


class TestTheResult:
    def test_a_game_that_ended(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1), "run 3", "hint", "undo", "run")
        row = table.rows()[0]
        assert (row.game, row.seed, row.number, row.words) == ("clock", 1, 1, "")
        assert row.options == {"win": "place"}
        assert row.outcome == "lost" and row.reason.startswith("the fourth king is up")
        assert (row.hints, row.undos, row.player) == (1, 1, "person")
        assert row.score == table.player.session.game.score()
        assert row.finished == row.begun == "2026-11-21T20:45:12Z"
        assert row.name.startswith("clock-20261121-204512-") and row.status == "ended"

    def test_undoing_the_end_withdraws_it_once_the_person_plays_on(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1), "run")
        ended = table.rows(), table.diary.lines(1)
        table.type("undo 2", "undo", "redo", "hint")
        assert (table.rows(), table.diary.lines(1)) == ended and table.told == keeping.STANDS
        table.type("move")
        assert table.rows() == [] and table.diary.games()[0].status == GOING
        assert table.told == keeping.STANDS + keeping.WITHDRAWN
        assert table.followed().game == table.player.session.game
        table.type("run")
        assert [(row.id, row.undos) for row in table.rows()] == [(1, 3)]

    def test_one_who_undoes_a_loss_and_leaves_has_lost(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1), "move", "giveup", "undo")
        assert table.leave() == "" and table.outcomes() == [("lost", "given up")]

    def test_an_end_that_ctrl_c_takes_back_was_never_told(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1), "run 3", "undo")
        session = table.player.session
        with suppress(KeyboardInterrupt), session.undisturbed():
            session.hand_over("hint")
            while event := session.event():
                session.make(event)
            table.keep()
            assert len(table.rows()) == 1
            raise KeyboardInterrupt
        table.keep()
        assert table.rows() == [] and table.told == ""

    def test_without_a_journal_only_the_end_is_kept(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1), only_ends=True)
        table.type("run 2", "new 3", "run", "undo", "new 4", "run 3")
        assert table.leave() == "" and table.told == keeping.STANDS
        assert [(row.seed, row.outcome) for row in table.diary.games()] == [(3, "won")]
        assert table.diary.lines(1) == owned(table.diary) == []

    def test_who_played(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1))
        table.type("auto", "new", "run 5", "auto", "new", "auto", "undo", "run")
        assert [(r.player, r.helped_from) for r in table.rows()] == [
            ("computer", 0), ("helped", 5), ("helped", None)
        ]  # fmt: skip

    def test_a_save_before_a_win_wins_nothing(self, table: Table, tmp_path: Path) -> None:
        """Loaded three times, it was three wins in a row; it stays a game from a script."""
        saved = tmp_path / "saved.txt"
        table.sit_down(session_of(Clock, deck=SORTED))
        table.type("run 2", f"save {saved}", *[f"load {saved}", "run"] * 2, f"load {saved}", "hint")
        table.leave()
        table.resume(4)
        table.type("run")
        assert table.outcomes() == [("won", "every card is in its place")] * 3
        assert [row.player for row in table.rows()] == ["script"] * 3
        assert table.diary.records() == {} and table.rows()[0].seed is None
        table.type("new", "run")
        assert table.rows()[-1].player == "person"

    def test_the_deal_of_a_date_is_todays_if_begun_on_that_date(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1), "new 2026-11-21", "run", "new 2026-11-20", "run")
        assert [row.today for row in table.rows()] == ["2026-11-21", None]

    def test_a_game_of_computers_alone_is_not_kept(self, table: Table, tmp_path: Path) -> None:
        saved = tmp_path / "saved.txt"
        saved.write_text("# cardgames rummy --humans 0 --seed 1\n")
        table.sit_down(session_of(Rummy, 2), "draw", f"load {saved}")
        assert len(table.diary.games()) == 1

    def test_games_are_in_the_order_of_play_though_the_clock_of_the_machine_is_set(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for year, end in ((2026, "run"), (2020, "giveup"), (2027, "run"), (2026, ""), (2020, "")):
            table.sit_down(session_of(Clock, deck=SORTED))
            monkeypatch.setattr(diary, "now", lambda year=year: EVENING.replace(year=year))
            table.type("move", *filter(None, [end]))
            table.leave()
        figures = Figures(table.diary.games(), EVENING.date())
        assert (figures.streak, figures.last) == ((1, 1), ["won", "lost", "won", "left"])
        assert [game.id for game in table.diary.unfinished()] == [5, 4]


    def test_the_game_left_last_was_played_last(self, table: Table, tmp_path: Path) -> None:
        table.sit_down(session_of(Canfield, 1), "card")
        beside = Table(tmp_path)
        beside.sit_down(session_of(Canfield, 2), "card")
        beside.leave()
        table.leave()
        assert [game.seed for game in table.diary.unfinished()] == [1, 2]


class TestFailures:
    """What cannot be written is told, stays pending, and is written as soon as that works."""

    def test_the_next_game_is_kept_all_the_same_and_the_one_before_too(self, table: Table) -> None:
        os.mkdir(table.diary.name)
        table.sit_down(session_of(Clock, 1), "run 2", "new 5", "run 3")
        os.rmdir(table.diary.name)
        table.type("run")
        assert [(g.seed, g.moves, g.status) for g in table.diary.games()] == [
            (1, 2, "going"),
            (5, table.player.session.moves_made, "ended"),
        ]
        assert owned(table.diary) == [2]

    def test_a_game_that_is_written_late_has_its_own_time(
        self, table: Table, time: list[float]
    ) -> None:
        os.mkdir(table.diary.name)
        table.sit_down(session_of(Clock, 1), "run 2")
        time[0] += 5
        table.type("new 5", "run 3")
        time[0] += 495
        os.rmdir(table.diary.name)
        table.leave()
        assert [game.seconds for game in table.diary.games()] == [5, 495]

    def test_a_person_who_leaves_is_warned_once(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(GameJournal, "write", lambda *_: "")  # as on a full disk
        os.mkdir(table.diary.name)
        table.sit_down(session_of(Clock, 1))
        assert table.keeper.unkept() == ""
        table.type("run 2")
        warned = table.keeper.unkept()
        assert warned.startswith("Error: cannot write ") and "'save FILE' saves the game" in warned
        assert table.keeper.unkept() == ""
        table.type("run 1")  # which would be lost as well
        assert table.keeper.unkept() == warned

    def test_moves_that_were_pending_when_the_game_was_taken_over_are_not_kept_again(
        self, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table.sit_down(session_of(Canfield, 42), "card")
        with monkeypatch.context() as patch:
            patch.setattr(Diary, "write", Mock(side_effect=KeepingError("cannot write it")))
            table.type("card")
        Table(tmp_path).resume()
        table.told = ""
        table.type("card")
        assert table.told.startswith("This game goes on elsewhere: it is kept ")
        assert keeping.AGAIN not in table.told

    def test_one_that_goes_on_elsewhere_is_kept_no_more(self, table: Table, tmp_path: Path) -> None:
        table.sit_down(session_of(Canfield, 42), "card")
        other = Table(tmp_path)
        other.resume()
        other.type("undo", "card", "card")
        table.type("card", "undo", "card")
        assert table.told.startswith("This game goes on elsewhere: it is kept ")
        assert table.told.endswith(": it is kept no more here.\n") and table.told.count("\n") == 1
        assert table.leave() == ""
        assert table.scripts()[0][1:] == ["card", "undo 1", "card", "card"]
        table.resume()
        other.type("card")
        assert "it is kept no more here" in other.told
        other.type("new", "card")
        assert len(table.diary.games()) == 2

    def test_a_python_without_sqlite3_says_so_once(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "sqlite3", None)
        table.sit_down(session_of(Clock, 1), "run 2", "undo", "run")
        assert table.told == "This Python has no sqlite3: nothing is kept.\n"
        assert table.keeper.unkept() == table.leave() == ""
