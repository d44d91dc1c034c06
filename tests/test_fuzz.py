"""Odd lines find no fault; and a fault that is put in is found, shrunk, and told as a script."""

from collections.abc import Iterator, Sequence

import pytest

from cardgames.cli.header import read_setup
from cardgames.model.errors import IllegalMove
from cardgames.model.game import Move
from cardgames.play.history import History
from cardgames.play.session import Session
from tests import fuzz
from tests.drawing import Drawn
from tests.parts import NAMES


@pytest.fixture(autouse=True, scope="module")
def hasty() -> Iterator[None]:
    with fuzz.hasty():
        yield


def found(name: str, lines: int = 3000) -> fuzz.Found:
    """The fault that is found in a game."""
    fault = fuzz.fuzz(name, 1, lines)
    assert isinstance(fault, fuzz.Found), "nothing was found"
    return fault


@pytest.mark.parametrize("name", NAMES)
def test_odd_lines_find_no_fault(name: str) -> None:
    fault = fuzz.fuzz(name, 7, 200)
    assert isinstance(fault, int), fault.transcript()


def test_the_same_seed_types_the_same_lines() -> None:
    setups = [Drawn(3).setup("rummy") for _ in range(2)]
    games = [fuzz.play(setup, Drawn(4).lines(), fuzz.LOADED) for setup in setups]
    assert games[0] == games[1]


class TestFaultsPutIn:
    def test_a_seat_that_nobody_checks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Session, "_check_seat", lambda *_: None)
        fault = found("canfield")
        assert len(fault.lines) <= 3 and ": " in fault.lines[-1]
        assert "Fault: there is no seat 2" in fault.told

    def test_a_line_for_a_computer_that_takes_other_lines_from_the_record(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As it once was: the last lines went, even where a hint stood among them."""

        def cut(self: Session, lines: Sequence[int], move: Move) -> None:
            after = self.history.position(len(lines)).apply(move)
            self.history.cut(len(lines))
            self.log = self.log[: len(self.log) - len(lines)]
            self._add(move, after)

        monkeypatch.setattr(Session, "make_instead", cut)
        setup = read_setup("# cardgames rummy --seed 15")
        lines = "sort rank,draw,discard 1,score,hint,moves,2: take,show".split(",")
        _, error = fuzz.play(setup, fuzz.typing(lines))
        assert error is not None
        fault = fuzz.shrunk(setup, lines, error)
        assert fault.lines == ["hint", "2: take"]
        assert "Fault: the record cannot be played: record, line 3: you have drawn" in fault.told

    def test_a_refusal_that_changes_the_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def redo(self: History, count: int) -> None:
            self.undo(count)
            raise IllegalMove("there is no move to make again")

        monkeypatch.setattr(History, "redo", redo)
        fault = found("clock")
        assert len(fault.lines) == 2 and "a refused line has changed the game" in fault.told

    def test_a_traceback_is_told_as_a_script(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def undo(self: Session, count: int) -> None:
            raise IndexError("as if by mistake")

        monkeypatch.setattr(Session, "undo", undo)
        fault = found("klondike")
        first, *lines, last = fault.transcript().splitlines()
        assert read_setup(first) == fault.setup
        assert lines[0] == fault.lines[0] and lines[0].startswith("u")
        assert last == "#   IndexError: as if by mistake"

    def test_a_line_that_hangs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def undo(self: Session, count: int) -> None:
            while True:
                pass

        monkeypatch.setattr(Session, "undo", undo)
        monkeypatch.setattr(fuzz, "PATIENCE", 0.05)
        monkeypatch.setattr(fuzz, "SHRINKING", 0)
        assert "a line takes more than" in found("klondike").told
