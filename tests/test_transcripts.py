"""Every transcript prints what it printed when accepted, and ends with the status it expects."""

from collections.abc import Iterator
from contextlib import nullcontext
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from cardgames.games.mod10 import strategy
from cardgames.games.mod10.strategy import judged
from cardgames.patience import advice
from cardgames.play import review
from cardgames.text import coach
from tests.program import run
from tests.samples import sample
from tests.transcripts import FOLDER, command_of, played, scripts, status_of, title

AS_PROCESSES = ("slap/piped", "canfield/strict", "simulate/mod10-greedy")
"""The transcripts also played in processes of their own: a piped script, one that ends with an
error, and a command that plays no game."""

UNDECIDED = "the search was too short to find out"
"""What a transcript says of a game where the search in hindsight finds nothing out."""
SHORT = sample({"MOST": 100, "MOST_LOOKED_AT": 100}, {})
"""The positions that it looks at there, in the suite."""


@pytest.fixture(scope="module", autouse=True)
def shared_searches() -> Iterator[None]:
    """Let transcripts that review the same game search it once."""
    known, told = cache(advice.chances), cache(lambda *line: [*judged(*line)])

    def chances(game: Any, lines: Any, *rest: Any) -> Any:
        return known(game, tuple(map(tuple, lines)), *rest)

    def of_mod10(line: Any, moves: Any) -> Any:
        return told(tuple(line), tuple(moves))

    with patch.object(coach, "chances", chances), patch.object(strategy, "judged", of_mod10):
        yield


def differences(expected: str, output: str, most: int = 40) -> str:
    lines = [*unified_diff(expected.splitlines(), output.splitlines(), "expected", "now", n=2)]
    return "\n".join([*lines[:most], *(["..."] if len(lines) > most else [])])


@pytest.mark.parametrize("path", scripts(), ids=title)
def test_transcript(path: Path) -> None:
    expected = path.with_suffix(".out")
    assert expected.exists(), f"{expected} is missing: 'make accept' writes it"
    shown = expected.read_text(encoding="utf-8")
    most = SHORT if UNDECIDED in " ".join(shown.split()) else {}
    with patch.multiple(review, **most) if most else nullcontext():
        output, errors, status = played(path)
    said = errors.decode(errors="replace")
    assert status == status_of(path), f"{title(path)} ends with status {status}: {said}"
    changes = differences(shown, output.decode())
    assert not changes, f"if this is meant, 'make accept' takes it:\n{changes}"
    assert output, f"{title(path)} prints nothing"
    if "--echo" in command_of(path):
        assert not errors, f"with --echo, all of {title(path)} is standard output: {said}"
        unread = last_command(path) not in output.decode()
        assert status or not unread, f"{title(path)} ends before '{last_command(path)}' is read"


def last_command(path: Path) -> str:
    lines = path.read_text(encoding="utf-8", errors="backslashreplace").splitlines()
    return next((line for line in reversed(lines) if line.strip() and line[0] != "#"), "").strip()


@pytest.mark.parametrize("path", [p for p in scripts() if title(p) in AS_PROCESSES], ids=title)
def test_a_process_of_its_own_does_the_same(path: Path) -> None:
    alone, here = played(path, run), played(path)
    assert (alone.output, alone.status) == (here.output, here.status)
    if path.parent.name != "simulate":  # which shows the time it took
        assert alone.errors == here.errors


def test_the_first_line_names_the_game_of_the_folder() -> None:
    for path in scripts():
        assert command_of(path)[0] == path.parent.name, title(path)


def test_no_output_without_script() -> None:
    outputs = {path.with_suffix("") for path in FOLDER.glob("*/*.out")}
    assert outputs == {path.with_suffix("") for path in scripts()}
