"""Giving up: a command of every game, with its line in the log, its outcome, and its undo."""

from dataclasses import replace
from pathlib import Path

import pytest

from cardgames import games
from cardgames.cli.playing import NO_MOVE, account
from cardgames.diary.figures import Figures
from cardgames.games.canfield.game import Canfield
from cardgames.games.rummy.game import Rummy
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move, Outcome
from tests.again import check_file, state
from tests.parts import NAMES
from tests.seated import player_of, session_of, type_lines
from tests.test_keeping import EVENING, Table

CARD = Move("card")


@pytest.mark.parametrize("name", NAMES)
def test_a_game_given_up_is_lost_in_every_game(name: str) -> None:
    session = session_of(games.model(name))
    player = player_of(session)
    before = session.game
    type_lines(player, "giveup")
    outcome = session.outcome()
    assert outcome is not None and outcome.winner != 1 and outcome.reason == "given up"
    assert session.log == ["giveup"] and session.game is before and session.moves_made == 0
    assert list(player.legal_moves()) == []
    with pytest.raises(IllegalMove, match="the game is over: given up"):
        session.give_up()


def test_undo_takes_it_back_and_redo_gives_up_again() -> None:
    session = session_of(Canfield, 42)
    session.make(CARD)
    session.give_up()
    session.undo(1)
    assert session.outcome() is None and session.undos == 1
    session.redo(1)
    assert session.outcome() == Outcome(0, "given up")
    session.undo(1)
    session.make(CARD)
    with pytest.raises(IllegalMove, match="no move to make again"):
        session.redo(1)
    assert session.outcome() is None and session.history.steps == 2
    session.make(CARD)  # the step that had the number of the one in which the game was given up
    assert session.outcome() is None
    session.undo(session.history.steps, "restart")
    assert session.outcome() is None


def test_at_a_table_the_other_wins_the_one_with_most_points() -> None:
    session = session_of(Rummy, 3, players=4)
    turn = session.game.player()
    session.give_up()
    outcome = session.outcome()
    assert outcome is not None and outcome.winner != turn
    game = replace(session.game, scores=(90, 10, 40, 70))
    assert [game.ahead(but=seat) for seat in (1, 2, 3, 4)] == [4, 1, 1, 1]

    two = session_of(games.model("slap"), 3, players="human,human")
    turn = two.game.player()
    two.give_up()
    assert two.outcome() == Outcome(3 - turn, "given up")
    none = session_of(games.model("slap"), 3, players="computer,computer")
    with pytest.raises(IllegalMove, match="no person plays"):
        none.give_up()
    assert none.log == []


@pytest.mark.parametrize(("name", "lines"), [
    ("canfield", ["card", "giveup", "undo 1", "card", "giveup"]),
    ("canfield", ["card", "giveup", "new 9", "card"]),
    ("klondike", ["giveup", "undo 1", "redo 1"]), ("rummy", ["giveup", "undo 1"]),
    ("slap", ["play", "giveup"]), ("slap", ["play", "giveup", "undo 2", "play"]),
])  # fmt: skip
def test_a_script_with_it_leads_to_the_same_game(
    name: str, lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    player = player_of(session_of(games.model(name), 3))
    type_lines(player, *lines)
    Path("saved").write_text(player.session.script(), encoding="utf-8")
    check_file("saved", state(player.session))


class TestInTheDiary:
    def test_a_patience_without_a_move_is_no_game(self, tmp_path: Path) -> None:
        table = Table(tmp_path)
        table.sit_down(session_of(Canfield, 42), "hint", "giveup", "undo", "giveup")
        assert account(table.keeper, table.player.session) == (None, NO_MOVE)
        table.leave()
        assert table.outcomes() == []

    def test_moves_that_were_taken_back_make_it_one(self, tmp_path: Path) -> None:
        table = Table(tmp_path)
        table.sit_down(session_of(Canfield, 42), "card", "undo", "giveup")
        assert table.outcomes() == [("lost", "given up")]
        assert account(table.keeper, table.player.session)[1] != NO_MOVE

    def test_a_game_of_several_people_that_goes_on_is_nobodys_own(self, tmp_path: Path) -> None:
        table = Table(tmp_path)
        table.sit_down(session_of(games.model("slap"), 3, players="human,human"))
        table.type("play 500")
        figures = Figures(table.diary.games(), EVENING.date())
        assert (figures.begun, figures.shared) == (0, 1)
        table.type("giveup")
        assert table.outcomes() == [("ended", "given up")]
