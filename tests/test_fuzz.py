"""Odd lines find no fault; and a fault that is put in is found, shrunk, and shown as a script."""

from collections.abc import Iterator, Sequence

import pytest

from cardgames.cli.playing import read_setup
from cardgames.play.session import Session
from tests import fuzz
from tests.fuzz_terminal import typed_at_terminal
from tests.parts import SHARE
from tests.samples import sample


@pytest.fixture(autouse=True, scope="module")
def hasty() -> Iterator[None]:
    with fuzz.hasty():
        yield


def found() -> fuzz.Found:
    fault = fuzz.fuzz("clock", 1, 3000)
    assert fault is not None, "nothing was found"
    return fault


@pytest.mark.parametrize("name", SHARE)
def test_odd_lines_find_no_fault(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "AT_TERMINAL", sample(3, 1))
    fault = fuzz.fuzz(name, 9, sample(6, 200))
    assert fault is None, fault.transcript()


def mistake(self: Session, count: int) -> None:
    raise IndexError("as if by mistake")


class TestFaultsPutIn:
    def test_a_line_for_a_computer_that_takes_other_lines_from_the_record(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A former fault: the last lines were cut, even with a hint among them."""

        def cut(self: Session, lines: Sequence[int]) -> None:
            self.history.cut(len(lines))
            self.log = self.log[: len(self.log) - len(lines)]

        monkeypatch.setattr(Session, "_cut", cut)
        setup = read_setup("# cardgames rummy --seed 15")
        lines = "sort rank,draw,discard 1,score,hint,moves,2: take,show".split(",")
        _, error = fuzz.play(setup, fuzz.typing(lines))
        assert error is not None
        fault = fuzz.shrunk(setup, lines, error)
        assert fault.lines == ["hint", "2: take"]
        assert "Fault: record cannot be loaded: record, line 3: you have drawn" in fault.told

    def test_a_terminal_that_ends_too_early(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Session, "redo", mistake)
        setup = read_setup("# cardgames klondike --seed 1")
        error = typed_at_terminal(setup, ["card", "undo", "redo"])
        assert str(error).startswith("at a terminal:")
        assert str(error).endswith("IndexError: as if by mistake\n")

    def test_a_traceback_is_told_as_a_script(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Session, "undo", mistake)
        fault = found()
        first, *lines, last = fault.transcript().splitlines()
        assert read_setup(first) == fault.setup
        assert lines[: len(fault.lines)] == fault.lines and fault.lines[-1].startswith("u")
        assert last == "#   IndexError: as if by mistake"

    def test_a_line_that_hangs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def undo(self: Session, count: int) -> None:
            while True:
                pass

        monkeypatch.setattr(Session, "undo", undo)
        monkeypatch.setattr(fuzz, "PATIENCE", 0.05)
        monkeypatch.setattr(fuzz, "SHRINKING", 0)
        assert "a line takes more than" in found().told
