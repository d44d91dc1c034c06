"""Keeping the game at the table: its journal while it goes on, its result when it has ended."""

import os
from datetime import datetime, timezone
from pathlib import Path

import pytest

from cardgames.cli.seating import followed
from cardgames.games.canfield.game import Canfield
from cardgames.games.clock.game import Clock
from cardgames.games.klondike.game import Klondike
from cardgames.games.rummy.game import Rummy
from cardgames.model.errors import ScriptError
from cardgames.play import sitting
from cardgames.play.keeping import Keeper
from cardgames.play.results import Result, Results
from cardgames.play.session import Session
from cardgames.play.shelf import Shelf
from cardgames.play.sitting import GameJournal, Sitting
from tests.seated import player_of, session_of, type_lines
from tests.test_clock import SORTED

EVENING = datetime(2026, 11, 21, 20, 45, 12, tzinfo=timezone.utc)


class Table:
    """A table with a keeper at it, who keeps things in a folder."""

    def __init__(self, folder: Path) -> None:
        self.shelf = Shelf(str(folder / "unfinished"))
        self.results = Results(str(folder / "results.sqlite"))
        self.told = ""

    def sit_down(self, session: Session) -> None:
        self.player = player_of(session)
        self.player.loading = False
        self.keeper = Keeper(self.shelf, self.results, lambda: EVENING)
        self.keep()

    def keep(self) -> None:
        self.told += self.keeper.record(self.player.session)

    def type(self, *lines: str) -> None:
        for line in lines:
            type_lines(self.player, line)
            self.keep()

    def leave(self, left: bool = True) -> str:
        return self.keeper.close(left)

    def resume(self) -> None:
        """Go on with the only unfinished game, as after a kill."""
        self.keeper = Keeper(self.shelf, self.results, lambda: EVENING)
        session, (file,) = self.followed(), self.files()
        journal = GameJournal(str(file))
        lines = file.read_text().splitlines()
        journal.sitting = Sitting.next(file.name, lines, file.stat().st_mtime)
        session.day = journal.sitting.day
        self.keeper.take_up(session, journal)
        self.player = player_of(session)
        self.player.loading = False
        self.keep()

    def rows(self) -> list[Result]:
        return self.results.rows()

    def outcomes(self) -> list[tuple[str, str]]:
        return [(row.outcome, row.reason) for row in self.rows()]

    def followed(self) -> Session:
        """The session that the only journal leads to."""
        (path,) = self.files()
        return followed(str(path))

    def files(self) -> list[Path]:
        return sorted(Path(self.shelf.folder).glob("*-*"))

    def journals(self) -> list[str]:
        """The texts of the journals, without the remark."""
        texts = [path.read_text() for path in self.files()]
        return ["\n".join(t for t in text.split("\n") if "# begun" not in t) for text in texts]


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every patience be stuck."""
    monkeypatch.setattr(Session, "is_stuck", lambda _: True)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


class TestTheJournal:
    def test_it_begins_with_the_first_move_and_grows(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        assert table.journals() == []
        table.type("card", "card", "undo")
        assert table.journals() == ["# cardgames canfield --seed 42\ncard\ncard\nundo 1\n"]

    def test_it_tells_when_the_game_was_begun_and_how_long_it_was_played(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sitting, "time", lambda: 1000)
        table.sit_down(session_of(Canfield, 42))
        table.type("card")
        table.leave()
        name = table.shelf.names()[0]
        path = Path(table.shelf.path(name))
        remark = path.read_text().splitlines()[1]
        assert remark == "# begun 2026-11-21T20:45:12Z, at the table since 1000 after 0 s"
        monkeypatch.setattr(sitting, "time", lambda: 5000)
        later = Sitting.next(name, ["", remark], 1060.5)
        assert (later.begun, later.seconds()) == (EVENING, 60)
        monkeypatch.setattr(sitting, "time", lambda: 5007)
        assert later.seconds() == 67

    @pytest.mark.parametrize(
        "remark",
        [
            "",
            "card",
            "# begun 2026-11-31T20:45:12Z, at the table since 0 after 0 s",
            "# begun 2026-11-21T20:45:12Z, at the table since 0 after 0 s, the deal for noon",
        ],
    )
    def test_a_spoiled_remark_costs_only_the_time(self, remark: str) -> None:
        found = Sitting.next("clock-20261121-204512-0000", ["", remark], 0)
        assert (found.begun.year, found.before) == (1970, 0)

    def test_a_game_that_ends_leaves_none(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1))
        table.type("run 3")
        assert len(table.journals()) == 1
        table.type("run")
        assert table.journals() == [] and table.leave() == ""

    def test_the_next_game_has_one_of_its_own(self, table: Table) -> None:
        """It leads to the same deal without what was played before."""
        table.sit_down(session_of(Canfield, 42))
        table.type("card", "new", "card", "hint", "new", "card", "undo")
        assert table.journals() == ["# cardgames canfield --seed 42\nnew\nnew\ncard\nundo 1\n"]
        again = table.followed()
        assert again.game == table.player.session.game
        table.type("new 7", "card")
        assert table.journals() == ["# cardgames canfield --seed 42\nnew 7\ncard\n"]

    def test_undo_and_redo_reach_back_as_before(self, table: Table) -> None:
        table.sit_down(session_of(Klondike, 3))
        table.type("card", "tabtab 2 7", "card", "undo 2")
        again = table.followed()
        for session in (table.player.session, again):
            session.redo(2)
            assert session.history.steps == 3
        assert again.game == table.player.session.game
        assert again.undos == table.player.session.undos == 2

    def test_it_goes_on_with_the_same_file_and_date(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1))
        table.type("new 2026-11-21", "run 2")
        before = table.files()
        table.leave()
        table.resume()
        table.type("run 3", "undo")
        assert (table.files(), table.followed().moves_made) == (before, 4)
        table.type("run")
        assert [(row.id, row.today) for row in table.rows()] == [(before[0].name, "2026-11-21")]
        assert table.files() == []

    def test_going_to_and_fro_between_saved_games_adds_none(
        self, table: Table, tmp_path: Path
    ) -> None:
        for name in "ab":
            moves = "card\n" * (ord(name) - 96)
            (tmp_path / name).write_text(f"# cardgames canfield --seed {ord(name)}\n{moves}")
        table.sit_down(session_of(Canfield, 42))
        table.type("card", *[f"load {tmp_path / name}" for name in "abab"])
        assert len(table.files()) == 3

    def test_hints_are_counted_but_not_thought_of_again(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table.sit_down(session_of(Klondike, 3))
        table.type("card", "hint", "hint 3")
        monkeypatch.setattr(Session, "advice", lambda *_: pytest.fail("thought again"))
        assert table.followed().hints == 2

    def test_two_tables_share_no_journal(self, table: Table, tmp_path: Path) -> None:
        other = Table(tmp_path)
        for each in (table, other):
            each.sit_down(session_of(Canfield, 42))
            each.type("card")
        assert len(table.journals()) == 2 and table.shelf.names() == []
        with pytest.raises(ScriptError, match="another program plays this game"):
            GameJournal(str(table.files()[0]))
        other.leave()
        assert len(table.shelf.names()) == 1

    def test_a_folder_that_cannot_be_written_is_told_once(self, table: Table) -> None:
        Path(table.shelf.folder).write_text("a file")
        table.sit_down(session_of(Canfield, 42))
        table.type("card", "card")
        folder = table.shelf.folder
        told = f"Error: cannot make {folder}: File exists, and the game cannot be kept\n"
        assert table.told == told

    def test_a_loaded_game_has_one_too_and_the_one_before_stays(
        self, table: Table, tmp_path: Path
    ) -> None:
        saved = tmp_path / "saved.txt"
        saved.write_text("# cardgames canfield --seed 5\ncard\ncard\n")
        table.sit_down(session_of(Canfield, 42))
        table.type("card", f"load {saved}", "card")
        assert sorted(text.count("card\n") for text in table.journals()) == [1, 3]
        assert table.rows() == []

    def test_an_earlier_moment_of_the_game_stays_in_its_journal(
        self, table: Table, tmp_path: Path
    ) -> None:
        saved = tmp_path / "saved.txt"
        table.sit_down(session_of(Canfield, 42))
        table.type("card", f"save {saved}", "card", "card", f"load {saved}", "card")
        assert table.journals() == ["# cardgames canfield --seed 42\ncard\ncard\n"]


class TestTheResult:
    def test_a_game_that_ended(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1))
        table.type("run 3", "hint", "undo", "run")
        row = table.rows()[0]
        assert (row.game, row.seed, row.number, row.words) == ("clock", 1, 1, "")
        assert row.options == {"win": "place"}
        assert row.outcome == "lost" and row.reason.startswith("the fourth king is up")
        assert (row.hints, row.undos, row.player) == (1, 1, "person")
        assert row.score == table.player.session.game.score()
        assert row.finished == row.begun == "2026-11-21T20:45:12Z"
        assert row.id.startswith("clock-20261121-204512-")

    def test_undoing_the_end_and_playing_on_corrects_it(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1))
        table.type("run", "undo", "run")
        assert [row.undos for row in table.rows()] == [1]
        assert len(table.journals()) == 0

    def test_an_end_that_was_undone_is_not_given_up(self, table: Table) -> None:
        table.sit_down(session_of(Clock, deck=SORTED))
        table.type("run")
        assert table.outcomes()[0][0] == "won"
        table.type("undo", "new")
        assert [outcome for outcome, _ in table.outcomes()] == ["won"]

    def test_a_new_game_gives_up_the_one_before(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        table.type("new", "card", "new 7")
        row = table.rows()[0]
        assert (row.outcome, row.reason) == ("lost", "given up")
        assert (row.seed, row.number, row.moves) == (42, 2, 1)

    def test_what_is_given_up_is_told(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        table.type("card", "new")
        assert table.told == "The game before counts as lost.\n"

    def test_taking_back_every_move_does_not_help(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        table.type("card", "restart", "new")
        assert table.outcomes() == [("lost", "given up")]

    def test_a_game_left_in_the_middle_has_none_yet(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        table.type("card")
        assert table.leave() == "'cardgames resume' goes on with this game.\n"
        assert table.rows() == []

    @pytest.mark.usefixtures("stuck")
    def test_a_game_left_when_it_is_stuck_is_lost(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        table.type("card")
        assert table.leave() == "The game is stuck, so it counts as lost.\n"
        assert table.outcomes() == [("lost", "stuck")] and table.journals() == []

    @pytest.mark.usefixtures("stuck")
    def test_without_a_journal_the_results_are_the_same(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        table.keeper = Keeper(None, table.results, lambda: EVENING)
        table.type("card", "new", "card")
        table.leave()
        assert [reason for _, reason in table.outcomes()] == ["given up", "stuck"]

    def test_who_played(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1))
        table.type("auto", "new", "run 5", "auto", "new", "auto", "undo", "run")
        assert [(r.player, r.helped_from) for r in table.rows()] == [
            ("computer", 0), ("helped", 5), ("person", None)
        ]  # fmt: skip

    def test_a_game_that_was_over_when_it_was_loaded_does_not_count(
        self, table: Table, tmp_path: Path
    ) -> None:
        saved = tmp_path / "saved.txt"
        saved.write_text("# cardgames clock --seed 1\nrun\n")
        table.sit_down(session_of(Clock, 5))
        table.type(f"load {saved}")
        assert table.rows() == []
        table.type("undo", "run")
        assert len(table.rows()) == 1

    def test_a_table_of_several_people(self, table: Table) -> None:
        session = session_of(Rummy, 1, players=2, humans=2, target=10)
        table.sit_down(session)
        table.type("auto")
        assert table.outcomes()[0][0] == "ended"

    def test_the_deal_of_a_date_counts_as_todays_if_it_is_begun_on_that_date(
        self, table: Table
    ) -> None:
        table.sit_down(session_of(Clock, 1))
        table.type("new 2026-11-21", "run", "new 2026-11-20", "run")
        assert [row.today for row in table.rows()] == ["2026-11-21", None]

    def test_the_date_of_a_deal_is_remembered(self, table: Table) -> None:
        table.sit_down(session_of(Clock, 1))
        table.type("new 2026-11-21", "run 2")
        remark = table.files()[0].read_text().splitlines()[1]
        assert remark.endswith(" s, the deal for 2026-11-21")
        assert str(Sitting.next("clock-20261121-204512-0000", ["", remark], 0).day) == "2026-11-21"

    def test_a_given_deck(self, table: Table) -> None:
        table.sit_down(session_of(Clock, deck=SORTED))
        table.type("run")
        assert (table.rows()[0].seed, table.rows()[0].number) == (None, 0)

    @pytest.mark.usefixtures("stuck")
    def test_without_results_nothing_is_said_of_them(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        table.keeper = Keeper(table.shelf, None, lambda: EVENING)
        table.type("card", "new", "card")
        assert table.leave() == table.told == ""
        assert table.rows() == [] and table.files() == []

    def test_what_cannot_be_written_is_told_once_and_stays_on_the_shelf(
        self, table: Table
    ) -> None:
        """As soon as the results can be written again, they get the end that was kept."""
        os.mkdir(table.results.name)
        table.sit_down(session_of(Clock, 1))
        table.type("run", "undo", "run")
        assert table.told.count("Error: cannot write ") == 1
        os.rmdir(table.results.name)
        table.leave()
        table.resume()
        assert [row.outcome for row in table.rows()] == ["lost"] and table.files() == []

    def test_a_game_of_computers_alone_is_not_kept(self, table: Table, tmp_path: Path) -> None:
        saved = tmp_path / "saved.txt"
        saved.write_text("# cardgames rummy --humans 0 --seed 1\n")
        table.sit_down(session_of(Rummy, 2))
        table.type("draw", f"load {saved}")
        assert table.rows() == [] and len(table.files()) == 1

    @pytest.mark.usefixtures("stuck")
    def test_a_connection_that_is_lost_ends_no_game(self, table: Table) -> None:
        table.sit_down(session_of(Canfield, 42))
        table.type("card")
        table.leave(left=False)
        assert table.rows() == [] and len(table.files()) == 1

    def test_an_end_that_was_loaded_and_made_again_does_not_count(
        self, table: Table, tmp_path: Path
    ) -> None:
        saved = tmp_path / "saved.txt"
        saved.write_text("# cardgames clock --seed 1\nrun\n")
        table.sit_down(session_of(Clock, 5))
        table.type(f"load {saved}", "undo", "redo")
        assert table.rows() == []
