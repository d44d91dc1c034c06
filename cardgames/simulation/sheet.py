"""A table of deals in a file, for spreadsheets and data frames: written as deals are played."""

import csv
import io
from collections.abc import Iterable, Sequence
from contextlib import suppress
from types import TracebackType

from cardgames.model.errors import ScriptError
from cardgames.model.strategy import Result
from cardgames.play.script import check_name
from cardgames.simulation.report import Plan
from cardgames.simulation.tally import Tally


class Sheet(Tally):
    """A tally that also writes its deals to a new file, in the order of seeds."""

    def __init__(self, name: str, plan: Plan) -> None:
        """Make the file called NAME for the deals of PLAN; raises ScriptError."""
        super().__init__(kept={})
        self._name, self._plan, self._next = name, plan, plan.seed
        self._full = False  # as a disk
        check_name(name)
        try:
            self._file = open(name, "x", encoding="utf-8", newline="")
        except OSError as error:
            raise ScriptError(f"cannot write {name}: {error.strerror}") from None
        self._write([[*plan.row(plan.seed, Result(0, 0, 0, (0,) * len(plan.extras())))]])

    def __enter__(self) -> "Sheet":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        """Write the deals after those that were never played, too, and close the file."""
        for start in () if self._full else sorted(self.kept or {}):
            self._write_from(start)
        with suppress(OSError):  # each line was written before
            self._file.close()

    def merge(self, part: Tally) -> None:
        super().merge(part)
        while self._next in (self.kept or {}):
            self._next += self._write_from(self._next)

    def _write_from(self, start: int) -> int:
        """Write the deals from the seed START on that one part had; return their number."""
        results = (self.kept or {}).pop(start)
        self._write([*self._plan.row(*each).values()] for each in enumerate(results, start))
        return len(results)

    def _write(self, rows: Iterable[Sequence[object]]) -> None:
        """Write ROWS whole; raises OSError, which names the file."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        try:
            self._file.write(text.getvalue())
            self._file.flush()
        except OSError as error:
            self._full = True
            raise OSError(error.errno, error.strerror, self._name) from None
